"""Values that are multiplied and divided, the least and the greatest of values, and tables, on every engine.

Python's own arithmetic is the oracle: ``div`` is ``//`` and ``mod`` is ``%``.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.support.engines import game, play, tiny
from tilewright.model.diagnostics import ModelError
from tilewright.runtime.loading import FallbackWarning

NUMBERS = {"a": -7, "b": 3, "c": 0, "d": 12}
COUNTERS = "".join(f"counter {name} = {number}\n" for name, number in NUMBERS.items())


def computed(expressions: list[str], engine: str) -> list[int]:
    """Return the values of some expressions of the counters ``NUMBERS``."""
    told = [f"v{number}" for number in range(len(expressions))]
    counters = COUNTERS + "".join(f"counter {name} -2147483648..2147483647\n" for name in told)
    effect = " -> ".join(f"{name} := {expression}" for name, expression in zip(told, expressions, strict=True))
    state = tiny("M", f'{counters}move A = option "go" -> {effect}', engine).play("go")
    return [state.counters[name] for name in told]


class Table:
    """The numbers of a table, which Python's ``@`` reads at an index."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    def __matmul__(self, index: int) -> int:
        return self.numbers[max(0, min(index, len(self.numbers) - 1))]


def by_python(expression: str) -> int:
    """Return the value of an expression, computed by Python."""
    text = expression.replace(" div ", " // ").replace(" mod ", " % ")
    text = text.replace("table (", "Table(").replace(" at ", " @ ")
    value: int = eval(text, {"min": min, "max": max, "Table": Table}, dict(NUMBERS))
    return value


ORDER = [
    "a + b * d", "(a + b) * d", "2 * a * b", "2 * (a + b)", "a * 2", "a * -2", "a - b * d", "a - (b - d)",
    "d div b * a", "d div (b * a)", "d div b div 2", "d div (b div 2)", "d mod b + 1", "d mod (b + 2)",
    "2 * d div 7", "2 * (d div 7)", "-2 * d div 7", "a -2 * d div 7", "a - 2 * d div 7", "a -7 div 2", "a + -7 div 2",
    "a * a * a", "a * (a * a)", "(a * b) * d", "a div 2 * 2 + a mod 2", "d * (d + 1) div 2",
    "min(a, b)", "max(a, b)", "min(a, b, d) * max(a, b, d)", "max(a + b, min(d, 4) * 2) - 1", "min(max(a, 0), 5)",
    "-a", "-a + b", "-a * b - d", "-d div 2", "-2 * d div 7 - a", "-(d + 1) div 2", "a * (-b)", "a - (-b)", "max(-a, -b)",
    "(a)", "((a + (b)))", "max(a * b, a div b, a mod b)", "3 * min(a, b) div 2 * 2",
]  # fmt: skip
"""What binds tighter, and what is computed first."""


def test_what_is_computed_first(engine: str) -> None:
    assert dict(zip(ORDER, computed(ORDER, engine), strict=True)) == {each: by_python(each) for each in ORDER}


TABLES = {
    "table (4, 5, 6) at 0": 4, "table (4, 5, 6) at c": 4, "table (4, 5, 6) at b": 6, "table (4, 5, 6) at d": 6,
    "table (4, 5, 6) at a": 4, "table (4, 5, 6) at -1": 4, "table (4, 5, 6) at (b - 2)": 5, "table (4, 5, 6) at b - 2": 4,
    "table (4, 5, 6, 7) at b * b": 21, "table (-2147483648, 2147483647) at 1 div 2": 1073741823,
    "table (1, 3) at table (0, 1) at b": 3, "table (0, 10, 20) at min(b, 1)": 10, "table (4, 5) at count { goto all -> own }": 5,
    "table (4, 5) at 2147483647": 5, "table (4, 5) at -2147483648": 4, "-table (4, 5) at b": -5,
    "table (9, 8, 7) at if b > 2 { 1 } else { 2 }": 8,
}  # fmt: skip
"""Tables with an index that lies inside, at an end, or outside, and how far an index reaches."""


def test_a_number_of_a_table(engine: str) -> None:
    assert dict(zip(TABLES, computed([*TABLES], engine), strict=True)) == TABLES


SIGNS = [
    f"{one} {word} {other}" for word, one, other in product(("div", "mod"), ("a", "d", "c", "-6", "6"), ("b", "a", "4", "-4"))
]  # fmt: skip


