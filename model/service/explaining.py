"""Hover help: what a word means, what a name stands for, and where that is declared."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tilewright.metamodel.documentation import documentation
from tilewright.metamodel.features import FeatureInfo
from tilewright.metamodel.schema import schema
from tilewright.metamodel.typing import EObject
from tilewright.model.document import Syntax
from tilewright.model.objects import walk
from tilewright.model.service.examples import EXAMPLES
from tilewright.model.service.naming import Named, named_at
from tilewright.model.service.source import Source, Span
from tilewright.model.service.words import SAID, WORDS

_XML_NAME = re.compile(r"[\w:.-]+")


@dataclass(frozen=True, slots=True)
class Help:
    """Help for some characters of a text, as paragraphs of Markdown."""

    span: Span
    text: str


def help_at(source: Source, offset: int) -> Help | None:
    """Return help for the word or name at a caret; None if there is none."""
    if source.document.syntax is Syntax.XMI:
        return _of_xml(source, offset)
    named = named_at(source, offset)
    if named is not None:
        return Help(named.span, _of_name(source, named))
    span = _word_at(source.text, offset, re.compile(r"\w+"))
    if span is None or not source.is_notation or not source.is_token(span.start):
        return None
    return _of_word(source, span)


def _word_at(text: str, offset: int, word: re.Pattern[str]) -> Span | None:
    """Return the match of *word* that a caret touches, looked for in its line alone; None if there is none."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[start : len(text) if end < 0 else end]
    spans = (Span(start + found.start(), start + found.end()) for found in word.finditer(line))
    return next((span for span in spans if span.holds(offset)), None)


def _of_name(source: Source, named: Named) -> str:
    """Return help for a name: its class, the line that declares it, and the documentation of the class."""
    place, kind = named.declared, named.kind
    said = [f"**{kind}** `{named.name}`"]
    if place.file == source.file:
        line = source.line_of(source.offset(place.line, place.column))
        said.append(f"```game\n{source.text[line.start : line.end].strip()}\n```")
    said.append(documentation().get(kind, ""))
    return "\n\n".join(filter(None, said))


def _of_word(source: Source, span: Span) -> Help | None:
    """Return help for a word of the notation, with all its meanings.

    If an element of one of the classes among them begins there, only the meanings of its class are told; if that is the
    class itself, an example and the features follow. What is said of the word itself comes first, in place of meanings
    that may not be meant.
    """
    word = source.text[span.start : span.end]
    targets = WORDS.get(word)
    if targets is None:
        return Help(span, _of_class(word)) if word in schema().classes else None
    kinds = {str(element.eClass.name) for element in _beginning(source, span.start)}
    fitting = [target for target in targets if target.partition(".")[0] in kinds]
    texts = documentation()
    shown = fitting if any("." not in target for target in fitting) else () if word in SAID else targets
    said = [f"**{word}**", SAID.get(word, ""), *(f"{texts[target]} `{target}`" for target in shown)]
    if len(fitting) == 1 and "." not in fitting[0]:
        if fitting[0] in EXAMPLES:
            said.append(f"```game\n{EXAMPLES[fitting[0]]}\n```")
        said.append(_features(fitting[0]))
    return Help(span, "\n\n".join(filter(None, said)))


def _beginning(source: Source, offset: int) -> list[EObject]:
    """Return the elements that begin at a character."""
    root, place = source.document.root, source.place(offset)
    return [] if root is None else [one for one in walk(root) if source.document.places.of(one) == place]


def _of_class(name: str) -> str:
    return "\n\n".join(filter(None, [f"**{name}**", documentation().get(name, ""), _features(name)]))


def _features(name: str) -> str:
    """Return the features of a class and their documentation as a list in Markdown."""
    return "\n".join(f"- `{feature.name}`: {text}" for feature, text in told_features(name))


def told_features(name: str) -> list[tuple[FeatureInfo, str]]:
    """Return the features of a class that are stored, inherited ones included, each with its documentation."""
    texts = documentation()
    info = schema().classes[name]
    found = []
    for feature in info.stored:
        owner = next(one for one in schema().classes.values() if feature in one.own)
        found.append((feature, texts.get(f"{owner.name}.{feature.name}", "")))
    return found


def _of_xml(source: Source, offset: int) -> Help | None:
    """Return help for a tag, an attribute, or an address such as ``//@board`` in XMI."""
    named = named_at(source, offset)
    if named is not None:
        name = getattr(named.elements[0], "name", None)
        told = f"**{named.kind}**" + (f" `{name}`" if name else "")
        place = named.declared
        return Help(named.span, f"{told}, {place.line}:{place.column}\n\n{documentation().get(named.kind, '')}".strip())
    span = _word_at(source.text, offset, _XML_NAME)
    if span is None:
        return None
    word = source.text[span.start : span.end].rpartition(":")[2]
    if word in schema().classes:
        return Help(span, _of_class(word))
    element = _around(source, offset)
    if element is None:
        return None
    kind = str(element.eClass.name)
    if source.text[: span.start].endswith("<"):
        return Help(span, _of_class(kind))
    text = next((text for feature, text in told_features(kind) if feature.name == word), None)
    return None if text is None else Help(span, f"**{kind}.{word}**\n\n{text}")


def _around(source: Source, offset: int) -> EObject | None:
    """Return the element whose start tag is the last one at or before a character."""
    root, place = source.document.root, source.place(offset)
    begun = [] if root is None else [(source.document.places.of(one), one) for one in walk(root)]
    return max((found for found in begun if found[0] <= place), key=lambda found: found[0], default=(place, None))[1]
