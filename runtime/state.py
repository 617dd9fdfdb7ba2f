"""``Game`` and ``State``: what is on the board, whose turn it is, which moves are legal."""

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
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.interpreter.tables import Numbers
from tilewright.runtime.legal_moves import LegalMoves
from tilewright.runtime.move import Cell, Move
from tilewright.runtime.odds import Odds, drawn, probabilities
from tilewright.runtime.position import Identity, Position, Returns
from tilewright.runtime.protocols import Chosen, GameNames, Node
from tilewright.runtime.refusals import AmbiguousMove, Explanation, IllegalMove
from tilewright.runtime.restoring import parts_of, restored
from tilewright.runtime.results import ranks, winners
from tilewright.runtime.rulebook import Player, Rulebook

if TYPE_CHECKING:
    from tilewright.model.document import Document
    from tilewright.runtime.engines.batch import Batch
    from tilewright.runtime.information.views import View


class Making(Protocol):
    """Makes the states of a game: see ``States``."""

    def first(self, game: Game) -> State:
        """Return the state in which the game starts."""

    def of(self, game: Game, position: Position) -> State:
        """Return the state with a position."""


class Game(Rulebook):
    """A game and the engine that plays it. ``load`` makes games; they are immutable.

    ``name`` is the name of the game, ``document`` its model. ``players`` are the players in the order of the model;
    ``nature`` moves where chance decides, is None in a game without chance, and never among the players. ``played_by``
    is the name of the engine; ``fallback`` says why it is not the one that was asked for, else it is None.
    ``is_simultaneous`` says whether the players move at the same time, ``is_hidden`` whether something is kept from a
    player.

    Two games are equal iff their models say the same, whatever engines play them.
    """

    def __init__(
        self,
        players: tuple[Player, ...],
        names: GameNames,
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

    def batch(
        self,
        count: int,
        *,
        seed: int = 0,
        start: State | None = None,
        plies: int | None = None,
        informed: bool = False,
    ) -> Batch[State]:
        """Return a batch of *count* positions that are played at once, all from the initial state or from *start*.

        A game is ``truncated`` after *plies* plies, those before *start* included. An *informed* batch keeps for each
        player a key of all that he has been told: ``Batch.information_keys``. ``ValueError`` if *start* is of another
        game, if an informed batch is asked of a game that hides nothing, or if the game is played by the interpreter,
        which has no batches: the engine ``auto`` compiles it.
        """
        from tilewright.runtime.engines.batch import Batch
        from tilewright.runtime.engines.choosing import compiled_engine

        begin = start or self.initial_state()
        self.must_be(begin.game)
        engine = compiled_engine(self.engine, self.name, self.fallback)
        return Batch(self, engine, count, seed, begin.position, self.state, plies, informed=informed)

    @cached_property
    def board(self) -> Board:
        """The cells of the board by their names, and their neighbours."""
        return Board(self)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The names of the kinds of pieces."""
        return tuple(piece.name for piece in self.tables.game.pieces)

    def __repr__(self) -> str:
        """Return an expression that loads the game again, if its model is in a file."""
        file = self.document.file
        if not is_file(Path(file)):
            return f"<Game {self.name}>"
        name = Path(file).stem
        model = name if packaged(name) == Path(file) else file
        engine = "" if self.played_by == "auto" else f", {self.played_by!r}"
        return f"load({model!r}{engine}{''.join(f', {name}={value!r}' for name, value in self.choices.items())})"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Game) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.name)

    def position(self, text: str) -> State:
        """Return the state with a position that is given as text, as ``State.to_text`` writes it.

        ``ModelError`` holds all that is wrong with the text.
        """
        from tilewright.runtime.positions import read_position

        if not isinstance(text, str):
            raise TypeError(f"a position is given as text, as State.to_text writes it, not as {text!r}")
        return self.state(read_position(text, self)[1])

    def state(self, position: Position) -> State:
        """Return the state with a position of this game."""
        return self._states.of(self, position)


class State(ABC):
    """A state of a game, immutable. ``play`` returns the next one.

    Two states are equal iff their games are and the game goes on alike from both; the number of plies played does not
    count. A copy of a state is the state itself.
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
        """The position right after the last move: if the mover has no legal move, it need not say yet how it ended."""

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position in numbers; if the game is over, its ``returns`` say how it ended."""

    @property
    @abstractmethod
    def present(self) -> Position:
        """``position`` without its history of earlier positions, so that the cost does not grow with the game."""

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
    def phase_number(self) -> int:
        """The number of the phase in the order of the model; 0 if the game has no phases."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    @abstractmethod
    def returns(self) -> Returns:
        """For each player 1 for a win, -1 for a loss, 0 for a draw or as long as the game lasts.

        With more than two players the losers share the loss: each gets -1 / (players - 1). Teams count as players here,
        and each player gets what the team gets. Where the rules say what players are paid, it is that: whole numbers,
        or exact fractions.
        """

    @property
    @abstractmethod
    def key(self) -> int:
        """The Zobrist key, a number of 64 bits: equal for equal positions, and the same in every run.

        The board, marks, counters, the phase, the player to move and a result that a move has brought about are hashed;
        the history is not.
        """

    @abstractmethod
    def play_number(self, number: int) -> State:
        """Return the state after the legal move with a number, from 0. ``IndexError`` if there is none."""

    @abstractmethod
    def count_moves(self) -> int:
        """Return the number of legal moves: see ``legal_moves``."""

    @abstractmethod
    def move_of(self, number: int) -> Move:
        """Return the legal move with a number from 0 to ``count_moves() - 1``."""

    @abstractmethod
    def number_of(self, move: str | Move) -> int:
        """Return the number of a move, -1 if it is not legal. ``UnreadableMove`` if it is not a move of this game."""

    @abstractmethod
    def moves(self) -> Iterator[Move]:
        """Yield the legal moves in order."""

    @abstractmethod
    def _played(self, move: str | Move) -> State | None:
        """Return the state after a move, or None if it is not legal."""

    @abstractmethod
    def _beginning(self, prefix: Identity) -> list[Move]:
        """Return the legal moves that begin with these cells and options."""

    # -- rounds

    @property
    def movers(self) -> tuple[Player, ...]:
        """The players who decide now: the player to move; in a simultaneous game all who have yet to in this round.

        Empty when the game is over. Cost in a simultaneous game: one generation of moves for each player.
        """
        if self.is_over:
            return ()
        if not self.game.is_simultaneous or self.is_chance:
            return (self.player,)
        return tuple(player for player in self.game.players if self.legal_moves_of(player))

    def legal_moves_of(self, player: Player | int | str) -> tuple[Move, ...]:
        """Return the legal moves of a player, given as ``Player`` or by number, in order.

        Empty for a player who has nothing to decide: see ``movers``. In a simultaneous game they do not depend on what
        the others choose in this round. ``ValueError`` if the game has no such player.
        """
        if isinstance(player, Player) and player == self.game.nature:
            return tuple(self.legal_moves) if self.is_chance else ()
        number = self.game.seat(player)
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
        """At nature's turn its moves in order, each with its probability, whose sum is 1; else empty."""
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
        """The players who have won: those who got the most, if others got less; alone, whoever got more than 0."""
        return tuple(self.game.players[me] for me in winners(self.returns))

    @property
    def ranks(self) -> tuple[int, ...] | None:
        """The rank of each player, from 1, when the game is over; None before. Equal returns share a rank."""
        return ranks(self.returns) if self.is_over else None

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The score of each player if the game was decided by scores, else None."""
        return self.position.scores

    @property
    def heuristic(self) -> tuple[int, ...] | None:
        """How good the position is for each player by the heuristic of the model; None if the model has none.

        It is evaluated by the interpreter, without listing moves, in a game that is over, too. ``ModelError`` if it
        fails.
        """
        return self.game.engine.heuristic(self.start)

    @property
    def phase(self) -> str | None:
        """The name of the phase; None if the game has no phases."""
        phases = self.game.tables.game.phases
        return phases[self.phase_number].name if phases else None

    @property
    def marks(self) -> dict[str, tuple[str, ...] | tuple[tuple[str, ...], ...]]:
        """The names of the cells of each mark that outlasts a move, row by row, by the name of the mark.

        If the mark has a set of cells for each player, there is a tuple of names for each, in the order of the players.
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
        """The number of each counter that outlasts a move, by the name of the counter.

        If each player has a number, it is a tuple of them, in the order of the players. If cells have numbers, it is a
        dictionary from the names of the cells to a number or such a tuple.
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

    def __contains__(self, cell: object) -> bool:
        """Return whether there is such a cell, empty or not, as in a dictionary."""
        return cell in self.game.board

    def __iter__(self) -> Iterator[str]:
        """Return the names of the cells, as ``board`` has them."""
        return iter(self.game.board)

    def board(self) -> dict[str, Piece | None]:
        """Return what stands on each cell, as ``state[cell]`` does, by the names of the cells."""
        return self.game.board.all(self.start)

    def view(self, player: Player | int | str | None = None) -> View:
        """Return what a player sees, who is given as ``Player``, by number or by name; the player to move if None.

        ``ValueError`` if the game has no such player, and for nature, who sees nothing.
        """
        from tilewright.runtime.information.views import View, seen_of

        viewer = self.player if player is None else player
        if viewer == self.game.nature:
            raise ValueError(f"{viewer} is nature, who sees nothing: say which player's view, as in view(0)")
        return View(self.game.board, self.game, seen_of(self.game, self.position, self.game.seat(viewer)))

    def to_text(self, name: str = "Position") -> str:
        """Return the position as text, without history, plies and result; ``Game.position`` reads it back."""
        from tilewright.runtime.positions import write_position

        return write_position(self.start, self.game, name)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, rules in the order of the model, cells row by row. Empty iff the game is over."""
        return LegalMoves(self)

    def play(self, move: str | Move) -> State:
        """Return the state one ply after *move*; this state is unchanged.

        ``IllegalMove`` says why a move cannot be played: ``UnreadableMove`` if it is not the notation of a move,
        ``AmbiguousMove`` if it is only the beginning of legal moves. ``ModelError`` if the rules fail.

        Cost: the interpreter runs the rules along this move alone, or only its effects if the moves were listed before;
        a compiled engine lists all moves. A refusal costs little more: its reason is computed when it is read.
        """
        found = self._played(move)
        if found is None:
            raise self._refusal(self.game.identity(move))
        return found

    def completions(self, beginning: str | Move = "") -> list[Move]:
        """Return the legal moves that begin with these cells and options, in the order of ``legal_moves``.

        Without an argument these are all legal moves.
        """
        return self._beginning(self.game.identity(beginning) if beginning else ())

    def _refusal(self, identity: Identity) -> IllegalMove:
        move = self.game.move(identity)
        is_veiled = self.game.is_hidden and self.player is not self.game.nature
        why = partial(_explained, self, identity, self.game.seat(self.player) if is_veiled else None)
        choices = tuple(longer.notation for longer in self.completions(move))
        return AmbiguousMove(move.notation, why, choices) if choices else IllegalMove(move.notation, why)

    def explain(self, move: str | Move, viewer: Player | int | str | None = None) -> Explanation:
        """Return why a move is not legal: the filter that stops it, its place, what it demands, and what is there.

        For a legal move it says which rule allows it and what it does. With a *viewer*, a ``Player`` or its number
        or name, nothing is told that the game hides from this player, nor what a legal move does then; the errors of
        ``play`` are explained so to the player to move. ``UnreadableMove`` if it is not the notation of a move,
        ``ValueError`` if the game has no such player. Cost: the rules are run along the move a few times.
        """
        return _explained(self, self.game.identity(move), None if viewer is None else self.game.seat(viewer))

    def __str__(self) -> str:
        return draw(self.present, self.game.names)

    def __repr__(self) -> str:
        """Return an expression for the state, if the model is in a file; history and plies are left out."""
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


def state_of(start: Game | State) -> State:
    """Return the state that is given, or the one in which a game starts. ``TypeError`` if it is neither."""
    if isinstance(start, Game):
        return start.initial_state()
    if not isinstance(start, State):
        raise TypeError(f"a game or a state is needed, not {start!r}")
    return start


def _explained(state: State, identity: Identity, viewer: int | None) -> Explanation:
    from tilewright.runtime.why.explaining import explain

    return explain(state, identity, viewer)
