"""Lines of a length: the patterns that they are short for, and when these are written so."""

from __future__ import annotations

import pytest

from tests.support.hexagons import BOARDS, NEIGHBOURS
from tilewright.model.document import Document, Syntax
from tilewright.model.files import read_text, write
from tilewright.model.objects import difference

GAME = """game G {{
  players A, B
  board {board}
  pieces Man:M
  place X = empty
  effect = set own Man
  effect = {line}
}}
"""


def read(line: str, board: str = "4x4") -> Document:
    document = read_text(GAME.format(board=board, line=line), "g.game")
    assert document.diagnostics == []
    return document


@pytest.mark.parametrize(
    ("board", "short", "long"),
    [
        ("4x4", "line 2 own", "line { own @(0,0)(1,0)  own @(0,0)(0,1)  own @(0,0)(1,1)  own @(0,0)(1,-1) }"),
        ("4x4 hexagonal", "line 3 own Man", "line { own Man @(0,0)(1,0)(2,0)  own Man @(0,0)(0,1)(0,2)  own Man @(0,0)(1,-1)(2,-2) }"),
        ("4x4", "line 3 (2,1) !own", "line { !own @(0,0)(2,1)(4,2) }"),
        ("4x4", "line 2 (0,1)(1,0) own or Man", "line { own or Man @(0,0)(0,1)  own or Man @(0,0)(1,0) }"),
        ("9x1", "line 9 (1,0) own", "line { own @(0,0)(1,0)(2,0)(3,0)(4,0)(5,0)(6,0)(7,0)(8,0) }"),
    ],
)  # fmt: skip
def test_a_line_is_its_patterns(board: str, short: str, long: str) -> None:
    one, other = read(short, board), read(long, board)
    assert difference(one.root, other.root) is None
    for document in (one, other):
        assert f"  effect = {short}\n" in write(document, Syntax.GAME)


