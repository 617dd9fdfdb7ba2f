"""Operations that cannot have an output, whatever flow they begin with."""

from __future__ import annotations

from tilewright.generator.compiler.rules import ir


def is_dead(op: ir.Op) -> bool:
    """Return whether an operation never has an output."""
    match op:
        case ir.Die() | ir.Choice(alternatives=()) | ir.Combine(how="Clear"):
            return True
        case ir.Keep():
            return any(not pattern.alternatives and not pattern.off_board for pattern in op.patterns)
        case ir.Combine(how="Replace" | "Intersect", mask=0):
            return True
    return False
