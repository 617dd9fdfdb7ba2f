"""A kernel run by CPython: slow, and everywhere. It is the same text that other back ends compile."""

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
    """Too many steps were taken for a position. It is what programs know as RuntimeError."""


class PythonKernel:
    """The functions of a kernel text as functions of Python. Arrays are lists; calls may run in several threads."""

    def __init__(self, source: str) -> None:
        words = words_of(source)
        self._names: dict[str, Any] = {"__builtins__": {"range": range, "RuntimeError": Spent}}
        number = next(_NUMBERS)
        for text, name in ((prelude(words), f"<prelude {number}>"), (source, f"<kernel {number}>")):
            linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
            weakref.finalize(self, linecache.cache.pop, name, None)
            exec(compile(text, name, "exec"), self._names)

    def array(self, size: int) -> list[int]:
        """Return an array of zeros."""
        return [0] * size

    def memory(self, size: int) -> Any:
        """Return an array of zeros that can be viewed."""
        return plain_memory(size)

    def call(self, name: str, *args: int | list[int]) -> int:
        """Return the result of one of the functions. Raises ``KeyError`` if there is none of this name."""
        function: Callable[..., int] = self._names[name]
        try:
            return function(*args)
        except Spent:
            return TOO_LONG


def python_kernel(source: str) -> PythonKernel:
    """Return a kernel text as functions that CPython runs.

    The text is trusted to be in the language; ``language.check`` says whether it is. Tracebacks show its lines.
    """
    return PythonKernel(source)
