"""What the functions in ``checks`` and ``verdicts`` are made of: OCL over elements, in Python.

Null is None. Invalid is one of the ``FAULTS``, raised where it arises; only a variable of a ``let`` may hold it, as
``INVALID``, which raises again wherever it is used. A Set or OrderedSet is a list or a dictionary without values, whose
items differ; a Bag or Sequence is a list.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from tilewright.metamodel.budget import BudgetError, Meter
from tilewright.metamodel.elements import Element
from tilewright.metamodel.regex import MAX_SUBJECT, compile_regex

FAULTS: Final = (AttributeError, TypeError, IndexError, KeyError)
"""What an invalid value raises."""

MAX_STRING = 1_000_000
"""Strings made during an evaluation may have so many characters."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A constraint that does not hold, by its name. ``related`` is an element that has to do with it."""

    constraint: str
    element: Any
    message: str
    related: Any = None


@dataclass(frozen=True, slots=True)
class Broken:
    """What a constraint says that does not hold: its sentence, who is to blame, who has to do with it."""

    message: Callable[[], Any] | None = None
    culprits: Callable[[], Any] | None = None
    related: Callable[[], Any] | None = None

    def violations(self, name: str, element: Element) -> Iterable[Violation]:
        """Yield what is wrong. Without culprits the element itself is to blame."""
        sentence = _told(self.message)
        if not isinstance(sentence, str):
            sentence = f"the constraint {name} does not hold"
        culprits = _elements(self.culprits) or [element]
        related: list[Any] = _elements(self.related)
        if len(related) != len(culprits):
            related = [None] * len(culprits)
        for culprit, other in zip(culprits, related, strict=True):
            yield Violation(name, culprit, sentence, other)


def _told(part: Callable[[], Any] | None) -> Any:
    try:
        return None if part is None else part()
    except FAULTS:
        return None


def _elements(part: Callable[[], Any] | None) -> list[Element]:
    value = _told(part)
    found = [value] if isinstance(value, Element) else list(value) if isinstance(value, Collection) else []
    return found if all(isinstance(element, Element) for element in found) else []


