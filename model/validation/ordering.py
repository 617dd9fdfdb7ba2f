"""The order in which findings are told."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.model.diagnostics import Diagnostic, Severity
from tilewright.model.places import Place


def ordered(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings by place, errors first where several have one; what is said twice is said once."""
    distinct: dict[tuple[str, str, Place], Diagnostic] = {}
    for diagnostic in found:
        distinct.setdefault((diagnostic.code, diagnostic.message, diagnostic.place), diagnostic)
    return sorted(distinct.values(), key=lambda d: (d.place, d.severity is not Severity.ERROR))
