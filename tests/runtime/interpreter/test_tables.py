"""The tables under the rules: cells, neighbours and transforms against their plain definitions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.engines import game, tiny
from tilewright.runtime.interpreter.cells import INVERSE, NOWHERE, Cells, Neighbour, bits, turn, turn_place

TRANSFORMS = ("Identity", "FlipRows", "FlipColumns", "Rotate180", "Transpose", "Rotate90", "Rotate270")
SQUARE = st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n - 1), st.integers(0, n - 1)))


@st.composite
def neighbours(draw: st.DrawFn) -> tuple[Neighbour, int]:
    """Any function from a few cells to cells or nowhere, and a set of cells."""
    count = draw(st.integers(1, 80))
    table = draw(st.lists(st.integers(NOWHERE, count - 1), min_size=count, max_size=count))
    return Neighbour(tuple(table)), draw(st.integers(0, (1 << count) - 1))


@given(st.integers(0, 1 << 200))
def test_bits_are_the_cells_of_a_set_in_order(cells: int) -> None:
    found = list(bits(cells))
    assert found == sorted(set(found)) and sum(1 << cell for cell in found) == cells


@given(neighbours())
def test_sets_are_mapped_like_their_cells(drawn: tuple[Neighbour, int]) -> None:
    neighbour, cells = drawn
    table = neighbour.table
    assert set(bits(neighbour.image(cells))) == {table[cell] for cell in bits(cells)} - {NOWHERE}
    assert set(bits(neighbour.preimage(cells))) == {c for c, t in enumerate(table) if t != NOWHERE and cells >> t & 1}
    assert set(bits(neighbour.domain)) == {c for c, t in enumerate(table) if t != NOWHERE}


@given(st.sampled_from(TRANSFORMS), SQUARE)
def test_a_transform_and_its_inverse(transform: str, square: tuple[int, int, int]) -> None:
    size, row, column = square
    back = INVERSE.get(transform, transform)
    assert turn_place(back, turn_place(transform, (row, column), size, size), size, size) == (row, column)
    assert turn(back, turn(transform, (column, row))) == (column, row)


@given(st.sampled_from(TRANSFORMS), SQUARE, st.integers(-3, 3), st.integers(-3, 3))
def test_vectors_turn_like_places(transform: str, square: tuple[int, int, int], x: int, y: int) -> None:
    """The image of a place moved by a vector is the image of the place, moved by the image of the vector."""
    size, row, column = square
    moved = turn_place(transform, (row + y, column + x), size, size)
    image_row, image_column = turn_place(transform, (row, column), size, size)
    image_x, image_y = turn(transform, (x, y))
    assert moved == (image_row + image_y, image_column + image_x)


def test_cells_are_numbered_row_by_row_whatever_the_order_of_placements() -> None:
    cells = Cells([(1, 0), (0, 2), (0, 0), (1, 1)])
    assert cells.places == ((0, 0), (0, 2), (1, 0), (1, 1))
    assert cells.set_of([(1, 0), (5, 5)]) == 0b100 and cells.everything == 0b1111


REGIONS = [
    ("row 1", "a2 b2 c2"),
    ("column 1", "b3 b2 b1"),
    ("cells (0,0) (2,1)", "a3 c2"),
    ("rect (1,0)(2,1)", "b3 c3 b2 c2"),
    ("row 0 column 0", "a3 b3 c3 a2 a1"),
]


@pytest.mark.parametrize(("region", "cells"), REGIONS, ids=[row[0] for row in REGIONS])
def test_regions(region: str, cells: str, engine: str) -> None:
    state = tiny(".../.../...", f"region r = {region}\nmove A = at r -> select", engine)
    assert str(state.legal_moves) == cells


THREE = """
game Three {{
  players X, Y, Z
  board 4x1
  pieces Man:X/Y/Z
  setup {{ "XYZ." }}
  move A = {rule} -> select
}}
"""

SEEN = [
    ("enemy", "b1 c1"),
    ("where as enemy { own }", "b1 c1"),
    ("where as next { own }", "b1"),
    ("where as previous { own }", "c1"),
    ("if next count { own } == 1", "a1 b1 c1 d1"),
    ("wherenot as enemy { enemy }", "d1"),
    ("where as enemy { enemy }", "a1 b1 c1"),
]


@pytest.mark.parametrize(("rule", "cells"), SEEN)
def test_who_is_who_among_three(rule: str, cells: str, engine: str) -> None:
    assert str(game(THREE.format(rule=rule), engine).initial_state().legal_moves) == cells
