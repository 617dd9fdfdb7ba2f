"""Choices of a single alternative: told, unless the choice does what the alternative alone does not."""

from __future__ import annotations

import pytest

from tilewright.model.files import read_text
from tilewright.model.validation import validate

TEXT = """game Single {{
  players A, B
  board 3x1
  pieces Man:M
  directions line = (1,0) (-1,0)
  counter n 0..9
  sub twice = along line -> step
  move Put = empty -> {} -> select -> set own Man -> n += 1
  effect = if n == 9 -> win
}}
"""


def told(chain: str) -> list[str]:
    ignored = ("unused", "never-passes")
    return [
        f"{d.code}: {d.message}"
        for d in validate(read_text(TEXT.format(chain), "single.game"))
        if d.code not in ignored
    ]


@pytest.mark.parametrize(
    ("chain", "words"),
    [
        ("first { step line }", "without 'first'; '|' stands between two"),
        ("choose { | step line }", "without 'choose'; '|' stands between two"),
        ("union { step line -> where { step line } }", "without 'union'; '|' stands between two"),
        ("first { step line; own }", "without 'first'; '|' stands between two, and what stands behind ';' belongs to the same one"),
        ("first { own -> step line; n += 1; any }", "and what stands behind ';' belongs to the same one"),
    ],
)  # fmt: skip
def test_a_single_alternative_is_told_and_nothing_that_follows_from_it(chain: str, words: str) -> None:
    (message,) = told(chain)
    assert message.startswith("single-alternative") and message.endswith(words)


@pytest.mark.parametrize(
    "chain",
    [
        "first { step line | any }",
        "union { along line -> step }",
        "union { twice }",
        "union { choose { step line | any } }",
        "if n > 3 { step line }",
        "off @(1,0)",
        "own or off @(1,0)",
        "aligned 3 (1,0) own",
        "where { aligned 2 (1,1) own }",
        "where { empty or off @(1,0) }",
    ],
)
def test_what_is_meant_is_not_told(chain: str) -> None:
    assert told(chain) == []