def test_division_rounds_down_whatever_the_signs(engine: str) -> None:
    assert dict(zip(SIGNS, computed(SIGNS, engine), strict=True)) == {each: by_python(each) for each in SIGNS}


def drawn(random: Random, depth: int) -> str:
    """Return a random expression of the counters, whose divisors are never 0."""
    if depth == 0 or random.random() < 0.2:
        return random.choice((*NUMBERS, "2", "3", "-1"))
    one, other = drawn(random, depth - 1), drawn(random, depth - 1)
    match random.randrange(7):
        case 0:
            return f"{one} {random.choice('+-')} {other}"
        case 1:
            return f"({one}) * ({other}) mod 1000"
        case 2:
            return f"({one} {random.choice('+-')} {other}) {random.choice(('div', 'mod'))} {random.choice((2, 5, -3, 'b'))}"
        case 3:
            return f"{random.choice(('min', 'max'))}({one}, {other})"
        case 4:
            return f"({one}) {random.choice(('div', 'mod'))} max(1, {other})"
        case 5:
            numbers = random.choices(range(-9, 10), k=random.randint(2, 5))
            return f"table ({', '.join(map(str, numbers))}) at ({one})"
    return f"{random.choice((2, -3))} * ({one}) - {other}"


def test_random_expressions_are_what_python_computes(engine: str) -> None:
    random = Random(7)
    expressions = [drawn(random, 4) for _ in range(40)]
    expected = {each: by_python(each) for each in expressions}
    assert len(set(expected.values())) > 15
    assert dict(zip(expressions, computed(expressions, engine), strict=True)) == expected


PLACES = [
    ("MM.M", "move A = own -> select -> step east n * 2 -> empty -> select", "a1-c1"),
    ("M.", "move A = own -> select -> step east n div 2 -> own -> select", "a1-a1"),
    ("M", "move A = amount q 0..min(n + 1, 7 div 3)", "0 1 2"),
    ("M", "move A = amount q n * 2..max(n, 3)", "2 3"),
]  # fmt: skip


@pytest.mark.parametrize(("board", "rules", "moves"), PLACES)
def test_values_that_say_what_moves_there_are(board: str, rules: str, moves: str, engine: str) -> None:
    state = tiny(
        board, f'counter q 0..9\nmove First = if n == 0 -> option "go" -> n := 1 -> turn same\n{rules}', engine
    )
    assert str(play(state, "go").legal_moves) == moves


STEPS = [
    ("from one to a number", "...M...", "east 1..n", "d1-e1 d1-f1"),
    ("from none", "...M...", "east 0..n", "d1-d1 d1-e1 d1-f1"),
    ("no more than the board has", "...M...", "east 1..n * 9", "d1-e1 d1-f1 d1-g1"),
    ("more at least than at most", "...M...", "east 3..n", ""),
    ("as many at least as at most", "...M...", "east 2..n", "d1-f1"),
    ("less than none", "...M...", "east 0..n - 3", ""),
    ("none at most", "...M...", "east 0..n - 2", "d1-d1"),
    ("over what matches", "M.K....", "east 1..n + 1 through empty", "a1-b1 a1-c1"),
    ("in several directions", "...M...", "(1,0)(-1,0) 1..min(n, 1)", "d1-c1 d1-e1"),
    ("the number of pieces of each flow", "M..M...", "east 1..(count { goto all -> own })", "a1-b1 a1-c1 d1-e1 d1-f1"),
]
"""Steps whose greatest number is computed, where n is 2: the board, the steps, and what can be reached."""


@pytest.mark.parametrize(("board", "steps", "moves"), [row[1:] for row in STEPS], ids=[row[0] for row in STEPS])
def test_steps_up_to_a_number_that_is_computed(board: str, steps: str, moves: str, engine: str) -> None:
    rules = (
        'move First = if n == 0 -> option "go" -> n := 2 -> turn same\n'
        f"move A = if n == 2 -> own Man -> select -> step {steps} -> any -> select\n"
        'move B = if n == 2 -> option "pass"'
    )
    played = {str(move) for move in play(tiny(board, rules, engine), "go").legal_moves} - {"pass"}
    assert played == set(moves.split())


