"""The elements of the language: what a model can say, read off the metamodel.

    PatternFilter                           a concrete filter or value
    Pattern.stateSelection = OffBoard       a literal of a feature whose type is an enumeration
    Pattern.negate                          an optional feature that says something else than its default

An inherited feature belongs to the class that declares it. ``LEFT_OUT`` has what is no element, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from tests.support.gallery import EXAMPLES
from tilewright.metamodel import FeatureInfo, Kind, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import has_errors
from tilewright.model.document import Document
from tilewright.model.objects import is_default, values_of, walk
from tilewright.model.validation import validate

NAME = "a name or a symbol: it changes what is shown, not what is played"
COLOUR = "a colour"
DECLARED = "a declaration, which means nothing until something refers to it"
DRAWN = "how the board is drawn, not what is played on it"
EXPECTED = "what programs that search expect of a position, not what is played; tests compare it on all engines"
WRITTEN = "how positions and games are written for other programs, not what is played"
CHOSEN = "what may be chosen before a game, not what is played then; a choice enters the rules by a ParameterValue"
NUMBERS = "which number a parameter says; when a game is played it is a number like any other"
REFUSED = "a constraint refuses it"
SETTLED = "no game of the gallery needs it; tests have small games with it"
CHANCE = "a part of games of chance that no game of the gallery needs; tests have small games with it"
OF_KINDS = "no game of the gallery asks so for kinds of pieces; tests have small games that do"
IN_ZONES = "no game of the gallery with zones needs it; tests have small games with it"
OF_SHAPES = "the only game of the gallery with shapes turns and mirrors them all; tests have small games with others"
NOTHING = "it does nothing"

SAME = "a transform is the same function wherever it stands; each is used by some game, as a view, an image or a shift"

LEFT_OUT: dict[str, str] = {
    "Filter.name": NAME,
    "Pattern.name": NAME,
    "State.name": NAME,
    "State.symbol": NAME,
    "Piece.symbol": NAME,
    "Filter.reason": "the words of a refusal: they change what is said, not what is played",
    "Tile.hexColor": COLOUR,
    "State.hexColor": COLOUR,
    "Board.checkered": COLOUR,
    "Board.layout": DRAWN,
    "Board.lines": DRAWN,
    "Board.stars": DRAWN,
    "BoardLine": DRAWN,
    "Board.edges": DRAWN,
    "Edge": DRAWN,
    "Board.across": DRAWN,
    "Board.down": DRAWN,
    "Zone.arrangement": DRAWN,
    "Mark.lifetime = Round": SETTLED,
    "MoveRule.weight": CHANCE,
    "Mark.lifetime = Turn": CHANCE,
    "OfPlayer.perspective = Mover": REFUSED,
    "OfPlayer.perspective = Named": "it goes with OfPlayer.player",
    "TurnEffectFilter.perspective = Each": REFUSED,
    "TurnEffectFilter.perspective = Ally": "partners take turns with their enemies; tests.runtime.test_teams gives one the turn",
    "StateEffectFilter.stateSelection = Ally": REFUSED,
    "TurnEffectFilter.perspective = Named": REFUSED,
    "Game.pieces": DECLARED,
    "Game.directionSets": DECLARED,
    "Game.regions": DECLARED,
    "Game.zones": DECLARED,
    "Zone.perCell": "the games of the gallery that have it stack pieces there, which is refused without it",
    "Zone.sight": IN_ZONES,
    "Zone.back": IN_ZONES,
    "Zone.visibility = Hidden": IN_ZONES,
    "Zone.visibility = Sight": REFUSED,
    "MoveRule.visibility = Sight": REFUSED,
    "Mark.visibility = Sight": SETTLED,
    "Region.zone": IN_ZONES,
    "Counter.zone": IN_ZONES,
    "Game.marks": DECLARED,
    "Game.counters": DECLARED,
    "Game.phases": DECLARED,
    "Game.subPipelines": DECLARED,
    "Game.parameters": DECLARED,
    "Game.variants": CHOSEN,
    "Game.seats": CHOSEN,
    "Board.columns": CHOSEN,
    "Board.rows": CHOSEN,
    "Adjustable.chosen": NUMBERS,
    "ChosenNumber": NUMBERS,
    "Board.setups": CHOSEN,
    "Setup": CHOSEN,
    "SetupState": CHOSEN,
    "Game.themes": DRAWN,
    "Theme": DRAWN,
    "Caption": DRAWN,
    "Glyph": DRAWN,
    "Tint": DRAWN,
    "Shape": DRAWN,
    "Heap": DRAWN,
    "Game.formats": WRITTEN,
    **dict.fromkeys(
        ("Format", "Letter", "Fen", "FenTrait", "FenField", "FenRight", "FenHand", "Pgn", "SanWord"), WRITTEN
    ),
    **dict.fromkeys(("Sgf", "Tag", "FenMover", "FenRights", "FenMark", "FenCounter", "FenNumber"), WRITTEN),
    **dict.fromkeys(("FenHands", "FenText"), WRITTEN),
    "Parameter": CHOSEN,
    "Variant": CHOSEN,
    "Tile.states": DECLARED,
    "Game.groups": DECLARED,
    "Game.attributes": DECLARED,
    "Piece.groups": DECLARED,
    "Piece.attributes": DECLARED,
    "Piece.shape": DECLARED,
    "Piece.symmetry": OF_SHAPES,
    "AttributeValue": DECLARED,
    "Pattern.groups": OF_KINDS,
    "Pattern.like": OF_KINDS,
    "Pattern.places": SETTLED,
    "PlayersCells": SETTLED,
    "Pattern.attribute": OF_KINDS,
    "Game.constants": DECLARED,
    "Constant": DECLARED,
    "Pattern.stateSelection = NamedPlayer": "it goes with Pattern.player",
    "Pattern.matchState": "it goes with Pattern.stateSelection = StateBased",
    "StateEffectFilter.targetState": "it goes with StateEffectFilter.stateSelection = StateBased",
    "CellsFilter.region": "it goes with CellsFilter.source = Region",
    "CellsFilter.mark": "it goes with CellsFilter.source = Mark",
    "Game.heuristic": EXPECTED,
    "Game.ranking": "it goes with EndFilter.outcome = Rank",
    "Criterion": "it goes with EndFilter.outcome = Rank",
    "EndFilter.per": "it goes with EndFilter.outcome = Pay",
    "EndFilter.score": "it goes with EndFilter.outcome = Score",
    "ApplyFilter.directions": "it goes with ApplyFilter.forEach = Direction",
    "StateEffectFilter.stateSelection = Occupied": REFUSED,
    "StateEffectFilter.stateSelection = Any": REFUSED,
    "StateEffectFilter.stateSelection = OffBoard": REFUSED,
    "StateEffectFilter.stateSelection = NamedPlayer": REFUSED,
    "ImageFilter.transform = Identity": NOTHING,
    "ShiftEffectFilter.transform = Identity": "it stands for no transform at all",
    "ImageFilter.transform = FlipColumns": SAME,
    "ImageFilter.transform = Rotate180": SAME,
    "ImageFilter.transform = Transpose": SAME,
    "ImageFilter.transform = Rotate90": SAME,
    "ImageFilter.transform = Rotate270": SAME,
    "ShiftEffectFilter.transform = FlipRows": SAME,
    "ShiftEffectFilter.transform = FlipColumns": SAME,
    "ShiftEffectFilter.transform = Rotate180": SAME,
    "ShiftEffectFilter.transform = Transpose": SAME,
    "IntValue.value": "it is what an IntValue is",
    "CellsFilter.combine = Clear": "it leaves no cell, so it only kills the flow, as a pattern that never holds does",
}
"""What is no element: a feature, one of its literals, or all features of a class."""

NEUTRAL: dict[str, Callable[[EObject], bool]] = {
    "Game.initialPlayer": lambda game: game.initialPlayer is game.players[0],
    "SumValue.weights": lambda value: all(weight == 1 for weight in value.weights),
}
"""Features that every model gives, and when they say nothing of their own."""


@cache
def _owners() -> dict[FeatureInfo, str]:
    """Return the names of the classes that declare features."""
    return {feature: info.name for info in schema().classes.values() for feature in info.own}


def element_name(feature: FeatureInfo, literal: str | None = None) -> str:
    """Return the name of the element that a feature or one of its literals is."""
    name = f"{_owners()[feature]}.{feature.name}"
    return name if literal is None else f"{name} = {literal}"


def is_left_out(feature: FeatureInfo, literal: str | None = None) -> bool:
    """Return whether a feature, or one of its literals, is no element."""
    names = {_owners()[feature], element_name(feature), element_name(feature, literal)}
    return not names.isdisjoint(LEFT_OUT)


@cache
def catalogue() -> tuple[str, ...]:
    """Return the names of all elements in metamodel order: the features of a class after it."""
    found: dict[str, None] = {}
    for info in schema().classes.values():
        if not info.abstract and info.supertypes & {"Filter", "Value"} and info.name not in LEFT_OUT:
            found[info.name] = None
        for feature in info.own:
            found.update(dict.fromkeys(_elements_of(feature)))
    return tuple(found)


def uses(root: EObject) -> Iterator[tuple[str, EObject]]:
    """Yield each element that a model uses, with each part of the model that uses it."""
    known = set(catalogue())
    for part in walk(root):
        info = schema().of(part)
        if info.name in known:
            yield info.name, part
        for feature in info.stored:
            name = _said(part, feature)
            if name in known:
                yield name, part


def used(root: EObject) -> set[str]:
    """Return the elements that a model uses."""
    return {name for name, _ in uses(root)}


@cache
def gallery() -> dict[str, Document]:
    """Return the games of the gallery by name, variants after their game.

    Those that have errors, which other tests find, are left out.
    """
    examples = sorted(EXAMPLES, key=lambda example: (example.folder, example.is_variant, example.name))
    documents = {example.name: example.document for example in examples}
    return {name: document for name, document in documents.items() if not has_errors(validate(document))}


def missing() -> list[str]:
    """Return the elements that no game of the gallery uses."""
    found = set().union(*(used(document.root) for document in gallery().values()))
    return [name for name in catalogue() if name not in found]


def _elements_of(feature: FeatureInfo) -> Iterator[str]:
    name = element_name(feature)
    if is_left_out(feature) or not feature.written:
        return
    if feature.literals is not None:
        yield from (element_name(feature, name) for name in feature.literals if not is_left_out(feature, name))
    elif name in NEUTRAL or _is_optional(feature):
        yield name


def _is_optional(feature: FeatureInfo) -> bool:
    """Return whether a model may leave a feature out."""
    return feature.lower == 0 or (feature.kind is Kind.ATTRIBUTE and feature.declared)


def _said(part: EObject, feature: FeatureInfo) -> str | None:
    """Return the element that a part of a model uses by a feature, if it does."""
    if feature.literals is not None:
        values: list[Any] = values_of(part, feature)
        return element_name(feature, values[0].name) if values else None
    name = element_name(feature)
    neutral = NEUTRAL.get(name)
    silent = is_default(part, feature) if neutral is None else neutral(part)
    return None if silent else name


if __name__ == "__main__":
    for element in missing():
        print(element)
