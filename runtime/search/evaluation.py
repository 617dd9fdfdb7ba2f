"""The evaluation of positions: a linear function whose weights are fitted to random games.

Random play gives sample positions, and random games from each of them estimate its value. A ridge regression explains
these values by features: which piece stands on which cell, counters, who is to move, and the number of legal moves. The
weight of a piece on a cell is held near the weight of the piece. If the game has a mirror, which exchanges the players,
mirrored features have opposite weights.

All of this takes seconds. Whoever has less time gets what has been learned so far, and more is learned the next time.
"""

from __future__ import annotations

import json
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from math import inf
from operator import add
from random import Random
from typing import TYPE_CHECKING

from tilewright.generator.heuristic import VICTORY
from tilewright.generator.minimax import UNIT
from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.kernels import cache
from tilewright.runtime.search.features import Features
from tilewright.runtime.search.mirrors import mirror_of
from tilewright.runtime.search.regression import Column, explained, ridge
from tilewright.runtime.search.sampling import FEW, GAMES, POSITIONS, TRIED, Sample, Sampling
from tilewright.runtime.search.steps import Job, Steps

if TYPE_CHECKING:
    from tilewright.runtime.engines.compiled import Compiled
    from tilewright.runtime.position import Position, Returns
    from tilewright.runtime.state import Game

SAMPLED = 0.5
"""The share of limited time that is given to samples; the rest is for the regression."""

MORE = 2
"""How many times more random games there are when weights are fitted to what was learned so far once more."""

FEATURES = 420
"""The greatest number of features of single cells; with more, pieces have one weight for all cells."""

TOGETHER = 30.0
"""The penalty of the difference between the weight of a piece on a cell and the weight of the piece."""

VARIED = 10
"""A varied weight differs by at most the mean weight divided by this number."""

WOBBLE = UNIT // VICTORY
"""The most by which a weight is varied that is added to the heuristic of a model: a unit of the heuristic."""

QUIET = 4
"""The plies of quiescence search: for so many plies captures are followed."""

OFTEN = 0.25
"""The share of captures among moves from which on there is no quiescence search."""

_GREATEST = 1 << 40


@dataclass(frozen=True)
class Evaluation:
    """The weights of a game, for each player, in the layout of ``Terms``; a win is ``UNIT``.

    *quiescence*: a line that ends with a capture is followed for so many plies more, as long as each move captures.
    *fit*: the coefficient of determination, at most 1: how well the weights explain the results of random games.
    *added*: the model has a heuristic, to which the weights are added; they are 0.
    """

    weights: tuple[tuple[int, ...], ...]
    quiescence: int = 0
    fit: float = 0.0
    added: bool = False

    def varied(self, seed: int) -> Evaluation:
        """Return an evaluation whose weights differ a little, at random, so that a program plays different games."""
        random, first = Random(seed), self.weights[0]
        used = [abs(weight) for weight in first if weight]
        spread = WOBBLE if self.added else sum(used) // (VARIED * len(used)) if used else 0
        noise = [random.randint(-spread, spread) if weight or self.added else 0 for weight in first]
        opposite = [-part for part in noise] if len(self.weights) == 2 else noise
        others = [tuple(map(add, row, opposite)) for row in self.weights[1:]]
        return replace(self, weights=(tuple(map(add, first, noise)), *others))


