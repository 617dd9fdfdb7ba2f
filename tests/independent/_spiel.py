"""What the games of OpenSpiel have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import pyspiel


class Spiel:
    """A game of OpenSpiel. A subclass says which cells and options an action stands for.

    A move lasts as long as the player stays the same, so that what OpenSpiel takes in several actions is one move here,
    as in the models. A cell that begins an action where the one before ended is not named twice.
    """

    def __init__(self, game: str, **parameters: Any) -> None:
        self.state = pyspiel.load_game(game, parameters).new_initial_state()

    def steps(self, state: Any, action: int) -> Sequence[str]:
        """Return an action as cells and options in notation."""
        raise NotImplementedError

    @cached_property
    def lines(self) -> dict[str, list[int]]:
        """The legal moves in notation, with the actions that each of them is made of."""
        return {"-".join(steps): actions for steps, actions in self._lines(self.state)}

    def _lines(self, state: Any) -> Iterable[tuple[list[str], list[int]]]:
        for action in [] if state.is_terminal() else state.legal_actions():
            steps = list(self.steps(state, action))
            after = self.after(state, action)
            if after is None:
                yield steps, [action]
                continue
            for more, actions in self._lines(after):
                yield steps + more[more[0] == steps[-1] :], [action, *actions]

    def after(self, state: Any, action: int) -> Any:
        """Return the state after an action if the move goes on there, else None."""
        child = state.child(action)
        return None if child.is_terminal() or child.current_player() != state.current_player() else child

    def moves(self) -> Iterable[str]:
        """Return the legal moves in notation."""
        return self.lines

    def play(self, move: str) -> None:
        """Play a legal move."""
        for action in self.lines[move]:
            self.state.apply_action(action)
        del self.lines

    def chances(self) -> dict[str, float]:
        """Return how likely each legal move is where nature moves."""
        odds = dict(self.state.chance_outcomes())
        return {move: odds[action] for move, (action,) in self.lines.items()}

    def returns(self) -> Sequence[float] | None:
        """Return the result for each player; None as long as the game goes on."""
        returns: Sequence[float] = self.state.returns()
        return returns if self.state.is_terminal() else None

    def shown(self, player: int) -> str:
        """Return what a player of a game with hidden parts knows, as OpenSpiel says it."""
        text: str = self.state.information_state_string(player)
        return text


class SingleActions(Spiel):
    """A game in which every action is a whole move; no time is spent on looking behind it."""

    def after(self, state: Any, action: int) -> None:
        """Return nothing: the move is over."""


def cell(row: int, column: int, rows: int) -> str:
    """Return the name of a cell by its row, counted from 0 at the top, and its column."""
    return f"{chr(ord('a') + column)}{rows - row}"
