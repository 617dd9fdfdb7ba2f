"""What is said to programs of others, and what they answer, written down line by line."""

from __future__ import annotations

import json
import time
from pathlib import Path

from tilewright.runtime.bots.process import Log


def no_log(way: str, line: bytes) -> None:
    """Write nothing down."""


def written_to(path: Path, **about: str) -> Log:
    """Return what adds a line of JSON to a file for each line of talk: when, *about* whom, which way, what."""

    def write(way: str, line: bytes) -> None:
        said = {"at": time.time(), **about, "way": way, "line": line.decode("utf-8", "replace")}
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(said)}\n")

    return write
