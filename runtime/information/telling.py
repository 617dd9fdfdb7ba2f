"""Who is told a move: what the rules of a game say of it, found without running them wherever that is possible.

The rules that may apply in a phase mostly agree: then the phase alone says who is told. Only where they differ is the
engine asked, which runs the rules along the move.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tilewright.runtime.position import PASS
from tilewright.runtime.state import Game, State

if TYPE_CHECKING:
    from tilewright.metamodel.language import MoveRule


class Telling:
    """What one player of a game is told of the moves that are made."""

    def __init__(self, game: Game, viewer: int) -> None:
        self._game = game
        self._viewer = viewer
        pipeline = game.tables.game.board.legalMovesPipeline
        self._rules = () if pipeline is None else tuple(pipeline.rules)
        self._plain = pipeline is not None and bool(pipeline.filters)
        self._pass = game.move(PASS)
        self._may_choose_pass = PASS[0] in game.names.options
        self._said = cache(self._said_in)
        self._even = cache(self._even_in)

    def tells(self, state: State, number: int) -> bool:
        """Return whether the player is told the legal move with a number."""
        told = self.always(state)
        if told is None:
            move = state.move_of(number)
            visibility = self._game.engine.told(state.position, self._game.identity(move))
            return visibility == "All" or (visibility == "Owner" and state.player.number == self._viewer)
        return told

    def always(self, state: State) -> bool | None:
        """Return whether the player is told each legal move of a state, or none; None if that differs."""
        if state.count_moves() == 1 and state.move_of(0) == self._pass:
            return None if self._may_choose_pass else True
        player = state.player
        said = self._said(player is self._game.nature, state.phase_number)
        told = {each == "All" or (each == "Owner" and player.number == self._viewer) for each in said}
        return told.pop() if len(told) == 1 else None

    def chance(self, state: State, number: int) -> float:
        """Return the probability of a legal move if its mover draws: by its odds if it is nature's, else evenly."""
        if not state.is_chance or self._even(state.phase_number):
            return 1 / state.count_moves()
        return float(state.chance_outcomes[number][1])

    def _said_in(self, nature: bool, phase: int) -> frozenset[str]:
        """Return the visibilities of the rules of nature, or of the players, that may apply in a phase."""
        said = {rule.visibility.name for rule in self._rules_in(nature, phase)}
        return frozenset(said | ({"All"} if self._plain and not nature else set()))

    def _even_in(self, phase: int) -> bool:
        """Return whether nature draws evenly in a phase: by one rule, whose moves have no shares."""
        found = self._rules_in(True, phase)
        return len(found) == 1 and found[0].share is None

    def _rules_in(self, nature: bool, phase: int) -> list[MoveRule]:
        phases = self._game.tables.phases
        return [
            rule
            for rule in self._rules
            if bool(rule.nature) == nature and (not rule.phases or phase in {phases[each] for each in rule.phases})
        ]
