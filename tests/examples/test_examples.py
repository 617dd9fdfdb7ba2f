"""Every example: its two texts are one model, it has no problems, and its proof pack holds."""

from __future__ import annotations

import pytest

from tests.support.engines import ENGINES, need
from tests.support.gallery import EXAMPLES, GAMES, Example
from tests.support.thinning import in_turn, with_engines
from tilewright.model.document import Syntax
from tilewright.model.files import read, write
from tilewright.model.gallery import names
from tilewright.model.objects import difference
from tilewright.model.validation import validate
from tilewright.runtime import Game, load, perft
from tilewright.runtime.proof.invariants import check_invariants
from tilewright.runtime.proof.perft_tables import PerftTable, perft_table_of
from tilewright.runtime.proof.playthroughs import difference as played_differently
from tilewright.runtime.state import State

FEW = {"interpreter": 500, "python": 2_000, "native": 5_000, "wasm": 5_000}
"""The leaves that are counted at most in every run of the tests, by engine."""
MANY = 100_000
"""The leaves that a table has at least, all of which machine code counts in ``make prove``."""
MOST = {"interpreter": 20_000, "python": 20_000, "native": None, "wasm": MANY}
"""The leaves of a position that ``make prove`` counts at most, by engine; None is all that are known."""

# The scope has all tests of an example run together, so that it is compiled once.
every_example = pytest.mark.parametrize("example", EXAMPLES, ids=str, scope="module")
loaded: dict[tuple[str, str], Game] = {}


def game_of(example: Example, engine: str) -> Game:
    """Return the game of an example, which is read once."""
    key = (example.name, engine)
    if key not in loaded:
        loaded[key] = load(example.file("xmi"), engine)
    return loaded[key]


def table_of(example: Example, engine: str) -> PerftTable:
    table = perft_table_of(game_of(example, engine))
    assert table is not None and table.counts
    return table


def test_the_gallery_lists_them() -> None:
    assert names() == tuple(sorted(example.name for example in EXAMPLES))
    assert len(set(names())) == len(EXAMPLES)
    assert len(GAMES) >= 24
    assert {example.folder for example in EXAMPLES} == {example.name for example in GAMES}


@every_example
def test_the_twins_are_one_model(example: Example) -> None:
    xmi, game = read(example.file("xmi")), read(example.file("game"))
    assert xmi.diagnostics == [] and game.diagnostics == []
    assert difference(xmi.root, game.root) is None


@every_example
def test_the_texts_are_canonical(example: Example) -> None:
    for extension, syntax in (("xmi", Syntax.XMI), ("game", Syntax.GAME)):
        if extension == "game" and example.extends:
            continue  # what is written is the whole game
        text = example.file(extension).read_text(encoding="utf-8")
        assert write(read(example.file(extension)), syntax) == text


UNPROVED = {"dark-chess", "harvest-fog"}
"""The examples of which no proof shows that nothing leaks: what may be gone to is seen there because it is near."""


@every_example
def test_there_is_nothing_wrong_with_it(example: Example) -> None:
    expected = {"leak-not-excluded"} if example.name in UNPROVED else set()
    assert {found.code for found in validate(read(example.file("xmi")))} == expected
    assert {found.code for found in validate(read(example.file("game")))} == expected


@pytest.mark.parametrize(("name", "lines"), [("chess", 62), ("othello", 15), ("go", 30), ("checkers", 30)])
def test_models_stay_short(name: str, lines: int) -> None:
    (example,) = (example for example in GAMES if example.name == name)
    rules, _, _ = example.file("game").read_text(encoding="utf-8").partition("\n  Theme ")  # which is a look
    assert len(rules.splitlines()) < lines


@pytest.mark.parametrize(("example", "engine"), with_engines(EXAMPLES), scope="module")
def test_its_counts_are_known(example: Example, engine: str) -> None:
    need(engine)
    checked = 0
    for name, counts in table_of(example, engine).counts.items():
        state = game_of(example, engine).state(table_of(example, engine).positions[name])
        for depth, count in enumerate(shallow(counts, FEW[engine]), 1):
            assert (name, depth, perft(state, depth)) == (name, depth, count)
            checked += count
    assert checked


def shallow(counts: tuple[int, ...], most: int | None) -> tuple[int, ...]:
    """Return the first counts of a position, up to that which exceeds a number, but for the very first one."""
    return next(
        (counts[:depth] for depth in range(1, len(counts)) if most is not None and counts[depth] > most), counts
    )


@every_example
def test_its_table_says_where_it_comes_from_and_goes_deep(example: Example) -> None:
    text = example.file("perft").read_text(encoding="utf-8")
    assert text.startswith("//") and len(text.splitlines()[0]) > 20
    counts = table_of(example, ENGINES[0]).counts
    assert "initial" in counts
    assert any(max(known) >= MANY or known[-1] == 0 for known in counts.values()), "no count is large enough"


@every_example
def test_its_playthrough_is_played_alike(example: Example) -> None:
    need("native")
    assert_played_alike(example, "native")


@pytest.mark.prove
@every_example
def test_every_engine_plays_its_playthrough_alike(example: Example, engine: str) -> None:
    assert_played_alike(example, engine)


def assert_played_alike(example: Example, engine: str) -> None:
    text = example.file("playthrough").read_text(encoding="utf-8")
    assert played_differently(game_of(example, engine), text) is None


@pytest.mark.parametrize(("example", "engine"), in_turn({str(e): e for e in EXAMPLES}, ENGINES), scope="module")
def test_invariants(example: Example, engine: str) -> None:
    need(engine)
    game = game_of(example, engine)
    moves = len(game.initial_state().legal_moves)
    plies = 6 if moves < 100 else 3 if moves < 500 else 1  # each move is tried at each ply
    checked = check_invariants(game, 1, seed=7, max_plies=plies)
    assert checked.violations == () and checked.plies > 0


@pytest.mark.prove
@every_example
def test_all_its_counts_are_known(example: Example, engine: str) -> None:
    table, most = table_of(example, engine), MOST[engine]
    for name, known in table.counts.items():
        state = game_of(example, engine).state(table.positions[name])
        counts = shallow(known, most)
        assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts
        print(f"{example}, {name}: {' '.join(map(str, counts))}")


@pytest.mark.prove
@every_example
def test_invariants_of_whole_games(example: Example, engine: str) -> None:
    game = game_of(example, engine)
    games, plies = (2, 80) if len(game.initial_state().legal_moves) < 100 else (1, 40)
    checked = check_invariants(game, games, seed=1, max_plies=plies)
    assert checked.violations == () and checked.plies > 0
    print(f"{example}: {checked.games} games, {checked.plies} plies, {checked.over} to the end")


@pytest.mark.prove
def test_complete_games_of_tic_tac_toe() -> None:
    """255168 games (Bottomley 2001), which the counts by depth do not show: a game may end early."""

    def games(state: State) -> int:
        return 1 if state.is_over else sum(games(state.play(move)) for move in state.legal_moves)

    assert games(load("tic-tac-toe").initial_state()) == 255168
