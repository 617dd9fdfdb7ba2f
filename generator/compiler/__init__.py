"""The compiler: from a model to a program for one game, in a small subset of Python.

    rules      the rule IR: a model's rules, resolved for each player, with a class for each operation
    lowering   from a model to the rule IR
    analysis   questions about rules: what may fail, what branches, which moves differ
    kernel     the language of programs: its nodes, its reader, its verifier
    emit       from the rule IR to a program: flows and sets, chains of operations, the functions of a turn
    passes     transformations of rules before emission, and of the program after it
    printers   the forms of a program: Python, LLVM, WebAssembly, a stand-alone file
    driver     all of this in order; its result is a ``program``

Each folder imports only from those above it, with three exceptions: emitters run the pass ``eliminate_dead_code`` and
print with ``printers.python``, and ``analysis.straightness`` knows the emitter's ``Flow``. ``runtime.kernels`` runs the
programs.

Nothing here knows a game, and nothing is shared with the interpreter.
"""

from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.driver import compile_game
from tilewright.generator.compiler.program import Layout, Program

__all__ = ["Layout", "NotLowered", "Program", "compile_game"]
