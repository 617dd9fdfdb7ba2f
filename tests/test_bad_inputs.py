"""Every row of the tables of bad inputs, and that every constraint and every code of validation has one."""

from __future__ import annotations

import pytest

from tests.bad_inputs import Bad, constraints, sense
from tilewright.metamodel.constraints import constraints as known_constraints
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import Diagnostic, has_errors
from tilewright.model.files import read_text
from tilewright.model.validation import validate

TABLES = [constraints, sense]
ROWS = [row for table in TABLES for row in table.ROWS]

BUILT = {
    "boardMustBelongToGame",
    "filterMustBelongToGame",
    "initialPlayerMustBeOneOfPlayers",
    "tilePlacementMustBelongToBoard",
}
"""Constraints that no text can violate, only a model built in a program: see test_constraints.py."""

ACYCLIC = {"legalMovesPipelineFiltersMustFormValidChain", "effectPipelineFiltersMustFormValidChain"}
"""What containment already ensures in this metamodel: see test_constraints.py."""


def findings(row: Bad, text: str) -> list[Diagnostic]:
    return validate(read_text(text.encode(), f"row.{row.syntax.value}", row.syntax))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_bad_is_found_where_it_is(row: Bad) -> None:
    found = findings(row, row.text)
    places = {(d.code, d.place.line, d.place.column) for d in found}
    assert (row.code, *row.place) in places, "\n".join(map(str, found))
    others = {d.code for d in found if has_errors([d])} - {row.code, *row.also}
    assert not others, "\n".join(map(str, found))
    assert all(d.message and d.place.file == f"row.{row.syntax.value}" for d in found)


@pytest.mark.parametrize("row", {(row.syntax, row.good): row for row in ROWS}.values(), ids=str)
def test_the_nearest_valid_neighbour_passes(row: Bad) -> None:
    assert findings(row, row.good) == []


def test_every_constraint_has_a_row() -> None:
    names = {constraint.name for found in known_constraints().values() for constraint in found}
    assert names - {row.code for row in ROWS} == BUILT | ACYCLIC


def test_every_warning_has_a_row() -> None:
    assert {code for code, known in CODES.items() if known.stage == "sense"} <= {row.code for row in ROWS}
