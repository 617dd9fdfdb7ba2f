"""Checks of object code from a file before it is given to LLVM, which ends the process if the code is damaged.

The checks are of the structure of a 64-bit ELF file, the format of all systems but macOS: the header, that all sections
lie inside the file, and that symbol names are in string tables. The instructions are not checked.
"""

from __future__ import annotations

import struct
import sys

_HEADER = struct.Struct("<4sBBB9xHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_RELOCATABLE, _WIDE, _LITTLE = 1, 2, 1
_SYMBOLS, _STRINGS, _NO_BITS = 2, 3, 8
_MACH_O = b"\xcf\xfa\xed\xfe"


def is_object(code: bytes, symbol: str) -> bool:
    """Return whether bytes are relocatable object code with a symbol of this name."""
    if sys.platform == "darwin":
        return code.startswith(_MACH_O) and b"\0_" + symbol.encode() + b"\0" in code
    if len(code) < _HEADER.size:
        return False
    (magic, width, order, _, kind, _, _, _, _, table, _, _, _, _, size, count, names) = _HEADER.unpack_from(code)
    if (magic, width, order, kind, size) != (b"\x7fELF", _WIDE, _LITTLE, _RELOCATABLE, _SECTION.size):
        return False
    if table + count * size > len(code) or names >= count:
        return False
    sections = [_SECTION.unpack_from(code, table + number * size) for number in range(count)]
    if any(kind != _NO_BITS and first + length > len(code) for _, kind, _, _, first, length, *_ in sections):
        return False
    strings = {number for number, section in enumerate(sections) if _ends_with_nul(code, section)}
    links = [section[6] for section in sections if section[1] == _SYMBOLS]
    found = b"\0" + symbol.encode() + b"\0"
    texts = (code[sections[link][4] : sections[link][4] + sections[link][5]] for link in links if link in strings)
    return names in strings and len(links) == 1 and any(found in text for text in texts)


def _ends_with_nul(code: bytes, section: tuple[int, ...]) -> bool:
    """Return whether a section is a string table that ends with a NUL."""
    return section[1] == _STRINGS and section[5] > 0 and code[section[4] + section[5] - 1] == 0
