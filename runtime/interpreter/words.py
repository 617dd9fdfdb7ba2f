"""Filters and patterns in words: what would have to hold."""

from __future__ import annotations

from tilewright.metamodel.typing import EObject

_STATES = {
    "CurrentPlayer": "own",
    "OtherPlayer": "the enemy's",
    "Empty": "empty",
    "Occupied": "occupied",
    "Any": "any cell",
    "OffBoard": "off the board",
}

_COMPARISONS = {
    "eq": "equal to",
    "ne": "other than",
    "lt": "less than",
    "le": "at most",
    "gt": "more than",
    "ge": "at least",
}

_VERBS = {
    "StepFilter": "be where its steps lead",
    "IterativeFilter": "be on a ray that ends as it demands",
    "FloodFilter": "be connected",
    "ImageFilter": "be the image of a cell",
    "RepetitionFilter": "be a repeated position",
    "MovableFilter": "leave the player a move",
    "SelectFilter": "be among the cells that can be clicked",
    "OptionFilter": "be the option given here",
    "RecordFilter": "be the cells recorded here",
}


def pattern_words(pattern: EObject) -> str:
    """Return a pattern in words, after "must be"."""
    words = " or ".join([_simple_words(pattern), *(_simple_words(other) for other in pattern.alternatives)])
    offsets = [(c.x, c.y) for c in pattern.relativecoordinates]
    if any(offset != (0, 0) for offset in offsets):
        words += " at " + " ".join(f"({x},{y})" for x, y in offsets)
    return words


def _simple_words(pattern: EObject) -> str:
    selection = pattern.stateSelection.name
    state = pattern.matchState.name if pattern.matchState is not None else "in a state"
    words = [_STATES.get(selection) or f"{state}"]
    words += [" or ".join(piece.name for piece in pattern.pieces)] if pattern.pieces else []
    words += [" or ".join(tile.name for tile in pattern.tiles)] if pattern.tiles else []
    words = ["not", *words] if pattern.negate else words
    words += [f"in {place.name}" for place in (*pattern.within, *pattern.withinMarks)]
    words += [f"not in {place.name}" for place in (*pattern.without, *pattern.withoutMarks)]
    return " ".join(words)


def needed(element: EObject) -> str:
    """Return what a filter demands, after "must"."""
    name = element.eClass.name
    if name == "PatternFilter":
        return "be " + " and ".join(pattern_words(pattern) for pattern in element.patterns)
    if name == "CellsFilter":
        return _cells_words(element)
    if name == "GuardFilter":
        return f"{'not ' if element.negate else ''}meet the condition that begins with {element.condition.eClass.name}"
    if name == "CompareFilter":
        return f"have a left value {_COMPARISONS[element.op.name]} the right one"
    return _VERBS.get(name, f"pass the {name}")


def _cells_words(element: EObject) -> str:
    source = {"Region": element.region, "Mark": element.mark}.get(element.source.name)
    place = source.name if source is not None else "the last click" if element.source.name == "Anchor" else "the board"
    return f"not be in {place}" if element.combine.name in ("Minus", "Clear") else f"be in {place}"
