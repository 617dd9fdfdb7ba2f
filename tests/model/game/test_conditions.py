"""Conditions: each is the game in which the choice between the test and its opposite is written out."""

from __future__ import annotations

import pytest

from tests.support.engines import ENGINES, game, need
from tests.support.rules import SLIDES
from tilewright.model.files import read_text
from tilewright.model.game.extending import read_game
from tilewright.model.game.writer.games import write_game
from tilewright.model.objects import difference
from tilewright.runtime import perft
from tilewright.runtime.playouts import playout

RULE = "  move Go = own -> select from -> {} -> empty -> select -> move from\n"

ALIKE = {
    "if Rock { step north } else { step east }": "first { has { Rock } -> step north | no { Rock } -> step east }",
    "if n == 2 { step north } else { step east }": "first { if n == 2 -> step north | if n != 2 -> step east }",
    "if n < 2 { step north }": "first { if n < 2 -> step north | if n >= 2 }",
    "if n >= 2 { step north }": "first { if n >= 2 -> step north | if n < 2 }",
    "if enemy hand > n { any } else { step east }": "first { if enemy hand > n -> any | if enemy hand <= n -> step east }",
    "if n == 2 + enemy hand { step east }": "first { if n == 2 + enemy hand -> step east | if n != 2 + enemy hand }",
    "if n < (seeds) { step east }": "first { if n < seeds -> step east | if n >= seeds }",
    "if n < seeds { goto top -> own } { step east }": (
        "first { if n < seeds { goto top -> own } -> step east | if n >= seeds { goto top -> own } }"
    ),
    "if no { goto top -> empty } { step north }": "first { no { goto top -> empty } -> step north | has { goto top -> empty } }",
    "if has as enemy { goto all -> own } { step east }": (
        "first { has as enemy { goto all -> own } -> step east | no as enemy { goto all -> own } }"
    ),
    "if in early or late { step north } else { step east }": (
        "first { in early or late -> step north | no { in early or late } -> step east }"
    ),
    "if movable { step north }": "first { movable -> step north | no { movable } }",
    "if at top { step east } else { step north -> any }": (
        "first { has { at top } -> step east | no { at top } -> step north -> any }"
    ),
    "if Rock { step north } else if n > 1 { step east } else if in late { step east 2 }": (
        "first { has { Rock } -> step north | no { Rock } -> first { if n > 1 -> step east"
        " | if n <= 1 -> first { in late -> step east 2 | no { in late } } } }"
    ),
    "do { if n > 3 { n := 0 } else { n += 1 } } -> step north": (
        "do { first { if n > 3 -> n := 0 | if n <= 3 -> n += 1 } } -> step north"
    ),
    "if [Rock and !enemy] { step east }": "first { has { [Rock and !enemy] } -> step east | no { [Rock and !enemy] } }",
    "if count { goto all -> own } > 2 { step east }\n    else { step north }": (
        "first { if count { goto all -> own } > 2 -> step east | if count { goto all -> own } <= 2 -> step north }"
    ),
    "if n == 2 and enemy hand < 3 { step north } else { step east }": (
        "first { has { if n == 2 -> if enemy hand < 3 } -> step north | no { if n == 2 -> if enemy hand < 3 } -> step east }"
    ),
    "if Rock and n > 1 { step north }": (
        "first { has { has { Rock } -> if n > 1 } -> step north | no { has { Rock } -> if n > 1 } }"
    ),
    "if Rock or n > 1 { step north }": (
        "first { has { first { has { Rock } | if n > 1 } } -> step north | no { first { has { Rock } | if n > 1 } } }"
    ),
    "if in early or late or n == 1 and movable or has { goto top -> own } and n < (seeds) { step east }": (
        "first { has { first { in early or late | if n == 1 -> movable | has { goto top -> own } -> if n < seeds } }"
        " -> step east"
        " | no { first { in early or late | if n == 1 -> movable | has { goto top -> own } -> if n < seeds } } }"
    ),
    "if (Rock or Stone) and at top { step east }": (
        "first { has { has { Rock or Stone } -> has { at top } } -> step east"
        " | no { has { Rock or Stone } -> has { at top } } }"
    ),
    "if (n == 2 or Rock) and hand > n { step north }": (
        "first { has { has { first { if n == 2 | has { Rock } } } -> if hand > n } -> step north"
        " | no { has { first { if n == 2 | has { Rock } } } -> if hand > n } }"
    ),
    "if not (n == 2 or Rock) { step north } else { step east }": (
        "first { no { first { if n == 2 | has { Rock } } } -> step north | has { first { if n == 2 | has { Rock } } } -> step east }"
    ),
    "if n > 1 and not (in early or movable and (Rock or Stone)) { step north }": (
        "first { has { if n > 1 -> no { first { in early | movable -> has { Rock or Stone } } } } -> step north"
        " | no { if n > 1 -> no { first { in early | movable -> has { Rock or Stone } } } } }"
    ),
    "if (n == 1 or (n == 2 and (Rock or hand == 1))) or Stone { step north }": (
        "first { has { first { has { first { if n == 1 | has { if n == 2 -> has { first { has { Rock } | if hand == 1 } } } } }"
        " | has { Stone } } } -> step north"
        " | no { first { has { first { if n == 1 | has { if n == 2 -> has { first { has { Rock } | if hand == 1 } } } } }"
        " | has { Stone } } } }"
    ),
    "if (n + 1) * 2 > 3 { step north }": "first { if (n + 1) * 2 > 3 -> step north | if (n + 1) * 2 <= 3 }",
    "if no { Rock } and n == 1 { step north } else if own and !Rock { step east }": (
        "first { has { no { Rock } -> if n == 1 } -> step north | no { no { Rock } -> if n == 1 }"
        " -> first { has { has { own } -> has { !Rock } } -> step east | no { has { own } -> has { !Rock } } } }"
    ),
}
"""Conditions, and the choices for which they are short."""


