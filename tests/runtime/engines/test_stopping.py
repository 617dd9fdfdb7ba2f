"""What would go on for ever within one position is stopped, by a limit of time and by Ctrl-C."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from tests.support.engines import game, need
from tests.support.hostile_models import ENDLESS, LATER, TOO_LONG
from tilewright.generator.compiler import budget
from tilewright.generator.compiler.driver import compile_game
from tilewright.model.files import read_text
from tilewright.runtime.engines import stopping
from tilewright.runtime.engines.stopping import Stop, Stopped, Watch, interruptibly
from tilewright.runtime.interpreter import Interpreter
from tilewright.runtime.kernels.python import python_kernel
from tilewright.runtime.stack import Threads, aside

FOREVER = 1 << 60
"""Steps that nobody takes."""

LOOP = '"""A loop without end."""\nWORDS = 1\ndef wait(n):\n    while 1:\n        n = n + 1\n    return n\n'


def interpret() -> object:
    document = read_text(ENDLESS["three repetitions"], "endless.game")
    endless = Interpreter(document.root, document.places, steps=FOREVER)
    return endless.settle(endless.initial())


def run_a_kernel() -> object:
    return python_kernel(LOOP).call("wait", 0)


def compile_it() -> object:
    document = read_text(TOO_LONG["sixty choices"], "long.game")
    return compile_game(document.root, document.places)


ENDLESS_WORK = [interpret, run_a_kernel, compile_it]


@pytest.fixture
def without_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the compiler go on for ever, too."""
    monkeypatch.setattr(budget, "WORK", FOREVER)
    monkeypatch.setattr(budget, "SECONDS", float("inf"))


@pytest.mark.usefixtures("without_budget")
@pytest.mark.parametrize("work", ENDLESS_WORK)
def test_a_limit_of_time_holds_within_a_position(work: Callable[[], object]) -> None:
    with pytest.raises(TimeoutError, match=r"^stopped after 0\.2 seconds$"):
        interruptibly(lambda _: work(), 0.2)


@pytest.fixture
def watch() -> Iterator[Watch]:
    found = Watch()
    yield found
    found.close()


@pytest.mark.usefixtures("without_budget")
@pytest.mark.parametrize("work", ENDLESS_WORK)
def test_a_watch_stops_work_where_it_is(work: Callable[[], object], watch: Watch) -> None:
    assert watch.within(lambda: 7, 60) == 7
    with pytest.raises(TimeoutError, match=r"^stopped after 0\.1 seconds$"):
        watch.within(work, 0.1)
    with pytest.raises(ZeroDivisionError):
        watch.within(lambda: 1 // 0, 60)


def test_a_watch_stops_only_what_is_late(watch: Watch) -> None:
    gate = threading.Event()
    with ThreadPoolExecutor(6) as pool:
        patient = pool.submit(watch.within, lambda: gate.wait(60), 3600)
        late = [pool.submit(watch.within, go_on, 0.01 * (number + 1)) for number in range(4)]
        assert [type(one.exception()) for one in late] == [TimeoutError] * 4 and not patient.done()
        gate.set()
        assert patient.result() is True


def test_what_a_watch_stops_at_its_end_does_not_come_up_later(monkeypatch: pytest.MonkeyPatch, watch: Watch) -> None:
    monkeypatch.setattr(stopping, "GRACE", 0.0)
    monkeypatch.setattr(stopping, "AGAIN", 0.0)
    for _ in range(300):
        with suppress(TimeoutError):
            watch.within(lambda: sum(range(200)), 0.0)
        for _ in range(100):
            pass


@pytest.mark.usefixtures("without_budget")
@pytest.mark.parametrize("work", ENDLESS_WORK)
def test_a_thread_is_stopped_by_another_one(work: Callable[[], object]) -> None:
    stop = Stop()
    ends: list[BaseException] = []

    def run() -> None:
        try:
            with stop.working():
                begun.set()
                work()
        except BaseException as error:
            ends.append(error)

    begun = threading.Event()
    thread = threading.Thread(target=run)
    thread.start()
    begun.wait()
    stop.end()
    thread.join()
    assert [isinstance(end, Stopped) for end in ends] == [True]


def test_nothing_is_begun_after_a_stop() -> None:
    stop = Stop()
    with stop.working():
        stop.request()
    with pytest.raises(Stopped), stop.working():
        pass
    assert stop.requested


def test_an_interruption_that_comes_with_the_end_of_the_work_does_not_come_up_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stopping, "GRACE", 0.0)
    for _ in range(300):
        stop, begun, ends = Stop(), threading.Event(), list[BaseException]()

        def run(stop: Stop = stop, begun: threading.Event = begun, ends: list[BaseException] = ends) -> None:
            try:
                with suppress(Stopped), stop.working():
                    begun.set()
                for _ in range(100):
                    pass
            except BaseException as error:
                ends.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        begun.wait()
        stop.end()
        thread.join()
        assert ends == []


