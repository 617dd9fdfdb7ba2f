"""Checks the body of one function of a kernel text and makes its typed tree."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence

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
    If,
    Item,
    Jump,
    Local,
    Logic,
    Names,
    NewArray,
    Number,
    Put,
    Return,
    Statement,
    Type,
    Unary,
    While,
    docstring,
    fitting,
    literal,
    refused,
    type_of,
)

_SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
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


class Body:
    """One function on its way from Python's tree to a typed one. Raises ``KernelError``."""

    def __init__(self, names: Names, node: ast.FunctionDef) -> None:
        self._names = names
        self._node = node
        self._parameters = tuple(each.arg for each in node.args.args)
        self._results = names.signatures[node.name].results
        self._locals: dict[str, Type] = {}
        self._arrays: dict[str, int] = {}
        self._calls: set[str] = set()
        self._loops = 0

    def function(self) -> Function:
        """Check the function and return it."""
        for name in self._parameters:
            self._variable(self._node, name)
        self._declare(self._node.body)
        rest = self._node.body
        if rest and docstring(rest[0]) is not None:
            rest = rest[1:]
        body = self._block(rest)
        name = self._node.name
        signature = self._names.signatures[name]
        return Function(name, self._parameters, signature, body, self._locals, self._arrays, frozenset(self._calls))

    # Names

    def _variable(self, node: ast.AST, name: str) -> None:
        """Check that a name can be that of a variable."""
        if name in self._names.constants or name in self._names.tables:
            raise refused(node, f"{name} is already something else")

    def _declare(self, body: Sequence[ast.stmt]) -> None:
        """Find the variables, which may be used before the line that assigns them in a loop."""
        for statement in body:
            match statement:
                case ast.Assign(targets=[target]) | ast.AugAssign(target=target):
                    names = target.elts if isinstance(target, ast.Tuple) else [target]
                    for each in names:
                        if isinstance(each, ast.Name) and type_of(each.id) is not ARRAY:
                            self._target(each)
                case ast.If(body=first, orelse=second) | ast.While(body=first, orelse=second):
                    self._declare(first)
                    self._declare(second)

    def _target(self, node: ast.Name) -> None:
        name = node.id
        if name not in self._locals and name not in self._parameters:
            self._variable(node, name)
            self._locals[name] = type_of(name)

    # Statements

    def _block(self, body: Sequence[ast.stmt]) -> list[Statement]:
        found = []
        for statement in body:
            if not isinstance(statement, ast.Pass):
                found.append(self._statement(statement))
        return found

    def _statement(self, node: ast.stmt) -> Statement:
        match node:
            case ast.Assign(targets=[target], value=value):
                return self._assign(node, target, value)
            case ast.AugAssign(target=target, op=op, value=value):
                return self._augmented(node, target, op, value)
            case ast.If(test=test, body=body, orelse=orelse):
                return If(self._condition(test), self._block(body), self._block(orelse))
            case ast.While(test=test, body=body, orelse=[]):
                condition = self._condition(test)
                self._loops += 1
                found = self._block(body)
                self._loops -= 1
                return While(condition, found)
            case ast.Break() | ast.Continue():
                if not self._loops:
                    raise refused(node, "no loop to leave")
                return Jump("break" if isinstance(node, ast.Break) else "continue")
            case ast.Return(value=value):
                return self._return(node, value)
            case ast.Expr(value=ast.Call() as call):
                return Do(self._call(call))
            case _:
                raise refused(node, f"{type(node).__name__} is not a statement of kernels")

    def _assign(self, node: ast.Assign, target: ast.expr, value: ast.expr) -> Statement:
        match target:
            case ast.Name(name) if type_of(name) is ARRAY:
                return self._new_array(node, name, value)
            case ast.Name(name):
                return Assign((name,), self._typed(value, type_of(name)))
            case ast.Subscript(ast.Name(name), index):
                self._array(target, name)
                return Put(name, self._typed(index, INT), self._typed(value, INT))
            case ast.Tuple(elts):
                names = tuple(each.id for each in elts if isinstance(each, ast.Name))
                if len(names) < len(elts) or not isinstance(value, ast.Call):
                    raise refused(node, "several names take the results of a call")
                call = self._call(value)
                results = self._results_of(call)
                if tuple(type_of(name) for name in names) != results:
                    raise refused(node, f"{call.name} gives {_list(results)}")
                if len(set(names)) < len(names):
                    raise refused(node, "a name takes two results")
                return Assign(names, call)
            case _:
                raise refused(node, "a value is assigned to a name, to names or to a word of an array")

    def _new_array(self, node: ast.Assign, name: str, value: ast.expr) -> NewArray:
        match value:
            case ast.BinOp(ast.List([ast.Constant(0 | None)]), ast.Mult(), size):
                words = self._names.constants.get(size.id) if isinstance(size, ast.Name) else literal(size)
            case _:
                words = None
        if words is None or not 0 < words <= MAX_LOCAL_ARRAY:
            raise refused(
                node, f"a local array is made by [0] * size or [None] * size, with a size from 1 to {MAX_LOCAL_ARRAY}"
            )
        if name in self._parameters or self._arrays.setdefault(name, words) != words:
            raise refused(node, f"{name} is already another array")
        assert isinstance(value, ast.BinOp) and isinstance(value.left, ast.List)
        zeroed = ast.literal_eval(value.left.elts[0]) is not None
        return NewArray(name, words, zeroed)

    def _augmented(self, node: ast.AugAssign, target: ast.expr, op: ast.operator, value: ast.expr) -> Statement:
        match target:
            case ast.Name(name) if type_of(name) is not ARRAY:
                type_ = type_of(name)
                return Assign(
                    (name,), self._as(node, self._join(node, op, Local(type_, name), self._value(value)), type_)
                )
            case ast.Subscript(ast.Name(name), index):
                if any(isinstance(each, ast.Call) for each in ast.walk(index)):
                    raise refused(node, "the index of an augmented assignment has no call, for it is found twice")
                self._array(target, name)
                place = self._typed(index, INT)
                joined = self._join(node, op, Item(INT, name, place), self._value(value))
                return Put(name, place, self._as(node, joined, INT))
            case _:
                raise refused(node, "a value is assigned to a name or to a word of an array")

    def _return(self, node: ast.Return, value: ast.expr | None) -> Return:
        if value is None:
            return Return(())
        if isinstance(value, ast.Tuple):
            return Return(
                tuple(self._typed(each, type_) for each, type_ in zip(value.elts, self._results, strict=True))
            )
        if len(self._results) == 1:
            return Return((self._typed(value, self._results[0]),))
        assert isinstance(value, ast.Call)
        call = self._call(value)
        if self._results_of(call) != self._results:
            raise refused(node, f"{call.name} gives {_list(self._results_of(call))}")
        return Return((call,))

    # Expressions

    def _typed(self, node: ast.expr, type_: Type) -> Expression:
        return self._as(node, self._value(node), type_)

    def _as(self, node: ast.AST, value: Expression, type_: Type) -> Expression:
        """Return a value as one of a type."""
        if value.type is type_ or (type_ is INT and value.type is TRUTH):
            return value
        if isinstance(value, Number) and value.type is LITERAL:
            return Number(type_, fitting(node, value.value, type_, self._names.words))
        if type_ is RAW and value.type is SET:
            return value
        if isinstance(value, Choice) and value.type is LITERAL:
            then, otherwise = self._as(node, value.then, type_), self._as(node, value.otherwise, type_)
            return Choice(type_, value.condition, then, otherwise)
        if isinstance(value, Binary) and value.type is LITERAL:
            left = self._as(node, value.left, type_)
            right = value.right if value.sign in ("<<", ">>") else self._as(node, value.right, type_)
            return self._as(node, self._joined(node, value.sign, left, right), type_)
        if value.type is RAW:
            raise refused(node, "a set with bits above the board needs an & with a set that has none")
        raise refused(node, f"{_ARTICLES[type_]} is needed, not {_ARTICLES[value.type]}")

    def _condition(self, node: ast.expr) -> Expression:
        """Return an expression as a condition: a truth, a set or an int."""
        match node:
            case ast.BoolOp(op, values):
                sign = "and" if isinstance(op, ast.And) else "or"
                return Logic(TRUTH, sign, tuple(self._condition(each) for each in values))
            case ast.UnaryOp(ast.Not(), operand):
                return Logic(TRUTH, "not", (self._condition(operand),))
        value = self._value(node)
        if value.type is LITERAL:
            return self._as(node, value, INT)
        return self._as(node, value, SET) if value.type is RAW else value

    def _value(self, node: ast.expr) -> Expression:
        match node:
            case ast.Name(name):
                return self._name(node, name)
            case ast.Constant(value) if isinstance(value, int):
                return Number(LITERAL, int(value))
            case ast.BinOp(left, op, right):
                return self._join(node, op, self._value(left), self._value(right))
            case ast.Subscript(ast.Name(name), index):
                table = self._names.tables.get(name)
                if table is not None:
                    return Entry(table.type, name, self._typed(index, INT))
                self._array(node, name)
                return Item(INT, name, self._typed(index, INT))
            case ast.Call():
                call = self._call(node)
                if len(self._results_of(call)) != 1:
                    raise refused(node, f"{call.name} gives {_list(self._results_of(call))}")
                return call
            case ast.Compare(left, [op], [right]):
                return self._comparison(node, op, self._value(left), self._value(right))
            case ast.UnaryOp(ast.Not()):
                return self._condition(node)
            case ast.UnaryOp(op, operand):
                return self._unary(node, op, self._value(operand))
            case ast.IfExp(test, body, orelse):
                return self._choice(node, self._condition(test), self._value(body), self._value(orelse))
            case ast.BoolOp():
                found = self._condition(node)
                assert isinstance(found, Logic)
                if any(each.type is not TRUTH for each in found.operands):
                    raise refused(node, "as a value, and/or join comparisons")
                return found
            case _:
                raise refused(node, f"{type(node).__name__} is not an expression of kernels")

    def _name(self, node: ast.AST, name: str) -> Expression:
        if name in self._locals or name in self._parameters:
            type_ = type_of(name)
            if type_ is not ARRAY:
                return Local(type_, name)
        value = self._names.constants.get(name)
        if value is not None:
            return Number(type_of(name), value)
        if type_of(name) is ARRAY or name in self._names.tables:
            raise refused(node, f"{name} is not a value")
        raise refused(node, f"{name} is not known")

    def _array(self, node: ast.AST, name: str) -> None:
        if type_of(name) is not ARRAY or (name not in self._arrays and name not in self._parameters):
            raise refused(node, f"{name} is not a known array or table")

    def _join(self, node: ast.AST, op: ast.operator, left: Expression, right: Expression) -> Expression:
        sign = _SIGNS.get(type(op))
        if sign is None:
            raise refused(node, f"{type(op).__name__} is not an operation of kernels")
        return self._joined(node, sign, left, right)

    def _joined(self, node: ast.AST, sign: str, left: Expression, right: Expression) -> Expression:
        if left.type is LITERAL is right.type and isinstance(left, Number) and isinstance(right, Number):
            return Number(LITERAL, self._folded(node, sign, left.value, right.value))
        if sign in ("<<", ">>"):
            return self._shifted(node, sign, left, right)
        if left.type is LITERAL is right.type:
            return Binary(LITERAL, sign, left, right)
        if left.type is LITERAL:
            left = self._beside(node, left, right.type)
        elif right.type is LITERAL:
            right = self._beside(node, right, left.type)
        if left.type in (INT, TRUTH) and right.type in (INT, TRUTH):
            return Binary(INT, sign, left, right)
        if left.type in (INT, TRUTH) or right.type in (INT, TRUTH):
            raise refused(node, f"{_ARTICLES[left.type]} and {_ARTICLES[right.type]} do not mix: {sign}")
        if sign == "-":
            return Binary(RAW, sign, left, right)
        if sign not in ("&", "|", "^"):
            raise refused(node, f"sets have no {sign}")
        clean = SET in (left.type, right.type) if sign == "&" else left.type is right.type is SET
        return Binary(SET if clean else RAW, sign, left, right)

    def _beside(self, node: ast.AST, literal: Expression, type_: Type) -> Expression:
        """Return a literal that stands beside a value of a type. A negative one beside a set is what ``~`` made."""
        if type_ in (INT, TRUTH):
            return self._as(node, literal, INT)
        width = 64 * self._names.words
        if isinstance(literal, Number) and -1 << width <= literal.value < 0:
            return Number(RAW, literal.value + (1 << width))
        return self._as(node, literal, SET)

    def _folded(self, node: ast.AST, sign: str, left: int, right: int) -> int:
        if sign in ("<<", ">>") and not 0 <= right < 64 * self._names.words:
            raise refused(node, f"a count of a shift lies below {64 * self._names.words}: {right}")
        if sign in ("//", "%") and right == 0:
            raise refused(node, "division by zero")
        return FOLDS[sign](left, right)

    def _shifted(self, node: ast.AST, sign: str, left: Expression, right: Expression) -> Expression:
        count = self._as(node, right, INT)
        if left.type is RAW and sign == ">>":
            raise refused(node, "a set with bits above the board needs an & with a set that has none")
        width = 64 if left.type in (INT, TRUTH) else 64 * self._names.words
        if isinstance(count, Number) and not 0 <= count.value < width:
            raise refused(node, f"a count of a shift lies below {width}: {count.value}")
        return Binary(INT if left.type is TRUTH else left.type, sign, left, count)

    def _unary(self, node: ast.AST, op: ast.unaryop, operand: Expression) -> Expression:
        if isinstance(op, ast.UAdd):
            raise refused(node, "+ stands between two values")
        sign = "-" if isinstance(op, ast.USub) else "~"
        if isinstance(operand, Number) and operand.type is LITERAL:
            return Number(LITERAL, -operand.value if sign == "-" else ~operand.value)
        if operand.type is LITERAL:
            raise refused(node, f"{sign} of a literal that a variable shifts or chooses: give it a name")
        if operand.type in (SET, RAW):
            return Unary(RAW, sign, operand)
        if sign == "~":
            raise refused(node, "~ is an operation of sets")
        return Unary(INT, sign, operand)

    def _comparison(self, node: ast.AST, op: ast.cmpop, left: Expression, right: Expression) -> Expression:
        sign = _COMPARISONS.get(type(op))
        if sign is None:
            raise refused(node, f"{type(op).__name__} is not a comparison of kernels")
        sets = SET in (left.type, right.type) or RAW in (left.type, right.type)
        if sets and sign not in ("==", "!="):
            raise refused(node, f"sets are not ordered: {sign}")
        type_ = SET if sets else INT
        return Comparison(TRUTH, sign, self._as(node, left, type_), self._as(node, right, type_))

    def _choice(self, node: ast.AST, condition: Expression, then: Expression, otherwise: Expression) -> Expression:
        if then.type is LITERAL is otherwise.type:
            return Choice(LITERAL, condition, then, otherwise)
        if RAW in (then.type, otherwise.type):
            type_ = RAW
        elif SET in (then.type, otherwise.type):
            type_ = SET
        else:
            type_ = INT
        return Choice(type_, condition, self._as(node, then, type_), self._as(node, otherwise, type_))

    def _call(self, node: ast.Call) -> Call:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise refused(node, "a call is f(value, ...)")
        name = node.func.id
        if name in self._locals or name in self._parameters:
            raise refused(node, f"{name} is a variable here")
        signature = INTRINSICS.get(name) or self._names.signatures.get(name)
        if signature is None:
            raise refused(node, f"{name} is not a function")
        if name not in INTRINSICS:
            self._calls.add(name)
        parameters = signature.parameters
        if len(node.args) != len(parameters):
            raise refused(node, f"{name} takes {_list(parameters)}")
        arrays = [
            each.id
            for each, type_ in zip(node.args, parameters, strict=True)
            if type_ is ARRAY and isinstance(each, ast.Name)
        ]
        if len(set(arrays)) < len(arrays):
            raise refused(node, "an array is passed twice: the compiler relies on arrays that do not overlap")
        arguments = tuple(self._argument(each, type_) for each, type_ in zip(node.args, parameters, strict=True))
        return Call(signature.results[0] if signature.results else INT, name, arguments)

    def _argument(self, node: ast.expr, type_: Type) -> Expression:
        if type_ is not ARRAY:
            return self._typed(node, type_)
        if not isinstance(node, ast.Name):
            raise refused(node, "an array is needed")
        self._array(node, node.id)
        return Local(ARRAY, node.id)

    def _results_of(self, call: Call) -> tuple[Type, ...]:
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
