"""The language of kernels: what is refused, with the line, and what types a text has."""

from __future__ import annotations

import gc
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tilewright.generator.compiler.kernel.language import check, parse
from tilewright.generator.compiler.kernel.nodes import KernelError
from tilewright.runtime.kernels.python import python_kernel

HEAD = '"""A kernel."""\nWORDS = 1\nFULL = 0xff\nsteps = 3\nT_RAYS = (1, 2, 4)\nt_costs = (1, -2)\n'
LINES = HEAD.count("\n")


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ("x = y", 1, "y is not known"),
        ("x = FULL", 1, "an int is needed, not a set"),
        ("X = steps", 1, "a set is needed, not an int"),
        ("X = FULL + 1", 1, "sets have no +"),
        ("X = FULL * FULL", 1, "sets have no *"),
        ("x = steps & FULL", 1, "an int and a set do not mix: &"),
        ("X = FULL | steps", 1, "a set and an int do not mix: |"),
        ("X = ~FULL", 1, "needs an & with a set that has none"),
        ("X = FULL | ~FULL", 1, "needs an & with a set that has none"),
        ("X = ~FULL & ~FULL", 1, "needs an & with a set that has none"),
        ("X = -FULL", 1, "needs an & with a set that has none"),
        ("X = FULL - (FULL << 1)", 1, "needs an & with a set that has none"),
        ("X = (~FULL >> 1) & FULL", 1, "needs an & with a set that has none"),
        ("pass\n    x = popc(~FULL)", 2, "needs an & with a set that has none"),
        ("if ~FULL:\n        return 1", 1, "needs an & with a set that has none"),
        ("x = ~steps", 1, "~ is an operation of sets"),
        ("X = FULL << FULL", 1, "an int is needed, not a set"),
        ("X = FULL >> 64", 1, "a count of a shift lies below 64"),
        ("x = steps << 64", 1, "a count of a shift lies below 64"),
        ("X = bit(1) & -(1 << n)", 1, "give it a name"),
        ("X = 0xf << 61", 1, "a set has 64 bits"),
        ("x = (1 << n) & FULL", 1, "an int is needed, not a set"),
        ("X = (1 << n) + (1 << n)", 1, "sets have no +"),
        ("x = 1 // 0", 1, "division by zero"),
        ("x = steps / 2", 1, "Div is not an operation"),
        ("x = steps ** 2", 1, "Pow is not an operation"),
        ("x = 1.5", 1, "Constant is not an expression"),
        ("x = 'a'", 1, "Constant is not an expression"),
        ("x = (1, 2)", 1, "Tuple is not an expression"),
        ("x = [1]", 1, "List is not an expression"),
        ("x = steps < 1 < 2", 1, "Compare is not an expression"),
        ("x = steps in n", 1, "In is not a comparison"),
        ("x = steps is 1", 1, "Is is not a comparison"),
        ("if FULL < FULL:\n        return 1", 1, "sets are not ordered"),
        ("x = steps == FULL", 1, "is needed, not"),
        ("x = steps and 1", 1, "and/or join comparisons"),
        ("X = 0x1ffffffffffffffff & FULL", 1, "a set has 64 bits"),
        ("X = -1", 1, "a set has 64 bits"),
        ("x = 0x1ffffffffffffffff", 1, "an int has 64 bits"),
        ("x = T_RAYS[0]", 1, "an int is needed, not a set"),
        ("x = T_RAYS", 1, "T_RAYS is not a value"),
        ("x = a_p", 1, "a_p is not a value"),
        ("x = a_q[0]", 1, "a_q is not a known array"),
        ("x = a_p[FULL]", 1, "an int is needed, not a set"),
        ("a_p[0] = FULL", 1, "an int is needed, not a set"),
        ("a_p[count(a_p)] += 1", 1, "the index of an augmented assignment has no call"),
        ("a_p = [0] * 2", 1, "a_p is already another array"),
        ("a_q = [0] * n", 1, "a local array is made by [0] * size"),
        ("a_q = [1] * 2", 1, "a local array is made by [0] * size"),
        ("a_q = a_p", 1, "a local array is made by [0] * size"),
        ("a_q = [0] * 2\n    a_q = [0] * 3", 2, "a_q is already another array"),
        ("x, y = pair(FULL)", 1, "pair gives (set, int)"),
        ("X, y, z = pair(FULL)", 1, "pair gives (set, int)"),
        ("X, y = 1, 2", 1, "several names take the results of a call"),
        ("x, x = two()", 1, "a name takes two results"),
        ("X = pair(FULL)", 1, "pair gives (set, int)"),
        ("x = nothing()", 1, "nothing gives ()"),
        ("x = pair", 1, "pair is not known"),
        ("x = count(FULL)", 1, "FULL is not a known array"),
        ("x = count(1)", 1, "an array is needed"),
        ("x = popc(steps)", 1, "a set is needed, not an int"),
        ("x = popc(FULL, 1)", 1, "popc takes (set)"),
        ("x = other(1)", 1, "other is not a function"),
        ("x = count(a_p=1)", 1, "a call is f(value, ...)"),
        ("x = both(a_p, a_p)", 1, "an array is passed twice"),
        ("steps = 1", 1, "steps is already something else"),
        ("popc = 1\n    x = popc(FULL)", 2, "popc is a variable here"),
        ("x = count(a_p)\n    count = 1", 1, "count is a variable here"),
        ("T_RAYS = 1", 1, "T_RAYS is already something else"),
        ("T_RAYS[0] = 1", 1, "T_RAYS is not a known array"),
        ("x.y = 1", 1, "a value is assigned to a name"),
        ("x: int = 1", 1, "AnnAssign is not a statement"),
        ("for x in t_costs:\n        pass", 1, "For is not a statement"),
        ("while n:\n        n -= 1\n    else:\n        pass", 1, "While is not a statement"),
        ("import os", 1, "Import is not a statement"),
        ("lambda: 0", 1, "Expr is not a statement"),
        ("def g():\n        return 1", 1, "FunctionDef is not a statement"),
        ("break", 1, "no loop to leave"),
        ("while n:\n        n -= 1\n    continue", 3, "no loop to leave"),
        ("x += FULL", 1, "an int and a set do not mix"),
        ("return FULL\n    return n", 2, "a set is needed, not an int"),
        ("return 1, 2", 1, "differ in their number of values"),
        ("return", 1, "differ in their number of values"),
        ("return pair(FULL)", 1, "differ in their number of values"),
    ],
)  # fmt: skip
def test_a_function_is_refused_with_its_line(body: str, line: int, words: str) -> None:
    """Each statement that is not in the language is told: where it stands and what is wrong."""
    text = (
        HEAD
        + f"def f(n, a_p):\n    {body}\n    return 0\n"
        + "def pair(X):\n    return X, 1\ndef count(a_p):\n    return a_p[0]\n"
        + "def both(a_p, a_q):\n    return a_p[0] + a_q[0]\ndef nothing():\n    return\ndef two():\n    return 1, 2\n"
    )
    with pytest.raises(KernelError) as refused:
        check(text)
    assert words in str(refused.value)
    if "differ" not in words:
        assert refused.value.line == LINES + 1 + line


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("x = (", 1, "not Python"),
        ("x = 1\0", 1, "not Python"),
        ("", 1, "the first constant is WORDS"),
        ("FULL = 1\nWORDS = 1", 1, "the first constant is WORDS"),
        ("WORDS = 0", 1, "WORDS is a number from 1 to 256"),
        ("WORDS = 1 + 1", 1, "WORDS is a number from 1 to 256"),
        ("WORDS = 1\nWORDS = 1", 2, "WORDS is given twice"),
        ("WORDS = 1\nFULL = 0x10000000000000000", 2, "a set has 64 bits"),
        ("WORDS = 1\nFULL = -1", 2, "a set has 64 bits"),
        ("WORDS = 1\nx = y", 2, "a constant is a literal"),
        ("WORDS = 1\nx = y = 1", 2, "a constant has one name"),
        ("WORDS = 1\nx, y = 1, 2", 2, "a constant has one name"),
        ("WORDS = 1\nRAYS = (1, 2)", 2, "a table is called T_X or t_x"),
        ("WORDS = 1\nT_X = ()", 2, "has an entry"),
        ("WORDS = 1\nT_X = (1, -1)", 2, "a set has 64 bits"),
        ("WORDS = 1\nT_X = 1", 2, "T_X is not the name of a constant"),
        ("WORDS = 1\na_x = 1", 2, "a_x is not the name of a constant"),
        ("WORDS = 1\nimport os", 2, "a module has"),
        ("WORDS = 1\n'late'", 2, "a module has"),
        ("WORDS = 1\ndef F():\n    return 1", 2, "lower case"),
        ("WORDS = 1\ndef f(x=1):\n    return 1", 2, "parameters are plain names"),
        ("WORDS = 1\ndef f(*x):\n    return 1", 2, "parameters are plain names"),
        ("WORDS = 1\ndef f(x: int):\n    return 1", 2, "parameters are plain names"),
        ("WORDS = 1\n@f\ndef f():\n    return 1", 3, "parameters are plain names"),
        ("WORDS = 1\ndef f():\n    return 1\ndef f():\n    return 2", 4, "there are two functions f"),
        ("WORDS = 1\ndef popc(X):\n    return 1", 2, "there are two functions popc"),
        ("WORDS = 1\nx = 1\ndef f(x):\n    return 1", 3, "x is already something else"),
        ("WORDS = 1\ndef f():\n    return 1 " + "+ f() " * 4000, 2, "nested too deeply"),
        ("WORDS = 1\ndef f():\n    return " + "(" * 150 + "1" + ")" * 150 + "**" * 2, 3, "not Python"),
    ],
)  # fmt: skip
def test_a_module_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    """Constants, tables and headings of functions are checked too."""
    with pytest.raises(KernelError) as refused:
        check(text)
    assert words in str(refused.value)
    assert str(refused.value).startswith(f"line {refused.value.line}: ")
    if "nested" not in words:
        assert refused.value.line == line


