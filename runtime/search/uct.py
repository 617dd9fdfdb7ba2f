"""Monte Carlo tree search over the functions of a compiled game: see the template ``search`` for how trees grow.

The same seed grows the same tree on every engine, however the visits are divided into calls.
"""

from __future__ import annotations

import ctypes
import math
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.rules.ir import judged_end
from tilewright.generator.errors import LIMITS, TOO_SMALL
from tilewright.generator.purpose import Purpose
from tilewright.generator.remembering import KEYS_AHEAD
from tilewright.generator.splitmix import WORD
from tilewright.generator.tree import (
    BEST,
    DIGITS,
    FULL,
    GAIN,
    LEAST_GAINED,
    NOTHING_PAID,
    TABLE,
    USED,
    WRONG,
    Node,
    fraction_bits,
)
from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.engines.faults import raise_fault_of_search
from tilewright.runtime.engines.rows import copy, filled, signed
from tilewright.runtime.engines.stopping import Stop, awaited
from tilewright.runtime.limits import (
    GREATEST_SEED,
    LONGEST,
    MOST_EXPLORATION,
    MOST_JOBS,
    MOST_MEMORY,
    MOST_VISITS,
    check,
    check_limits,
    check_seconds,
)
from tilewright.runtime.move import Move
from tilewright.runtime.occasions import occasion
from tilewright.runtime.record_state import RecordState
from tilewright.runtime.search.analysis import Analysis, Line
from tilewright.runtime.search.slices import Slice
from tilewright.runtime.search.unsearched import Unsearched as Unsearched
from tilewright.runtime.search.unsearched import check_choice, left
from tilewright.runtime.stack import Threads
from tilewright.runtime.state import State, state_of

if TYPE_CHECKING:
    from tilewright.runtime.kernels import Kernel
    from tilewright.runtime.state import Game

EXPLORATION = 1.0
"""The exploration constant, for gains from 0 to 1."""

MEMORY = 1 << 28
"""The default limit of the size of a tree, in bytes."""

PLIES = 2_000
"""The plies after which a random game counts as a draw."""

DEEPEST = 4_096
"""The greatest depth of a line in the tree, in plies."""

SPARE = 2
"""The number of arenas of dead trees that are kept for reuse."""

_OUT = 1 << 14
"""The initial number of words for the moves of a position."""
LEAST = 1 << 10
"""The least number of nodes that a tree has room for."""
_BYTES = 8
_WIDTH = len(Node)
"""The words of a node."""


