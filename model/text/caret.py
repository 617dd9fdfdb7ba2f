"""What could be written at a place of a text: it is asked of the reader, so that nothing knows the grammar twice.

Whoever wants to know puts a ``Caret`` where somebody writes. Each question that the reader asks of this word – is it
one of these, which of the known names may be meant – is an answer: these could stand there.
"""

from __future__ import annotations

from collections.abc import Iterable

CARET = "ʬʬʬ"
"""A name that nobody gives to anything."""


class Caret(str):
    """The word at which somebody writes. ``offered`` collects what could stand in its place."""

    offered: set[str]

    def __new__(cls) -> Caret:
        made = super().__new__(cls, CARET)
        made.offered = set()
        return made


def offer(name: str, known: Iterable[str]) -> None:
    """Tell what could stand in place of a name, if that is the caret."""
    if isinstance(name, Caret):
        name.offered.update(known)
