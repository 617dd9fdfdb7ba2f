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
its place among all; (2) a function that is called from outside stays.
"""

from __future__ import annotations

from dataclasses import replace

from tilewright.generator.compiler.emit.code import Function, Module
from tilewright.generator.compiler.kernel.nodes import type_of
from tilewright.generator.compiler.kernel.rewriting import names_of, reads, renamed, shape
from tilewright.generator.compiler.program import CALLED


def fold_identical_functions(module: Module) -> Module:
    """Let equal functions be one. Cost: a walk through each function, and again for those that call such a one."""
    shapes = {name: _shape(module, function) for name, function in module.functions.items()}
    while True:
        first: dict[tuple[object, ...], str] = {}
        same: dict[str, str] = {}
        for name in module.functions:
            found = first.setdefault(shapes[name], name)  # (1)
            if found != name and name not in CALLED:  # (2)
                same[name] = found
        if not same:
            return module
        kept = {name: function for name, function in module.functions.items() if name not in same}
        module = module.having(kept.values())
        for name, function in kept.items():
            if not same.keys().isdisjoint(reads(function.body)):
                body = renamed(function.body, same)
                module.functions[name] = replace(function, body=body)
                shapes[name] = _shape(module, module.functions[name])


def _shape(module: Module, function: Function) -> tuple[object, ...]:
    """Return what tells a function from others, with other names for its variables."""
    names: dict[str, str] = {}
    for name in (*function.parameters, *names_of(function.body)):
        if name not in names and not module.is_global(name):
            names[name] = f"{type_of(name)} {len(names)}"
    return tuple(names.get(name, name) for name in function.parameters), shape(renamed(function.body, names))
