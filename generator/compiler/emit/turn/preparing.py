"""Preparation: a trial emission of a player's rules decides how his candidates are counted, drawn and made."""

from __future__ import annotations

from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.bundles import Bundles
from tilewright.generator.compiler.emit.turn.candidates import Candidates
from tilewright.generator.compiler.emit.turn.completion import fails
from tilewright.generator.compiler.emit.turn.placing import Placing
from tilewright.generator.compiler.emit.turn.rejection import Rejection
from tilewright.generator.compiler.emit.turn.rules import follow
from tilewright.generator.compiler.emit.turn.trials import trials_of
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.rules import ir

FEW_ENDS = 6
"""The most leaves of a player's rules that get separate code; with more, candidates are written down."""


def prepare(turn: Turn, me: int) -> None:
    """Choose by the leaves of a player's rules how candidates are handled, and fill in what *turn* has of the player.

    With many leaves, or leaves within loops, candidates are written down (``Candidates``); random moves may be drawn
    by ``Rejection`` then. With few leaves, candidates stay in variables (``Bundles``) or rules are run again.
    """
    ends, nested, inside, refusing = 0, False, False, False
    emitter = turn.emitter(me)
    trials = trials_of(turn, me)
    leaves: list[tuple[Flow, tuple[ir.Op, ...]]] = []
    with emitter.function(Sink(("n",), ("n",))) as code:

        def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            nonlocal ends, nested, inside, refusing
            ends += 1
            nested = nested or emitter.code is not code or code.loops > 0
            inside = inside or code.depth > 1 or not (flow.many or flow.alive)
            refusing = refusing or fails(turn, me, tail)
            if trials is not None:
                trials.note(flow, tail)
            leaves.append((flow.copy(), tail))

        for group in turn.rules[me].groups:
            follow(turn, emitter, me, group, leaf)
    turn.refusing[me] = refusing
    turn.leaves[me] = leaves
    if trials is not None and trials.emit():
        turn.trials[me] = trials
    if ends > FEW_ENDS or nested:
        placing = turn.placings[me] = Placing(turn, me)
        for flow, tail in leaves:
            placing.note(emitter, flow, tail)
        placing.settle()
        written = turn.written[me] = Candidates(turn, me, picks_exactly(turn, me))
        written.emit()
        if not refusing and len(turn.rules[me].groups) == 1 and not picks_exactly(turn, me):
            rejection = Rejection(turn, me)
            if rejection.emit():
                turn.bundles[me] = rejection
    elif not inside and len(turn.rules[me].groups) == 1 and not picks_exactly(turn, me):
        turn.bundles[me] = Bundles(turn, me)


def picks_exactly(turn: Turn, me: int) -> bool:
    """Return whether exactly the legal moves, each once, must be counted before one is drawn.

    That is so if a move may be found twice, if a counter is maximised, or if a group of rules before the last may have
    candidates and no legal move.
    """
    groups = turn.rules[me].groups
    if any(turn.repeats[me]) or any(group.maximise is not None for group in groups):
        return True
    return len(groups) > 1 and turn.refusing[me]
