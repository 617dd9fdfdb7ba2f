"""The cells in some states, where boards are factored into those of owners and those of kinds: a short expression.

    own Rook             B_0 & B_5
    own                  B_0                        all kinds of one owner
    Rook                 B_5                        all owners of one kind
    own without King     B_0 & ~B_2
    empty                ~(B_0 | B_1)

Pairs of an owner and a kind that cannot occur on a cell are don't-cares: those that no state of its tile has and, where
the possible states of the cells are known, those of other states. So the rooks among cells that are known to be own are
``B_5``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tilewright.generator.compiler.lowering.boards import Boards
from tilewright.generator.compiler.lowering.constants import Constants

Pair: TypeAlias = tuple[int, int]
"""A board of an owner and one of a kind."""


@dataclass(frozen=True)
class Block:
    """Cells that are on one of the ``first`` boards and on one of the ``second``; negated, on none of the second.

    If there are no first boards, or no second ones, these are no condition.
    """

    first: tuple[int, ...]
    second: tuple[int, ...]
    negated: bool = False

    @property
    def cost(self) -> int:
        """The number of boards that are read."""
        return len(self.first) + len(self.second)


@dataclass(frozen=True)
class Area:
    """Cells that are in one of some blocks; negated, in none of them."""

    cells: int
    blocks: tuple[Block, ...]
    negated: bool


@dataclass
class _Area:
    """What is wanted on the cells of some tiles, which share an expression. More tiles may be added."""

    cells: int
    wanted: set[Pair]
    blank: bool | None
    """Whether cells in initial states are wanted; None if no cell can be in one."""
    members: list[tuple[frozenset[Pair], frozenset[Pair]]]
    """For each tile the pairs that are wanted, and those that are possible."""

    def takes(self, wanted: frozenset[Pair], present: frozenset[Pair], blank: bool | None) -> bool:
        """Return whether one expression can serve for another tile, too."""
        if None not in (self.blank, blank) and self.blank is not blank:
            return False
        together = self.wanted | wanted
        return all(together & there == here for here, there in [*self.members, (wanted, present)])


def areas(constants: Constants, states: frozenset[int], among: frozenset[int] | None) -> tuple[Area, ...]:
    """Return areas whose union is the set of the cells in one of some states. Results are cached.

    *among*: the states that the cells can have; None: any.
    """
    plans = constants.boards.plans
    key = (states, among)
    found = plans.get(key)
    if found is None:
        found = plans[key] = tuple(_areas(constants, states, among))
    assert isinstance(found, tuple)
    return found


def _areas(constants: Constants, states: frozenset[int], among: frozenset[int] | None) -> Iterable[Area]:
    growing: list[_Area] = []
    boards = constants.boards
    for tile, cells in enumerate(constants.tile_cells):
        possible = [state for state in constants.of_tile(tile) if among is None or state in among]
        initial = constants.initial_state[tile]
        if not cells or not possible:
            continue
        present = _pairs(boards, possible)
        wanted = _pairs(boards, [state for state in possible if state in states])
        blank = initial in states if initial in possible else None
        area = next((area for area in growing if area.takes(wanted, present, blank)), None)
        if area is None:
            growing.append(area := _Area(0, set(), blank, []))
        area.cells |= cells
        area.wanted |= wanted
        area.blank = blank if area.blank is None else area.blank
        area.members.append((wanted, present))
    for area in growing:
        present = frozenset().union(*(there for _, there in area.members))
        rest = _cover(present - area.wanted, present)
        if area.blank or (area.blank is None and not rest):
            yield Area(area.cells, rest, negated=True)
        elif area.wanted:
            yield Area(area.cells, _cover(frozenset(area.wanted), present), negated=False)


def _pairs(boards: Boards, states: Iterable[int]) -> frozenset[Pair]:
    """Return the pairs of boards of some states, without initial states."""
    found = [boards.of_state[state] for state in states if state in boards.of_state]
    return frozenset((owner, kind) for owner, kind in found)


def _cover(wanted: frozenset[Pair], present: frozenset[Pair]) -> tuple[Block, ...]:
    """Return blocks whose union has the cells of the wanted pairs, and of no other present one.

    They are built owner by owner and kind by kind; the cheaper way is taken.
    """
    if not wanted:
        return ()
    by_owner = _rows(wanted, present)
    by_kind = _rows(_turned(wanted), _turned(present))
    return min(by_owner, by_kind, key=lambda blocks: sum(block.cost for block in blocks))


def _turned(pairs: frozenset[Pair]) -> frozenset[Pair]:
    return frozenset((kind, owner) for owner, kind in pairs)


def _rows(wanted: frozenset[Pair], present: frozenset[Pair]) -> tuple[Block, ...]:
    """Return blocks that join rows in which the same columns can be wanted. A pair is a row and a column."""
    groups: list[tuple[list[int], set[int]]] = []
    of_row = {row: {column for other, column in present if other == row} for row, _ in sorted(present)}
    for row, there in of_row.items():
        here = {column for other, column in wanted if other == row}
        for rows, columns in groups:
            together = columns | here
            if all(together & of_row[other] == columns & of_row[other] for other in rows) and together & there == here:
                rows.append(row)
                columns |= here
                break
        else:
            groups.append(([row], here))
    return tuple(_block(rows, columns, of_row) for rows, columns in groups if columns)


def _block(rows: Sequence[int], columns: set[int], of_row: dict[int, set[int]]) -> Block:
    """Return the cheaper block for some columns in some rows: of these columns, or without the other ones."""
    some_rows = tuple(rows) if len(rows) < len(of_row) else ()
    others = set().union(*(of_row[row] for row in rows)) - columns
    every = tuple(of_row)
    if not others:
        whole = tuple(sorted(set().union(*of_row.values())))
        return Block(some_rows, ()) if some_rows else Block(min(every, whole, key=len), ())
    positive = Block(some_rows, tuple(sorted(columns)))
    negative = Block(some_rows or every, tuple(sorted(others)), negated=True)
    return min(positive, negative, key=lambda block: block.cost)
