"""Processes that answer questions about untrusted texts, with little memory and time.

A process answers many questions, as starting one takes longer than most answers. One that takes too long, or is killed
by its limits, is replaced, and its question is refused.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tilewright.runtime.matches.events import Refused
from tilewright.runtime.web.children import NO_PROCESS, Child, confine, serve
from tilewright.runtime.web.uploads import MEMORY, MOST_BYTES

SECONDS = 5.0
"""The seconds of processor time that an answer may take."""
MOST_WAITING = 6
"""The questions that may wait for a process. More would keep all threads of the server, so that nobody could play."""
MOST_ANSWERS = 500
"""The number of answers after which a process is replaced, which bounds what it can leak."""


TOO_MANY = "Too many texts are looked at; try again."


@dataclass(eq=False)
class _Worker:
    """A process, and the number of its answers so far."""

    child: Child = field(default_factory=lambda: Child(__name__))
    answers: int = 0


class Workers:
    """A pool of *count* processes at most. Any thread may ask."""

    def __init__(self, count: int = 2, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._free = threading.BoundedSemaphore(count)
        self._waiting = threading.BoundedSemaphore(count + MOST_WAITING)
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a question.

        ``Refused`` if the text is too large, if the answer takes too much time or memory, or if too many others ask
        or no process can be started.
        """
        if len(str(question["text"]).encode("utf-8", "surrogatepass")) > MOST_BYTES:
            raise Refused("too-large", f"A model may have {MOST_BYTES} bytes.")
        if not self._waiting.acquire(blocking=False):
            raise Refused("full", TOO_MANY)
        try:
            if not self._free.acquire(timeout=2 * self.seconds):
                raise Refused("full", TOO_MANY)
            try:
                return self._asked(question)
            finally:
                self._free.release()
        finally:
            self._waiting.release()

    def _asked(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer of a process; ``Refused`` if there is none."""
        try:
            worker = self._take()
        except OSError:
            raise Refused("full", NO_PROCESS) from None
        try:
            found = worker.child.ask(question, self.seconds)
        except (OSError, ValueError):
            worker.child.end()
            message = "To look at this takes more time or memory than the server gives to texts that are sent."
            raise Refused("too-long", message) from None
        self._give(worker)
        return found

    def close(self) -> None:
        """Kill the idle processes."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.child.end()

    def _take(self) -> _Worker:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return _Worker()

    def _give(self, worker: _Worker) -> None:
        worker.answers += 1
        if worker.answers >= MOST_ANSWERS:
            worker.child.end()
            return
        with self._lock:
            self._idle.append(worker)


def main() -> None:
    """Run the process."""
    confine(MEMORY)
    serve(_answer)


def _answer(question: Mapping[str, Any]) -> dict[str, Any]:
    from tilewright.model.diagnostics import ModelError
    from tilewright.runtime.web.editing import answer

    try:
        return answer(question)
    except ModelError as error:  # a rule fails while the game is played
        return {"wrong": [one.message for one in error.diagnostics[:10]]}
