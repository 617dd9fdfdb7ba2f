"""What a game may have at most."""

from __future__ import annotations

MOST_CELLS = 16_384
"""The cells of a board: so many are read, valid and played on."""
