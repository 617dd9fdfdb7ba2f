"""What conditions undo: ends, turns and clicks within them are told, trying a move is not."""

from __future__ import annotations

import pytest

from tilewright.model.files import read_text
from tilewright.model.validation import validate

TEXT = """game Asking {{
  players A, B
  board 3x1
  pieces Man:M
  counter n 0..9
  counter stock cell 0..9
  directions line = (1,0)
  mark here
  phases one, two
  sub ending = own -> win
  sub twice = ending
  move Put = empty -> select -> set own Man -> n += count
  move Ask in one = {} -> option "ask" -> {}
  effect = if n == 9 -> win
  effect = no {{ goto all -> empty }} -> phase two -> turn same
}}
"""

VAIN = {
    "win in has": ("has { own -> win }", "n := 0", "ends nothing"),
    "score in no": ("no { score n }", "n := 0", "ends nothing"),
    "pay in where": ("where { pay n }", "n := 0", "ends nothing"),
    "draw in wherenot": ("wherenot { own -> draw }", "n := 0", "ends nothing"),
    "in a do in a condition": ("has { do { own -> lose } -> n += 1 }", "n := 0", "ends nothing"),
    "a condition in a choice": ("first { has { own -> win } | any }", "n := 0", "ends nothing"),
    "a choice in a condition": ("has { first { own -> win | any } }", "n := 0", "ends nothing"),
    "a condition in a condition": ("has { no { own -> win } }", "n := 0", "ends nothing"),
    "a sub-pipeline": ("has { twice }", "n := 0", "ends nothing"),
    "a value": ("if count { own -> win } > 0", "n := 0", "ends nothing"),
    "whom the turn is given": ("any", "turn next { own -> draw }", "ends nothing"),
    "a turn": ("has { own -> turn same }", "n := 0", "turn to nobody"),
    "a phase": ("has { own -> phase one }", "n := 0", "no phase"),
    "a click": ("where { own -> select here }", "n := 0", "write 'each'"),
    "an option": ('has { option "a" -> own }', "n := 0", "no part of a move"),
    "a change at the end of a value": ("if count { own -> n += 1 } > count", "n := 0", "nothing follows here"),
    "a change at the end of a condition": ("has { own -> set empty }", "n := 0", "nothing follows here"),
    "a change in a do at the end": ("has { do { own -> n += 1 } }", "n := 0", "nothing follows here"),
    "a change in a choice at the end": ("no { first { own -> n += 1 | enemy } }", "n := 0", "nothing follows here"),
    "a change in a sum": ("if n < 3 * count { own -> n += 1 } + n", "n := 0", "nothing follows here"),
    "braces of a number": ("if n > stock { stock -= 1 }", "n := 0", "belong to 'stock'"),
    "braces of a number of another": ("if n == n + enemy stock { set empty }", "n := 0", "write '(enemy stock) { … }'"),
    "braces of a count": ("if n > count { own -> n += 1 }", "n := 0", "write '(count) { … }'"),
    "an amount": ("has { amount n 1..2 -> own }", "n := 0", "no part of a move"),
}
MEANT = {
    "trying a move": ("has { empty -> each -> set own Man -> n += 1 -> goto all -> own }", "n := 0"),
    "trying a move for a number": ("if count { each -> n += 1 -> if n > 3 } > 1", "n := 0"),
    "what the comparison decides": ("if n > (stock) { stock -= 1 }", "n := 0"),
    "a change that leaves no cell": ("has { own -> shift line }", "n := 0"),
    "an end after it": ("has { own }", "win"),
    "in a do": ("any", "do { own -> win }"),
    "each in a condition": ("has { own -> each -> mark here -> at here }", "n := 0"),
    "whether a number fits": ("has { amount n 1..2 -> if n == 2 }", "n := 0"),
    "whether another phase has a move": ("has { phase two -> movable }", "n := 0"),
    "whether another phase is there": ("has { phase two -> own -> in two }", "n := 0"),
    "a sub-pipeline that others call": ("has { twice }", "do { ending }"),
}


@pytest.mark.parametrize(("condition", "then", "told"), VAIN.values(), ids=VAIN)
def test_what_is_vain_is_told(condition: str, then: str, told: str) -> None:
    (found,) = (
        d
        for d in validate(read_text(TEXT.format(condition, then), "asking.game"))
        if d.code not in ("unused", "never-read")
    )
    assert found.code == "undone" and told in found.message


@pytest.mark.parametrize(("condition", "then"), MEANT.values(), ids=MEANT)
def test_what_is_meant_is_not_told(condition: str, then: str) -> None:
    found = validate(read_text(TEXT.format(condition, then), "asking.game"))
    assert {d.code for d in found} <= {"unused", "never-read"}, [str(d) for d in found]