CELLS = [
    ("each cell's own number", "where { if seeds * seeds > 3 }", "c1 d1"),
    ("every second number", "where { if seeds mod 2 == 1 }", "b1 d1"),
    ("rounded down on each cell", "where { if seeds div 2 == 1 }", "c1 d1"),
    ("the product of two counters of a cell", "most seeds * worn", "b1"),
    ("the least product", "least seeds * worn - 1", "a1 d1"),
    ("with a neighbour's", "where { if max(seeds, seeds { step east }) == 2 }", "b1"),
    ("a cap for each cell", "most min(seeds, 2)", "c1 d1"),
    ("the sum over cells is multiplied once", "if seeds * seeds == 36", "a1 b1 c1 d1"),
    ("the number of cells", "if count * (count + 1) div 2 == 10", "a1 b1 c1 d1"),
]


@pytest.mark.parametrize(("test", "moves"), [row[1:] for row in CELLS], ids=[row[0] for row in CELLS])
def test_values_of_each_cell_alone(test: str, moves: str, engine: str) -> None:
    rules = (
        f"counter seeds cell = {{ 0 1 2 3 }}\ncounter worn cell = {{ 5 4 1 0 }}\nmove A = goto all -> {test} -> select"
    )
    assert str(tiny("....", rules, engine).legal_moves) == moves


def test_numbers_of_cells_change_by_products_of_each(engine: str) -> None:
    rules = (
        "counter seeds cell = { 0 1 2 3 }\n"
        'move A = option "go" -> goto all -> seeds := seeds * seeds - seeds div 2 -> seeds += seeds mod 2 -> seeds -= n * 2'
    )
    state = tiny("....", rules, engine).play("go")
    assert [*state.counters["seeds"].values()] == [0, 2, 4, 8]


WRONG = [
    ("divided-by-zero", "7 would be divided by 0", "n := 7 div q"),
    ("divided-by-zero", "-2 would be divided by 0", "n := (q - 2) mod (q * 5)"),
    ("divided-by-zero", "0 would be divided by 0", "n := 5 * max(q, q) div min(q, 1)"),
    ("value-overflow", "a number to calculate with would be 4611686014132420609", "n := big * big mod 3"),
    ("value-overflow", "a number to calculate with would be 2147483648", "n := 1 * (big + 1) * q"),
    ("value-overflow", "a number to calculate with would be 2147483648", "n := (0 - big - 1) div -1 mod 2"),
    ("value-overflow", "a number to calculate with would be 4294967294", "n := 3 div (big + big)"),
    ("value-overflow", "a number to calculate with would be 2147483648", "n := (big + 1) mod 2"),
    ("counter-overflow", "would be 40000", "n := 200 * (q + 200)"),
    ("no-such-stack", "0 pieces would be taken", "step east -> stack (1 div 2) here in pile"),
    ("paid-per-zero", "would be divided by 0", "pay 1 per q * 2"),
    ("divided-by-zero", "3 would be divided by 0", "pay 3 div q"),
    ("divided-by-zero", "3 would be divided by 0", "if 3 div q > 1"),
    ("divided-by-zero", "3 would be divided by 0", "if 3 mod q >= 0"),
    ("divided-by-zero", "3 would be divided by 0", "step east q + 3 div q"),
    ("divided-by-zero", "3 would be divided by 0", "goto all -> most 3 div q"),
    ("divided-by-zero", "3 would be divided by 0", "goto all -> where { if 3 div q > 1 }"),
    ("divided-by-zero", "3 would be divided by 0", "goto all -> seeds := 3 div seeds"),
    ("divided-by-zero", "3 would be divided by 0", "has { off or own -> if 3 div q > 1 }"),
    ("divided-by-zero", "3 would be divided by 0", "first { if 3 div q > 1 | any }"),
    ("divided-by-zero", "3 would be divided by 0", "choose { any | if 3 div q > 1 }"),
    ("divided-by-zero", "3 would be divided by 0", "union { if 3 div q > 1 | any }"),
    ("divided-by-zero", "3 would be divided by 0", "amount q 1..3 div q"),
    ("divided-by-zero", "3 would be divided by 0", "step east -> stack (3 div q) here in pile"),
]
"""Chains after a click on the one piece of X, while q and the numbers of cells are 0."""

MORE = "counter q\ncounter big 0..2147483647 = 2147483647\ncounter seeds cell\nzone pile 1x1 per cell\n"


@pytest.mark.parametrize(("code", "message", "chain"), WRONG)
def test_what_cannot_be_computed_is_an_error_of_the_rules(code: str, message: str, chain: str, engine: str) -> None:
    with pytest.raises(ModelError) as caught:
        tiny("M.", f"{MORE}move A = own -> select here -> {chain}", engine).play("a1")
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.place.file) == (code, "test.game") and message in diagnostic.message


