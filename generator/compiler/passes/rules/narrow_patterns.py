"""Narrow patterns: drop states that no tested cell can have, and alternatives without states.

    before   [{1}&0x1 | {4}&0x1]       state 4 is of another tile
    after    [{1}&0x1]

Conditions: (1) a state is dropped if no cell of the alternative's mask can have it; (2) an alternative is dropped with
its last state. A pattern without alternatives matches nowhere, or only where all offsets lead off the board.
"""

from __future__ import annotations

from dataclasses import replace

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.passes.rewriting import over_chains
from tilewright.generator.compiler.rules import ir


def narrow_patterns(rules: ir.Rules, constants: Constants) -> ir.Rules:
    """Drop states that no tested cell can have, and alternatives without states."""

    def narrowed(pattern: ir.Pattern) -> ir.Pattern:
        parts = (
            replace(part, states=frozenset(state for state in part.states if constants.cells_with(state) & part.mask))
            for part in pattern.alternatives
        )
        return replace(pattern, alternatives=tuple(part for part in parts if part.states))

    return over_chains(rules, lambda ops: ops, narrowed)
