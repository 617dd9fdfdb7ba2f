"""The compiler: from a model to a program for one game, in a small part of Python.

    constants  ir  lowering    the model's rules, resolved for each player
    sets  code  flow           what is written: set expressions, statements, the parts of a flow
    analysis  distinct         questions about rules
    walker  checks  cursor  effects  values  lifting  turn      how it is written
    program  kernel            what comes out, and what runs it

Nothing here knows a game, and nothing is shared with the interpreter.
"""

from tilewright.generator.engine.compiling import compile_game
from tilewright.generator.engine.flow import NotLowered
from tilewright.generator.engine.program import Layout, Program

__all__ = ["Layout", "NotLowered", "Program", "compile_game"]
