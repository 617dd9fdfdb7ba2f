"""Emission of values: numbers that are computed from a flow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from tilewright.generator.compiler.analysis.straightness import is_simple
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.gathering import gather
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.patterns import board_of, number_of
from tilewright.generator.compiler.emit.sets import Cells, constant, meet
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    ZERO,
    Expression,
    If,
    any_of,
    call,
    choice,
    entry,
    equal,
    number,
    total,
)
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import BY_ZERO, TOO_LARGE
from tilewright.model.values import GREATEST, LEAST


def value_of(emitter: Emitter, value: ir.Value, flow: Flow) -> Expression:
    """Return the number that a value has in a flow."""
    match value:
        case ir.Int():
            return number(value.value)
        case ir.Count():
            cells = flow.cells if value.cells is None else gather(emitter, value.cells, flow)
            return count_of(cells)
        case ir.Number():
            if not value.per_cell:
                return flow.numbers[value.counter, value.player]
            cells = flow.cells if value.cells is None else gather(emitter, value.cells, flow)
            return sum_over(emitter, flow, value.counter, value.player, emitter.name(cells))
        case ir.Attribute():
            cells = flow.cells if value.cells is None else gather(emitter, value.cells, flow)
            return _attribute(emitter, flow, value.numbers, emitter.name(cells))
        case ir.Constant():
            cells = flow.cells if value.cells is None else gather(emitter, value.cells, flow)
            return _constant(value.sets, emitter.name(cells))
        case ir.PhaseNumber():
            return flow.phase
        case ir.Sum():
            return total([weight * value_of(emitter, term, flow) for weight, term in value.terms])
        case ir.Product():
            return value_of(emitter, value.left, flow) * value_of(emitter, value.right, flow)
        case ir.Division():
            return _divided(emitter, value, flow)
        case ir.Extreme():
            return _extreme(
                emitter, [emitter.number(value_of(emitter, part, flow)) for part in value.values], value.most
            )
        case ir.Table():
            return _entry(emitter, value, flow)
        case ir.Conditional():
            return _either(emitter, value, flow)
        case ir.Fitting():
            found = emitter.number(value_of(emitter, value.value, flow))
            wrong = emitter.number(choice(any_of(found < LEAST, found > GREATEST), ONE, ZERO))
            emitter.fail(wrong, TOO_LARGE)
            return emitter.number(choice(wrong, ZERO, found))
        case ir.NonZero():
            found = emitter.number(value_of(emitter, value.value, flow))
            emitter.fail(equal(found, 0), BY_ZERO)
            return emitter.number(choice(equal(found, 0), ONE, found))
        case _:
            assert_never(value)


def range_of(emitter: Emitter, value: ir.Value, flow: Flow) -> range:
    """Return a range that contains a value in a flow. Of the number of at most one cell, it is that of its counter."""
    match value:
        case ir.Number(counter, _, True, chain) if chain is None or is_simple(chain.ops):
            cells = flow.cells if chain is None else gather(emitter, chain, flow)
            if cells.single:
                facts = emitter.constants.facts(counter)
                return range(min(facts.least, 0), max(facts.greatest, 0) + 1)
    return emitter.constants.range_of(value)


def _divided(emitter: Emitter, value: ir.Division, flow: Flow) -> Expression:
    """Return a quotient that is rounded down, or its remainder; the machine divides numbers that are not negative.

    If n is negative, n div d is the complement of (the complement of n) div d.
    """
    number, by = (emitter.number(value_of(emitter, part, flow)) for part in (value.dividend, value.divisor))
    dividend, divisor = emitter.constants.range_of(value.dividend), emitter.constants.range_of(value.divisor)
    if dividend.start >= 0 and divisor.start > 0:
        return number % by if value.remainder else number // by
    above, below = number, by
    if divisor.start < 0:
        above = emitter.number(choice(by < 0, -number, number))
        below = emitter.number(choice(by < 0, -by, by))
    found = emitter.number(choice(above < 0, -1 - above, above) // below)
    quotient = emitter.number(choice(above < 0, -1 - found, found))
    return number - quotient * by if value.remainder else quotient


def _extreme(emitter: Emitter, numbers: list[Expression], most: bool) -> Expression:
    """Return the least of some numbers, or the greatest."""
    best, *others = numbers
    for other in others:
        best = emitter.number(choice(other > best if most else other < best, other, best))
    return best


def _entry(emitter: Emitter, value: ir.Table, flow: Flow) -> Expression:
    """Return the number of a table at an index, which is bounded first."""
    indices, last = emitter.constants.range_of(value.index), len(value.numbers) - 1
    index = emitter.number(value_of(emitter, value.index, flow))
    if indices.start < 0:
        index = emitter.number(choice(index < 0, ZERO, index))
    if indices[-1] > last:
        index = emitter.number(choice(index > last, number(last), index))
    return emitter.number(entry(emitter.module.table("listed", value.numbers), index))


def _either(emitter: Emitter, value: ir.Conditional, flow: Flow) -> Expression:
    """Return one of two values, of which the other is not computed, as it may be an error to do so."""
    match value.condition.ops:
        case (ir.Compare() as test,):
            holds = emitter.condition(test, flow)
        case _:
            holds = emitter.condition(ir.Guard((value.condition,), negate=False, per_cell=False), flow)
    if holds.constant is not None:
        return value_of(emitter, value.value if holds.constant else value.otherwise, flow)
    found, statement = emitter.code.fresh("n"), If(holds)
    with emitter.code.block(statement):
        emitter.code.assign(found, value_of(emitter, value.value, flow))
    with emitter.code.block(statement, otherwise=True):
        emitter.code.assign(found, value_of(emitter, value.otherwise, flow))
    return found


def _attribute(emitter: Emitter, flow: Flow, numbers: tuple[tuple[int, int], ...], cells: Cells) -> Expression:
    """Return the sum over some cells of the number of the state of each.

    It is computed digit by digit: the cells whose number has a binary digit are counted, and the counts are weighted.
    """
    if emitter.constants.boards.coded and any(
        len(states) > 1 for here, states in emitter.constants.areas if here & cells.maybe
    ):
        return _of_numbers(emitter, flow, numbers, cells)
    parts: list[Expression] = []
    for weight, places in _digits([each for _, each in numbers]):
        states = frozenset(numbers[place][0] for place in places)
        found = meet(board_of(emitter, flow, states, None, cells.maybe), cells)
        if states and found.constant != 0:
            parts.append(weight * count_of(found))
    return total(parts)


def _constant(sets: tuple[tuple[int, int], ...], cells: Cells) -> Expression:
    """Return the sum of constant numbers over some cells, digit by digit as that of an attribute."""
    parts: list[Expression] = []
    for weight, places in _digits([each for each, _ in sets]):
        found = meet(constant(sum(sets[place][1] for place in places)), cells)
        if found.constant != 0:
            parts.append(weight * count_of(found))
    return total(parts)


def _digits(numbers: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield the weight of each binary digit of some numbers, negative ones apart, and the places of those with it."""
    for sign in (1, -1):
        for digit in range(max((sign * each for each in numbers), default=0).bit_length()):
            having = (n for n, each in enumerate(numbers) if sign * each > 0 and sign * each >> digit & 1)
            yield sign << digit, list(having)


