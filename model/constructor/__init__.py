"""Configurations of the board game constructor: a JSON file for each game. They are read, not written.

``taking`` takes the JSON apart into a ``sheet`` and says what is wrong with it. ``meaning`` makes the model: ``moves``
the rules of the figures, ``states`` what happens after a move, ``cases`` and ``words`` serve both. The format is known
here, and no game.

In short, for the game that is made:

- A figure moves by the first of its movements that fits; complex movements are tried where no simple one is allowed.
- How often and when a figure has moved are counters of the cells, which go along with it. They are there if a condition
  asks for them; so is the number of the move.
- The states of the types ``move`` and ``end`` are phases, and a counter ``state`` numbers the former.
- A player who cannot move ends the game; there it would stand still.
- Two quirks are kept unless the parameter ``quirks`` is ``none``: that a figure may move onto one of its own side,
  which is then gone, if no condition looks at the target; and that a move is allowed that does nothing on its target,
  if something is taken on the way.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.model.constructor.meaning import build
from tilewright.model.constructor.taking import PARTS, Taker
from tilewright.model.document import Document
from tilewright.model.placed_json import Table
from tilewright.model.places import Place

__all__ = ["is_configuration", "read_configuration"]

_TELLING = ("figures", "game_states", "win_conditions", "initial_game_state", "complex_movement")


def is_configuration(root: Table) -> bool:
    """Return whether an object is a configuration, told by its keys."""
    assert set(_TELLING) <= set(PARTS)
    return any(key in root.entries for key in _TELLING)


def read_configuration(root: Table, place: Callable[[int], Place], document: Document) -> None:
    """Put the model of a configuration, and what is wrong with it, into a document. There is none with an error."""
    taker = Taker(place)
    sheet = taker.take(root)
    document.diagnostics += taker.diagnostics
    build(sheet, document, place)
    document.diagnostics.sort(key=lambda found: (found.place, found.code))
