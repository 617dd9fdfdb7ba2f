"""Configurations of the board game constructor: a JSON file for each game. They are read, not written.

``taking`` parses the JSON into a ``sheet`` and reports what is wrong with it. ``meaning`` composes the model: ``moves``
makes the rules of the figures and ``states`` the effects after a move; ``cases`` and ``words`` serve both, and
``drawing`` reads how the board looks. The code knows the format, but no game.

The composed game follows these rules:

- A figure moves by the first of its movements that fits. Complex movements are tried only if no simple one is allowed.
- Carried counters hold how often and when a figure has moved. They are declared only if a condition reads them, and so
  is the counter of the number of the move.
- The states of the types ``move`` and ``end`` are phases; a counter ``state`` numbers the former.
- If a player cannot move the game is drawn; the constructor itself would wait for ever.
- Two quirks of the constructor are kept unless the parameter ``quirks`` is ``none``. A figure may move onto a figure of
  its own side, which is removed, if no condition looks at the target. And a move that does nothing on its target is
  allowed if something is taken on the way.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.model.document import Document
from tilewright.model.foreign.constructor.meaning import build
from tilewright.model.foreign.constructor.taking import PARTS, Taker
from tilewright.model.foreign.placed_json import Table
from tilewright.model.places import Place

__all__ = ["is_configuration", "read_configuration"]

_TELLING = ("figures", "game_states", "win_conditions", "initial_game_state", "complex_movement")


def is_configuration(root: Table) -> bool:
    """Return whether an object is a configuration: whether it has one of the keys that tell."""
    assert set(_TELLING) <= set(PARTS)
    return any(key in root.entries for key in _TELLING)


def read_configuration(root: Table, place: Callable[[int], Place], document: Document) -> None:
    """Put the diagnostics of a configuration into a document and, unless one of them is an error, its model.

    *place* converts an offset to a place.
    """
    taker = Taker(place)
    sheet = taker.take(root)
    document.diagnostics += taker.diagnostics
    build(sheet, document, place)
    document.diagnostics.sort(key=lambda found: (found.place, found.code))
