"""Drop alternatives of choices that begin with an operation without output.

    before   choice mode=All
               as 0:
                   keep patterns=([]) whole=False
               as 0:
                   select mark=None record=True
    after    select mark=None record=True

Conditions: (1) the dead operation is the first one, so that the alternative has no effect; (2) if one alternative is
left, its operations replace the choice, unless that is a union; (3) if none is left, the choice is dead.
"""

from __future__ import annotations

from dataclasses import replace

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.passes.rewriting import Ops, over_chains
from tilewright.generator.compiler.passes.rules.death import is_dead
from tilewright.generator.compiler.rules import ir


def drop_dead_alternatives(rules: ir.Rules, constants: Constants) -> ir.Rules:
    """Drop alternatives of choices that begin with an operation without output."""
    return over_chains(rules, lambda ops: tuple(part for op in ops for part in _left_of(op)))


def _left_of(op: ir.Op) -> Ops:
    """Return what replaces an operation."""
    if not isinstance(op, ir.Choice):
        return (op,)
    living = tuple(chain for chain in op.alternatives if not (chain.ops and is_dead(chain.ops[0])))  # (1)
    if not living:
        return (ir.Die(),)  # (3)
    if len(living) == 1 and op.mode != "Union":
        return living[0].ops  # (2)
    return (replace(op, alternatives=living),)
