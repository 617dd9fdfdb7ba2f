"""The operations of the OCL standard library: one table, from name to signatures and Python functions.

Operations are strict: a null or invalid source, an invalid argument, and a null argument where a number, string or
collection is wanted make the result invalid. The function of an operation sees only values of the types it declares;
it returns ``INVALID`` when its precondition does not hold.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from tilewright.metamodel.ocl.regex import MAX_SUBJECT, Regex, RegexError, compile_regex
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
    sequence,
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

ELEMENT = Type("T")
"""Stands for the element type of the source: the argument must be comparable with it."""

SOURCE = CollectionType("Collection", OCL_ANY)
"""The argument may be any collection."""

Result: TypeAlias = Type | Callable[[CollectionType, tuple[Type, ...]], Type]

ALL_KINDS = ("Set", "OrderedSet", "Bag", "Sequence", "Collection")


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of *source*: a type, or the kinds of collection that have it.

    *cost* says what one call takes of the budget, given the values; ``None`` if it does not depend on them.
    """

    name: str
    source: Type | tuple[str, ...]
    parameters: tuple[Type, ...]
    result: Result
    run: Callable[..., Value]
    cost: Callable[..., int] | None

    def signature(self) -> str:
        return f"{self.name}({', '.join(map(str, self.parameters))})"


OPERATIONS: dict[str, list[Operation]] = {}


def _define(
    source: Type | tuple[str, ...],
    names: str,
    parameters: Iterable[Type],
    result: Result,
    run: Callable[..., Value],
    cost: Callable[..., int] | None = None,
) -> None:
    for name in names.split():
        OPERATIONS.setdefault(name, []).append(Operation(name, source, tuple(parameters), result, run, cost))


# -- numbers


def _truncated_quotient(dividend: int, divisor: int) -> Value:
    if divisor == 0:
        return INVALID
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) is (divisor < 0) else -quotient


def _remainder(dividend: int, divisor: int) -> Value:
    if divisor == 0:
        return INVALID
    return abs(dividend) % abs(divisor) * (-1 if dividend < 0 else 1)


for _number in (INTEGER, REAL):
    _define(_number, "abs", (), _number, abs)
    _define(_number, "floor", (), INTEGER, math.floor)
    _define(_number, "round", (), INTEGER, lambda x: math.floor(x + 0.5) if isinstance(x, float) else x)
    _define(_number, "max", (_number,), _number, max)
    _define(_number, "min", (_number,), _number, min)
    _define(_number, "toString", (), STRING, str)
_define(INTEGER, "max", (REAL,), REAL, max)
_define(INTEGER, "min", (REAL,), REAL, min)
_define(INTEGER, "div", (INTEGER,), INTEGER, _truncated_quotient)
_define(INTEGER, "mod", (INTEGER,), INTEGER, _remainder)
_define(BOOLEAN, "toString", (), STRING, lambda b: "true" if b else "false")


# -- strings


def _substring(text: str, lower: int, upper: int) -> Value:
    return text[lower - 1 : upper] if 1 <= lower <= upper <= len(text) else INVALID


def _to_integer(text: str) -> Value:
    digits = text[1:] if text.startswith("-") else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 300 else INVALID


def _to_real(text: str) -> Value:
    try:
        number = float(text) if text.isascii() and "_" not in text else math.nan
    except ValueError:
        return INVALID
    return number if math.isfinite(number) and abs(number) < INTEGER_LIMIT else INVALID


def matches(text: str, regex: Regex) -> Value:
    """Tell whether all of *text* matches; invalid for a text of more than 10 000 characters."""
    return regex.matches(text) if len(text) <= MAX_SUBJECT else INVALID


def _matches(text: str, pattern: str) -> Value:
    try:
        return matches(text, compile_regex(pattern))
    except RegexError:
        return INVALID


def _length(text: str, *_: Any) -> int:
    return len(text) >> 2


_define(STRING, "size", (), INTEGER, len)
_define(STRING, "substring", (INTEGER, INTEGER), STRING, _substring, _length)
_define(STRING, "at", (INTEGER,), STRING, lambda s, i: s[i - 1] if 1 <= i <= len(s) else INVALID)
_define(STRING, "toUpperCase toUpper", (), STRING, str.upper, _length)
_define(STRING, "toLowerCase toLower", (), STRING, str.lower, _length)
_define(STRING, "trim", (), STRING, str.strip, _length)
_define(STRING, "indexOf", (STRING,), INTEGER, lambda s, part: s.find(part) + 1, _length)
_define(STRING, "startsWith", (STRING,), BOOLEAN, str.startswith)
_define(STRING, "endsWith", (STRING,), BOOLEAN, str.endswith)
_define(STRING, "equalsIgnoreCase", (STRING,), BOOLEAN, lambda s, t: s.upper() == t.upper(), _length)
_define(STRING, "characters", (), sequence(STRING), Sequence, len)
_define(STRING, "toInteger", (), INTEGER, _to_integer)
_define(STRING, "toReal", (), REAL, _to_real)
_define(STRING, "toBoolean", (), BOOLEAN, lambda s: {"true": True, "false": False}.get(s))
_define(STRING, "toString", (), STRING, lambda s: s)
_define(STRING, "matches", (STRING,), BOOLEAN, _matches, lambda s, _: 64 * len(s) + 1000)


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
    """Return *items* with every collection among them replaced by what it holds, to any depth. No recursion."""
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


