"""What is left of a chain for pieces of one kind: behind their move nothing is asked that is known."""

from __future__ import annotations

import pytest

from tilewright.generator.compiler.analysis.specialising import behind_move
from tilewright.generator.compiler.driver import Compiling
from tilewright.generator.compiler.rules import ir
from tilewright.model.files import read_text

MODEL = """game Case {
  players X, O
  board 3x1
  pieces Man:M/m King:K/k
  directions east = (1,0)
  region left = column 0
  mark from, other
  setup { "MK." }
  move Rule = own -> select from -> step east -> select -> RULE
}"""
"""States: 0 nothing, 1 and 2 a man of X and of O, 3 and 4 a king."""

MAN, KING = frozenset({1}), frozenset({3})

MOVED = "move source=0 swap=False"
LEFT = "combine how=Intersect mask=1 mark=None"
MINUS = "combine how=Minus mask=1 mark=None"

CROWNED = "setstate targets=((0 3) (1 3) (2 3) (4 3))"

CASES = [
    ("move from -> Man", MAN, MOVED),
    ("move from -> Man at left", MAN, f"{MOVED}\n{LEFT}"),
    ("move from -> no { Man -> at left }", MAN, f"{MOVED}\n{MINUS}"),
    ("move from -> no { Man -> at left }", KING, MOVED),
    ("move from -> no { choose { Man -> at left | King } }", MAN, f"{MOVED}\n{MINUS}"),
    ("move from -> has { King -> at left }", KING, f"{MOVED}\nguard negate=False per_cell=False\n  as 0:\n    {LEFT}"),
    ('move from -> choose { Man -> option "a" | King -> option "b" }', KING, f"{MOVED}\noption label=1"),
    ("move from -> first { Man -> set own King | King -> set own Man }", MAN, f"{MOVED}\n{CROWNED}"),
    ("move from -> set own King -> Man", MAN, None),
    ("move other -> Man", MAN, None),
    ("set own King -> move from -> Man", MAN, None),
    ("mark from += -> move from -> Man", MAN, None),
]
"""A rule behind its last click; the states of its piece; what is left of it, or None if it goes on asking for states."""


@pytest.mark.parametrize(
    ("rule", "states", "expected"), CASES, ids=[f"{rule} {set(states)}" for rule, states, _ in CASES]
)
def test_behind_move(rule: str, states: frozenset[int], expected: str | None) -> None:
    """Tests of states that are known are left out, and what cannot be any more."""
    document = read_text(MODEL.replace("RULE", rule), "case.game")
    compiling = Compiling(document.root, document.places, (), ())
    ops = compiling.rules[0].groups[0].rules[0].chain.ops[4:]
    left = str(ir.Chain(0, behind_move(ops, frozenset({0}), states, 0b111)))
    assert left == (str(ir.Chain(0, ops)) if expected is None else expected)