@pytest.mark.parametrize(
    ("returns", "results"),
    [
        (["0"], ("int",)),
        (["0", "X"], ("set",)),
        (["0, 0", "X, n"], ("set", "int")),
        (["0, popc(X)", "X & ~X, 0"], ("set", "int")),
        (["X << n", "0"], ("set",)),
        (["X == X"], ("int",)),
        (["X if n else 0"], ("set",)),
        (["0 if n else X"], ("set",)),
        (["T_RAYS[n]"], ("set",)),
        (["t_costs[n]"], ("int",)),
        (["f(X, n)", "X"], ("set",)),
        (["f(X, n)"], ("int",)),
        (["g(X, n)", "0, 0"], ("set", "int")),
        (["g(X, n)"], ("set", "int")),
        (["h(n)", "0"], ("set",)),
        ([], ()),
        ([""], ()),
    ],
)  # fmt: skip
def test_results_are_joined_from_all_returns(returns: list[str], results: tuple[str, ...]) -> None:
    """A literal takes the type of the other returns, whichever function they come from; alone it is an int."""
    body = "".join(f"    if n:\n        return {each}\n" for each in returns) or "    pass\n"
    text = f"{HEAD}def f(X, n):\n{body}def g(X, n):\n    return 0, 0 if n else 1\ndef h(n):\n    return k(n)\ndef k(n):\n    return 0 if n else T_RAYS[h(n) == 0]\n"
    text = text.replace("return 0, 0 if n else 1", "if n:\n        return 0, n\n    return X, 0")
    assert check(text).names.signatures["f"].results == results


