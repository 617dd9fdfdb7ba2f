"""Running tasks on an executor that the user provides: threads, processes, or the machines of a cluster.

Any ``concurrent.futures.Executor`` will do. Functions and arguments of tasks can be pickled. The user closes the
executor.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future
from typing import TypeVar

from tilewright.runtime.engines.stopping import awaited, undisturbed

T = TypeVar("T")

WAITING = 256
"""The greatest number of tasks that are submitted and whose results have not been taken."""


def results(
    executor: Executor, work: Callable[..., T], tasks: Iterable[tuple[object, ...]], limit: float | None = None
) -> Generator[T, None, None]:
    """Yield the results of ``work(*task)`` in the order of the tasks.

    Ctrl-C, or closing the generator, cancels the tasks that have not begun. ``TimeoutError`` if all tasks together take
    more than *limit* seconds.
    """
    end = None if limit is None else time.monotonic() + limit
    waiting: deque[Future[T]] = deque()

    def first() -> T:
        try:
            return awaited(waiting[0], None if end is None else max(0.0, end - time.monotonic()))
        except TimeoutError:
            raise TimeoutError(f"stopped after {limit:g} seconds") from None

    try:
        for task in tasks:
            with undisturbed():
                waiting.append(executor.submit(work, *task))
            if len(waiting) >= WAITING:
                yield first()
                waiting.popleft()
        while waiting:
            yield first()
            waiting.popleft()
    finally:
        for future in waiting:
            future.cancel()
