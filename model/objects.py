"""Building, comparing and addressing the elements of a model.

``assign`` and ``append`` keep opposite references and containment consistent; they check nothing else.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tilewright.metamodel import ClassInfo, FeatureInfo, Kind, schema
from tilewright.metamodel.elements import Element

MAX_DEPTH = 200
"""The depth of containment that readers accept. In a chain each filter contains the next one."""

_SEGMENT = re.compile(r"@([A-Za-z_][A-Za-z_0-9]*)(?:\.([0-9]{1,9}))?\Z")
_ATTRIBUTE, _CONTAINMENT = Kind.ATTRIBUTE, Kind.CONTAINMENT  # looking up the members of an enumeration is slow


@contextmanager
def without_collecting() -> Iterator[None]:
    """Suspend garbage collection, for code that builds many objects and drops none."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def identifier_of(info: ClassInfo) -> FeatureInfo | None:
    """Return the feature that stands after the class in the class form: the identifier, else the name."""
    return next((feature for feature in info.features if feature.identifier), info.by_name.get("name"))


class References(list[Element]):
    """The distinct values of a many-valued reference. ``known`` is the set of them, for constant-time lookup."""

    def __init__(self) -> None:
        super().__init__()
        self.known: set[Element] = set()


def new(info: ClassInfo) -> Any:
    """Return a new element of a class with every feature unset."""
    return info.python_class()


def create(name: str) -> Any:
    """Return a new element of the class of game.ecore called *name*."""
    return schema().classes[name].python_class()


def assign(obj: Element, feature: FeatureInfo, value: Any) -> None:
    """Set a single-valued feature, and update its opposite."""
    fields = obj.__dict__
    if feature.opposite is not None and feature.name in fields:
        _disconnect(obj, feature, fields[feature.name])
    fields[feature.name] = value
    if value is not None and feature.kind is not _ATTRIBUTE:
        _connect(obj, feature, value)


def append(obj: Element, feature: FeatureInfo, value: Any) -> None:
    """Add a value to a many-valued feature, and update its opposite. An element is not added a second time."""
    fields = obj.__dict__
    kind = feature.kind
    values = fields.get(feature.name)
    if values is None:
        values = fields[feature.name] = _no_values(kind)
    if kind is _ATTRIBUTE:
        values.append(value)
    elif kind is _CONTAINMENT:
        if value.container is not obj or value.containing is not feature:
            values.append(value)
            _connect(obj, feature, value)
    elif value not in values.known:
        values.known.add(value)
        values.append(value)
        _connect(obj, feature, value)


def _no_values(kind: Kind) -> Any:
    return References() if kind is Kind.REFERENCE else []


def set_value(obj: Element, feature: FeatureInfo, value: Any) -> None:
    """Set a single-valued feature to *value*, or add *value* to a many-valued one."""
    if feature.many:
        append(obj, feature, value)
    else:
        assign(obj, feature, value)


def _connect(obj: Element, feature: FeatureInfo, value: Element) -> None:
    """Update the container and the opposite of *value*, to which *obj* now refers."""
    if feature.kind is _CONTAINMENT:
        value.container = obj
        value.containing = feature
    if feature.opposite is not None:
        back = value.eClass.by_name[feature.opposite]
        if back.many:
            held = value.__dict__.get(back.name)
            if held is None:
                held = value.__dict__[back.name] = References()
            if obj not in held.known:
                held.known.add(obj)
                held.append(obj)
        elif value.__dict__.get(back.name) is not obj:
            assign(value, back, obj)


def remove(obj: Element, feature: FeatureInfo, value: Any) -> None:
    """Remove a value from a feature, and *obj* from its opposite."""
    if feature.many:
        _take_out(obj.__dict__[feature.name], value)
    else:
        del obj.__dict__[feature.name]
    if feature.kind is _CONTAINMENT:
        value.container = value.containing = None
    _disconnect(obj, feature, value)


def _disconnect(obj: Element, feature: FeatureInfo, value: Element | None) -> None:
    """Remove *obj* from the opposite of a reference to *value*."""
    if value is not None and feature.opposite is not None:
        held = value.__dict__[feature.opposite]
        if isinstance(held, References):
            _take_out(held, obj)
        else:
            del value.__dict__[feature.opposite]


def _take_out(values: list[Any], value: Any) -> None:
    values.remove(value)
    if isinstance(values, References):
        values.known.discard(value)


def is_set(obj: Element, feature: FeatureInfo) -> bool:
    """Return whether a feature was set explicitly."""
    return feature.name in obj.__dict__


