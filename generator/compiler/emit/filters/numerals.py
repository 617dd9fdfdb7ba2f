"""Arithmetic on the numbers of all cells at once, in bit-sliced form: a set of cells for each binary digit.

    before   for each cell: popc(P_0 & C) + (popc(P_1 & C) << 1) > 0        where { if number > 0 }
    after    P_0 | P_1

Numbers are compared from the highest digit down, and added with a carry from digit to digit, on whole sets. So a test
of the number of each cell, or of a neighbour of each, needs no loop.

Conditions: the numbers are not negative, and the value for a cell is a constant, or the number of at most one cell,
which depends on that cell alone. Such a number is also compared with a value that is the same for all cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TypeAlias

from tilewright.generator.compiler.analysis.questions import independent
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.values import value_of
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.sets import (
    EMPTY,
    Cells,
    chosen,
    constant,
    join,
    join_all,
    meet,
    preimage,
    without,
)
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way

Digits: TypeAlias = tuple[Cells, ...]
"""For each binary digit, the lowest first, the set of the cells whose number has a 1 there."""


def digits_of(emitter: Emitter, value: ir.Value, flow: Flow) -> Digits | None:
    """Return the value for each cell as if it were the whole working set, or None if it has no such digits."""
    match value:
        case ir.Int(number) if number >= 0:
            everything = constant(emitter.constants.board.cells)
            return tuple(everything if number >> digit & 1 else EMPTY for digit in range(number.bit_length()))
        case ir.Number():
            ways = _ways(emitter, value, flow)
            if ways is None:
                return None
            return tuple(_there(emitter, plane, ways) for plane in _planes(emitter, value, flow))
        case _:
            return None


def _planes(emitter: Emitter, value: ir.Number, flow: Flow) -> list[Cells]:
    """Return the digits of a number for the cells that have it themselves, wherever it is read from."""
    cells = constant(emitter.constants.facts(value.counter).cells)
    return [meet(plane, cells) for plane in flow.planes[value.counter, value.player]]


def _there(emitter: Emitter, cells: Cells, ways: Sequence[Way]) -> Cells:
    """Return the cells from which some ways lead to a cell of a set."""
    for way in reversed(ways):
        cells = preimage(emitter.name(cells), way)
    return emitter.name(cells)


def most_of(emitter: Emitter, value: ir.Value) -> int:
    """Return what a value that has digits is at most, for any cell: that of a counter is within its bounds."""
    match value:
        case ir.Number(counter):
            return emitter.constants.facts(counter).greatest
        case _:
            return emitter.constants.range_of(value)[-1]


def _ways(emitter: Emitter, value: ir.Number, flow: Flow) -> list[Way] | None:
    """Return the ways from a cell to the one whose number is its value; None if it has no digits.

    It has if it is the number of a cell, not negative, and its chain is nothing but single steps and transforms.
    """
    if not value.per_cell or emitter.constants.facts(value.counter).least != 0:
        return None
    found = []
    for op in () if value.cells is None else value.cells.ops:
        match op:
            case ir.Step((way,), 1, 1):
                found.append(way)
            case ir.Step(None, 1, 1) if flow.bound is not None:
                found.append(flow.bound)
            case ir.Image(way):
                found.append(way)
            case _:
                return None
    return found


def compared(emitter: Emitter, op: ir.Compare, flow: Flow) -> Cells | None:
    """Return the cells for which a comparison holds, or None if one of its values has no digits."""
    if independent(op.left) and independent(op.right):
        return None
    if op.right == ir.Int(0) and isinstance(op.left, ir.Number) and op.relation in ("==", "!=", ">", "<="):
        return _beside_zero(emitter, op.left, flow, above=op.relation in ("!=", ">"))
    left, right = digits_of(emitter, op.left, flow), digits_of(emitter, op.right, flow)
    if left is None and right is not None:
        left = _same_everywhere(emitter, op.left, flow, len(right))
    elif right is None and left is not None:
        right = _same_everywhere(emitter, op.right, flow, len(left))
    if left is None or right is None:
        return None
    everything = constant(emitter.constants.board.cells)
    unequal = emitter.name(join_all([differing(*pair) for pair in zip_longest(left, right, fillvalue=EMPTY)]))
    match op.relation:
        case "==":
            return without(everything, unequal)
        case "!=":
            return unequal
        case ">":
            return _greater(emitter, left, right, everything)
        case ">=":
            return without(everything, _greater(emitter, right, left, everything))
        case "<":
            return _greater(emitter, right, left, everything)
        case "<=":
            return without(everything, _greater(emitter, left, right, everything))
    raise AssertionError(op.relation)


def _beside_zero(emitter: Emitter, value: ir.Number, flow: Flow, *, above: bool) -> Cells | None:
    """Return the cells whose number is above 0, or those whose number is 0. All digits are read from there at once."""
    ways = _ways(emitter, value, flow)
    if ways is None:
        return None
    found = _there(emitter, emitter.name(join_all(_planes(emitter, value, flow))), ways)
    return found if above else without(constant(emitter.constants.board.cells), found)


def _same_everywhere(emitter: Emitter, value: ir.Value, flow: Flow, count: int) -> Digits | None:
    """Return a value that is the same for all cells, or None if it may be another for each, or negative.

    It has *count* digits, and one above them that stands for all higher ones: no other number has any of these. For one
    cell the result is None, too, since to read its number costs less.
    """
    if flow.single or not independent(value) or emitter.constants.range_of(value).start < 0:
        return None
    if ir.is_error(value):  # it is none where there is no cell
        return None
    everything = constant(emitter.constants.board.cells)
    known = emitter.number(value_of(emitter, value, flow))
    digits = [known >> digit & 1 for digit in range(count)]
    if emitter.constants.range_of(value)[-1] >> count:
        digits.append(known >> count)
    return tuple(emitter.name(chosen(digit, everything)) for digit in digits)


def _greater(emitter: Emitter, left: Digits, right: Digits, everything: Cells) -> Cells:
    """Return the cells whose left number is greater than the right one."""
    equal, above = everything, EMPTY
    for one, other in reversed([*zip_longest(left, right, fillvalue=EMPTY)]):
        above = emitter.name(join(above, meet(equal, without(one, other))))
        if right:  # if right is 0, it does no harm to find a cell again
            equal = emitter.name(without(equal, differing(one, other)))
    return above


def differing(one: Cells, other: Cells) -> Cells:
    """Return the symmetric difference of two sets."""
    if one.constant == 0 or other.constant == 0:
        return other if one.constant == 0 else one
    if other.constant is not None:
        one, other = other, one
    if one.constant is not None and other.maybe & ~one.constant == 0:
        return without(one, other)
    return Cells(one.value ^ other.value, one.maybe | other.maybe)


def added(emitter: Emitter, numbers: Digits, more: Digits) -> Digits:
    """Return the sum of two numbers for each cell, one digit longer than the longer operand."""
    carry, found = EMPTY, []
    for one, other in zip_longest(numbers, more, fillvalue=EMPTY):
        half = emitter.name(differing(one, other))
        found.append(emitter.name(differing(half, carry)))
        carry = emitter.name(join(meet(one, other), meet(carry, half)))
    return (*found, carry)


def subtracted(emitter: Emitter, numbers: Digits, less: Digits) -> Digits:
    """Return the difference of two numbers for each cell, one digit longer: it is 1 if the difference is negative."""
    borrow, found = EMPTY, []
    for one, other in zip_longest(numbers, less, fillvalue=EMPTY):
        half = emitter.name(differing(one, other))
        found.append(emitter.name(differing(half, borrow)))
        borrow = emitter.name(join(without(other, one), without(borrow, half)))
    return (*found, borrow)
