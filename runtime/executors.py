"""Work for an executor of the user: tasks of plain functions and values that can be pickled. Results come in order.

Any ``concurrent.futures.Executor`` will do: threads, processes, or the machines of a cluster. It belongs to the user,
who closes it.
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
"""The tasks that are given to an executor and not done, at most."""


def results(
    executor: Executor, work: Callable[..., T], tasks: Iterable[tuple[object, ...]], limit: float | None = None
) -> Generator[T, None, None]:
    """Yield the results of tasks, in order. Ctrl-C, and closing the generator, drop those that have not been begun.

    ``TimeoutError`` if they take more than *limit* seconds in all.
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
