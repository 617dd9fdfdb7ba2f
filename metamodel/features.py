"""The classes of the metamodel and their features, as plain records.

Features are in metamodel order, inherited ones first, which is the order of every canonical text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any


class Kind(Enum):
    """Whether a feature holds data, refers to elements, or contains them."""

    ATTRIBUTE = "attribute"
    REFERENCE = "reference"
    CONTAINMENT = "containment"


@dataclass(frozen=True, eq=False, slots=True)
class FeatureInfo:
    """One feature of a class. ``type`` names a class or an enumeration, or is ``int``, ``boolean`` or ``String``.

    ``lower`` and ``upper`` are the bounds of its multiplicity.
    """

    name: str
    kind: Kind
    type: str
    many: bool = False
    lower: int = 0
    upper: int = 1
    default: Any = None
    """The value of a single-valued feature that is not set; None for a number that may be missing."""
    declared: bool = False
    """Whether the metamodel states the default, so that a text may leave the feature out."""
    derived: bool = False
    identifier: bool = False
    opposite: str | None = None
    literals: Mapping[str, Enum] | None = None
    """The literals of an enumeration by name, in order; None for other types."""

    @property
    def written(self) -> bool:
        """Whether texts name this feature: of two opposite references only the mandatory end is written."""
        return not self.derived and (self.opposite is None or self.lower > 0)


class ClassInfo:
    """One class with all its features, inherited ones first."""

    def __init__(
        self,
        name: str,
        python_class: type[Any],
        abstract: bool,
        parents: tuple[ClassInfo, ...],
        own: tuple[FeatureInfo, ...],
    ) -> None:
        self.name = name
        self.python_class = python_class
        """The Python class of its elements."""
        self.abstract = abstract
        self.own = own
        """The features that the class declares itself."""
        self.by_name: Mapping[str, FeatureInfo] = {
            feature.name: feature for features in (*(p.features for p in parents), own) for feature in features
        }
        self.features: tuple[FeatureInfo, ...] = tuple(self.by_name.values())
        self.supertypes: frozenset[str] = frozenset((name,)).union(*(parent.supertypes for parent in parents))
        """The names of all superclasses, and that of the class itself."""

    @cached_property
    def stored(self) -> tuple[FeatureInfo, ...]:
        """The features that are not derived."""
        return tuple(feature for feature in self.features if not feature.derived)

    @cached_property
    def containments(self) -> tuple[FeatureInfo, ...]:
        """The features that contain elements."""
        return tuple(feature for feature in self.stored if feature.kind is Kind.CONTAINMENT)
