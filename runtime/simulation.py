"""Simulation: the statistics of many playouts of a game, with confidence intervals.

Game number *i* has a random generator that is seeded with the seed and *i*, so the games do not depend on the number of
threads or processes. All compiled engines play the same games, the interpreter others. Confidence intervals are of
95 %: Wilson's for proportions (Wilson 1927), the normal approximation for means.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from math import sqrt

from tilewright.model.diagnostics import ModelError
from tilewright.runtime.engines.bulk import Bulk, survey
from tilewright.runtime.engines.processes import pool
from tilewright.runtime.engines.stopping import Stop, awaited, undisturbed
from tilewright.runtime.engines.tally import Moments, Played, Tally
from tilewright.runtime.executors import results
from tilewright.runtime.limits import GREATEST_SEED, LONGEST, MOST_GAMES, MOST_JOBS, check
from tilewright.runtime.playouts import MAX_PLIES
from tilewright.runtime.position import Position, Returns
from tilewright.runtime.protocols import Engine
from tilewright.runtime.results import winners
from tilewright.runtime.stack import Threads
from tilewright.runtime.state import Game, State, state_of

Z = 1.959964
"""The normal quantile of 97.5 %."""
CHUNK, CHUNKS, MAX_CHUNK = 16, 256, 1 << 16
"""A chunk has at least ``CHUNK`` and at most ``MAX_CHUNK`` games; between these bounds there are about ``CHUNKS``."""
GROWTH = 4
"""The first chunks have one game, and each no more than a part of the games before it, so that progress is soon told.
"""

TOGETHER = 8
"""The number of chunks in one task of an executor."""


@dataclass(frozen=True)
class Estimate:
    """An estimate with its confidence interval of 95 %."""

    value: float
    low: float
    high: float

    @property
    def percent(self) -> str:
        """The estimate and its interval in words, in percent."""
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


@dataclass(frozen=True)
class Simulation:
    """The statistics of a number of games.

    ``wins`` has for each player the number of games that the player won, while others lost, and ``shares`` its
    proportion of the finished games; in those of ``shared`` several players won who are not of one team, but not all.
    In the games of ``all_won`` and ``all_lost`` all players got the same, more than 0 or less, and in those of
    ``draws`` 0. ``paid`` is the mean return of each player: see ``State.returns``. ``first`` is by how much the player
    who moves first gets more than players do on average. ``length``, ``shortest`` and ``longest`` are in plies, those
    of nature among them. ``branching`` is the number of legal moves in a player's ply, ``decisions`` the number of
    plies in a game at which a player has more than one legal move. ``seconds`` is the time of play alone, without that
    of compiling, summed over threads and processes. ``speed`` is the number of plies in a second; games that were
    played while faster code was still being compiled count for it only if there are no others: then ``early`` is true.
    ``blind`` is the number of decisions for which a search found no state that agrees with what its player had been
    told, so that the move was any legal one.
    """

    games: int
    plies: int
    seconds: float
    wins: tuple[int, ...]
    shared: int
    all_won: int
    all_lost: int
    draws: int
    unfinished: int
    shares: tuple[Estimate, ...]
    draw_share: Estimate
    first: Estimate
    paid: tuple[Estimate, ...]
    length: Estimate
    shortest: int
    longest: int
    branching: Estimate
    decisions: Estimate
    blind: int = 0
    speed: float = field(default=0.0, compare=False)
    early: bool = field(default=False, compare=False)

    @property
    def is_common(self) -> bool:
        """Whether all players got the same in each game, and not always 0, as where they play together or alone."""
        return self.draws < self.games - self.unfinished == self.all_won + self.all_lost + self.draws


def simulate(
    start: Game | State,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    *,
    max_plies: int = MAX_PLIES,
    progress: Callable[[int], None] | None = None,
    executor: Executor | None = None,
) -> Simulation:
    """Play random games and return their statistics.

    *start* is a game or the state from which to play. The same seed gives the same games, whatever *jobs* is (the
    number of threads or processes), and whatever compiled engine plays; the interpreter plays others. With an
    *executor*, tasks that hold the state are sent to it instead; the result is the same to the last bit. A game is left
    unfinished after *max_plies*. *progress* is called with the number of games that were played since its last call.
    ``ValueError`` if a number is out of bounds: see ``limits``. If the rules fail, the ``ModelError`` has its
    ``occasion``, which does not have the moves if that is very late in a game.
    """
    check("games", games, 1, MOST_GAMES)
    check("jobs", jobs, 1, MOST_JOBS)
    check("plies", max_plies, 0, LONGEST)
    check("seed", seed, 0, GREATEST_SEED)
    state = state_of(start)
    tally = Tally()
    play = _play(state, games, seed, jobs, max_plies)
    if executor is not None:
        play = _play_elsewhere(executor, state, games, seed, max_plies)
    with closing(play) as played:  # so that no thread or process goes on after an error
        for some in played:
            tally.add(some)
            if progress is not None:
                progress(some.games)
    return summary(tally, state.game.tables.sides, first_player(state))


def first_player(state: State) -> int:
    """Return the number of the player who moves first.

    If nature is to move it is the player who moved last, or, if nobody has moved, the first one of the game.
    """
    seat, players = state.start.seat, len(state.game.players)
    return seat if seat < players else state.game.tables.first


def _mean_of(finished: Mapping[Returns, int], got: Callable[[Returns], float]) -> Estimate:
    """Return the mean of what *got* makes of returns; *finished* counts the games by their returns."""
    parts = [(got(returns), count) for returns, count in finished.items()]
    total = sum(count * part for part, count in parts)
    return mean(Moments(sum(finished.values()), total, sum(count * part**2 for part, count in parts)))


def _got(returns: Returns, me: int) -> float:
    """Return what the player *me* gets."""
    return float(returns[me])


def _beyond_average(returns: Returns, me: int) -> float:
    """Return by how much the player *me* gets more than all players do on average."""
    return float(returns[me] - sum(returns) / len(returns))


def _is_shared(won: tuple[int, ...], sides: Sequence[Sequence[int]]) -> bool:
    """Return whether several players have won who are not of one side."""
    return len(won) > 1 and not any(set(won) <= set(side) for side in sides)


def summary(tally: Tally, sides: Sequence[Sequence[int]], first: int) -> Simulation:
    """Return the statistics of games.

    *sides* are the numbers of those who win and lose together, *first* is that of the player who moves first.
    """
    players = sum(map(len, sides))
    finished = {returns: count for returns, count in tally.results.items() if returns is not None}
    over = sum(finished.values())
    wins = tuple(sum(count for returns, count in finished.items() if me in winners(returns)) for me in range(players))
    alike = {returns: count for returns, count in finished.items() if not winners(returns)}
    draws = sum(count for returns, count in alike.items() if returns[0] == 0)
    paid = tuple(_mean_of(finished, partial(_got, me=me)) for me in range(players))
    return Simulation(
        games=tally.games,
        plies=int(tally.plies.total),
        seconds=tally.seconds,
        wins=wins,
        shared=sum(count for returns, count in finished.items() if _is_shared(winners(returns), sides)),
        all_won=sum(count for returns, count in alike.items() if returns[0] > 0),
        all_lost=sum(count for returns, count in alike.items() if returns[0] < 0),
        draws=draws,
        unfinished=tally.games - over,
        shares=tuple(share(count, over) for count in wins),
        draw_share=share(draws, over),
        first=_mean_of(finished, partial(_beyond_average, me=first)),
        paid=paid,
        length=mean(tally.plies),
        shortest=tally.shortest,
        longest=tally.longest,
        branching=mean(tally.branching),
        decisions=mean(tally.decisions),
        blind=tally.blind,
        speed=_speed(tally),
        early=0 < tally.plies.total == tally.early.plies,
    )


def _speed(tally: Tally) -> float:
    """Return the plies in a second, of the games that the fastest code has played if there are any."""
    whole = Played(int(tally.plies.total), tally.seconds)
    early = tally.early if tally.early.plies < whole.plies else Played()
    return (whole.plies - early.plies) / max(whole.seconds - early.seconds, 1e-9)


def share(count: int, total: int) -> Estimate:
    """Return the proportion of *count* in *total* with Wilson's interval."""
    if total == 0:
        return Estimate(0.0, 0.0, 1.0)
    value = count / total
    middle = value + Z * Z / (2 * total)
    spread = Z * sqrt(value * (1 - value) / total + Z * Z / (4 * total * total))
    scale = 1 + Z * Z / total
    return Estimate(value, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def mean(values: Moments) -> Estimate:
    """Return the mean of values with the normal interval, which is infinite for a single value."""
    count, total, squares = values.count, values.total, values.squares
    if count == 0:
        return Estimate(0.0, 0.0, 0.0)
    middle = total / count
    if count == 1:
        return Estimate(middle, float("-inf"), float("inf"))
    spread = Z * sqrt(max(0.0, count * squares - total * total) / (count - 1)) / count
    return Estimate(middle, middle - spread, middle + spread)


def _play(state: State, games: int, seed: int, jobs: int, plies: int) -> Generator[Tally, None, None]:
    """Yield the tallies of chunks of games, in the order of the games."""
    game, position = state.game, state.position
    chunks = _chunks(games)
    engine = game.engine
    stop = Stop()
    if jobs == 1 or (isinstance(engine, Bulk) and engine.is_parallel()):
        with Threads(min(jobs, len(chunks)), "tilewright playouts") as threads:
            try:
                yield from _results(
                    threads, jobs, _play_stoppably, [(engine, position, c, seed, plies, stop, games) for c in chunks]
                )
            finally:
                stop.end()
                threads.shutdown(cancel_futures=True)
    else:
        from tilewright.model.document import Syntax
        from tilewright.model.files import write

        task = write(game.document, Syntax.XMI), isinstance(engine, Bulk), position
        played = 0
        with pool(min(jobs, len(chunks)), _start, *task) as processes:
            try:
                for tally in _results(processes, jobs, _play_task, [(numbers, seed, plies) for numbers in chunks]):
                    yield tally
                    played += 1
            except ModelError:  # its places are those of a copy of the model: play the same games here to get ours
                _play_some(engine, position, chunks[played], seed, plies, stop)
                raise


def _chunks(games: int) -> list[range]:
    """Return the numbers of the games, split into chunks."""
    size = min(MAX_CHUNK, max(CHUNK, games // CHUNKS))
    found: list[range] = []
    first = 0
    while first < games:
        now = min(size, max(1, first // GROWTH), games - first)
        found.append(range(first, first + now))
        first += now
    return found


def _play_elsewhere(
    executor: Executor, state: State, games: int, seed: int, plies: int
) -> Generator[Tally, None, None]:
    """Yield the same tallies as ``_play``; the games are played by an executor."""
    chunks = _chunks(games)
    tasks = ((state, chunks[first : first + TOGETHER], seed, plies) for first in range(0, len(chunks), TOGETHER))
    with closing(results(executor, _play_chunks, tasks)) as played:
        for tallies in played:
            yield from tallies


def _play_chunks(state: State, chunks: Sequence[range], seed: int, plies: int) -> list[Tally]:
    engine, position = state.game.engine, state.position
    return [_play_some(engine, position, numbers, seed, plies, Stop()) for numbers in chunks]


def _results(
    executor: Executor, jobs: int, work: Callable[..., Tally], tasks: Sequence[tuple[object, ...]]
) -> Iterator[Tally]:
    """Yield the results of tasks in order. A few tasks wait at any time, so that stopping is quick."""
    waiting: deque[Future[Tally]] = deque()
    for task in tasks:
        with undisturbed():
            waiting.append(executor.submit(work, *task))
        if len(waiting) > 2 * jobs:
            yield awaited(waiting.popleft())
    while waiting:
        yield awaited(waiting.popleft())


_task: tuple[Engine, Position]
"""In a process of a pool: the engine, and the position in which the games begin."""


def _start(model: str, compiled: bool, position: Position) -> None:
    from tilewright.model.files import read_text
    from tilewright.runtime.loading import game_of

    global _task
    _task = game_of(read_text(model, "model.xmi"), "python" if compiled else "interpreter").engine, position


def _play_stoppably(
    engine: Engine, position: Position, numbers: range, seed: int, plies: int, stop: Stop, games: int
) -> Tally:
    """Play games with these *numbers*, out of so many *games*."""
    with stop.working():
        return _play_some(engine, position, numbers, seed, plies, stop, games - numbers.stop)


def _play_task(numbers: range, seed: int, plies: int) -> Tally:
    return _play_some(*_task, numbers, seed, plies, Stop())


def _play_some(
    engine: Engine, position: Position, numbers: range, seed: int, plies: int, stop: Stop, following: int = 0
) -> Tally:
    if isinstance(engine, Bulk):
        return engine.tally(position, numbers, seed, plies, stop, following=following)
    return Tally.of(survey(engine, position, numbers, seed, plies, stop))
