"""No module imports another that imports it, directly or through others; imports for type checkers count as well."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.support.places import SOURCE

Graph = Mapping[str, set[str]]


def modules() -> dict[str, Path]:
    """Return the modules of the package by name, those that pyecoregen has written left aside."""
    found = {}
    for room in (path for path in sorted(SOURCE.iterdir()) if path.is_dir()):
        for path in sorted(room.rglob("*.py")):
            parts = path.relative_to(SOURCE).with_suffix("").parts
            if "generated" not in parts:
                found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def graph() -> Graph:
    """Return for each module those that it imports, wherever in it that is done."""
    known = modules()

    def named(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole.removeprefix("tilewright.") in known else node.module

    found = {}
    for name, path in known.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {module.removeprefix("tilewright.") for node in ast.walk(tree) for module in named(node)}
        found[name] = (imported & known.keys()) - {name}
    return found


def reached(graph: Graph, start: str) -> set[str]:
    """Return what can be reached from a module along imports."""
    found: set[str] = set()
    pending = [start]
    while pending:
        new = graph[pending.pop()] - found
        found |= new
        pending.extend(new)
    return found


def circles(graph: Graph) -> set[frozenset[str]]:
    """Return the sets of modules that can all be reached from each other."""
    ways = {name: reached(graph, name) for name in graph}
    found = (frozenset(other for other in ways[name] if name in ways[other]) for name in graph)
    return {circle for circle in found if circle}


def test_there_is_no_circle() -> None:
    assert circles(graph()) == set()


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == {frozenset({"b", "c"})}
    assert len(graph()["runtime.loading"]) > 5
