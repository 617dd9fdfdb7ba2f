"""Functions under construction: what they do with the outputs that they find, and which parameters they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tilewright.generator.compiler.emit.code import Function, Module
from tilewright.generator.compiler.kernel.nodes import (
    Assign,
    Call,
    Do,
    Expression,
    If,
    Local,
    Return,
    Statement,
    call,
    local,
)
from tilewright.generator.compiler.kernel.rewriting import assigned
from tilewright.generator.compiler.passes.program.eliminate_dead_code import eliminate_dead_code


@dataclass(frozen=True)
class Sink:
    """What a function does with the outputs of a chain: it changes variables, or answers that there is one.

    ``inputs`` are the variables that it takes and ``outputs`` those that it returns. ``early`` names a variable, or
    none: once it is not zero, the search ends. ``exists``: the function returns 1 at the first output, else 0.
    """

    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    early: str = ""
    exists: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The inputs and outputs, each once."""
        return tuple(dict.fromkeys((*self.inputs, *self.outputs)))


class Group:
    """The functions of nested repetitions, which may call each other.

    A function takes as parameters the free variables of its body, and those of the functions that it calls. So the
    parameters of all of them are found together at the end, as a fixed point.
    """

    def __init__(self) -> None:
        self.depths: dict[str, Local] = {}
        """For each function the variable that has the depth of its call."""
        self.bodies: dict[str, tuple[tuple[str, ...], tuple[str, ...], list[Statement], Sink]] = {}
        """For each function its first and last own parameters, its body, and its sink."""
        self.calls: list[tuple[Statement, str, str, Sequence[Expression], Sequence[Expression]]] = []
        """Calls: the statement, the calling function (or ""), the called one, the first and the last arguments."""

    def close(self, module: Module, free: Callable[[list[Statement]], tuple[str, ...]]) -> None:
        """Define all functions with their parameters, and fill in the arguments of all calls.

        *free* returns the free variables of a body.
        """
        own = {name: {*own, *last} for name, (own, last, _, _) in self.bodies.items()}
        defined = {name: {*own[name], *assigned(body)} for name, (_, _, body, _) in self.bodies.items()}
        needed: dict[str, dict[str, None]] = {}
        for name, (_, _, body, _) in self.bodies.items():
            arguments = [Return((*first, *last)) for _, host, _, first, last in self.calls if host == name]
            needed[name] = dict.fromkeys(used for used in free([*body, *arguments]) if used not in defined[name])
        while True:
            before = sum(map(len, needed.values()))
            for _, host, callee, _, _ in self.calls:
                if host in needed:
                    needed[host].update(dict.fromkeys(used for used in needed[callee] if used not in defined[host]))
            if sum(map(len, needed.values())) == before:
                break
        for name, (_, _, _, sink) in self.bodies.items():
            for variable_name in sink.names:
                needed[name].pop(variable_name, None)
        for statement, _, callee, first, last in self.calls:
            inputs = self.bodies[callee][3].inputs
            _fill(statement, call(callee, *first, *map(local, (*needed[callee], *inputs)), *last))
        for name, (own_first, own_last, body, sink) in self.bodies.items():
            parameters = (*own_first, *needed[name], *sink.inputs, *own_last)
            module.define(Function(name, parameters, eliminate_dead_code(body)))


def _fill(statement: Statement, found: Call) -> None:
    """Put a call into the statement that was emitted for it."""
    match statement:
        case If():
            statement.condition = found
        case Assign():
            statement.value = found
        case Do():
            statement.call = found
        case _:
            raise AssertionError(statement)
