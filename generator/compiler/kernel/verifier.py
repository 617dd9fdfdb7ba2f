"""The verifier: it checks the types of one function of a program, and makes them final.

A function that has been read from a text, or built by emission, has types as far as names and neighbours tell them. The
verifier knows the signatures of all functions as well. It gives each literal the type that is needed where it stands,
folds operations on literals, and refuses a function whose types do not fit.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import assert_never

from tilewright.generator.compiler.kernel.nodes import (
    ARRAY,
    INT,
    INTRINSICS,
    LITERAL,
    MAX_LOCAL_ARRAY,
    RAW,
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
    Globals,
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
    Statement,
    Type,
    Unary,
    While,
    fitting,
    local,
    type_of,
)
from tilewright.generator.compiler.kernel.rewriting import blocks, targets

FOLDS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}

NO_MASK = "a set with bits above the board needs an & with a set that has none"


class Verifier:
    """Checks one function. Raises ``KernelError``."""

    def __init__(
        self,
        names: Globals,
        name: str,
        parameters: tuple[str, ...],
        body: Sequence[Statement],
        lines: Mapping[int, int] | None = None,
        line: int = 1,
    ) -> None:
        """*names* has the signature of the function. *lines* and *line*: see ``Definition``."""
        self._names, self._name, self._parameters, self._body = names, name, parameters, body
        self._lines = {} if lines is None else lines
        self._line = line
        self._results = names.signatures[name].results
        self._locals: dict[str, Type] = {}
        self._arrays: dict[str, int] = {}
        self._calls: set[str] = set()
        self._loops = 0
        self._assigned = set(parameters)
        """The variables that are certainly assigned where the check has arrived."""
        self._unsettled: set[str] = set()
        self._read: set[str] = set()

    def function(self) -> Function:
        """Return the function with final types. Call it once."""
        for name in self._parameters:
            self._variable(name)
        self._declare(self._body)
        body = self._block(self._body)
        signature = self._names.signatures[self._name]
        settled = frozenset({*self._parameters, *self._locals} - self._unsettled)
        calls, read = frozenset(self._calls), frozenset(self._read)
        return Function(self._name, self._parameters, signature, body, self._locals, self._arrays, calls, read, settled)

    def _refused(self, message: str) -> KernelError:
        """Return an error in the present line."""
        return KernelError(self._line, message)

    # Names

    def _variable(self, name: str) -> None:
        """Check that a name is not that of a constant or a table."""
        if name in self._names.constants or name in self._names.tables:
            raise self._refused(f"{name} is already something else")

    def _declare(self, body: Sequence[Statement]) -> None:
        """Note all local variables first: in a loop one may be used above the line that assigns it."""
        for statement in body:
            self._line = self._lines.get(id(statement), self._line)
            for name in targets(statement):
                if name in self._locals or name in self._parameters:
                    self._unsettled.add(name)
                elif type_of(name) is not ARRAY:
                    self._variable(name)
                    self._locals[name] = type_of(name)
            for block in blocks(statement):
                self._declare(block)

    def _array(self, name: str) -> None:
        """Check that a name is that of an array which is a parameter, or has been made above."""
        if type_of(name) is not ARRAY or (name not in self._arrays and name not in self._parameters):
            raise self._refused(f"{name} is not a known array or table")

    # Statements

    def _block(self, body: Sequence[Statement]) -> list[Statement]:
        checked: list[Statement] = []
        here: list[str] = []
        for statement in body:
            checked.append(self._statement(statement))
            for name in targets(statement):
                if name not in self._assigned:
                    self._assigned.add(name)
                    here.append(name)
        self._assigned.difference_update(here)
        return checked

    def _statement(self, statement: Statement) -> Statement:
        self._line = self._lines.get(id(statement), self._line)
        match statement:
            case Assign():
                return self._assign(statement)
            case NewArray():
                return self._new_array(statement)
            case Put():
                self._array(statement.array)
                return Put(statement.array, self._typed(statement.index, INT), self._typed(statement.value, INT))
            case If():
                condition = self._condition(statement.condition)
                return If(condition, self._block(statement.then), self._block(statement.otherwise))
            case While():
                condition = self._condition(statement.condition)
                self._loops += 1
                body = self._block(statement.body)
                self._loops -= 1
                return While(condition, body)
            case Jump():
                if not self._loops:
                    raise self._refused("no loop to leave")
                return statement
            case Return():
                return self._return(statement.values)
            case Do():
                return Do(self._call(statement.call))
            case _:
                assert_never(statement)

    def _assign(self, statement: Assign) -> Assign:
        names = statement.names
        if len(names) == 1:
            return Assign(names, self._typed(statement.value, type_of(names[0])))
        if not isinstance(statement.value, Call):
            raise self._refused("several names take the results of a call")
        call = self._call(statement.value)
        results = self._results_of(call)
        if tuple(type_of(name) for name in names) != results:
            raise self._refused(f"{call.name} gives {_list(results)}")
        if len(set(names)) < len(names):
            raise self._refused("a name takes two results")
        return Assign(names, call)

    def _new_array(self, statement: NewArray) -> NewArray:
        name, size = statement.name, statement.size
        if not 0 < size <= MAX_LOCAL_ARRAY:
            raise self._refused(f"a local array has from 1 to {MAX_LOCAL_ARRAY} words")
        if name in self._parameters or self._arrays.setdefault(name, size) != size:
            raise self._refused(f"{name} is already another array")
        return statement

    def _return(self, values: tuple[Expression, ...]) -> Return:
        if len(values) == len(self._results):
            return Return(tuple(self._typed(value, type_) for value, type_ in zip(values, self._results, strict=True)))
        assert len(values) == 1 and isinstance(values[0], Call)
        call = self._call(values[0])
        if self._results_of(call) != self._results:
            raise self._refused(f"{call.name} gives {_list(self._results_of(call))}")
        return Return((call,))

    # Expressions

    def _typed(self, value: Expression, type_: Type) -> Expression:
        """Return an expression checked, with a type."""
        return self._as(self._value(value), type_)

    def _as(self, value: Expression, type_: Type) -> Expression:
        """Return a checked value converted to a type. Literals are converted, a set may serve as a raw one."""
        if value.type is type_ or (type_ is INT and value.type is TRUTH):
            return value
        if isinstance(value, Number) and value.type is LITERAL:
            return Number(type_, fitting(self._line, value.value, type_, self._names.words))
        if type_ is RAW and value.type is SET:
            return value
        if isinstance(value, Choice) and value.type is LITERAL:
            return Choice(type_, value.condition, self._as(value.then, type_), self._as(value.otherwise, type_))
        if isinstance(value, Binary) and value.type is LITERAL:
            left = self._as(value.left, type_)
            right = value.right if value.sign in ("<<", ">>") else self._as(value.right, type_)
            return self._as(self._joined(value.sign, left, right), type_)
        if value.type is RAW:
            raise self._refused(NO_MASK)
        raise self._refused(f"{_ARTICLES[type_]} is needed, not {_ARTICLES[value.type]}")

    def _condition(self, value: Expression) -> Expression:
        """Return an expression checked as a condition: a truth, a set or an int."""
        if isinstance(value, Logic):
            return Logic(TRUTH, value.sign, tuple(map(self._condition, value.operands)))
        found = self._value(value)
        if found.type is LITERAL:
            return self._as(found, INT)
        return self._as(found, SET) if found.type is RAW else found

    def _value(self, value: Expression) -> Expression:
        """Return an expression checked, with its own type, which may still be ``literal``."""
        match value:
            case Number():
                return Number(LITERAL, value.value)
            case Local():
                return self._local(value.name)
            case Unary():
                return self._unary(value.sign, self._value(value.operand))
            case Binary():
                return self._joined(value.sign, self._value(value.left), self._value(value.right))
            case Comparison():
                return self._comparison(value.sign, self._value(value.left), self._value(value.right))
            case Logic():
                found = self._condition(value)
                assert isinstance(found, Logic)
                if value.sign != "not" and any(each.type is not TRUTH for each in found.operands):
                    raise self._refused("as a value, and/or join comparisons")
                return found
            case Choice():
                condition = self._condition(value.condition)
                return self._choice(condition, self._value(value.then), self._value(value.otherwise))
            case Item():
                self._array(value.array)
                return Item(INT, value.array, self._typed(value.index, INT))
            case Entry():
                table = self._names.tables.get(value.table)
                if table is None:
                    raise self._refused(f"{value.table} is not a known array or table")
                return Entry(table.type, value.table, self._typed(value.index, INT))
            case Call():
                call = self._call(value)
                if len(self._results_of(call)) != 1:
                    raise self._refused(f"{call.name} gives {_list(self._results_of(call))}")
                return call
            case _:
                assert_never(value)

    def _local(self, name: str) -> Expression:
        """Return the variable or the constant with a name."""
        type_ = type_of(name)
        if type_ is not ARRAY and (name in self._locals or name in self._parameters):
            self._read.add(name)
            if name not in self._assigned:
                self._unsettled.add(name)
            return local(name)
        value = self._names.constants.get(name)
        if value is not None:
            return Number(type_, value)
        if type_ is ARRAY or name in self._names.tables:
            raise self._refused(f"{name} is not a value")
        raise self._refused(f"{name} is not known")

    def _joined(self, sign: str, left: Expression, right: Expression) -> Expression:
        """Return a binary operation on checked operands."""
        if left.type is LITERAL is right.type and isinstance(left, Number) and isinstance(right, Number):
            return Number(LITERAL, self._folded(sign, left.value, right.value))
        if sign in ("<<", ">>"):
            return self._shifted(sign, left, right)
        if left.type is LITERAL is right.type:
            return Binary(LITERAL, sign, left, right)
        if left.type is LITERAL:
            left = self._beside(left, right.type)
        elif right.type is LITERAL:
            right = self._beside(right, left.type)
        if left.type in (INT, TRUTH) and right.type in (INT, TRUTH):
            return Binary(INT, sign, left, right)
        if left.type in (INT, TRUTH) or right.type in (INT, TRUTH):
            raise self._refused(f"{_ARTICLES[left.type]} and {_ARTICLES[right.type]} do not mix: {sign}")
        if sign == "-":
            return Binary(RAW, sign, left, right)
        if sign not in ("&", "|", "^"):
            raise self._refused(f"sets have no {sign}")
        clean = SET in (left.type, right.type) if sign == "&" else left.type is right.type is SET
        return Binary(SET if clean else RAW, sign, left, right)

    def _beside(self, literal: Expression, type_: Type) -> Expression:
        """Return a literal with the type of the other operand.

        Beside a set, a negative literal stands for ``~`` of a number: it becomes a raw set.
        """
        if type_ in (INT, TRUTH):
            return self._as(literal, INT)
        width = 64 * self._names.words
        if isinstance(literal, Number) and -1 << width <= literal.value < 0:
            return Number(RAW, literal.value + (1 << width))
        return self._as(literal, SET)

    def _folded(self, sign: str, left: int, right: int) -> int:
        """Return the result of an operation on two literals."""
        if sign in ("<<", ">>") and not 0 <= right < 64 * self._names.words:
            raise self._refused(f"a count of a shift lies below {64 * self._names.words}: {right}")
        if sign in ("//", "%") and right == 0:
            raise self._refused("division by zero")
        return FOLDS[sign](left, right)

    def _shifted(self, sign: str, left: Expression, right: Expression) -> Expression:
        """Return a shift of checked operands. A raw set cannot be shifted down."""
        count = self._as(right, INT)
        if left.type is RAW and sign == ">>":
            raise self._refused(NO_MASK)
        width = 64 if left.type in (INT, TRUTH) else 64 * self._names.words
        if isinstance(count, Number) and not 0 <= count.value < width:
            raise self._refused(f"a count of a shift lies below {width}: {count.value}")
        return Binary(INT if left.type is TRUTH else left.type, sign, left, count)

    def _unary(self, sign: str, operand: Expression) -> Expression:
        """Return a unary operation on a checked operand."""
        if isinstance(operand, Number) and operand.type is LITERAL:
            return Number(LITERAL, -operand.value if sign == "-" else ~operand.value)
        if operand.type is LITERAL:
            raise self._refused(f"{sign} of a literal that a variable shifts or chooses: give it a name")
        if operand.type in (SET, RAW):
            return Unary(RAW, sign, operand)
        if sign == "~":
            raise self._refused("~ is an operation of sets")
        return Unary(INT, sign, operand)

    def _comparison(self, sign: str, left: Expression, right: Expression) -> Expression:
        """Return a comparison of checked operands. Sets can only be equal or not."""
        sets = SET in (left.type, right.type) or RAW in (left.type, right.type)
        if sets and sign not in ("==", "!="):
            raise self._refused(f"sets are not ordered: {sign}")
        type_ = SET if sets else INT
        return Comparison(TRUTH, sign, self._as(left, type_), self._as(right, type_))

    def _choice(self, condition: Expression, then: Expression, otherwise: Expression) -> Expression:
        """Return a conditional expression of checked operands."""
        if then.type is LITERAL is otherwise.type:
            return Choice(LITERAL, condition, then, otherwise)
        if RAW in (then.type, otherwise.type):
            type_ = RAW
        elif SET in (then.type, otherwise.type):
            type_ = SET
        else:
            type_ = INT
        return Choice(type_, condition, self._as(then, type_), self._as(otherwise, type_))

    def _call(self, value: Call) -> Call:
        """Return a call with checked arguments. No array may be passed twice."""
        name = value.name
        if name in self._locals or name in self._parameters:
            raise self._refused(f"{name} is a variable here")
        signature = INTRINSICS.get(name) or self._names.signatures.get(name)
        if signature is None:
            raise self._refused(f"{name} is not a function")
        if name not in INTRINSICS:
            self._calls.add(name)
        parameters = signature.parameters
        if len(value.arguments) != len(parameters):
            raise self._refused(f"{name} takes {_list(parameters)}")
        pairs = list(zip(value.arguments, parameters, strict=True))
        arrays = [each.name for each, type_ in pairs if type_ is ARRAY and isinstance(each, Local)]
        if len(set(arrays)) < len(arrays):
            raise self._refused("an array is passed twice: the compiler relies on arrays that do not overlap")
        given = tuple(self._argument(each, type_) for each, type_ in pairs)
        return Call(signature.results[0] if signature.results else INT, name, given)

    def _argument(self, value: Expression, type_: Type) -> Expression:
        """Return a checked argument for a parameter of a type."""
        if type_ is not ARRAY:
            return self._typed(value, type_)
        if not isinstance(value, Local):
            raise self._refused("an array is needed")
        self._array(value.name)
        return Local(ARRAY, value.name)

    def _results_of(self, call: Call) -> tuple[Type, ...]:
        """Return the types of the results of a call."""
        return (INTRINSICS.get(call.name) or self._names.signatures[call.name]).results


_ARTICLES: dict[Type, str] = {
    INT: "an int",
    SET: "a set",
    ARRAY: "an array",
    TRUTH: "a comparison",
    RAW: "a set with bits above the board",
    LITERAL: "a literal",
}


def _list(types: Sequence[Type]) -> str:
    return f"({', '.join(types)})"