class Lesson:
    """What has been learned of the evaluation of a game. It is learned on whenever somebody has time for it.

    The code that it needs is compiled when it is made. Several threads may use it at once.
    """

    def __init__(self, game: Game, engine: Compiled) -> None:
        self._engine, self._lock = engine, threading.Lock()
        size, players = engine.program.layout.terms.size, engine.program.players
        self._judged = game.tables.game.heuristic is not None
        """Whether the model has a heuristic: then no weights are learned, but only whether captures are frequent."""
        self.known = Evaluation(((0,) * size,) * players, added=self._judged)
        """The evaluation, as it is known so far; all weights are 0 at first."""
        self._key = None if self._judged else _key(game)
        kept = None if self._key is None else _kept(self._key, size, players)
        self.is_over = kept is not None
        """Whether no more is learned."""
        self.is_broken = False
        """Whether an error, or Ctrl-C, has ended learning for good."""
        if kept is not None:
            self.known = kept
            return
        self._sampling = Sampling(engine, FEW, 0) if self._judged else Sampling(engine, POSITIONS, GAMES)
        self._features: Features | None = None
        self._rows: list[dict[int, int]] = []
        """The features of the first samples."""
        self._job: Job[Evaluation] | None = None
        """A regression that is not done yet."""
        self._is_last = False
        """Whether it is that of all samples."""
        self._used = 0
        """The number of random games that it uses, or the last one that is done."""

    def go_on(self, seconds: float | None = None) -> Evaluation:
        """Learn for so many seconds at most, or all there is to learn, and return what is known then."""
        end = inf if seconds is None else time.perf_counter() + seconds
        if not self.is_over and self._lock.acquire(timeout=-1 if seconds is None else max(0.0, seconds)):
            try:
                if not self.is_over:
                    self._learn(end)
            except BaseException:
                self.is_broken = True
                raise
            finally:
                self._lock.release()
        return self.known

    def _learn(self, end: float) -> None:
        sampling, left = self._sampling, end - time.perf_counter()
        if not sampling.is_over:
            sampling.go_on(None if left == inf else SAMPLED * left)
        if sampling.is_over and not self._is_last:
            self._is_last, self._job = True, Job(self._fitted())
        elif self._job is None and sampling.played >= MORE * self._used:
            self._job = Job(self._fitted())
        if self._job is None:
            return
        self._job.go_on(end)
        if self._job.is_done:
            self.known, self._job = self._job.result, None
            if self._is_last:
                self.is_over = True
                self._keep()

    def _keep(self) -> None:
        """Write the evaluation to the cache, unless sampling stopped early."""
        if self._key is not None and self._sampling.is_whole:
            facts = {"weights": self.known.weights, "quiescence": self.known.quiescence, "fit": self.known.fit}
            cache.write(self._key, json.dumps(facts).encode("utf-8"))

    # -- the regression

    def _fitted(self) -> Steps[Evaluation]:
        """Return the evaluation that is fitted to the samples that there are now; all weights are 0 without samples.

        Unless they are the last ones, weights of pieces that are the same for all cells are known as soon as they can
        be, since they take far less time.
        """
        samples, last = [*self._sampling.samples], self._is_last
        self._used = self._sampling.played
        if not samples or self._judged:
            return replace(self.known, quiescence=_quiescence(self._engine, samples))
        gains = [sample.gains for sample in samples]
        if self._features is None or len(self._rows) < TRIED:
            self._features, self._rows = (yield from self._found()), []
        for sample in samples[len(self._rows) :]:
            self._rows.append(self._features.row(sample))
            yield
        if not last:
            self.known = yield from self._weighed(samples, gains, together=True)
        return (yield from self._weighed(samples, gains, together=False))

    def _found(self) -> Steps[Features]:
        """Return the features of the game."""
        engine, sampling, mirror = self._engine, self._sampling, None
        if not engine.program.layout.outcome.paid:
            early = [sample.before for sample in sampling.samples[:TRIED]]
            mirror = yield from mirror_of(engine, [*early, *sampling.late])
        features = Features(engine, mirror)
        yield from features.found()
        return features

    def _weighed(self, samples: Sequence[Sample], gains: Sequence[Returns], *, together: bool) -> Steps[Evaluation]:
        """Return the evaluation that is fitted to samples. With *together* a piece has one weight for all cells."""
        assert self._features is not None
        features, layout, players = self._features, self._engine.program.layout, self._engine.program.players
        values: dict[int, dict[int, int]] = {}
        for number, row in enumerate(self._rows[: len(samples)]):
            for place, value in row.items():
                if value and (place >= features.singles or not together):
                    values.setdefault(place, {})[number] = value
        if sum(place < features.singles for place in values) > FEATURES:
            values = {place: numbers for place, numbers in values.items() if place >= features.singles}
        yield
        used, columns = sorted(values), []
        for place in used:
            columns.append(Column(values[place]))
            yield
        penalties = [TOGETHER if place < features.singles else 1.0 for place in used]
        weights, fits = [], []
        zero_sum = players == 2 and not layout.outcome.paid
        for player in range(1 if zero_sum else players):
            target = Column({number: round(gain[player] * UNIT) for number, gain in enumerate(gains)})
            found = yield from ridge(columns, penalties, target)
            fits.append(explained(columns, found, target, len(samples)))
            known = dict(zip(used, found, strict=True))
            weights.append(tuple(features.weight(term, known) for term in range(layout.terms.size)))
            yield
        if zero_sum:
            weights.append(tuple(-weight for weight in weights[0]))
        return Evaluation(tuple(weights), _quiescence(self._engine, samples), sum(fits) / len(fits))


