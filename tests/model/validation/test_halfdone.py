"""Effects that a check breaks off after they have changed something, which remains: nothing is rolled back in effects."""

from __future__ import annotations

import pytest

from tests.support.engines import game
from tilewright.model.diagnostics import Severity
from tilewright.model.files import read_text
from tilewright.model.validation import validate

TEXT = """game Half {{
  players A, B
  board 3x1
  pieces Man:M
  counter n 0..9
  counter m per
  counter h cell
  mark here
  sub five = n += 1 -> if n == 5
  sub ask = if n < 4
  sub more = n += 1
  sub last = if n == 5 -> n := 0
  move Go = option "x"{}
  effect = {}
  over = draw
}}
"""

HALF_DONE = {
    "a repetition": ("repeat 0..* maximal { n += 1 -> if n < 4 }", "if n < 4", "n += 1"),
    "a check in a chain": ("repeat 0..* maximal { n += 1 -> ask }", "if n < 4", "n += 1"),
    "a change in a do": ("repeat 0..* maximal { do { n += 1 } -> if n < 4 }", "if n < 4", "n += 1"),
    "a change in one case": ("repeat 0..* maximal { if n > 2 { n += 2 } -> n += 1 -> if n < 4 }", "if n < 4", "n += 1"),
    "a change that has not run where the check fails": (
        "repeat 0..* maximal { n := 2 -> do { goto all -> own -> m := 1 } -> if m == 1 }",
        "if m == 1",
        "n := 2",
    ),
    "a pattern": ("repeat 0..* maximal { set own Man -> step (1,0) -> empty }", "empty", "set own Man"),
    "an alternative in a chain": ("first { five | n += 3 }", "if n == 5", "n += 1"),
    "an alternative after a do": ("first { do { n += 1 } -> if n == 5 | n += 3 }", "if n == 5", "n += 1"),
    "all alternatives ask": (
        "repeat 0..* maximal { n += 1 -> first { if n == 1 | if n == 2 } }",
        "if n == 2",
        "n += 1",
    ),
}
"""Effects, the check and the change that are told."""

IN_BRACES = {
    "a counter": ("do { n += 1 } -> if n == 5 -> n := 0", "if n == 5 { n := 0 }"),
    "a counter of another player": (
        "do { enemy m += 1 } -> if enemy m == 5 -> n := 0 -> set own Man",
        "if enemy m == 5 { n := 0 -> set own Man }",
    ),
    "a counter of each player": ("do { m += 1 } -> if each m == 5 -> n := 0", "if each m == 5 { n := 0 }"),
    "a counter of cells": ("do { h += 1 } -> if 2 < h -> n := 0", "if 2 < (h) { n := 0 }"),
    "a sum": ("do { n += 1 } -> if 5 < 2 * n + m -> n := 0", "if 5 < 2 * n + m { n := 0 }"),
    "a chain that changes": ("more -> if n == 5 -> n := 0", "if n == 5 { n := 0 }"),
    "a chain that asks": ("more -> last", "if n == 5 { n := 0 }"),
    "how many there are": ("do { set own Man } -> if count { own } == 1 -> n := 0", "if count { own } == 1 { n := 0 }"),
    "the position": ("do { set own Man } -> repeated 3 -> n := 0", "if repeated 3 { n := 0 }"),
    "moves": ("do { set own Man } -> movable -> n := 0", "if movable { n := 0 }"),
}
"""Alternatives that ask for what they have changed before, and how what follows is written so that it alone depends
on it.
"""

ASKED_BEFORE = {
    "another counter": "do { n += 1 } -> if m == 5 -> n := 0",
    "the counter of another player": "do { enemy m += 1 } -> if m == 5 -> n := 0",
    "a counter after a change of cells": "do { set own Man } -> if n == 5 -> n := 0",
    "cells after a change of a counter": "do { n += 1 } -> if count { own } == 1 -> n := 0",
    "a pattern": "do { set own Man } -> empty @(1,0) -> n := 0",
    "nothing follows": "do { n += 1 } -> if n == 5",
    "a check follows": "do { n += 1 } -> if n == 5 -> own -> n := 0",
    "more follows where it is called": "more -> last -> n += 1",
    "one of several": "do { n += 1 } -> first { if n == 3 -> n := 1 | if n == 5 -> n := 0 }",
}
"""Alternatives whose checks do not ask for what has been changed before, or decide more than what follows them."""

