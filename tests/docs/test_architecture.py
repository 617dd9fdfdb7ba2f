"""docs/architecture.md is true: its files exist, and whoever adds a filter is led to every place that knows filters."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import pytest

from tests.support.places import DOCS, ROOT, SOURCE
from tilewright.generator.compiler.driver import OPERATIONS
from tilewright.generator.compiler.emit.emitter import STRAIGHT
from tilewright.generator.compiler.lowering.lowering import FILTERS
from tilewright.metamodel import schema
from tilewright.model.game.writer.chains import WRITERS
from tilewright.runtime.interpreter.building import MEANINGS
from tilewright.runtime.interpreter.rules import MEANING
from tilewright.runtime.why.wording import REASONS

REGISTERED = (*MEANING, *OPERATIONS)
"""The modules that fill the registries when they are imported."""

PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
CHECKLIST = PAGE[PAGE.index("## How to add a filter") :]


def paths(text: str) -> set[str]:
    """Return the files and folders that a text names."""
    return set(re.findall(r"`((?:metamodel|model|generator|runtime|examples|tests|docs|src)/[\w./-]*)`", text))


def test_what_is_named_exists() -> None:
    named = paths(PAGE)
    assert len(named) > 30
    assert sorted(path for path in named if not (ROOT / path).exists() and not (SOURCE / path).exists()) == []


def test_the_floors_are_named_in_order() -> None:
    floors = re.findall(r"^\| `(\w+)/` \|", PAGE, re.MULTILINE)
    assert floors == ["metamodel", "model", "generator", "runtime", "examples"]


def homes(name: str) -> Iterator[str]:
    """Yield the files in which a class of filters has something of its own, relative to the package."""
    for registry in (MEANINGS, FILTERS, WRITERS, REASONS):
        (entry,) = (entry for kind, entry in registry.items() if name in (kind, getattr(kind, "__name__", None)))
        yield inspect.getfile(entry)


@pytest.mark.parametrize("name", schema().concrete["Filter"])
def test_the_checklist_leads_to_every_place_of_a_filter(name: str) -> None:
    files = {re.sub(r".*/tilewright/", "", file) for file in homes(name)}
    assert len(files) == 4
    assert files <= paths(CHECKLIST)


def test_the_checklist_leads_to_every_place_of_an_operation() -> None:
    files = {re.sub(r".*/tilewright/", "", inspect.getfile(emit)) for emit in STRAIGHT.values()}
    assert files and len(REGISTERED) > 10
    folders = tuple(path.rstrip("/") + "/" for path in paths(CHECKLIST))
    assert [file for file in files if not file.startswith(folders)] == []
