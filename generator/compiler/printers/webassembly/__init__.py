"""The printer for WebAssembly: a program as a binary module, for browsers, Node.js and wasmtime. It needs no toolchain.

The module imports nothing. It exports the requested functions, its ``memory``, and the globals ``heap``, the address of
the first free byte, and ``error``. Ints are passed as 64-bit words (``BigInt`` in JavaScript). Arrays are addresses of
words in memory; the caller lays them out from ``heap`` on, and grows the memory as needed. A call that takes too many
steps, or goes too deep, traps. ``error`` then holds the code, or 0 if the machine's own stack overflowed. The module
can be called again after that. The memory is laid out so:

    nothing   tables   the stack of local arrays, which grows downwards   heap
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.generator.compiler.kernel.language import Module
from tilewright.generator.compiler.kernel.nodes import ARRAY, KernelError, Signature, Table
from tilewright.generator.compiler.kernel.reaching import reached
from tilewright.generator.compiler.printers.intrinsics import most_steps
from tilewright.generator.compiler.printers.webassembly.encoding import (
    CALL,
    HELPER,
    I32,
    I64,
    Code,
    ModuleParts,
    i32,
    i64,
    module,
    op,
)
from tilewright.generator.compiler.printers.webassembly.functions import (
    BYTES,
    ERROR,
    NEAR,
    STACK_END,
    Placed,
    Surroundings,
    Writer,
)
from tilewright.generator.compiler.printers.webassembly.helpers import helpers
from tilewright.generator.compiler.printers.webassembly.occupied import tables_in
from tilewright.generator.compiler.printers.webassembly.wide import WideWriter

STACK = 1 << 20
"""The bytes for local arrays of functions that call themselves, beside those of all others."""

PAGE = 1 << 16
"""The bytes of a page of memory."""

MOST_VALUES, MOST_VARIABLES = 1000, 50_000
"""The limits of WebAssembly engines: the parameters or results of a function, and its variables."""

_FIRST = BYTES * (NEAR + 1)
"""The lowest address that is used: see ``NEAR``."""


def webassembly(program: Module, names: Sequence[str], sections: dict[str, bytes] | None = None) -> bytes:
    """Return a module with the functions of these names, and what they need. *sections*: custom sections by name.

    Raises ``KernelError`` if a function is missing, cannot be called from outside (it must take ints and arrays, and
    return an int), or is nested too deeply; or if the sets are so large that a function would exceed the limits.
    """
    program.check_entries(names)
    try:
        return _Assembler(program, names).module(sections or {})
    except RecursionError as error:
        raise KernelError(1, "nested too deeply") from error


class _Assembler:
    """Assembles one module."""

    def __init__(self, program: Module, names: Sequence[str]) -> None:
        self._program, self._names = program, names
        words = program.names.words
        self._helpers = helpers(words)
        tables, self._data = _tables(program.names.tables, words)
        self._bottom = _up(_FIRST + len(self._data), BYTES)
        steps = most_steps(words)
        signatures = program.names.signatures
        self._around = Surroundings(
            words, signatures, "", tables, tables_in(program.names.tables, words), self._bottom, steps
        )
        own = self._helpers.names.signatures
        self._own = Surroundings(1, own, HELPER, {}, {}, self._bottom, steps)

    def module(self, sections: dict[str, bytes]) -> bytes:
        """Return the module."""
        top = self._bottom + _up(self._nested(), BYTES) + STACK
        doors = [self._door(name, top) for name in self._names]
        written = self._needed()
        numbers = {name: number for number, name in enumerate(written, len(doors))}
        heap = 2
        return module(
            ModuleParts(
                [*doors, *written.values()],
                numbers,
                {name: number for number, name in enumerate(self._names)},
                [(I32, True, top), (I64, True, 0), (I32, False, top)],
                {"error": ERROR, "heap": heap},
                _up(top, PAGE) // PAGE,
                (_FIRST, self._data),
                sections,
            )
        )

    def _nested(self) -> int:
        """Return the most bytes of local arrays that functions need which call one another, each of them once."""
        functions = {function.name: function for function in self._program.reachable(self._names)}
        found: dict[str, int] = {}

        def below(name: str, above: tuple[str, ...]) -> int:
            if name in above or name not in functions:
                return 0
            if name not in found:
                function = functions[name]
                deepest = max((below(other, (*above, name)) for other in function.calls), default=0)
                found[name] = BYTES * sum(function.arrays.values()) + deepest
            return found[name]

        return max((below(name, ()) for name in self._names), default=0)

    def _needed(self) -> dict[str, Code]:
        """Return the reachable functions by name. They are sorted by length, so that the module compresses better."""
        found: dict[str, Code] = {}

        def called(name: str) -> list[str]:
            found[name] = self._written(name)
            return [other for _, other in found[name].calls]

        reached(self._names, called)
        return dict(sorted(found.items(), key=lambda item: (len(item[1].body), item[0])))

    def _written(self, name: str) -> Code:
        """Return the code of a function of the program, or of a helper."""
        own = name.startswith(HELPER)
        function = self._helpers.function(name[len(HELPER) :]) if own else self._program.function(name)
        around = self._own if own else self._around
        code = (Writer if around.words == 1 else WideWriter)(function, around).code
        values = max(len(code.parameters), len(code.results))
        if values > MOST_VALUES or len(code.variables) > MOST_VARIABLES:
            raise KernelError(None, f"sets of {self._around.words} words are too large for WebAssembly")
        return code

    def _door(self, name: str, top: int) -> Code:
        """Return the exported wrapper of a function. It first resets what a call that trapped has left behind."""
        signature = self._program.names.signatures[name]
        taken = _types(signature)
        given = b"".join(op("local.get", place) for place in range(len(taken)))
        begin = i32(top) + op("global.set", STACK_END) + i64(0) + op("global.set", ERROR)
        body = begin + given + CALL
        return Code(taken, (I64,), (), body, [(len(body), name)])


def _types(signature: Signature) -> tuple[int, ...]:
    return tuple(I32 if type_ is ARRAY else I64 for type_ in signature.parameters)


def _tables(tables: dict[str, Table], words: int) -> tuple[dict[str, Placed], bytes]:
    """Return the places of the tables, and the bytes of all of them."""
    placed: dict[str, Placed] = {}
    data = bytearray()
    for name, table in tables.items():
        width = table.width(words) // 8
        data += bytes(-len(data) % min(width, BYTES))
        placed[name] = Placed(_FIRST + len(data), width)
        data += b"".join((value & (1 << 8 * width) - 1).to_bytes(width, "little") for value in table.values)
    return placed, bytes(data)


def _up(number: int, unit: int) -> int:
    """Round a number up to a multiple of a unit."""
    return -(-number // unit) * unit
