"""The data of a trace: the paths of flows through the rules, and the folding of similar paths.

A path is the history of one flow: its steps through a chain, then the forks if a filter had several outputs. A step has
the working set before and after it, and the chains that were run inside its filter. Similar paths are folded into one
with a count, above all those that died at the same filter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tilewright.model.diagnostics import ModelError
from tilewright.model.places import Place
from tilewright.runtime.move import Move
from tilewright.runtime.position import CellSet, Position
from tilewright.runtime.why.filters import FilterInfo


@dataclass(frozen=True, slots=True)
class Step:
    """The visit of a flow to a filter; ``times`` visits are folded into this one, and their sets are united.

    ``before`` and ``after`` are the working sets; ``after`` is None if the flow was rejected. ``boards`` is the
    position afterwards, ``me`` the player as whom the rule is read, in all of these visits, ``direction`` the direction
    that is bound afterwards. ``ended`` says that the game ended here, ``failed`` that the rules failed.
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
    failed: bool = False

    @property
    def changed(self) -> bool:
        """Whether the filter has passed the flow with another working set."""
        return self.after is not None and self.after != self.before


@dataclass(frozen=True, slots=True)
class Section:
    """A chain that was run inside a filter, with a path for each run."""

    label: str
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """The history of a flow, or of ``times`` similar flows.

    ``start`` and ``direction`` are the cells and the direction with which it begins. ``died`` says that a filter
    rejected it in the end. A path that is ``folded`` has only the steps that rejected flows.
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
    """A trace: the paths of a move through all rules of a game, and the verdict.

    ``cut`` says that there were more steps than are recorded. ``error`` is what the rules have failed with, if they
    did: then the last part ends at the filter that failed, unless they only fail for all moves together.
    """

    move: Move
    start: Position
    legal: bool
    verdict: str
    parts: tuple[Part, ...]
    cut: bool
    error: ModelError | None = None


def folded(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return paths with similar ones folded into one, in the place of the first.

    Dead paths are similar if the same filters rejected them, others if their steps and forks have the same filters; in
    both, the filters must be read as the same players.
    """
    groups: dict[object, list[Path]] = {}
    for path in paths:
        key = (_rejecters(path), _fails(path)) if path.died else (_shape(path), None)
        groups.setdefault(key, []).append(path)
    return tuple(group[0] if len(group) == 1 else _joined(group) for group in groups.values())


def rejections(path: Path) -> list[Step]:
    """Return the steps at which a path and its forks died."""
    if path.folded:
        return list(path.steps)
    if path.forks:
        return [step for fork in path.forks if fork.died for step in rejections(fork)]
    return [path.steps[-1]] if path.died else []


def _rejecters(path: Path) -> frozenset[tuple[str, int]]:
    return frozenset(map(_reading, rejections(path)))


def _reading(step: Step) -> tuple[str, int]:
    """Return which filter was visited, and as which player."""
    return step.filter.address, step.me


def _fails(path: Path) -> bool:
    return any(step.failed for step in rejections(path))


def _shape(path: Path) -> object:
    steps = tuple((_reading(step), step.ended) for step in path.steps)
    return steps, path.folded, frozenset((fork.died, _rejecters(fork), _shape(fork)) for fork in path.forks)


def _joined(group: list[Path]) -> Path:
    start = 0
    for path in group:
        start |= path.start
    directions = {path.direction for path in group}
    times = sum(path.times for path in group)
    direction = directions.pop() if len(directions) == 1 else None
    if group[0].died:
        alike: dict[tuple[str, int], list[Step]] = {}
        for path in group:
            for step in rejections(path):
                alike.setdefault(_reading(step), []).append(step)
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
