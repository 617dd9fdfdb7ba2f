"""Validates a model of any metamodel: its text, its multiplicities, its constraints."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tilewright.metamodel.instances import Instance, InstanceFeature, UnreadError, named
from tilewright.metamodel.judging import UNDEFINED
from tilewright.metamodel.ocl import Meter, OclBudgetError
from tilewright.model.bounded import read_bytes
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related, Severity
from tilewright.model.document import Document
from tilewright.model.files import MAX_BYTES
from tilewright.model.instances.metamodel import Metamodel
from tilewright.model.instances.reader import read_instance
from tilewright.model.objects import values_of, without_collecting
from tilewright.model.ordering import kept
from tilewright.model.places import Place

STEPS, STEPS_PER_ELEMENT, MOST_STEPS = 5_000_000, 400, 50_000_000
"""The steps that all constraints of a model may take together: a base, an addition for each element, and a maximum.

A step is about one element visited."""

CHARACTERS_PER_STEP = 16
"""The length of a constraint's text that costs one more step whenever the constraint is evaluated."""


def validate_instance(file: str | os.PathLike[str], metamodel: Metamodel) -> list[Diagnostic]:
    """Return everything that is wrong with a model in an XMI file, ordered by place.

    ``OSError`` if the file cannot be read; no content raises anything. Cost: linear in the elements, and the steps that
    constraints take, for which there is a budget.
    """
    path = Path(file)
    data = read_bytes(path, MAX_BYTES)
    if len(data) > MAX_BYTES:
        message = f"the file is larger than the {MAX_BYTES // 1024**2} MiB that are read"
        return [diagnose("file-too-large", message, Place(str(path)))]
    with without_collecting():
        return kept(_findings(data, str(path), metamodel))


def _findings(data: bytes, file: str, metamodel: Metamodel) -> Iterator[Diagnostic]:
    read = read_instance(data, file, metamodel)
    document = read.document
    yield from document.diagnostics
    meter = Meter(min(STEPS + STEPS_PER_ELEMENT * len(read.elements), MOST_STEPS))
    meter.model = read.elements
    meter.partial = read.partial
    complete = not document.diagnostics
    for element in read.elements:
        for feature in element.eClass.stored:
            for found in _counted(document, element, feature):  # type: ignore[arg-type]
                complete = False
                yield found
    for element in read.elements:
        for found in _judged(document, element, metamodel, meter):
            if complete or found.code != UNDEFINED:
                yield found
        if meter.left < 0:
            return


def _counted(document: Document, element: Instance, feature: InstanceFeature) -> Iterator[Diagnostic]:
    """Yield a diagnostic if a feature has too few or too many values, or the same value twice where it may not."""
    if feature.name in element.unread:
        return
    values = values_of(element, feature)
    size = len(values)
    if feature.unsettable and feature.name not in element.__dict__:
        size = 0
    place = document.place(element)
    if size < feature.lower:
        needs = f"{named(element)} needs {feature.name}"
        if feature.many and feature.lower > 1:
            needs = f"{named(element)} needs at least {feature.lower} of {feature.name}, but has {size}"
        yield diagnose("too-few-values" if size else "missing-feature", needs, place)
    elif 0 < feature.upper < size:
        message = f"{named(element)} may have at most {feature.upper} of {feature.name}, but has {size}"
        yield diagnose("too-many-values", message, place)
    if feature.many and feature.unique and len(set(values)) < size:
        yield diagnose("duplicate-value", f"{feature.name} of {named(element)} has the same value twice", place)
    if feature.keys and size > 1:
        yield from _alike(document, element, feature, values)


def _alike(
    document: Document, element: Instance, feature: InstanceFeature, values: Sequence[Any]
) -> Iterator[Diagnostic]:
    """Yield each of some values whose keys are those of one before it."""
    first: dict[tuple[str, ...], Any] = {}
    for each in values:
        if not each.unread.isdisjoint(feature.keys):
            continue
        held = tuple(repr(values_of(each, each.eClass.by_name[key])) for key in feature.keys)
        other = first.setdefault(held, each)
        if other is not each:
            message = f"two of {feature.name} of {named(element)} have the same {' and '.join(feature.keys)}"
            yield diagnose("duplicate-value", message, document.place(each), (Related("one", document.place(other)),))


def _judged(document: Document, element: Instance, metamodel: Metamodel, meter: Meter) -> Iterator[Diagnostic]:
    """Yield the constraints that do not hold for an element, except those that depend on what could not be read.

    Those that are neither true nor false have a code of their own: a feature that lacks a value may be the reason.
    """
    for constraint in metamodel.constraints[element.eClass]:
        try:
            meter.charge(1 + len(constraint.text) // CHARACTERS_PER_STEP)
            for found in constraint.violations(element, meter):
                related = () if found.related is None else (Related("it", document.place(found.related)),)
                place = document.place(found.element)
                if found.undefined:
                    yield diagnose(UNDEFINED, found.message, place)
                else:
                    severity = Severity.WARNING if found.mild else Severity.ERROR
                    yield Diagnostic(constraint.name, found.message, place, severity, related)
        except UnreadError:
            continue
        except OclBudgetError as error:
            message = f"{constraint.name} was given up: {error.message}"
            yield diagnose("budget-exceeded", message, document.place(element))
            if meter.left < 0:
                return
