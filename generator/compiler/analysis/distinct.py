"""Whether two ways through the rules can make the same move.

A move is its clicks and options; what is found twice counts once. Most rules cannot find a move twice, and this is
shown from the rules alone: each path through them has a sequence of clicks and labels, and two paths are apart if

    (1) their sequences differ in length, or in a label, or have a label where the other has a click;
    (2) a click of one is on a cell whose states, or whose place, exclude those of the other;
    (3) a click of one is at distances from an earlier click that the other does not have;
    (4) they demand numbers or phases that exclude each other, or states beside a click that do;
    (5) clicks that can be on one cell only demand states of it that exclude each other.

One path finds nothing twice if every branch in it is a click or a direction, and directions are paths of their own.
Where nothing of this can be shown, the program compares the moves that it finds.
"""

from __future__ import annotations

from itertools import combinations

from tilewright.generator.compiler.analysis.paths import Path, Paths, apart
from tilewright.generator.compiler.analysis.resting import empty_states
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir

MANY = 2_000
"""The paths that are compared; more are taken to overlap."""


def overlaps(
    group: ir.Group, constants: Constants, resting: frozenset[int] = frozenset()
) -> frozenset[tuple[int, int]]:
    """Return the pairs of rules, by their places in the group, that may find the same move; one with itself, too.

    A click on a cell of a *resting* mark, see there, that another rule wants to be in certain states, and none of them
    empty, is no reason to compare all moves. ``doubts`` tells what is to be checked.
    """
    paths = _paths(group, constants)
    places = range(len(group.rules))
    if paths is None:
        return frozenset((one, other) for one in places for other in places if one <= other)
    found = {(rule, rule) for rule, path in paths if path.hidden}
    for (rule, one), (other_rule, other) in combinations(paths, 2):
        pair = (rule, other_rule)
        if pair in found or rule in group.rules[other_rule].spares:
            continue
        if not apart(one, other) and not _doubted(one, other, constants, resting):
            found.add(pair)
    return frozenset(found)


def repeated(group: ir.Group, constants: Constants, resting: frozenset[int]) -> frozenset[int]:
    """Return the rules of a group, by their places, some of whose moves may be found twice."""
    return frozenset(rule for pair in overlaps(group, constants, resting) for rule in pair)


def doubts(
    group: ir.Group, constants: Constants, resting: frozenset[int]
) -> dict[int, list[tuple[int, frozenset[int]]]]:
    """Return for rules, by their places, which click, counted from 0, must not be on a cell in one of some states.

    Otherwise this rule and another one may make the same move, which is left to the interpreter to judge.
    """
    found: dict[int, list[tuple[int, frozenset[int]]]] = {}
    for (rule, one), (other_rule, other) in combinations(_paths(group, constants) or [], 2):
        if apart(one, other):
            continue
        doubt = _doubted(one, other, constants, resting)
        if doubt is not None:
            first, place, states = doubt
            found.setdefault(rule if first else other_rule, []).append((place, states))
    return found


def _paths(group: ir.Group, constants: Constants) -> list[tuple[int, Path]] | None:
    finder = Paths(constants)
    paths: list[tuple[int, Path]] = []
    for place, rule in enumerate(group.rules):
        paths += [(place, path) for path in finder.of(rule)]
        if len(paths) > MANY:
            return None
    return paths


def _doubted(
    one: Path, other: Path, constants: Constants, resting: frozenset[int]
) -> tuple[bool, int, frozenset[int]] | None:
    """Return of which path (the first?) which click is to be checked for which states, or None if that is no way."""
    if one.open or other.open:
        return None
    empty = empty_states(constants)
    for place, (first, second) in enumerate(zip(one.steps, other.steps, strict=False)):
        if isinstance(first, str) or isinstance(second, str):
            continue
        for click, against, is_first in ((first, second, True), (second, first, False)):
            if click.within & resting and not against.within and not against.states & empty:
                return is_first, place, against.states
    return None
