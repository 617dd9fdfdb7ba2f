"""Sample positions of a game, and random games from them: what the evaluation of the game is learned from.

All work goes on in steps, so that it may be broken off at any time and be gone on with later. What is found in the end
does not depend on that. First there is one random game from each position, since many positions with few games teach
more than few positions with many.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TYPE_CHECKING, TypeVar

from tilewright.generator.splitmix import mix
from tilewright.runtime.engines.stopping import Stop, Stopped, stopping_after
from tilewright.runtime.search.steps import Steps

if TYPE_CHECKING:
    from tilewright.runtime.engines.compiled import Compiled
    from tilewright.runtime.position import Position, Returns

T = TypeVar("T")

POSITIONS = 2_000
"""The number of sample positions."""

GAMES = 16
"""The number of random games from each sample."""

PLIES = 2_000
"""The plies after which a random game counts as a draw."""

SECONDS = 15.0
"""The seconds after which sampling stops, if there are ``FEW`` samples."""

FEW = 100
"""The least number of samples, however long they take."""

FIRST = 64
"""The number of random games whose lengths say how far samples are from the start."""

TRIED = 8
"""The number of late positions, and of other ones, on which mirrors are tested."""

SEED = 1
"""The seed of all random numbers."""


@dataclass(frozen=True)
class Sample:
    """A sample position ``after``, the position ``before`` it with its number of legal moves, and the ends of games."""

    number: int
    before: Position
    choices: int
    after: Position
    ends: list[Returns] = field(default_factory=list)
    """The returns of the random games from ``after``."""

    @property
    def gains(self) -> Returns:
        """The mean returns."""
        return tuple(sum(parts) / len(self.ends) for parts in zip(*self.ends, strict=True))


class Sampling:
    """Finds at most *most* samples of a game, with *games* random games from each. It compiles what it needs."""

    def __init__(self, engine: Compiled, most: int, games: int) -> None:
        for entry in ("playouts", "advance", "count"):
            engine.prepare(entry)
        self._engine, self._most, self._games = engine, most, games
        self._initial = engine.initial()
        self._stop = Stop()
        self._steps = self._work()
        self.samples: list[Sample] = []
        """The samples, in the order in which they were found."""
        self.late: list[Position] = []
        """Positions one or two plies before the ends of random games."""
        self.tried = 0
        """How many samples were looked for; some are no position in which the game goes on."""
        self.played = 0
        """How many random games were played from samples."""
        self.is_whole = False
        """Whether all samples have all their games."""
        self._seconds = 0.0

    @property
    def is_over(self) -> bool:
        """Whether no more samples are looked at: there are all, or it has taken too long."""
        return self.is_whole or (self.tried >= FEW and self._seconds >= SECONDS)

    def go_on(self, seconds: float | None = None) -> None:
        """Go on until sampling is over, for so many seconds at most.

        With a limit of time a random game that is not over by then is broken off, and played again the next time.
        """
        begin, before = time.perf_counter(), self._seconds
        with stopping_after(seconds) as self._stop:
            while not (self.is_over or self._stop.requested):
                try:
                    next(self._steps)
                except StopIteration:
                    self.is_whole = True
                self._seconds = before + time.perf_counter() - begin

    def _work(self) -> Steps[None]:
        lengths = []
        for number in range(FIRST):
            length = yield from self._until_done(partial(self._first, number))
            if length > 1:
                lengths.append(length)
        random = Random(SEED)
        for number in range(self._most if lengths else 0):
            plies = random.randrange(random.choice(lengths))
            sample = yield from self._until_done(partial(self._sample, number, plies))
            if sample is not None:
                self.samples.append(sample)
            self.tried += 1
            yield
        if self._games > 1:
            for sample in self.samples:
                yield from self._until_done(partial(self._play, sample, range(1, self._games)))
                yield

    def _until_done(self, work: Callable[[], T]) -> Steps[T]:
        """Return the result of work that is begun anew after it was stopped."""
        while True:
            try:
                return work()
            except Stopped:
                yield

    def _first(self, number: int) -> int:
        """Return the length of a random game; one of the first games gives a late position, too."""
        engine, stop = self._engine, self._stop
        (length,) = engine.playouts(self._initial, range(number, number + 1), SEED, PLIES, stop).plies
        if number < TRIED and length > 2:
            found = engine.wandered(self._initial, mix(SEED) + number, length - 1 - number % 2, stop)
            if found is not None and found.returns is None:
                self.late.append(found)
        return length

    def _sample(self, number: int, plies: int) -> Sample | None:
        """Return the sample after *plies* + 1 random plies, with a first game.

        None if the game is over there, or if a kernel cannot reach it.
        """
        engine, stop = self._engine, self._stop
        before = engine.wandered(self._initial, 2 * number, plies, stop) if plies else self._initial
        choices = 0 if before is None or before.returns is not None else engine.count(before)
        after = engine.wandered(before, 2 * number + 1, 1, stop) if before is not None and choices else None
        if before is None or after is None or after.returns is not None:
            return None
        sample = Sample(number, before, choices, after)
        if self._games:
            self._play(sample, range(1))
        return sample

    def _play(self, sample: Sample, games: range) -> None:
        found = self._engine.playouts(sample.after, games, sample.number, PLIES, self._stop)
        sample.ends.extend(returns or self._engine.ends[0] for returns in found.returns)
        self.played += len(games)
