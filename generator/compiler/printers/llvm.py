"""The printer for LLVM's assembly language.

It prints text, which LLVM parses faster than a module can be built object by object. The requested functions are
external and take 64-bit integers and pointers; all others are internal, and unreachable ones are left out. A set is an
integer of ``64 * WORDS`` bits, or a vector of words: see ``vectors``. Variables that are assigned more than once live
in stack slots, which LLVM promotes to registers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from tilewright.generator.compiler.kernel.language import Module
from tilewright.generator.compiler.kernel.nodes import (
    ARRAY,
    ERRORS,
    INT,
    INTRINSICS,
    SET,
    TRUTH,
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
    KernelError,
    Local,
    Logic,
    NewArray,
    Number,
    Put,
    Return,
    Signature,
    Statement,
    Table,
    Type,
    Unary,
    While,
    type_of,
)
from tilewright.generator.compiler.kernel.reaching import reached, reaching
from tilewright.generator.compiler.kernel.rewriting import every
from tilewright.generator.compiler.printers import vectors
from tilewright.generator.compiler.printers.assembling import Assembling
from tilewright.generator.compiler.printers.intrinsics import USES, definitions, most_steps
from tilewright.generator.errors import SPENT, TOO_LONG

OPERATIONS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "//": "udiv",
    "%": "urem",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "shl",
    ">>": "lshr",
}
"""The instructions of binary operators. Division is unsigned: the language has it only for non-negative numbers."""

PREDICATES = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}

PREFIX = "kernel."
"""The prefix of the names of functions, so that none is taken for a function of C."""

SHORT = 64
"""The most lines of a function that is inlined everywhere, if it neither loops nor calls another one."""

LONG = 1000
"""The most lines of a function that is inlined if it is called in one place. To call a longer one costs little beside
what it does, and to copy it costs time."""

COUNTED = 6
"""The lines that count one step. They cost little, so they do not count for the size of a text."""

MIDDLE = range(4_000, 6_001)
"""The lines of a text in which functions of up to twice ``SHORT`` lines are inlined here, as far as ``COPIED`` allows:
LLVM's own inliner tries out so much that it takes a third of the time of compilation."""

COPIED = 2_000
"""The most lines that a function's copies have in all, with what is inlined in it, times the words of a set."""

_STEPS = f"getelementptr i64, ptr %{ERRORS}, i64 {SPENT}"

VOLATILE = "a_ctl"
"""The array that another thread may change while a kernel runs, so that its reads and writes are volatile."""


def assembly(module: Module, names: Sequence[str], *, pdep: bool = False) -> str:
    """Return an LLVM module with the functions of these names, and what they need.

    *pdep*: use the instruction PDEP, which the machine must have. Raises ``KernelError`` if a function is missing,
    cannot be called from outside (it must take ints and arrays, and return an int), or is nested too deeply.
    """
    module.check_entries(names)
    printed = []
    reachable = module.reachable(names)
    calls = {function.name: function.calls for function in reachable}
    below = {name: reached(called, calls.__getitem__).keys() for name, called in calls.items()}
    counting = reaching((function.name for function in reachable if _spends(function)), calls)
    for function in reachable:
        try:
            printed.append(_Printer(module, function, function.name in names, counting))
        except RecursionError as error:
            raise KernelError(1, f"nested too deeply: {function.name}") from error
    needed = {name for each in printed for name in each.intrinsics}
    needed |= {USES[name] for name in needed if name in USES}
    used = {name for each in printed for name in each.tables}
    lines = ["declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)"]
    lines += [defined(module.names.tables[name], module.names.words) for name in sorted(used)]
    declared: set[str] = set()
    for name, text in definitions(module.names.words, pdep).items():
        if name not in needed:
            continue
        for line in text.splitlines():
            if not line.startswith("declare") or line not in declared:
                lines.append(line)
            if line.startswith("declare"):
                declared.add(line)
    repeated = {name for name in calls if name in below[name]}
    whole = length("\n".join([*lines, *("\n".join(["{", *each.lines, "}"]) for each in printed), ""]))
    copied = COPIED // module.names.words if whole in MIDDLE else 0
    merged = _merged(sorted(printed, key=lambda each: len(below[each.name])), repeated, copied)
    for each in printed:
        for place, callee in each.wasteful.items():
            if callee not in repeated:
                each.lines[place] += " alwaysinline"
        note = "alwaysinline " if each.name in merged else ""
        lines += [f"define {each.head} {note}nounwind {{", *each.lines, "}"]
    return "\n".join([*lines, '!0 = !{!"branch_weights", i32 1, i32 1048576}'])


