"""Random games in Python while machine code is being compiled, and whether to wait for the machine code instead.

Python and the compiler take turns at the processor, so that each game makes the compiler slower. How long it will take
is not known. So a thread waits no longer than the games that are left would take in Python: then all of it takes at
most about twice as long as in Python alone.
"""

from __future__ import annotations

import threading
import time

from tilewright.runtime.engines.stopping import HEARTBEAT, Stop

EARLY = 0.5
"""The seconds for which games are played in Python at least, while machine code is being compiled."""

WAITING = 1.0
"""The seconds of games in Python that are worth waiting for machine code."""


class Early:
    """The games that are played in Python while machine code is being compiled, and how long that was waited for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._games = 0
        self._seconds = 0.0
        self._waited = 0.0

    def add(self, seconds: float) -> None:
        """Add a game that took so many seconds."""
        with self._lock:
            self._games += 1
            self._seconds += seconds

    def wait(self, compiling: threading.Thread, games: int, stop: Stop) -> bool:
        """Wait for a thread that compiles if that is worth it with so many *games* left; return whether it was.

        ``Stopped`` if a stop is requested meanwhile.
        """
        begin = time.perf_counter()
        with self._lock:
            left = games * self._seconds / max(1, self._games)
            patience = left - self._waited
            if self._seconds < EARLY or left < WAITING or patience <= 0 or not compiling.is_alive():
                return False
        while compiling.is_alive() and time.perf_counter() - begin < patience:
            compiling.join(HEARTBEAT)
            stop.check()
        with self._lock:
            self._waited += time.perf_counter() - begin
        return True
