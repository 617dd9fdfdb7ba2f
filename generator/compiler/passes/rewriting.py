"""How passes traverse what they rewrite: all chains of some rules, bottom-up, and all function bodies of a program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, wraps
from operator import is_
from typing import TypeAlias, cast

from tilewright.generator.compiler.emit.code import Function, Module
from tilewright.generator.compiler.kernel.nodes import Statement
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir

Ops: TypeAlias = tuple[ir.Op, ...]
FormPass: TypeAlias = Callable[[ir.Rules, Constants], ir.Rules]
BodyPass: TypeAlias = Callable[[list[Statement]], list[Statement]]
ProgramPass: TypeAlias = Callable[[Module], Module]


def over_chains(
    rules: ir.Rules, change: Callable[[Ops], Ops], patterns: Callable[[ir.Pattern], ir.Pattern] | None = None
) -> ir.Rules:
    """Return rules with *patterns* applied to each pattern and *change* to the operations of each chain, bottom-up.

    A chain that is shared by several places is rewritten once. What does not change stays the same object.
    """
    known: dict[int, tuple[ir.Chain, ir.Chain]] = {}

    def changed(value: object) -> object:
        match value:
            case ir.Chain():
                if id(value) not in known:
                    ops = change(cast(Ops, changed(value.ops)))
                    known[id(value)] = value, value if ops is value.ops else ir.Chain(value.me, ops)
                return known[id(value)][1]
            case ir.Pattern():
                return value if patterns is None else patterns(value)
            case ir.Lying():
                return value  # it holds only numbers, and many of them
            case tuple():
                parts = tuple(map(changed, value))
                return value if all(map(is_, parts, value)) else parts
        inner = {}
        for name in _parts(type(value)):  # type: ignore[arg-type]
            before = getattr(value, name)
            after = changed(before)
            if after is not before:
                inner[name] = after
        return replace(value, **inner) if inner else value  # type: ignore[type-var]

    return cast(ir.Rules, changed(rules))


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a class of the rule IR; none of another class."""
    return tuple(part.name for part in fields(kind)) if kind.__module__ == ir.__name__ else ()


def on_bodies(change: BodyPass) -> ProgramPass:
    """Return the pass on programs that applies a pass on bodies to each function. It keeps the name of that pass."""

    @wraps(change)
    def changed(module: Module) -> Module:
        return module.having(
            Function(function.name, function.parameters, change(function.body), function.comment)
            for function in module.functions.values()
        )

    return changed
