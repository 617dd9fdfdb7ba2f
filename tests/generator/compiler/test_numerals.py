"""Questions about the numbers of all cells, and changes of them, are emitted for whole sets: Python's numbers judge."""

from __future__ import annotations

import operator
from collections.abc import Callable
from random import Random

import pytest

from tests.support.engines import tiny
from tilewright.generator.compiler import compile_game
from tilewright.generator.errors import OVERFLOW
from tilewright.runtime import ModelError
from tilewright.runtime.state import State

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
COLUMNS = 6
RANDOM = Random(77)
NUMBERS = [RANDOM.randrange(6) for _ in range(2 * COLUMNS)]
CELLS = [f"{'abcdef'[place % COLUMNS]}{2 - place // COLUMNS}" for place in range(2 * COLUMNS)]
BESIDE = [NUMBERS[place + 1] if (place + 1) % COLUMNS else 0 for place in range(2 * COLUMNS)]
"""The number of the cell to the right, 0 where there is none."""
LABELS = "klmnopqrst"
"""An option for each number."""
SET_WISE = "popc(P"
"""What is in no program that asks whole sets: the sum of a cell's digits."""


def started(rules: str, engine: str) -> State:
    return tiny("MM.mM./m.MMm.", f"counter c cell 0..9 = {{ {' '.join(map(str, NUMBERS))} }}\n{rules}", engine)


def source(state: State) -> str:
    document = state.game.document
    return compile_game(document.root, document.places).source


@pytest.mark.parametrize("constants", [None, (3, 0, 3, 9, 0, 3)], ids=["beside", "constants"])
def test_numbers_are_compared(constants: tuple[int, ...] | None, engine: str) -> None:
    rights = ["c { step east }"] * 6 if constants is None else constants
    numbers = [BESIDE] * 6 if constants is None else [[number] * 2 * COLUMNS for number in constants]
    rules = "\n".join(
        f'move {name.upper()} = where {{ if c {relation} {right} }} -> select -> option "{name}"'
        for name, relation, right in zip("uvwxyz", RELATIONS, rights, strict=True)
    )
    state = started(rules, engine)
    assert set(map(str, state.legal_moves)) == {
        f"{cell}={name}"
        for name, holds, others in zip("uvwxyz", RELATIONS.values(), numbers, strict=True)
        for cell, one, other in zip(CELLS, NUMBERS, others, strict=True)
        if holds(one, other)
    }
    assert SET_WISE not in source(state)


@pytest.mark.parametrize("right", [0, 3, 9, 40])
def test_numbers_are_compared_with_one_for_all_cells(right: int, engine: str) -> None:
    """It may have more digits than the numbers of the cells."""
    rules = f"counter same 0..99 = {right}\n" + "\n".join(
        f'move {name.upper()} = where {{ if c {relation} same }} -> select -> option "{name}"'
        for name, relation in zip("uvwxyz", RELATIONS, strict=True)
    )
    state = started(rules, engine)
    assert set(map(str, state.legal_moves)) == {
        f"{cell}={name}"
        for name, holds in zip("uvwxyz", RELATIONS.values(), strict=True)
        for cell, one in zip(CELLS, NUMBERS, strict=True)
        if holds(one, right)
    }
    assert SET_WISE not in source(state)


def test_numbers_elsewhere_are_compared_with_zero(engine: str) -> None:
    rules = "\n".join(
        f'move {name.upper()} = where {{ if c {{ step east }} {relation} 0 }} -> select -> option "{name}"'
        for name, relation in zip("uvwxyz", RELATIONS, strict=True)
    )
    state = started(rules, engine)
    assert set(map(str, state.legal_moves)) == {
        f"{cell}={name}"
        for name, holds in zip("uvwxyz", RELATIONS.values(), strict=True)
        for cell, one in zip(CELLS, BESIDE, strict=True)
        if holds(one, 0)
    }
    assert SET_WISE not in source(state)


@pytest.mark.parametrize("relation", ["==", "!=", ">", "<="])
def test_whether_a_number_elsewhere_is_zero_is_asked_of_all_digits_at_once(relation: str) -> None:
    """The set of the cells with a number goes one step, and not one set for each digit."""
    moves = source(started(f"move A = where {{ if c {{ step east }} {relation} 0 }} -> select", "python"))
    counting = moves[moves.index("def count_0(") :].split("\ndef ")[0]
    assert counting.count(" >> 1") == 1


