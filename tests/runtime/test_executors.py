"""Counting and simulating with an executor: threads, processes, machines. What comes of it is the same."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import pytest

from tests.support.engines import need, play, tiny
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import State, load, perft
from tilewright.runtime.executors import WAITING, results
from tilewright.runtime.simulation import simulate


def spawned() -> Executor:
    return ProcessPoolExecutor(2, get_context("spawn"))


POOLS: dict[str, Callable[[], Executor]] = {"threads": lambda: ThreadPoolExecutor(2), "processes": spawned}


@pytest.fixture(params=POOLS)
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    with POOLS[request.param]() as pool:
        yield pool


def started(name: str, engine: str, moves: str = "") -> State:
    need(engine)
    return play(load(name, engine).initial_state(), moves)


def test_counts_are_the_same(executor: Executor) -> None:
    for name, engine, depth in (
        ("othello", "native", 6),
        ("connect-four", "python", 4),
        ("tic-tac-toe", "interpreter", 3),
    ):
        state = started(name, engine)
        assert perft(state, depth, executor=executor) == perft(state, depth)
        assert perft(state, 0, executor=executor) == 1
    over = started("tic-tac-toe", "python", "a1 b1 a2 b2 a3")
    assert perft(over, 3, executor=executor) == perft(over, 3) == 0


def test_simulations_are_the_same_to_the_last_bit(executor: Executor) -> None:
    for name, engine, games in (("othello", "native", 1000), ("tic-tac-toe", "interpreter", 70)):
        state, played = started(name, engine), []
        elsewhere = simulate(state, games, 5, max_plies=50, executor=executor, progress=played.append)
        here = simulate(state, games, 5, max_plies=50)
        assert replace(elsewhere, seconds=0) == replace(here, seconds=0) and sum(played) == games


class Recording(Executor):
    """Runs tasks when they are given, and remembers the calls."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls.append(args)
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_work_is_split() -> None:
    executor = Recording()
    state = started("connect-four", "python")
    assert perft(state, 5, executor=executor) == 7**5
    assert len(executor.calls) == 343 and {left for *_, left in executor.calls} == {2}
    executor.calls.clear()
    simulate(state, 300, executor=executor)
    games = [number for _, chunks, *_ in executor.calls for numbers in chunks for number in numbers]
    assert len(executor.calls) > 1 and games == list(range(300))


def test_few_tasks_wait_and_those_that_were_not_begun_are_dropped() -> None:
    gate = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        found = results(
            pool, lambda number: gate.wait(60) and number, ((number,) for number in range(10**9)), limit=0.1
        )
        with pytest.raises(TimeoutError, match=r"stopped after 0.1 seconds"):
            next(found)
        assert pool._work_queue.qsize() <= WAITING  # type: ignore[attr-defined]
        gate.set()
    assert list(found) == []


def test_a_limit_ends_a_count() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(TimeoutError):
        perft(started("othello", "python"), 6, limit=0.01, executor=pool)


def test_rules_that_go_wrong_say_so(executor: Executor) -> None:
    need("native")
    state = tiny("M.m.", "move A = own -> select here -> step line -> empty -> n += 30000 -> move here", "native")
    with pytest.raises(ModelError, match="counter-overflow"):
        simulate(state, 100, executor=executor)
