"""Resolve transforms of known cells: what is turned or mirrored moves along a way, which is known beforehand.

    before   combine how=Replace mask=3 mark=None
             shift way=None transform=FlipColumns
    after    combine how=Replace mask=3 mark=None
             shift way={0>1 1>0} transform=None surely=True

Conditions: (1) the working set is a constant, the same wherever the chain is run; (2) a cell of it has an image.
"""

from __future__ import annotations

from dataclasses import replace

from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.passes.rewriting import Ops, over_chains
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Becomes


def resolve_transforms(rules: ir.Rules, constants: Constants) -> ir.Rules:
    """Replace transforms of constant cells by ways."""

    def change(ops: Ops) -> Ops:
        changed: list[ir.Op] = []
        cells: int | None = None
        for op in ops:
            if isinstance(op, ir.Shift) and op.transform is not None and cells:  # (1)
                way = constants.board.turning(op.transform, cells)
                if way.table:  # (2)
                    op = replace(op, way=way, transform=None, surely=True)
            changed.append(op)
            cells = _after(op, cells)
        return tuple(changed) if any(one is not other for one, other in zip(ops, changed, strict=True)) else ops

    return over_chains(rules, change)


def _after(op: ir.Op, cells: int | None) -> int | None:
    """Return the working set after an operation if it is a constant, given the one before; else None."""
    if isinstance(op, ir.Combine) and op.how == "Replace":
        return op.mask
    if isinstance(op, ir.Combine) and op.how == "Union" and op.mask is not None and cells is not None:
        return cells | op.mask
    if isinstance(op, ir.Shift) and op.surely and op.way is not None and cells is not None:
        return op.way.image(cells)
    return cells if op.traits.cells is Becomes.SAME and not op.traits.may_fail else None
