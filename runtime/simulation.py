"""Simulation: many playouts of a game, and what they tell of it, with confidence intervals.

Game number *i* is played with a generator of its own, seeded by the seed and *i*; so the games are the same however
many processes play them. Intervals are for 95 %: Wilson's for shares (Wilson 1927), the normal one for means.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random

from tilewright.runtime.game import Game
from tilewright.runtime.playouts import MAX_PLIES
from tilewright.runtime.position import Position
from tilewright.runtime.state import State

Z = 1.959964
"""The normal quantile of 97.5 %."""
CHUNK = 16
"""The games that a process plays at a time."""


@dataclass(frozen=True)
class Estimate:
    """A value with the interval in which it lies with a probability of 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Playout:
    """What is remembered of a game: its result (None if it was left), its plies, and the choices on the way."""

    returns: tuple[float, ...] | None
    plies: int
    choices: int
    """The sum of the numbers of legal moves over all plies."""
    decisions: int
    """The plies with more than one legal move."""
    seconds: float


@dataclass(frozen=True)
class Simulation:
    """What was found in a number of games.

    ``wins`` has for each player how many games that player won; ``first`` is what the player who moves first wins on
    average, between -1 and 1; ``length`` is in plies, ``branching`` the number of legal moves of a ply, ``decisions``
    the plies of a game in which there is a choice; ``seconds`` is of play alone, summed over the processes.
    """

    games: int
    plies: int
    seconds: float
    wins: tuple[int, ...]
    draws: int
    unfinished: int
    shares: tuple[Estimate, ...]
    draw_share: Estimate
    first: Estimate
    length: Estimate
    shortest: int
    longest: int
    branching: Estimate
    decisions: Estimate


def simulate(
    start: Game | State,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    *,
    max_plies: int = MAX_PLIES,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play random games, from the beginning or from a state on, and return what they tell.

    The same seed gives the same games, whatever *jobs* is.
    *progress* is called with the number of games played since. ``ValueError`` if there are no games to play.
    """
    if games < 1 or jobs < 1:
        raise ValueError("there is at least one game to play, and one process to play it")
    state = start.initial_state() if isinstance(start, Game) else start
    played: list[Playout] = []
    for some in _play(state, games, seed, jobs, max_plies):
        played += some
        if progress is not None:
            progress(len(some))
    return summary(played, len(state.game.players), state.player.number)


def summary(played: list[Playout], players: int, first: int) -> Simulation:
    """Return what games tell, of which *first* is the player who moves first."""
    finished = [p.returns for p in played if p.returns is not None]
    wins = tuple(sum(returns[me] > 0 for returns in finished) for me in range(players))
    draws = sum(not any(returns) for returns in finished)
    plies = sum(p.plies for p in played)
    return Simulation(
        games=len(played),
        plies=plies,
        seconds=sum(p.seconds for p in played),
        wins=wins,
        draws=draws,
        unfinished=len(played) - len(finished),
        shares=tuple(share(count, len(finished)) for count in wins),
        draw_share=share(draws, len(finished)),
        first=mean([returns[first] for returns in finished]),
        length=mean([p.plies for p in played]),
        shortest=min(p.plies for p in played),
        longest=max(p.plies for p in played),
        branching=mean([p.choices / p.plies for p in played if p.plies]),
        decisions=mean([p.decisions for p in played]),
    )


def share(count: int, total: int) -> Estimate:
    """Return a share with Wilson's interval."""
    if total == 0:
        return Estimate(0.0, 0.0, 1.0)
    value = count / total
    middle = value + Z * Z / (2 * total)
    spread = Z * sqrt(value * (1 - value) / total + Z * Z / (4 * total * total))
    scale = 1 + Z * Z / total
    return Estimate(value, max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))


def mean(values: Iterable[float]) -> Estimate:
    """Return a mean with the normal interval; one value alone tells nothing of its spread."""
    found = list(values)
    if not found:
        return Estimate(0.0, 0.0, 0.0)
    middle = sum(found) / len(found)
    if len(found) == 1:
        return Estimate(middle, float("-inf"), float("inf"))
    spread = Z * sqrt(sum((value - middle) ** 2 for value in found) / (len(found) - 1) / len(found))
    return Estimate(middle, middle - spread, middle + spread)


def _play(state: State, games: int, seed: int, jobs: int, max_plies: int) -> Iterator[list[Playout]]:
    """Yield the games, some at a time, in the order of their numbers."""
    chunks = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    if jobs == 1:
        for numbers in chunks:
            yield [_playout(state.game, state.position, Random(f"{seed}/{number}"), max_plies) for number in numbers]
        return
    from tilewright.model.document import Syntax
    from tilewright.model.files import write

    model = write(state.game.document, Syntax.XMI)
    with ProcessPoolExecutor(min(jobs, len(chunks)), initializer=_start, initargs=(model, state.position)) as pool:
        tasks = [pool.submit(_play_some, numbers, seed, max_plies) for numbers in chunks]
        for task in tasks:
            yield task.result()


_task: tuple[Game, Position]
"""In a process of a pool: the game that is played, and where it begins."""


def _start(model: str, position: Position) -> None:
    from tilewright.model.files import read_text
    from tilewright.runtime.loading import load

    global _task
    _task = load(read_text(model, "model.xmi")), position


def _play_some(numbers: range, seed: int, max_plies: int) -> list[Playout]:
    return [_playout(*_task, Random(f"{seed}/{number}"), max_plies) for number in numbers]


def _playout(game: Game, position: Position, random: Random, max_plies: int) -> Playout:
    engine = game.engine
    start = time.perf_counter()
    plies = choices = decisions = 0
    node = engine.settle(position)
    while node.moves and plies < max_plies:
        moves = list(node.moves)
        choices += len(moves)
        decisions += len(moves) > 1
        node = engine.settle(engine.take(node, random.choice(moves)))
        plies += 1
    return Playout(node.position.returns, plies, choices, decisions, time.perf_counter() - start)
