"""A flat view of a metamodel for everything that walks models: readers, writers, comparison, validation.

PyEcore answers reflective questions correctly but slowly. ``Schema`` asks them once. Features stand in metamodel order,
inherited ones first, which is the order of every canonical text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property
from typing import Any

from tilewright.metamodel.loading import package
from tilewright.metamodel.typing import EClass, EFeature, EPackage


class Kind(Enum):
    """What a feature holds."""

    ATTRIBUTE = "attribute"
    REFERENCE = "reference"
    CONTAINMENT = "containment"


@dataclass(frozen=True, eq=False)
class FeatureInfo:
    """One feature of a class. ``type`` names its class, its enumeration, or ``int``, ``boolean``, ``String``."""

    name: str
    efeature: EFeature
    kind: Kind
    type: str
    many: bool
    lower: int
    upper: int
    default: Any
    derived: bool
    identifier: bool
    opposite: str | None
    literals: Mapping[str, Any] | None
    """The literals of an enumeration by name, in order; None for other types."""

    @property
    def written(self) -> bool:
        """Whether texts name this feature: of two opposite references only the end that must be set is written."""
        return not self.derived and (self.opposite is None or self.lower > 0)


@dataclass(frozen=True, eq=False)
class ClassInfo:
    """One class with all its features, inherited ones first."""

    name: str
    eclass: EClass
    python_class: type
    abstract: bool
    features: tuple[FeatureInfo, ...]
    by_name: Mapping[str, FeatureInfo]
    supertypes: frozenset[str]
    """The names of all superclasses, and its own."""

    @cached_property
    def stored(self) -> tuple[FeatureInfo, ...]:
        """The features that are not derived."""
        return tuple(feature for feature in self.features if not feature.derived)

    @cached_property
    def containments(self) -> tuple[FeatureInfo, ...]:
        """The features that contain elements."""
        return tuple(feature for feature in self.stored if feature.kind is Kind.CONTAINMENT)


@dataclass(frozen=True, eq=False)
class Schema:
    """All classes of a package by name."""

    classes: Mapping[str, ClassInfo]
    concrete: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each class the names of the classes that can be instantiated where it is expected, in metamodel order."""

    @cached_property
    def _of_types(self) -> dict[type, ClassInfo]:
        return {}

    def of(self, obj: Any) -> ClassInfo:
        """Return the class of an object."""
        info = self._of_types.get(type(obj))
        if info is None:
            info = self._of_types[type(obj)] = self.classes[obj.eClass.name]
        return info


@cache
def schema() -> Schema:
    """Return the schema of game.ecore."""
    return schema_of(package())


def schema_of(root: EPackage) -> Schema:
    """Return the schema of a package without sub-packages."""
    classes = {c.name: _class_info(c) for c in root.eClassifiers if c.eClass.name == "EClass"}
    concrete = {
        name: tuple(other.name for other in classes.values() if name in other.supertypes and not other.abstract)
        for name in classes
    }
    return Schema(classes, concrete)


def _class_info(eclass: EClass) -> ClassInfo:
    features = tuple(_feature_info(f) for f in _all_features(eclass))
    supertypes = frozenset({eclass.name, *(c.name for c in eclass.eAllSuperTypes())})
    return ClassInfo(
        eclass.name, eclass, eclass.python_class, eclass.abstract, features, {f.name: f for f in features}, supertypes
    )


def _all_features(eclass: EClass) -> list[EFeature]:
    """Return the features as EMF orders them: those of the superclasses first, in the order of their declaration."""
    found: dict[EFeature, None] = {}
    for parent in eclass.eSuperTypes:
        found.update(dict.fromkeys(_all_features(parent)))
    found.update(dict.fromkeys(eclass.eStructuralFeatures))
    return list(found)


_DATATYPES = {"EString": "String", "EInt": "int", "EIntegerObject": "int", "EBoolean": "boolean"}


def _feature_info(feature: EFeature) -> FeatureInfo:
    is_reference = bool(feature.is_reference)
    kind = Kind.ATTRIBUTE
    if is_reference:
        kind = Kind.CONTAINMENT if feature.containment else Kind.REFERENCE
    literals = None
    if feature.eType.eClass.name == "EEnum":
        literals = {literal.name: literal for literal in feature.eType.eLiterals}
    opposite = feature.eOpposite.name if is_reference and feature.eOpposite else None
    return FeatureInfo(
        name=feature.name,
        efeature=feature,
        kind=kind,
        type=_DATATYPES.get(feature.eType.name, feature.eType.name),
        many=bool(feature.many),
        lower=feature.lowerBound,
        upper=feature.upperBound,
        default=None if feature.many else _default(feature, kind),
        derived=bool(feature.derived),
        identifier=kind is Kind.ATTRIBUTE and bool(feature.iD),
        opposite=opposite,
        literals=literals,
    )


def _default(feature: EFeature, kind: Kind) -> Any:
    """Return the value that an unset feature has in EMF; null for a number that may be missing."""
    if kind is not Kind.ATTRIBUTE:
        return None
    return feature.get_default_value()
