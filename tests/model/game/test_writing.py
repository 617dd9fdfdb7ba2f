"""The writer of the game notation: nothing is lost, and what has words is written in words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.game_lines import CHAINS, HEAD, NAMES, STRUCTURE
from tests.support.generated_models import CONCRETE, NUMBERS, ODD_TEXTS, models, path_to
from tests.support.rules import GAMES
from tilewright.metamodel import FeatureInfo, Kind, schema
from tilewright.metamodel.language import Symmetry
from tilewright.metamodel.typing import EObject
from tilewright.model.document import Document
from tilewright.model.foreign.bgdsl import read_bgdsl, write_bgdsl
from tilewright.model.game.extending import read_game
from tilewright.model.game.structure import AFTER_PER
from tilewright.model.game.vocabulary import AFTER_CELL
from tilewright.model.game.writer.games import write_game
from tilewright.model.objects import create, difference, set_value, values_of, walk


def again(model: Document | EObject) -> Document:
    """Return what is read from the text of a model, which must be the same."""
    text = write_game(model)
    document = read_game(text, "again.game")
    assert [found for found in document.diagnostics if found.code != "shadowed-name"] == []
    assert difference(model.root if isinstance(model, Document) else model, document.root) is None
    assert write_game(document) == text
    return document


@pytest.mark.parametrize("text", CHAINS)
def test_chains_are_written_as_they_were(text: str) -> None:
    document = read_game(f"{HEAD}{NAMES}  effect = record -> {text}\n}}\n", "test.game")
    assert write_game(again(document)).splitlines()[-2] == f"  effect = record -> {text}"


def test_a_tile_may_be_called_like_a_number() -> None:
    tile = 'Tile Floor { name "3" initialState State Bare {} }'
    text = f"{HEAD}{NAMES}  {tile}\n  effect = step orth 3 -> repeat 3 {{ step orth 1..3 }}\n}}\n"
    document = read_game(text, "test.game")
    assert document.diagnostics == []
    again(document)


def test_a_mark_may_be_called_like_a_pattern() -> None:
    text = f"{HEAD}{NAMES}  mark own\n  zone pile 3x1 per cell\n  effect = mark own -> stack count own in pile\n}}\n"
    document = read_game(text, "test.game")
    assert document.diagnostics == []
    again(document)


@pytest.mark.parametrize("name", ["", "->", ";", "}"])
def test_a_group_may_be_called_like_what_follows_a_click(name: str) -> None:
    """The end of a line, which has no text, or punctuation."""
    text = (
        f'{HEAD}{NAMES}  Group "{name}" {{}}\n  effect = select\n  effect = has {{ each -> own; each }} -> select\n}}\n'
    )
    document = read_game(text, "test.game")
    assert document.diagnostics == []
    again(document)


def test_the_attribute_of_a_counter_that_is_not_carried_is_not_lost() -> None:
    document = read_game(
        "game A {\n  players X, O\n  board 2x2\n  pieces Man:M { force 1 }\n  counter hp cell carried = force\n}",
        "a.game",
    )
    assert again(document).diagnostics == document.diagnostics
    document.root.counters[0].carried = False
    again(document.root)


def test_a_region_of_nothing_is_read_again_beside_a_tile_without_a_name() -> None:
    document = read_game('game A {\n  players X, O\n  board 2x2\n  Tile T { name "" }\n  region far =\n}', "a.game")
    again(document)


ASIDES = [
    ("empty -> select -> do { set own Man }", "empty -> select; set own Man"),
    ("empty -> do { n += 1 -> n += 2 } -> do { n += 3 }", "empty; n += 1 -> n += 2; n += 3"),
    ("do { n += 1 } -> do { n += 2 }", "do { n += 1 } -> do { n += 2 }"),
    ("if n == 1 -> n += 1 -> do { n += 2 }", "if n == 1 -> n += 1; n += 2"),
    ("if n == 1 -> n += 1 -> do { if n == 2 -> draw }", "if n == 1 -> n += 1 -> do { if n == 2 -> draw }"),
    (
        "if n == 1 -> n += 1 -> do { if n == 2 -> draw } -> do { n += 2 }",
        "if n == 1 -> n += 1 -> do { if n == 2 -> draw }; n += 2",
    ),
    ("empty -> do { n += 1 -> do { n += 2 } }", "empty -> do { n += 1; n += 2 }"),
    (
        "first { own -> do { n += 1 } | any -> do as enemy { n += 2 } }",
        "first { own; n += 1 | any -> do as enemy { n += 2 } }",
    ),
    ("empty -> do { n += 1 } -> select", "empty -> do { n += 1 } -> select"),
    ('empty -> do { n += 1 } because "No."', 'empty -> do { n += 1 } because "No."'),
]


@pytest.mark.parametrize(("chain", "written"), ASIDES)
def test_what_is_only_done_at_the_end_stands_after_semicolons(chain: str, written: str) -> None:
    document = read_game(
        f"game A {{\n  players X, O\n  board 2x2\n  pieces Man:M\n  counter n\n  effect = {chain}\n}}", "a.game"
    )
    assert write_game(again(document)).splitlines()[-2] == f"  effect = {written}"


NAMED_LIKE_CLASSES = """game A {
  players X, O
  board 2x2
  kind Temple:t is Tile
  neutral Zone:z
  zone Region 2x1 { "tz" }
  region Phase = row 0
  mark Mark
  sub Filter = Tile or Zone
  move Go = goto Region -> Tile -> select Mark -> goto Phase -> Filter -> set empty
}
"""


def test_elements_that_are_called_like_classes_are_named_as_others_are() -> None:
    document = read_game(NAMED_LIKE_CLASSES, "a.game")
    assert document.diagnostics == []
    assert "\n".join(NAMED_LIKE_CLASSES.splitlines()[3:-1]) in write_game(again(document))


def test_a_long_chain_is_broken_before_semicolons() -> None:
    steps = "; ".join(f"n += {n}" for n in range(40))
    document = read_game(
        f"game A {{\n  players X, O\n  board 2x2\n  counter n\n  effect = empty; {steps}\n}}", "a.game"
    )
    lines = write_game(again(document)).splitlines()[4:-1]
    assert len(lines) > 2 and all(line.startswith("    ; n += ") and len(line) <= 120 for line in lines[1:])


@pytest.mark.parametrize("declared", ["counter count per cell", "parameter count 1..3 = 2"])
def test_what_is_called_like_the_number_of_cells_is_told_apart(declared: str) -> None:
    what = "CounterValue { counter count }" if declared.startswith("counter") else "ParameterValue { parameter count }"
    head = f"game A {{\n  players X, O\n  board 2x2\n  {declared}\n"
    found = write_game(again(read_game(f"{head}  effect = if CountValue {{ }} > {what} -> own\n}}", "a.game")))
    assert what in " ".join(found.split())


@pytest.mark.parametrize("line", STRUCTURE)
def test_declarations_are_written_as_they_were(line: str) -> None:
    picture = f'\n  setup {{ "{line.split(":")[1][0]}.." "..." "..." }}' if line.startswith("tile ") else ""
    document = read_game(f"{HEAD}  {line}{picture}\n}}\n", "test.game")
    assert f"  {line}" in write_game(again(document)).splitlines()


@pytest.mark.parametrize("name", ["shape", "symmetry", "attributes", "groups"])
def test_a_piece_with_details_is_not_written_as_that_of_a_tile(name: str) -> None:
    root = read_game(f'{HEAD}{NAMES}  tile Floor:#\n  setup {{ "#.." "..." "..." }}\n}}\n', "a.game").root
    piece = next(piece for piece in root.pieces if piece.name == "Floor")
    feature = schema().of(piece).by_name[name]
    values = {
        "shape": "#",
        "symmetry": Symmetry.Fixed,
        "attributes": create("AttributeValue"),
        "groups": root.groups[0],
    }
    set_value(piece, feature, values[name])
    assert "\n  Piece Floor {" in write_game(again(root))


@pytest.mark.parametrize("word", sorted({*AFTER_CELL, *AFTER_PER}))
def test_zones_that_are_called_like_words_after_which_they_stand(word: str) -> None:
    """The declarations that name such a zone are in class form, since the word would be read as something else."""
    head = f"game A {{\n  players X, O\n  board 2x2\n  zone {word} 2x1\n"
    document = read_game(f"{head}  counter n cell with {{ zone {word} }}\n}}", "a.game")
    assert document.game.counters[0].zone is document.game.zones[0]
    again(document)
    document = read_game(f"{head}  zone under 2x1 per with {{ perPlayer false each {word} }}\n}}", "a.game")
    assert document.game.zones[1].each is document.game.zones[0]
    again(document)


@pytest.mark.parametrize("name", GAMES)
def test_games_are_written_in_words(name: str) -> None:
    document = again(read_game(GAMES[name].text, name))
    text = write_game(document)
    assert not any(name in text.split() for name in schema().classes)
    assert " with " not in text
    assert len(text.splitlines()) < 2 * len(GAMES[name].text.splitlines())
    assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize("name", CONCRETE)
@given(st.data())
@settings(max_examples=4, deadline=None)
def test_a_model_is_its_text(name: str, data: st.DataObject) -> None:
    root = data.draw(models(name, complete=data.draw(st.booleans()), plain=data.draw(st.booleans())))
    assert name in {obj.eClass.name for obj in walk(root)}
    again(root)


@pytest.mark.parametrize("name", CONCRETE)
def test_an_element_of_which_nothing_is_said_yet_is_written(name: str) -> None:
    """It stands in a game that is written in words, as an author leaves it who has just begun it."""
    root = obj = read_game("game A {\n  players X, O\n  board 2x2\n  pieces Man:M\n  effect = own\n}", "a.game").root
    way = path_to(name)
    if "Filter" in schema().classes[name].supertypes:
        (obj,) = root.board.effectPipeline.filters
        way = [(schema().classes["Filter"].by_name["nextFilter"], name)]
    for place, (feature, class_name) in enumerate(way, 1):
        held = [] if feature.many else values_of(obj, feature)
        if not held or place == len(way):
            held = [create(class_name)]
            _put(obj, feature, held[0])
        (obj,) = held
    again(root)


def test_a_piece_without_letters_in_its_name_is_not_read_at_the_end_of_a_declaration() -> None:
    root = read_game("game A {\n  players X, O\n  board 2x2\n  pieces Man:M\n  heuristic count\n}", "a.game").root
    root.pieces[0].name = ""
    again(root)


def test_cells_of_nature_are_written_such_that_they_are_read() -> None:
    """No model is meant so, but in the words for cells of a player nature is an error."""
    text = "game A {\n  players X, O\n  nature Dice\n  board 2x2\n  pieces Man:M\n  zone hand 2x1 per\n  effect = own at X hand\n}"
    root = read_game(text, "a.game").root
    (places,) = root.board.effectPipeline.filters[0].patterns[0].places
    set_value(places, schema().of(places).by_name["player"], root.nature)
    again(root)


@given(st.sampled_from(sorted(GAMES)), st.randoms(use_true_random=False), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_a_changed_game_is_its_text(name: str, rng: random.Random, changes: int) -> None:
    root = read_game(GAMES[name].text, name).root
    for _ in range(changes):
        _change(root, rng)
    again(root)


def _change(root: EObject, rng: random.Random) -> None:
    """Change one feature of one element. What is referred to stays in the model."""
    elements = list(walk(root))
    obj = rng.choice(elements)
    feature = rng.choice([feature for feature in schema().of(obj).stored if feature.written])
    if feature.kind is Kind.CONTAINMENT:
        if feature.many or not values_of(obj, feature):
            _put(obj, feature, create(rng.choice(schema().concrete[feature.type])))
        return
    if feature.kind is Kind.REFERENCE:
        fitting = [one for one in elements if feature.type in schema().of(one).supertypes]
        if fitting:
            _put(obj, feature, rng.choice(fitting))
        return
    words = [*ODD_TEXTS, *(str(getattr(rng.choice(elements), "name", None)) for _ in range(9)), "at", "swap", "record"]
    value: object = rng.choice(words)
    if feature.literals is not None:
        value = rng.choice(list(feature.literals.values()))
    elif feature.type != "String":
        value = rng.random() < 0.5 if feature.type == "boolean" else rng.choice(NUMBERS)
    _put(obj, feature, value)


def _put(obj: EObject, feature: FeatureInfo, value: object) -> None:
    set_value(obj, feature, value)


COMMENTED = """// before the game
game G { // behind its name
  /* players */
  players A, B // the players
  board 3x3
  pieces Man:M // men
  // inside
  place X = empty // first
    /* between */ -> own // last
  start B // no element of its own
  effect = own
  // at the end
} // behind
// the whole
"""


def test_comments_survive() -> None:
    document = read_game(COMMENTED, "commented.game")
    assert document.diagnostics == []
    texts = [line[line.index("/") :].removesuffix(" -> own // last") for line in COMMENTED.splitlines() if "/" in line]
    assert sorted(document.comments.all()) == sorted([*texts, "// last"])
    text = write_game(document)
    twin = again(document)
    assert sorted(twin.comments.all()) == sorted(document.comments.all())
    assert write_game(twin) == text
    assert "  players A, B // the players" in text and "  pieces Man:M // men" in text


def test_comments_survive_the_class_form() -> None:
    document = read_game(COMMENTED, "commented.game")
    through = read_bgdsl(write_bgdsl(document), "commented.bgdsl")
    assert sorted(through.comments.all()) == sorted(document.comments.all())
    assert sorted(again(through).comments.all()) == sorted(document.comments.all())
