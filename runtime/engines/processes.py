"""A pool of worker processes that end with this process."""

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
    """Yield a pool of processes, each of which begins with ``start(*args)``.

    When the block is left, or this process dies, the workers end at once. A plain executor would wait for all
    submitted tasks, and its workers would survive a killed parent. Submit tasks inside ``undisturbed``, since the first
    ones start the processes.
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
    leash.close()  # this process's copy: the pipe ends only when all copies are closed
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends Ctrl-C to all its processes; the parent stops them
    threading.Thread(target=_end_with, args=(end,), name="tilewright leash", daemon=True).start()
    start(*args)


def _end_with(end: Connection) -> None:
    end.poll(None)  # nothing is ever sent: this returns when the other end is closed
    os._exit(1)
