"""The class form for every class and value of the metamodel: what is written is read again, comments included."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.bg_grammar import recognise
from tests.support.bg_twins import TWINS
from tests.support.generated_models import CONCRETE, models
from tilewright.metamodel import ClassInfo, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.document import Comments, Document
from tilewright.model.foreign.bgdsl import read_bgdsl, write_bgdsl
from tilewright.model.objects import append, assign, create, difference, element_at, fragment, walk
from tilewright.model.places import Recorded
from tilewright.model.text.references import Scopes, resolve
from tilewright.model.text.reflective import ClassForm
from tilewright.model.text.scanner import Scanner, TokenKind, tokens
from tilewright.model.text.writer import ClassFormWriter, quoted


def again(model: Document | EObject) -> Document:
    """Return what is read from the text of a model."""
    document = read_bgdsl(write_bgdsl(model), "again.bgdsl")
    assert document.diagnostics == []
    return document


@pytest.mark.parametrize("name", CONCRETE)
@given(st.data())
@settings(max_examples=4, deadline=None)
def test_a_model_is_its_text(name: str, data: st.DataObject) -> None:
    root = data.draw(models(name))
    assert name in {obj.eClass.name for obj in walk(root)}
    document = again(root)
    assert difference(root, document.root) is None
    assert write_bgdsl(document) == write_bgdsl(root)


@given(models("Player", "Tile", "State", "Pattern", "PatternFilter"), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_the_bare_form_is_written_only_as_its_grammar_has_it(root: EObject, rng: random.Random) -> None:
    for obj in walk(root):
        by_name = schema().of(obj).by_name
        if obj.eClass.name == "State":
            assign(obj, by_name["name"], rng.choice("AB"))
        elif obj.eClass.name == "Pattern":
            assign(obj, by_name["stateSelection"], (by_name["stateSelection"].literals or {})["StateBased"])
    text = write_bgdsl(root)
    assert text.startswith(("Game ", "game::Game"))
    if text.startswith("Game "):
        recognise(text)
    assert difference(root, again(root).root) is None


@given(models("State", complete=True))
@settings(max_examples=30, deadline=None)
def test_nothing_is_unlike_nothing_written(root: EObject) -> None:
    """A text that has a default value differs from null, also where null is not the default."""
    for obj in walk(root):
        if obj.eClass.name in ("State", "Tile"):
            assign(obj, schema().of(obj).by_name["hexColor"], None)
    assert difference(root, again(root).root) is None


@given(models(plain=True), st.data())
@settings(max_examples=40, deadline=None)
def test_every_element_is_called_by_one_name(root: EObject, data: st.DataObject) -> None:
    """Wherever it is said, the name that is written for an element means that element, and no shorter one does."""
    names = Scopes(root)
    elements = list(walk(root))
    obj = data.draw(st.sampled_from(elements))
    for target in elements:
        name = names.name_of(target, obj, target.eClass.name)
        if name.startswith("/"):
            assert element_at(root, name) is target
        else:
            assert names.find(obj, name, target.eClass.name) == [target]
            shorter = name.partition(".")[2]
            assert not shorter or names.find(obj, shorter, target.eClass.name) != [target]


# -- comments

GAPS = (" /* a */ ", " // b\n", "\n// c\n", "\n/* d\n   e */", " /* f */ // g\n", "\n\n// h\n// i\n")


def spread(text: str, rng: random.Random, share: float) -> tuple[str, list[str]]:
    """Return a text with comments in some gaps between its tokens, and these comments, all different."""
    pieces: list[str] = []
    comments: list[str] = []
    last = 0
    for token in tokens(text, "spread.bgdsl"):
        pieces.append(text[last : token.offset])
        last = token.offset
        if rng.random() < share:
            gap = rng.choice(GAPS)
            for letter in "abcdefghi":
                gap = gap.replace(f" {letter}", f" {letter}{len(comments)}")
            pieces.append(gap)
            comments += re.findall(r"//[^\n]*|/\*(?s:.*?)\*/", gap)
    return "".join([*pieces, text[last:]]), comments


def by_address(comments: Comments) -> dict[str, dict[str, list[str]]]:
    """Return comments by the addresses of their elements, so that those of two texts compare."""
    return {
        where: {fragment(obj): texts for obj, texts in getattr(comments, where).items()}
        for where in ("before", "after", "inside")
    }


@given(
    st.one_of(models(), models(plain=True, complete=True)),
    st.randoms(use_true_random=False),
    st.sampled_from((0.05, 0.3, 1.0)),
)
@settings(max_examples=40, deadline=None)
def test_comments_survive_wherever_they_stand(root: EObject, rng: random.Random, share: float) -> None:
    text, comments = spread(write_bgdsl(root), rng, share)
    document = read_bgdsl(text, "commented.bgdsl")
    assert document.diagnostics == []
    assert difference(root, document.root) is None
    written = write_bgdsl(document)
    assert sorted(document.comments.all()) == sorted(comments)
    assert [comment for comment in comments if comment not in written] == []
    second = again(document)
    assert difference(root, second.root) is None
    assert by_address(second.comments) == by_address(document.comments)
    assert write_bgdsl(second) == written


@given(models(plain=True), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_comments_from_elsewhere_survive(root: EObject, rng: random.Random) -> None:
    """Another notation may hold comments in any number at any element: none is lost, and writing again changes nothing."""
    comments = Comments()
    elements = list(walk(root))
    held = []
    for i in range(12):
        text = rng.choice((f"// {i}", f"/* {i} */", f"/* {i}\n*/"))
        place = rng.choice((comments.before, comments.after, comments.inside))
        place.setdefault(rng.choice(elements), []).append(text)
        held.append(text)
    document = again(Document("other.game", root, comments=comments))
    assert difference(root, document.root) is None
    assert sorted(document.comments.all()) == sorted(held)
    assert write_bgdsl(again(document)) == write_bgdsl(document)


# -- bad texts

PIECES = ("", "{", "}", "(", ")", ",", '"', "'", "/*", "//", "\\", "::", ".", "-", "3", "99999999999", "null", "Tile", "Game", "board", "§", "\0", "\ud800", "\u202e", "\n", '"//@board"')  # fmt: skip


@given(
    st.sampled_from(sorted(TWINS)),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(PIECES)), min_size=1, max_size=5),
)
@settings(max_examples=200, deadline=None)
def test_a_damaged_text_is_read_or_refused(name: str, damages: list[tuple[float, int, str]]) -> None:
    text = TWINS[name]
    for where, length, piece in damages:
        start = int(where * len(text))
        text = text[:start] + piece + text[start + length :]
    document = read_bgdsl(text, "damaged.bgdsl")
    if not document.diagnostics:
        assert difference(document.root, again(document).root) is None
    for found in document.diagnostics:
        assert found.place.line <= text.count("\n") + 1
        assert found.message.isprintable()


@given(
    st.lists(
        st.one_of(
            st.sampled_from(PIECES),
            st.sampled_from(CONCRETE),
            st.sampled_from(sorted({f for c in schema().classes.values() for f in c.by_name})),
        ),
        max_size=60,
    )
)
@settings(max_examples=300, deadline=None)
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    document = read_bgdsl(" ".join(words), "words.bgdsl")
    assert (document.root is not None) or document.diagnostics


@pytest.mark.parametrize(
    "text",
    [
        "Game G { board Board { over " + "GuardFilter { condition " * 20000,
        "Game G " + "{" * 100000,
        "Game G { players " + "(" * 100000,
        "Game G { " + "foo " * 50000 + "}",
        "Game G { board " + "foo " * 50000 + "}",
        "Game G { initialPlayer " + "a." * 50000 + "b }",
        "Game G { players {" + "," * 20000 + "} }",
        "/*" * 50000,
        "'\\" * 50000,
        "Game G { players {" + ", ".join(f"Player P{i} {{ associatedState 'T.S' }}" for i in range(3000)) + "} board Board { tiles { Tile T { states { " + ", ".join("State S" for _ in range(3000)) + " } } } } }",
    ],
    ids=lambda text: text[:40],
)  # fmt: skip
def test_large_nonsense_is_refused(text: str) -> None:
    assert read_bgdsl(text, "large.bgdsl").diagnostics != []


# -- one element, for other notations


def form(text: str) -> ClassForm:
    return ClassForm(Scanner(text, "one.game"), Recorded("one.game"))


def test_one_element_is_read_where_it_stands() -> None:
    scanner = Scanner("before PatternFilter F { require All } -> rest", "one.game")
    scanner.next()
    reader = ClassForm(scanner, Recorded("one.game"))
    found = reader.element("Filter", 3)
    assert reader.diagnostics == []
    assert found is not None
    assert (found.eClass.name, found.name, found.require.name) == ("PatternFilter", "F", "All")
    assert scanner.next().text == "->"


def test_features_are_read_into_an_element() -> None:
    player = create("Player")
    reader = form('{ hexColor "#123456" transform Rotate180 }')
    reader.features(player, 2)
    assert reader.diagnostics == []
    assert (player.hexColor, player.transform.name) == ("#123456", "Rotate180")


def test_features_without_braces_are_refused() -> None:
    reader = form("hexColor x")
    reader.features(create("Player"), 2)
    assert [(d.code, d.place.column) for d in reader.diagnostics] == [("unexpected-token", 1)]


def test_comments_between_features_are_those_of_the_element() -> None:
    player = create("Player")
    reader = form("{ // red\n hexColor red /* end */ }")
    reader.features(player, 2)
    assert reader.comments.before == {player: ["// red", "/* end */"]}


def test_references_of_one_element_are_resolved_in_its_model() -> None:
    game, mark = create("Game"), create("Mark")
    assign(mark, schema().of(mark).by_name["name"], "from")
    append(game, schema().of(game).by_name["marks"], mark)
    reader = form("SelectFilter { mark from }")
    found = reader.element("Filter", 3)
    assert found is not None
    sub = create("SubPipeline")
    assign(sub, schema().of(sub).by_name["filter"], found)
    append(game, schema().of(game).by_name["subPipelines"], sub)
    assert resolve(game, reader.references, reader.places, []) == []
    assert found.mark is mark


def test_a_shorthand_is_asked_first() -> None:
    scanner = Scanner("ChoiceFilter { alternatives { short, EndFilter, short } nextFilter short }", "one.game")
    asked: list[tuple[str, int]] = []

    def shorthand(expected: ClassInfo, level: int) -> EObject | None:
        asked.append((expected.name, level))
        return create("MovableFilter") if scanner.accept("short") else None

    reader = ClassForm(scanner, Recorded("one.game"), shorthand)
    found = reader.element("Filter", 5)
    assert reader.diagnostics == []
    assert found is not None
    assert [one.eClass.name for one in found.alternatives] == ["MovableFilter", "EndFilter", "MovableFilter"]
    assert found.nextFilter.eClass.name == "MovableFilter"
    assert asked == [("Filter", 5), *[("Filter", 6)] * 4]


def test_one_element_is_written_where_it_stands() -> None:
    root = read_bgdsl(TWINS["NoughtsAndCrosses"], "game.bgdsl").root
    lines = ClassFormWriter(Scopes(root)).lines(root.board.tiles[0].transitions[0], "    ", "with ")
    assert lines == ["    with Transition Cross { source (Blank) target Crossed }"]


@given(st.text())
def test_a_text_is_its_string(text: str) -> None:
    (token, end) = tokens(quoted(text), "string.bgdsl")
    assert (token.kind, end.kind) == (TokenKind.STRING, TokenKind.END)
    bad = any((ord(c) < 32 and c not in "\t\n\r") or "\ud800" <= c <= "\udfff" or c in "\ufffe\uffff" for c in text)
    assert token.value == ("" if bad else text)
