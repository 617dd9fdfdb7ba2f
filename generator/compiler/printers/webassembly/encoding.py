"""The binary format of WebAssembly: numbers, instructions, and the sections of a module.

It is version 1 of the format with two extensions that all current browsers have: multiple results and ``memory.fill``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

I32, I64 = 0x7F, 0x7E
"""The encodings of value types."""

NOTHING = 0x40
"""The encoding of the type of a block without results."""

OPCODES = {
    "unreachable": 0x00,
    "block": 0x02,
    "loop": 0x03,
    "if": 0x04,
    "else": 0x05,
    "end": 0x0B,
    "br": 0x0C,
    "br_if": 0x0D,
    "return": 0x0F,
    "call": 0x10,
    "drop": 0x1A,
    "select": 0x1B,
    "local.get": 0x20,
    "local.set": 0x21,
    "local.tee": 0x22,
    "global.get": 0x23,
    "global.set": 0x24,
    "i64.load": 0x29,
    "i64.load8_s": 0x30,
    "i64.load16_s": 0x32,
    "i64.load32_s": 0x34,
    "i64.store": 0x37,
    "i32.eqz": 0x45,
    "i32.lt_s": 0x48,
    "i64.eqz": 0x50,
    "i64.eq": 0x51,
    "i64.ne": 0x52,
    "i64.lt_s": 0x53,
    "i64.lt_u": 0x54,
    "i64.gt_s": 0x55,
    "i64.le_s": 0x57,
    "i64.ge_s": 0x59,
    "i32.add": 0x6A,
    "i32.sub": 0x6B,
    "i32.mul": 0x6C,
    "i32.shl": 0x74,
    "i64.clz": 0x79,
    "i64.ctz": 0x7A,
    "i64.popcnt": 0x7B,
    "i64.add": 0x7C,
    "i64.sub": 0x7D,
    "i64.mul": 0x7E,
    "i64.div_u": 0x80,
    "i64.rem_u": 0x82,
    "i64.and": 0x83,
    "i64.or": 0x84,
    "i64.xor": 0x85,
    "i64.shl": 0x86,
    "i64.shr_u": 0x88,
    "i32.wrap_i64": 0xA7,
    "i64.extend_i32_u": 0xAD,
}

FILL = b"\xfc\x0b\x00"
"""``memory.fill``, which takes an address, a byte, and a number of bytes from the stack."""

CALL = bytes([OPCODES["call"]])
"""The opcode of a call. The number of a function follows."""

HELPER = "$"
"""The prefix of the names of helper functions. No function of a program has it."""

_WORD = 1 << 64


def unsigned(number: int) -> bytes:
    """Return a non-negative number in unsigned LEB128."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def signed(number: int) -> bytes:
    """Return a number in signed LEB128."""
    found = bytearray()
    while not -0x40 <= number < 0x40:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number & 0x7F])


def op(name: str, *numbers: int) -> bytes:
    """Return an instruction with its immediates: the number of a variable, a label or a function, or a type."""
    return bytes([OPCODES[name]]) + b"".join(map(unsigned, numbers))


def memory_op(name: str, offset: int) -> bytes:
    """Return a load or store at an address that is *offset* bytes after the one on the stack."""
    return bytes([OPCODES[name], 0]) + unsigned(offset)  # the alignment hint: none


def i32(number: int) -> bytes:
    """Return the instruction that pushes a 32-bit constant."""
    return b"\x41" + signed(number)


def i64(number: int) -> bytes:
    """Return the instruction that pushes a 64-bit constant, given as a signed or unsigned number."""
    number %= _WORD
    return b"\x42" + signed(number - _WORD if number >> 63 else number)


def vector(parts: Sequence[bytes]) -> bytes:
    """Return a vector: the number of its parts, then the parts."""
    return unsigned(len(parts)) + b"".join(parts)


def sized(content: bytes) -> bytes:
    """Return bytes, preceded by their number."""
    return unsigned(len(content)) + content


def name(text: str) -> bytes:
    """Return the encoding of a name."""
    return sized(text.encode("utf-8"))


@dataclass(frozen=True)
class Code:
    """A function: the types of its parameters, results and variables, and the bytes of its instructions."""

    parameters: tuple[int, ...]
    results: tuple[int, ...]
    variables: Sequence[int]
    body: bytes
    calls: Sequence[tuple[int, str]] = ()
    """Relocations: the offsets in ``body``, in order, at which the number of a function is missing, and its name."""

    def encoded(self, numbers: Mapping[str, int]) -> bytes:
        """Return the entry of the code section, given the numbers of functions by name."""
        runs: list[list[int]] = []
        for type_ in self.variables:
            if runs and runs[-1][1] == type_:
                runs[-1][0] += 1
            else:
                runs.append([1, type_])
        declared = vector([unsigned(count) + bytes([type_]) for count, type_ in runs])
        linked = bytearray()
        begin = 0
        for place, called in self.calls:
            linked += self.body[begin:place] + unsigned(numbers[called])
            begin = place
        return sized(declared + bytes(linked) + self.body[begin:] + op("end"))


@dataclass
class ModuleParts:
    """The parts of a module. The number of a function is its index."""

    functions: list[Code]
    numbers: Mapping[str, int]
    """The numbers of the functions that are called, by name."""
    exports: dict[str, int]
    """The numbers of the exported functions, by name."""
    globals: Sequence[tuple[int, bool, int]]
    """For each global its type, whether it is mutable, and its initial value."""
    global_exports: dict[str, int]
    """The numbers of the exported globals, by name."""
    pages: int
    """The initial size of the memory, in pages of 64 KiB."""
    data: tuple[int, bytes]
    """The initial content of the memory: an address, and the bytes from there on."""
    custom: dict[str, bytes] = field(default_factory=dict)
    """The custom sections, by name."""


def module(parts: ModuleParts) -> bytes:
    """Return the bytes of a module. They are determined by the parts."""
    shapes: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    types = [shapes.setdefault((each.parameters, each.results), len(shapes)) for each in parts.functions]
    kinds = [b"\x60" + vector(_types(taken)) + vector(_types(given)) for taken, given in shapes]
    exports = [
        *(name(each) + b"\x00" + unsigned(number) for each, number in parts.exports.items()),
        name("memory") + b"\x02\x00",
        *(name(each) + b"\x03" + unsigned(number) for each, number in parts.global_exports.items()),
    ]
    values = [
        bytes([type_, changes]) + (i64(value) if type_ == I64 else i32(value)) + op("end")
        for type_, changes, value in parts.globals
    ]
    place, content = parts.data
    return b"".join(
        [
            b"\0asm\1\0\0\0",
            _section(1, vector(kinds)),
            _section(3, vector([unsigned(number) for number in types])),
            _section(5, vector([b"\x00" + unsigned(parts.pages)])),
            _section(6, vector(values)),
            _section(7, vector(exports)),
            _section(10, vector([each.encoded(parts.numbers) for each in parts.functions])),
            _section(11, vector([b"\x00" + i32(place) + op("end") + sized(content)])) if content else b"",
            *(_section(0, name(each) + text) for each, text in parts.custom.items()),
        ]
    )


def _types(types: Iterable[int]) -> list[bytes]:
    return [bytes([type_]) for type_ in types]


def _section(number: int, content: bytes) -> bytes:
    return bytes([number]) + sized(content)