def model(chain: str) -> str:
    return SLIDES + "  counter seeds cell 0..9\n" + RULE.format(chain) + '  move Wait = option "wait" -> n := 2\n}\n'


@pytest.mark.parametrize("short", ALIKE)
def test_it_is_a_choice_between_a_test_and_its_opposite(short: str) -> None:
    one, other = (read_game(model(chain), "one.game") for chain in (short, ALIKE[short]))
    assert one.diagnostics == other.diagnostics == []
    assert difference(one.root, other.root) is None
    written = write_game(other)
    assert " ".join(short.split()) in " ".join(written.split())
    assert difference(read_game(written, "again.game").root, one.root) is None


GUARDS = {
    "if in late": "in late",
    "if by A": "by A",
    "if movable": "movable",
    "if repeated 2": "repeated 2",
    "if has { goto top -> empty } -> step north": "has { goto top -> empty } -> step north",
    "do { if no as enemy { own } } -> step north": "do { no as enemy { own } } -> step north",
    "first { if has { Rock } | step north } -> any": "first { has { Rock } | step north } -> any",
    "do { any; if has { Rock }; n += 1 } -> step north": "do { any; has { Rock }; n += 1 } -> step north",
    'if has { own } because "No." -> step north': 'has { own } because "No." -> step north',
}


@pytest.mark.parametrize("short", GUARDS)
def test_without_braces_behind_it_a_condition_in_braces_is_a_filter(short: str) -> None:
    one, other = (read_game(model(chain), "one.game") for chain in (short, GUARDS[short]))
    assert one.diagnostics == other.diagnostics == []
    assert difference(one.root, other.root) is None
    assert " ".join(GUARDS[short].split()) in " ".join(write_game(one).split())


@pytest.mark.parametrize(
    ("joined", "guard"),
    [
        ("if n == 2 and hand > n", "has { if n == 2 -> if hand > n }"),
        ("if n == 2 or hand > n or n == 4", "has { first { if n == 2 | if hand > n | if n == 4 } }"),
        ("if Rock and n == 2", "has { has { Rock } -> if n == 2 }"),
        ("if (n == 2 or Rock)", "has { first { if n == 2 | has { Rock } } }"),
        ("if not (n == 2 and Rock)", "no { if n == 2 -> has { Rock } }"),
        ("if not (n == 2 or Rock)", "no { first { if n == 2 | has { Rock } } }"),
        ("if not own", "no { own }"),
        ("if not n == 2", "if n != 2"),
        ("if not not no { Rock }", "no { Rock }"),
        ("if not in early", "no { in early }"),
        ("if (((n == 2)))", "if n == 2"),
        ("if (n + 1) -1 > 2", "if (n + 1) + -1 > 2"),
    ],
)
def test_joined_tests_without_braces_are_a_guard(joined: str, guard: str) -> None:
    one, other = (read_game(model(f"{chain} -> step north"), "one.game") for chain in (joined, guard))
    assert one.diagnostics == other.diagnostics == []
    assert difference(one.root, other.root) is None


