"""Whether two paths through the rules can make the same move.

A move is its clicks and options; a move that is found twice counts once. Most rules cannot find a move twice, and this
is proved from the rules alone: each path through them has a sequence of clicks and labels, and two paths are apart if

    (1) their sequences differ in length, or in a label, or have a label where the other has a click, or anywhere if
        the other has none at all;
    (2) a click of one is on a cell whose states, or whose place, exclude those of the other;
    (3) a click of one is at distances from an earlier click that the other does not have;
    (4) they demand numbers or phases that exclude each other, or states beside a click that do;
    (5) some of their clicks can only be on one and the same cell, and demand states of it that exclude each other.

A single path finds no move twice if each of its branches is a click or a direction; each direction is a separate path.
Where none of this can be proved, the program compares the moves that it finds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from tilewright.generator.compiler.analysis.paths import Click, Path, Paths, apart
from tilewright.generator.compiler.analysis.resting import empty_states
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir

MANY = 2_000
"""The most paths that are compared. Rules with more are assumed to overlap."""


Doubt: TypeAlias = tuple[int, frozenset[int]]
"""A click, counted from 0, and states: if its cell is in one of these, another rule may make the same move."""


@dataclass(frozen=True)
class Overlaps:
    """Which rules of a group may find the same move. Rules are named by their indices in the group."""

    pairs: frozenset[tuple[int, int]]
    """Pairs of rules that may find the same move; a rule may be paired with itself."""
    doubts: Mapping[int, Sequence[Doubt]]
    """For some rules their doubts. Where one comes up, the interpreter decides; no moves are compared because of it."""

    @property
    def rules(self) -> frozenset[int]:
        """All rules that are in a pair."""
        return frozenset(rule for pair in self.pairs for rule in pair)


def overlaps(group: ir.Group, constants: Constants, resting: frozenset[int] = frozenset()) -> Overlaps:
    """Return which rules of a group may find the same move.

    Suppose that one rule clicks a cell of a *resting* mark (see that module), and another rule demands for this click
    a state that is not empty. That is very unlikely to coincide, so it becomes a doubt and no overlap.

    Cost: quadratic in the paths through the rules.
    """
    paths = _paths(group, constants)
    places = range(len(group.rules))
    if paths is None:
        return Overlaps(frozenset((one, other) for one in places for other in places if one <= other), {})
    found = {(rule, rule) for rule, path in paths if path.hidden}
    doubts: dict[int, list[Doubt]] = {}
    for (rule, one), (other_rule, other) in combinations(paths, 2):
        doubt = _doubted(one, other, constants, resting) if resting else None
        is_known = (rule, other_rule) in found or rule in group.rules[other_rule].spares
        if (is_known and doubt is None) or apart(one, other):
            continue
        if doubt is None:
            found.add((rule, other_rule))
        else:
            first, click, states = doubt
            doubts.setdefault(rule if first else other_rule, []).append((click, states))
    return Overlaps(frozenset(found), doubts)


def _paths(group: ir.Group, constants: Constants) -> list[tuple[int, Path]] | None:
    """Return the paths through the rules of a group, each with the index of its rule; None if there are too many."""
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
    """Return a doubt that tells two paths apart, if any: whether it is on the first one, the click, and its states."""
    if one.open or other.open:
        return None
    empty = empty_states(constants)
    for place, (first, second) in enumerate(zip(one.steps, other.steps, strict=False)):
        if not (isinstance(first, Click) and isinstance(second, Click)):
            continue
        for click, against, is_first in ((first, second, True), (second, first, False)):
            if click.within & resting and not against.within and not against.states & empty:
                return is_first, place, against.states
    return None
