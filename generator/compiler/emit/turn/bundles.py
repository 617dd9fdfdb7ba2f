"""Candidates that stay in variables, where rules have few ends: nothing is written down."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass

from tilewright.generator.compiler.emit.code import Assign, Code, If, While
from tilewright.generator.compiler.emit.flow import Flow, States, either
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.candidates import GAMMA, Candidates, Kind
from tilewright.generator.compiler.emit.turn.foreseeing import foresee
from tilewright.generator.compiler.emit.turn.rules import generate
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Statement
from tilewright.generator.compiler.passes.program.eliminate_dead_code import eliminate_dead_code
from tilewright.generator.compiler.rules import ir


@dataclass
class Bundles:
    """Candidates of a player whose rules have few ends, all outside of loops: nothing is written down.

    The sets of last clicks stay in variables with running sums of their counts. Of ends of one kind the one that is
    drawn is chosen without a branch, which a processor could not foresee.

        q0 = popc(S0)               W = S0 if k < q0 else S1
        q1 = q0 + popc(S1)          i0 = 8 if k < q0 else 9
    """

    turn: Turn
    me: int

    def step(self, results: list[str]) -> None:
        """Emit ``step_P``: candidates are drawn, and struck out if they are illegal, until one is legal or all are."""
        turn, me = self.turn, self.me
        writer = Candidates(turn, me, exact=False)
        ends: list[tuple[Kind, str, str, list[str], list[str]]] = []
        walker = turn.walker(me)
        with walker.function(Sink(("n",), ("n",))) as code:
            leaves: list[tuple[Flow, tuple[ir.Op, ...]]] = []

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                foresee(walker, flow, tail)
                leaves.append((flow, tail))

            generate(turn, walker, me, "n", leaf)
            ends += [writer.end(walker, flow, tail) for flow, tail in _alike(leaves)]
            ends.sort(key=lambda end: writer.kinds.index(end[0]))
            sums: list[str] = []
            for _, _, count, _, _ in ends:
                total = code.fresh("q")
                code.assign(total, f"{sums[-1]} + {count}" if sums else count)
                sums.append(total)
            code.assign("n", sums[-1] if sums else "0")
            refusing = any(end[0].refused for end in ends)
            names = [code.fresh("S") for _ in ends]
            for name, (_, cells, _, _, _) in zip(names, ends, strict=True):
                code.assign(name, cells)
            with code.block(While("n") if refusing else If("n")):
                code.assign("s", f"(s + {GAMMA}) & 0xffffffffffffffff")
                code.assign("k", "((mix(s) >> 32) * n) >> 32")
                for kind in writer.kinds:
                    self._draw(code, kind, ends, names, sums, results)
            code.add(Assign(("ok", *results), f"idle_{me}({', '.join(turn.arguments())})"))
            code.line(f"return ok, s, {', '.join(results)}")
        turn.define(f"step_{me}", ["s", *turn.arguments()], code)

    def _draw(
        self,
        code: Code,
        kind: Kind,
        ends: list[tuple[Kind, str, str, list[str], list[str]]],
        names: list[str],
        sums: list[str],
        results: list[str],
    ) -> None:
        places = [place for place, end in enumerate(ends) if end[0] == kind]
        last = places[-1]
        with nullcontext() if last == len(ends) - 1 else code.block(If(f"k < {sums[last]}")):
            cells = self._chosen([names[place] for place in places], [sums[place] for place in places])
            before = [sums[place - 1] if place else "0" for place in places]
            code.assign("W", cells)
            base = self._chosen(before, [sums[place] for place in places])
            place_text = "k" if base == "0" else f"k - {base}"
            code.assign("C", "W" if "@whole" in kind.arguments else f"kth(W, {place_text})")
            texts = []
            for argument in kind.arguments:
                texts.append(
                    self._argument(argument, [ends[place] for place in places], [sums[place] for place in places])
                )
            code.add(Assign(("ok", *results), f"{kind.function}({', '.join(texts)})"))
            with code.block(If("ok")) if kind.refused else nullcontext():
                code.line(f"return 1, s, {', '.join(results)}")
            if not kind.refused:
                return
            self._strike(code, places, names, sums)
            code.assign("n", "n - 1")
            if last != len(ends) - 1:
                code.line("continue")

    def _strike(self, code: Code, places: list[int], names: list[str], sums: list[str]) -> None:
        """Emit that the cell that was drawn is taken out of the end of which it came."""
        first, *others = places
        drawn = If(f"k < {sums[first]}")
        with code.block(drawn) if others else nullcontext():
            code.assign(names[first], f"({names[first]} ^ C)")
            for place in range(first, len(sums)):
                code.assign(sums[place], f"{sums[place]} - 1")
        if others:
            with code.block(drawn, otherwise=True):
                self._strike(code, others, names, sums)

    def _chosen(self, texts: list[str], sums: list[str]) -> str:
        """Return the text of the choice among ends by the number that was drawn."""
        chosen = texts[-1]
        for text, total in reversed(list(zip(texts[:-1], sums[:-1], strict=True))):
            chosen = f"({text} if k < {total} else {chosen})" if text != chosen else chosen
        return chosen

    def _argument(self, text: str, ends: list[tuple[Kind, str, str, list[str], list[str]]], sums: list[str]) -> str:
        if not text.startswith("@"):
            return text
        role, _, number = text[1:].partition(" ")
        match role:
            case "cell":
                return "C"
            case "whole":
                return "W"
            case "set":
                return self._chosen([end[3][int(number) - 1] for end in ends], sums)
        chosen = self._chosen([end[4][int(number) - 1] for end in ends], sums)
        if role == "int":
            return chosen
        distances = [int(end[4][int(number) - 1].strip("()")) for end in ends]
        if all(distance >= 0 for distance in distances):
            return f"(C >> {chosen})"
        if all(distance <= 0 for distance in distances):
            return f"(C << {self._chosen([str(-distance) for distance in distances], sums)})"
        return f"beside(C, {chosen})"


def _alike(leaves: list[tuple[Flow, tuple[ir.Op, ...]]]) -> list[tuple[Flow, tuple[ir.Op, ...]]]:
    """Return ends of which those that go on alike are taken to find the same states, so that they are of one kind.

    To take away what cannot be there costs less than a branch.
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


def beside() -> list[Statement]:
    """Return the body of ``beside``: the cell at a distance before another one."""
    code = Code()
    with code.block(If("distance >= 0")):
        code.line("return C >> distance")
    code.line("return C << (0 - distance)")
    return eliminate_dead_code(code.body)
