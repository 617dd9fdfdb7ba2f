"""Splitmix64, from which compiled programs draw and hash, for those who call them.

Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
"""

from __future__ import annotations

WORD = (1 << 64) - 1
"""The bits of a state, and of a number."""


def mix(state: int) -> int:
    """Return the number for a state: 64 bits, each of which depends on all bits of the state."""
    number = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & WORD
    return number ^ number >> 31
