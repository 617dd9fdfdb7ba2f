"""Effects that end the game before ``line`` is asked, so that a line which the same move makes does not count."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import (
    ApplyFilter,
    EndFilter,
    Filter,
    Outcome,
    Perspective,
    WinConditionFilter,
)
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.validation.chains import run_by
from tilewright.model.validation.model import Model


def line_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of each end in an effect, other than a victory of the mover, in a game that is won by lines.

    Not of one in a condition, which ends nothing.
    """
    lines = model.all(WinConditionFilter)
    if not lines:
        return
    pipeline = model.game.board.effectPipeline
    effects = set() if pipeline is None else set(run_by(pipeline))
    for step in model.game.effectSteps():
        if isinstance(step, EndFilter) and step in effects and not _wins(step):
            message = (
                "this ends the game before 'line' is asked, which all effects precede: a line that the same move makes "
                "does not count; if it should, write an effect above this one, as 'effect = aligned 3 own -> win', "
                "in place of 'line'"
            )
            related = (Related("this is asked last", model.document.place(lines[0])),)
            yield model.warn("ends-before-line", message, step, related)


def _wins(end: EndFilter) -> bool:
    """Return whether an end is a victory of the player who moves, as a line is."""
    inside = end.container
    while isinstance(inside, Filter):
        if isinstance(inside, ApplyFilter) and inside.perspective is not Perspective.Current:
            return False
        inside = inside.container
    return end.outcome is Outcome.Win
