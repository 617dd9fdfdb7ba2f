"""Stopping of kernels, which run for long without looking at signals.

A kernel reads the first word of an array, its control, once for each position, and stops if the word is not 0. Python
code – the interpreter, a kernel in Python, the compiler – is also stopped within a position, by an exception that
another thread raises in it. A ``Stop`` has the controls of all kernels, and the threads, of one piece of work.
``interruptibly`` runs one long piece of work, and a ``Watch`` limits the time of many short ones.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from math import inf
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from tilewright.runtime.stack import aside, start, starting

if TYPE_CHECKING:
    from tilewright.runtime.kernels import Array, Kernel

T = TypeVar("T")

GRACE = 0.02
"""The seconds that kernels get to end by themselves before threads are interrupted."""

AGAIN = 1.0
"""The seconds after which a thread that has been interrupted is interrupted again."""

HEARTBEAT = 0.05
"""The seconds after which a waiting thread looks for signals, because not every lock wakes up for them."""


class Stopped(Exception):
    """The work was stopped before its end."""


class _Interrupted(Stopped):
    """Raised in a thread by another one."""


class Stop:
    """Stops all kernels, and all threads, that share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._left = threading.Condition(self._lock)
        """Notified when a thread has ended its work."""
        self._controls: list[Array] = []
        self._threads: set[int] = set()
        self.requested = False

    def request(self) -> None:
        """Stop the kernels that run, and whatever is started later. Returns at once."""
        with self._lock:
            self.requested = True
            for control in self._controls:
                control[0] = 1

    def end(self) -> None:
        """Stop everything that runs or is started later, and return when no thread works any more.

        A thread that does not end by itself is interrupted, again and again: an exception that is raised while Python
        finalises an object is lost.
        """
        self.request()
        patience = GRACE
        with self._lock:
            while self._threads:
                if not self._left.wait(patience):
                    patience = AGAIN
                    self._interrupt_all()

    def interrupt(self) -> None:
        """Stop everything that runs, whether it looks at its control or not. Returns at once."""
        with self._lock:
            self._interrupt_all()

    def _interrupt_all(self) -> None:
        for thread in self._threads:
            _interrupt(thread)

    def check(self) -> None:
        """Raise ``Stopped`` if a stop was requested."""
        if self.requested:
            raise Stopped

    @contextmanager
    def working(self) -> Iterator[None]:
        """Make a block stoppable: ``Stopped`` is raised in this thread, at once if a stop was requested before."""
        thread = threading.get_ident()
        try:
            with self._lock:
                self.check()
                self._threads.add(thread)
            yield
        finally:
            while thread in self._threads:
                # An interrupter holds the lock, so a pending exception is raised in this block, and none comes later.
                try:
                    with self._lock:
                        self._left.notify_all()
                        self._threads.discard(thread)
                except _Interrupted:
                    pass

    @contextmanager
    def control(self, kernel: Kernel) -> Iterator[Array]:
        """Yield the control for one call of a kernel."""
        control = kernel.array(1)
        with self._lock:
            control[0] = int(self.requested)
            self._controls.append(control)
        try:
            yield control
        finally:
            with self._lock:
                self._controls = [other for other in self._controls if other is not control]


@contextmanager
def stopping_after(seconds: float | None) -> Iterator[Stop]:
    """Yield a stop that is requested after so many seconds, unless the block has ended by then; never without."""
    stop = Stop()
    if seconds is None:
        yield stop
        return
    over = threading.Event()

    def request() -> None:
        if not over.wait(max(0.0, seconds)):
            stop.request()

    thread = start(request, "tilewright clock")
    try:
        yield stop
    finally:
        over.set()
        thread.join()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delay Ctrl-C to the end of the block, for work that must not be left half done.

    An exception that is raised while a process is forked would even be lost.
    """
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(usual):
        yield  # Ctrl-C does not arrive in this thread, or is not handled by Python
        return
    pressed: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: pressed.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if pressed:
            usual(*pressed[0])


def interruptibly(work: Callable[[Stop], T], limit: float | None = None) -> T:
    """Return the result of ``work(stop)``, run in another thread while this one waits and handles signals.

    Ctrl-C stops the work. ``TimeoutError`` if it takes more than *limit* seconds.
    """
    stop = Stop()

    def run() -> T:
        with stop.working():
            return work(stop)

    started: list[Future[T]] = []
    try:
        with undisturbed():
            started.append(aside(run))
        return awaited(started[0], limit)
    finally:
        stop.end()
        wait(started)


class Watch:
    """Stops work that takes too long, in any number of threads. One more thread watches the clock for all of them.

    This is cheaper than ``interruptibly``, which starts a thread for each piece of work; but Ctrl-C is not handled.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._due: dict[Stop, float] = {}
        """The time, on the monotonic clock, at which each piece of work is to be stopped or interrupted."""
        self._wakes = inf
        """The time at which the thread wakes up by itself."""
        self._thread: threading.Thread | None = None
        self._closed = False

    def within(self, work: Callable[[], T], limit: float) -> T:
        """Return what *work* returns, in this thread. ``TimeoutError`` if it takes more than *limit* seconds."""
        stop = Stop()
        self._add(stop, time.monotonic() + limit)
        try:
            with stop.working():
                return work()
        except Stopped:
            if not stop.requested:
                raise
            raise TimeoutError(f"stopped after {limit:g} seconds") from None
        finally:
            with self._changed:
                del self._due[stop]

    def close(self) -> None:
        """Stop watching: work that still runs goes on without a limit."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _add(self, stop: Stop, end: float) -> None:
        with self._changed:
            self._due[stop] = end
            if self._thread is None and not self._closed:
                self._thread = start(self._look, "tilewright watch")
            if end < self._wakes:
                self._changed.notify()

    def _look(self) -> None:
        while True:
            with self._changed:
                now = time.monotonic()
                late = [stop for stop, end in self._due.items() if end <= now]
                if not late:
                    self._wakes = min(self._due.values(), default=inf)
                    self._changed.wait(None if self._wakes == inf else self._wakes - now)
                    self._wakes = -inf
                if self._closed:
                    return
            for stop in late:
                again = AGAIN if stop.requested else GRACE
                (stop.interrupt if stop.requested else stop.request)()
                with self._changed:
                    if stop in self._due:
                        self._due[stop] = time.monotonic() + again


def _interrupt(thread: int) -> None:
    """Raise an exception in a thread, once it runs Python again."""
    with starting:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_Interrupted))


def awaited(result: Future[T], limit: float | None = None) -> T:
    """Wait for a result and return it; signals are handled meanwhile. ``TimeoutError`` after *limit* seconds."""
    end = inf if limit is None else time.monotonic() + limit
    while not wait([result], max(0.0, min(HEARTBEAT, end - time.monotonic()))).done:
        if time.monotonic() >= end:
            raise TimeoutError(f"stopped after {limit:g} seconds")
    return result.result()
