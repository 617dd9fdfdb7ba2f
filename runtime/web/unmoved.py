"""The matches that each client has begun and in which no person has moved yet, so that nobody fills the store alone."""

from __future__ import annotations

import threading
import time

from tilewright.runtime.matches.events import Refused


class Unmoved:
    """Counts such matches, by clients. Any thread may call it."""

    def __init__(self, most: int, seconds: float) -> None:
        """A client may have *most* of them; after *seconds* a match is no longer counted."""
        self._most, self._seconds = most, seconds
        self._lock = threading.Lock()
        self._clients: dict[str, dict[str, float]] = {}
        """For each client the names of the matches, the oldest first, and when each was begun."""
        self._openers: dict[str, str] = {}
        """The client who has begun each match."""

    def check(self, client: str) -> None:
        """Raise ``Refused`` if a client has begun too many of them."""
        with self._lock:
            begun = self._clients.get(client, {})
            early = time.monotonic() - self._seconds
            for name in [name for name, at in begun.items() if at < early]:
                self._drop(name)
            if len(begun) >= self._most:
                raise Refused("full", "Nobody has moved in many matches that you have begun: move there, or try later.")

    def add(self, client: str, name: str) -> None:
        """Count a match that a client has begun."""
        with self._lock:
            self._clients.setdefault(client, {})[name] = time.monotonic()
            self._openers[name] = client

    def drop(self, name: str) -> None:
        """Count a match no longer: a person has moved in it, or it is gone."""
        with self._lock:
            self._drop(name)

    def _drop(self, name: str) -> None:
        client = self._openers.pop(name, None)
        if client is not None:
            begun = self._clients[client]
            del begun[name]
            if not begun:
                del self._clients[client]
