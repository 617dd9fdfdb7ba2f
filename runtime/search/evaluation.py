"""The evaluation of positions: a linear function whose weights are fitted to random games.

Random play gives sample positions, and random games from each of them estimate its value. A ridge regression explains
these values by features: which piece stands on which cell, counters, who is to move, and the number of legal moves. The
weight of a piece on a cell is held near the weight of the piece. If the game has a mirror, which exchanges the players,
mirrored features have opposite weights.
"""

from __future__ import annotations

import json
import threading
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from operator import add
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from tilewright.generator.compiler.lowering.constants import NOBODY
from tilewright.generator.compiler.rules.board import WORD
from tilewright.generator.heuristic import VICTORY
from tilewright.generator.minimax import UNIT
from tilewright.generator.splitmix import mix
from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.kernels import cache
from tilewright.runtime.search.mirrors import Mirror, mirror_of
from tilewright.runtime.search.regression import Column, explained, ridge

if TYPE_CHECKING:
    from tilewright.runtime.engines.compiled import Compiled
    from tilewright.runtime.position import Position
    from tilewright.runtime.state import Game

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

TRIED = 8
"""The number of late positions, and of other ones, on which mirrors are tested."""

SEED = 1
"""The seed of all random numbers."""

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


@dataclass(frozen=True)
class _Sample:
    """A sample position ``after``, the position ``before`` it with its number of legal moves, and the mean returns."""

    before: Position
    choices: int
    after: Position
    gains: tuple[float, ...]


_known: weakref.WeakKeyDictionary[Compiled, Evaluation] = weakref.WeakKeyDictionary()
_finding = threading.Lock()


def evaluation_of(game: Game) -> Evaluation:
    """Return the evaluation of a game, which is computed once and kept in the cache.

    ``ValueError`` if the game cannot be compiled. All engines give the same evaluation, unless one is so slow that
    sampling stops early: then it is not cached. Cost: up to ``SECONDS`` seconds, and the time of the regression.
    """
    engine = compiled_engine(game.engine, game.name, game.fallback, "search")
    with _finding:
        found = _known.get(engine)
        if found is None:
            found = _known[engine] = _read_or_found(game, engine)
    return found


def _read_or_found(game: Game, engine: Compiled) -> Evaluation:
    if game.tables.game.heuristic is not None:
        return _of_the_model(engine)
    key = _key(game)
    kept = None if key is None else _kept(key, engine.program.layout.terms.size, engine.program.players)
    if kept is not None:
        return kept
    samples, whole = _samples(engine)
    found = _fitted(engine, samples)
    if key is not None and whole:
        facts = {"weights": found.weights, "quiescence": found.quiescence, "fit": found.fit}
        cache.write(key, json.dumps(facts).encode("utf-8"))
    return found


def _of_the_model(engine: Compiled) -> Evaluation:
    """Return the evaluation of a game whose model has a heuristic: nothing is added to it."""
    samples, _ = _samples(engine, FEW, 0)
    nothing = (0,) * engine.program.layout.terms.size
    return Evaluation((nothing,) * engine.program.players, _quiescence(engine, samples), added=True)


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


# -- samples


def _samples(engine: Compiled, most: int = POSITIONS, games: int = GAMES) -> tuple[list[_Sample], bool]:
    """Return at most *most* samples, with *games* random games from each, and False if sampling stopped early."""
    for entry in ("playouts", "advance", "count"):
        engine.prepare(entry)
    end = time.perf_counter() + SECONDS
    initial, stop = engine.initial(), Stop()
    lengths = [length for length in engine.playouts(initial, range(64), SEED, PLIES, stop).plies if length > 1]
    found: list[_Sample] = []
    random = Random(SEED)
    for number in range(most if lengths else 0):
        if number >= FEW and time.perf_counter() > end:
            return found, False
        sample = _sample(engine, initial, random.randrange(random.choice(lengths)), number, games, stop)
        if sample is not None:
            found.append(sample)
    return found, True


def _sample(engine: Compiled, initial: Position, plies: int, number: int, count: int, stop: Stop) -> _Sample | None:
    """Return the sample after *plies* + 1 random plies; None if the game is over there, or a kernel cannot reach it."""
    before = engine.wandered(initial, 2 * number, plies) if plies else initial
    choices = 0 if before is None or before.returns is not None else engine.count(before)
    after = engine.wandered(before, 2 * number + 1, 1) if before is not None and choices else None
    if before is None or after is None or after.returns is not None:
        return None
    games = engine.playouts(after, range(count), number, PLIES, stop) if count else None
    ends = [returns or engine.ends[0] for returns in games.returns] if games is not None else [engine.ends[0]]
    return _Sample(before, choices, after, tuple(sum(parts) / len(ends) for parts in zip(*ends, strict=True)))


