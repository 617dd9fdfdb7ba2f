"""Benchmarks: random playouts and perft of a game on each engine, and the cost of compiling the game.

The engines take turns in rounds, so that a machine whose speed drifts does not favour one of them. A state is a ply of
a playout; a leaf is a position that perft counts. All measurements use one thread.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, TypeVar

from tilewright.runtime.counting import perft
from tilewright.runtime.engines import ENGINES
from tilewright.runtime.engines.batch import NOTHING, Batch
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.engines.stopping import interruptibly
from tilewright.runtime.limits import DEEPEST, MOST_ROUNDS, MOST_SECONDS, check, check_seconds
from tilewright.runtime.loading import game_of
from tilewright.runtime.playouts import playout
from tilewright.runtime.state import Game, State

if TYPE_CHECKING:
    from tilewright.generator.compiler import Program

T = TypeVar("T")

MAX_PLIES = 1000
"""The plies after which a playout is abandoned."""
POSITIONS = 256
"""The number of positions in a batch."""
KERNELS = ("moves", "perft", "playouts")
"""The functions whose compilation is measured."""


@dataclass(frozen=True)
class Spread:
    """The median, the least and the greatest of the values that were measured in several rounds."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, values: list[float]) -> Spread:
        """Return the spread of some values."""
        return cls(statistics.median(values), min(values), max(values))


@dataclass(frozen=True)
class Speed:
    """What an engine does in a second: states of playouts and leaves of perft at ``depth``.

    ``plies`` are those that a batch plays, the computation of its masks included; None if the engine has no batches.
    """

    states: Spread
    leaves: Spread
    depth: int
    plies: Spread | None


@dataclass(frozen=True)
class Compilation:
    """The milliseconds until a kernel runs, without and with the cache, and the bytes of its machine code."""

    cold: float
    cached: float
    size: int


@dataclass(frozen=True)
class Benchmark:
    """The measurements of a game.

    ``speeds`` has an entry for each engine. ``lines`` and ``size`` (in bytes) are of the generated program.
    ``generated`` is the milliseconds from the model to the text of the program, ``started`` those from the text to the
    Python engine. ``native`` has an entry for each of ``KERNELS``; it is empty if there is no native engine, and
    ``missing`` then says why.
    """

    game: str
    speeds: Mapping[str, Speed]
    lines: int
    size: int
    generated: float
    started: float
    native: Mapping[str, Compilation]
    missing: str | None


def benchmark(game: Game, rounds: int = 7, seconds: float = 0.2) -> Benchmark:
    """Measure a game with every engine that is available.

    In each round, each engine plays, counts and steps a batch for about *seconds* each. ``ValueError`` if a number is
    out of bounds, see ``limits``, or if the game is over before its first move.
    """
    if game.initial_state().is_over:
        raise ValueError(f"{game.name} is over before its first move: there is nothing to measure")
    check("rounds", rounds, 1, MOST_ROUNDS)
    check_seconds("seconds", seconds, 0, MOST_SECONDS)
    from tilewright.generator.compiler import compile_game
    from tilewright.runtime.engines.missing import missing as missing_of
    from tilewright.runtime.kernels.native import too_large
    from tilewright.runtime.kernels.python import python_kernel

    generated, program = _timed(lambda: compile_game(game.document.game, game.document.places))
    missing = missing_of("native") or too_large(program.source, game.tables.cells.places)
    names = [name for name in ENGINES[1:] if (missing if name == "native" else missing_of(name)) is None]
    started, _ = _timed(lambda: python_kernel(program.source))
    native = {} if missing is not None else dict(_compilations(program))
    return Benchmark(
        game=game.name,
        speeds=_speeds({name: game_of(game.document, name) for name in names}, rounds, seconds),
        lines=program.source.count("\n"),
        size=len(program.source.encode()),
        generated=1000 * generated,
        started=1000 * started,
        native=native,
        missing=missing,
    )


