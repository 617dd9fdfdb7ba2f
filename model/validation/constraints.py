"""The constraints of the metamodel, evaluated for every element within one budget of steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.metamodel import Kind, schema
from tilewright.metamodel.constraints import Violation, constraints
from tilewright.metamodel.ocl import Meter, OclBudgetError
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Document
from tilewright.model.validation.multiplicities import ABSENCES
from tilewright.model.validation.refused import Refused

STEPS, STEPS_PER_ELEMENT = 3_000_000, 200
"""What the constraints of a model may cost together. One step is about one element visited, or a microsecond; ordinary
models take 40 to 60 for each element."""


def constraint_findings(document: Document, elements: Sequence[EObject], refused: Refused) -> Iterator[Diagnostic]:
    """Yield every violation of a constraint; the code is the constraint's name.

    An element with a value that the reader refused is not blamed for lacking it.
    """
    meter = Meter(STEPS + STEPS_PER_ELEMENT * len(elements))
    known = constraints()
    for obj in elements:
        for constraint in known[obj.eClass.name]:
            try:
                for violation in constraint.violations(obj, meter):
                    if _is_to_blame(violation, refused):
                        yield _diagnostic(document, violation)
            except OclBudgetError:
                message = f"the model is too entangled to be validated: {constraint.name} was given up"
                yield diagnose("budget-exceeded", message, document.place(obj))
                if meter.left < 0:
                    return


def _is_to_blame(violation: Violation, refused: Refused) -> bool:
    """Return whether the element itself is wrong, and not only the value that the reader refused in it."""
    absence = ABSENCES.get(violation.constraint.name)
    if absence is None:
        return violation.element not in refused
    feature = schema().classes[absence[0]].by_name[absence[1]]
    if feature.kind is Kind.CONTAINMENT:
        return not refused.contained(violation.element)
    return not refused.given(violation.element, feature)


def _diagnostic(document: Document, violation: Violation) -> Diagnostic:
    related: tuple[Related, ...] = ()
    if violation.related is not None:
        related = (Related("the other one", document.place(violation.related)),)
    place = document.place(violation.element)
    return Diagnostic(violation.constraint.name, violation.message, place, related=related)