def _of_numbers(emitter: Emitter, flow: Flow, numbers: tuple[tuple[int, int], ...], cells: Cells) -> Expression:
    """Return the same sum for coded boards: a loop over the cells, with a table from codes to numbers."""
    codes, found = emitter.constants.boards.codes, emitter.code.fresh("n")
    worth = {codes[state]: number for state, number in numbers if state in codes}
    table = emitter.module.table("worth", [worth.get(code, 0) for code in range(1 << len(flow.boards))])
    emitter.code.assign(found, 0)
    with emitter.each_cell(cells.value) as (_, cell):
        emitter.code.assign(found, found + entry(table, number_of(emitter, flow, cell)))
    return found


def count_of(cells: Cells) -> Expression:
    """Return the number of cells in a set."""
    return number(cells.constant.bit_count()) if cells.constant is not None else call("popc", cells.value)


def sum_over(emitter: Emitter, flow: Flow, counter: int, player: int, cells: Cells) -> Expression:
    """Return the sum of a counter per cell over some cells.

    The planes hold the binary digits of what each number is above the least one.
    """
    facts = emitter.constants.facts(counter)
    if facts.cells != emitter.constants.board.cells:
        cells = emitter.name(meet(cells, constant(facts.cells)))
    parts = [
        count_of(meet(plane, cells)) << digit if digit else count_of(meet(plane, cells))
        for digit, plane in enumerate(flow.planes[counter, player])
        if meet(plane, cells).constant != 0
    ]
    if facts.least:
        parts.append(facts.least * count_of(cells))
    return total(parts)
