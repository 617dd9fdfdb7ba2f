"""Processes that work for this one, and end with it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection

from tilewright.runtime.engines.stopping import undisturbed


@contextmanager
def pool(jobs: int, start: Callable[..., None], *args: object) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of processes, each of which begins with ``start(*args)``.

    They end at once, whatever they are at, when the block is left, or when this process dies: an executor alone would
    wait for all that was submitted, and what works for a process that was killed would go on for ever. Submit what is
    to be done ``undisturbed``, for that starts them.
    """
    end, leash = Pipe(duplex=False)
    begin = partial(_begin, end, leash, start, *args)
    processes = ProcessPoolExecutor(jobs, initializer=begin)
    try:
        yield processes
    finally:
        with undisturbed():
            leash.close()
            processes.shutdown()
            end.close()


def _begin(end: Connection, leash: Connection, start: Callable[..., None], *args: object) -> None:
    leash.close()  # a copy: as long as there is one, the pipe has no end
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal tells all its processes; the first one decides
    threading.Thread(target=_end_with, args=(end,), name="tilewright leash", daemon=True).start()
    start(*args)


def _end_with(end: Connection) -> None:
    end.poll(None)  # nothing is ever sent: this returns when nobody holds the other end any more
    os._exit(1)
