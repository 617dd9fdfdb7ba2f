"""validate --metamodel: models of one's own metamodel, as text, JSON and SARIF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import run
from tests.support.ecore_files import ECORE, PIVOT, annotation, attribute, eclass, ecore
from tests.support.library import LIBRARY, RIGHT, VIOLATED, WRONG
from tilewright.model import read_metamodel, validate
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import Severity

GOOD, BAD, HEAVY = RIGHT["a library"], next(r[1] for r in WRONG if r[0] == "no number"), VIOLATED[0][1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    texts = {"library.ecore": LIBRARY, "good.xmi": GOOD, "bad.xmi": BAD, "heavy.xmi": HEAVY}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_findings_of_several_files(folder: Path) -> None:
    result = run("validate", "--metamodel", "library.ecore", "good.xmi", "bad.xmi", "heavy.xmi")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.splitlines() == [
        "good.xmi: no problems found",
        "bad.xmi:3:1: error: Book.pages: 'many' is no integer of 32 bits [bad-value]",
        "heavy.xmi:2:1: error: the shelf a carries 100 [notTooHeavy]",
    ]
    assert run("validate", "--metamodel", "library.ecore", "good.xmi").exit_code == 0


def test_a_metamodel_that_is_wrong_has_its_own_places(folder: Path) -> None:
    (folder / "library.ecore").write_text(LIBRARY.replace("#//Item", "#//Itm", 1), encoding="utf-8")
    line = next(n for n, text in enumerate(LIBRARY.splitlines(), 1) if "#//Item" in text)
    result = run("validate", "--metamodel", "library.ecore", "good.xmi")
    assert result.exit_code == 1
    assert result.stdout.startswith(f"library.ecore:{line}:") and "did you mean 'Item'?" in result.stdout
    assert [found.place.file for found in validate("good.xmi", "library.ecore")] == ["library.ecore"]
    log = json.loads(run("validate", "--metamodel", "library.ecore", "good.xmi", "--format", "sarif").stdout)
    assert [found["ruleId"] for found in log["runs"][0]["results"]] == ["unresolved-reference"]


def test_what_of_a_metamodel_is_not_judged_is_told(folder: Path) -> None:
    (folder / "library.ecore").write_text(LIBRARY.replace("status = weight", "status = wait"), encoding="utf-8")
    result = run("validate", "--metamodel", "library.ecore", "heavy.xmi")
    (told,) = result.stdout.splitlines()
    assert result.exit_code == 1
    assert told.startswith("library.ecore:") and "error: notTooHeavy" in told and told.endswith("[bad-ocl]")
    found = validate("heavy.xmi", metamodel="library.ecore")
    assert [one.severity for one in found] == [Severity.ERROR]


def test_ocl_that_cannot_be_evaluated_is_left_out_on_request(folder: Path) -> None:
    (folder / "library.ecore").write_text(LIBRARY.replace("status = weight", "status = wait"), encoding="utf-8")
    result = run("validate", "--lenient", "--metamodel", "library.ecore", "heavy.xmi", "bad.xmi")
    first, second, third = result.stdout.splitlines()
    assert (result.exit_code, second) == (1, "heavy.xmi: no problems found")
    assert "warning: notTooHeavy" in first and first.endswith("[bad-ocl]") and third.endswith("[bad-value]")
    assert run("validate", "--lenient", "--metamodel", "library.ecore", "heavy.xmi").exit_code == 0
    metamodel = read_metamodel("library.ecore", lenient=True)
    assert [one.severity for one in metamodel.warnings] == [Severity.WARNING]
    assert validate("heavy.xmi", metamodel) == []
    assert run("validate", "--lenient", "any.game").exit_code == 2


def test_classes_are_generated_without_ocl_on_request(folder: Path) -> None:
    told = annotation(ECORE, constraints="c") + annotation(PIVOT, c="naem = 'a'")
    (folder / "p.ecore").write_text(ecore(eclass("A", told + attribute("name"))), encoding="utf-8")
    refused = run("generate", "classes", "p.ecore")
    assert refused.exit_code == 1 and "[bad-ocl]" in refused.stderr and not (folder / "p").exists()
    made = run("generate", "classes", "--lenient", "p.ecore")
    assert made.exit_code == 0 and "warning: c of the EClass 'A'" in made.stderr and (folder / "p").exists()


@pytest.mark.parametrize(
    "missing", [["--metamodel", "none.ecore", "good.xmi"], ["--metamodel", "library.ecore", "none"]]
)
def test_a_missing_file(missing: list[str], folder: Path) -> None:
    result = run("validate", *missing)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "No such file or directory" in result.stderr


def test_findings_for_programs(folder: Path) -> None:
    told = run("validate", "--metamodel", "library.ecore", "bad.xmi", "heavy.xmi", "--format", "json").stdout
    value, heavy = json.loads(told)
    assert (heavy["file"], heavy["line"], heavy["column"], heavy["code"]) == ("heavy.xmi", 2, 1, "notTooHeavy")
    assert heavy["rule"] == "the shelf … carries …"
    assert heavy["help"].startswith("A constraint of Shelf, in OCL: Tuple{message")
    assert value["rule"] == "The value has not the form that the feature's type needs."


def sarif(*arguments: str) -> dict[str, Any]:
    """Return the one run of a log, after what SARIF 2.1.0 demands of it."""
    log = json.loads(run("validate", *arguments, "--format", "sarif").stdout)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (found,) = log["runs"]
    driver, results = found["tool"]["driver"], found["results"]
    assert driver["name"] == "tilewright" and driver["version"]
    assert [rule["id"] for rule in driver["rules"]] == sorted({result["ruleId"] for result in results})
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"] and rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("error", "warning")
        own = "--metamodel" in arguments and rule["id"] not in CODES  # the docs explain no constraints of others
        assert ("helpUri" in rule) != own
    for result in results:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"] and result["level"] in ("error", "warning")
        for location in [*result["locations"], *result.get("relatedLocations", [])]:
            region = location["physicalLocation"]["region"]
            assert min(region["startLine"], region["startColumn"]) >= 1
            assert location["physicalLocation"]["artifactLocation"]["uri"]
    return found


def test_findings_as_sarif(folder: Path) -> None:
    found = sarif("--metamodel", "library.ecore", "bad.xmi", "heavy.xmi", "good.xmi")
    assert [result["ruleId"] for result in found["results"]] == ["bad-value", "notTooHeavy"]
    assert sarif("--metamodel", "library.ecore", "good.xmi")["results"] == []


def test_games_have_rules_in_sarif_as_well(tmp_path: Path) -> None:
    game = tmp_path / "wrong.game"
    game.write_text("game G {\n  players A, A\n  board 3x3\n  pieces S:s\n  place = empty -> set own S\n}\n", "utf-8")
    found = sarif(str(game))
    texts = {rule["id"]: rule["shortDescription"]["text"] for rule in found["tool"]["driver"]["rules"]}
    assert texts["playersMustHaveUniqueNames"] == "two players have the same name, upper and lower case apart"