def values_of(obj: Element, feature: FeatureInfo) -> list[Any]:
    """Return the values of a stored feature as a new list: empty for a single value that is None."""
    value = obj.__dict__.get(feature.name, feature.default)
    if feature.many:
        return [] if value is None else list(value)
    return [] if value is None else [value]


def holds(obj: Element, feature: FeatureInfo, value: Element) -> bool:
    """Return in constant time whether a many-valued reference, which is no containment, holds a value."""
    return feature.name in obj.__dict__ and value in obj.__dict__[feature.name].known


def is_default(obj: Element, feature: FeatureInfo) -> bool:
    """Return whether a feature is unset or has its default value, so that texts leave it out."""
    if feature.name not in obj.__dict__:
        return True
    value = obj.__dict__[feature.name]
    return len(value) == 0 if feature.many else bool(value == feature.default)


def children(obj: Element) -> list[Element]:
    """Return the contained elements in metamodel order."""
    return obj.eContents()


def walk(root: Element) -> Iterator[Any]:
    """Yield *root* and all its contents, each before its own contents, in metamodel order."""
    yield root
    yield from root.eAllContents()


def copied(obj: Element, *, without: str = "") -> Any:
    """Return a deep copy of an element, without one of its features. References of the copy have the same targets."""
    found = create(obj.eClass.name)
    for feature in schema().of(obj).stored:
        for value in values_of(obj, feature) if feature.name != without else ():
            set_value(found, feature, copied(value) if feature.kind is Kind.CONTAINMENT else value)
    return found


def fragment(obj: Element) -> str:
    """Return the address of an element inside its model, as EMF writes it: ``/``, ``//@board/@tiles.0``."""
    segments: list[str] = []
    current: Any = obj
    while (container := current.eContainer()) is not None:
        feature = current.eContainmentFeature()
        if feature.many:
            index = container.__dict__[feature.name].index(current)
            segments.append(f"@{feature.name}.{index}")
        else:
            segments.append(f"@{feature.name}")
        current = container
    return "/".join(["/", *reversed(segments)]) if segments else "/"


def element_at(root: Element, address: str) -> Any:
    """Return the element at an address inside the model of *root*, as ``fragment`` writes it; None if there is none."""
    if address == "/":
        return root
    if not address.startswith("//"):
        return None
    obj: Any = root
    for segment in address[2:].split("/"):
        match = _SEGMENT.match(segment)
        feature = obj.eClass.by_name.get(match[1]) if match else None
        if match is None or feature is None or feature.kind is not _CONTAINMENT:
            return None
        if feature.many != (match[2] is not None):
            return None
        obj = obj.__dict__.get(feature.name)
        if feature.many and obj is not None:
            index = int(match[2])
            obj = obj[index] if index < len(obj) else None
        if obj is None:
            return None
    return obj


def difference(left: Element, right: Element) -> str | None:
    """Return where two models differ, for a message, or None if they are equal.

    All features but derived ones are compared; unset is the same as the default. References are equal if their targets
    have the same address in their models.
    """
    if (left is None) != (right is None):
        return "/: one of the models is missing"
    if left is None:
        return None
    twins: dict[Element, Element] = {}
    pending = [(left, right)]
    while pending:
        one, other = pending.pop()
        twins[one] = other
        if one.eClass.name != other.eClass.name:
            return f"{fragment(one)}: {one.eClass.name} against {other.eClass.name}"
        for feature in schema().of(one).features:
            if feature.kind is not Kind.CONTAINMENT:
                continue
            ones, others = values_of(one, feature), values_of(other, feature)
            if len(ones) != len(others):
                return f"{fragment(one)}.{feature.name}: {len(ones)} elements against {len(others)}"
            pending.extend(zip(ones, others, strict=True))
    for one, other in twins.items():
        for feature in schema().of(one).stored:
            if feature.kind is Kind.CONTAINMENT:
                continue
            ones, others = values_of(one, feature), values_of(other, feature)
            if feature.kind is Kind.REFERENCE:
                ones = [twins.get(value, value) for value in ones]
            elif feature.literals is not None:
                ones, others = [v.name for v in ones], [v.name for v in others]
            if ones != others:
                return f"{fragment(one)}.{feature.name}: {_shown(ones)} against {_shown(others)}"
    return None


def _shown(values: list[Any]) -> str:
    return ", ".join(fragment(v) if isinstance(v, Element) else repr(v) for v in values) or "nothing"
