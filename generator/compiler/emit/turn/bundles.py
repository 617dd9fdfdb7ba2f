"""Candidates that stay in variables, where rules have few leaves, all outside of loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Flow, States, either
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.candidates import Candidates, End, Kind, Role, draw
from tilewright.generator.compiler.emit.turn.foreseeing import foresee
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.rules import follow, in_phases, phases_of
from tilewright.generator.compiler.emit.turn.trials import Trials
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import (
    SET,
    ZERO,
    Assign,
    Expression,
    If,
    Jump,
    Local,
    While,
    call,
    choice,
    entry,
    local,
    number,
)
from tilewright.generator.compiler.rules import ir

FEWEST = 4
"""The fewest numbers that are read in a table."""

Branch: TypeAlias = tuple[Flow, tuple[ir.Op, ...]]
"""A leaf: the flow that comes there, and the rest of the chain."""


@dataclass
class Bundles:
    """The candidates of a player whose rules have few leaves, all outside of loops.

    The sets of last clicks stay in variables, with the running sums of their counts. Among leaves of one kind, the
    drawn one is selected by conditional expressions, without a branch, which would be mispredicted.

        q0 = popc(S0)               W = S0 if k < q0 else S1
        q1 = q0 + popc(S1)          i0 = 8 if k < q0 else 9

    If each leaf has one candidate, as each number of a die has, a number is computed from ``k`` or read in a table.
    """

    turn: Turn
    me: int
    trials: Trials | None = None
    """Which candidates need not be tried, if that is known."""

    def step(self) -> None:
        """Emit ``step_P``: draw candidates without replacement until one is legal, or none is left.

        The phase is asked for once, before all else.
        """
        turn, me = self.turn, self.me
        results = [result(name) for name in turn.whole]
        emitter = turn.emitter(me)
        with emitter.function(Sink(("n",), ("n",))) as code:
            for phases in phases_of(turn, me):
                with code.block(If(in_phases(phases))) if phases else nullcontext():
                    self._step_in(code, emitter, phases, results)
            code.add(Assign(("ok", *results), call(f"idle_{me}", *turn.given())))
            code.answer(*map(local, ("ok", "s", *results)))
        turn.define(f"step_{me}", ["s", *turn.arguments()], code)

    def _step_in(self, code: Code, emitter: Emitter, phases: frozenset[int], results: list[str]) -> None:
        """Emit that candidates are drawn by the rules of some phases, until one is legal, or none is left."""
        turn, me = self.turn, self.me
        writer = Candidates(turn, me, exact=False, trials=self.trials)
        ends: list[End] = []
        leaves: list[Branch] = []

        def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            foresee(emitter, flow, tail)
            leaves.append((flow, tail))

        follow(turn, emitter, me, turn.rules[me].groups[0], leaf, phases=phases)
        known: dict[Expression, Expression] = {}
        for flow, tail in _alike(code, leaves, known):
            end = writer.end(emitter, flow, tail)
            ends.append(replace(end, ints=[known.get(each, each) for each in end.ints]))
        ends.sort(key=lambda end: writer.kinds.index(end.kind))
        refusing = any(end.kind.refused for end in ends)
        sums: list[Expression] = []
        for end in ends:
            before = sums[-1] if sums else ZERO
            if before.constant is None or end.number.constant is None or refusing:
                sums.append(_variable(code, before + end.number if sums else end.number, "q"))
            else:
                sums.append(number(before.constant + end.number.constant))
        code.assign("n", sums[-1] if sums else 0)
        names = [
            end.cells if end.cells.constant is not None and not refusing else _variable(code, end.cells, "S")
            for end in ends
        ]
        with code.block(While(local("n")) if refusing else If(local("n"))):
            draw(code)
            for kind in writer.kinds:
                self._draw(code, kind, ends, names, sums, results)

    def _draw(
        self,
        code: Code,
        kind: Kind,
        ends: list[End],
        names: list[Expression],
        sums: list[Expression],
        results: list[str],
    ) -> None:
        """Emit that candidate ``k`` is made, if it is of a kind; *names* and *sums*: of the sets, the running sums."""
        places = [place for place, end in enumerate(ends) if end.kind == kind]
        last = places[-1]
        with nullcontext() if last == len(ends) - 1 else code.block(If(local("k") < sums[last])):
            cells = self._chosen([names[place] for place in places], [sums[place] for place in places])
            before = [sums[place - 1] if place else ZERO for place in places]
            code.assign("W", cells)
            base = self._chosen(before, [sums[place] for place in places])
            place_in = local("k") if base.constant == 0 else local("k") - base
            whole = Role("whole") in kind.arguments
            code.assign("C", local("W") if whole else call("kth", local("W"), place_in))
            own, own_sums = [ends[place] for place in places], [sums[place] for place in places]
            given = [self._argument(argument, own, own_sums) for argument in kind.arguments]
            code.add(Assign(("ok", *results), call(kind.function, *given)))
            with code.block(If(local("ok"))) if kind.refused else nullcontext():
                code.answer(1, *map(local, ("s", *results)))
            if not kind.refused:
                return
            self._strike(code, places, names, sums)
            code.assign("n", local("n") - 1)
            if last != len(ends) - 1:
                code.add(Jump("continue"))

    def _strike(self, code: Code, places: list[int], names: list[Expression], sums: list[Expression]) -> None:
        """Emit that the drawn cell is removed from the set of its leaf, and from the sums."""
        first, *others = places
        drawn = If(local("k") < sums[first])
        with code.block(drawn) if others else nullcontext():
            for changed, after in ((names[first], names[first] ^ local("C")), *((q, q - 1) for q in sums[first:])):
                assert isinstance(changed, Local)  # since candidates may be refused: see ``step``
                code.assign(changed, after)
        if others:
            with code.block(drawn, otherwise=True):
                self._strike(code, others, names, sums)

    def _chosen(self, values: Sequence[Expression], sums: Sequence[Expression]) -> Expression:
        """Return the value for the leaf of candidate ``k``: of the first one whose running sum is greater."""
        chosen = values[-1]
        for value, total in reversed(list(zip(values[:-1], sums[:-1], strict=True))):
            chosen = choice(local("k") < total, value, chosen) if value != chosen else chosen
        return chosen

    def _number(self, values: Sequence[Expression], sums: Sequence[Expression]) -> Expression:
        """Return the number for the leaf of candidate ``k``: from ``k`` itself if they are constants, one for each."""
        constants, bounds = [value.constant for value in values], [total.constant for total in sums]
        first, begin = constants[0], bounds[0]
        if first is None or begin is None or bounds != list(range(begin, begin + len(values))):
            return self._chosen(values, sums)
        if constants == list(range(first, first + len(values))):
            return local("k") + (first - begin + 1)
        known = [constant for constant in constants if constant is not None]
        if len(known) < max(len(values), FEWEST):
            return self._chosen(values, sums)
        return entry(self.turn.module.table("drawn", known), local("k") - (begin - 1))

    def _argument(self, argument: Role | Expression, ends: list[End], sums: list[Expression]) -> Expression:
        """Return an argument by its source, for candidate ``k`` among leaves of one kind."""
        if not isinstance(argument, Role):
            return argument
        match argument.kind:
            case "cell":
                return local("C")
            case "whole":
                return local("W")
            case "set":
                return self._chosen([end.sets[argument.number - 1] for end in ends], sums)
            case "int":
                return self._number([end.ints[argument.number - 1] for end in ends], sums)
            case "apart":
                chosen = self._chosen([end.ints[argument.number - 1] for end in ends], sums)
                distances = [end.ints[argument.number - 1].constant or 0 for end in ends]
                if all(distance >= 0 for distance in distances):
                    return local("C") >> chosen
                if all(distance <= 0 for distance in distances):
                    return local("C") << self._chosen([number(-distance) for distance in distances], sums)
                return call("beside", local("C"), chosen, type=SET)
            case "slot":
                raise AssertionError("moves of these rules are not left open")
            case _:
                assert_never(argument.kind)


def _variable(code: Code, value: Expression, stem: str) -> Local:
    """Return a new variable that holds a value."""
    held = code.fresh(stem)
    code.assign(held, value)
    return held


def _alike(code: Code, leaves: list[Branch], constants: dict[Expression, Expression]) -> Iterator[Branch]:
    """Yield the leaves with less knowledge, so that those with the same rest of the chain are of one kind.

    They get the same known states: to clear boards that need no clearing costs less than a branch. A counter that has
    another number in each of them, as the amounts of a choice give it, is held in a variable; *constants* is filled
    with these numbers.
    """
    common: dict[tuple[ir.Op, ...], tuple[States, list[States]]] = {}
    numbers: dict[tuple[ir.Op, ...], dict[tuple[int, int], set[Expression]]] = {}
    for flow, tail in leaves:
        states, of_marks = common.setdefault(tail, (flow.states, list(flow.mark_states)))
        joined = [either(*pair) for pair in zip(of_marks, flow.mark_states, strict=True)]
        common[tail] = either(states, flow.states), joined
        for key, value in flow.numbers.items():
            numbers.setdefault(tail, {}).setdefault(key, set()).add(value)
    for flow, tail in leaves:
        one = flow.copy()
        one.states, one.mark_states = common[tail][0], list(common[tail][1])
        for key, values in numbers.get(tail, {}).items():
            if len(values) > 1:
                one.numbers[key] = _variable(code, flow.numbers[key], "n")
                constants[one.numbers[key]] = flow.numbers[key]
        yield one, tail
