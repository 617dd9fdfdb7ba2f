"""Attributes that most kinds of a group have, and a few lack, so that for these they count as 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilewright.metamodel.language import Attribute, Group, Piece
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.validation.model import Model

NAMED = 3
"""The most kinds that a finding names."""


def lacking_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of kinds without an attribute that is a number for the other kinds of their group, if those are more."""
    told: set[tuple[Piece, Attribute]] = set()
    numbers = {piece: _numbers(piece) for piece in model.game.pieces}
    members: dict[Group, list[Piece]] = {}
    for piece in model.game.pieces:
        for group in piece.groups:
            members.setdefault(group, []).append(piece)
    for group, pieces in members.items():
        counts = Counter(attribute for piece in pieces for attribute in numbers[piece])
        for attribute, count in counts.items():
            if not len(pieces) < 2 * count < 2 * len(pieces):
                continue
            having = [piece for piece in pieces if attribute in numbers[piece]]
            lacking = [
                piece
                for piece in pieces
                if (piece, attribute) not in told
                and all(value.attribute is not attribute for value in piece.attributes)
            ]
            told.update((piece, attribute) for piece in lacking)
            if lacking:
                message = (
                    f"{_listed(lacking)} no '{attribute.name}', which counts as 0 there, and most of the group "
                    f"'{group.name}' have one; if that is meant, write '{{ {attribute.name} 0 }}'"
                )
                related = (Related("one that has it", model.document.place(having[0])),)
                yield model.warn("lacking-attribute", message, lacking[0], related)


def _listed(pieces: list[Piece]) -> str:
    """Return the names of some kinds, of many the first ones, and the verb that follows."""
    if len(pieces) == 1:
        return f"'{pieces[0].name}' has"
    named = [f"'{piece.name}'" for piece in pieces[:NAMED]]
    others = len(pieces) - len(named)
    last = named.pop() if not others else f"{others} more"
    return f"{', '.join(named)} and {last} have"


def _numbers(piece: Piece) -> set[Attribute]:
    """Return the attributes that are numbers for a piece."""
    return {value.attribute for value in piece.attributes if value.kind is None}