@pytest.mark.parametrize(("board", "sign"), BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("late", [False, True], ids=["axes first", "axes last"])
def test_lines_lie_along_the_axes_of_hexagons(board: str, sign: int, late: bool) -> None:
    """Whichever way the board slants, and wherever its axes are written."""
    layout, *axes = board.split("\n")
    more = "\n".join(["", *axes])
    document = read(f"line 3 own{more}", f"4x4 {layout}") if late else read("line 3 own", f"4x4 {board}")
    (pattern,) = [part for part in document.root.eAllContents() if part.eClass.name == "WinConditionFilter"]
    ends = [[(one.x, one.y) for one in each.relativecoordinates][1:] for each in pattern.patterns]
    cubes = {(sign * x, y, -sign * x - y) for (x, y), _ in ends}
    assert len(cubes) == 3 and cubes <= set(NEIGHBOURS) and cubes.isdisjoint({(-a, -b, -c) for a, b, c in cubes})
    assert all(last == (2 * x, 2 * y) for (x, y), last in ends)
    assert "  effect = line 3 own\n" in write(document, Syntax.GAME)


@pytest.mark.parametrize(
    "line",
    [
        "line { own @(0,0)(1,0)  own @(0,0)(0,1)(0,2) }",
        "line { own @(0,0)(1,0)  enemy @(0,0)(0,1) }",
        "line { own @(0,0)(1,0)(2,1) }",
        "line { own @(0,0)(0,0) }",
        "line { own @(1,0)(2,0) }",
        "line { own @(0,0) }",
        "line { own @relative (0,0)(1,0) }",
        "line { own @(0,0)(1,0)(2,0)(3,0)(4,0) }",
        'line { own @(0,0)(1,0) with { name "One" }  own @(0,0)(0,1) }',
    ],
)
def test_what_is_no_line_is_written_as_its_patterns(line: str) -> None:
    document = read(line)
    text = write(document, Syntax.GAME)
    assert "line {" in text and difference(document.root, read_text(text, "again.game").root) is None


@pytest.mark.parametrize(
    ("board", "short", "long"),
    [
        ("4x4", "aligned 3 (1,0)(0,1) own", "where { union { step (-1,0) 0..2 -> own @(0,0)(1,0)(2,0) | step (0,-1) 0..2 -> own @(0,0)(0,1)(0,2) } }"),
        ("4x4 hexagonal", "aligned 2 Man", "where { union { step (-1,0) 0..1 -> Man @(0,0)(1,0) | step (0,-1) 0..1 -> Man @(0,0)(0,1) | step (-1,1) 0..1 -> Man @(0,0)(1,-1) } }"),
        ("4x4", "aligned 2 (2,1) !own", "where { union { step (-2,-1) 0..1 -> !own @(0,0)(2,1) } }"),
        ("4x4", "aligned n (1,0) own or empty", None),
        ("4x4", "aligned 2 * n - 3 own Man", None),
    ],
)  # fmt: skip
def test_what_is_aligned_lies_in_a_line(board: str, short: str, long: str | None) -> None:
    """A line begins at most one cell less than its length before, also where a parameter says how long it is."""
    effect = f"{short} -> win\n  parameter n 2..4 = 3"
    one = read(effect, board)
    other = read(effect.replace(short, long), board) if long is not None else one
    assert difference(one.root, other.root) is None
    for document in (one, other):
        text = write(document, Syntax.GAME)
        assert f"  effect = {short} -> win\n" in text
        assert difference(document.root, read_text(text, "again.game").root) is None


@pytest.mark.parametrize(
    "condition",
    [
        "wherenot { union { step (-1,0) 0..1 -> own @(0,0)(1,0) } }",
        "has { union { step (-1,0) 0..1 -> own @(0,0)(1,0) } }",
        "where as enemy { union { step (-1,0) 0..1 -> own @(0,0)(1,0) } }",
        "where { first { step (-1,0) 0..1 -> own @(0,0)(1,0) } }",
        "where { union { step (1,0) 0..1 -> own @(0,0)(1,0) } }",
        "where { union { step (-1,0) 0..2 -> own @(0,0)(1,0) } }",
        "where { union { step (-1,0) 0..1 -> all own @(0,0)(1,0) } }",
        "where { union { step (-1,0) 0..1 -> own @(0,0)(1,0) -> own } }",
        "where { union { step (-1,0) 0..1 -> own @(0,0)(1,0) } -> own }",
        "where { union { step (-1,0) 0..1 -> own @(0,0)(1,0) | step (0,-1) 0..1 -> enemy @(0,0)(0,1) } }",
        "where { union { step (-1,0) 0..n -> own @(0,0)(1,0) } }",
    ],
)
def test_other_conditions_are_written_as_they_are(condition: str) -> None:
    document = read(f"{condition} -> win\n  parameter n 1..4 = 1")
    text = write(document, Syntax.GAME)
    assert "aligned" not in text and difference(document.root, read_text(text, "again.game").root) is None


@pytest.mark.parametrize(
    "condition",
    ["GuardFilter { perCell true }", "where { union { step (-1,0) } }", "where { ChoiceFilter { mode Union } }"],
)
def test_what_is_incomplete_is_written_as_it_is(condition: str) -> None:
    """A model with mistakes is converted, too."""
    document = read_text(GAME.format(board="4x4", line=condition), "g.game")
    text = write(document, Syntax.GAME)
    assert "aligned" not in text and difference(document.root, read_text(text, "again.game").root) is None


@pytest.mark.parametrize(
    ("directions", "vectors"),
    [
        ("(1,0)", "(1,0)"),
        ("(1,0) (0,1) (-1,0) (0,-1)", "(1,0)(0,1)"),
        ("(0,-1) (0,1) (2,1) (0,-1)", "(0,-1)(2,1)"),
    ],
)
@pytest.mark.parametrize("line", ["line 3 {} own", "aligned 3 {} own -> win", "aligned n {} Man -> draw"])
def test_directions_name_the_ways_of_lines(line: str, directions: str, vectors: str) -> None:
    """Of two that are opposite only the first is a way, since the lines are the same."""
    declared = f"\n  directions ways = {directions}\n  parameter n 2..4 = 3"
    named, told = (read(line.format(ways) + declared) for ways in ("ways", vectors))
    assert difference(named.root, told.root) is None
