"""Identical code folding: of functions that differ only in the names of variables, keep and call the first one.

    before   def has_0(B_1):            after   def has_0(B_1):
                 return popc(B_1)                   return popc(B_1)
             def count_0(B_1):                  def count_0(B_1):
                 return has_0(B_1)                  return has_0(B_1)
             def legal_7(NB_1):                 def perft(a_pos):
                 return popc(NB_1)                  return has_0(a_pos)
             def perft(a_pos):
                 return legal_7(a_pos)

Conditions: (1) the bodies are equal once each variable is named by its type and position, and each called function by
its class; (2) entry points are kept.

The classes are found by partition refinement, so that mutually recursive functions can be equal: at first all functions
of one shape are in one class, which is then split by the classes of the functions that they call, until nothing changes
(Moore, "Gedanken-experiments on sequential machines", 1956). A function whose statements are of other kinds than those
of any other one is in a class of its own from the start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tilewright.generator.compiler.emit.code import Function, Module
from tilewright.generator.compiler.kernel.nodes import type_of
from tilewright.generator.compiler.kernel.rewriting import every, renamed, shape
from tilewright.generator.compiler.program import CALLED


@dataclass(frozen=True)
class _Skeleton:
    """A function without names."""

    shape: tuple[object, ...]
    """Its parameters and body, with each called function named by its index in ``calls``."""
    calls: tuple[str, ...]
    """The functions that it calls, each once, in the order of the text."""


def fold_identical_functions(module: Module) -> Module:
    """Merge equal functions.

    Cost: a walk through each function, and through the expressions of those that may be equal to another one.
    """
    kinds = {name: _kinds(function) for name, function in module.functions.items()}
    alike = Counter(kinds.values())
    skeletons = {name: _skeleton(module, module.functions[name]) for name, key in kinds.items() if alike[key] > 1}
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
        skeletons = {name: skeleton for name, skeleton in skeletons.items() if name in kept}
        for name, function in kept.items():
            if not same.keys().isdisjoint(function.reads):
                body = renamed(function.body, same)
                module.functions[name] = replace(function, body=body)
                if name in skeletons:
                    skeletons[name] = _skeleton(module, module.functions[name])


def _classes(skeletons: Mapping[str, _Skeleton]) -> dict[str, int]:
    """Return the number of each function's equivalence class."""
    numbers: dict[object, int] = {}
    found = {name: numbers.setdefault(each.shape, len(numbers)) for name, each in skeletons.items()}
    classes = 0
    while classes < len(numbers):
        classes, numbers = len(numbers), {}
        keys = {
            name: (found[name], *(found.get(called, called) for called in each.calls))
            for name, each in skeletons.items()
        }
        found = {name: numbers.setdefault(key, len(numbers)) for name, key in keys.items()}
    return found


class _Places(dict[str, str]):
    """Canonical names of what a function uses, by order of first use. Tables keep their names."""

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


def _kinds(function: Function) -> tuple[object, ...]:
    """Return the kinds of a function's statements: equal functions have equal ones."""
    return len(function.parameters), *map(type, every(function.body))


def _skeleton(module: Module, function: Function) -> _Skeleton:
    places = _Places(module)
    parameters = tuple(map(places.__getitem__, function.parameters))
    return _Skeleton((parameters, shape(function.body, places.__getitem__)), tuple(places.calls))
