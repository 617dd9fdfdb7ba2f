"""Random games, and what is counted of them.

The sums of a tally are exact, so that it does not matter in which order the games are played, or by whom.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tilewright.runtime.position import Returns


@dataclass(frozen=True)
class Survey:
    """Random games: the returns of each (None if it is unfinished), its number of plies, and its choices.

    ``turns`` has for each game the number of plies that a player moved, not nature, ``choices`` the sum of the numbers
    of legal moves over these, ``decisions`` the number of those with more than one legal move.
    """

    returns: Sequence[Returns | None]
    plies: Sequence[int]
    turns: Sequence[int]
    choices: Sequence[int]
    decisions: Sequence[int]
    seconds: float
    """How long it took to play them."""


def joined(parts: Sequence[Survey]) -> Survey:
    """Return the games of several surveys as one."""
    return Survey(
        [returns for part in parts for returns in part.returns],
        [plies for part in parts for plies in part.plies],
        [turns for part in parts for turns in part.turns],
        [choices for part in parts for choices in part.choices],
        [decisions for part in parts for decisions in part.decisions],
        sum(part.seconds for part in parts),
    )


@dataclass(frozen=True)
class Moments:
    """The sums from which a mean and its interval follow: the number of values, their sum, the sum of their squares."""

    count: int = 0
    total: float = 0
    squares: float = 0

    @classmethod
    def of(cls, values: Iterable[float]) -> Moments:
        """Return the moments of some values."""
        found = list(values)
        return cls(len(found), sum(found), sum(value * value for value in found))

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.count + other.count, self.total + other.total, self.squares + other.squares)


@dataclass(frozen=True)
class Played:
    """A number of plies, and the seconds that they took."""

    plies: int = 0
    seconds: float = 0.0

    def __add__(self, other: Played) -> Played:
        return Played(self.plies + other.plies, self.seconds + other.seconds)


@dataclass
class Tally:
    """The statistics of games that were played so far; its size does not grow with their number.

    ``results`` counts the games by their returns, with None for unfinished ones, and ``lengths`` by their plies.
    ``choices`` has for each number of turns the moments of the choices of the games with so many, and ``decisions`` the
    moments of those of all games: see ``Survey``. ``early`` is what was played while faster code was still being
    compiled. ``blind``: see ``Simulation``.
    """

    results: Counter[Returns | None] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    choices: dict[int, Moments] = field(default_factory=dict)
    decisions: Moments = Moments()
    seconds: float = 0.0
    early: Played = Played()
    blind: int = 0

    @classmethod
    def of(cls, games: Survey) -> Tally:
        """Return the tally of some games."""
        choices: defaultdict[int, list[int]] = defaultdict(list)
        for turns, count in zip(games.turns, games.choices, strict=True):
            choices[turns].append(count)
        moments = {turns: Moments.of(counts) for turns, counts in choices.items()}
        lengths = Counter(games.plies)
        return cls(Counter(games.returns), lengths, moments, Moments.of(games.decisions), games.seconds)

    def add(self, other: Tally) -> None:
        """Add the games of another tally."""
        self.results.update(other.results)
        self.lengths.update(other.lengths)
        for turns, choices in other.choices.items():
            self.choices[turns] = self.choices.get(turns, Moments()) + choices
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.early += other.early
        self.blind += other.blind

    @property
    def games(self) -> int:
        """The number of games."""
        return self.decisions.count

    @property
    def plies(self) -> Moments:
        """The moments of the plies of a game."""
        total, squares = (sum(plies**power * count for plies, count in self.lengths.items()) for power in (1, 2))
        return Moments(self.games, total, squares)

    @property
    def branching(self) -> Moments:
        """The moments of the mean number of legal moves of a player in a game, of those games in which one moved."""
        played = [(turns, choices) for turns, choices in sorted(self.choices.items()) if turns]
        return Moments(
            sum(choices.count for _, choices in played),
            sum(choices.total / turns for turns, choices in played),
            sum(choices.squares / turns**2 for turns, choices in played),
        )

    @property
    def shortest(self) -> int:
        """The plies of the shortest game, 0 if there is none."""
        return min(self.lengths, default=0)

    @property
    def longest(self) -> int:
        """The plies of the longest game, 0 if there is none."""
        return max(self.lengths, default=0)
