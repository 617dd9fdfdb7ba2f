"""A turn, emitted: for each player the functions that count, pick and list moves, and those that play whole games.

    count_P(position)        the number of legal moves
    any_P(position)          whether there is one
    draws_P(position)        the number of candidates, before the post-check and before what fails behind the last click
    pick_P(k, position)      the position after candidate k, if it is legal
    list_P(position, ...)    all legal moves with their positions, in the order of the language
    perft_P(position, ...)   the leaves below
    idle_P(position)         what happens if there is no move: the end of the game, or a pass
    step_P(position, s)      a random move

A random move is drawn by its number among the candidates; one that turns out to be illegal is drawn again, which keeps
the draw uniform over the legal moves. What is left of a rule behind its last click, the effect pipeline and the close of
the ply are functions of their own, ``make_N``; rules that end alike share one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from tilewright.generator.engine import ir
from tilewright.generator.engine.analysis import EFFECTS, may_fail, mentions
from tilewright.generator.engine.asking import ask, say_yes
from tilewright.generator.engine.candidates import GAMMA, Bundles, Candidates
from tilewright.generator.engine.checks import FILTER, position_key
from tilewright.generator.engine.code import (
    Assign,
    Code,
    Function,
    If,
    Line,
    Module,
    Statement,
    While,
    drop_unused,
    names_in,
)
from tilewright.generator.engine.constants import Constants
from tilewright.generator.engine.distinct import doubts, may_repeat
from tilewright.generator.engine.flow import Flow, Slot, aside, text_of
from tilewright.generator.engine.functions import Sink
from tilewright.generator.engine.joining import fork
from tilewright.generator.engine.patterns import pattern_cells
from tilewright.generator.engine.performing import perform
from tilewright.generator.engine.program import DRAW, Layout
from tilewright.generator.engine.search import Search
from tilewright.generator.engine.sets import EMPTY, Cells, constant, join_all, variable
from tilewright.generator.engine.straightness import is_simple
from tilewright.generator.engine.walker import Walker

AMBIGUOUS, TOO_SMALL, STOPPED = -2, -1, -8

PATIENCE = 16
"""How often a candidate is drawn in vain before the legal moves are counted."""


LONGEST = 512
"""The steps of the longest move that is written down."""

Leaf: TypeAlias = Callable[[Flow, tuple[ir.Op, ...]], None]
"""Emits what is done with the flows of a rule and with what is left of its chain."""


def mix(number: int) -> int:
    """Return splitmix64's output for a state, as the program computes it."""
    mask = (1 << 64) - 1
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & mask
    number = (number ^ number >> 27) * 0x94D049BB133111EB & mask
    return number ^ number >> 31


