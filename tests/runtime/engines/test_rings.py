"""Steps along rings: however many there are, as many as there are cells are compiled."""

from __future__ import annotations

import pytest

from tests.support.engines import COMPILED, game, need
from tilewright.generator.compiler.rules.board import way_of
from tilewright.runtime.proof.agreement import compare

RINGS = """game Rings {
  players Ann, Ben
  board 8x2
  directions east = links (0,0) > (1,0) > (2,0) > (3,0) > (0,0), (4,1) > (5,1) > (6,1) > (4,1)
  directions other = links (0,0) > (1,0) > (2,0) > (0,0)
  directions tail = links (7,0) > (6,0) > (5,0) > (4,0) > (6,0)
  directions right = (1,0)
  neutral Stone:o
  setup { "o......o" "....o..o" }
  counter seeds cell 0..64 = 1
  counter n 0..9000 = 3
  move Go = where { if seeds > 0 } -> select -> RULE -> select -> seeds += 1 -> n += 7
  over = draw
}
"""

RULES = {
    "from nothing to many": "step east seeds * 13 + n - 3",
    "never none": "step east n + 1",
    "fewer than none": "step east 40 - 11 * n div 2",
    "two rings at once": "choose { step east n | option 'o' -> step other 2 * n - 3 }",
    "cells on no ring": "goto all -> step other n - 3",
    "a way that comes back elsewhere": "step tail min(n, 200)",
    "a way that ends": "step right min(n, 200) - 3",
    "through what is empty": "step east min(n, 200) through empty",
    "the bound direction": "along east -> step min(n, 200)",
}


@pytest.mark.parametrize("engine", COMPILED)
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_engines_agree(engine: str, rule: str) -> None:
    need(engine)
    text = RINGS.replace("RULE", rule.replace("'", '"'))
    played = {name: game(text, name) for name in ("interpreter", engine)}
    assert played[engine].fallback is None
    checked = compare(played, 2, max_plies=40)
    assert checked.violations == () and checked.plies > 1


def test_the_period_of_a_way() -> None:
    assert way_of({0: 1, 1: 2, 2: 0, 5: 6, 6: 5}).period == 6
    assert way_of({3: 3}).period == 1
    assert way_of({0: 1, 1: 0, 2: 0}).period is None
    assert way_of({0: 1, 1: 2}).period is None
