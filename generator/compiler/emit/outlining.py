"""Outlining: what follows a point of a chain becomes a function, emitted once for all flows of which the same is known.

Functions with equal bodies are one in any case (``Module.share``). To find out beforehand saves emitting them.
"""

from __future__ import annotations

from collections.abc import Callable

from tilewright.generator.compiler.analysis.questions import mentions
from tilewright.generator.compiler.emit.code import Outline
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Apart, Flow
from tilewright.generator.compiler.kernel.nodes import TEMPORARY, ZERO, Call, Local, Statement, call, local
from tilewright.generator.compiler.rules import ir


def outlined(
    emitter: Emitter,
    stem: str,
    ops: tuple[ir.Op, ...],
    flow: Flow,
    body: Callable[[], list[Statement]],
    *,
    beside: tuple[object, ...] = (),
    comment: str = "",
) -> Call:
    """Return a call of the function that *body* emits, as a question, for a flow and the operations that follow.

    *beside* is what the body depends on besides these, the stem and the emitter.
    """
    names: dict[str, str] = {}
    known = knowledge(emitter, ops, flow, names)
    key = stem, beside, known
    found = emitter.module.outlines.get(key)
    if found is not None:
        return call(found.name, *arguments(found, names))
    statements = body()
    parameters = emitter.free(statements)
    name = emitter.module.share(stem, parameters, statements, comment)
    if known is not None and all(each in names or not TEMPORARY.fullmatch(each) for each in parameters):
        own = tuple(names.get(each, each) for each in parameters)
        emitter.module.outlines[key] = Outline(name, own, (), ops)
    return call(name, *map(local, parameters))


def knowledge(emitter: Emitter, ops: tuple[ir.Op, ...], flow: Flow, names: dict[str, str]) -> tuple[object, ...] | None:
    """Return all that the code of a question depends on, given the operations that follow; None if that is not told.

    *names*: see ``Flow.knowledge``. The key is valid as long as the operations live.
    """
    if any(isinstance(place, Apart) for place in (*flow.marks, flow.anchor)):
        return None
    flow.length = ZERO
    with emitter.asking():
        return tuple(map(id, ops)), surroundings(emitter, ops, flow), flow.knowledge(names)


def surroundings(emitter: Emitter, ops: tuple[ir.Op, ...], flow: Flow) -> tuple[object, ...]:
    """Return what the code for some operations depends on besides what is known of the flow."""
    assert emitter.start is not None
    mover = emitter.start.me if mentions(ops, (ir.Movable, ir.Repetition, ir.Mass)) else None
    flags = emitter.ordered, emitter.ordered and emitter.seeking, emitter.played
    doubts = (tuple(emitter.doubts), flow.clicks) if emitter.doubts else ()
    return (mover, *flags, emitter.could_move, doubts)


def arguments(outline: Outline, names: dict[str, str]) -> list[Local]:
    """Return the arguments for a function, given the names of the variables of a flow: see ``Flow.knowledge``."""
    own = {number: name for name, number in names.items()}
    return [local(own.get(parameter, parameter)) for parameter in outline.parameters]