class Turn:
    """Emits the functions of all players of one game."""

    def __init__(
        self, constants: Constants, rules: tuple[ir.Rules, ...], layout: Layout, module: Module, labels: int
    ) -> None:
        self.constants = constants
        self.rules = rules
        self.layout = layout
        self.module = module
        self.pass_label = -labels
        self.position = layout.position
        self.context = ["a_hist", "h", "a_count", "a_err"] if layout.remembers else ["a_err"]
        self.whole = [*self.position, "p", "e", *layout.score_names]
        everything = [chain for part in rules for chain in _all_chains(part)]
        self.movable = any(mentions(chain.ops, ir.Movable) for chain in everything)
        self.asked = False
        self.written: dict[int, Candidates] = {}
        self.bundles: dict[int, Bundles] = {}
        self.refusing = [False] * len(rules)
        self.asks = [_asks(part) for part in rules]
        self._shared: dict[object, tuple[str, list[Slot], list[str]]] = {}
        self.repeats = [[may_repeat(group, constants) for group in part.groups] for part in rules]
        self.doubted = [[doubts(group, constants) for group in part.groups] for part in rules]

    # -- the position at the start of a function

    def flow(self, me: int) -> Flow:
        """Return the flow with which a player's rules begin."""
        constants, layout = self.constants, self.layout
        cells = constants.board.cells
        numbers: dict[tuple[int, int], str] = {}
        planes: dict[tuple[int, int], tuple[Cells, ...]] = {}
        for facts in constants.counters.values():
            for player in range(facts.players):
                key = (facts.number, player)
                if not facts.per_cell:
                    numbers[key] = (
                        str(facts.initial[player]) if facts.lifetime == "Move" else f"c_{facts.number}_{player}"
                    )
                elif facts.lifetime == "Move":
                    planes[key] = tuple(
                        constant(self.initial_plane(facts.number, player, d)) for d in range(facts.planes)
                    )
                else:
                    planes[key] = tuple(variable(f"P_{facts.number}_{player}_{d}", cells) for d in range(facts.planes))
        marks = [
            variable(f"M_{mark}", cells) if mark in layout.marks else EMPTY
            for mark in range(len(constants.mark_lifetimes))
        ]
        return Flow(
            me, constant(cells),
            {state: variable(f"B_{state}", constants.cells_with(state)) for state in layout.states},
            list(marks), numbers, planes, "f_0" if "f_0" in layout.ints else "0", "0",
            ["0"] * (len(marks) + len(constants.counters)), ("0",) * len(layout.score_names), alive=True,
            mark_states=[None] * len(marks),
        )  # fmt: skip

    def initial_plane(self, counter: int, player: int, digit: int) -> int:
        """Return the cells whose initial number has a binary digit."""
        facts = next(facts for facts in self.constants.counters.values() if facts.number == counter)
        bits = self.constants.board.bits
        values = facts.initial[player * len(bits) : (player + 1) * len(bits)]
        return sum(1 << bit for bit, value in zip(bits, values, strict=True) if value - facts.least >> digit & 1)

    def walker(self, me: int, *, ordered: bool = False) -> Walker:
        """Return a walker for a new function."""
        walker = Search(self.constants, self.module, ordered=ordered)
        walker.start = self.flow(me)
        walker.could_move = None if self.asked else self.could_move
        return walker

    def arguments(self, flow: Flow | None = None) -> list[str]:
        """Return the arguments of a function of the position: those of a flow, or the variables themselves."""
        return [*(self.position if flow is None else self.parts(flow)), *self.context]

    def parts(self, flow: Flow) -> list[str]:
        """Return what becomes of the position in a flow."""
        found = [text_of(flow.boards[state]) for state in self.layout.states]
        found += [text_of(flow.place(flow.marks[mark])) for mark in self.layout.marks]
        found += [text_of(flow.planes[counter, player][digit]) for counter, player, digit in self.layout.planes]
        found += [flow.numbers[key] for key in self.layout.numbers]
        return found + ([flow.phase] if "f_0" in self.layout.ints else [])

    # -- what follows a rule

    def complete(self, walker: Walker, flow: Flow) -> str:
        """Emit effect pipeline and win conditions; return the text of the post-check."""
        rules = self.rules[flow.me]
        played, walker.played = walker.played, True
        everything = constant(self.constants.board.cells)
        start = everything
        if flow.anchored is True:
            start = flow.place(flow.anchor)
        elif flow.anchored is None:
            anchor = walker.name(flow.place(flow.anchor))
            start = walker.name(Cells(f"({anchor.value} if {anchor.value} else {everything.value})", everything.raw))

        def effects(other: Flow) -> None:
            for chains in _alike(rules.effects):

                def one(more: Flow, chains: tuple[ir.Chain, ...] = chains) -> None:
                    more.cells, more.alive, more.way, more.states = start, True, None, None
                    more.many = False
                    if len(chains) == 1:
                        perform(walker, chains[0].ops, more)
                    else:
                        self._end_if_any(walker, chains, more)
                    more.way = None

                _unless_ended(walker, other, one)
            if rules.wins:
                _unless_ended(walker, other, win)

        def win(more: Flow) -> None:
            held = walker.name(join_all([pattern_cells(walker, more, pattern) for pattern in rules.wins]))
            if held.constant != 0:
                more.end = walker.number(f"({DRAW + 1 + more.me} if {held.value} else 0)")

        _unless_ended(walker, flow, effects)
        passed = "1"
        if rules.ensure is not None:
            probe = aside(flow, flow.me)
            probe.cells, probe.alive, probe.way, probe.states = everything, True, None, None
            passed = ask(walker, (rules.ensure,), probe)
        walker.played = played
        return passed

    def _end_if_any(self, walker: Walker, chains: tuple[ir.Chain, ...], flow: Flow) -> None:
        """Emit tests that lead to the same end as one test."""
        reached = []
        for chain in chains:
            inner = aside(flow, chain.me)
            for op in chain.ops[:-1]:
                walker.apply(op, inner)
            reached.append(inner.cells)
        end = chains[0].ops[-1]
        assert isinstance(end, ir.End)
        held = walker.name(join_all(reached))
        if held.constant != 0:
            flow.end = walker.number(f"({end.code} if {held.value} else 0)")

    def close(self, walker: Walker, flow: Flow) -> tuple[list[str], str]:
        """Return the parts of the position after a ply and the text of who moves next."""
        self.reset(flow)
        successor = (walker.start.me + 1) % self.constants.players if walker.start is not None else 0
        player = flow.turn
        if player == "-1":
            player = str(successor)
        elif not player.lstrip("-").isdigit():
            player = f"({successor} if {player} < 0 else {player})"
        return self.parts(flow), player

    def reset(self, flow: Flow) -> None:
        """Clear the marks and counters of a ply that were not written."""
        constants = self.constants
        for mark, life in enumerate(constants.mark_lifetimes):
            if life == "Ply" and flow.written[mark] != "1":
                old = flow.place(flow.marks[mark])
                text = flow.written[mark]
                flow.marks[mark] = EMPTY if text == "0" else Cells(f"({old.value} if {text} else 0)", old.maybe)
        for facts in constants.counters.values():
            text = flow.written[len(flow.marks) + facts.number]
            if facts.lifetime != "Ply" or text == "1":
                continue
            for player in range(facts.players):
                key = (facts.number, player)
                if not facts.per_cell:
                    initial = str(facts.initial[player])
                    flow.numbers[key] = initial if text == "0" else f"({flow.numbers[key]} if {text} else {initial})"
                    continue
                planes = []
                for digit, plane in enumerate(flow.planes[key]):
                    fixed = constant(self.initial_plane(facts.number, player, digit))
                    chosen = Cells(f"({plane.value} if {text} else {fixed.value})", plane.maybe | fixed.maybe)
                    planes.append(fixed if text == "0" else chosen)
                flow.planes[key] = tuple(planes)

    def results(self, walker: Walker, flow: Flow) -> list[str]:
        """Return the whole position after a ply: its parts, the player, the end, the scores."""
        end, scores = flow.end, flow.scores
        parts, player = self.close(walker, flow)
        return [*self.typed(walker.code, parts), player, end, *scores]

    def typed(self, code: Code, parts: list[str]) -> list[str]:
        """Give constant sets names, by which alone the type of a result is known."""
        sets = len(self.layout.sets)
        for place, text in enumerate(parts[:sets]):
            if not any(name[0].isupper() for name in names_in(text)):
                name = code.fresh("Z")
                code.assign(name, text)
                parts[place] = name
        return parts

    def make(self, walker: Walker, flow: Flow, tail: tuple[ir.Op, ...]) -> str:
        """Return a call of the function that makes a move: whether it is legal, and the whole position after it."""
        nothing = ["0"] * len(self.whole)

        def finish(code: Code, inner: Flow) -> None:
            code.line(f"return {self._ending(walker, inner)}")

        return self._outlined(walker, "make", flow, tail, finish, nothing)

    def _ending(self, walker: Walker, flow: Flow) -> str:
        """Return a call of the function that all rules of a player share: effects, post-check, close."""

        def finish(inner: Walker, inside: Flow) -> None:
            passed = self.complete(inner, inside)
            if passed == "0":
                return
            values = self.results(inner, inside)
            if passed == "1":
                inner.code.line(f"return 1, {', '.join(values)}")
                return
            with inner.code.block(If(passed)):
                inner.code.line(f"return 1, {', '.join(values)}")

        return self.shared(walker, "finish", flow, finish, ["0"] * len(self.whole))

    def legal(self, walker: Walker, flow: Flow, tail: tuple[ir.Op, ...]) -> str:
        """Return a call of the function that tells whether a move is legal."""

        def finish(code: Code, inner: Flow) -> None:
            if self.rules[flow.me].ensure is None:
                code.line("return 1")
            else:
                code.line(f"return {self.shared(walker, 'allowed', inner, passes, [])}")

        def passes(inner: Walker, inside: Flow) -> None:
            passed = self.complete(inner, inside)
            if passed == "1":
                inner.code.line("return 1")
            elif passed != "0":
                with inner.code.block(If(passed)):
                    inner.code.line("return 1")

        return self._outlined(walker, "legal", flow, tail, finish, [])

    def shared(
        self, walker: Walker, stem: str, flow: Flow, finish: Callable[[Walker, Flow], None], nothing: list[str]
    ) -> str:
        """Return a call of a function that goes on from a flow, one for all flows of which the same is known."""
        flow = flow.copy()
        flow.cells, flow.length = EMPTY, "0"
        for place in range(len(flow.written)):
            if stem == "allowed" or not self._lasting(place):
                flow.written[place] = "0"
        known = tuple((slot, text_of(value)) for slot, value in flow.slots() if self._is_known(slot, value))
        key = (stem, flow.me, flow.anchored, self.asked, known)
        if key not in self._shared:
            inner = self.walker(flow.me)
            inside = flow.copy()
            inside.mark_states = [None] * len(inside.mark_states)
            inside.states = None
            slots = []
            for slot, value in flow.slots():
                if not self._is_known(slot, value):
                    name = self._slot_name(slot)
                    single = isinstance(value, Cells) and value.single and slot[0] in ("anchor",)
                    part = variable(name, inner.everything(slot), single=single) if isinstance(value, Cells) else name
                    inside.put(slot, part)
                    slots.append((slot, name))
            with inner.function(Sink()) as code:
                inside.alive = True
                finish(inner, inside)
                code.line(f"return {', '.join(['0', *self.typed(code, list(nothing))])}")
            body = drop_unused(code.body)
            free = inner.free(body)
            used = [(slot, own) for slot, own in slots if own in free]
            parameters = [own for _, own in used]
            rest = [other for other in free if other not in parameters]
            name = self.module.share(stem, (*parameters, *rest), body)
            self._shared[key] = (name, [slot for slot, _ in used], rest)
        name, used_slots, rest = self._shared[key]
        values = dict(flow.slots())
        return f"{name}({', '.join([*(text_of(values[slot]) for slot in used_slots), *rest])})"

    def _is_known(self, slot: Slot, value: Cells | str) -> bool:
        if slot[0] in ("cells", "length"):
            return True
        if slot[0] in ("board", "plane", "mark", "number"):
            return False
        return text_of(value).lstrip("-").isdigit()

    def _slot_name(self, slot: Slot) -> str:
        """Return the variable of a part of a flow; those of the position in which the move began keep theirs."""
        match slot[0]:
            case "board":
                return f"NB_{slot[1]}"
            case "plane":
                return f"NP_{slot[1]}_{slot[2]}_{slot[3]}"
            case "number":
                return f"nc_{slot[1]}_{slot[2]}"
            case "mark":
                return f"NM_{slot[1]}"
            case "anchor":
                return "NA_0"
        return "_".join(["x", *map(str, slot)])

    def _outlined(
        self,
        walker: Walker,
        stem: str,
        flow: Flow,
        tail: tuple[ir.Op, ...],
        finish: Callable[[Code, Flow], None],
        nothing: list[str],
    ) -> str:
        inner = flow.copy()
        inner.marks = [walker.name(mark) if isinstance(mark, Cells) else mark for mark in flow.marks]
        inner.anchor = walker.name(flow.place(flow.anchor))
        leaf, walker.leaf = walker.leaf, None
        ordered, walker.ordered = walker.ordered, False
        with walker.function(Sink()) as code, walker.closed():
            walker.run(tail, inner, lambda output: self._finished(walker, output, finish))
            if not _returns(code.body):
                code.line(f"return {', '.join(['0', *self.typed(code, list(nothing))])}")
        walker.leaf, walker.ordered = leaf, ordered
        body = drop_unused(code.body)
        parameters = walker.free(body)
        return f"{self.module.share(stem, parameters, body)}({', '.join(parameters)})"

    def _finished(self, walker: Walker, flow: Flow, finish: Callable[[Code, Flow], None]) -> None:
        if flow.alive:
            finish(walker.code, flow)
        elif flow.cells.constant != 0:
            with walker.code.block(If(flow.cells.value)):
                flow.alive = True
                finish(walker.code, flow)

    # -- the rules of a player

    def generate(self, walker: Walker, me: int, found: str, leaf: Callable[[Flow, tuple[ir.Op, ...]], None]) -> None:
        """Emit the rules: groups from the highest priority down, until ``found`` is not zero."""
        for number, group in enumerate(self.rules[me].groups):
            if number == 0:
                self._group(walker, me, number, group, leaf)
            else:
                with walker.code.block(If(f"not {found}")):
                    self._group(walker, me, number, group, leaf)

    def _group(
        self, walker: Walker, me: int, number: int, group: ir.Group, leaf: Callable[[Flow, tuple[ir.Op, ...]], None]
    ) -> None:
        if group.maximise is None:
            self._rules(walker, me, group, leaf)
            return
        least = next(f.least for f in self.constants.counters.values() if f.number == group.maximise)
        best = self._greatest(walker, me, number, group)
        greatest = walker.code.fresh("n")
        walker.code.assign(greatest, best)

        def only(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            value = self._maximised(walker, flow, group)
            with walker.code.block(If(f"{value} == {greatest}")):
                leaf(flow, tail)

        with walker.code.block(If(f"{greatest} >= {least if least >= 0 else f'({least})'}")):
            self._rules(walker, me, group, only, eager=True)

    def _rules(
        self,
        walker: Walker,
        me: int,
        group: ir.Group,
        leaf: Callable[[Flow, tuple[ir.Op, ...]], None],
        *,
        eager: bool = False,
    ) -> None:
        def top(flow: Flow) -> None:
            leaf(flow, ())

        walker.leaf, walker.top = (None if eager else leaf), top
        doubted = self.doubted[me][self.rules[me].groups.index(group)]
        for rule in group.rules:
            walker.doubts = doubted.get(rule.name, [])
            flow = self.flow(me)
            if rule.phases and "f_0" in self.layout.ints:
                with walker.code.block(If(" or ".join(f"f_0 == {phase}" for phase in sorted(rule.phases)))):
                    walker.run(rule.chain.ops, flow, top)
            else:
                walker.run(rule.chain.ops, flow, top)
        walker.leaf = walker.top = None
        walker.doubts = []

    def _maximised(self, walker: Walker, flow: Flow, group: ir.Group) -> str:
        from tilewright.generator.engine.values import value_text

        facts = next(f for f in self.constants.counters.values() if f.number == group.maximise)
        player = flow.me if facts.players > 1 else 0
        everything = aside(flow, flow.me)
        everything.cells = constant(self.constants.board.cells)
        return walker.number(value_text(walker, ir.Number(facts.number, player, facts.per_cell, None), everything))

    def _greatest(self, walker: Walker, me: int, number: int, group: ir.Group) -> str:
        """Return a call of the function that computes the greatest number of the counter over all legal moves."""
        name = f"greatest_{me}_{number}" + ("_asked" if self.asked else "")
        facts = next(f for f in self.constants.counters.values() if f.number == group.maximise)
        none = f"({facts.least - 1})"
        if name not in self.module.functions:
            self.module.reserve(name)
            inner = self.walker(me)
            best = "g"
            with inner.function(Sink((best,), (best,))) as code:
                code.assign(best, none)

                def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                    value = self._maximised(inner, flow, group)
                    with inner.code.block(If(f"{value} > {best}")):
                        with self._if_legal(inner, flow, tail):
                            inner.code.assign(best, value)

                self._rules(inner, me, group, leaf, eager=True)
                code.line(f"return {best}")
            self.define(name, [], code)
        return f"{name}({', '.join(self.arguments())})"

    @contextmanager
    def _if_legal(self, walker: Walker, flow: Flow, tail: tuple[ir.Op, ...]) -> Iterator[None]:
        if self.fails(flow.me, tail):
            with walker.code.block(If(self.legal(walker, flow, tail))):
                yield
        else:
            yield

    def fails(self, me: int, tail: tuple[ir.Op, ...]) -> bool:
        """Return whether a candidate with such an end of its rule may be illegal."""
        return self.rules[me].ensure is not None or may_fail(tail)

    def define(self, name: str, more: list[str], code: Code, parameters: list[str] | None = None) -> None:
        """Add a function of the position."""
        body = drop_unused(code.body)
        self.module.define(
            Function(name, tuple(self.arguments() if parameters is None else parameters) + tuple(more), body)
        )

    def cells_of(self, walker: Walker, flow: Flow) -> Iterator[Flow]:
        """Emit what is done for each candidate of a leaf: each cell of many, or the one flow."""
        if flow.many:
            yield from walker.each(flow)
        elif flow.alive:
            yield flow
        else:
            with walker.code.block(If(walker.named(flow).cells.value)):
                flow.alive = True
                yield flow

    def candidates(self, walker: Walker, me: int, found: str, leaf: Leaf) -> None:
        """Emit the rules; a move that they may find twice is looked up among those found already."""
        if any(mentions(rule.chain.ops, ir.Repeat) for group in self.rules[me].groups for rule in group.rules):
            walker.code.line("a_err[1] = 0")
        if not any(self.repeats[me]):
            self.generate(walker, me, found, leaf)
            return
        walker.code.assign("a_seen", f"[0] * {2 * SEEN}")

        def once(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
            for one in self.cells_of(walker, flow):
                state = self._chain_end(walker, one, tail)
                length = walker.number(one.length)
                if not self.fails(me, tail):
                    with walker.code.block(If(f"new_move(a_seen, a_sel, {length}, {state}, a_err)")):
                        leaf(one, tail)
                    continue
                with walker.code.block(If(self.legal(walker, one, tail))):
                    with walker.code.block(If(f"new_move(a_seen, a_sel, {length}, {state}, a_err)")):
                        leaf(one, tail)

        self.generate(walker, me, found, once)

    def walker_for(self, me: int) -> Walker:
        """Return a walker that writes identities down where moves are compared."""
        return self.walker(me, ordered=any(self.repeats[me]))

    def begin(self, walker: Walker) -> None:
        """Emit the memory that a walker needs."""
        if walker.ordered:
            walker.code.assign("a_sel", f"[0] * {LONGEST}")

    # -- counting

    def prepare(self, me: int) -> None:
        """Look at the ends of a player's rules: where they are many, or within loops, candidates are written down."""
        ends, nested, inside, refusing = 0, False, False, False
        walker = self.walker(me)
        with walker.function(Sink(("n",), ("n",))) as code:

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                nonlocal ends, nested, inside, refusing
                ends += 1
                nested = nested or walker.code is not code or code.in_loop
                inside = inside or code.depth > 1 or not (flow.many or flow.alive)
                refusing = refusing or self.fails(me, tail)

            for group in self.rules[me].groups:
                self._rules(walker, me, group, leaf)
        self.refusing[me] = refusing
        if ends > FEW_ENDS or nested:
            written = self.written[me] = Candidates(self, me, self._picks_exactly(me))
            written.emit()
        elif not inside and len(self.rules[me].groups) == 1 and not self._picks_exactly(me):
            self.bundles[me] = Bundles(self, me)

    def count(self, me: int) -> None:
        """Emit ``count_P``: the number of legal moves."""
        written = self.written.get(me)
        if written is not None and not self.asked:
            written.count(self._name("count", me))
            return
        walker = self.walker_for(me)
        with walker.function(Sink(("n",), ("n",))) as code:
            self.begin(walker)
            code.assign("n", "0")
            repeats = any(self.repeats[me])

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                if repeats or not self.fails(me, tail):
                    _add(walker, flow)
                    return
                for one in self.cells_of(walker, flow):
                    walker.code.assign("n", f"n + {self.legal(walker, one, tail)}")

            self.candidates(walker, me, "n", leaf)
            code.line("return n")
        self.define(self._name("count", me), [], code)

    def any(self, me: int) -> None:
        """Emit ``any_P``: whether there is a legal move."""
        written = self.written.get(me)
        compared = any(self.repeats[me])  # that a move is found twice, and made differently, is no matter here
        if written is not None and not compared and (not self.asked or not self.asks[me]):
            written.count(self._name("any", me), early=True)
            return
        walker = self.walker(me)
        with walker.function(Sink(exists=True)) as code:

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                if not self.fails(me, tail):
                    say_yes(walker, flow)
                    return
                for one in self.cells_of(walker, flow):
                    with walker.code.block(If(self.legal(walker, one, tail))):
                        walker.code.line("return 1")

            for group in self.rules[me].groups:
                self._rules(walker, me, group, leaf)
            code.line("return 0")
        self.define(self._name("any", me), [], code)

    def _name(self, stem: str, me: int) -> str:
        return f"{stem}_{me}_asked" if self.asked else f"{stem}_{me}"

    def could_move(self, walker: Walker, flow: Flow) -> str:
        """Return a call that tells whether the player of a flow could move in its position."""
        closed = aside(flow, flow.me)
        self.reset(closed)
        arguments = [*self.parts(closed), *self.context]
        if self.layout.remembers:
            code = walker.code
            key = code.name(position_key(walker, closed, str(flow.me)), "n")
            code.line(f"a_hist[h + 1] = {key}")
            code.line(_counted(key, "+ 1"))
            arguments[arguments.index("h")] = "h + 1"
            answer = code.fresh("n")
            code.assign(answer, f"any_{flow.me}_asked({', '.join(arguments)})")
            code.line(_counted(key, "- 1"))
            return answer
        return f"any_{flow.me}_asked({', '.join(arguments)})"

    # -- drawing

    def draws(self, me: int) -> None:
        """Emit ``draws_P`` and ``pick_P``."""
        if me in self.written or me in self.bundles:
            return
        exact = self._picks_exactly(me)
        if not exact:
            walker = self.walker(me)
            with walker.function(Sink(("n",), ("n",))) as code:
                code.assign("n", "0")
                self.generate(walker, me, "n", lambda flow, tail: _add(walker, flow))
                code.line("return n")
            self.define(f"draws_{me}", [], code)
        self._pick(me, exact)

    def _pick(self, me: int, exact: bool) -> None:
        walker = self.walker_for(me)
        repeats = any(self.repeats[me])
        results = [result(name) for name in self.whole]
        outputs = ("k", "ok", *results)
        groups = len(self.rules[me].groups) > 1
        sink = Sink(("k", "g") if groups else ("k",), ("k", "g", "ok", *results) if groups else outputs, early="ok")
        with walker.function(sink) as code:
            for name in ("ok", *results):
                code.assign(name, "0")
            if groups:
                code.assign("g", "0")
            self.begin(walker)

            def chosen(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                walker.code.add(Assign(("ok", *results), self.make(walker, flow, tail)))
                if not exact:
                    walker.code.assign("ok", "ok + 1")
                walker.code.line(f"return {', '.join(sink.outputs)}")

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                if exact and not repeats and self.fails(me, tail):
                    for one in self.cells_of(walker, flow):
                        with walker.code.block(If(self.legal(walker, one, tail))):
                            if groups:
                                walker.code.assign("g", "1")
                            with walker.code.block(If("k == 0")):
                                chosen(one.copy(), tail)
                            walker.code.assign("k", "k - 1")
                    return
                number = _how_many(walker, flow)
                if groups:
                    walker.code.assign("g", f"(g + {number})")
                with walker.code.block(If(f"k < {number}")):
                    one = flow.copy()
                    if flow.many:
                        cells = walker.named(one).cells
                        cell = walker.code.fresh("C")
                        walker.code.assign(cell, f"kth({cells.value}, k)")
                        one.cells = variable(cell, cells.maybe, single=True)
                        one.marks = [one.place(mark) for mark in flow.marks]
                        one.anchor = one.place(flow.anchor)
                        one.many = False
                    one.alive = True
                    chosen(one, tail)
                walker.code.assign("k", f"k - {number}")

            self.candidates(walker, me, "g", leaf)
            code.line(f"return {', '.join(sink.outputs)}")
        self.define(f"pick_{me}", [], code, ["k", *self.arguments()])

    # -- listing

    def listing(self, me: int) -> None:
        """Emit ``list_P``: it writes each move behind the others and returns their number and the next free place."""
        walker = self.walker(me, ordered=True)
        sink = Sink(("n", "o"), ("n", "o"))
        with walker.function(sink) as code:
            code.assign("n", "0")

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                for one in self.cells_of(walker, flow):
                    results = [result(name) for name in self.whole]
                    walker.code.add(Assign(("ok", *results), self.make(walker, one, tail)))
                    arguments = ["n", "o", "ok", one.length, *results, "a_sel", "a_out", "size", "a_err"]
                    walker.code.add(Assign(("n", "o"), f"put({', '.join(arguments)})"))

            self.candidates(walker, me, "n", leaf)
            code.line("return n, o")
        self.define(f"list_{me}", [], code, [*self.arguments(), "a_out", "a_sel", "o", "size"])

    def put(self) -> None:
        """Emit ``put``: it writes one move, if it is legal, behind those that are listed."""
        code = Code(iter(range(10**6)))
        refused = If("not ok")
        with code.block(refused):
            code.line("return n, o")
        with code.block(If(f"o + length + {1 + self.layout.size} > size")):
            code.line(f"a_err[0] = {TOO_SMALL}")
            code.line("return n, o")
        code.line("a_out[o] = length")
        code.assign("o", "o + 1")
        code.assign("i", "0")
        with code.block(While("i < length")):
            code.line("a_out[o] = a_sel[i]")
            code.assign("o", "o + 1")
            code.assign("i", "i + 1")
        for name, offset in self.layout.offsets():
            code.line(_stored("a_out", f"o + {offset}", name, result(name)))
        code.line(f"return n + 1, o + {self.layout.size}")
        results = [result(name) for name in self.whole]
        self.define("put", [], code, ["n", "o", "ok", "length", *results, "a_sel", "a_out", "size", "a_err"])

    def _chain_end(self, walker: Walker, flow: Flow, tail: tuple[ir.Op, ...]) -> str:
        """Return a number that tells apart the flows at the end of a rule, as the language compares them."""

        def finish(code: Code, inner: Flow) -> None:
            code.line(f"return {self.shared(walker, 'state', inner, compare, [])}")

        def compare(inner: Walker, inside: Flow) -> None:
            key = "0"
            for number, (slot, value) in enumerate(inside.slots()):
                if slot[0] in ("cells", "length") or (slot[0] == "anchor" and not self.rules[inside.me].effects):
                    continue
                if slot[0] == "written" and not self._lasting(int(slot[1])):
                    continue
                text = value if isinstance(value, str) else f"fold({value.value})"
                mixed = f"mix(({text} & 0xffffffffffffffff) ^ {number})"
                if text.lstrip("-").isdigit():
                    mixed = hex(mix(int(text) & ((1 << 64) - 1) ^ number))
                key = inner.code.name(f"mix({key} ^ {mixed})", "n")
            inner.code.line(f"return {key} >> 1")

        return walker.code.name(self._outlined(walker, "ending", flow, tail, finish, []), "n")

    def _lasting(self, place: int) -> bool:
        counters = (facts.lifetime for facts in self.constants.counters.values())
        lives: tuple[str, ...] = (*self.constants.mark_lifetimes, *counters)
        return lives[place] == "Ply"

    # -- perft

    def perft(self, me: int) -> None:
        """Emit ``perft_P``: the number of leaves so many plies below."""
        walker = self.walker_for(me)
        sink = Sink(("n", "m", "depth", "a_ctl"), ("n", "m"))
        context = ["depth", "a_ctl"]
        with walker.function(sink) as code:
            with code.block(If("a_ctl[0] or a_err[0]")):
                code.line(f"a_err[0] = a_err[0] if a_err[0] else {STOPPED}")
                code.line("return 0")
            with code.block(If("depth == 1")):
                code.line(f"return total_{me}({', '.join(self.arguments())})")
            code.assign("m", "0")
            if me not in self.written:
                self.begin(walker)
                code.assign("n", "0")
            below = ["h + 1" if name == "h" else name for name in self.context]
            results = [result(name) for name in self.whole]

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                for one in self.cells_of(walker, flow):
                    inner = walker.code
                    inner.add(Assign(("ok", *results), self.make(walker, one, tail)))
                    with inner.block(If("ok")):
                        inner.assign("m", "m + 1")
                        next_call = ", ".join([*results[: len(self.position) + 2], *below, "depth - 1", "a_ctl"])
                        inner.assign("n", f"n + leaves({next_call})")

            if me in self.written:
                call = ", ".join([*results[: len(self.position) + 2], *below, "depth - 1", "a_ctl"])
                self.written[me].perft(code, results, f"leaves({call})")
            else:
                self.candidates(walker, me, "m", leaf)
            with code.block(If("not m")):
                code.add(Assign(("ok", *results), f"idle_{me}({', '.join(self.arguments())})"))
                with code.block(If("ok")):
                    next_call = ", ".join([*results[: len(self.position) + 2], *below, "depth - 1", "a_ctl"])
                    code.assign("n", f"leaves({next_call})")
            code.line("return n")
        self.define(f"perft_{me}", context, code)
        total = Code(iter(range(10**6)))
        total.assign("n", f"count_{me}({', '.join(self.arguments())})")
        with total.block(If("not n")):
            total.add(Assign(("n", *results), f"idle_{me}({', '.join(self.arguments())})"))
        total.line("return n")
        self.define(f"total_{me}", [], total)

    def leaves(self) -> None:
        """Emit ``leaves``: perft for whichever player moves."""
        code = Code(iter(range(10**6)))
        with code.block(If("depth == 0")):
            code.line("return 1")
        with code.block(If("e")):
            code.line("return 0")
        arguments = ", ".join([*self.arguments(), "depth", "a_ctl"])
        if self.layout.remembers:
            self.remember(code)
        for me in range(self.constants.players):
            last = me == self.constants.players - 1
            with code.block(If("1" if last else f"p == {me}")):
                code.assign("n", f"perft_{me}({arguments})")
                if self.layout.remembers:
                    code.line(_counted("a_hist[h]", "- 1"))
                code.line("return n")
        self.define("leaves", [], code, [*self.position, "p", "e", *self.context, "depth", "a_ctl"])

    def remember(self, code: Code) -> None:
        """Emit that the key of the position stands behind those of the earlier ones, where the rules look for it."""
        if self.layout.remembers:
            code.line(f"a_hist[h] = place_key({', '.join([*self.position, 'p'])})")
            code.line(_counted("a_hist[h]", "+ 1"))

    # -- no legal move

    def idle(self, me: int) -> None:
        """Emit ``idle_P``: 1 and the position after a forced pass, or 0 and the end of the game."""
        rules = self.rules[me]
        walker = self.walker(me)
        everything = constant(self.constants.board.cells)
        with walker.function(Sink()) as code:

            def ended(chain: ir.Chain) -> None:
                flow = self.flow(me)
                flow.cells, flow.alive = everything, True
                perform(walker, chain.ops, flow)
                if flow.end == "0":
                    return
                with code.block(If(flow.end)):
                    end, scores = flow.end, flow.scores
                    self.reset(flow)
                    code.line(f"return 0, {', '.join([*self.typed(code, self.parts(flow)), str(me), end, *scores])}")

            if rules.stuck is not None:
                ended(rules.stuck)
            others = [other for other in range(self.constants.players) if other != me]
            if others:
                calls = [f"any_{other}({', '.join(self.arguments())})" for other in others]
                with code.block(If(" or ".join(calls))):
                    flow = self.flow(me)
                    code.line(f"return 1, {', '.join(self.results(walker, flow))}")
            if rules.over is not None:
                ended(rules.over)
            nothing = ["0"] * len(self.layout.score_names)
            code.line(f"return 0, {', '.join([*self.position, str(me), str(DRAW), *nothing])}")
        self.define(f"idle_{me}", [], code)

    # -- random moves

    def step(self, me: int) -> None:
        """Emit ``step_P``: whether a move was made, the position after it or at the end, and the generator's state."""
        if me in self.written:
            self.written[me].step([result(name) for name in self.whole])
            return
        if me in self.bundles:
            self.bundles[me].step([result(name) for name in self.whole])
            return
        exact = self._picks_exactly(me)
        code = Code(iter(range(10**6)))
        arguments = ", ".join(self.arguments())
        results = [result(name) for name in self.whole]
        groups = len(self.rules[me].groups) > 1
        outputs = ("k", "g", "ok", *results) if groups else ("k", "ok", *results)
        code.assign("n", f"count_{me}({arguments})" if exact else f"draws_{me}({arguments})")
        self._no_move(code, me, results)
        if self.refusing[me] and not exact:
            code.assign("tries", "0")
            with code.block(While("1")):
                self._draw(code, me, outputs, results, "ok == 2")
                code.assign("tries", "tries + 1")
                with code.block(If(f"tries == {PATIENCE}")):
                    code.assign("n1", f"count_{me}({arguments})")
                    with code.block(If("not n1")):
                        code.assign("n", "0")
                        self._no_move(code, me, results)
        else:
            self._draw(code, me, outputs, results, "")
        self.define(f"step_{me}", [], code, ["s", *self.arguments()])

    def _picks_exactly(self, me: int) -> bool:
        groups = self.rules[me].groups
        if any(self.repeats[me]) or any(group.maximise is not None for group in groups):
            return True
        return len(groups) > 1 and self.refusing[me]

    def _no_move(self, code: Code, me: int, results: list[str]) -> None:
        with code.block(If("not n")):
            code.add(Assign(("ok", *results), f"idle_{me}({', '.join(self.arguments())})"))
            code.line(f"return ok, s, {', '.join(results)}")

    def _draw(self, code: Code, me: int, outputs: tuple[str, ...], results: list[str], condition: str) -> None:
        code.assign("s", f"(s + {GAMMA}) & 0xffffffffffffffff")
        code.assign("k", "((mix(s) >> 32) * n) >> 32")
        code.add(Assign(outputs, f"pick_{me}(k, {', '.join(self.arguments())})"))
        if condition:
            with code.block(If(condition)):
                code.line(f"return 1, s, {', '.join(results)}")
        else:
            code.line(f"return 1, s, {', '.join(results)}")


FEW_ENDS = 6
"""The ends of rules up to which each has code of its own wherever moves are counted, drawn or made."""

SEEN = 1 << 12
"""The places of the table of moves that rules may find twice: a power of two."""


def _returns(body: list[Statement]) -> bool:
    """Return whether what stands behind statements is never reached."""
    return bool(body) and isinstance(body[-1], Line) and body[-1].text.startswith("return ")


def result(name: str) -> str:
    """Return the variable that holds what becomes of a part of the position."""
    return f"R{name}" if name[0].isupper() else f"r{name}"


def _counted(key: str, change: str) -> str:
    """Return the statement that counts a key by its last digits."""
    place = f"{key} & {FILTER - 1}"
    return f"a_count[{place}] = a_count[{place}] {change}"


def _unless_ended(walker: Walker, flow: Flow, then: Callable[[Flow], None]) -> None:
    if flow.end == "0":
        then(flow)
    elif not flow.end.isdigit():
        end = flow.end

        def going_on(other: Flow) -> None:
            other.end = "0"
            then(other)

        fork(walker, f"{end} == 0", flow, going_on)


def _how_many(walker: Walker, flow: Flow) -> str:
    """Return the text of the number of candidates of a leaf."""
    if flow.many:
        return walker.number(f"popc({walker.named(flow).cells.value})")
    return "1" if flow.alive else f"(1 if {walker.named(flow).cells.value} else 0)"


def _add(walker: Walker, flow: Flow) -> None:
    walker.code.assign("n", f"n + {_how_many(walker, flow)}")


def _loaded(array: str, place: str, name: str) -> str:
    return f"load({array}, {place})" if name[0].isupper() else f"{array}[{place}]"


def _stored(array: str, place: str, name: str, value: str) -> str:
    return f"store({array}, {place}, {value})" if name[0].isupper() else f"{array}[{place}] = {value}"


def _alike(chains: tuple[ir.Chain, ...]) -> list[tuple[ir.Chain, ...]]:
    """Return chains in a row together that do nothing but end the game in the same way after tests."""
    groups: list[tuple[ir.Chain, ...]] = []
    for chain in chains:
        last = groups[-1][-1] if groups else None
        if last is not None and _only_ends(chain) and _only_ends(last) and last.ops[-1] == chain.ops[-1]:
            groups[-1] = (*groups[-1], chain)
        else:
            groups.append((chain,))
    return groups


def _only_ends(chain: ir.Chain) -> bool:
    end = chain.ops[-1] if chain.ops else None
    tests = chain.ops[:-1]
    return isinstance(end, ir.End) and end.scores is None and is_simple(tests) and not mentions(tests, EFFECTS)


def _asks(rules: ir.Rules) -> bool:
    """Return whether it is asked, to find out whether a player can move, whether a player can move."""
    chains = [rule.chain for group in rules.groups for rule in group.rules]
    chains += [chain for chain in (*rules.effects, rules.ensure) if chain is not None and rules.ensure is not None]
    return any(mentions(chain.ops, ir.Movable) for chain in chains)


def _all_chains(rules: ir.Rules) -> Iterator[ir.Chain]:
    for group in rules.groups:
        yield from (rule.chain for rule in group.rules)
    yield from rules.effects
    yield from (chain for chain in (rules.ensure, rules.stuck, rules.over) if chain is not None)
