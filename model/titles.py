"""The title of a game for readers, from its name or that of its file."""

from __future__ import annotations

import re

_BOUNDARY = re.compile(r"[-_]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z])|(?<=[A-Za-z]{2})(?=[0-9])")
_NAME = re.compile(r"[\w-]+")
_SMALL = frozenset({"a", "an", "and", "at", "for", "in", "of", "on", "or", "the", "to"})


def titled(name: str) -> str:
    """Return a name as words with capitals, but for little ones: ``LinesOfAction`` and ``lines-of-action`` are Lines of
    Action. Any other text than letters, digits, ``-`` and ``_`` is a title already.
    """
    words = [word for word in _BOUNDARY.split(name) if word]
    if not words or not _NAME.fullmatch(name):
        return name
    first, *others = words
    small = [word.lower() if word.lower() in _SMALL else word[0].upper() + word[1:] for word in others]
    return " ".join([first[:1].upper() + first[1:], *small])
