"""Every engine plays alike from any position: one to which no play leads may have no king, or two, or marks anywhere."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.drawn_games import THOROUGH, drawn
from tests.support.engines import COMPILED, need
from tests.support.gallery import GAMES
from tests.support.random_positions import draw_position
from tests.support.thinning import sampled
from tests.support.trace import TOO_LONG, Comparison, Differs, compiled, found, one_ply
from tilewright.model.diagnostics import ModelError
from tilewright.model.files import read_text
from tilewright.runtime import Game, State, load
from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.engines.stopping import Stop


def agree(reference: Game, played: Game, engine: str, seed: int, positions: int) -> int:
    """Compare an engine with the interpreter at so many positions; return at how many of them the rules hold."""
    random = Random(seed)
    comparison = Comparison(reference, played, engine, random)
    holding = 0
    for _ in range(positions):
        state = reference.state(draw_position(reference, random))
        try:
            holding += _agree_at(comparison, state, random)
        except Exception as error:
            raise Differs(f"{engine}, from {state.to_text()}: {type(error).__name__}: {error}") from error
    return holding


def _agree_at(comparison: Comparison, state: State, random: Random) -> bool:
    reference, played, position = comparison.reference, comparison.other, state.start
    settled = found(lambda: reference.engine.settle(position))
    if settled.codes & TOO_LONG:
        return False
    assert played.position(state.to_text()).start == position
    comparison.everything(position, ())
    if settled.codes:
        return False
    seed = random.randrange(1 << 40)
    try:
        one_ply(reference, played, comparison.name, position, seed)
        batch = played.batch(2, seed=seed)
        batch.place(1, played.state(position))
        batch.legal()
        assert batch.counts[1] == len(settled.value.moves)
        batch.random(8)
        games = compiled_engine(played.engine, played.name).playouts(position, range(2), seed, 8, Stop())
        assert max(games.plies) <= 8
    except ModelError:  # of rules that go wrong in the course of the game
        pass
    return True


@pytest.mark.parametrize("example", sampled(GAMES))
def test_games_of_the_gallery_are_played_alike_from_anywhere(example: object) -> None:
    name = str(example)
    assert agree(load(name, "interpreter"), load(name, "python"), "python", 1, 4) > 0


@pytest.mark.parametrize("number", range(12))
def test_random_models_are_played_alike_from_anywhere(number: int) -> None:
    _agree_on(drawn(12)[number], "python", 8)


@pytest.mark.prove
@pytest.mark.parametrize("engine", COMPILED)
def test_many_random_models_are_played_alike_from_anywhere(engine: str) -> None:
    need(engine)
    for text in drawn(THOROUGH // (1 if engine == "python" else 10)):
        _agree_on(text, engine, 10)


def _agree_on(text: str, engine: str, positions: int) -> None:
    played = compiled(text, engine)
    if played is not None:
        agree(load(read_text(text, "random.game"), "interpreter"), played, engine, 1, positions)
