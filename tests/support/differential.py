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


def play_beside(
    states: Sequence[State], rival: Rival, random: Random, played: Played, max_plies: int = MAX_PLIES
) -> None:
    """Play one random game on the rival and, beside it, from the same state on several engines.

    ``Differs`` tells where they part.
    """
    line: list[str] = []
    for _ in range(max_plies):
        theirs, returns = set(rival.moves()), rival.returns()
        for state in states:
            where = f"{state.game.played_by}, after {' '.join(line) or 'no move'}\n{state}"
            _compare_ply(state, theirs, returns, where)
        if returns is not None:
            break
        move = random.choice(sorted(theirs))
        if states[0].is_chance:
            for state in states:
                _compare_odds(state, chances(rival), f"{state.game.played_by}, after {' '.join(line) or 'no move'}")
            move = str(states[0].sample(random))
        line.append(move)
        played.plies += 1
        states = [state.play(move) for state in states]
        rival.play(move)
    played.games += 1
    played.outcomes[signs(states[0].returns) if states[0].is_over else None] += 1


def _compare_ply(state: State, theirs: set[str], returns: Sequence[float] | None, where: str) -> None:
    """Compare the moves that are legal, whether the game is over, and its result."""
    ours = {str(move) for move in state.legal_moves}
    if ours != theirs:
        raise Differs(f"{where}\nonly the model: {sorted(ours - theirs)}\nonly the rival: {sorted(theirs - ours)}")
    if state.is_over != (returns is not None):
        raise Differs(f"{where}\nover in the model: {state.is_over}, for the rival: {signs(returns)}")
    if returns is None:
        return
    exact = state.game.tables.pays
    if (state.returns if exact else signs(state.returns)) != (tuple(returns) if exact else signs(returns)):
        raise Differs(f"{where}\nreturns of the model: {state.returns}, of the rival: {returns}")


def _compare_odds(state: State, theirs: dict[str, float], where: str) -> None:
    """Compare how likely the moves of nature are."""
    ours = {str(each): float(probability) for each, probability in state.chance_outcomes}
    if ours != approx(theirs):
        raise Differs(f"{where}\nodds of the model: {ours}, of the rival: {theirs}")


def compare(games: Sequence[Game], name: str, count: int, seed: int, max_plies: int = MAX_PLIES) -> Played:
    """Play random games beside the rival of the model *name*, on several engines at once, which *games* are."""
    start = rival_of(name)
    played = Played()
    for number in range(count):
        random = Random(f"{name}/{seed}/{number}")
        play_beside([game.initial_state() for game in games], start(), random, played, max_plies)
    return played


if __name__ == "__main__":
    model, games, seed, file, *_ = [*sys.argv[1:], *["20", "1", sys.argv[1]][len(sys.argv) - 2 :]]
    print(compare([load(file)], model, int(games), int(seed)))
