"""A test that needs what is not installed is skipped by name, and fails where everything has to be there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.conftest import pytest_runtest_call
from tests.support.places import ROOT
from tests.support.tools import OF_OTHERS, need

OUTCOMES = [("", pytest.skip.Exception), ("true", pytest.fail.Exception)]


@pytest.mark.parametrize(("everywhere", "outcome"), OUTCOMES)
@pytest.mark.parametrize("module", sorted(OF_OTHERS))
def test_a_library_that_is_not_installed(
    module: str, everywhere: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", everywhere)
    test = pytest_runtest_call()
    next(test)
    with pytest.raises(outcome, match=f"the package {OF_OTHERS[module]} "):
        test.throw(ModuleNotFoundError(name=module))


@pytest.mark.parametrize(("everywhere", "outcome"), OUTCOMES)
def test_a_tool_that_is_not_installed(
    everywhere: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", everywhere)
    need(True, "javac")
    with pytest.raises(outcome, match="the package javac "):
        need(False, "javac")


def test_a_module_of_ours_that_is_missing_is_a_failure() -> None:
    test = pytest_runtest_call()
    next(test)
    with pytest.raises(ModuleNotFoundError):
        test.throw(ModuleNotFoundError(name="tilewright.nothing"))


def test_what_is_told_to_be_installed_is_what_an_extra_installs() -> None:
    """An extra is named as in a checkout, a library as the extra of tilewright asks for it."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    allowed = {*(f".[{extra}]" for extra in extras), *(needed for extra in extras.values() for needed in extra)}
    files: list[Path] = [*(ROOT / "generator").rglob("*.py"), *(ROOT / "runtime").rglob("*.py")]
    told = {found for file in files for found in re.findall(r"pip install '([^']+)'", file.read_text("utf-8"))}
    assert {".[server]", "pygls>=2.0"} <= told <= allowed
