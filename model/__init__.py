"""Reading, validating, writing and converting models.

    document = read("mine.game")             document.root is the game, document.diagnostics the problems of its text
    for found in validate(document): ...     found.place.line, found.place.column, found.code, found.message
    write(document, Syntax.XMI)              the text; save writes a file
    convert("mine.bgdsl", Syntax.GAME)       from one syntax to another
    validate("my.xmi", metamodel="my.ecore") the problems of a model of any metamodel

Each name is loaded at its first use, so that importing this package costs nothing.
"""

from __future__ import annotations

if __name__ != "tilewright.model":  # imported by its folder: every class would exist twice
    raise ImportError("import tilewright.model, not model", name=__name__)

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.model.diagnostics import Diagnostic, ModelError, Severity
    from tilewright.model.document import Document, NotWritten, Syntax
    from tilewright.model.files import convert, read, read_text, save, write
    from tilewright.model.instances import Metamodel, read_metamodel
    from tilewright.model.validation import validate

__all__ = [
    "Diagnostic", "Document", "Metamodel", "ModelError", "NotWritten", "Severity", "Syntax", "convert", "read",
    "read_metamodel", "read_text", "save", "validate", "write",
]  # fmt: skip

_HOMES = {
    "Diagnostic": "diagnostics",
    "Document": "document",
    "Metamodel": "instances",
    "ModelError": "diagnostics",
    "NotWritten": "document",
    "Severity": "diagnostics",
    "Syntax": "document",
    "convert": "files",
    "read": "files",
    "read_metamodel": "instances",
    "read_text": "files",
    "save": "files",
    "validate": "validation",
    "write": "files",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_HOMES)
