"""Alpha-beta search with iterative deepening, over the functions of a compiled game: see the template ``minimax``.

The same evaluation gives the same values, lines and numbers of nodes on every engine, however the work is divided into
calls, if one thread searches. A win counts more than any evaluation, and the more the sooner it comes; a loss counts
less, and the less the sooner it comes.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.errors import LIMITS, TOO_SMALL
from tilewright.generator.minimax import (
    DEEPEST,
    FINE,
    NEAR,
    UNIT,
    WAYS,
    WON,
    Entry,
    Frame,
    Progress,
    Step,
    order_words,
)
from tilewright.generator.purpose import Purpose
from tilewright.generator.remembering import KEYS_AHEAD
from tilewright.generator.splitmix import WORD, mix
from tilewright.model.diagnostics import ModelError
from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.engines.compiled import MAX_WORDS, START_WORDS
from tilewright.runtime.engines.faults import raise_fault_of_search
from tilewright.runtime.engines.rows import copy, filled, signed
from tilewright.runtime.limits import MOST_DEPTH, MOST_JOBS, MOST_MEMORY, MOST_NODES, MOST_SECONDS, check, check_seconds
from tilewright.runtime.search.evaluation import Evaluation, lesson_of
from tilewright.runtime.search.slices import Slice
from tilewright.runtime.search.unsearched import Unsearched, check_choice, left
from tilewright.runtime.stack import start
from tilewright.runtime.state import State, state_of

if TYPE_CHECKING:
    from tilewright.runtime.move import Move
    from tilewright.runtime.position import Position
    from tilewright.runtime.state import Game

MEMORY = 1 << 26
"""The default size of the transposition table, in bytes."""

LEAST = 1 << 10
"""The least number of buckets of the transposition table: more than ``DEEPEST``, so that each depth has its own."""

LEARNING = 0.25
"""The greatest share of the seconds of a search in which it learns to judge positions."""

HELPED = 1 << 12
"""The number of positions that a helping thread searches before it checks whether the search is over."""

STRAIGHT = 0.75
"""Up to where an evaluation is itself the expected result; beyond, it comes nearer to a win the more it is."""

_BYTES = 8
_UNBOUNDED = 2 * WON


@dataclass(frozen=True)
class Variation:
    """The result of a search of some depth: the principal variation and its value."""

    moves: tuple[Move, ...]
    """The moves that are expected, the best one first, up to the first one of nature."""
    value: float
    """The value for the player to move: -1 for a loss, 1 for a win, or what is paid; with chance it is the mean.

    What is expected lies between them: an evaluation beyond ``STRAIGHT`` is bent, as in games with chance.
    """
    proven: bool
    """Whether the value is that of the game with best play."""
    plies: int | None
    """The plies to a proven win or loss; None in games with chance or payments, and if margins are searched."""
    margin: int | None
    """The margin of scores at a proven end, if margins are searched."""
    depth: int
    """The depth of the search in plies; captures are followed further."""
    nodes: int
    """The number of positions that were searched, those of smaller depths included."""
    seconds: float
    """The seconds of the search, those of smaller depths included."""

    @property
    def best(self) -> Move:
        """The move to play."""
        return self.moves[0]


class MinimaxSearch:
    """An alpha-beta search of a state, which can be deepened again and again. For use by one thread at a time.

    It begins with the state *start*, or that in which a game starts.
    *evaluation* is the value of positions at the depth. By default it is that of ``evaluation_of``, which is learned
    when the state is first searched: in ``LEARNING`` of the seconds at most, if they are limited, and then further
    whenever the search goes on from another state. With *varied*, a seed, it differs a little from that. With
    *margins*, ends of games that are decided by scores count by the margin, not by how soon they come. *memory_limit*
    is the size of the transposition table in bytes. So many *threads* search, and share the table. The value of a depth
    does not depend on their number; which of several best moves is found, and the number of nodes, is reproducible only
    with one thread.

    With more than two players, or with payments, the player to move is searched for: allies are assumed to play for
    that player, all others against. At nature's turn the value is the mean over all outcomes; outcomes too rare for
    the precision ``SURE`` have no weight. In games with hidden parts the search looks at all of the state.

    ``ValueError`` if the game cannot be compiled, if the evaluation is that of another game, or if margins are asked
    for in a game with chance or payments.
    """

    def __init__(
        self,
        start: Game | State,
        *,
        evaluation: Evaluation | None = None,
        varied: int | None = None,
        margins: bool = False,
        memory_limit: int = MEMORY,
        threads: int = 1,
    ) -> None:
        check("threads", threads, 1, MOST_JOBS)
        check("memory_limit", memory_limit, 0, MOST_MEMORY)
        self._threads = threads
        state = state_of(start)
        game = state.game
        self._engine = engine = compiled_engine(game.engine, game.name, game.fallback, "search")
        try:
            self._kernel = engine.kernel_for(Purpose.MINIMAX)
        except NotLowered as reason:
            raise ValueError(f"{game.name} cannot be compiled for search: {reason}") from None
        layout = engine.program.layout
        self._learned: Evaluation | None = None
        """The evaluation that was learned; None if it was given, or nothing has been learned yet."""
        self._learns, self._varied = evaluation is None, varied
        nothing = Evaluation(((0,) * layout.terms.size,) * engine.program.players)
        self.evaluation = nothing if evaluation is None else evaluation
        """The value of positions at the depth; it is learned when the state is first searched."""
        if any(len(weights) != layout.terms.size for weights in self.evaluation.weights):
            raise ValueError(f"the evaluation is not one of {game.name}")
        self._averages = layout.averages
        if margins and self._averages:
            what = "has chance" if game.nature is not None else "pays its players"
            raise ValueError(f"{game.name} {what}: there ends count by what is gained, not by margins")
        self._margins = margins and layout.outcome.scored
        self._far = not (self._margins or self._averages)
        """Whether the distance of an end counts."""
        self._unit = UNIT << FINE if self._averages else WON
        self._buckets = 1 << max(LEAST, memory_limit // (_BYTES * WAYS * len(Entry))).bit_length() - 1
        self._hero = -1
        memory = self._kernel.memory
        self._arena = memory(START_WORDS)
        self._frames = memory(len(Frame) * (DEEPEST + 1))
        self._lines = memory(DEEPEST * (DEEPEST + 1))
        self._order = memory(order_words(len(layout.constants.turns)))
        self._progress = memory(len(Progress))
        self._control = memory(1)
        self._slice = Slice()
        self._seconds = 0.0
        self._solved = False
        self._shallow: Variation | None = None
        """What one ply without captures after it has found, where the first one was not finished."""
        self._begin(state)

    # -- looking ahead

    def run(self, depth: int | None = None, seconds: float | None = None, nodes: int | None = None) -> Variation:
        """Search to a depth in plies, for so many seconds, or so many more nodes, whichever ends first.

        The seconds begin when the search is compiled; learning to judge positions is part of them. At least one ply is
        searched: if the time or the positions do not suffice for it, captures after it are not followed. The search
        ends earlier if the value of the state is proven. The next call continues this search. Ctrl-C stops it.
        ``ValueError`` without a limit, or if no player is to move. ``Unsearched`` if the compiled game cannot play a
        position, ``ModelError`` if the rules fail: its ``occasion`` begins with this state.
        """
        self.grow(depth, seconds, nodes)
        return self.variation

    def grow(self, depth: int | None = None, seconds: float | None = None, nodes: int | None = None) -> None:
        """Search as ``run`` does, and return nothing."""
        if depth is None and seconds is None and nodes is None:
            raise ValueError("say how many plies, how many seconds, or how many nodes")
        if depth is not None:
            check("depth", depth, 1, MOST_DEPTH)
        if seconds is not None:
            check_seconds("seconds", seconds, 0, MOST_SECONDS)
        if nodes is not None:
            check("nodes", nodes, 1, MOST_NODES)
        check_choice(self.state)
        lesson = None
        if not self.nodes:
            self._look(0)  # the first call compiles the search
            lesson = lesson_of(self.state.game) if self._learns else None
        begin = time.perf_counter()
        if lesson is not None:
            self._judge(lesson.go_on(None if seconds is None else LEARNING * seconds))
        end = math.inf if seconds is None else begin + seconds
        most = math.inf if nodes is None else self.nodes + nodes
        deepest = MOST_DEPTH if depth is None else depth
        before = self._seconds
        with self._helped():
            self._deepen(deepest, begin, end, most)
        self._seconds = before + time.perf_counter() - begin

    def _judge(self, learned: Evaluation) -> None:
        """Judge positions by an evaluation that was learned; if it is new, what was searched is forgotten."""
        if learned is not self._learned:
            self._learned = learned
            self.evaluation = learned if self._varied is None else learned.varied(self._varied)
            self._hero = -1
            self._begin(self.state)

    def _deepen(self, deepest: int, begin: float, end: float, most: float) -> None:
        """Search depth after depth until a depth, a time or a number of nodes is reached, or the value is proven."""
        before = self._seconds
        while not self._solved and len(self.variations) < deepest:
            now = time.perf_counter()
            if now >= end or self.nodes >= most:
                if not self.variations and self._shallow is None:
                    self._shallow = self._without_captures()
                break
            wanted = self._slice.size
            left = min(wanted, most - self.nodes)
            whole = self._look(int(left))
            self._slice.taken(time.perf_counter() - now, left == wanted and not whole)
            if whole:
                self._seconds = before + time.perf_counter() - begin
                self._note()

    def _without_captures(self) -> Variation:
        """Return what one ply alone finds: it takes as many positions as there are moves."""
        evaluation = replace(self.evaluation, quiescence=0)
        other = MinimaxSearch(self.state, evaluation=evaluation, margins=self._margins, memory_limit=0)
        return other.run(depth=1)

    @contextmanager
    def _helped(self) -> Iterator[None]:
        """Let other threads fill the transposition table during the block; half of them search one ply deeper."""
        others = [self._helper() for _ in range(1, self._threads)]
        over = threading.Event()
        started: list[threading.Thread] = []
        try:
            for number, other in enumerate(others, 1):
                started.append(start(partial(other._help, self, number % 2, over), "tilewright search"))
            yield
        finally:
            over.set()
            for other in others:
                other._control[0] = 1
            for thread in started:
                thread.join()

    def _helper(self) -> MinimaxSearch:
        """Return a search of the same state that shares the transposition table."""
        other = MinimaxSearch(self.state, evaluation=self.evaluation, margins=self._margins, memory_limit=0)
        other._table, other._buckets = self._table, self._buckets
        return other

    def _help(self, main: MinimaxSearch, further: int, over: threading.Event) -> None:
        """Search *further* plies deeper than the search *main*, until ``over`` is set."""
        depth = 0
        with suppress(Unsearched, ModelError, MemoryError):  # the main search raises it if it gets there, too
            while not over.is_set() and depth < MOST_DEPTH:
                depth = max(depth + 1, min(MOST_DEPTH, len(main.variations) + 1 + further))
                self._begin_depth(depth)
                while not over.is_set() and not self._look(HELPED):
                    pass

    def advance(self, move: str | Move) -> None:
        """Go on from the state after a move, as ``go_on`` does. ``IllegalMove`` as in ``State.play``."""
        self._begin(self.state.play(move))

    def go_on(self, state: State) -> None:
        """Go on from any state of the game; the transposition table is kept as long as its values hold.

        ``ValueError`` if the state is of another game.
        """
        self.state.game.must_be(state.game)
        self._begin(state)

    def _look(self, nodes: int) -> bool:
        """Search about *nodes* positions more; return whether the depth is finished."""
        try:
            code = self._kernel.call(
                "alphabeta", self._arena, len(self._arena), self._frames, self._lines, self._history, self._known,
                self._ends, int(self._far), self._weights, self._table, self._buckets - 1, self._order,
                self._hero, self._signs, self.evaluation.quiescence, DEEPEST, self._progress[Progress.NODES] + nodes,
                self._progress, self._control,
            )  # fmt: skip
        except BaseException:  # raised in a kernel that Python runs: its stack is in an undefined state
            self._begin_depth(len(self.variations) + 1)
            raise
        if code == TOO_SMALL:
            self._make_room()
        elif code:
            if code not in LIMITS:
                raise_fault_of_search(self._engine.reference, self.state.position, list(self._line()))
            raise left(self.state.game.name, code)
        return bool(self._progress[Progress.STEP] == Step.OVER)

    def _line(self) -> Iterator[Position]:
        """Yield the positions of the line that is searched, those below the root, without history."""
        size = self._engine.program.layout.size
        for level in range(1, int(self._progress[Progress.LEVEL]) + 1):
            place = int(self._frames[level * len(Frame) + Frame.PLACE])
            yield self._engine.position(self._arena[place : place + size], self.state.ply + level, ())

    def _make_room(self) -> None:
        if len(self._arena) >= MAX_WORDS:
            raise MemoryError(f"{self.state.game.name} needs more than {MAX_WORDS} words for one line")
        arena = self._kernel.memory(4 * len(self._arena))
        copy(arena, 0, self._arena, 0, len(self._arena))
        self._arena = arena

    def _begin(self, state: State) -> None:
        """Begin with a state. A new table is made only if the values are those of another player."""
        self.state = state
        engine, players = self._engine, self._engine.program.players
        differ = players > 2 or engine.program.layout.outcome.paid
        hero = state.player.number if differ and not state.is_chance else 0
        if hero != self._hero:
            self._hero = hero
            self._table = self._kernel.memory(self._buckets * WAYS * len(Entry))
            self._ends = filled(self._kernel, [round(returns[hero] * self._unit) for returns in engine.ends])
            self._weights = filled(self._kernel, self.evaluation.weights[hero])
            self._signs = filled(self._kernel, engine.program.layout.constants.signs(hero))
        self._order[:] = [0] * len(self._order)
        keys = engine.keys(state.position)
        self._known = len(keys)
        self._history = self._kernel.array(self._known + DEEPEST + KEYS_AHEAD if engine.program.layout.remembers else 1)
        self._history[: self._known] = keys
        self._past = signed([sum(mix(key & WORD) for key in keys) & WORD])[0]
        self.variations: list[Variation] = []
        self._shallow = None
        self._solved = False
        self._seconds = 0.0
        self._progress[Progress.NODES] = 0
        self._begin_depth(1)

    def _begin_depth(self, depth: int) -> None:
        """Set up the root for a search of some depth."""
        record = signed(self._engine.record(self.state.position))
        self._arena[: len(record)] = record
        root = {
            Frame.PLACE: 0,
            Frame.LIST: len(record),
            Frame.ALPHA: -_UNBOUNDED,
            Frame.BETA: _UNBOUNDED,
            Frame.DEPTH: depth,
            Frame.SIGN: self._signs[self.state.player.number],
            Frame.PAST: self._past,
            Frame.WIDE: 1,
            Frame.MOVE: -1,
            Frame.LENGTH: 0,
        }
        for part, word in root.items():
            self._frames[part] = word
        self._progress[Progress.LEVEL] = 0
        self._progress[Progress.STEP] = Step.ENTER

    def _note(self) -> None:
        """Store the result of a finished depth, and begin the next one."""
        value = int(self._progress[Progress.VALUE])
        self._solved = bool(self._progress[Progress.CLOSED])
        self.variations.append(self._variation(value, self._solved, len(self.variations) + 1))
        self._begin_depth(len(self.variations) + 1)

    # -- what is known

    @property
    def nodes(self) -> int:
        """The number of positions searched since the search began with this state, without those of helping threads."""
        return int(self._progress[Progress.NODES])

    @property
    def variation(self) -> Variation:
        """What is known: the result of the last depth, or of a deeper search that has found a better move.

        ``ValueError`` if nothing has been searched yet.
        """
        if not self.variations:
            if self._shallow is None:
                raise ValueError("nothing has been searched yet: 'run' or 'grow' does")
            return self._shallow
        last = self.variations[-1]
        if self._frames[Frame.MOVE] < 0:
            return last
        return self._variation(int(self._frames[Frame.BEST]), False, last.depth)

    def best(self) -> Move:
        """Return the move to play. ``ValueError`` if nothing has been searched yet."""
        return self.variation.best

    def _variation(self, value: int, closed: bool, depth: int) -> Variation:
        state, moves = self.state, []
        for number in self._lines[: self._frames[Frame.LENGTH]]:
            moves.append(state.move_of(number))
            state = state.play_number(number)
        if self._averages:
            expected = value / self._unit
            return Variation(tuple(moves), expected, closed, None, None, depth, self.nodes, self._seconds)
        ended = abs(value) >= NEAR
        plies = margin = None
        expected = _bent(value / UNIT)
        if ended or closed:
            mine = self.state.player.number
            end = min((returns[mine] for returns in self._engine.ends), key=lambda part: abs(part * WON - value))
            rest = value - round(end * WON)
            expected = float(end)
            if self._margins:
                margin = rest
            elif ended:
                plies = abs(rest)
        return Variation(tuple(moves), expected, ended or closed, plies, margin, depth, self.nodes, self._seconds)


def _bent(value: float) -> float:
    """Return an evaluation as an expected result, which is less than a win however large it is."""
    size = abs(value)
    if size > STRAIGHT:
        size = STRAIGHT + (size - STRAIGHT) * (1 - STRAIGHT) / (size + 1 - 2 * STRAIGHT)
    return math.copysign(size, value)


def minimax(start: Game | State, depth: int | None = None, seconds: float | None = None) -> Variation:
    """Return the result of an alpha-beta search to a depth in plies, or for seconds: see ``MinimaxSearch.run``."""
    state = state_of(start)
    check_choice(state)  # before the game is compiled and its evaluation learned
    return MinimaxSearch(state).run(depth, seconds)
