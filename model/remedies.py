"""Remedies: what would put right what a diagnostic is about, as data.

The message of a diagnostic says it in words, for people. ``tilewright.model.service.fixing`` makes edits of remedies,
so the words may change freely. Where a remedy speaks of the place, it means that of the diagnostic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tilewright.model.places import Place


@dataclass(frozen=True, slots=True)
class Replace:
    """Write *right* in place of *wrong*, which begins at the place; in XMI it stands in the tag that begins there."""

    wrong: str
    right: str


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Write a text in place of all that stands from *start* to the end of the last word."""

    text: str
    start: Place
    last: Place | None = None
    """Where the last word begins, by default at the place."""


@dataclass(frozen=True, slots=True)
class Insert:
    """Write a text before what stands at the place."""

    text: str


@dataclass(frozen=True, slots=True)
class Expect:
    """Write a text, which is expected at the place, before or instead of what stands there."""

    text: str


@dataclass(frozen=True, slots=True)
class Declare:
    """Write a declaration among those of the game."""

    declaration: str


@dataclass(frozen=True, slots=True)
class Close:
    """Write the brace that closes the game."""


Remedy: TypeAlias = Replace | Rewrite | Insert | Expect | Declare | Close
