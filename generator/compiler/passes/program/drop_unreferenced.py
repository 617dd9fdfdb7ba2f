"""Drop unreferenced functions, tables and constants: those that no entry point needs.

    before   def has_0(B_1):                 after   def perft(a_pos):
                 return popc(B_1)                        return a_pos[0]
             def perft(a_pos):
                 return a_pos[0]

Condition: the name is not reachable from an entry point (``CALLED``) through references.
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Module
from tilewright.generator.compiler.program import CALLED


def drop_unreferenced(module: Module) -> Module:
    """Drop functions, tables and constants that no entry point needs."""
    needed = module.needed(CALLED)
    kept = module.having(function for name, function in module.functions.items() if name in needed)
    kept.constants = {name: text for name, text in module.constants.items() if name in needed}
    return kept
