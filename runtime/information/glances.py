"""Glances: what one player sees of a state, as a number that is found without making the view.

The glance at a state is the key of the player's view, so that equal glances are equal views. Of a compiled game only
those bits of the record are compared that may make a difference to the player; a view is made once for all states that
are equal in these. That is far cheaper wherever what is in sight is fixed, as with cards: there nothing that is hidden
is among those bits. Where a chain of the model says what is in sight, all bits are.
"""

from __future__ import annotations

from sys import byteorder
from typing import TYPE_CHECKING

from tilewright.metamodel.language import PatternFilter
from tilewright.runtime.information.seen import Seen
from tilewright.runtime.information.views import seen_of, shown_cells, shown_slots
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.record_state import RecordState
from tilewright.runtime.state import Game, State

if TYPE_CHECKING:
    from tilewright.generator.compiler.program import Layout
    from tilewright.metamodel.language import Board, Filter, Zone

MOST_KNOWN = 1 << 15
"""The greatest number of glances that are remembered; then they are forgotten."""

_BITS = 64
"""The bits of a word of a record."""


class Glances:
    """The glances of one player of a game."""

    def __init__(self, game: Game, viewer: int) -> None:
        self._game = game
        self._viewer = viewer
        self._mask: _Mask | None = None
        self._known: dict[tuple[int, int], int] = {}

    def of(self, state: State) -> int:
        """Return the key of what the player sees of a state: ``View.key``."""
        if not isinstance(state, RecordState) or (record := state.record) is None:
            return self._game.keys.of_view(self.seen(state))
        if self._mask is None:
            self._mask = _Mask(self._game, self._viewer, state.layout)
        shown = self._mask.of(record)
        found = self._known.get(shown)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[shown] = self._game.keys.of_view(self.seen(state))
        return found

    def seen(self, state: State) -> Seen:
        """Return what the player sees of a state, in numbers."""
        return seen_of(self._game, state.position, self._viewer)


class _Mask:
    """The bits of a record that may make a difference to a player."""

    def __init__(self, game: Game, viewer: int, layout: Layout) -> None:
        grids: tuple[Board | Zone, ...] = (game.tables.game.board, *game.tables.game.zones)
        tables = game.tables
        self._bits = -1
        self._stands = 0
        self._boards: tuple[int, ...] = ()
        vacant = {number for number, info in enumerate(tables.states) if info.empty}
        fixed = all(grid.sight is None and _is_any(grid.back) for grid in grids)
        if not fixed or vacant != {*layout.constants.initial_state} or byteorder != "little":
            return
        bit_of = {cell: bit for bit, cell in layout.cell_of.items()}

        def dense(cells: int) -> int:
            return sum(1 << bit_of[cell] for cell in bits(cells & (1 << len(bit_of)) - 1))

        seen = game.engine.seen(tables.initial, viewer)
        marks = {f"M_{slot}": dense(shown_cells(info, viewer, seen)) for slot, info in enumerate(tables.marks)}
        shown = {slot for info in tables.counters.values() for slot in shown_slots(info, viewer, seen)}
        digits: dict[str, int] = {}
        for info, facts in zip(tables.counters.values(), layout.constants.counters.values(), strict=True):
            for owner in range(info.players):
                slots = range(info.slot(owner), info.slot(owner) + info.cells)
                digits[f"{facts.number}_{owner}"] = (
                    sum(1 << bit_of[info.first + slot - slots[0]] for slot in slots if slot in shown)
                    if info.per_cell
                    else -(slots[0] in shown)
                )
        self._bits = 0
        for name, first in layout.offsets():
            kind, _, rest = name.partition("_")
            if kind == "B":
                part = dense(seen)
            elif kind == "M":
                part = marks[name]
            elif kind == "P":
                part = digits[rest.rpartition("_")[0]]
            else:
                part = digits[rest] if kind == "c" else -1
            words = layout.words if kind in ("B", "M", "P") else 1
            self._bits |= (part & (1 << _BITS * words) - 1) << _BITS * first
        backs = [tables.in_zone(zone) for zone in tables.game.zones if zone.back is not None]
        self._stands = dense(sum(backs) & ~seen)
        width = _BITS * layout.words
        self._boards = tuple(width * number for number in range(len(layout.constants.boards.states)))

    def of(self, record: bytes) -> tuple[int, int]:
        """Return what of a record the player may see, and the cells of which he sees that something stands there."""
        words = int.from_bytes(record, "little")
        standing = 0
        if self._stands:
            for shift in self._boards:
                standing |= words >> shift
        return words & self._bits, standing & self._stands


def _is_any(back: Filter | None) -> bool:
    """Return whether a chain leaves all cells, or there is none."""
    if back is None:
        return True
    if not isinstance(back, PatternFilter) or len(back.patterns) != 1:
        return False
    (pattern,) = back.patterns
    said = [feature.name for feature in pattern.own_features if getattr(pattern, feature.name)]
    return said == ["stateSelection"] and pattern.stateSelection.name == "Any"
