"""The errors of OCL texts: ``OclError`` when one is compiled, ``OclBudgetError`` when its evaluation costs too much.

``offset`` counts characters of the text from 0; ``line`` and ``column`` count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from tilewright.metamodel.budget import BudgetError


class OclError(Exception):
    """An OCL text does not parse, does not type-check, or is outside the supported subset.

    ``str()`` of it is ``line:column: message``. *code* is that of the diagnostic that is made of it.
    """

    def __init__(self, message: str, text: str = "", offset: int = 0, code: str = "bad-ocl") -> None:
        self.message = message
        self.code = code
        self.offset = offset
        self.line = text.count("\n", 0, offset) + 1
        self.column = offset - (text.rfind("\n", 0, offset) + 1) + 1
        super().__init__(f"{self.line}:{self.column}: {message}")


class OclBudgetError(OclError, BudgetError):
    """An evaluation needs more steps, deeper recursion or longer strings than it may have."""


def suggest(name: str, known: Iterable[str], label: str = "it has") -> str:
    """Return the end of a message about an unknown name: `` (did you mean 'x'?)``, the first names of *known*, or ''.

    *label* introduces the names. Cost: linear in the names.
    """
    names = sorted(set(known))
    near = get_close_matches(name[:80], names, n=3, cutoff=0.6)
    if not near:
        near = [other for other in names if other.lower() == name.lower()]
    if near:
        return f" (did you mean {' or '.join(repr(other) for other in near)}?)"
    if not names:
        return ""
    return f" ({label}: {', '.join(names[:12])}{', ...' if len(names) > 12 else ''})"
