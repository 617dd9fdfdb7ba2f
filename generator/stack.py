"""Stack for machine code: threads that have much of it, and whether this one has enough.

A program counts its lines of play in threads of ``STACK`` bytes. Everything else takes less than ``ENOUGH``, which
threads have unless somebody has told them otherwise; a thread that has not lets another one work.
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
"""The bytes of stack of a thread in which programs recurse: address space, of which little is touched. Programs look
where they are on it, and use less."""

ENOUGH = 1_900_000
"""The bytes of stack with which a program can be called, or compiled, where it counts no lines of play."""

starting = threading.Lock()
"""Held while a thread is started. Until Python 3.12 a new thread has the number of the one that starts it at first:
what another thread raises in that one by its number would be raised in the new one, before it does anything."""


class Threads(ThreadPoolExecutor):
    """A pool of threads that may be used where others raise exceptions: see ``starting``."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do it as ``ThreadPoolExecutor`` does."""
        with starting:
            return super().submit(fn, *args, **kwargs)


def start(run: Callable[[], None], name: str = "tilewright kernel") -> threading.Thread:
    """Start a thread with a large stack. The size is set for all threads of the process, so it is set back at once."""
    thread = threading.Thread(target=run, name=name, daemon=True)
    with starting:
        usual = threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(usual)
    return thread


class _Thread(threading.local):
    """What is known of the thread that asks."""

    @cached_property
    def is_small(self) -> bool:
        """Whether it has too little stack. Cost: some tens of nanoseconds, but for the first time."""
        return _size() < ENOUGH


current = _Thread()


def with_room(work: Callable[[], T]) -> T:
    """Return what *work* returns, or raise what it raises; in a thread of its own if this one has too little stack."""
    return aside(work).result() if current.is_small else work()


def aside(work: Callable[[], T]) -> Future[T]:
    """Do something in a thread of its own, which has much stack; return what will be its result."""
    result: Future[T] = Future()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:  # whatever it is, the waiting thread raises it
            result.set_exception(error)

    start(run)
    return result


def _size() -> int:
    """Return the bytes of this thread's stack; where the system does not say, those that new threads get."""
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
