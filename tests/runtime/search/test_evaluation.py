"""The evaluation of positions: what the regression finds, mirrors, and a cache that nobody needs to trust."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.support.engines import COMPILED, game, need
from tilewright.runtime import Game, load
from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.kernels import cache
from tilewright.runtime.search import evaluation
from tilewright.runtime.search.evaluation import Evaluation, evaluation_of
from tilewright.runtime.search.mirrors import mirror_of
from tilewright.runtime.search.regression import Column, explained, ridge
from tilewright.runtime.search.sampling import Sampling
from tilewright.runtime.search.steps import finished


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few positions be looked at, and nothing be known from before."""
    monkeypatch.setattr(evaluation, "POSITIONS", 300)
    evaluation._lessons.clear()


def test_products_of_columns_are_exact() -> None:
    random = Random(1)
    for _ in range(20):
        one, other = ([random.randrange(-9, 10) * random.randrange(3) for _ in range(70)] for _ in range(2))
        assert column(one) * column(other) == sum(a * b for a, b in zip(one, other, strict=True))
    assert not column([0, 0]) and column([0, -1])


def column(numbers: Sequence[int]) -> Column:
    """Return a column with a number for each sample."""
    return Column({place: number for place, number in enumerate(numbers) if number})


def test_a_regression_finds_the_weights_that_made_a_target() -> None:
    random = Random(2)
    columns = [[random.randrange(-3, 4) for _ in range(400)] for _ in range(5)]
    target = column([7 * a - 3 * b + 20 * d for a, b, _, d, _ in zip(*columns, strict=True)])
    found = finished(ridge(list(map(column, columns)), [1e-6] * 5, target))
    assert found == pytest.approx([7, -3, 0, 20, 0], abs=1e-4)
    assert explained(list(map(column, columns)), found, target, 400) == pytest.approx(1)
    held = finished(ridge(list(map(column, columns)), [1e6] * 5, target))
    assert all(abs(weight) < 1 for weight in held)


MIRRORED = [("tic-tac-toe", (0, 1, 2)), ("chess", (56, 57, 58)), ("breakthrough", (56, 57, 58)), ("hex", (0, 11, 22))]
"""Games, and where the first three cells are for the other player."""


@pytest.mark.parametrize(("name", "cells"), MIRRORED)
def test_players_who_mirror_each_other_are_seen(name: str, cells: tuple[int, ...]) -> None:
    need("native")
    engine = compiled_engine(load(name, "native").engine, name)
    sampling = Sampling(engine, 300, 1)
    sampling.go_on()
    mirror = finished(mirror_of(engine, [*(sample.before for sample in sampling.samples[:8]), *sampling.late]))
    assert sampling.is_whole and mirror is not None and mirror.cells[:3] == cells
    for sample in sampling.samples[:20]:
        there = mirror.position(sample.after)
        assert engine.count(there) == engine.count(sample.after)
        back = mirror.position(there)
        assert (back.boards, back.counters, back.player) == (
            sample.after.boards, sample.after.counters, sample.after.player,
        )  # fmt: skip


def test_players_who_differ_are_not_taken_for_mirrors() -> None:
    need("native")
    text = """game Uneven {
  players A, B
  board 5x5
  pieces Man:M
  directions diag = (1,1) (-1,1)
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark here
  setup { "..M.." "....." "....." "....." "..m.." }
  move Walk = Cell.AMan -> own -> select here -> step diag -> empty -> select -> move here
  move Run = Cell.BMan -> own -> select here -> step orth -> empty -> select -> move here
}"""
    engine = compiled_engine(game(text, "native").engine, "Uneven")
    assert finished(mirror_of(engine, [engine.initial()])) is None


@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough"])
def test_every_engine_finds_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "POSITIONS", 60)
    monkeypatch.setattr(evaluation, "_key", lambda game: None)
    found = []
    for engine in COMPILED:
        need(engine)
        found.append(evaluation_of(load(name, engine)))
    assert found[0] == found[1] and any(found[0].weights[0])


