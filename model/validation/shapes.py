"""Problems that occur only for some choice of the parameters.

Rules may name players, rows or columns that a smaller choice removes. And a number that a parameter gives may be
invalid at an end of its range, such as the bound of a counter whose initial value is greater.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from copy import copy
from typing import TypeVar

from tilewright.metamodel.budget import BudgetError, Meter
from tilewright.metamodel.elements import Element, present
from tilewright.metamodel.language import (
    Adjustable,
    Area,
    Board,
    CellRange,
    ChosenNumber,
    Counter,
    Game,
    ImageFilter,
    Parameter,
    Player,
    Region,
    RelativeCoordinate,
    Stage,
    TilePlacement,
    Zone,
)
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.shaping import FEATURES, absent, impossible_sizes, lost, named, number_chosen, number_of, sizes_of
from tilewright.model.validation.constraints import STEPS, checks_of, violations
from tilewright.model.validation.model import Model


def shape_findings(model: Model) -> Iterator[Diagnostic]:
    """Yield warnings of what is wrong if the least, or the greatest, value of a parameter is chosen."""
    game, board = model.game, model.game.board
    if game.seats is not None:
        yield from _findings(model, game.seats, lambda count: absent(game, count))
    if board.columns is not None:
        yield from _findings(model, board.columns, lambda width: lost(board, width, board.height))
    if board.rows is not None:
        yield from _findings(model, board.rows, lambda height: lost(board, board.width, height))
    yield from _at_ends(model)


def _findings(model: Model, parameter: Parameter, gone: Callable[[int], set[Element]]) -> Iterator[Diagnostic]:
    """Yield warnings of elements that name what the least choice of a parameter removes.

    *gone* returns what a choice removes. If that is so of the choice at first, the game cannot be played until another
    one is chosen. As it can then, this is no error.
    """
    related = (Related(f"the parameter '{parameter.name}'", model.document.place(parameter)),)
    at_first = number_chosen(parameter)
    never = set() if at_first is None else {element for element, _ in named(model.game, gone(at_first))}
    for element, what in named(model.game, gone(parameter.min or 1)):
        message = f"{what} is named here, but is not there where {parameter.name} is {parameter.min}"
        if element in never:
            message = (
                f"{what} is named here, but is not there where {parameter.name} is {at_first}, as it is at first: the "
                f"game cannot be played unless more are chosen for {parameter.name}; begin with more, or do not name it"
            )
        yield model.warn("perhaps-not-there", message, element, related)


def _at_ends(model: Model) -> Iterator[Diagnostic]:
    """Yield warnings of what is invalid for the least or the greatest value of a parameter.

    It stops silently when its budget of steps is spent.
    """
    owners: dict[Parameter, dict[Element, None]] = {}
    for parameter in (model.game.board.columns, model.game.board.rows):
        if parameter is not None:
            owners.setdefault(parameter, {})
    for chosen in model.all(ChosenNumber):
        owner = chosen.container
        if isinstance(owner, RelativeCoordinate):
            owner = owner.container
        if owner is not None and chosen.parameter.stage is Stage.Compile:
            owners.setdefault(chosen.parameter, {})[owner] = None
    meter = Meter(STEPS)
    try:
        for parameter, elements in owners.items():
            yield from _wrong_at_ends(model, parameter, elements, meter)
    except BudgetError:
        return


def _wrong_at_ends(
    model: Model, parameter: Parameter, elements: Collection[Element], meter: Meter
) -> Iterator[Diagnostic]:
    """Yield warnings of one parameter, which gives *elements* their numbers, and the board and zones their sizes."""
    related = (Related(f"the parameter '{parameter.name}'", model.document.place(parameter)),)
    told: set[tuple[Element, str]] = set()
    for end in (parameter.min, parameter.max):
        if end is None:
            continue
        chosen = _Chosen(model.game, parameter, end)
        found: list[tuple[Element, str, str]] = [(grid, "size", what) for grid, what in chosen.impossible.items()]
        for element in dict.fromkeys((*elements, *chosen.within_grids(model))):
            if isinstance(element, Zone):
                continue
            before = _violated(element, meter)
            found += [
                (element, name, what)
                for name, what in _violated(chosen.copy(element), meter).items()
                if name not in before
            ]
        for where, name, what in found:
            if (where, name) not in told:
                told.add((where, name))
                yield model.warn("wrong-for-a-choice", f"where {parameter.name} is {end}: {what}", where, related)


def _violated(element: Element, meter: Meter) -> dict[str, str]:
    """Return the constraints that an element violates, with their messages."""
    return {
        violation.constraint: violation.message
        for name, check in checks_of(element.eClass)
        for violation in violations(element, name, check, meter)
    }


class _Chosen:
    """A game as it is if a parameter has the value *number*: copies of its elements, with the numbers that follow."""

    def __init__(self, game: Game, parameter: Parameter, number: int) -> None:
        self._parameter = parameter
        self._number = number
        then = sizes_of(game, lambda other: number if other is parameter else number_chosen(other))
        sizes = {grid: size for grid, size in then.items() if size != (grid.width, grid.height)}
        self.impossible = impossible_sizes(sizes)
        """The boards and zones that cannot have their sizes, and a sentence about each."""
        self._zones: dict[Area, Zone] = {
            zone: _sized(zone, *size)
            for zone, size in sizes.items()
            if isinstance(zone, Zone) and zone not in self.impossible
        }
        self._game = game
        if game.board in sizes and game.board not in self.impossible:
            self._game = copy(game)
            self._game.board = _sized(game.board, *sizes[game.board])

    def within_grids(self, model: Model) -> Iterator[Element]:
        """Yield the ranges, counters and transforms that depend on the size of a board or zone that has another one."""
        another_board = self._game is not model.game
        dependent: tuple[CellRange | Counter, ...] = (*model.all(CellRange), *model.all(Counter))
        for element in dependent:
            zone = _owner(element).zone
            if zone in self._zones or (zone is None and another_board):
                yield element
        if another_board:
            yield from model.game.players
            yield from model.all(ImageFilter)

    def copy(self, element: Element) -> Element:
        """Return a copy of an element, with copies of its vectors, and of its container if that is another one, too."""
        found = copy(element)
        for part in element.eClass.containments:
            if part.type == "RelativeCoordinate":
                vectors = getattr(element, part.name)
                setattr(
                    found, part.name, list(map(self.copy, vectors)) if part.many else vectors and self.copy(vectors)
                )
        for chosen in element.chosen if isinstance(element, Adjustable) else ():
            feature = FEATURES[chosen.quantity]
            if chosen.parameter is self._parameter and feature is not None:
                value: object = number_of(chosen, lambda _: self._number) or 0
                if element.eClass.by_name[feature].many:
                    value = [value if at == chosen.index else old for at, old in enumerate(getattr(found, feature))]
                setattr(found, feature, value)
        if isinstance(found, CellRange | Counter | Player | ImageFilter):
            self._put(found)
        return found

    def _put(self, found: Element) -> None:
        """Put a copy of an element into the game as it then is, with copies of what is around it."""
        inner = found
        while not isinstance(inner.container, Game):
            inner.container = copy(present(inner.container))
            inner = inner.container
        if isinstance(inner, Counter | Region) and inner.zone is not None:
            inner.zone = self._zones.get(inner.zone, inner.zone)
        inner.container = self._game


def _owner(element: CellRange | Counter) -> Counter | Region:
    """Return a counter itself, or the region to which a range of cells belongs."""
    found: Element = element
    while not isinstance(found, Counter | Region):
        found = present(found.container)
    return found


G = TypeVar("G", Board, Zone)


def _sized(grid: G, width: int, height: int) -> G:
    """Return a copy of a board or zone of another size, with as many cells: new ones are alike the first one."""
    found = copy(grid)
    found.width, found.height = width, height
    gone = lost(grid, width, height)
    kept = [cell for cell in grid.tileplacement if cell not in gone]
    places = {(cell.row, cell.column) for cell in kept}
    found.tileplacement = kept + [
        _at(grid.tileplacement[0], row, column)
        for row in range(height)
        for column in range(width)
        if (row, column) not in places
    ]
    return found


def _at(cell: TilePlacement, row: int, column: int) -> TilePlacement:
    """Return a copy of a cell in another place."""
    found = copy(cell)
    found.row, found.column = row, column
    return found
