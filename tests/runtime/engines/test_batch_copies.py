"""Copies of batches: clones, parts of others, pickles; moves that are begun, histories and random numbers included."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from tests.support.engines import COMPILED, need
from tests.support.gallery import GAMES, Example
from tests.support.places import ROOT
from tests.support.thinning import diagonal
from tilewright.runtime import Batch, load

compiled = pytest.mark.parametrize("engine", COMPILED)


def going(name: str, engine: str, count: int = 4, steps: int = 7) -> Batch[Any]:
    """Return a batch in the middle of games, with moves that are begun."""
    need(engine)
    batch = load(name, engine).batch(count, seed=3)
    random = Random(1)
    batch.random(3)
    for number in range(steps):
        mask = batch.legal().tolist()
        rows = [[action for action, there in enumerate(row) if there] or [-1] for row in mask]
        batch.step([random.choice(row) if position <= number else -1 for position, row in enumerate(rows)])
    return batch


def shown(batch: Batch[Any]) -> tuple[object, ...]:
    """Return all that a batch shows."""
    mask = batch.legal().tolist()
    return (
        [batch.state(number).start for number in range(len(batch))], [batch.begun(n) for n in range(len(batch))], mask,
        batch.counts.tolist(), batch.hashes().tolist(), batch.clicked().tolist(), batch.boards().tolist(),
        batch.player.tolist(), batch.done.tolist(), batch.returns.tolist(), batch.plies.tolist(),
    )  # fmt: skip


def go_on(batch: Batch[Any]) -> tuple[object, ...]:
    batch.random(9)
    return shown(batch)


COPIED = ("chess", "amazons", "go", "checkers", "oware", "connect-four")


@pytest.mark.parametrize(("name", "engine"), diagonal({name: name for name in COPIED}, COMPILED))
def test_copies_go_on_alike(name: str, engine: str) -> None:
    batch = going(name, engine)
    clone, pickled = batch.clone(), pickle.loads(pickle.dumps(batch))
    other = batch.game.batch(6, seed=9)
    other.copy_from(batch, [3, 0, 1, 2], [-1, 1, 2, 4])
    assert shown(clone) == shown(pickled) == shown(batch)
    assert [other.state(n).start for n in (1, 2, 4, 5)] == [batch.state(n).start for n in range(4)]
    assert [other.begun(n) for n in (1, 2, 4, 5)] == [batch.begun(n) for n in range(4)]
    assert other.state(0) == batch.game.initial_state()
    assert go_on(clone) == go_on(pickled) == go_on(batch)
    batch.reset()
    assert shown(clone) != shown(batch)


@pytest.mark.prove
@pytest.mark.parametrize("example", GAMES, ids=str)
def test_every_game_is_cloned(example: Example) -> None:
    need("native")
    batch = going(example.name, "native", 3, 4)
    clone = batch.clone()
    assert shown(clone) == shown(batch)
    batch.random(3)
    clone.random(3)
    assert shown(clone) == shown(batch)


@compiled
def test_what_was_clicked_is_seen(engine: str) -> None:
    need(engine)
    batch = load("chess", engine).batch(2)
    before = batch.hashes().tolist()
    e2 = batch.actions.index("e2")
    batch.step([e2, -1])
    after = batch.hashes().tolist()
    assert after[0] != before[0] and after[1] == before[1] and before[0] == before[1]
    seen = batch.clicked()
    assert [(n, cell) for n in range(2) for cell in range(64) if seen[n, cell]] == [(0, e2)]
    assert batch.clicks(0) == (e2,) and str(batch.begun(0)) == "e2"
    batch.step([batch.actions.index("e4"), -1])
    assert not any(map(any, batch.clicked().tolist())) and batch.hashes()[0] not in (after[0], before[0])


@compiled
def test_what_cannot_be_copied(engine: str) -> None:
    batch = going("chess", engine)
    before = shown(batch)
    with pytest.raises(ValueError, match="2 positions are read, but 1 are to be written"):
        batch.copy_from(batch, [0, 1], [0])
    with pytest.raises(IndexError):
        batch.copy_from(batch, [0], [4])
    with pytest.raises(ValueError, match="a batch of Chess is needed, not one of Go"):
        batch.copy_from(load("go", engine).batch(4))
    assert shown(batch) == before


@compiled
def test_forged_pickles_are_refused(engine: str) -> None:
    batch = going("chess", engine)
    restore, (game, rows, *_) = batch.__reduce__()
    assert callable(restore) and shown(restore(game, rows)) == shown(batch)
    parts, clicks, seed = rows[0]
    for forged in ((parts[:3], clicks, seed), (parts, (999,), seed), (parts, (27,), seed), (parts, ("x",), seed)):
        with pytest.raises(ValueError, match=r"is no position of Chess|no move of Chess begins"):
            restore(game, [forged])
    with pytest.raises(ValueError, match="positions"):
        restore(game, [])


PENDING = """
import pickle, sys
batch = pickle.load(sys.stdin.buffer)
batch.play([batch.state(0).number_of("c6-b8")])
pickle.dump((batch.done.tolist(), batch.returns.tolist()), sys.stdout.buffer)
"""


@compiled
def test_another_process_knows_which_positions_there_were(engine: str) -> None:
    """The last of five equal positions is a draw, of which the other process plays only the last move."""
    need(engine)
    batch = load("chess", engine).batch(1)
    played = ["b1-c3", "b8-c6", "c3-b1", "c6-b8"] * 9
    while True:
        ahead = batch.clone()
        ahead.play([ahead.state(0).number_of(played[0])])
        if ahead.done[0]:
            break
        batch, played = ahead, played[1:]
    assert played[0] == "c6-b8" and batch.plies[0] > 8
    code = [sys.executable, "-c", PENDING]
    done = subprocess.run(code, input=pickle.dumps(batch), cwd=ROOT, capture_output=True, check=True)
    assert pickle.loads(done.stdout) == (ahead.done.tolist(), ahead.returns.tolist()) == ([True], [[0.0, 0.0]])


FORKED = """
import os
from tilewright import load
batch = load("tic-tac-toe", "python").batch(20_000, seed=1)
before = batch.plies.tolist()
child = os.fork()
if child == 0:
    batch.random(2)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print(batch.plies.tolist() == before)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_has_a_batch_of_its_own() -> None:
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n", done.stderr
