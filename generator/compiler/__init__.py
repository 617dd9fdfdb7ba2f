"""The compiler: from a model to a program for one game, in a small part of Python.

    rules      the rule IR: the model's rules, resolved for each player, a class per operation
    lowering   from a model to rules
    analysis   questions about rules: what may fail, what branches, which moves differ
    kernel     the language of programs: its nodes, its reader, its checks
    emit       from rules to a program: flows and sets, chains of operations, the functions of a turn
    passes     what is done to rules before, and to the program afterwards
    printers   what a program is printed as: LLVM, a file that stands alone
    driver     all of this in order; its outcome is a ``program``

Each folder imports only from those above it, but for the pass ``eliminate_dead_code``, which all emitters need. What
runs programs is in ``runtime.kernels``.

Nothing here knows a game, and nothing is shared with the interpreter.
"""

from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.driver import compile_game
from tilewright.generator.compiler.program import Layout, Program

__all__ = ["Layout", "NotLowered", "Program", "compile_game"]
