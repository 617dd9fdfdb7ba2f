"""What could be written at a place: words of the notation, names that are declared, features, classes.

In the notation the text is read once more, with a caret where somebody writes: what the reader would have accepted
there is offered. So the text may be as incomplete as it is while somebody types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.metamodel.documentation import documentation
from tilewright.metamodel.schema import schema
from tilewright.metamodel.typing import EObject
from tilewright.model.document import Syntax
from tilewright.model.game.extending import read_game
from tilewright.model.objects import walk
from tilewright.model.service.completing_xmi import offers
from tilewright.model.service.source import Source, Span
from tilewright.model.service.words import SAID, WORDS
from tilewright.model.text.caret import CARET, Caret

_WORD = re.compile(r"\w*\Z")
_REST = re.compile(r"\w*")


@dataclass(frozen=True, slots=True)
class Completion:
    """A text that could be written, and help for it in Markdown, which may be empty.

    ``kind`` is ``keyword``, ``feature``, ``class`` or ``literal``; for a name the class of the element that it names,
    or ``name`` if the text does not declare one yet.
    """

    text: str
    kind: str
    help: str


@dataclass(frozen=True, slots=True)
class Completions:
    """What could stand in place of the characters of *span*: names, then keywords, each in alphabetical order."""

    span: Span
    items: tuple[Completion, ...]


def completions(source: Source, offset: int) -> Completions:
    """Return what could stand in place of the word at a caret and begins with the part of it before the caret.

    There is nothing within comments, numbers and texts in quotes, and nothing in syntaxes other than the notation and
    XMI. Cost: that of reading the text once.
    """
    begun = _WORD.search(source.text, 0, offset)
    start = offset if begun is None else begun.start()
    rest = _REST.match(source.text, offset)
    span = Span(start, offset if rest is None else rest.end())
    prefix = source.text[start:offset]
    if source.document.syntax is Syntax.XMI:
        tags = {one.text: Completion(one.text, one.kind, one.help) for one in offers(source.text[:offset])}
        return Completions(span, _sorted(tags, prefix))
    if source.document.syntax is not Syntax.GAME or prefix[:1].isdigit():
        return Completions(span, ())
    text = source.text[: span.start] + CARET + source.text[span.end :]
    if not Source(text, source.file).is_token(span.start):
        return Completions(span, ())
    caret = Caret()
    document = read_game(text, source.file, source.folder, caret)
    named = {} if document.root is None else _named(document.root)
    items = {one.text: one for word in caret.offered for one in _items(word, named)}
    return Completions(span, _sorted(items, prefix))


def _sorted(items: dict[str, Completion], prefix: str) -> tuple[Completion, ...]:
    """Return those that begin with *prefix*, in any case, in the order of ``Completions``."""
    fitting = [one for one in items.values() if one.text.casefold().startswith(prefix.casefold())]
    return tuple(sorted(fitting, key=lambda one: (one.kind == "keyword", one.text.casefold())))


def _named(root: EObject) -> dict[str, list[EObject]]:
    """Return the elements of a model by name, the caret left out."""
    found: dict[str, list[EObject]] = {}
    for element in walk(root):
        name = getattr(element, "name", None)
        if isinstance(name, str) and name != CARET:
            found.setdefault(name, []).append(element)
    return found


def _items(word: str, named: dict[str, list[EObject]]) -> Iterator[Completion]:
    """Yield a word that the reader would accept, with its kind; nothing if it is punctuation."""
    texts = documentation()
    for element in named.get(word, ())[:1]:
        kind = element.eClass.name
        yield Completion(word, kind, texts.get(kind, ""))
        return
    if word in WORDS:
        meanings = "\n\n".join(texts[target] for target in WORDS[word] if target in texts)
        yield Completion(word, "keyword", SAID.get(word, meanings))
    elif word in schema().classes:
        yield Completion(word, "class", texts.get(word, ""))
    elif word.isidentifier():
        is_feature = any(word in info.by_name for info in schema().classes.values())
        yield Completion(word, "feature" if is_feature else "name", "")