def test_weights_mean_what_they_should(monkeypatch: pytest.MonkeyPatch) -> None:
    need("native")
    monkeypatch.setattr(evaluation, "POSITIONS", 800)
    chess = load("chess", "native")
    found = evaluation_of(chess)
    terms = compiled_engine(chess.engine, "chess").program.layout.terms
    names = [chess.tables.states[state].name for state in terms.states]

    def mean(name: str) -> float:
        first = names.index(name) * terms.bits
        return sum(found.weights[0][first : first + terms.bits]) / 64

    assert mean("WhiteQueen") > mean("WhiteRook") > mean("WhitePawn") > 0
    assert mean("BlackQueen") == pytest.approx(-mean("WhiteQueen"))
    assert found.weights[1] == tuple(-weight for weight in found.weights[0])
    assert found.quiescence > 0 and 0 < found.fit <= 1
    assert load_quiescence("othello") == load_quiescence("clobber") == 0


def load_quiescence(name: str) -> int:
    return evaluation_of(load(name, "native")).quiescence


def test_large_boards_have_one_weight_for_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    need("native")
    monkeypatch.setattr(evaluation, "_key", lambda game: None)
    monkeypatch.setattr(evaluation, "FEATURES", 10)
    breakthrough = load("breakthrough", "native")
    terms = compiled_engine(breakthrough.engine, "breakthrough").program.layout.terms
    found = evaluation_of(breakthrough)
    assert len(set(found.weights[0][: terms.bits])) == 1 and found.weights[0][0] > 0


def test_varied_weights_stay_near() -> None:
    first = Evaluation(((100, 0, -300), (-100, 0, 300)), 2, 0.5)
    assert first.varied(1) == first.varied(1) != first.varied(2)
    for seed in range(20):
        one, other = first.varied(seed).weights
        assert one == tuple(-weight for weight in other) and one[1] == 0
        assert abs(one[0] - 100) <= 20 and abs(one[2] + 300) <= 20
    assert Evaluation(((0,), (0,))).varied(1).weights == ((0,), (0,))


# -- the cache


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Game, str]:
    """Return a game whose evaluation has just been kept, and its key."""
    need("native")
    tmp_path.chmod(0o700)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    tic_tac_toe = load("tic-tac-toe", "native")
    evaluation_of(tic_tac_toe)
    evaluation._lessons.clear()
    key = evaluation._key(tic_tac_toe)
    assert key is not None and cache.read(key) is not None
    return tic_tac_toe, key


def test_what_is_kept_is_used(kept: tuple[Game, str], monkeypatch: pytest.MonkeyPatch) -> None:
    tic_tac_toe, key = kept
    facts = json.loads(cache.read(key) or b"")
    facts["weights"][0][0] = 4321
    cache.write(key, json.dumps(facts).encode())
    monkeypatch.setattr(evaluation, "Sampling", None)
    assert evaluation_of(tic_tac_toe).weights[0][0] == 4321


HOSTILE = [
    b"", b"[", b"null", b"[" * 100_000, b'{"weights": [], "quiescence": 0, "fit": 0.5}',
    b'{"weights": [[1], [2]], "quiescence": 0, "fit": 0.5}', b"\xff\xfe",
]  # fmt: skip

CHANGED = [
    ("quiescence", -1), ("quiescence", 10**9), ("quiescence", "4"), ("quiescence", None), ("fit", "x"), ("fit", 2.0),
    ("weights", {}), ("weights", "weights"),
]  # fmt: skip


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_none_of_ours_is_found_again(kept: tuple[Game, str], data: bytes) -> None:
    tic_tac_toe, key = kept
    good = cache.read(key)
    cache.write(key, data)
    assert len(evaluation_of(tic_tac_toe).weights) == 2
    assert cache.read(key) == good


@pytest.mark.parametrize(("part", "value"), CHANGED)
def test_parts_that_are_none_of_ours_are_found_again(kept: tuple[Game, str], part: str, value: object) -> None:
    tic_tac_toe, key = kept
    good = cache.read(key)
    cache.write(key, json.dumps({**json.loads(good or b""), part: value}).encode())
    evaluation_of(tic_tac_toe)
    assert cache.read(key) == good


@pytest.mark.parametrize("weight", [1 << 62, 0.5, "7", None, True])
def test_weights_that_are_none_are_found_again(kept: tuple[Game, str], weight: object) -> None:
    tic_tac_toe, key = kept
    good = cache.read(key)
    facts = json.loads(good or b"")
    facts["weights"][1][2] = weight
    cache.write(key, json.dumps(facts).encode())
    evaluation_of(tic_tac_toe)
    assert cache.read(key) == good
