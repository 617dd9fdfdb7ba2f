"""An interpreter with a listener that is called for every filter that a flow enters and leaves.

It plays exactly as the interpreter does; the listener cannot change anything. A filter that does not branch is entered
and left once for each flow. One that branches yields its outputs one at a time: what happens between ``enter`` or
``resume`` and the following ``give`` or ``end`` happens inside it. A caller that needs only some outputs stops asking,
so ``end`` is not always called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, TypeVar

from tilewright.metamodel.language import Filter, Game, MoveRule, WinConditionFilter
from tilewright.model.places import Places
from tilewright.runtime.interpreter.building import Wrap
from tilewright.runtime.interpreter.effects import victory
from tilewright.runtime.interpreter.flow import Branch, Flow, Run, Step
from tilewright.runtime.interpreter.patterns import CellsOf
from tilewright.runtime.interpreter.rules import on_board
from tilewright.runtime.interpreter.turn import MAX_STEPS, Interpreter
from tilewright.runtime.position import Identity, Position

V = TypeVar("V")

WATCHED_STEPS = 10 * MAX_STEPS
"""The steps of one generation of moves: more than in play, which need not try every cell at the head of a chain."""


class Listener(Protocol[V]):
    """Receives the events of a run. ``enter`` returns a token for the visit of a flow to a filter."""

    def enter(self, element: Filter, flow: Flow) -> V:
        """A flow is about to be given to a filter."""

    def leave(self, visit: V, flow: Flow) -> None:
        """A filter that does not branch is done; the flow is dead if it was rejected."""

    def give(self, visit: V, flow: Flow, number: int) -> None:
        """A filter that branches yields an output; outputs are numbered from 0."""

    def resume(self, visit: V) -> None:
        """A filter that branches is asked for another output."""

    def end(self, visit: V, given: int) -> None:
        """A filter that branches has no more outputs; *given* is their number."""


class Stage(Enum):
    """The parts of a turn in which a move is judged."""

    RULE = "rule"
    OTHER_PHASE = "other phase"
    """A rule that is not active in this phase."""
    RESULT = "result"
    """Effects, win conditions and post-check of a move that a rule has produced."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One stage of a turn, run along a move: its rule, and whether the move has passed."""

    stage: Stage
    rule: MoveRule | Filter
    passed: bool


class Watched(Interpreter):
    """An interpreter with a listener."""

    def __init__(self, game: Game, places: Places, listener: Listener[Any], *, steps: int = WATCHED_STEPS) -> None:
        super().__init__(game, places, _around(listener), steps=steps)
        # The interpreter tests win conditions by their patterns, after all chains: a wrapped step would not see that.
        conditions = [
            step.element
            for chain in self._effects
            for step in chain.filters
            if isinstance(step.element, WinConditionFilter)
        ]
        self._wins = [self._win_condition(element, listener) for element in conditions]

    def judge(self, position: Position, identity: Identity | None) -> Iterator[Judged]:
        """Run every rule along a move, and its effects and post-check if the rule produces it; yield each stage.

        If *identity* is None, rules are run along all moves at once.
        """
        with self._bounded():
            for group in self._groups_of(position):
                for rule in group.rules:
                    if rule.phases and position.phase not in rule.phases:
                        yield Judged(Stage.OTHER_PHASE, rule.element, False)
                        continue
                    run = Run(position, self._steps)
                    found = [flow for flow in self._outputs(rule, run, identity) if identity in (None, flow.selection)]
                    yield Judged(Stage.RULE, rule.element, bool(found))
                    if found:
                        passed = any(self._completed(flow) is not None for flow in found)
                        yield Judged(Stage.RESULT, rule.element, passed)

    def _win_condition(self, element: WinConditionFilter, listener: Listener[Any]) -> CellsOf:
        patterns = [on_board(pattern, self._builder) for pattern in element.patterns]

        def holds(flow: Flow) -> int:
            tested = flow.aside(self.tables.cells.board, flow.me)
            visit = listener.enter(element, tested)
            tested.cells = next((cells for pattern in patterns if (cells := pattern(flow))), 0)
            if tested.cells:
                tested.returns = victory(self.tables, flow.me)
            listener.leave(visit, tested)
            return tested.cells

        return holds


def _around(listener: Listener[Any]) -> Wrap:
    """Return a function that wraps a step so that it calls the listener."""

    def around(step: Step | Branch) -> Step | Branch:
        if isinstance(step.element, WinConditionFilter):
            return step
        if isinstance(step, Step):
            return Step(step.element, _step(step.element, step.apply, listener))
        return Branch(step.element, _branch(step.element, step.outputs, listener))

    return around


def _step(element: Filter, apply: Callable[[Flow], None], listener: Listener[Any]) -> Callable[[Flow], None]:
    enter, leave = listener.enter, listener.leave

    def watched(flow: Flow) -> None:
        visit = enter(element, flow)
        apply(flow)
        leave(visit, flow)

    return watched


def _branch(
    element: Filter, outputs: Callable[[Flow], Iterator[Flow]], listener: Listener[Any]
) -> Callable[[Flow], Iterator[Flow]]:
    def watched(flow: Flow) -> Iterator[Flow]:
        visit = listener.enter(element, flow)
        number = 0
        for output in outputs(flow):
            listener.give(visit, output, number)
            number += 1
            yield output
            listener.resume(visit)
        listener.end(visit, number)

    return watched
