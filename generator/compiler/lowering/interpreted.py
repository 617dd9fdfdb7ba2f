"""What of the language is left to the interpreter: it has no compiled form yet."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.generator.compiler.budget import NotLowered
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import EndFilter, Game
from tilewright.model.places import Places


def refuse(game: Game, places: Places) -> None:
    """Raise ``NotLowered`` for a game that uses what is not compiled, with the first place of it."""
    for element, what in _interpreted(game):
        raise NotLowered(f"{what} not compiled", places.of(element))


def _interpreted(game: Game) -> Iterator[tuple[Element, str]]:
    """Yield what is not compiled, each with its name and its verb."""
    for element in game.eAllContents():
        match element:
            case EndFilter() if element.outcome.name in ("Pay", "Rank"):
                yield element, f"an end that {'pays' if element.outcome.name == 'Pay' else 'ranks'} is"
