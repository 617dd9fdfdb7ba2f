"""Ask once: inside a test for a legal move, replace a nested test by the outer one if that does not nest further.

    before   def any_0(B_1):                 after   def any_0(B_1):
                 return popc(B_1)                        return popc(B_1)
             def any_0_asked(B_1):                   def any_0_asked(B_1):
                 return popc(B_1)                        return popc(B_1)
             def legal_0(B_1):                       def legal_0(B_1):
                 return any_0_asked(B_1)                 return any_0(B_1)

``any_P`` is the test whether player P has a legal move, and ``any_P_asked`` is the same test inside another such test.

Condition: nothing that ``any_P`` calls is such a nested test. If there is a ``judged_P``, which also finds errors, the
call goes there.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tilewright.generator.compiler.emit.code import Module
from tilewright.generator.compiler.kernel.reaching import reaching
from tilewright.generator.compiler.kernel.rewriting import renamed

ASKED = "_asked"
"""The suffix of the functions that stand for others inside a test for a legal move."""


def ask_once(module: Module) -> Module:
    """Replace nested tests for a legal move by the plain ones if these do not nest further."""
    questions = [name for name in module.functions if re.fullmatch(r"any_\d+", name)]
    judged = {name: name.replace("any", "judged") for name in questions}
    asked = {f"{name}{ASKED}": judged[name] if judged[name] in module.functions else name for name in questions}
    read = {name: function.reads for name, function in module.functions.items()}
    nested = reaching(asked, read)
    same = {name: plain for name, plain in asked.items() if plain not in nested}
    return module.having(
        function if same.keys().isdisjoint(read[name]) else replace(function, body=renamed(function.body, same))
        for name, function in module.functions.items()
    )