def _late(engine: Compiled) -> Iterator[Position]:
    """Yield positions one or two plies before the ends of random games."""
    initial = engine.initial()
    for number, plies in enumerate(engine.playouts(initial, range(TRIED), SEED, PLIES, Stop()).plies):
        if plies > 2:
            found = engine.wandered(initial, mix(SEED) + number, plies - 1 - number % 2)
            if found is not None and found.returns is None:
                yield found


# -- features


def _fitted(engine: Compiled, samples: Sequence[_Sample]) -> Evaluation:
    """Return the evaluation that is fitted to samples; all weights are 0 without samples."""
    terms, players = engine.program.layout.terms, engine.program.players
    if not samples:
        return Evaluation(((0,) * terms.size,) * players)
    paid = engine.program.layout.outcome.paid
    mirror = None if paid else mirror_of(engine, [*(sample.before for sample in samples[:TRIED]), *_late(engine)])
    features = _Features(engine, mirror)
    rows = [features.row(sample) for sample in samples]
    single = [Column([row.get(term, 0) for row in rows]) for term in range(features.singles)]
    groups = [Column([row.get(features.singles + term, 0) for row in rows]) for term in range(features.groups)]
    if sum(map(bool, single)) > FEATURES:
        single = [Column([])] * len(single)
    used = [(place, column) for place, column in enumerate([*single, *groups]) if column]
    columns = [column for _, column in used]
    penalties = [TOGETHER if place < features.singles else 1.0 for place, _ in used]
    weights, fits = [], []
    zero_sum = players == 2 and not paid
    for player in range(1 if zero_sum else players):
        target = Column([round(sample.gains[player] * UNIT) for sample in samples])
        found = ridge(columns, penalties, target)
        fits.append(explained(columns, found, target, len(samples)))
        known = {place: weight for (place, _), weight in zip(used, found, strict=True)}
        weights.append(tuple(features.weight(term, known) for term in range(terms.size)))
    if zero_sum:
        weights.append(tuple(-weight for weight in weights[0]))
    return Evaluation(tuple(weights), _quiescence(engine, samples), sum(fits) / len(fits))


def _quiescence(engine: Compiled, samples: Sequence[_Sample]) -> int:
    """Return how many plies captures are followed for, given samples."""
    taken = sum(_men(engine, sample.after) < _men(engine, sample.before) for sample in samples)
    return QUIET if 0 < taken < OFTEN * len(samples) else 0


def _men(engine: Compiled, position: Position) -> int:
    """Return the number of cells that are not in the initial state of their tile: those with pieces in most games."""
    initial = engine.reference.tables.initial_state
    return sum(cells.bit_count() for state, cells in enumerate(position.boards) if state not in initial)


What: TypeAlias = "tuple[str | int | None, ...]"


@dataclass(frozen=True)
class _Name:
    """What a term of an evaluation counts, its owner or ``NOBODY``, and its cell, -1 if it belongs to no cell."""

    what: What
    owner: int
    cell: int


