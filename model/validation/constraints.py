"""Evaluates the constraints of the metamodel for every element, within one budget of steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from tilewright.metamodel import Kind, schema
from tilewright.metamodel.budget import BudgetError, Meter
from tilewright.metamodel.checking import FAULTS, Violation
from tilewright.metamodel.checks import CHECKS
from tilewright.metamodel.elements import Element
from tilewright.metamodel.features import ClassInfo
from tilewright.metamodel.language import CallFilter, Filter, Parameter
from tilewright.model.choosing import in_domain, offered
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Document, Syntax
from tilewright.model.hints import Hint, Hints
from tilewright.model.objects import walk
from tilewright.model.places import Place
from tilewright.model.validation.multiplicities import ABSENCES
from tilewright.model.validation.refused import Refused

STEPS, STEPS_PER_ELEMENT = 3_000_000, 200
"""The budget of all constraints of a model together. One step is about one element visited; ordinary models need far
fewer for each element."""


_CHOSEN_FOR: Mapping[str, Callable[[Any], Parameter]] = {
    "parameterValueMustBeInItsDomain": lambda parameter: parameter,
    "settingMustBeInTheDomain": lambda setting: setting.parameter,
}
"""For each constraint of a chosen value the parameter for which an element chooses it."""

_OF_WHAT_IS_RUN = {"repeatBodyMustChangeSomething"}
"""The constraints that ask for something in a chain or in those that it calls: it may be in what was refused there."""

Check = Callable[[Any, Meter], Any]
"""Returns True if a constraint certainly holds for an element; any other result leaves that open."""


@cache
def checks_of(info: ClassInfo) -> tuple[tuple[str, Check], ...]:
    """Return the constraints of a class with their names, inherited ones first."""
    own = (CHECKS.get(cls.__name__, {}) for cls in reversed(info.python_class.__mro__))
    return tuple(item for checks in own for item in checks.items())


def violations(element: Element, name: str, check: Check, meter: Meter) -> Iterable[Violation]:
    """Return the violations of a constraint by an element; ``BudgetError`` if the meter runs out.

    A result of null or invalid is no violation: it arises where a mandatory feature is missing, which is reported by
    the check of multiplicities.
    """
    try:
        if check(element, meter) is True:
            return ()
    except FAULTS:
        pass
    return _told(element, name, meter)


def _told(element: Element, name: str, meter: Meter) -> Iterable[Violation]:
    """Return the violations by the exact form of a constraint, as OCL defines it."""
    from tilewright.metamodel.verdicts import VERDICTS

    declaring = next(cls for cls in type(element).__mro__ if name in VERDICTS.get(cls.__name__, ()))
    try:
        broken = VERDICTS[declaring.__name__][name](element, meter)
    except FAULTS:
        return ()
    return () if broken is None else broken.violations(name, element)


def constraint_findings(document: Document, elements: Sequence[Element], refused: Refused) -> Iterator[Diagnostic]:
    """Yield a diagnostic for every violation of a constraint; its code is the name of the constraint.

    Violations that only follow from a value that the reader refused are left out. Filters at the same place are made of
    one text, as where a chain with parameters is called several times: of these the first one is told.
    """
    told: dict[tuple[str, Place], Element] = {}
    meter, hints = Meter(STEPS + STEPS_PER_ELEMENT * len(elements)), Hints()
    judged = {info: checks for info in {element.eClass for element in elements} if (checks := checks_of(info))}
    for element in elements:
        for name, check in judged.get(element.eClass, ()):
            try:
                for violation in violations(element, name, check, meter):
                    if not _is_to_blame(violation, refused):
                        continue
                    found = _diagnostic(document, violation, hints)
                    at_fault = violation.element
                    is_filter = document.syntax is Syntax.GAME and isinstance(at_fault, Filter)
                    if not is_filter or told.setdefault((name, found.place), at_fault) is at_fault:
                        yield found
            except (BudgetError, RecursionError):
                message = f"the model is too entangled to be validated: {name} was given up"
                yield diagnose("budget-exceeded", message, document.place(element))
                if meter.left < 0:
                    return


def _is_to_blame(violation: Violation, refused: Refused) -> bool:
    """Return whether a violation is more than a consequence of something that the reader refused in the element."""
    if violation.constraint in _OF_WHAT_IS_RUN:
        return not any(element in refused for element in _run_by(violation.element))
    absence = ABSENCES.get(violation.constraint)
    if absence is None:
        return violation.element not in refused
    feature = schema().classes[absence[0]].by_name[absence[1]]
    if feature.kind is Kind.CONTAINMENT:
        return not refused.contained(violation.element)
    return not refused.given(violation.element, feature)


def _run_by(element: Element) -> Iterator[Element]:
    """Yield an element with all that it contains, and the chains that these call with all that they contain, once."""
    pending, known = [element], {element}
    while pending:
        for found in walk(pending.pop()):
            yield found
            pipeline = found.pipeline if isinstance(found, CallFilter) else None
            if pipeline is not None and pipeline not in known:
                known.add(pipeline)
                pending.append(pipeline)


def _diagnostic(document: Document, violation: Violation, hints: Hints) -> Diagnostic:
    from tilewright.model.validation.wording import in_words  # the words of the notation, which valid models need not

    related: tuple[Related, ...] = ()
    if violation.related is not None:
        related = (Related("the other one", document.place(violation.related)),)
    element, hint, feature = violation.element, Hint(), None
    if violation.constraint in _CHOSEN_FOR:
        feature = "value"
        parameter = _CHOSEN_FOR[violation.constraint](element)
        value = element.value or ""  # of a model with errors it may be missing
        if not in_domain(parameter, value) and hints.take():
            hint = offered(parameter, value)
    place = document.place(element, feature)
    message = f"{in_words(violation)}{hint}"
    return Diagnostic(violation.constraint, message, place, related=related, remedies=hint.remedies)