@pytest.mark.parametrize(
    ("called", "asked"),
    [
        ("if safe { step north } else { step east }", "if has { safe } { step north } else { step east }"),
        ("if beside(Rock) { step north }", "if has { beside(Rock) } { step north }"),
        ("if safe and n == 2 { step north }", "if has { safe } and n == 2 { step north }"),
        ("if hand { step north }", None),
    ],
)
def test_a_chain_that_is_called_asks_whether_it_finds_anything(called: str, asked: str | None) -> None:
    """But a number of the same name is compared."""
    chains = "  sub safe = Rock\n  sub hand = Rock\n  sub beside(what) = step east -> what\n"
    one = read_game(model(called).replace("  counter seeds", chains + "  counter seeds"), "one.game")
    if asked is None:
        assert [found.code for found in one.diagnostics] == ["unexpected-token"]
        return
    other = read_game(model(asked).replace("  counter seeds", chains + "  counter seeds"), "other.game")
    assert {found.code for found in (*one.diagnostics, *other.diagnostics)} <= {"unused"}
    assert difference(one.root, other.root) is None


@pytest.mark.parametrize("name", ["all", "at", "like", "own", "enemy", "empty", "top"])
def test_a_number_may_have_the_name_of_a_pattern(name: str) -> None:
    text = f"game G {{ players A, B\nboard 2x2\npieces M:m\ncounter {name} 0..9\nmove P = empty -> if {name} == 0 -> select\n}}"
    found = read_text(text, "g.game")
    assert (
        found.diagnostics == []
        and found.root.board.legalMovesPipeline.rules[0].filter.nextFilter.eClass.name == "CompareFilter"
    )


@pytest.mark.parametrize("value", ["n", "enemy hand", "n + hand", "2 * hand", "n div hand"])
def test_braces_after_a_number_that_no_cell_has_are_those_of_the_condition(value: str) -> None:
    one, other = (read_game(model(f"if n > {text} {{ step east }}"), "one.game") for text in (value, f"({value})"))
    assert one.diagnostics == other.diagnostics == []
    assert difference(one.root, other.root) is None


@pytest.mark.parametrize(
    "choice",
    [
        "choose { has { Rock } -> step north | no { Rock } -> step east }",
        "first { has { Rock } -> step north | no { Stone } -> step east }",
        "first { has { Rock } -> step north | has { Rock } -> step east }",
        "first { where { Rock } -> step north | wherenot { Rock } -> step east }",
        "first { has { Rock } | no { Rock } -> step east }",
        'first { has { Rock } because "No rock." -> step north | no { Rock } -> step east }',
        "first { has as each { Rock } -> step north | no { Rock } -> step east }",
        "first { no { in early } -> step north | in early -> step east }",
        "first { if n == 1 -> step north | if n > 1 -> step east }",
        "first { if n == 1 -> step north | if n != 1 -> step east | any }",
    ],
)
def test_other_choices_are_written_as_they_are(choice: str) -> None:
    found = read_game(model(choice), "one.game")
    assert found.diagnostics == []
    assert choice in write_game(found)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "short",
    [
        "if Rock { step north } else if n > 1 { step east } else if in late { step east 2 }",
        "if no { Rock } and n == 1 { step north } else if own and !Rock { step east }",
    ],
)
def test_it_plays(short: str, engine: str) -> None:
    need(engine)
    one, other = game(model(short), engine), game(model(ALIKE[short]), "interpreter")
    assert perft(one.initial_state(), 3) == perft(other.initial_state(), 3) > 0
    last = playout(one, 5, max_plies=12)
    assert other.position(last.to_text()).to_text() == last.to_text()


