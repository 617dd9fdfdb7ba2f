"""Conversion between elements and PyEcore's objects, for use with PyEcore or with generated classes."""

from __future__ import annotations

from typing import Any

from tilewright.metamodel import Kind, eclass, schema
from tilewright.metamodel.elements import Element
from tilewright.metamodel.typing import EObject
from tilewright.model.objects import create, set_value, values_of, walk


def eobject_of(root: Element) -> EObject:
    """Return a copy of a model as PyEcore's objects of the classes of ``metamodel.package()``. Cost: linear."""
    twins = {element: eclass(element.eClass.name)() for element in walk(root)}
    for element, twin in twins.items():
        for feature in element.eClass.stored:
            if not feature.written or feature.name not in element.__dict__:
                continue  # the written end of two opposite references determines both
            values = values_of(element, feature)
            if feature.literals is not None:
                enumeration = twin.eClass.findEStructuralFeature(feature.name).eType
                values = [enumeration.getEEnumLiteral(value.name) for value in values]
            elif feature.kind is not Kind.ATTRIBUTE:
                values = [twins[value] for value in values]
            if feature.many:
                getattr(twin, feature.name).extend(values)
            else:
                setattr(twin, feature.name, values[0] if values else None)
    return twins[root]


def element_of(root: EObject) -> Any:
    """Return a model as elements: *root* itself if it is an element, else a copy of a model of PyEcore's objects.

    The objects may be dynamic or of generated classes. ``ValueError`` if the model contains an object of another
    metamodel, or an object twice.
    """
    if isinstance(root, Element):
        return root
    twins: dict[EObject, Any] = {}
    pending = [root]
    for obj in pending:
        name = getattr(getattr(obj, "eClass", None), "name", None)
        if not isinstance(name, str) or name not in schema().classes or obj in twins:
            raise ValueError(f"no model: this is of no class of the metamodel, or contained twice: {obj!r}")
        twins[obj] = create(name)
        pending.extend(obj.eContents)
    for obj, element in twins.items():
        for feature in element.eClass.stored:
            if not (feature.written and obj.eIsSet(feature.name)):
                continue
            value = getattr(obj, feature.name)
            for each in value if feature.many else (value,):
                set_value(element, feature, _value(each, feature.literals, twins))
    return twins[root]


def _value(value: Any, literals: Any, twins: dict[EObject, Any]) -> Any:
    if value is None:
        return None
    if literals is not None:
        return literals[getattr(value, "name", value)]  # PyEcore also accepts the name of a literal
    return twins.get(value, value) if hasattr(value, "eClass") else value