class _Invalid:
    """Raises a fault wherever it is used."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        raise TypeError("invalid")

    def __bool__(self) -> bool:
        raise TypeError("invalid")

    __hash__ = None  # type: ignore[assignment]


INVALID: Final[Any] = _Invalid()
"""What a variable holds whose value is invalid."""


def attempt(value: Callable[[], Any]) -> Any:
    """Return a value for a variable, ``INVALID`` included."""
    try:
        return value()
    except FAULTS:
        return INVALID


def given(value: Any) -> Any:
    """Return a value that must not be null or invalid."""
    if value is None or value is INVALID:
        raise TypeError("null")
    return value


def valid(value: Any) -> Any:
    """Return the value of a variable, which must not be invalid."""
    if value is INVALID:
        raise TypeError("invalid")
    return value


def truth(value: Any) -> bool:
    """Return a Boolean that must not be null."""
    if value is not True and value is not False:
        raise TypeError("null")
    return value


# -- logic, where an operand may be null or invalid: what decides, decides


def negation(value: Any) -> Any:
    """Return ``not value``."""
    return None if value is None else not value


def conjunction(left: Callable[[], Any], right: Callable[[], Any]) -> Any:
    """Return ``left and right``."""
    return _junction(left, right, decisive=False)


def disjunction(left: Callable[[], Any], right: Callable[[], Any]) -> Any:
    """Return ``left or right``."""
    return _junction(left, right, decisive=True)


def implication(left: Callable[[], Any], right: Callable[[], Any]) -> Any:
    """Return ``left implies right``."""
    return _junction(lambda: negation(left()), right, decisive=True)


def _junction(left: Callable[[], Any], right: Callable[[], Any], *, decisive: bool) -> Any:
    one = attempt(left)
    if one is decisive:
        return decisive
    two = attempt(right)
    if two is decisive:
        return decisive
    if one is INVALID or two is INVALID:
        raise TypeError("invalid")
    return None if one is None or two is None else not decisive


def for_all(values: Iterable[Any], body: Callable[[Any], Any]) -> Any:
    """Return whether *body* is true of all values."""
    return _quantified(values, body, decisive=False)


def exists(values: Iterable[Any], body: Callable[[Any], Any]) -> Any:
    """Return whether *body* is true of some value."""
    return _quantified(values, body, decisive=True)


def _quantified(values: Iterable[Any], body: Callable[[Any], Any], *, decisive: bool) -> Any:
    result: Any = not decisive
    for value in values:
        try:
            said = body(value)
        except FAULTS:
            said = INVALID
        if said is decisive:
            return decisive
        if said is INVALID:
            result = INVALID
        elif said is None and result is not INVALID:
            result = None
    if result is INVALID:
        raise TypeError("invalid")
    return result


# -- collections


def one(value: Any) -> list[Any]:
    """Return a single value as a Set: null as an empty one."""
    return [] if value is None else [given(value)]


def distinct(values: Iterable[Any]) -> dict[Any, None]:
    """Return the values as a Set, in their order."""
    return dict.fromkeys(values)


def flatten(values: Iterable[Any]) -> list[Any]:
    """Return the values with those of inner collections in their place, to any depth."""
    flat: list[Any] = []
    for value in values:
        if isinstance(value, list | dict | tuple):
            flat += flatten(value)
        else:
            flat.append(value)
    return flat


def without(values: Iterable[Any], others: Iterable[Any]) -> dict[Any, None]:
    """Return the values of a Set that are not among *others*."""
    unwanted = set(others)
    return {value: None for value in values if value not in unwanted}


def first(values: Iterable[Any]) -> Any:
    """Return the first of the values."""
    for value in values:
        return value
    raise IndexError("first() of nothing")


def last(values: Sequence[Any] | dict[Any, None]) -> Any:
    """Return the last of the values."""
    for value in reversed(values):
        return value
    raise IndexError("last() of nothing")


def at(values: Sequence[Any] | dict[Any, None], position: int) -> Any:
    """Return the value at a position, counted from 1."""
    if not 1 <= position <= len(values):
        raise IndexError("at() out of range")
    return values[position - 1] if isinstance(values, Sequence) else next(islice(values, position - 1, None))


class Positions(list[Any]):
    """A Sequence that knows where each of its values stands first, counted from 1."""

    def __init__(self, values: Iterable[Any]) -> None:
        super().__init__(values)
        self._positions: dict[Any, int] = {}
        for position, value in enumerate(self, 1):
            self._positions.setdefault(value, position)

    def index_of(self, value: Any) -> int:
        """Return where a value stands first."""
        return self._positions[value]


def closure(start: Iterable[Any], following: Callable[[Any], Any], meter: Meter) -> dict[Any, None]:
    """Return all that *following* leads to from *start*, included, depth first, each once."""
    found: dict[Any, None] = {}
    pending = [iter(start)]
    while pending:
        for value in pending[-1]:
            meter.charge(1)
            if value is None or value in found:
                continue
            found[value] = None
            after = following(value)
            if after is not None:
                pending.append(iter((after,) if isinstance(after, Element) else after))
                break
        else:
            pending.pop()
    return found


def contents(element: Element, meter: Meter) -> list[Element]:
    """Return what an element contains."""
    found: list[Element] = given(element).eContents()
    return meter.over(found)


def cast(value: Any, cls: type[Element]) -> Any:
    """Return an element that must be of a class; null is null."""
    if value is not None and not isinstance(value, cls):
        raise TypeError(f"no {cls.__name__}")
    return value


# -- strings and numbers


def shown(value: Any) -> str:
    """Return a number or a string as a string."""
    return str(given(value))


def joined(*parts: str) -> str:
    """Return the strings as one."""
    text = "".join(parts)
    if len(text) > MAX_STRING:
        raise BudgetError(f"the evaluation makes a string of more than {MAX_STRING} characters")
    return text


def matches(text: str, pattern: str, meter: Meter) -> bool:
    """Return whether all of a string matches a regular expression."""
    meter.charge(8 * len(text))
    if len(text) > MAX_SUBJECT:
        raise TypeError("too long")
    return compile_regex(pattern).matches(text)


def integer(text: str) -> int | None:
    """Return the number that a string is in decimal digits."""
    digits = text[1:] if text.startswith("-") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 300):
        raise TypeError("no number")
    return int(text)


def remainder(dividend: int, divisor: int) -> int:
    """Return what is left of a division that truncates."""
    if divisor == 0:
        raise TypeError("division by zero")
    return abs(dividend) % abs(divisor) * (-1 if dividend < 0 else 1)
