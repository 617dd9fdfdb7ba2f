"""Emission of shapes (polyominoes): a loop over the orientations of the kinds on a mark, in it one over first cells.

The orientations are numbered, and a set of them is represented like a set of cells. The cells that one covers are a
constant set, a *die*, which is shifted to the first cell. First cells from which tests behind the shape fail are left
out before: see ``sifting``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tilewright.generator.compiler.emit.emitter import Emitter, Then, straight
from tilewright.generator.compiler.emit.filters.sifting import Sieve
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.patterns import board_of, number_of
from tilewright.generator.compiler.emit.sets import Cells, constant, join_all, meet, variable
from tilewright.generator.compiler.kernel.nodes import call, choice, entry
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import WORD


def lay(emitter: Emitter, op: ir.Shape, flow: Flow, rest: Sequence[ir.Op], then: Then) -> None:
    """Emit the loops, and in them what follows: one nest of loops for as many orientations as a set can hold.

    *rest*: the operations that *then* begins with. First cells from which they surely fail may be left out.
    """
    cells = emitter.named(flow).cells
    sieve = Sieve(emitter, flow, rest)
    for dies in _together(emitter, _dies(op.ways, cells)):
        inside, shapes = flow.copy(), emitter.module.table("LAID", [die.covered for _, die in dies])
        fits = emitter.module.table("FITS", [die.cells for _, die in dies])
        lying = _chosen(emitter, flow, op.mark, [states for states, _ in dies])
        everywhere = _everywhere(op.ways, cells)
        with emitter.each_cell(lying.value) as (_, chosen):
            number = emitter.number(call("ctz", chosen))
            first = emitter.name(Cells(cells.value & entry(fits, number), cells.maybe))
            inside.cells = emitter.name(sieve.sift(first, entry(shapes, number)))
            for one in emitter.each(inside):
                covered = entry(shapes, number) << call("ctz", one.cells.value)
                one.cells, one.alive, one.many, one.states = emitter.name(Cells(covered, everywhere)), True, False, None
                then(one)


@straight(ir.Stamp)
def stamp(emitter: Emitter, op: ir.Stamp, flow: Flow) -> None:
    """Replace the working set by all that the kinds on a mark cover if each is laid on each of its cells."""
    cells, code = emitter.named(flow).cells, emitter.code
    found = code.fresh("U")
    code.assign(found, 0)
    for dies in _together(emitter, _dies(op.ways, cells)):
        fits = emitter.module.table("FITS", [die.cells for _, die in dies])
        shapes = emitter.module.table("LAID", [die.covered for _, die in dies])
        with emitter.each_cell(_chosen(emitter, flow, op.mark, [states for states, _ in dies]).value) as (_, chosen):
            number = emitter.number(call("ctz", chosen))
            with emitter.each_cell(cells.value & entry(fits, number)) as (_, corner):
                code.assign(found, found | entry(shapes, number) << call("ctz", corner))
    flow.cells, flow.states, flow.alive = variable(found, _everywhere(op.ways, cells)), None, False


@dataclass(frozen=True)
class _Die:
    """What an orientation covers, as a set that is shifted by the bit of the first cell."""

    cells: int
    """The first cells for which that is right and the shape fits."""
    covered: int
    """The covered cells for a first cell with bit 0."""


def _dies(ways: Sequence[ir.Lying], cells: Cells) -> list[tuple[frozenset[int], _Die]]:
    """Return the dies that fit on cells of a set, each with the states of the kind that has the shape."""
    found = [(way.states, _Die(fits & cells.maybe, covered)) for way in ways for covered, fits in way.dies.items()]
    return [(states, die) for states, die in found if die.cells]


def _everywhere(ways: Sequence[ir.Lying], cells: Cells) -> int:
    """Return the set of all cells that may be covered from cells of a set."""
    found = 0
    for way in ways:
        for bit, covered in way.covered:
            found |= covered if cells.maybe >> bit & 1 else 0
    return found


Each = TypeVar("Each")


def _together(emitter: Emitter, ways: Sequence[Each]) -> Iterator[Sequence[Each]]:
    """Return slices of a sequence, each with as many entries as a set has bits."""
    together = emitter.constants.board.words * WORD
    return (ways[first : first + together] for first in range(0, len(ways), together))


def _chosen(emitter: Emitter, flow: Flow, mark: int, kinds: Sequence[frozenset[int]]) -> Cells:
    """Return the set of the numbers of the orientations whose kind is on a mark. *kinds*: the states of each kind."""
    marked = emitter.name(flow.place(flow.marks[mark]))
    numbers: dict[frozenset[int], int] = {}
    for number, states in enumerate(kinds):
        numbers[states] = numbers.get(states, 0) | 1 << number
    boards = emitter.constants.boards
    if boards.coded:
        some = [0] * (1 << len(flow.boards))
        for states, some_ways in numbers.items():
            for code in states & boards.codes.keys():
                some[boards.codes[code]] |= some_ways
        table, found = emitter.module.table("WAYS", some), emitter.code.fresh("U")
        emitter.code.assign(found, 0)
        with emitter.each_cell(marked.value) as (_, cell):
            emitter.code.assign(found, found | entry(table, number_of(emitter, flow, cell)))
        return variable(found, (1 << len(kinds)) - 1)
    parts = []
    for states, some_ways in numbers.items():
        there = meet(board_of(emitter, flow, states), marked)
        parts.append(Cells(choice(there.value, constant(some_ways).value, 0), some_ways))
    return emitter.name(join_all(parts))
