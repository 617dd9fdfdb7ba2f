"""The older dialect of the language: that of the EMF/Xtext Tile-Based Game Engine and its metamodel bg.ecore.

Its two vocabularies, of its README and of its metamodel, are aliases of names of game.ecore. Where its semantics
differ, reading makes the difference explicit in the model, so that no engine depends on the dialect:

- a PatternFilter that meets several cells keeps all or none (``require`` is All);
- states are the same if their names are, whatever their tiles: a state called like a player's associatedState is owned
  by that player, and a pattern that matches one state matches all states of that name.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.metamodel import FeatureInfo, schema
from tilewright.metamodel.elements import Element
from tilewright.metamodel.language import Game, Pattern, PatternFilter, Player, Quantifier, State
from tilewright.model.objects import assign, is_default, is_set, new, remove, set_value, walk

_ALIASES = {
    ("LegalMovesPipeline", "filter"): "filters",
    ("EffectPipeline", "filter"): "filters",
    ("IterativeFilter", "directionVector"): "directionVectors",
    ("WinConditionFilter", "patternFilters"): "patterns",
}


def alias(class_name: str, name: str) -> str | None:
    """Return the feature of a class that the README of the bg dialect calls *name*, or None."""
    return _ALIASES.get((class_name, name))


def holds_pattern_filters(feature: FeatureInfo, name: str) -> bool:
    """Return whether a feature, written as *name*, contains PatternFilters in place of patterns."""
    return name == "patternFilters" and feature.type == "Pattern"


def only_pattern(holder: PatternFilter) -> Pattern | None:
    """Remove the only pattern from a PatternFilter and return it; None if it does not have exactly one."""
    if len(holder.patterns) != 1:
        return None
    pattern = holder.patterns[0]
    remove(holder, holder.eClass.by_name["patterns"], pattern)
    return pattern


def apply_bg_dialect(root: Game) -> None:
    """Make the semantics of the bg dialect explicit in a model that was read from it, in place."""
    require = schema().classes["PatternFilter"].by_name["require"]
    for obj in walk(root):
        if isinstance(obj, PatternFilter) and not is_set(obj, require):
            obj.require = Quantifier.All
    for obj, feature, value in _merged(root):
        set_value(obj, feature, value)


def is_bg_default(obj: Element, feature: FeatureInfo) -> bool:
    """Return whether a feature has the value that the bg dialect gives it when it is left out."""
    if feature.name == "require" and isinstance(obj, PatternFilter):
        return obj.require is Quantifier.All
    return is_default(obj, feature)


def _merged(root: Game) -> Iterator[tuple[Element, FeatureInfo, Element]]:
    """Yield the values that make states of the same name equivalent: an element, its feature, the missing value."""
    elements = list(walk(root))
    named: dict[str | None, list[State]] = {}
    for obj in elements:
        if isinstance(obj, State) and obj.name is not None:
            named.setdefault(obj.name, []).append(obj)
    for obj in elements:
        if isinstance(obj, Player) and obj.associatedState is not None:
            yield from _owned(obj, named.get(obj.associatedState.name, []))
        elif isinstance(obj, Pattern) and obj.matchState is not None:
            yield from _matched(obj, named.get(obj.matchState.name, []))


def _owned(player: Player, namesakes: list[State]) -> Iterator[tuple[Element, FeatureInfo, Element]]:
    """Yield the player as the owner of the states that are called like the one associated with the player."""
    owner = schema().classes["State"].by_name["owner"]
    for state in namesakes:
        if state is not player.associatedState and state.owner is None:
            yield state, owner, player


def _matched(pattern: Pattern, namesakes: list[State]) -> Iterator[tuple[Element, FeatureInfo, Element]]:
    """Yield alternatives of a pattern for the states that are called like the one that it matches."""
    if pattern.stateSelection.name != "StateBased":
        return
    info = schema().classes["Pattern"]
    container = pattern.eContainer()
    together = container if isinstance(container, Pattern) else pattern
    matching = [one for one in (together, *together.alternatives, *pattern.alternatives) if one.matchState is not None]
    known = {one.matchState for one in matching if one.stateSelection.name == "StateBased"}
    for state in namesakes:
        if state not in known:
            alternative = new(info)
            assign(alternative, info.by_name["stateSelection"], pattern.stateSelection)
            assign(alternative, info.by_name["matchState"], state)
            yield pattern, info.by_name["alternatives"], alternative
