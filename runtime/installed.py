"""Plug-ins: what other installed packages add to tilewright, by entry points of Python's package metadata.

The group ``tilewright.seats`` holds programs that take a seat. Such an object is called with the text after ``NAME:``,
the seconds per move and a function that logs the conversation; it returns a ``Guest`` or raises ``ValueError``. If it
has a function ``unfit``, this returns why the program cannot play a game, or None if it can. The group
``tilewright.records`` holds formats for games that were played: each is called with a ``Record`` and returns a text or
raises ``NotSaid``.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

SEATS = "tilewright.seats"
RECORDS = "tilewright.records"


def installed(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by their names. Cost: reads the metadata of all installed packages."""
    return {point.name: point for point in entry_points(group=group)}