def length(text: str) -> int:
    """Return the lines of a text, without those that count steps."""
    return text.count("\n") - COUNTED * text.count(" !prof ")


def _merged(callees_first: Sequence[_Printer], repeated: Set[str], copied: int) -> Set[str]:
    """Return which functions are inlined at once, whose callees stand before them. *repeated* are those that recur.

    *copied*: the most lines of the copies of a function that is called in several places, and is not short.

    LLVM would otherwise optimise both the function and its callers first, which takes longer.
    """
    places = Counter(name for each in callees_first for name in each.calls)
    sizes: dict[str, int] = {}
    for each in callees_first:
        if each.external or each.name in repeated:
            continue
        size = len(each.lines) + sum(sizes.get(name, 0) for name in each.calls)
        once = places[each.name] == 1 and len(each.lines) <= LONG
        few = len(each.lines) <= 2 * SHORT and size * places[each.name] <= copied
        if once or few or each.is_short:
            sizes[each.name] = size
    return sizes.keys()


def _spends(function: Function) -> bool:
    """Return whether a function itself compares its steps with the limit."""
    return any(isinstance(each, Do) and each.call.name == "spend" for each in every(function.body))


def defined(table: Table, words: int) -> str:
    """Return the definition of a table."""
    if table.type is SET and vectors.is_vector(words):
        parts = [part for value in table.values for part in vectors.padded(value, words)]
        values = ", ".join(f"i64 {part}" for part in parts)
        return f"@{table.name} = private unnamed_addr constant [{len(parts)} x i64] [{values}]"
    width = table.width(words)
    values = ", ".join(f"i{width} {constant(value, width)}" for value in table.values)
    return f"@{table.name} = private unnamed_addr constant [{len(table.values)} x i{width}] [{values}]"


def constant(value: int, width: int) -> str:
    """Return a number of *width* bits. Wide ones are in hexadecimal, since decimal would take quadratic time."""
    if width > 64:
        return f"u0x{value & ((1 << width) - 1):x}"
    return str(value - (1 << width) if value >= 1 << (width - 1) else value)


