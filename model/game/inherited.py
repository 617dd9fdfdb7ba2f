"""What a game takes over of the looks and formats of the game that it extends: what still fits.

A base says how its pieces look, and how its positions are written in other formats. A game that leaves out a piece
or a mark of the base need not know of that: looks of what is gone are left out, and so is a
format that needs it.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.metamodel.language import Format, Theme
from tilewright.metamodel.typing import EObject
from tilewright.model.objects import remove
from tilewright.model.text.references import Names, Reference


def fitting(game: EObject, file: str, references: Iterable[Reference]) -> list[Reference]:
    """Return the references of a game that extends another, but for those of its looks and formats that fit no more.

    What they stand in is taken out of the game: of a theme the part alone, a format as a whole. *file* is the text of
    the game; what stands there must fit.
    """
    names = Names(game)
    parts = [(reference, _part(reference.obj)) for reference in references]
    gone = {
        part
        for reference, part in parts
        if part is not None
        and reference.place.file != file
        and len(names.find(reference.obj, reference.text, reference.feature.type)) != 1
    }
    for part in gone:
        remove(part.eContainer(), part.eContainmentFeature(), part)
    return [reference for reference, part in parts if part not in gone]


def _part(obj: EObject) -> EObject | None:
    """Return the format that an element stands in, or the part of a theme; None if it belongs to the rules."""
    inner, outer = obj, obj.eContainer()
    while outer is not None and not isinstance(outer, Theme):
        if isinstance(inner, Format):
            return inner
        inner, outer = outer, outer.eContainer()
    return None if outer is None else inner
