"""Differential play: random games of a model beside an independent engine, compared at every ply.

python -m tests.support.differential MODEL [GAMES [SEED [FILE]]]     by hand; FILE instead of the packaged model
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from pytest import approx

from tests.independent import Rival, RivalOfChance, rival_of
from tilewright.runtime import Game, State, load

MAX_PLIES = 1_000
"""The plies after which a game is left, for games that need not end."""


@dataclass
class Played:
    """What was compared."""

    games: int = 0
    plies: int = 0
    outcomes: Counter[tuple[int, ...] | None] = field(default_factory=Counter)

    def __str__(self) -> str:
        outcomes = ", ".join(f"{count}x {outcome}" for outcome, count in self.outcomes.most_common())
        return f"{self.games} games, {self.plies} plies; {outcomes}"


class Differs(AssertionError):
    """The two engines disagree."""


def signs(returns: Sequence[float] | None) -> tuple[int, ...] | None:
    """Return who won: 1, 0 or -1 for each player."""
    return None if returns is None else tuple((part > 0) - (part < 0) for part in returns)


def chances(rival: Rival) -> dict[str, float]:
    """Return how likely each move of nature is for a rival that plays a game of chance."""
    assert isinstance(rival, RivalOfChance)
    return rival.chances()


def play_beside(state: State, rival: Rival, random: Random, played: Played, max_plies: int = MAX_PLIES) -> None:
    """Play one random game on both; ``Differs`` tells where they part."""
    line: list[str] = []
    for _ in range(max_plies):
        ours = {str(move) for move in state.legal_moves}
        theirs = set(rival.moves())
        where = f"after {' '.join(line) or 'no move'}\n{state}"
        if ours != theirs:
            raise Differs(f"{where}\nonly the model: {sorted(ours - theirs)}\nonly the rival: {sorted(theirs - ours)}")
        result = signs(rival.returns())
        if state.is_over != (result is not None):
            raise Differs(f"{where}\nover in the model: {state.is_over}, for the rival: {result}")
        if state.is_over:
            exact = state.game.tables.pays
            returns = rival.returns() if exact else result
            if (state.returns if exact else signs(state.returns)) != (tuple(returns or ()) if exact else returns):
                raise Differs(f"{where}\nreturns of the model: {state.returns}, of the rival: {returns}")
            break
        move = random.choice(sorted(ours))
        if state.is_chance:
            odds = {str(each): float(probability) for each, probability in state.chance_outcomes}
            if odds != approx(chances(rival)):
                raise Differs(f"{where}\nodds of the model: {odds}, of the rival: {chances(rival)}")
            move = str(state.sample(random))
        line.append(move)
        played.plies += 1
        state = state.play(move)
        rival.play(move)
    played.games += 1
    played.outcomes[signs(state.returns) if state.is_over else None] += 1


def compare(game: Game, name: str, games: int, seed: int, max_plies: int = MAX_PLIES) -> Played:
    """Play random games of the model *name* beside its rival."""
    start = rival_of(name)
    played = Played()
    for number in range(games):
        play_beside(game.initial_state(), start(), Random(f"{name}/{seed}/{number}"), played, max_plies)
    return played


if __name__ == "__main__":
    model, games, seed, file, *_ = [*sys.argv[1:], *["20", "1", sys.argv[1]][len(sys.argv) - 2 :]]
    print(compare(load(file), model, int(games), int(seed)))
