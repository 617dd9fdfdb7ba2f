"""Positions in Forsyth-Edwards Notation: a line with the rows from the top, then the fields that the model names.

    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1

A number stands for so many empty cells. A position need not survive writing and reading unchanged, as the line has only
the marks and counters of its fields. The mark that takes a right away is set on the cells that differ from the start,
and on the cells of the rights that are lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any, TypeVar

from tilewright.metamodel.language import (
    Fen,
    FenCounter,
    FenField,
    FenHands,
    FenMark,
    FenMover,
    FenNumber,
    FenRights,
    FenText,
    Mark,
)
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, ModelError
from tilewright.model.places import Place
from tilewright.runtime.formats import NotSaid, format_of
from tilewright.runtime.formats.letters import cased, letters_of_players, letters_of_states
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.limits import LONGEST
from tilewright.runtime.position import CellSet, Position
from tilewright.runtime.rulebook import Rulebook
from tilewright.runtime.state import Game, State

MAX_CHARACTERS = 10_000
"""The greatest number of characters of a line that is read."""
MOST_IN_HAND = 1_000
"""The greatest number of pieces of a kind that a player may hold."""
NOTHING = "-"
"""The text of an empty field."""
BETWEEN = "+"
"""What stands between the numbers of players."""


@dataclass(frozen=True, slots=True)
class Line:
    """The state that a line describes, and the number of its move, which is 1 if the line has none."""

    state: State
    number: int


def read_fen(text: str, game: Game, file: str = "<FEN>") -> Line:
    """Return the position that a line describes. *file* is the name of the line in messages.

    ``ModelError`` has a diagnostic for each mistake in it. ``NotSaid`` if the model has no ``Fen``.
    """
    if len(text) > MAX_CHARACTERS:
        message = f"a line with a position is at most {MAX_CHARACTERS} characters long"
        raise ModelError([diagnose("file-too-large", message, Place(file))])
    reader = _Reader(_Table(game, format_of(game, Fen)), text, file)
    position = reader.read()
    if reader.problems:
        raise ModelError(reader.problems)
    return Line(game.state(position), reader.number)


def write_fen(state: State, number: int = 1) -> str:
    """Return the line of a state. *number* is the number of the first move of its game.

    ``NotSaid`` if the model has no ``Fen``, or chance is to move.
    """
    game = state.game
    fen = format_of(game, Fen)
    if state.player is game.nature:
        raise NotSaid("chance is to move, for which FEN has no word")
    table = _Table(game, fen)
    parts = [table.rows(state.start)]
    for field in fen.fields:
        text = WRITERS[type(field)](table, field, state, number)
        if isinstance(field, FenHands) and field.bracketed:
            parts[-1] += text
        else:
            parts.append(text)
    return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Right:
    """A right of a player, as that of castling: its letter, its cells, and the slot of the mark that takes it away.

    The player has it while its cells are unmarked and hold what they held at the start.
    """

    text: str
    cells: CellSet
    slot: int


class _Table:
    """The letters of a game and their meanings. ``ModelError`` if a letter is ambiguous or cannot be used."""

    def __init__(self, game: Rulebook, fen: Fen) -> None:
        self.game, self.fen, self.tables = game, fen, game.tables
        self.letters = letters_of_states(game, fen.letters)
        self.players = letters_of_players(game, fen.letters)
        self.of_tiles = [self._letters_of(tile) for tile in range(len(self.tables.tiles))]
        if len(set(self.players)) < len(self.players):
            raise self._wrong("two players have the same letter; say others by letters { Letter { player … text … } }")

    def _letters_of(self, tile: int) -> dict[str, int]:
        """Return the occupied states of a tile by their letters."""
        found: dict[str, int] = {}
        for state in self.tables.states_of_tile(tile):
            letter = self.letters[state]
            if self.tables.states[state].empty:
                continue
            if (
                letter in found
                or not letter
                or letter[0].isdigit()
                or not letter.isprintable()
                or set(letter) & set("/ []")
            ):
                raise self._wrong(f"{letter!r} cannot stand for a piece, or stands for another one")
            found[letter] = state
        return found

    def _wrong(self, message: str) -> ModelError:
        return ModelError([diagnose("duplicate-symbol", message, self.game.document.places.of(self.fen))])

    def rights(self, field: FenRights) -> list[Right]:
        """Return the rights of all players, in the order in which they are written."""
        return [
            Right(cased(r.text, me), self.tables.region(r.region, me), self.tables.mark(r.mark)[me])
            for me in range(len(self.tables.players))
            for r in field.rights
        ]

    def hands(self, field: FenHands) -> list[tuple[str, int]]:
        """Return for each kind of piece in hand its letter and the slot of its counter, in the order of writing."""
        counters = self.tables.counters
        players = range(len(self.tables.players))
        return [(cased(hand.text, me), counters[hand.counter].slot(me)) for me in players for hand in field.hands]

    def untouched(self, boards: Sequence[CellSet], cells: CellSet) -> bool:
        """Return whether all *cells*, at least one, hold what they held at the start."""
        return cells != 0 and all(not (a ^ b) & cells for a, b in zip(boards, self.tables.initial.boards, strict=True))

    def rows(self, position: Position) -> str:
        """Return the text of the board: the rows from the top, with ``/`` between them."""
        standing = {
            cell: s for s, board in enumerate(position.boards) for cell in bits(board & self.tables.cells.board)
        }
        marked = [(trait.text, self._any(position, trait.mark)) for trait in self.fen.traits]

        def text(row: int, column: int) -> str:
            cell = self.tables.cells.index.get((row, column))
            if cell is None or self.tables.states[standing[cell]].empty:
                return ""
            return self.letters[standing[cell]] + "".join(text for text, cells in marked if cells >> cell & 1)

        rows = []
        for row in range(self.tables.height):
            runs = groupby((text(row, column) for column in range(self.tables.width)), bool)
            rows.append("".join("".join(run) if full else str(len(list(run))) for full, run in runs))
        return "/".join(rows)

    def _any(self, position: Position, mark: Mark) -> CellSet:
        cells = 0
        for slot in set(self.tables.mark(mark)):
            cells |= position.marks[slot]
        return cells

    def is_held(self, position: Position, right: Right) -> bool:
        """Return whether the player of a right still has it."""
        return self.untouched(position.boards, right.cells) and not position.marks[right.slot] & right.cells


class _Reader:
    """Reads one line, word by word. Mistakes are collected in ``problems``."""

    def __init__(self, table: _Table, text: str, file: str) -> None:
        self.table = table
        self.problems: list[Diagnostic] = []
        self.number = 1
        self._words = [
            (found[0], Place(file, 1, found.start() + 1)) for found in re.finditer(r"[^\s\[]+|\[[^\]\s]*\]?", text)
        ]
        self._end = Place(file, 1, len(text) + 1)
        initial = table.tables.initial
        self.boards, self.marks, self.counters = list(initial.boards), list(initial.marks), list(initial.counters)
        self.player = initial.player if initial.player < len(table.tables.players) else table.tables.first

    def read(self) -> Position:
        """Return the position. It is meaningless if there are problems."""
        for trait in self.table.fen.traits:
            self.mark(trait.mark, 0)
        word, place = self._next("the rows")
        self._rows(word, place)
        for field in self.table.fen.fields:
            word, place = self._next(_CALLED[type(field)])
            if word:
                READERS[type(field)](self, field, word, place)
        if self._words:
            word, place = self._words[0]
            self.wrong("unexpected-token", f"the end of the line is expected here, not {word!r}", place)
        initial = self.table.tables.initial
        return replace(
            initial, boards=tuple(self.boards), marks=tuple(self.marks), counters=tuple(self.counters),
            player=self.player, seat=self.player,
        )  # fmt: skip

    def _next(self, what: str) -> tuple[str, Place]:
        if self._words:
            return self._words.pop(0)
        if not any(problem.place == self._end for problem in self.problems):
            self.wrong("unexpected-token", f"{what} is expected here, not the end of the line", self._end)
        return "", self._end

    def wrong(self, code: str, message: str, place: Place) -> None:
        """Add a diagnostic to the problems."""
        self.problems.append(diagnose(code, message, place))

    def mark(self, mark: Mark, cells: CellSet, player: int | None = None) -> None:
        """Set the cells of a mark, for one player or for all."""
        slots = self.table.tables.mark(mark)
        for slot in slots if player is None else slots[player : player + 1]:
            self.marks[slot] = cells

    # -- the rows

    def _rows(self, text: str, place: Place) -> None:
        tables = self.table.tables
        rows = text.split("/")
        if len(rows) != tables.height:
            self.wrong("wrong-picture", f"the board has {tables.height} rows, not {len(rows)}", place)
            return
        self.boards = [board & ~tables.cells.board for board in self.boards]
        at = place.column
        for row, part in enumerate(rows):
            start = Place(place.file, place.line, at)
            column = self._row(row, part, start)
            if column is not None and column != tables.width:
                message = f"the board has {tables.width} columns, but here are {column}"
                self.wrong("wrong-picture", message, start)
            at += len(part) + 1

    def _row(self, row: int, text: str, start: Place) -> int | None:
        """Read a row and return the number of its cells, or None after an unknown letter."""
        tables, column, at = self.table.tables, 0, 0
        while at < len(text) and column <= tables.width:
            place = Place(start.file, start.line, start.column + at)
            number = re.match(r"[0-9]{1,4}", text[at:])
            if number is not None:
                for _ in range(min(int(number[0]), tables.width + 1)):
                    self._empty(row, column)
                    column += 1
                at += number.end()
                if number[0].startswith("0"):
                    self.wrong("bad-value", "a number of empty cells is at least 1, without zeros before it", place)
                continue
            cell = tables.cells.index.get((row, column))
            letters = self.table.of_tiles[tables.tile_at[cell]] if cell is not None else {}
            found = max((letter for letter in letters if text.startswith(letter, at)), key=len, default="")
            if not found or cell is None:
                known = " ".join(sorted(letters)) or "nothing: it is no cell"
                self.wrong("unknown-symbol", f"{text[at]!r} is nothing that may stand here: {known}", place)
                return None
            self.boards[letters[found]] |= 1 << cell
            at, column = at + len(found), column + 1
            for trait in self.table.fen.traits:
                if text.startswith(trait.text, at):
                    at += len(trait.text)
                    for slot in set(tables.mark(trait.mark)):
                        self.marks[slot] |= 1 << cell
        return column

    def _empty(self, row: int, column: int) -> None:
        tables = self.table.tables
        cell = tables.cells.index.get((row, column))
        if cell is not None:
            tile = tables.tile_at[cell]
            empty = next((s for s in tables.states_of_tile(tile) if tables.states[s].empty), tables.initial_state[tile])
            self.boards[empty] |= 1 << cell


WRITERS: dict[type[FenField], Callable[[_Table, Any, State, int], str]] = {}
"""The writer of each kind of field, called with the table, the field, the state and the number of the first move."""
READERS: dict[type[FenField], Callable[[_Reader, Any, str, Place], None]] = {}
"""The reader of each kind of field, called with the reader of the line, the field, its word, and the word's place."""
_CALLED: dict[type[FenField], str] = {
    FenCounter: "a number",
    FenHands: "what players have in hand",
    FenMark: "a cell",
    FenMover: "who is to move",
    FenNumber: "the number of the move",
    FenRights: "what players may still do",
    FenText: "the next field",
}
W = TypeVar("W", bound=FenField)


