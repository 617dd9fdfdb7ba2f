"""Patterns as text."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.metamodel import schema
from tilewright.metamodel.typing import EObject
from tilewright.model.game.names import STANDING
from tilewright.model.game.parser import AFTER_FILTER
from tilewright.model.game.patterns import AFTER_PATTERN, AREAS, KINDS, PLAYERS, SELECTIONS
from tilewright.model.game.writer.classes import ClassWriter
from tilewright.model.game.writer.numbers import vector_text
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.game.writer.words import Words
from tilewright.model.objects import is_default

SELECTION_WORDS = {value: word for word, value in SELECTIONS.items()}
_TAKEN_AS_STATE = frozenset({*SELECTIONS, "count", "like"})
TAKEN_AS_PIECE = AFTER_PATTERN | _TAKEN_AS_STATE

_PLAYERS = {perspective: word for word, perspective in PLAYERS.items()}
_TAKEN_AS_PLAYER = frozenset({*PLAYERS, *AFTER_FILTER})
_OFFSETS = {"relativecoordinates", "relative"}


class PatternWriter:
    """Writes patterns."""

    def __init__(self, words: Words, classes: ClassWriter) -> None:
        self.words = words
        self.classes = classes
        self.open_pattern = False
        """Whether a ``with`` would belong to the pattern that was written last."""

    def pattern(self, obj: EObject, *, in_row: bool = False, offsets: bool = True) -> str:
        """Return a pattern. *in_row*: another one may stand directly before it. *offsets*: write its offsets, too."""
        if obj is None:
            raise Unwritable
        try:
            text, covered = self._alternative(obj, in_row)
        except Unwritable:
            self.open_pattern = False
            if not offsets:
                raise
            return self.classes.element(obj)
        try:
            for alternative in obj.alternatives:
                other, other_covered = self._alternative(alternative, False)
                if uncovered(alternative, other_covered):
                    raise Unwritable
                text += f" or {other}"
            covered = covered | {"alternatives"}
        except Unwritable:
            text, covered = self._alternative(obj, in_row)
        if not offsets:
            covered = covered | _OFFSETS | {"chosen"}
        elif len(obj.relativecoordinates) > 0:
            try:
                text += f" @{'relative ' if obj.relative else ''}{self.vectors(obj.relativecoordinates)}"
                covered = covered | _OFFSETS
            except Unwritable:
                pass
        rest = self.classes.rest(obj, uncovered(obj, covered))
        self.open_pattern = not rest
        return text + rest

    def vectors(self, vectors: Iterable[EObject]) -> str:
        """Return vectors one after the other."""
        return "".join(vector_text(vector, self.words) for vector in vectors)

    def _alternative(self, obj: EObject, in_row: bool) -> tuple[str, set[str]]:
        """Return a pattern without alternatives and offsets, and the features that the text says."""
        text, covered = self._selected(obj, in_row)
        if obj.like is not None:
            like = self.like(obj)
            text = like if text == SELECTION_WORDS["Occupied"] and not in_row else f"{text} {like}"
            covered = covered | {"like", "attribute"}
        for feature, word in (("within", "at"), ("withinMarks", "at"), ("without", "!at"), ("withoutMarks", "!at")):
            for place in getattr(obj, feature):
                text += f" {word} {self.words.refer(place, *AREAS, 'Mark')}"
        text += "".join(self._place(place) for place in obj.places)
        negation = "!" if obj.negate else ""
        return negation + text, covered | {"within", "withinMarks", "without", "withoutMarks", "places", "negate"}

    def _place(self, obj: EObject) -> str:
        """Return a condition on where a cell lies among the cells of other players, with a blank before it."""
        named = obj.area if obj.mark is None else obj.mark
        whose = self.whose(obj)
        if not whose or (obj.area is None) is (obj.mark is None):
            raise Unwritable
        return f" {'!' if obj.negate else ''}at {whose} {self.words.refer(named, *AREAS, 'Mark')}"

    def whose(self, obj: EObject) -> str:
        """Return for which players an element is read: a word, or a name; nothing for the current player."""
        perspective = obj.perspective.name
        if perspective == "Named" and obj.player is not self.words.names.nature:
            return self.words.refer(obj.player, taken=_TAKEN_AS_PLAYER)
        if obj.player is not None or perspective not in ("Current", *_PLAYERS):
            raise Unwritable
        return _PLAYERS.get(perspective, "")

    def like(self, obj: EObject, taken: frozenset[str] = frozenset()) -> str:
        """Return ``like MARK``, perhaps with an attribute, whose name must not be one of the words *taken*."""
        attribute = "" if obj.attribute is None else f" {self.words.refer(obj.attribute, taken=taken)}"
        return f"like {self.words.refer(obj.like)}{attribute}"

    def _selected(self, obj: EObject, in_row: bool) -> tuple[str, set[str]]:
        """Return the selection with its pieces and groups, and the features that the text says."""
        selection = obj.stateSelection.name
        covered = {"stateSelection", "pieces", "groups"}
        kinds = [*obj.pieces, *obj.groups]
        pieces = [self.words.refer(kind, *KINDS, taken=TAKEN_AS_PIECE) for kind in kinds]
        if selection == "StateBased":
            state = self.words.state(obj.matchState, _TAKEN_AS_STATE, *STANDING[:-1])
            return " ".join([state, *pieces]), covered | {"matchState"}
        if selection == "NamedPlayer":
            player = self.words.refer(obj.player, *STANDING, "Player", taken=TAKEN_AS_PIECE)
            return " ".join([player, *pieces]), covered | {"player"}
        if selection == "Occupied" and pieces and not in_row:
            return " ".join(pieces), covered
        if selection == "Any" and len(obj.tiles) == 1:
            try:
                tile = self.words.refer(obj.tiles[0], *STANDING[:-1], taken=_TAKEN_AS_STATE)
                return " ".join([tile, *pieces]), covered | {"tiles"}
            except Unwritable:
                pass
        return " ".join([SELECTION_WORDS[selection], *pieces]), covered


def uncovered(obj: EObject, covered: set[str]) -> list[str]:
    """Return the names of the features that have no default value and that a shorthand does not say."""
    return [
        feature.name
        for feature in schema().of(obj).features
        if feature.written and feature.name not in covered and not is_default(obj, feature)
    ]
