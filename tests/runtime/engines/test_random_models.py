"""Every engine plays every game alike: games drawn at random, and those on which engines once disagreed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.support.drawn_games import (
    LATE,
    ONCE_WRONG,
    PARTS,
    QUICK,
    SEED,
    THOROUGH,
    ZONED,
    drawn,
    drawn_with_zones,
    is_played,
)
from tests.support.engines import COMPILED, need
from tests.support.random_models import census, cuts, draw, read, reduced, worth
from tests.support.thinning import diagonal
from tests.support.trace import Compared, Differs, agree, compare
from tilewright.metamodel import schema
from tilewright.model.diagnostics import ModelError
from tilewright.model.files import read_text
from tilewright.runtime import load, perft


def all_agree(texts: tuple[str, ...], engine: str, most: int = 60) -> Compared:
    """Compare an engine on games; where it differs, tell the smallest game on which it still does."""
    total = Compared()
    for text in texts:
        try:
            compared = agree(text, engine, most=most)
        except Exception as error:
            failure = type(error)

            def fails(smaller: str, failure: type[Exception] = failure) -> bool:
                try:
                    agree(smaller, engine, most=most)
                except failure:
                    return True
                except Exception:
                    return False
                return False

            smallest = reduced(text, fails)
            with pytest.raises(failure) as caught:
                agree(smallest, engine, most=most)
            pytest.fail(
                f"{engine} on this game: {failure.__name__}: {caught.value}\n{smallest}\nmade smaller from\n{text}"
            )
        total.positions += compared.positions
        total.moves += compared.moves
        total.wrong += compared.wrong
        total.ends += compared.ends
    return total


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("engine", COMPILED)
def test_engines_agree_on_random_games(engine: str, part: int) -> None:
    games = drawn(QUICK)[part::2]
    total = all_agree(games, engine)
    assert total.positions > 5 * len(games)
    assert total.moves > total.positions


@pytest.mark.prove
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("engine", COMPILED)
def test_engines_agree_on_many_random_games(engine: str, part: int) -> None:
    total = all_agree(drawn(THOROUGH)[part::PARTS], engine, most=120)
    print(f"seed {SEED}, part {part}, {engine}: {THOROUGH // PARTS} games, {total}")
    assert min(total.wrong, total.ends) > 0


@pytest.mark.prove
@pytest.mark.filterwarnings("ignore::tilewright.runtime.loading.FallbackWarning")  # of sets too large for WebAssembly
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("engine", COMPILED)
def test_engines_agree_on_random_games_with_zones(engine: str, part: int) -> None:
    games = drawn_with_zones(ZONED)[part::PARTS]
    total = all_agree(games, engine)
    print(f"seed {SEED}, part {part}, {engine}: {len(games)} games with zones, {total}")
    assert total.positions > 5 * len(games) and total.ends > 0


@pytest.mark.parametrize(("path", "engine"), diagonal({path.stem: path for path in ONCE_WRONG}, COMPILED))
def test_engines_agree_where_they_did_not(engine: str, path: Path) -> None:
    assert agree(path.read_text(encoding="utf-8"), engine, path.name, plies=200).positions > 0


@pytest.mark.parametrize("path", LATE, ids=lambda path: path.stem)
@pytest.mark.parametrize("engine", COMPILED)
def test_an_error_in_a_move_that_is_only_counted_is_told_a_ply_later(engine: str, path: Path) -> None:
    """The interpreter makes every move that it counts; a compiled engine makes those from which it goes on."""
    need(engine)

    def told(by: str) -> tuple[int, str]:
        state = load(path, by).initial_state()
        for depth in range(1, 9):
            try:
                perft(state, depth)
            except ModelError as error:
                return depth, error.diagnostics[0].code
        raise AssertionError("no error is told")

    (first, code), (depth, same) = told("interpreter"), told(engine)
    assert same == code and first <= depth <= first + 1


# -- the games themselves


def test_random_games_are_valid_and_worth_playing() -> None:
    texts = [draw(Random(seed)) for seed in range(120)]
    documents = [document for document in map(read, texts) if document is not None]
    assert len(documents) > 110
    played = [worth(load(document, "interpreter")) for document in documents]
    assert sum(game.is_playable for game in played) > 90
    assert sum(game.is_worth_playing for game in played) > 60


def test_random_games_use_every_filter_and_value() -> None:
    """The classes in games that play on all engines; every one several times."""
    found: Counter[str] = Counter()
    for text in drawn(200):
        document = read(text)
        assert document is not None
        found.update(census(document.root).keys())
    for base in ("Filter", "Value"):
        for name in schema().concrete[base]:
            assert found[name] >= 3, name


def test_the_same_seed_gives_the_same_game() -> None:
    assert draw(Random(5)) == draw(Random(5)) != draw(Random(6))


def test_reduced_keeps_what_holds() -> None:
    """What is left of a game in which a piece moves, if it must have a move of a piece and be played, is small."""
    text = next(text for text in drawn(QUICK) if "move from" in text)

    def moves(smaller: str) -> bool:
        return "move from" in smaller and is_played(smaller)

    smallest = reduced(text, moves, most=20_000)
    assert moves(smallest)
    assert len(smallest) < 0.8 * len(text)
    assert not any(moves(smaller) for smaller in cuts(smallest))


def test_a_disagreement_is_told() -> None:
    """A game with a rule more than another one is told from it, at the position where it matters."""
    plain = "game A {\n  players X, O\n  board 3x1\n  pieces Man:M\n  place P = empty\n  effect = set own Man\n"
    right = load(read_text(plain + "}\n", "a.game"), "interpreter")
    wrong = load(
        read_text(plain + "  effect = goto all -> if count { own } == 2 -> set empty\n}\n", "a.game"), "interpreter"
    )
    with pytest.raises(Differs, match=r"wrong, ply 2, after a1 b1: the position after c1(.|\n)*they differ in: boards"):
        compare(right, wrong, "wrong")
