"""The class form of a whole game (.bgdsl), as the EMF/Xtext Tile-Based Game Engine writes it.

``Game NAME { … }`` without a prefix, or with ``bg::``, is in the older dialect (see ``tilewright.model.dialects``);
``game::Game`` is in our own. The writer uses the older dialect if it can express the model and reading the text back
gives an equal model.
"""

from __future__ import annotations

from tilewright.metamodel import FeatureInfo
from tilewright.metamodel.elements import Element
from tilewright.metamodel.typing import EObject
from tilewright.model import dialects
from tilewright.model.document import Comments, Document, NotWritten, Syntax
from tilewright.model.fitting import FORMS, dialect_name, features, is_word, unfit
from tilewright.model.hints import near_miss
from tilewright.model.objects import difference, is_default, values_of
from tilewright.model.places import Recorded
from tilewright.model.text.references import Scopes, resolve
from tilewright.model.text.reflective import ClassForm
from tilewright.model.text.scanner import Scanner, decode, readable
from tilewright.model.text.writer import ClassFormWriter, quoted

__all__ = ["read_bgdsl", "write_bgdsl", "write_older"]

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
            hint = near_miss(prefix.value, _PREFIXES)
            message = f"there is no namespace '{readable(prefix.value)}'{hint}"
            form.report("unknown-namespace", message, prefix.place, remedies=hint.remedies)
    root = document.root = form.element("Game", lead=lead)
    if root is not None:
        form.end(root)
        form.diagnostics += resolve(root, form.references, places, document.uses)
    problems += sorted([*scanner.diagnostics, *form.diagnostics], key=lambda found: found.place)
    if not problems and (prefix is None or prefix.is_("bg")):
        document.older = True
        dialects.apply_bg_dialect(document.game)
    return document


class _StrictWriter(ClassFormWriter):
    """Writes a game that fits the older dialect in the order of its grammar, with its mandatory parts and names."""

    def __init__(self, root: Element, comments: Comments | None) -> None:
        super().__init__(Scopes(root), comments)

    def _named(self, name: str) -> str:
        return name if is_word(name) else quoted(name)

    def _reference(self, target: Element, obj: Element, feature: FeatureInfo) -> str:
        return self._named(dialect_name(target))

    def _written(self, obj: Element) -> list[FeatureInfo]:
        optional = {part.rstrip("?") for part in FORMS[obj.eClass.name].split() if part.endswith("?")}
        return [feature for feature in features(obj) if feature.name not in optional or values_of(obj, feature)]


def write_older(model: Document | Element) -> str:
    """Return a model as text in the older dialect; ``NotWritten`` says why the dialect cannot express it."""
    root: EObject = model.root if isinstance(model, Document) else model
    reason = unfit(root, text=True)
    if reason is None:
        comments = model.comments if isinstance(model, Document) else None
        text = "\n".join([*_StrictWriter(root, comments).lines(root), ""])
        again: EObject = read_bgdsl(text, "").root
        reason = difference(root, again)
        if reason is None:
            return text
    raise NotWritten(f"this game cannot be said in the older dialect: {reason}")


def write_bgdsl(model: Document | Element) -> str:
    """Return a model as text in the class form, in the older dialect if it fits, with the comments of a document.

    Cost: linear in the size of the model.
    """
    try:
        return write_older(model)
    except NotWritten:
        root: EObject = model.root if isinstance(model, Document) else model
        comments = model.comments if isinstance(model, Document) else None
        writer = ClassFormWriter(Scopes(root), comments, lambda obj, f: is_default(obj, f) and not _always(f))
        return "\n".join([*writer.lines(root, before="game::"), ""])


def _always(feature: FeatureInfo) -> bool:
    """Return whether a feature is written even with its default value: a mandatory number without a stated default."""
    return feature.type == "int" and feature.lower > 0 and not feature.many and not feature.declared
