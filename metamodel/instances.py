"""Instances: the elements of models of any metamodel, as plain objects.

Unlike the classes of games, their classes are made at run time, from a metamodel that was checked. The metamodel may
give features any names, so they are no attributes for Python code: all values are in the ``__dict__`` of an instance,
and ``value_of`` reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tilewright.metamodel.elements import Element
from tilewright.metamodel.features import ClassInfo, FeatureInfo
from tilewright.metamodel.typing import EClass


class UnreadError(Exception):
    """A value is asked for that stands in a file, but could not be read."""


class Instance(Element):
    """An element of a model of any metamodel. Its class is in ``eClass``, as for every element.

    ``unread`` has the names of the features whose values in the file could not all be read.
    """

    __slots__ = ("container", "containing", "unread")

    def __init__(self) -> None:
        self.container = None
        self.containing = None
        self.unread: frozenset[str] = frozenset()

    def lose(self, names: Iterable[str]) -> None:
        """Note that values of features could not be read."""
        self.unread = self.unread.union(names)

    def __repr__(self) -> str:
        return f"<{self.eClass.name}>"


@dataclass(frozen=True, eq=False, slots=True)
class InstanceFeature(FeatureInfo):
    """A feature of a class of instances. ``type`` is the key of its class, or the name of its data type."""

    parse: Callable[[str], Any] = str
    """Parses the text of an attribute's value; raises ``ValueError``, whose message says what is expected."""
    unique: bool = True
    """Whether the values of a many-valued feature must differ."""
    unsettable: bool = False
    """Whether Ecore calls it unsettable: if it is mandatory, its default does not count as a value."""
    derivation: Callable[[Any], Any] | None = None
    """Computes a derived feature of an instance."""
    keys: tuple[str, ...] = ()
    """The attributes by whose values addresses may tell the elements of a containment apart: its ``eKeys``."""


class InstanceClass(ClassInfo):
    """A class of instances. ``eclass`` is PyEcore's class for which it stands; None for a class of Ecore."""

    def __init__(
        self,
        key: str,
        eclass: EClass | None,
        abstract: bool,
        parents: tuple[ClassInfo, ...],
        own: tuple[FeatureInfo, ...],
    ) -> None:
        made: Any = type("Instance", (Instance,), {"__slots__": ()})
        super().__init__(key, made, abstract, parents, own)
        made.eClass = self
        self.eclass = eclass


def value_of(instance: Instance, name: str) -> Any:
    """Return the value of a feature: the result of its derivation if it has one, else what was set, or the default.

    ``UnreadError`` if the value could not be read.
    """
    if name in instance.unread:
        raise UnreadError(name)
    feature = instance.eClass.by_name[name]
    derivation = feature.derivation if isinstance(feature, InstanceFeature) else None
    return derivation(instance) if derivation is not None else instance.__dict__.get(name, feature.default)


def name_of(instance: Instance) -> str | None:
    """Return the name of an instance, or else its identifier, if it has one that is a text."""
    fields = instance.__dict__
    identifiers = (fields.get(feature.name) for feature in instance.eClass.features if feature.identifier)
    return next((text for text in (fields.get("name"), *identifiers) if isinstance(text, str)), None)


def named(instance: Instance) -> str:
    """Return what messages call an instance: its class, and its name if it has one."""
    name = name_of(instance)
    return f"this {instance.eClass.name}" if name is None else f"the {instance.eClass.name} '{name}'"
