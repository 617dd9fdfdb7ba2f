"""What the older dialect can express: the order of its grammar, its mandatory parts, and the games that fit.

``FORMS`` is the grammar of its class form: for each class the features in its braces, in this order, with a question
mark after optional ones. Its metamodel has the same features.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from tilewright.metamodel import FeatureInfo, schema
from tilewright.metamodel.typing import EObject
from tilewright.model import dialects
from tilewright.model.objects import identifier_of, is_set, values_of, walk

FORMS = {
    "Game": "turnPolicy initialPlayer board players",
    "Player": "hexColor associatedState",
    "Board": "width height tiles legalMovesPipeline? effectPipeline? tileplacement",
    "Tile": "hexColor name states transitions? initialState",
    "State": "hexColor",
    "Transition": "source target",
    "TilePlacement": "row column tile initialState?",
    "LegalMovesPipeline": "filters?",
    "EffectPipeline": "filters?",
    "PatternFilter": "nextFilter? patterns",
    "IterativeFilter": "nextFilter? directionVectors matchRule endRule",
    "StateEffectFilter": "stateSelection targetState? nextFilter?",
    "WinConditionFilter": "nextFilter? patterns",
    "Pattern": "stateSelection? matchState? relativecoordinates",
    "RelativeCoordinate": "x y",
}
_FLAGS = {"Board": "checkered"}
_SELECTIONS = ("CurrentPlayer", "OtherPlayer", "StateBased")
_MOST_PLAYERS = 2
_SAID = ("turnPolicy", "stateSelection")
"""Features that a text must state, although they have defaults."""

KEYWORDS = frozenset(
    {
        *FORMS, *(part.rstrip("?") for parts in FORMS.values() for part in parts.split()), *_FLAGS.values(),
        *_SELECTIONS, "TurnBased", "Simultaneous", "true", "false", "outbound", "inbound",
    }
)  # fmt: skip
"""The keywords of the grammar: a name that is one of them must be quoted."""

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*\Z")


def is_word(name: str) -> bool:
    """Return whether a name may be written without quotes."""
    return _WORD.match(name) is not None and name not in KEYWORDS


def features(obj: EObject) -> list[FeatureInfo]:
    """Return the features of an element that the grammar has in its braces, in this order."""
    by_name = schema().of(obj).by_name
    return [by_name[part.rstrip("?")] for part in FORMS[obj.eClass.name].split()]


def lacking(root: EObject, *, text: bool) -> Iterator[tuple[EObject, str]]:
    """Yield the elements and parts that the older dialect demands and a game read from it lacks.

    Only parts that our own syntaxes may leave out are reported. A *text* must also state some features that have
    defaults. The alternatives of patterns are skipped, since reading adds them.
    """
    for obj in walk(root):
        container = obj.eContainer()
        if obj.eClass.name not in FORMS or (container is not None and obj in getattr(container, "alternatives", ())):
            continue
        info = schema().of(obj)
        parts = [part for part in FORMS[obj.eClass.name].split() if not part.endswith("?")]
        identifier = identifier_of(info)
        named = [] if identifier is None or obj.eClass.name == "State" else [identifier.name]
        for name in (*named, *parts):
            feature = info.by_name[name]
            if (feature.lower == 0 and not values_of(obj, feature)) or (
                text and name in _SAID and not is_set(obj, feature)
            ):
                yield obj, name


def unfit(root: EObject, *, text: bool) -> str | None:
    """Return why a game cannot be expressed in the older dialect, as *text* or in XMI; None if it can."""
    if len(root.players) > _MOST_PLAYERS:
        return f"it has {len(root.players)} players, and that dialect knows {_MOST_PLAYERS} at most"
    implied = set(_implied(root))
    for obj in walk(root):
        container = obj.eContainer()
        if container is not None and (container, obj.eContainmentFeature().name) in implied:
            continue
        reason = _unsaid(obj, implied) or _unset(obj)
        if reason is not None:
            return reason
    return _unsayable(root) if text else None


def _unset(obj: EObject) -> str | None:
    """Return that a mandatory part of an element is missing, or None."""
    info = schema().of(obj)
    identifier = identifier_of(info)
    parts = [part for part in FORMS[obj.eClass.name].split() if not part.endswith("?")]
    for name in parts if identifier is None else (identifier.name, *parts):
        if not values_of(obj, info.by_name[name]):
            return f"{_named(obj)} has no {name}, which must be there in that dialect"
    return None


def _unsayable(root: EObject) -> str | None:
    """Return why a game that fits the metamodel of the dialect cannot be written in its class form, or None."""
    if not root.board.checkered:
        return "its board is not checkered, and the grammar of that dialect has no other"
    named = (obj for obj in walk(root) if obj.eClass.name in ("Player", "Tile", "State"))
    names = Counter((obj.eClass.name, dialect_name(obj)) for obj in named)
    for (kind, name), count in names.items():
        if count > 1 or name.count(".") != (kind == "State"):
            return f"'{name}' is no name by which a reader of that dialect finds one {kind}"
    return None


def left_out(root: EObject) -> set[tuple[EObject, str]]:
    """Return the features, each with its element, whose values reading the older dialect would add by itself."""
    return set(_implied(root))


def dialect_name(obj: EObject) -> str:
    """Return the name by which a reader of the older dialect finds an element."""
    return f"{obj.eContainer().name}.{obj.name}" if obj.eClass.name == "State" else str(obj.name or "")


def _implied(root: EObject) -> Iterator[tuple[EObject, str]]:
    """Yield the features that ``left_out`` returns."""
    names = {player.associatedState.name: player for player in root.players if player.associatedState is not None}
    for obj in walk(root):
        if obj.eClass.name == "State" and obj.owner is not None and names.get(obj.name) is obj.owner:
            yield obj, "owner"
        elif obj.eClass.name == "Pattern" and _is_merged(obj):
            yield obj, "alternatives"


def _is_merged(pattern: EObject) -> bool:
    """Return whether all alternatives of a pattern are such as reading adds: they match states of the same name."""
    if pattern.matchState is None or len(pattern.alternatives) == 0:
        return False
    return all(_is_namesake(other, pattern.matchState.name) for other in pattern.alternatives)


def _is_namesake(pattern: EObject, name: str) -> bool:
    """Return whether a pattern does nothing but match a state of this name."""
    info = schema().of(pattern)
    said = {feature.name for feature in info.stored if is_set(pattern, feature) and values_of(pattern, feature)}
    return (
        said <= {"stateSelection", "matchState"} and pattern.matchState is not None and pattern.matchState.name == name
    )


def _unsaid(obj: EObject, implied: set[tuple[EObject, str]]) -> str | None:
    """Return why the older dialect cannot express an element, or None."""
    kind = obj.eClass.name
    if kind not in FORMS:
        return f"it has no {kind}"
    info = schema().of(obj)
    known = {feature.name for feature in features(obj)} | {_FLAGS.get(kind, "")}
    identifier = identifier_of(info)
    for feature in info.stored:
        if feature.name in known or feature is identifier or not feature.written or (obj, feature.name) in implied:
            continue
        if not dialects.is_bg_default(obj, feature):
            return f"a {kind} of that dialect has no {feature.name}"
        if feature.name == "require" and not is_set(obj, feature):
            return "a PatternFilter of that dialect keeps all cells or none"
    if kind in ("Pattern", "StateEffectFilter") and obj.stateSelection.name not in _SELECTIONS:
        return f"that dialect has no stateSelection {obj.stateSelection.name}"
    return None


def _named(obj: EObject) -> str:
    name = getattr(obj, "name", None)
    return f"the {obj.eClass.name} '{name}'" if name else f"a {obj.eClass.name}"
