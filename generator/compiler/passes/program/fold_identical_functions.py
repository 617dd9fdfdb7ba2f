"""Share equal functions: of functions that differ in the names of variables alone the first one is called.

    before   def has_0(B_1):            after   def has_0(B_1):
                 return popc(B_1)                   return popc(B_1)
             def count_0(B_1):                  def count_0(B_1):
                 return has_0(B_1)                  return has_0(B_1)
             def legal_7(NB_1):                 def perft(a_pos):
                 return popc(NB_1)                  return has_0(a_pos)
             def perft(a_pos):
                 return legal_7(a_pos)

Conditions: (1) the bodies are equal, once those that they call are shared and each variable is named by its type and
place; (2) what is called from outside keeps its name and its body.

Functions that call each other are equal if nothing tells them apart: at first all with one shape are taken to be equal,
then those of them that call different ones are not, until none is left. So automata are minimised (Moore 1956).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tilewright.generator.compiler.emit.code import Function, Module
from tilewright.generator.compiler.kernel.nodes import type_of
from tilewright.generator.compiler.kernel.rewriting import renamed, shape
from tilewright.generator.compiler.program import CALLED


@dataclass(frozen=True)
class _Skeleton:
    """A function without names."""

    shape: tuple[object, ...]
    """What tells it from others, if each function that it calls is named by its place among these."""
    calls: tuple[str, ...]
    """The functions that it calls, each once, in the order of the text."""


def fold_identical_functions(module: Module) -> Module:
    """Let equal functions be one. Cost: a walk through each function, and again for those that call such a one."""
    skeletons = {name: _skeleton(module, function) for name, function in module.functions.items()}
    while True:
        first: dict[int, str] = {}
        same: dict[str, str] = {}
        for name, number in _classes(skeletons).items():
            found = first.setdefault(number, name)  # (1)
            if found != name and name not in CALLED:  # (2)
                same[name] = found
        if not same:
            return module
        kept = {name: function for name, function in module.functions.items() if name not in same}
        module = module.having(kept.values())
        skeletons = {name: skeletons[name] for name in kept}
        for name, function in kept.items():
            if not same.keys().isdisjoint(skeletons[name].calls):
                body = renamed(function.body, same)
                module.functions[name] = replace(function, body=body)
                skeletons[name] = _skeleton(module, module.functions[name])


def _classes(skeletons: Mapping[str, _Skeleton]) -> dict[str, int]:
    """Return the number of each function's class: equal functions are in one."""
    numbers: dict[object, int] = {}
    found = {name: numbers.setdefault(each.shape, len(numbers)) for name, each in skeletons.items()}
    classes = 0
    while classes < len(numbers):
        classes, numbers = len(numbers), {}
        keys = {name: (found[name], *(found[called] for called in each.calls)) for name, each in skeletons.items()}
        found = {name: numbers.setdefault(key, len(numbers)) for name, key in keys.items()}
    return found


class _Places(dict[str, str]):
    """What the names of a function are called, by the order in which they are asked for; tables keep theirs."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self.calls: list[str] = []

    def __missing__(self, name: str) -> str:
        if name in self._module.functions:
            found = f"call {len(self.calls)}"
            self.calls.append(name)
        else:
            found = name if name in self._module.constants else f"{type_of(name)} {len(self)}"
        self[name] = found
        return found


def _skeleton(module: Module, function: Function) -> _Skeleton:
    places = _Places(module)
    parameters = tuple(map(places.__getitem__, function.parameters))
    return _Skeleton((parameters, shape(function.body, places.__getitem__)), tuple(places.calls))
