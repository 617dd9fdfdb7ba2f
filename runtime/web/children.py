"""Processes that work on what strangers have sent, with little memory, and little processor time for each answer.

How busy the machine is, and how long the disk takes, makes no difference to what may be done there; a process that
does nothing at all is waited for some times as long. Each runs a module of ours, and is asked one question after the
other. What comes back is a line of JSON: who answers has read what strangers wrote.
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
"""The seconds in which a process has to start."""
WAITS = 6
"""How many times as long as its processor time an answer may last."""
MOST_ANSWER = 1 << 24
"""The bytes of an answer."""
MOST_FILES = 64
"""The files that a process may have open."""


class Child:
    """Such a process. All but ``end`` raise ``OSError`` if it has ended, says too much, or takes too long."""

    def __init__(self, module: str, *arguments: str) -> None:
        """Start the function ``main`` of a module, which is to ``confine`` itself."""
        command = [sys.executable, "-c", f"from {module} import main; main()", *arguments]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
        )
        self._read = bytearray()
        self._sought = 0
        """Up to where there is no end of a line in what was read."""
        self._ready = self._end = time.monotonic() + START

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def begin(self, seconds: float) -> None:
        """Begin with a question for which the process takes so much processor time, at most."""
        self._end = max(self._ready, time.monotonic()) + WAITS * seconds

    def write(self, data: bytes) -> None:
        """Let the process read some bytes."""
        assert self._process.stdin is not None
        rest = memoryview(data)
        while rest:
            rest = rest[self._process.stdin.write(rest) or 0 :]

    def line(self) -> bytes:
        """Return the next line that the process writes."""
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

    def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return what a process answers that runs ``serve``. ``ValueError`` if that is no answer."""
        self.begin(seconds)
        self.write(json.dumps({"seconds": seconds, "question": question}).encode() + b"\n")
        found = json.loads(self.line())
        if not isinstance(found, dict) or not isinstance(answer := found.get("answer"), dict):
            raise ValueError("this is no answer")
        return answer

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._process.wait()


# -- in the process


def confine(memory: int) -> None:
    """Let this process use so many bytes, few files, and leave no picture of its memory behind."""
    import resource

    limits = {resource.RLIMIT_AS: memory, resource.RLIMIT_NOFILE: MOST_FILES, resource.RLIMIT_CORE: 0}
    for what, most in limits.items():
        resource.setrlimit(what, (most, most))


def spend(seconds: float) -> None:
    """End this process when it has taken so much more processor time, unless this is said anew before."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def serve(answer: Callable[[Mapping[str, Any]], dict[str, Any]]) -> None:
    """Answer the questions of ``Child.ask`` until nobody asks any more."""
    for line in sys.stdin:
        asked = json.loads(line)
        spend(asked["seconds"])
        try:
            found: dict[str, Any] = {"answer": answer(asked["question"])}
        except (MemoryError, RecursionError) as error:
            found = {"error": type(error).__name__}
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()
