"""Eclipse EMF itself loads, validates and saves the metamodel and every example."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.bg_metamodel import bg_ecore
from tests.support.bg_twins import TWINS
from tests.support.emf import compiled_judge, run
from tests.support.places import GALLERY, METAMODEL
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.model.objects import difference
from tilewright.model.validation import validate

MODELS = sorted(path for path in GALLERY.glob("*/*.xmi") if path.parent.name != "broken")


@pytest.fixture(scope="session")
def judge(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Compile the judge; return the command that runs it."""
    return [*compiled_judge(tmp_path_factory.mktemp("judge")), str(METAMODEL / "game.ecore")]


def test_emf_finds_nothing_and_saves_the_same_bytes(judge: list[str]) -> None:
    assert len(MODELS) >= 4
    assert run([*judge, *map(str, MODELS)]) == f"judged {len(MODELS)} models\n"


def test_the_judge_sees_what_is_wrong(judge: list[str], tmp_path: Path) -> None:
    text = MODELS[0].read_text(encoding="utf-8")
    broken = tmp_path / "broken.xmi"
    broken.write_text(text.replace(' initialPlayer="//@players.0"', "", 1), encoding="utf-8")
    assert "initialPlayer" in run([*judge, str(broken)])
    other = tmp_path / "other.xmi"
    other.write_text(text.replace("  <", "    <", 1), encoding="utf-8")
    assert "EMF saves other bytes" in run([*judge, str(other)])


@pytest.mark.parametrize("name", TWINS)
def test_emf_reads_the_older_dialect_with_its_own_metamodel(name: str, judge: list[str], tmp_path: Path) -> None:
    """What is written in the namespace of the older dialect conforms to it; what EMF saves of it is the same model."""
    metamodel, file = tmp_path / "bg.ecore", tmp_path / "game.xmi"
    metamodel.write_text(bg_ecore(), encoding="utf-8")
    document = read_text(TWINS[name], "game.bgdsl")
    file.write_text(write(document, Syntax.XMI, older=True), encoding="utf-8")
    told, _, saved = run([*judge[:-1], str(metamodel), str(file)]).partition(f"{file}: EMF saves other bytes:\n")
    assert told == ""
    again = read_text(saved.removesuffix("judged 1 models\n"), "saved.xmi")
    assert again.diagnostics == [] and difference(document.root, again.root) is None


def test_emf_sees_what_the_older_dialect_lacks(judge: list[str], tmp_path: Path) -> None:
    metamodel, file = tmp_path / "bg.ecore", tmp_path / "game.xmi"
    metamodel.write_text(bg_ecore(), encoding="utf-8")
    text = write(read_text(TWINS["Drop"], "game.bgdsl"), Syntax.XMI, older=True)
    for feature in ("associatedState", "hexColor"):
        file.write_text(re.sub(rf' {feature}="[^"]*"', "", text, count=1), encoding="utf-8")
        assert feature in run([*judge[:-1], str(metamodel), str(file)]).splitlines()[0]
        assert f"needs {feature}" in " ".join(map(str, validate(read_text(file.read_bytes(), "game.xmi"))))
