"""Values: numbers computed from a flow."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.metamodel.language import (
    AttributeOf,
    CounterValue,
    CountValue,
    IntValue,
    ParameterValue,
    PerPlayerValue,
    SumValue,
)
from tilewright.runtime.interpreter.building import Builder, Number, value_of
from tilewright.runtime.interpreter.flow import Flow
from tilewright.runtime.interpreter.patterns import CellsOf
from tilewright.runtime.interpreter.tables import bits


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
    players = builder.player(element)
    if not element.counter.perCell:
        return lambda flow: flow.counters[counter.slot(players[flow.me])]
    cells_of = _cells_of(element, builder, players)

    def total(flow: Flow) -> int:
        me = players[flow.me]
        return sum(flow.counters[counter.at(me, cell)] for cell in bits(cells_of(flow) & counter.own))

    return total


@value_of(AttributeOf)
def attribute_of(element: AttributeOf, builder: Builder) -> Number:
    """The sum of an attribute over the pieces that now stand on the cells of the flow, or of a chain."""
    numbers = [(state, number) for state, number in enumerate(builder.tables.numbers(element.attribute)) if number]
    cells_of = _cells_of(element, builder, builder.player(element))

    def total(flow: Flow) -> int:
        cells = cells_of(flow)
        return sum(number * (flow.boards[state] & cells).bit_count() for state, number in numbers)

    return total


@value_of(CountValue)
def count_value(element: CountValue, builder: Builder) -> Number:
    """The number of cells of the flow, or of all outputs of a chain together."""
    cells_of = _cells_of(element, builder, builder.player(element))
    return lambda flow: cells_of(flow).bit_count()


@value_of(SumValue)
def sum_value(element: SumValue, builder: Builder) -> Number:
    """The weighted sum of other values."""
    terms: list[tuple[Callable[[Flow], int], int]] = [
        (builder.value(term), weight) for term, weight in zip(element.terms, element.weights, strict=True)
    ]
    return lambda flow: sum(weight * term(flow) for term, weight in terms)


def _cells_of(element: CounterValue | CountValue | AttributeOf, builder: Builder, players: tuple[int, ...]) -> CellsOf:
    """Return a function that computes the cells of a value: those of the flow, or all outputs of the value's chain."""
    if element.cells is None:
        return lambda flow: flow.cells
    chain = builder.chain(element.cells, effect=False)

    def cells_of(flow: Flow) -> int:
        found = 0
        for output in chain.outputs(flow.aside(flow.cells, players[flow.me])):
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
