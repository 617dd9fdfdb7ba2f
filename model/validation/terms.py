"""The terms of the metamodel for words of the notation that a message quotes: for those who write their models in XMI.

A message says what to write in the notation, ``do each { … }``. An XMI file has elements and attributes instead, here
an ``ApplyFilter`` with ``forEach="Cell"``. What each word stands for is said by the table of the words.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from tilewright.metamodel import ClassInfo, schema
from tilewright.metamodel.language import Filter
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.service.words import WORDS

_QUOTED = re.compile(r"(?<!\w)'([^']*)'")
_PART = re.compile(r"->|[{};|]")
_WORD = re.compile(r"[A-Za-z_]\w*")
_JOINED = {"+=": "Combine.Union", "-=": "Combine.Minus", "&=": "Combine.Intersect"}
"""What signs after a mark stand for."""
_ALONE = {"StateSelection": "Pattern"}
"""The classes of which a literal is told that stands alone, by its enumeration."""
_WITHOUT_CLICK = 'SelectFilter with record="false"'
"""What ``each`` stands for where it is a filter."""
_OF_CHOICES = {"settingMustBeInTheDomain", "parameterValueMustBeInItsDomain"}
"""Constraints whose messages quote what may be chosen, which is no notation."""

_PHRASES = {
    "name a direction set": "the attribute directions",
    "bind one before with along": "DirectionFilter",
    "which piece is set": "piece of StateEffectFilter",
}
"""What phrases stand for that quote no notation."""


def in_terms_of_xmi(found: Diagnostic, names: Collection[str]) -> Diagnostic:
    """Return a diagnostic whose message also has the terms of XMI for the notation that it quotes.

    *names* are those of the elements of the model: a word that is one of them is not read as one of the notation.
    """
    told = {phrase: term for phrase, term in _PHRASES.items() if phrase in found.message}
    for quoted in _QUOTED.findall(found.message if found.code not in _OF_CHOICES else ""):
        head, equals, chain = quoted.partition(" = ")
        parts = _PART.split(chain if equals else quoted)
        for term in (_term(head, names, declared=True) if equals else None, *(_term(part, names) for part in parts)):
            told.update(() if term is None else (term,))
    if not told:
        return found
    terms = ", ".join(f"'{words}' is {term}" for words, term in told.items())
    return replace(found, message=f"{found.message}; in XMI {terms}")


def _term(part: str, names: Collection[str], *, declared: bool = False) -> tuple[str, str] | None:
    """Return the words of a part of a chain that make a term, and the term, if the part begins with such a word.

    *declared* says that it is no filter, but the head of a declaration.
    """
    words = part.split()
    if not words or words[0] in names or not _WORD.fullmatch(words[0]):
        return None
    classes, literal = _classes(words[0])
    if declared:
        classes = [cls for cls in classes if not issubclass(cls.python_class, Filter)]
    owner, _, feature = WORDS.get(words[0], ("",))[0].partition(".")
    if feature and owner in schema().classes:
        return words[0], f"{feature} of {owner}"
    if len(words) > 1 and words[1] in WORDS and any(one.startswith("Perspective.") for one in WORDS.get(words[0], ())):
        classes, literal = _classes(words[1])  # as in 'each count': whose number it is
        words = [words[1], words[0], *words[2:]]
    elif words[0] == "each":
        return words[0], _WITHOUT_CLICK
    if not classes:
        return None
    said, attributes, chosen = [words[0]], [literal] if literal else [], classes[0]
    for word in words[1:]:
        meanings = (_JOINED[word],) if word in _JOINED else () if word in names else WORDS.get(word, ())
        fitting = [(cls, text) for cls in classes for text in (_attribute(cls, one) for one in meanings) if text]
        if fitting:
            chosen, text = fitting[0]
            said.append(word)
            attributes = [each for each in attributes if each.split("=")[0] != text.split("=")[0]] + [text]
    return " ".join(said), chosen.name + (f" with {' '.join(attributes)}" if attributes else "")


def _classes(word: str) -> tuple[list[ClassInfo], str | None]:
    """Return the classes that a word stands for, and an attribute that it means in the first one of them."""
    known, meanings = schema().classes, WORDS.get(word, ())
    classes = [known[meaning] for meaning in meanings if meaning in known]
    if not classes:
        classes = [known[_ALONE[owner]] for one in meanings if (owner := one.split(".")[0]) in _ALONE]
    if word in ("select", "each"):
        return classes, None
    literals = (_attribute(cls, meaning) for cls in classes[:1] for meaning in meanings)
    return classes, next((text for text in literals if text), None)


def _attribute(cls: ClassInfo, meaning: str) -> str | None:
    """Return the attribute of a class that a literal or a feature stands for, as it is written; None if it has none."""
    owner, _, name = meaning.partition(".")
    for feature in cls.features if name else ():
        if feature.literals is not None and feature.type == owner:
            return f'{feature.name}="{name}"'
        if feature.name == name and any(base.__name__ == owner for base in cls.python_class.__mro__):
            return f'{name}="true"' if feature.type == "boolean" else name
    return None
