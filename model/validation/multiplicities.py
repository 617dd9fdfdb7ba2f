"""Multiplicities: each feature holds as many values as it must and may; identifiers are unique; references stay inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.metamodel import FeatureInfo, Kind, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Document
from tilewright.model.objects import values_of
from tilewright.model.places import Place

_REFUSED_VALUE = {
    "bad-value",
    "unresolved-reference",
    "ambiguous-reference",
    "wrong-reference-type",
    "unknown-class",
    "abstract-class",
    "wrong-class",
}
"""Codes of readers for a value that is given, but left out of the model."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What a feature is judged by: the elements of the model, and the places of values that the reader refused."""

    document: Document
    elements: set[EObject]
    refused: set[Place]


def multiplicity_findings(document: Document, elements: Sequence[EObject]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the number of values of each feature, and with identifiers."""
    known = _Known(document, set(elements), {d.place for d in document.diagnostics if d.code in _REFUSED_VALUE})
    identified: dict[str, EObject] = {}
    for obj in elements:
        for feature in schema().of(obj).stored:
            if feature.name in obj.__dict__ or feature.lower > 0:
                yield from _feature_findings(obj, feature, known)
            if feature.identifier:
                yield from _identifier_findings(document, obj, feature, identified)


def _feature_findings(obj: EObject, feature: FeatureInfo, known: _Known) -> Iterator[Diagnostic]:
    values = values_of(obj, feature)
    if len(values) < feature.lower:
        place = known.document.place(obj, feature.name)
        if place not in known.refused:
            yield _too_few(obj, feature, len(values), known.document.place(obj))
    elif 0 <= feature.upper < len(values):
        message = f"{_named(obj)} may have at most {feature.upper} of {feature.name}, but has {len(values)}"
        yield diagnose("too-many-values", message, known.document.place(obj, feature.name))
    if feature.kind is Kind.REFERENCE and not known.elements.issuperset(values):
        message = f"{feature.name} of {_named(obj)} refers to an element that is not in this model"
        yield diagnose("unresolved-reference", message, known.document.place(obj, feature.name))


def _too_few(obj: EObject, feature: FeatureInfo, count: int, place: Place) -> Diagnostic:
    if count == 0:
        return diagnose("missing-feature", f"{_named(obj)} needs {feature.name}", place)
    message = f"{_named(obj)} needs at least {feature.lower} of {feature.name}, but has {count}"
    return diagnose("too-few-values", message, place)


def _identifier_findings(
    document: Document, obj: EObject, feature: FeatureInfo, identified: dict[str, EObject]
) -> Iterator[Diagnostic]:
    value = getattr(obj, feature.name)
    first = identified.setdefault(value, obj) if value is not None else obj
    if first is not obj:
        message = f"the {feature.name} '{value}' is that of another {obj.eClass.name}; it must be unique"
        related = Related(f"the first {obj.eClass.name} with this {feature.name}", document.place(first))
        yield diagnose("duplicate-identifier", message, document.place(obj, feature.name), (related,))


def _named(obj: EObject) -> str:
    name = getattr(obj, "name", None)
    return f"the {obj.eClass.name} '{name}'" if isinstance(name, str) else f"this {obj.eClass.name}"
