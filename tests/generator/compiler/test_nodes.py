"""Programs as trees: what is printed reads back as the same tree, and equal trees are one."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.kernel_texts import fragment, statements
from tilewright.generator.compiler.driver import FORM, Compiling, compile_game
from tilewright.generator.compiler.kernel.language import parse
from tilewright.generator.compiler.kernel.nodes import (
    Choice,
    Comparison,
    Expression,
    Logic,
    all_of,
    any_of,
    binary,
    call,
    choice,
    comparison,
    entry,
    item,
    local,
    logic,
    negated,
    number,
    unary,
)
from tilewright.generator.compiler.kernel.rewriting import renamed, shape
from tilewright.generator.compiler.printers.llvm import assembly
from tilewright.generator.compiler.printers.python import lines, shown
from tilewright.generator.compiler.program import ENTRIES, MINIMAX, SEARCH
from tilewright.generator.purpose import Purpose
from tilewright.model.files import read
from tilewright.model.gallery import locate

VALUES = {"a": 5, "b": -3, "c": 0, "t_x": (3, 1, 4, 1), "a_y": [2, 7, 1, 8], "half": lambda x: x // 2}


class Drawn:
    """Random expressions of ints."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def value(self, depth: int) -> Expression:
        random = self.random
        if depth <= 0:
            return random.choice((local("a"), local("b"), local("c"), number(random.randrange(-9, 300))))
        form = random.randrange(8)
        one = self.value(depth - 1)
        if form < 3:
            sign = random.choice(("+", "-", "*", "&", "|", "^", "<<", ">>"))
            if sign in ("<<", ">>"):
                return binary(sign, one, number(random.randrange(9)))
            return binary(sign, one, self.value(random.randrange(depth)))
        if form == 3:
            return unary("-", one)
        if form == 4:
            return choice(self.condition(depth - 1), one, self.value(random.randrange(depth)))
        if form == 5:
            return entry("t_x", one & 3) if random.random() < 0.5 else item("a_y", one & 3)
        if form == 6:
            return call("half", one)
        return choice(self.condition(depth - 1), 1, 0)

    def condition(self, depth: int) -> Expression:
        random = self.random
        sign = random.choice(("==", "!=", "<", "<=", ">", ">="))
        plain = comparison(sign, self.value(depth - 1), self.value(depth - 1))
        if depth <= 0 or random.random() < 0.4:
            return plain
        other = self.condition(depth - 1)
        return random.choice((all_of(plain, other), any_of(other, plain), negated(other), logic("not", plain)))


def evaluated(value: Expression) -> int:
    """Return the value of an expression as CPython finds it in its text."""
    return int(eval(shown(value), {"__builtins__": {}}, VALUES))


@pytest.mark.parametrize("seed", range(200))
def test_an_expression_reads_back_as_itself(seed: int) -> None:
    drawn = Drawn(seed).value(6)
    again = fragment(shown(drawn))
    assert again == drawn and hash(again) == hash(drawn) and shown(again) == shown(drawn)
    assert again.names == drawn.names


def reckoned(value: Expression) -> int:
    """Return the value of an expression by its nodes: each from those of its children, in parentheses."""
    match value:
        case Choice():
            return reckoned(value.then if reckoned(value.condition) else value.otherwise)
        case Logic():
            parts = [bool(reckoned(part)) for part in value.operands]
            return int(not parts[0] if value.sign == "not" else all(parts) if value.sign == "and" else any(parts))
        case _ if not value.children:
            return evaluated(value)
    parts = [number(reckoned(part)) for part in value.children]
    match value:
        case Comparison():
            return evaluated(comparison(value.sign, *parts))
        case _ if hasattr(value, "operand"):
            return -parts[0].value
        case _ if hasattr(value, "left"):
            return int(eval(f"({parts[0].value}) {value.sign} ({parts[1].value})", {"__builtins__": {}}))
        case _:
            name = value.own[0]
            found = VALUES[name]
            return found(parts[0].value) if callable(found) else found[parts[0].value]


@pytest.mark.parametrize("seed", range(100))
def test_parentheses_stand_where_they_must(seed: int) -> None:
    drawn = Drawn(1000 + seed).value(5)
    assert evaluated(drawn) == reckoned(drawn)


def test_equal_expressions_are_one_key() -> None:
    one, other = local("T1") & 5, fragment("T1 & 5")
    assert one == other and len({one, other}) == 1
    assert one != local("T1") & 6 and one != local("T1") | 5
    with pytest.raises(TypeError):
        bool(one)


@pytest.mark.parametrize("name", ["tic-tac-toe", "othello", "checkers", "go", "kalah"])
def test_emitted_functions_read_back_as_themselves(name: str) -> None:
    document = read(locate(name))
    compiling = Compiling(document.root, document.places, FORM, ())
    assert list(compiling.stages())[-1] == "emitted"
    assert compiling.module is not None
    for function in compiling.module.functions.values():
        again = statements("\n".join(lines(function.body, 0)))
        assert shape(again, str) == shape(function.body, str), function.name


@pytest.mark.parametrize("name", ["tic-tac-toe", "othello", "checkers", "go", "kalah"])
@pytest.mark.parametrize("purpose", Purpose)
def test_printers_say_the_same_of_a_program_and_of_its_text(name: str, purpose: Purpose) -> None:
    document = read(locate(name))
    program = compile_game(document.root, document.places, purpose=purpose)
    assert program.tree is not None
    entries = {
        Purpose.PLAY: ENTRIES,
        Purpose.BATCHES: ("play_many", "random_many"),
        Purpose.SEARCH: SEARCH,
        Purpose.MINIMAX: MINIMAX,
    }[purpose]
    assert assembly(program.tree, entries) == assembly(parse(program.source), entries)


def test_renaming_reaches_variables_arrays_tables_and_functions() -> None:
    body = statements("while a_x[i] < f(t_y[i]):\n    a_x[i] = g(i)\n    i = i + 1\n    if i: break\nreturn i, a_x[0]")
    names = {"i": "j", "a_x": "a_z", "t_y": "t_w", "f": "h"}
    expected = "while a_z[j] < h(t_w[j]):\n    a_z[j] = g(j)\n    j = j + 1\n    if j: break\nreturn j, a_z[0]"
    assert (
        shape(body, lambda name: names.get(name, name))
        == shape(renamed(body, names), str)
        == shape(statements(expected), str)
    )


def test_what_is_known_by_its_identity_is_kept() -> None:
    """A chain that is freed could leave its identity to another one, which would get its function."""
    document = read(locate("minishogi"))
    compiling = Compiling(document.root, document.places, FORM, ())
    assert "emitted" in compiling.stages() and compiling.module is not None  # no stage is run after it
    outlines = compiling.module.outlines
    assert outlines
    for key, found in outlines.items():
        assert isinstance(key, tuple) and key[0] == tuple(map(id, found.ops))
