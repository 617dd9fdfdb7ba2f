"""The view of a player: what this player sees of a position, and nothing else.

It holds the cells that the player sees, the covered cells, of which the player sees only that something stands there,
those that must be empty, as the player would be told otherwise, the counters and marks that are not hidden from the
player, the phase, who is to move, and how the game ended. Code that shows a game to a player, or lets a program play,
uses views.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import TYPE_CHECKING

from tilewright.runtime.board import Board, Piece
from tilewright.runtime.drawing import count_on, draw_symbols, with_count
from tilewright.runtime.information.seen import Seen
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.interpreter.tables import CounterInfo, MarkInfo, Numbers, Tables
from tilewright.runtime.move import Cell
from tilewright.runtime.results import number
from tilewright.runtime.rulebook import Player, Rulebook

if TYPE_CHECKING:
    from tilewright.metamodel.language import Counter, Mark
    from tilewright.runtime.position import CellSet, Position, Returns


class Unknown(Enum):
    """A cell that is not seen in full."""

    UNSEEN = "?"
    """Nothing is known of the cell. One that is surely empty is not among these, even if it is not seen."""
    COVERED = "#"
    """Something stands on the cell; what it is, is hidden."""

    def __str__(self) -> str:
        return self.value


class View:
    """What one player sees of a position. ``State.view`` makes views; they are immutable.

    Two views are equal iff the player cannot tell them apart; the number of plies played does not count.
    """

    __slots__ = ("_board", "_game", "content")

    def __init__(self, board: Board, game: Rulebook, content: Seen) -> None:
        self._board = board
        self._game = game
        self.content = content

    @property
    def viewer(self) -> Player:
        """The player whose view this is."""
        return self._game.players[self.content.viewer]

    @property
    def player(self) -> Player:
        """The player to move, or nature; when the game is over, the one whose turn it would be."""
        return self._game.mover(self.content.mover)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.content.returns is not None

    @property
    def returns(self) -> Returns:
        """What each player got, as ``State.returns``."""
        return self.content.returns or (0,) * len(self._game.players)

    @property
    def phase(self) -> str | None:
        """The name of the phase; None if the game has no phases."""
        phases = self._game.tables.game.phases
        return phases[self.content.phase].name if phases else None

    @property
    def marks(self) -> dict[str, tuple[str, ...] | tuple[tuple[str, ...], ...]]:
        """The cells of each mark that is seen, by the name of the mark, as in ``State.marks``.

        If each player sees only his own cells of a mark, only the viewer's are there. If a mark is seen where cells are
        in sight, only those cells are there.
        """
        names, tables = self._board.cells, self._game.tables
        found: dict[str, tuple[str, ...] | tuple[tuple[str, ...], ...]] = {}
        for mark in filter(is_shown, tables.game.marks):
            each = [tuple(names[cell] for cell in bits(self.content.marks[slot])) for slot in tables.mark(mark)]
            own = mark.visibility.name == "Owner"
            found[mark.name] = tuple(each) if mark.perPlayer and not own else each[self.content.viewer]
        return found

    @property
    def counters(self) -> dict[str, Numbers | dict[str, Numbers]]:
        """The number of each counter that is seen, by the name of the counter, as in ``State.counters``.

        If each player sees only his own number, only the viewer's is there. If a counter is seen where cells are in
        sight, only those cells are there; if it also has a number for each player, all cells are there, and a number
        that is not seen is 0.
        """
        names = self._board.cells
        seen = sum(self.content.boards)
        found: dict[str, Numbers | dict[str, Numbers]] = {}
        for info in self._game.tables.counters.values():
            if is_shown(info.element):
                own = info.element.visibility.name == "Owner"
                numbers, viewer = self.content.counters, self.content.viewer
                by_sight = info.element.visibility.name == "Sight" and info.players == 1
                each: dict[str, Numbers] = {
                    names[cell]: numbers[info.at(viewer, cell)] if own else info.numbers(numbers, cell)
                    for cell in bits(info.own & seen if by_sight else info.own)
                }
                found[info.name] = each if info.per_cell else next(iter(each.values()))
        return found

    def __getitem__(self, cell: str | Cell) -> Piece | Unknown | None:
        """Return what is seen on a cell, given by its name or by row and column.

        None if the cell is in the initial state of its tile. ``KeyError`` if there is no such cell.
        """
        return self._on(self._board.number(cell))

    def __contains__(self, cell: object) -> bool:
        """Return whether there is such a cell, seen or not, as in a dictionary."""
        return cell in self._board

    def __iter__(self) -> Iterator[str]:
        """Return the names of the cells, as ``board`` has them."""
        return iter(self._board)

    def board(self) -> dict[str, Piece | Unknown | None]:
        """Return what is seen on each cell, by the names of the cells."""
        return {name: self._on(cell) for cell, name in enumerate(self._board.cells)}

    def _on(self, cell: int) -> Piece | Unknown | None:
        for state, cells in enumerate(self.content.boards):
            if cells >> cell & 1:
                return self._board.piece(state)
        if self.content.vacant >> cell & 1:
            return None
        return Unknown.COVERED if self.content.covered >> cell & 1 else Unknown.UNSEEN

    @property
    def key(self) -> int:
        """A number of 64 bits: equal for equal views, and the same in every run."""
        return self._game.keys.of_view(self.content)

    def to_text(self) -> str:
        """Return all that is seen as text; two texts are equal iff the views are."""
        lines = [str(self), f"{self.viewer.name} sees; {self._turn()}"]
        if self.phase is not None:
            lines.append(f"phase {self.phase}")
        lines += [f"mark {name} = {_cells(cells)}" for name, cells in self.marks.items() if any(cells)]
        lines += [f"counter {name} = {_numbers(number)}" for name, number in self.counters.items()]
        return "\n".join(lines)

    def _turn(self) -> str:
        if self.content.returns is None:
            return f"{self.player.name} to move"
        return "over: " + ", ".join(
            f"{player.name} {number(part)}" for player, part in zip(self._game.players, self.returns, strict=True)
        )

    def __str__(self) -> str:
        names = self._game.names
        symbols = {}
        for cell, place in enumerate(names.cells):
            found = self._on(cell)
            symbol = str(found) if isinstance(found, Unknown) else self._symbol(cell)
            symbols[place] = with_count(symbol, count_on(cell, self.content.counters, names))
        return draw_symbols(symbols, names)

    def _symbol(self, cell: int) -> str:
        boards = known_boards(self.content, self._game.tables)
        return self._game.names.states[next(state for state, cells in enumerate(boards) if cells >> cell & 1)]

    def __repr__(self) -> str:
        return f"<View of {self._game.name}: what {self.viewer.name} sees>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.content == other.content and self._game.digest == other._game.digest

    def __hash__(self) -> int:
        return hash(self.content)


def seen_of(game: Rulebook, position: Position, viewer: int) -> Seen:
    """Return what a player sees of a position whose end, if the game is over, has been found."""
    tables = game.tables
    seen = game.engine.seen(position, viewer)
    marks = [0] * len(position.marks)
    for slot, info in enumerate(tables.marks):
        marks[slot] = position.marks[slot] & shown_cells(info, viewer, seen)
    counters = [0] * len(position.counters)
    for counter in tables.counters.values():
        for slot in shown_slots(counter, viewer, seen):
            counters[slot] = position.counters[slot]
    boards, engine = tuple(board & seen for board in position.boards), game.engine
    return Seen(
        viewer, boards, engine.covered(position, viewer), engine.vacant(position, viewer),
        tuple(marks), tuple(counters), position.phase, position.player, position.returns,
    )  # fmt: skip


def known_boards(shown: Seen, tables: Tables) -> tuple[CellSet, ...]:
    """Return for each state the cells of which a player knows that they are in it, whether he sees them or not."""
    boards = list(shown.boards)
    for cell in bits(shown.vacant):
        boards[tables.initial_state[tables.tile_at[cell]]] |= 1 << cell
    return tuple(boards)


def shown_cells(mark: MarkInfo, viewer: int, seen: CellSet) -> CellSet:
    """Return the set of cells on which a player would see a mark between two plies; *seen* are the cells in sight."""
    if not is_shown(mark.element):
        return 0
    visibility = mark.element.visibility.name
    return ~0 if visibility == "All" or mark.player == viewer else seen if visibility == "Sight" else 0


def shown_slots(counter: CounterInfo, viewer: int, seen: CellSet) -> Iterable[int]:
    """Return the slots of a counter whose numbers a player sees between two plies; *seen* are the cells in sight."""
    if not is_shown(counter.element):
        return ()
    own = range(counter.slot(viewer), counter.slot(viewer) + counter.cells)
    match counter.element.visibility.name:
        case "All":
            return counter.slots
        case "Owner":
            return own
        case "Sight":
            in_sight = [
                counter.at(player, cell) for player in range(counter.players) for cell in bits(seen & counter.own)
            ]
            return {*in_sight, *own} if counter.players > 1 else in_sight
        case visibility:
            raise AssertionError(visibility)


def is_shown(element: Counter | Mark) -> bool:
    """Return whether a player sees a counter or mark, or his own part of it, between two plies."""
    return element.visibility.name != "Hidden" and element.lifetime.name != "Move"


def _cells(cells: tuple[str, ...] | tuple[tuple[str, ...], ...]) -> str:
    return " ".join(part if isinstance(part, str) else f"/ {_cells(part)}" for part in cells).removeprefix("/ ")


def _numbers(number: Numbers | Mapping[str, Numbers]) -> str:
    if isinstance(number, Mapping):
        return "{ " + " ".join(f"{cell} {_numbers(each)}" for cell, each in number.items()) + " }"
    return "/".join(map(str, number)) if isinstance(number, tuple) else str(number)
