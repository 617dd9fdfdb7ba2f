"""How EMF writes characters, dates, bytes and numbers in files, where PyEcore has other forms, or none."""

from __future__ import annotations

import re
from datetime import datetime
from math import isfinite, isnan

from tilewright.metamodel.integers import fits

NOT_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""A character that no XML file can hold. Told by those: the range of all others takes Python long to compile."""

_LAST = 0xFFFF
"""The last code of a character in Java."""


def character(text: str) -> str:
    """Return the character that a text denotes: a code in decimal digits, which is what EMF writes, or itself.

    ``ValueError`` if it is neither, or if Java's characters do not include it.
    """
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= _LAST:
        return chr(int(text))
    if len(text) != 1 or ord(text) > _LAST:
        raise ValueError(text)
    return text


def written_character(value: str) -> str:
    """Return the code of a character; an empty string for one."""
    return str(ord(value)) if value else ""


def written_date(value: datetime) -> str:
    """Return a date with three digits of a second's fraction, as ``yyyy-MM-dd'T'HH:mm:ss.SSSZ``.

    Of six digits EMF would take all as milliseconds. A date without an offset is written without one: EMF takes it as
    local time.
    """
    time = f"{value.year:04d}-{value:%m-%dT%H:%M:%S}.{value.microsecond // 1000:03d}"
    return f"{time}{value:%z}"


def octets(text: str) -> bytearray:
    """Return the bytes that a text denotes by two hexadecimal digits each; ``ValueError`` if it is no such text."""
    return bytearray.fromhex(text)


def written_octets(value: bytes) -> str:
    """Return bytes as two hexadecimal digits each."""
    return value.hex().upper()


def octet(text: str) -> bytes:
    """Return the byte that a text denotes by a number from -128 to 127; ``ValueError`` if it is no such text."""
    value = int(text)
    if not fits(value, 8):
        raise ValueError(text)
    return value.to_bytes(1, "big", signed=True)


def written_octet(value: bytes) -> str:
    """Return a byte as a number from -128 to 127."""
    return str(int.from_bytes(value, "big", signed=True))


def written_number(value: float) -> str:
    """Return a floating-point number as Java writes it, which has other words for what is not finite."""
    return str(value) if isfinite(value) else "NaN" if isnan(value) else f"{'-' if value < 0 else ''}Infinity"
