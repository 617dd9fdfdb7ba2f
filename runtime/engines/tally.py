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

    ``choices`` has for each game the sum of the numbers of legal moves over all plies, ``decisions`` the number of
    plies with more than one legal move.
    """

    returns: Sequence[Returns | None]
    plies: Sequence[int]
    choices: Sequence[int]
    decisions: Sequence[int]
    seconds: float
    """How long it took to play them."""


def joined(parts: Sequence[Survey]) -> Survey:
    """Return the games of several surveys as one."""
    return Survey(
        [returns for part in parts for returns in part.returns],
        [plies for part in parts for plies in part.plies],
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


@dataclass
class Tally:
    """The statistics of games that were played so far; its size does not grow with their number.

    ``results`` counts the games by their returns, with None for unfinished ones. ``choices`` has for each number of
    plies the moments of the choices of the games with so many, and ``decisions`` the moments of those of all games: see
    ``Survey``. ``blind``: see ``Simulation``.
    """

    results: Counter[Returns | None] = field(default_factory=Counter)
    choices: dict[int, Moments] = field(default_factory=dict)
    decisions: Moments = Moments()
    seconds: float = 0.0
    blind: int = 0

    @classmethod
    def of(cls, games: Survey) -> Tally:
        """Return the tally of some games."""
        choices: defaultdict[int, list[int]] = defaultdict(list)
        for plies, count in zip(games.plies, games.choices, strict=True):
            choices[plies].append(count)
        moments = {plies: Moments.of(counts) for plies, counts in choices.items()}
        return cls(Counter(games.returns), moments, Moments.of(games.decisions), games.seconds)

    def add(self, other: Tally) -> None:
        """Add the games of another tally."""
        self.results.update(other.results)
        for plies, choices in other.choices.items():
            self.choices[plies] = self.choices.get(plies, Moments()) + choices
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.blind += other.blind

    @property
    def games(self) -> int:
        """The number of games."""
        return self.decisions.count

    @property
    def plies(self) -> Moments:
        """The moments of the plies of a game."""
        counts = [(plies, choices.count) for plies, choices in self.choices.items()]
        total, squares = (sum(plies**power * count for plies, count in counts) for power in (1, 2))
        return Moments(self.games, total, squares)

    @property
    def branching(self) -> Moments:
        """The moments of the mean number of legal moves in a game, of those games that have a ply."""
        played = [(plies, choices) for plies, choices in sorted(self.choices.items()) if plies]
        return Moments(
            sum(choices.count for _, choices in played),
            sum(choices.total / plies for plies, choices in played),
            sum(choices.squares / plies**2 for plies, choices in played),
        )

    @property
    def shortest(self) -> int:
        """The plies of the shortest game, 0 if there is none."""
        return min(self.choices, default=0)

    @property
    def longest(self) -> int:
        """The plies of the longest game, 0 if there is none."""
        return max(self.choices, default=0)
