"""Share equal functions: of functions with the same parameters and the same body the first one is called.

    before   def has_0(B_1):            after   def has_0(B_1):
                 return popc(B_1)                   return popc(B_1)
             def count_0(B_1):                  def count_0(B_1):
                 return has_0(B_1)                  return has_0(B_1)
             def legal_7(B_1):                  def perft(a_pos):
                 return popc(B_1)                   return has_0(a_pos)
             def perft(a_pos):
                 return legal_7(a_pos)

Conditions: (1) the texts are equal, once those that they call are shared; (2) a function that is called from outside
stays.
"""

from __future__ import annotations

from tilewright.generator.engine.program import BATCHES, ENTRIES
from tilewright.generator.engine.writing.code import Function, Module, printed, renamed


def share_equal_functions(module: Module) -> Module:
    """Let equal functions be one."""
    while True:
        first: dict[tuple[str, ...], str] = {}
        same: dict[str, str] = {}
        for function in module.functions.values():
            found = first.setdefault((*function.parameters, ":", *printed(function.body)), function.name)  # (1)
            if found != function.name and function.name not in (*ENTRIES, *BATCHES):  # (2)
                same[function.name] = found
        if not same:
            return module
        module = module.having(
            Function(function.name, function.parameters, renamed(function.body, same), function.comment)
            for function in module.functions.values()
            if function.name not in same
        )
