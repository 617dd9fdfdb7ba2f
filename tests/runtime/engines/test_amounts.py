"""Amounts of many numbers: compiled as one loop, they are played as the interpreter plays them."""

from __future__ import annotations

import pytest

from tests.support.engines import COMPILED, game, need
from tilewright.generator.compiler import NotLowered, compile_game
from tilewright.generator.compiler.emit.filters import amounts
from tilewright.generator.compiler.lowering.filters import MOST_AMOUNTS
from tilewright.generator.purpose import Purpose
from tilewright.model.files import read_text
from tilewright.runtime.proof.agreement import compare

START = """game Amounts {
  players X, O
  NATURE
  board 3x1
  pieces Man:X/O
  directions side = (1,0) (-1,0)
  setup { "X.O" }
  mark from, there
  counter total per 0..5000 = 90
  counter pile cell 0..400 = { 3 200 40 }
  counter bid move 0..300
  counter pip move 0..30
  counter low = 2  counter high 0..300 = 60
"""

RULES = {
    "bounds in numbers": "move A = amount bid 3..40 -> total += bid",
    "bounds that change": "move A = amount bid low..high -> total += bid -> high := max(0, 60 - bid)",
    "a bound that is a sum of cells": "move A = own -> select from -> amount bid 1..pile { goto from } - 1 -> pile -= bid",
    "no number at all": "move A = amount bid high..low -> total += bid\n  move B = option 'b' -> high -= 20 -> low += 5",
    "beyond the range of the counter": "move A = amount bid 1..total * 3 -> total += bid",
    "below the range of the counter": "move A = amount bid low - bid - total..20 -> total -= 10",
    "two in a row, with labels in common": "move A = amount pip 1..20 -> amount bid low..high -> total := bid * pip div 8",
    "clicks behind it": "move A = amount bid 1..30 -> goto all -> empty -> select there -> pile += bid -> set own Man",
    "clicks before it": "move A = own -> select from -> step side -> empty -> select there -> amount bid 1..pile { goto from } -> pile += bid -> move from",
    "cells of which there may be none": "move A = goto all -> own -> where { if pile > 150 } -> amount bid 1..20 -> pile -= bid * 2\n  move B = option 'b'",
    "two that follow each other": "move A = choose { amount bid low..20 | amount bid 21..high } -> total += bid",
    "a test behind it": "move A = amount bid 1..100 -> if bid mod 7 == 3 -> total += bid",
    "a choice behind it": "move A = amount bid 1..50 -> choose { option 'up' -> total += bid | option 'down' -> total -= bid }",
    "the first that can be": "move A = first { amount bid 200..high | amount bid 1..20 } -> total += bid",
    "in a loop": "move A = repeat 1..2 { amount bid 1..17 -> total += bid }",
    "a move that two rules find": "move A = amount bid 1..30 -> total += bid\n  move B = amount bid 20..40 -> total += bid",
    "an effect that reads it": "move A = amount bid 1..40\n  effect = total := bid",
    "what can be said if somebody can move": "move A = if movable { amount bid 1..20 } -> amount bid 18..high -> high -= 5",
    "two short ones before a long rest": "move A = own -> select from -> amount bid 0..pile { goto from } div 30 -> amount pip 1..min(5, low div 2 + 2) -> pile -= bid * pip div 4"
    + "; if total > 3 -> total -= pip" * 20,
    "drawn by nature": "move A = option 'go' -> turn nature\n  chance Roll = amount pip 1..20 -> total += pip -> turn next",
    "drawn with shares": "move A = option 'go' -> turn nature\n  chance Roll share pip = amount pip 1..20 -> total += pip -> turn next",
}


def model(rules: str) -> str:
    """Return the game with some rules, which hold ' for the quotation marks of options."""
    nature = "nature Dice" if "chance" in rules else ""
    return f"{START.replace('NATURE', nature)}  {rules.replace(chr(39), chr(34))}\n}}"


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize(
    ("engine", "least"),
    [*((engine, amounts.LEAST) for engine in COMPILED), ("python", 1)],
    ids=[*COMPILED, "python, always in loops"],
)
def test_engines_agree(engine: str, least: int, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    need(engine)
    monkeypatch.setattr(amounts, "LEAST", least)
    monkeypatch.setenv("TILEWRIGHT_CACHE", "")
    played = {name: game(model(rules), name) for name in ("interpreter", engine)}
    assert played[engine].fallback is None
    checked = compare(played, 2, max_plies=6)
    assert checked.violations == () and checked.games == 2


@pytest.mark.parametrize("purpose", list(Purpose))
def test_a_program_does_not_grow_with_the_numbers(purpose: Purpose) -> None:
    """One loop is as long as another."""

    def length(most: int) -> int:
        text = model(f"move A = own -> select from -> amount bid 1..min({most}, pile) -> pile -= bid -> total += bid")
        document = read_text(text.replace("0..300", f"0..{most}").replace("0..400", f"0..{most}"), "test.game")
        return compile_game(document.root, document.places, purpose=purpose).source.count("\n")

    assert length(1000) < 1.2 * length(255)


def test_short_amounts_before_a_long_rest_do_not_multiply_it() -> None:
    """Alternatives with several tests cannot be joined; what follows them stands once."""
    long = "; ".join(f"if total div {n} > pip -> pile += bid mod {n + 1} -> total -= pip" for n in range(1, 9))

    def length(bid: int, pip: int) -> int:
        text = model(
            f"move A = own -> select from -> amount bid low - 2..min({bid}, pile {{ goto from }} div 2)"
            f" -> amount pip low - 1..min({pip}, pile {{ goto from }} div 3) -> do {{ any; {long} }}"
        )
        document = read_text(text, "test.game")
        return compile_game(document.root, document.places).source.count("\n")

    assert length(11, 9) < 1.2 * length(3, 3)


def test_more_are_not_compiled() -> None:
    document = read_text(model("move A = amount total 0..5000"), "test.game")
    with pytest.raises(
        NotLowered, match=f"this amount may have 5001 numbers, 0..5000; at most {MOST_AMOUNTS} are compiled"
    ):
        compile_game(document.root, document.places)
