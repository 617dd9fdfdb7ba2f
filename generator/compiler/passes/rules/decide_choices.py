"""Decide choices of which one alternative at most has an output: they become the first one that has.

    before   select mark=0 record=True
             choice mode=All
             | keep patterns=([{1}]) whole=False
               set state=2
             | keep patterns=([{3}]) whole=False
               set state=4
    after    choice mode=First …

A choice of all alternatives branches, so that what follows is emitted for each of them. One of the first alternative is
a conditional.

Conditions: (1) the alternatives are straight, and one of them changes the position: what only tests and steps is
emitted for whole sets of cells; (2) each two of them begin with tests that exclude each other; (3) before these tests
nothing is changed or reported; (4) tests of cells exclude each other for a single cell.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import inf
from typing import TypeAlias

from tilewright.generator.compiler.analysis.straightness import are_joinable, ends_single
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.passes.rewriting import Ops, over_chains
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Becomes, Part, changes

_Test: TypeAlias = ir.Keep | ir.Combine | ir.Guard | ir.Compare

_SIGNS: dict[ir.Relation, frozenset[int]] = {
    "==": frozenset({0}),
    "!=": frozenset({-1, 1}),
    "<": frozenset({-1}),
    "<=": frozenset({-1, 0}),
    ">": frozenset({1}),
    ">=": frozenset({0, 1}),
}
"""The signs of the difference of two values for which a relation between them holds."""

_TESTING = (Becomes.KEPT, Becomes.ALL_OR_NONE)
"""What becomes of the working set of a test."""


def decide_choices(rules: ir.Rules, constants: Constants) -> ir.Rules:
    """Replace choices of exclusive alternatives by the first alternative that has an output."""
    known: dict[tuple[int, bool], tuple[ir.Chain, ir.Chain, bool]] = {}

    def inside(chain: ir.Chain, single: bool) -> tuple[ir.Chain, bool]:
        """Return a chain with its choices decided, and whether it ends with one cell if it begins so."""
        found = known.get((id(chain), single))
        if found is None:
            ops, ends = decided(chain.ops, single)
            found = known[id(chain), single] = chain, chain if ops is chain.ops else ir.Chain(chain.me, ops), ends
        return found[1:]

    def decided(ops: Ops, single: bool) -> tuple[Ops, bool]:
        changed: list[ir.Op] = []
        for op in ops:
            if isinstance(op, ir.Choice):
                found = [inside(chain, single) for chain in op.alternatives]
                if any(one is not other for (one, _), other in zip(found, op.alternatives, strict=True)):
                    op = replace(op, alternatives=tuple(one for one, _ in found))
                if _is_decided(op, single):
                    op = replace(op, mode="First")
                single = op.mode != "Union" and all(ends for _, ends in found)
            else:
                single = ends_single((op,), single)
            changed.append(op)
        same = all(one is other for one, other in zip(ops, changed, strict=True))
        return (ops if same else tuple(changed)), single

    return over_chains(rules, lambda ops: decided(ops, False)[0])


def _is_decided(op: ir.Choice, single: bool) -> bool:
    """Return whether at most one alternative of a choice that branches has an output, and joining them pays."""
    if op.mode != "All" or len(op.alternatives) < 2 or not are_joinable(op):  # (1)
        return False
    if not any(changes(chain.ops) for chain in op.alternatives):  # (1)
        return False
    tests = [_tests(chain.ops, single) for chain in op.alternatives]
    return all(  # (2)
        any(_exclude(test, against) for test in one for against in other) for one, other in combinations(tests, 2)
    )


def _tests(ops: Ops, single: bool) -> list[_Test]:
    """Return the tests with which a chain begins, as far as they say the same of the flow that it is given.

    With a single cell, that is the cell of the flow as long as there is one at all.
    """
    found: list[_Test] = []
    for op in ops:
        if not isinstance(op, _Test) or op.traits.raises or op.traits.cells not in _TESTING:  # (3)
            break
        if single or (op.traits.cells is not Becomes.KEPT and Part.CELLS not in op.traits.reads):  # (4)
            found.append(op)
    return found


def _exclude(one: _Test, other: _Test) -> bool:
    """Return whether two tests surely do not pass both, on the same cell of the same position."""
    match one, other:
        case ir.Combine(), ir.Combine():
            return _are_apart(one, other) or _are_apart(other, one)
        case ir.Keep(), ir.Keep():
            return any(_differ(pattern, against) for pattern in one.patterns for against in other.patterns)
        case ir.Guard(), ir.Guard():
            return one.negate != other.negate and one.conditions == other.conditions
        case ir.Compare(), ir.Compare() if one.left == other.left:
            if one.right == other.right:
                return _SIGNS[one.relation].isdisjoint(_SIGNS[other.relation])
            return _lowest(one) > _highest(other) or _lowest(other) > _highest(one)
        case _:  # tests of two kinds are not compared
            return False


def _are_apart(one: ir.Combine, other: ir.Combine) -> bool:
    """Return whether no cell is both in the set of the first test and, as the other one demands, in or not in its."""
    if one.how != "Intersect":
        return False
    if one.mask is None or other.mask is None:
        return other.how == "Minus" and (one.mask, one.mark) == (other.mask, other.mark)
    return one.mask & (other.mask if other.how == "Intersect" else ~other.mask) == 0


def _lowest(test: ir.Compare) -> float:
    """Return the least number of the left side with which a comparison may hold."""
    if not isinstance(test.right, ir.Int) or test.relation not in ("==", ">", ">="):
        return -inf
    return test.right.value + (test.relation == ">")


def _highest(test: ir.Compare) -> float:
    """Return the greatest number of the left side with which a comparison may hold."""
    if not isinstance(test.right, ir.Int) or test.relation not in ("==", "<", "<="):
        return inf
    return test.right.value - (test.relation == "<")


def _differ(one: ir.Pattern, other: ir.Pattern) -> bool:
    """Return whether no cell matches two patterns."""
    if one.offsets or other.offsets:
        return False
    return all(
        part.states.isdisjoint(against.states) or not part.mask & against.mask
        for part in one.alternatives
        for against in other.alternatives
    )
