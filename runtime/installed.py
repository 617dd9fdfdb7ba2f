"""What packages that are installed add to tilewright, by entry points of Python's package metadata.

``tilewright.seats`` has programs of others that take a seat: called with what follows ``NAME:``, the seconds they have
for a move and what writes down the talk, they return a ``Guest`` or raise ``ValueError``; if they have a function
``unfit``, it is asked why they cannot play a game, and returns None if they can. ``tilewright.records`` has
formats in which games that were played are written: called with a ``Record``, they return text or raise ``NotSaid``.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

SEATS = "tilewright.seats"
RECORDS = "tilewright.records"


def installed(group: str) -> dict[str, EntryPoint]:
    """Return what has been added to a group, by its names. Cost: the metadata of all packages is looked through."""
    return {point.name: point for point in entry_points(group=group)}
