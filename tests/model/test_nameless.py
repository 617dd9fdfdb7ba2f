"""What moves without clicks and options are called: every way through a rule is looked at."""

from __future__ import annotations

import pytest

from tilewright.metamodel import schema
from tilewright.model import nameless
from tilewright.model.document import Document
from tilewright.model.files import read_text
from tilewright.model.nameless import nameless_label
from tilewright.model.validation import validate

NAMELESS = [
    "n += 1",
    "own -> each -> set empty",
    "if n > 3 -> win",
    "if n > 3 -> win -> select",
    "choose { select | n += 1 }",
    "first { if n > 3 -> lose | select }",
    "repeat 0..2 { select -> set own Man }",
    "repeat { select -> set own Man }",
    "repeat 1..2 { choose { select | n += 1 } }",
    "quiet",
    "twice",
    "union { select | own }",
    "has { select }",
    "do { if n > 3 -> win } -> select",
]

NAMED = [
    "select",
    'option "go" -> n += 1',
    "record",
    "each -> select",
    "choose { select | record }",
    'choose { select | option "q" } -> win',
    "first { own -> select | any } -> select",
    "repeat 1..* { select -> set empty }",
    "repeat 0..2 { mark here -> step orth } -> select",
    "do { n += 1 } -> loud",
    "select -> do { win }",
]


def named(rule: str) -> str:
    """Return what a move without clicks and options is called in a game whose rule A is this."""
    text = f"""game Named {{
  players X, O
  board 3x3
  pieces Man:M
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  counter n
  mark here
  sub quiet = n += 1
  sub loud = own -> select
  sub twice = quiet -> quiet
  move A = {rule}
  stuck = lose
}}"""
    return nameless_label(read_text(text, "named.game").root)


@pytest.mark.parametrize("rule", NAMELESS)
def test_a_way_without_a_click_is_called_like_the_rule(rule: str) -> None:
    assert named(rule) == "A"


@pytest.mark.parametrize("rule", NAMED)
def test_every_way_has_a_click(rule: str) -> None:
    assert named(rule) == "_"


def chained(count: int, body: str) -> Document:
    subs = "\n".join(f"  sub s{number} = {body.format(number - 1)}" for number in range(1, count))
    text = f"game Deep {{\n  players X, O\n  board 2x2\n  counter n\n  sub s0 = n += 1\n{subs}\n  move Q = s{count - 1}\n}}"
    return read_text(text, "deep.game")


def test_sub_pipelines_are_walked_once_and_as_deep_as_they_go() -> None:
    """Each calls the one before it twice, so that there are 2 ** 60 ways; and three thousand call each other in turn."""
    for document in (chained(60, "s{0} -> s{0}"), chained(3000, "s{0}")):
        assert nameless_label(document.root) == "Q"
    assert "nameless-move" in [diagnostic.code for diagnostic in validate(chained(60, "s{0} -> s{0}"))]


def test_every_filter_that_runs_others_on_its_way_is_known() -> None:
    assert {cls.__name__ for cls in nameless._CONTROL} == set(schema().concrete["ControlFilter"])
