"""Tests may be run in parts: each of the slow proofs belongs to exactly one, and long tests are left out if asked."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.conftest import LONG, in_part
from tests.support.places import ROOT
from tests.support.thinning import part_of

NAMES = [f"tests/test_one.py::test_two[{number}]" for number in range(100)]


@pytest.mark.parametrize("parts", [1, 2, 7])
def test_each_test_is_in_one_part(parts: int) -> None:
    chosen = [name for part in range(1, parts + 1) for name in NAMES if in_part(name, part_of(f"{part}/{parts}"))]
    assert sorted(chosen) == sorted(NAMES)


@pytest.mark.parametrize("part", ["1/2", "2/2"])
def test_a_part_is_not_everything(part: str) -> None:
    assert 20 < sum(in_part(name, part_of(part)) for name in NAMES) < 80


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "one/two", "1/1000"])
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(pytest.UsageError, match="a part is K/N"):
        part_of(text)


def test_whoever_asks_for_what_is_no_part_is_told_so_at_once() -> None:
    """Not by each of the processes that would run it."""
    command = [sys.executable, "-m", "pytest", "-n", "2", "-p", "no:cacheprovider", __file__]
    environment = {**os.environ, "TILEWRIGHT_PART": "9/8"}
    told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == pytest.ExitCode.USAGE_ERROR
    assert (told.stdout + told.stderr).strip() == "ERROR: a part is K/N, the K-th of N parts, as 2/8: not '9/8'"


def test_long_tests_are_there() -> None:
    """Whoever renames one names it anew in the list."""
    lines = (ROOT / "tests" / "long.txt").read_text(encoding="utf-8").splitlines()
    assert lines == sorted(set(lines)) and set(lines) == LONG
    for line in lines:
        file, name = line.split("[")[0].split("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), line


def test_long_tests_are_left_out_if_asked() -> None:
    file = "tests/runtime/test_paying.py"
    collected = []
    for quick in ("", "1"):
        command = [sys.executable, "-m", "pytest", "--co", "-q", "-p", "no:cacheprovider", file]
        environment = {**os.environ, "TILEWRIGHT_QUICK": quick, "TILEWRIGHT_PART": ""}
        told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        collected.append({line for line in told.stdout.splitlines() if line.startswith(file)})
    long = {name for name in LONG if name.startswith(file)}
    assert long and collected[0] - collected[1] == long and collected[1]
