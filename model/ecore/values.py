"""The textual forms of values of data types, by their types in Ecore or classes in Java.

They are those of EMF with two exceptions: the truth values are ``true`` and ``false``, in lower case only, and numbers
are decimal. A data type that is not known here takes any text as its value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from pyecore.innerutils import parse_date

from tilewright.metamodel.forms import character
from tilewright.metamodel.integers import BITS, fits

_INTEGER = re.compile(r"[+-]?[0-9]{1,300}")
_NUMBER = re.compile(r"[+-]?([0-9]{1,300}(\.[0-9]{0,300})?|\.[0-9]{1,300})([eE][+-]?[0-9]{1,3})?")
_SPECIAL = ("NaN", "Infinity", "+Infinity", "-Infinity")


@dataclass(frozen=True, slots=True)
class Form:
    """A textual form: its name in messages, and the parser, which raises ``ValueError`` for other texts."""

    name: str
    parse: Callable[[str], Any]


def _integer(bits: int | None = None) -> Form:
    """Return the form of signed integers of a number of bits, or of any size."""

    def parse(text: str) -> int:
        if not _INTEGER.fullmatch(text):
            raise ValueError
        value = int(text)
        if bits is not None and not fits(value, bits):
            raise ValueError
        return value

    return Form("integer" if bits is None else f"integer of {bits} bits", parse)


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text) and text not in _SPECIAL:
        raise ValueError
    return float(text)


def _truth(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError
    return text == "true"


def _decimal(text: str) -> Decimal:
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise ValueError from None
    if len(text) > 1000 or not value.is_finite():
        raise ValueError
    return value


ANY_TEXT = Form("text", str)
_REAL, _CHARACTER = Form("number", _number), Form("single character or code of one", character)
_TRUTH = Form("truth value: true or false", _truth)

FORMS: dict[str, Form] = {
    **{name: _integer(bits) for name, bits in BITS.items()},
    **dict.fromkeys(("EBigInteger", "java.math.BigInteger"), _integer()),
    **dict.fromkeys(("EDouble", "EDoubleObject", "double", "java.lang.Double"), _REAL),
    **dict.fromkeys(("EFloat", "EFloatObject", "float", "java.lang.Float"), _REAL),
    **dict.fromkeys(("EBoolean", "EBooleanObject", "boolean", "java.lang.Boolean"), _TRUTH),
    **dict.fromkeys(("EChar", "ECharacterObject", "char", "java.lang.Character"), _CHARACTER),
    **dict.fromkeys(("EDate", "java.util.Date"), Form("date", parse_date)),
    **dict.fromkeys(("EBigDecimal", "java.math.BigDecimal"), Form("decimal number", _decimal)),
    **dict.fromkeys(("EByteArray", "byte[]"), Form("text of two hexadecimal digits a byte", bytes.fromhex)),
}
"""The forms by the name of a type of Ecore or of a class of Java."""


def form_of(name: str) -> Form:
    """Return the form of a data type, given its name in Ecore or its class in Java; ``ANY_TEXT`` if it is not known."""
    return FORMS.get(name, ANY_TEXT)
