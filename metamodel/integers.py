"""The integers of Ecore and Java: how many bits each type has."""

from __future__ import annotations

BITS = {
    **dict.fromkeys(("EByte", "EByteObject", "byte", "java.lang.Byte"), 8),
    **dict.fromkeys(("EShort", "EShortObject", "short", "java.lang.Short"), 16),
    **dict.fromkeys(("EInt", "EIntegerObject", "EInteger", "int", "java.lang.Integer"), 32),
    **dict.fromkeys(("ELong", "ELongObject", "long", "java.lang.Long"), 64),
}
"""The number of bits by the name of a type of Ecore or of a class of Java. Types of any size are left out."""


def fits(value: int, bits: int) -> bool:
    """Return whether a number is a signed integer of so many bits."""
    return -(1 << bits - 1) <= value < 1 << bits - 1
