"""Formatting: a text in the order and layout of the writer."""

from __future__ import annotations

from tilewright.model.diagnostics import has_errors
from tilewright.model.document import NotWritten, Syntax
from tilewright.model.files import write
from tilewright.model.service.source import Source
from tilewright.model.text.scanner import Scanner


def formatted(source: Source) -> str | None:
    """Return the text as the writer would write it, with its comments.

    Return None if the text has errors, extends another game, or cannot be written in its syntax.
    """
    document = source.document
    if document.root is None or document.syntax is None or has_errors(document.diagnostics) or _extends(source):
        return None
    is_class_form = document.syntax is Syntax.GAME and not Scanner(source.text, source.file).peek().is_("game")
    try:
        return write(document, Syntax.BGDSL if is_class_form else document.syntax, older=document.older)
    except NotWritten:
        return None


def _extends(source: Source) -> bool:
    scanner = Scanner(source.text, source.file)
    return source.document.syntax is Syntax.GAME and any(scanner.peek(k).is_("extends") for k in (1, 2))
