"""Turns and phases that are set twice in a chain: the first one is told, unless something asks for it between."""

from __future__ import annotations

import pytest

from tilewright.model.files import read_text
from tilewright.model.validation import validate

TEXT = """game Twice {{
  players A, B
  nature Dice
  board 3x1
  pieces Man:M
  counter n 0..9
  phases one, two
  sub pass = turn next
  chance Roll = amount n 1..6 -> turn next
  move Put = empty -> select -> set own Man -> n := 0 -> {}
  move Go in two = own -> select -> phase one; turn Dice
}}
"""

TOLD = {
    "a turn": (
        "^turn Dice -> turn same",
        "another 'turn' follows in the same chain, and gives the turn instead; to whom",
    ),
    "after effects": (
        "^turn A -> n += 1 -> goto all -> own -> set empty -> if n > 0 -> turn same",
        "gives the turn instead",
    ),
    "after a do": ("^turn A -> do { n += 1 } -> turn B", "gives the turn instead"),
    "after a semicolon": ("^turn A; n += 1; turn Dice", "gives the turn instead"),
    "on a condition": ("^turn Dice -> turn next { own }", "gives the turn instead"),
    "a phase": (
        "^phase two -> turn Dice -> phase one",
        "another 'phase' follows in the same chain, and is entered instead",
    ),
}
SILENT = {
    "one": "turn Dice -> phase two",
    "in a choice": "turn Dice -> first { own -> turn same | any }",
    "in a do": "turn Dice -> do { own -> turn same }",
    "as another": "do as each { turn same } -> turn Dice",
    "in a call": "turn Dice -> pass",
    "a condition": "turn next { own } -> turn Dice",
    "whether somebody could move": "phase two -> movable -> phase one -> turn Dice",
    "in which phase it is": "phase two -> has { in two } -> phase one -> turn Dice",
    "in the other alternative": "first { own -> turn same | turn Dice }",
}


def told(chain: str) -> list[tuple[int, str]]:
    document = read_text(TEXT.format(chain), "twice.game")
    found = validate(document)
    assert not [each for each in found if each.severity.value == "error"], found
    return [(each.place.column, each.message) for each in found if each.code == "overridden"]


@pytest.mark.parametrize(("chain", "message"), TOLD.values(), ids=TOLD)
def test_what_is_set_again_is_told(chain: str, message: str) -> None:
    column = next(line for line in TEXT.format(chain).splitlines() if "^" in line).index("^") + 1
    [(there, words)] = told(chain.replace("^", ""))
    assert there == column and message in words


@pytest.mark.parametrize("chain", SILENT.values(), ids=SILENT)
def test_what_may_matter_is_not_told(chain: str) -> None:
    assert told(chain) == []
