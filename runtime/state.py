"""A game that can be played, and its states: what is on the board, whose turn it is, which moves are legal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, overload

from tilewright.runtime.drawing import draw
from tilewright.runtime.move import Move
from tilewright.runtime.position import PASS, Identity, Position
from tilewright.runtime.protocols import Node
from tilewright.runtime.refusals import AmbiguousMove, Explanation, IllegalMove, UnreadableMove
from tilewright.runtime.rulebook import Player, Rulebook

if TYPE_CHECKING:
    from tilewright.runtime.engines.batch import Batch


class Game(Rulebook):
    """A game and the engine that plays it. ``load`` makes one; it never changes."""

    def initial_state(self) -> State:
        """Return the state in which the game starts."""
        return self.state(self.engine.initial())

    def batch(self, count: int, *, seed: int = 0, start: State | None = None) -> Batch[State]:
        """Return so many positions that are played at once, all beginning with the first state or with *start*.

        ``ValueError`` if the game is played by the interpreter, which has no batches; ``auto`` compiles the game.
        """
        from tilewright.runtime.engines.batch import Batch
        from tilewright.runtime.engines.choosing import compiled_engine

        position = (start or self.initial_state()).position
        return Batch(self, compiled_engine(self.engine, self.name, self.fallback), count, seed, position, self.state)

    def position(self, text: str) -> State:
        """Return the state of a position that is written in the words of the notation: see ``positions``.

        ``ModelError`` says everything that is wrong with the text.
        """
        from tilewright.runtime.positions import read_position

        return self.state(read_position(text, self)[1])

    def state(self, position: Position) -> State:
        """Return the state with a position of this game."""
        return State(self, position)


class State:
    """One moment of a game. ``play`` returns the next one.

    Two states of a game are equal iff the game goes on alike from both; the number of plies played does not count.
    """

    __slots__ = ("_before", "_key", "_node", "_start", "game")

    def __init__(self, game: Game, position: Position, before: tuple[int, Position] | None = None) -> None:
        """*before* is the key and the position from which this one came, if they are known."""
        self.game = game
        self._start = position
        self._node: Node | None = None
        self._before = before
        self._key: int | None = None

    @property
    def start(self) -> Position:
        """The position as it was reached: if the game is over in it, it need not say so yet."""
        return self._start

    @property
    def node(self) -> Node:
        """The position with its legal moves, as the engine knows them. Found once, when first asked for."""
        if self._node is None:
            self._node = self.game.engine.settle(self._start)
        return self._node

    @property
    def position(self) -> Position:
        """The position in numbers; if the game is over, it says how."""
        return self.node.position

    @property
    def player(self) -> Player:
        """The player to move; when the game is over, the one whose turn it would be."""
        return self.game.players[self._start.player]

    @property
    def ply(self) -> int:
        """The number of moves played since the initial position."""
        return self._start.ply

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.returns is not None

    @property
    def winner(self) -> Player | None:
        """The player who has won; None if nobody has, or not yet."""
        returns = self.position.returns or ()
        return next((player for player, part in zip(self.game.players, returns, strict=False) if part > 0), None)

    @property
    def returns(self) -> tuple[float, ...]:
        """For each player 1 for a win, -1 for a loss, 0 for a draw or as long as the game lasts.

        Of more than two players the losers share the loss.
        """
        return self.position.returns or (0,) * len(self.game.players)

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score of each player if the game was decided by scores, else None."""
        return self.position.scores

    @property
    def key(self) -> int:
        """A number of 64 bits: equal for equal positions, and the same in every run.

        What is on the board, marks, counters, phase, the player to move, and a result that a rule has brought about
        count; how the position came about does not. Cost: what the last move changed, if the key before it is known.
        """
        if self._key is None:
            keys = self.game.keys
            self._key = keys.of(self._start) if self._before is None else keys.updated(*self._before, self._start)
            self._before = None
        return self._key

    def to_text(self, name: str = "Position") -> str:
        """Return the position as text, from which ``Game.position`` makes one with the same key."""
        from tilewright.runtime.positions import write_position

        return write_position(self._start, self.game, name)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: rules in model order, cells row by row. Empty iff the game is over."""
        return LegalMoves(self)

    def play(self, move: str | Move) -> State:
        """Return the state one ply after *move*; this state is unchanged.

        ``IllegalMove`` says why a move cannot be played: ``UnreadableMove`` if it is no move in notation at all,
        ``AmbiguousMove`` if it is only the beginning of several. ``ModelError`` if the rules go wrong.

        Cost: the rules are run along the move alone; a move out of ``legal_moves`` needs its effects only. A refusal
        costs the same: why a move is refused is found when it is read.
        """
        identity = self.game.identity(move)
        engine = self.game.engine
        if self._node is None:
            position = engine.play(self._start, identity)
        else:
            position = engine.take(self._node, identity) if identity in self._node.moves else None
        if position is None:
            raise self._refusal(identity)
        return State(self.game, position, None if self._key is None else (self._key, self._start))

    def completions(self, beginning: str | Move = "") -> list[Move]:
        """Return the legal moves that begin with these cells and options, in order; with none, all legal moves."""
        prefix = self.game.identity(beginning) if beginning else ()
        if self._node is None:
            found = list(self.game.engine.options(self._start, prefix))
            if found or prefix != PASS[: len(prefix)]:
                return [self.game.move(identity) for identity in found]
        return [self.game.move(identity) for identity in self.node.moves if identity[: len(prefix)] == prefix]

    def _refusal(self, identity: Identity) -> IllegalMove:
        move = self.game.move(identity)
        why = partial(_explained, self, identity)
        choices = tuple(longer.notation for longer in self.completions(move))
        return AmbiguousMove(move.notation, why, choices) if choices else IllegalMove(move.notation, why)

    def explain(self, move: str | Move) -> Explanation:
        """Return why a move is not legal: which filter stops it, where it stands, what it demands and what is there.

        Of a legal move it says the rule and what it does. ``UnreadableMove`` if it is no move in notation at all. Cost:
        the rules are run along the move a few times; nothing is paid for it where it is not asked for.
        """
        return _explained(self, self.game.identity(move))

    def __str__(self) -> str:
        return draw(self.position, self.game.names)

    def __repr__(self) -> str:
        return f"<State of {self.game.name}, ply {self.ply}, {self.player} to move>"

    def _repr_svg_(self) -> str:
        """Return the picture of the state, which notebooks show."""
        from tilewright.runtime.pictures.svg import render_svg
        from tilewright.runtime.pictures.view import view_of

        return render_svg(view_of(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and self._start.key == other._start.key

    def __hash__(self) -> int:
        return hash(self._start.key)


def _explained(state: State, identity: Identity) -> Explanation:
    from tilewright.runtime.why.explaining import explain

    return explain(state, identity)


class LegalMoves:
    """The legal moves of a state: they can be counted, asked for, gone through, and print in notation."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    def __len__(self) -> int:
        return len(self._state.node.moves)

    def __iter__(self) -> Iterator[Move]:
        return map(self._state.game.move, self._state.node.moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        identities = list(self._state.node.moves)
        if isinstance(index, slice):
            return [self._state.game.move(identity) for identity in identities[index]]
        return self._state.game.move(identities[index])

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, str | Move):
            return False
        try:
            return self._state.game.identity(move) in self._state.node.moves
        except UnreadableMove:
            return False

    def __str__(self) -> str:
        return " ".join(map(self._state.game.notation, self._state.node.moves))

    def __repr__(self) -> str:
        return f"<LegalMoves: {self}>"
