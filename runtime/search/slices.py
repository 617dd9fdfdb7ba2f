"""The amount of work in one call of a kernel: little enough to check signals and time limits between calls."""

from __future__ import annotations

SLICE = 0.02
"""The seconds that one call should take."""

GROWTH = 16
"""The most by which the size grows at once, since what comes next may take longer for the same work."""


class Slice:
    """The amount of work of the next call, ``size``: it starts with 1 and is adapted to the time that calls take."""

    def __init__(self) -> None:
        self.size = 1

    def taken(self, seconds: float, whole: bool) -> None:
        """Adapt the size to the seconds of the last call. It grows only if that call did all its work, *whole*."""
        if seconds < SLICE / 2 and whole:
            self.size *= max(2, int(SLICE / 2 / max(seconds, SLICE / 2 / GROWTH)))
        elif seconds > 2 * SLICE and self.size > 1:
            self.size //= 2