WRONG = {
    "if Rock": "16:38: error: a pattern keeps the cells for which it holds, without 'if': write 'Rock -> empty …'; what"
    " depends on it stands in braces, as in 'if Rock { empty … }'",
    "if Rock }": "16:38: error: 'if' compares numbers, and 'Rock' is a pattern; leave out 'if', or count the cells, as "
    "in 'count { Rock }'",
    "if score > 3": "16:38: error: 'score' begins a filter, and a number is expected: a counter of your own has another",
    "if turn == 3 { any }": "16:38: error: 'turn' begins a filter, and a number is expected",
    "if select": "16:38: error: 'select' begins a filter that asks nothing; 'if' compares numbers, as in 'if n == 3'",
    "if each (if n > 2 { n }) > 3": "16:38: error: 'each' stands before a counter, an attribute, 'count { … }' or the "
    "name of a value: give this one a name, as in 'value v = …', and write 'each v'",
    "if n < each (n + 1)": "16:42: error: 'each' stands before a counter, an attribute, 'count { … }' or the name of",
    "n := each if n > 2 { n }": "16:40: error: 'each' stands before a counter, an attribute, 'count { … }' or the name",
    "n := 2 * each max(n, 1)": "16:44: error: 'each' stands before a counter, an attribute, 'count { … }' or the name",
    "n := each table(1, 2) at n": "16:40: error: 'each' stands before a counter, an attribute, 'count { … }' or the",
    "n := each 3": "16:40: error: 'each' stands before a counter, an attribute, 'count { … }' or the name of a value",
    "if each > 3": "16:38: error: 'each' begins a filter, and a number is expected",
    "n := each m": "16:45: error: no Counter, Constant, Parameter, Attribute or Value is called 'm'",
    "if line 2 own": "16:38: error: 'line' ends the game by itself, as in 'effect = line 3 own'; 'aligned 3 own' asks",
    "if has { Rock } step north": "16:51: error: what depends on a test stands in braces",
    "if has { Rock } else { any }": "16:51: error: 'else' stands after the braces of a condition",
    "if at top": "16:38: error: a pattern keeps the cells for which it holds, without 'if': write 'at top -> empty …'",
    "if [Rock and !enemy]": "16:38: error: a pattern keeps the cells for which it holds, without 'if': write '[Rock and "
    "!enemy] -> empty …'",
    "if [Rock and !enemy] }": "16:55: error: '{' is expected before what is done if the test holds, as in 'if own { … "
    "}', not the end of the declaration",
    "if n > 1 { step north } else if n < 1": "16:73: error: '{' is expected before what is done in this case, not '->'",
    "if n > 1 { step north } else step east": "16:64: error: '{' is expected before the chain, as in 'else { step … }', not 'step'",
    "if Rock { step north } elif Stone { step east }": "16:58: error: another condition begins with 'else if'",
    "if Rock then step north": "16:43: error: what is done stands in braces, as in 'if own { … }', without 'then'",
    "if n > 1 then step north": "16:44: error: what is done stands in braces, as in 'if own { … }', without 'then'",
    "if unless Rock { step north }": "16:38: error: what must not hold follows 'not', as in 'if not King { … }'",
    "if !(Rock or n == 2) { step north }": "16:38: error: tests in parentheses are denied by 'not'",
    "if not Rock or Stone { step north }": "16:42: error: beside other tests, and after 'not', a pattern with 'or' stands in parentheses",
    "if not { Rock } { step north }": "16:42: error: the test stands before the braces, as in 'if own { … }'",
    "if (n > 2 { step north }": "16:38: error: ')' is missing: this parenthesis is not closed",
    "if (n) { step north }": "16:40: error: a comparison is expected",
    "if (n > 2) == 1 { step north }": "16:41: error: a comparison is no value; tests in parentheses are followed by",
    "if (n == enemy hand { own }) { step north }": "16:57: error: no braces stand here: the number before them is of no",
    "if { Rock } { step north }": "16:38: error: the test stands before the braces, as in 'if own { … }'",
    "if step north { any }": "16:38: error: 'if' compares numbers, and 'step' is a filter, which is a condition by itself;"
    " leave out 'if'; what depends on it stands in braces, as in 'if has { … } { … }'",
    "if Rok { step north }": "16:38: error: no filter, chain, Piece, Group, Tile or State is called 'Rok'; did you mean"
    " 'Rock'?",
    "else { step north }": "16:35: error: no filter, chain, Piece, Group, Tile or State is called 'else'",
}


@pytest.mark.parametrize("chain", WRONG)
def test_what_is_wrong(chain: str) -> None:
    found = read_text(model(chain), "one.game").diagnostics
    assert str(found[0]).removeprefix("one.game:").startswith(WRONG[chain]), str(found[0])


@pytest.mark.parametrize("name", ["each", "max", "table"])
def test_each_stands_before_a_number_whatever_its_name(name: str) -> None:
    text = (
        f"game G {{ players A, B\nboard 2x2\npieces M:m\ncounter {name} per\n"
        f"move P = empty -> if each {name} == 0 -> do {{ {name} := 1 }} -> select\n}}"
    )
    assert read_text(text, "g.game").diagnostics == []


def test_a_test_that_is_wrong_is_told_once() -> None:
    found = read_text(model("if has { Stoone } { step north } else { step east }"), "one.game").diagnostics
    assert [one.code for one in found] == ["unresolved-reference"]


def test_rules_and_effects_of_a_phase_begin_by_asking_for_it() -> None:
    """``place P in slide = …`` and ``effect in slide = …`` are short for chains that begin with ``in slide``."""
    said, asked = (
        read_game(
            "game A {\n  players X, O\n  board 3x3\n  pieces Man:X/O\n  phases put, slide\n"
            f"  place Put{first} empty\n  effect{first} set own Man\n  effect Row{both} aligned 3 own -> win\n}}",
            "a.game",
        )
        for first, both in ((" in put =", " in put, slide ="), (" = in put ->", " = in put or slide ->"))
    )
    assert said.diagnostics == asked.diagnostics == []
    assert difference(said.root, asked.root) is None
    assert write_game(said) == write_game(asked)
