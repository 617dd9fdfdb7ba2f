"""The outcome: what a record says of the end of a game besides the code of the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from tilewright.metamodel.language import EndFilter, Game

Share: TypeAlias = int | Fraction
"""The payment of one player."""


@dataclass(frozen=True)
class Outcome:
    """The layout of the words of an outcome, all of which are 0 while it does not apply.

    First, in games that scores may decide, the score of each player, and a flag that says whether there are scores.
    Then, in games that have teams or whose rules pay, or rank more than two players, the payment of each player. If
    payments may be fractions, these are the numerators, and the denominators follow, in lowest terms. (Of two players
    who are ranked one wins, or there is a draw.)
    """

    players: int
    scored: bool = False
    paid: bool = False
    divided: bool = False

    @classmethod
    def of(cls, game: Game, players: int, sides: int) -> Outcome:
        """Return the layout of the outcomes of a game, whose players win and lose together in so many *sides*."""
        ends = [element for element in game.eAllContents() if isinstance(element, EndFilter)]
        kinds = {end.outcome.name for end in ends}
        ranked = "Rank" in kinds and sides > 2
        has_teams = sides < players
        return cls(
            players,
            scored="Score" in kinds,
            paid=ranked or has_teams or "Pay" in kinds,
            divided=ranked or (has_teams and sides > 2) or any(end.per is not None for end in ends),
        )

    @property
    def scores(self) -> tuple[str, ...]:
        """The variables of the scores and, last, of the flag."""
        return tuple(f"s_{place}" for place in range(self.players + 1)) if self.scored else ()

    @property
    def gains(self) -> tuple[str, ...]:
        """The variables of the payments, or of their numerators and then of their denominators."""
        stems = ("g", "d")[: self.paid + self.divided] if self.paid else ()
        return tuple(f"{stem}_{me}" for stem in stems for me in range(self.players))

    @property
    def names(self) -> tuple[str, ...]:
        """All variables, in the order of the record."""
        return (*self.scores, *self.gains)

    def shares(self, words: Sequence[int]) -> tuple[Share, ...]:
        """Return what each player is paid, given the words of ``gains`` as signed numbers."""
        numbers = words[: self.players]
        if not self.divided:
            return tuple(numbers)
        found = (Fraction(number, part) for number, part in zip(numbers, words[self.players :], strict=True))
        return tuple(share.numerator if share.denominator == 1 else share for share in found)

    def gained(self, shares: Iterable[Share]) -> Mapping[str, int]:
        """Return the words of ``gains`` by their names, given what each player is paid: the inverse of ``shares``."""
        found = [Fraction(share) for share in shares]
        numerators = [share.numerator for share in found]
        denominators = [share.denominator for share in found] if self.divided else []
        return dict(zip(self.gains, numerators + denominators, strict=True))
