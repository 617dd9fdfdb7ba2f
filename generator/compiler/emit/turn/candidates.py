"""Candidates, written down: how moves are counted, drawn and made where rules have many ends.

``gen_P`` runs the rules once and writes an entry for each of their ends: how many candidates there are before it, of
which kind its own are, the cells of the last click, and what else the end of the rule needs.

    before  kind  cells ...  more ...

Behind the last entry stands the number of all candidates. ``make_kind_P`` and ``legal_kind_P`` choose by the kind. A
kind is a function (``place_N``) together with where its arguments come from: from the position, from the cell, from a
cell at a distance that the entry tells, or from the entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tilewright.generator.compiler.emit.code import Assign, Code, If, While
from tilewright.generator.compiler.emit.emitter import Walker
from tilewright.generator.compiler.emit.flow import Apart, Flow
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.sets import Cells, shifted, variable
from tilewright.generator.compiler.emit.turn.comparing import candidates
from tilewright.generator.compiler.emit.turn.completion import fails, legal, make
from tilewright.generator.compiler.emit.turn.foreseeing import foresee
from tilewright.generator.compiler.emit.turn.rules import each_candidate
from tilewright.generator.compiler.emit.turn.turn import Placed, Turn
from tilewright.generator.compiler.program import Layout
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import TOO_LONG

ENTRIES = 1024
"""The entries for which there is room, as long as they are short."""

ROOM = (1 << 16) - 1
"""The words that all entries may take; the number of candidates behind them takes one more."""

GAMMA = "0x9e3779b97f4a7c15"
"""The step of splitmix64's state: a random number is ``mix`` of the state."""


