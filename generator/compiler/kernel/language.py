"""The language of kernels: a restricted Python in which the name of a variable says its type.

A kernel text is one module, which CPython can run: a docstring, constants, tables, functions. A name begins with its
type:

* upper case: a *set* of cells, an unsigned number of ``64 * WORDS`` bits; ``WORDS`` is the first constant of the text;
* lower case: an *int*, a signed number of 64 bits;
* ``a_``: an *array* of 64-bit words, a parameter or a local variable (``a_x = [0] * 8``, or ``[None] * 8`` if each
  word is written before it is read);
* ``T_`` and ``t_`` at the level of the module: a *table* of sets or of ints.

A literal takes the type of the operand beside it. Sets and ints do not mix, except that the right operand of a shift is
an int below the width of the left one. Operations whose results would differ between CPython, whose numbers are
unbounded, and machine code are errors: ``~`` and ``-`` of a set give a *raw* set, which has bits above the board. It
must be masked by ``&`` with a set before it is used.

``parse`` returns a ``Module`` with the signatures of all functions. A function is checked when it is first asked for;
``check`` checks all of them.
"""

from __future__ import annotations

import ast
import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import assert_never

from tilewright.generator.compiler.kernel.nodes import (
    INT,
    INTRINSICS,
    LITERAL,
    MAX_WORDS,
    SET,
    Binary,
    Call,
    Choice,
    Comparison,
    Entry,
    Expression,
    Function,
    Globals,
    Item,
    KernelError,
    Local,
    Logic,
    NewArray,
    Number,
    Return,
    Signature,
    Statement,
    Table,
    Type,
    Unary,
    docstring,
    fitting,
    literal,
    refused,
    type_of,
)
from tilewright.generator.compiler.kernel.reaching import reached
from tilewright.generator.compiler.kernel.reader import Reader
from tilewright.generator.compiler.kernel.rewriting import every
from tilewright.generator.compiler.kernel.verifier import Verifier

_parsing = threading.Lock()


def words_of(source: str) -> int:
    """Return how many 64-bit words the sets of a kernel text have. Raises ``KernelError`` if it does not say so.

    Cost: the text is read up to the line that says it.
    """
    found = re.search(r"^WORDS = (\d+)$", source, re.MULTILINE)
    if found is None:
        raise KernelError(1, "the first constant is WORDS, the number of words of a set")
    return int(found[1])


def parse(source: str) -> Module:
    """Return the module of a kernel text; the bodies of its functions are not checked yet. Raises ``KernelError``."""
    try:
        tree = syntax_tree(source)
    except (SyntaxError, ValueError) as error:
        raise KernelError(getattr(error, "lineno", None) or 1, f"not Python: {error}") from error
    except RecursionError as error:
        raise KernelError(1, "nested too deeply") from error
    read = _TextReader(tree)
    return Module(read.names, read.definitions)


def syntax_tree(source: str) -> ast.Module:
    """Return Python's syntax tree of a text. Raises what ``ast.parse`` raises.

    CPython 3.11 counts the depth of recursion of this call for all threads together, and may raise ``SystemError`` if
    two of them parse at once (seen with 3.11.7; compare python/cpython#106905). So our threads take turns, and if
    another thread has interfered, the call is repeated once.
    """
    with _parsing:
        try:
            return ast.parse(source)
        except SystemError:
            return ast.parse(source)


def check(source: str) -> Module:
    """Return the module of a kernel text with all of its functions checked. Raises ``KernelError``."""
    module = parse(source)
    for name in module.names.signatures:
        module.function(name)
    return module


@dataclass(frozen=True)
class Definition:
    """A function that has not been checked yet."""

    parameters: tuple[str, ...]
    body: list[Statement]
    lines: Mapping[int, int] = field(default_factory=dict)
    """The line of each statement, by the statement's identity (``id``); empty if there is no text."""
    line: int = 1
    """The line in which the function begins."""


