"""Parameters of tests that are too many for every run: some are tried then, all of them by ``make prove``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from tests.support.engines import ENGINES, SAMPLED
from tests.support.gallery import Example

SAMPLE = frozenset(
    {
        "ambush", "brandubh", "checkers", "chess", "connect-four", "dark-hex", "dots-and-boxes", "go", "kalah",
        "nim-three-players", "nine-mens-morris", "othello", "pentago", "toads-and-frogs", "traffic-lights",
    }
)  # fmt: skip
"""Games of many kinds that are compiled quickly: captures, drops, lines, sowing, passes, counters, hidden pieces."""


def part_of(text: str) -> tuple[int, int]:
    """Return which part of how many ``K/N`` is, counted from 0; ``UsageError`` if it is none."""
    found = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})", text)
    part, parts = map(int, found.groups()) if found else (0, 0)
    if not 1 <= part <= parts:
        raise pytest.UsageError(f"a part is K/N, the K-th of N parts, as 2/8: not {text!r}")
    return part - 1, parts


def sampled(examples: Sequence[Example]) -> list[ParameterSet]:
    """Return examples: those of the sample for every run.

    It is for tests that ask whether two parts of tilewright agree: every game has its counts, its invariants and its
    independent engine, beside which machine code plays, in every run of the tests.
    """
    return [_parameter(example, id=str(example), always=example.name in SAMPLE) for example in examples]


def thinned(paths: Sequence[Path]) -> list[ParameterSet]:
    """Return files: every fourth one for every run."""
    return [_parameter(path, id=path.stem, always=number % 4 == 0) for number, path in enumerate(paths)]


def diagonal(rows: Mapping[str, object] | Mapping[int, object], columns: Sequence[str]) -> list[ParameterSet]:
    """Return each row with each column: each row with one of them for every run, the columns in turn.

    The engine that is sampled (see ``SAMPLED``) does not take the turn of another one.
    """
    turns = [column for column in columns if column != SAMPLED]
    return [
        _parameter(row, column, id=f"{name}-{column}", always=column in (SAMPLED, turns[number % len(turns)]))
        for number, (name, row) in enumerate(rows.items())
        for column in columns
    ]


def in_turn(rows: Mapping[str, object], columns: Sequence[str]) -> list[ParameterSet]:
    """Return those of ``diagonal`` for every run alone, for tests of which the proofs have a longer form."""
    return [each for each in diagonal(rows, columns) if not each.marks]


def with_engines(examples: Sequence[Example]) -> list[ParameterSet]:
    """Return each example with the interpreter, and those of the sample with each engine.

    It is for tests of which the proofs have a longer form that runs for all of them.
    """
    return [
        pytest.param(example, engine, id=f"{example}-{engine}")
        for example in examples
        for engine in (ENGINES if example.name in SAMPLE else ENGINES[:1])
    ]


def _parameter(*values: object, id: str, always: bool) -> ParameterSet:
    return pytest.param(*values, id=id, marks=() if always else pytest.mark.prove)
