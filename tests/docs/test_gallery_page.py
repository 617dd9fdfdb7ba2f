"""The page about the gallery is current, and the gallery shows the whole language."""

from __future__ import annotations

from tests.docs import gallery_page
from tests.support.elements import LEFT_OUT, NEUTRAL, catalogue, element_name, gallery, missing, used
from tests.support.gallery import EXAMPLES
from tilewright.metamodel import schema
from tilewright.model.objects import create, walk


def test_the_page_about_the_gallery_is_current() -> None:
    assert gallery_page.PAGE.read_text(encoding="utf-8") == gallery_page.page()


def test_every_example_is_in_the_table() -> None:
    assert {example.name for example in EXAMPLES} <= set(gallery())


def test_every_element_of_the_language_is_used_by_some_game() -> None:
    assert missing() == [], f"no game of the gallery uses {', '.join(missing())}"


def test_every_transform_is_used_somewhere() -> None:
    """Where it is no element of a filter: see ``SAME``."""
    features = {"Player": "transform", "ImageFilter": "transform", "ShiftEffectFilter": "transform"}
    found = {
        getattr(part, features[part.eClass.name]).name
        for document in gallery().values()
        for part in walk(document.root)
        if part.eClass.name in features
    }
    (transform,) = (feature for feature in schema().classes["Player"].features if feature.name == "transform")
    assert found == set(transform.literals or ())


def test_what_is_left_out_is_in_the_metamodel() -> None:
    names = set()
    for info in schema().classes.values():
        names.add(info.name)
        for feature in info.stored:
            names |= {element_name(feature), *(element_name(feature, literal) for literal in feature.literals or ())}
    assert set(LEFT_OUT) | set(NEUTRAL) <= names
    assert not set(LEFT_OUT) & set(catalogue())


def test_a_part_uses_its_class_its_literals_and_what_it_says() -> None:
    guard = create("GuardFilter")
    by_default = {"GuardFilter", "OfPlayer.perspective = Current"}
    assert used(guard) == by_default
    guard.negate = True
    assert used(guard) == by_default | {"GuardFilter.negate"}
    guard.negate = False
    assert used(guard) == by_default
    guard.nextFilter = create("MovableFilter")
    assert used(guard) == by_default | {"Filter.nextFilter", "MovableFilter"}
