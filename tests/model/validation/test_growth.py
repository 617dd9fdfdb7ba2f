"""Models whose parts are few, but in which the ways through these double with each: each part is looked at once."""

from __future__ import annotations

import pytest

from tests.support.growing import at_most
from tilewright.model.files import read_text
from tilewright.model.validation import validate

TEXT = """game Long {
  players X, O
  board 3x3
  pieces Stone:X/O
  directions orth = (1,0)
  zone hand 1x2 per owner
  counter a 0..99
  mark seen per game owner
  mark m
  sub s0 = step orth
  move Look = goto hand -> any -> select -> mark seen -> set own Stone
  move Put = empty -> select -> set own Stone
  effect = if a > 2 -> win
  over = lose
}
"""


def _subs(body: str, many: int) -> str:
    """Return sub-pipelines of which each refers to the one before it, written ``$``."""
    return "".join(f"  sub s{i} = {body.replace('$', f's{i - 1}')}\n" for i in range(1, many))


LONG = {
    "conditions in a row": ("any", " -> ".join(f"if a == {i} {{ a += 1 }} else {{ a += 2 }}" for i in range(30)), ""),
    "two calls in each chain": ("any", "s29 -> any", _subs("$ -> $", 30)),
    "two calls that are asked": ("any", "has { s29 } -> any", _subs("has { $ } -> has { $ }", 30)),
    "two calls that go on": ("any", "first { any | s29 }", _subs("$ -> $", 30).replace("step orth", "any")),
    "two calls that are done": ("any", "do { s29 }", _subs("a += 1 -> $ -> $", 30)),
    "two calls in each union": ("any", "s29 -> set own Stone -> goto m -> set empty", _subs("union { $ | $ }", 30)),
}
"""What the first rule looks at, what it does, and sub-pipelines."""


@pytest.mark.parametrize(("asked", "done", "subs"), LONG.values(), ids=LONG)
def test_what_is_called_twice_is_looked_at_once(asked: str, done: str, subs: str) -> None:
    text = TEXT.replace("  move Look", subs + "  move Look").replace("any -> select", f"{asked} -> select -> {done}", 1)
    with at_most(400_000):
        found = validate(read_text(text, "long.game"))
    assert [d for d in found if d.code == "syntax" or d.severity.name == "ERROR"] == []


def test_many_rules_with_hidden_information_are_each_looked_at_alone() -> None:
    rule = "  move Rule{} = empty -> !at seen -> select seen -> set own Stone -> goto seen -> mark seen\n"
    text = TEXT.replace("  move Look", "".join(map(rule.format, range(100))) + "  move Look")
    document = read_text(text, "many.game")
    with at_most(1_000_000):
        assert "leak-not-excluded" not in {d.code for d in validate(document)}


def test_calls_that_are_nested_too_deeply_to_follow_them_are_no_proof() -> None:
    subs = _subs("repeat 1 { " * 8 + "$" + " }" * 8, 60)
    text = TEXT.replace("  move Look", subs + "  move Look").replace("any -> select", "s59 -> select", 1)
    (found,) = (d for d in validate(read_text(text, "deep.game")) if d.code == "leak-not-excluded")
    assert "a move of 'Look' is legal depends on calls that are nested too deeply to follow them" in found.message