def _speeds(games: Mapping[str, Game], rounds: int, seconds: float) -> dict[str, Speed]:
    depths = {name: _depth(game, seconds) for name, game in games.items()}
    sizes = {name: _size(game, seconds) for name, game in games.items()}
    states: dict[str, list[float]] = {name: [] for name in games}
    leaves: dict[str, list[float]] = {name: [] for name in games}
    plies: dict[str, list[float]] = {name: [] for name in games}
    batches = {name: game.batch(POSITIONS) for name, game in games.items() if isinstance(game.engine, Compiled)}
    for batch in batches.values():
        _stepped(batch, 0, Random())  # compiles what is compiled on first use
    for number in range(rounds):
        for name, game in games.items():
            played, taken = _played(game, sizes[name], number)
            states[name].append(played / taken)
            taken, found = _timed(partial(perft, game.initial_state(), depths[name]))
            leaves[name].append(found / taken)
            if name in batches:
                plies[name].append(_stepped(batches[name], seconds, Random(number)))
    spreads = {name: Spread.of(found) for name, found in plies.items() if found}
    return {
        name: Speed(Spread.of(states[name]), Spread.of(leaves[name]), depths[name], spreads.get(name)) for name in games
    }


def _depth(game: Game, seconds: float) -> int:
    """Return the first depth after which one more ply would take more than *seconds*, by the growth so far.

    A game that ends earlier gives the last depth with leaves.
    """
    state = game.initial_state()
    perft(state, 1)  # compiles what is compiled on first use
    last = 0
    for depth in range(1, DEEPEST + 1):
        taken, leaves = _timed(partial(perft, state, depth))
        if leaves == 0:
            return max(1, depth - 1)
        if taken * (leaves / last if last else 1) > seconds:
            return depth
        last = leaves
    return DEEPEST


def _size(game: Game, seconds: float) -> int:
    """Return the number of games that are played in about *seconds*."""
    _played(game, 1, 0)
    games = 1
    while True:
        _, taken = _played(game, games, 0)
        if taken > seconds / 4:
            return max(1, round(games * seconds / taken))
        games *= 4


def _played(game: Game, games: int, seed: int) -> tuple[int, float]:
    """Play random games; return the plies and the seconds of all of them."""
    engine = game.engine
    if isinstance(engine, Compiled):
        position = engine.initial()
        found = interruptibly(lambda stop: engine.playouts(position, range(games), seed, MAX_PLIES, stop))
        return sum(found.plies), found.seconds
    random = Random(seed)
    taken, plies = _timed(lambda: sum(playout(game, random, max_plies=MAX_PLIES).ply for _ in range(games)))
    return plies, taken


def _stepped(batch: Batch[State], seconds: float, random: Random) -> float:
    """Play random moves in a batch for *seconds*, at least once, and return the plies per second.

    The time is that of the masks and of the moves; drawing the moves is not counted.
    """
    batch.reset()
    played, taken = 0, 0.0
    while not played or taken < seconds:
        if all(batch.done):
            batch.reset()
        taken += _timed(batch.legal)[0]
        numbers = array("q", (random.randrange(count) if count else NOTHING for count in batch.counts))
        played += len(batch) - sum(batch.done)
        taken += _timed(partial(batch.play, numbers))[0]
    return played / taken


def _compilations(program: Program) -> Iterator[tuple[str, Compilation]]:
    """Yield what each of ``KERNELS`` costs to compile. A temporary cache makes sure that nothing is there before."""
    from tilewright.runtime.kernels.native import native_kernel

    with tempfile.TemporaryDirectory() as folder, _cache(folder):
        for name in KERNELS:
            cold, kernel = _timed(partial(native_kernel, program.source, (name,)))
            cached, _ = _timed(partial(native_kernel, program.source, (name,)))
            yield name, Compilation(1000 * cold, 1000 * cached, kernel.built[name].size)


@contextmanager
def _cache(folder: str) -> Iterator[None]:
    """Keep compiled code in *folder* as long as the context lasts."""
    before = os.environ.get("TILEWRIGHT_CACHE")
    os.environ["TILEWRIGHT_CACHE"] = folder
    try:
        yield
    finally:
        if before is None:
            del os.environ["TILEWRIGHT_CACHE"]
        else:
            os.environ["TILEWRIGHT_CACHE"] = before


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the seconds that some work takes, and its result."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result
