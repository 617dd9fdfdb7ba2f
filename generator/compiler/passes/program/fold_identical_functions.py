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

from tilewright.generator.compiler.emit.code import Function, Module
from tilewright.generator.compiler.kernel.nodes import type_of
from tilewright.generator.compiler.kernel.rewriting import names_of, renamed, shape
from tilewright.generator.compiler.program import BATCHES, ENTRIES


def fold_identical_functions(module: Module) -> Module:
    """Let equal functions be one."""
    while True:
        first: dict[tuple[object, ...], str] = {}
        same: dict[str, str] = {}
        for function in module.functions.values():
            found = first.setdefault(_shape(module, function), function.name)  # (1)
            if found != function.name and function.name not in (*ENTRIES, *BATCHES):  # (2)
                same[function.name] = found
        if not same:
            return module
        module = module.having(
            Function(function.name, function.parameters, renamed(function.body, same), function.comment)
            for function in module.functions.values()
            if function.name not in same
        )


def _shape(module: Module, function: Function) -> tuple[object, ...]:
    """Return what tells a function from others, with other names for its variables."""
    names: dict[str, str] = {}
    for name in (*function.parameters, *names_of(function.body)):
        if name not in names and not module.is_global(name):
            names[name] = f"{type_of(name)} {len(names)}"
    return tuple(names.get(name, name) for name in function.parameters), shape(renamed(function.body, names))