_lessons: weakref.WeakKeyDictionary[Compiled, Lesson] = weakref.WeakKeyDictionary()
_making = threading.Lock()


def lesson_of(game: Game) -> Lesson:
    """Return what has been learned of the evaluation of a game in this process. ``ValueError`` as ``evaluation_of``."""
    engine = compiled_engine(game.engine, game.name, game.fallback, "search")
    with _making:
        found = _lessons.get(engine)
        if found is None or found.is_broken:
            found = _lessons[engine] = Lesson(game, engine)
    return found


def evaluation_of(game: Game, seconds: float | None = None) -> Evaluation:
    """Return the evaluation of a game, which is learned once and kept in the cache.

    With *seconds* it is what has been learned after so many seconds, if that takes longer; learning goes on with the
    next call. ``ValueError`` if the game cannot be compiled. Without *seconds* all engines give the same evaluation,
    unless one is so slow that sampling stops early: then it is not cached. Cost: up to ``SECONDS`` seconds, and the
    time of the regression.
    """
    return lesson_of(game).go_on(seconds)


# -- the cache


def _key(game: Game) -> str | None:
    """Return the key of the evaluation in the cache; None if the code is not in files, so that it has no digest."""
    try:
        ours = cache.digest_of("tilewright.generator.compiler", "tilewright.runtime.search")
    except OSError:
        return None
    return f"evaluation-{sha256(ours + game.digest.encode()).hexdigest()}"


def _kept(key: str, size: int, players: int) -> Evaluation | None:
    """Return the evaluation in the cache under a key; an entry that does not fit the game is discarded."""
    data = cache.read(key)
    if data is None:
        return None
    try:
        match json.loads(data):
            case {"weights": [*rows], "quiescence": int(plies), "fit": float(fit)} if (
                len(rows) == players
                and 0 <= plies <= QUIET
                and fit <= 1
                and all(isinstance(row, list) and len(row) == size and all(map(_is_weight, row)) for row in rows)
            ):
                return Evaluation(tuple(map(tuple, rows)), plies, fit)
    except (ValueError, RecursionError):
        pass
    cache.discard(key)
    return None


def _is_weight(word: object) -> bool:
    return type(word) is int and abs(word) <= _GREATEST


# -- captures


def _quiescence(engine: Compiled, samples: Sequence[Sample]) -> int:
    """Return how many plies captures are followed for, given samples."""
    taken = sum(_men(engine, sample.after) < _men(engine, sample.before) for sample in samples)
    return QUIET if 0 < taken < OFTEN * len(samples) else 0


def _men(engine: Compiled, position: Position) -> int:
    """Return the number of cells that are not in the initial state of their tile: those with pieces in most games."""
    initial = engine.reference.tables.initial_state
    return sum(cells.bit_count() for state, cells in enumerate(position.boards) if state not in initial)
