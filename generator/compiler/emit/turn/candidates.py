"""Candidates that are written down: how moves are counted, drawn and made where rules have many leaves.

``gen_P`` runs the rules once, and writes an entry into an array for each leaf that it reaches. An entry has the number
of candidates before it, the kind of its own, the cells of the last click (a candidate for each), and further arguments.

    before  kind  cells ...  sets ... numbers ...

After the last entry stands the number of all candidates. ``make_kind_P`` and ``legal_kind_P`` call the function of a
kind. A kind is such a function (``place_N``) together with the sources of its arguments: the position, the cell of the
last click, a cell at a distance from it that the entry has, or the entry itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, assert_never

from tilewright.generator.compiler.analysis.branching import clicked
from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.flow import Apart, Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.sets import Cells, shifted, variable
from tilewright.generator.compiler.emit.turn.comparing import candidates
from tilewright.generator.compiler.emit.turn.completion import fails, legal, make
from tilewright.generator.compiler.emit.turn.foreseeing import foresee
from tilewright.generator.compiler.emit.turn.placing import Placing
from tilewright.generator.compiler.emit.turn.rules import each_candidate
from tilewright.generator.compiler.emit.turn.trials import Trials
from tilewright.generator.compiler.emit.turn.turn import Turn
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
    any_of,
    call,
    choice,
    equal,
    item,
    local,
)
from tilewright.generator.compiler.kernel.nodes import number as numbered
from tilewright.generator.compiler.kernel.templates import Hole
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import clicks
from tilewright.generator.errors import TOO_LONG
from tilewright.generator.splitmix import GAMMA

ENTRIES = 1024
"""The entries for which there is room, unless there may be more: see ``_has_many`` and ``clicked``."""

ROOM = (1 << 16) - 1
"""The most words of all entries; the number of candidates after them takes one more."""

CELLS, FROM, TO = local("W"), local("U"), local("V")
"""The cells of an entry; the cells from which, and those to which, moves must be tried: see ``trials``."""


@dataclass(frozen=True)
class Role:
    """The source of an argument.

    cell   the cell of the last click          apart     a cell at a distance from it, which the entry has
    whole  all cells of the entry              set, int  a set or a number of the entry
    slot   the number drawn for a click that is left open: see ``rejection``
    """

    kind: Literal["cell", "whole", "apart", "set", "int", "slot"]
    number: int = 0
    """Which set or number of the entry, counted from 1; of ``apart``, which number is the distance."""


@dataclass
class Sources:
    """The sources of the variables of one flow of a leaf, and what an entry has for them."""

    roles: dict[str, Role] = field(default_factory=dict)
    """The sources of variables, by their names."""
    sets: list[Expression] = field(default_factory=list)
    ints: list[Expression] = field(default_factory=list)
    """The further sets and numbers of the entry."""


@dataclass(frozen=True)
class Kind:
    """A function, and the source of each of its arguments: a role, or a variable of the position."""

    function: str
    arguments: tuple[Role | Expression, ...]
    refused: bool = False
    """Whether a move that it makes may be illegal."""
    tried: Expression = CELLS
    """Which of the cells W must be tried, if moves from U and moves to V must be: see ``trials``. W: all of them."""


@dataclass(frozen=True)
class End:
    """What is written down of a leaf: its kind, its cells, the number of candidates, further sets and numbers."""

    kind: Kind
    cells: Expression
    number: Expression
    sets: list[Expression]
    ints: list[Expression]


@dataclass
class Candidates:
    """The candidates of one player: the functions that write them down, and those that use them."""

    turn: Turn
    me: int
    exact: bool
    """Whether only legal moves are written down."""
    tag: str = ""
    """A prefix that distinguishes the names of its functions from those of other candidates of the player."""
    summed: bool = False
    """Whether the running totals stand in an array of their own, ``a_n``, and not in the entries."""
    placing: Placing | None = None
    """How moves are made in two steps, if they are."""
    trials: Trials | None = None
    """Which candidates need not be tried, if that is known."""
    kinds: list[Kind] = field(default_factory=list)
    sets: int = 0
    ints: int = 0
    """The most further sets and numbers that an entry has."""
    shapes: list[tuple[int, int, bool]] = field(default_factory=list)
    """The shapes of entries: the number of sets and of numbers, and whether entries without candidates are kept."""

    @property
    def _placed(self) -> Placing:
        """How moves are made in two steps, as they are by the functions that use all candidates of a player."""
        assert self.placing is not None
        return self.placing

    @property
    def stride(self) -> int:
        """The words of an entry."""
        words = self.turn.constants.board.words
        return 2 + words * (1 + self.sets) + self.ints

    @property
    def room(self) -> int:
        """The words for which the array of entries has room."""
        most = ROOM // self.stride
        if not self._has_many():
            rules = clicked(self.turn.constants, self.turn.rules[self.me])
            most = min(most, max([ENTRIES, *(rule.entries for rule in rules)]))
        return self.stride * most

    def _has_many(self) -> bool:
        """Return whether there may be more than ``ENTRIES``: each placement of a shape has one, and each option."""
        chains = [rule.chain for group in self.turn.rules[self.me].groups for rule in group.rules]
        cells = len(self.turn.constants.board.places)
        return any(_lays(chain) or _options(chain, cells) > ENTRIES for chain in chains)

    def place_of_set(self, number: int) -> int:
        """Return the index of a set within an entry; number 0 is the cells."""
        return 2 + self.turn.constants.board.words * number

    # -- generation

    def emit(self) -> None:
        """Emit ``gen_P``, and the functions that make or judge a candidate by its kind."""
        turn, me, placing = self.turn, self.me, self.placing
        stride = f"{self.tag}stride_{me}"
        turn.module.constants[stride] = 0
        code = self._generation()
        while placing is not None and placing.stale:
            placing.settle()
            self.kinds, self.shapes, self.sets, self.ints = [], [], 0, 0
            code = self._generation()
        turn.define(f"{self.tag}gen_{me}", ["a_e", *turn.arguments()], code)
        turn.module.constants[stride] = self.stride
        self.define_entering()
        self._choose_by_kind()

    def _generation(self) -> Code:
        """Return the body of ``gen_P``."""
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
        """Emit that the entry of a leaf is written."""
        self.store(emitter, self.end(emitter, flow, tail))

    def end(self, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> End:
        """Return what is written down of a leaf.

        The function of its kind makes the move or, with ``placing``, follows the rest of the rule.
        """
        turn, placing = self.turn, self.placing
        one, sources, number = self.open(emitter, flow)
        made = make(turn, emitter, one, tail) if placing is None else placing.call(emitter, one, tail)
        assert made is not None
        arguments = self.roles_of(made, sources)
        refused = not self.exact and fails(turn, self.me, tail)
        tried = self._tried(one, tail, sources) if refused else CELLS
        kind = Kind(made.name, arguments, refused, tried)
        return self.added(kind, flow, emitter.number(number), sources)

    def _tried(self, flow: Flow, tail: tuple[ir.Op, ...], sources: Sources) -> Expression:
        """Return which cells of an entry must be tried, as an expression of W, U and V: see ``Kind``."""
        if Role("whole") in sources.roles.values():
            return CELLS & -CELLS
        change = None if self.trials is None else self.trials.change(flow, tail)
        if change is None:
            return CELLS
        if change.source is None:
            return CELLS & TO
        if not isinstance(change.source.node, Local):
            return CELLS
        role = self.role_of(change.source.node, sources)
        if role == Role("cell"):
            return CELLS & (FROM | TO)
        if isinstance(role, Role) and role.kind == "apart":
            return CELLS & (TO | call("beside", FROM, 0 - self._word(role.number), type=SET))
        return choice(self._argument(role) & FROM, CELLS, CELLS & TO)

    def open(self, emitter: Emitter, flow: Flow) -> tuple[Flow, Sources, Expression]:
        """Return one flow for the candidates of a leaf, the sources of its parts, and the number of candidates."""
        code = emitter.code
        emitter.named(flow)
        one = flow.copy()
        sources = Sources()
        cell = code.fresh("C")
        if flow.many or (flow.single and not flow.cells.constant):
            one.cells = variable(cell, flow.cells.maybe, single=True)
            sources.roles[cell.name] = Role("cell")
            one.marks = [self._apart(emitter, flow, mark, one.cells, sources) for mark in flow.marks]
            one.anchor = self._apart(emitter, flow, flow.anchor, one.cells, sources)
            number: Expression = call("popc", flow.cells.value)
        else:
            one.cells = variable(cell, flow.cells.maybe)
            sources.roles[cell.name] = Role("whole")
            number = ONE if flow.alive else choice(flow.cells.value, 1, 0)
        one.many, one.alive = False, True
        return one, sources, number

    def added(self, kind: Kind, flow: Flow, number: Expression, sources: Sources) -> End:
        """Return what is written down of a leaf; add its kind, and make entries large enough for it."""
        if kind not in self.kinds:
            self.kinds.append(kind)
        self.sets, self.ints = max(self.sets, len(sources.sets)), max(self.ints, len(sources.ints))
        return End(kind, flow.cells.value, number, sources.sets, sources.ints)

    def store(self, emitter: Emitter, end: End) -> None:
        """Emit that an entry is written if it has candidates.

        In a loop it is written in any case, as a branch there would be mispredicted; see ``write``.
        """
        if end.number.constant is not None or emitter.code.loops:
            self.write(emitter, end)
            return
        with emitter.code.more(end.number):
            self.write(emitter, end)

    def write(self, emitter: Emitter, end: End) -> None:
        """Emit that an entry is written and its candidates are counted. If it has none, the next entry replaces it.

        If the totals stand in an array of their own, entries outside of loops are kept even if they are empty. Then
        their number is the same in every position, and the loop that searches them is predicted well.
        """
        kept = end.number.constant is not None or (self.summed and not emitter.code.loops)
        shape = (len(end.sets), len(end.ints), kept)
        if shape not in self.shapes:
            self.shapes.append(shape)
            self.turn.module.reserve(self._enter(shape))
        before, behind = map(local, self._numbers), map(local, self._arrays)
        arguments = numbered(self.kinds.index(end.kind)), end.cells, *end.sets, *end.ints
        entered = call(self._enter(shape), *before, end.number, *arguments, *behind)
        emitter.code.add(Assign(self._numbers, entered))

    @property
    def _numbers(self) -> tuple[str, ...]:
        """The variables that writing an entry changes: candidates, the next free word and, if summed, entries."""
        return ("n", "w", "b") if self.summed else ("n", "w")

    @property
    def _arrays(self) -> tuple[str, ...]:
        """The arrays that writing an entry needs."""
        return ("a_e", "a_n", "a_err") if self.summed else ("a_e", "a_err")

    def _enter(self, shape: tuple[int, int, bool]) -> str:
        """Return the name of the function that writes an entry of a shape."""
        sets, ints, kept = shape
        return f"{self.tag}enter{'_kept' if kept else ''}_{self.me}_{sets}_{ints}"

    def define_entering(self) -> None:
        """Emit the functions that write an entry, one for each shape."""
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

    def _apart(self, emitter: Emitter, flow: Flow, place: Cells | Apart, cell: Cells, sources: Sources) -> Cells:
        """Return a mark, or the last click, of one flow of a leaf; note its role if it is a cell apart."""
        if not isinstance(place, Apart):
            return cell if not flow.many and place.value == flow.cells.value else emitter.name(place)
        if place.distance == 0:
            return cell
        maybe = shifted(flow.cells, -place.distance, None).maybe & emitter.constants.board.cells
        distance = numbered(place.distance)
        for name, role in sources.roles.items():
            if role.kind == "apart" and sources.ints[role.number - 1] == distance:
                return variable(name, maybe, single=True)
        there = emitter.code.fresh("F")
        sources.ints.append(distance)
        sources.roles[there.name] = Role("apart", len(sources.ints))
        return variable(there, maybe, single=True)

    def roles_of(self, made: Call, sources: Sources) -> tuple[Role | Expression, ...]:
        """Return the sources of the arguments of a call. Those that have none are added to the entry."""
        return tuple(self.role_of(argument, sources) for argument in made.arguments)

    def role_of(self, argument: Expression, sources: Sources) -> Role | Expression:
        """Return the source of an argument. If it has none, it is added to the entry."""
        assert isinstance(argument, Local)
        if argument.name in self.turn.position or argument.name in self.turn.context:
            return argument
        if argument.name not in sources.roles:
            kind: Literal["set", "int"] = "set" if argument.type is SET else "int"
            held = sources.sets if kind == "set" else sources.ints
            held.append(argument)
            sources.roles[argument.name] = Role(kind, len(held))
        return sources.roles[argument.name]

    # -- by kind

    def choose(self, name: str, nothing: Callable[[Code], list[Expression]]) -> None:
        """Emit a function that calls the function of a kind with its arguments, or returns *nothing*."""
        turn, code = self.turn, Code()
        for number, kind in enumerate(self.kinds):
            with code.block(If(equal(local("kind"), number))):
                code.answer(call(kind.function, *map(self._argument, kind.arguments)))
        code.answer(*nothing(code))
        turn.define(name, [*self._of_kind(), *turn.arguments()], code)

    def _of_kind(self) -> list[str]:
        """Return the first parameters of such functions: the kind, the cell, the slot, the entry."""
        return ["kind", "C", *(["j"] if self.tag else []), "i", "a_e"]

    def _choose_by_kind(self) -> None:
        """Emit ``place_kind_P``, ``make_kind_P`` and ``legal_kind_P``."""
        turn, me, placing = self.turn, self.me, self._placed
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
        """Return a condition that is true if a move whose rest of the rule has been followed is legal."""
        allowed = self._placed.allowed
        if self.turn.rules[self.me].ensure is None or allowed is None:
            return local("ok")
        return choice(local("ok"), allowed, 0)

    def _word(self, number: int) -> Expression:
        """Return a number of entry ``i``. Numbers stand at its end, the first one last."""
        return item("a_e", local("i") + local(f"{self.tag}stride_{self.me}") - number)

    def _argument(self, argument: Role | Expression) -> Expression:
        """Return an argument by its source, for the candidate in cell ``C`` of entry ``i``."""
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

    @property
    def holes(self) -> dict[str, Hole]:
        """What fills the holes of templates that depend on the entries alone."""
        return {"P": self.me, "ROOM": self.room, "CELLS": self.place_of_set(0)}

    @property
    def refusing(self) -> bool:
        """Whether a candidate that is written down may be illegal."""
        return any(kind.refused for kind in self.kinds)

    def count(self, name: str, *, early: bool = False) -> None:
        """Emit a function that counts the legal moves; *early*: one that returns 1 if there is any, else 0."""
        tried = self.refusing and self._choose_tried()
        self.turn.fill("tally", name, **self.holes, REFUSING=self.refusing, TRIED=tried, EARLY=early)

    def judge(self, name: str) -> None:
        """Emit a function that counts the legal moves by following each candidate to the end of its rule."""
        placed, allowed = ("ok", *self._placed.names), self._if_allowed()
        self.turn.fill("judging", name, **self.holes, TRIED=False, EARLY=False, PLACED=placed, ALLOWED=allowed)

    def _choose_tried(self) -> bool:
        """Emit ``tried_P``, which returns the cells of an entry to try; return whether not all must be tried."""
        if all(kind.tried == CELLS for kind in self.kinds) or self.trials is None:
            return False
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
        return True

    def step(self) -> None:
        """Emit ``step_P``: draw candidates without replacement until one is legal, or none is left."""
        self.turn.fill("written", **self.holes)


def draw(code: Code) -> None:
    """Emit that ``k`` becomes a random number below ``n``, from the random generator with state ``s``."""
    code.assign("s", (local("s") + GAMMA) & WORD)
    code.assign("k", ((call("mix", local("s")) >> 32) * local("n")) >> 32)


def _cells_at_entry(offset: int) -> Call:
    """Return the set at an index within entry ``i``."""
    return call("load", local("a_e"), local("i") + offset)


def _lays(chain: ir.Chain) -> bool:
    """Return whether a chain, or one inside it, lays a shape."""
    return any(isinstance(op, ir.Shape) or any(map(_lays, op.traits.chains)) for op in chain.ops)


def _options(chain: ir.Chain, cells: int) -> int:
    """Return how many ways through a chain its options make at most; 1 without options.

    Where the chain is also clicked through *cells* cells, there may be an entry for each of them.
    """
    ways = _ways(chain)
    return ways * cells if ways > 1 and clicks(chain.ops) else ways


def _ways(chain: ir.Chain) -> int:
    found = 1
    for op in chain.ops:
        inner = [_ways(each) for each in op.traits.flow_chains]
        branches = isinstance(op, ir.Choice) and op.mode == "All"
        found *= max(1, sum(inner) if branches else max(inner, default=1))
    return found
