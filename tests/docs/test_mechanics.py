"""The page that leads from mechanics to words: the games that it names use one of the words that their row tells."""

from __future__ import annotations

import re

import pytest

from tests.support.places import DOCS
from tilewright.model.game.chains import RULES
from tilewright.model.game.declarations import DECLARATIONS

COMMON = {
    "at",
    "board",
    "choose",
    "do",
    "draw",
    "goto",
    "has",
    "if",
    "move",
    "no",
    "place",
    "select",
    "set",
    "step",
    "win",
}
"""Words that nearly every game uses, so that they tell nothing of what it has in it."""
MORE = {"amount", "aligned", "by", "hidden", "like", "share", "weight"}
"""Words that begin neither a filter nor a declaration, or both, and tell something."""


def rows() -> list[tuple[str, set[str], list[str]]]:
    """Return each row with its telling words and the files of its games."""
    found = []
    for line in (DOCS / "mechanics.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.split(" | ")]
        if len(cells) == 3 and not cells[0].startswith("| ---") and cells[0] != "| mechanic":
            words = {word for code in re.findall(r"`([^`]+)`", cells[1]) for word in re.findall(r"[a-z]+", code)}
            telling = (words & {*RULES, *DECLARATIONS, *MORE}) - COMMON
            found.append((cells[0].removeprefix("| "), telling, re.findall(r"\(([^()]+\.game)\)", cells[2])))
    return found


@pytest.mark.parametrize(("mechanic", "words", "games"), rows(), ids=[row[0] for row in rows()])
def test_the_games_of_a_row_use_its_words(mechanic: str, words: set[str], games: list[str]) -> None:
    for game in games:
        text = re.sub(r"//.*", "", (DOCS / game).read_text("utf-8"))
        assert not words or words & set(re.findall(r"[a-z]+", text)), f"{game} uses none of {sorted(words)}"


def test_most_rows_tell_words_and_games() -> None:
    told = [row for row in rows() if row[1] and row[2]]
    assert len(rows()) > 45 and len(told) > 30
