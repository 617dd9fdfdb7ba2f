"""Narrow patterns: drop states that no cell can have where they are asked for, and alternatives without states.

    before   pattern[(alternative[{1} 1 () ()] alternative[{4} 1 () ()]) () False]       state 4 is of another tile
    after    pattern[(alternative[{1} 1 () ()]) () False]

Conditions: (1) a state goes if no cell of the alternative's mask is of its tile; (2) an alternative goes with its last
state. A pattern without alternatives holds nowhere, or only where all offsets lead off the board.
"""

from __future__ import annotations

from dataclasses import replace

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.passes.rewriting import over_chains
from tilewright.generator.compiler.rules import ir


def narrow_patterns(rules: ir.Rules, constants: Constants) -> ir.Rules:
    """Drop states that no cell can have where they are asked for, and alternatives without states."""

    def narrowed(pattern: ir.Pattern) -> ir.Pattern:
        parts = (
            replace(part, states=frozenset(state for state in part.states if constants.cells_with(state) & part.mask))
            for part in pattern.alternatives
        )
        return replace(pattern, alternatives=tuple(part for part in parts if part.states))

    return over_chains(rules, lambda ops: ops, narrowed)
