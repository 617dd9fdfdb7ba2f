"""The text of attribute values, the same in every syntax.

``parse_value`` converts a text to the value of an attribute. It raises ``BadValue`` with a sentence that says what
is expected; readers add the place.
"""

from __future__ import annotations

import re
from typing import Any

from tilewright.metamodel import FeatureInfo
from tilewright.metamodel.forms import NOT_XML
from tilewright.model.hints import Hints
from tilewright.model.remedies import Remedy

LEAST, GREATEST = -(1 << 31), (1 << 31) - 1
"""The bounds of whole numbers, which have 32 bits: of those in models, and of those that rules multiply and divide."""

_INTEGER = re.compile(r"[+-]?[0-9]{1,10}\Z")


class BadValue(ValueError):
    """A text is no value of an attribute. The text of the error says what is expected."""

    def __init__(self, message: str, remedies: tuple[Remedy, ...] = ()) -> None:
        super().__init__(message)
        self.remedies = remedies


def parse_value(feature: FeatureInfo, text: str, hints: Hints) -> Any:
    """Return the value of an attribute that *text* denotes; *hints* gives the end of the message of an error."""
    if feature.literals is not None:
        literal = feature.literals.get(text)
        if literal is None:
            hint = hints.near_miss(text, feature.literals)
            raise BadValue(f"'{_shortened(text)}' is no {feature.type}{hint}", hint.remedies)
        return literal
    if feature.type == "int":
        return parse_integer(text)
    if feature.type == "boolean":
        if text not in ("true", "false"):
            raise BadValue(f"'{_shortened(text)}' is neither true nor false")
        return text == "true"
    check_text(text)
    return text


def parse_integer(text: str) -> int:
    """Return a signed whole number of 32 bits that is written in decimal digits; ``BadValue`` for other texts."""
    if _INTEGER.match(text):
        value = int(text)
        if LEAST <= value <= GREATEST:
            return value
    elif not re.match(r"[+-]?[0-9]+\Z", text):
        raise BadValue(f"'{_shortened(text)}' is no whole number")
    raise BadValue(f"'{_shortened(text)}' is out of the range {LEAST} to {GREATEST}")


def check_text(text: str) -> None:
    """Raise ``BadValue`` if a text holds a character that no XML file, and so no model, can hold."""
    found = NOT_XML.search(text)
    if found:
        raise BadValue(f"the character U+{ord(found.group()):04X} cannot stand in a model")


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"
