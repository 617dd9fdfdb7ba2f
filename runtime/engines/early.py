"""Work in Python while machine code is being compiled, and whether to wait for the machine code instead.

Python and the compiler take turns at the processor, so that each game that is played in Python makes the compiler
slower, and each position of a perft. How long it will take is not known. So a thread waits no longer than what is left
would take in Python: then all of it takes at most about twice as long as in Python alone.
"""

from __future__ import annotations

import threading
import time

from tilewright.runtime.engines.stopping import HEARTBEAT, Stop

EARLY = 0.5
"""The seconds of work in Python at least, while machine code is being compiled."""

WAITING = 1.0
"""The seconds of work in Python that are worth waiting for machine code."""


class Early:
    """The games or positions that Python deals with meanwhile, and how long machine code was waited for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._units = 0
        self._seconds = 0.0
        self._waited = 0.0

    def add(self, seconds: float) -> None:
        """Add a game, or a position, that took so many seconds."""
        with self._lock:
            self._units += 1
            self._seconds += seconds

    def wait(self, compiling: threading.Thread, units: int, stop: Stop) -> bool:
        """Wait for a thread that compiles if that is worth it with so many *units* left; return whether it was.

        ``Stopped`` if a stop is requested meanwhile.
        """
        begin = time.perf_counter()
        with self._lock:
            left = units * self._seconds / max(1, self._units)
            patience = left - self._waited
            if self._seconds < EARLY or left < WAITING or patience <= 0 or not compiling.is_alive():
                return False
        while compiling.is_alive() and time.perf_counter() - begin < patience:
            compiling.join(HEARTBEAT)
            stop.check()
        with self._lock:
            self._waited += time.perf_counter() - begin
        return True
