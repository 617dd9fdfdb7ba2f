"""Files that may have any size, or no end: no more of them is read than is looked at."""

from __future__ import annotations

from pathlib import Path


def read_bytes(path: Path, most: int) -> bytes:
    """Return what a file holds: *most* bytes and one more, if it has them, which tells that there are too many."""
    with path.open("rb") as file:
        return file.read(most + 1)
