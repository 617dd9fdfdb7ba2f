"""Problems that occur only for some choice of the parameters.

Rules may name players, rows or columns that a smaller choice removes. And a number that a parameter gives may be
invalid at an end of its range, such as the bound of a counter whose initial value is greater.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from tilewright.metamodel.budget import BudgetError, Meter
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Adjustable, CellRange, ChosenNumber, Parameter, Stage
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.shaping import FEATURES, absent, lost, named
from tilewright.model.validation.constraints import STEPS, checks_of, violations
from tilewright.model.validation.model import Model


def shape_findings(model: Model) -> Iterator[Diagnostic]:
    """Yield warnings of what is wrong if the least, or the greatest, value of a parameter is chosen."""
    game, board = model.game, model.game.board
    if game.seats is not None:
        yield from _findings(model, game.seats, absent(game, game.seats.min or 1))
    if board.columns is not None:
        yield from _findings(model, board.columns, lost(board, board.columns.min or 1, board.height))
    if board.rows is not None:
        yield from _findings(model, board.rows, lost(board, board.width, board.rows.min or 1))
    yield from _at_ends(model)


def _findings(model: Model, parameter: Parameter, gone: set[Element]) -> Iterator[Diagnostic]:
    """Yield warnings of elements that name one of *gone*, which the least choice of a parameter removes."""
    related = (Related(f"the parameter '{parameter.name}'", model.document.place(parameter)),)
    for element, what in named(model.game, gone):
        message = f"{what} is named here, but is not there where {parameter.name} is {parameter.min}"
        yield model.warn("perhaps-not-there", message, element, related)


def _at_ends(model: Model) -> Iterator[Diagnostic]:
    """Yield warnings of numbers that are invalid for the least or the greatest value of their parameter.

    It stops silently when its budget of steps is spent.
    """
    owners: dict[Parameter, dict[Adjustable, None]] = {}
    for chosen in model.all(ChosenNumber):
        if isinstance(chosen.container, Adjustable) and chosen.parameter.stage is Stage.Compile:
            owners.setdefault(chosen.parameter, {})[chosen.container] = None
    meter = Meter(STEPS)
    try:
        for parameter, elements in owners.items():
            for element in elements:
                yield from _wrong_at_ends(model, parameter, element, meter)
    except BudgetError:
        return


def _wrong_at_ends(model: Model, parameter: Parameter, element: Adjustable, meter: Meter) -> Iterator[Diagnostic]:
    board = model.game.board
    if isinstance(element, CellRange) and parameter in (board.columns, board.rows):
        return  # the size of the board changes as well
    related = (Related(f"the parameter '{parameter.name}'", model.document.place(parameter)),)
    told = set(_violated(element, meter))
    for end in (parameter.min, parameter.max):
        if end is None:
            continue
        for name, what in _violated(_chosen_as(element, parameter, end), meter).items():
            if name not in told:
                told.add(name)
                message = f"where {parameter.name} is {end}: {what}"
                yield model.warn("wrong-for-a-choice", message, element, related)


def _violated(element: Element, meter: Meter) -> dict[str, str]:
    """Return the constraints that an element violates, with their messages."""
    return {
        violation.constraint: violation.message
        for name, check in checks_of(element.eClass)
        for violation in violations(element, name, check, meter)
    }


def _chosen_as(element: Adjustable, parameter: Parameter, number: int) -> Adjustable:
    """Return a copy of an element, with the same container, with the numbers that a value of a parameter gives it."""
    found = copy(element)
    for chosen in element.chosen:
        feature = FEATURES[chosen.quantity]
        if chosen.parameter is parameter and feature is not None:
            value: object = chosen.factor * number + chosen.plus
            if element.eClass.by_name[feature].many:
                value = [value if at == chosen.index else old for at, old in enumerate(getattr(found, feature))]
            setattr(found, feature, value)
    return found
