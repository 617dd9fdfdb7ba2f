"""How many kinds of pieces are many. It stands outside the compiler because positions are read without loading that."""

from __future__ import annotations

MANY = 24
"""The most kinds of pieces without coding. Coded states cost more to test, but a position needs few sets."""
