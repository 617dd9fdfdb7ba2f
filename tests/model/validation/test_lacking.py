"""Attributes that some kinds of a group lack: told where most have them as numbers."""

from __future__ import annotations

import pytest

from tilewright.model.files import read_text
from tilewright.model.validation import validate

MODEL = """game Cards {
  players A, B
  board 3x1
  %s
  setup { "xyz" }
  move Take = Card -> select -> if worth > 0 -> set empty
  stuck = draw
}"""

CASES = [
    ("kind X:x is Card { worth 1 } Y:y is Card { worth 2 } Z:z is Card", ["'Z' has no 'worth'"]),
    ("kind X:x is Card { worth 1 } Y:y is Card { worth 2 } Z:z is Card { worth 0 }", []),
    ("kind X:x is Card { worth 1 } Y:y is Card Z:z is Card", []),
    ("kind X:x is Card { worth 1 } Y:y is Card { worth 2 } Z:z", []),
    ("kind X:x is Card { worth 1 heir Y } Y:y is Card { worth 2 heir X } Z:z is Card { worth 3 }", []),
    ("kind X:x is Card { worth 1 } Y:y is Card { worth 2 } Z:z is Card { worth X }", []),
]


@pytest.mark.parametrize(("kinds", "told"), CASES)
def test_lacking_attributes(kinds: str, told: list[str]) -> None:
    document = read_text(MODEL % kinds, "cards.game")
    assert document.root is not None
    found = [one.message for one in validate(document) if one.code == "lacking-attribute"]
    assert len(found) == len(told) and all(part in message for part, message in zip(told, found, strict=True)), found