class Slow:
    """Takes so long to be finalised that a stop is raised there, where Python reports and forgets it."""

    def __del__(self) -> None:
        while True:
            pass


def go_on() -> None:
    while True:
        pass


def lost(monkeypatch: pytest.MonkeyPatch, then: Callable[[], None]) -> list[str]:
    """Stop work while it finalises an object, after which it does something else; return what Python reports."""
    reported: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda report: reported.append(report.exc_type.__name__))

    def work(_: Stop) -> None:
        Slow()
        then()

    with pytest.raises(TimeoutError):
        interruptibly(work, 0.01)
    return reported


@pytest.mark.parametrize("then", [go_on, lambda: None])
def test_a_thread_that_has_lost_what_stops_it_is_told_again(
    monkeypatch: pytest.MonkeyPatch, then: Callable[[], None]
) -> None:
    assert lost(monkeypatch, then) == ["_Interrupted"]


def starts_threads(stop: Stop) -> None:
    while not stop.requested:
        aside(lambda: None).result()


def submits_to_pools(stop: Stop) -> None:
    while not stop.requested:
        with Threads(1) as pool:
            pool.submit(lambda: None).result()


@pytest.mark.parametrize("work", [starts_threads, submits_to_pools])
def test_a_thread_that_starts_others_is_stopped_itself(
    monkeypatch: pytest.MonkeyPatch, work: Callable[[Stop], None]
) -> None:
    monkeypatch.setattr(stopping, "GRACE", 0.0)
    lost: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    for _ in range(100):
        with pytest.raises(TimeoutError):
            interruptibly(work, 0.001)
    assert lost == []


def test_what_ends_in_time_gives_its_result() -> None:
    assert [interruptibly(lambda _, number=number: number, 60) for number in range(100)] == list(range(100))


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_batch_is_stopped_while_the_interpreter_plays(engine: str) -> None:
    need(engine)
    batch = game(LATER, engine).batch(2)
    batch.random(1)
    with pytest.raises(TimeoutError, match=r"^stopped after 0\.01 seconds$"):
        batch.legal(limit=0.01)


CTRL_C = """
import sys, threading, time, _thread
from tilewright.model.files import read_text
from tilewright.runtime import load
from tilewright.runtime.kernels.native import NativeKernel

def compiles(self, name, seconds):
    threading.Timer(0.2, _thread.interrupt_main).start()
    time.sleep(1000)  # as LLVM, which sees no signals

NativeKernel._object = compiles
try:
    load("tic-tac-toe", "native").initial_state().legal_moves.__len__()
except KeyboardInterrupt:
    print("stopped")
"""


def test_ctrl_c_stops_who_waits_for_machine_code(tmp_path: object) -> None:
    need("native")
    done = subprocess.run(
        [sys.executable, "-c", CTRL_C], capture_output=True, text=True, check=False, timeout=300,
        env={"TILEWRIGHT_CACHE": ""},
    )  # fmt: skip
    assert (done.stdout, done.stderr, done.returncode) == ("stopped\n", "", 0)
