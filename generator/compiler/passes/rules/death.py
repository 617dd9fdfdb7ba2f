"""Dead operations: those that have no output, whatever the flow."""

from __future__ import annotations

from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Becomes


def is_dead(op: ir.Op) -> bool:
    """Return whether an operation never has an output."""
    return op.traits.cells is Becomes.NONE
