"""The run-time library of ``checks`` and ``verdicts``: the semantics of OCL over elements, in Python.

OCL's null is None. OCL's invalid is an exception, one of ``FAULTS``, raised where it arises. Only the variable of a
``let`` can hold invalid: as ``INVALID``, which raises such an exception wherever it is used. A Set or OrderedSet is a
list without duplicates, or a dictionary whose keys are the items. A Bag or Sequence is a list.
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
"""The exceptions that stand for OCL's invalid."""

MAX_STRING = 1_000_000
"""The greatest length of a string that an evaluation makes, in characters."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation of the constraint of this name: the element to blame, and perhaps a *related* element.

    It is *undefined* if the constraint is neither true nor false for the element, and *mild* if it says that this is no
    error.
    """

    constraint: str
    element: Any
    message: str
    related: Any = None
    undefined: bool = False
    mild: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """What a violated constraint says: its message, the elements to blame, and an element related to each of them.

    Each part is a function that evaluates it, or None. A part whose value is invalid or of the wrong type is ignored.
    """

    message: Callable[[], Any] | None = None
    culprits: Callable[[], Any] | None = None
    related: Callable[[], Any] | None = None

    def violations(self, name: str, element: Element) -> Iterable[Violation]:
        """Yield a violation of the constraint *name* for each culprit; without culprits, *element* is to blame.

        Related elements are given only if there are as many as culprits.
        """
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
    """Return the value of a part; None if it is invalid or missing."""
    try:
        return None if part is None else part()
    except FAULTS:
        return None


def _elements(part: Callable[[], Any] | None) -> list[Element]:
    """Return the elements of a part: none if its value is neither an element nor a collection of elements."""
    value = _told(part)
    found = [value] if isinstance(value, Element) else list(value) if isinstance(value, Collection) else []
    return found if all(isinstance(element, Element) for element in found) else []


class _Invalid:
    """The class of ``INVALID``: comparing, testing or hashing it raises ``TypeError``, one of the ``FAULTS``."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        raise TypeError("invalid")

    def __bool__(self) -> bool:
        raise TypeError("invalid")

    __hash__ = None  # type: ignore[assignment]


INVALID: Final[Any] = _Invalid()
"""What a variable holds if its value is invalid."""


def attempt(value: Callable[[], Any]) -> Any:
    """Return the value of a variable: ``INVALID`` if computing it raises one of the ``FAULTS``."""
    try:
        return value()
    except FAULTS:
        return INVALID


def given(value: Any) -> Any:
    """Return *value*; ``TypeError`` if it is null or invalid."""
    if value is None or value is INVALID:
        raise TypeError("null")
    return value


def valid(value: Any) -> Any:
    """Return *value*, perhaps null; ``TypeError`` if it is invalid."""
    if value is INVALID:
        raise TypeError("invalid")
    return value


def truth(value: Any) -> bool:
    """Return *value*; ``TypeError`` if it is neither True nor False."""
    if value is not True and value is not False:
        raise TypeError("null")
    return value


# -- four-valued logic: an operand that decides does so, whatever the other is; else invalid wins over null


def negation(value: Any) -> Any:
    """Return ``not value``; null for null."""
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
    """Return ``left and right`` if *decisive* is False, ``left or right`` if it is True."""
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
    """Return whether *body* is true of all values: the ``and`` of all its results."""
    return _quantified(values, body, decisive=False)


def exists(values: Iterable[Any], body: Callable[[Any], Any]) -> Any:
    """Return whether *body* is true of some value: the ``or`` of all its results."""
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
    """Return a single value as a Set, as ``->`` sees it: null as the empty Set."""
    return [] if value is None else [given(value)]


def distinct(values: Iterable[Any]) -> dict[Any, None]:
    """Return the values as a Set, in the order of their first occurrences."""
    return dict.fromkeys(values)


def flatten(values: Iterable[Any]) -> list[Any]:
    """Return the values with each inner collection replaced by its items, to any depth."""
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
    """Return the first of the values; ``IndexError`` if there is none."""
    for value in values:
        return value
    raise IndexError("first() of nothing")


def last(values: Sequence[Any] | dict[Any, None]) -> Any:
    """Return the last of the values; ``IndexError`` if there is none."""
    for value in reversed(values):
        return value
    raise IndexError("last() of nothing")


def at(values: Sequence[Any] | dict[Any, None], position: int) -> Any:
    """Return the value at a position, counted from 1; ``IndexError`` out of range."""
    if not 1 <= position <= len(values):
        raise IndexError("at() out of range")
    return values[position - 1] if isinstance(values, Sequence) else next(islice(values, position - 1, None))


class Positions(list[Any]):
    """A Sequence with an index of the first position of each value."""

    def __init__(self, values: Iterable[Any]) -> None:
        super().__init__(values)
        self._positions: dict[Any, int] = {}
        for position, value in enumerate(self, 1):
            self._positions.setdefault(value, position)

    def index_of(self, value: Any) -> int:
        """Return the first position of a value, counted from 1; ``KeyError`` if it does not occur."""
        return self._positions[value]


def closure(start: Iterable[Any], following: Callable[[Any], Any], meter: Meter) -> dict[Any, None]:
    """Return *start* and all that *following* reaches from it, each once, in depth-first order. Nulls are skipped."""
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
    """Return the elements that an element contains directly, for a step each."""
    found: list[Element] = given(element).eContents()
    return meter.over(found)


def cast(value: Any, cls: type[Element]) -> Any:
    """Return *value*, an element or null; ``TypeError`` if it is an element of another class."""
    if value is not None and not isinstance(value, cls):
        raise TypeError(f"no {cls.__name__}")
    return value


# -- strings and numbers


def shown(value: Any) -> str:
    """Return a number or a string as a string."""
    return str(given(value))


def joined(*parts: str) -> str:
    """Return the concatenated strings; ``BudgetError`` if they are longer than ``MAX_STRING``."""
    text = "".join(parts)
    if len(text) > MAX_STRING:
        raise BudgetError(f"the evaluation makes a string of more than {MAX_STRING} characters")
    return text


def matches(text: str, pattern: str, meter: Meter) -> bool:
    """Return whether the whole of a string matches a regular expression; ``TypeError`` if the string is too long."""
    meter.charge(8 * len(text))
    if len(text) > MAX_SUBJECT:
        raise TypeError("too long")
    return compile_regex(pattern).matches(text)


def integer(text: str) -> int | None:
    """Return the integer that a string denotes in decimal digits, perhaps after a minus; ``TypeError`` if none."""
    digits = text[1:] if text.startswith("-") else text
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 300):
        raise TypeError("no number")
    return int(text)


def remainder(dividend: int, divisor: int) -> int:
    """Return the remainder of a truncating division, with the sign of the dividend; ``TypeError`` if *divisor* is 0."""
    if divisor == 0:
        raise TypeError("division by zero")
    return abs(dividend) % abs(divisor) * (-1 if dividend < 0 else 1)
