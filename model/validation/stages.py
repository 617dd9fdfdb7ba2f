"""The stages of validation, in order, and what becomes of their findings."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.model.diagnostics import Diagnostic, Severity, has_errors
from tilewright.model.document import Document
from tilewright.model.objects import without_collecting
from tilewright.model.places import Place
from tilewright.model.validation.constraints import constraint_findings
from tilewright.model.validation.containment import contents
from tilewright.model.validation.multiplicities import multiplicity_findings
from tilewright.model.validation.refused import Refused
from tilewright.model.validation.sense import sense_findings


def validate(document: Document) -> list[Diagnostic]:
    """Return all diagnostics of a model, those of its reader included, ordered by their places, each once.

    It never raises, whatever the model holds. Cost: linear in the elements, about 40 µs each.
    """
    with without_collecting():
        return _ordered(_findings(document))


def _findings(document: Document) -> list[Diagnostic]:
    found = list(document.diagnostics)
    if document.root is not None:
        elements, faults = contents(document, document.root)
        found += faults
        if not has_errors(faults):
            refused = Refused(document, elements)
            found += multiplicity_findings(document, elements, refused)
            if not refused.board:
                found += constraint_findings(document, elements, refused)
        if not has_errors(found):
            found += sense_findings(document, elements)
    return found


def _ordered(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings by place, errors first where several have one; what is said twice is said once."""
    distinct: dict[tuple[str, str, Place], Diagnostic] = {}
    for diagnostic in found:
        distinct.setdefault((diagnostic.code, diagnostic.message, diagnostic.place), diagnostic)
    return sorted(distinct.values(), key=lambda d: (d.place, d.severity is not Severity.ERROR))