@dataclass(frozen=True)
class Kind:
    """Where the arguments of a call come from: ``position``, ``cell``, ``whole``, ``apart N``, ``set N``, ``int N``."""

    function: str
    arguments: tuple[str, ...]
    refused: bool = False
    """Whether what it makes may be illegal."""
    tried: str = "W"
    """Which of the cells W must be tried, if moves from U and moves to V must be: see ``trials``."""


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
        return self.stride * min(ENTRIES, ROOM // self.stride)

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
        turn.module.constants[stride] = "0"
        code = self._generation()
        while turn.placings[me].stale:
            turn.placings[me].settle()
            self.kinds, self.shapes, self.sets, self.ints = [], [], 0, 0
            code = self._generation()
        turn.define(f"{self.tag}gen_{me}", ["a_e", *turn.arguments()], code)
        turn.module.constants[stride] = str(self.stride)
        self.define_entering()
        self._choose_by_kind()

    def _generation(self) -> Code:
        turn, me = self.turn, self.me
        walker = turn.walker(me)
        with walker.function(Sink(("n", "w"), ("n", "w"))) as code:
            code.assign("n", "0")
            code.assign("w", "0")

            def leaf(flow: Flow, tail: tuple[ir.Op, ...]) -> None:
                if self.exact and not any(turn.repeats[me]) and fails(turn, me, tail):
                    for one in each_candidate(walker, flow):
                        with walker.code.block(If(legal(turn, walker, one, tail))):
                            self._write(walker, one, tail)
                    return
                foresee(walker, flow, tail)
                self._write(walker, flow, tail)

            candidates(turn, walker, me, "n", leaf)
            code.line("return n, w")
        return code

    def _write(self, walker: Walker, flow: Flow, tail: tuple[ir.Op, ...]) -> None:
        kind, cells, count, sets, ints = self.end(walker, flow, tail, self.turn.placings[self.me])
        self.store(walker, count, [str(self.kinds.index(kind)), cells], sets, ints)

    def end(
        self, walker: Walker, flow: Flow, tail: tuple[ir.Op, ...], placing: Placed | None = None
    ) -> tuple[Kind, str, str, list[str], list[str]]:
        """Return the kind of an end of a rule, its cells and their number, and the sets and numbers that it needs.

        A kind's function makes the move, or with *placing* goes through the rest of the rule.
        """
        turn = self.turn
        one, roles, sets, ints, number = self.open(walker, flow)
        text = make(turn, walker, one, tail) if placing is None else placing.call(walker, one, tail)
        assert text is not None
        function, arguments = self.call(text, roles, sets, ints)
        refused = not self.exact and fails(turn, self.me, tail)
        tried = self._tried(one, tail, roles, sets, ints) if refused else "W"
        kind = Kind(function, arguments, refused, tried)
        self.add(kind, sets, ints)
        return kind, flow.cells.value, walker.number(number), sets, ints

    def _tried(
        self, flow: Flow, tail: tuple[ir.Op, ...], roles: dict[str, str], sets: list[str], ints: list[str]
    ) -> str:
        """Return the text of the cells of an entry that must be tried."""
        if "whole" in roles.values():
            return "W & -W"
        trials = self.turn.trials.get(self.me)
        change = None if trials is None else trials.change(flow, tail)
        if change is None:
            return "W"
        if change.source is None:
            return "W & V"
        if not change.source.text.isidentifier():
            return "W"
        _, (role,) = self.call(f"({change.source.text})", roles, sets, ints)
        if role == "@cell":
            return "W & (U | V)"
        text = self._argument(role)
        if role.startswith("@apart"):
            return f"W & (V | {text.replace('beside(C, ', 'beside(U, 0 - ')})"
        return f"(W if {text} & U else W & V)"

    def open(self, walker: Walker, flow: Flow) -> tuple[Flow, dict[str, str], list[str], list[str], str]:
        """Return one of the flows of an end, where its parts come from, and the number of flows."""
        code = walker.code
        walker.named(flow)
        one = flow.copy()
        roles: dict[str, str] = {}
        ints: list[str] = []
        sets: list[str] = []
        cell = code.fresh("C")
        if flow.many or (flow.single and not flow.cells.constant):
            one.cells = variable(cell, flow.cells.maybe, single=True)
            roles[cell] = "cell"
            one.marks = [self._apart(walker, flow, mark, one.cells, roles, ints) for mark in flow.marks]
            one.anchor = self._apart(walker, flow, flow.anchor, one.cells, roles, ints)
            number = f"popc({flow.cells.value})"
        else:
            one.cells = variable(cell, flow.cells.maybe)
            roles[cell] = "whole"
            number = "1" if flow.alive else f"(1 if {flow.cells.value} else 0)"
        one.many, one.alive = False, True
        return one, roles, sets, ints, number

    def add(self, kind: Kind, sets: list[str], ints: list[str]) -> None:
        """Remember a kind and how much it needs."""
        if kind not in self.kinds:
            self.kinds.append(kind)
        self.sets, self.ints = max(self.sets, len(sets)), max(self.ints, len(ints))

    def store(self, walker: Walker, count: str, arguments: list[str], sets: list[str], ints: list[str]) -> None:
        """Emit that an entry is written, if it has candidates, which in a loop a processor would not foresee."""
        if count.isdigit() or walker.code.in_loop:
            self.write(walker, count, arguments, sets, ints)
            return
        with walker.code.more(count):
            self.write(walker, count, arguments, sets, ints)

    def write(self, walker: Walker, count: str, arguments: list[str], sets: list[str], ints: list[str]) -> None:
        """Emit that an entry is written, and its candidates are counted. Without any, the next one takes its place.

        Where the totals stand apart, there are as many entries outside of loops in each position, empty ones included:
        then how many are looked through is foreseen.
        """
        kept = count.isdigit() or (self.summed and not walker.code.in_loop)
        shape = (len(sets), len(ints), kept)
        if shape not in self.shapes:
            self.shapes.append(shape)
            self.turn.module.reserve(self._enter(shape))
        given = [*self._numbers, count, *arguments, *sets, *ints, *self._arrays]
        walker.code.add(Assign(self._numbers, f"{self._enter(shape)}({', '.join(given)})"))

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
            with code.block(If(f"w > {self.room - stride}")):
                code.line(f"a_err[0] = {TOO_LONG}")
                code.line(f"return {', '.join(self._numbers)}")
            code.line("a_n[b] = n" if self.summed else "a_e[w] = n")
            code.line("a_e[w + 1] = kind")
            for place, name in enumerate(("W", *sets)):
                code.line(f"store(a_e, w + {self.place_of_set(place)}, {name})")
            for place, name in enumerate(ints, 1):
                code.line(f"a_e[w + {stride - place}] = {name}")
            kept = shape[2]
            following = ["n + number", f"w + {stride}" if kept else f"w + ({stride} if number else 0)"]
            if self.summed:
                following.append("b + 1" if kept else "b + (1 if number else 0)")
            code.line(f"return {', '.join(following)}")
            parameters = [*self._numbers, "number", "kind", "W", *sets, *ints, *self._arrays]
            self.turn.define(self._enter(shape), parameters, code)

    def _apart(
        self, walker: Walker, flow: Flow, place: Cells | Apart, cell: Cells, roles: dict[str, str], ints: list[str]
    ) -> Cells:
        if not isinstance(place, Apart):
            return cell if not flow.many and place.value == flow.cells.value else walker.name(place)
        if place.distance == 0:
            return cell
        maybe = shifted(flow.cells, -place.distance, None).maybe & walker.constants.board.cells
        text = str(place.distance) if place.distance >= 0 else f"({place.distance})"
        for name, role in roles.items():
            if role.startswith("apart") and ints[int(role.split()[1]) - 1] == text:
                return variable(name, maybe, single=True)
        name = walker.code.fresh("F")
        ints.append(text)
        roles[name] = f"apart {len(ints)}"
        return variable(name, maybe, single=True)

    def call(self, text: str, roles: dict[str, str], sets: list[str], ints: list[str]) -> tuple[str, tuple[str, ...]]:
        """Return the function that a text calls, and where its arguments come from."""
        name, _, inside = text.partition("(")
        given = {*self.turn.position, *self.turn.context}
        found = []
        for argument in filter(None, inside[:-1].split(", ")):
            if argument in given:
                found.append(argument)
                continue
            if argument not in roles:
                if argument[0].isupper():
                    sets.append(argument)
                    roles[argument] = f"set {len(sets)}"
                else:
                    ints.append(argument)
                    roles[argument] = f"int {len(ints)}"
            found.append(f"@{roles[argument]}")
        return name, tuple(found)

    # -- by kind

    def choose(self, name: str, nothing: Callable[[Code], str]) -> None:
        """Emit a function that calls the one of a kind with what it needs; of no kind, it returns *nothing*."""
        turn, code = self.turn, Code()
        for number, kind in enumerate(self.kinds):
            with code.block(If(f"kind == {number}")):
                texts = [self._argument(text) for text in kind.arguments]
                code.line(f"return {kind.function}({', '.join(texts)})")
        code.line(f"return {nothing(code)}")
        turn.define(name, [*self._of_kind(), *turn.arguments()], code)

    def _of_kind(self) -> list[str]:
        return ["kind", "C", *(["j"] if self.tag else []), "i", "a_e"]

    def _choose_by_kind(self) -> None:
        """Emit ``place_kind_P``, ``make_kind_P`` and ``legal_kind_P``."""
        turn, me = self.turn, self.me
        placing = turn.placings[me]
        self.choose(f"place_kind_{me}", placing.nothing)
        parameters = [*self._of_kind(), *turn.arguments()]
        call = f"place_kind_{me}({', '.join(parameters)})"
        code = Code()
        code.add(Assign(("ok", *placing.names), call))
        placing.made(code)
        turn.define(f"make_kind_{me}", parameters, code)
        if not self.refusing:
            return
        code = Code()
        certain = [f"kind == {number}" for number, kind in enumerate(self.kinds) if not kind.refused]
        if certain:
            with code.block(If(" or ".join(certain))):
                code.line("return 1")
        code.add(Assign(("ok", *placing.names), call))
        code.line(f"return {self._if_allowed()}")
        turn.define(f"legal_kind_{me}", parameters, code)

    def _if_allowed(self) -> str:
        """Return the text of whether a move that has been placed is legal."""
        checked = self.turn.rules[self.me].ensure is not None and self.turn.placings[self.me].allowed
        return f"({checked} if ok else 0)" if checked else "ok"

    def _argument(self, text: str) -> str:
        if not text.startswith("@"):
            return text
        role, _, number = text[1:].partition(" ")
        match role:
            case "cell":
                return "C"
            case "slot":
                return "j"
            case "whole":
                return "load(a_e, i + 2)"
            case "set":
                return f"load(a_e, i + {self.place_of_set(int(number))})"
            case "int":
                return f"a_e[i + {self.tag}stride_{self.me} - {number}]"
        distance = f"a_e[i + {self.tag}stride_{self.me} - {number}]"
        return f"beside(C, {distance})"

    # -- what is done with candidates

    def _memory(self, code: Code) -> None:
        code.assign("a_e", f"[None] * {self.room + 1}")
        code.add(Assign(("n", "w"), f"{self.tag}gen_{self.me}({', '.join(['a_e', *self.turn.arguments()])})"))
        code.line("a_e[w] = n")

    def find(self, code: Code) -> None:
        """Emit that ``i`` becomes the entry of candidate number ``k``, without a branch on the number."""
        stride = f"{self.tag}stride_{self.me}"
        code.assign("i", "0")
        code.assign("z", stride)
        with code.block(While("z < w")):
            code.assign("i", f"i + ({stride} if k >= a_e[z] else 0)")
            code.assign("z", f"z + {stride}")

    def _kind_call(self, stem: str) -> str:
        return f"{stem}_kind_{self.me}({', '.join(['a_e[i + 1]', 'C', 'i', 'a_e', *self.turn.arguments()])})"

    @contextmanager
    def _each(self, code: Code, tried: str = "", early: bool = False) -> Iterator[None]:
        """Emit a loop over all candidates: in it ``C`` is the cell of one, and ``i`` the place of its entry.

        *tried*: the function that tells which of them must be tried; others are counted (see ``_legal``).
        """
        code.assign("i", "0")
        with code.block(While("i < w")):
            code.assign("k", f"a_e[i + stride_{self.me}] - a_e[i]")
            code.assign("W", "load(a_e, i + 2)")
            if tried:
                code.assign("W", f"{tried}(a_e[i + 1], W, U, V, i, a_e)")
                code.assign("m", "k")
                code.assign("k", "popc(W)")
                with code.block(If("not found")):
                    self._legal(code, "m - k", early)
            with code.block(While("k")):
                code.assign("C", "W & -W")
                code.assign("W", "W ^ C")
                code.assign("k", "k - 1")
                yield
            code.assign("i", f"i + stride_{self.me}")

    @property
    def refusing(self) -> bool:
        """Whether what is written down may be illegal."""
        return any(kind.refused for kind in self.kinds)

    def count(self, name: str, *, early: bool = False) -> None:
        """Emit the number of legal moves; *early*: whether there is any."""
        code = Code()
        self._memory(code)
        if not self.refusing:
            code.line("return (1 if n else 0)" if early else "return n")
        else:
            tried = self._choose_tried()
            if tried:
                self.turn.trials[self.me].begin(code)
            code.assign("n", "0")
            with self._each(code, tried, early):
                self._legal(code, self._kind_call("legal"), early)
            code.line("return n")
        self.turn.define(name, self.turn.arguments(), code)

    def judge(self, name: str) -> None:
        """Emit the number of legal moves, for which the rest of its rule is gone through for each candidate."""
        placing = self.turn.placings[self.me]
        code = Code()
        self._memory(code)
        code.assign("n", "0")
        with self._each(code):
            code.add(Assign(("ok", *placing.names), self._kind_call("place")))
            code.assign("n", f"n + {self._if_allowed()}")
        code.line("return n")
        self.turn.define(name, self.turn.arguments(), code)

    def _legal(self, code: Code, number: str, early: bool) -> None:
        """Emit that so many candidates are legal."""
        if early:
            with code.block(If(number)):
                code.line("return 1")
        else:
            code.assign("n", f"n + {number}")

    def _choose_tried(self) -> str:
        """Emit ``tried_P``, which of the cells of an entry must be tried; return its name, or nothing if all must."""
        if all(kind.tried == "W" for kind in self.kinds) or self.me not in self.turn.trials:
            return ""
        name = f"tried_{self.me}"
        if not self.turn.module.is_global(name):
            code = Code()
            for text in dict.fromkeys(kind.tried for kind in self.kinds):
                if text != "W":
                    alike = (number for number, kind in enumerate(self.kinds) if kind.tried == text)
                    with code.block(If(" or ".join(f"kind == {number}" for number in alike))):
                        code.line(f"return {text}")
            code.line("return W")
            self.turn.define(name, ["kind", "W", "U", "V", "i", "a_e"], code)
        return name

    def step(self, results: list[str]) -> None:
        """Emit ``step_P``: candidates are drawn, and struck out if they are illegal, until one is legal or all are."""
        turn, me = self.turn, self.me
        code = Code()
        self._memory(code)
        with code.block(While("n")):
            code.assign("s", f"(s + {GAMMA}) & 0xffffffffffffffff")
            code.assign("k", "((mix(s) >> 32) * n) >> 32")
            self.find(code)
            code.assign("W", "load(a_e, i + 2)")
            code.assign("C", "kth(W, k - a_e[i])")
            code.add(Assign(("ok", *results), self._kind_call("make")))
            with code.block(If("ok")):
                code.line(f"return 1, s, {', '.join(results)}")
            code.line("store(a_e, i + 2, W ^ C)")
            with code.block(While("i < w")):
                code.assign("i", f"i + stride_{me}")
                code.line("a_e[i] = a_e[i] - 1")
            code.assign("n", "n - 1")
        code.add(Assign(("ok", *results), f"idle_{me}({', '.join(turn.arguments())})"))
        code.line(f"return ok, s, {', '.join(results)}")
        turn.define(f"step_{me}", ["s", *turn.arguments()], code)

    def perft(self, code: Code, results: list[str], below: str) -> None:
        """Emit the loop over all moves in ``perft_P``, which counts them in ``m`` and their leaves in ``n``."""
        self._memory(code)
        code.assign("n", "0")
        with self._each(code):
            code.add(Assign(("ok", *results), self._kind_call("make")))
            with code.block(If("ok")):
                code.assign("m", "m + 1")
                code.assign("n", f"n + {below}")
