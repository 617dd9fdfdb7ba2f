"""Why a move is not legal, for people."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.model.places import Place
from tilewright.runtime.game import Game
from tilewright.runtime.move import Cell
from tilewright.runtime.position import Identity, Position


@dataclass(frozen=True, slots=True)
class Explanation:
    """The filter that stopped a move and what it demands."""

    filter: str
    """The class of the filter and, if it has one, its name."""
    place: Place
    cells: tuple[Cell, ...]
    """The cells that the filter did not let pass, row 0 at the top."""
    demand: str
    """What would have to hold."""
    words: str | None
    """The author's own reason, if the model gives one."""

    def __str__(self) -> str:
        said = f"{self.words}: " if self.words else ""
        return f"{said}{self.demand} ({self.filter} at {self.place})"


MAX_NAMED = 6
"""The cells that an explanation names at most."""


def explain(game: Game, position: Position, identity: Identity) -> Explanation | None:
    """Return what stops a move in a position; None if the move is legal or no rule begins to apply to it."""
    blame = game.explainer.why_not(position, identity)
    if blame is None:
        return None
    element = blame.element
    name = f" {element.name}" if element.name else ""
    names = [game.notation((cell,)) for cell in blame.cells[:MAX_NAMED]]
    subject = ", ".join(names) + (", …" if len(blame.cells) > MAX_NAMED else "") if names else "the move"
    return Explanation(
        filter=f"{element.eClass.name}{name}",
        place=game.document.place(element),
        cells=tuple(game.names.cells[cell] for cell in blame.cells),
        demand=f"{subject} must {blame.demand}",
        words=getattr(element, "reason", None),
    )
