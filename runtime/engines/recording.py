"""The data of a state of a compiled game: its record, and its past if the game asks for repetitions.

The past holds the keys of all earlier positions, which the kernel compares, and their records, which are needed only to
decode a position. Both are shared between states: a state owns the keys of its last plies and shares the others with
its ancestors, and the records are a linked list to which each ply adds one.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from sys import byteorder
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from tilewright.generator.splitmix import WORD
from tilewright.runtime.engines.listings import BYTES, BuiltinLister, lister
from tilewright.runtime.engines.numbering import MANY, Numbering, numbering
from tilewright.runtime.move import Move
from tilewright.runtime.position import Identity, Position, Returns

if TYPE_CHECKING:
    from tilewright.runtime.engines.compiled import Compiled
    from tilewright.runtime.rulebook import Rulebook

G = TypeVar("G", bound="Rulebook")

SHARED = 32
"""The number of keys that a state owns before they become part of those that all later states share."""

KEPT = 64
"""The number of states whose listings are kept; the moves of others are listed again on demand."""

SHORT = 64
"""The most words in records of a listing that a state keeps for good: to drop it would take longer than it is worth."""

_KNOWN = 1 << 16
"""The size of each cache: of moves by words, of moves by notation, of earlier positions, both ways, and of keys."""

Chain: TypeAlias = "tuple[Chain | None, bytes]"
"""The records of earlier positions as a linked list: that of the last one, and the rest before it."""


class Past(NamedTuple):
    """The keys of the earlier positions, the recent ones apart, and their records."""

    older: bytes = b""
    recent: bytes = b""
    records: Chain | None = None

    def then(self, key: bytes, record: bytes) -> Past:
        """Return the past of the next position, given the key and the record of this one."""
        recent = self.recent + key
        if len(recent) < SHARED * BYTES:
            return _made(Past, (self.older, recent, (self.records, record)))
        return _made(Past, (self.older + recent, b"", (self.records, record)))


_made = tuple.__new__
"""What makes a past, in half the time that its class takes."""


NOTHING = Past()
"""The past at the beginning, and in games that do not ask for repetitions."""


class Lists(Protocol):
    """A state that may keep a listing."""

    def forget(self) -> None:
        """Drop the listing."""


class Records(Generic[G]):
    """The conversions of one game between positions and records, and between moves and their words."""

    def __init__(self, game: G, engine: Compiled) -> None:
        self.game = game
        self.engine = engine
        layout = engine.program.layout
        self.lister = made = lister(engine.kernel, layout)
        self.moves, self.count, self.after = made.moves, made.count, made.after
        self.move_words, self.number, self.all_moves = made.move, made.number, made.all
        self.key_of, self.settled = made.key, made.settled
        self.numbering: Numbering | None = None
        """What plays by number without lists. It is made after ``MANY`` plies, for programs that can do so."""
        self.listed = 0
        """The plies by number that were played by lists."""
        self._takes = isinstance(made, BuiltinLister) and engine.program.takes
        self.size = layout.size
        self.remembers = layout.remembers
        places = dict(layout.offsets())
        self.turn = _word(places["p"])
        """The bytes of a record that say whose turn it is."""
        self.phase = _word(places["f_0"]) if "f_0" in places else None
        """The bytes of a record that say which phase it is; None if there is only one."""
        self.players = [*game.players, *([] if game.nature is None else [game.nature] * (len(game.players) + 1))]
        """The player to move, or nature, for each value of the word of the turn."""
        self.end = _word(places["e"])
        """The bytes of a record that say how the game has ended."""
        gains = layout.outcome.gains
        self._gains = slice(places[gains[0]], places[gains[0]] + len(gains)) if gains else slice(0)
        self._bits = {cell: bit for bit, cell in layout.cell_of.items()}
        self._labels = {label: -1 - number for number, label in enumerate(engine.program.labels)}
        self._earlier: dict[bytes, tuple[object, int]] = {}
        self._recorded: dict[tuple[object, int], tuple[bytes, bytes]] = {}
        self._last: tuple[tuple[tuple[object, int], ...], Past] = ((), NOTHING)
        """The last history whose past was asked for, and that past: the same position is often taken up again."""
        self._keys: dict[bytes, int] = {}
        self._moves: dict[bytes, Move] = {}
        self._words: dict[str, bytes] = {}
        self.kept: list[Lists] = []
        """The states whose listings are kept, the oldest first."""

    # -- positions

    def record(self, position: Position) -> bytes:
        """Return the record of a position."""
        return _packed(self.engine.record(position))

    def returns(self, record: bytes) -> Returns:
        """Return the returns of the players, given the record of a finished game."""
        end = int.from_bytes(record[self.end], byteorder)
        if end != self.engine.paid_end:
            return self.engine.ends[end]
        return self.engine.program.layout.outcome.shares(memoryview(record).cast("q")[self._gains].tolist())

    def past(self, position: Position) -> Past:
        """Return the past of a position, from its history."""
        history, past = self._last
        if position.history is not history:
            past = NOTHING
            for earlier in position.history:
                past = past.then(*self._known(earlier))
            self._last = position.history, past
        return past

    def _known(self, earlier: tuple[object, int]) -> tuple[bytes, bytes]:
        """Return the key and the record of an entry of a history, from a cache: positions of a game share entries."""
        found = self._recorded.get(earlier)
        if found is None:
            key, record = self.engine.earlier(earlier)
            found = _packed([key]), _packed(record)
            if len(self._recorded) >= _KNOWN:
                self._recorded.clear()
            self._recorded[earlier] = found
        return found

    def position(self, record: bytes, ply: int, past: Past) -> Position:
        """Return the position of a record."""
        return self.engine.position(_unpacked(record), ply, tuple(map(self._remembered, records(past))))

    def key(self, record: bytes) -> int:
        """Return the Zobrist key of a record, from a cache: learners ask for those of the same positions often."""
        found = self._keys.get(record)
        if found is None:
            found = self.game.keys.of(self.position(record, 0, NOTHING))
            if len(self._keys) >= _KNOWN:
                self._keys.clear()
            self._keys[record] = found
        return found

    def _remembered(self, record: bytes) -> tuple[object, int]:
        """Return the entry of a history for a record, from a cache."""
        found = self._earlier.get(record)
        if found is None:
            (found,) = self.engine.remembered([_unpacked(record)])
            if len(self._earlier) >= _KNOWN:
                self._earlier.clear()
            self._earlier[record] = found
        return found

    # -- moves

    def move(self, words: bytes) -> Move:
        """Return the move of these words."""
        found = self._moves.get(words)
        if found is None:
            found = self.game.move(tuple(map(self.engine.step, memoryview(words).cast("q"))))
            object.__setattr__(found, "words", words)
            if len(self._moves) >= _KNOWN:
                self._moves.clear()
            self._moves[words] = found
        return found

    def words(self, move: str | Move) -> bytes:
        """Return the words of a move. ``UnreadableMove`` if the game has no such cell or option."""
        if isinstance(move, Move):
            known = move.words
            if known is not None and self._moves.get(known) is move:
                return known
            return self.words_of(self.game.identity(move))
        found = self._words.get(move)
        if found is None:
            found = self.words_of(self.game.identity(move))
            if len(self._words) >= _KNOWN:
                self._words.clear()
            self._words[move] = found
        return found

    def words_of(self, identity: Identity) -> bytes:
        """Return the words of a move, or of the beginning of one, that is given in the numbers of the engine."""
        labels, bits, none = self._labels, self._bits, -1 - len(self._labels)  # none: for a word that is no label
        return _packed([labels.get(step, none) if isinstance(step, str) else bits[step] for step in identity])

    # -- listings

    def note_ply(self) -> None:
        """Note that a ply was played by its number, by a list."""
        self.listed += 1
        if self.listed >= MANY and self._takes:
            self.numbering = numbering(self.engine)

    def forget(self) -> None:
        """Drop the older half of the listings that are kept."""
        old, self.kept = self.kept[: KEPT // 2], self.kept[KEPT // 2 :]
        for state in old:
            state.forget()


def records(past: Past) -> list[bytes]:
    """Return the records of earlier positions, the oldest first."""
    found = []
    chain = past.records
    while chain is not None:
        chain, record = chain
        found.append(record)
    return found[::-1]


def _word(place: int) -> slice:
    """Return the bytes of a record that hold its word at a place."""
    return slice(place * BYTES, (place + 1) * BYTES)


def _packed(words: Sequence[int]) -> bytes:
    return array("Q", [word & WORD for word in words]).tobytes()


def _unpacked(record: bytes) -> Sequence[int]:
    return memoryview(record).cast("Q")
