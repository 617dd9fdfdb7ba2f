"""Processes that work on untrusted input, with limits of memory, and of processor time for each answer.

As processor time is limited, the load of the machine does not matter; a process that uses none is waited for ``WAITS``
times as long. Each process runs a module of tilewright and answers one question after the other. Answers are lines of
JSON, never pickles, as the process may have been taken over by its input.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

START = 30.0
"""The seconds that a process has to start."""
WAITS = 6
"""The time that an answer may take, as a multiple of its processor time."""
MOST_ANSWER = 1 << 24
"""The greatest number of bytes of an answer."""
MOST_FILES = 64
"""The greatest number of files that a process may have open."""


NO_PROCESS = "The server has no process left for this; try again."
"""What is told if a process cannot be started."""


class Child:
    """Such a process. All methods but ``end`` raise ``OSError`` if it has ended, writes too much, or is too slow."""

    def __init__(self, module: str, *arguments: str) -> None:
        """Start the function ``main`` of a module in a new process. It must call ``confine`` first."""
        command = [sys.executable, "-c", f"from {module} import main; main()", *arguments]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        self._read = bytearray()
        self._sought = 0
        """The length of the part of ``_read`` that is known to have no line feed."""
        self._ready = self._end = time.monotonic() + START

    @property
    def pid(self) -> int:
        """The process identifier."""
        return self._process.pid

    def begin(self, seconds: float) -> None:
        """Set the time limit of a question that may take *seconds* of processor time."""
        self._end = max(self._ready, time.monotonic()) + WAITS * seconds

    def write(self, data: bytes) -> None:
        """Write all bytes to the standard input of the process."""
        stream = self._process.stdin
        assert stream is not None
        rest = memoryview(data)
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_WRITE)
            while rest:
                if not selector.select(max(0.0, self._end - time.monotonic())):
                    raise TimeoutError
                rest = rest[stream.write(rest) or 0 :]

    def line(self) -> bytes:
        """Return the next line that the process writes, without its line feed."""
        stream = self._process.stdout
        assert stream is not None
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_READ)
            while (end := self._read.find(b"\n", self._sought)) < 0:
                self._sought = len(self._read)
                if self._sought > MOST_ANSWER or not selector.select(max(0.0, self._end - time.monotonic())):
                    raise TimeoutError
                some = os.read(stream.fileno(), 1 << 16)
                if not some:
                    raise ConnectionError
                self._read += some
        line = bytes(self._read[:end])
        del self._read[: end + 1]
        self._sought = 0
        return line

    def told(self) -> dict[str, Any]:
        """Return the next line that the process writes, a JSON object. ``ValueError`` if it is none."""
        try:
            found = json.loads(self.line())
        except RecursionError:
            raise ValueError("this is nested too deeply") from None
        if not isinstance(found, dict):
            raise ValueError("this is no JSON object")
        return found

    def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer of a process that runs ``serve``. ``ValueError`` if it is malformed, or an error.

        *seconds* is the limit of processor time.
        """
        self.begin(seconds)
        self.write(json.dumps({"seconds": seconds, "question": question}).encode() + b"\n")
        if not isinstance(answer := self.told().get("answer"), dict):
            raise ValueError("this is no answer")
        return answer

    def end(self) -> None:
        """Kill the process."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._process.wait()


# -- in the process


def confine(memory: int) -> None:
    """Limit this process to *memory* bytes of address space and to ``MOST_FILES`` open files, without core dumps."""
    import resource

    limits = {resource.RLIMIT_AS: memory, resource.RLIMIT_NOFILE: MOST_FILES, resource.RLIMIT_CORE: 0}
    for what, most in limits.items():
        resource.setrlimit(what, (most, most))


def spend(seconds: float) -> None:
    """Let this process be killed after so many more *seconds* of processor time. Another call sets a new limit."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def serve(answer: Callable[[Mapping[str, Any]], dict[str, Any]]) -> None:
    """Answer the questions of ``Child.ask`` until the input ends."""
    for line in sys.stdin:
        asked = json.loads(line)
        spend(asked["seconds"])
        try:
            found: dict[str, Any] = {"answer": answer(asked["question"])}
        except (MemoryError, RecursionError) as error:
            found = {"error": type(error).__name__}
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()
