"""Kernels: the functions on numbers that a game is compiled to, and what runs them.

native     as machine code       python     with CPython       wasm     as WebAssembly; all give the same numbers
programs   the programs of models, made once       cache      where they and machine code are kept
"""

from __future__ import annotations

from typing import Any, Protocol


class Array(Protocol):
    """64-bit words that a kernel reads and writes. Words are read as signed numbers or modulo 2**64: mask them."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...
    def __setitem__(self, index: Any, value: Any, /) -> None: ...


class Kernel(Protocol):
    """The functions of a kernel text, ready to be called. Several threads may call, each with arrays of its own."""

    def array(self, size: int) -> Any:
        """Return an array of zeros for this kernel's functions."""

    def memory(self, size: int) -> Any:
        """Return the same as words that can be viewed, for which the system finds memory as they are used."""

    def call(self, name: str, *args: Any) -> int:
        """Return the result of a function of the text, given ints and arrays."""
