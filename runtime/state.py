"""A game that can be played, and its states: what is on the board, whose turn it is, which moves are legal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol, Self

from tilewright.model.gallery import is_file, packaged
from tilewright.runtime.board import Board, Piece
from tilewright.runtime.drawing import draw
from tilewright.runtime.interpreter.tables import Numbers, bits
from tilewright.runtime.legal_moves import LegalMoves
from tilewright.runtime.move import Cell, Move
from tilewright.runtime.odds import Odds, drawn, probabilities
from tilewright.runtime.position import Identity, Position, Returns
from tilewright.runtime.protocols import Chosen, Names, Node
from tilewright.runtime.refusals import AmbiguousMove, Explanation, IllegalMove
from tilewright.runtime.restoring import parts_of, restored
from tilewright.runtime.results import ranks, winners
from tilewright.runtime.rulebook import Player, Rulebook

if TYPE_CHECKING:
    from tilewright.model.document import Document
    from tilewright.runtime.engines.batch import Batch
    from tilewright.runtime.views import View


class Making(Protocol):
    """What makes the states of a game."""

    def first(self, game: Game) -> State:
        """Return the state in which the game starts."""

    def of(self, game: Game, position: Position) -> State:
        """Return the state with a position."""


class Game(Rulebook):
    """A game and the engine that plays it. ``load`` makes one; it never changes.

    Two games are equal iff their models say the same, whatever plays them.
    """

    def __init__(
        self,
        players: tuple[Player, ...],
        names: Names,
        chosen: Chosen,
        document: Document,
        states: Making,
        nature: Player | None = None,
    ) -> None:
        super().__init__(players, names, chosen, document, nature)
        self._states = states

    def initial_state(self) -> State:
        """Return the state in which the game starts."""
        return self._states.first(self)

    def batch(self, count: int, *, seed: int = 0, start: State | None = None, plies: int | None = None) -> Batch[State]:
        """Return so many positions that are played at once, all beginning with the first state or with *start*.

        After so many *plies* a position is told to be ``truncated``.
        ``ValueError`` if the game is played by the interpreter, which has no batches; ``auto`` compiles the game.
        """
        from tilewright.runtime.engines.batch import Batch
        from tilewright.runtime.engines.choosing import compiled_engine

        position = (start or self.initial_state()).position
        engine = compiled_engine(self.engine, self.name, self.fallback)
        return Batch(self, engine, count, seed, position, self.state, plies)

    @cached_property
    def board(self) -> Board:
        """The cells of the board by their names, and how they lie to each other."""
        return Board(self)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The names of the kinds of pieces."""
        return tuple(piece.name for piece in self.tables.game.pieces)

    def __repr__(self) -> str:
        """Return what loads the game again, where its model is in a file."""
        file = self.document.file
        if not is_file(Path(file)):
            return f"<Game {self.name}>"
        name = Path(file).stem
        model = name if packaged(name) == Path(file) else file
        return f"load({model!r}{'' if self.played_by == 'auto' else f', {self.played_by!r}'})"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Game) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.name)

    def position(self, text: str) -> State:
        """Return the state of a position that is written in the words of the notation: see ``positions``.

        ``ModelError`` says everything that is wrong with the text.
        """
        from tilewright.runtime.positions import read_position

        return self.state(read_position(text, self)[1])

    def state(self, position: Position) -> State:
        """Return the state with a position of this game."""
        return self._states.of(self, position)


