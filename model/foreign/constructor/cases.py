"""Conditions as boxes, and sets of actions as cases that exclude each other.

A *box* restricts each of some variables to a set of values. It is a product of sets: the intersection of two boxes is a
box, and their difference is a union of a few disjoint boxes. The variables are the content of the source and of the
target, and numbers: how often and when the figure there has moved, a coordinate, the number of the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tilewright.model.foreign.constructor.sheet import Action, ActionSet, Condition, Look

MOST_CASES = 256
"""The greatest number of cases that the actions of one movement may make."""

Content: TypeAlias = tuple[str, str] | None
"""The content of a cell: a player and the name of a figure, or None if it is empty."""
SOURCE, TARGET = "source", "target"
QUIRKS = ("quirks", "")
"""The variable that is 1 if the quirks are kept."""
Variable: TypeAlias = tuple[str, str]
"""A variable: the cell, ``game`` or ``quirks``, and which property of it.

Of a cell these are ``figure`` (its content), ``made`` (how often the figure has moved), ``last`` (the number of its
last move), ``after`` (how many moves ago that was), or the number of a dimension (a coordinate).
"""


MOST_WORK = 1_000_000
"""The budget of steps for composing the model of one configuration."""


class TooManyCases(Exception):
    """A configuration makes too many cases, or takes too many steps."""


class Work:
    """Counts down the steps of composing one game, whose cost is thereby bounded."""

    def __init__(self) -> None:
        self.left = MOST_WORK

    def spend(self, steps: int = 1) -> None:
        """Take steps from the budget. Raises ``TooManyCases`` if fewer were left."""
        self.left -= steps
        if self.left < 0:
            raise TooManyCases


@dataclass(frozen=True)
class Among:
    """A set of values: *values* if *inside*, else all others."""

    values: frozenset[object]
    inside: bool = True

    def __and__(self, other: Among) -> Among:
        if self.inside and other.inside:
            return Among(self.values & other.values)
        if self.inside or other.inside:
            inner, outer = (self, other) if self.inside else (other, self)
            return Among(inner.values - outer.values)
        return Among(self.values | other.values, inside=False)

    def __or__(self, other: Among) -> Among:
        return ~(~self & ~other)

    def __invert__(self) -> Among:
        return Among(self.values, not self.inside)

    @property
    def is_empty(self) -> bool:
        """Whether no value is in the set."""
        return self.inside and not self.values

    @property
    def is_all(self) -> bool:
        """Whether every value is in the set."""
        return not self.inside and not self.values


Box: TypeAlias = Mapping[Variable, Among]
"""The values of some variables; all others may have any value."""


def among(values: Iterable[object]) -> Among:
    """Return the set of exactly these values."""
    return Among(frozenset(values))


def meet(one: Box, other: Box) -> Box | None:
    """Return the intersection of two boxes; None if it is empty."""
    found = dict(one)
    for variable, values in other.items():
        both = found[variable] & values if variable in found else values
        if both.is_empty:
            return None
        found[variable] = both
    return found


def without(box: Box, other: Box) -> Iterator[Box]:
    """Yield disjoint boxes whose union is the difference of two boxes."""
    rest: dict[Variable, Among] = dict(box)
    for variable, values in other.items():
        outside = ~values if variable not in rest else rest[variable] & ~values
        if not outside.is_empty:
            yield {**rest, variable: outside}
        rest[variable] = rest[variable] & values if variable in rest else values
        if rest[variable].is_empty:
            return


def joined(boxes: Iterable[Box]) -> list[Box]:
    """Return boxes with the same union as *boxes*: any two that differ in one variable are merged."""
    found: list[Box] = []
    for box in boxes:
        new: Box | None = box
        while new is not None:
            box, new = new, None
            for number, other in enumerate(found):
                one = _joined(box, other)
                if one is not None:
                    del found[number]
                    new = one
                    break
        found.append(box)
    return found


def _joined(one: Box, other: Box) -> Box | None:
    """Return the union of two boxes that differ in at most one variable, else None."""
    anything = Among(frozenset(), inside=False)
    differ = [v for v in {**one, **other} if one.get(v, anything) != other.get(v, anything)]
    if len(differ) > 1:
        return None
    found = dict(one)
    for variable in differ:
        found[variable] = one.get(variable, anything) | other.get(variable, anything)
        if found[variable].is_all:
            del found[variable]
    return found


@dataclass(frozen=True)
class World:
    """The player who moves, and the possible contents of the source and the target; None if the target is no cell."""

    mover: str
    sources: frozenset[Content]
    targets: frozenset[Content] | None
    work: Work

    def whole(self) -> Box:
        """Return the box of all possible contents."""
        box: dict[Variable, Among] = {(SOURCE, "figure"): Among(frozenset(self.sources))}
        if self.targets is not None:
            box[TARGET, "figure"] = Among(frozenset(self.targets))
        return box

    def box(self, condition: Condition) -> Box | None:
        """Return the box in which a condition holds; None if it never does."""
        found: Box | None = _looks(SOURCE, condition.source, self.sources)
        if found is not None and condition.after_last_move is not None:
            found = meet(found, {(SOURCE, "after"): among([condition.after_last_move])})
        if found is not None and condition.current_move is not None:
            found = meet(found, {("game", "current"): among([condition.current_move])})
        if self.targets is None:
            is_so = condition.target is None and not (condition.is_cell or condition.is_figure or condition.is_enemy)
            return found if is_so else None
        if condition.is_cell is False:
            return None
        fits = frozenset(
            content
            for content in self.targets
            if condition.is_figure in (None, content is not None)
            and condition.is_enemy in (None, content is not None and content[0] != self.mover)
        )
        seen = _looks(TARGET, condition.target or Look(), fits)
        return None if found is None or seen is None else meet(found, seen)


def _looks(cell: str, look: Look, contents: frozenset[Content]) -> Box | None:
    """Return the box in which *cell*, ``SOURCE`` or ``TARGET``, satisfies a look; None if no content does."""
    fits = [content for content in contents if _fits(look, content)]
    box: dict[Variable, Among] = {(cell, "figure"): among(fits)}
    for name, number in (("made", look.moves_made), ("last", look.last_move)):
        if number is not None:
            box[cell, name] = among([number])
    for dimension, number in look.coordinates:
        box[cell, str(dimension)] = among([number])
    return box if fits else None


def _fits(look: Look, content: Content) -> bool:
    """Return whether a content can satisfy a look. An empty cell has no counters."""
    player, figure = content or ("", "")
    counted = look.moves_made is not None or look.last_move is not None
    return look.player in (None, player) and look.figure in (None, figure) and not (counted and content is None)


@dataclass(frozen=True)
class Case:
    """A box, and the actions that happen in it, in this order."""

    box: Box
    actions: tuple[Action, ...]


def look_box(look: Look, contents: Iterable[Content]) -> Box | None:
    """Return the box in which the target satisfies a look; None if no content does."""
    return _looks(TARGET, look, frozenset(contents))


def cases(sets: Sequence[ActionSet], world: World) -> list[Case]:
    """Return the cases of some sets of actions. They are disjoint and cover everything that is possible."""
    found = [Case(world.whole(), ())]
    for each in sets:
        world.work.spend(len(found))
        found = [case for old in found for case in _split(old, each, world)]
        if len(found) > MOST_CASES:
            raise TooManyCases
    return found


def _split(case: Case, each: ActionSet, world: World) -> Iterator[Case]:
    """Yield disjoint cases that cover a case: with the actions of a set where a condition of it holds, else without."""
    if each.conditions is None:
        yield Case(case.box, case.actions + each.actions)
        return
    left: list[Box] = [case.box]
    for condition in each.conditions:
        world.work.spend(1 + len(left))
        box = world.box(condition)
        if box is None:
            continue
        for one in left:
            both = meet(one, box)
            if both is not None:
                yield Case(both, case.actions + each.actions)
        left = [rest for one in left for rest in without(one, box)]
        if len(left) > MOST_CASES:
            raise TooManyCases
    for one in left:
        yield Case(one, case.actions)


def is_cancelled(case: Case) -> bool:
    """Return whether the move is cancelled, and so illegal, in this case."""
    return any(action.name == "cancel" for action in case.actions)


def part(box: Box, *cells: str) -> Box:
    """Return the part of a box that restricts some cells, or the game."""
    return {variable: values for variable, values in box.items() if variable[0] in cells}


def partition(boxes: Iterable[Box], whole: Box) -> list[Box]:
    """Return disjoint boxes that cover *whole*, each either inside or outside each of *boxes*."""
    found: list[Box] = [whole]
    for box in boxes:
        split: list[Box] = []
        for one in found:
            both = meet(one, box)
            if both is None:
                split.append(one)
            else:
                split += [both, *without(one, box)]
        found = split
        if len(found) > MOST_CASES:
            raise TooManyCases
    return found
