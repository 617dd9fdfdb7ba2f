"""A configuration is drawn as it says: cells lie where its expressions put them, as the first player sees the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import dist, sqrt
from typing import Any

import pytest

from tests.model.foreign.constructor.configurations import skirmish
from tests.support.constructor_referee import Config, document_of, follow, game_of
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.model.foreign.constructor.drawing import Point
from tilewright.runtime.pictures.layouts import layout_for
from tilewright.runtime.pictures.view import view_of

CELLS = [(x, y) for x in range(4) for y in range(3) if (x, y) != (3, 2)]
SIDE = ((0, 0), (0, 1), (1, 1), (1, 0))
LYING = [[0.9, 0.39], [0.675, 0.78], [0.225, 0.78], [0, 0.39], [0.225, 0], [0.675, 0]]
STANDING = [[b, a] for a, b in LYING]


def board(cells: list[tuple[int, ...]] = CELLS, names: str = "xy", **cell: Any) -> Config:
    """Return a game in which the first figure may take one step; the board has cells that are drawn as is said."""
    turned = cell.pop("turned", None)
    placed = [dict(zip(names, each, strict=True)) for each in cells]
    return {
        "name": "board",
        "players": ["one", "two"],
        "cell": {"coordinates_names": [*names], **cell},
        "board": {"cells": placed, **({} if turned is None else {"rotation_angle": turned})},
        "figures": {"stone": {"movement": [{names[0]: 1}], "cell_actions": {"destination": [{"actions": ["move"]}]}}},
        "initial_position": {"one": {"stone": placed[:1]}},
        "game_states": {"move": {"type": "move", "parameters": {"player": "one"}, "next": "move"}},
        "initial_game_state": "move",
    }


@dataclass(frozen=True)
class Lain:
    """How cells lie: as text, as what it means, and the board that it becomes."""

    place: tuple[str, str]
    meant: Callable[[int, int], Point]
    declared: str
    corners: Any = SIDE
    angle: int = 0
    size: Point = (1, 1)
    """How wide and high a cell is, as the first player sees it."""


FLAT = ("x * 0.675", "(y + x / 2) * 0.78")
SQRT = "Math.sqrt(3)"
PLACES = {
    "as they are": Lain(("x", "y"), lambda x, y: (x, y), "board 4x3"),
    "turned by half": Lain(("x", "y"), lambda x, y: (-x, -y), "board 4x3", angle=180),
    "turned to the right": Lain(("x", "y"), lambda x, y: (-y, x), "board 3x4", angle=90),
    "turned to the left": Lain(("x", "y"), lambda x, y: (y, -x), "board 3x4", angle=-90),
    "from below": Lain(("x", "-y"), lambda x, y: (x, -y), "board 4x3"),
    "from the right": Lain(("10 - x", "y"), lambda x, y: (-x, y), "board 4x3"),
    "columns are rows": Lain(("y", "x"), lambda x, y: (y, x), "board 3x4"),
    "larger cells": Lain(
        ("x * 50 + 7", "y * 50"), lambda x, y: (x, y), "board 4x3",
        corners=[["x * 0", 0], [0, 50], ["25 * 2", 50], [50, 0]],
    ),
    "cells with gaps": Lain(
        ("x * 1.5", "y * 1.25"), lambda x, y: (1.5 * x, 1.25 * y), "board 4x3\n  axes (150,0) (0,125)"
    ),
    "on the corner": Lain(
        ("x - y", "x + y"), lambda x, y: (x - y, x + y), "board 4x3\n  axes (100,100) (-100,100)"
    ),
    "leaning": Lain(
        ("x + y / 2", "y"), lambda x, y: (-x - y / 2, -y), "board 4x3\n  axes (100,0) (50,100)", angle=180
    ),
    "without corners": Lain(("x * 20", "y * 30"), lambda x, y: (x, y), "board 4x3", corners=None),
    "lying": Lain(FLAT, lambda x, y: (x * 0.675, (y + x / 2) * 0.78), "board 4x3 flat", LYING, 0, (0.9, 0.78)),
    "lying, without places": Lain(
        ("", ""), lambda x, y: (x * 0.675, (y + x / 2) * 0.78), "board 4x3 flat", LYING, 0, (0.9, 0.78)
    ),
    "lying, turned by half": Lain(
        FLAT, lambda x, y: (-x * 0.675, -(y + x / 2) * 0.78), "board 4x3 flat", LYING, 180, (0.9, 0.78)
    ),
    "lying, from below": Lain(
        ("x * 0.675", "-(y + x / 2) * 0.78"), lambda x, y: (x * 0.675, -(y + x / 2) * 0.78),
        "board 4x3 flat\n  axes (88,-50) (0,100)", LYING, 0, (0.9, 0.78),
    ),
    "lying, turned to a corner": Lain(
        FLAT, lambda x, y: (-(y + x / 2) * 0.78, x * 0.675), "board 3x4 hexagonal\n  axes (100,0) (-50,88)",
        LYING, 90, (0.78, 0.9),
    ),
    "standing": Lain(
        ("(x + y / 2) * 0.78", "y * 0.675"), lambda x, y: ((x + y / 2) * 0.78, y * 0.675), "board 4x3 hexagonal",
        STANDING, 0, (0.78, 0.9),
    ),
    "standing, leaning to the left": Lain(
        ("(x - y / 2) * 0.78", "y * 0.675"), lambda x, y: ((x - y / 2) * 0.78, y * 0.675),
        "board 4x3 hexagonal\n  axes (100,0) (-50,88)", STANDING, 0, (0.78, 0.9),
    ),
    "by Math": Lain(
        (f"{SQRT} * (x + y / 2)", "y * 3 / 2"), lambda x, y: (sqrt(3) * (x + y / 2), y * 1.5), "board 4x3 hexagonal",
        [[0, 0.5], [0, 1.5], [f"{SQRT} / 2", 2], [SQRT, 1.5], [SQRT, 0.5], [f"{SQRT} / 2", 0]], 0, (sqrt(3), 2),
    ),
}  # fmt: skip
PIXELS = {"": (48, 48), "flat": (56, 48), "hexagonal": (48, 56)}
"""How wide and high cells are drawn."""


@pytest.mark.parametrize("lain", PLACES.values(), ids=list(PLACES))
def test_cells_lie_where_the_configuration_puts_them(lain: Lain) -> None:
    cell = {"geometry": lain.corners} if lain.corners else {}
    if lain.place[0]:
        cell["position"] = dict(zip("xy", lain.place, strict=True))
    config = board(turned={"one": lain.angle, "two": lain.angle}, **cell)
    document = document_of(config)
    assert not document.diagnostics
    written = write(document, Syntax.GAME).splitlines()
    assert [line for line in written if line.strip().startswith(("board ", "axes "))] == [
        f"  {line.strip()}" for line in lain.declared.splitlines()
    ]

    pixels = PIXELS[lain.declared.partition("\n")[0].removeprefix("board ").partition(" ")[2]]
    scale = [drawn / wide for drawn, wide in zip(pixels, lain.size, strict=True)]

    def meant(cell: tuple[int, int]) -> Point:
        x, y = lain.meant(*cell)
        return x * scale[0], y * scale[1]

    state = game_of(config, engine="interpreter").initial_state()
    view = view_of(state)
    layout = layout_for(view)
    ((stone, _),) = ((each, piece) for each, piece in zip(view.cells, state.board().values(), strict=True) if piece)
    begin, first = layout.centre(stone), meant(CELLS[0])
    drawn = [(x - begin[0], y - begin[1]) for x, y in map(layout.centre, view.cells)]
    expected = [(x - first[0], y - first[1]) for x, y in map(meant, CELLS)]
    assert all(min(dist(at, other) for other in drawn) < 4 for at in expected), (drawn, expected)
    (move,) = state.legal_moves
    to = layout.centre(move.cells[1])
    assert dist((to[0] - begin[0], to[1] - begin[1]), expected[CELLS.index((1, 0))]) < 4


LEFT_OUT: dict[str, tuple[dict[str, Any], str]] = {
    "a corner that is too far away": (
        {"geometry": SIDE, "position": {"x": "x * 5", "y": "y"}},
        "too long, or too short",
    ),
    "a line": ({"position": {"x": "x + y", "y": "x + y"}}, "by a step for each column"),
    "a place for all": ({"position": {"x": 1, "y": 2.5}}, "by a step for each column"),
    "waves": ({"position": {"x": "x", "y": "y + x % 2 / 2"}}, "by a step for each column"),
    "another language": ({"position": {"x": "x", "y": "lambda y: y"}}, "no expression of coordinates"),
    "a triangle": ({"geometry": [[0, 0], [1, 1], [2, 0]]}, "cells with 3 corners"),
    "a kite": ({"geometry": [[1, 0], [2, 1], [1, 2], [0, 1]]}, "squares that lie on a side"),
    "a long box": ({"geometry": [[0, 0], [2, 0], [2, 1], [0, 1]]}, "squares that lie on a side"),
    "a line for a cell": ({"geometry": [[0, 0], [2, 0], [2, 0], [0, 0]]}, "squares that lie on a side"),
    "a bent hexagon": ({"geometry": [[0, 0], [1, 0], [2, 0], [2, 2], [1, 2], [0, 2]]}, "regular hexagons"),
    "growing cells": ({"geometry": [[0, 0], [0, "x + 1"], [1, 1], [1, 0]]}, "a shape of its own"),
    "no corner": ({"geometry": [[0, 0], [0, "w"], [1, 1], [1, 0]]}, "no expression of numbers and coordinates"),
    "an eighth of a turn": ({"geometry": SIDE, "turned": {"one": 45, "two": 45}}, "not turned by 45 degrees"),
    "a part of a turn": ({"geometry": LYING, "turned": {"one": 20, "two": 20}}, "not turned by 20 degrees"),
    "a quarter for the other": ({"turned": {"two": 90}}, "not turned by 90 degrees"),
    "a half that does not fit": ({"turned": {"two": 180}}, "not turned by 180 degrees"),
    "a chosen cell": ({"colors": {"selector": "skyblue", "highlighter": "'green'"}}, "the colours of the page"),
}


@pytest.mark.parametrize(("cell", "told"), LEFT_OUT.values(), ids=list(LEFT_OUT))
def test_what_cannot_be_drawn_so_is_told_and_the_rest_is_played(cell: dict[str, Any], told: str) -> None:
    document = document_of(board(**cell))
    assert {found.code for found in document.diagnostics} == {"without-counterpart"}
    assert all(told in found.message for found in document.diagnostics)
    assert len(game_of(board(**cell), engine="interpreter").initial_state().legal_moves) == 1


def test_layers_lie_apart() -> None:
    """A third dimension is drawn beside the first one, where the configuration has it so."""
    cells = [(x, y, z) for x in range(2) for y in range(2) for z in range(2)]
    told = [document_of(board(cells, "xyz", position={"x": f"x + {n} * z", "y": "y"})).diagnostics for n in (3, 5)]
    assert [len(each) for each in told] == [0, 1]


def test_players_see_the_board_turned() -> None:
    square = [(x, y) for x in range(3) for y in range(3)]
    for turned, first, second in (({"one": 180, "two": 0}, "", " Rotate180"), ({"one": 90, "two": 90}, "", "")):
        told = write(document_of(board(square, turned=turned)), Syntax.GAME)
        assert f"players one{first}, two{second}\n" in told


def test_a_turned_board_is_the_same_game() -> None:
    config = skirmish()
    config["board"]["rotation_angle"] = {"red": 180, "blue": 0}
    assert follow(config, 5, 30).plies > 10


RED, BLUE, GREEN = "#ff0000", "#0000ff", "#008000"
GROUNDS: dict[str, tuple[str, tuple[bool, str | None, str | None], list[tuple[Any, ...]]]] = {
    "chequered": ("(x + y) % 2 ? 'red' : 'blue'", (True, BLUE, RED), []),
    "the other way": ("(x + y) % 2 ? 'blue' : 'red'", (True, RED, BLUE), []),
    "one": ("'red'", (False, RED, None), []),
    "by thirds": ("(x + y * 2) % 3 ? 'red' : 'blue'", (False, RED, None), [(BLUE, 1, 2, 3, 0)]),
    "all thirds": (
        "(x + y) % 3 == 1 ? 'red' : (x + y) % 3 ? 'green' : 'blue'", (False, BLUE, None),
        [(RED, 1, 1, 3, 1), (GREEN, 1, 1, 3, 2)],
    ),
    "stripes": ("x % 2 ? 'red' : 'blue'", (False, BLUE, None), [(RED, 0, 1, 2, 1)]),
    "a column": ("x == 2 ? 'red' : 'blue'", (False, BLUE, None), [(RED, 0, 1, 3, 2)]),
    "a half": ("x < 2 ? 'red' : 'blue'", (False, RED, None), [(BLUE, 5)]),
    "a corner": ("x || y ? 'red' : 'blue'", (False, RED, None), [(BLUE, 1)]),
}  # fmt: skip


@pytest.mark.parametrize(("fill", "theme", "tints"), GROUNDS.values(), ids=list(GROUNDS))
def test_cells_have_their_colours(fill: str, theme: tuple[Any, ...], tints: list[tuple[Any, ...]]) -> None:
    """Tints are rules where there is one, else regions with so many cells. All cells are drawn in their colour."""
    config = board(colors={"fill": fill})
    document = document_of(config)
    assert not document.diagnostics
    (made,) = document.game.themes
    assert (document.game.board.checkered, made.lightCells, made.darkCells) == theme
    assert tints == [
        (tint.hexColor, tint.rowFactor, tint.columnFactor, tint.divisor, tint.remainder)
        if tint.region is None
        else (tint.hexColor, len(tint.region.ranges))
        for tint in made.tints
    ]
    again = read_text(write(document, Syntax.GAME), "again.game")
    assert write(again, Syntax.XMI) == write(document, Syntax.XMI)


@pytest.mark.parametrize("fill", ["x % 2", "alert(1)", "x ? 'red' : 'no colour'"])
def test_colours_that_are_none_are_left_out(fill: str) -> None:
    document = document_of(board(colors={"fill": fill}))
    assert [found.code for found in document.diagnostics] == ["without-counterpart"]
    assert not document.game.themes