class Module:
    """A program: constants and tables, and its functions, which are checked when they are asked for."""

    def __init__(self, names: Globals, definitions: Mapping[str, Definition]) -> None:
        """*names* has the constants and tables; the signatures of the functions are added to it.

        Raises ``KernelError`` if the returns of a function differ in their number of values.
        """
        self.names = names
        self._definitions = definitions
        self._functions: dict[str, Function] = {}
        for name, found in definitions.items():
            names.signatures[name] = Signature(tuple(map(type_of, found.parameters)), ())
        self._find_results()

    def function(self, name: str) -> Function:
        """Return a function, checked; it is checked once. Raises ``KernelError``."""
        function = self._functions.get(name)
        if function is None:
            found = self._definitions[name]
            try:
                verifier = Verifier(self.names, name, found.parameters, found.body, found.lines, found.line)
                function = verifier.function()
            except RecursionError as error:
                raise KernelError(found.line, "nested too deeply") from error
            self._functions[name] = function
        return function

    def extended(self, functions: Sequence[Function]) -> Module:
        """Return a module with all functions of this one, and with new ones that have final types."""
        module = copy(self)
        signatures = self.names.signatures | {each.name: each.signature for each in functions}
        module.names = replace(self.names, signatures=signatures)
        module._functions = self._functions | {each.name: each for each in functions}
        return module

    def reachable(self, names: Sequence[str]) -> list[Function]:
        """Return the functions with these names and all that they call, directly or not, each once.

        The order is the same in every run. Raises ``KernelError``.
        """
        return [self.function(name) for name in reached(names, lambda name: sorted(self.function(name).calls))]

    def check_entries(self, names: Sequence[str]) -> None:
        """Check that functions of these names can be called from outside, with ints and arrays, for an int.

        Raises ``KernelError`` if one is missing or cannot be called so.
        """
        for name in names:
            signature = self.names.signatures.get(name)
            if signature is None:
                raise KernelError(1, f"there is no function {name}")
            if signature.results != (INT,) or SET in signature.parameters:
                message = f"{name} cannot be called from outside: it does not take ints and arrays and give an int"
                raise KernelError(1, message)

    def _find_results(self) -> None:
        """Infer the types of the results of all functions.

        A function that returns a call has the results of the called function, and calls may be recursive, so this is
        repeated until nothing changes.
        """
        returns = {
            name: [each for each in every(found.body) if isinstance(each, Return)]
            for name, found in self._definitions.items()
        }
        shapes: dict[str, list[Type]] = {}
        for name, found in returns.items():
            lengths = {self._length(node) for node in found} - {-1}
            if len(lengths) > 1:
                raise self._differ(name, found[-1])
            if lengths:
                shapes[name] = [LITERAL] * lengths.pop()
        changed = True
        while changed:
            changed = False
            for name, found in returns.items():
                for node in found:
                    kinds = self._kinds(node.values, shapes)
                    shape = shapes.setdefault(name, kinds) if kinds is not None else None
                    if kinds is None or shape is None:
                        continue
                    if shape is kinds:
                        changed = True
                    if len(shape) != len(kinds):
                        raise self._differ(name, node)
                    for place, kind in enumerate(kinds):
                        if shape[place] is LITERAL and kind is not LITERAL:
                            shape[place] = kind
                            changed = True
        for name, found in returns.items():
            unknown: list[Type] = [INT] if any(node.values for node in found) else []  # only endless recursion
            kinds = shapes.get(name, unknown)
            self.names.signatures[name].results = tuple(INT if kind is LITERAL else kind for kind in kinds)

    def _differ(self, name: str, statement: Return) -> KernelError:
        """Return the error that the returns of a function differ in length."""
        found = self._definitions[name]
        line = found.lines.get(id(statement), found.line)
        return KernelError(line, f"the returns of {name} differ in their number of values")

    def _length(self, statement: Return) -> int:
        """Return the number of values of a return; -1 if it returns a call, whose results are not known yet."""
        values = statement.values
        return -1 if len(values) == 1 and isinstance(values[0], Call) else len(values)

    def _kinds(self, values: tuple[Expression, ...], shapes: dict[str, list[Type]]) -> list[Type] | None:
        """Return the types of returned values, ``literal`` where one is not known yet; None if their number is not."""
        if len(values) == 1 and isinstance(values[0], Call) and values[0].name in self.names.signatures:
            known = shapes.get(values[0].name)
            return None if known is None else list(known)
        return [self._kind(value, shapes) for value in values]

    def _kind(self, value: Expression, shapes: dict[str, list[Type]]) -> Type:
        """Return the type of an expression as its names say it; ``literal`` if it is not known yet."""
        match value:
            case Local():
                return type_of(value.name)
            case Unary():
                return self._kind(value.operand, shapes)
            case Binary(_, "<<" | ">>", left, _):
                return self._kind(left, shapes)
            case Binary():
                kind = self._kind(value.left, shapes)
                return self._kind(value.right, shapes) if kind is LITERAL else kind
            case Choice():
                kind = self._kind(value.then, shapes)
                return self._kind(value.otherwise, shapes) if kind is LITERAL else kind
            case Entry():
                return SET if value.table.startswith("T_") else INT
            case Call():
                results = INTRINSICS[value.name].results if value.name in INTRINSICS else shapes.get(value.name)
                return results[0] if results else LITERAL
            case Number():
                return LITERAL
            case Item() | Comparison() | Logic():
                return INT
            case _:
                assert_never(value)


