"""The iterators of OCL: a table from the name to the type of the body, the type of the result, and the loop itself.

``forAll`` and ``exists`` are four-valued, as iterated ``and`` and ``or``. Every other iterator is invalid if its body
is invalid for an element; those with a Boolean body (select, reject, any, one) are also invalid if it is null.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import product

from tilewright.metamodel.ocl.code import METER, Code, Frame, Typed
from tilewright.metamodel.ocl.containers import flatten
from tilewright.metamodel.ocl.types import (
    BOOLEAN,
    INTEGER,
    OCL_ANY,
    ORDERED,
    REAL,
    STRING,
    CollectionType,
    TupleType,
    Type,
    flattened,
)
from tilewright.metamodel.ocl.values import (
    INVALID,
    KINDS,
    Bag,
    Collection,
    OrderedSet,
    Sequence,
    Set,
    Value,
    key,
    weight,
)


@dataclass(frozen=True, slots=True)
class Loop:
    """A call of an iterator: the source, the slots of its variables, the body, and the steps that each round costs."""

    type: CollectionType
    source: Code
    slots: tuple[int, ...]
    body: Typed
    cost: int


@dataclass(frozen=True, slots=True)
class Iterator:
    """A row of the table. *body* is the type to which the body must conform; None for any type.

    *most_variables* is the greatest number of variables; None for any number.
    """

    body: Type | None
    result: Callable[[Loop], Type]
    build: Callable[[Loop], Code]
    most_variables: int | None = 1


def _collected_kind(type_: CollectionType) -> str:
    return "Sequence" if type_.name in ORDERED else "Bag"


def _for_all(loop: Loop) -> Code:
    return _quantifier(loop, decisive=False)


def _exists(loop: Loop) -> Code:
    return _quantifier(loop, decisive=True)


def _quantifier(loop: Loop, *, decisive: bool) -> Code:
    """Return the loop of ``forAll``, for which False is decisive, or of ``exists``, for which True is."""
    if len(loop.slots) > 1:
        return _quantifier_of_many(loop, decisive=decisive)
    source, body, cost = loop.source, loop.body.code, loop.cost
    slot = loop.slots[0]

    def evaluate(frame: Frame) -> Value:
        collection = source(frame)
        if collection is INVALID:
            return INVALID
        result: Value = not decisive
        count = 0
        for count, item in enumerate(collection.items, 1):  # noqa: B007
            frame[slot] = item
            value = body(frame)
            if value is decisive:
                result = decisive
                break
            if value is INVALID:
                result = INVALID
            elif value is None and result is not INVALID:
                result = None
        frame[METER].charge(count * cost)
        return result

    return evaluate


def _quantifier_of_many(loop: Loop, *, decisive: bool) -> Code:
    source, body, cost, slots = loop.source, loop.body.code, loop.cost, loop.slots

    def evaluate(frame: Frame) -> Value:
        collection = source(frame)
        if collection is INVALID:
            return INVALID
        meter = frame[METER]
        result: Value = not decisive
        for combination in product(collection.items, repeat=len(slots)):
            meter.charge(cost)
            for slot, item in zip(slots, combination, strict=True):
                frame[slot] = item
            value = body(frame)
            if value is decisive:
                return decisive
            if value is INVALID:
                result = INVALID
            elif value is None and result is not INVALID:
                result = None
        return result

    return evaluate


def _filter(loop: Loop, *, wanted: bool) -> Code:
    source, body, cost, slot = loop.source, loop.body.code, loop.cost, loop.slots[0]
    unwanted = not wanted

    def evaluate(frame: Frame) -> Value:
        collection = source(frame)
        if collection is INVALID:
            return INVALID
        frame[METER].charge(len(collection.items) * cost)
        kept = []
        for item in collection.items:
            frame[slot] = item
            value = body(frame)
            if value is wanted:
                kept.append(item)
            elif value is not unwanted:
                return INVALID
        return type(collection)(kept)

    return evaluate


def _values(loop: Loop) -> Callable[[Frame, Collection], list[Value] | None]:
    """Return a function that computes the values of the body for a collection; None if one is invalid."""
    body, cost, slot = loop.body.code, loop.cost, loop.slots[0]

    def compute(frame: Frame, collection: Collection) -> list[Value] | None:
        frame[METER].charge(len(collection.items) * cost)
        values = []
        for item in collection.items:
            frame[slot] = item
            value = body(frame)
            if value is INVALID:
                return None
            values.append(value)
        return values

    return compute


def nests(type_: Type) -> bool:
    """Return whether a value of *type_* may hold other values."""
    return isinstance(type_, CollectionType | TupleType) or type_ == OCL_ANY


def _collect(loop: Loop) -> Code:
    return _collection_of_values(loop, flat=True)


def _collect_nested(loop: Loop) -> Code:
    return _collection_of_values(loop, flat=False)


def _collection_of_values(loop: Loop, *, flat: bool) -> Code:
    source, values_of, nested = loop.source, _values(loop), nests(loop.body.type)

    def evaluate(frame: Frame) -> Value:
        collection = source(frame)
        if collection is INVALID:
            return INVALID
        values = values_of(frame, collection)
        if values is None:
            return INVALID
        if nested:
            frame[METER].charge(4 * sum(map(weight, values)))
            if flat:
                values = flatten(values)
        return Sequence(values) if collection.ordered else Bag(values)

    return evaluate


def _is_unique(loop: Loop) -> Code:
    source, values_of, nested = loop.source, _values(loop), nests(loop.body.type)
    plain = loop.body.type in (INTEGER, REAL, STRING)

    def evaluate(frame: Frame) -> Value:
        collection = source(frame)
        if collection is INVALID:
            return INVALID
        values = values_of(frame, collection)
        if values is None:
            return INVALID
        if nested:
            frame[METER].charge(sum(map(weight, values)))
        return len(set(values if plain else map(key, values))) == len(values)

    return evaluate


def _any(loop: Loop) -> Code:
    source, body, cost, slot = loop.source, loop.body.code, loop.cost, loop.slots[0]

    def evaluate(frame: Frame) -> Value:
        collection = source(frame)
        if collection is INVALID:
            return INVALID
        found: Value = None
        count = 0
        for count, item in enumerate(collection.items, 1):  # noqa: B007
            frame[slot] = item
            value = body(frame)
            if value is not False:
                found = item if value is True else INVALID
                break
        frame[METER].charge(count * cost)
        return found

    return evaluate


def _one(loop: Loop) -> Code:
    select = _filter(loop, wanted=True)

    def evaluate(frame: Frame) -> Value:
        selected = select(frame)
        return INVALID if selected is INVALID else len(selected) == 1

    return evaluate


def _sorted_by(loop: Loop) -> Code:
    source, values_of = loop.source, _values(loop)

    def evaluate(frame: Frame) -> Value:
        collection = source(frame)
        if collection is INVALID:
            return INVALID
        values = values_of(frame, collection)
        if values is None or None in values:
            return INVALID
        try:
            order = sorted(range(len(values)), key=values.__getitem__)
        except TypeError:  # dates with a time zone and without one
            return INVALID
        items = [collection.items[index] for index in order]
        return OrderedSet(items) if collection.unique else Sequence(items)

    return evaluate


def _closure(loop: Loop) -> Code:
    source, body, cost, slot = loop.source, loop.body.code, loop.cost, loop.slots[0]

    def evaluate(frame: Frame) -> Value:
        collection = source(frame)
        if collection is INVALID:
            return INVALID
        meter = frame[METER]
        seen: set[Hashable] = {None}
        found = []
        pending = [iter(collection.items)]
        while pending:
            for item in pending[-1]:
                meter.charge(cost)
                if key(item) in seen:
                    continue
                seen.add(key(item))
                found.append(item)
                frame[slot] = item
                following = body(frame)
                if following is INVALID:
                    return INVALID
                if following is not None:
                    pending.append(iter(following.items if isinstance(following, Collection) else (following,)))
                    break
            else:
                pending.pop()
        return OrderedSet(found) if collection.ordered else Set(found)

    return evaluate


def implicit_collect(kind: str, source: Code, read: Callable[[Value], Value], *, many: bool) -> Code:
    """Compile ``collection.feature``. *read* returns the value of the feature for one element, ``INVALID`` for null.

    *kind* is the kind of the result; ``Collection`` if only the source tells it at run time.
    """
    collected = KINDS.get(kind)

    def evaluate(frame: Frame) -> Value:
        collection = source(frame)
        if collection is INVALID:
            return INVALID
        meter = frame[METER]
        meter.charge(len(collection.items))
        values = []
        for value in map(read, collection.items):
            if value is INVALID:
                return INVALID
            if many:
                meter.charge(len(value.items))
                values.extend(value.items)
            else:
                values.append(value)
        make = collected or (Sequence if collection.ordered else Bag)
        return make(values)

    return evaluate


def _boolean(_: Loop) -> Type:
    return BOOLEAN


def _same(loop: Loop) -> Type:
    return loop.type


def _sorted_type(loop: Loop) -> Type:
    return CollectionType("OrderedSet" if loop.type.name in ("Set", "OrderedSet") else "Sequence", loop.type.element)


ITERATORS = {
    "forAll": Iterator(BOOLEAN, _boolean, _for_all, None),
    "exists": Iterator(BOOLEAN, _boolean, _exists, None),
    "select": Iterator(BOOLEAN, _same, lambda loop: _filter(loop, wanted=True)),
    "reject": Iterator(BOOLEAN, _same, lambda loop: _filter(loop, wanted=False)),
    "collect": Iterator(
        None, lambda loop: CollectionType(_collected_kind(loop.type), flattened(loop.body.type)), _collect
    ),
    "collectNested": Iterator(
        None, lambda loop: CollectionType(_collected_kind(loop.type), loop.body.type), _collect_nested
    ),
    "isUnique": Iterator(None, _boolean, _is_unique),
    "any": Iterator(BOOLEAN, lambda loop: loop.type.element, _any),
    "one": Iterator(BOOLEAN, _boolean, _one),
    "sortedBy": Iterator(None, _sorted_type, _sorted_by),
    "closure": Iterator(
        None,
        lambda loop: CollectionType("OrderedSet" if loop.type.name in ORDERED else "Set", loop.type.element),
        _closure,
    ),
}
"""All iterators but ``iterate``, which has a variable of its own."""
