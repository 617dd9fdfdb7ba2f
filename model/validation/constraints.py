"""The constraints of the metamodel, evaluated for every element within one budget of steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from tilewright.metamodel import Kind, schema
from tilewright.metamodel.budget import BudgetError, Meter
from tilewright.metamodel.checking import FAULTS, Check, Violation
from tilewright.metamodel.checks import CHECKS
from tilewright.metamodel.elements import Element
from tilewright.metamodel.schema import ClassInfo
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Document
from tilewright.model.validation.multiplicities import ABSENCES
from tilewright.model.validation.refused import Refused

STEPS, STEPS_PER_ELEMENT = 3_000_000, 200
"""What the constraints of a model may cost together. One step is about one element visited, or a microsecond; ordinary
models take 40 to 60 for each element."""


@cache
def checks_of(info: ClassInfo) -> tuple[tuple[str, Check], ...]:
    """Return the constraints of a class with their names, inherited ones first."""
    own = (CHECKS.get(cls.__name__, {}) for cls in reversed(info.python_class.__mro__))
    return tuple(item for checks in own for item in checks.items())


def constraint_findings(document: Document, elements: Sequence[Element], refused: Refused) -> Iterator[Diagnostic]:
    """Yield every violation of a constraint; the code is the constraint's name.

    What gives null or invalid, as happens where a feature that must be set is missing, is no violation: multiplicities
    are judged apart. An element with a value that the reader refused is not blamed for lacking it.
    """
    meter = Meter(STEPS + STEPS_PER_ELEMENT * len(elements))
    known = {info: checks_of(info) for info in {element.eClass for element in elements}}
    for element in elements:
        for name, check in known[element.eClass]:
            try:
                broken = check(element, meter)
                if broken is not None:
                    for violation in broken.violations(name, element):
                        if _is_to_blame(violation, refused):
                            yield _diagnostic(document, violation)
            except FAULTS:
                continue
            except (BudgetError, RecursionError):
                message = f"the model is too entangled to be validated: {name} was given up"
                yield diagnose("budget-exceeded", message, document.place(element))
                if meter.left < 0:
                    return


def _is_to_blame(violation: Violation, refused: Refused) -> bool:
    """Return whether the element itself is wrong, and not only the value that the reader refused in it."""
    absence = ABSENCES.get(violation.constraint)
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
    return Diagnostic(violation.constraint, violation.message, place, related=related)
