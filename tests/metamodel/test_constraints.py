"""The constraints and derivations of the metamodel: how they are read, and what only a built model can violate."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pyecore.ecore import EAnnotation, EAttribute, EClass, EInt, EPackage, EReference, EString

from tests.docs import constraints_page
from tilewright.metamodel import package, schema
from tilewright.metamodel.checking import Violation
from tilewright.metamodel.constraints import (
    ECORE,
    PIVOT,
    compile_constraints,
    constraints_of,
    sentence,
)
from tilewright.metamodel.derived import compile_derivations, install_derivations
from tilewright.metamodel.loading import constraints
from tilewright.metamodel.ocl import Meter, OclError
from tilewright.metamodel.typing import EObject
from tilewright.model.objects import append, assign, create
from tilewright.model.validation.constraints import checks_of, violations


def put(owner: EObject, feature: str, value: object) -> EObject:
    """Set or add a value. Nothing is checked, so that even nonsense can be built."""
    info = schema().of(owner).by_name[feature]
    (append if info.many else assign)(owner, info, value)
    return owner


def violated(obj: EObject, name: str) -> list[Violation]:
    return list(violations(obj, name, dict(checks_of(obj.eClass))[name], Meter(100_000)))


# -- what only a built model can violate


def game() -> EObject:
    player = put(put(create("Player"), "name", "One"), "hexColor", "#fff")
    return put(put(put(create("Game"), "name", "Built"), "players", player), "initialPlayer", player)


def orphan(name: str) -> EObject:
    return create(name)


def cyclic(pipeline: str) -> EObject:
    chain = create("MovableFilter")
    put(chain, "nextFilter", put(create("MovableFilter"), "nextFilter", chain))
    return put(create(pipeline), "filters", chain)


BUILT: list[tuple[str, Callable[[], EObject], Callable[[], EObject]]] = [
    ("boardMustBelongToGame", lambda: orphan("Board"), lambda: put(game(), "board", create("Board")).board),
    (
        "tilePlacementMustBelongToBoard",
        lambda: orphan("TilePlacement"),
        lambda: put(create("Board"), "tileplacement", create("TilePlacement")).tileplacement[0],
    ),
    (
        "filterMustBelongToGame",
        lambda: orphan("MovableFilter"),
        lambda: put(create("EffectPipeline"), "filters", create("MovableFilter")).filters[0],
    ),
    (
        "initialPlayerMustBeOneOfPlayers",
        lambda: put(game(), "initialPlayer", create("Player")),
        game,
    ),
    (
        "legalMovesPipelineFiltersMustFormValidChain",
        lambda: cyclic("LegalMovesPipeline"),
        lambda: put(create("LegalMovesPipeline"), "filters", create("MovableFilter")),
    ),
    (
        "effectPipelineFiltersMustFormValidChain",
        lambda: cyclic("EffectPipeline"),
        lambda: put(create("EffectPipeline"), "filters", create("MovableFilter")),
    ),
]


@pytest.mark.parametrize(("name", "bad", "good"), BUILT, ids=[row[0] for row in BUILT])
def test_built_models(name: str, bad: Callable[[], EObject], good: Callable[[], EObject]) -> None:
    wrong = bad()
    assert [violation.element for violation in violated(wrong, name)] == [wrong]
    assert violated(good(), name) == []


# -- how constraints are read


def annotated(element: EObject, source: str, **details: str) -> None:
    annotation = EAnnotation(source)
    annotation.details.update(details)
    element.eAnnotations.append(annotation)


def house(**texts: str) -> EPackage:
    """Return a package with a class Room and a class Cellar below it; Room has the given constraints."""
    root = EPackage("houses", nsURI="urn:houses", nsPrefix="houses")
    room, cellar = EClass("Room"), EClass("Cellar")
    cellar.eSuperTypes.append(room)
    room.eStructuralFeatures.append(EAttribute("name", EString))
    room.eStructuralFeatures.append(EAttribute("area", EInt))
    room.eStructuralFeatures.append(EReference("doors", room, upper=-1))
    root.eClassifiers.extend([room, cellar])
    annotated(room, ECORE, constraints=" ".join(texts))
    annotated(room, PIVOT, **{name: text for name, text in texts.items() if text})
    return root


def test_constraints_are_inherited_and_stand_in_the_order_of_the_metamodel() -> None:
    root = house(big="area > 9", named="name <> null")
    annotated(root.getEClassifier("Cellar"), ECORE, constraints="dark")
    annotated(root.getEClassifier("Cellar"), PIVOT, dark="doors->size() < 2")
    found = constraints_of(root)
    assert [c.name for c in found["Room"]] == ["big", "named"]
    assert [c.name for c in found["Cellar"]] == ["big", "named", "dark"]
    assert found["Cellar"][0].text == "area > 9"


def test_a_violation_has_the_message_the_culprits_and_what_is_related() -> None:
    text = (
        "let small = doors->select(area < 3) in Tuple{message = 'too small for ' + name, status = small->isEmpty(),"
        " culprits = small, related = small->collect(self)}.status"
    )
    root = house(roomy=text)
    room_class = root.getEClassifier("Room")
    room, closet, hall = (room_class(name=name, area=area) for name, area in (("Study", 9), ("Closet", 1), ("Hall", 9)))
    room.doors.extend([closet, hall])
    (constraint,) = constraints_of(root)["Room"]
    assert list(constraint.violations(room, Meter(1000))) == [Violation("roomy", closet, "too small for Study", room)]
    room.doors.remove(closet)
    assert list(constraint.violations(room, Meter(1000))) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("area > 9", "area > 9; area is 3"),
        ("self.area\n    > 9", "self.area > 9; area is 3"),
        ("area > 9 and name <> 'area of name'", "area > 9 and name <> 'area of name'; area is 3, name is 'Hall'"),
        ("name <> 'Hall'", "name <> 'Hall'; name is 'Hall'"),
        ("doors->notEmpty()", "doors->notEmpty()"),
        ("doors->exists(d | d.area > 9)", "doors->exists(d | d.area > 9)"),
        ("area > 1" + " and area > 1" * 9 + " and area > 9", "area > 1" + " and area > 1" * 8 + " and ar…; area is 3"),
        ("name.size() > 99", "name.size() > 99; name is 'Hall'"),
        ("self.doors.name->size() > area", "self.doors.name->size() > area; area is 3"),
        ("doors->select(name = 'x')->notEmpty()", "doors->select(name = 'x')->notEmpty()"),
        ("doors->exists(d | let area = 1 in area > 9)", "doors->exists(d | let area = 1 in area > 9)"),
    ],
)  # fmt: skip
def test_without_a_message_the_text_is_told(text: str, told: str) -> None:
    """With it the values of the attributes that it reads, those of other objects not."""
    root = house(big=text)
    (constraint,) = constraints_of(root)["Room"]
    room = root.getEClassifier("Room")(area=3, name="Hall")
    found = [violation.message for violation in constraint.violations(room, Meter(1000))]
    assert found == [f"the constraint big does not hold: {told}"]
    assert sentence(constraint) == f"the constraint big does not hold: {told.split(';')[0]}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("doors->isUnique(name)", "; it is the same for the Room //@doors.0 and the Room //@doors.2"),
        ("doors->isUnique(d | d.area > 9)", "; it is the same for the Room //@doors.0 and the Room //@doors.1"),
        ("doors->forAll(name <> 'Closet')", "; it is false for the Room //@doors.1"),
        ("doors.name->forAll(n | n <> 'Closet')", "; it is false for 'Closet'"),
        ("doors->forAll(d | d.name <> 'Closet' and area > 1)", "; area is 3; it is false for the Room //@doors.1"),
        ("self->forAll(area > 9)", "; it is false for the Room /"),
        ("not doors->forAll(true)", ""),
        ("doors->forAll(a, b | a = b)", ""),
        ("doors->forAll(d | d.doors->first().area = 1 and d.name = 'Hall')", ""),
    ],
)
def test_what_breaks_a_text_about_all_is_told(text: str, told: str) -> None:
    root = house(all=text)
    room_class = root.getEClassifier("Room")
    room_class.findEStructuralFeature("doors").containment = True
    (constraint,) = constraints_of(root)["Room"]
    room = room_class(area=3)
    room.doors.extend([room_class(name="Hall"), room_class(name="Closet"), room_class(name="Hall")])
    [found] = constraint.violations(room, Meter(1000))
    assert found.message == f"the constraint all does not hold: {text}{told}"


def test_what_breaks_a_text_is_not_told_where_the_steps_do_not_suffice() -> None:
    root = house(all="doors->forAll(name = 'x')")
    room_class = root.getEClassifier("Room")
    (constraint,) = constraints_of(root)["Room"]
    room = room_class()
    room.doors.extend([room_class() for _ in range(20)])
    [found] = constraint.violations(room, Meter(45))
    assert found.message == "the constraint all does not hold: doors->forAll(name = 'x')"


@pytest.mark.parametrize("text", ["name.size() > 2", "name", "doors->first().area > 3"])
def test_what_is_neither_true_nor_false_is_undefined(text: str) -> None:
    root = house(told=text if text != "name" else "name = null and null")
    (constraint,) = constraints_of(root)["Room"]
    room = root.getEClassifier("Room")()
    [found] = constraint.violations(room, Meter(1000))
    what = "null" if text == "name" else "invalid, since something in it has no value"
    assert found.undefined and found.element is room
    assert found.message == f"the constraint told is neither true nor false for this Room: it is {what}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("aera > 9", "1:1: Room.big: "),
        ("area +", "1:7: Room.big: "),
        ("area", "1:1: Room.big: expected Boolean"),
        ("", "1:1: Room.big: the constraint big has no OCL text"),
    ],
)
def test_a_bad_text_is_found_when_the_metamodel_is_read(text: str, message: str) -> None:
    with pytest.raises(OclError) as caught:
        compile_constraints(house(big=text))
    assert str(caught.value).startswith(message)


def test_all_bad_texts_of_a_foreign_metamodel_can_be_collected() -> None:
    root = house(big="area > 9", lost="aera > 9", torn="area >")
    refused: list[tuple[str, str, int]] = []
    found = compile_constraints(root, lambda owner, key, error: refused.append((owner.name, key, error.column)))
    assert [c.name for c in found[root.getEClassifier("Room")]] == ["big"]
    assert refused == [("Room", "lost", 1), ("Room", "torn", 7)]


def test_every_constraint_of_the_metamodel_has_a_sentence() -> None:
    own = {c for found in constraints().values() for c in found}
    assert len(own) > 80
    assert [c.name for c in own if "message" not in c.expression.parts] == []


# -- derived features


def test_derived_features_of_the_metamodel() -> None:
    board = put(put(put(create("Board"), "width", 3), "height", 2), "checkered", True)
    for row, column in ((0, 0), (0, 1), (1, 0)):
        put(board, "tileplacement", put(put(create("TilePlacement"), "row", row), "column", column))
    model = put(game(), "board", board)
    assert board.size == 6
    assert [p.darker for p in board.tileplacement] == [False, True, True]
    assert model.activePlayer is model.initialPlayer
    assert put(board, "checkered", False).tileplacement[1].darker is False


@pytest.mark.parametrize(
    ("name", "feature"), [("Board", "size"), ("TilePlacement", "darker"), ("Game", "activePlayer")]
)
def test_derived_features_cannot_be_set_and_stay_features(name: str, feature: str) -> None:
    obj = create(name)
    with pytest.raises(AttributeError):
        setattr(obj, feature, None)
    info = schema().classes[name].by_name[feature]
    assert info.derived
    assert package().getEClassifier(name)().eGet(feature) == getattr(obj, feature)


def test_a_derivation_that_cannot_be_told_gives_the_value_of_an_unset_feature() -> None:
    assert create("TilePlacement").darker is False
    assert create("Game").activePlayer is None


def test_derived_features_with_many_values_are_tuples() -> None:
    root = house(big="area > 9")
    room_class = root.getEClassifier("Room")
    large = EReference("large", room_class, upper=-1, derived=True, volatile=True, changeable=False)
    room_class.eStructuralFeatures.append(large)
    annotated(large, PIVOT, derivation="doors->select(area > 9)")
    install_derivations(root)
    room, hall, closet = (room_class(area=area) for area in (9, 20, 1))
    room.doors.extend([hall, closet])
    assert room.large == (hall,)
    with pytest.raises(AttributeError):
        room.large = []


def test_a_derivation_must_have_the_type_of_its_feature() -> None:
    root = house(big="area > 9")
    room_class = root.getEClassifier("Room")
    double = EAttribute("double", EInt, derived=True)
    room_class.eStructuralFeatures.append(double)
    annotated(double, PIVOT, derivation="name")
    with pytest.raises(OclError, match=r"Room\.double: the derivation must be Integer, not String"):
        install_derivations(root)
    refused: list[str] = []
    assert compile_derivations(root, lambda feature, key, error: refused.append(f"{feature.name} {key}")) == {}
    assert refused == ["double derivation"]


# -- the page about them


def test_the_page_about_the_constraints_is_current() -> None:
    assert constraints_page.PAGE.read_text(encoding="utf-8") == constraints_page.page()


def test_every_constraint_of_the_bg_dialect_is_one_of_ours() -> None:
    named = [(name, constraint) for name, found in constraints_page.BG_NAMES.items() for constraint in found]
    assert len(named) == 23
    assert [(c, n) for c, n in named if n not in {known.name for known in constraints()[c]}] == []
    canonical = {name for _, name in named}
    assert len(constraints_page.README_TOO) + len(constraints_page.README_NAMES) == 18
    assert constraints_page.README_TOO | set(constraints_page.README_NAMES.values()) <= canonical
