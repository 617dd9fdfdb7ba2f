"""Texts that read and write records: a variable for each part of a position, and its place among the words."""

from __future__ import annotations

from tilewright.generator.engine.chains.checks import FILTER
from tilewright.generator.engine.program import Layout
from tilewright.generator.engine.writing.code import Code


def result(name: str) -> str:
    """Return the variable that holds what becomes of a part of the position."""
    return f"R{name}" if name[0].isupper() else f"r{name}"


def loaded(array: str, place: str, name: str) -> str:
    """Return the text that reads a variable from a place of an array."""
    return f"load({array}, {place})" if name[0].isupper() else f"{array}[{place}]"


def stored(array: str, place: str, name: str, value: str) -> str:
    """Return the statement that writes a variable's value to a place of an array."""
    return f"store({array}, {place}, {value})" if name[0].isupper() else f"{array}[{place}] = {value}"


def counted(key: str, change: str) -> str:
    """Return the statement that counts a key by its last digits."""
    place = f"{key} & {FILTER - 1}"
    return f"a_count[{place}] = a_count[{place}] {change}"


def load(layout: Layout, code: Code, array: str = "a_pos", base: str = "") -> None:
    """Emit that the variables of a position are read from a record."""
    for name, offset in layout.offsets():
        place = f"{base} + {offset}" if base else str(offset)
        code.assign(name, loaded(array, place, name))


def store(layout: Layout, code: Code, array: str = "a_pos", base: str = "", *, results: bool = False) -> None:
    """Emit that they are written to one; *results*: those that hold what becomes of them."""
    for name, offset in layout.offsets():
        place = f"{base} + {offset}" if base else str(offset)
        code.line(stored(array, place, name, result(name) if results else name))
