"""Sifting: the first cells from which a shape passes the tests that follow, found for all first cells at once.

before   for each first cell: are the covered cells all empty? does one of them touch a piece? ...
after    for each cell of the shape: shift the empty cells back by it, and meet the results; ...

A test is sifted if it asks something of all covered cells, of one, or of none. Where it asks something else it is taken
to pass, so that cells that are left still have to be tested.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilewright.generator.compiler.analysis.straightness import keeps_cells
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.preimage import Preimage
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.patterns import pattern_cells
from tilewright.generator.compiler.emit.sets import Cells, constant, join_all, meet, variable, without
from tilewright.generator.compiler.kernel.nodes import Expression, Local, call
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import changes

Sifted = Callable[[Cells], Cells]
"""Returns those of some first cells from which the tests pass."""


class Sieve:
    """Finds the first cells from which a shape passes tests."""

    def __init__(self, emitter: Emitter, flow: Flow, ops: Sequence[ir.Op]) -> None:
        """Emit the sets that the tests ask for. *ops*: what follows the shape. *flow*: the one that comes to it."""
        self._emitter = emitter
        self._flow = flow
        self._asked: list[tuple[bool, Cells, Local]] = []
        """Whether all covered cells must be in a set or one, the set, and the variable that holds the first cells."""
        self._passing = self._through(ops)

    def sift(self, first: Cells, covered: Expression) -> Cells:
        """Return those of some first cells from which the tests may pass; *covered* is for a first cell with bit 0."""
        if not self._asked:
            return first
        code = self._emitter.code
        for every, _, found in self._asked:
            code.assign(found, first.value if every else 0)
        with self._emitter.each_cell(covered) as (_, cell):
            distance = self._emitter.number(call("ctz", cell))
            for every, cells, found in self._asked:
                there = cells.value >> distance
                code.assign(found, found & there if every else found | there)
        return self._passing(first)

    def _through(self, ops: Sequence[ir.Op]) -> Sifted:
        """Return what sifts first cells by all tests at the beginning of a chain."""
        parts: list[Sifted] = []
        for op in ops:
            if changes((op,)) or op.traits.raises:
                break
            match op:
                case ir.Keep(patterns, True):
                    parts.append(self._every(patterns))
                case ir.Guard(conditions, negate, False):
                    parts.append(self._some(conditions, negate=negate))
                case ir.Choice(_, alternatives):
                    parts.append(self._one_of([self._through(chain.ops) for chain in alternatives]))
            if not keeps_cells(op):
                break
        return _all_of(parts)

    def _every(self, patterns: Sequence[ir.Pattern]) -> Sifted:
        """Return what asks whether all covered cells match patterns."""
        matching = constant(self._emitter.constants.board.cells)
        for pattern in patterns:
            matching = meet(matching, pattern_cells(self._emitter, self._flow, pattern))
        found = self._ask(matching, every=True)
        return lambda first: meet(first, found)

    def _some(self, conditions: Sequence[ir.Chain], *, negate: bool) -> Sifted:
        """Return what asks whether a chain has an output from one of the covered cells, or with *negate* from none."""
        parts = []
        for chain in conditions:
            inner = aside(self._flow, chain.me)
            part = Preimage(self._emitter, inner).origins(chain.ops, inner.bound, single=False)
            if part is None:
                return _unchanged
            parts.append(part)
        found = self._ask(join_all(parts), every=False)
        return lambda first: without(first, found) if negate else meet(first, found)

    def _one_of(self, alternatives: Sequence[Sifted]) -> Sifted:
        """Return what asks whether one of some alternatives passes."""

        def passing(first: Cells) -> Cells:
            return join_all([self._emitter.name(alternative(first)) for alternative in alternatives])

        return passing

    def _ask(self, cells: Cells, *, every: bool) -> Cells:
        """Note that all covered cells or one must be in a set; return the variable with the first cells for that."""
        found = self._emitter.code.fresh("U")
        self._asked.append((every, self._emitter.name(cells), found))
        return variable(found, self._emitter.constants.board.cells)


def _all_of(parts: Sequence[Sifted]) -> Sifted:
    """Return what sifts by one after the other."""

    def passing(first: Cells) -> Cells:
        for part in parts:
            first = part(first)
        return first

    return passing


def _unchanged(first: Cells) -> Cells:
    """Return first cells of which nothing is known."""
    return first