class State(ABC):
    """One moment of a game. ``play`` returns the next one.

    Two states of a game are equal iff the game goes on alike from both; the number of plies played does not count. A
    state never changes, so that its copies are itself.
    """

    __slots__ = ()

    # -- what the engine tells

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game."""

    @property
    @abstractmethod
    def start(self) -> Position:
        """The position as it was reached: if the game is over in it, it need not say so yet."""

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position in numbers; if the game is over, it says how."""

    @property
    @abstractmethod
    def present(self) -> Position:
        """The position without what the game remembers of earlier ones: its cost does not grow with the game."""

    @property
    @abstractmethod
    def node(self) -> Node:
        """The position with its legal moves, as the engine knows them."""

    @property
    @abstractmethod
    def ply(self) -> int:
        """The number of moves played since the initial position."""

    @property
    @abstractmethod
    def player(self) -> Player:
        """The player to move, or nature; when the game is over, the one whose turn it would be."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    @abstractmethod
    def returns(self) -> Returns:
        """For each player 1 for a win, -1 for a loss, 0 for a draw or as long as the game lasts.

        Of more than two players the losers share the loss. Where the rules pay it is what they pay: whole numbers, or
        fractions, which are exact.
        """

    @property
    @abstractmethod
    def key(self) -> int:
        """A number of 64 bits: equal for equal positions, and the same in every run.

        What is on the board, marks, counters, phase, the player to move, and a result that a rule has brought about
        count; how the position came about does not.
        """

    @abstractmethod
    def play_number(self, number: int) -> State:
        """Return the state one ply after the legal move of a number, from 0. ``IndexError`` if there is none."""

    @abstractmethod
    def count_moves(self) -> int:
        """Return the number of legal moves: see ``legal_moves``."""

    @abstractmethod
    def move_of(self, number: int) -> Move:
        """Return the legal move of a number from 0 to below ``count_moves``."""

    @abstractmethod
    def number_of(self, move: str | Move) -> int:
        """Return the number of a legal move, -1 if it is not legal. ``UnreadableMove`` if it is none of this game."""

    @abstractmethod
    def moves(self) -> Iterator[Move]:
        """Yield the legal moves."""

    @abstractmethod
    def _played(self, move: str | Move) -> State | None:
        """Return the state after a move, or None if it is not legal."""

    @abstractmethod
    def _beginning(self, prefix: Identity) -> list[Move]:
        """Return the legal moves that begin with these cells and options."""

    # -- rounds

    @property
    def movers(self) -> tuple[Player, ...]:
        """Those who decide now: the player to move; where all move at the same time, each who has yet to in this round.

        None when the game is over. Cost: where all move at the same time, one generation of moves for each player.
        """
        if self.is_over:
            return ()
        if not self.game.is_simultaneous or self.is_chance:
            return (self.player,)
        return tuple(player for player in self.game.players if self.legal_moves_of(player))

    def legal_moves_of(self, player: Player | int) -> tuple[Move, ...]:
        """Return the legal moves of a player, given as such or by number, in order.

        They are none for a player who has nothing to decide: see ``movers``. Where all move at the same time they are
        the same whatever others choose in this round.
        """
        number = player.number if isinstance(player, Player) else range(len(self.game.players))[player]
        if number == self.player.number:
            return tuple(self.legal_moves)
        place = self.game.tables.place
        waits = self.game.is_simultaneous and not self.is_chance and not self.is_over
        if not waits or place(number) < place(self.player.number):
            return ()
        return tuple(self.game.state(replace(self.position, player=number, seat=number)).legal_moves)

    # -- chance

    @property
    def is_chance(self) -> bool:
        """Whether nature is to move: what happens next is drawn, not chosen."""
        return self.player is self.game.nature and not self.is_over

    @property
    def chance_outcomes(self) -> tuple[tuple[Move, Fraction], ...]:
        """At nature's turn its moves in order, each with its probability; together they are 1. Else there are none."""
        odds = self._odds()
        return () if odds is None else tuple(zip(self.moves(), probabilities(odds), strict=True))

    def sample(self, random: Random) -> Move:
        """Return a move that nature draws. ``ValueError`` if it is not nature's turn."""
        return self.move_of(self.drawn(random))

    def drawn(self, random: Random) -> int:
        """Return the number of a move that nature draws. ``ValueError`` if it is not nature's turn."""
        odds = self._odds()
        if odds is None:
            raise ValueError("it is nobody's chance: a player chooses the next move, or the game is over")
        return drawn(odds, random.randrange)

    def _odds(self) -> Odds | None:
        """Return how nature's moves are drawn; None if it is not nature's turn."""
        return self.node.odds

    # -- what follows from it

    @property
    def winner(self) -> Player | None:
        """The player who has won; None if nobody has, or several have, or not yet."""
        found = self.winners
        return found[0] if len(found) == 1 else None

    @property
    def winners(self) -> tuple[Player, ...]:
        """The players who have won: those who got the most, where others got less."""
        return tuple(self.game.players[me] for me in winners(self.returns))

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """When the game is over the rank of each player, from 1; those who got the same share one. Before, None."""
        return ranks(self.returns) if self.is_over else None

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score of each player if the game was decided by scores, else None."""
        return self.position.scores

    @property
    def phase(self) -> str | None:
        """The name of the phase; None if the game has no phases."""
        phases = self.game.tables.game.phases
        return phases[self.start.phase].name if phases else None

    @property
    def marks(self) -> dict[str, tuple[str, ...] | tuple[tuple[str, ...], ...]]:
        """For each mark that outlasts a move its name, and the names of the cells where it is, row by row.

        If each player has one, there is such a tuple for each, in the order of the players.
        """
        names, tables = self.game.board.cells, self.game.tables
        found: dict[str, tuple[str, ...] | tuple[tuple[str, ...], ...]] = {}
        for mark in tables.game.marks:
            if mark.lifetime.name != "Move":
                each = [tuple(names[cell] for cell in bits(self.start.marks[slot])) for slot in tables.mark(mark)]
                found[mark.name] = tuple(each) if mark.perPlayer else each[0]
        return found

    @property
    def counters(self) -> dict[str, Numbers | dict[str, Numbers]]:
        """For each counter that outlasts a move its name and its number.

        If each player has one, the numbers stand in a tuple, in the order of the players. If cells have them, there is
        a number or such a tuple for each cell by its name.
        """
        start, names = self.start, self.game.board.cells
        found: dict[str, Numbers | dict[str, Numbers]] = {}
        for info in self.game.tables.counters.values():
            if info.lifetime != "Move":
                each = {names[cell]: info.numbers(start.counters, cell) for cell in bits(info.own)}
                found[info.name] = each if info.per_cell else info.numbers(start.counters)
        return found

    def __getitem__(self, cell: str | Cell) -> Piece | None:
        """Return what stands on a cell, given by its name or by row and column, both from 0, the top row first.

        None if the cell is in the initial state of its tile, as an empty one is. ``KeyError`` if there is no such cell.
        """
        board = self.game.board
        return board.on(self.start, board.number(cell))

    def board(self) -> dict[str, Piece | None]:
        """Return what stands on each cell, as above, by the names of the cells."""
        return self.game.board.all(self.start)

    def view(self, player: Player | int | None = None) -> View:
        """Return what a player, given as such or by number, sees; without one, the player to move."""
        from tilewright.runtime.views import View, seen_of

        viewer = self.player if player is None else player
        number = viewer.number if isinstance(viewer, Player) else range(len(self.game.players))[viewer]
        return View(self.game.board, self.game, seen_of(self.game, self.position, number))

    def to_text(self, name: str = "Position") -> str:
        """Return the position as text, from which ``Game.position`` makes one with the same key."""
        from tilewright.runtime.positions import write_position

        return write_position(self.start, self.game, name)

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
        found = self._played(move)
        if found is None:
            raise self._refusal(self.game.identity(move))
        return found

    def completions(self, beginning: str | Move = "") -> list[Move]:
        """Return the legal moves that begin with these cells and options, in order; with none, all legal moves."""
        return self._beginning(self.game.identity(beginning) if beginning else ())

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
        return draw(self.present, self.game.names)

    def __repr__(self) -> str:
        """Return what makes the state again, where the model is in a file; the plies played are left out."""
        return f"{self.game!r}.position({self.to_text()!r})"

    def _repr_svg_(self) -> str:
        """Return the picture of the state, which notebooks show."""
        from tilewright.runtime.pictures.svg import render_svg
        from tilewright.runtime.pictures.view import view_of

        return render_svg(view_of(self))

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (self.game, *parts_of(self.start))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.start.key == other.start.key

    def __hash__(self) -> int:
        return self.key

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def _explained(state: State, identity: Identity) -> Explanation:
    from tilewright.runtime.why.explaining import explain

    return explain(state, identity)
