"""Formatting: a text in the order and layout of the writer."""

from __future__ import annotations

from itertools import islice

from tilewright.model.diagnostics import has_errors
from tilewright.model.document import NotWritten, Syntax
from tilewright.model.files import write
from tilewright.model.game.templates import has_templates
from tilewright.model.service.source import Source
from tilewright.model.text.scanner import Scanner, tokens


def formatted(source: Source) -> str | None:
    """Return the text as the writer would write it, with its comments.

    Return None if the text has errors, extends another game, has chains with parameters, which would be written out, or
    cannot be written in its syntax.
    """
    document = source.document
    if document.root is None or document.syntax is None or has_errors(document.diagnostics) or _says_more(source):
        return None
    is_class_form = document.syntax is Syntax.GAME and not Scanner(source.text, source.file).peek().is_("game")
    try:
        return write(document, Syntax.BGDSL if is_class_form else document.syntax, older=document.older)
    except NotWritten:
        return None


def _says_more(source: Source) -> bool:
    """Return whether a text in the notation says what its model does not: a base, or chains with parameters."""
    if source.document.syntax is not Syntax.GAME:
        return False
    begin = list(islice(tokens(source.text, source.file), 3))
    return any(token.is_("extends") for token in begin[1:]) or has_templates(source.text, source.file)
