"""No program relies on what is not there: machine code would go on with it unseen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.runtime.search.plain_minimax import drawn_evaluation
from tests.support.drawn_games import ONCE_WRONG, THOROUGH, drawn
from tests.support.gallery import GAMES
from tests.support.random_models import read
from tests.support.random_positions import draw_position
from tests.support.royal_models import draw
from tests.support.strict_kernel import Careless, StrictKernel
from tests.support.thinning import sampled, thinned
from tests.support.trace import MOST_MOVES, compiled
from tilewright.generator.compiler.kernel.language import check
from tilewright.model.diagnostics import ModelError
from tilewright.model.files import read_text
from tilewright.runtime import Game, load, perft
from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.kernels import python
from tilewright.runtime.search.minimax import MinimaxSearch
from tilewright.runtime.search.uct import TreeSearch
from tilewright.runtime.search.unsearched import Unsearched

CARELESS = [
    ("a_x = [0] * 4\n    return a_x[n - 5]", 4, "word -1 of 4"),
    ("a_x = [0] * 4\n    a_x[n] = 1\n    return 0", 4, "word 4 of 4"),
    ("a_x = [None] * 4\n    return a_x[n]", 3, "word 3 is read and was not written"),
    ("return t_x[n]", 2, "word 2 of 2"),
    ("return ctz(bit(n) & 8)", 4, "a cell of 0x0"),
    ("return popc(kth(0x7, n))", 3, "cell number 3 of 0x7"),
    ("return popc(bit(n))", 64, "the set of cell 64"),
]


@pytest.mark.parametrize(("body", "number", "words"), CARELESS)
def test_it_refuses_what_machine_code_does_not_notice(body: str, number: int, words: str) -> None:
    text = f"WORDS = 1\nt_x = (5, 7)\n\n\ndef f(n):\n    {body}\n"
    check(text)
    with pytest.raises(Careless, match=words):
        StrictKernel(text).call("f", number)


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python, "python_kernel", StrictKernel)


def go_through(game: Game, positions: int, *, searched: bool = True) -> None:
    """Run all functions of a game's programs, from its beginning and from positions to which no play leads.

    *searched*: those of tree search as well.
    """
    engine = compiled_engine(game.engine, game.name)
    assert isinstance(engine, Compiled) and isinstance(engine.kernel, StrictKernel)
    random = Random(1)
    for number in range(positions + 1):
        start = game.state(draw_position(game, random)) if number else game.initial_state()
        try:
            engine.settle(start.start)
            if len(start.legal_moves) <= MOST_MOVES // 4:
                perft(start, 2)
            engine.playouts(start.start, range(2), number, 60, Stop())
            engine.survey(start.start, range(1), number, 20, Stop())
            batch = game.batch(2, seed=number, start=start)
            for _ in range(3):
                mask = batch.legal().tolist()
                batch.step([random.choice([place for place, there in enumerate(row) if there] or [-1]) for row in mask])
            batch.random(20)
            if searched and not start.is_over and not start.is_chance:
                TreeSearch(start, seed=number, plies=20).run(6)
                MinimaxSearch(start, evaluation=drawn_evaluation(start, number, 2)).run(depth=3, nodes=20)
        except (ModelError, Unsearched):
            pass


@pytest.mark.parametrize("example", sampled(GAMES))
def test_games_of_the_gallery(strict: None, example: object) -> None:
    go_through(load(str(example), "python"), 0, searched=False)


@pytest.mark.prove
@pytest.mark.parametrize("example", GAMES, ids=str)
def test_positions_of_the_gallery(strict: None, example: object) -> None:
    go_through(load(str(example), "python"), 3, searched=False)


@pytest.mark.prove
@pytest.mark.parametrize("example", GAMES, ids=str)
def test_searches_of_the_gallery(strict: None, example: object) -> None:
    start = load(str(example), "python").initial_state()
    while start.is_chance:
        start = start.play_number(0)
    TreeSearch(start, plies=20).run(20)
    MinimaxSearch(start, evaluation=drawn_evaluation(start, 1, 2)).run(depth=3, nodes=200)


@pytest.mark.parametrize("path", thinned(ONCE_WRONG))
def test_games_on_which_an_engine_was_wrong(strict: None, path: Path) -> None:
    go_through(load(path, "python"), 1)


@pytest.mark.parametrize("part", range(3))
def test_random_games(strict: None, part: int) -> None:
    for text in drawn(6)[part::3]:
        go_through(load(read_text(text, "random.game"), "python"), 2)


def royal(numbers: range) -> Iterator[str]:
    """Yield games whose kings must not be attacked, as far as they are valid."""
    for number in numbers:
        text = draw(Random(f"royal {number}"))
        if read(text) is not None:
            yield text


def test_random_games_with_kings(strict: None) -> None:
    for text in royal(range(2)):
        go_through(load(read_text(text, "royal.game"), "python"), 1, searched=False)


@pytest.mark.prove
@pytest.mark.parametrize("part", range(4))
def test_many_random_games_with_kings(strict: None, part: int) -> None:
    for text in royal(range(part, 200, 4)):
        go_through(load(read_text(text, "royal.game"), "python"), 2)


@pytest.mark.prove
@pytest.mark.parametrize("part", range(6))
def test_many_random_games(strict: None, part: int) -> None:
    for text in drawn(THOROUGH)[part::6]:
        if (played := compiled(text, "python")) is not None:
            go_through(played, 3)
