"""Stopping kernels: they run for long without looking at signals, so that others have to tell them.

A kernel looks at the first word of an array of its own, the control, every few thousand steps. ``Stop`` knows the
controls of all kernels that work for one purpose, in however many threads; ``interruptibly`` is for one thread that
waits.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, TypeVar

from tilewright.generator.stack import start

if TYPE_CHECKING:
    from tilewright.runtime.kernels import Array, Kernel

T = TypeVar("T")

HEARTBEAT = 0.05
"""The seconds after which a waiting thread looks for signals, where a lock does not wake up for them."""


class Stopped(Exception):
    """The work was stopped before its end."""


class Stop:
    """Stops all kernels that share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._controls: list[Array] = []
        self.requested = False

    def request(self) -> None:
        """Stop what runs, and whatever is started later. Returns at once."""
        with self._lock:
            self.requested = True
            for control in self._controls:
                control[0] = 1

    def check(self) -> None:
        """Raise ``Stopped`` if a stop was requested."""
        if self.requested:
            raise Stopped

    @contextmanager
    def control(self, kernel: Kernel) -> Iterator[Array]:
        """Give the control for one call of a kernel."""
        control = kernel.array(1)
        with self._lock:
            control[0] = int(self.requested)
            self._controls.append(control)
        try:
            yield control
        finally:
            with self._lock:
                self._controls = [other for other in self._controls if other is not control]


def interruptibly(work: Callable[[Stop], T], limit: float | None = None) -> T:
    """Return what *work* returns, which runs in a thread of its own while this one waits for signals.

    Ctrl-C stops the work. ``TimeoutError`` if it takes more than *limit* seconds.
    """
    stop = Stop()
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work(stop))
        except BaseException as error:  # whatever it is, the waiting thread raises it
            result.set_exception(error)

    thread = start(run)
    try:
        return awaited(result, limit)
    finally:
        stop.request()
        thread.join()


def awaited(result: Future[T], limit: float | None = None) -> T:
    """Return a result once it is there; signals are seen meanwhile. ``TimeoutError`` after *limit* seconds."""
    end = inf if limit is None else time.monotonic() + limit
    while not wait([result], max(0.0, min(HEARTBEAT, end - time.monotonic()))).done:
        if time.monotonic() >= end:
            raise TimeoutError(f"stopped after {limit:g} seconds")
    return result.result()
