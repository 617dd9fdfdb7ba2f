"""Vectors that stand twice in one set of directions."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import DirectionSet
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.places import Place
from tilewright.model.validation.model import Model


def vector_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of a vector that is written twice in numbers, and not where a set is composed of other sets.

    A vector of another set is a copy, which stands where that is named.
    """
    copied = {use.place for use in model.document.uses if isinstance(use.element, DirectionSet)}
    for directions in model.game.directionSets:
        met: dict[tuple[int, int], Place] = {}
        for vector in directions.vectors:
            place = model.document.place(vector)
            if len(vector.chosen) > 0 or place in copied:
                continue
            way = (vector.x, vector.y)
            if way in met:
                message = f"({vector.x},{vector.y}) stands twice in the directions '{directions.name}'; leave one out"
                yield model.warn("repeated-vector", message, vector, (Related("the first one", met[way]),))
            met.setdefault(way, place)
