"""Texts that read and write records: a variable for each part of a position, and its place among the words."""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Assign, Code, Function, Line
from tilewright.generator.compiler.emit.filters.checks import FILTER
from tilewright.generator.compiler.program import Layout


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


def load(layout: Layout, code: Code, array: str = "a_pos", base: str = "0") -> None:
    """Emit that the variables of a position are read from a record."""
    code.add(Assign(_names(layout), f"read_position({array}, {base})"))


def store(layout: Layout, code: Code, array: str = "a_pos", base: str = "0", *, results: bool = False) -> None:
    """Emit that they are written to one; *results*: those that hold what becomes of them."""
    names = [result(name) if results else name for name in _names(layout)]
    code.line(f"write_position({array}, {base}, {', '.join(names)})")


def _names(layout: Layout) -> tuple[str, ...]:
    return tuple(name for name, _ in layout.offsets())


def reading(layout: Layout) -> Function:
    """Return ``read_position``: all that a record holds."""
    parts = [loaded("a_record", f"base + {offset}", name) for name, offset in layout.offsets()]
    return Function("read_position", ("a_record", "base"), [Line(f"return {', '.join(parts)}")])


def writing(layout: Layout) -> Function:
    """Return ``write_position``, which fills a record."""
    code = Code()
    for name, offset in layout.offsets():
        code.line(stored("a_record", f"base + {offset}", name, name))
    code.line("return 0")
    return Function("write_position", ("a_record", "base", *_names(layout)), code.body)
