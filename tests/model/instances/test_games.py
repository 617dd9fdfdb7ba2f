"""Our own metamodel as one's own: its constraints, evaluated as OCL, find what the functions made of them find."""

from __future__ import annotations

from pathlib import Path

from tests.model.bad_inputs.tables import ACYCLIC, BUILT, ROWS
from tests.support.gallery import EXAMPLES
from tests.support.places import METAMODEL
from tilewright.metamodel.loading import constraints
from tilewright.model import Metamodel, Syntax, read_metamodel, read_text, validate, write
from tilewright.model.diagnostics import Diagnostic, has_errors

CONSTRAINTS = {constraint.name for found in constraints().values() for constraint in found}
UNREAD = {"gameMustHaveAtLeastOnePlayer", "phasesMustHaveUniqueNames"}
"""Constraints that only texts violate which the reader of the notation refuses itself."""


REWORDED = {"effectsMustNotBranch"}
"""Constraints of which the notation has messages of its own."""


def judged(found: list[Diagnostic]) -> list[Diagnostic]:
    """Return the violations of constraints."""
    return [diagnostic for diagnostic in found if diagnostic.code in CONSTRAINTS]


def is_like(found: Diagnostic, game: Diagnostic) -> bool:
    """Return whether a violation is that of a game, whose message may go on with what could be chosen instead."""
    said = game.message.startswith(found.message) or found.code in REWORDED
    return (found.code, found.place) == (game.code, game.place) and said


def by_its_metamodel(text: str, metamodel: Metamodel, file: Path) -> list[Diagnostic]:
    file.write_text(text, encoding="utf-8")
    return validate(file, metamodel)


def test_bad_games_violate_the_same_constraints(tmp_path: Path) -> None:
    metamodel, file, seen = read_metamodel(METAMODEL / "game.ecore"), tmp_path / "row.xmi", set()
    for row in ROWS:
        if row.code in seen:
            continue  # one row of each code is enough
        document = read_text(row.text.encode(), f"row.{row.syntax.value}", row.syntax)
        if document.root is None or has_errors(document.diagnostics) or document.older:
            continue
        text = write(document, Syntax.XMI)
        games = judged(validate(read_text(text, str(file))))
        found = judged(by_its_metamodel(text, metamodel, file))
        assert len(found) == len(games) and all(map(is_like, found, games)), row
        seen |= {one.code for one in validate(document)}
    assert CONSTRAINTS - seen == BUILT | ACYCLIC | UNREAD


def test_games_of_the_gallery_are_models_of_it(tmp_path: Path) -> None:
    metamodel = read_metamodel(METAMODEL / "game.ecore")
    for example in EXAMPLES:
        assert validate(example.file("xmi"), metamodel) == []
