"""The estimate of what the clicks of a rule leave open, by which programs keep room for moves."""

from __future__ import annotations

import pytest

from tilewright.generator.compiler.analysis.branching import ENDLESS, MOST, PIECES, Clicked, clicked
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.lowering.lowering import Lowering
from tilewright.model.files import read_text

GAME = """game Clicked {{
  players A, B
  board 10x5
  pieces Man:A/B
  directions orth = (1,0) (-1,0) (0,1) (0,-1)
  zone tray 4x1
  mark from
  move Rule = {rule} -> set own Man
}}"""

TRAY, BOARD = 4, 50
RIDES = 2 * (9 // 2) + 2 * (4 // 2)
"""The cells that a ride is thought to reach: half of those of the longest rows."""


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("empty -> select", Clicked(1, BOARD, BOARD)),
        ("own -> select", Clicked(1, PIECES, PIECES)),
        ("own -> select -> step orth -> empty -> select", Clicked(PIECES, 4, PIECES)),
        ("own -> select -> step orth * through empty -> empty -> select", Clicked(PIECES, RIDES, PIECES)),
        ("own -> select -> step orth 1..2 -> empty -> select", Clicked(PIECES, 4, PIECES)),
        ("own -> select -> goto tray -> empty -> select", Clicked(PIECES, TRAY, PIECES * TRAY)),
        ("own -> select from -> step orth -> empty -> select -> goto all -> own -> select",
         Clicked(PIECES * 4, PIECES, PIECES * PIECES)),
        ("first { own -> select | empty -> select }", Clicked(1, BOARD, BOARD)),
        ("repeat 1..3 { goto tray -> empty -> select }", Clicked(TRAY**2, TRAY, TRAY**3)),
        ("repeat 1..* { goto tray -> empty -> select }", Clicked(1, TRAY, TRAY)),
    ],
)  # fmt: skip
def test_clicks_leave_so_much_open(rule: str, expected: Clicked) -> None:
    assert _clicked(rule) == expected


def test_counting_ends_however_often_is_repeated() -> None:
    rule = "goto tray -> empty -> select"
    for times in (2, 1000, 2) * 13:
        rule = f"repeat 1..{times} {{ {rule} }}"
    assert _clicked(rule) == Clicked(ENDLESS, TRAY, ENDLESS)


def test_what_is_too_much_is_not_believed() -> None:
    assert Clicked(MOST, 3, 5).entries == MOST
    assert Clicked(5, 3, MOST).entries == MOST
    assert Clicked(MOST + 1, 3, 5).entries == Clicked(5, 3, MOST + 1).entries == 0


def _clicked(rule: str) -> Clicked:
    document = read_text(GAME.format(rule=rule), "clicked.game")
    constants = Constants(document.game)
    (found,) = clicked(constants, Lowering(constants, document.places).rules(0))
    return found
