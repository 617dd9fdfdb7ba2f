"""Shapes on boards of hexagons: all polyhexes, counted beside the engines, in the order and with the symmetries promised."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters

import pytest

from tests.support.engines import game
from tests.support.hexagons import BOARDS, NEIGHBOURS, TO_THE_OTHER_SIDE, Cube, symmetries

Cells = frozenset[Cube]
Written = frozenset[tuple[int, int]]
"""The cells of a polyhex as (row, column)."""

FIXED = [1, 3, 11, 44]
"""How many polyhexes of 1, 2, 3 and 4 cells there are if none may be turned: OEIS A001207."""
ONE_SIDED = [1, 1, 3, 10]
"""The same if they may be turned: OEIS A006535."""
FREE = [1, 1, 3, 7]
"""The same if they may be mirrored, too: OEIS A000228."""


def at_origin(cells: Cells) -> Cells:
    """Return a polyhex, moved so that it is the same for all places at which it may lie."""
    least = [min(cell[axis] for cell in cells) for axis in (0, 1)]
    return frozenset((a - least[0], b - least[1], c + sum(least)) for a, b, c in cells)


def polyhexes(size: int) -> set[Cells]:
    """Return all polyhexes of a size; each one that can be turned into another is one of its own."""
    if size == 1:
        return {frozenset({(0, 0, 0)})}
    smaller = polyhexes(size - 1)
    beside = ((cells, (a + x, b + y, c + z)) for cells in smaller for a, b, c in cells for x, y, z in NEIGHBOURS)
    return {at_origin(cells | {cell}) for cells, cell in beside if cell not in cells}


def images(cells: Cells, many: int) -> Iterator[Cells]:
    """Yield the images of a polyhex under the first symmetries: 1 changes nothing, 6 turn, the others mirror as well."""
    for symmetry in symmetries()[:many]:
        yield at_origin(frozenset(map(symmetry, cells)))


SYMMETRIES = {"": (12, FREE), " turned": (6, ONE_SIDED), " fixed": (1, FIXED)}
"""What is written behind a shape, how many symmetries it allows, and how many polyhexes there are then."""


def pieces(size: int, symmetry: str) -> list[Cells]:
    """Return one polyhex of each class of those that are the same under a symmetry."""
    found: dict[Cells, Cells] = {}
    many, _ = SYMMETRIES[symmetry]
    for cells in sorted(polyhexes(size), key=sorted):
        if cells not in found:
            found |= dict.fromkeys(images(cells, many), cells)
    return list(dict.fromkeys(found.values()))


def written(cells: Cells, sign: int) -> Written:
    """Return a polyhex as rows and columns of the board, with the first cell, row by row, at (0, 0)."""
    found = sorted((row, sign * column) for column, row, _ in cells)
    return frozenset((row - found[0][0], column - found[0][1]) for row, column in found)


def picture(cells: Written) -> str:
    """Return the text of a shape."""
    rows, columns = ({cell[axis] for cell in cells} for axis in (0, 1))
    return "/".join(
        "".join("#" if (row, column) in cells else "." for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def box(kinds: list[str], board: str, engine: str, side: int = 9) -> list[str]:
    """Return the moves that lay the kinds with their first cell in the middle of a board, as the cells covered."""
    letters = ascii_letters[: len(kinds)]
    declared = " ".join(f"K{n}:{letters[n]} {{ shape {kind} }}" for n, kind in enumerate(kinds))
    text = f"""game Box {{
  players A, B
  board {side}x{side} {board}
  kind {declared}
  zone box {len(kinds)}x1 {{ "{letters}" }}
  region middle = cells ({side // 2},{side // 2})
  mark piece
  move Lay = goto box -> piece -> each -> mark piece -> goto middle -> shape piece -> record
}}"""
    return [str(move) for move in game(text, engine).initial_state().legal_moves]


def laid(move: str, side: int = 9) -> Written:
    """Return the covered cells of a move, with the middle of the board at (0, 0)."""
    cells = ((cell[0], int(cell[1:])) for cell in move.split("-"))
    return frozenset((side - number - side // 2, ord(letter) - ord("a") - side // 2) for letter, number in cells)


def test_the_polyhexes_are_as_many_as_others_have_counted() -> None:
    assert [len(polyhexes(size)) for size in range(1, 5)] == FIXED
    for symmetry, (_, counts) in SYMMETRIES.items():
        assert [len(pieces(size, symmetry)) for size in range(1, 5)] == counts


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize(("board", "sign"), BOARDS.values(), ids=BOARDS)
def test_all_polyhexes_and_no_others_are_laid(board: str, sign: int, symmetry: str, engine: str) -> None:
    """From one piece of each class come all polyhexes of four cells, each once."""
    kinds = [f'"{picture(written(cells, sign))}"{symmetry}' for cells in pieces(4, symmetry)]
    moves = [laid(move) for move in box(kinds, board, engine)]
    assert len(moves) == FIXED[3]
    assert set(moves) == {written(cells, sign) for cells in polyhexes(4)}


@pytest.mark.parametrize("size", [1, 2, 3])
def test_small_ones(size: int, engine: str) -> None:
    kinds = [f'"{picture(written(cells, 1))}"' for cells in pieces(size, "")]
    moves = [laid(move) for move in box(kinds, "hexagonal", engine)]
    assert len(moves) == FIXED[size - 1]
    assert set(moves) == {written(cells, 1) for cells in polyhexes(size)}


def test_on_a_large_board(engine: str) -> None:
    kinds = [f'"{picture(written(cells, 1))}" fixed' for cells in pieces(4, " fixed")]
    free = [f'"{picture(written(cells, 1))}"' for cells in pieces(4, "")]
    assert set(box(free, "hexagonal", engine, 25)) == set(box(kinds, "hexagonal", engine, 25))


WAYS = [
    ("a triangle", '"##/#."', 2),
    ("a line", '"###"', 3),
    ("a bend", '"##/.#"', 6),
    ("a bend, turned", '"##/.#" turned', 6),
    ("a triangle, turned", '"##/#." turned', 2),
    ("a triangle, fixed", '"##/#." fixed', 1),
    ("a hook", '"###/#.."', 12),
    ("a hook, turned", '"###/#.." turned', 6),
    ("all neighbours", '".##/###/##."', 1),
    ("with a gap", '"#.#"', 3),
]


@pytest.mark.parametrize(("shape", "ways"), [row[1:] for row in WAYS], ids=[row[0] for row in WAYS])
def test_how_many_ways_there_are(shape: str, ways: int, engine: str) -> None:
    assert len(box([shape], "hexagonal", engine)) == ways


ORDERS = [
    ("hexagonal", "e5-f5-g5-e4 e5-d4-e4-e3 e5-f5-e4-d3 e5-c4-d4-e4 e5-e4-f4-e3 e5-d4-c3-d3", "e5-f5-e4-e3"),
    ("flat", "e5-f5-g5-e4 e5-d4-e4-e3 e5-f5-e4-d3 e5-c4-d4-e4 e5-e4-f4-e3 e5-d4-c3-d3", "e5-f5-e4-e3"),
    (
        BOARDS["to the other side"][0],
        "e5-f5-g5-e4 e5-f5-g4-h3 e5-f4-f3-f2 e5-c4-d4-e4 e5-f4-g3-h3 e5-e4-e3-f2",
        "e5-f5-e4-e3",
    ),
]
"""A board, the six turns of a hook clockwise as they are drawn, and the hook with rows and columns exchanged."""


@pytest.mark.parametrize(("board", "turned", "mirrored"), ORDERS, ids=["hexagonal", "flat", "to the other side"])
def test_the_order_of_the_ways(board: str, turned: str, mirrored: str, engine: str) -> None:
    """As it is written, turned clockwise by sixths; then mirrored, and turned again."""
    moves = box(['"###/#.."'], board, engine)
    assert moves[:6] == turned.split() and moves[6] == mirrored
    assert box(['"###/#.." turned'], board, engine) == moves[:6]
    assert box(['"###/#.." fixed'], board, engine) == moves[:1]


ZONES = """game Zones {{
  players A, B
  board 2x2 {board}
  kind Tri:t {{ shape "##/#." }}
  zone box 1x1 {{ "t" }}
  zone tray 2x2
  mark piece
  move Lay = goto box -> piece -> mark piece -> goto tray -> {cells} -> shape piece -> record
}}"""
SQUARE = "a2-b2-a1 a2-b2-b1 b2-a1-b1 a2-a1-b1"


@pytest.mark.parametrize(
    ("board", "on_board"),
    [
        ("hexagonal", "a2-b2-a1 b2-a1-b1"),
        (f"hexagonal\n  {TO_THE_OTHER_SIDE}", "a2-b2-a1 b2-a1-b1"),
        ("points", SQUARE),
        ("", SQUARE),
    ],
    ids=["hexagonal", "to the other side", "points", "squares"],
)
def test_where_the_shape_is_laid_decides(board: str, on_board: str, engine: str) -> None:
    """Zones have squares, whatever the board has."""
    moves = str(game(ZONES.format(board=board, cells="add all"), engine).initial_state().legal_moves).split()
    in_tray = [move for move in moves if move.startswith("tray.")]
    assert sorted(in_tray) == sorted(move.replace("a", "tray.a").replace("b", "tray.b") for move in SQUARE.split())
    assert sorted(move for move in moves if move not in in_tray) == sorted(on_board.split())
    alone = game(ZONES.format(board=board, cells="any"), engine).initial_state().legal_moves
    assert str(alone).split() == in_tray
