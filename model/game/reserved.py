"""Names that an element cannot have in the notation, since they are read as something else where it would be named.

Such an element may be declared in class form, and is referred to in class form where its name would be misread.
"""

from __future__ import annotations

from tilewright.model.game.names import CELLS, NUMBERS
from tilewright.model.game.patterns import TESTS

OF_CELLS = {"all": "all cells of the board", "anchor": "the last click"}
"""The words that stand in the place of a region, zone or mark, and what they mean there."""

OF_NUMBERS = (frozenset(TESTS) - {"count"}) | {"if"}
"""The words that begin a test, or an ``if``, where a number would be compared."""


def meaning(kind: str, name: str) -> str | None:
    """Return as what a name is read where an element of a kind would be named; None if the element may have it."""
    if kind in CELLS and name in OF_CELLS:
        return f"'goto {name}' means {OF_CELLS[name]}"
    if kind == "Zone" and name == "board":
        return "'into board' leads from a zone to the board"
    if kind in NUMBERS and name in OF_NUMBERS:
        return "it begins a test, and so is no number"
    if kind == "Value" and name == "count":
        return "it is the number of cells"
    return None
