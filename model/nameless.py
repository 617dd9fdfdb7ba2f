"""Moves that have neither clicks nor options, and what they are called instead."""

from __future__ import annotations

import re

from tilewright.metamodel.typing import EObject

NAMELESS = "_"
"""What such moves are called where they cannot be called like their rule. No option has this label."""

_LABEL = re.compile(r"[a-zA-Z0-9+]+\Z")
_CELL = re.compile(r"[a-z]+[1-9][0-9]*\Z")


def nameless_rules(game: EObject) -> list[EObject]:
    """Return the rules some of whose moves may have neither a click nor an option."""
    pipeline = game.board.legalMovesPipeline
    rules = () if pipeline is None else pipeline.rules
    return [rule for rule in rules if not _names(rule.filter, [])]


def nameless_label(game: EObject) -> str:
    """Return what is the notation of a move without clicks and options.

    It is the name of its rule, if only one rule has such moves and this name can mean nothing else in a notation.
    """
    rules = nameless_rules(game)
    if len(rules) != 1 or not _LABEL.match(rules[0].name) or _CELL.match(rules[0].name):
        return NAMELESS
    taken = {element.label for element in game.eAllContents() if element.eClass.name == "OptionFilter"}
    return NAMELESS if rules[0].name in {"pass", *taken} else str(rules[0].name)


def _names(element: EObject, calling: list[EObject]) -> bool:
    """Return whether every way through a chain meets a click, an option, or cells that it records."""
    while element is not None:
        if _is_naming(element, calling):
            return True
        element = element.nextFilter
    return False


def _is_naming(element: EObject, calling: list[EObject]) -> bool:
    match element.eClass.name:
        case "OptionFilter" | "RecordFilter":
            return True
        case "SelectFilter":
            return bool(element.record)
        case "ChoiceFilter":
            return all(_names(alternative, calling) for alternative in element.alternatives)
        case "RepeatFilter":
            return element.min > 0 and _names(element.body, calling)
        case "CallFilter":
            return element.pipeline not in calling and _names(element.pipeline.filter, [*calling, element.pipeline])
    return False