def _writes(
    kind: type[W],
) -> Callable[[Callable[[_Table, W, State, int], str]], Callable[[_Table, W, State, int], str]]:
    def register(write: Callable[[_Table, W, State, int], str]) -> Callable[[_Table, W, State, int], str]:
        WRITERS[kind] = write
        return write

    return register


def _reads(
    kind: type[W],
) -> Callable[[Callable[[_Reader, W, str, Place], None]], Callable[[_Reader, W, str, Place], None]]:
    def register(read: Callable[[_Reader, W, str, Place], None]) -> Callable[[_Reader, W, str, Place], None]:
        READERS[kind] = read
        return read

    return register


@_writes(FenText)
def _text(_: _Table, field: FenText, __: State, ___: int) -> str:
    return field.text


@_reads(FenText)
def _read_text(reader: _Reader, field: FenText, word: str, place: Place) -> None:
    if word != field.text:
        reader.wrong("unexpected-token", f"{field.text} is expected here, not {word!r}", place)


@_writes(FenMover)
def _mover(table: _Table, _: FenMover, state: State, __: int) -> str:
    return table.players[state.start.player]


@_reads(FenMover)
def _read_mover(reader: _Reader, _: FenMover, word: str, place: Place) -> None:
    players = reader.table.players
    if word in players:
        reader.player = players.index(word)
    else:
        reader.wrong("unexpected-token", f"who is to move is one of {' '.join(players)}, not {word!r}", place)


