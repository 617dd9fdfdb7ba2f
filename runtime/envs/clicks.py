"""Moves that are made click by click in one state, as a batch makes them in many.

An action is a cell, an option, or ``end`` where a move could also go on; ``Batch.actions`` has the same numbers. A
click after which no move goes on plays the move at once. So a move may take several actions of the same player.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Self, TypeAlias

from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.move import Cell, Move
from tilewright.runtime.rulebook import Player
from tilewright.runtime.state import Game, State

_Numbered: TypeAlias = tuple[tuple[int, ...], int]
"""The actions of a legal move, and its number."""


class Actions:
    """The actions of a game. ``ValueError`` if the game cannot be compiled: it has no numbers for them then."""

    def __init__(self, game: Game) -> None:
        if game.is_hidden:
            raise ValueError(f"{game.name} hides something from its players, and what is observed here would tell it")
        labels = compiled_engine(game.engine, game.name, game.fallback).program.labels
        self.cells = len(game.names.cells)
        """The number of cells; their actions come first."""
        self.options = labels
        """The options, whose actions come next."""
        self.names = (*game.board.cells, *labels, "end")
        """The names of all actions, by their numbers."""
        self.end = len(self.names) - 1
        """The number of the last action."""
        steps: tuple[Cell | str, ...] = (*game.names.cells, *labels)
        self._numbers = {step: number for number, step in enumerate(steps)}

    def __len__(self) -> int:
        return len(self.names)

    def of(self, move: Move) -> tuple[int, ...]:
        """Return the actions of the cells and options of a move of this game."""
        return tuple(map(self._numbers.__getitem__, move.steps))


def without_chance(state: State, random: Random) -> State:
    """Return the state in which a player moves next, or the game is over: until then nature draws."""
    while state.is_chance:
        state = state.play_number(state.drawn(random))
    return state


class Begun:
    """A state and the clicks of a move that has been begun there. It never changes, so that its copies are itself."""

    __slots__ = ("_ahead", "_moves", "actions", "clicked", "state")

    def __init__(self, actions: Actions, state: State, clicked: Iterable[int] = ()) -> None:
        self.actions = actions
        self.state = state
        self.clicked = tuple(clicked)
        """The actions that the move begins with."""
        self._moves: Sequence[_Numbered] | None = None
        self._ahead: Mapping[int, Sequence[_Numbered]] | None = None

    @property
    def player(self) -> Player:
        """The player to act; when the game is over, the one whose turn it would be."""
        return self.state.player

    @property
    def possible(self) -> tuple[int, ...]:
        """The possible actions in ascending order; none when the game is over."""
        return tuple(sorted(self._next()))

    def click(self, action: int) -> Begun:
        """Return what comes of an action: more clicks in the same state, or the next state.

        ``ValueError`` if the action is not possible.
        """
        going = self._next().get(action)
        if going is None:
            raise ValueError(self._refusal(action))
        complete = len(self.clicked) + (action != self.actions.end)
        if all(len(steps) == complete for steps, _ in going):
            return Begun(self.actions, self.state.play_number(going[0][1]))
        begun = Begun(self.actions, self.state, (*self.clicked, action))
        begun._moves = going
        return begun

    def _next(self) -> Mapping[int, Sequence[_Numbered]]:
        """Return for each possible action the moves that go on so."""
        if self._ahead is None:
            ahead: dict[int, list[_Numbered]] = {}
            place, end = len(self.clicked), self.actions.end
            for move in self._begun() if self._moves is None else self._moves:
                steps = move[0]
                ahead.setdefault(steps[place] if place < len(steps) else end, []).append(move)
            self._ahead = ahead
        return self._ahead

    def _begun(self) -> Iterator[_Numbered]:
        """Yield the moves that begin as has been clicked."""
        of, clicked = self.actions.of, self.clicked
        for number, move in enumerate(self.state.moves()):
            steps = of(move)
            if steps[: len(clicked)] == clicked:
                yield steps, number

    def _refusal(self, action: int) -> str:
        if not 0 <= action < len(self.actions):
            return f"there is no action {action}: they go from 0 to {self.actions.end}"
        possible = " ".join(self.actions.names[other] for other in self.possible) or "nothing, since the game is over"
        return f"the action {action}, {self.actions.names[action]}, is not possible here; possible is {possible}"

    def __str__(self) -> str:
        begun = " ".join(self.actions.names[action] for action in self.clicked)
        return f"{self.state}\n{begun}-" if begun else str(self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Begun):
            return NotImplemented
        return self.clicked == other.clicked and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.clicked, self.state))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Begun, (self.actions, self.state, self.clicked)
