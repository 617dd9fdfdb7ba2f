"""How long this process has compiled, so that it does not count as play."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _Clock(threading.local):
    """The time that a thread has compiled, or has waited for another one that does, and how deep it is in that."""

    seconds = 0.0
    depth = 0


_own = _Clock()
_lock = threading.Lock()
_busy = 0
_since = 0.0
_all = 0.0


@contextmanager
def compiling() -> Iterator[None]:
    """Count the time of a block as compiling. It may be entered again within itself."""
    if _own.depth:
        yield
        return
    begin = time.perf_counter()
    _own.depth = 1
    _enter(begin)
    try:
        yield
    finally:
        end = time.perf_counter()
        _own.depth = 0
        _own.seconds += end - begin
        _leave(end)


def compiled_here() -> float:
    """Return the seconds that this thread has compiled, or has waited for another one that does."""
    return _own.seconds


def compiled() -> float:
    """Return the seconds in which any thread of this process has compiled; several at a time count once."""
    with _lock:
        return _all + (time.perf_counter() - _since if _busy else 0.0)


def _enter(now: float) -> None:
    global _busy, _since
    with _lock:
        if not _busy:
            _since = now
        _busy += 1


def _leave(now: float) -> None:
    global _busy, _all
    with _lock:
        _busy -= 1
        if not _busy:
            _all += now - _since
