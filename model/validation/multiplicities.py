"""Checks that multiplicities are kept, identifiers are unique, and references stay inside the model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from tilewright.metamodel import ClassInfo, FeatureInfo, Kind
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Board, Theme, Zone
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.document import Document, Syntax
from tilewright.model.fitting import lacking
from tilewright.model.objects import values_of
from tilewright.model.validation.refused import Refused

ABSENCES = {
    "gameMustHaveAtLeastOnePlayer": ("Game", "players"),
    "tileMustBeSet": ("TilePlacement", "tile"),
    "tileMustHaveInitialState": ("Tile", "initialState"),
}
"""Constraints that report a missing feature in the words of the game, so that it is not reported here as well."""

WRITTEN = {
    ("Game", "board"): (
        "board Board { width 2 height 1"
        ' tiles { Tile Cell { name "Cell" initialState State Empty {} states { State Stone { symbol "X" } } } }'
        " tileplacement { TilePlacement { row 0 column 0 tile Cell }, TilePlacement { row 0 column 1 tile Cell } } }"
    ),
}
"""Examples in class form of features whose values have many parts."""

_TOLD = frozenset(ABSENCES.values())
_CELLS = ("tiles", "tileplacement")
"""The features that are missing in a board or zone without rows or columns, which a constraint tells."""
_FOLLOWING = {("Game", "initialPlayer"): "players"}
"""Features that can only be missing if another one is, which is reported in their place."""


def multiplicity_findings(document: Document, elements: Sequence[Element], refused: Refused) -> Iterator[Diagnostic]:
    """Yield what is wrong with the number of values of each feature, with references and with identifiers."""
    if document.older:
        for obj, missing in lacking(document.root, text=document.syntax is Syntax.BGDSL):
            if not refused.given(obj, obj.eClass.by_name[missing]):
                yield diagnose("missing-feature", f"{_named(obj)} needs {missing}", document.place(obj))
    told = {found.place for found in document.diagnostics if found.code == "duplicate-identifier"}
    own = set(elements)
    suspects = _suspects(elements, own)
    identified: dict[str, Element] = {}
    for obj in elements if suspects else ():
        for feature in obj.eClass.stored if obj in suspects else ():
            values = values_of(obj, feature)
            if len(values) < feature.lower:
                if not (refused.given(obj, feature) or _told_otherwise(obj, feature, refused)):
                    what = feature.name if feature.lower == 1 else f"at least {feature.lower} {feature.name}"
                    message = f"{_named(obj)} needs {what}{_example(document, obj, feature)}"
                    yield diagnose("missing-feature", message, document.place(obj))
            elif values == [""] and _needs_text(feature):
                message = f"this {obj.eClass.name} needs a name; an empty text is none"
                yield diagnose("missing-feature", message, document.place(obj, feature.name))
            elif 0 <= feature.upper < len(values):
                message = f"{_named(obj)} may have at most {feature.upper} of {feature.name}, but has {len(values)}"
                yield diagnose("too-many-values", message, document.place(obj, feature.name))
            if feature.kind is Kind.REFERENCE and not own.issuperset(values):
                message = f"{feature.name} of {_named(obj)} refers to an element that is not in this model"
                yield diagnose("unresolved-reference", message, document.place(obj, feature.name))
            if feature.identifier:
                for found in _identifier_findings(document, obj, feature, identified):
                    if found.place not in told:
                        yield found


def _suspects(elements: Sequence[Element], own: set[Element]) -> set[Element]:
    """Return the elements in which something may be wrong, searched for class by class. *own* are all elements."""
    by_class: dict[ClassInfo, list[Element]] = defaultdict(list)
    for obj in elements:
        by_class[obj.eClass].append(obj)
    found: set[Element] = set()
    identified: list[tuple[str, Element]] = []
    for info, objs in by_class.items():
        for feature in info.stored:
            found.update(_wrong_numbers(objs, feature))
            if feature.kind is Kind.REFERENCE:
                given = [obj for obj in objs if feature.name in obj.__dict__]
                found.update(obj for obj in given if not own.issuperset(values_of(obj, feature)))
            if feature.identifier:
                identified += [(getattr(obj, feature.name), obj) for obj in objs]
    if len({identifier for identifier, _ in identified}) < len(identified):
        found.update(obj for _, obj in identified)
    return found


def _wrong_numbers(objs: list[Element], feature: FeatureInfo) -> Iterable[Element]:
    """Return the elements that have too few or too many values of a feature."""
    name, default, lower, upper = feature.name, feature.default, feature.lower, feature.upper
    if not feature.many:
        missing = (None, "") if _needs_text(feature) else (None,)
        return [obj for obj in objs if obj.__dict__.get(name, default) in missing] if lower > 0 else ()
    if lower == 0 and upper < 0:
        return ()
    sizes = ((obj, len(getattr(obj, name))) for obj in objs)
    return [obj for obj, size in sizes if size < lower or 0 <= upper < size]


def _needs_text(feature: FeatureInfo) -> bool:
    """Return whether a feature is a name that may not be empty. That of a theme may be: it is only shown."""
    return feature.name == "name" and feature.lower > 0 and feature not in Theme.own_features


def _told_otherwise(obj: Element, feature: FeatureInfo, refused: Refused) -> bool:
    """Return whether a constraint, or the diagnostic of another feature, reports that a feature is missing."""
    key = obj.eClass.name, feature.name
    cause = _FOLLOWING.get(key)
    without_cells = isinstance(obj, Board | Zone) and feature.name in _CELLS and min(obj.width, obj.height) < 1
    by_constraint = (key in _TOLD or without_cells) and not refused.board
    return by_constraint or (cause is not None and not getattr(obj, cause))


def _example(document: Document, obj: Element, feature: FeatureInfo) -> str:
    """Return an example of a missing feature for the message, if there is one and the syntax fits, else ''."""
    example = WRITTEN.get((obj.eClass.name, feature.name))
    return f", such as: {example}" if example and document.syntax in (Syntax.GAME, Syntax.BGDSL) else ""


def _identifier_findings(
    document: Document, obj: Element, feature: FeatureInfo, identified: dict[str, Element]
) -> Iterator[Diagnostic]:
    value = getattr(obj, feature.name)
    first = identified.setdefault(value, obj) if value is not None else obj
    if first is not obj:
        message = f"the {feature.name} '{value}' is that of another {obj.eClass.name}; it must be unique"
        related = Related(f"the first {obj.eClass.name} with this {feature.name}", document.place(first))
        yield diagnose("duplicate-identifier", message, document.place(obj, feature.name), (related,))


def _named(obj: Element) -> str:
    name = getattr(obj, "name", None)
    return f"the {obj.eClass.name} '{name}'" if isinstance(name, str) else f"this {obj.eClass.name}"
