"""The list of what OCL is understood, in docs/metamodels.md, is complete."""

from __future__ import annotations

import re

import pytest

from tests.support.places import DOCS
from tilewright.metamodel.ocl.iterators import ITERATORS
from tilewright.metamodel.ocl.library import OPERATIONS
from tilewright.metamodel.ocl.properties import UNIVERSAL

TABLE = (DOCS / "metamodels.md").read_text(encoding="utf-8").partition("## The OCL that is understood")[2]


@pytest.mark.parametrize("names", [OPERATIONS, ITERATORS, UNIVERSAL], ids=["operations", "iterators", "of every value"])
def test_all_operations_are_listed(names: dict[str, object] | tuple[str, ...]) -> None:
    listed = {word for line in TABLE.splitlines() if line.startswith("| ") for word in re.findall(r"`([^`]+)`", line)}
    assert set(names) - listed == set()
