"""Positions and games as other programs read and write them: FEN, PGN and SGF.

Nothing here knows a game. A model says in its ``formats`` which letters stand for its pieces, and what marks and
counters mean in such a text; a game without such a table is not written so.
"""

from __future__ import annotations

from typing import TypeVar

from tilewright.metamodel.language import Format
from tilewright.runtime.rulebook import Rulebook

F = TypeVar("F", bound=Format)


class NotSaid(ValueError):
    """The model does not say how it is written in a format, or something has no place in that format."""


def format_of(game: Rulebook, kind: type[F]) -> F:
    """Return what a model says of a format. ``NotSaid`` if it says nothing."""
    found = next((one for one in game.document.game.formats if isinstance(one, kind)), None)
    if found is None:
        name = kind.__name__
        raise NotSaid(f"the model of {game.name} does not say how it is written as {name.upper()}: it has no {name}")
    return found
