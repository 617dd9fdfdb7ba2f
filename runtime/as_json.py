"""Moves and cells as values that ``json`` can write, for the command line and the HTTP interface."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