CHANGED = [
    (":=", "", BESIDE),
    ("+=", "", [one + other for one, other in zip(NUMBERS, BESIDE, strict=True)]),
    ("-=", "where { if c >= c { step east } } -> ", [max(n - m, n if n < m else 0) for n, m in zip(NUMBERS, BESIDE, strict=True)]),
]  # fmt: skip


@pytest.mark.parametrize(("how", "where", "numbers"), CHANGED, ids=[row[0] for row in CHANGED])
def test_numbers_of_all_cells_change_at_once(how: str, where: str, numbers: list[int], engine: str) -> None:
    changed = "\n".join(f'move N{n} = where {{ if c == {n} }} -> select -> option "{LABELS[n]}"' for n in range(10))
    state = started(f'move Go = option "go"\n{changed}\neffect = {where}c {how} c {{ step east }}', engine)
    found = set(map(str, state.play("go").legal_moves)) - {"go"}
    assert found == {f"{cell}={LABELS[number]}" for cell, number in zip(CELLS, numbers, strict=True)}
    assert SET_WISE not in source(state)


@pytest.mark.parametrize(("value", "tested"), [("c { step east }", False), ("9", False), ("d { step east }", True)])
def test_bounds_are_tested_only_where_a_number_may_be_too_great(value: str, tested: bool, engine: str) -> None:
    """Nine needs four digits, which may also be a greater number: the test for that takes a step for each."""
    rules = f"counter d cell 0..10 = 1\nmove A = piece -> select -> goto all -> c := {value}"
    state = started(rules, engine)
    assert len(state.legal_moves) == 8
    assert (f"a_err[0] = {OVERFLOW}" in source(state)) is tested


ENEMIES = (3, 6, 10)
LEFT = [NUMBERS[place - 1] if place % COLUMNS else 0 for place in range(2 * COLUMNS)]
COPIED = [
    ("0..9", "goto here", NUMBERS, True),
    ("0..15", "goto here", NUMBERS, True),
    ("0..8", "goto here", NUMBERS, False),
    ("0..9", "goto here -> step west", LEFT, True),
    ("0..9", "goto here -> enemy", [NUMBERS[n] if n in ENEMIES else 0 for n in range(2 * COLUMNS)], True),
    ("0..9", "goto here -> step line", [one + other for one, other in zip(LEFT, BESIDE, strict=True)], False),
]
"""The bounds of a number, from where it is set, to which number by a move on each cell, and if its digits are copied."""


@pytest.mark.parametrize(("bounds", "where", "numbers", "copied"), COPIED)
def test_the_digits_of_one_number_are_copied(
    bounds: str, where: str, numbers: list[int], copied: bool, engine: str
) -> None:
    """They are not added up before they are taken apart again."""
    rules = f"counter d cell {bounds} = 3\nmove A = piece -> select here -> goto all -> enemy -> d := c {{ {where} }}"
    state = started(rules, engine)
    assert (SET_WISE not in source(state)) is copied
    for move in state.legal_moves:
        found = state.play(move).position.counters[-2 * COLUMNS :]
        number = numbers[CELLS.index(str(move))]
        assert found == tuple(number if n in ENEMIES else 3 for n in range(2 * COLUMNS))


@pytest.mark.parametrize("how", ["+=", "-=", ":="])
def test_a_number_out_of_bounds_is_an_error(how: str, engine: str) -> None:
    rules = f"counter d cell 0..2 = 2\nmove A = piece -> select -> goto all -> d {how} c {{ step east }}"
    with pytest.raises(ModelError, match=r"\[counter-overflow\]"):
        list(started(rules, engine).legal_moves)


def test_a_bound_direction_is_read(engine: str) -> None:
    state = started("directions right = (1,0)\nmove A = along right -> where { if c < c { step } } -> select", engine)
    assert set(map(str, state.legal_moves)) == {
        cell for cell, one, other in zip(CELLS, NUMBERS, BESIDE, strict=True) if one < other
    }
