"""Every row of the tables of bad inputs, and that every constraint and every code of validation has one."""

from __future__ import annotations

import pytest

from tests.model.bad_inputs import Bad
from tests.model.bad_inputs.tables import ACYCLIC, BUILT, ROWS
from tilewright.metamodel.loading import constraints as known_constraints
from tilewright.model import files
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import Diagnostic, has_errors
from tilewright.model.files import read_text
from tilewright.model.validation import validate


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


ELSEWHERE = {
    "base-circular": "needs files: test_game_extending.py",
    "bad-encoding": "bytes that are no text: test_game_errors.py",
    "file-too-large": "more bytes than a table should hold: below",
    "unknown-syntax": "the syntax is not told: below",
    "undefined-constraint": "of metamodels of one's own: instances/test_library.py",
}
"""Codes without a row, and why."""


def test_every_code_of_validation_has_a_row() -> None:
    found = {code for code, known in CODES.items() if known.stage not in ("ecore", "compiling", "play")}
    assert found - {row.code for row in ROWS} == set(ELSEWHERE)


@pytest.mark.parametrize("name", ["m", "m.txt", "m.ecore"])
def test_a_text_of_no_syntax(name: str) -> None:
    (finding,) = validate(read_text("a game of Go", name))
    assert (finding.code, str(finding.place)) == ("unknown-syntax", f"{name}:1:1")


def test_a_file_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 10)
    (finding,) = validate(read_text("game Large {}", "m.game"))
    assert (finding.code, str(finding.place)) == ("file-too-large", "m.game:1:1")
