"""Simultaneous moves, which the players of a round choose click by click.

In each step every player who has something left to choose clicks once; the others wait, with ``end``. Complete moves
are played in the order of turns. The choices of others in the same round do not change what a player may choose.
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
"""A ``Chosen`` that can be pickled: a choice is given by its clicks alone."""


class Round:
    """A state in which players choose at the same time, and what each has chosen so far. It is immutable."""

    __slots__ = ("begun", "chosen")

    def __init__(self, begun: Begun, chosen: Sequence[Chosen] | None = None) -> None:
        """*begun* is the state, without clicks, and *chosen* what each player has chosen; None if nothing yet."""
        self.begun = begun
        self.chosen = tuple(chosen) if chosen is not None else tuple(map(self._choice, begun.state.game.players))

    def possible(self, player: int) -> tuple[int, ...]:
        """Return the possible actions of a player, given by number, in ascending order; ``end`` alone if it waits."""
        chosen = self.chosen[player]
        return chosen.possible if isinstance(chosen, Choice) else (self.begun.actions.end,)

    def clicked(self, player: int) -> tuple[int, ...]:
        """Return the actions of a player in this round so far."""
        chosen = self.chosen[player]
        if isinstance(chosen, Choice):
            return chosen.clicked
        return () if chosen is None else self.begun.actions.of(chosen)

    def click(self, given: Sequence[int]) -> Round | Begun:
        """Return the result of an action of each player: the rest of the round, or the state after it.

        A move is played as soon as it is complete and its player is to move, who may have to make another one then.
        ``ValueError`` if an action is not possible. The action of a player who waits is ignored.
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
        """Return the round whose ``plain`` is given."""
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
        """What each player has chosen, as values that can be pickled without the game."""
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
