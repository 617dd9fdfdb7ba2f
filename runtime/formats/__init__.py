"""Positions and games in the formats of other programs: FEN, PGN and SGF.

Nothing here knows a game. The ``formats`` of a model say which letters stand for its pieces, and how its marks and
counters are written. Without an entry for a format, a game cannot be read or written in it.
"""

from __future__ import annotations

from typing import TypeVar

from tilewright.metamodel.language import Format
from tilewright.runtime.rulebook import Rulebook

F = TypeVar("F", bound=Format)


class NotSaid(ValueError):
    """The model has no entry for a format, or something cannot be written in that format."""


def format_of(game: Rulebook, kind: type[F]) -> F:
    """Return the entry of a model for a format. ``NotSaid`` if there is none."""
    found = next((one for one in game.document.game.formats if isinstance(one, kind)), None)
    if found is None:
        name = kind.__name__
        raise NotSaid(f"the model of {game.name} does not say how it is written as {name.upper()}: it has no {name}")
    return found
