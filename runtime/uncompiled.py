"""The warning about rules that will not compile, which an author gets when the model is checked."""

from __future__ import annotations

from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, ModelError
from tilewright.model.document import Document
from tilewright.runtime.kernels.programs import is_kept, program_of


def uncompiled(document: Document) -> list[Diagnostic]:
    """Return a warning if the rules of a model without errors will not compile: where, and why; else an empty list.

    A model that cannot be played at all has no warning. Cost: compiles the model, unless that was done before.
    """
    assert document.root is not None, "a model without errors"
    if is_kept(document):
        return []
    from tilewright.generator.compiler.budget import NotLowered
    from tilewright.runtime.interpreter import Interpreter

    try:
        Interpreter(document.root, document.places)
        program_of(document)
    except NotLowered as reason:
        place = reason.place or document.place(document.root)
        return [diagnose("not-compiled", f"the interpreter plays this game, which is slower: {reason.reason}", place)]
    except ModelError:
        return []
    return []
