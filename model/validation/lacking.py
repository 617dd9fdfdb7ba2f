"""Attributes that most kinds of a group have, and a few lack, so that for these they count as 0."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import Attribute, Piece
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.validation.model import Model


def lacking_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of kinds without an attribute that is a number for the other kinds of their group, if those are more."""
    told: set[tuple[Piece, Attribute]] = set()
    for group in model.game.groups:
        members = [piece for piece in model.game.pieces if group in piece.groups]
        numbers = {piece: _numbers(piece) for piece in members}
        for attribute in model.game.attributes:
            lacking = [piece for piece in members if attribute not in numbers[piece]]
            having = [piece for piece in members if attribute in numbers[piece]]
            if len(lacking) >= len(having):
                continue
            for piece in lacking:
                if (piece, attribute) in told or any(value.attribute is attribute for value in piece.attributes):
                    continue
                told.add((piece, attribute))
                message = (
                    f"'{piece.name}' has no '{attribute.name}', which is 0 for it, and most of the group "
                    f"'{group.name}' have one; if that is meant, write '{{ {attribute.name} 0 }}'"
                )
                related = (Related("one that has it", model.document.place(having[0])),)
                yield model.warn("lacking-attribute", message, piece, related)


def _numbers(piece: Piece) -> set[Attribute]:
    """Return the attributes that are numbers for a piece."""
    return {value.attribute for value in piece.attributes if value.kind is None}
