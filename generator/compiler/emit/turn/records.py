"""How records are read and written: a variable for each part of a position, and its place among the words."""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Code, Function
from tilewright.generator.compiler.kernel.nodes import SET, Do, Return, call, item, local, type_of
from tilewright.generator.compiler.program import Layout

ARRAY = local("a_record")


def result(name: str) -> str:
    """Return the variable that holds what becomes of a part of the position."""
    return f"R{name}" if name[0].isupper() else f"r{name}"


def reading(layout: Layout) -> Function:
    """Return ``read_position``: all that a record holds."""
    parts = []
    for name, offset in layout.offsets():
        place = local("base") + offset
        parts.append(call("load", ARRAY, place) if type_of(name) is SET else item(ARRAY.name, place))
    return Function("read_position", (ARRAY.name, "base"), [Return(tuple(parts))])


def writing(layout: Layout) -> Function:
    """Return ``write_position``, which fills a record."""
    code = Code()
    for name, offset in layout.offsets():
        place = local("base") + offset
        if type_of(name) is SET:
            code.add(Do(call("store", ARRAY, place, local(name))))
        else:
            code.store(ARRAY.name, place, local(name))
    code.answer(0)
    return Function("write_position", (ARRAY.name, "base", *(name for name, _ in layout.offsets())), code.body)
