"""An element may be called as XMI allows, also like a word of the notation: its model comes back from the text."""

from __future__ import annotations

import os
import random

import pytest

from tests.support.gallery import EXAMPLES
from tilewright.metamodel.typing import EObject
from tilewright.model import read_text, validate, write
from tilewright.model.diagnostics import has_errors
from tilewright.model.game.chains import RULES
from tilewright.model.game.patterns import PLAYERS, SELECTIONS, TESTS
from tilewright.model.game.values import DIVISIONS, FUNCTIONS
from tilewright.model.objects import difference

SEED = int(os.environ.get("TILEWRIGHT_SEED") or 20261129)
NAMES = sorted(
    {
        *RULES,
        *SELECTIONS,
        *TESTS,
        *PLAYERS,
        *FUNCTIONS,
        *DIVISIONS,
        "else",
        "not",
        "of",
        "per",
        "0",
        "1",
        "-1",
        "0..1",
        "*",
        "..",
        "x",
        "a1",
        "at",
        "if",
        "Phase",
    }
)


def called(game: str, of_class: str, old: str, new: str) -> bytes:
    """Return the XMI of a game of the gallery in which an element is called otherwise."""
    (example,) = [one for one in EXAMPLES if one.name == game]
    document = read_text(example.file("xmi").read_bytes(), "game.xmi")
    (found,) = [one for one in named(document.root) if (one.eClass.name, one.name) == (of_class, old)]
    found.name = new
    return write(document, "xmi").encode()


def named(root: EObject) -> list[EObject]:
    """Return the elements of a model that have names."""
    return [one for one in (root, *root.eAllContents()) if getattr(one, "name", None)]


def comes_back(xmi: bytes, what: str) -> None:
    """Fail, and tell what was renamed, unless the text of a model has no errors and means the same."""
    text = write(read_text(xmi, "game.xmi"), "game")
    again = read_text(text.encode(), "game.game")
    assert not has_errors(again.diagnostics), (what, again.diagnostics[0], text)
    assert difference(again.root, read_text(xmi, "game.xmi").root) is None, (what, text)


@pytest.mark.parametrize(
    ("game", "of_class", "old", "new"),
    [
        ("project-l", "State", "Black4", "count"),
        ("banqi", "Region", "kinds", "0"),
        ("backgammon", "Region", "lower_tray", "0"),
        ("banqi", "Attribute", "rank", "if"),
        ("othello-choices", "Parameter", "moves", "if"),
        ("banqi", "Counter", "quiet", "at"),
        ("twenty-forty-eight", "Counter", "tile", "Phase"),
        ("twenty-forty-eight", "SubPipeline", "push", "count"),
        ("dots-and-boxes", "Tile", "Cell", "like"),
        ("tak", "SubPipeline", "road", "enemy"),
        ("nim-greedy", "Player", "Red", "0..1"),
        ("nine-mens-morris", "State", "Void", "count"),
    ],
)
def test_a_name_that_was_lost_once_comes_back(game: str, of_class: str, old: str, new: str) -> None:
    comes_back(called(game, of_class, old, new), f"{of_class} {old}")


RULED = """game A {{
  players X, O
  board 3x3
  pieces Man:X/O
  counter n
  place Put = empty
  effect = set own Man
  effect = {}
  stuck = lose
}}
"""


@pytest.mark.parametrize("name", ["count", "at", "enemy", "0..1"])
@pytest.mark.parametrize(
    "rule",
    [
        "if enemy Man { set empty } else { win }",
        "if X Man and own { set empty }",
        "if own Man or enemy Man { win }",
        "if not enemy Man { win }",
        "n += (if enemy Man { 2 } else { 1 })",
    ],
)
def test_a_piece_of_any_name_may_be_asked_for(rule: str, name: str) -> None:
    document = read_text(RULED.format(rule).encode(), "game.game")
    assert not has_errors(document.diagnostics)
    (man,) = [one for one in named(document.root) if one.eClass.name == "Piece"]
    man.name = name
    comes_back(write(document, "xmi").encode(), f"{rule}: {name}")


@pytest.mark.prove
def test_any_element_may_have_any_name() -> None:
    draw, tried = random.Random(SEED), 0
    while tried < 5000:
        document = read_text(draw.choice(EXAMPLES).file("xmi").read_bytes(), "game.xmi")
        one = draw.choice(named(document.root))
        what = f"{document.root.name}: {one.eClass.name} {one.name}"
        one.name = draw.choice(NAMES)
        xmi = write(document, "xmi").encode()
        if not has_errors(validate(read_text(xmi, "game.xmi"))):
            comes_back(xmi, f"{what} -> {one.name}")
            tried += 1
