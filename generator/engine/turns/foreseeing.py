"""Errors foreseen: whether the effects behind the last click take a counter out of its bounds.

Effects wait until a move is made, but a move that cannot be made without an error is an error of the model once it
is found. Of a counter that changes by a number this is known before: a comparison for each end of a rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.generator.engine.analysis.questions import may_fail, mentions
from tilewright.generator.engine.chains.bundling import reads_apart
from tilewright.generator.engine.chains.lifting import Lifting
from tilewright.generator.engine.form import ir
from tilewright.generator.engine.writing.flow import Flow, aside
from tilewright.generator.engine.writing.sets import meet, without
from tilewright.generator.engine.writing.straightness import tests_and_effects
from tilewright.generator.engine.writing.walker import Walker
from tilewright.generator.errors import OVERFLOW


def foresee(walker: Walker, flow: Flow, tail: tuple[ir.Op, ...]) -> None:
    """Emit the error of candidates whose effects take a counter out of its bounds."""
    _follow(walker, flow, tail, {key: (text, 0) for key, text in flow.numbers.items()})


def _follow(
    walker: Walker, flow: Flow, tail: tuple[ir.Op, ...], numbers: dict[tuple[int, int], tuple[str, int]]
) -> None:
    """Emit the same for the rest of an end, with what has become of the counters: a number and what is added to it."""
    unchanged = True
    for place, op in enumerate(tail):
        if unchanged and isinstance(op, ir.Choice) and op.mode == "First" and mentions((op,), ir.SetCounter):
            for chain, one in _alternatives(walker, op, flow):
                _follow(walker, one, (*chain.ops, *tail[place + 1 :]), dict(numbers))
            return
        if may_fail((op,)):
            return  # what follows may never happen
        unchanged = unchanged and isinstance(op, ir.SetCounter)
        if not isinstance(op, ir.SetCounter) or not isinstance(op.value, ir.Int):
            continue
        facts = walker.facts(op.counter)
        if facts.per_cell:
            continue
        text, change = numbers[op.counter, op.player]
        value = op.value.value
        match op.how:
            case "Set":
                text, change = "0", value
            case "Add":
                change += value
            case _:
                change -= value
        numbers[op.counter, op.player] = (text, change)
        _check(walker, flow, text, change, facts.least, facts.greatest)


def _alternatives(walker: Walker, op: ir.Choice, flow: Flow) -> Iterator[tuple[ir.Chain, Flow]]:
    """Yield what follows the tests of each alternative, with the flows that take it; none if that is not known."""
    parts: list[tuple[ir.Chain, Flow]] = []
    left = flow.copy()
    for chain in op.alternatives:
        tests, effects = tests_and_effects(chain.ops)
        one = left.copy()
        if tests:
            inner = aside(flow, chain.me)
            takes = Lifting(walker, inner).origins(tests, flow.way) if not reads_apart(tests, flow) else None
            if takes is None:
                return
            takes = walker.name(takes)
            one.cells = meet(left.cells, takes)
            left.cells = without(left.cells, takes)
        parts.append((ir.Chain(chain.me, effects), one))
    yield from parts


def _check(walker: Walker, flow: Flow, text: str, change: int, least: int, greatest: int) -> None:
    """Emit the error of a number that is changed so; a change of nothing is none."""
    low, high = least - change, greatest - change
    if text.lstrip("-").isdigit():
        if low <= int(text) <= high:
            return
        walker.fail(flow.cells.value, OVERFLOW)
        return
    tests = ([f"{text} < {_signed(low)}"] if low > least else []) + (
        [f"{text} > {_signed(high)}"] if high < greatest else []
    )
    if tests:
        walker.fail(f"({' or '.join(tests)}) and {flow.cells.value}", OVERFLOW)


def _signed(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"
