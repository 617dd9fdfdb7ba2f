"""The result of an alpha-beta search, as text and as JSON, and a principal variation as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.runtime import State
    from tilewright.runtime.move import Move
    from tilewright.runtime.search.minimax import MinimaxSearch, Variation

_PRINCIPAL = 12
"""The greatest number of moves that are shown of a principal variation whose value is not proven."""


def line_of(moves: Sequence[Move], proven: bool, most: int) -> str:
    """Return a principal variation as text: whole if its value is *proven*, else its first *most* moves."""
    shown = " ".join(map(str, moves if proven else moves[:most]))
    if proven:
        return f"proven: {shown}"
    return shown if len(moves) <= most else f"{shown} …"


def facts_of(state: State, search: MinimaxSearch) -> dict[str, Any]:
    """Return the result as JSON: the facts of the deepest finished search, and those of each depth."""
    return {**_facts(search.variation), "depths": [_facts(each) for each in search.variations]}


def _facts(found: Variation) -> dict[str, Any]:
    return {
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "value": round(found.value, 4),
        "proven": found.proven,
        "plies": found.plies,
        "margin": found.margin,
        "principal": [str(move) for move in found.moves],
    }


def lines_of(state: State, search: MinimaxSearch) -> list[str]:
    """Return the result as lines: the cost, the best move, what is proven, and a table with a row for each depth."""
    found = search.variation
    speed = found.nodes / max(found.seconds, 1e-9)
    lines = [
        f"{state.game.name}, {state.player} to move: depth {found.depth}, {found.nodes} nodes, {speed:.0f} nodes/s",
        f"best: {found.best}",
    ]
    if found.proven:
        lines.append(f"proven: {_result(state, found)}")
    rows = [("depth", "nodes", "value", "line"), *map(_row, search.variations or [found])]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        numbers = [cell.rjust(width) for cell, width in zip(row, widths, strict=False)]
        lines.append("  ".join((*numbers, row[3])))
    return lines


def _row(found: Variation) -> tuple[str, ...]:
    line = line_of(found.moves, found.proven, _PRINCIPAL)
    return str(found.depth), str(found.nodes), f"{found.value:+.3f}", line


def _result(state: State, found: Variation) -> str:
    """Return the proven result for the player to move, in words."""
    if abs(found.value) not in (0, 1) or state.game.tables.pays:
        return f"{state.player} gets {found.value:+.3f}" + (" on average" if state.game.nature is not None else "")
    what = f"{state.player} wins" if found.value > 0 else f"{state.player} loses" if found.value < 0 else "a draw"
    if found.plies is not None:
        return f"{what} in {found.plies} {'ply' if found.plies == 1 else 'plies'}"
    return f"{what} by {abs(found.margin)}" if found.margin else what
