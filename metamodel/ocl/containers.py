"""The library operations of collections.

The order of results is deterministic, also of Sets and Bags: values that ``including`` or ``union`` adds come last, and
values that are kept stay in the order of the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tilewright.metamodel.ocl.errors import OclBudgetError
from tilewright.metamodel.ocl.operation import ELEMENT, SOURCE, Table
from tilewright.metamodel.ocl.scalars import MAX_STRING
from tilewright.metamodel.ocl.types import (
    BOOLEAN,
    INTEGER,
    OCL_ANY,
    ORDERED,
    REAL,
    STRING,
    UNIQUE,
    CollectionType,
    Type,
    common_type,
    flattened,
    tuple_type,
)
from tilewright.metamodel.ocl.values import (
    INTEGER_LIMIT,
    INVALID,
    KINDS,
    Bag,
    Collection,
    OrderedSet,
    Sequence,
    Set,
    TupleValue,
    Value,
    distinct,
    key,
    weight,
)

CONTAINERS = Table()

ALL_KINDS = ("Set", "OrderedSet", "Bag", "Sequence", "Collection")

ADDED_OR_COMPARED = ("sum", "max", "min")
"""Collection operations whose elements must be numbers or strings."""


# -- collections: result types


def _element(source: CollectionType, _: tuple[Type, ...]) -> Type:
    return source.element


def _sum_type(source: CollectionType, _: tuple[Type, ...]) -> Type:
    return source.element if source.element in (INTEGER, REAL) else INTEGER


def _same(source: CollectionType, _: tuple[Type, ...]) -> Type:
    return source


def _widened(source: CollectionType, arguments: tuple[Type, ...]) -> Type:
    return CollectionType(source.name, common_type(source.element, arguments[-1]))


def _union_kind(one: str, two: str) -> str:
    if one == two:
        return one
    if one in UNIQUE and two in UNIQUE:
        return "Set"
    if "Collection" in (one, two):
        return "Collection"
    return "Sequence" if one in ORDERED and two in ORDERED else "Bag"


def _element_of(collection: Type) -> Type:
    return collection.element if isinstance(collection, CollectionType) else collection


def _with_all(source: CollectionType, arguments: tuple[Type, ...]) -> Type:
    return CollectionType(source.name, common_type(source.element, _element_of(arguments[0])))


def _union_type(source: CollectionType, arguments: tuple[Type, ...]) -> Type:
    element = common_type(source.element, _element_of(arguments[0]))
    return CollectionType(_union_kind(source.name, arguments[0].name), element)


def _intersection_type(source: CollectionType, arguments: tuple[Type, ...]) -> Type:
    kind = "Set" if source.name in UNIQUE or arguments[0].name in UNIQUE else "Bag"
    return CollectionType(kind, source.element)


def _difference_type(source: CollectionType, arguments: tuple[Type, ...]) -> Type:
    return CollectionType("Set", common_type(source.element, _element_of(arguments[0])))


def _product_type(source: CollectionType, arguments: tuple[Type, ...]) -> Type:
    return CollectionType("Set", tuple_type((("first", source.element), ("second", _element_of(arguments[0])))))


def _flat_type(source: CollectionType, _: tuple[Type, ...]) -> Type:
    return CollectionType(source.name, flattened(source))


def _to(kind: str) -> Callable[[CollectionType, tuple[Type, ...]], Type]:
    return lambda source, _: CollectionType(kind, source.element)


# -- collections: functions


def _remake(source: Collection, items: Iterable[Value]) -> Collection:
    return type(source).of(items)


def _as_set(source: Collection) -> Collection:
    return Set(source.items if source.unique else distinct(source.items))


def _as_ordered_set(source: Collection) -> Collection:
    return OrderedSet(source.items if source.unique else distinct(source.items))


def _includes_all(source: Collection, others: Collection) -> bool:
    return others.counts.keys() <= source.counts.keys()


def _excludes_all(source: Collection, others: Collection) -> bool:
    return source.counts.keys().isdisjoint(others.counts)


def _excluding(source: Collection, value: Value) -> Collection:
    unwanted = key(value)
    return type(source)(item for item in source.items if key(item) != unwanted)


def _union(one: Collection, two: Collection) -> Collection:
    return KINDS[_union_kind(one.kind, two.kind)].of(one.items + two.items)


def _intersection(one: Collection, two: Collection) -> Collection:
    if one.unique or two.unique:
        return Set.of(item for item in one.items if key(item) in two.counts)
    left = two.counts.copy()
    shared = []
    for item in one.items:
        if left[key(item)] > 0:
            left[key(item)] -= 1
            shared.append(item)
    return Bag(shared)


def _minus(one: Collection, two: Collection) -> Collection:
    return type(one)(item for item in one.items if key(item) not in two.counts)


def _symmetric_difference(one: Collection, two: Collection) -> Collection:
    return Set(_minus(one, two).items + _minus(two, one).items)


def _product(one: Collection, two: Collection) -> Collection:
    return Set.of(TupleValue({"first": a, "second": b}) for a in one.items for b in two.items)


def flatten(items: Iterable[Value]) -> list[Value]:
    """Return *items* with each collection among them replaced by its items, to any depth. It does not recurse."""
    flat: list[Value] = []
    pending = [iter(items)]
    while pending:
        for item in pending[-1]:
            if isinstance(item, Collection):
                pending.append(iter(item.items))
                break
            flat.append(item)
        else:
            pending.pop()
    return flat


def _sum(source: Collection) -> Value:
    total: int | float = 0
    for item in source.items:
        if item is None:
            return INVALID
        total += item
    return total if -INTEGER_LIMIT < total < INTEGER_LIMIT else INVALID


def _joined(source: Collection) -> Value:
    if None in source.items:
        return INVALID
    if sum(map(len, source.items)) > MAX_STRING:
        raise OclBudgetError(f"the evaluation makes a string of more than {MAX_STRING} characters")
    return "".join(source.items)


def _extreme(choose: Callable[[Iterable[Any]], Any]) -> Callable[[Collection], Value]:
    return lambda source: choose(source.items) if source.items and None not in source.items else INVALID


def _at(source: Collection, index: int) -> Value:
    return source.items[index - 1] if 1 <= index <= len(source.items) else INVALID


def _index_of(source: Collection, value: Value) -> Value:
    return source.positions.get(key(value), INVALID)


def _slice(source: Collection, lower: int, upper: int) -> Value:
    return type(source)(source.items[lower - 1 : upper]) if 1 <= lower <= upper <= len(source.items) else INVALID


def _insert_at(source: Collection, index: int, value: Value) -> Value:
    if not 1 <= index <= len(source.items) + 1:
        return INVALID
    items = source.items if not source.unique else _excluding(source, value).items
    return type(source)((*items[: index - 1], value, *items[index - 1 :]))


def _prepend(source: Collection, value: Value) -> Value:
    return _insert_at(source, 1, value)


def _append(source: Collection, value: Value) -> Collection:
    return type(source)((*(_excluding(source, value) if source.unique else source).items, value))


def _including(source: Collection, value: Value) -> Collection:
    return source if source.unique and value in source else type(source)((*source.items, value))


def _including_all(source: Collection, others: Collection) -> Collection:
    return _remake(source, source.items + others.items)


def _append_all(source: Collection, others: Collection) -> Collection:
    kept = _minus(source, others) if source.unique else source
    return _remake(source, kept.items + others.items)


def _prepend_all(source: Collection, others: Collection) -> Collection:
    kept = _minus(source, others) if source.unique else source
    return _remake(source, others.items + kept.items)


def _linear(*values: Value) -> int:
    return 4 * sum(map(weight, values))


def _compared(_: Collection, value: Value) -> int:
    return weight(value)


CONTAINERS.define(ALL_KINDS, "size", (), INTEGER, len)
CONTAINERS.define(ALL_KINDS, "isEmpty", (), BOOLEAN, lambda c: not c.items)
CONTAINERS.define(ALL_KINDS, "notEmpty", (), BOOLEAN, lambda c: bool(c.items))
CONTAINERS.define(ALL_KINDS, "includes", (ELEMENT,), BOOLEAN, lambda c, v: v in c, _compared)
CONTAINERS.define(ALL_KINDS, "excludes", (ELEMENT,), BOOLEAN, lambda c, v: v not in c, _compared)
CONTAINERS.define(ALL_KINDS, "count", (ELEMENT,), INTEGER, lambda c, v: c.counts[key(v)], _compared)
CONTAINERS.define(ALL_KINDS, "includesAll", (SOURCE,), BOOLEAN, _includes_all, _linear)
CONTAINERS.define(ALL_KINDS, "excludesAll", (SOURCE,), BOOLEAN, _excludes_all, _linear)
CONTAINERS.define(ALL_KINDS, "including", (OCL_ANY,), _widened, _including, _linear)
CONTAINERS.define(ALL_KINDS, "excluding", (ELEMENT,), _same, _excluding, _linear)
CONTAINERS.define(ALL_KINDS, "includingAll", (SOURCE,), _with_all, _including_all, _linear)
CONTAINERS.define(ALL_KINDS, "excludingAll", (SOURCE,), _same, _minus, _linear)
CONTAINERS.define(ALL_KINDS, "union", (SOURCE,), _union_type, _union, _linear)
CONTAINERS.define(ALL_KINDS, "intersection", (SOURCE,), _intersection_type, _intersection, _linear)
CONTAINERS.define(UNIQUE, "-", (SOURCE,), _same, _minus, _linear)
CONTAINERS.define(UNIQUE, "symmetricDifference", (SOURCE,), _difference_type, _symmetric_difference, _linear)
CONTAINERS.define(ALL_KINDS, "product", (SOURCE,), _product_type, _product, lambda c, d: 20 * weight(c) * weight(d))
CONTAINERS.define(ORDERED, "first", (), _element, lambda c: c.items[0] if c.items else INVALID)
CONTAINERS.define(ORDERED, "last", (), _element, lambda c: c.items[-1] if c.items else INVALID)
CONTAINERS.define(ORDERED, "at", (INTEGER,), _element, _at)
CONTAINERS.define(ORDERED, "indexOf", (ELEMENT,), INTEGER, _index_of, _compared)
CONTAINERS.define(ORDERED, "append", (OCL_ANY,), _widened, _append, _linear)
CONTAINERS.define(ORDERED, "prepend", (OCL_ANY,), _widened, _prepend, _linear)
CONTAINERS.define(ORDERED, "appendAll", (SOURCE,), _with_all, _append_all, _linear)
CONTAINERS.define(ORDERED, "prependAll", (SOURCE,), _with_all, _prepend_all, _linear)
CONTAINERS.define(ORDERED, "insertAt", (INTEGER, OCL_ANY), _widened, _insert_at, _linear)
CONTAINERS.define(("Sequence",), "subSequence", (INTEGER, INTEGER), _same, _slice, _linear)
CONTAINERS.define(("OrderedSet",), "subOrderedSet", (INTEGER, INTEGER), _same, _slice, _linear)
CONTAINERS.define(ORDERED, "reverse", (), _same, lambda c: type(c)(c.items[::-1]), _linear)
CONTAINERS.define(ALL_KINDS, "flatten", (), _flat_type, lambda c: _remake(c, flatten(c.items)), _linear)
CONTAINERS.define(ALL_KINDS, "sum", (), STRING, _joined, _linear, STRING)
CONTAINERS.define(ALL_KINDS, "sum", (), _sum_type, _sum, _linear)
CONTAINERS.define(ALL_KINDS, "max", (), _element, _extreme(max), _linear)
CONTAINERS.define(ALL_KINDS, "min", (), _element, _extreme(min), _linear)
CONTAINERS.define(ALL_KINDS, "asSet", (), _to("Set"), _as_set, _linear)
CONTAINERS.define(ALL_KINDS, "asOrderedSet", (), _to("OrderedSet"), _as_ordered_set, _linear)
CONTAINERS.define(ALL_KINDS, "asSequence", (), _to("Sequence"), lambda c: Sequence(c.items), _linear)
CONTAINERS.define(ALL_KINDS, "asBag", (), _to("Bag"), lambda c: Bag(c.items), _linear)
