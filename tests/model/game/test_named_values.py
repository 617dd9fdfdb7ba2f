"""Named values: a game is the one in which they are written out."""

from __future__ import annotations

import pytest

from tests.support.engines import game
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import has_errors
from tilewright.model.files import read_text
from tilewright.model.game.extending import read_game
from tilewright.model.game.templates import MOST_COPIED
from tilewright.model.game.writer.games import write_game
from tilewright.model.objects import difference
from tilewright.model.service.formatting import formatted
from tilewright.model.service.source import Source
from tilewright.model.validation import validate
from tilewright.runtime import perft

GAME = """game A {{
  players X, O
  board 3x3
  pieces Man:X/O
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark from
  counter n
  counter hand per = 3
  counter seeds cell = 1
  parameter size 1..5 = 2
  {declared}
  place Put = {rule}
  effect = set own Man -> n += 1 -> hand -= 1
  over = score {score}
}}
"""

ALIKE = {
    "a sum in a product": ("value v = 1 + n", "if 2 * v < 9", "if 2 * (1 + n) < 9"),
    "a name in a name": ("value v = w - 1\n  value w = min(n, hand)", "if v < 9", "if min(n, hand) - 1 < 9"),
    "twice": ("value v = count { own }", "if v + v < 9", "if count { own } + count { own } < 9"),
    "a parameter of the game": ("value v = size * n", "where { if v < 9 }", "where { if size * n < 9 }"),
    "a number": ("value v(k, of) = k * of + k", "if v(2, n) < 9", "if 2 * n + 2 < 9"),
    "a pattern": (
        "value v(whose) = count { step orth -> whose }",
        "where { if v(enemy) < 2 }",
        "where { if count { step orth -> enemy } < 2 }",
    ),
    "the number of each cell": ("value v = 2 * seeds", "where { if v < 3 }", "where { if 2 * seeds < 3 }"),
    "steps": ("value v = size - n", "step orth v -> empty", "step orth size - n -> empty"),
    "a parameter of a sub with the same name": (
        "sub s(k) = where { if v(n) < k }\n  value v(k) = k + 1",
        "s(5)",
        "s_5",
    ),
}


ALIKE |= {
    "of the enemy": ("value v = 2 * hand - n", "if enemy v < 9", "if 2 * enemy hand - n < 9"),
    "of a player by name": ("value v = max(hand, count { own })", "if X v < 9", "if max(X hand, X count { own }) < 9"),
    "what each has": ("value v = each hand + hand", "if next v < 9", "if each hand + next hand < 9"),
    "of each": ("value v = max(hand, n)", "if each v < 9", "if max(X hand, n) + max(O hand, n) < 9"),
    "of each in a sum": (
        "value v = min(hand, n)",
        "if n - 2 * each v + each hand < 9",
        "if n - 2 * (min(X hand, n) + min(O hand, n)) + each hand < 9",
    ),
    "of each by a test": (
        "value v(k) = if n > k { 1 } else { 2 }",
        "if each v(2) < 9",
        "if (if has as X { if n > 2 } { 1 } else { 2 }) + (if has as O { if n > 2 } { 1 } else { 2 }) < 9",
    ),
    "by a test": (
        "value v = if has { goto all -> own } { hand } else { 2 }",
        "if enemy v < 9",
        "if (if has as enemy { has { goto all -> own } } { enemy hand } else { 2 }) < 9",
    ),
}


@pytest.mark.parametrize(("declared", "rule", "written"), ALIKE.values(), ids=ALIKE)
def test_a_value_is_written_out(declared: str, rule: str, written: str) -> None:
    named = read_game(GAME.format(declared=declared, rule=f"empty -> {rule}", score="n"), "named.game")
    assert named.diagnostics == []
    text = write_game(named)
    assert "value" not in text and f"  place Put = empty -> {written}\n" in text
    again = read_game(text, "written.game")
    assert again.diagnostics == [] and difference(named.root, again.root) is None
    if "s_5" in written:
        assert "  sub s_5 = where { if n + 1 < 5 }\n" in text


def test_all_engines_compute_it(engine: str) -> None:
    declared = "value left = 9 - n\n  value beside(whose) = count { step orth -> whose }"
    rule = "empty -> where { if beside(enemy) <= 1 } -> if left > 0"
    text = GAME.format(declared=declared, rule=rule, score="left + hand")
    out = GAME.format(
        declared="",
        rule="empty -> where { if count { step orth -> enemy } <= 1 } -> if 9 - n > 0",
        score="9 - n + hand",
    )
    assert perft(game(text, engine).initial_state(), 4) == perft(game(out, engine).initial_state(), 4) > 0


def test_a_value_is_summed_over_the_players(engine: str) -> None:
    declared = "value rich = if hand > 1 { hand } else { 0 }"
    state = game(GAME.format(declared=declared, rule="empty -> if each rich >= 5", score="n"), engine).initial_state()
    after = [state, state.play("a1"), state.play("a1").play("a2")]
    assert [each.is_over for each in after] == [False, False, True]


