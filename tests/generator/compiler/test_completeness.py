"""Nothing is forgotten: each filter of the metamodel and each operation of the rules has all that it needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from tests.support.places import DOCS
from tests.support.switches import OPERATIONS, switches
from tilewright.generator.compiler.driver import Compiling
from tilewright.generator.compiler.emit.emitter import STRAIGHT
from tilewright.generator.compiler.lowering.lowering import FILTERS, VALUES
from tilewright.generator.compiler.rules import ir
from tilewright.metamodel.schema import schema
from tilewright.model.files import read
from tilewright.model.gallery import locate
from tilewright.model.game.chains import RULES
from tilewright.model.game.writer.chains import WRITERS
from tilewright.runtime.interpreter.building import MEANINGS
from tilewright.runtime.why.wording import REASONS

SEARCHED = {ir.Select, ir.Along, ir.Shape, ir.Repeat}
"""Operations that always branch: they are never one flow that is changed in place."""

REGISTRIES = {
    "meanings": MEANINGS,
    "lowerings": FILTERS,
    "words of the notation": WRITERS,
    "words of a refusal": REASONS,
}

IDIOMS = {
    ("analysis/branching.py", "clicked"): "clicks, and from which cells, with steps; of all others the traits tell",
    ("analysis/branching.py", "gone"): "the same switch, which is in it",
    ("analysis/paths.py", "_through"): "the geometry of some; of all others the traits tell",
    ("analysis/questions.py", "surely_ends"): "whether an end is certain; what is not known is not",
    ("analysis/resting.py", "_others"): "one way to write a mark; of all others the traits tell",
    ("emit/filters/amounts.py", "_amount_of"): "the form of an alternative of an amount; others are written out",
    ("emit/filters/fullness.py", "reaches_all"): "one form of comparison",
    ("emit/filters/sifting.py", "_through"): "tests that can be sifted; others pass, and are asked later",
    (
        "emit/filters/numerals.py",
        "_ways",
    ): "steps to one cell; behind whatever else there is, cells are asked one by one",
    ("emit/rows.py", "asked_length"): "one form of comparison",
}
"""The switches over operations that look for one form, and why another operation needs nothing there."""


@pytest.mark.parametrize("registry", REGISTRIES.values(), ids=list(REGISTRIES))
def test_every_filter_is_registered(registry: dict[Any, Any]) -> None:
    assert {_name(key) for key in registry} == set(schema().concrete["Filter"])


def test_every_value_is_lowered() -> None:
    assert {_name(key) for key in VALUES} == set(schema().concrete["Value"])


def _name(key: str | type) -> str:
    return key if isinstance(key, str) else key.__name__


def test_every_operation_is_one_of_the_union() -> None:
    assert {kind for kind in vars(ir).values() if is_dataclass(kind) and hasattr(kind, "traits")} == OPERATIONS


def test_every_operation_is_emitted() -> None:
    assert set(STRAIGHT) == OPERATIONS - SEARCHED


def test_every_keyword_of_a_filter_is_explained() -> None:
    page = (DOCS / "notation.md").read_text("utf-8")
    words = {word for span in page.split("`")[1::2] for word in span.replace("(", " ").split()}
    assert {word for word in RULES if word.isalpha()} <= words


def test_every_switch_over_operations_is_exhaustive() -> None:
    """``mypy`` refuses a switch that ends in ``assert_never`` and forgets a class."""
    assert {(path, function) for path, function, _, closed in switches() if not closed} == set(IDIOMS)


def _inside(value: object, kind: type) -> Iterator[Any]:
    """Yield what is of some kind in the fields of an operation, and not inside another of that kind."""
    if isinstance(value, kind):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _inside(part, kind)
    elif is_dataclass(value) and not isinstance(value, ir.Chain):
        for field in fields(value):
            yield from _inside(getattr(value, field.name), kind)


def _operations(chain: ir.Chain) -> Iterator[ir.Op]:
    for op in chain.ops:
        yield op
        for inner in op.traits.chains:
            yield from _operations(inner)


@pytest.mark.parametrize("name", ["amazons", "chess", "go", "kalah", "nine-mens-morris", "shogi", "surakarta"])
def test_traits_name_all_chains_and_patterns_inside(name: str) -> None:
    document = read(locate(name))
    assert document.root is not None
    rules = Compiling(document.root, document.places, (), ()).rules
    chains = [rule.chain for part in rules for group in part.groups for rule in group.rules]
    chains += [chain for part in rules for chain in (*part.effects, part.ensure, part.stuck, part.over) if chain]
    for op in (op for chain in chains for op in _operations(chain)):
        assert Counter(op.traits.chains) == Counter(_inside(op, ir.Chain)), op
        assert Counter(op.traits.patterns) == Counter(_inside(op, ir.Pattern)), op
