"""What is said of a game: its first comment, and the words by which it is found besides its name.

The text is only searched, not read as a model: this must be quick for many games, and a word too much does no harm.
"""

from __future__ import annotations

import re

from tilewright.model.gallery import packaged

_COMMENT = re.compile(r"\s*((?:[ \t]*//[^\n]*\n)*)")
_NAMED = re.compile(r'^\s*game\s+(?:(\w+)|"([^"\\\n]*)")(?:\s+extends\s+"?([\w-]+))?', re.MULTILINE)
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
    words = [_first_comment(text)]
    if players := _PLAYERS.search(text):
        count = players[1].split("//")[0].count(",") + 1
        words.append(f"{count} player{'s' if count > 1 else ''}")
    words += [word for word, shown in _SHOWS.items() if shown.search(text)]
    return " ".join(filter(None, words))


def described(text: str) -> tuple[str, list[str]]:
    """Return the name of the game of a text in the notation, empty if it has none, and what its first comment says.

    If the game extends one of the gallery, what is said of that one follows.
    """
    found = _NAMED.search(text)
    base = packaged(found[3], (".game",)) if found and found[3] else None
    others = [] if base is None else described(base.read_text("utf-8-sig"))[1]
    return (found[1] or found[2]) if found else "", [*filter(None, [_first_comment(text)]), *others]


def _first_comment(text: str) -> str:
    comment = _COMMENT.match(text)
    return "" if comment is None else " ".join(line.strip(" \t/") for line in comment[1].splitlines())