class TreeSearch:
    """A Monte Carlo search tree of a state, which can be grown again and again. For use by one thread at a time.

    It begins with the state *start*, or that in which a game starts. *exploration* is the exploration constant of UCT.
    *urgency* is the first-play urgency: the upper bound of each move that was never visited, beside 0 for a loss and 1
    for a win. With less than 1, good moves are visited again before all others were visited once; with much more than
    1, after that. By default the bound is that of a move which was visited once and gained the mean of all moves.
    *memory_limit* is the size of the tree in bytes; when the tree is full, the nodes with the fewest visits are
    dropped. A random game counts as a draw after *plies* plies. In games with hidden parts the search looks at all of
    the state; ``InformedPlayer`` uses only what a player has been told.
    ``ValueError`` if the game cannot be compiled.
    """

    def __init__(
        self,
        start: Game | State,
        *,
        seed: int = 0,
        exploration: float = EXPLORATION,
        urgency: float | None = None,
        memory_limit: int = MEMORY,
        plies: int = PLIES,
    ) -> None:
        check("seed", seed, 0, GREATEST_SEED)
        check("plies", plies, 0, LONGEST)
        check("memory_limit", memory_limit, 0, MOST_MEMORY)
        check_seconds("exploration", exploration, 0, MOST_EXPLORATION)
        if urgency is not None:
            check_seconds("urgency", urgency, 0, MOST_EXPLORATION)
        state = state_of(start)
        game = state.game
        self._engine = compiled_engine(game.engine, game.name, game.fallback, "search")
        try:
            self._kernel = self._engine.kernel_for(Purpose.SEARCH)
        except NotLowered as reason:
            raise ValueError(f"{game.name} cannot be compiled for search: {reason}") from None
        self._size = self._engine.program.layout.size
        self._seed, self._plies = seed & WORD, plies
        self._room = max(LEAST, memory_limit // ((len(Node) + self._size + 1) * _BYTES))
        self._exploration, self._urgency = exploration, urgency
        layout = self._engine.program.layout
        self._digits = fraction_bits(layout.outcome.paid, layout.constants.game.heuristic is not None)
        self._loss = -1 if layout.outcome.paid else _gained(self._digits, -1)
        """The gain of a loss; where rules pay, less than any gain."""
        self._control = self._kernel.memory(1)
        self._seconds = 0.0
        self._drawn = 0
        self._slice = Slice()
        self._pruned = False
        """Whether the last call made no visit, so that the tree was only pruned."""
        self.state = state
        self._use(self._taken())
        self._begin(state)

    def __reduce__(self) -> tuple[object, ...]:
        """Raise ``TypeError``: the memory of a tree can be neither pickled nor copied."""
        raise TypeError("a tree is neither pickled nor copied: search from its state instead")

    # -- growing

    def run(self, visits: int | None = None, seconds: float | None = None) -> Analysis:
        """Grow the tree, as ``grow`` does, and return what is known."""
        self.grow(visits, seconds)
        return self.analysis()

    def grow(self, visits: int | None = None, seconds: float | None = None) -> None:
        """Visit the state so many times more, or for so many seconds, whichever ends first, but at least once.

        The seconds begin when the search is compiled. It ends early when the value of the state is proven. Ctrl-C stops
        it; the tree stays usable. ``ValueError`` without a limit, or if no player is to move. ``Unsearched`` if the
        compiled game cannot play a position, ``ModelError`` if the rules fail (its ``occasion`` begins with this
        state), ``MemoryError`` if the moves of one position do not fit into the tree.
        """
        check_limits("visits", visits, MOST_VISITS, seconds)
        check_choice(self.state)
        if not self._arena.called:
            self._visit(0)  # the first call compiles the search
            self._arena.called = True
        begin = time.perf_counter()
        end = math.inf if seconds is None else begin + seconds
        left = math.inf if visits is None else visits
        try:
            while left > 0 and not self._node(1, Node.PROVEN):
                now = time.perf_counter()
                if now >= end and self.visits:
                    break
                done = self._visit(int(min(self._slice.size, left)))
                left -= done
                self._slice.taken(time.perf_counter() - now, done == self._slice.size)
        finally:
            self._seconds += time.perf_counter() - begin

    def advance(self, move: str | Move) -> None:
        """Go on from the state after a move; its subtree is kept. ``IllegalMove`` as in ``State.play``."""
        after = self.state.play(move)
        child = self._children(1)[self.state.number_of(move)] if self._children(1) else None
        self.state = after
        if child is None or not self._node(child, Node.VISITS):
            self._begin(after)
        else:
            self._collect(child, 0)
            self._remember()

    def _visit(self, visits: int) -> int:
        """Visit the state at most *visits* times; return the number of visits."""
        before, arena = self.visits, self._arena
        done = self._kernel.call(
            "uct", arena.nodes, arena.places, self._room, self._history, self._known, arena.gains, arena.tables,
            arena.path, DEEPEST, visits, self._drawn, self._seed, self._plies, arena.out, len(arena.out), self._control,
        )  # fmt: skip
        if done == TOO_SMALL:  # in the visit after those that were made
            arena.out = self._kernel.memory(4 * len(arena.out))
            done = self.visits - before
            self._drawn += done
            return done
        if done < 0:
            if done not in LIMITS:
                self._raise_fault(self._drawn + self.visits - before)
            raise left(self.state.game.name, done)
        self._drawn += done
        if self._nodes[FULL]:
            if not done and self._pruned:  # the moves of a position do not fit even into the pruned tree
                raise MemoryError(f"a tree of {self.state.game.name} needs more than {self._room} nodes")
            self._prune()
        self._pruned = not done
        return int(done)

    def _raise_fault(self, visit: int) -> None:
        """Raise the ``ModelError`` that a visit has met at a node or in the random game from there, if there is one."""
        state, moves = self.state, list[Move]()
        with occasion(lambda: moves):
            for number in self._way(int(self._nodes[WRONG])):
                moves.append(state.move_of(number))
                state = state.play_number(number)
            raise_fault_of_search(self._engine.reference, state.position, ())
            self._engine.playouts(state.position, range(visit, visit + 1), self._seed, self._plies, Stop())

    def _way(self, node: int) -> list[int]:
        """Return the numbers of the moves that lead to a node. Nodes have smaller numbers than their children."""
        numbers: list[int] = []
        for above in range(node - 1, 0, -1):
            children = self._children(above)
            if node in children:
                numbers.append(children.index(node))
                node = above
        return numbers[::-1]

    # -- memory

    def _taken(self) -> _Arena:
        """Return an arena for this tree, with what is left over from others."""
        shape = (self._room, self._exploration, self._urgency)
        return _spared(self._kernel, shape) or self._made(shape)

    def _made(self, shape: _Shape) -> _Arena:
        """Return a new arena for this tree."""
        kernel, ends, players = self._kernel, self._engine.ends, self._engine.program.players
        gains = [_gained(self._digits, part) for returns in ends for part in returns]
        judged = [0] * players * (judged_end(players) + 1 - len(ends))
        tables = kernel.memory(2 * TABLE + 1)
        copy(tables, 0, _tables(self._exploration), 0, 2 * TABLE)
        tables[2 * TABLE] = -1 if self._urgency is None else round(self._urgency * (1 << DIGITS))
        nodes, places = kernel.memory(self._room * _WIDTH), kernel.memory(self._room * (self._size + 1))
        path, out = kernel.memory(DEEPEST), kernel.memory(_OUT)
        return _Arena(kernel, shape, nodes, places, filled(kernel, gains + judged), tables, path, out)

    def _use(self, arena: _Arena) -> None:
        self._arena, self._nodes = arena, arena.nodes
        self._giving = weakref.finalize(self, _give, arena)

    def _begin(self, state: State) -> None:
        """Make a tree of one node."""
        self._nodes[: 2 * _WIDTH] = [0] * (2 * _WIDTH)
        self._nodes[USED], self._nodes[LEAST_GAINED] = 2, 2 * NOTHING_PAID
        place, places = self._size + 2, self._arena.places
        record = state.record if isinstance(state, RecordState) else None
        if record is None:
            places[place : place + self._size] = signed(self._engine.record(state.position))
        else:
            ctypes.memmove(ctypes.byref(places, place * _BYTES), record, len(record))
        self._remember()

    def _remember(self) -> None:
        keys = self._engine.keys(self.state.position)
        self._known = len(keys)
        remembers = self._engine.program.layout.remembers
        self._history = self._kernel.array(self._known + DEEPEST + self._plies + KEYS_AHEAD if remembers else 1)
        self._history[: self._known] = keys

    def _prune(self) -> None:
        """Drop the nodes with the fewest visits until half of the tree is free."""
        least = 4
        while self._nodes[USED] > self._room // 2 and least <= 2 * self.visits:
            self._collect(1, least)
            least *= 2
        self._nodes[FULL] = 0

    def _collect(self, root: int, least: int) -> None:
        arena = self._taken()
        self._kernel.call("keep", self._nodes, self._arena.places, root, least, arena.nodes, arena.places, self._room)
        self._giving()
        self._use(arena)

    # -- what is known

    def best(self) -> Move:
        """Return the move to play."""
        children = self._children(1)
        if not children or any(self._parts(children, Node.PROVEN)):
            return self.state.move_of(min(self._found(), key=_merit).number)
        parts = (self._parts(children, part) for part in (Node.VISITS, Node.VALUE))
        ranks = [(gained > visits * self._loss, visits, gained) for visits, gained in zip(*parts, strict=True)]
        return self.state.move_of(ranks.index(max(ranks)))  # the same by ``_merit``, but in less time

    @property
    def visits(self) -> int:
        """The number of visits of the state."""
        return self._node(1, Node.VISITS)

    def analysis(self) -> Analysis:
        """Return what is known of the state. Cost: linear in its moves times the length of their lines."""
        return _joined([self])

    def _found(self) -> list[_Found]:
        """Return what is known of each legal move, in order."""
        ends, player, children = self._engine.ends, self.state.player.number, self._children(1)
        if not children:
            return [_Found(number, 0, None, 0) for number in range(self.state.count_moves())]
        found = []
        parts = (self._parts(children, part) for part in (Node.VISITS, Node.VALUE, Node.PROVEN))
        for number, (visits, gained, end) in enumerate(zip(*parts, strict=True)):
            value = self._mean(gained, visits) if visits else None
            found.append(_Found(number, visits, ends[end][player] if end else value, end))
        return self._compared(found)

    def _mean(self, gained: int, visits: int) -> float:
        """Return the mean return of a player."""
        if self._digits is None:
            return 2 * gained / (visits * GAIN) - 1
        return (gained / visits - NOTHING_PAID) / (1 << self._digits)

    def _compared(self, found: Sequence[_Found]) -> list[_Found]:
        """Return the moves with ``known`` set to the best proven value of any of them."""
        least = -math.inf if self._engine.program.layout.outcome.paid else -1.0
        known = max((each.value for each in found if each.end and each.value is not None), default=least)
        return [_Found(each.number, each.visits, each.value, each.end, known) for each in found]

    def _principal(self, number: int) -> Iterator[Move]:
        """Yield the principal variation that begins with the move of a number."""
        state, node = self.state, 1
        while True:
            yield state.move_of(number)
            children = self._children(node)
            if not children:
                return
            node = children[number]
            children = self._children(node)
            if not children:
                return
            state = state.play_number(number)
            if state.is_over or state.is_chance:
                return
            visits = self._parts(children, Node.VISITS)
            number = self._followed(visits, self._parts(children, Node.PROVEN), state.player.number)
            if not visits[number]:
                return

    def _followed(self, visits: list[int], proven: list[int], player: int) -> int:
        """Return which of the moves of a player the principal variation follows: similar to ``_merit``."""
        if not any(proven):
            return visits.index(max(visits))
        values = (self._engine.ends[end][player] if end else 0.0 for end in proven)
        ranks = list(zip(values, visits, strict=True))
        return ranks.index(max(ranks))

    def _children(self, node: int) -> range:
        first, count = self._node(node, Node.FIRST), self._node(node, Node.COUNT) & (1 << BEST) - 1
        return range(first, first + count) if first else range(0)

    def _node(self, node: int, part: Node) -> int:
        return int(self._nodes[node * _WIDTH + part])

    def _parts(self, nodes: range, part: Node) -> list[int]:
        """Return a part of each of some nodes."""
        found: list[int] = self._nodes[nodes.start * _WIDTH + part : nodes.stop * _WIDTH : _WIDTH]
        return found


@dataclass(frozen=True)
class _Found:
    """What is known of a move; ``end`` is the number of a proven end, else 0. ``known`` is the best proven value."""

    number: int
    visits: int
    value: float | None
    end: int
    known: float = -1.0


def _merit(found: _Found) -> tuple[float, int, float]:
    """Return a sort key for moves, the best one first.

    First come proven wins, then unproven moves that seem better than the best proven value, by visits; then the proven
    moves with that value, the other unproven moves, and the other proven ones.
    """
    value = -1.0 if found.value is None else found.value
    if not found.end:
        return (0.0 if value > found.known else 2.0, -found.visits, -value)
    return (1.0 if value == found.known > -1 else 3.0, -found.visits, -value) if value < 1 else (-1.0, 0, 0.0)


def _gained(digits: int | None, part: float) -> int:
    """Return the gain of a return: with so many fractional bits, or from 0 for a loss to ``GAIN`` for a win."""
    if digits is None:
        return round((part + 1) / 2 * GAIN)
    return round(part * (1 << digits)) + NOTHING_PAID


_Shape: TypeAlias = "tuple[int, float, float | None]"
"""The number of nodes, the exploration constant and the first-play urgency."""


@dataclass
class _Arena:
    """The memory that one tree has for itself: the arguments of its kernel."""

    kernel: Kernel
    shape: _Shape
    nodes: Any
    places: Any
    """The positions of the nodes."""
    gains: Any
    tables: Any
    path: Any
    out: Any
    called: bool = False
    """Whether the kernel has been called with it, so that it is compiled."""


_spare: list[_Arena] = []
"""The arenas of dead trees, for reuse: to get memory from the system takes as long as to grow a tree in it."""


def _spared(kernel: Kernel, shape: _Shape) -> _Arena | None:
    """Return an arena of a dead tree of this kernel and shape, if one is kept."""
    with suppress(IndexError):  # there is none
        arena = _spare.pop()
        if arena.kernel is kernel and arena.shape == shape:
            return arena
    return None


def _give(arena: _Arena) -> None:
    if len(_spare) < SPARE:
        _spare.append(arena)


@cache
def _tables(exploration: float) -> ctypes.Array[ctypes.c_int64]:
    """Return the tables of 1/sqrt(n) and of exploration * sqrt(ln(n + 1)), as fixed-point numbers.

    The index of both is ``place_of(n)``; each entry stands for a range of n.
    """
    numbers = [place if place < 128 else (64 + place % 64) << (place // 64 - 1) for place in range(TABLE)]
    roots = [round((1 << DIGITS) / math.sqrt(max(1, number))) for number in numbers]
    logs = [round(exploration * (1 << DIGITS) * math.sqrt(math.log(number + 1))) for number in numbers]
    return (ctypes.c_int64 * (2 * TABLE))(*roots, *logs)


def _joined(trees: Sequence[TreeSearch]) -> Analysis:
    """Return the analysis of several trees of one state, with their visits added."""
    ends, player = trees[0]._engine.ends, trees[0].state.player.number
    merged = []
    for several in zip(*(tree._found() for tree in trees), strict=True):
        visits, end = sum(each.visits for each in several), max(each.end for each in several)
        total = sum(each.visits * each.value for each in several if each.value is not None)
        mean = total / visits if visits else None
        merged.append(_Found(several[0].number, visits, ends[end][player] if end else mean, end))
    lines = []
    for found in sorted(trees[0]._compared(merged), key=_merit):
        children = [(tree._children(1), tree) for tree in trees]
        seen = [tree._node(nodes[found.number], Node.VISITS) if nodes else 0 for nodes, tree in children]
        principal = tuple(trees[seen.index(max(seen))]._principal(found.number))
        proven = ends[found.end] if found.end else None
        lines.append(Line(principal[0], found.number, found.visits, found.value, proven, principal))
    end = max(tree._node(1, Node.PROVEN) for tree in trees)
    visits = sum(tree.visits for tree in trees)
    used = sum(int(tree._nodes[USED]) - 1 for tree in trees)
    seconds = max(tree._seconds for tree in trees)
    return Analysis(tuple(lines), visits, used, seconds, ends[end] if end else None)


def search(
    start: Game | State, visits: int | None = None, seconds: float | None = None, *, seed: int = 0, threads: int = 1
) -> Analysis:
    """Return what a tree search finds of a state, or of the start of a game, in so many visits or seconds.

    See ``TreeSearch.run``.

    With several *threads*, each grows a tree with its own seed, they share the visits, and the trees are merged (root
    parallelism: Cazenave and Jouandeau, "On the parallelization of UCT", 2007). The same number of threads gives the
    same answer for the same seed and visits.
    """
    check("threads", threads, 1, MOST_JOBS)
    state = state_of(start)
    check_choice(state)
    if threads == 1:
        return TreeSearch(state, seed=seed).run(visits, seconds)
    seeds = [seed + number & GREATEST_SEED for number in range(threads)]
    trees = [TreeSearch(state, seed=each, memory_limit=MEMORY // threads) for each in seeds]
    shares = [None if visits is None else max(1, (visits + number) // threads) for number in range(threads)]
    stop = Stop()

    def grow(tree: TreeSearch, share: int | None) -> None:
        with stop.working():
            tree.grow(share, seconds)

    with Threads(threads, "tilewright search") as pool:
        try:
            for done in [pool.submit(grow, tree, share) for tree, share in zip(trees, shares, strict=True)]:
                awaited(done)
        finally:
            stop.end()
            pool.shutdown(cancel_futures=True)
    return _joined(trees)
