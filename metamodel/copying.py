"""Copying and pickling objects of generated classes: each with all that it contains.

A *tree* is an object with all that it contains, numbered in the order in which it is written: 0 is the object itself.
References inside a tree are kept as numbers.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pyecore.ecore import EObject, EProxy

from tilewright.metamodel.typing import EFeature
from tilewright.metamodel.typing import EObject as Object

Row = tuple[Any, int, str]
"""How an object is made: its class, the number of its container, and the name of the feature that contains it."""

State = list[list[tuple[str, Any]]]
"""For each object of a tree the names and values of its features that are set, without contents and containers."""


def tree(root: Object) -> list[Object]:
    """Return an object and all that it contains, in the order in which it is written, each before its contents."""
    found = []
    pending = [root]
    while pending:
        obj = pending.pop()
        found.append(obj)
        pending += [part for feature in reversed(_contents(obj)) for part in reversed(_values(obj, feature))]
    return found


def duplicate(root: Object, memo: dict[int, Any]) -> Object:
    """Return a copy of an object and all that it contains, as ``EcoreUtil.copy`` of EMF makes it.

    References to what is copied, too, lead to the copies. Others lead to the same objects as before, but those that
    have an opposite are left out, since they would change these objects. Values of attributes are copied deeply.
    """
    originals = tree(root)
    copies = _grown(_rows(originals))
    twins = dict(zip(map(id, originals), copies, strict=True))
    memo.update(twins)

    def kept(feature: EFeature, value: Object) -> Iterator[Object]:
        twin = twins.get(id(value))
        if twin is not None:
            yield twin
        elif feature.eOpposite is None:
            yield value

    for original, twin in zip(originals, copies, strict=True):
        for feature in _stored(original):
            if feature.is_reference:
                _set(twin, feature, [new for old in _values(original, feature) for new in kept(feature, old)])
            else:
                _set(twin, feature, [_copied(value, memo) for value in _values(original, feature)])
        _mark(twin, original._isset)
    return copies[0]


def reduced(obj: Object, is_own: Callable[[Object], bool]) -> tuple[Any, ...]:
    """Return how an object is pickled: a root as its tree, another object as a place in the tree of its root.

    *is_own* says of which classes a container must be to belong to the tree.
    """
    path = []
    root = obj
    while is_own(root._container):
        feature, container = root._containment_feature, root._container
        path.append((str(feature.name), _values(container, feature).index(root)))
        root = container
    if path:
        return _at, (root, path[::-1])
    objects = tree(root)
    return _root, (_rows(objects),), _state(objects)


def restore(root: Object, state: State) -> None:
    """Give the objects of a tree the values of their features."""
    objects = tree(root)
    for obj, said in zip(objects, state, strict=True):
        features = {feature.name: feature for feature in obj.eClass.eAllStructuralFeatures()}
        for name, value in said:
            feature = features[name]
            if feature.is_reference and not feature.containment and not feature.container:
                value = [objects[one] if isinstance(one, int) else one for one in value]
                _set(obj, feature, value)
            elif feature.is_attribute:
                _set(obj, feature, value)
        _mark(obj, [features[name] for name, _ in said])


def _root(rows: list[Row]) -> Object:
    return _grown(rows)[0]


def _at(root: Object, path: list[tuple[str, int]]) -> Object:
    for name, index in path:
        value = getattr(root, name)
        root = value[index] if root.eClass.findEStructuralFeature(name).many else value
    return root


def _rows(objects: list[Object]) -> list[Row]:
    numbers = {id(obj): number for number, obj in enumerate(objects)}
    inner = [(type(obj), numbers[id(obj._container)], str(obj._containment_feature.name)) for obj in objects[1:]]
    return [(type(objects[0]), 0, ""), *inner]


def _grown(rows: list[Row]) -> list[Object]:
    """Return new objects that contain each other, and have nothing else."""
    made: list[Object] = []
    for number, (cls, container, name) in enumerate(rows):
        obj = cls.__new__(cls)
        made.append(obj)
        if number:
            holder = made[container]
            if holder.eClass.findEStructuralFeature(name).many:
                getattr(holder, name).append(obj)
            else:
                setattr(holder, name, obj)
    return made


def _state(objects: list[Object]) -> State:
    numbers = {id(obj): number for number, obj in enumerate(objects)}

    def said(obj: Object, feature: EFeature) -> Any:
        values = _values(obj, feature)
        if not feature.is_reference:
            return values
        if feature.containment or feature.container:
            return []
        found = [value.force_resolve() if isinstance(value, EProxy) else value for value in values]
        return [numbers.get(id(value), value) for value in found]

    return [[(str(f.name), said(obj, f)) for f in obj._isset if not f.derived] for obj in objects]


def _contents(obj: Object) -> list[EFeature]:
    return [f for f in obj._isset if f.is_reference and f.containment and not f.derived]


def _stored(obj: Object) -> list[EFeature]:
    """Return the features that are set, without those that follow from containment and derived ones."""
    return [f for f in obj._isset if not f.derived and not (f.is_reference and (f.containment or f.container))]


def _values(obj: Object, feature: EFeature) -> list[Any]:
    value = getattr(obj, feature.name)
    return list(value) if feature.many else [] if value is None else [value]


def _set(obj: Object, feature: EFeature, values: list[Any]) -> None:
    setattr(obj, feature.name, values if feature.many else values[0] if values else None)


def _mark(obj: Object, features: Iterable[EFeature]) -> None:
    """Let these features of an object count as set, in this order, which is that of files, before those that are."""
    order = dict.fromkeys([*features, *obj._isset])
    obj._isset.clear()
    obj._isset.update(order)


def _copied(value: Any, memo: dict[int, Any]) -> Any:
    """Return a copy of the value of an attribute; a literal is the same."""
    return value if isinstance(value, EObject) else copy.deepcopy(value, memo)
