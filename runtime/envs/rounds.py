"""Moves that all players of a round choose at the same time, click by click.

In each step whoever has something left to choose clicks once; the others wait, with ``end``. Moves that are complete
are played in the order of the players. What others choose in the same round is nothing to a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, TypeAlias

from tilewright.envs.clicks import Begun, Choice
from tilewright.runtime.move import Move
from tilewright.runtime.rulebook import Player

Chosen: TypeAlias = "Choice | Move | None"
"""What a player has chosen so far: clicks, or a whole move; None if there is nothing to choose."""

PlainChosen: TypeAlias = "tuple[int, ...] | Move | None"
"""The same, with the actions of the clicks alone."""


class Round:
    """A state in which players choose at the same time, and what each has chosen. It never changes."""

    __slots__ = ("begun", "chosen")

    def __init__(self, begun: Begun, chosen: Sequence[Chosen] | None = None) -> None:
        """*begun* is the state, without clicks, and *chosen* what each player has chosen; without it, nothing yet."""
        self.begun = begun
        self.chosen = tuple(chosen) if chosen is not None else tuple(map(self._choice, begun.state.game.players))

    def possible(self, player: int) -> tuple[int, ...]:
        """Return the possible actions of a player, given by number, in ascending order: ``end`` for whoever waits."""
        chosen = self.chosen[player]
        return chosen.possible if isinstance(chosen, Choice) else (self.begun.actions.end,)

    def clicked(self, player: int) -> tuple[int, ...]:
        """Return the actions of a player in this round so far."""
        chosen = self.chosen[player]
        if isinstance(chosen, Choice):
            return chosen.clicked
        return () if chosen is None else self.begun.actions.of(chosen)

    def click(self, given: Sequence[int]) -> Round | Begun:
        """Return what comes of an action of each player: what is left of the round, or the state after it.

        A move is played as soon as it is complete and it is the turn of its player, who may have to make another one.
        ``ValueError`` if an action is not possible. Who waits may give any.
        """
        chosen = list(map(self._clicked, range(len(given)), given))
        begun = self.begun
        while not begun.state.is_chance and not begun.state.is_over:
            mover = begun.player.number
            move = chosen[mover]
            if not isinstance(move, Move):
                kept = Round(begun, chosen)
                return Round(begun, [one or kept._choice(player) for player, one in enumerate(chosen)])
            begun, chosen[mover] = begun.played(move), None
        return begun

    @classmethod
    def of(cls, begun: Begun, plain: Sequence[PlainChosen]) -> Self:
        """Return the round of which ``plain`` is told."""
        moves = begun.state.legal_moves_of
        return cls(
            begun,
            [
                Choice.among(begun.actions, moves(player), one) if isinstance(one, tuple) else one
                for player, one in enumerate(plain)
            ],
        )

    @property
    def plain(self) -> tuple[PlainChosen, ...]:
        """What each player has chosen, without the game, as it travels in a pickle."""
        return tuple(chosen.clicked if isinstance(chosen, Choice) else chosen for chosen in self.chosen)

    def _choice(self, player: Player | int) -> Chosen:
        begun = self.begun
        moves = begun.state.legal_moves_of(player)
        return Choice.among(begun.actions, moves) if moves else None

    def _clicked(self, player: int, action: int) -> Chosen:
        chosen = self.chosen[player]
        if not isinstance(chosen, Choice):
            return chosen
        going = chosen.click(action)
        return self.begun.state.legal_moves_of(player)[going] if isinstance(going, int) else going
