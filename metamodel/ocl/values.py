"""The values of OCL as values of Python.

    null -> None                    Integer -> int, at most 300 digits
    invalid -> INVALID              Real -> float, finite
    Boolean, String -> bool, str    enumeration literal -> EEnumLiteral
    object -> EObject               collections, tuples, types -> the immutable classes below

Values are equal in OCL if their keys, ``key(value)``, are equal in Python: ``1 = 1.0`` but ``1 <> true``, and
enumeration literals are equal if their names and the qualified ones of their enumerations are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final, TypeAlias

from pyecore.ecore import EEnumLiteral

from tilewright.metamodel.ocl.types import qualified_name
from tilewright.metamodel.typing import EObject

Value: TypeAlias = Any
"""A value of OCL."""

INTEGER_LIMIT = 10**300
"""The absolute value of a number is less than this; arithmetic beyond it is invalid."""

_SHOWN = 20
_DEPTH = 4


class Invalid:
    """The class of ``INVALID``, the result of an evaluation that failed. It has no truth value: compare with ``is``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "invalid"

    def __bool__(self) -> bool:
        raise TypeError("invalid has no truth value; compare with `is INVALID`")


INVALID: Final = Invalid()


class Collection:
    """A collection of OCL. It is immutable and has a fixed order of iteration.

    ``of`` makes a collection of any items; the constructor trusts that those of a Set or OrderedSet differ. ``in``
    takes constant time after its first use.
    """

    __slots__ = ("_counts", "_hash", "_positions", "_weight", "items")

    kind: ClassVar[str]
    ordered: ClassVar[bool] = False
    unique: ClassVar[bool] = False

    def __init__(self, items: Iterable[Value]) -> None:
        self.items: tuple[Value, ...] = tuple(items)
        self._counts: Counter[Hashable] | None = None
        self._positions: dict[Hashable, int] | None = None
        self._hash: int | None = None
        self._weight: int | None = None

    @classmethod
    def of(cls, items: Iterable[Value]) -> Collection:
        """Return a collection of *items*; a Set or OrderedSet keeps the first of those that are equal."""
        return cls(distinct(items) if cls.unique else items)

    @property
    def counts(self) -> Counter[Hashable]:
        """The number of occurrences of each key."""
        if self._counts is None:
            self._counts = Counter(map(key, self.items))
        return self._counts

    @property
    def positions(self) -> dict[Hashable, int]:
        """The first position of each key, counted from 1."""
        if self._positions is None:
            self._positions = {}
            for position, item in enumerate(self.items, 1):
                self._positions.setdefault(key(item), position)
        return self._positions

    @property
    def weight(self) -> int:
        """One more than the sum of the weights of all items: a bound of the cost of looking at all values in it."""
        if self._weight is None:
            self._weight = 1 + sum(map(weight, self.items))
        return self._weight

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Value]:
        return iter(self.items)

    def __contains__(self, value: Value) -> bool:
        return key(value) in self.counts

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other) or not isinstance(other, Collection) or len(self) != len(other):
            return False
        if self.ordered:
            return all(key(one) == key(two) for one, two in zip(self.items, other.items, strict=True))
        return self.counts == other.counts

    def __hash__(self) -> int:
        if self._hash is None:
            keys = map(key, self.items)
            self._hash = hash((self.kind, tuple(keys) if self.ordered else frozenset(keys)))
        return self._hash

    def __repr__(self) -> str:
        return show(self)


class Set(Collection):
    """A collection of distinct values, whose order has no meaning."""

    __slots__ = ()
    kind = "Set"
    unique = True


class OrderedSet(Collection):
    """A collection of distinct values, whose order counts."""

    __slots__ = ()
    kind = "OrderedSet"
    ordered = True
    unique = True


class Bag(Collection):
    """A collection of values that may repeat, whose order has no meaning."""

    __slots__ = ()
    kind = "Bag"


class Sequence(Collection):
    """A collection of values that may repeat, whose order counts."""

    __slots__ = ()
    kind = "Sequence"
    ordered = True


KINDS: dict[str, type[Collection]] = {c.kind: c for c in (Set, OrderedSet, Bag, Sequence)}


class TupleValue:
    """A tuple of OCL: named parts. The order of the parts does not matter."""

    __slots__ = ("parts", "weight")

    def __init__(self, parts: dict[str, Value]) -> None:
        self.parts = parts
        self.weight: int = 1 + sum(map(weight, parts.values()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TupleValue) or self.parts.keys() != other.parts.keys():
            return False
        return all(key(value) == key(other.parts[name]) for name, value in self.parts.items())

    def __hash__(self) -> int:
        return hash(frozenset((name, key(value)) for name, value in self.parts.items()))

    def __repr__(self) -> str:
        return show(self)


@dataclass(frozen=True, slots=True)
class TypeValue:
    """A type as a value, such as the result of ``oclType()``; equal when the qualified names are."""

    qualified_name: str

    @property
    def name(self) -> str:
        """The name without those of packages."""
        return self.qualified_name.rpartition("::")[2]

    def __repr__(self) -> str:
        return self.qualified_name


@lru_cache(maxsize=4096)
def _enum_key(literal: EObject) -> Hashable:
    return EEnumLiteral, qualified_name(literal.eEnum), literal.name


def _boolean_key(value: bool) -> Hashable:
    return bool, value


_KEYS: dict[type, Callable[[Any], Hashable]] = {bool: _boolean_key, EEnumLiteral: _enum_key}


def key(value: Value) -> Hashable:
    """Return the key of *value*: values are equal in OCL exactly if their keys are equal in Python."""
    convert = _KEYS.get(type(value))
    return value if convert is None else convert(value)


_HOLDERS = frozenset((*KINDS.values(), TupleValue))


def weight(value: Value) -> int:
    """Return an upper bound of the cost of comparing or flattening *value*, in values looked at."""
    return int(value.weight) if type(value) in _HOLDERS else 1


def distinct(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return *values* without duplicates, in the order of their first occurrences."""
    first: dict[Hashable, Value] = {}
    for value in values:
        first.setdefault(key(value), value)
    return tuple(first.values())


def show(value: Value, depth: int = 0) -> str:
    """Return *value* in the notation of OCL, shortened if it is long or deeply nested."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    if isinstance(value, EEnumLiteral):
        return f"{value.eEnum.name}::{value.name}"
    if isinstance(value, Collection):
        shown = [show(item, depth + 1) for item in value.items[:_SHOWN]] if depth < _DEPTH else []
        return f"{value.kind}{{{', '.join(shown + ['...'] * (len(shown) < len(value)))}}}"
    if isinstance(value, TupleValue):
        parts = [f"{n} = {show(part, depth + 1)}" for n, part in value.parts.items()] if depth < _DEPTH else ["..."]
        return f"Tuple{{{', '.join(parts)}}}"
    eclass = getattr(value, "eClass", None)
    if eclass is None:
        return repr(value)
    name = getattr(value, "name", None)
    return f"{eclass.name} '{name}'" if isinstance(name, str) else str(eclass.name)
