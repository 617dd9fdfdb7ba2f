"""Lists of legal moves for programs that CPython runs: what a move leads to is computed when somebody asks for it.

A program computes the position after each legal move that it lists and writes it down. Where that position cannot
decide whether the move is legal, the call that computes it is kept instead, with its arguments. The functions for this
are those of the program, with other texts in a few places.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias

from tilewright.generator.errors import TOO_SMALL

if TYPE_CHECKING:
    from tilewright.runtime.kernels.python import PythonKernel

_FUNCTION = re.compile(r"^def (\w+)\((.*)\):\n((?:(?:    .*)?\n)*)", re.M)

_WRITTEN = re.compile(
    r"^( +)(ok, (.+)) = ((\w+)\((.*)\))\n\1n, o = put\(n, o, ok, (\w+), \3, a_sel, a_out, size, a_err\)$", re.M
)
"""A move is written down right after the position to which it leads was computed."""

_RETURNED = re.compile(r"^ +return (.*)$", re.M)


Made: TypeAlias = "tuple[list[int], Callable[..., tuple[int, ...]] | None, tuple[int, ...]]"
"""A legal move: its words, and what computes the parts of the position after it, with its arguments; or None with the
parts themselves."""


def results_of(made: Made) -> tuple[int, ...]:
    """Return the parts of the position after a move."""
    _, make, arguments = made
    return arguments if make is None else make(*arguments)[1:]


def deferred(kernel: PythonKernel, size: int) -> tuple[Callable[..., int], Callable[..., Any], Callable[..., int]]:
    """Return the function ``moves`` of a program, which appends a ``Made`` to ``a_out`` for each move.

    With it, the functions that read and write a position. *size* is the number of words of a record: moves are refused
    where they would not fit if they were written down.
    """
    texts = {name: (parameters, body) for name, parameters, body in _FUNCTION.findall(kernel.source)}
    names = dict(kernel.names)

    def keep(
        n: int, o: int, length: int, make: Callable[..., Any] | None, arguments: tuple[int, ...],
        a_sel: list[int], a_out: list[Any], size_of_out: int, a_err: list[int],
    ) -> tuple[int, int]:  # fmt: skip
        if o + length + size + 1 > size_of_out:
            a_err[0] = TOO_SMALL
            return n, o
        a_out.append((a_sel[:length], make, arguments))
        return n + 1, o + length + size + 1

    def put(n: int, o: int, ok: int, length: int, *rest: Any) -> tuple[int, int]:
        return keep(n, o, length, None, rest[:-4], *rest[-4:]) if ok else (n, o)

    def certain(name: str) -> bool:
        """Return whether a function computes a position for sure, and touches no array."""
        parameters, body = texts[name]
        if re.search(r"\ba_", parameters):
            return False
        ends = _RETURNED.findall(body)
        return all(
            end.startswith("1, ") or ((called := end.partition("(")[0]) in texts and certain(called)) for end in ends
        )

    def later(found: re.Match[str]) -> str:
        indent, _, _, _, make, arguments, length = found.groups()
        if not certain(make):
            return found[0]
        several = f"({arguments},)" if arguments else "()"
        return f"{indent}n, o = keep(n, o, {length}, {make}, {several}, a_sel, a_out, size, a_err)"

    changed = {"put"}
    while found := {name for name in texts.keys() - changed if changed & set(names[name].__code__.co_names)}:
        changed |= found
    for name in changed:
        parameters, body = texts[name]
        text = _WRITTEN.sub(later, body)
        if text == body:
            names[name] = FunctionType(names[name].__code__, names)
        else:
            exec(compile(f"def {name}({parameters}):\n{text}", f"<moves of {name}>", "exec"), names)
    names.update(put=put, keep=keep)
    return names["moves"], names["read_position"], names["write_position"]