@_writes(FenRights)
def _rights(table: _Table, field: FenRights, state: State, _: int) -> str:
    return "".join(right.text for right in table.rights(field) if table.is_held(state.start, right)) or NOTHING


@_reads(FenRights)
def _read_rights(reader: _Reader, field: FenRights, word: str, place: Place) -> None:
    """Read the rights that are held, and mark the cells that differ from the start and those of lost rights."""
    table = reader.table
    rights = table.rights(field)
    held = []
    at = len(word) if word == NOTHING else 0
    while at < len(word):
        here = Place(place.file, place.line, place.column + at)
        right = max((r for r in rights if word.startswith(r.text, at)), key=lambda r: len(r.text), default=None)
        if right is None or right in held:
            known = " ".join(right.text for right in rights)
            message = f"{word[at]!r} is none of the rights {known}, or stands here twice; without any it is {NOTHING}"
            reader.wrong("unknown-symbol", message, here)
            return
        held.append(right)
        if not reader.problems and not table.untouched(reader.boards, right.cells):
            cells = " and ".join(table.game.notation((cell,)) for cell in bits(right.cells))
            message = f"the right {right.text} needs on {cells} what stands there at the start"
            reader.wrong("bad-value", message, here)
        at += len(right.text)
    first = table.tables.initial.boards
    changed = reduce(or_, (a ^ b for a, b in zip(reader.boards, first, strict=True))) & table.tables.cells.board
    for slot in {right.slot for right in rights}:
        kept = reduce(or_, (right.cells for right in held if right.slot == slot), 0)
        lost = reduce(or_, (right.cells for right in rights if right.slot == slot and right not in held), 0)
        reader.marks[slot] = changed | lost & ~kept


