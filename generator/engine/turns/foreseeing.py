"""Errors foreseen: whether the effects behind the last click take a counter out of its bounds.

Effects wait until a move is made, but a move that cannot be made without an error is an error of the model once it
is found. Of a counter that changes by a number this is known before: a comparison for each end of a rule.
"""

from __future__ import annotations

from tilewright.generator.engine import ir
from tilewright.generator.engine.errors import OVERFLOW
from tilewright.generator.engine.flow import Flow
from tilewright.generator.engine.walker import Walker


def foresee(walker: Walker, flow: Flow, tail: tuple[ir.Op, ...]) -> None:
    """Emit the error of candidates whose effects take a counter out of its bounds."""
    numbers = {key: (text, 0) for key, text in flow.numbers.items()}
    for op in tail:
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


def _check(walker: Walker, flow: Flow, text: str, change: int, least: int, greatest: int) -> None:
    """Emit the error of a number that is changed so; a change of nothing is none."""
    low, high = least - change, greatest - change
    if text.lstrip("-").isdigit():
        if low <= int(text) <= high:
            return
        walker.fail(walker.named(flow).cells.value, OVERFLOW)
        return
    tests = ([f"{text} < {_signed(low)}"] if low > least else []) + (
        [f"{text} > {_signed(high)}"] if high < greatest else []
    )
    if tests:
        walker.fail(f"{walker.named(flow).cells.value} and ({' or '.join(tests)})", OVERFLOW)


def _signed(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"
