"""Multiplicities: features hold as many values as they must and may, identifiers are unique, references stay inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.metamodel import FeatureInfo, Kind, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Document
from tilewright.model.objects import values_of
from tilewright.model.validation.refused import Refused

ABSENCES = {
    "gameMustHaveAtLeastOnePlayer": ("Game", "players"),
    "tileMustBeSet": ("TilePlacement", "tile"),
    "tileMustHaveInitialState": ("Tile", "initialState"),
}
"""Constraints that tell of a feature that is missing, so that it is told once, in the words of the game."""

_TOLD = frozenset(ABSENCES.values())
_FOLLOWING = {("Game", "initialPlayer"): "players"}
"""Features that can only be missing where another one is, which is told."""


def multiplicity_findings(document: Document, elements: Sequence[EObject], refused: Refused) -> Iterator[Diagnostic]:
    """Yield what is wrong with the number of values of each feature, and with identifiers."""
    own = set(elements)
    identified: dict[str, EObject] = {}
    known = schema()
    for obj in elements:
        fields = obj.__dict__
        for feature in known.of(obj).stored:
            if feature.lower == 0 and feature.name not in fields:
                continue
            values = values_of(obj, feature)
            if len(values) < feature.lower:
                if not (refused.given(obj, feature) or _told_otherwise(obj, feature, refused)):
                    yield diagnose("missing-feature", f"{_named(obj)} needs {feature.name}", document.place(obj))
            elif 0 <= feature.upper < len(values):
                message = f"{_named(obj)} may have at most {feature.upper} of {feature.name}, but has {len(values)}"
                yield diagnose("too-many-values", message, document.place(obj, feature.name))
            if feature.kind is Kind.REFERENCE and not own.issuperset(values):
                message = f"{feature.name} of {_named(obj)} refers to an element that is not in this model"
                yield diagnose("unresolved-reference", message, document.place(obj, feature.name))
            if feature.identifier:
                yield from _identifier_findings(document, obj, feature, identified)


def _told_otherwise(obj: EObject, feature: FeatureInfo, refused: Refused) -> bool:
    """Return whether it is told by a constraint, or follows from what is told, that a feature is missing."""
    key = obj.eClass.name, feature.name
    cause = _FOLLOWING.get(key)
    return (key in _TOLD and not refused.board) or (cause is not None and not getattr(obj, cause))


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
