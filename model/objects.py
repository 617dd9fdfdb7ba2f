"""Building, comparing and addressing the elements of a model.

PyEcore checks and notifies at every assignment, which a reader that has checked everything itself need not pay for.
``new``, ``assign`` and ``append`` write the same state that PyEcore would, notifications left out: afterwards the
elements are ordinary PyEcore objects. They check nothing.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pyecore.ecore import EObject as PyEcoreObject
from pyecore.innerutils import InternalSet
from pyecore.valuecontainer import EValue

from tilewright.metamodel import ClassInfo, FeatureInfo, Kind, schema
from tilewright.metamodel.typing import EObject

MAX_DEPTH = 200
"""The levels of containment that readers accept. A chain of filters has one level for each filter."""


_NEW_SLOT = EValue.__new__
_SEGMENT = re.compile(r"@([A-Za-z_][A-Za-z_0-9]*)(?:\.([0-9]{1,9}))?\Z")
_ATTRIBUTE, _CONTAINMENT = Kind.ATTRIBUTE, Kind.CONTAINMENT  # an enumeration's members are slow to look up


@contextmanager
def without_collecting() -> Iterator[None]:
    """Keep Python from collecting garbage where much is built and nothing is dropped: it would double the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def new(info: ClassInfo) -> EObject:
    """Return a new element of a class with every feature unset. PyEcore's ``allInstances`` does not list it."""
    obj: EObject = object.__new__(info.python_class)
    obj._internal_id = None
    obj._isset = InternalSet()
    obj._container = None
    obj._containment_feature = None
    obj._eresource = None
    obj.listeners = []
    obj._eternal_listener = []
    obj._inverse_rels = set()
    obj._staticEClass = False
    obj.dyn_inst = obj
    return obj


def create(name: str) -> EObject:
    """Return a new element of the class of game.ecore called *name*."""
    return new(schema().classes[name])


def assign(obj: EObject, feature: FeatureInfo, value: Any) -> None:
    """Set a single-valued feature, and for a reference that was unset its opposite."""
    kind = feature.kind
    is_reference = kind is not _ATTRIBUTE
    slot = _NEW_SLOT(EValue)
    slot.owner = obj
    slot.feature = feature.efeature
    slot.is_ref = is_reference
    slot.is_cont = kind is _CONTAINMENT
    slot.generic_type = None
    slot._value = value
    fields = obj.__dict__
    fields[feature.name] = slot
    fields["_isset"][feature.efeature] = None
    if is_reference and value is not None:
        _connect(obj, feature, value)


def append(obj: EObject, feature: FeatureInfo, value: Any) -> None:
    """Add a value to a many-valued feature, and its opposite. An element that the feature holds is not added again."""
    fields = obj.__dict__
    values = fields.get(feature.name)
    if values is None:
        values = getattr(obj, feature.name)
        fields["_isset"][feature.efeature] = None
    if feature.kind is _ATTRIBUTE:
        list.append(values, value)
    elif value not in values.map:
        values.map[value] = len(values.items)
        values.items.append(value)
        _connect(obj, feature, value)


def set_value(obj: EObject, feature: FeatureInfo, value: Any) -> None:
    """Set or add *value*, whichever the feature needs."""
    if feature.many:
        append(obj, feature, value)
    else:
        assign(obj, feature, value)


def _connect(obj: EObject, feature: FeatureInfo, value: EObject) -> None:
    """Tell *value* that *obj* refers to it."""
    fields = value.__dict__
    if feature.kind is _CONTAINMENT:
        fields["_container"] = obj
        fields["_containment_feature"] = feature.efeature
    if feature.opposite is None:
        fields["_inverse_rels"].add((obj, feature.efeature))
        return
    back = schema().of(value).by_name[feature.opposite]
    if back.many:
        held = getattr(value, back.name)
        if obj not in held.map:
            held.map[obj] = len(held.items)
            held.items.append(obj)
            value.__dict__["_isset"][back.efeature] = None
    elif getattr(value, back.name) is not obj:
        assign(value, back, obj)


def values_of(obj: EObject, feature: FeatureInfo) -> list[Any]:
    """Return the values of a stored feature as a list: empty for a single value that is null."""
    slot = obj.__dict__.get(feature.name)
    if feature.many:
        return [] if slot is None else list(slot)
    value = feature.default if slot is None else slot._value
    return [] if value is None else [value]


def is_default(obj: EObject, feature: FeatureInfo) -> bool:
    """Return whether a feature has the value that it has when unset, so that texts leave it out."""
    slot = obj.__dict__.get(feature.name)
    if slot is None:
        return True
    return len(slot) == 0 if feature.many else bool(slot._value == feature.default)


def children(obj: EObject) -> Iterator[EObject]:
    """Yield the contained elements in metamodel order."""
    for feature in schema().of(obj).containments:
        if feature.name in obj.__dict__:
            yield from values_of(obj, feature)


def walk(root: EObject) -> Iterator[EObject]:
    """Yield *root* and all its contents, each before its own contents, in metamodel order."""
    pending = [root]
    while pending:
        obj = pending.pop()
        yield obj
        pending.extend(reversed(list(children(obj))))


def fragment(obj: EObject) -> str:
    """Return the address of an element inside its model, as EMF writes it: ``/``, ``//@board/@tiles.0``."""
    segments: list[str] = []
    current = obj
    while (container := current.eContainer()) is not None:
        feature = current.eContainmentFeature()
        if feature.many:
            index = container.__dict__[feature.name].map[current]
            segments.append(f"@{feature.name}.{index}")
        else:
            segments.append(f"@{feature.name}")
        current = container
    return "/".join(["/", *reversed(segments)]) if segments else "/"


def element_at(root: EObject, address: str) -> EObject | None:
    """Return the element at an address inside the model of *root*, as ``fragment`` writes it; None if there is none."""
    if address == "/":
        return root
    if not address.startswith("//"):
        return None
    obj = root
    for segment in address[2:].split("/"):
        match = _SEGMENT.match(segment)
        feature = schema().of(obj).by_name.get(match[1]) if match else None
        if match is None or feature is None or feature.kind is not _CONTAINMENT:
            return None
        if feature.many != (match[2] is not None):
            return None
        obj = getattr(obj, feature.name)
        if feature.many:
            index = int(match[2])
            obj = obj.items[index] if index < len(obj.items) else None
        if obj is None:
            return None
    return obj


def difference(left: EObject, right: EObject) -> str | None:
    """Return where two models differ, or None if they say the same.

    Every feature counts, unset or default alike; derived features do not. References are equal if their targets stand
    at the same place of their models.
    """
    if (left is None) != (right is None):
        return "/: one of the models is missing"
    if left is None:
        return None
    twins: dict[EObject, EObject] = {}
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
    return ", ".join(fragment(v) if isinstance(v, PyEcoreObject) else repr(v) for v in values) or "nothing"
