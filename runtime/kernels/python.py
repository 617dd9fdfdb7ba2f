"""A kernel that CPython runs, from the same text that the other back ends compile. Slow, but needs nothing else."""

from __future__ import annotations

import itertools
import linecache
import weakref
from collections.abc import Callable
from typing import Any

from tilewright.generator.compiler.kernel.language import words_of
from tilewright.generator.compiler.printers.intrinsics import prelude
from tilewright.generator.errors import TOO_LONG
from tilewright.runtime.kernels.memory import plain_memory

_NUMBERS = itertools.count(1)


class Spent(Exception):
    """Too many steps were taken for a position. Programs raise it by the name ``RuntimeError``."""


class PythonKernel:
    """The functions of a kernel text as functions of Python. Arrays are lists; calls may run in several threads."""

    def __init__(self, source: str) -> None:
        words = words_of(source)
        self.source = source
        self.names: dict[str, Any] = {"__builtins__": {"range": range, "RuntimeError": Spent}}
        number = next(_NUMBERS)
        for text, name in ((prelude(words), f"<prelude {number}>"), (source, f"<kernel {number}>")):
            linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
            weakref.finalize(self, linecache.cache.pop, name, None)
            exec(compile(text, name, "exec"), self.names)

    def array(self, size: int) -> list[int]:
        """Return an array of zeros."""
        return [0] * size

    def memory(self, size: int) -> Any:
        """Return an array of zeros that can be viewed."""
        return plain_memory(size)

    def call(self, name: str, *args: int | list[int]) -> int:
        """Return the result of one of the functions. ``KeyError`` if there is none with this name."""
        return self.run(self.names[name], *args)

    def run(self, function: Callable[..., int], *args: int | list[int]) -> int:
        """Return the result of a function, or a code if it takes too many steps."""
        try:
            return function(*args)
        except Spent:
            return TOO_LONG


def python_kernel(source: str) -> PythonKernel:
    """Return a kernel that runs a text by CPython.

    The text is executed, so the caller makes sure that it is in the kernel language: see ``language.check``. Tracebacks
    show its lines.
    """
    return PythonKernel(source)
