"""Hints: the end of a message about an unknown name, which says what may have been meant or what there is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tilewright.model.printable import printable
from tilewright.model.remedies import Replace
from tilewright.model.text.caret import offer

MOST_HINTS = 100
"""A reader looks for near misses for so many problems of a file only, since that takes time."""

_MOST_COMPARED = 500  # names; of more the first ones by the alphabet are listed
_LONGEST = 100  # characters; looking for near misses of a longer name takes too long


@dataclass(frozen=True, slots=True)
class Hint:
    """The end of a message about an unknown name, and the remedy if another name was probably meant."""

    text: str = ""
    remedies: tuple[Replace, ...] = ()

    def __str__(self) -> str:
        return self.text


def did_you_mean(name: str, meant: str) -> Hint:
    """Return the hint for a *name* that proposes another one."""
    return Hint(f"; did you mean '{printable(meant)}'?", (Replace(name, meant),))


def near_miss(
    name: str,
    known: Iterable[str],
    *,
    most: int = 8,
    listed: Iterable[str] | None = None,
    first: Iterable[str] = (),
) -> Hint:
    """Return a hint for an unknown *name*: the known name that it may have meant, else at most *most* known names.

    If *listed* is given, only those names are listed; if they are too many, those that are spelled most like *name*. Of
    names that are equally near, one of those in *first* is taken.

    >>> print(near_miss("tunPolicy", ["name", "turnPolicy"]))
    ; did you mean 'turnPolicy'?
    >>> near_miss("x", ["name", "turnPolicy"]).text
    ' (there are: name, turnPolicy)'
    >>> print(near_miss("goes", ["gose", "gote"], first=["gose"]))
    ; did you mean 'gose'?
    >>> print(near_miss("axyz", ["b", "c", "x"], most=1))
     (there are: x, …)
    >>> near_miss("x", [])
    Hint(text='', remedies=())
    """
    names = sorted(set(known))
    folded = {known_name.casefold(): known_name for known_name in reversed(names)}
    close = nearest(name.casefold(), folded)
    if close is not None:
        as_near = [other.casefold() for other in first]
        close = nearest(name.casefold(), as_near, least=_similarity(name.casefold(), close)) or close
        same = [known_name for known_name in names if known_name.casefold() == close]
        meant = nearest(name, same, least=0)  # of empty and Empty the one in the same case
        return did_you_mean(name, meant or close)
    if listed is not None:
        names = sorted(set(listed))
    if not names:
        return Hint()
    if most < len(names) <= _MOST_COMPARED and len(name) <= _LONGEST:
        names.sort(key=lambda known_name: -_similarity(name.casefold(), known_name.casefold()[:_LONGEST]))
    shown = ", ".join(map(printable, names[:most])) + (", …" if len(names) > most else "")
    return Hint(f" (there are: {shown})")


def _similarity(name: str, other: str) -> float:
    """Return how much a name is spelled like another one, as ``nearest`` measures it."""
    from difflib import SequenceMatcher  # here, since most models have no mistake

    return SequenceMatcher(None, other, name).ratio()


def nearest(name: str, known: Iterable[str], *, least: float = 0.6) -> str | None:
    """Return the known name that is spelled most like *name*; None if none is near or *name* is very long.

    *least* is the least similarity that counts as near: 1 for equal names, 0 for any.
    """
    from difflib import get_close_matches  # here, since most models have no mistake

    close = get_close_matches(name, known, n=1, cutoff=least) if len(name) <= _LONGEST else []
    return close[0] if close else None


class Hints:
    """Gives the hints of one reader, the first ``MOST_HINTS`` only."""

    def __init__(self) -> None:
        self._asked = 0

    def take(self) -> bool:
        """Count a hint, and return whether it is to be given."""
        self._asked += 1
        return self._asked <= MOST_HINTS

    def near_miss(
        self,
        name: str,
        known: Iterable[str],
        *,
        most: int = 8,
        listed: Iterable[str] | None = None,
        first: Iterable[str] = (),
    ) -> Hint:
        """Return what the function ``near_miss`` returns, empty if no hints are left; offer the names to a caret."""
        known = tuple(known)
        offer(name, known)
        return near_miss(name, known, most=most, listed=listed, first=first) if self.take() else Hint()
