"""Foreseen errors: candidates whose delayed effects take a counter out of its bounds.

Effects wait until a move is made, but by the language a move whose effects are an error is one as soon as it is found.
For a counter that is one number, and changes by a constant, a comparison for each leaf of a rule tells that beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tilewright.generator.compiler.analysis.straightness import tests_and_effects
from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.bundling import reads_apart
from tilewright.generator.compiler.emit.filters.preimage import Preimage
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.sets import meet, without
from tilewright.generator.compiler.emit.turn.completion import allowed, rest_of
from tilewright.generator.compiler.emit.turn.rules import one_of
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import ZERO, Expression, all_of, any_of
from tilewright.generator.compiler.kernel.rewriting import reads
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import counters, may_fail, raises, writes
from tilewright.generator.errors import OVERFLOW


def foresee(emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> bool:
    """Emit the error of the candidates of a leaf whose effects take a counter out of its bounds.

    Return whether that covers all changes, by a constant, of counters that are one number.
    """
    return _follow(emitter, flow, tail, {key: (number, 0) for key, number in flow.numbers.items()})


def may_surprise(turn: Turn, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> bool:
    """Return whether judging a candidate of a leaf may be an error that ``foresee`` does not cover."""
    if turn.rules[flow.me].ensure is None and not raises(tail):
        return False
    one = one_of(flow)
    with emitter.function(Sink()):
        left = _unknown(emitter, tail) if foresee(emitter, one.copy(), tail) else tail

    def finish(code: Code, inner: Flow) -> None:
        code.answer(allowed(turn, inner) if turn.rules[flow.me].ensure is not None else 1)

    body = rest_of(turn, emitter, one, left, finish, [])
    return "a_err" in reads(body)


def _unknown(emitter: Emitter, ops: tuple[ir.Op, ...]) -> tuple[ir.Op, ...]:
    """Return the rest of a rule without the changes that are foreseen: see ``_is_known``."""
    left: list[ir.Op] = []
    for op in ops:
        if isinstance(op, ir.Choice) and op.mode == "First":
            chains = (ir.Chain(chain.me, _unknown(emitter, chain.ops)) for chain in op.alternatives)
            left.append(replace(op, alternatives=tuple(chains)))
        elif not _is_known(emitter, op):
            left.append(op)
    return tuple(left)


def _is_known(emitter: Emitter, op: ir.Op) -> bool:
    """Return whether an operation changes a counter that is one number, by a constant."""
    if not (isinstance(op, ir.SetCounter) and isinstance(op.value, ir.Int)):
        return False
    return not emitter.constants.facts(op.counter).per_cell


def _follow(
    emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...], numbers: dict[tuple[int, int], tuple[Expression, int]]
) -> bool:
    """Do the same for the rest of a chain. *numbers*: for each counter its number before, and the change so far."""
    unchanged = complete = True
    for place, op in enumerate(tail):
        if unchanged and isinstance(op, ir.Choice) and op.mode == "First" and counters(op.traits.writes):
            parts = list(_alternatives(emitter, op, flow))
            rests = [(one, (*chain.ops, *tail[place + 1 :])) for chain, one in parts]
            found = [_follow(emitter, one, rest, dict(numbers)) for one, rest in rests]
            return complete and min(found, default=False)
        if may_fail((op,)):  # what follows may never happen
            return complete and not counters(writes(tail[place:]))
        unchanged = unchanged and isinstance(op, ir.SetCounter)
        if not _is_known(emitter, op):
            for key in counters(op.traits.writes):
                numbers.pop(key, None)
            continue
        assert isinstance(op, ir.SetCounter) and isinstance(op.value, ir.Int)
        key, value = (op.counter, op.player), op.value.value
        if op.how == "Set":
            numbers[key] = (ZERO, value)
        elif key not in numbers:
            complete = False
            continue
        else:
            number, change = numbers[key]
            numbers[key] = (number, change + value if op.how == "Add" else change - value)
        facts = emitter.constants.facts(op.counter)
        _check(emitter, flow, *numbers[key], facts.least, facts.greatest)
    return complete


def _alternatives(emitter: Emitter, op: ir.Choice, flow: Flow) -> Iterator[tuple[ir.Chain, Flow]]:
    """Yield for each alternative what follows its tests, and the flows that take it; nothing if these are not known."""
    parts: list[tuple[ir.Chain, Flow]] = []
    left = flow.copy()
    for chain in op.alternatives:
        tests, effects = tests_and_effects(chain.ops)
        one = left.copy()
        if tests:
            inner = aside(flow, chain.me)
            takes = Preimage(emitter, inner).origins(tests, flow.bound) if not reads_apart(tests, flow) else None
            if takes is None:
                return
            takes = emitter.name(takes)
            one.cells = meet(left.cells, takes)
            left.cells = without(left.cells, takes)
        parts.append((ir.Chain(chain.me, effects), one))
    yield from parts


def _check(emitter: Emitter, flow: Flow, number: Expression, change: int, least: int, greatest: int) -> None:
    """Emit the error of a number that a change takes out of its bounds. Only bounds that it can break are tested."""
    low, high = least - change, greatest - change
    known = number.constant
    if known is not None:
        if not low <= known <= high:
            emitter.fail(flow.cells.value, OVERFLOW)
        return
    tests = ([number < low] if low > least else []) + ([number > high] if high < greatest else [])
    if tests:
        emitter.fail(all_of(any_of(*tests), flow.cells.value), OVERFLOW)
