"""States of a compiled game. Each holds a record, the words on which the program works.

Positions and moves are decoded from the record only when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from sys import byteorder
from typing import TYPE_CHECKING, Any

from tilewright.runtime.engines.recording import KEPT, NOTHING, SHORT, Past, Records
from tilewright.runtime.limits import whole
from tilewright.runtime.move import Move
from tilewright.runtime.odds import Odds
from tilewright.runtime.position import Identity, Position, Returns
from tilewright.runtime.position_state import PositionState
from tilewright.runtime.protocols import Node
from tilewright.runtime.rulebook import Player
from tilewright.runtime.state import Game, State

if TYPE_CHECKING:
    from tilewright.generator.compiler.program import Layout


class RecordState(State):
    """A state that holds a record.

    ``_listing`` holds the moves, each with the record after it. It is empty until they are listed, and where the
    program leaves the position to the interpreter: then ``_aside`` is the state that the interpreter plays. ``_count``
    is -1 until the moves are counted.
    """

    __slots__ = ("_aside", "_count", "_key", "_listing", "_past", "_ply", "_record", "_records", "_start")

    _records: Records[Game]
    _record: bytes
    _past: Past
    _ply: int
    _listing: Any
    _count: int
    _aside: PositionState | None
    _start: Position | None
    _key: int | None

    @classmethod
    def of(cls, records: Records[Game], position: Position) -> RecordState:
        """Return the state with a position."""
        state = _made(records, records.record(position), records.past(position), position.ply)
        state._start = position
        return state

    # -- listing

    def _list(self) -> Any:
        """Return the listing, made if need be; empty if the interpreter plays here."""
        listing = self._listing
        if listing or self._aside is not None:
            return listing
        records, past = self._records, self._past
        found = records.moves(self._record, past.older, past.recent)
        if found is None:
            self._aside = PositionState(self.game, self.start)
            return b""
        self._listing = found
        self._count = records.count(found)
        if self._count * records.size > SHORT:
            kept = records.kept
            kept.append(self)
            if len(kept) > KEPT:
                records.forget()
        return found

    def forget(self) -> None:
        """Drop the listing to save memory; it is made again on demand."""
        self._listing = b""

    @property
    def record(self) -> bytes | None:
        """The words of the position, which say how the game ended if it has; None if the interpreter plays here."""
        if self._aside is not None or not (self._listing or self._list()):
            return None
        return self._record if self._count else self._settled()

    @property
    def layout(self) -> Layout:
        """What the words of a record mean."""
        return self._records.engine.program.layout

    # -- what is asked

    @property
    def game(self) -> Game:
        return self._records.game

    @property
    def ply(self) -> int:
        return self._ply

    @property
    def start(self) -> Position:
        if self._start is None:
            self._start = self._records.position(self._record, self._ply, self._past)
        return self._start

    @property
    def position(self) -> Position:
        if self.count_moves():
            return self.start
        if self._aside is not None:
            return self._aside.position
        return self._records.position(self._settled(), self._ply, self._past)

    @property
    def present(self) -> Position:
        goes_on = self.count_moves() > 0
        if self._aside is not None:
            return self._aside.present
        return self._records.position(self._record if goes_on else self._settled(), self._ply, NOTHING)

    @property
    def node(self) -> Node:
        return self.game.engine.settle(self.start)

    @property
    def player(self) -> Player:
        records = self._records
        return records.players[int.from_bytes(self._record[records.turn], byteorder)]

    @property
    def phase_number(self) -> int:
        phase = self._records.phase
        return 0 if phase is None else int.from_bytes(self._record[phase], byteorder)

    @property
    def is_over(self) -> bool:
        return not (self._count if self._count >= 0 else self.count_moves())

    @property
    def returns(self) -> Returns:
        if self.count_moves():
            return self._records.engine.ends[0]
        if self._aside is not None:
            return self._aside.returns
        return self._records.returns(self._settled())

    @property
    def key(self) -> int:
        if self._key is None:
            self._key = self._records.key(self._record)
        return self._key

    def _odds(self) -> Odds | None:
        if not self.is_chance:
            return None
        past = self._past
        odds = self._records.engine.odds(self._record, past.older + past.recent) if self._list() else None
        return self.node.odds if odds is None else odds

    def count_moves(self) -> int:
        if self._count < 0:
            numbering = self._records.numbering
            count = 0 if numbering is None else numbering.count(self._record)
            if count > 0:
                self._count = count
            elif not self._list():
                self._count = self._forced().count_moves()
        return self._count

    def play_number(self, number: int) -> State:
        count = self._count if self._count >= 0 else self.count_moves()
        if not 0 <= (number if type(number) is int else whole("move", number)) < count:
            raise IndexError(f"there are {count} legal moves; number {number} is none of them")
        records = self._records
        if records.numbering is None:
            records.note_ply()
        elif not self._listing and self._aside is None:
            record = records.numbering.take(self._record, number)
            if record:
                return _made(records, record, NOTHING, self._ply + 1)
        return self._after(number)

    def _after(self, number: int) -> State:
        """Return the state after the move with a number, by the list."""
        listing = self._listing or self._list()
        if not listing:
            return self._forced().play_number(number)
        records = self._records
        past = self._past.then(records.key_of(listing), self._record) if records.remembers else NOTHING
        return _made(records, records.after(listing, number), past, self._ply + 1)

    def move_of(self, number: int) -> Move:
        listing = self._listing or self._list()
        records = self._records
        return records.move(records.move_words(listing, number)) if listing else self._forced().move_of(number)

    def number_of(self, move: str | Move) -> int:
        words = self._records.words(move)
        listing = self._listing or self._list()
        return self._records.number(listing, words) if listing else self._forced().number_of(move)

    def moves(self) -> Iterator[Move]:
        listing = self._listing or self._list()
        return map(self._records.move, self._records.all_moves(listing)) if listing else self._forced().moves()

    def _played(self, move: str | Move) -> State | None:
        words = self._records.words(move)
        listing = self._listing or self._list()
        if not listing:
            return self._forced()._played(move)
        number = self._records.number(listing, words)
        return None if number < 0 else self._after(number)

    def _beginning(self, prefix: Identity) -> list[Move]:
        listing = self._listing or self._list()
        if not listing:
            return self._forced()._beginning(prefix)
        records = self._records
        begun = records.words_of(prefix)
        return [records.move(words) for words in records.all_moves(listing) if words.startswith(begun)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RecordState) or self._records is not other._records:
            return super().__eq__(other)
        mine, theirs = self._past, other._past
        return self._record == other._record and mine.older + mine.recent == theirs.older + theirs.recent

    __hash__ = State.__hash__

    def _settled(self) -> bytes:
        return self._records.settled(self._list())

    def _forced(self) -> PositionState:
        """Return the state that is played by the interpreter."""
        assert self._aside is not None, "a position of which there is no listing"
        return self._aside


_new = object.__new__


def _made(records: Records[Game], record: bytes, past: Past, ply: int) -> RecordState:
    """Return a state, in half the time that the class would take to call ``__init__``."""
    state = _new(RecordState)
    state._records = records
    state._record = record
    state._past = past
    state._ply = ply
    state._listing = b""
    state._count = -1
    state._aside = state._start = state._key = None
    return state