def _extreme(choose: Callable[[Iterable[Any]], Any]) -> Callable[[Collection], Value]:
    return lambda source: choose(source.items) if source.items and None not in source.items else INVALID


def _at(source: Collection, index: int) -> Value:
    return source.items[index - 1] if 1 <= index <= len(source.items) else INVALID


def _index_of(source: Collection, value: Value) -> Value:
    wanted = key(value)
    return next((i for i, item in enumerate(source.items, 1) if key(item) == wanted), INVALID)


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


def _linear(*values: Value) -> int:
    return 4 * sum(map(weight, values))


def _compared(_: Collection, value: Value) -> int:
    return weight(value)


_define(ALL_KINDS, "size", (), INTEGER, len)
_define(ALL_KINDS, "isEmpty", (), BOOLEAN, lambda c: not c.items)
_define(ALL_KINDS, "notEmpty", (), BOOLEAN, lambda c: bool(c.items))
_define(ALL_KINDS, "includes", (ELEMENT,), BOOLEAN, lambda c, v: v in c, _compared)
_define(ALL_KINDS, "excludes", (ELEMENT,), BOOLEAN, lambda c, v: v not in c, _compared)
_define(ALL_KINDS, "count", (ELEMENT,), INTEGER, lambda c, v: c.counts[key(v)], _compared)
_define(ALL_KINDS, "includesAll", (SOURCE,), BOOLEAN, lambda c, d: d.counts.keys() <= c.counts.keys(), _linear)
_define(ALL_KINDS, "excludesAll", (SOURCE,), BOOLEAN, lambda c, d: c.counts.keys().isdisjoint(d.counts), _linear)
_define(ALL_KINDS, "including", (OCL_ANY,), _widened, _including, _linear)
_define(ALL_KINDS, "excluding", (ELEMENT,), _same, _excluding, _linear)
_define(ALL_KINDS, "union", (SOURCE,), _union_type, _union, _linear)
_define(ALL_KINDS, "intersection", (SOURCE,), _intersection_type, _intersection, _linear)
_define(UNIQUE, "-", (SOURCE,), _same, _minus, _linear)
_define(UNIQUE, "symmetricDifference", (SOURCE,), _difference_type, _symmetric_difference, _linear)
_define(ALL_KINDS, "product", (SOURCE,), _product_type, _product, lambda c, d: 20 * weight(c) * weight(d))
_define(ORDERED, "first", (), _element, lambda c: c.items[0] if c.items else INVALID)
_define(ORDERED, "last", (), _element, lambda c: c.items[-1] if c.items else INVALID)
_define(ORDERED, "at", (INTEGER,), _element, _at)
_define(ORDERED, "indexOf", (ELEMENT,), INTEGER, _index_of, _linear)
_define(ORDERED, "append", (OCL_ANY,), _widened, _append, _linear)
_define(ORDERED, "prepend", (OCL_ANY,), _widened, _prepend, _linear)
_define(ORDERED, "insertAt", (INTEGER, OCL_ANY), _widened, _insert_at, _linear)
_define(("Sequence",), "subSequence", (INTEGER, INTEGER), _same, _slice, _linear)
_define(("OrderedSet",), "subOrderedSet", (INTEGER, INTEGER), _same, _slice, _linear)
_define(ORDERED, "reverse", (), _same, lambda c: type(c)(c.items[::-1]), _linear)
_define(ALL_KINDS, "flatten", (), _flat_type, lambda c: _remake(c, flatten(c.items)), _linear)
_define(ALL_KINDS, "sum", (), _sum_type, _sum, _linear)
_define(ALL_KINDS, "max", (), _element, _extreme(max), _linear)
_define(ALL_KINDS, "min", (), _element, _extreme(min), _linear)
_define(ALL_KINDS, "asSet", (), _to("Set"), lambda c: Set(c.items if c.unique else distinct(c.items)), _linear)
_define(
    ALL_KINDS,
    "asOrderedSet",
    (),
    _to("OrderedSet"),
    lambda c: OrderedSet(c.items if c.unique else distinct(c.items)),
    _linear,
)
_define(ALL_KINDS, "asSequence", (), _to("Sequence"), lambda c: Sequence(c.items), _linear)
_define(ALL_KINDS, "asBag", (), _to("Bag"), lambda c: Bag(c.items), _linear)

NUMERIC_ONLY = ("sum", "max", "min")
"""Collection operations whose elements must be numbers."""


def candidates(source: Type, name: str) -> list[Operation]:
    """Return the operations called *name* that a value of type *source* has."""
    return [operation for operation in OPERATIONS.get(name, ()) if _applies(operation, source)]


def operation_names(source: Type) -> list[str]:
    """Return the names of all operations that a value of type *source* has."""
    return [name for name in OPERATIONS if candidates(source, name)]


def _applies(operation: Operation, source: Type) -> bool:
    if isinstance(source, CollectionType):
        return isinstance(operation.source, tuple) and source.name in operation.source
    return operation.source == source
