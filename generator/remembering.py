"""The memory for the keys of earlier positions, in games whose rules ask for repetitions."""

from __future__ import annotations

KEYS_AHEAD = 4
"""The keys for which a program needs room beyond those of the earlier positions, and of the plies that it plays: that
of the position, of one after a move or a pass, of one that a question goes on to, and one to spare."""
