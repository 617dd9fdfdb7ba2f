"""Values: numbers computed from a flow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from tilewright.metamodel.language import (
    AggregateValue,
    AttributeOf,
    Best,
    ConditionalValue,
    ConstantOf,
    CounterValue,
    CountValue,
    Division,
    DivisionValue,
    ExtremeValue,
    IntValue,
    ParameterValue,
    PerPlayerValue,
    ProductValue,
    SumValue,
    TableValue,
    Value,
)
from tilewright.model.values import GREATEST, LEAST
from tilewright.runtime.interpreter.building import Builder, Number, value_of
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.interpreter.flow import Flow

NumberAs: TypeAlias = Callable[[Flow, int], int]
"""Computes a number, or a set of cells, in a flow as a player."""


@value_of(IntValue)
def int_value(element: IntValue, builder: Builder) -> Number:
    """A number."""
    number = int(element.value)
    return lambda flow: number


@value_of(PerPlayerValue)
def per_player_value(element: PerPlayerValue, builder: Builder) -> Number:
    """A number for each player."""
    numbers = tuple(element.values)
    return lambda flow: numbers[flow.me]


@value_of(CounterValue)
def counter_value(element: CounterValue, builder: Builder) -> Number:
    """The number of a counter; that of a counter per cell is summed over the cells of the flow, or of a chain."""
    counter = builder.tables.counters[element.counter]
    if not element.counter.perCell:
        return _sum_of_players(element, builder, lambda flow, me: flow.counters[counter.slot(me)])
    cells_of = _cells_of(element, builder)

    def total(flow: Flow, me: int) -> int:
        return sum(flow.counters[counter.at(me, cell)] for cell in bits(cells_of(flow, me) & counter.own))

    return _sum_of_players(element, builder, total)


@value_of(AttributeOf)
def attribute_of(element: AttributeOf, builder: Builder) -> Number:
    """The sum of an attribute over the pieces that now stand on the cells of the flow, or of a chain."""
    numbers = [(state, number) for state, number in enumerate(builder.tables.numbers(element.attribute)) if number]
    cells_of = _cells_of(element, builder)

    def total(flow: Flow, me: int) -> int:
        cells = cells_of(flow, me)
        return sum(number * (flow.boards[state] & cells).bit_count() for state, number in numbers)

    return _sum_of_players(element, builder, total)


@value_of(ConstantOf)
def constant_of(element: ConstantOf, builder: Builder) -> Number:
    """The number of a constant; that of a constant per cell is summed over the cells of the flow, or of a chain."""
    if not element.constant.perCell:
        number = int(element.constant.offset)
        return lambda flow: number
    numbers = [builder.tables.constant(element.constant, me) for me in range(len(builder.tables.players))]
    cells_of = _cells_of(element, builder)
    return _sum_of_players(
        element, builder, lambda flow, me: sum(numbers[me][cell] for cell in bits(cells_of(flow, me)))
    )


@value_of(CountValue)
def count_value(element: CountValue, builder: Builder) -> Number:
    """The number of cells of the flow, or of all outputs of a chain together."""
    cells_of = _cells_of(element, builder)
    return _sum_of_players(element, builder, lambda flow, me: cells_of(flow, me).bit_count())


@value_of(SumValue)
def sum_value(element: SumValue, builder: Builder) -> Number:
    """The weighted sum of other values."""
    terms: list[tuple[Callable[[Flow], int], int]] = [
        (builder.value(term), weight) for term, weight in zip(element.terms, element.weights, strict=True)
    ]
    return lambda flow: sum(weight * term(flow) for term, weight in terms)


@value_of(ProductValue)
def product_value(element: ProductValue, builder: Builder) -> Number:
    """The product of other values, computed from left to right."""
    first, *others = (_fitting(value, builder) for value in element.values)

    def product(flow: Flow) -> int:
        found = first(flow)
        for factor in others:
            found = fitting(found * factor(flow), element, builder)
        return found

    return product


@value_of(DivisionValue)
def division_value(element: DivisionValue, builder: Builder) -> Number:
    """The quotient of two values, rounded down, or the remainder that belongs to it."""
    dividend, divisor = _fitting(element.dividend, builder), _fitting(element.divisor, builder)
    is_quotient = element.result is Division.Quotient

    def divided(flow: Flow) -> int:
        number, by = dividend(flow), divisor(flow)
        if by == 0:
            raise builder.error("divided-by-zero", element, f"{number} would be divided by 0")
        return fitting(number // by if is_quotient else number % by, element, builder)

    return divided


@value_of(ExtremeValue)
def extreme_value(element: ExtremeValue, builder: Builder) -> Number:
    """The least or the greatest of other values."""
    values = [builder.value(value) for value in element.values]
    best: Callable[[Iterable[int]], int] = max if element.best is Best.Most else min
    return lambda flow: best(value(flow) for value in values)


@value_of(TableValue)
def table_value(element: TableValue, builder: Builder) -> Number:
    """The number of a table at an index; the first or the last one where the index lies outside."""
    index, numbers = builder.value(element.index), tuple(map(int, element.numbers))
    return lambda flow: numbers[min(max(index(flow), 0), len(numbers) - 1)]


@value_of(ConditionalValue)
def conditional_value(element: ConditionalValue, builder: Builder) -> Number:
    """The first of two values if a condition has an output on a copy of the flow, otherwise the second."""
    condition = builder.chain(element.condition, effect=False)
    value, otherwise = builder.value(element.value), builder.value(element.otherwise)

    def either(flow: Flow) -> int:
        return value(flow) if condition.has_output(flow.aside(flow.cells, flow.me)) else otherwise(flow)

    return either


def _fitting(value: Value, builder: Builder) -> Number:
    """Return a function that computes a number to calculate with: see ``fitting``."""
    number = builder.value(value)
    return lambda flow: fitting(number(flow), value, builder)


def fitting(number: int, element: Value, builder: Builder) -> int:
    """Return a number if it has at most 32 bits. ``ModelError`` if it has more."""
    if not LEAST <= number <= GREATEST:
        message = f"a number to calculate with would be {number}; it must be from {LEAST} to {GREATEST}"
        raise builder.error("value-overflow", element, message)
    return number


def _sum_of_players(element: AggregateValue, builder: Builder, of_one: NumberAs) -> Number:
    """Return a function that computes the number of a value as the player who is meant, or the sum if several are."""
    players = [builder.players(element, me) for me in range(len(builder.tables.players))]
    if all(len(meant) == 1 for meant in players):
        alone = [one for (one,) in players]
        return lambda flow: of_one(flow, alone[flow.me])
    return lambda flow: sum(of_one(flow, one) for one in players[flow.me])


def _cells_of(element: AggregateValue, builder: Builder) -> NumberAs:
    """Return a function that computes the cells of a value as a player: those of the flow, or of a chain's outputs."""
    if element.cells is None:
        return lambda flow, me: flow.cells
    chain = builder.chain(element.cells, effect=False)

    def cells_of(flow: Flow, me: int) -> int:
        found = 0
        for output in chain.outputs(flow.aside(flow.cells, me)):
            found |= output.cells
        return found

    return cells_of


@value_of(ParameterValue)
def parameter_value(element: ParameterValue, builder: Builder) -> Number:
    """What is chosen for a parameter: the number, or the place of the name among the choices."""
    parameter = element.parameter
    names = [choice.name for choice in parameter.choices]
    number = names.index(parameter.value) if names else int(parameter.value)
    return lambda flow: number
