"""Wrong variants of the games of the gallery: one change of meaning each, made from a seed, that still is a valid model.

They show what the proof pack of a game is worth: see ``runtime.proving``. Changes that by the meaning of the language
change nothing, such as that of *next* to *previous* for two players, are not made: see ``says_the_same``. Others may still
happen to change nothing in their game; they count as not found.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.support.elements import element_name, gallery, is_left_out
from tests.support.gallery import EXAMPLES
from tests.support.witnesses import apply, original
from tilewright.metamodel import FeatureInfo, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.diagnostics import ModelError, has_errors
from tilewright.model.document import Document, Syntax
from tilewright.model.files import read, write
from tilewright.model.objects import fragment, values_of, walk
from tilewright.model.validation import validate
from tilewright.runtime.interpreter.cells import turn
from tilewright.runtime.loading import load
from tilewright.runtime.proof.playthroughs import record
from tilewright.runtime.proof.proving import Result, prove
from tilewright.runtime.state import Game

NUMBER = "a number changed"
KINDS = {
    "Pattern.stateSelection": "a selection changed",
    "Pattern.negate": "a condition negated",
    "GuardFilter.negate": "a condition negated",
    "CompareFilter.op": "a comparison changed",
    "IntValue.value": NUMBER,
    "StepFilter.min": NUMBER,
    "StepFilter.max": NUMBER,
    "IterativeFilter.min": NUMBER,
    "IterativeFilter.max": NUMBER,
    "RepeatFilter.min": NUMBER,
    "RepeatFilter.max": NUMBER,
    "BendFilter.by": NUMBER,
    "RepetitionFilter.times": NUMBER,
    "Counter.initial": NUMBER,
    "DirectionSet.vectors": "a direction dropped",
    "DirectionSet.links": "a direction dropped",
    "DirectionSet.within": "a direction dropped",
    "Rectangle.width": NUMBER,
    "Rectangle.height": NUMBER,
    "RelativeCoordinate.x": "a vector changed",
    "RelativeCoordinate.y": "a vector changed",
    "CellRange.row": "a region moved",
    "CellRange.column": "a region moved",
    "CellRange.toRow": "a region moved",
    "CellRange.toColumn": "a region moved",
    "LegalMovesPipeline.filters": "a rule removed",
    "LegalMovesPipeline.rules": "a rule removed",
    "EffectPipeline.filters": "an effect removed",
    "MoveRule.priority": "a priority changed",
    "TilePlacement.initialState": "a cell of the set-up changed",
}
"""The kinds of changes by the features that they change; besides, filters are dropped and other literals changed."""


@dataclass(frozen=True)
class Variant:
    """A game of the gallery with a change to a part: see ``witnesses`` for how changes are written."""

    game: str
    part: str
    change: str

    def __str__(self) -> str:
        return f"{self.game}: {self.change} at {self.part}"


def variants(seed: int, count: int) -> list[Variant]:
    """Return different variants of games that have known counts. The same seed gives the same ones."""
    random = Random(f"wrong variants/{seed}")
    names = [example.name for example in EXAMPLES if example.file("perft").exists() and example.name in gallery()]
    found: dict[Variant, None] = {}
    while len(found) < count:
        name = random.choice(names)
        kinds = _changes(gallery()[name].root)
        part, change = random.choice(kinds[random.choice(sorted(kinds))])
        variant = Variant(name, fragment(part), change)
        if variant in found or says_the_same(gallery()[name].root, part, change):
            continue
        if not has_errors(validate(changed(variant))):
            found[variant] = None
    return list(found)


def says_the_same(root: EObject, part: EObject, change: str) -> bool:
    """Return whether a change means nothing: the words of the model differ, but not what they stand for."""
    name, literal = change.split()[0], change.split()[-1]
    if name == "perspective":
        counter = getattr(part, "counter", None)
        if counter is not None and not counter.perPlayer and getattr(part, "cells", None) is None:
            return True  # there is one number for all players
        if part.eClass.name == "GuardFilter" and not any(map(_depends_on_player, walk(part.condition))):
            return True
        others = "Current" not in (part.perspective.name, literal)
        return len(root.players) == 1 or (len(root.players) == 2 and others)
    if name == "require":
        return _has_one_cell(part)
    if name == "transform" and part.eClass.name == "Player":
        return not any(_is_turned(other, (part.transform.name, literal)) for other in walk(root))
    if name == "priority":
        rules = root.board.legalMovesPipeline.rules
        before = [rule.priority for rule in rules] + [0] * len(root.board.legalMovesPipeline.filters)
        after = [int(literal) if rule is part else rule.priority for rule in rules] + before[len(rules) :]
        return _ranks(before) == _ranks(after)
    return False


def _ranks(priorities: list[int]) -> list[int]:
    return [sorted(set(priorities)).index(priority) for priority in priorities]


def _is_turned(part: EObject, transforms: tuple[str, str]) -> bool:
    """Return whether a part is relative, and does not look alike through two transforms."""
    if not getattr(part, "relative", False):
        return False
    vectors = {(v.x, v.y) for v in getattr(part, "vectors", getattr(part, "relativecoordinates", ()))}
    one, other = ({turn(transform, vector) for vector in vectors} for transform in transforms)
    return not vectors or one != other


def _depends_on_player(part: EObject) -> bool:
    """Return whether a part of a condition may be seen otherwise by another player."""
    if part.eClass.name == "Pattern":
        places = [*part.within, *part.without]
        owned = part.stateSelection.name in ("CurrentPlayer", "OtherPlayer")
        return (
            owned
            or part.relative
            or len(part.places) > 0
            or any(region.relative or region.perPlayer for region in places)
        )
    if part.eClass.name == "CellsFilter":
        return part.region is not None and (part.region.relative or len(part.region.perPlayer) > 0)
    if part.eClass.name in ("StepFilter", "FloodFilter", "IterativeFilter", "DirectionFilter"):
        return part.directions is not None and bool(part.directions.relative)
    return part.eClass.name not in ("PatternFilter", "CompareFilter", "CountValue", "IntValue", "RelativeCoordinate")


def _has_one_cell(part: EObject) -> bool:
    """Return whether a pattern filter gets one cell at a time: that of a per-tile rule, or the one just clicked."""
    before = part.eContainer()
    while before.eClass.name == "PatternFilter":
        before = before.eContainer()
    return before.eClass.name in ("LegalMovesPipeline", "SelectFilter")


def changed(variant: Variant) -> Document:
    """Return the model of a variant."""
    file = gallery()[variant.game].file
    document = Document(file, read(file).root)
    apply(document.root, variant.part, variant.change)
    return document


def put(variant: Variant, folder: Path) -> Path:
    """Write a variant into a folder, with the proof pack of the original beside it; return its file."""
    example = next(example for example in EXAMPLES if example.name == variant.game)
    file = folder / f"{variant.game}.xmi"
    file.write_text(write(changed(variant), Syntax.XMI), encoding="utf-8")
    recorded = example.file("playthrough")
    text = recorded.read_text(encoding="utf-8") if recorded.exists() else record(original(variant.game))
    file.with_suffix(".playthrough").write_text(text, encoding="utf-8")
    file.with_suffix(".perft").write_bytes(example.file("perft").read_bytes())
    return file


def verdict(variant: Variant, folder: Path, leaves: int, games: int) -> str | None:
    """Return the first thing that the proof pack finds wrong with a variant, or None if it finds nothing.

    What breaks an invariant is the variant's fault only if the original does not break one as well.
    """
    try:
        found = _wrong(load(put(variant, folder)), leaves, games)
    except ModelError as error:
        return str(error.diagnostics[0])  # the table of counts itself makes no sense any more
    if found is None or (found.part == "invariants" and _wrong(original(variant.game), 0, games) is not None):
        return None
    return f"{found.part}: {found.message}"


def plays_otherwise(variant: Variant, folder: Path, plies: int = 3_000) -> bool:
    """Return whether a variant differs from the original in some of so many plies of random games, played beside it."""
    original, other = load(variant.game), load(put(variant, folder))
    played = number = 0
    try:
        while played < plies:
            random = Random(f"beside/{number}")
            number += 1
            one, two = original.initial_state(), other.initial_state()
            for _ in range(400):
                moves = {str(move) for move in one.legal_moves}
                if moves != {str(move) for move in two.legal_moves} or one.returns != two.returns:
                    return True
                if one.is_over:
                    break
                move = random.choice(sorted(moves))
                one, two = one.play(move), two.play(move)
                played += 1
    except ModelError:
        return True
    return False


def _wrong(game: Game, leaves: int, games: int) -> Result | None:
    return next((result for result in prove(game, leaves=leaves, games=games) if result.holds is False), None)


def _changes(root: EObject) -> dict[str, list[tuple[EObject, str]]]:
    """Return what can be changed in a model, by its kind: parts, and changes to them."""
    found: dict[str, list[tuple[EObject, str]]] = {}
    for part in walk(root):
        info = schema().of(part)
        if "Filter" in info.supertypes:
            found.setdefault("a filter dropped", []).append((part, "take out"))
        for feature in info.stored:
            name = element_name(feature)
            kind = KINDS.get(name, "a literal changed" if feature.literals and not is_left_out(feature) else None)
            if kind is not None:
                changes = [(part, f"{feature.name} {change}") for change in _changes_of(part, feature)]
                found.setdefault(kind, []).extend(changes)
    return {kind: changes for kind, changes in found.items() if changes}


def _changes_of(part: EObject, feature: FeatureInfo) -> list[str]:
    values = values_of(part, feature)
    if feature.literals is not None:
        names = [name for name in feature.literals if not is_left_out(feature, name)]
        return [f":= {name}" for name in names if values and name != values[0].name]
    if feature.many:
        return [f"without {index}" for index in range(len(values))]
    if feature.type == "boolean":
        return [":= false" if values[0] else ":= true"]
    if feature.name == "initialState":
        return [f":= {fragment(state)}" for state in part.tile.states if state not in values]
    return [f":= {values[0] + by}" for by in (1, -1)] if values else []
