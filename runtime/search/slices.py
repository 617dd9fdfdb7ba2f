"""How much a kernel does in one call: little enough that signals and the time are looked at in between."""

from __future__ import annotations

SLICE = 0.02
"""About the seconds of one call."""


class Slice:
    """The work of the next call, which begins with 1 and follows what calls take."""

    def __init__(self) -> None:
        self.size = 1

    def taken(self, seconds: float, whole: bool) -> None:
        """Say how long the last call took, and whether it did all that it was to do."""
        if seconds < SLICE / 2 and whole:
            self.size *= 2
        elif seconds > 2 * SLICE and self.size > 1:
            self.size //= 2
