"""Moves, cells and errors as values that ``json`` can write, for the command line and the HTTP interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.model.places import Place
from tilewright.runtime.move import Cell, Grid, Move


def move_as_json(move: Move) -> dict[str, Any]:
    """Return a move as JSON: its ``notation``, its ``cells``, its ``options``, and both as ``steps`` in order."""
    zones = move.zones
    return {
        "notation": str(move),
        "cells": [cell_as_json(step, zones) for step in move.cells],
        "options": list(move.options),
        "steps": [step if isinstance(step, str) else cell_as_json(step, zones) for step in move.steps],
    }


def cell_as_json(cell: Cell, zones: Sequence[Grid]) -> dict[str, Any]:
    """Return a cell as JSON: row (0 is the top one) and column; in a zone also the name of its grid in *zones*."""
    row, column, *grid = cell
    return {"row": row, "column": column} | ({"zone": zones[grid[0] - 1].name} if grid else {})


def place_as_json(place: Place) -> dict[str, Any]:
    """Return a place as JSON: file, line and column."""
    return {"file": place.file, "line": place.line, "column": place.column}


def error_as_json(message: str, code: str | None, place: Place | None) -> dict[str, Any]:
    """Return an error as JSON: ``code``, ``message`` and ``place``. Code and place may be None."""
    return {"code": code, "message": message, "place": None if place is None else place_as_json(place)}