WRONG = {
    "value v = w\n  value w = 2 * v": ("v", ("circular-value", 11, 9, "the value 'v' is computed from itself")),
    "value v = m + 1": ("v", ("unresolved-reference", 11, 13, "Attribute or Value is called 'm'")),
    "value v = 1\n  value v = 2": ("v", ("duplicate-name", 12, 9, "two values are called 'v'")),
    "value n = 1": ("n", ("duplicate-name", 11, 9, "a value and a Counter are called 'n'")),
    "value v = 3\n  ": ("enemy v", ("unexpected-token", 15, 16, "the same for all players: write its name alone")),
    "value v = n + size": ("next v", ("unexpected-token", 14, 16, "the same for all players: write its name alone")),
    "value v = hand\n": ("ally v", ("unexpected-token", 15, 16, "a value is that of one player: next, previous")),
    "value v = 2 * size": (
        "each v",
        ("unexpected-token", 14, 16, "write its name alone, or '2 *' before it for the sum"),
    ),
    "value v = hand - n": ("each vv", ("unresolved-reference", 14, 21, "is called 'vv'")),
    "value v = hand - n\n  ": ("if each vv < 2 { 1 }", ("unresolved-reference", 15, 24, "is called 'vv'")),
    "value v = next hand + 1": ("next v", ("unexpected-token", 14, 16, "write it out, without 'next'")),
    "value v = (1, 2)": ("X v", ("unexpected-token", 14, 16, "let a counter have it")),
    "value v = 3": ("v { own }", ("unexpected-token", 14, 18, "leave out the braces")),
    "value v(k) = k": ("v", ("unexpected-token", 14, 17, "'(' is expected before the arguments of 'v(k)'")),
    "value v(k) = k + 0": ("v(1, 2)", ("wrong-number", 14, 16, "'v(k)' is called with 2 of them")),
    "value v(k) = k + 1": ("v(own)", ("unexpected-token", 11, 16, "where 'v' is called with 'own'")),
    "value v = 1 2": ("v", ("unexpected-token", 11, 15, "the end of the line is expected")),
    "value v(k, k) = k": ("v(1, 1)", ("duplicate-name", 11, 9, "two parameters of 'v' are called 'k'")),
    "value w = 1": ("n", ("unused", 11, 9, "the value 'w' is never used")),
}


def test_braces_after_a_comparison_with_a_value_are_those_of_the_condition() -> None:
    declared = "value v = count { goto all -> own }\n  value w(k) = n + k"
    rules = ["if n == v { any } else { own }", "if n == 2 * w(1) { any }", "if n < v and n < w(2) { any } else { own }"]
    for rule in rules:
        short = read_game(GAME.format(declared=declared, rule=rule, score="n"), "short.game")
        assert not has_errors(short.diagnostics), short.diagnostics
        long = rule.replace("w(1)", "(n + 1)").replace("w(2)", "n + 2").replace(" v ", " count { goto all -> own } ")
        assert (
            difference(short.root, read_game(GAME.format(declared="", rule=long, score="n"), "long.game").root) is None
        )


@pytest.mark.parametrize("declared", WRONG)
def test_what_is_wrong(declared: str) -> None:
    score, (code, line, column, part) = WRONG[declared]
    found = read_game(GAME.format(declared=declared, rule="empty", score=score), "wrong.game").diagnostics
    told = [one for one in found if one.code == code]
    assert [(one.place.line, one.place.column) for one in told] == [(line, column)], found
    assert part in told[0].message and code in CODES


def test_a_mistake_in_a_value_is_told_once() -> None:
    text = GAME.format(declared="value v = m", rule="empty -> if v > 1 -> if v > 2", score="v + v")
    found = read_game(text, "wrong.game").diagnostics
    assert [(one.code, one.place.line) for one in found] == [("unresolved-reference", 11)]


def test_what_is_written_out_is_bounded() -> None:
    """Each of forty values is twice the one before."""
    values = "\n  ".join(f"value v{k} = v{k - 1} + v{k - 1}" for k in range(1, 41))
    text = GAME.format(declared=f"value v0 = n\n  {values}", rule="empty", score="v40")
    (found,) = (one for one in read_game(text, "large.game").diagnostics if one.code == "too-large")
    assert f"more than {MOST_COPIED} parts" in found.message


def test_a_deep_value_is_refused() -> None:
    nested = "min(n, " * 10 + "v{}" + ")" * 10
    values = "\n  ".join(f"value v{k} = {nested.format(k - 1)}" for k in range(1, 22))
    text = GAME.format(declared=f"value v0 = n\n  {values}", rule="empty", score="v21")
    assert "nesting-too-deep" in {one.code for one in read_game(text, "deep.game").diagnostics}


def test_a_base_declares_values(tmp_path) -> None:
    (tmp_path / "base.game").write_text(GAME.format(declared="value v = n + 1", rule="empty -> if v < 3", score="v"))
    extending = "game B extends base {\n  value v = n + 2\n}\n"
    document = read_game(extending, str(tmp_path / "b.game"), tmp_path)
    assert document.diagnostics == []
    assert "if n + 2 < 3" in write_game(document)


def test_formatting_leaves_names_of_values_alone() -> None:
    text = GAME.format(declared="value v = n+1", rule="empty -> if v < 3", score="v")
    assert not has_errors(validate(read_text(text, "v.game")))
    assert formatted(Source(text, "v.game")) is None
