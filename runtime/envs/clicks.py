"""Moves that are made click by click in one state, as ``Batch.step`` makes them in many.

An action is a cell, an option, or ``end`` for a move that could also go on; the numbers are those of ``Batch.actions``.
A click that completes a move plays it at once if no other move goes on. A move may take several actions of its player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Self, TypeAlias

from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.information.knowledge import (
    Knowledge,
    PlainKnowledge,
    knowledge_of,
    known_after,
    known_at,
    plain,
)
from tilewright.runtime.move import Cell, Move
from tilewright.runtime.rulebook import Player
from tilewright.runtime.state import Game, State

_Numbered: TypeAlias = tuple[tuple[int, ...], int]
"""The actions of a legal move, and its number."""


class Actions:
    """The actions of a game. ``ValueError`` if the game cannot be compiled: the compiler numbers the options."""

    def __init__(self, game: Game) -> None:
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


class Choice:
    """The legal moves that begin with what was clicked, of which one is chosen click by click. It is immutable."""

    __slots__ = ("_ahead", "_moves", "actions", "clicked")

    def __init__(self, actions: Actions, moves: Iterable[_Numbered], clicked: tuple[int, ...] = ()) -> None:
        """*moves* are the moves that begin with the actions *clicked*, each with its number."""
        self.actions = actions
        self.clicked = clicked
        self._moves = moves
        self._ahead: Mapping[int, Sequence[_Numbered]] | None = None

    @classmethod
    def among(cls, actions: Actions, moves: Iterable[Move], clicked: tuple[int, ...] = ()) -> Self:
        """Return the choice among those of *moves* that begin with *clicked*; moves are numbered from 0."""
        numbered = ((actions.of(move), number) for number, move in enumerate(moves))
        return cls(actions, [move for move in numbered if move[0][: len(clicked)] == clicked], clicked)

    @property
    def possible(self) -> tuple[int, ...]:
        """The possible actions in ascending order; none if there are no moves."""
        return tuple(sorted(self._next()))

    def click(self, action: int) -> Choice | int:
        """Return the choice that is left after an action, or the number of the move that it completes.

        ``ValueError`` if the action is not possible.
        """
        going = self._next().get(action)
        if going is None:
            raise ValueError(self._refusal(action))
        complete = len(self.clicked) + (action != self.actions.end)
        if all(len(steps) == complete for steps, _ in going):
            return going[0][1]
        return Choice(self.actions, going, (*self.clicked, action))

    def _next(self) -> Mapping[int, Sequence[_Numbered]]:
        """Return for each possible action the moves that go on with it."""
        if self._ahead is None:
            ahead: dict[int, list[_Numbered]] = {}
            place, end = len(self.clicked), self.actions.end
            for move in self._moves:
                steps = move[0]
                ahead.setdefault(steps[place] if place < len(steps) else end, []).append(move)
            self._ahead = ahead
        return self._ahead

    def _refusal(self, action: int) -> str:
        if not 0 <= action < len(self.actions):
            return f"there is no action {action}: they go from 0 to {self.actions.end}"
        possible = " ".join(self.actions.names[other] for other in self.possible) or "nothing, since the game is over"
        return f"the action {action}, {self.actions.names[action]}, is not possible here; possible is {possible}"


class Begun:
    """A state and the clicks of a move that is begun there. It is immutable; a copy is the object itself."""

    __slots__ = ("_choice", "actions", "clicked", "known", "state")

    def __init__(
        self, actions: Actions, state: State, clicked: Iterable[int] = (), known: Knowledge | None = None
    ) -> None:
        """*known* is what the players know; None if the game begins with this state."""
        self.actions = actions
        self.state = state
        self.clicked = tuple(clicked)
        """The actions that the move begins with."""
        self.known = known_at(state) if known is None and state.game.is_hidden else known
        """What each player has been told; None in games without hidden parts."""
        self._choice: Choice | None = None

    @property
    def player(self) -> Player:
        """The player to act; when the game is over, the one whose turn it would be."""
        return self.state.player

    @property
    def choice(self) -> Choice:
        """The moves that go on from what was clicked."""
        if self._choice is None:
            self._choice = Choice.among(self.actions, self.state.moves(), self.clicked)
        return self._choice

    @property
    def possible(self) -> tuple[int, ...]:
        """The possible actions in ascending order; none when the game is over."""
        return self.choice.possible

    def click(self, action: int) -> Begun:
        """Return the result of an action: more clicks in the same state, or the next state.

        ``ValueError`` if the action is not possible.
        """
        going = self.choice.click(action)
        if isinstance(going, int):
            return self.played(going)
        begun = Begun(self.actions, self.state, going.clicked, self.known)
        begun._choice = going
        return begun

    def played(self, move: Move | int) -> Begun:
        """Return the next state, after a legal move of a player or of nature, given as ``Move`` or by number.

        ``IllegalMove`` if the move is not legal, ``IndexError`` if there is none with this number.
        """
        state, known = self.state, self.known
        after = state.play_number(move) if isinstance(move, int) else state.play(move)
        if known is not None:
            known = known_after(known, state, state.move_of(move) if isinstance(move, int) else move, after)
        return Begun(self.actions, after, known=known)

    def without_chance(self, random: Random) -> Begun:
        """Return the next state in which a player is to move, or the game is over, with nature's moves drawn."""
        begun = self
        while begun.state.is_chance:
            begun = begun.played(begun.state.drawn(random))
        return begun

    def __str__(self) -> str:
        begun = " ".join(self.actions.names[action] for action in self.clicked)
        return f"{self.state}\n{begun}-" if begun else str(self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Begun):
            return NotImplemented
        return self.clicked == other.clicked and self.state == other.state and self._keys() == other._keys()

    def __hash__(self) -> int:
        return hash((self.clicked, self.state))

    def _keys(self) -> list[int]:
        return [known.key for known in self.known or ()]

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _begun, (self.actions, self.state, self.clicked, None if self.known is None else plain(self.known))


def rendered(mode: str | None) -> str | None:
    """Return a render mode, which is None or ``ansi``. ``ValueError`` for any other."""
    if mode not in (None, "ansi"):
        raise ValueError(f"render_mode: {mode!r} is unknown; there is 'ansi', which is text")
    return mode


def _begun(actions: Actions, state: State, clicked: tuple[int, ...], told: PlainKnowledge | None) -> Begun:
    return Begun(actions, state, clicked, None if told is None else knowledge_of(state.game, told))
