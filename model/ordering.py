"""The order of findings, and how many are kept."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Severity
from tilewright.model.places import Place

MOST_FINDINGS = 10_000
"""The greatest number of findings that are kept of a file."""


def kept(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the first ``MOST_FINDINGS`` findings, ordered as by ``ordered``; another one says if there were more."""
    first = list(islice(found, MOST_FINDINGS + 1))
    if len(first) > MOST_FINDINGS:
        message = f"there are more than the {MOST_FINDINGS} findings that are kept; the others are left out"
        first[-1] = diagnose("budget-exceeded", message, first[-1].place)
    return ordered(first)


def ordered(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings sorted by place, errors before warnings at the same place, without duplicates."""
    distinct: dict[tuple[str, str, Place], Diagnostic] = {}
    for diagnostic in found:
        distinct.setdefault((diagnostic.code, diagnostic.message, diagnostic.place), diagnostic)
    return sorted(distinct.values(), key=lambda d: (d.place, d.severity is not Severity.ERROR))