class _Features:
    """The features of the regression, and the terms of the evaluation that they stand for.

    A term has up to two features: one of its cell, and one of its group, which is shared by all cells. With a mirror, a
    term and its image share their features with opposite signs, and a term that is its own image has none.
    """

    def __init__(self, engine: Compiled, mirror: Mirror | None) -> None:
        self._engine, self._mirror, self._layout = engine, mirror, engine.program.layout
        self._bit_of = {cell: bit for bit, cell in self._layout.cell_of.items()}
        self._singles: dict[object, int] = {}
        self._groups: dict[object, int] = {}
        self._terms = dict(self._all_terms())

    @property
    def singles(self) -> int:
        """The number of features of single cells."""
        return len(self._singles)

    @property
    def groups(self) -> int:
        """The number of features of groups, which are numbered after those of single cells."""
        return len(self._groups)

    def weight(self, term: int, known: Mapping[int, float]) -> int:
        """Return the weight of a term, given the weights of the features."""
        if term not in self._terms:
            return 0
        single, group, sign = self._terms[term]
        own = 0.0 if single is None else known.get(single, 0.0)
        common = 0.0 if group is None else known.get(self.singles + group, 0.0)
        return sign * round(own + common)

    def row(self, sample: _Sample) -> dict[int, int]:
        """Return the features of a sample that are not 0."""
        found: dict[int, int] = {}
        for term, number in self._present(sample):
            if term in self._terms:
                single, group, sign = self._terms[term]
                if single is not None:
                    found[single] = found.get(single, 0) + sign * number
                if group is not None:
                    found[self.singles + group] = found.get(self.singles + group, 0) + sign * number
        return found

    def _present(self, sample: _Sample) -> Iterator[tuple[int, int]]:
        """Yield the terms of a sample that are not 0, each with its value."""
        terms, position = self._layout.terms, sample.after
        for plane, state in enumerate(terms.states):
            for cell in bits(position.boards[state]):
                yield plane * terms.bits + self._bit_of[cell], 1
        words, offsets = self._engine.record(position), dict(self._layout.offsets())
        for plane, name in enumerate(terms.sets, len(terms.states)):
            cells = sum(words[offsets[name] + word] << WORD * word for word in range(self._layout.words))
            for bit in bits(cells):
                yield plane * terms.bits + bit, 1
        for place, (counter, player) in enumerate(self._layout.numbers):
            yield terms.numbers + place, words[offsets[f"c_{counter}_{player}"]]
        yield terms.turns + self._turn(position), 1
        yield terms.mobility + self._turn(sample.before), sample.choices

    def _turn(self, position: Position) -> int:
        return self._layout.turn(position.player, position.seat)

    def _all_terms(self) -> Iterator[tuple[int, tuple[int | None, int | None, int]]]:
        """Yield each term that has features: its number, the features of its cell and its group, and its sign."""
        for term, one, other in self._named():
            if self._mirror is None:
                yield term, (self._single(one), self._group(one), 1)
            elif one != other:
                first = one if one.owner == 0 or (one.owner != 1 and str(one) < str(other)) else other
                group = None if first.owner == NOBODY else self._group(first)
                yield term, (self._single(first), group, 1 if first is one else -1)

    def _single(self, name: _Name) -> int | None:
        return self._singles.setdefault(name, len(self._singles)) if name.cell >= 0 else None

    def _group(self, name: _Name) -> int:
        return self._groups.setdefault((name.what, name.owner), len(self._groups))

    def _named(self) -> Iterator[tuple[int, _Name, _Name]]:
        """Yield each term with what it counts, and what its image in the mirror counts."""
        constants, terms, mirror = self._layout.constants, self._layout.terms, self._mirror
        tables = self._engine.reference.tables
        for plane, state in enumerate(terms.states):
            for cell in range(len(tables.tile_at)):
                if tables.tile_at[cell] == tables.states[state].tile:
                    one = self._state(state, cell)
                    other = one if mirror is None else self._state(mirror.state(state, cell), mirror.cells[cell])
                    yield plane * terms.bits + self._bit_of[cell], one, other
        shared = {facts.number: facts.players == 1 for facts in constants.counters.values()}
        sets: list[tuple[What, int]] = [(("mark", mark), NOBODY) for mark in self._layout.marks]
        sets += [
            (("digit", counter, digit), NOBODY if shared[counter] else player)
            for counter, player, digit in self._layout.planes
        ]
        for plane, (what, owner) in enumerate(sets, len(terms.states)):
            for cell, bit in self._bit_of.items():
                image = cell if mirror is None else mirror.cells[cell]
                yield plane * terms.bits + bit, _Name(what, owner, cell), _Name(what, _other(owner), image)
        everywhere: list[tuple[What, int]] = [
            (("number", counter), NOBODY if shared[counter] else player) for counter, player in self._layout.numbers
        ]
        turns = [self._owned(turn) for turn in range(len(constants.turns))]
        everywhere += [((what, *kind), me) for what in ("turn", "mobility") for kind, me in turns]
        for term, (what, owner) in enumerate(everywhere, terms.numbers):
            yield term, _Name(what, owner, -1), _Name(what, _other(owner), -1)

    def _owned(self, turn: int) -> tuple[What, int]:
        """Return the kind of a turn and its owner: nature's turn belongs to the player who moved before it."""
        constants = self._layout.constants
        if turn in constants.of_nature:
            return ("nature",), NOBODY if turn == constants.nobody else turn - constants.players
        return (), turn

    def _state(self, state: int, cell: int) -> _Name:
        facts = self._layout.constants.states[state]
        return _Name(("state", facts.piece, facts.name if facts.piece == NOBODY else None), facts.owner, cell)


def _other(owner: int) -> int:
    return owner if owner == NOBODY else 1 - owner
