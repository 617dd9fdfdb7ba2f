"""Drop patterns that hold at every cell, and tests that have no other.

    before   keep patterns=([{0 1 2}&0x777]) whole=False
             combine how=Intersect mask=7 mark=None
    after    combine how=Intersect mask=7 mark=None

Conditions: (1) an alternative has all cells, all states that any cell can have, and no mark; (2) the pattern has no
offsets, or matches off the board, too.
"""

from __future__ import annotations

from dataclasses import replace

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.passes.rewriting import Ops, over_chains
from tilewright.generator.compiler.rules import ir


def drop_idle_tests(rules: ir.Rules, constants: Constants) -> ir.Rules:
    """Drop patterns that hold at every cell, and tests that have no other."""
    every = {state for state in range(len(constants.states)) if constants.cells_with(state)}

    def is_idle(pattern: ir.Pattern) -> bool:
        if pattern.offsets and not pattern.off_board:  # (2)
            return False
        return any(  # (1)
            part.states >= every and constants.board.cells & ~part.mask == 0 and not part.marks
            for part in pattern.alternatives
        )

    def change(ops: Ops) -> Ops:
        kept: list[ir.Op] = []
        for op in ops:
            if isinstance(op, ir.Keep):
                telling = tuple(pattern for pattern in op.patterns if not is_idle(pattern))
                kept += [replace(op, patterns=telling)] if telling else []
            else:
                kept.append(op)
        return tuple(kept)

    return over_chains(rules, change)
