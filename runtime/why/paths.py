"""The way of a move through the rules, as plain data, and how what is alike is folded.

A path is what happened to one flow: the steps that it took through a chain, then the forks if a filter gave several
outputs. A step knows the working set before and after it, and the chains that were run inside its filter. Alternatives
that are alike are folded into one with a count, those that died at the same filter above all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tilewright.model.places import Place
from tilewright.runtime.move import Move
from tilewright.runtime.position import CellSet, Position
from tilewright.runtime.why.filters import FilterInfo


@dataclass(frozen=True, slots=True)
class Step:
    """A flow came to a filter. ``after`` is None if it was rejected; ``times`` such steps are folded into this one.

    Of folded steps the sets are united. ``boards`` is what stands on the board afterwards, ``me`` the player as whom
    the rule is read, ``direction`` the one that is bound then, ``ended`` whether the game ended here.
    """

    filter: FilterInfo
    me: int
    before: CellSet
    after: CellSet | None
    boards: Position
    direction: str | None
    ended: bool
    times: int
    inside: tuple[Section, ...]

    @property
    def changed(self) -> bool:
        """Whether the filter has made another working set."""
        return self.after is not None and self.after != self.before


@dataclass(frozen=True, slots=True)
class Section:
    """A chain that was run inside a filter, as often as it has paths."""

    label: str
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """What happened to a flow, or to ``times`` flows alike.

    It starts with the cells and the direction that a fork gave it. If it ``died``, a filter has rejected it in the end.
    Of a path that is ``folded`` only the steps that rejected it are left.
    """

    start: CellSet
    direction: str | None
    steps: tuple[Step, ...]
    forks: tuple[Path, ...]
    died: bool
    times: int = 1
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A rule, an effect or the post-check, run along the move."""

    kind: str
    name: str | None
    place: Place
    paths: tuple[Path, ...]
    passed: bool


@dataclass(frozen=True, slots=True)
class Trace:
    """The way of a move through all rules of a game, and what came of it.

    ``cut``: there was more than is remembered.
    """

    move: Move
    start: Position
    legal: bool
    verdict: str
    parts: tuple[Part, ...]
    cut: bool


def folded(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return paths with those that are alike made one, each in the place of its first.

    Dead ones are alike if the same filters rejected them, others if they took the same steps and forked alike.
    """
    groups: dict[object, list[Path]] = {}
    for path in paths:
        key = (_rejecters(path), True) if path.died else (_shape(path), False)
        groups.setdefault(key, []).append(path)
    return tuple(group[0] if len(group) == 1 else _joined(group) for group in groups.values())


def rejections(path: Path) -> list[Step]:
    """Return the steps at which a path and its forks died."""
    if path.folded:
        return list(path.steps)
    if path.forks:
        return [step for fork in path.forks if fork.died for step in rejections(fork)]
    return [path.steps[-1]] if path.died else []


def _rejecters(path: Path) -> frozenset[str]:
    return frozenset(step.filter.address for step in rejections(path))


def _shape(path: Path) -> object:
    steps = tuple((step.filter.address, step.ended) for step in path.steps)
    return steps, path.folded, frozenset((fork.died, _rejecters(fork), _shape(fork)) for fork in path.forks)


def _joined(group: list[Path]) -> Path:
    start = 0
    for path in group:
        start |= path.start
    directions = {path.direction for path in group}
    times = sum(path.times for path in group)
    direction = directions.pop() if len(directions) == 1 else None
    if group[0].died:
        alike: dict[str, list[Step]] = {}
        for path in group:
            for step in rejections(path):
                alike.setdefault(step.filter.address, []).append(step)
        steps = tuple(map(_joined_steps, alike.values()))
        return Path(start, direction, steps, (), True, times, folded=True)
    columns = zip(*(path.steps for path in group), strict=True)
    steps = tuple(_joined_steps(column) for column in columns)
    return Path(start, direction, steps, folded(f for path in group for f in path.forks), False, times)


def _joined_steps(steps: Iterable[Step]) -> Step:
    first, *others = steps
    if not others:
        return first
    before, after, times = first.before, first.after, first.times
    sections: dict[str, list[Path]] = {}
    for step in (first, *others):
        for section in step.inside:
            sections.setdefault(section.label, []).extend(section.paths)
    for step in others:
        before |= step.before
        after = step.after if after is None else after | (step.after or 0)
        times += step.times
    same_way = all(step.direction == first.direction for step in others)
    inside = tuple(Section(label, folded(paths)) for label, paths in sections.items())
    direction = first.direction if same_way else None
    return replace(first, before=before, after=after, times=times, inside=inside, direction=direction)
