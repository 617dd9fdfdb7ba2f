"""The scale of heuristics, for the programs that search and for Python."""

from __future__ import annotations

VICTORY = 10_000
"""What a player has more than the others have on average is worth a victory if it is so much."""

MOST_JUDGED = 1 << 30
"""The greatest absolute value of a heuristic that is told apart from greater ones."""