UNREACHED = [
    "own -> select -> if q != 0 -> if 3 div q > 1",
    "if q != 0 -> if 3 div q > 1 -> own -> select",
    "own -> select -> enemy -> if 3 div q > 1",
    "own -> select -> enemy -> n := 3 div q",
    "enemy -> where { if 3 div q > 1 } -> select",
    "goto all -> where { if seeds > 0 -> if 3 div seeds > 1 } -> select",
    "goto all -> enemy -> most 3 div q -> select",
    "own -> select -> no { choose { if q == 0 | if 3 div q > 1 } }",
    "own -> select -> has { enemy -> if 3 div q > 1 }",
    "own -> select -> if count { enemy -> if 3 div q > 1 } > 0",
    "own -> select -> union { enemy -> if 3 div q > 1 | enemy }",
    "own -> select -> enemy -> step east q + 3 div q",
    "own -> select -> enemy -> amount q 1..3 div q",
    "goto all -> empty -> select -> own -> if 3 div q > 1 -> select",
]
"""Rules without a move: their flows die before a division by zero."""


@pytest.mark.parametrize("rule", UNREACHED)
def test_it_is_no_error_where_no_flow_comes_to_it(rule: str, engine: str) -> None:
    assert str(tiny("M.", f'{MORE}move A = {rule}\nmove B = option "b"', engine).legal_moves) == "b"


REACHED = [
    ("own -> select -> first { if q == 0 | if 3 div q > 1 }", "a1"),
    ("own -> select -> has { choose { if q == 0 | if 3 div q > 1 } }", "a1"),
    ("goto all -> first { own | if 3 div q > 1 } -> select", "a1"),
    ("goto all -> empty -> select -> first { if q == 0 | seeds := 3 div q }", "b1"),
    ("goto all -> wherenot { if seeds != 0 -> if 3 div seeds > 1 } -> select", "a1 b1"),
]
"""Rules whose flows pass by a division by zero."""


@pytest.mark.parametrize(("rule", "moves"), REACHED)
def test_it_is_no_error_where_flows_pass_by(rule: str, moves: str, engine: str) -> None:
    assert str(tiny("M.", f"{MORE}move A = {rule}", engine).legal_moves) == moves


def test_chance_is_weighed_by_calculations(engine: str) -> None:
    text = """game Wheel {
      players A, B
      nature Fate
      board 1x1
      counter n = 3
      move Spin = option "spin" -> turn nature
      chance One weight n * n - 1 = option "one"
      chance Two weight n div 2 = option "two"
      chance Three weight 6 div (n - %s) = option "three"
    }"""
    state = game(text % 1, engine).initial_state().play("spin")
    assert [(str(move), str(part)) for move, part in state.chance_outcomes] == [
        ("one", "2/3"), ("two", "1/12"), ("three", "1/4"),
    ]  # fmt: skip
    with pytest.raises(ModelError, match="divided-by-zero"):
        len(game(text % 3, engine).initial_state().play("spin").legal_moves)


def test_scores_and_ranks_are_calculated_as_each_player(engine: str) -> None:
    rules = "counter mine per = { 5 | 4 }\ncounter width per = { 2 | 3 }\n"
    ended = tiny("M.", f'{rules}move A = option "go" -> score mine * width mod 11', engine).play("go")
    assert (ended.scores, ended.returns) == ((10, 1), (1, -1))
    ranked = tiny("M.", f'{rules}ranking max mine * width, min mine\nmove A = option "go" -> rank', engine).play("go")
    assert ranked.returns == (-1, 1)
    paid = tiny("M.", f'{rules}move A = option "go" -> pay max(mine, 2 * width) per width div 2', engine).play("go")
    assert paid.returns == (5, 6)


def test_sums_that_may_have_more_bits_than_a_program_are_left_to_the_interpreter() -> None:
    big = "counter big per -2147483648..2147483647 = 2147483647"
    terms = " + ".join(["2147483647 * (2147483647 * big)"] * 2)
    rules = f'{big}\nmove A = option "go" -> score {terms}'
    with pytest.warns(FallbackWarning, match="more than 63 bits"):
        state = tiny("M.", rules, "python")
    assert state.play("go").scores == (2 * (2**31 - 1) ** 3,) * 2
