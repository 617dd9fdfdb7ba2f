"""Trials: the candidates that must be made to know whether the post-check holds after them.

A post-check such as "no attack on the king" depends on few cells, its support (see ``support``). A move that changes
only other cells does not change the answer, so it is not tried: it is legal if the post-check holds before it, and else
illegal.

    before   each candidate is made, and attacks on the king are searched for
    after    only moves of the king and of pinned pieces are tried; in check, also moves to the lines of attack

A piece is pinned if the post-check fails without it. Where the check does not match the pieces that move, so that they
can only block, all blockers are lifted at once, and if the check fails then, one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from tilewright.generator.compiler.analysis.straightness import tests_and_effects
from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.support import (
    Relevant,
    can_match,
    end_states,
    has_support,
    must_match,
    patterns_read,
    support,
)
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.patterns import board_of
from tilewright.generator.compiler.emit.sets import Cells, variable, without
from tilewright.generator.compiler.emit.turn.completion import allowed, checks_alone
from tilewright.generator.compiler.emit.turn.rules import one_of
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Assign, Expression, If, Local, While, any_of, call, local
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Part, marks, may_fail, writes


@dataclass(frozen=True)
class Change:
    """What a move does to the board: at most one cell is left, and the cell of the last click may change its state."""

    source: Cells | None
    """The cell that is left, if there is one."""
    leaving: frozenset[int]
    """The states that it can have before."""
    arriving: frozenset[int]
    """The states that the cell of the last click can have after; none if it does not change."""


class Trials:
    """Which candidates of one player must be tried."""

    def __init__(self, turn: Turn, me: int, chains: tuple[ir.Chain, ...]) -> None:
        """*chains*: those of which the post-check says that none has an output."""
        self.turn = turn
        self.me = me
        self.chains = chains
        self.ends = frozenset().union(*map(end_states, chains))
        """The states of the cells on which these chains end, such as those of the king."""
        self.leaving: frozenset[int] = frozenset()
        """The states of cells that candidates leave, ends aside."""
        self.arriving: frozenset[int] = frozenset()
        """The states that the cells of last clicks can get."""

    def note(self, flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        """Note the candidates of a leaf. All must be noted before the first question is asked."""
        found = self._change(one_of(flow), tail)
        if found is not None:
            self.leaving |= found.leaving
            self.arriving |= found.arriving

    def change(self, flow: Flow, tail: tuple[ir.Op, ...]) -> Change | None:
        """Return what a candidate does to the board; None if that is not known, or not covered by what was noted."""
        found = self._change(flow, tail)
        known = found is not None and found.leaving <= self.leaving and found.arriving <= self.arriving
        return found if known else None

    def doubt(self, flow: Flow, tail: tuple[ir.Op, ...]) -> Expression | None:
        """Return a condition that is true if a candidate must be tried, or None if it must be in any case."""
        change = self.change(flow, tail)
        if change is None:
            return None
        there = flow.cells.value & local("V")
        return there if change.source is None else any_of(change.source.value & local("U"), there)

    def _change(self, flow: Flow, tail: tuple[ir.Op, ...]) -> Change | None:
        """Return what a candidate does to the board, or None if that is not known."""
        constants = self.turn.constants
        before = self.turn.flow(self.me).boards
        if any(flow.boards[board].value != cells.value for board, cells in before.items()) or may_fail(tail):
            return None
        source: Cells | None = None
        leaving: frozenset[int] = frozenset()
        standing = frozenset(range(len(constants.states))) if flow.states is None else flow.states
        arriving: frozenset[int] | None = None
        for place, op in enumerate(tail):
            match op:
                case ir.SetCounter() | ir.SetPhase() | ir.SetTurn() | ir.Mark() | ir.Option() | ir.Record():
                    continue
                case ir.Apply() if Part.BOARDS not in op.traits.writes:
                    continue
                case ir.Move(swap=False) if arriving is None and op.source not in marks(writes(tail[:place])):
                    source = flow.place(flow.marks[op.source])
                    known = flow.mark_states[op.source]
                    if known is None or not source.single:
                        return None
                    leaving = known - self.ends
                    found = (constants.counterpart(s, t) for s in leaving for t in range(len(constants.tile_cells)))
                    standing = arriving = frozenset(state for state in found if state is not None)
                case ir.SetState() | ir.Choice():
                    after = _after(op, standing)
                    if after is None:
                        return None
                    if Part.BOARDS in op.traits.writes:
                        standing = arriving = after
                case (
                    ir.Keep() | ir.Guard() | ir.Compare() | ir.Repetition() | ir.Movable() | ir.Mass() | ir.Drop()
                    | ir.Combine() | ir.Step() | ir.Ray() | ir.Flood() | ir.Image() | ir.Spread() | ir.Stamp()
                    | ir.Bend() | ir.Pick() | ir.Best() | ir.Select() | ir.Along() | ir.Shape() | ir.Repeat()
                    | ir.Apply() | ir.Move() | ir.Stack() | ir.Shift() | ir.End() | ir.Die()
                ):  # fmt: skip
                    return None
                case _:
                    assert_never(op)
        arriving = frozenset() if arriving is None else arriving
        return None if arriving & self.ends else Change(source, leaving, arriving)

    def begin(self, code: Code) -> None:
        """Emit the call of ``trials_P``: ``found`` if the check fails now, U and V: see ``emit``."""
        code.add(Assign(("found", "U", "V"), call(f"trials_{self.me}", *self.turn.given())))

    def emit(self) -> bool:
        """Emit ``trials_P``; return whether that is possible.

        It returns whether the post-check fails now, the cells U from which moves must be tried, and the cells V to
        which they must be.
        """
        turn, constants = self.turn, self.turn.constants
        emitter = turn.emitter(self.me)
        vacant = frozenset(constants.initial_state)
        questions: tuple[Relevant, ...] = (
            lambda pattern: can_match(constants, pattern, vacant),
            lambda pattern: can_match(constants, pattern, self.arriving),
            lambda pattern: can_match(constants, pattern, self.leaving) and not must_match(constants, pattern, vacant),
            lambda pattern: not must_match(constants, pattern, self.arriving),
        )
        with emitter.function(Sink()) as code:
            flow = turn.flow(self.me)
            code.assign("found", 0)
            for name in ("U", "V", "X", "Y"):
                code.assign(name, 0)
            for chain in self.chains:
                asked = support(emitter, chain, flow, questions)
                if asked is None:
                    return False
                parts = [code.fresh(stem) for stem in ("n", "T", "T", "T", "T")]
                code.add(Assign(tuple(part.name for part in parts), asked))
                for name, part in zip(("found", "U", "V", "X", "Y"), parts, strict=True):
                    code.assign(name, local(name) | part)
            stay = emitter.name(board_of(emitter, flow, self.ends))
            with code.block(If(local("found"))):
                code.answer(1, local("X") | stay.value, local("Y") | stay.value)
            if self.leaving and not self._is_seen():
                self._pinned(emitter, code, flow)
            code.answer(0, local("U") | stay.value, local("V"))
        turn.define(f"trials_{self.me}", turn.arguments(), code)
        return True

    def _is_seen(self) -> bool:
        """Return whether a pattern within the check can match the states of pieces that move."""
        states = self.leaving | self.arriving
        patterns = (pattern for chain in self.chains for pattern in patterns_read(chain.ops[1:-1]))
        return any(can_match(self.turn.constants, pattern, states) for pattern in patterns)

    def _pinned(self, emitter: Emitter, code: Code, flow: Flow) -> None:
        """Emit that only the pinned pieces are left in U."""
        asked, left, cell = local("U"), local("W"), local("C")
        code.assign(asked, asked & board_of(emitter, flow, self.leaving).value)
        with code.block(If(asked)):
            none_pinned = If(self._without(emitter, flow, asked))
            with code.block(none_pinned):
                code.assign(asked, 0)
            with code.block(none_pinned, otherwise=True):
                code.assign(left, asked)
                with code.block(While(left)):
                    code.assign(cell, left & -left)
                    code.assign(left, left ^ cell)
                    with code.block(If(self._without(emitter, flow, cell))):
                        code.assign(asked, asked ^ cell)

    def _without(self, emitter: Emitter, flow: Flow, cells: Local) -> Expression:
        """Return a condition that is true if the check holds with the pieces on some cells lifted."""
        lifted = flow.copy()
        everything = emitter.constants.board.cells
        for board, states in emitter.constants.boards.states.items():
            if states & self.leaving:
                lifted.boards[board] = emitter.name(without(lifted.boards[board], variable(cells, everything)))
        return allowed(self.turn, lifted)


def trials_of(turn: Turn, me: int) -> Trials | None:
    """Return which candidates of a player must be tried, or None if it must be all of them."""
    rules = turn.rules[me]
    if rules.ensure is None or not checks_alone(rules):
        return None
    chains = _forbidden(rules.ensure)
    if not chains or not all(has_support(turn.emitter(me), chain) for chain in chains):
        return None
    found = Trials(turn, me, chains)
    return None if found.ends & frozenset(turn.constants.initial_state) else found


def _forbidden(check: ir.Chain) -> tuple[ir.Chain, ...]:
    """Return the chains of which a post-check says that none has an output; none if it says something else."""
    found: list[ir.Chain] = []
    for op in check.ops:
        if not isinstance(op, ir.Guard) or not op.negate or op.per_cell:
            return ()
        for chain in op.conditions:
            found += _asked(chain)
    return tuple(found)


def _asked(chain: ir.Chain) -> tuple[ir.Chain, ...]:
    """Return chains of which one has an output if and only if a chain has one: it is unwrapped if it is one guard."""
    match chain.ops:
        case (ir.Guard(negate=False, per_cell=False) as guard,):
            return tuple(asked for inner in guard.conditions for asked in _asked(inner))
    return (chain,)


def _after(op: ir.Op, states: frozenset[int]) -> frozenset[int] | None:
    """Return the states that a cell can have after an operation, or None if it may do more than change this cell."""
    match op:
        case ir.SetState():
            targets = dict(op.targets)
            found = {targets.get(state, state) for state in states}
            return None if None in found else frozenset(state for state in found if state is not None)
        case ir.Choice(mode="First"):
            after: frozenset[int] = frozenset()
            for chain in op.alternatives:
                tests, effects = tests_and_effects(chain.ops)
                if Part.BOARDS in writes(tests):
                    return None
                current: frozenset[int] | None = states
                for one in (*tests, *effects):
                    current = None if current is None else _after(one, current)
                if current is None:
                    return None
                after |= current
            return after
        case ir.Keep() | ir.SetCounter() | ir.SetPhase() | ir.SetTurn() | ir.Mark() | ir.Option() | ir.Record():
            return states
        case ir.Combine(how="Intersect" | "Minus"):
            return states
        case (
            ir.Guard() | ir.Compare() | ir.Repetition() | ir.Movable() | ir.Mass() | ir.Drop() | ir.Combine()
            | ir.Step() | ir.Ray() | ir.Flood() | ir.Image() | ir.Spread() | ir.Stamp() | ir.Bend() | ir.Pick()
            | ir.Best() | ir.Select() | ir.Along() | ir.Shape() | ir.Choice() | ir.Repeat() | ir.Apply() | ir.Move()
            | ir.Stack() | ir.Shift() | ir.End() | ir.Die()
        ):  # fmt: skip
            return None
        case _:
            assert_never(op)
