"""Functions that read and write position records: a variable for each part of a position, at its place in the words."""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Code, Function
from tilewright.generator.compiler.kernel.nodes import SET, Do, Return, call, item, local, type_of
from tilewright.generator.compiler.program import Layout

ARRAY = local("a_record")


def result(name: str) -> str:
    """Return the variable for a part of the position after a move, given the one for it before the move."""
    return f"R{name}" if name[0].isupper() else f"r{name}"


def reading(layout: Layout) -> Function:
    """Return the function ``read_position``, which returns all that the record at ``base`` holds, in its order."""
    parts = []
    for name, offset in layout.offsets():
        place = local("base") + offset
        parts.append(call("load", ARRAY, place) if type_of(name) is SET else item(ARRAY.name, place))
    return Function("read_position", (ARRAY.name, "base"), [Return(tuple(parts))])


def writing(layout: Layout) -> Function:
    """Return the function ``write_position``, which fills the record at ``base``."""
    code = Code()
    for name, offset in layout.offsets():
        place = local("base") + offset
        if type_of(name) is SET:
            code.add(Do(call("store", ARRAY, place, local(name))))
        else:
            code.store(ARRAY.name, place, local(name))
    code.answer(0)
    return Function("write_position", (ARRAY.name, "base", *(name for name, _ in layout.offsets())), code.body)
