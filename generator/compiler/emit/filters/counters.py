"""Emission of changes of counters: of one number, or of one per cell, held as a set of cells for each binary digit.

A change of many cells by one value is one ripple-carry addition for all of them, digit by digit, on whole sets.
"""

from __future__ import annotations

import operator
from itertools import zip_longest
from typing import assert_never

from tilewright.generator.compiler.analysis.questions import independent
from tilewright.generator.compiler.analysis.straightness import is_simple
from tilewright.generator.compiler.emit.emitter import Emitter, straight
from tilewright.generator.compiler.emit.filters.gathering import gather
from tilewright.generator.compiler.emit.filters.numerals import added, differing, digits_of, most_of, subtracted
from tilewright.generator.compiler.emit.filters.values import range_of, value_of
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, constant, join, join_all, meet, variable, without
from tilewright.generator.compiler.kernel.nodes import ONE, ZERO, Expression, all_of, any_of, choice, number
from tilewright.generator.compiler.lowering.constants import CounterFacts
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import OVERFLOW


@straight(ir.SetCounter)
def set_counter(emitter: Emitter, op: ir.SetCounter, flow: Flow) -> None:
    """Change a counter; if it is per cell, on every cell of the working set that has a number.

    A number that leaves the bounds of the counter is an error.
    """
    facts = emitter.constants.facts(op.counter)
    flow.written[len(flow.marks) + op.counter] = ONE
    key = (op.counter, op.player)
    if not facts.per_cell:
        new = _changed(emitter, op.how, flow.numbers[key], value_of(emitter, op.value, flow))
        if new.constant is None:
            if not _is_within(emitter, op, flow, facts):
                emitter.fail(_beyond(new, facts), OVERFLOW)
        elif not facts.least <= new.constant <= facts.greatest:
            emitter.fail(ONE, OVERFLOW)
        flow.numbers[key] = new
        return
    counted = flow
    if facts.cells != emitter.constants.board.cells:
        counted = flow.copy()
        counted.cells, counted.alive = emitter.name(meet(flow.cells, constant(facts.cells))), False
    if independent(op.value):
        _on_all_cells(emitter, op, counted, facts)
    elif not _by_digits(emitter, op, counted, facts):
        _on_each_cell(emitter, op, counted, facts)
    flow.planes[key] = counted.planes[key]


def _is_within(emitter: Emitter, op: ir.SetCounter, flow: Flow, facts: CounterFacts) -> bool:
    """Return whether a counter is set to a number that is known to be within its bounds."""
    found = range_of(emitter, op.value, flow)
    return op.how == "Set" and facts.least <= found.start and found[-1] <= facts.greatest


def _beyond(number: Expression, facts: CounterFacts) -> Expression:
    """Return a condition that is true if a number is out of the bounds of a counter."""
    return any_of(number < facts.least, number > facts.greatest)


def _changed(emitter: Emitter, how: ir.Change, old: Expression, value: Expression) -> Expression:
    """Return the changed number: a constant if both numbers are known, else a variable."""
    match how:
        case "Set":
            return emitter.number(value)
        case "Add":
            new = operator.add
        case "Subtract":
            new = operator.sub
        case _:
            assert_never(how)
    one, other = old.constant, value.constant
    if one is not None and other is not None:
        return number(new(one, other))
    return emitter.number(new(old, value))


def _on_all_cells(emitter: Emitter, op: ir.SetCounter, flow: Flow, facts: CounterFacts) -> None:
    """Change the numbers of all cells by one value, with carries that ripple through the planes."""
    key = (op.counter, op.player)
    cells = emitter.named(flow).cells
    planes = list(flow.planes[key])
    if op.how == "Set" and (copied := _digits_elsewhere(emitter, op, flow, facts)) is not None:
        for digit, (plane, one) in enumerate(zip_longest(planes, copied, fillvalue=EMPTY)):
            found = Cells(choice(one.value, cells.value, 0), cells.maybe) if one.constant != 0 else EMPTY
            planes[digit] = emitter.name(join(without(plane, cells), found))
        flow.planes[key] = tuple(planes)
        return
    value = value_of(emitter, op.value, flow)
    if op.how == "Set":
        digits = _changed(emitter, "Subtract", value, number(facts.least))
        greatest = facts.greatest - facts.least
        if not _is_within(emitter, op, flow, facts):
            _unless_within(emitter, cells, digits, 0, greatest, any_of(digits < 0, digits > greatest))
        for digit, plane in enumerate(planes):
            planes[digit] = emitter.name(join(without(plane, cells), _where_set(digits, digit, cells)))
        flow.planes[key] = tuple(planes)
        return
    limit = 1 << len(planes)
    amount = emitter.number(value) if op.how == "Add" else _changed(emitter, "Subtract", ZERO, value)
    _unless_within(emitter, cells, amount, 1 - limit, limit - 1, any_of(amount >= limit, amount <= -limit))
    known = amount.constant
    digits = emitter.number(amount & (2 * limit - 1)) if known is None else number(known & (2 * limit - 1))
    carry = EMPTY
    for digit, plane in enumerate(planes):
        ones = emitter.name(_where_set(digits, digit, cells))
        half = emitter.name(differing(plane, ones))
        both = join(meet(plane, ones), meet(carry, half))
        planes[digit] = emitter.name(differing(half, carry))
        carry = emitter.name(both)
    # the digit above the planes is set if a number is below the least one, or needs one more plane
    wrong = emitter.name(differing(_where_set(digits, len(planes), cells), carry))
    if wrong.constant != 0:
        emitter.fail(wrong.value, OVERFLOW)
    _check_range(emitter, planes, cells, facts)
    flow.planes[key] = tuple(planes)


