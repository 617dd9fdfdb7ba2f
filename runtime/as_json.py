"""Moves and cells as JSON has them, for programs of others: on the command line and over HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.runtime.move import Cell, Grid, Move


def move_as_json(move: Move) -> dict[str, Any]:
    """Return a move for programs: its notation, its cells (row 0 at the top), its options, and both in order."""
    zones = move.zones
    return {
        "notation": str(move),
        "cells": [cell_as_json(step, zones) for step in move.cells],
        "options": list(move.options),
        "steps": [step if isinstance(step, str) else cell_as_json(step, zones) for step in move.steps],
    }


def cell_as_json(cell: Cell, zones: Sequence[Grid]) -> dict[str, Any]:
    """Return a cell for programs: row and column, and in a zone its name, of one player's with that of the player."""
    row, column, *grid = cell
    return {"row": row, "column": column} | ({"zone": zones[grid[0] - 1].name} if grid else {})
