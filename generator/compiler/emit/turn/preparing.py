"""Preparation: a trial emission of a player's rules decides how his candidates are counted, drawn and made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.bundles import Branch, Bundles
from tilewright.generator.compiler.emit.turn.candidates import Candidates
from tilewright.generator.compiler.emit.turn.completion import fails
from tilewright.generator.compiler.emit.turn.placing import Placing
from tilewright.generator.compiler.emit.turn.rejection import Rejection
from tilewright.generator.compiler.emit.turn.rules import follow, phases_of
from tilewright.generator.compiler.emit.turn.trials import Trials, trials_of
from tilewright.generator.compiler.emit.turn.turn import Leaf, Turn
from tilewright.generator.compiler.rules import ir

FEW_ENDS = 6
"""The most leaves of a player's rules that get separate code; with more, candidates are written down. Where all of
them stay in variables, leaves with the same cells count once."""


@dataclass
class Plan:
    """How the candidates of a turn are counted, drawn and made."""

    me: int
    leaves: list[tuple[Flow, tuple[ir.Op, ...]]]
    """The leaves of the rules: the flows that come there, and the rest of the chain."""
    refusing: bool
    """Whether a candidate may be illegal."""
    exact: bool
    """Whether exactly the legal moves, each once, must be counted before one is drawn."""
    trials: Trials | None = None
    """Which candidates need not be tried, if that is known."""
    placing: Placing | None = None
    """How moves are made in two steps, where candidates are written down."""
    written: Candidates | None = None
    """The candidates, if they are written down."""
    drawn: Bundles | Rejection | None = None
    """How random moves are drawn without writing candidates down, if they are."""
    surprising: bool = False
    """Whether judging a move may be an error that is not foreseen."""


def prepare(turn: Turn, me: int) -> Plan:
    """Return how the candidates of a turn are handled, chosen by the leaves of its rules.

    With few leaves in each phase, candidates stay in variables (``Bundles``), or rules are run again. With many leaves,
    or leaves within loops, they are written down (``Candidates``); random moves may be drawn by ``Rejection`` then.
    """
    refusing = False
    emitter = turn.emitter(me)
    trials = trials_of(turn, me)
    leaves: list[tuple[Flow, tuple[ir.Op, ...]]] = []

    def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        nonlocal refusing
        refusing = refusing or fails(turn, me, tail)
        if trials is not None:
            trials.note(flow, tail)
        leaves.append((flow.copy(), tail))

    nested, _ = _tried(turn, emitter, me, leaf)
    plan = Plan(me, leaves, refusing, _picks_exactly(turn, me, refusing))
    if trials is not None and trials.emit():
        plan.trials = trials
    alone = len(turn.rules[me].groups) == 1 and not plan.exact
    if alone and not nested and _are_few(turn, me):
        plan.drawn = Bundles(turn, me, plan.trials)
    elif len(leaves) > FEW_ENDS or nested:
        plan.placing = Placing(turn, me)
        for flow, tail in leaves:
            plan.placing.note(emitter, flow, tail)
        plan.placing.settle()
        plan.written = Candidates(turn, me, plan.exact, placing=plan.placing, trials=plan.trials)
        plan.written.emit()
        if not refusing and alone:
            rejection = Rejection(turn, me)
            if rejection.emit():
                plan.drawn = rejection
    return plan


def _tried(
    turn: Turn, emitter: Emitter, me: int, leaf: Leaf, phases: frozenset[int] = frozenset()
) -> tuple[bool, bool]:
    """Run the rules of a turn for *leaf*; return whether a leaf is within a loop, and whether under any condition.

    *phases*: see ``follow``.
    """
    nested = inside = False
    with emitter.function(Sink(("n",), ("n",))) as code:

        def noted(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            nonlocal nested, inside
            nested = nested or emitter.code is not code or code.loops > 0
            inside = inside or code.depth > 1 or not (flow.many or flow.alive)
            leaf(flow, tail)

        for group in turn.rules[me].groups:
            follow(turn, emitter, me, group, noted, phases=phases)
    return nested, inside


def _are_few(turn: Turn, me: int) -> bool:
    """Return whether candidates can stay in variables: in each phase there are few leaves, which no test precedes."""
    total = 0
    for phases in phases_of(turn, me):
        leaves: list[Branch] = []
        _, inside = _tried(turn, turn.emitter(me), me, partial(_note, leaves), phases)
        total += len(leaves)
        different = len({flow.cells.value for flow, _ in leaves})
        if inside or different > FEW_ENDS or total > 2 * FEW_ENDS:
            return False
    return True


def _note(leaves: list[Branch], flow: Flow, tail: tuple[ir.Op, ...]) -> None:
    """Note a leaf."""
    leaves.append((flow, tail))


def _picks_exactly(turn: Turn, me: int, refusing: bool) -> bool:
    """Return whether exactly the legal moves, each once, must be counted before one is drawn.

    That is so if a move may be found twice, if a counter is maximised, or if a group of rules before the last may have
    candidates and no legal move.
    """
    groups = turn.rules[me].groups
    if any(turn.repeats[me]) or any(group.maximise is not None for group in groups):
        return True
    return len(groups) > 1 and refusing
