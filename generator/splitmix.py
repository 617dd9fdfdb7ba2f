"""SplitMix64 in Python. Compiled programs draw random numbers and hash with it; their callers need the same values.

Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
"""

from __future__ import annotations

WORD = (1 << 64) - 1
"""The mask of 64 bits."""

GAMMA = 0x9E3779B97F4A7C15
"""What SplitMix64 adds to its state for each random number; the number is ``mix`` of the state."""


def mix(state: int) -> int:
    """Return SplitMix64's output for a state, which has at most 64 bits: each bit depends on all bits of the state."""
    number = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & WORD
    return number ^ number >> 31
