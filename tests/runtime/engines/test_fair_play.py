"""Random games are fair: an engine that plays by itself makes every legal move equally often.

The test is Pearson's chi-squared against the uniform distribution, with fixed seeds. The quantile is Wilson and Hilferty's
approximation, which is a little too high where there are few moves: a fair engine fails less than once in a million
positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import exp, factorial
from random import Random
from typing import Any

import pytest

from tests.support.engines import ENGINES
from tests.support.random_models import draw, read
from tests.support.thinning import diagonal
from tilewright.model.diagnostics import ModelError
from tilewright.model.files import read_text
from tilewright.runtime import Batch, Game, load, playout
from tilewright.runtime.kernels.programs import program_of
from tilewright.runtime.position import Position

COMPILED = tuple(name for name in ENGINES if name != "interpreter")
Z = 4.7534
"""The quantile of the normal distribution that is exceeded once in a million times."""
DRAWS, LEAST = 25, 800
"""How often each move is expected, and how many moves are drawn at least."""

POSITIONS = {
    "tic-tac-toe": (0, 3, 6),
    "breakthrough": (0, 11, 30),
    "othello": (0, 13, 40),
    "checkers": (0, 10, 31),
    "amazons": (66, 72),
    "chess": (0, 21, 60),
    "nine-mens-morris": (4, 20, 40),
    "go": (1, 60),
    "international-draughts": (12, 40),
    "kalah": (0, 9),
}
"""Games that are drawn from in different ways, and the plies after which they are looked at."""


def limit(freedom: int) -> float:
    """Return what a chi-squared number exceeds once in a million times (Wilson and Hilferty 1931)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + Z * part**0.5) ** 3


def chi_squared(drawn: Counter[Position], expected: Counter[Position], draws: int) -> tuple[float, int]:
    """Return the statistic and its degrees of freedom; *expected* holds how many moves lead to each position."""
    moves = sum(expected.values())
    shares = {position: draws * count / moves for position, count in expected.items()}
    return sum((drawn[position] - share) ** 2 / share for position, share in shares.items()), len(shares) - 1


def is_fair(reference: Game, advance: Callable[[Position, int], Position], position: Position) -> bool:
    """Return whether the moves from a position are drawn alike; they are told by the positions to which they lead."""
    engine = reference.engine
    node = engine.settle(position)
    expected = Counter(engine.take(node, identity) for identity in node.moves)
    draws = max(LEAST, DRAWS * len(node.moves))
    drawn = Counter(advance(position, seed) for seed in range(draws))
    assert drawn.keys() <= expected.keys()
    statistic, freedom = chi_squared(drawn, expected, draws)
    return freedom == 0 or statistic < limit(freedom)


@pytest.mark.parametrize(("name", "engine"), diagonal({name: name for name in POSITIONS}, COMPILED))
def test_every_move_is_equally_likely(engine: str, name: str) -> None:
    reference, compiled = load(name, "interpreter"), load(name, engine)
    for plies in POSITIONS[name]:
        position = (
            playout(reference, f"{name}/{plies}", max_plies=plies).position if plies else reference.engine.initial()
        )
        assert is_fair(reference, compiled.engine.advance, position), f"after {plies} plies"


LATE = """game Late {{
  players X, O
  board 5x4
  pieces Man:M/m King:K/k
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  directions diag = (1,1) (-1,1) (-1,-1) (1,-1)
  mark from
  counter hand per 0..9 = 6
  setup {{ "M.m.M" ".K.k." "m.M.." ".k..m" }}
  {rules}
}}"""

LAST_CLICKS = [
    "move A = own -> select from -> step orth -> empty -> select -> move from"
    " -> first { has { step orth -> enemy } -> goto all -> own -> select -> set own King | any }",
    "move A = empty -> select -> set own Man -> hand -= 1 -> first {"
    " | has { step diag -> enemy } -> goto all -> own Man -> select -> set empty"
    " | has { step orth -> own } -> goto all -> empty -> select -> set enemy Man | any }",
    "move A = own Man -> select from -> step diag -> empty -> select -> move from"
    " -> first { wherenot { step diag -> own } -> step orth -> any -> select -> set empty"
    " | choose { step orth -> enemy | step diag -> own } -> select -> set empty }",
    "move A = own -> select from -> step orth -> empty -> select -> move from -> step diag 1..3 through empty"
    " -> empty -> select -> set enemy Man",
    "move A = own -> select from -> step orth -> empty -> select -> move from -> choose {"
    " | step diag 1..3 through empty -> empty -> select -> set enemy Man | step orth -> !own -> select -> set own Man }",
]
"""Rules whose last click is not looked for before it is drawn."""


