"""The older dialect of the language: that of the EMF/Xtext Tile-Based Game Engine and its metamodel bg.ecore.

Its two vocabularies, that of its README and that of its metamodel, are aliases of names of game.ecore. Where its meaning
differs, the difference is written into the model when it is read, so that nothing after the readers knows of it:

- a PatternFilter that meets several cells keeps all or none (``require`` is All);
- states are the same if their names are, whatever their tiles: a state called like a player's associatedState is owned
  by that player, and a pattern that matches one state matches all states of that name.
"""

from __future__ import annotations

from tilewright.metamodel import FeatureInfo, schema
from tilewright.metamodel.typing import EObject
from tilewright.model.objects import append, assign, new, walk

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
    """Return whether a feature, given as *name*, holds a PatternFilter for each of its patterns."""
    return name == "patternFilters" and feature.type == "Pattern"


def only_pattern(holder: EObject) -> EObject | None:
    """Take the pattern out of a PatternFilter that holds exactly one; None if it holds another number."""
    if len(holder.patterns) != 1:
        return None
    pattern = holder.patterns[0]
    holder.patterns.remove(pattern)
    return pattern


def apply_bg_dialect(root: EObject) -> None:
    """Write the meaning of the bg dialect into a model that was read from it."""
    elements = list(walk(root))
    named = _states_by_name(elements)
    for obj in elements:
        name = obj.eClass.name
        if name == "PatternFilter":
            _require_all(obj)
        elif name == "Player" and obj.associatedState is not None:
            _own_namesakes(obj, named)
        elif name == "Pattern" and obj.matchState is not None:
            _match_namesakes(obj, named)


def _require_all(obj: EObject) -> None:
    require = schema().classes["PatternFilter"].by_name["require"]
    if not obj.eIsSet(require.efeature) and require.literals is not None:
        assign(obj, require, require.literals["All"])


def _states_by_name(elements: list[EObject]) -> dict[str, list[EObject]]:
    named: dict[str, list[EObject]] = {}
    for obj in elements:
        if obj.eClass.name == "State" and obj.name is not None:
            named.setdefault(obj.name, []).append(obj)
    return named


def _own_namesakes(player: EObject, named: dict[str, list[EObject]]) -> None:
    owner = schema().classes["State"].by_name["owner"]
    for state in named.get(player.associatedState.name, []):
        if state is not player.associatedState and state.owner is None:
            assign(state, owner, player)


def _match_namesakes(pattern: EObject, named: dict[str, list[EObject]]) -> None:
    if pattern.stateSelection.name != "StateBased":
        return
    info = schema().classes["Pattern"]
    match_state, selection = info.by_name["matchState"], info.by_name["stateSelection"]
    matched = {pattern.matchState, *(alternative.matchState for alternative in pattern.alternatives)}
    for state in named.get(pattern.matchState.name, []):
        if state not in matched:
            alternative = new(info)
            assign(alternative, selection, pattern.stateSelection)
            assign(alternative, match_state, state)
            append(pattern, info.by_name["alternatives"], alternative)
