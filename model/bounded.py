"""Bounded reading of files, which may be of any size or endless."""

from __future__ import annotations

from pathlib import Path


def read_bytes(path: Path, most: int) -> bytes:
    """Return the first *most* + 1 bytes of a file: a result longer than *most* shows that the file is too large."""
    with path.open("rb") as file:
        return file.read(most + 1)
