"""The class form as a file: games of the bg dialect, names, and the two dialects."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bg_twins import TWINS
from tilewright.metamodel.typing import EObject
from tilewright.model.document import Document
from tilewright.model.foreign.bgdsl import read_bgdsl, write_bgdsl
from tilewright.model.objects import difference, fragment, walk
from tilewright.model.validation import validate
from tilewright.runtime import load, perft

SIZES = {"NoughtsAndCrosses": 42, "Drop": 81, "Reversi": 109}
COUNTS = {
    "NoughtsAndCrosses": [9, 72, 504, 3024],
    "Drop": [7, 49, 343],
    "Reversi": [4, 12, 56, 244],
}


def read(text: str) -> Document:
    document = read_bgdsl(text, "test.bgdsl")
    assert [str(found) for found in document.diagnostics] == []
    return document


def find(root: EObject, class_name: str, name: str) -> EObject:
    (found,) = [obj for obj in walk(root) if obj.eClass.name == class_name and obj.name == name]
    return found


@pytest.mark.parametrize("name", TWINS)
def test_games_of_the_bg_dialect_are_read_and_played(name: str, tmp_path: Path) -> None:
    document = read(TWINS[name])
    assert len(list(walk(document.root))) == SIZES[name]
    assert [found for found in validate(document) if found.severity.value == "error"] == []
    path = tmp_path / "game.bgdsl"
    path.write_text(TWINS[name], encoding="utf-8")
    state = load(path).initial_state()
    assert [perft(state, depth + 1) for depth in range(len(COUNTS[name]))] == COUNTS[name]


@pytest.mark.parametrize("name", TWINS)
def test_games_are_written_in_the_bare_form(name: str) -> None:
    document = read(TWINS[name])
    text = write_bgdsl(document)
    again = read(text)
    assert text.split()[:3] == (["//", "Noughts", "and"] if name == "NoughtsAndCrosses" else ["Game", name, "{"])
    assert difference(document.root, again.root) is None
    assert write_bgdsl(again) == text
    assert sorted(again.comments.all()) == sorted(document.comments.all())
    assert "require" not in text


def test_comments_stay_with_their_elements() -> None:
    document = read(write_bgdsl(read(TWINS["NoughtsAndCrosses"])))
    root, comments = document.root, document.comments
    assert comments.before == {root: ["// Noughts and crosses. The board is square."]}
    assert comments.after == {
        find(root, "Transition", "Cross"): ["// once crossed, always crossed"],
        root: ["/* the end */"],
    }
    reversi = read(TWINS["Reversi"])
    placed = {cell.row * 8 + cell.column: cell for cell in reversi.root.board.tileplacement}
    assert reversi.comments.before == {
        reversi.root.board: ["// the usual size"],
        find(reversi.root, "Transition", "TurnDark"): ["// discs turn"],
        placed[27]: ["/* light */"],
        placed[35]: ["// dark"],
    }


NAMES = [
    ("tile T", "//@board/@tiles.0"),
    ("tile 'T'", "//@board/@tiles.0"),
    ("tile Other", "//@board/@tiles.1"),
    ("tile O", "//@board/@tiles.1"),
    ("tile G.T", "//@board/@tiles.0"),
    ("tile '//@board/@tiles.1'", "//@board/@tiles.1"),
    ("tile '/'", None),
    ("initialState T.A", "//@board/@tiles.0/@states.0"),
    ("initialState T . A", "//@board/@tiles.0/@states.0"),
    ("initialState 'T.A'", "//@board/@tiles.0/@states.0"),
    ("initialState G.T.A", "//@board/@tiles.0/@states.0"),
    ("initialState T.T", "//@board/@tiles.0/@initialState"),
    ("initialState Other.A", "//@board/@tiles.1/@initialState"),
    ("initialState 'O.A'", "//@board/@tiles.1/@initialState"),
    ("initialState Only", "//@board/@tiles.2/@initialState"),
    ("initialState '//@board/@tiles.2/@initialState'", "//@board/@tiles.2/@initialState"),
    ("initialState A", None),
    ("initialState 'T .A'", None),
    ("tile A", None),
    ("tile '//@board/@tiles.9'", None),
    ("tile '//@board/@tiles'", None),
    ("tile '//@board.0'", None),
    ("tile '//@nothing'", None),
    ("tile '//@board/@width'", None),
    ("tile '/board'", None),
    ("tile ''", None),
]


@pytest.mark.parametrize(("feature", "target"), NAMES, ids=[row[0] for row in NAMES])
def test_names_are_looked_up_outwards(feature: str, target: str | None) -> None:
    text = f"""game::Game G {{ board Board {{
        tiles {{
            Tile T {{ name "T" states {{ State A }} initialState State T }},
            Tile O {{ name "Other" initialState State A {{}} }},
            Tile {{ initialState State Only }}
        }}
        tileplacement {{ TilePlacement {{ {feature} }} }}
    }} }}"""
    document = read_bgdsl(text, "names.bgdsl")
    placed = document.root.board.tileplacement[0]
    found = placed.tile or placed.initialState
    assert (None if found is None else fragment(found)) == target
    assert (document.diagnostics == []) == (target is not None)


@pytest.mark.parametrize(("length", "written"), [(200, True), (201, False)])
def test_a_long_name_qualifies_no_other(length: int, written: bool) -> None:
    text = f"""game::Game G {{ board Board {{
        tiles {{ Tile {"T" * length} {{ initialState State S }} }}
        tileplacement {{ TilePlacement {{ initialState "//@board/@tiles.0/@initialState" }} }}
    }} }}"""
    assert ("TT.S" in write_bgdsl(read(text))) == written
    assert ("//@board/@tiles.0/@initialState" in write_bgdsl(read(text))) != written


def test_the_nearest_container_decides() -> None:
    text = """game::Game G { board Board { tiles {
        Tile S { name "S" states { State A, State B } transitions { Transition x { source (A, S.B) target A } } },
        Tile T { name "T" states { State A } transitions { Transition y { source (A, S.A) target S.B } } }
    } } }"""
    first, second = read(text).root.board.tiles
    assert list(first.transitions[0].source) == list(first.states)
    assert list(second.transitions[0].source) == [second.states[0], first.states[0]]
    assert second.transitions[0].target is first.states[1]


def test_the_other_end_of_a_reference_may_be_given() -> None:
    text = """game::Game G { board Board { tiles { Tile T {
        states { State A { outbound (x) }, State B { inbound (x) } } transitions { Transition x }
    } } } }"""
    tile = read(text).root.board.tiles[0]
    transition = tile.transitions[0]
    assert list(transition.source) == [tile.states[0]]
    assert transition.target is tile.states[1]


SAME = [
    ("flags in front or as features", "board checkered Board {}", "board Board { checkered true }"),
    ("braces may be left out", "board Board", "board Board {}"),
    ("names with and without quotes", "players { Player A }", "players { Player 'A' {} }"),
    ("a name as a feature", "players { Player A }", 'players { Player { name "A" } }'),
    ("features in any order", "board Board { width 1 height 2 }", "board Board { height 2 width 1 }"),
    ("empty lists", "players {}", ""),
    ("a list in parts", "phases { Phase A, Phase B }", "phases { Phase A } phases { Phase B }"),
    ("layout", "phases{Phase A{},Phase B{}}", "phases\n{\rPhase\tA\n,\n\nPhase B }"),
    ("escapes", r'players { Player "\u0041\"\n\\" }', "players { Player 'A\"\n\\\\' }"),
    ("null", "players { Player A { hexColor null } }", "players { Player A }"),
    ("words as strings", "players { Player A { hexColor red } }", 'players { Player A { hexColor "red" } }'),
    (
        "a name that is the owner's feature is that feature",
        "board Board { stuck StepFilter over EndFilter }",
        "board Board { over EndFilter stuck StepFilter }",
    ),
    ("the older names", "board Board { effectPipeline EffectPipeline { filter { MovableFilter } } }", "board Board { effectPipeline EffectPipeline { filters { MovableFilter } } }"),
    (
        "vectors by their older name",
        "board Board { over IterativeFilter { directionVector { RelativeCoordinate } } }",
        "board Board { over IterativeFilter { directionVectors { RelativeCoordinate } } }",
    ),
    (
        "a pattern filter that stands for its pattern",
        "board Board { over WinConditionFilter { patternFilters { PatternFilter W { patterns { Pattern P } }, PatternFilter { patterns { Pattern } } } } }",
        "board Board { over WinConditionFilter { patterns { Pattern P, Pattern } } }",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), [row[1:] for row in SAME], ids=[row[0] for row in SAME])
def test_texts_that_say_the_same(one: str, other: str) -> None:
    left, right = read(f"game::Game G {{ {one} }}"), read(f"game::Game G {{ {other} }}")
    assert difference(left.root, right.root) is None
    assert write_bgdsl(left.root) == write_bgdsl(right.root)


def test_the_comments_of_a_pattern_filter_are_those_of_its_pattern() -> None:
    text = """Game G { board Board { over WinConditionFilter { patternFilters {
        // one
        PatternFilter { /* two */ patterns { Pattern A /* three */ } /* four */ }, // five
        PatternFilter { patterns { Pattern B }
            // six
        }
    } } } }"""
    document = read(text)
    first, second = document.root.board.over.patterns
    assert document.comments.before == {first: ["// one", "/* two */"]}
    assert document.comments.after == {first: ["/* three */", "/* four */", "// five"]}
    assert document.comments.inside == {second: ["// six"]}


PATTERNS = 'board Board { tiles { Tile T { name "T" states { State S } }, Tile U { name "U" states { State S } } } over PatternFilter { patterns { Pattern { stateSelection StateBased matchState T.S } } } } players { Player A { associatedState U.S } }'


@pytest.mark.parametrize(("head", "is_bg"), [("Game", True), ("bg::Game", True), ("game::Game", False)])
def test_the_bg_dialect_is_another_meaning(head: str, is_bg: bool) -> None:
    root = read(f"{head} G {{ {PATTERNS} }}").root
    pattern = root.board.over.patterns[0]
    (player,) = root.players
    first, second = (tile.states[0] for tile in root.board.tiles)
    assert root.board.over.require.name == ("All" if is_bg else "Each")
    assert first.owner is (player if is_bg else None)
    assert second.owner is None
    assert [other.matchState for other in pattern.alternatives] == ([second] if is_bg else [])
    text = write_bgdsl(root)
    assert text.startswith("game::Game G")  # it lacks what the grammar of the older dialect demands
    assert ("require All" in text) is is_bg
    assert difference(root, read(text).root) is None


def test_what_the_dialect_would_say_is_said_where_it_is_meant_otherwise() -> None:
    each = write_bgdsl(read("Game G { board Board { over PatternFilter { require Each } } }"))
    assert each.startswith("game::Game G") and "require" not in each
    mixed = write_bgdsl(
        read(f"game::Game G {{ {PATTERNS.replace('over PatternFilter {', 'over PatternFilter { require All')} }}")
    )
    assert mixed.startswith("game::Game G") and "require All" in mixed


def test_places_are_those_of_classes_and_values() -> None:
    document = read('Game G {\n  board checkered Board {\n    width 3\n  }\n  players { Player "A" }\n}')
    root = document.root
    places = {
        "game": document.place(root),
        "name": document.place(root, "name"),
        "board": document.place(root.board),
        "flag": document.place(root.board, "checkered"),
        "width": document.place(root.board, "width"),
        "height": document.place(root.board, "height"),
        "player": document.place(root.players[0]),
    }
    assert {what: (place.line, place.column) for what, place in places.items()} == {
        "game": (1, 1),
        "name": (1, 6),
        "board": (2, 9),
        "flag": (2, 9),
        "width": (3, 11),
        "height": (2, 9),
        "player": (5, 13),
    }