@pytest.mark.parametrize(("rules", "engine"), diagonal(dict(enumerate(LAST_CLICKS)), COMPILED))
def test_every_last_click_is_equally_likely(engine: str, rules: str) -> None:
    document = read_text(LATE.format(rules=rules), "late.game")
    assert "def rejection_gen_0(" in program_of(document).source
    reference, compiled = load(document, "interpreter"), load(document, engine)
    for plies in (0, 1, 4):
        position = playout(reference, plies, max_plies=plies).position
        assert is_fair(reference, compiled.engine.advance, position), f"after {plies} plies"


@pytest.mark.prove
@pytest.mark.filterwarnings("ignore::tilewright.runtime.loading.FallbackWarning")  # of sets too large for WebAssembly
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("engine", COMPILED)
def test_every_move_of_random_games_is_equally_likely(engine: str, part: int) -> None:
    looked_at = 0
    for seed in range(part, 400, 8):
        text = draw(Random(f"fair/{seed}"))
        if read(text) is None:
            continue
        reference, compiled = (load(read_text(text, "random.game"), chosen) for chosen in ("interpreter", engine))
        if compiled.fallback is not None:
            continue
        try:
            state = playout(reference, seed, max_plies=3)
            if not state.is_chance and 2 <= state.count_moves() <= 60:  # nature draws by its odds
                assert is_fair(reference, compiled.engine.advance, state.position), text
                looked_at += 1
        except ModelError:
            continue  # where rules go wrong, nothing is drawn
    assert looked_at > 15


# -- the test itself


def tail(statistic: float, freedom: int) -> float:
    """Return how likely chi-squared with an even number of degrees of freedom exceeds something: the exact sum."""
    half = statistic / 2
    return exp(-half) * sum(half**number / factorial(number) for number in range(freedom // 2))


@pytest.mark.parametrize("freedom", [2, 4, 10, 30, 100, 200])
def test_the_limit_is_near_the_quantile(freedom: int) -> None:
    assert 1e-7 < tail(limit(freedom), freedom) < 1.1e-6


@pytest.mark.parametrize("cells", [2, 3, 9])
def test_an_unfair_draw_is_found(cells: int) -> None:
    """A move that is drawn twice as often as any other is found, an honest draw is not."""
    text = f"game A {{ players X, O\n board {cells}x1\n pieces Man:M\n place P = empty\n effect = set own Man }}"
    game = load(read_text(text, "a.game"), "interpreter")
    node = game.engine.settle(game.engine.initial())
    after = [game.engine.take(node, identity) for identity in node.moves]
    assert is_fair(game, lambda position, seed: Random(seed).choice(after), node.position)
    assert not is_fair(game, lambda position, seed: Random(seed).choice([*after, after[0]]), node.position)


@pytest.mark.parametrize("engine", COMPILED)
def test_a_random_step_does_not_depend_on_what_nature_has_drawn(engine: str) -> None:
    """The table of dealt cards and actions is compared with that of independent draws."""
    batch = load("kuhn-poker", engine).batch(6000, seed=1)
    batch.draw()
    dealt = [tuple(column[number] for column in cards(batch)) for number in range(len(batch))]
    drawn = Counter(zip(dealt, batch.step_random(), strict=True))
    assert len({hand for hand, _ in drawn}) == 6 and len({action for _, action in drawn}) == 2
    share = len(batch) / 12
    assert sum((count - share) ** 2 / share for count in drawn.values()) + (12 - len(drawn)) * share < limit(11)


def cards(batch: Batch[Any]) -> list[memoryview[int]]:
    """Return for each player what card each game has dealt him."""
    return [batch.numbers[f"card/{player}"] for player in range(2)]
