"""The compiler: from a model to a program for one game, in a small part of Python.

    constants  lowering  filters                 the model's rules, resolved for each player
    ir                                           the intermediate form
    sets  code  flow  functions                  what is written: set expressions, statements, the parts of a flow
    analysis  straightness  paths  distinct      questions about rules
    walker  search  performing                   how chains are emitted: in search, in effect context
    clicking  bundling  joining  repeating       ... many flows at once, code that comes together again, repetition
    asking  answers  gathering  lifting          ... questions and sets: cell by cell, or for all cells at once
    patterns  rows  fullness  checks  cursor  effects  values    how operations are emitted
    turns                                        the functions of each player, and those called from outside
    passes  compiling                            what is done to the form and to the program, and in which order
    program  errors                              what comes out
    kernel  standalone                           what runs it

Nothing here knows a game, and nothing is shared with the interpreter.
"""

from tilewright.generator.engine.compiling import compile_game
from tilewright.generator.engine.flow import NotLowered
from tilewright.generator.engine.program import Layout, Program

__all__ = ["Layout", "NotLowered", "Program", "compile_game"]
