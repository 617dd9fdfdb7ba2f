"""What comparisons of rules mean, by their names in the metamodel, and warnings of those that compare nothing."""

from __future__ import annotations

from collections.abc import Iterator
from operator import eq, ge, gt, le, lt, ne

from tilewright.metamodel.language import CompareFilter, IntValue
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.objects import difference
from tilewright.model.validation.model import Model

COMPARISONS = {"eq": eq, "ne": ne, "lt": lt, "le": le, "gt": gt, "ge": ge}


def comparison_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of comparisons of a value with itself, such as ``rank == rank``."""
    for test in model.all(CompareFilter):
        if isinstance(test.left, IntValue) or difference(test.left, test.right) is not None:
            continue
        holds = "always" if COMPARISONS[test.op.name](0, 0) else "never"
        message = (
            f"both sides are the same, so that this {holds} holds; to compare with a number of another cell, keep that "
            "in a counter first, as in 'least := rank -> goto all -> where { if rank == least }'"
        )
        yield model.warn("same-on-both-sides", message, test)
