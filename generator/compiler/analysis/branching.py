"""About how many moves the clicks of a rule make: what decides how much room is kept for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir

MOST = 8192
"""The most ways that are believed: where clicks seem to make more, most of them can hardly be gone in one position."""
PIECES = 16
"""The most cells of a set on which pieces are thought to stand."""
WAYS = 4
"""The ways that a step is thought to have whose direction is bound."""
FAR = 2
"""Steps are thought to reach one of so many cells of the longest row along a way."""
ENDLESS = 1 << 20
"""The number of ways at which counting ends."""


@dataclass(frozen=True)
class Clicked:
    """About how much the clicks of a rule leave open."""

    before: int = 1
    """The ways through all clicks but the last one."""
    last: int = 1
    """The cells among which the last click chooses."""
    apart: int = 1
    """The ways through the clicks that choose among cells to which no steps lead."""

    @property
    def ways(self) -> int:
        """The ways through all clicks."""
        return self.before * self.last

    @property
    def entries(self) -> int:
        """What is written down: the ways to a set of cells for the last click, or through it, where more follows.

        0 if they are too many to be believed.
        """
        found = max(self.before, self.apart)
        return found if found <= MOST else 0


@dataclass(frozen=True)
class _At:
    """The clicks so far, and about how many cells the working set has, with steps and without."""

    clicked: Clicked
    cells: int
    apart: int

    @property
    def ways(self) -> int:
        return self.clicked.ways

    def click(self) -> _At:
        ways, apart = (min(each, ENDLESS) for each in (self.ways, self.clicked.apart * self.apart))
        return _At(Clicked(ways, self.cells, apart), 1, 1)


def clicked(constants: Constants, rules: ir.Rules) -> list[Clicked]:
    """Return for each rule about how much its clicks leave open.

    A rule that moves several pieces has many ways. What is repeated without bounds counts once, since few go far in one
    position. Cost: each chain is gone through a few times, however often it is repeated, since repetition ends where it
    changes nothing or the ways are ``ENDLESS``.
    """
    vacant = frozenset(constants.initial_state)
    board = constants.board.board.bit_count()
    known: dict[tuple[int, _At], _At] = {}

    def through(chain: ir.Chain, at: _At) -> _At:
        key = id(chain), at
        if key not in known:
            known[key] = gone(chain, at)
        return known[key]

    def gone(chain: ir.Chain, at: _At) -> _At:
        for op in chain.ops:
            match op:
                case ir.Select():
                    at = at.click()
                case ir.Combine(how="Replace", mask=mask):
                    cells = 1 if mask is None else mask.bit_count()
                    at = _At(at.clicked, cells, cells)
                case ir.Keep(patterns=patterns) if not any(
                    each.states & vacant for pattern in patterns for each in pattern.alternatives
                ):
                    at = _At(at.clicked, min(at.cells, PIECES), min(at.apart, PIECES))
                case ir.Step():
                    at = replace(at, cells=min(board, at.cells * _reached(op)))
                case _:
                    chains = op.alternatives if isinstance(op, ir.Choice) else op.traits.flow_chains
                    for _ in range(max(1, op.most) if isinstance(op, ir.Repeat) else 1):
                        before, at = at, max((through(each, at) for each in chains), key=attrgetter("ways"), default=at)
                        if at == before:
                            break
        return at

    return [through(rule.chain, _At(Clicked(), board, board)).clicked for group in rules.groups for rule in group.rules]


def _reached(op: ir.Step) -> int:
    """Return about how many cells steps lead to from one cell."""
    if op.ways is None:
        return WAYS
    if op.most == 1:
        return len(op.ways)
    return sum(max(1, (way.longest_row if op.most < 0 else min(op.most, way.longest_row)) // FAR) for way in op.ways)
