"""Templates: functions in the language of kernels with holes, which are filled for each game.

The files stand in ``generator/compiler/templates``. A hole is a name of at least two capitals, or ``P``:

    SIZE                        a number or an expression
    POSITION                    several values: in a list of parameters, arguments, targets or results, all of them
    WHOLE = RESULTS             assignments of several values, one after the other
    EACH_MOVE                   alone in its line: statements
    if REMEMBERS:               if the condition is known, only one branch is emitted
    for P in range(PLAYERS):    the body, once for each number
    count_P(POSITION)           P in the name of a function or variable is the number: count_0, count_1
    t = any_p(POSITION)         calls the function of turn ``p``, one of ``MOVERS``: ``if p == 0: t = any_0(...)`` ...
    def STOP(ERROR):            a block: a call is replaced by its statements, with the parameters filled as holes
    with EACH_ROW(1):           a call of a block; the statements below it replace ``yield`` in the block
    from plies import STOP      imports blocks of another template
    from a.b import TOP, Node   imports constants of a Python module: TOP, Node.VISITS, len(Node) are numbers
    MASK = (1 << TOP) - 1       a constant of the template

It is an error to leave a hole open, or to fill one that the template does not have.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import EnumMeta
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from tilewright.generator.compiler.kernel.language import syntax_tree
from tilewright.generator.compiler.kernel.nodes import (
    Assign,
    Binary,
    Call,
    Choice,
    Expression,
    If,
    KernelError,
    Local,
    Logic,
    Number,
    Statement,
    comparison,
    docstring,
    expression,
    local,
    refused,
)
from tilewright.generator.compiler.kernel.reader import Reader
from tilewright.generator.compiler.kernel.verifier import FOLDS

Hole: TypeAlias = int | Expression | tuple[str | Expression, ...] | list[Statement]
"""What fills a hole: a number, an expression, several values (variables by their names), or statements."""

FOLDER = Path(__file__).parent.parent / "templates"

_HOLE = re.compile(r"[A-Z][A-Z_]+|P")
_P = re.compile(r"(?<=_)P(?=_|$)")


@dataclass(frozen=True)
class Block:
    """Statements that replace each call of the block. The parameters are holes."""

    parameters: tuple[str, ...]
    body: Sequence[ast.stmt]
    holes: frozenset[str]
    """The names of its holes without its parameters."""
    blocks: Mapping[str, Block]
    """The blocks that it may call."""
    constants: Mapping[str, object]
    """The constants of its template: numbers, and classes that have some."""


@cache
def template(name: str) -> Template:
    """Return the template of a file without its suffix; a file is read once. Raises ``KernelError``."""
    return Template(name, (FOLDER / f"{name}.kernel").read_text(encoding="utf-8"))


class Template:
    """The functions and blocks of a file."""

    def __init__(self, name: str, source: str) -> None:
        """*source* is the text of the file. Raises ``KernelError``."""
        self.name = name
        self.blocks: dict[str, Block] = {}
        self._constants: dict[str, object] = {}
        self._functions: list[ast.FunctionDef] = []
        holes: set[str] = set()
        for node in syntax_tree(source).body:
            match node:
                case ast.ImportFrom(str(other), names) if "." in other:
                    module = import_module(other)
                    self._constants |= {each.name: getattr(module, each.name) for each in names}
                case ast.ImportFrom(str(other), names):
                    known = template(other).blocks
                    self.blocks |= {each.name: known[each.name] for each in names}
                case ast.Assign([ast.Name(constant)], value) if _HOLE.fullmatch(constant):
                    self._constants[constant] = _Filling({}, self._constants, {}).number(value)
                case ast.FunctionDef():
                    found = self._holes(node)
                    if _HOLE.fullmatch(node.name):
                        parameters = tuple(each.arg for each in node.args.args)
                        holes_left = frozenset(found - {*parameters})
                        self.blocks[node.name] = Block(parameters, node.body, holes_left, self.blocks, self._constants)
                    else:
                        self._functions.append(node)
                        holes |= found
                case _ if docstring(node) is None:
                    raise KernelError(node.lineno, f"{name}: a template has functions, blocks, constants and imports")
        self.holes = frozenset(holes)
        """The names of the holes of all functions."""

    def functions(self, holes: Mapping[str, Hole]) -> Iterator[tuple[str, tuple[str, ...], list[Statement]]]:
        """Yield the name, parameters and body of each function with its holes filled, in the order of the file.

        Raises ``KernelError``.
        """
        for hole in sorted(self.holes - {*holes}):
            raise KernelError(1, f"{self.name}: nothing fills {hole}")
        for hole in sorted({*holes} - self.holes):
            raise KernelError(1, f"{self.name}: there is no hole {hole}")
        reader = _Filling(self.blocks, self._constants, holes)
        for node in self._functions:
            parameters = reader.targets([ast.Name(each.arg) for each in node.args.args])
            yield reader.named(node.name), parameters, reader.block(node.body)

    def _holes(self, function: ast.FunctionDef) -> set[str]:
        """Return the names of the holes in a function, including those in the blocks that it calls."""
        found, loops = {"P"} if _P.search(function.name) else set[str](), set[str]()
        for node in ast.walk(function):
            match node:
                case ast.For(ast.Name(variable)):
                    loops.add(variable)
                case ast.Name(name) if name in self.blocks:
                    found |= self.blocks[name].holes
                case ast.Name(name) | ast.arg(name):
                    found |= {"MOVERS"} if name.endswith("_p") else {"P"} if _P.search(name) else {name}
        return {name for name in found - loops - self._constants.keys() if _HOLE.fullmatch(name)}


class _Filling(Reader):
    """Reads functions, and fills their holes on the way."""

    def __init__(self, blocks: Mapping[str, Block], constants: Mapping[str, object], holes: Mapping[str, Hole]) -> None:
        self._blocks = blocks
        self._constants = constants
        self._holes = holes

    def named(self, name: str) -> str:
        """Return a name in which P is replaced by its number."""
        return _P.sub(lambda _: str(self.number(ast.Name("P"))), name)

    def number(self, node: ast.expr) -> int:
        """Return the value of an expression that is known when the template is filled."""
        number = self.expression(node).constant
        if number is None:
            raise refused(node, "a number is needed that is known")
        return number

    def statement(self, node: ast.stmt) -> Iterable[Statement]:
        match node:
            case ast.Expr(ast.Constant(str())):
                return ()
            case ast.Expr(ast.Name(name)):
                return self._statements(name, node)
            case ast.Expr(ast.Yield()):
                return self._statements("yield", node)
            case ast.Expr(ast.Call(ast.Name(name), arguments)) if name in self._blocks:
                return self._expanded(name, arguments, [])
            case ast.With([ast.withitem(ast.Call(ast.Name(name), arguments))], body):
                return self._expanded(name, arguments, self.block(body))
            case ast.For(ast.Name(variable), ast.Call(ast.Name("range"), [size]), body):
                holes = ({**self._holes, variable: number} for number in range(self.number(size)))
                each = (_Filling(self._blocks, self._constants, filled) for filled in holes)
                return [statement for one in each for statement in one.block(body)]
            case ast.If(test, body, otherwise):
                condition = self.expression(test)
                if condition.constant is not None:
                    return self.block(body if condition.constant else otherwise)
                return (If(condition, self.block(body), self.block(otherwise)),)
            case ast.Assign([target], ast.Name() as value) if self._all(value) is not None:
                names, values = self.targets([target]), self.several([value])
                return [Assign((name,), each) for name, each in zip(names, values, strict=True)]
            case ast.Assign(_, ast.Call(ast.Name(name))) if name.endswith("_p"):
                return [self._dispatched(each) for each in super().statement(node)]
        return super().statement(node)

    def expression(self, node: ast.expr) -> Expression:
        known = self._constant(node)
        if known is not None:
            return expression(known)
        if isinstance(node, ast.Name) and _HOLE.fullmatch(node.id):
            filled = self._hole(node.id, node)
            if isinstance(filled, tuple | list):
                raise refused(node, f"{node.id} is not one expression")
            return expression(filled)
        found = super().expression(node)
        match found:
            case Binary(_, sign, Number(_, one), Number(_, other)):
                return Number(found.type, FOLDS[sign](one, other))
            case Logic(_, "not", (Number(_, known),)):
                return expression(int(not known))
            case Choice(_, Number(_, known), then, otherwise):
                return then if known else otherwise
            case Call():
                return Call(found.type, self.named(found.name), found.arguments)
            case Local(_, name) if _P.search(name):
                return local(self.named(name))
        return found

    def several(self, nodes: Sequence[ast.expr]) -> tuple[Expression, ...]:
        found: list[Expression] = []
        for node in nodes:
            filled = self._all(node)
            found += [self.expression(node)] if filled is None else [*map(_variable, filled)]
        return tuple(found)

    def targets(self, nodes: Sequence[ast.expr]) -> tuple[str, ...]:
        return tuple(name for each in self.several(nodes) for name in each.names)

    def _constant(self, node: ast.expr) -> int | None:
        """Return the constant that a node stands for: a number, a member of an enumeration or their number, or None."""
        match node:
            case ast.Name(name):
                found = self._constants.get(name)
            case ast.Attribute(ast.Name(name), member):
                found = getattr(self._constants.get(name), member, None)
            case ast.Call(ast.Name("len"), [ast.Name(name)]):
                kind = self._constants.get(name)
                found = len(kind) if isinstance(kind, EnumMeta) else None
            case _:
                return None
        return int(found) if isinstance(found, int) else None

    def _hole(self, name: str, node: ast.AST) -> Hole:
        """Return what fills the hole with a name. Raises ``KernelError`` if nothing does."""
        try:
            return self._holes[name]
        except KeyError:
            raise refused(node, f"nothing fills {name} here") from None

    def _all(self, node: ast.expr) -> tuple[str | Expression, ...] | None:
        """Return the values that fill a hole for several, or None if the node is not such a hole."""
        filled = self._holes.get(node.id) if isinstance(node, ast.Name) else None
        return filled if isinstance(filled, tuple) else None

    def _statements(self, name: str, node: ast.stmt) -> list[Statement]:
        """Return the statements that fill a hole."""
        filled = self._hole(name, node)
        if not isinstance(filled, list):
            raise refused(node, f"{name} is not statements")
        return filled

    def _expanded(self, name: str, arguments: Sequence[ast.expr], inner: list[Statement]) -> list[Statement]:
        """Return the statements of a block that is called; *inner* replaces ``yield``."""
        block = self._blocks[name]
        given = dict(zip(block.parameters, map(self.expression, arguments), strict=True))
        return _Filling(block.blocks, block.constants, {**self._holes, **given, "yield": inner}).block(block.body)

    def _dispatched(self, assignment: Statement) -> Statement:
        """Return an assignment that calls the function of turn ``p``, chosen by a chain of conditionals."""
        assert isinstance(assignment, Assign) and isinstance(assignment.value, Call)
        call = assignment.value
        found: list[Statement] = []
        for each in reversed(self.several([ast.Name("MOVERS")])):
            turn = each.constant
            assert turn is not None
            one = Assign(assignment.names, Call(call.type, f"{call.name[:-1]}{turn}", call.arguments))
            found = [If(comparison("==", local("p"), turn), [one], found) if found else one]
        return found[0]


def _variable(part: str | Expression) -> Expression:
    """Return an expression, or the variable with a name."""
    return local(part) if isinstance(part, str) else part
