"""Cut what follows an operation without output.

    before   keep patterns=([]) whole=False
             setphase phase=1
    after    keep patterns=([]) whole=False

Condition: no flow comes through the operation, or only one whose game has ended, which nothing would change any more.
"""

from __future__ import annotations

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.passes.rewriting import Ops, over_chains
from tilewright.generator.compiler.passes.rules.death import is_dead
from tilewright.generator.compiler.rules import ir


def cut_after_death(rules: ir.Rules, constants: Constants) -> ir.Rules:
    """Cut what follows an operation without output."""
    return over_chains(rules, _cut)


def _cut(ops: Ops) -> Ops:
    end = next((place for place, op in enumerate(ops, 1) if is_dead(op)), len(ops))
    return ops[:end]
