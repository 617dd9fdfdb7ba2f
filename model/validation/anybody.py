"""Alternatives of patterns that hold for anybody's pieces, where the first one says whose they are."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel.language import Pattern, Piece, StateSelection
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.remedies import Insert, Remedy, Rewrite
from tilewright.model.validation.model import Model

_WHOSE = {StateSelection.CurrentPlayer: "own", StateSelection.OtherPlayer: "enemy", StateSelection.Ally: "ally"}
"""The words for the states of some players."""


def anybody_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of ``own King or Man``, if pieces of several players are called so, and nothing else tells which are meant.

    Where a pattern says more of some pieces, such as where they stand, each alternative may be meant as it is written.
    """
    owners: dict[Piece, set[object]] = {}
    for state, player in model.owners.items():
        if state.piece is not None:
            owners.setdefault(state.piece, set()).add(player)
    for pattern in model.all(Pattern):
        whose = pattern.player.name if pattern.player is not None else _WHOSE.get(pattern.stateSelection)
        if whose is None or not pattern.alternatives or not _names_pieces_alone(pattern):
            continue
        for other in pattern.alternatives:
            is_of_any = other.stateSelection is StateSelection.Occupied and _names_pieces_alone(other)
            if is_of_any and all(len(owners.get(piece, ())) > 1 for piece in _pieces(model, other)):
                yield _told(model, whose, pattern, other)


def _told(model: Model, whose: str, pattern: Pattern, other: Pattern) -> Diagnostic:
    names = _names(other)
    meant = f"or {whose} {' '.join(names)}"
    place = model.document.place(other)
    remedies: tuple[Remedy, ...] = (Insert(whose),)
    if len(pattern.alternatives) == 1:
        meant = " ".join([whose, *_names(pattern), *names])
        remedies = (Rewrite(meant, model.document.place(pattern), place),) if len(names) == 1 else remedies
    message = f"'or {' '.join(names)}' holds for anybody's {' and '.join(names)}: write '{meant}'"
    return diagnose("or-of-anybody", message, place, remedies=remedies)


def _names(pattern: Pattern) -> list[str]:
    """Return the names of the pieces and groups of a pattern."""
    return [*(piece.name for piece in pattern.pieces), *(group.name for group in pattern.groups)]


def _names_pieces_alone(pattern: Pattern) -> bool:
    """Return whether a pattern names pieces or groups, and says nothing else but whose they are."""
    said = (pattern.within, pattern.without, pattern.withinMarks, pattern.withoutMarks, pattern.places, pattern.tiles)
    is_plain = not pattern.negate and pattern.like is None and not any(map(len, said))
    return is_plain and len(pattern.pieces) + len(pattern.groups) > 0


def _pieces(model: Model, pattern: Pattern) -> list[Piece]:
    """Return the pieces that a pattern names, itself or by their groups."""
    groups = set(pattern.groups)
    return [*pattern.pieces, *(piece for piece in model.game.pieces if not groups.isdisjoint(piece.groups))]
