"""The class form of a whole game (.bgdsl), as the EMF/Xtext Tile-Based Game Engine writes it.

A bare ``Game NAME { … }``, or ``bg::Game``, is in the older dialect (see ``tilewright.model.dialects``); ``game::Game``
is in ours. The writer uses the bare form exactly if reading it gives the same model.
"""

from __future__ import annotations

from tilewright.metamodel import FeatureInfo
from tilewright.metamodel.typing import EObject
from tilewright.model import dialects
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import near_miss
from tilewright.model.document import Document, Syntax
from tilewright.model.objects import is_default
from tilewright.model.places import Recorded
from tilewright.model.text.references import Names, resolve
from tilewright.model.text.reflective import ClassForm
from tilewright.model.text.scanner import Scanner, decode, readable
from tilewright.model.text.writer import ClassFormWriter

__all__ = ["read_bgdsl", "write_bgdsl"]

_PREFIXES = ("game", "bg")


def read_bgdsl(data: str | bytes, file: str) -> Document:
    """Read a model from a text in the class form. Never raises for bad input. Cost: linear in the size of the text."""
    text, problems = decode(data, file)
    document = Document(file, None, Syntax.BGDSL, problems)
    if problems:
        return document
    scanner = Scanner(text, file)
    places = document.places = Recorded(file)
    form = ClassForm(scanner, places)
    document.comments = form.comments
    prefix = scanner.next() if scanner.peek(1).is_("::") else None
    lead: list[str] = []
    if prefix is not None:
        lead += [comment.text for token in (prefix, scanner.next()) for comment in token.comments]
        if not prefix.is_(*_PREFIXES):
            message = f"there is no namespace '{readable(prefix.value)}'{near_miss(prefix.value, _PREFIXES)}"
            form.diagnostics.append(diagnose("unknown-namespace", message, prefix.place))
    root = document.root = form.element("Game", lead=lead)
    if root is not None:
        form.end(root)
        form.diagnostics += resolve(root, form.references, places)
    problems += sorted([*scanner.diagnostics, *form.diagnostics], key=lambda found: found.place)
    if not problems and (prefix is None or prefix.is_("bg")):
        dialects.apply_bg_dialect(document.game)
    return document


def write_bgdsl(model: Document | EObject) -> str:
    """Return a model as text in the class form, with the comments of a document. Cost: linear in the model's size."""
    root = model.game if isinstance(model, Document) else model
    comments = model.comments if isinstance(model, Document) else None
    is_bg = dialects.means_the_same(root)
    is_read = dialects.is_bg_default if is_bg else is_default
    writer = ClassFormWriter(Names(root), comments, lambda obj, feature: is_read(obj, feature) and not _always(feature))
    return "\n".join([*writer.lines(root, before="" if is_bg else "game::"), ""])


def _always(feature: FeatureInfo) -> bool:
    """Return whether a feature is written even where it has its default value: a number that has none of its own."""
    return feature.type == "int" and feature.lower > 0 and not feature.many and not feature.declared