WHOLE = {
    "the check comes first": "repeat 0..* maximal { if n < 4 -> n += 1 }",
    "it was asked before": "repeat 0..* maximal { has { n += 1 -> if n < 4 } -> n += 1 -> if n < 4 }",
    "nothing is asked": "repeat 0..* maximal { n += 1 -> if n < 4 { n += 1 } } -> if n == 9 -> win",
    "only a mark is changed": "repeat 0..* maximal { step (1,0) -> mark here -> empty }",
    "it only moves on": "repeat 0..* maximal { set own Man -> step (1,0) }",
    "the last alternative": "first { if n == 3 -> n += 1 | five }",
    "it ends the game": "first { if n == 3 -> win | n += 1 }",
}


def found(text: str) -> list[tuple[str, str]]:
    return [(each.code, each.message) for each in validate(read_text(text, "half.game")) if each.code == "half-done"]


@pytest.mark.parametrize(("effect", "check", "change"), HALF_DONE.values(), ids=HALF_DONE)
def test_a_check_after_a_change_that_remains_is_told(effect: str, check: str, change: str) -> None:
    [(_, message)] = found(TEXT.format("", effect))
    assert message.startswith(f"if '{check}' fails, this ") and f"what '{change}' has changed before remains" in message
    assert "nothing is rolled back in effects and in 'do { … }' of rules" in message


@pytest.mark.parametrize(("alternative", "meant"), IN_BRACES.values(), ids=IN_BRACES)
def test_what_a_check_of_the_change_decides_stands_in_braces(alternative: str, meant: str) -> None:
    """It cannot be asked before, and what is offered is right."""
    [(_, message)] = found(TEXT.format("", f"first {{ {alternative} | n += 3 }}"))
    assert message.endswith(f"; what depends on it stands in braces, as in '{meant}'")
    change = alternative.partition(" -> ")[0]
    text = TEXT.format("", f"first {{ {change} -> {meant} | n += 3 }}")
    assert [str(each) for each in validate(read_text(text, "half.game")) if each.severity is Severity.ERROR] == []
    assert found(text) == []


@pytest.mark.parametrize("alternative", ASKED_BEFORE.values(), ids=ASKED_BEFORE)
def test_what_can_be_asked_before_the_change_is_to_be(alternative: str) -> None:
    [(_, message)] = found(TEXT.format("", f"first {{ {alternative} | n += 3 }}"))
    assert message.endswith("; ask before the change, as in 'has { … } -> …'")


def test_a_repetition_ends_by_its_check() -> None:
    """With braces it would go on for ever."""
    [(_, message)] = found(TEXT.format("", "repeat 0..* maximal { n += 1 -> if n == 5 -> n := 0 }"))
    assert message.endswith("; ask before the change, as in 'has { … } -> …'")


@pytest.mark.parametrize("effect", WHOLE.values(), ids=WHOLE)
def test_effects_that_are_done_as_a_whole_are_left_alone(effect: str) -> None:
    assert found(TEXT.format("", effect)) == []


def test_chains_that_are_called_again_and_again_are_looked_at_once() -> None:
    """Written out, the chain would have more filters than anybody could look at."""
    doubled = "".join(f"  sub s{n + 1} = s{n} -> s{n}\n" for n in range(60))
    effect = "repeat 0..* maximal { n += 1 -> s60 -> if n < 4 }"
    text = TEXT.format("", effect).replace("  move Go", f"  sub s0 = goto all -> mark here\n{doubled}  move Go")
    [(_, message)] = found(text)
    assert message.startswith("if 'if n < 4' fails")


def test_in_a_rule_the_same_is_taken_back() -> None:
    """So nothing is told of rules, and what is told of effects is true."""
    loop = "repeat 0..* maximal { n += 1 -> if n < 4 }"
    inside, behind = TEXT.format(f" -> {loop}", "any"), TEXT.format("", loop)
    assert found(inside) == []
    counts = [game(text, "interpreter").initial_state().play("x").counters["n"] for text in (inside, behind)]
    assert counts == [3, 4]
