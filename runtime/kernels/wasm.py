"""A kernel as WebAssembly, run by wasmtime. It can only access its own memory, whose size is bounded.

The module is printed by Python and compiled by wasmtime, which is fast for boards of any size. wasmtime is an extra:
without it ``missing_wasm`` says what to install.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import hashlib
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tilewright.generator.compiler.kernel.language import Module, parse
from tilewright.generator.compiler.kernel.nodes import KernelError
from tilewright.generator.compiler.printers.webassembly import PAGE, webassembly
from tilewright.generator.compiler.program import CALLED
from tilewright.generator.errors import TOO_DEEP
from tilewright.runtime.kernels import cache
from tilewright.runtime.kernels.memory import BYTES
from tilewright.runtime.stack import current, with_room

INSTALL = "pip install 'wasmtime>=30'"
"""The command that installs wasmtime, whether tilewright is installed or run from a checkout."""

MOST_MEMORY = 1 << 31
"""The greatest number of bytes of memory of a kernel, for all arrays together."""

_RESERVED = 1 << 32
"""The bytes of address space that are reserved for a memory: enough for hardware checks of all 32-bit addresses."""

DEEP = 1 << 20
"""The bytes of stack of a call; less than ``ENOUGH``, which threads have."""

_ROOM = 1 << 24
"""The least number of bytes by which memory grows."""

_LEAST = 64
"""The bytes of the smallest arrays, and the alignment of arrays."""

_COMPILER = ("tilewright.generator.compiler.kernel", "tilewright.generator.compiler.printers")


class WasmUnavailable(RuntimeError):
    """WebAssembly cannot be run on this computer. The message says why, and what to do."""


def missing_wasm() -> str | None:
    """Return why WebAssembly cannot be run here and how to change that, or None if it can be."""
    if sys.byteorder != "little":
        return "this processor puts the high byte of a word first, which compiled kernels do not"
    try:
        import wasmtime
    except ModuleNotFoundError as error:
        return f"{error.name} is not installed: {INSTALL}"
    except Exception as error:  # a library that is damaged, or made for another system, may raise anything
        return f"wasmtime does not work here ({error}): {INSTALL}"
    is_new = hasattr(wasmtime, "TrapCode") and hasattr(wasmtime.Config, "memory_may_move")
    return None if is_new else f"wasmtime is too old: {INSTALL}"


@functools.cache
def _engine() -> Any:
    import wasmtime

    config = wasmtime.Config()
    config.max_wasm_stack = DEEP
    config.memory_reservation = _RESERVED
    config.memory_may_move = False  # arrays are views of it, which must stay valid as it grows
    engine = wasmtime.Engine(config)
    atexit.register(engine.close)  # while wasmtime is still there to do it
    return engine


class WasmKernel:
    """The functions of a kernel text as WebAssembly. They accept only arrays that this kernel has made, in its memory.

    Several threads may call; calls are run one at a time.
    """

    def __init__(self, code: bytes) -> None:
        """*code* is a module with the functions to call. ``WasmUnavailable`` without wasmtime."""
        missing = missing_wasm()
        if missing is not None:
            raise WasmUnavailable(missing)
        import wasmtime

        self._wasmtime = wasmtime
        self._lock = threading.RLock()
        self._store = wasmtime.Store(_engine())
        self._store.set_limits(memory_size=MOST_MEMORY)
        instance = wasmtime.Instance(self._store, wasmtime.Module(_engine(), code), [])
        self._exports = instance.exports(self._store)
        self._memory = self._exports["memory"]
        self._end = _up(self._exports["heap"].value(self._store))
        self._free: dict[int, list[int]] = {}

    def array(self, size: int) -> Any:
        """Return an array of zeros. ``MemoryError`` if all arrays together become too large."""
        return self.memory(size)

    def memory(self, size: int) -> Any:
        """Return an array of *size* zeros that can be viewed. The array keeps the kernel alive.

        ``MemoryError`` if all arrays together become too large.
        """
        room = max(_LEAST, 1 << (max(size, 1) * BYTES - 1).bit_length())
        with self._lock:
            free = self._free.setdefault(room, [])
            used = bool(free)
            place = free.pop() if used else self._new(room)
            base = ctypes.cast(self._memory.data_ptr(self._store), ctypes.c_void_p).value or 0
        array: Any = (ctypes.c_int64 * max(size, 1)).from_address(base + place)
        if used:
            ctypes.memset(array, 0, max(size, 1) * BYTES)
        array.kernel, array.place = self, place
        weakref.finalize(array, free.append, place).atexit = False
        return array

    def _new(self, room: int) -> int:
        """Return the address of *room* bytes that were never used; memory grows if need be."""
        place, self._end = self._end, self._end + room
        lacking = self._end - self._memory.data_len(self._store)
        if lacking > 0:
            try:
                self._memory.grow(self._store, -(-max(lacking, _ROOM) // PAGE))
            except self._wasmtime.WasmtimeError:
                self._end = place
                raise MemoryError(f"a kernel has no more than {MOST_MEMORY} bytes of memory") from None
        return place

    def call(self, name: str, *args: Any) -> int:
        """Return the result of one of the functions, given ints and arrays of this kernel."""
        if current.is_small:
            return with_room(partial(self._called, name, args))
        return self._called(name, args)

    def _called(self, name: str, args: Sequence[Any]) -> int:
        given = [_signed(arg) if isinstance(arg, int) else self._place(arg) for arg in args]
        with self._lock:
            try:
                result: int = self._exports[name](self._store, *given)
            except self._wasmtime.Trap as trap:
                return self._told(trap)
        return result

    def _place(self, array: Any) -> int:
        if getattr(array, "kernel", None) is not self:
            raise TypeError("a kernel of WebAssembly takes arrays that it has made")
        place: int = array.place
        return place

    def _told(self, trap: Any) -> int:
        """Return the error code of a call that ended with a trap."""
        error: int = self._exports["error"].value(self._store)
        if error:
            return error
        if trap.trap_code is self._wasmtime.TrapCode.STACK_OVERFLOW:
            return TOO_DEEP
        raise trap


def _up(number: int) -> int:
    return -(-number // _LEAST) * _LEAST


def _signed(number: int) -> int:
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number


def wasm_kernel(
    source: str,
    names: Sequence[str] | None = None,
    *,
    tree: Module | None = None,
    anew: Callable[[], str] | None = None,
) -> WasmKernel:
    """Return a kernel that runs a text as WebAssembly.

    *names* are the functions that can be called; by default those of ``CALLED`` that the text has. *tree* is the parsed
    text, if there is one already. The module is kept in the cache. ``WasmUnavailable`` without wasmtime.
    ``KernelError`` for a text whose sets are too large or that is not in the language, unless *anew* returns another
    text of the same functions.
    """
    if names is None:
        names = [name for name in CALLED if f"\ndef {name}(" in source]
    key = _key(source, names)
    code = None if key is None else cache.read(key)
    if code is None:
        try:
            code = webassembly(tree or parse(source), names)
        except KernelError:
            other = source if anew is None else anew()
            if other == source:
                raise
            code = webassembly(parse(other), names)
        if key is not None:
            cache.write(key, code)
    return WasmKernel(code)


def _key(source: str, names: Sequence[str]) -> str | None:
    """Return the key of a module in the cache; None if the compiler is not in files, so that it has no digest."""
    try:
        digest = hashlib.sha256(cache.digest_of(*_COMPILER))
    except OSError:  # the compiler is not in files
        return None
    digest.update(" ".join(names).encode())
    digest.update(source.encode())
    return f"wasm-{digest.hexdigest()}"