@_writes(FenMark)
def _marked(table: _Table, field: FenMark, state: State, _: int) -> str:
    cells = state.start.marks[table.tables.mark(field.mark)[state.start.player]]
    return "".join(table.game.notation((cell,)) for cell in bits(cells)) or NOTHING


@_reads(FenMark)
def _read_marked(reader: _Reader, field: FenMark, word: str, place: Place) -> None:
    game, cells = reader.table.game, 0
    for found in re.finditer(r"[a-z]+[0-9]+|.[^a-z]*", "" if word == NOTHING else word):
        cell = game.names.cell_called(found[0])
        if cell is None or cell not in game.cell_numbers:
            here = Place(place.file, place.line, place.column + found.start())
            reader.wrong("bad-value", f"{found[0]!r} is no cell of the board; without any it is {NOTHING}", here)
            return
        cells |= 1 << game.cell_numbers[cell]
    reader.mark(field.mark, cells, reader.player)


@_writes(FenCounter)
def _counted(table: _Table, field: FenCounter, state: State, _: int) -> str:
    return BETWEEN.join(str(state.start.counters[slot]) for slot in table.tables.counters[field.counter].slots)


@_reads(FenCounter)
def _read_counted(reader: _Reader, field: FenCounter, word: str, place: Place) -> None:
    info = reader.table.tables.counters[field.counter]
    words = word.split(BETWEEN, info.players) if info.players > 1 else [word]
    if len(words) != info.players:
        message = f"{info.players} numbers with {BETWEEN} between are expected here, not {word[:40]!r}"
        reader.wrong("bad-value", message, place)
        return
    column = place.column
    for slot, each in zip(info.slots, words, strict=True):
        number = _number(reader, each, Place(place.file, place.line, column), info.least, info.greatest)
        if number is not None:
            reader.counters[slot] = number
        column += len(each) + len(BETWEEN)


@_writes(FenNumber)
def _numbered(table: _Table, field: FenNumber, state: State, number: int) -> str:
    players = len(table.tables.players)
    began = (state.start.player - state.ply) % players
    return str(number + (state.ply if field.plies else (state.ply + began) // players))


@_reads(FenNumber)
def _read_numbered(reader: _Reader, _: FenNumber, word: str, place: Place) -> None:
    number = _number(reader, word, place, 0, LONGEST)
    if number is not None:
        reader.number = max(number, 1)


@_writes(FenHands)
def _hands(table: _Table, field: FenHands, state: State, _: int) -> str:
    found = ""
    for text, slot in table.hands(field):
        count = state.start.counters[slot]
        found += text * count if field.bracketed else (str(count) if count > 1 else "") + text * (count > 0)
    return f"[{found}]" if field.bracketed else found or NOTHING


@_reads(FenHands)
def _read_hands(reader: _Reader, field: FenHands, word: str, place: Place) -> None:
    """Read the pieces in hand: letters in brackets, or letters with a number before each kind."""
    inner, hands = word, dict(reader.table.hands(field))
    if field.bracketed:
        if not (word.startswith("[") and word.endswith("]")):
            reader.wrong("unexpected-token", f"the pieces in hand stand in brackets, as in [], not {word!r}", place)
            return
        inner = word[1:-1]
    at = len(inner) if inner == NOTHING else 0
    for slot in hands.values():
        reader.counters[slot] = 0
    while at < len(inner):
        number = re.match(r"[1-9][0-9]{0,3}", inner[at:])
        begin = at + (number.end() if number is not None else 0)
        text = max((text for text in hands if inner.startswith(text, begin)), key=len, default="")
        here = Place(place.file, place.line, place.column + at + field.bracketed)
        if not text or (field.bracketed and number is not None):
            reader.wrong("unknown-symbol", f"{inner[at]!r} is nothing to hold in hand: {' '.join(hands)}", here)
            return
        reader.counters[hands[text]] += 1 if number is None else int(number[0])
        if reader.counters[hands[text]] > MOST_IN_HAND:
            reader.wrong("bad-value", f"more than {MOST_IN_HAND} are no hand", here)
            return
        at = begin + len(text)


def _number(reader: _Reader, word: str, place: Place, least: int, greatest: int) -> int | None:
    if re.fullmatch(r"-?[0-9]{1,9}", word) and least <= int(word) <= greatest:
        return int(word)
    reader.wrong("bad-value", f"a number from {least} to {greatest} is expected here, not {word[:40]!r}", place)
    return None