def test_functions_are_checked_when_they_are_asked_for() -> None:
    """What is not reached is not looked at: a text is compiled function by function."""
    module = parse(HEAD + "def f(n):\n    return g(n)\ndef g(n):\n    return n\ndef bad(n):\n    return X\n")
    assert [function.name for function in module.reachable(["f"])] == ["f", "g"]
    with pytest.raises(KernelError, match=r"X is not known"):
        module.function("bad")


def test_tracebacks_show_the_lines_of_a_kernel() -> None:
    """A kernel that CPython runs can be debugged like a file."""
    import traceback

    kernel = python_kernel(HEAD + "def f(n):\n    return 1 // n\n")
    with pytest.raises(ZeroDivisionError) as raised:
        kernel.call("f", 0)
    assert "return 1 // n" in "".join(traceback.format_tb(raised.value.__traceback__))


def test_threads_read_kernels_side_by_side() -> None:
    """CPython 3.11 takes a text for too deep where another thread comes between while it makes the syntax tree."""
    text = "WORDS = 1\n" + "".join(f"def f_{number}(x):\n    return {'(' * 40}x{')' * 40}\n" for number in range(200))

    def comes_between(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            time.sleep(0)

    def read(depth: int) -> int:
        return len(parse(text).names.signatures) if depth == 0 else read(depth - 1)

    gc.callbacks.append(comes_between)
    try:
        with ThreadPoolExecutor(3) as pool:
            assert set(pool.map(read, [0, 30, 60] * 20)) == {200}
    finally:
        gc.callbacks.remove(comes_between)
