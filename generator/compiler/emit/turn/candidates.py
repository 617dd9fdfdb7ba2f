"""Candidates, written down: how moves are counted, drawn and made where rules have many ends.

``gen_P`` runs the rules once and writes an entry for each of their ends: how many candidates there are before it, of
which kind its own are, the cells of the last click, and what else the end of the rule needs.

    before  kind  cells ...  more ...

After the last entry stands the number of all candidates. ``make_kind_P`` and ``legal_kind_P`` choose by the kind. A
kind is a function (``place_N``) together with where its arguments come from: from the position, from the cell, from a
cell at a distance that the entry tells, or from the entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Apart, Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.sets import Cells, shifted, variable
from tilewright.generator.compiler.emit.turn.comparing import candidates
from tilewright.generator.compiler.emit.turn.completion import fails, legal, make
from tilewright.generator.compiler.emit.turn.foreseeing import foresee
from tilewright.generator.compiler.emit.turn.rules import each_candidate
from tilewright.generator.compiler.emit.turn.turn import Placed, Turn
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    SET,
    WORD,
    Assign,
    Call,
    Do,
    Expression,
    If,
    Local,
    NewArray,
    While,
    any_of,
    call,
    choice,
    equal,
    item,
    local,
    logic,
)
from tilewright.generator.compiler.kernel.nodes import number as numbered
from tilewright.generator.compiler.program import Layout
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import TOO_LONG

ENTRIES = 1024
"""The entries for which there is room, as long as they are short."""

ROOM = (1 << 16) - 1
"""The words that all entries may take; the number of candidates after them takes one more."""

GAMMA = 0x9E3779B97F4A7C15
"""The step of splitmix64's state: a random number is ``mix`` of the state."""

CELLS, FROM, TO = local("W"), local("U"), local("V")
"""The cells of an entry; moves from some cells and to others that must be tried: see ``trials``."""


@dataclass(frozen=True)
class Role:
    """Where an argument comes from: the cell of the last click, or all of an entry's; a cell at a distance that the
    entry tells; one of its sets or numbers; the number of a click that is left open."""

    kind: Literal["cell", "whole", "apart", "set", "int", "slot"]
    number: int = 0
    """Of a set or a number: which one of the entry's, counted from 1."""


Roles: TypeAlias = dict[str, Role]
"""Where variables come from, by their names."""


@dataclass(frozen=True)
class Kind:
    """A function, and where the arguments of a call come from: a role, or a part of the position."""

    function: str
    arguments: tuple[Role | Expression, ...]
    refused: bool = False
    """Whether what it makes may be illegal."""
    tried: Expression = CELLS
    """Which of the cells W must be tried, if moves from U and moves to V must be: see ``trials``."""


@dataclass(frozen=True)
class End:
    """An end of a rule: its kind, its cells and how many candidates they are, and what else its entry holds."""

    kind: Kind
    cells: Expression
    number: Expression
    sets: list[Expression]
    ints: list[Expression]


