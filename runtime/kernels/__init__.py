"""Kernels: the functions on numbers that a game is compiled to, and what runs them.

``python_kernel`` runs a text with CPython, ``native_kernel`` as machine code; both give the same numbers. ``check``
says whether a text is in the language that makes this so.
"""

from __future__ import annotations

from typing import Any, Protocol

from tilewright.generator.compiler.kernel.language import check
from tilewright.generator.compiler.kernel.nodes import KernelError
from tilewright.runtime.kernels.native import NativeUnavailable, missing_native, native_kernel, too_large
from tilewright.runtime.kernels.python import python_kernel

__all__ = [
    "Array",
    "Kernel",
    "KernelError",
    "NativeUnavailable",
    "check",
    "missing_native",
    "native_kernel",
    "python_kernel",
    "too_large",
]


class Array(Protocol):
    """64-bit words that a kernel reads and writes. Words are read as signed numbers or modulo 2**64: mask them."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...
    def __setitem__(self, index: Any, value: Any, /) -> None: ...


class Kernel(Protocol):
    """The functions of a kernel text, ready to be called. Several threads may call, each with arrays of its own."""

    def array(self, size: int) -> Any:
        """Return an array of zeros for this kernel's functions."""

    def call(self, name: str, *args: Any) -> int:
        """Return the result of a function of the text, given ints and arrays."""
