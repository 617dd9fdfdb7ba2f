"""When which actions happen: conditions become boxes, and sets of actions become cases that exclude each other.

A *box* says of some variables which values they have; it is a product, so two boxes meet in a box, and what is left of
one without the other is a few boxes. The variables are what stands on the source and on the target, and numbers: how
often and when the figure there has moved, a coordinate, the number of the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tilewright.model.constructor.sheet import Action, ActionSet, Condition, Look

MOST_CASES = 256
"""The cases that the actions of one movement make at most."""

Content: TypeAlias = tuple[str, str] | None
"""What stands on a cell: a figure of a player, or nothing."""
SOURCE, TARGET = "source", "target"
QUIRKS = ("quirks", "")
"""The variable that says whether quirks are kept: it is 1 if they are."""
Variable: TypeAlias = tuple[str, str]
"""A cell or nothing, and what of it: ``figure`` for what stands there, ``made``, ``last``, ``after`` or a dimension."""


MOST_WORK = 1_000_000
"""The steps that are taken to find out what a configuration means, some microseconds each."""


class TooManyCases(Exception):
    """There are more cases than are looked at."""


class Work:
    """Counts the steps of composing one game, so that none takes long."""

    def __init__(self) -> None:
        self.left = MOST_WORK

    def spend(self, steps: int = 1) -> None:
        """Take some steps. ``TooManyCases`` if there have been too many."""
        self.left -= steps
        if self.left < 0:
            raise TooManyCases


@dataclass(frozen=True)
class Among:
    """A set of values: those that are named, or all others."""

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
"""A variable that is not named has any value."""


def among(values: Iterable[object]) -> Among:
    """Return the set of some values."""
    return Among(frozenset(values))


def meet(one: Box, other: Box) -> Box | None:
    """Return where two boxes meet; None if nowhere."""
    found = dict(one)
    for variable, values in other.items():
        both = found[variable] & values if variable in found else values
        if both.is_empty:
            return None
        found[variable] = both
    return found


def without(box: Box, other: Box) -> Iterator[Box]:
    """Yield disjoint boxes that make up what is left of a box without another one."""
    rest: dict[Variable, Among] = dict(box)
    for variable, values in other.items():
        outside = ~values if variable not in rest else rest[variable] & ~values
        if not outside.is_empty:
            yield {**rest, variable: outside}
        rest[variable] = rest[variable] & values if variable in rest else values
        if rest[variable].is_empty:
            return


def joined(boxes: Iterable[Box]) -> list[Box]:
    """Return as few boxes that cover the same: two that differ in one variable become one."""
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
    """Who moves, and what may stand on the source and on the target. A target that is None is no cell."""

    mover: str
    sources: frozenset[Content]
    targets: frozenset[Content] | None
    work: Work

    def whole(self) -> Box:
        """Return the box of everything that is possible."""
        box: dict[Variable, Among] = {(SOURCE, "figure"): Among(frozenset(self.sources))}
        if self.targets is not None:
            box[TARGET, "figure"] = Among(frozenset(self.targets))
        return box

    def box(self, condition: Condition) -> Box | None:
        """Return where a condition holds; None if nowhere."""
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
    """Return where a cell looks so; None if nowhere."""
    fits = [content for content in contents if _fits(look, content)]
    box: dict[Variable, Among] = {(cell, "figure"): among(fits)}
    for name, number in (("made", look.moves_made), ("last", look.last_move)):
        if number is not None:
            box[cell, name] = among([number])
    for dimension, number in look.coordinates:
        box[cell, str(dimension)] = among([number])
    return box if fits else None


def _fits(look: Look, content: Content) -> bool:
    player, figure = content or ("", "")
    counted = look.moves_made is not None or look.last_move is not None
    return look.player in (None, player) and look.figure in (None, figure) and not (counted and content is None)


@dataclass(frozen=True)
class Case:
    """Where these actions happen, in this order."""

    box: Box
    actions: tuple[Action, ...]


def look_box(look: Look, contents: Iterable[Content]) -> Box | None:
    """Return where a cell, the target, looks so; None if no cell can."""
    return _looks(TARGET, look, frozenset(contents))


def cases(sets: Sequence[ActionSet], world: World) -> list[Case]:
    """Return the cases of some sets of actions: disjoint, and together everything that is possible."""
    found = [Case(world.whole(), ())]
    for each in sets:
        world.work.spend(len(found))
        found = [case for old in found for case in _split(old, each, world)]
        if len(found) > MOST_CASES:
            raise TooManyCases
    return found


def _split(case: Case, each: ActionSet, world: World) -> Iterator[Case]:
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
    """Return whether the move is none in this case."""
    return any(action.name == "cancel" for action in case.actions)


def part(box: Box, *cells: str) -> Box:
    """Return what a box says of some cells, or of the game."""
    return {variable: values for variable, values in box.items() if variable[0] in cells}


def partition(boxes: Iterable[Box], whole: Box) -> list[Box]:
    """Return disjoint boxes that make up the whole, each of which is inside or outside every given one."""
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
