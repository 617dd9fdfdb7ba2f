"""Processes that answer questions about texts of strangers, with little memory and little time.

A process is kept for many questions, since to start one takes longer than most answers. One that takes too long, or is
ended by its limits, is replaced; whoever asked is told so.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from tilewright.runtime.matches.events import Refused
from tilewright.runtime.web.uploads import MEMORY, MOST_BYTES

SECONDS = 5.0
"""The processor time that an answer may take: how busy the machine is makes no difference."""
WAITS = 6
"""How many times as long an answer may last."""
START = 30.0
"""The seconds in which a process has to start."""
MOST_ANSWERS = 500
"""The answers after which a process is replaced, whatever it has kept."""
_COMMAND = [sys.executable, "-c", "from tilewright.runtime.web.workers import main; main()"]


class Workers:
    """Some processes that answer one question after the other. Any thread may ask."""

    def __init__(self, count: int = 2, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._free = threading.BoundedSemaphore(count)
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """Return what is answered. ``Refused`` if the text is too large, or it takes too long or too much memory."""
        if len(str(question["text"]).encode("utf-8", "surrogatepass")) > MOST_BYTES:
            raise Refused("too-large", f"A model may have {MOST_BYTES} bytes.")
        if not self._free.acquire(timeout=2 * self.seconds):
            raise Refused("full", "Too many texts are looked at; try again.")
        try:
            worker = self._take()
            try:
                found = worker.ask(question, self.seconds)
            except (OSError, ValueError):
                worker.end()
                message = "To look at this takes more time or memory than the server gives to texts that are sent."
                raise Refused("too-long", message) from None
            self._give(worker)
        finally:
            self._free.release()
        return found

    def close(self) -> None:
        """End the processes that wait."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.end()

    def _take(self) -> _Worker:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return _Worker()

    def _give(self, worker: _Worker) -> None:
        if worker.answers >= MOST_ANSWERS:
            worker.end()
            return
        with self._lock:
            self._idle.append(worker)


class _Worker:
    """A process that reads a question on each line of its standard input, and writes the answer on a line."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        self._read = b""
        self.answers = 0

    def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer. ``OSError`` if none comes in time, ``ValueError`` if it is none."""
        assert self._process.stdin is not None
        limit = WAITS * seconds + (0 if self.answers else START)
        self.answers += 1
        self._process.stdin.write(json.dumps({"seconds": seconds, "question": question}).encode() + b"\n")
        found = json.loads(self._line(time.monotonic() + limit))
        if "error" in found:
            raise OSError(found["error"])
        answer: dict[str, Any] = found["answer"]
        return answer

    def _line(self, end: float) -> bytes:
        stream = self._process.stdout
        assert stream is not None
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_READ)
            while b"\n" not in self._read:
                if not selector.select(max(0.0, end - time.monotonic())):
                    raise TimeoutError
                some = os.read(stream.fileno(), 1 << 16)
                if not some:
                    raise ConnectionError
                self._read += some
        line, _, self._read = self._read.partition(b"\n")
        return line

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._process.wait()


def main() -> None:
    """Do the work of a process."""
    import resource

    from tilewright.model.diagnostics import ModelError
    from tilewright.runtime.web.editing import answer

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    for line in sys.stdin:
        asked = json.loads(line)
        signal.setitimer(signal.ITIMER_PROF, asked["seconds"])  # ends the process, unless it is set anew before
        try:
            found: dict[str, Any] = {"answer": answer(asked["question"])}
        except ModelError as error:  # the rules go wrong while they are played
            found = {"answer": {"wrong": [one.message for one in error.diagnostics[:10]]}}
        except (MemoryError, RecursionError) as error:
            found = {"error": type(error).__name__}
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()
