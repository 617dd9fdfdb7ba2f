"""All classes of the metamodel, for everything that walks models: readers, writers, comparison, validation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING

from tilewright.metamodel.features import ClassInfo

if TYPE_CHECKING:
    from tilewright.metamodel.elements import Element


class Schema:
    """All classes of the metamodel by name."""

    def __init__(self, classes: Mapping[str, ClassInfo]) -> None:
        self.classes = classes

    @cached_property
    def concrete(self) -> Mapping[str, tuple[str, ...]]:
        """For each class the names of the concrete classes among it and its subclasses, in metamodel order."""
        return {
            name: tuple(
                other.name for other in self.classes.values() if name in other.supertypes and not other.abstract
            )
            for name in self.classes
        }

    def of(self, obj: Element) -> ClassInfo:
        """Return the class of an element."""
        return obj.eClass


@cache
def schema() -> Schema:
    """Return the schema of game.ecore."""
    from tilewright.metamodel.language import CLASSES  # imported late: help does not need it

    return Schema({found.eClass.name: found.eClass for found in CLASSES})
