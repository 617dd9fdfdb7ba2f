"""States that hold a position, as the interpreter plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilewright.runtime.limits import whole
from tilewright.runtime.move import Move
from tilewright.runtime.position import PASS, Identity, Position, Returns
from tilewright.runtime.protocols import Node
from tilewright.runtime.rulebook import Player
from tilewright.runtime.state import Game, State


class PositionState(State):
    """A state that holds a position, as the interpreter plays."""

    __slots__ = ("_before", "_game", "_identities", "_key", "_node", "_start")

    def __init__(self, game: Game, position: Position) -> None:
        self._game = game
        self._start = position
        self._node: Node | None = None
        self._identities: list[Identity] | None = None
        self._before: tuple[int, Position] | None = None  # the key and the position from which this one came
        self._key: int | None = None

    @property
    def game(self) -> Game:
        return self._game

    @property
    def start(self) -> Position:
        return self._start

    @property
    def node(self) -> Node:
        if self._node is None:
            self._node = self._game.engine.settle(self._start)
        return self._node

    @property
    def position(self) -> Position:
        return self.node.position

    @property
    def present(self) -> Position:
        return replace(self.position, history=())

    @property
    def ply(self) -> int:
        return self._start.ply

    @property
    def player(self) -> Player:
        return self._game.mover(self._start.player)

    @property
    def phase_number(self) -> int:
        return self._start.phase

    @property
    def is_over(self) -> bool:
        return self.position.returns is not None

    @property
    def returns(self) -> Returns:
        return self.position.returns or (0,) * len(self._game.players)

    @property
    def key(self) -> int:
        if self._key is None:
            keys = self._game.keys
            self._key = keys.of(self._start) if self._before is None else keys.updated(*self._before, self._start)
            self._before = None
        return self._key

    def play_number(self, number: int) -> State:
        return self._after(self._game.engine.take(self.node, self._numbered(number)))

    def count_moves(self) -> int:
        return len(self.node.moves)

    def move_of(self, number: int) -> Move:
        return self._game.move(self._numbered(number))

    def number_of(self, move: str | Move) -> int:
        identity = self._game.identity(move)
        return self._all().index(identity) if identity in self.node.moves else -1

    def moves(self) -> Iterator[Move]:
        return map(self._game.move, self.node.moves)

    def _played(self, move: str | Move) -> State | None:
        identity, engine = self._game.identity(move), self._game.engine
        if self._node is None:
            position = engine.play(self._start, identity)
        else:
            position = engine.take(self._node, identity) if identity in self._node.moves else None
        return None if position is None else self._after(position)

    def _after(self, position: Position) -> State:
        state = self._game.state(position)
        if self._key is not None and isinstance(state, PositionState):
            state._before = (self._key, self._start)
        return state

    def _beginning(self, prefix: Identity) -> list[Move]:
        game = self._game
        if self._node is None:
            found = list(game.engine.options(self._start, prefix))
            if found or prefix != PASS[: len(prefix)]:
                return [game.move(identity) for identity in found]
        return [game.move(identity) for identity in self.node.moves if identity[: len(prefix)] == prefix]

    def _all(self) -> list[Identity]:
        if self._identities is None:
            self._identities = list(self.node.moves)
        return self._identities

    def _numbered(self, number: int) -> Identity:
        moves = self._all()
        if not 0 <= whole("move", number) < len(moves):
            raise IndexError(f"there are {len(moves)} legal moves; number {number} is none of them")
        return moves[number]