@dataclass
class Candidates:
    """What the generation of one player writes."""

    turn: Turn
    me: int
    exact: bool
    """Whether only legal moves are written down."""
    tag: str = ""
    """What tells the names of its functions from those of other candidates of the player."""
    summed: bool = False
    """Whether the running totals stand in an array of their own, ``a_n``, side by side."""
    kinds: list[Kind] = field(default_factory=list)
    sets: int = 0
    ints: int = 0
    shapes: list[tuple[int, int, bool]] = field(default_factory=list)
    """How many sets and numbers entries have, and whether those without candidates are kept."""

    @property
    def stride(self) -> int:
        """The words of an entry."""
        words = self.turn.constants.board.words
        return 2 + words * (1 + self.sets) + self.ints

    @property
    def room(self) -> int:
        """The words of all entries."""
        most = ROOM // self.stride
        return self.stride * (most if self._lays_shapes() else min(ENTRIES, most))

    def _lays_shapes(self) -> bool:
        """Return whether there is an entry for each placement of a shape: these are many."""
        return any(_lays(rule.chain) for group in self.turn.rules[self.me].groups for rule in group.rules)

    @property
    def layout(self) -> Layout:
        """The layout of positions."""
        return self.turn.layout

    def place_of_set(self, number: int) -> int:
        """Return where a set of an entry stands, counted from its beginning; number 0 are the cells."""
        return 2 + self.turn.constants.board.words * number

    # -- generation

    def emit(self) -> None:
        """Emit ``gen_P`` and what makes a candidate by its kind."""
        turn, me = self.turn, self.me
        stride = f"{self.tag}stride_{me}"
        turn.module.constants[stride] = 0
        code = self._generation()
        while turn.placings[me].stale:
            turn.placings[me].settle()
            self.kinds, self.shapes, self.sets, self.ints = [], [], 0, 0
            code = self._generation()
        turn.define(f"{self.tag}gen_{me}", ["a_e", *turn.arguments()], code)
        turn.module.constants[stride] = self.stride
        self.define_entering()
        self._choose_by_kind()

    def _generation(self) -> Code:
        turn, me = self.turn, self.me
        emitter = turn.emitter(me)
        with emitter.function(Sink(("n", "w"), ("n", "w"))) as code:
            code.assign("n", 0)
            code.assign("w", 0)

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                if self.exact and not any(turn.repeats[me]) and fails(turn, me, tail):
                    for one in each_candidate(emitter, flow):
                        with emitter.code.block(If(legal(turn, emitter, one, tail))):
                            self._write(emitter, one, tail)
                    return
                foresee(emitter, flow, tail)
                self._write(emitter, flow, tail)

            candidates(turn, emitter, me, lambda _: local("n"), leaf)
            code.answer(local("n"), local("w"))
        return code

    def _write(self, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        end = self.end(emitter, flow, tail, self.turn.placings[self.me])
        self.store(emitter, end.number, [numbered(self.kinds.index(end.kind)), end.cells], end.sets, end.ints)

    def end(self, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...], placing: Placed | None = None) -> End:
        """Return what is written down of an end of a rule.

        A kind's function makes the move, or with *placing* goes through the rest of the rule.
        """
        turn = self.turn
        one, roles, sets, ints, number = self.open(emitter, flow)
        made = make(turn, emitter, one, tail) if placing is None else placing.call(emitter, one, tail)
        assert made is not None
        arguments = self.roles_of(made, roles, sets, ints)
        refused = not self.exact and fails(turn, self.me, tail)
        tried = self._tried(one, tail, roles, sets, ints) if refused else CELLS
        kind = Kind(made.name, arguments, refused, tried)
        self.add(kind, sets, ints)
        return End(kind, flow.cells.value, emitter.number(number), sets, ints)

    def _tried(
        self, flow: Flow, tail: tuple[ir.Op, ...], roles: Roles, sets: list[Expression], ints: list[Expression]
    ) -> Expression:
        """Return the cells of an entry that must be tried."""
        if Role("whole") in roles.values():
            return CELLS & -CELLS
        trials = self.turn.trials.get(self.me)
        change = None if trials is None else trials.change(flow, tail)
        if change is None:
            return CELLS
        if change.source is None:
            return CELLS & TO
        if not isinstance(change.source.node, Local):
            return CELLS
        role = self.role_of(change.source.node, roles, sets, ints)
        if role == Role("cell"):
            return CELLS & (FROM | TO)
        if isinstance(role, Role) and role.kind == "apart":
            return CELLS & (TO | call("beside", FROM, 0 - self._word(role.number), type=SET))
        return choice(self._argument(role) & FROM, CELLS, CELLS & TO)

    def open(self, emitter: Emitter, flow: Flow) -> tuple[Flow, Roles, list[Expression], list[Expression], Expression]:
        """Return one of the flows of an end, where its parts come from, and the number of flows."""
        code = emitter.code
        emitter.named(flow)
        one = flow.copy()
        roles: Roles = {}
        ints: list[Expression] = []
        sets: list[Expression] = []
        cell = code.fresh("C")
        if flow.many or (flow.single and not flow.cells.constant):
            one.cells = variable(cell, flow.cells.maybe, single=True)
            roles[cell.name] = Role("cell")
            one.marks = [self._apart(emitter, flow, mark, one.cells, roles, ints) for mark in flow.marks]
            one.anchor = self._apart(emitter, flow, flow.anchor, one.cells, roles, ints)
            number: Expression = call("popc", flow.cells.value)
        else:
            one.cells = variable(cell, flow.cells.maybe)
            roles[cell.name] = Role("whole")
            number = ONE if flow.alive else choice(flow.cells.value, 1, 0)
        one.many, one.alive = False, True
        return one, roles, sets, ints, number

    def add(self, kind: Kind, sets: list[Expression], ints: list[Expression]) -> None:
        """Remember a kind and how much it needs."""
        if kind not in self.kinds:
            self.kinds.append(kind)
        self.sets, self.ints = max(self.sets, len(sets)), max(self.ints, len(ints))

    def store(
        self,
        emitter: Emitter,
        count: Expression,
        arguments: list[Expression],
        sets: list[Expression],
        ints: list[Expression],
    ) -> None:
        """Emit that an entry is written, if it has candidates, which in a loop a processor would not foresee."""
        if count.constant is not None or emitter.code.in_loop:
            self.write(emitter, count, arguments, sets, ints)
            return
        with emitter.code.more(count):
            self.write(emitter, count, arguments, sets, ints)

    def write(
        self,
        emitter: Emitter,
        count: Expression,
        arguments: list[Expression],
        sets: list[Expression],
        ints: list[Expression],
    ) -> None:
        """Emit that an entry is written, and its candidates are counted. Without any, the next one takes its place.

        Where the totals stand apart, there are as many entries outside of loops in each position, empty ones included:
        then how many are looked through is foreseen.
        """
        kept = count.constant is not None or (self.summed and not emitter.code.in_loop)
        shape = (len(sets), len(ints), kept)
        if shape not in self.shapes:
            self.shapes.append(shape)
            self.turn.module.reserve(self._enter(shape))
        before, behind = map(local, self._numbers), map(local, self._arrays)
        entered = call(self._enter(shape), *before, count, *arguments, *sets, *ints, *behind)
        emitter.code.add(Assign(self._numbers, entered))

    @property
    def _numbers(self) -> tuple[str, ...]:
        return ("n", "w", "b") if self.summed else ("n", "w")

    @property
    def _arrays(self) -> tuple[str, ...]:
        return ("a_e", "a_n", "a_err") if self.summed else ("a_e", "a_err")

    def _enter(self, shape: tuple[int, int, bool]) -> str:
        sets, ints, kept = shape
        return f"{self.tag}enter{'_kept' if kept else ''}_{self.me}_{sets}_{ints}"

    def define_entering(self) -> None:
        """Emit the functions that write an entry, each for so many sets and numbers."""
        stride = self.stride
        for shape in self.shapes:
            code = Code()
            sets = [f"X_{number}" for number in range(1, shape[0] + 1)]
            ints = [f"x_{number}" for number in range(1, shape[1] + 1)]
            place, counted, number = local("w"), local("n"), local("number")
            with code.block(If(place > self.room - stride)):
                code.store("a_err", 0, TOO_LONG)
                code.answer(*map(local, self._numbers))
            if self.summed:
                code.store("a_n", local("b"), counted)
            else:
                code.store("a_e", place, counted)
            code.store("a_e", place + 1, local("kind"))
            for offset, name in enumerate(("W", *sets)):
                stored = call("store", local("a_e"), place + self.place_of_set(offset), local(name))
                code.add(Do(stored))
            for offset, name in enumerate(ints, 1):
                code.store("a_e", place + (stride - offset), local(name))
            kept = shape[2]
            following: list[Expression] = [counted + number]
            following.append(place + stride if kept else place + choice(number, stride, 0))
            if self.summed:
                following.append(local("b") + 1 if kept else local("b") + choice(number, 1, 0))
            code.answer(*following)
            parameters = [*self._numbers, "number", "kind", "W", *sets, *ints, *self._arrays]
            self.turn.define(self._enter(shape), parameters, code)

    def _apart(
        self, emitter: Emitter, flow: Flow, place: Cells | Apart, cell: Cells, roles: Roles, ints: list[Expression]
    ) -> Cells:
        if not isinstance(place, Apart):
            return cell if not flow.many and place.value == flow.cells.value else emitter.name(place)
        if place.distance == 0:
            return cell
        maybe = shifted(flow.cells, -place.distance, None).maybe & emitter.constants.board.cells
        distance = numbered(place.distance)
        for name, role in roles.items():
            if role.kind == "apart" and ints[role.number - 1] == distance:
                return variable(name, maybe, single=True)
        there = emitter.code.fresh("F")
        ints.append(distance)
        roles[there.name] = Role("apart", len(ints))
        return variable(there, maybe, single=True)

    def roles_of(
        self, made: Call, roles: Roles, sets: list[Expression], ints: list[Expression]
    ) -> tuple[Role | Expression, ...]:
        """Return where the arguments of a call come from. What is not known yet is added to the entry."""
        return tuple(self.role_of(argument, roles, sets, ints) for argument in made.arguments)

    def role_of(
        self, argument: Expression, roles: Roles, sets: list[Expression], ints: list[Expression]
    ) -> Role | Expression:
        """Return where an argument comes from."""
        assert isinstance(argument, Local)
        if argument.name in self.turn.position or argument.name in self.turn.context:
            return argument
        if argument.name not in roles:
            kind: Literal["set", "int"] = "set" if argument.type is SET else "int"
            held = sets if kind == "set" else ints
            held.append(argument)
            roles[argument.name] = Role(kind, len(held))
        return roles[argument.name]

    # -- by kind

    def choose(self, name: str, nothing: Callable[[Code], list[Expression]]) -> None:
        """Emit a function that calls the one of a kind with what it needs; of no kind, it returns *nothing*."""
        turn, code = self.turn, Code()
        for number, kind in enumerate(self.kinds):
            with code.block(If(equal(local("kind"), number))):
                code.answer(call(kind.function, *map(self._argument, kind.arguments)))
        code.answer(*nothing(code))
        turn.define(name, [*self._of_kind(), *turn.arguments()], code)

    def _of_kind(self) -> list[str]:
        return ["kind", "C", *(["j"] if self.tag else []), "i", "a_e"]

    def _choose_by_kind(self) -> None:
        """Emit ``place_kind_P``, ``make_kind_P`` and ``legal_kind_P``."""
        turn, me = self.turn, self.me
        placing = turn.placings[me]
        self.choose(f"place_kind_{me}", placing.nothing)
        parameters = [*self._of_kind(), *turn.arguments()]
        placed = call(f"place_kind_{me}", *map(local, parameters))
        code = Code()
        code.add(Assign(("ok", *placing.names), placed))
        placing.made(code)
        turn.define(f"make_kind_{me}", parameters, code)
        if not self.refusing:
            return
        code = Code()
        certain = [equal(local("kind"), number) for number, kind in enumerate(self.kinds) if not kind.refused]
        if certain:
            with code.block(If(any_of(*certain))):
                code.answer(1)
        code.add(Assign(("ok", *placing.names), placed))
        code.answer(self._if_allowed())
        turn.define(f"legal_kind_{me}", parameters, code)

    def _if_allowed(self) -> Expression:
        """Return whether a move that has been placed is legal."""
        allowed = self.turn.placings[self.me].allowed
        if self.turn.rules[self.me].ensure is None or allowed is None:
            return local("ok")
        return choice(local("ok"), allowed, 0)

    def _word(self, number: int) -> Expression:
        """Return one of the numbers of entry ``i``: they stand at its end, the first one last."""
        return item("a_e", local("i") + local(f"{self.tag}stride_{self.me}") - number)

    def _argument(self, argument: Role | Expression) -> Expression:
        if not isinstance(argument, Role):
            return argument
        match argument.kind:
            case "cell":
                return local("C")
            case "slot":
                return local("j")
            case "whole":
                return _cells_at_entry(self.place_of_set(0))
            case "set":
                return _cells_at_entry(self.place_of_set(argument.number))
            case "int":
                return self._word(argument.number)
            case "apart":
                return call("beside", local("C"), self._word(argument.number), type=SET)
            case _:
                assert_never(argument.kind)

    # -- what is done with candidates

    def _memory(self, code: Code) -> None:
        code.add(NewArray("a_e", self.room + 1, zeroed=False))
        code.add(Assign(("n", "w"), call(f"{self.tag}gen_{self.me}", local("a_e"), *self.turn.given())))
        code.store("a_e", local("w"), local("n"))

    def find(self, code: Code) -> None:
        """Emit that ``i`` becomes the entry of candidate number ``k``, without a branch on the number."""
        stride, place, entry = local(f"{self.tag}stride_{self.me}"), local("z"), local("i")
        code.assign(entry, 0)
        code.assign(place, stride)
        with code.block(While(place < local("w"))):
            code.assign(entry, entry + choice(local("k") >= item("a_e", place), stride, 0))
            code.assign(place, place + stride)

    def _kind_call(self, stem: str) -> Call:
        entry = item("a_e", local("i") + 1), local("C"), local("i"), local("a_e")
        return call(f"{stem}_kind_{self.me}", *entry, *self.turn.given())

    @contextmanager
    def _each(self, code: Code, tried: str = "", early: bool = False) -> Iterator[None]:
        """Emit a loop over all candidates: in it ``C`` is the cell of one, and ``i`` the place of its entry.

        *tried*: the function that tells which of them must be tried; others are counted (see ``_legal``).
        """
        entry, left, cell, number = local("i"), local("W"), local("C"), local("k")
        following = entry + local(f"stride_{self.me}")
        code.assign(entry, 0)
        with code.block(While(entry < local("w"))):
            code.assign(number, item("a_e", following) - item("a_e", entry))
            code.assign(left, _cells_at_entry(self.place_of_set(0)))
            if tried:
                code.assign(left, call(tried, item("a_e", entry + 1), left, FROM, TO, entry, local("a_e"), type=SET))
                code.assign("m", number)
                code.assign(number, call("popc", left))
                with code.block(If(logic("not", local("found")))):
                    self._legal(code, local("m") - number, early)
            with code.block(While(number)):
                code.assign(cell, left & -left)
                code.assign(left, left ^ cell)
                code.assign(number, number - 1)
                yield
            code.assign(entry, following)

    @property
    def refusing(self) -> bool:
        """Whether what is written down may be illegal."""
        return any(kind.refused for kind in self.kinds)

    def count(self, name: str, *, early: bool = False) -> None:
        """Emit the number of legal moves; *early*: whether there is any."""
        code, counted = Code(), local("n")
        self._memory(code)
        if not self.refusing:
            code.answer(choice(counted, 1, 0) if early else counted)
        else:
            tried = self._choose_tried()
            if tried:
                self.turn.trials[self.me].begin(code)
            code.assign(counted, 0)
            with self._each(code, tried, early):
                self._legal(code, self._kind_call("legal"), early)
            code.answer(counted)
        self.turn.define(name, self.turn.arguments(), code)

    def judge(self, name: str) -> None:
        """Emit the number of legal moves, for which the rest of its rule is gone through for each candidate."""
        placing = self.turn.placings[self.me]
        code, counted = Code(), local("n")
        self._memory(code)
        code.assign(counted, 0)
        with self._each(code):
            code.add(Assign(("ok", *placing.names), self._kind_call("place")))
            code.assign(counted, counted + self._if_allowed())
        code.answer(counted)
        self.turn.define(name, self.turn.arguments(), code)

    def _legal(self, code: Code, number: Expression, early: bool) -> None:
        """Emit that so many candidates are legal."""
        if early:
            with code.block(If(number)):
                code.answer(1)
        else:
            code.assign("n", local("n") + number)

    def _choose_tried(self) -> str:
        """Emit ``tried_P``, which of the cells of an entry must be tried; return its name, or nothing if all must."""
        if all(kind.tried == CELLS for kind in self.kinds) or self.me not in self.turn.trials:
            return ""
        name = f"tried_{self.me}"
        if not self.turn.module.is_global(name):
            code = Code()
            for tried in dict.fromkeys(kind.tried for kind in self.kinds):
                if tried != CELLS:
                    alike = (number for number, kind in enumerate(self.kinds) if kind.tried == tried)
                    with code.block(If(any_of(*(equal(local("kind"), number) for number in alike)))):
                        code.answer(tried)
            code.answer(CELLS)
            self.turn.define(name, ["kind", "W", "U", "V", "i", "a_e"], code)
        return name

    def step(self, results: list[str]) -> None:
        """Emit ``step_P``: candidates are drawn, and struck out if they are illegal, until one is legal or all are."""
        turn, me = self.turn, self.me
        code, counted, entry = Code(), local("n"), local("i")
        self._memory(code)
        with code.block(While(counted)):
            draw(code)
            self.find(code)
            code.assign(CELLS, _cells_at_entry(self.place_of_set(0)))
            code.assign("C", call("kth", CELLS, local("k") - item("a_e", entry)))
            code.add(Assign(("ok", *results), self._kind_call("make")))
            with code.block(If(local("ok"))):
                code.answer(1, *map(local, ("s", *results)))
            code.add(Do(call("store", local("a_e"), entry + self.place_of_set(0), CELLS ^ local("C"))))
            with code.block(While(entry < local("w"))):
                code.assign(entry, entry + local(f"stride_{me}"))
                code.store("a_e", entry, item("a_e", entry) - 1)
            code.assign(counted, counted - 1)
        code.add(Assign(("ok", *results), call(f"idle_{me}", *turn.given())))
        code.answer(*map(local, ("ok", "s", *results)))
        turn.define(f"step_{me}", ["s", *turn.arguments()], code)

    def perft(self, code: Code, results: list[str], below: Expression) -> None:
        """Emit the loop over all moves in ``perft_P``, which counts them in ``m`` and their leaves in ``n``."""
        self._memory(code)
        code.assign("n", 0)
        with self._each(code):
            code.add(Assign(("ok", *results), self._kind_call("make")))
            with code.block(If(local("ok"))):
                code.assign("m", local("m") + 1)
                code.assign("n", local("n") + below)


def draw(code: Code) -> None:
    """Emit that ``k`` becomes a random number below ``n``, by the generator whose state is ``s``."""
    code.assign("s", (local("s") + GAMMA) & WORD)
    code.assign("k", ((call("mix", local("s")) >> 32) * local("n")) >> 32)


def _cells_at_entry(offset: int) -> Call:
    """Return a set of entry ``i``."""
    return call("load", local("a_e"), local("i") + offset)


def _lays(chain: ir.Chain) -> bool:
    """Return whether a chain, or one inside it, lays a shape."""
    return any(isinstance(op, ir.Shape) or any(map(_lays, op.traits.chains)) for op in chain.ops)
