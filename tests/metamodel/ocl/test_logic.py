"""OCL: the four-valued logic, as complete truth tables and as laws."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.ocl_house import evaluate
from tilewright.metamodel.ocl import show

WORDS = ("true", "false", "null", "invalid")

#   rows: the left operand; columns: the right operand, both in the order of WORDS
TABLES = {
    "and": """
        true     false    null     invalid
        false    false    false    false
        null     false    null     invalid
        invalid  false    invalid  invalid
    """,
    "or": """
        true     true     true     true
        true     false    null     invalid
        true     null     null     invalid
        true     invalid  invalid  invalid
    """,
    "implies": """
        true     false    null     invalid
        true     true     true     true
        true     null     null     invalid
        true     invalid  invalid  invalid
    """,
    "xor": """
        false    true     null     invalid
        true     false    null     invalid
        null     null     null     invalid
        invalid  invalid  invalid  invalid
    """,
}
CELLS = [
    (left, operator, right, cell)
    for operator, table in TABLES.items()
    for (left, right), cell in zip(product(WORDS, WORDS), table.split(), strict=True)
]


@pytest.mark.parametrize(("left", "operator", "right", "cell"), CELLS)
def test_truth_tables(left: str, operator: str, right: str, cell: str) -> None:
    assert show(evaluate(f"{left} {operator} {right}")) == cell


@pytest.mark.parametrize(
    ("operand", "result"), [("true", "false"), ("false", "true"), ("null", "null"), ("invalid", "invalid")]
)
def test_not(operand: str, result: str) -> None:
    assert show(evaluate(f"not {operand}")) == result


def _body(words: list[str]) -> str:
    """Return a text over i = 1, 2, ... that is the i-th word."""
    text = "invalid"
    for i, word in reversed(list(enumerate(words, 1))):
        text = f"if i = {i} then {word} else {text} endif"
    return text


word = st.sampled_from(WORDS)
words = st.lists(word, max_size=5)


@given(words)
def test_quantifiers_are_iterated_and_and_or(row: list[str]) -> None:
    source, body = f"Sequence{{1..{len(row)}}}", _body(row)
    assert evaluate(f"{source}->forAll(i | {body})") is evaluate(" and ".join(["true", *row]))
    assert evaluate(f"{source}->exists(i | {body})") is evaluate(" or ".join(["false", *row]))
    assert evaluate(f"{source}->forAll(i, j | {body})") is evaluate(" and ".join(["true", *row]))
    assert evaluate(f"{source}->exists(i, j | {body})") is evaluate(" or ".join(["false", *row]))


@given(word, word, word)
def test_laws(a: str, b: str, c: str) -> None:
    def same(one: str, other: str) -> None:
        assert evaluate(one) is evaluate(other), f"{one} and {other}"

    same(f"not ({a} and {b})", f"not {a} or not {b}")
    same(f"not ({a} or {b})", f"not {a} and not {b}")
    same(f"{a} implies {b}", f"not {a} or {b}")
    same(f"not (not {a})", a)
    same(f"({a} and {b}) and {c}", f"{a} and ({b} and {c})")
    same(f"{a} or {b}", f"{b} or {a}")
    same(f"{a} xor {b}", f"({a} or {b}) and not ({a} and {b})")
    same(f"{a} and {b} or {c}", f"({a} and {b}) or {c}")
    same(f"{a} or {b} implies {c}", f"({a} or {b}) implies {c}")
    same(f"{a} or {b} xor {c}", f"({a} or {b}) xor {c}")
    same(f"not {a} = {b}", f"(not {a}) = {b}")


elements = st.lists(st.sampled_from(["0", "1", "2", "2.0", "null", "true", "'2'"]), max_size=6).map(", ".join)


@given(elements, elements)
def test_laws_of_sets(a: str, b: str) -> None:
    holds = f"""
        let a = Set{{{a}}}, b = Set{{{b}}} in
        a->union(b) = b->union(a) and a->intersection(b) = b->intersection(a)
        and a - b = a->reject(x | b->includes(x))
        and a->symmetricDifference(b) = a->union(b) - a->intersection(b)
        and a->union(b)->includesAll(a) and (a - b)->excludesAll(b)
        and (a->includesAll(b) and b->includesAll(a)) = (a = b)
        and a->union(b)->size() = a->size() + b->size() - a->intersection(b)->size()
        and a->product(b)->size() = a->size() * b->size()
        and a->asBag()->union(b->asBag())->asSet() = a->union(b)
    """
    assert evaluate(holds) is True


@given(elements)
def test_laws_of_iterators(a: str) -> None:
    holds = f"""
        let a = Sequence{{{a}}} in
        a->select(x | x = 2)->size() + a->reject(x | x = 2)->size() = a->size()
        and a->select(x | x = 2)->size() = a->count(2)
        and a->collect(x | x) = a
        and a->isUnique(x | x) = (a->size() = a->asSet()->size())
        and a->forAll(x | a->includes(x)) and not a->exists(x | a->excludes(x))
        and a->one(x | x = 2) = (a->count(2) = 1)
        and a->asOrderedSet()->asSequence() = a->iterate(x; s : Sequence(OclAny) = Sequence{{}} |
            if s->includes(x) then s else s->append(x) endif)
        and a->reverse()->reverse() = a
        and Sequence{{a, a}}->flatten() = a->union(a)
        and a->asBag() = a->reverse()->asBag()
        and a->closure(x | a) = a->excluding(null)->asOrderedSet()
    """
    assert evaluate(holds) is True


numbers = st.integers(-1000, 1000)


@given(numbers, numbers)
def test_laws_of_numbers(a: int, b: int) -> None:
    holds = f"""
        let a = {a}, b = {b} in
        (b <> 0 implies a.div(b) * b + a.mod(b) = a and a.mod(b).abs() < b.abs())
        and (a < b) = (b > a) and (a <= b) = not (a > b)
        and a.max(b) + a.min(b) = a + b and a - b = -(b - a)
        and Set{{a, b}}->max() = a.max(b) and Bag{{a, b}}->sum() = a + b
        and a.toString().toInteger() = a
        and Sequence{{a..b}}->size() = (b - a + 1).max(0)
        and Sequence{{a, b}}->sortedBy(x | x)->first() = a.min(b)
    """
    assert evaluate(holds) is True


@given(st.text(max_size=8), st.text(max_size=8))
def test_laws_of_strings(a: str, b: str) -> None:
    def quoted(text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    assert evaluate(quoted(a)) == a
    holds = f"""
        let a = {quoted(a)}, b = {quoted(b)} in
        (a + b).size() = a.size() + b.size() and (a + b).startsWith(a) and (a + b).endsWith(b)
        and (a.size() > 0 implies (a + b).substring(1, a.size()) = a)
        and (a + b).indexOf(b) <= a.size() + 1
        and a.characters()->iterate(c; s = '' | s + c) = a
        and (a < b or a = b or a > b)
    """
    assert evaluate(holds) is True
