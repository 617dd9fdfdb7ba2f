"""Ask once: whether a player can move, asked within such a question, is the question itself where it asks no further.

    before   def any_0(B_1):                 after   def any_0(B_1):
                 return popc(B_1)                        return popc(B_1)
             def any_0_asked(B_1):                   def any_0_asked(B_1):
                 return popc(B_1)                        return popc(B_1)
             def legal_0(B_1):                       def legal_0(B_1):
                 return any_0_asked(B_1)                 return any_0(B_1)

Condition: nothing that ``any_P`` needs asks whether a player can move. Where there is a ``judged_P``, which finds
errors, too, the question is that one.
"""

from __future__ import annotations

import re

from tilewright.generator.compiler.emit.code import Function, Module
from tilewright.generator.compiler.kernel.rewriting import renamed

ASKED = "_asked"
"""How the names of functions end that stand for others within questions."""


def ask_once(module: Module) -> Module:
    """Let whether a player can move, asked within such a question, be the question itself where it asks no further."""
    questions = [name for name in module.functions if re.fullmatch(r"any_\d+", name)]
    judged = {name: name.replace("any", "judged") for name in questions}
    asked = {f"{name}{ASKED}": judged[name] if judged[name] in module.functions else name for name in questions}
    same = {name: plain for name, plain in asked.items() if not module.needed([plain]) & set(asked)}
    return module.having(
        Function(function.name, function.parameters, renamed(function.body, same), function.comment)
        for function in module.functions.values()
    )
