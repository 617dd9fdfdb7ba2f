"""Lines and columns of characters in a text."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.model.places import Place


def places_of(text: str, file: str) -> Callable[[int], Place]:
    """Return a function from the offset of a character to its place.

    It must be called with offsets that never decrease; all calls together read the text once.
    """
    line, begin, seen = 1, 0, 0

    def place(at: int) -> Place:
        nonlocal line, begin, seen
        newlines = text.count("\n", seen, at)
        if newlines:
            line += newlines
            begin = text.rindex("\n", seen, at) + 1
        seen = at
        return Place(file, line, at - begin + 1)

    return place
