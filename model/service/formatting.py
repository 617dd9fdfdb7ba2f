"""A text in the order and with the spaces in which the writer puts it."""

from __future__ import annotations

from tilewright.model.diagnostics import has_errors
from tilewright.model.document import NotWritten, Syntax
from tilewright.model.files import write
from tilewright.model.service.source import Source
from tilewright.model.text.scanner import Scanner


def formatted(source: Source) -> str | None:
    """Return the text as the writer puts it, comments kept; None where it cannot be said again as it is.

    That is so if it has errors, extends another game, or is in a syntax that is only read.
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
