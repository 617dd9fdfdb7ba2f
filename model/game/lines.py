"""Lines of a length: ``line 5 own`` is short for one pattern for each way in which five cells can lie in a row.

A *way* is the vector from a cell of a line to the next one.

before   line 3 own
after    line { own @(0,0)(1,0)(2,0)  own @(0,0)(0,1)(0,2)  own @(0,0)(1,1)(2,2)  own @(0,0)(1,-1)(2,-2) }

``aligned`` keeps the cells that lie in such a line: fewer steps back than the line has cells lead to its first cell.

before   aligned 3 (1,0)(0,1) own
after    where { union { step (-1,0) 0..2 -> own @(0,0)(1,0)(2,0) | step (0,-1) 0..2 -> own @(0,0)(0,1)(0,2) } }
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.metamodel import schema
from tilewright.metamodel.language import ChoiceMode, Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.hexagons import Slant, Vector, slant_of
from tilewright.model.objects import copied, create, difference, set_value

_LONGEST = 128
"""The most cells of a line: the model gets an offset for each cell and way."""


def longest(board: EObject | None) -> int:
    """Return the most cells that a line of a board may have; without a board, that of any board."""
    return _LONGEST if board is None else max(2, min(_LONGEST, max(board.width, board.height)))


def ways_of(board: EObject | None) -> tuple[Vector, ...]:
    """Return the ways of lines on a board if none are given. They depend on its layout, and on its axes."""
    slant: Slant = 0 if board is None else slant_of(board)
    return ((1, 0), (0, 1), (1, -slant)) if slant else ((1, 0), (0, 1), (1, 1), (1, -1))


def in_line(pattern: EObject, length: int, way: Vector) -> EObject:
    """Return a copy of a pattern without offsets, with the offsets of *length* cells in a row."""
    found = copied(pattern)
    for number in range(length):
        _add(found, relativecoordinates=_made("RelativeCoordinate", x=way[0] * number, y=way[1] * number))
    return found


def line_of(pattern: EObject) -> tuple[int, Vector] | None:
    """Return the length and the way of the line that the offsets of a pattern form in numbers, or None."""
    offsets = [(offset.x, offset.y) for offset in pattern.relativecoordinates]
    said = any(len(offset.chosen) > 0 for offset in pattern.relativecoordinates)
    if pattern.relative or len(offsets) < 2 or offsets[1] == (0, 0) or said:
        return None
    x, y = way = offsets[1]
    return (len(offsets), way) if offsets == [(x * k, y * k) for k in range(len(offsets))] else None


def lines_of(patterns: Sequence[EObject]) -> tuple[int, tuple[Vector, ...]] | None:
    """Return the length and the ways of patterns whose offsets form lines of the same length, else None."""
    found = [line_of(pattern) for pattern in patterns]
    if not found or None in found or len({line[0] for line in found if line is not None}) > 1:
        return None
    lines = [line for line in found if line is not None]
    return lines[0][0], tuple(way for _, way in lines)


def aligned(patterns: Sequence[EObject]) -> EObject:
    """Return a condition that is true of a cell if it lies in one of the lines that the patterns describe."""
    found = _made("ChoiceFilter", mode=ChoiceMode.Union)
    for pattern in patterns:
        (_, second, *_), furthest = pattern.relativecoordinates, len(pattern.relativecoordinates) - 1
        back = _made("RelativeCoordinate", x=-second.x, y=-second.y)
        line = _made("PatternFilter", patterns=pattern)
        step = _made("StepFilter", directionVectors=back, min=0, max=furthest, nextFilter=line)
        for said in pattern.chosen:
            bound = {"quantity": Quantity.Max, "factor": said.factor, "divisor": said.divisor, "plus": said.plus - 1}
            _add(step, chosen=_made("ChosenNumber", parameter=said.parameter, **bound))
        _add(found, alternatives=step)
    return found


def lines_of_aligned(condition: EObject | None) -> list[EObject]:
    """Return the patterns of which ``aligned`` makes this condition; an empty list if it is another one, or None."""
    if condition is None or condition.eClass.name != "ChoiceFilter":
        return []
    ends = [step.nextFilter for step in condition.alternatives]
    if not all(end is not None and end.eClass.name == "PatternFilter" and len(end.patterns) == 1 for end in ends):
        return []
    patterns = [end.patterns[0] for end in ends]
    if (
        lines_of(patterns) is None
        or difference(aligned([copied(pattern) for pattern in patterns]), condition) is not None
    ):
        return []
    return patterns


def _made(name: str, **features: object) -> EObject:
    """Return a new element with some features."""
    found = create(name)
    _add(found, **features)
    return found


def _add(obj: EObject, **features: object) -> None:
    """Set single-valued features of an element, or add a value to many-valued ones."""
    for name, value in features.items():
        set_value(obj, schema().of(obj).by_name[name], value)
