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
from tilewright.generator.compiler.rules.traits import reads, writes


def outlined(
    emitter: Emitter,
    stem: str,
    ops: tuple[ir.Op, ...],
    flow: Flow,
    body: Callable[[], list[Statement]],
    *,
    beside: tuple[object, ...] = (),
    comment: str = "",
    asked: bool = False,
) -> Call:
    """Return a call of the function that *body* emits, as a question, for a flow and the operations that follow.

    *beside* is what the body depends on besides these, the stem and the emitter. *asked*: see ``dependences``.
    """
    names: dict[str, str] = {}
    outlines = emitter.module.outlines
    flow.length = ZERO
    key = None
    if not any(isinstance(place, Apart) for place in (*flow.marks, flow.anchor)):
        with emitter.asking():
            key = (*dependences(emitter, ops, flow, names, asked=asked), stem, beside)
        if key in outlines:
            return call(outlines[key].name, *arguments(outlines[key], names))
    statements = body()
    parameters = emitter.free(statements)
    name = emitter.module.share(stem, parameters, statements, comment)
    if key is not None and all(each in names or not TEMPORARY.fullmatch(each) for each in parameters):
        outlines[key] = Outline(name, tuple(names.get(each, each) for each in parameters), (), ops)
    return call(name, *map(local, parameters))


def dependences(
    emitter: Emitter,
    ops: tuple[ir.Op, ...],
    flow: Flow,
    names: dict[str, str],
    *,
    alone: bool = False,
    asked: bool = False,
) -> tuple[tuple[int, ...], object, object]:
    """Return all that the code for some operations depends on, as a key that is valid as long as they live.

    *names*: see ``Flow.knowledge``. *alone*: the code is that of the operations, without any for what follows them.
    *asked*: it only asks whether the operations have an output, so that it depends on what they read or write.
    """
    assert emitter.start is not None
    asks = mentions(ops, (ir.Movable, ir.Repetition, ir.Mass))
    asking = (emitter.start.me, emitter.played, emitter.could_move) if asks else ()
    doubts = (tuple(emitter.doubts), flow.clicks) if emitter.doubts else ()
    ordered = emitter.ordered, emitter.ordered and emitter.seeking
    parts = reads(ops) | writes(ops) if asked and not asks else None
    known = flow.knowledge(names, every=alone and not asks, parts=parts)
    return tuple(map(id, ops)), (*asking, *ordered, doubts), known


def arguments(outline: Outline, names: dict[str, str]) -> list[Local]:
    """Return the arguments for a function, given the names of the variables of a flow: see ``Flow.knowledge``."""
    own = {number: name for name, number in names.items()}
    return [local(own.get(parameter, parameter)) for parameter in outline.parameters]
