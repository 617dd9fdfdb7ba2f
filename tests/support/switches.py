"""The switches over operations in the compiler, read off its code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import get_args

from tests.support.places import SOURCE
from tilewright.generator.compiler.rules import ir

OPERATIONS = set(get_args(ir.Op))


def _classes(pattern: ast.pattern) -> Iterator[str]:
    """Yield the operations that a pattern names for the whole subject."""
    match pattern:
        case ast.MatchClass(cls=ast.Attribute(value=ast.Name(id="ir"), attr=name)):
            yield name
        case ast.MatchOr(patterns=patterns):
            for part in patterns:
                yield from _classes(part)
        case ast.MatchAs(pattern=ast.pattern() as part):
            yield from _classes(part)


def switches() -> Iterator[tuple[str, str, set[str], bool]]:
    """Yield the switches over operations: file, function, what they name, and whether they end in ``assert_never``."""
    names = {kind.__name__ for kind in OPERATIONS}
    folder = SOURCE / "generator" / "compiler"
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for switch in (node for node in ast.walk(function) if isinstance(node, ast.Match)):
                named = names & {name for case in switch.cases for name in _classes(case.pattern)}
                if named:
                    closed = "assert_never" in ast.unparse(switch.cases[-1].body[0])
                    yield path.relative_to(folder).as_posix(), function.name, named, closed


def full_switches() -> list[str]:
    """Return the files of the switches that name every operation, one for each."""
    return [path for path, _, named, _ in switches() if len(named) == len(OPERATIONS)]
