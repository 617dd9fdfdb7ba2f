"""The engine of a compiled game, over a kernel: the functions into which the compiler has turned the rules.

A kernel works on records: a record is a position as words, which a ``Layout`` packs and unpacks. The history of a
position is not in it; the kernel gets it as an array of keys.

A kernel reports an error of the rules, or one of its limits, by a number. Then the interpreter is asked about the same
position, and its answer counts (see ``faults``). So all engines raise the same errors at the same time.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random
from typing import TYPE_CHECKING, Any

from tilewright.generator.errors import LIMITS, STOPPED, TOO_DEEP, TOO_SMALL, WHY_LEFT
from tilewright.generator.purpose import Purpose
from tilewright.generator.remembering import KEYS_AHEAD
from tilewright.generator.splitmix import WORD, mix
from tilewright.runtime.engines.bulk import leaves, survey
from tilewright.runtime.engines.faults import raise_fault, raise_fault_of_games
from tilewright.runtime.engines.stopping import Stop, Stopped
from tilewright.runtime.engines.tally import Moments, Survey, Tally, joined
from tilewright.runtime.interpreter import Interpreter, Settled
from tilewright.runtime.interpreter.effects import won_by
from tilewright.runtime.limits import GREATEST_SEED, LONGEST, MOST_GAMES, check
from tilewright.runtime.odds import Lot, Odds, drawn
from tilewright.runtime.position import CellSet, Identity, Position, Returns

if TYPE_CHECKING:
    from tilewright.generator.compiler import Program
    from tilewright.generator.compiler.rules.outcome import Share
    from tilewright.runtime.interpreter.tables import Tables
    from tilewright.runtime.kernels import Array, Kernel

START_WORDS, MAX_WORDS = 1 << 14, 1 << 27
"""The initial and the greatest size of a buffer, in words."""
DEEPEST = 256
"""The greatest depth of one call of perft, in plies; it is lowered if the stack is too small."""

NEVER = -1
"""A number that no end of a game has."""

_BYTES = 8

_SIGN = 1 << 63

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Listed:
    """A position with its legal moves, and for each of them the index in ``words`` of the record after it."""

    position: Position
    moves: Mapping[Identity, int]
    words: list[int]
    odds: Odds | None = None


class Compiled:
    """An engine over a kernel. Several threads may use it at once."""

    def __init__(
        self,
        program: Program,
        kernel: Kernel,
        reference: Interpreter,
        compile: Callable[[str], object] | None = None,
        others: Callable[[Purpose], Kernel] | None = None,
    ) -> None:
        """Make the engine. *compile* compiles a function of the kernel to machine code; None for other kernels.

        *reference* is the interpreter of the same game. *others* makes the kernels for other purposes.
        """
        self.program = program
        self.kernel = kernel
        self.reference = reference
        self._compile = compile
        self._others = others
        self._kernels = {Purpose.PLAY: kernel}
        self._making = threading.Lock()
        self._layout = program.layout
        self._buffers = _Buffers(kernel, {})
        self._deepest = DEEPEST
        self._told_left = False
        count = program.players
        won = [won_by(player, count) for player in range(count)]
        lost = [tuple(-part for part in returns) for returns in won]
        self.ends: list[tuple[float, ...]] = [(0,) * count, (0,) * count, *won, *lost]
        """The returns by the number of the end; 0 means that the game goes on.

        Games that pay have one more end, whose returns stand in the record.
        """
        self._returns: list[Returns | None] = [None, *self.ends[1:]]
        self.paid_end = len(self.ends) if self._layout.outcome.paid else NEVER
        """The number of the end whose returns stand in the record; ``NEVER`` in games that do not pay."""
        if self._layout.outcome.paid:
            self.ends.append((0,) * count)
        counters = reference.tables.counters.values()
        self._numbers = tuple(slot for info in counters if info.per_cell for slot in info.slots)
        self._key = lru_cache(1 << 16)(self._key_of)

    @property
    def recording(self) -> Compiled:
        """The engine whose records states hold: this one."""
        return self

    # -- the engine

    @property
    def tables(self) -> Tables:
        """The tables that say what the numbers in positions stand for."""
        return self.reference.tables

    def initial(self) -> Position:
        """Return the position in which the game starts."""
        return self.reference.initial()

    def settle(self, position: Position) -> Listed | Settled:
        """Return a position with its legal moves, or as the end of the game. Cost: makes the record after each move.

        The odds of nature's moves are computed by the interpreter.
        """
        listed = self._listed(position)
        if listed is None:
            return self.reference.settle(position)
        if position.player == self.program.players and listed.moves:
            return replace(listed, odds=self.reference.settle(position).odds)
        return listed

    def _listed(self, position: Position) -> Listed | None:
        """Return a position with its legal moves; None if the kernel leaves the position to the interpreter."""
        if position.returns is not None:
            return Listed(position, {}, [])
        record = _array(self.kernel, self.record(position))
        history, known = self._history(position, 1)
        out, count = self._grown("out", lambda out, size: self.kernel.call("moves", record, history, known, out, size))
        if count < 0:
            self._tell_left(count)
            return None
        size = self._layout.size
        steps = list(self._moves(out, count))
        words = out[: steps[-1][1] + size if steps else size]
        if not steps:
            position = self.position(words[:size], position.ply, position.history)
        return Listed(position, dict(steps), words)

    def odds(self, record: bytes, keys: bytes) -> Odds | None:
        """Return the odds of nature's moves at a record, given the keys of earlier positions.

        None if the kernel finds none: it is not nature's turn, or it leaves that to the interpreter.
        """
        words, sets = memoryview(record), len(self._layout.sets) * self._layout.words * _BYTES
        position = _array(self.kernel, [*words[:sets].cast("Q"), *words[sets:].cast("q")])
        known = len(keys) // _BYTES
        history = self._buffers.of("history", known + KEYS_AHEAD)
        history[:known] = memoryview(keys).cast("Q").tolist()
        out, end = self._grown("out", lambda out, size: self.kernel.call("odds", position, history, known, out, size))
        found, place = [], 0
        while place < end:
            weight, moves = out[place : place + 2]
            place += 2
            shares = (1,) * -moves if moves < 0 else tuple(out[place : place + moves])
            place += max(moves, 0)
            found.append(Lot(weight, shares))
        return tuple(found) or None

    def take(self, node: Any, identity: Identity) -> Position:
        """Return the position after one of the legal moves of a node; ``KeyError`` for another one."""
        if isinstance(node, Settled):
            return self.reference.take(node, identity)
        first = node.moves[identity]
        before = node.position
        words = node.words[first : first + self._layout.size]
        return self.position(words, before.ply + 1, self._longer(before))

    def play(self, position: Position, identity: Identity) -> Position | None:
        """Return the position after a move, or None if it is not legal."""
        listed = self._listed(position)
        if listed is None:
            return self.reference.play(position, identity)
        return self.take(listed, identity) if identity in listed.moves else None

    def options(self, position: Position, prefix: Identity) -> Sequence[Identity]:
        """Return the legal moves that begin with *prefix*, in order."""
        listed = self._listed(position)
        if listed is None:
            return self.reference.options(position, prefix)
        return [identity for identity in listed.moves if identity[: len(prefix)] == prefix]

    # -- what players see

    def seen(self, position: Position, viewer: int) -> CellSet:
        """Return the cells that a player sees."""
        return self.reference.seen(position, viewer)

    def covered(self, position: Position, viewer: int) -> CellSet:
        """Return the cells of which a player sees no more than that something stands there."""
        return self.reference.covered(position, viewer)

    def vacant(self, position: Position, viewer: int) -> CellSet:
        """Return the cells that a player does not see, but of which a ``back`` tells that nothing stands there."""
        return self.reference.vacant(position, viewer)

    def heuristic(self, position: Position) -> tuple[int, ...] | None:
        """Return how good a position is for each player by the heuristic of the model; None if there is none."""
        return self.reference.heuristic(position)

    def told(self, position: Position, identity: Identity) -> str:
        """Return who is told a legal move."""
        return self.reference.told(position, identity)

    # -- other kernels

    def kernel_for(self, purpose: Purpose) -> Kernel:
        """Return the kernel for a purpose. It is made on first use."""
        with self._making:
            if purpose not in self._kernels:
                assert self._others is not None, "an engine that was made with it"
                self._kernels[purpose] = self._others(purpose)
            return self._kernels[purpose]

    @property
    def many(self) -> Kernel:
        """The kernel of batches."""
        return self.kernel_for(Purpose.BATCHES)

    # -- whole kernels

    def is_parallel(self) -> bool:
        """Return whether several threads play faster than one: whether the kernel is machine code."""
        return self._compile is not None

    def prepare(self, entry: str) -> None:
        """Compile a function of the kernel now, so that its first call need not."""
        if self._compile is not None:
            self._compile(entry)

    def count(self, position: Position) -> int:
        """Return the number of legal moves; a forced pass does not count."""
        if position.returns is not None:
            return 0
        record = _array(self.kernel, self.record(position))
        history, known = self._history(position, 1)
        _, count = self._grown("work", lambda work, size: self.kernel.call("count", record, history, known, work, size))
        return count if count >= 0 else sum(1 for step in self.reference.settle(position).moves.values() if step)

    def perft(self, position: Position, depth: int, stop: Stop) -> int:
        """Return the number of sequences of exactly *depth* legal moves."""
        if depth == 0:
            return 1
        known = partial(self._leaves, stop)
        return leaves(self, position, depth, stop, self.settle, known)

    def _leaves(self, stop: Stop, position: Position, depth: int) -> int | None:
        """Return the perft of the kernel; None if the depth is too great, or if the kernel meets a fault or a limit."""
        if position.returns is not None:
            return 0
        if depth > self._deepest:
            return None
        record = _array(self.kernel, self.record(position))
        history, known = self._history(position, depth)
        with stop.control(self.kernel) as control:
            _, count = self._grown(
                "work",
                lambda work, size: self.kernel.call("perft", record, history, known, depth, work, size, control),
            )
        if count == STOPPED:
            raise Stopped
        if count == TOO_DEEP:
            self._deepest = depth // 2
        return count if count >= 0 else None

    def tally(
        self, position: Position, games: range, seed: int, plies: int, stop: Stop, *, following: int = 0
    ) -> Tally:
        """Return what is counted of the random games of these numbers: see ``Bulk``."""
        if position.returns is not None:
            return Tally.of(self.survey(position, games, seed, plies, stop))
        width, count = self._layout.surveyed, len(games)
        try:
            rows, seconds = self._played("survey", width, position, games, seed, plies, stop)
        except _TooLong:
            return Tally.of(self._one_by_one("survey", width, position, games, seed, plies, stop))
        self.prepare("tally")
        sums, longest = self._grown("sums", lambda sums, size: self.kernel.call("tally", rows, count, sums, size))
        layout = self._layout.sums
        if self.paid_end == NEVER:
            results: Counter[Returns | None] = Counter()
            for returns, games_of in zip(self._returns, sums[: len(self._returns)], strict=True):
                results[returns] += games_of
        else:
            results = Counter(self._returned(rows, width, count))
        parts = sums[layout.lengths : layout.lengths + layout.LENGTH * (longest + 1)]
        lengths: Counter[int] = Counter()
        choices: dict[int, Moments] = {}
        for number, (so_long, own, total, *products) in enumerate(zip(*[iter(parts)] * layout.LENGTH, strict=True)):
            if so_long:
                lengths[number] = so_long
            if own:
                choices[number] = Moments(own, total, layout.squares(*products))
        decided = Moments(count, *sums[layout.decisions : layout.decisions + 2])
        return Tally(+results, lengths, choices, decided, seconds)

    def survey(self, position: Position, games: range, seed: int, plies: int, stop: Stop) -> Survey:
        """Return the random games of these numbers, one by one: those of ``tally``."""
        return self._games("survey", self._layout.surveyed, position, games, seed, plies, stop)

    def playouts(self, position: Position, games: range, seed: int, plies: int, stop: Stop) -> Survey:
        """Play the same games as ``survey``, but faster, since of their plies only the number is counted."""
        return self._games("playouts", self._layout.played, position, games, seed, plies, stop)

    def advance(self, position: Position, seed: int, plies: int = 1) -> Position:
        """Return the position after so many random plies, or fewer if the game ends, drawn as in playouts.

        With the same seed, fewer plies are a prefix of more plies.
        """
        check("plies", plies, 0, LONGEST)
        while position.returns is None and plies > 0:
            if not self._layout.remembers:
                words, played = self._advanced(position, seed, plies, Stop())
                if played >= 0:
                    return self.position(words, position.ply + played, ())
            found = position
            for wanted in range(1, plies + 1):  # the history needs every position on the way, so each is computed
                words, played = self._advanced(position, seed, wanted, Stop())
                if played < 0:
                    break
                history = self._longer(found) if played == wanted else found.history
                found = self.position(words, position.ply + played, history)
                if played < wanted or found.returns is not None:
                    return found
            else:
                return found
            position = self.followed(found, seed + wanted, played)
            if position.ply == found.ply:
                return position
            seed, plies = seed + wanted, plies - wanted
        return position

    def wandered(self, position: Position, seed: int, plies: int, stop: Stop | None = None) -> Position | None:
        """Return the position that ``advance`` reaches, without history; None if the kernel meets a fault or limit.

        ``Stopped`` if a stop is requested before it is reached.
        """
        words, played = self._advanced(position, seed, plies, stop or Stop())
        return None if played < 0 else self.position(words, position.ply + played, ())

    def followed(self, position: Position, seed: int, code: int) -> Position:
        """Return the position after a random move; *code* is the error for which the kernel did not play it."""
        node, number = self._rolled(position, seed, code)
        return self.take(node, list(node.moves)[number]) if node.moves else node.position

    def rolled(self, position: Position, seed: int, code: int) -> int:
        """Return the number of a random legal move, 0 if there is none; *code* is that of ``followed``."""
        return self._rolled(position, seed, code)[1]

    def _rolled(self, position: Position, seed: int, code: int) -> tuple[Any, int]:
        """Return a position with its legal moves, and the number of a random one, 0 if there is none."""
        if code not in LIMITS:
            raise_fault(self.reference, position)
        self._tell_left(code)
        node, random = self.settle(position), Random(seed)
        if not node.moves:
            return node, 0
        if node.odds is None:
            return node, random.randrange(len(node.moves))
        return node, drawn(node.odds, random.randrange)

    def _tell_left(self, code: int) -> None:
        """Log, once, that the interpreter plays a position, if an error code blames the program."""
        if code in LIMITS and not self._told_left:
            self._told_left = True
            name = self.reference.tables.game.name
            _log.warning("%s: a position is left to the interpreter, which is slower: %s", name, WHY_LEFT[code])

    # -- records

    def record(self, position: Position) -> list[int]:
        """Return the words of a position; its history is not among them."""
        turn = self._layout.turn(position.player, position.seat)
        paid = self._paid(position.returns)
        return self._layout.pack(
            position.boards, position.marks, position.counters, position.phase, turn,
            self._returns.index(position.returns) if paid is None else self.paid_end, position.scores, paid,
        )  # fmt: skip

    def _paid(self, returns: Returns | None) -> list[Share] | None:
        """Return the returns to store in the record; None if the number of the end says what they are.

        A loss that several players share is a float, which is never stored.
        """
        if returns is None or not self._layout.outcome.paid:
            return None
        exact: list[Share] = [part for part in returns if not isinstance(part, float)]
        shared = len(exact) < len(returns)
        whole = all(isinstance(part, int) for part in exact)
        return None if shared or (whole and returns in self._returns) else exact

    def position(self, words: Sequence[int], ply: int, history: tuple[tuple[object, int], ...]) -> Position:
        """Return the position that a record holds."""
        found, players = self._layout.unpack(words), self.program.players
        seat = found.turn if found.turn < players else found.turn - players
        return Position(
            found.boards, found.marks, found.counters, found.phase, min(found.turn, players), seat, ply,
            self._returns[found.end] if found.paid is None else found.paid, found.scores, history,
        )  # fmt: skip

    def step(self, word: int) -> int | str:
        """Return the step of a move that a word stands for; the word may be signed or unsigned, as kernels differ."""
        if word & _SIGN:
            return self.program.labels[-1 - (word if word < 0 else word - WORD - 1)]
        return self._layout.cell_of[word]

    def _moves(self, out: Array, count: int) -> Iterator[tuple[Identity, int]]:
        """Yield the moves that a kernel has listed, and where the record after each begins."""
        size = place = self._layout.size
        for _ in range(count):
            first = place + 1
            place = first + out[place]
            yield tuple([self.step(word) for word in out[first:place]]), place
            place += size

    # -- history

    def _longer(self, position: Position) -> tuple[tuple[object, int], ...]:
        """Return the history after a position, as the interpreter makes it."""
        if not self._layout.remembers:
            return ()
        key = self.reference.tables.repetition_key(position.boards, position.counters)
        return (*position.history, (key, position.player))

    def _history(self, position: Position, room: int) -> tuple[Array, int]:
        """Return an array of the keys of earlier positions, with room for *room* more, and their number."""
        known = len(position.history)
        keys = self._buffers.of("history", known + room + KEYS_AHEAD if self._layout.remembers else 1)
        keys[:known] = self.keys(position)
        return keys, known

    def _key_of(self, earlier: tuple[Any, int]) -> int:
        return self.kernel.call("key", _array(self.kernel, self._known(earlier)))

    def _known(self, earlier: tuple[Any, int]) -> list[int]:
        """Return the record of an entry of a history, which has only what repetitions compare."""
        (boards, numbers), player = earlier
        tables = self.reference.tables
        counters = list(tables.initial_counters)
        for slot, number in zip(self._numbers, numbers, strict=True):
            counters[slot] = number
        return self._layout.pack(boards, (0,) * len(tables.marks), tuple(counters), 0, player)

    def earlier(self, earlier: tuple[Any, int]) -> tuple[int, list[int]]:
        """Return the key and the record of an earlier position."""
        return self._key(earlier), self._known(earlier)

    def keys(self, position: Position) -> list[int]:
        """Return the keys of the earlier positions in a position's history."""
        return [self._key(earlier) for earlier in position.history]

    def remembered(self, records: Sequence[Sequence[int]]) -> tuple[tuple[object, int], ...]:
        """Return the history whose entries are the positions of these records."""
        key = self.reference.tables.repetition_key
        earlier = map(self._layout.unpack, records)
        players = self.program.players
        return tuple((key(found.boards, found.counters), min(found.turn, players)) for found in earlier)

    # -- calls

    def _grown(self, name: str, call: Callable[[Array, int], int]) -> tuple[Array, int]:
        """Call a function with larger and larger buffers until one suffices; return the buffer and the result."""
        while True:
            buffer = self._buffers.of(name)
            try:
                result = call(buffer, len(buffer))
            except RecursionError:  # of Python's stack; machine code looks at its own
                result = TOO_DEEP
            if result != TOO_SMALL:
                return buffer, result
            if len(buffer) >= MAX_WORDS:
                raise MemoryError(f"{self.program.name} needs more than {MAX_WORDS} words for one position")
            self._buffers.of(name, 4 * len(buffer))

    def _games(
        self, entry: str, width: int, position: Position, games: range, seed: int, plies: int, stop: Stop
    ) -> Survey:
        """Play random games with a function of the kernel; those that it cannot play are played move by move."""
        if position.returns is not None:
            nothing = [0] * len(games)
            return Survey([position.returns] * len(games), nothing, nothing, nothing, nothing, 0.0)
        try:
            rows, seconds = self._played(entry, width, position, games, seed, plies, stop)
        except _TooLong:
            return self._one_by_one(entry, width, position, games, seed, plies, stop)
        count = len(games)
        told = width - len(self._layout.outcome.gains)
        columns = [_column(rows, number, width, count) for number in range(told)]
        turns, choices, decisions = columns[2:] or ((), (), ())
        return Survey(self._returned(rows, width, count), columns[1], turns, choices, decisions, seconds)

    def _one_by_one(
        self, entry: str, width: int, position: Position, games: range, seed: int, plies: int, stop: Stop
    ) -> Survey:
        """Play each game alone, so that only those that the kernel cannot play are played move by move."""
        if len(games) == 1:
            return survey(self, position, games, seed, plies, stop)
        single = (range(number, number + 1) for number in games)
        return joined([self._games(entry, width, position, one, seed, plies, stop) for one in single])

    def _returned(self, rows: Array, width: int, count: int) -> list[Returns | None]:
        """Return the returns of so many games, given their rows of *width* words."""
        outcome = self._layout.outcome
        ends = _column(rows, 0, width, count)
        gains = [_column(rows, number, width, count) for number in range(width - len(outcome.gains), width)]
        if not gains:
            return [self._returns[end] for end in ends]
        return [
            outcome.shares(paid) if end == self.paid_end else self._returns[end]
            for end, *paid in zip(ends, *gains, strict=True)
        ]

    def _played(
        self, entry: str, width: int, position: Position, games: range, seed: int, plies: int, stop: Stop
    ) -> tuple[Array, float]:
        """Play random games with a function that writes a row of *width* words for each; return these, and seconds.

        ``_TooLong`` if one of the games reaches a position that the kernel leaves to the interpreter.
        """
        check("plies", plies, 0, LONGEST)
        check("games", games.stop - games.start, 0, MOST_GAMES)
        check("number of a game", games.stop, 0, GREATEST_SEED)
        count = len(games)
        self.prepare(entry)
        start = time.perf_counter()
        out, played = self._run(entry, width, position, games, seed, plies, stop)
        seconds = time.perf_counter() - start
        if played == STOPPED or 0 <= played < count:
            raise Stopped
        if played in LIMITS:
            self._tell_left(played)
            raise _TooLong
        if played < 0:

            def fails(number: int, limit: int) -> bool:
                stop.check()
                return self._run(entry, width, position, range(number, number + 1), seed, limit, stop)[1] < 0

            def after(number: int, ply: int) -> Position:
                return self.advance(position, mix(seed & WORD) + number, ply)

            def passed(number: int, ply: int) -> Position | None:
                return self.wandered(position, mix(seed & WORD) + number, ply)

            raise_fault_of_games(self.reference, games, plies, fails, after, passed)
            raise _TooLong
        return out, seconds

    def _run(
        self, entry: str, width: int, position: Position, games: range, seed: int, plies: int, stop: Stop
    ) -> tuple[Array, int]:
        """Return what a function has written about random games, and the number of games played, or an error code."""
        out = self._buffers.of("out", width * len(games))
        record = _array(self.kernel, self.record(position))
        history, known = self._history(position, plies)
        first, count = games.start, len(games)
        with stop.control(self.kernel) as control:
            _, played = self._grown(
                "work",
                lambda work, size: self.kernel.call(
                    entry, record, history, known, count, first, seed & WORD, plies, out, work, size, control
                ),
            )
        return out, played

    def _advanced(self, position: Position, seed: int, plies: int, stop: Stop) -> tuple[Sequence[int], int]:
        """Return the record after so many random plies, and the number of plies played, or an error code.

        ``Stopped`` if a stop is requested meanwhile.
        """
        history, known = self._history(position, plies)

        def call(work: Array, size: int) -> int:
            record[:] = packed
            return self.kernel.call("advance", record, history, known, seed & WORD, plies, work, size, control)

        record = _array(self.kernel, self.record(position))
        packed = record[:]
        with stop.control(self.kernel) as control:
            _, played = self._grown("work", call)
        stop.check()
        return record[: self._layout.size], played


def _column(rows: Array, number: int, width: int, count: int) -> list[int]:
    """Return a column of so many rows of *width* words."""
    found: list[int] = rows[number : width * count : width]
    return found


class _TooLong(Exception):
    """A kernel cannot go on from a position: a limit is reached, or it reports a fault that the interpreter lacks."""


class _Buffers(threading.local):
    """The arrays that a thread reuses, by their purpose."""

    def __init__(self, kernel: Kernel, sizes: dict[str, int]) -> None:
        """Make buffers for a kernel. *sizes* is shared by all threads: the size that each array has grown to."""
        self._kernel = kernel
        self._sizes = sizes
        self._arrays: dict[str, Array] = {}

    def of(self, name: str, least: int = 0) -> Array:
        """Return an array of at least *least* words. Its content is left over from earlier calls."""
        size = self._sizes[name] = max(least, self._sizes.get(name, START_WORDS))
        found = self._arrays.get(name)
        if found is None or len(found) < size:
            found = self._arrays[name] = self._kernel.array(size)
        return found


def _array(kernel: Kernel, words: Sequence[int]) -> Array:
    array: Array = kernel.array(len(words))
    array[:] = list(words)
    return array