class _TextReader(Reader):
    """Reads a text: constants, tables and functions, with the lines of their statements."""

    def __init__(self, tree: ast.Module) -> None:
        self.names = Globals({}, {}, {})
        self.definitions: dict[str, Definition] = {}
        self._lines: dict[int, int] = {}
        for number, statement in enumerate(tree.body):
            if isinstance(statement, ast.FunctionDef):
                self._define(statement)
            elif isinstance(statement, ast.Assign):
                self._constant(statement)
            elif number or docstring(statement) is None:
                raise refused(statement, "a module has a docstring, constants, tables and functions")
        if "WORDS" not in self.names.constants:
            raise KernelError(1, "the first constant is WORDS, the number of words of a set")

    def statement(self, node: ast.stmt) -> Iterable[Statement]:
        """Return what a statement becomes, and record its line."""
        found = tuple(super().statement(node))
        self._lines.update((id(statement), node.lineno) for statement in found)
        return found

    def new_array(self, name: str, node: ast.expr) -> NewArray:
        """Return the statement that makes a local array, whose size may be the name of a constant."""
        match node:
            case ast.BinOp(_, ast.Mult(), ast.Name(size)) if size in self.names.constants:
                node.right = ast.copy_location(ast.Constant(self.names.constants[size]), node)
        return super().new_array(name, node)

    def _define(self, node: ast.FunctionDef) -> None:
        """Read a function."""
        arguments = node.args
        if node.name in self.definitions or node.name in INTRINSICS:
            raise refused(node, f"there are two functions {node.name}")
        if type_of(node.name) is not INT:
            raise refused(node, f"the name of a function is lower case: {node.name}")
        plain = not (arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg or arguments.kwarg)
        if not plain or arguments.defaults or node.decorator_list or any(each.annotation for each in arguments.args):
            raise refused(node, "parameters are plain names")
        rest = node.body[1:] if docstring(node.body[0]) is not None else node.body
        try:
            body = self.block(rest)
        except RecursionError as error:
            raise KernelError(node.lineno, "nested too deeply") from error
        parameters = tuple(each.arg for each in arguments.args)
        self.definitions[node.name] = Definition(parameters, body, self._lines, node.lineno)

    def _constant(self, node: ast.Assign) -> None:
        """Read a constant or a table."""
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name):
            raise refused(node, "a constant has one name")
        name = target.id
        if name in self.names.constants or name in self.names.tables:
            raise refused(node, f"{name} is given twice")
        if not self.names.constants and name != "WORDS":
            raise refused(node, "the first constant is WORDS, the number of words of a set")
        if isinstance(node.value, ast.Tuple):
            if not name.startswith(("T_", "t_")) or not node.value.elts:
                raise refused(node, "a table is called T_X or t_x and has an entry")
            type_ = type_of(name)
            values = tuple(self._value(each, type_) for each in node.value.elts)
            self.names.tables[name] = Table(name, type_, values)
            return
        if name.startswith(("T_", "t_", "a_")):
            raise refused(node, f"{name} is not the name of a constant")
        if name == "WORDS":
            words = literal(node.value)
            if words is None or not 1 <= words <= MAX_WORDS:
                raise refused(node, f"WORDS is a number from 1 to {MAX_WORDS}")
            self.names.constants[name] = words
        else:
            self.names.constants[name] = self._value(node.value, type_of(name))

    def _value(self, node: ast.expr, type_: Type) -> int:
        """Return the value of a literal, which must fit the type."""
        value = literal(node)
        if value is None:
            raise refused(node, "a constant is a literal")
        return fitting(node.lineno, value, type_, self.names.words)
