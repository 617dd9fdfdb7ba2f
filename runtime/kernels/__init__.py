"""Kernels: the functions on words to which a game is compiled, and the back ends that run them.

native     machine code, by llvmlite
python     CPython
wasm       WebAssembly, by wasmtime
builtins   functions of CPython in machine code, which call native kernels
programs   the programs of models, from the cache or compiled
cache      the folder of compiled programs and object code
clock      how long this process has compiled
objects    checks of object code from the cache
memory     arrays that can be viewed

All back ends return the same numbers.
"""

from __future__ import annotations

from typing import Any, Protocol


class Array(Protocol):
    """64-bit words that a kernel reads and writes. They may read as signed or as unsigned numbers: mask them."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...
    def __setitem__(self, index: Any, value: Any, /) -> None: ...


class Kernel(Protocol):
    """The functions of a program, ready to be called. Several threads may call them, each with its own arrays."""

    def array(self, size: int) -> Any:
        """Return an array of *size* zeros for this kernel's functions."""

    def memory(self, size: int) -> Any:
        """Return an array of *size* zeros that can be viewed. The memory of a large one is allocated as it is used."""

    def call(self, name: str, *args: Any) -> int:
        """Return the result of a function of the program, given ints and arrays."""
