"""Moves that are made in two steps: the rest of a rule, which differs, and what follows all rules, which is shared.

``place_N`` follows the rest of a rule and returns the parts of the flow that have changed. Effects, post-check and
close of the ply follow in functions that all rules of a player share. What is known at compile time where these begin
is joined over the ends of all rules.

    before   make_1   the rule, effects, close       after   place_1   the rule
             legal_1  the rule, post-check                   make      place_1, effects, close
                                                             legal     place_1, post-check
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field

from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import PASSING, Flow, Held, Slot, either, value_of
from tilewright.generator.compiler.emit.sets import Cells, variable
from tilewright.generator.compiler.emit.turn.completion import allowed, ending, is_known, outlined, rest_of, slot_name
from tilewright.generator.compiler.emit.turn.rules import one_of
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import ZERO, Call, Expression, If, local, logic
from tilewright.generator.compiler.rules import ir


@dataclass
class Placing:
    """How the moves of one player are made."""

    turn: Turn
    me: int
    joined: Flow | None = None
    """A flow with what is known at the ends of all rules; its other parts are variables."""
    slots: list[Slot] = field(default_factory=list)
    """The parts that ``place_N`` returns, sets first."""
    stale: bool = False
    """Whether calls emitted so far are wrong, and must be emitted again after ``settle``."""
    weakened: int = 0
    """How often that has happened."""
    unfit: set[str] = field(default_factory=set)
    """The functions at the end of which less is known than is assumed."""
    finish: Call | None = None
    allowed: Call | None = None
    """Calls of the shared functions: of the one that completes a move, and of the one that judges it."""

    @property
    def names(self) -> list[str]:
        """The variables for the parts of a flow that ``place_N`` returns."""
        return [slot_name(slot) for slot in self.slots]

    def note(self, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        """Join what is known at a leaf into the rest. All leaves must be noted before ``settle``."""
        rest_of(self.turn, emitter, one_of(flow), tail, lambda _, output: self._join(output), [])

    def _join(self, output: Flow) -> None:
        """Keep of what is known only what holds for an output, too."""
        if self.joined is None:
            self.joined = output.copy()
            return
        joined, other = self.joined, dict(output.slots())
        for slot, value in list(joined.slots()):
            if _is_told(slot, value) and value_of(value) != value_of(other[slot]):
                joined.put(slot, self._variable(slot, value))
        joined.anchored = joined.anchored if joined.anchored == output.anchored else None
        joined.mark_states = [either(*pair) for pair in zip(joined.mark_states, output.mark_states, strict=True)]

    def _variable(self, slot: Slot, value: Held) -> Held:
        """Return the variable in which the shared functions take a part of the flow."""
        name = slot_name(slot)
        return variable(name, self.turn.constants.board.cells) if isinstance(value, Cells) else local(name)

    def settle(self) -> None:
        """Emit the shared functions for what is known at the ends of all rules."""
        joined, self.stale = self.joined, False
        if joined is None:
            return
        for slot, value in list(joined.slots()):
            if not is_known(slot, value):
                joined.put(slot, self._variable(slot, value))
        self.finish, self.allowed = ending(self.turn, joined), allowed(self.turn, joined)
        read = {*self.finish.names, *self.allowed.names}
        slots = [slot for slot, value in joined.slots() if not is_known(slot, value) and slot_name(slot) in read]
        parts = dict(joined.slots())
        self.slots = sorted(slots, key=lambda slot: not isinstance(parts[slot], Cells))

    def _fits(self, output: Flow) -> bool:
        """Return whether what is known at the ends of all rules holds for this end."""
        joined, other = self.joined, dict(output.slots())
        if joined is None or joined.anchored not in (None, output.anchored):
            return False
        known, clicked = joined.mark_states[-1], output.mark_states[-1]
        if known is not None and (clicked is None or not clicked <= known):
            return False
        return all(value_of(value) == value_of(other[s]) for s, value in joined.slots() if _is_told(s, value))

    def call(self, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...], *, late: bool = False) -> Call | None:
        """Return a call of the function that follows the rest of a rule: it returns whether it succeeds, and the parts.

        If less is known at its end than is assumed for all ends, the result is None with *late*. Otherwise the
        assumption is weakened, and ``stale`` set: all calls must be emitted again.
        """
        fits = True

        def finish(code: Code, output: Flow) -> None:
            nonlocal fits
            if not self._fits(output):
                fits = False
                if not late:
                    self.stale = True
                    self.weakened += 1
                    self._join(output)
                code.answer(0)
                return
            parts = dict(output.slots())
            code.answer(1, *self._typed(code, [value_of(parts[slot]) for slot in self.slots]))

        anywhere = flow.copy()
        anywhere.cells = emitter.anywhere(flow.cells)
        nothing: list[Expression] = [ZERO] * len(self.slots)
        beside = tuple(self.slots), self.weakened
        found = outlined(self.turn, emitter, "place", anywhere, tail, finish, nothing, self._sets, beside=beside)
        if not fits:
            self.unfit.add(found.name)
        return None if late and found.name in self.unfit else found

    @property
    def _sets(self) -> int:
        """How many of the parts that ``place_N`` returns are sets."""
        parts = {} if self.joined is None else dict(self.joined.slots())
        return sum(isinstance(parts[slot], Cells) for slot in self.slots)

    def _typed(self, code: Code, parts: list[Expression]) -> list[Expression]:
        """Return the parts that ``place_N`` returns with variables for constant sets: see ``Turn.typed``."""
        return self.turn.typed(code, parts, self._sets)

    def nothing(self, code: Code) -> list[Expression]:
        """Return what ``place_N`` returns where there is no move."""
        return [ZERO, *self._typed(code, [ZERO] * len(self.slots))]

    def made(self, code: Code) -> None:
        """Emit the return of ``make_N``, given ``ok`` and the parts that ``place_N`` returned."""
        with code.block(If(logic("not", local("ok")))) if self.finish is not None else nullcontext():
            code.answer(0, *self.turn.typed(code, [ZERO] * len(self.turn.whole)))
        if self.finish is not None:
            code.answer(self.finish)


def _is_told(slot: Slot, value: Held) -> bool:
    """Return whether the shared functions are specialised for the value of a part."""
    return slot[0] not in PASSING and is_known(slot, value)
