"""Set expressions of the compiler mean what they say: whatever masks they leave out, and rows found by doubling."""

from __future__ import annotations

from random import Random

import pytest

from tilewright.generator.compiler.emit.rows import leading, multiples_of, powers, starts
from tilewright.generator.compiler.emit.sets import (
    Cells,
    constant,
    image,
    join,
    loosened,
    meet,
    preimage,
    relaxed,
    variable,
    without,
)
from tilewright.generator.compiler.printers.python import shown
from tilewright.generator.compiler.rules.board import Way, way_of

BOARDS = [(8, 8, 8, ()), (9, 9, 10, ()), (5, 4, 5, ()), (5, 4, 6, ((1, 1), (2, 3))), (7, 3, 7, ((0, 0), (1, 3)))]
"""Width, height, stride and the places (row, column) that are no cells."""

VECTORS = [(x, y) for x in range(-3, 4) for y in range(-3, 4)]


class Board:
    """Cells and ways, numbered with a stride."""

    def __init__(self, width: int, height: int, stride: int, holes: tuple[tuple[int, int], ...]) -> None:
        places = [(row, column) for row in range(height) for column in range(width) if (row, column) not in holes]
        self.bit = {(row, column): row * stride + column for row, column in places}
        self.cells = sum(1 << bit for bit in self.bit.values())

    def way(self, x: int, y: int) -> Way:
        pairs = ((bit, self.bit.get((row + y, column + x))) for (row, column), bit in self.bit.items())
        return way_of({bit: target for bit, target in pairs if target is not None})


class Drawn:
    """Random expressions, each with its value, computed by sets of cells alone."""

    def __init__(self, board: Board, random: Random) -> None:
        self.board, self.random = board, random
        self.names = {name: random.getrandbits(100) & board.cells for name in "ABCD"}

    def value(self, cells: Cells) -> int:
        """Return what the emitted text says; it must lie within the bits that are told."""
        value = int(eval(shown(cells.value), {}, self.names))
        assert value & ~cells.maybe == 0
        return value

    def draw(self, depth: int) -> tuple[Cells, int]:
        board, random = self.board, self.random
        if depth == 0:
            if random.random() < 0.2:
                cells = random.getrandbits(100) & board.cells
                return constant(cells), cells
            name = random.choice("ABCD")
            return variable(name, board.cells), self.names[name]
        one, value = self.draw(depth - 1)
        form = random.randrange(6)
        if form < 2:
            way = board.way(*random.choice(VECTORS))
            return (image(one, way), way.image(value)) if form else (preimage(one, way), way.preimage(value))
        if form == 2:
            care = board.cells if random.random() < 0.8 else random.getrandbits(100)
            return loosened(one, care), value
        other, second = self.draw(random.randrange(depth))
        return [
            (join(one, other), value | second),
            (meet(one, other), value & second),
            (without(one, other), value & ~second),
        ][form - 3]


@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_expressions_have_the_value_of_sets_of_cells(shape: tuple[int, int, int, tuple[tuple[int, int], ...]]) -> None:
    board, random = Board(*shape), Random(1)
    masks = 0
    for _ in range(1500):
        drawn = Drawn(board, random)
        cells, value = drawn.draw(random.randint(1, 7))
        assert drawn.value(cells) == value, cells
        care = random.getrandbits(100) & board.cells
        assert drawn.value(relaxed(cells, care)) & care == value & care, cells
        masks += bool(cells.parts)
    assert masks > 20  # unions whose masks wait do occur


def test_masks_that_a_free_column_saves_are_not_written() -> None:
    board = Board(9, 9, 10, ())
    one, other = variable("A", board.cells), variable("B", board.cells)
    around = join(image(one, board.way(1, 0)), image(one, board.way(-1, 0)))
    assert shown(meet(around, other).value) == "((A << 1) | (A >> 1)) & B"
    assert "0x" in shown(around.value)


@pytest.mark.parametrize("length", range(2, 8))
@pytest.mark.parametrize("shape", BOARDS, ids=str)
def test_rows_by_doubling_are_rows(shape: tuple[int, int, int, tuple[tuple[int, int], ...]], length: int) -> None:
    board, random = Board(*shape), Random(length)
    for x, y in [(1, 0), (0, 1), (1, 1), (-1, 1)]:
        ways = powers(board.way(x, y), length)
        for _ in range(20):
            cells = random.getrandbits(100) | random.getrandbits(100)
            drawn = Drawn(board, random)
            drawn.names["A"] = cells & board.cells
            found = drawn.value(starts(variable("A", board.cells), ways, lambda part: part))
            rows = [[way.table.get(bit) for way in ways] for bit in board.bit.values()]
            assert found == sum(
                1 << row[0] for row in rows if all(c is not None and cells >> c & 1 for c in row) if row[0] is not None
            )
    behind = leading(ways, board.cells.bit_length())
    assert all(
        sum(cells >> bit & 1 for cells in behind) == sum(bit in way.table for way in ways) for bit in board.bit.values()
    )


def test_offsets_are_multiples_only_where_rows_fit_together() -> None:
    whole, holed = Board(7, 3, 7, ()), Board(7, 3, 7, ((1, 3),))
    assert multiples_of(tuple(whole.way(x, 0) for x in (3, 1, 0, 2))) == tuple(whole.way(x, 0) for x in range(4))
    assert multiples_of(tuple(holed.way(x, 0) for x in range(4))) is not None
    assert multiples_of(tuple(whole.way(x, 0) for x in (0, 1, 3, 4))) is None
    assert multiples_of(tuple(whole.way(x, 0) for x in (1, 2, 3, 4))) is None
