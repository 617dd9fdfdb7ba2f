"""What rules name that is not there for some choice of parameters: the last players, the last rows and columns."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Parameter
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.shaping import absent, lost, named
from tilewright.model.validation.model import Model


def shape_findings(model: Model) -> Iterator[Diagnostic]:
    """Yield what is named, but is not there where as little as possible is chosen."""
    game, board = model.game, model.game.board
    if game.seats is not None:
        yield from _findings(model, game.seats, absent(game, game.seats.min or 1))
    if board.columns is not None:
        yield from _findings(model, board.columns, lost(board, board.columns.min or 1, board.height))
    if board.rows is not None:
        yield from _findings(model, board.rows, lost(board, board.width, board.rows.min or 1))


def _findings(model: Model, parameter: Parameter, gone: set[Element]) -> Iterator[Diagnostic]:
    related = (Related(f"the parameter '{parameter.name}'", model.document.place(parameter)),)
    for element, what in named(model.game, gone):
        message = f"{what} is named here, but is not there where {parameter.name} is {parameter.min}"
        yield model.warn("perhaps-not-there", message, element, related)
