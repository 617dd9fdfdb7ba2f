"""Learning to judge positions in limited time: it is broken off and gone on with, and ends with the same evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.search.plain_minimax import drawn_evaluation
from tests.support.engines import need
from tilewright.runtime import Game, load
from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.engines.stopping import Stop, Stopped
from tilewright.runtime.engines.tally import Survey
from tilewright.runtime.kernels import cache
from tilewright.runtime.players import MinimaxPlayer
from tilewright.runtime.search import evaluation, minimax
from tilewright.runtime.search.evaluation import Evaluation, Lesson, evaluation_of, lesson_of
from tilewright.runtime.search.minimax import LEARNING, MinimaxSearch
from tilewright.runtime.search.sampling import Sampling
from tilewright.runtime.search.steps import Job, Steps


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Yield a game of which nothing has been learned, with few samples and an empty cache."""
    need("native")
    tmp_path.chmod(0o700)
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(evaluation, "POSITIONS", 60)
    evaluation._lessons.clear()
    yield load("breakthrough", "native")
    evaluation._lessons.clear()


def kept(game: Game) -> bool:
    """Return whether an evaluation is in the cache."""
    key = evaluation._key(game)
    return key is not None and cache.read(key) is not None


def test_without_time_nothing_is_learned_and_nothing_is_kept(fresh: Game) -> None:
    assert not any(evaluation_of(fresh, 0.0).weights[0])
    assert not lesson_of(fresh).is_over and not kept(fresh)
    assert any(evaluation_of(fresh).weights[0])
    assert lesson_of(fresh).is_over and kept(fresh)


def test_what_is_learned_bit_by_bit_is_what_is_learned_at_once(fresh: Game) -> None:
    at_once = evaluation_of(fresh)
    (key,) = [evaluation._key(fresh)]
    assert key is not None
    cache.discard(key)
    evaluation._lessons.clear()
    lesson = lesson_of(fresh)
    while not lesson.is_over:
        assert not kept(fresh)
        lesson.go_on(0.002)
    assert lesson.known == at_once and kept(fresh)


def test_what_is_learned_first_are_weights_that_all_cells_share(fresh: Game) -> None:
    lesson = Lesson(fresh, compiled_engine(fresh.engine, fresh.name))
    lesson._sampling.go_on()
    job = Job(lesson._fitted())
    while not any(lesson.known.weights[0]):
        job.go_on_once()
    assert len(set(lesson.known.weights[0][:64])) == 1 and not job.is_done
    job.go_on(float("inf"))
    assert len(set(job.result.weights[0][:64])) > 1


def test_a_game_that_takes_too_long_is_broken_off(fresh: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = compiled_engine(fresh.engine, fresh.name)
    whole = Sampling(engine, 20, 2)
    whole.go_on()
    usual, begun = Compiled.playouts, list[range]()

    def slow(self: Compiled, position: Any, games: range, seed: int, plies: int, stop: Stop) -> Survey:
        begun.append(games)
        if len(begun) in (3, 70, 95):
            while not stop.requested:
                pass
            raise Stopped
        return usual(self, position, games, seed, plies, stop)

    monkeypatch.setattr(Compiled, "playouts", slow)
    sampling = Sampling(engine, 20, 2)
    calls = 0
    while not sampling.is_over:
        sampling.go_on(0.5)
        calls += 1
    assert calls >= 4 and sampling.is_whole
    assert (sampling.samples, sampling.late) == (whole.samples, whole.late)


def test_steps_that_were_stopped_are_done_again() -> None:
    engine = compiled_engine(load("tic-tac-toe", "python").engine, "tic-tac-toe")
    stop = Stop()
    stop.request()
    with pytest.raises(Stopped):
        engine.wandered(engine.initial(), 1, 5, stop)
    assert engine.wandered(engine.initial(), 1, 5, Stop()) == engine.wandered(engine.initial(), 1, 5)


def test_what_an_error_has_broken_off_is_begun_anew(fresh: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(self: Lesson) -> Steps[Evaluation]:
        raise KeyboardInterrupt
        yield

    with monkeypatch.context() as patched:
        patched.setattr(Lesson, "_fitted", failing)
        with pytest.raises(KeyboardInterrupt):
            evaluation_of(fresh)
    assert any(evaluation_of(fresh).weights[0])


# -- searches


class Teacher:
    """Gives one evaluation after the other, and notes how many seconds it was given."""

    def __init__(self, known: list[Evaluation]) -> None:
        self.known = known
        self.given: list[float | None] = []

    def go_on(self, seconds: float | None = None) -> Evaluation:
        """Return the next evaluation, the last one again and again."""
        self.given.append(seconds)
        return self.known[min(len(self.given), len(self.known)) - 1]


def taught(game: Game, monkeypatch: pytest.MonkeyPatch, count: int) -> Teacher:
    """Let searches learn from a teacher with so many evaluations."""
    found = Teacher([drawn_evaluation(game.initial_state(), seed, 2) for seed in range(count)])
    monkeypatch.setattr(minimax, "lesson_of", lambda game: found)
    return found


def test_learning_takes_a_share_of_the_time(fresh: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    teacher, search = taught(fresh, monkeypatch, 1), MinimaxSearch(fresh)
    search.run(seconds=0.04)
    search.run(depth=2)  # goes on with the same state: nothing is learned
    search.go_on(search.state.play_number(0))
    search.run(depth=2)
    search.go_on(search.state.play_number(0))
    search.run(depth=2, seconds=8)
    assert teacher.given == [0.04 * LEARNING, None, 8 * LEARNING] and LEARNING <= 0.5


def test_what_is_learned_later_counts_from_the_next_state_on(fresh: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    teacher, search = taught(fresh, monkeypatch, 2), MinimaxSearch(fresh)
    search.run(depth=2)
    search.run(depth=3)
    assert search.evaluation == teacher.known[0]
    after = search.state.play(search.best())
    search.go_on(after)
    found, alone = search.run(depth=3), MinimaxSearch(after, evaluation=teacher.known[1]).run(depth=3)
    assert search.evaluation == teacher.known[1]
    assert (found.moves, found.value, found.nodes) == (alone.moves, alone.value, alone.nodes)


def test_programs_learn_as_they_play(fresh: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    teacher, player, state = taught(fresh, monkeypatch, 2), MinimaxPlayer(2, 6.0, seed=5), fresh.initial_state()
    for evaluation_then in teacher.known:
        move = player.choose(state)
        assert move == MinimaxSearch(state, evaluation=evaluation_then.varied(5)).run(depth=2).best
        state = state.play(move).play_number(0)
    assert teacher.given == [6.0 * LEARNING] * 2
