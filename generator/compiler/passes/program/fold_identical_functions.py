"""Share equal functions: of functions that differ in the names of variables alone the first one is called.

    before   def has_0(B_1):            after   def has_0(B_1):
                 return popc(B_1)                   return popc(B_1)
             def count_0(B_1):                  def count_0(B_1):
                 return has_0(B_1)                  return has_0(B_1)
             def legal_7(NB_1):                 def perft(a_pos):
                 return popc(NB_1)                  return has_0(a_pos)
             def perft(a_pos):
                 return legal_7(a_pos)

Conditions: (1) the texts are equal, once those that they call are shared and each variable is named by its type and
its place among all; (2) a function that is called from outside stays.
"""

from __future__ import annotations

import re

from tilewright.generator.compiler.emit.code import KEYWORDS, NAME, Function, Module, printed, renamed
from tilewright.generator.compiler.emit.emitter import INTRINSICS
from tilewright.generator.compiler.program import BATCHES, ENTRIES


def fold_identical_functions(module: Module) -> Module:
    """Let equal functions be one."""
    while True:
        first: dict[tuple[str, ...], str] = {}
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


def _shape(module: Module, function: Function) -> tuple[str, ...]:
    """Return the text of a function with other names for its variables."""
    names: dict[str, str] = {}

    def name(found: re.Match[str]) -> str:
        old = found[0]
        if old in KEYWORDS or old in INTRINSICS or module.is_global(old):
            return old
        stem = "a_" if old.startswith("a_") else "X" if old[0].isupper() else "x"
        return names.setdefault(old, f"{stem}{len(names)}")

    return tuple(NAME.sub(name, line) for line in (", ".join(function.parameters), *printed(function.body)))
