"""Lists of legal moves for programs that CPython runs: what a move leads to is computed when somebody asks for it.

A program computes the position after each legal move that it lists, and writes it down:

    ok, B_1, B_2 = make_0(B_1, B_2, C3)
    n, o = put(n, o, ok, 1, B_1, B_2, a_sel, a_out, size, a_err)

Where ``make_0`` surely succeeds and touches no array, the call is kept instead, with its arguments:

    n, o = keep(n, o, 1, make_0, (B_1, B_2, C3), a_sel, a_out, size, a_err)
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias

from tilewright.generator.compiler.kernel.language import syntax_tree
from tilewright.generator.errors import TOO_SMALL

if TYPE_CHECKING:
    from tilewright.runtime.kernels.python import PythonKernel

Made: TypeAlias = "tuple[list[int], Callable[..., tuple[int, ...]] | None, tuple[int, ...]]"
"""A legal move: its words, and what computes the parts of the position after it, with its arguments; or None with the
parts themselves."""


def results_of(made: Made) -> tuple[int, ...]:
    """Return the parts of the position after a move."""
    _, make, arguments = made
    return arguments if make is None else make(*arguments)[1:]


def deferred(kernel: PythonKernel, size: int) -> tuple[Callable[..., int], Callable[..., Any], Callable[..., int]]:
    """Return the function ``moves`` of a program, which appends a ``Made`` to ``a_out`` for each move.

    With it, the functions that read and write a position. *size* is the number of words of a record: moves are refused
    where they would not fit if they were written down.
    """
    names = dict(kernel.names)

    def keep(
        n: int, o: int, length: int, make: Callable[..., Any] | None, arguments: tuple[int, ...],
        a_sel: list[int], a_out: list[Any], size_of_out: int, a_err: list[int],
    ) -> tuple[int, int]:  # fmt: skip
        if o + length + size + 1 > size_of_out:
            a_err[0] = TOO_SMALL
            return n, o
        a_out.append((a_sel[:length], make, arguments))
        return n + 1, o + length + size + 1

    def put(n: int, o: int, ok: int, length: int, *rest: Any) -> tuple[int, int]:
        return keep(n, o, length, None, rest[:-4], *rest[-4:]) if ok else (n, o)

    program = _Program(kernel)
    functions = program.functions
    listing = {"put"}
    while found := {name for name in functions.keys() - listing if listing & set(functions[name].__code__.co_names)}:
        listing |= found
    for name in listing - {"put"}:
        tree = program.tree(name)
        if program.defer(tree):
            module = ast.Module([tree], [])
            exec(compile(ast.fix_missing_locations(module), f"<moves of {name}>", "exec"), names)
        else:
            names[name] = FunctionType(functions[name].__code__, names)
    names.update(put=put, keep=keep)
    return names["moves"], names["read_position"], names["write_position"]


class _Program:
    """The functions of a program, as syntax trees."""

    def __init__(self, kernel: PythonKernel) -> None:
        self._lines = kernel.source.splitlines(keepends=True)
        file = kernel.names["moves"].__code__.co_filename
        self.functions = {
            name: each
            for name, each in kernel.names.items()
            if isinstance(each, FunctionType) and each.__code__.co_filename == file  # the others are intrinsics
        }
        self._certain: dict[str, bool] = {}

    def tree(self, name: str) -> ast.FunctionDef:
        """Return the syntax tree of a function."""
        first = self.functions[name].__code__.co_firstlineno - 1
        (found,) = syntax_tree("".join(inspect.getblock(self._lines[first:]))).body
        assert isinstance(found, ast.FunctionDef)
        return found

    def defer(self, tree: ast.FunctionDef) -> bool:
        """Let a function keep calls where that is possible; return whether it is anywhere."""
        changed = False
        for body in _bodies(tree):
            for place in range(len(body) - 1, 0, -1):
                kept = self._kept(body[place - 1], body[place])
                if kept is not None:
                    body[place - 1 : place + 1] = [kept]
                    changed = True
        return changed

    def _kept(self, made: ast.stmt, written: ast.stmt) -> ast.stmt | None:
        """Return the statement in place of two, by which a position is computed and then written down; else None."""
        match made, written:
            case (
                ast.Assign([ast.Tuple([ast.Name("ok"), *parts])], ast.Call(ast.Name(make) as function, arguments)),
                ast.Assign(
                    [ast.Tuple([ast.Name("n"), ast.Name("o")])],
                    ast.Call(ast.Name("put"), [n, o, ast.Name("ok"), length, *others]),
                ),
            ) if [ast.unparse(part) for part in parts] == [ast.unparse(other) for other in others[:-4]]:
                if not self._is_certain(make):
                    return None
                given = ast.Tuple(arguments, ast.Load())
                call = ast.Call(ast.Name("keep", ast.Load()), [n, o, length, function, given, *others[-4:]], [])
                return ast.Assign(written.targets, call)
        return None

    def _is_certain(self, name: str) -> bool:
        """Return whether a function computes a position for sure, and touches no array."""
        if name not in self._certain:
            self._certain[name] = False  # if it calls itself
            tree = self.tree(name)
            arrays = any(parameter.arg.startswith("a_") for parameter in tree.args.args)
            self._certain[name] = not arrays and all(
                self._succeeds(node.value) for node in ast.walk(tree) if isinstance(node, ast.Return)
            )
        return self._certain[name]

    def _succeeds(self, value: ast.expr | None) -> bool:
        match value:
            case ast.Tuple([ast.Constant(1), *_]):
                return True
            case ast.Call(ast.Name(called)) if called in self.functions:
                return self._is_certain(called)
        return False


def _bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield the lists of statements in a function."""
    for node in ast.walk(tree):
        for part in ("body", "orelse"):
            body = getattr(node, part, None)
            if isinstance(body, list):
                yield body
