"""The compiler: from a model to a program for one game, in a small part of Python.

    form       the model's rules, resolved for each player, in the intermediate form
    analysis   questions about rules: what may fail, what branches, which moves differ
    writing    what is written: set expressions, statements, functions; what is known of a flow meanwhile
    chains     how chains of operations become text: in search, in effects, as questions; for one cell or for all
    turns      the functions of each player, and those called from outside
    passes     what is done to the form before, and to the program afterwards
    compiling  all of this in order; its outcome is a ``program``
    kernel     what runs it: CPython, or machine code; ``standalone`` makes a file of it

Each folder imports only from those above it, but for the pass ``drop_unused``, which all writers need.

Nothing here knows a game, and nothing is shared with the interpreter.
"""

from tilewright.generator.engine.compiling import compile_game
from tilewright.generator.engine.program import Layout, Program
from tilewright.generator.engine.writing.flow import NotLowered

__all__ = ["Layout", "NotLowered", "Program", "compile_game"]
