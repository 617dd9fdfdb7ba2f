"""Removes inherited looks and formats that do not fit a game that extends another.

A base says how its pieces look, and how its positions are written in other formats. If the game leaves out a piece or a
mark of the base, looks that refer to it are removed, and so are formats that need it. On a smaller board this holds for
what the base draws at cells that do not exist.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.metamodel import Kind, schema
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Board, BoardLine, Edge, Format, Region, Theme, Tint
from tilewright.metamodel.typing import EObject
from tilewright.model.objects import remove, values_of, walk
from tilewright.model.places import Places
from tilewright.model.text.references import Reference, Scopes


def fitting(game: EObject, file: str, references: Iterable[Reference]) -> list[Reference]:
    """Remove inherited looks and formats with references that cannot be resolved; return the remaining references.

    Of a theme only the part with the reference is removed, a format as a whole. *file* is the text of the game itself:
    nothing that stands there is removed.
    """
    names = Scopes(game)
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
    """Return the format, or the part of a theme, that contains an element; None if there is none."""
    inner, outer = obj, obj.eContainer()
    while outer is not None and not isinstance(outer, Theme):
        if isinstance(inner, Format):
            return inner
        inner, outer = outer, outer.eContainer()
    return None if outer is None else inner


def leave_out_of_reach(game: EObject, file: str, places: Places) -> None:
    """Remove inherited regions that leave the board and that no rule uses, and what is drawn there.

    All references must be resolved. *file* is the text of the game itself: its regions stay. A region that rules use
    stays, too, so that validation reports it.
    """
    far = {region for region in game.regions if places.of(region).file != file and _leaves(region, game.board)}
    users: dict[Element, list[Element]] = {region: [] for region in far}
    for element in walk(game) if far else ():
        for feature in schema().of(element).stored:
            if feature.kind is Kind.REFERENCE:
                for value in values_of(element, feature):
                    if value in far:
                        users[value].append(element)
    for region, drawing in users.items():
        if all(isinstance(user, Board | BoardLine | Edge | Tint) for user in drawing):
            for user in drawing:
                _leave_out(user, region)
            remove(game, schema().of(game).by_name["regions"], region)


def leave_out_captions(game: EObject, file: str, places: Places) -> None:
    """Remove inherited captions of options that no rule has any more. *file* is the text of the game itself."""
    options = {element.label for element in walk(game) if element.eClass.name == "OptionFilter"}
    for theme in game.themes:
        for caption in list(theme.captions):
            if caption.option is not None and caption.option not in options and places.of(caption).file != file:
                remove(theme, schema().of(theme).by_name["captions"], caption)


def _leaves(region: Region, board: Board) -> bool:
    """Return whether a region is one of the board, and some of its ranges leave it."""
    return region.zone is None and any(
        _last(part.row, part.toRow) >= board.height or _last(part.column, part.toColumn) >= board.width
        for part in region.ranges
    )


def _last(first: int | None, last: int | None) -> int:
    return last if last is not None else first or 0


def _leave_out(user: Element, region: Element) -> None:
    """Remove what is drawn at a region: the region from the stars of the board, other elements as a whole."""
    if isinstance(user, Board):
        remove(user, schema().of(user).by_name["stars"], region)
    else:
        remove(user.eContainer(), user.eContainmentFeature(), user)
