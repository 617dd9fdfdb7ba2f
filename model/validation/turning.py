"""Checks for players who see a board of hexagons in a way that makes something else of what is relative."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Pattern, Player, Transform
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.hexagons import Matrix, Slant, Vector, mapped, slant_of, steps_of, symmetries_of
from tilewright.model.validation.model import Model

_MEANT: dict[Transform, Matrix] = {
    Transform.FlipRows: ((1, 0), (0, -1)),
    Transform.FlipColumns: ((-1, 0), (0, 1)),
    Transform.Rotate180: ((-1, 0), (0, -1)),
    Transform.Transpose: ((0, 1), (1, 0)),
    Transform.Rotate90: ((0, -1), (1, 0)),
    Transform.Rotate270: ((0, 1), (-1, 0)),
}
"""What becomes of (1,0) and of (0,1) if a player with a transform means them: the inverse of what the player sees."""

Meant = tuple[Element, frozenset[Vector]]
"""Vectors that are written together, and where."""


def transform_findings(model: Model) -> Iterator[Diagnostic]:
    """Warn of players for whom the relative vectors of a board of hexagons are not those of a turned or mirrored board.

    A transform that is no symmetry of hexagons does no harm if one that is would make the same of all these vectors.
    """
    slant = slant_of(model.game.board)
    if slant == 0:
        return
    symmetries = symmetries_of(slant)
    written = list(_written(model))
    for player in model.game.players:
        meant = _MEANT.get(player.transform)
        if meant is not None and not any(_same(written, meant, symmetry) for symmetry in symmetries):
            yield _finding(model, player, meant, written, slant)


def _written(model: Model) -> Iterator[Meant]:
    """Yield the vectors of each set of directions and of each pattern that are relative."""
    for directions in model.game.directionSets:
        if directions.relative and len(directions.vectors) > 0:
            yield directions, frozenset((vector.x, vector.y) for vector in directions.vectors)
    for pattern in model.all(Pattern):
        if pattern.relative and len(pattern.relativecoordinates) > 0:
            yield pattern, frozenset((vector.x, vector.y) for vector in pattern.relativecoordinates)


def _same(written: Sequence[Meant], one: Matrix, other: Matrix) -> bool:
    """Return whether two matrices make the same of vectors that are written together, whatever their order."""
    return all({mapped(one, v) for v in vectors} == {mapped(other, v) for v in vectors} for _, vectors in written)


def _finding(model: Model, player: Player, meant: Matrix, written: Sequence[Meant], slant: Slant) -> Diagnostic:
    """Return the warning, with the first vector that has another length for the player if there is one."""
    told = "the angles between the relative vectors are others for this player"
    places = [element for element, _ in written]
    for element, vector in ((element, vector) for element, vectors in written for vector in sorted(vectors)):
        image = mapped(meant, vector)
        before, after = steps_of(vector, slant), steps_of(image, slant)
        if before != after:
            lengths = (
                ("to a neighbour", "to none")
                if before == 1
                else (f"{before} cells far", "to a neighbour" if after == 1 else f"{after} cells far")
            )
            told = f"{_text(vector)}, which leads {lengths[0]}, becomes {_text(image)}, which leads {lengths[1]}"
            places = [element]
            break
    keeping = [one.name for one, matrix in _MEANT.items() if matrix in symmetries_of(slant)]
    message = (
        f"{player.transform.name} of the player '{player.name}' is no symmetry of hexagons: {told}; "
        f"{' and '.join(keeping)} are symmetries"
    )
    related = tuple(Related("this is relative", model.document.place(element)) for element in places)
    return model.warn("no-symmetry-of-hexagons", message, player, related)


def _text(vector: Vector) -> str:
    return f"({vector[0]},{vector[1]})"
