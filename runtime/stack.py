"""Threads with a large stack for machine code, and the question whether this thread's stack is large enough.

Perft recurses, so it runs in threads with ``STACK`` bytes of stack. Everything else needs less than ``ENOUGH``, which a
thread has by default. Where somebody has set a smaller size, the work is done in another thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

STACK = 64 << 20
"""The bytes of stack of a thread in which programs recurse. It is address space, of which little is touched. Programs
check how deep they are and stop before its end: see ``program.STACK``."""

ENOUGH = 1_900_000
"""The bytes of stack that suffice to compile a program, and to call any of its functions but perft."""

starting = threading.Lock()
"""The lock that is held while a thread is started. Until Python 3.12 a new thread first has the id of the thread that
starts it: an exception that is raised asynchronously in the old thread by its id could be raised in the new one."""


class Threads(ThreadPoolExecutor):
    """A thread pool that holds ``starting`` while it may start a thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit a call as ``ThreadPoolExecutor`` does."""
        with starting:
            return super().submit(fn, *args, **kwargs)


def start(run: Callable[[], None], name: str = "tilewright kernel") -> threading.Thread:
    """Start a daemon thread with ``STACK`` bytes of stack. The size is one setting for all threads: it is set back."""
    thread = threading.Thread(target=run, name=name, daemon=True)
    with starting:
        usual = threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(usual)
    return thread


class _Thread(threading.local):
    """What is known of the current thread."""

    @cached_property
    def is_small(self) -> bool:
        """Whether its stack is smaller than ``ENOUGH``. Asked of the system once for each thread."""
        return _size() < ENOUGH


current = _Thread()


def with_room(work: Callable[[], T]) -> T:
    """Return what *work* returns, or raise what it raises; run it in another thread if this stack is too small."""
    return aside(work).result() if current.is_small else work()


def aside(work: Callable[[], T]) -> Future[T]:
    """Start *work* in a new thread with a large stack, and return the future of its result."""
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:  # the waiting thread raises it, whatever it is
            result.set_exception(error)

    start(run)
    return result


def _size() -> int:
    """Return the bytes of this thread's stack; where the system does not tell, the configured size, or ``ENOUGH``."""
    import ctypes

    try:
        library = ctypes.CDLL(None)
        library.pthread_self.restype = ctypes.c_void_p
        attributes = ctypes.create_string_buffer(256)
        place, size = ctypes.c_void_p(), ctypes.c_size_t()
        if library.pthread_getattr_np(ctypes.c_void_p(library.pthread_self()), attributes) != 0:
            raise OSError
        library.pthread_attr_getstack(attributes, ctypes.byref(place), ctypes.byref(size))
        library.pthread_attr_destroy(attributes)
    except (AttributeError, OSError, TypeError):
        return threading.stack_size() or ENOUGH
    return size.value
