"""Instances: the elements of models of any metamodel, as plain objects.

Unlike the elements of games, their classes are made while the program runs, of a metamodel that was checked. What a
class calls its features is up to the metamodel: all values stand in the ``__dict__`` of an instance, and ``value_of``
reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tilewright.metamodel.elements import Element
from tilewright.metamodel.features import ClassInfo, FeatureInfo
from tilewright.metamodel.typing import EClass


class Instance(Element):
    """An element of a model of any metamodel. Its class is in ``eClass``, as for every element."""

    __slots__ = ("container", "containing")

    def __init__(self) -> None:
        self.container = None
        self.containing = None

    def __repr__(self) -> str:
        return f"<{self.eClass.name}>"


@dataclass(frozen=True, eq=False, slots=True)
class InstanceFeature(FeatureInfo):
    """A feature of a class of instances. ``type`` is the key of its class, or the name of its data type."""

    parse: Callable[[str], Any] = str
    """Gives the value of an attribute that a text stands for; ``ValueError`` says what would be right."""
    unique: bool = True
    """Whether several values must differ."""
    unsettable: bool = False
    """Whether the value by default is not enough where there must be one."""
    derivation: Callable[[Any], Any] | None = None
    """Computes a derived feature of an instance."""


class InstanceClass(ClassInfo):
    """A class of instances, with the class of PyEcore that it stands for; None for Ecore's own."""

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
    """Return the value of a feature: what was set, what it is by default, or what its derivation computes."""
    feature = instance.eClass.by_name[name]
    derivation = feature.derivation if isinstance(feature, InstanceFeature) else None
    return derivation(instance) if derivation is not None else instance.__dict__.get(name, feature.default)


def named(instance: Instance) -> str:
    """Return how messages call an instance: by its class, and by its name if it has one."""
    name = instance.__dict__.get("name")
    return f"the {instance.eClass.name} '{name}'" if isinstance(name, str) else f"this {instance.eClass.name}"
