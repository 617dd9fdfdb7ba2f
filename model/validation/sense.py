"""Game sense: what is valid, but hardly meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.document import Document


def sense_findings(document: Document, elements: Sequence[EObject]) -> Iterator[Diagnostic]:
    """Yield warnings about a model that has no errors."""
    game = elements[0]
    if game.turnPolicy.name == "Simultaneous":
        message = "a game whose players move simultaneously cannot be played yet"
        yield diagnose("simultaneous", message, document.place(game, "turnPolicy"))
