"""The printer for random games that are played side by side, in the lanes of vectors.

An entry plays games one after the other in a loop over their numbers. Here each turn of this loop plays ``LANES`` games
at once: every variable is a vector with a lane for each game, and every statement is carried out for the lanes of a
*mask*. ``if`` runs both of its branches, each for the lanes that take it, and a loop runs until no lane is left in it.
This is if-conversion: see Allen, Kennedy, Porterfield and Warren, "Conversion of control dependence to data
dependence", 1983. Each game has a generator of its own, so its moves do not depend on the lanes beside it.

Not every program gains by this, or can be printed so: ``side_by_side`` returns None for the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import assert_never

from tilewright.generator.compiler.kernel.language import Module
from tilewright.generator.compiler.kernel.nodes import (
    ARRAY,
    INTRINSICS,
    ZERO,
    Assign,
    Binary,
    Call,
    Choice,
    Comparison,
    Do,
    Entry,
    Expression,
    Function,
    If,
    Item,
    Jump,
    Local,
    Logic,
    NewArray,
    Number,
    Put,
    Return,
    Signature,
    Statement,
    Unary,
    While,
    number,
)
from tilewright.generator.compiler.kernel.rewriting import blocks, every, reads
from tilewright.generator.compiler.printers.assembling import Assembling
from tilewright.generator.compiler.printers.llvm import (
    OPERATIONS,
    PREDICATES,
    PREFIX,
    VOLATILE,
    constant,
    defined,
)

LANES = 8
"""The games that are played at once: 64-bit words in the widest vector registers."""

ENTRIES = ("playouts", "survey")
"""The entries that play games, whose numbers ``i`` counts."""

LONGEST = 10_000
"""The most lines of a text of LLVM assembly that is worth its time of compilation."""

_VECTOR = f"<{LANES} x i64>"
_MASK = f"<{LANES} x i1>"
_POINTERS = f"<{LANES} x ptr>"
_ZEROS = "zeroinitializer"
_NUMBERS = f"<{', '.join(f'i64 {lane}' for lane in range(LANES))}>"
_V = f"v{LANES}i64"
"""The type of a vector in the names of instructions."""

NUMBER, MOVER, NEXT, DONE = "i", "p", "rp", "t"
"""The variables with the number of the game, who is to move now and after a move, and whether there was a move."""

_COUNTING = ("spend", "charge")
"""The intrinsics that count steps. Rules without loops take few, so that here nobody counts."""


class _Unsuited(Exception):
    """Lanes have no such statement or intrinsic."""


def side_by_side(module: Module, name: str, *, pdep: bool = False) -> str | None:
    """Return an LLVM module with an entry that plays ``LANES`` games at once, or None if that would not pay.

    It pays if sets have one word, and the lanes do much the same: if the rules have no loops, and who moves next does
    not depend on the move. *pdep*: use the instruction PDEP, which the machine must have.
    """
    if name not in ENTRIES or module.names.words > 1:
        return None
    functions = module.reachable([name])
    if any(map(_has_rules_with_loops, functions)) or not _is_in_step(functions):
        return None
    private = {array for function in functions for array in function.arrays}
    try:
        printed = [_Printer(module, function, private, function.name == name) for function in functions]
    except (_Unsuited, RecursionError):  # a text that is nested too deeply is told of by the usual printer
        return None
    tables = sorted({table for each in printed for table in each.tables})
    lines = [_INTRINSICS, _pdep() if pdep else _search(), *(defined(module.names.tables[table], 1) for table in tables)]
    lines += map(_gathering, sorted({module.names.tables[table].width(1) for table in tables} | {64}))
    for each in printed:
        lines += [f"define {each.head} nounwind {{", *each.lines, "}"]
    text = "\n".join(lines)
    return text if text.count("\n") <= LONGEST else None


def _has_rules_with_loops(function: Function) -> bool:
    """Return whether a function loops, other than those that play games, and stop where they are told to."""
    return VOLATILE not in function.parameters and any(isinstance(each, While) for each in every(function.body))


def _is_in_step(functions: Sequence[Function]) -> bool:
    """Return whether games that begin with the same player go on with the same one, unless somebody passes.

    The functions that play games call one function for each player, whose results are whether there was a move, and
    also who is next.
    """
    by_name = {function.name: function for function in functions}
    for function in functions:
        for statement in every(function.body) if VOLATILE in function.parameters else ():
            match statement:
                case Assign((done, *_) as names, Call(_, name, _)) if MOVER in names and name in by_name:
                    if done == DONE and len(_next(by_name, name, names.index(MOVER), True)) != 1:
                        return False
    return True


def _next(functions: Mapping[str, Function], name: str, place: int, only_done: bool = False) -> Set[int | None]:
    """Return what a result of a function can be, with None for anything that is not constant.

    *only_done*: leave out where the first result is not constant, as it is after a move. A variable counts as what was
    assigned last in the block of the return, or around it: that is a guess, since here only speed depends on it.
    """

    def values_of(value: Expression, known: Mapping[str, Set[int | None]]) -> Set[int | None]:
        match value:
            case Number(_, constant):
                return {constant}
            case Choice(_, _, then, otherwise):
                return values_of(then, known) | values_of(otherwise, known)
            case Local(_, name):
                return known.get(name, {None})
        return {None}

    def returned(body: Sequence[Statement], known: dict[str, Set[int | None]]) -> Iterator[int | None]:
        for statement in body:
            match statement:
                case Assign(names, Call(_, callee, _)) if callee in functions:
                    if NEXT in names:
                        known[NEXT] = _next(functions, callee, names.index(NEXT))
                case Assign((name,), value):  # a constant for the next player is that of no move yet
                    known[name] = set() if name == NEXT else values_of(value, known)
                case Return((Call(_, callee, _),)) if callee in functions:
                    yield from _next(functions, callee, place)
                case Return(values) if not only_done or isinstance(values[0], Number):
                    yield from values_of(values[place], known)
            for block in blocks(statement):
                yield from returned(block, dict(known))

    return set(returned(functions[name].body, {}))


def _returns(statement: Statement) -> bool:
    """Return whether some lanes may skip what follows a statement."""
    return any(isinstance(each, Return) for each in every([statement]))


def _calls(body: Sequence[Statement], module: Module) -> bool:
    """Return whether statements call a function of the program: then they are skipped if no lane runs them."""
    return any(name in module.names.signatures for name in reads(body))


class _Printer(Assembling):
    """Prints one function: its head and its lines. ``tables`` are those that it reads."""

    def __init__(self, module: Module, function: Function, private: Set[str], external: bool) -> None:
        super().__init__()
        self._module = module
        self._private = private
        self._function = function
        self._external = external
        self._results = len(function.signature.results)
        self._depth = 0
        self._mask = "%mask"
        self._known: dict[str, str] = {}
        self.tables: set[str] = set()
        self.head = self._head()
        self._print()

    def _head(self) -> str:
        function = self._function
        types = dict(zip(function.parameters, function.signature.parameters, strict=True))
        scalar = "i64" if self._external else _VECTOR
        parameters = [f"{'ptr' if types[name] is ARRAY else scalar} %{name}" for name in function.parameters]
        if self._external:
            return f"i64 @{PREFIX}{function.name}({', '.join(parameters)})"
        parameters.append(f"{_MASK} %mask")
        return f"internal {_result(function.signature)} @{PREFIX}{function.name}({', '.join(parameters)}) alwaysinline"

    def _print(self) -> None:
        function, lines = self._function, self.lines
        lines.append(".entry:")
        if self._external:
            lines.append(f"  %mask = icmp eq {_VECTOR} {_ZEROS}, {_ZEROS}")
        for name, type_ in zip(function.parameters, function.signature.parameters, strict=True):
            if type_ is ARRAY:
                continue
            value = self._splat(f"%{name}") if self._external else f"%{name}"
            if name in self._function.settled:
                self._known[name] = value
            else:
                lines.append(f"  %{name}.p = alloca {_VECTOR}")
                lines.append(f"  store {_VECTOR} {value}, ptr %{name}.p")
        for name in function.locals:
            if name not in self._function.settled:
                lines.append(f"  %{name}.p = alloca {_VECTOR}")
                lines.append(f"  store {_VECTOR} {_ZEROS}, ptr %{name}.p")
        for name, size in function.arrays.items():
            lines.append(f"  %{name} = alloca [{size} x {_VECTOR}]")
        for place in range(self._results):
            lines.append(f"  %result.{place}.p = alloca {_VECTOR}")
            lines.append(f"  store {_VECTOR} {_ZEROS}, ptr %result.{place}.p")
        self._returned = self._slot(_ZEROS)
        self._block(function.body)
        results = [self._value(f"load {_VECTOR}, ptr %result.{place}.p") for place in range(self._results)]
        if self._external:
            # An error is negative. If there is none, the least number of a game that was not played is their count.
            least = self._value(f"call i64 @llvm.vector.reduce.smin.{_V}({_VECTOR} {results[0]})")
            lines.append(f"  ret i64 {least}")
        elif len(results) == 1:
            lines.append(f"  ret {_VECTOR} {results[0]}")
        else:
            whole, kind = "poison", _result(function.signature)
            for place, result in enumerate(results):
                whole = self._value(f"insertvalue {kind} {whole}, {_VECTOR} {result}, {place}")
            lines.append(f"  ret {kind} {whole}")

    # Names

    def _place(self, label: str) -> None:
        """Begin the basic block of a label."""
        self.lines.append(f"{label}:")

    def _begin(self, label: str) -> None:
        """Go on to the basic block of a label, and begin it."""
        self.lines.append(f"  br label %{label}")
        self._place(label)

    def _splat(self, scalar: str) -> str:
        one = self._value(f"insertelement {_VECTOR} poison, i64 {scalar}, i64 0")
        return self._value(f"shufflevector {_VECTOR} {one}, {_VECTOR} poison, <{LANES} x i32> {_ZEROS}")

    def _slot(self, mask: str) -> str:
        """Return a new stack slot that holds a mask. It is allocated when the function begins."""
        slot = f"%mask{self._label()}"
        self.lines.insert(1, f"  {slot} = alloca {_MASK}")
        self._keep(slot, mask)
        return slot

    def _keep(self, slot: str, mask: str) -> None:
        self.lines.append(f"  store {_MASK} {mask}, ptr {slot}")

    def _both(self, mask: str, other: str) -> str:
        """Return the lanes that are in two masks."""
        return self._value(f"and {_MASK} {mask}, {other}")

    def _minus(self, mask: str, left: str) -> str:
        """Return the lanes of a mask that are not in another one."""
        stayed = self._value(f"xor {_MASK} {left}, splat (i1 true)")
        return self._value(f"and {_MASK} {mask}, {stayed}")

    def _after_returns(self, mask: str) -> str:
        """Return the lanes of a mask that have not returned."""
        return self._minus(mask, self._value(f"load {_MASK}, ptr {self._returned}"))

    def _some(self, mask: str) -> str:
        """Return whether any lane is in a mask."""
        bits = self._value(f"bitcast {_MASK} {mask} to i{LANES}")
        return self._value(f"icmp ne i{LANES} {bits}, 0")

    def _branch(self, mask: str, then: str, otherwise: str) -> None:
        """End the basic block: jump to one label if any lane is in a mask, else to another."""
        self.lines.append(f"  br i1 {self._some(mask)}, label %{then}, label %{otherwise}")

    # Statements

    def _block(self, body: Sequence[Statement]) -> None:
        """Print statements for the lanes of the mask."""
        mask = self._mask
        for place, statement in enumerate(body):
            self._statement(statement)
            rest = body[place + 1 :]
            if rest and _returns(statement):
                self._mask = self._after_returns(mask)
                self._for_some(rest)
                break
        self._mask = mask

    def _for_some(self, body: Sequence[Statement]) -> None:
        """Print statements for the lanes of the mask; if there are none, a call is not made."""
        if not _calls(body, self._module):
            self._block(body)
            return
        then, after = self._label(), self._label()
        self._branch(self._mask, then, after)
        self._place(then)
        self._block(body)
        self._begin(after)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Assign((name,), Number(_, 0)) if self._external and name == NUMBER and not self._depth:
                self._assign(name, _NUMBERS)
            case Assign((name,), Binary(_, "+", before, Number(_, 1))) if self._external and name == NUMBER:
                self._assign(name, self._number(before + LANES))
            case Assign((name,), value):
                self._assign(name, self._number(value))
            case Assign(names, value):
                assert isinstance(value, Call)
                for name, part in zip(names, self._parts(value), strict=True):
                    self._assign(name, part)
            case Put(array, index, value):
                word = self._number(value)
                self._put(array, index, word)
            case If(condition, then, otherwise):
                mask = self._mask
                holds = self._truth(condition)
                self._depth += 1
                self._mask = self._both(mask, holds)
                self._for_some(then)
                if otherwise:
                    self._mask = self._minus(mask, holds)
                    self._for_some(otherwise)
                self._depth -= 1
                self._mask = mask
            case While():
                self._while(statement)
            case Jump():
                raise _Unsuited("break or continue")
            case Return(values):
                found = self._parts(values[0]) if len(values) < self._results else [self._number(v) for v in values]
                for place, result in enumerate(found):
                    self._store(f"%result.{place}", result, always=False)
                returned = self._value(f"load {_MASK}, ptr {self._returned}")
                self._keep(self._returned, self._value(f"or {_MASK} {returned}, {self._mask}"))
            case Do(call) if call.name in _COUNTING:
                pass
            case Do(call):
                self._call(call)
            case NewArray(name, size, zeroed):
                if zeroed:
                    for place in range(size):
                        self._put(name, number(place), _ZEROS)
            case _:
                assert_never(statement)

    def _assign(self, name: str, value: str) -> None:
        if name in self._function.settled:
            self._known[name] = value
        else:
            self._store(f"%{name}", value, always=not self._depth)

    def _store(self, slot: str, value: str, always: bool) -> None:
        """Store a value for the lanes of the mask, or for all lanes, where what the others hold is not read again."""
        if not always:
            before = self._value(f"load {_VECTOR}, ptr {slot}.p")
            value = self._value(f"select {_MASK} {self._mask}, {_VECTOR} {value}, {_VECTOR} {before}")
        self.lines.append(f"  store {_VECTOR} {value}, ptr {slot}.p")

    def _while(self, statement: While) -> None:
        """Print a loop, which runs until no lane is left in it."""
        mask = self._mask
        active = self._slot(mask)
        test, body, after = self._label(), self._label(), self._label()
        self._begin(test)
        self._depth += 1
        self._mask = self._value(f"load {_MASK}, ptr {active}")
        self._mask = self._both(self._mask, self._truth(statement.condition))
        self._branch(self._mask, body, after)
        self._place(body)
        inside = self._mask
        self._block(statement.body)
        self._keep(active, self._after_returns(inside))
        self.lines.append(f"  br label %{test}")
        self._place(after)
        self._depth -= 1
        self._mask = mask

    # Expressions

    def _truth(self, condition: Expression) -> str:
        """Return the lanes for which a condition holds, as far as they are in the mask.

        A part that others decide is evaluated for the lanes that need it alone: elsewhere it may read beyond an array.
        """
        match condition:
            case Logic(_, "not", (operand,)):
                return self._value(f"xor {_MASK} {self._truth(operand)}, splat (i1 true)")
            case Logic(_, sign, operands):
                mask, found = self._mask, self._truth(operands[0])
                for operand in operands[1:]:
                    self._mask = self._both(mask, found) if sign == "and" else self._minus(mask, found)
                    found = self._value(f"{sign} {_MASK} {found}, {self._truth(operand)}")
                self._mask = mask
                return found
            case Comparison(_, sign, left, right):
                first, second = self._number(left), self._number(right)
                return self._value(f"icmp {PREDICATES[sign]} {_VECTOR} {first}, {second}")
        return self._value(f"icmp ne {_VECTOR} {self._number(condition)}, {_ZEROS}")

    def _number(self, value: Expression) -> str:
        """Return the numbers or sets of all lanes; a truth value becomes 0 or 1."""
        match value:
            case Logic() | Comparison():
                return self._value(f"zext {_MASK} {self._truth(value)} to {_VECTOR}")
            case Local(_, name):
                return self._known[name] if name in self._known else self._value(f"load {_VECTOR}, ptr %{name}.p")
            case Number(_, known):
                return f"splat (i64 {constant(known, 64)})" if known else _ZEROS
            case Binary(_, sign, left, right):
                first, second = self._number(left), self._number(right)
                if sign in ("//", "%"):  # a lane beyond the mask may divide by anything
                    none = self._value(f"icmp eq {_VECTOR} {second}, {_ZEROS}")
                    second = self._value(f"select {_MASK} {none}, {_VECTOR} splat (i64 1), {_VECTOR} {second}")
                return self._value(f"{OPERATIONS[sign]} {_VECTOR} {first}, {second}")
            case Unary(_, sign, operand):
                text = self._number(operand)
                return self._value(
                    f"xor {_VECTOR} {text}, splat (i64 -1)" if sign == "~" else f"sub {_VECTOR} {_ZEROS}, {text}"
                )
            case Item(_, array, index) if array == VOLATILE:
                assert index == ZERO
                return self._splat(self._value(f"load volatile i64, ptr %{array}"))
            case Item(_, array, index):
                return self._item(array, index)
            case Entry(_, name, index):
                found = self._module.names.tables[name]
                self.tables.add(name)
                bits = found.width(1)
                place = self._number(index)
                pointers = self._value(f"getelementptr i{bits}, ptr @{name}, {_VECTOR} {place}")
                what = self._gathered(pointers, bits)
                return what if bits == 64 else self._value(f"sext {_lanes(bits)} {what} to {_VECTOR}")
            case Choice(_, condition, then, otherwise):
                mask, holds = self._mask, self._truth(condition)
                self._mask = self._both(mask, holds)
                first = self._number(then)
                self._mask = self._minus(mask, holds)
                second = self._number(otherwise)
                self._mask = mask
                return self._value(f"select {_MASK} {holds}, {_VECTOR} {first}, {_VECTOR} {second}")
            case Call():
                return self._call(value)
            case _:
                assert_never(value)

    def _item(self, array: str, index: Expression) -> str:
        """Return the words of an array, whose places may differ from lane to lane."""
        if array in self._private and isinstance(index, Number):
            return self._value(f"load {_VECTOR}, ptr {self._row(array, index)}")
        return self._gathered(self._pointers(array, index), 64)

    def _gathered(self, pointers: str, bits: int) -> str:
        """Return the numbers of so many bits at pointers, for the lanes of the mask."""
        operands = f"{_POINTERS} {pointers}, i32 {bits // 8}, {_MASK} {self._mask}, {_lanes(bits)} {_ZEROS}"
        return self._value(f"call {_lanes(bits)} @{_gather(bits)}({operands})")

    def _put(self, array: str, index: Expression, value: str) -> None:
        """Store words of the lanes of the mask in an array."""
        if array in self._private and isinstance(index, Number):
            row = self._row(array, index)
            before = self._value(f"load {_VECTOR}, ptr {row}")
            after = self._value(f"select {_MASK} {self._mask}, {_VECTOR} {value}, {_VECTOR} {before}")
            self.lines.append(f"  store {_VECTOR} {after}, ptr {row}")
            return
        self.lines.append(
            f"  call void @llvm.masked.scatter.{_V}.v{LANES}p0({_VECTOR} {value}, {_POINTERS} "
            f"{self._pointers(array, index)}, i32 8, {_MASK} {self._mask})"
        )

    def _row(self, array: str, index: Number) -> str:
        """Return where a word of a local array is, that of each lane beside those of the others."""
        return self._value(f"getelementptr {_VECTOR}, ptr %{array}, i64 {index.value}")

    def _pointers(self, array: str, index: Expression) -> str:
        place = self._number(index)
        if array in self._private:
            first = self._value(f"mul {_VECTOR} {place}, splat (i64 {LANES})")
            place = self._value(f"add {_VECTOR} {first}, {_NUMBERS}")
        return self._value(f"getelementptr i64, ptr %{array}, {_VECTOR} {place}")

    def _parts(self, call: Expression) -> list[str]:
        """Return the results of a call of a function of the program."""
        assert isinstance(call, Call)
        signature = self._module.names.signatures[call.name]
        whole = self._call(call)
        if len(signature.results) == 1:
            return [whole]
        type_ = _result(signature)
        return [self._value(f"extractvalue {type_} {whole}, {place}") for place in range(len(signature.results))]

    def _call(self, call: Call) -> str:
        if call.name in INTRINSICS:
            return self._intrinsic(call)
        arguments = []
        for argument in call.arguments:
            if argument.type is ARRAY:
                assert isinstance(argument, Local)
                arguments.append(f"ptr %{argument.name}")
            else:
                arguments.append(f"{_VECTOR} {self._number(argument)}")
        arguments.append(f"{_MASK} {self._mask}")
        result = _result(self._module.names.signatures[call.name])
        return self._value(f"call {result} @{PREFIX}{call.name}({', '.join(arguments)})")

    def _intrinsic(self, call: Call) -> str:
        match call.name, call.arguments:
            case "load", (Local(_, array), index):
                return self._item(array, index)
            case "store", (Local(_, array), index, value):
                self._put(array, index, self._number(value))
                return ""
            case "bit", (index,):
                return self._value(f"shl {_VECTOR} splat (i64 1), {self._number(index)}")
            case "popc", (cells,):
                return self._value(f"call {_VECTOR} @llvm.ctpop.{_V}({_VECTOR} {self._number(cells)})")
            case "ctz", (cells,):
                return self._value(f"call {_VECTOR} @llvm.cttz.{_V}({_VECTOR} {self._number(cells)}, i1 false)")
            case "msb", (cells,):
                zeros = self._value(f"call {_VECTOR} @llvm.ctlz.{_V}({_VECTOR} {self._number(cells)}, i1 false)")
                return self._value(f"sub {_VECTOR} splat (i64 63), {zeros}")
            case (("mix" | "fold"), (what,)):  # they are the same for one word
                return self._value(f"call {_VECTOR} @mix({_VECTOR} {self._number(what)})")
            case "kth", (cells, place):
                operands = f"{_VECTOR} {self._number(cells)}, {_VECTOR} {self._number(place)}"
                return self._value(f"call {_VECTOR} @kth({operands})")
        raise _Unsuited(call.name)


def _result(signature: Signature) -> str:
    return _VECTOR if len(signature.results) == 1 else "{" + ", ".join([_VECTOR] * len(signature.results)) + "}"


def _gathering(bits: int) -> str:
    """Return the declaration of the instruction that reads numbers of so many bits from a place for each lane."""
    return f"declare {_lanes(bits)} @{_gather(bits)}({_POINTERS}, i32, {_MASK}, {_lanes(bits)})"


def _gather(bits: int) -> str:
    return f"llvm.masked.gather.v{LANES}i{bits}.v{LANES}p0"


def _lanes(bits: int) -> str:
    """Return the type of a vector of numbers of so many bits."""
    return f"<{LANES} x i{bits}>"


def _pdep() -> str:
    """Return ``kth`` by the instruction PDEP, lane by lane, since it has no vectors."""
    lines = [
        "declare i64 @llvm.x86.bmi.pdep.64(i64, i64)",
        f"define internal {_VECTOR} @kth({_VECTOR} %X, {_VECTOR} %k) alwaysinline nounwind {{",
        f"  %b = shl {_VECTOR} splat (i64 1), %k",
    ]
    found = "poison"
    for lane in range(LANES):
        lines += [
            f"  %x{lane} = extractelement {_VECTOR} %X, i64 {lane}",
            f"  %b{lane} = extractelement {_VECTOR} %b, i64 {lane}",
            f"  %c{lane} = call i64 @llvm.x86.bmi.pdep.64(i64 %b{lane}, i64 %x{lane})",
            f"  %v{lane} = insertelement {_VECTOR} {found}, i64 %c{lane}, i64 {lane}",
        ]
        found = f"%v{lane}"
    return "\n".join([*lines, f"  ret {_VECTOR} {found}", "}"])


def _search() -> str:
    """Return ``kth`` by halving the cells in which it can be, from the bit count of the lower half."""
    lines = [f"define internal {_VECTOR} @kth({_VECTOR} %X, {_VECTOR} %k) alwaysinline nounwind {{"]
    x, k, at = "%X", "%k", _ZEROS
    for w in (32, 16, 8, 4, 2, 1):
        lines += [
            f"  %l{w} = and {_VECTOR} {x}, splat (i64 {(1 << w) - 1})",
            f"  %n{w} = call {_VECTOR} @llvm.ctpop.{_V}({_VECTOR} %l{w})",
            f"  %m{w} = icmp uge {_VECTOR} {k}, %n{w}",
            f"  %d{w} = sub {_VECTOR} {k}, %n{w}",
            f"  %k{w} = select {_MASK} %m{w}, {_VECTOR} %d{w}, {_VECTOR} {k}",
            f"  %h{w} = lshr {_VECTOR} {x}, splat (i64 {w})",
            f"  %x{w} = select {_MASK} %m{w}, {_VECTOR} %h{w}, {_VECTOR} {x}",
            f"  %b{w} = or {_VECTOR} {at}, splat (i64 {w})",
            f"  %a{w} = select {_MASK} %m{w}, {_VECTOR} %b{w}, {_VECTOR} {at}",
        ]
        x, k, at = f"%x{w}", f"%k{w}", f"%a{w}"
    return "\n".join([*lines, f"  %r = shl {_VECTOR} splat (i64 1), {at}", f"  ret {_VECTOR} %r", "}"])


_INTRINSICS = f"""\
declare void @llvm.masked.scatter.{_V}.v{LANES}p0({_VECTOR}, {_POINTERS}, i32, {_MASK})
declare i64 @llvm.vector.reduce.smin.{_V}({_VECTOR})
declare {_VECTOR} @llvm.ctpop.{_V}({_VECTOR})
declare {_VECTOR} @llvm.cttz.{_V}({_VECTOR}, i1)
declare {_VECTOR} @llvm.ctlz.{_V}({_VECTOR}, i1)
define internal {_VECTOR} @mix({_VECTOR} %n) alwaysinline nounwind {{
  %a = lshr {_VECTOR} %n, splat (i64 30)
  %b = xor {_VECTOR} %n, %a
  %c = mul {_VECTOR} %b, splat (i64 {0xBF58476D1CE4E5B9 - (1 << 64)})
  %d = lshr {_VECTOR} %c, splat (i64 27)
  %e = xor {_VECTOR} %c, %d
  %f = mul {_VECTOR} %e, splat (i64 {0x94D049BB133111EB - (1 << 64)})
  %g = lshr {_VECTOR} %f, splat (i64 31)
  %h = xor {_VECTOR} %f, %g
  ret {_VECTOR} %h
}}
"""
