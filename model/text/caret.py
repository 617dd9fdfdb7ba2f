"""The caret: a special word that finds out what a reader would accept at a place of a text.

A text is read with a ``Caret`` where somebody writes. Whenever the reader compares this word with keywords, or looks it
up among known names, the keywords or names are recorded: they could stand there. So the grammar is written down only
once, in the reader.
"""

from __future__ import annotations

from collections.abc import Iterable

CARET = "ʬʬʬ"
"""The text of the caret: a name that no model uses."""


class Caret(str):
    """The word at which somebody writes. ``offered`` collects what could stand in its place."""

    offered: set[str]

    def __new__(cls) -> Caret:
        made = super().__new__(cls, CARET)
        made.offered = set()
        return made


def offer(name: str, known: Iterable[str]) -> None:
    """Record *known* as what could stand in place of *name* if that is the caret; otherwise do nothing."""
    if isinstance(name, Caret):
        name.offered.update(known)
