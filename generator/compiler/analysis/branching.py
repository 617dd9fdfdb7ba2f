"""About how many moves the clicks of a rule make: what decides how much room is kept for them."""

from __future__ import annotations

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir

MOST = 8192
"""The most ways that are believed: where clicks seem to make more, most of them can hardly be gone in one position."""
PIECES = 16
"""The most cells of a set on which pieces are thought to stand."""


def clicked_ways(constants: Constants, rules: ir.Rules) -> int:
    """Return about how many ways there are through the clicks of the rule that has the most, without those of too many.

    A click in a set that was reached from another click, as by steps, does not count, and what is repeated without
    bounds counts once: few of these ways can be gone in one position.
    """
    vacant = frozenset(constants.initial_state)

    def ways(chain: ir.Chain, cells: int) -> int:
        found, size = 1, cells
        for op in chain.ops:
            match op:
                case ir.Select():
                    found, size = found * size, 1
                case ir.Combine(how="Replace", mask=mask):
                    size = 1 if mask is None else mask.bit_count()
                case ir.Keep(patterns=patterns) if not any(
                    each.states & vacant for pattern in patterns for each in pattern.alternatives
                ):
                    size = min(size, PIECES)
                case _:
                    inner = max((ways(each, size) for each in op.traits.flow_chains), default=1)
                    found *= max(1, inner) ** (max(1, op.most) if isinstance(op, ir.Repeat) else 1)
        return found

    cells = constants.board.board.bit_count()
    every = (ways(rule.chain, cells) for group in rules.groups for rule in group.rules)
    return max((found for found in every if found <= MOST), default=0)
