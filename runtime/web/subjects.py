"""The words by which a game is found besides its name: those of its first comment, and of what its text shows.

The text is only searched, not read as a model: this must be quick for many games, and a word too much does no harm.
"""

from __future__ import annotations

import re

_COMMENT = re.compile(r"\s*((?:[ \t]*//[^\n]*\n)*)")
_PLAYERS = re.compile(r"^\s*players\s+(.+)", re.MULTILINE)
_SHOWS = {
    "chance dice": re.compile(r"^\s*chance\b", re.MULTILINE),
    "hexagonal hexagons": re.compile(r"\bhexagonal\b"),
    "hidden secret": re.compile(r"^\s*(?:sight\b|(?:zone|mark|counter)\b.*\bhidden\b)", re.MULTILINE),
    "simultaneous": re.compile(r"\bsimultaneous\b"),
}
"""Words about games, by the part of a text which shows that they hold."""


def about(text: str) -> str:
    """Return words about the game that a text in the notation describes."""
    comment = _COMMENT.match(text)
    words = [] if comment is None else [line.strip(" \t/") for line in comment[1].splitlines()]
    if players := _PLAYERS.search(text):
        count = players[1].split("//")[0].count(",") + 1
        words.append(f"{count} player{'s' if count > 1 else ''}")
    return " ".join([*words, *(word for word, shown in _SHOWS.items() if shown.search(text))])