def _digits_elsewhere(emitter: Emitter, op: ir.SetCounter, flow: Flow, facts: CounterFacts) -> list[Cells] | None:
    """Return the digits of the number that a counter is set to, each as the cell with a 1 there or the empty set.

    None, unless it is the number of one cell at most, and within the bounds. So it is copied without being computed.
    """
    match op.value:
        case ir.Number(counter, player, True, chain) if chain is not None and is_simple(chain.ops):
            there, planes = emitter.constants.facts(counter), flow.planes[counter, player]
            cells = gather(emitter, chain, flow)
            if cells.single and facts.least == there.least == 0 and there.greatest <= facts.greatest:
                one = emitter.name(meet(cells, constant(there.cells)))
                return [meet(plane, one) for plane in planes]
    return None


def _unless_within(
    emitter: Emitter, cells: Cells, number: Expression, least: int, greatest: int, condition: Expression
) -> None:
    """Emit the error that a number for some cells is out of bounds, unless it is known to be within.

    *condition* tests it at run time; there is no error if there are no cells.
    """
    if number.constant is None:
        emitter.fail(all_of(cells.value, condition), OVERFLOW)
    elif not least <= number.constant <= greatest:
        emitter.fail(cells.value, OVERFLOW)


def _where_set(number: Expression, digit: int, cells: Cells) -> Cells:
    """Return the cells if a binary digit of a number is 1, else the empty set. The number must not be negative."""
    known = number.constant
    if known is not None:
        return cells if known >= 0 and known >> digit & 1 else EMPTY  # a negative number is an error already
    return Cells(choice((number >> digit) & 1, cells.value, 0), cells.maybe)


def _check_range(emitter: Emitter, planes: list[Cells], cells: Cells, facts: CounterFacts) -> None:
    """Emit the error that the number of a cell is too great, unless the planes cannot hold such a number."""
    greatest = facts.greatest - facts.least
    if greatest + 1 == 1 << len(planes):
        return
    equal, above = cells, EMPTY
    for digit in reversed(range(len(planes))):
        if greatest >> digit & 1:
            equal = meet(equal, planes[digit])
        else:
            above = join(above, meet(equal, planes[digit]))
            equal = without(equal, planes[digit])
    emitter.fail(emitter.name(above).value, OVERFLOW)


def _by_digits(emitter: Emitter, op: ir.SetCounter, flow: Flow, facts: CounterFacts) -> bool:
    """Change the number of each cell by a value of its own, all at once; return whether the value has digits.

    See ``digits_of`` for the values that have.
    """
    key = (op.counter, op.player)
    value = digits_of(emitter, op.value, aside(flow, flow.me))
    if value is None or facts.least != 0:
        return False
    cells, planes = emitter.named(flow).cells, flow.planes[key]
    match op.how:
        case "Set":
            new = value
        case "Add":
            new = added(emitter, planes, value)
        case "Subtract":
            new = subtracted(emitter, planes, value)
        case _:
            assert_never(op.how)
    wrong = emitter.name(meet(join_all(list(new[len(planes) :])), cells))
    if wrong.constant != 0:
        emitter.fail(wrong.value, OVERFLOW)
    digits = [*new[: len(planes)], *[EMPTY] * (len(planes) - len(new))]
    if op.how != "Set" or most_of(emitter, op.value) > facts.greatest:
        _check_range(emitter, digits, cells, facts)
    flow.planes[key] = tuple(
        emitter.name(join(without(plane, cells), meet(digit, cells)))
        for plane, digit in zip(planes, digits, strict=True)
    )
    return True


def _on_each_cell(emitter: Emitter, op: ir.SetCounter, flow: Flow, facts: CounterFacts) -> None:
    """Change the number of each cell by a value of its own, in a loop. All values are those before the change."""
    key = (op.counter, op.player)
    code = emitter.code
    planes = flow.planes[key]
    everything = emitter.constants.board.cells
    names = [code.fresh("V") for _ in planes]
    for name, plane in zip(names, planes, strict=True):
        code.assign(name, plane.value)
    outer = flow.copy()
    outer.many = False
    for one in emitter.each(outer):
        value = value_of(emitter, op.value, aside(one, one.me))
        old = value_of(emitter, ir.Number(op.counter, op.player, True, None), one)
        new = emitter.number({"Add": old + value, "Subtract": old - value, "Set": value}[op.how])
        emitter.fail(_beyond(new, facts), OVERFLOW)
        digits = emitter.number(new - facts.least)
        for digit, name in enumerate(names):
            cell = one.cells.value
            code.assign(name, (name & ~cell) | choice((digits >> digit) & 1, cell, 0))
    flow.planes[key] = tuple(variable(name, everything) for name in names)
