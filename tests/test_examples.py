"""Every example: its two texts are one model, it has no problems, and its counts are the known ones."""

from __future__ import annotations

import pytest

from tests.gallery import EXAMPLES, Example
from tilewright.model.document import Syntax
from tilewright.model.files import read, write
from tilewright.model.objects import difference
from tilewright.model.validation import validate
from tilewright.runtime import load, perft
from tilewright.model.gallery import names
from tilewright.runtime.state import State

FEW = 60_000
"""The leaves that are counted in every run of the tests; more are left to ``make prove``."""

every_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)


def test_the_gallery_lists_them() -> None:
    assert names() == tuple(example.name for example in EXAMPLES)
    assert {"tic-tac-toe", "connect-four", "connect-four-floor", "othello"} <= set(names())


@every_example
def test_the_twins_are_one_model(example: Example) -> None:
    xmi, game = read(example.file("xmi")), read(example.file("game"))
    assert xmi.diagnostics == [] and game.diagnostics == []
    assert difference(xmi.root, game.root) is None


@every_example
def test_the_texts_are_canonical(example: Example) -> None:
    for extension, syntax in (("xmi", Syntax.XMI), ("game", Syntax.GAME)):
        text = example.file(extension).read_text(encoding="utf-8")
        assert write(read(example.file(extension)), syntax) == text


@every_example
def test_there_is_nothing_wrong_with_it(example: Example) -> None:
    assert validate(read(example.file("xmi"))) == []
    assert validate(read(example.file("game"))) == []


def check_counts(example: Example, depths: range) -> None:
    state = load(example.file("xmi")).initial_state()
    known = example.counts()
    assert [perft(state, depth) for depth in depths] == [known[depth - 1] for depth in depths]


@every_example
def test_its_counts_are_known(example: Example) -> None:
    depths = [depth for depth, count in enumerate(example.counts(), 1) if count <= FEW]
    assert len(depths) >= 3
    check_counts(example, range(1, depths[-1] + 1))


@pytest.mark.prove
@every_example
def test_all_its_counts_are_known(example: Example) -> None:
    check_counts(example, range(1, len(example.counts()) + 1))
    print(f"{example.name}: {' '.join(map(str, example.counts()))}")


@pytest.mark.prove
def test_complete_games_of_tic_tac_toe() -> None:
    """255168 games (Bottomley 2001), which the counts by depth do not show: a game may end early."""

    def games(state: State) -> int:
        return 1 if state.is_over else sum(games(state.play(move)) for move in state.legal_moves)

    assert games(load("tic-tac-toe").initial_state()) == 255168
