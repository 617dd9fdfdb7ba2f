"""Candidates that stay in variables, where rules have few leaves, all outside of loops."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import assert_never

from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.flow import Flow, States, either
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.candidates import Candidates, End, Kind, Role, draw
from tilewright.generator.compiler.emit.turn.foreseeing import foresee
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.rules import generate
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
    local,
    number,
)
from tilewright.generator.compiler.rules import ir


@dataclass
class Bundles:
    """The candidates of a player whose rules have few leaves, all outside of loops.

    The sets of last clicks stay in variables, with the running sums of their counts. Among leaves of one kind, the
    drawn one is selected by conditional expressions, without a branch, which would be mispredicted.

        q0 = popc(S0)               W = S0 if k < q0 else S1
        q1 = q0 + popc(S1)          i0 = 8 if k < q0 else 9
    """

    turn: Turn
    me: int
    trials: Trials | None = None
    """Which candidates need not be tried, if that is known."""

    def step(self) -> None:
        """Emit ``step_P``: draw candidates without replacement until one is legal, or none is left."""
        turn, me = self.turn, self.me
        results = [result(name) for name in turn.whole]
        writer = Candidates(turn, me, exact=False, trials=self.trials)
        ends: list[End] = []
        emitter = turn.emitter(me)
        with emitter.function(Sink(("n",), ("n",))) as code:
            leaves: list[tuple[Flow, tuple[ir.Op, ...]]] = []

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                foresee(emitter, flow, tail)
                leaves.append((flow, tail))

            generate(turn, emitter, me, lambda _: local("n"), leaf)
            ends += [writer.end(emitter, flow, tail) for flow, tail in _alike(leaves)]
            ends.sort(key=lambda end: writer.kinds.index(end.kind))
            sums: list[Local] = []
            for end in ends:
                total = code.fresh("q")
                code.assign(total, sums[-1] + end.number if sums else end.number)
                sums.append(total)
            code.assign("n", sums[-1] if sums else 0)
            refusing = any(end.kind.refused for end in ends)
            names = [code.fresh("S") for _ in ends]
            for name, end in zip(names, ends, strict=True):
                code.assign(name, end.cells)
            with code.block(While(local("n")) if refusing else If(local("n"))):
                draw(code)
                for kind in writer.kinds:
                    self._draw(code, kind, ends, names, sums, results)
            code.add(Assign(("ok", *results), call(f"idle_{me}", *turn.given())))
            code.answer(*map(local, ("ok", "s", *results)))
        turn.define(f"step_{me}", ["s", *turn.arguments()], code)

    def _draw(
        self,
        code: Code,
        kind: Kind,
        ends: list[End],
        names: list[Local],
        sums: list[Local],
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

    def _strike(self, code: Code, places: list[int], names: list[Local], sums: list[Local]) -> None:
        """Emit that the drawn cell is removed from the set of its leaf, and from the sums."""
        first, *others = places
        drawn = If(local("k") < sums[first])
        with code.block(drawn) if others else nullcontext():
            code.assign(names[first], names[first] ^ local("C"))
            for place in range(first, len(sums)):
                code.assign(sums[place], sums[place] - 1)
        if others:
            with code.block(drawn, otherwise=True):
                self._strike(code, others, names, sums)

    def _chosen(self, values: Sequence[Expression], sums: Sequence[Local]) -> Expression:
        """Return the value for the leaf of candidate ``k``: of the first one whose running sum is greater."""
        chosen = values[-1]
        for value, total in reversed(list(zip(values[:-1], sums[:-1], strict=True))):
            chosen = choice(local("k") < total, value, chosen) if value != chosen else chosen
        return chosen

    def _argument(self, argument: Role | Expression, ends: list[End], sums: list[Local]) -> Expression:
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
                return self._chosen([end.ints[argument.number - 1] for end in ends], sums)
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


def _alike(leaves: list[tuple[Flow, tuple[ir.Op, ...]]]) -> list[tuple[Flow, tuple[ir.Op, ...]]]:
    """Return the leaves with less knowledge: those with the same rest of the chain get the same known states.

    So they are of one kind. To clear boards that need no clearing costs less than a branch.
    """
    common: dict[tuple[ir.Op, ...], tuple[States, list[States]]] = {}
    for flow, tail in leaves:
        states, of_marks = common.setdefault(tail, (flow.states, list(flow.mark_states)))
        joined = [either(*pair) for pair in zip(of_marks, flow.mark_states, strict=True)]
        common[tail] = either(states, flow.states), joined
    found = []
    for flow, tail in leaves:
        one = flow.copy()
        one.states, one.mark_states = common[tail][0], list(common[tail][1])
        found.append((one, tail))
    return found