class _Printer(Assembling):
    """Prints one function: its head and its lines. ``calls``, ``intrinsics`` and ``tables`` are what it uses.

    ``wasteful`` maps the indices of lines with calls of which not all results are read to the callees. It pays to
    inline these calls.
    """

    def __init__(self, module: Module, function: Function, external: bool, counting: Set[str]) -> None:
        super().__init__()
        self._names = module.names
        self._function = function
        words = module.names.words
        self._vectors = vectors.is_vector(words)
        self._set = vectors.set_type(words)
        self._loops: list[tuple[str, str]] = []
        self._loop = False
        self._counting = counting
        self._may_be_spent = False
        self._called = 0
        self._open = True
        self._block_label = ".entry"
        self._settled = function.settled
        self._known: dict[str, str] = {name: f"%{name}" for name in function.parameters}
        self.name = function.name
        self.external = external
        self.calls: list[str] = []
        self.wasteful: dict[int, str] = {}
        self.intrinsics: set[str] = set()
        self.tables: set[str] = set()
        self.head = self._head()
        self._print()

    @property
    def is_short(self) -> bool:
        """Whether a call of the function costs about as much as the function."""
        return len(self.lines) <= SHORT and not self.calls and not self._loop

    def _head(self) -> str:
        function = self._function
        parameters = []
        for name, type_ in zip(function.parameters, function.signature.parameters, strict=True):
            note = " noalias" if type_ is ARRAY and name != VOLATILE else ""
            parameters.append(f"{self._type(type_)}{note} %{name}")
        linkage = "" if self.external else "internal "
        return f"{linkage}{self._result(function.signature)} @{PREFIX}{function.name}({', '.join(parameters)})"

    def _print(self) -> None:
        function, lines = self._function, self.lines
        lines.append(".entry:")
        for name, type_ in zip(function.parameters, function.signature.parameters, strict=True):
            if type_ is not ARRAY and name not in self._settled:
                lines.append(f"  %{name}.p = alloca {self._type(type_)}")
                lines.append(f"  store {self._type(type_)} %{name}, ptr %{name}.p")
        for name, type_ in function.locals.items():
            if name not in self._settled:
                lines.append(f"  %{name}.p = alloca {self._type(type_)}")
                zero = "zeroinitializer" if type_ is SET else "0"
                lines.append(f"  store {self._type(type_)} {zero}, ptr %{name}.p")
        for name, size in function.arrays.items():
            lines.append(f"  %{name} = alloca [{size} x i64], align 8")
        self._block(function.body)
        if self._open:
            lines.append("  unreachable" if function.signature.results else "  ret void")
        if self._may_be_spent:
            self._place(".spent")
            result = self._result(function.signature)
            value = str(TOO_LONG) if self.external else "zeroinitializer"
            lines.append("  ret void" if result == "void" else f"  ret {result} {value}")

    # Names

    def _type(self, type_: Type) -> str:
        if type_ is INT:
            return "i64"
        if type_ is TRUTH:
            return "i1"
        return "ptr" if type_ is ARRAY else self._set

    def _result(self, signature: Signature) -> str:
        results = signature.results
        if not results:
            return "void"
        if len(results) == 1:
            return self._type(results[0])
        return "{" + ", ".join(self._type(each) for each in results) + "}"

    def _place(self, label: str) -> None:
        """Begin the basic block of a label."""
        self.lines.append(f"{label}:")
        self._block_label = label
        self._open = True

    def _jump(self, label: str) -> None:
        """End the basic block with a jump, unless it has ended."""
        if self._open:
            self.lines.append(f"  br label %{label}")
            self._open = False

    # Statements

    def _block(self, body: Sequence[Statement]) -> None:
        for statement in body:
            if not self._open:
                return
            self._statement(statement)

    def _statement(self, statement: Statement) -> None:
        match statement:
            case Assign((name,), value):
                self._assign(name, self._number(value))
            case Assign(names, value):
                assert isinstance(value, Call)
                whole = self._call(value)
                if not self._function.read.issuperset(names):
                    self.wasteful[self._called] = value.name
                type_ = self._result(self._names.signatures[value.name])
                for place, name in enumerate(names):
                    self._assign(name, self._value(f"extractvalue {type_} {whole}, {place}"))
            case Put(array, index, value):
                word = self._number(value)
                pointer = self._value(f"getelementptr i64, ptr %{array}, i64 {self._number(index)}")
                volatile = "volatile " if array == VOLATILE else ""
                self.lines.append(f"  store {volatile}i64 {word}, ptr {pointer}")
            case If():
                self._if(statement)
            case While():
                self._while(statement)
            case Jump(word):
                self._jump(self._loops[-1][word == "break"])
            case Return(values):
                self._return(values)
            case Do(call) if call.name == "spend":
                self._spend(call)
            case Do(call):
                self._call(call)
            case NewArray(zeroed=False):
                pass
            case NewArray(name, size):
                self.lines.append(
                    f"  call void @llvm.memset.p0.i64(ptr align 8 %{name}, i8 0, i64 {8 * size}, i1 false)"
                )

    def _assign(self, name: str, value: str) -> None:
        if name in self._settled:
            self._known[name] = value
        else:
            self.lines.append(f"  store {self._type(type_of(name))} {value}, ptr %{name}.p")

    def _if(self, statement: If) -> None:
        then, after = self._label(), self._label()
        otherwise = self._label() if statement.otherwise else after
        self._branch(statement.condition, then, otherwise)
        self._place(then)
        self._block(statement.then)
        self._jump(after)
        if statement.otherwise:
            self._place(otherwise)
            self._block(statement.otherwise)
            self._jump(after)
        self._place(after)

    def _while(self, statement: While) -> None:
        self._loop = True
        test, body, after = self._label(), self._label(), self._label()
        self._jump(test)
        self._place(test)
        self._branch(statement.condition, body, after)
        self._place(body)
        self._loops.append((test, after))
        self._block(statement.body)
        self._loops.pop()
        self._jump(test)
        self._place(after)

    def _return(self, values: Sequence[Expression]) -> None:
        results = self._function.signature.results
        if not results:
            self.lines.append("  ret void")
        elif len(values) == len(results) == 1:
            self.lines.append(f"  ret {self._typed(values[0])}")
        else:
            type_ = self._result(self._function.signature)
            if len(values) == 1:
                call = values[0]
                assert isinstance(call, Call)
                whole = self._call(call)
            else:
                whole = "poison"
                for place, text in enumerate([self._typed(value) for value in values]):
                    whole = self._value(f"insertvalue {type_} {whole}, {text}, {place}")
            self.lines.append(f"  ret {type_} {whole}")
        self._open = False

    # Conditions

    def _branch(self, condition: Expression, then: str, otherwise: str) -> None:
        """End the basic block with a jump to one of two others."""
        if isinstance(condition, Logic):
            if condition.sign == "not":
                self._branch(condition.operands[0], otherwise, then)
                return
            for operand in condition.operands[:-1]:
                following = self._label()
                if condition.sign == "and":
                    self._branch(operand, following, otherwise)
                else:
                    self._branch(operand, then, following)
                self._place(following)
            self._branch(condition.operands[-1], then, otherwise)
            return
        if isinstance(condition, Number):
            self._jump(then if condition.value else otherwise)
            return
        self.lines.append(f"  br i1 {self._truth(condition)}, label %{then}, label %{otherwise}")
        self._open = False

    def _truth(self, condition: Expression) -> str:
        if isinstance(condition, Logic):
            return self._logic(condition)
        value = self._expression(condition)
        if condition.type is TRUTH:
            return value
        if condition.type is INT or not self._vectors:
            return self._value(f"icmp ne {self._type(condition.type)} {value}, 0")
        return self._asked("set.some", value)

    def _logic(self, condition: Logic) -> str:
        then, otherwise, after = self._label(), self._label(), self._label()
        self._branch(condition, then, otherwise)
        for label in (then, otherwise):
            self._place(label)
            self._jump(after)
        self._place(after)
        return self._value(f"phi i1 [ true, %{then} ], [ false, %{otherwise} ]")

    # Expressions

    def _typed(self, value: Expression) -> str:
        """Return a value with its type, as an operand; a truth value becomes an int."""
        if value.type is TRUTH:
            return f"i64 {self._number(value)}"
        return f"{self._type(value.type)} {self._expression(value)}"

    def _number(self, value: Expression) -> str:
        """Return an int or a set; a truth value becomes 0 or 1."""
        if value.type is TRUTH:
            return self._value(f"zext i1 {self._truth(value)} to i64")
        return self._expression(value)

    def _expression(self, value: Expression) -> str:
        match value:
            case Local(type_, name):
                if type_ is ARRAY:
                    return f"%{name}"
                if name in self._settled:
                    return self._known[name]
                return self._value(f"load {self._type(type_)}, ptr %{name}.p")
            case Number(type_, number) if type_ is not INT and self._vectors:
                return vectors.constant(number, self._names.words)
            case Number(type_, number):
                return constant(number, 64 if type_ is INT else 64 * self._names.words)
            case Binary():
                return self._binary(value)
            case Comparison(_, sign, left, right) if self._vectors and left.type not in (INT, TRUTH):
                assert sign in ("==", "!=")
                first, second = self._number(left), self._number(right)
                differs = self._asked("set.some", self._value(f"xor {self._set} {first}, {second}"))
                return differs if sign == "!=" else self._value(f"xor i1 {differs}, true")
            case Comparison(_, sign, left, right):
                kind = "i64" if left.type in (INT, TRUTH) else self._set
                first, second = self._number(left), self._number(right)
                return self._value(f"icmp {PREDICATES[sign]} {kind} {first}, {second}")
            case Item(_, array, index):
                pointer = self._value(f"getelementptr i64, ptr %{array}, i64 {self._number(index)}")
                volatile = "volatile " if array == VOLATILE else ""
                return self._value(f"load {volatile}i64, ptr {pointer}")
            case Entry(_, table, index):
                return self._entry(self._names.tables[table], self._number(index))
            case Call():
                return self._call(value)
            case Unary(type_, sign, operand) if self._vectors and type_ is not INT:
                text = self._number(operand)
                if sign == "~":
                    return self._value(f"xor {self._set} {text}, splat (i64 -1)")
                return self._difference("zeroinitializer", text)
            case Unary(type_, sign, operand):
                kind, text = self._type(type_), self._number(operand)
                return self._value(f"xor {kind} {text}, -1" if sign == "~" else f"sub {kind} 0, {text}")
            case Choice():
                return self._choice(value)
            case Logic():
                return self._logic(value)

    def _binary(self, value: Binary) -> str:
        if value.type is not INT and self._vectors:
            return self._on_vectors(value)
        left, right = self._number(value.left), self._number(value.right)
        if value.sign in ("<<", ">>") and value.type is not INT and self._names.words > 1:
            right = self._value(f"zext i64 {right} to {self._set}") if right.startswith("%") else right
        return self._value(f"{OPERATIONS[value.sign]} {self._type(value.type)} {left}, {right}")

    def _on_vectors(self, value: Binary) -> str:
        match value:
            case Binary(_, "&", Local(_, name), Binary(_, "-", Local(_, again), Number(_, 1))) if name == again:
                return self._asked("set.rest", self._number(value.left))
            case Binary(_, "&", Local(_, name), Unary(_, "-", Local(_, again))) if name == again:
                return self._asked("set.lowest", self._number(value.left))
            case Binary(_, "<<" | ">>" as sign, cells, Number(_, by)):
                return self._shifted(self._number(cells), by if sign == "<<" else -by)
        left, right = self._number(value.left), self._number(value.right)
        match value.sign:
            case "<<":
                return self._asked("set.up", left, f"i64 {right}")
            case ">>":
                return self._asked("set.down", left, f"i64 {right}")
            case "-":
                return self._difference(left, right)
        assert value.sign in ("&", "|", "^"), f"sets have no {value.sign}"
        return self._value(f"{OPERATIONS[value.sign]} {self._set} {left}, {right}")

    def _shifted(self, cells: str, by: int) -> str:
        """Shift a vector up by a constant, or down: words change lanes, and then bits change words."""
        sign, (lanes, bits) = (1 if by >= 0 else -1), divmod(abs(by), 64)
        near, far = (self._moved(cells, sign * lane) for lane in (lanes, lanes + 1))
        if not bits:
            return near
        ahead, back = ("shl", "lshr") if by > 0 else ("lshr", "shl")
        first = self._value(f"{ahead} {self._set} {near}, splat (i64 {bits})")
        second = self._value(f"{back} {self._set} {far}, splat (i64 {64 - bits})")
        return self._value(f"or {self._set} {first}, {second}")

    def _moved(self, cells: str, by: int) -> str:
        words, type_ = self._names.words, self._set
        if not by:
            return cells
        order = f"<{vectors.lanes(words)} x i32> {vectors.moved(words, by)}"
        return self._value(f"shufflevector {type_} {cells}, {type_} zeroinitializer, {order}")

    def _difference(self, left: str, right: str) -> str:
        """Subtract vectors as integers, since borrows go from word to word."""
        integer = f"i{64 * vectors.lanes(self._names.words)}"
        first, second = (self._value(f"bitcast {self._set} {text} to {integer}") for text in (left, right))
        found = self._value(f"sub {integer} {first}, {second}")
        return self._value(f"bitcast {integer} {found} to {self._set}")

    def _asked(self, name: str, cells: str, *others: str) -> str:
        """Call a function of ``vectors``, the first of whose arguments is a set."""
        self.intrinsics.add(name)
        result = "i1" if name == "set.some" else self._set
        return self._value(f"call {result} @{name}({', '.join([f'{self._set} {cells}', *others])})")

    def _entry(self, table: Table, index: str) -> str:
        if table.type is SET and self._vectors:
            self.tables.add(table.name)
            place = self._value(f"mul i64 {index}, {vectors.lanes(self._names.words)}")
            pointer = self._value(f"getelementptr i64, ptr @{table.name}, i64 {place}")
            return self._value(f"load {self._set}, ptr {pointer}, align 8")
        width = table.width(self._names.words)
        self.tables.add(table.name)
        pointer = self._value(f"getelementptr [{len(table.values)} x i{width}], ptr @{table.name}, i64 0, i64 {index}")
        value = self._value(f"load i{width}, ptr {pointer}")
        return value if table.type is SET or width == 64 else self._value(f"sext i{width} {value} to i64")

    def _choice(self, value: Choice) -> str:
        kind = self._type(value.type)
        if isinstance(value.then, Local | Number) and isinstance(value.otherwise, Local | Number):
            condition = self._truth(value.condition)
            return self._value(f"select i1 {condition}, {self._typed(value.then)}, {self._typed(value.otherwise)}")
        then, otherwise, after = self._label(), self._label(), self._label()
        self._branch(value.condition, then, otherwise)
        found = []
        for label, part in ((then, value.then), (otherwise, value.otherwise)):
            self._place(label)
            number = self._number(part)
            found.append(f"[ {number}, %{self._block_label} ]")  # evaluating the part may have begun other blocks
            self._jump(after)
        self._place(after)
        return self._value(f"phi {kind} {', '.join(found)}")

    def _call(self, call: Call) -> str:
        signature = INTRINSICS.get(call.name)
        symbol = call.name
        if signature is not None:
            self.intrinsics.add(call.name)
        else:
            signature = self._names.signatures[call.name]
            symbol = PREFIX + call.name
            self.calls.append(call.name)
        arguments = ", ".join([self._typed(each) for each in call.arguments])
        text = f"call {self._result(signature)} @{symbol}({arguments})"
        value = ""
        if signature.results:
            value = self._value(text)
        else:
            self.lines.append(f"  {text}")
        self._called = len(self.lines) - 1
        if call.name in self._counting:
            self._leave_if_spent(self._value(f"load i64, ptr {self._value(_STEPS)}"))
        return value

    # Steps

    def _spend(self, call: Call) -> None:
        pointer = self._value(_STEPS)
        before = self._value(f"load i64, ptr {pointer}")
        steps = self._value(f"add i64 {before}, {self._number(call.arguments[1])}")
        self.lines.append(f"  store i64 {steps}, ptr {pointer}")
        self._leave_if_spent(steps)

    def _leave_if_spent(self, steps: str) -> None:
        """Return from the function if too many steps were taken; its results are not used then."""
        spent, following = self._value(f"icmp sgt i64 {steps}, {most_steps(self._names.words)}"), self._label()
        self.lines.append(f"  br i1 {spent}, label %.spent, label %{following}, !prof !0")
        self._may_be_spent = True
        self._place(following)
