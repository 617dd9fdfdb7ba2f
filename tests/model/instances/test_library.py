"""Models of a metamodel of one's own: what is wrong is found, with its place, and what is right is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ecore_files import ECORE, PIVOT, annotation
from tests.support.emf import compiled_judge, run
from tests.support.library import DEEP, LIBRARY, ONE_END, RIGHT, UNSEEN, VIOLATED, WRONG
from tilewright.model import Metamodel, read_metamodel, validate


@pytest.fixture(scope="module")
def metamodel(tmp_path_factory: pytest.TempPathFactory) -> Metamodel:
    path = tmp_path_factory.mktemp("library") / "library.ecore"
    path.write_text(LIBRARY, encoding="utf-8")
    found = read_metamodel(path)
    assert found.warnings == ()
    return found


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_nothing_is_found_where_nothing_is_wrong(text: str, metamodel: Metamodel, tmp_path: Path) -> None:
    model = tmp_path / "model.xmi"
    model.write_text(text, encoding="utf-8")
    assert [str(found) for found in validate(model, metamodel)] == []


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "part"),
    [row[1:] for row in [*WRONG, *VIOLATED]],
    ids=[row[0] for row in [*WRONG, *VIOLATED]],
)
def test_what_is_wrong_is_told_once_and_with_its_place(
    text: str, code: str, line: int, column: int, part: str, metamodel: Metamodel, tmp_path: Path
) -> None:
    model = tmp_path / "model.xmi"
    model.write_text(text, encoding="utf-8")
    found = validate(str(model), metamodel)
    assert [one.code for one in found] == [code], list(map(str, found))
    assert part in found[0].message
    assert found[0].place.file == str(model)
    assert (found[0].place.line, found[0].place.column) == (line, column)


def test_a_reference_is_completed_at_its_other_end(tmp_path: Path) -> None:
    """Constraints see both ends, whichever is written."""
    ecore, model = tmp_path / "library.ecore", tmp_path / "model.xmi"
    text = annotation(ECORE, constraints="idle") + annotation(PIVOT, idle="reads->isEmpty()")
    ecore.write_text(LIBRARY.replace('name="Reader" >', f'name="Reader" >{text}'), encoding="utf-8")
    model.write_text(ONE_END, encoding="utf-8")
    assert [found.code for found in validate(model, ecore)] == ["idle"]


def test_emf_says_the_same(tmp_path: Path) -> None:
    judge = [*compiled_judge(tmp_path), str(tmp_path / "library.ecore")]
    (tmp_path / "library.ecore").write_text(LIBRARY, encoding="utf-8")
    texts = {**RIGHT, **{row[0]: row[1] for row in [*WRONG, *VIOLATED]}}
    files = {name: tmp_path / f"model-{number}.xmi" for number, name in enumerate(texts)}
    for name, file in files.items():
        file.write_text(texts[name], encoding="utf-8")
    said = run([*judge, *map(str, files.values())]).splitlines()
    complained = {
        name
        for name, file in files.items()
        if any(line.startswith(f"{file}: ") and "EMF saves other bytes" not in line for line in said)
    }
    assert complained == {row[0] for row in WRONG} - UNSEEN


def test_depth_is_bounded(metamodel: Metamodel, tmp_path: Path) -> None:
    model = tmp_path / "model.xmi"
    model.write_text(DEEP, encoding="utf-8")
    assert "nesting-too-deep" in {found.code for found in validate(model, metamodel)}
