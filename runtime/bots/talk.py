"""Logs of the messages to and from external programs."""

from __future__ import annotations

import json
import time
from pathlib import Path

from tilewright.runtime.bots.process import Log


def no_log(way: str, line: bytes) -> None:
    """Log nothing."""


def prepare(path: Path) -> None:
    """Make the file of a log if it is not there. ``OSError`` if it cannot be written."""
    path.open("ab").close()


def written_to(path: Path, **about: str | int) -> Log:
    """Return a log that appends a JSON object to a file for each line: ``at``, the facts *about*, ``way``, ``line``.

    ``at`` is in seconds since 1970. A line is written at once, so that several threads and processes can write to the
    same file.
    """

    def write(way: str, line: bytes) -> None:
        said = {"at": time.time(), **about, "way": way, "line": line.decode("utf-8", "replace")}
        with path.open("ab", buffering=0) as file:
            file.write(f"{json.dumps(said)}\n".encode())

    return write
