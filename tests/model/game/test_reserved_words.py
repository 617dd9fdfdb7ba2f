"""Words of the notation that cannot be names, and the page that lists them."""

from __future__ import annotations

import re

import pytest

from tests.support.places import ROOT
from tilewright.model.game import read_game
from tilewright.model.game.chains import UNCALLABLE
from tilewright.model.game.patterns import AFTER_PATTERN, TESTS

BEES = """game Bees {
  players A, B
  board 2x2
  pieces Bee:B
  %s
  mark from
  move M = own -> if %s > 1
  stuck = lose
}
"""


@pytest.mark.parametrize("word", sorted(set(TESTS) - {"count"}))
def test_a_number_whose_name_is_read_as_another_test_is_told(word: str) -> None:
    (found,) = read_game(BEES % (f"counter {word}", word), "test.game").diagnostics
    assert (found.code, found.place.line, found.place.column) == ("ambiguous-reference", 7, 22)
    assert f"'{word}' is a reserved word of the notation" in found.message
    assert str(found.related[0].place) == "test.game:5:11"


def test_the_page_lists_the_reserved_words() -> None:
    page = (ROOT / "docs" / "notation.md").read_text("utf-8")
    section = page.split("## Reserved words\n")[1].split("\n## ")[0]
    lists = [set(re.findall(r"`(\w+)`", part)) for part in section.split("\n\n") if part.startswith("`")]
    assert lists == [{word for word in words if word.isalpha()} for words in (UNCALLABLE, TESTS, AFTER_PATTERN)]
