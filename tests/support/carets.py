"""Texts with a caret in them, for tests of what editors ask."""

from __future__ import annotations

from pathlib import Path

from tilewright.model.gallery import packaged
from tilewright.model.service.source import Source

MARK = "‸"


def at_caret(text: str, file: str = "a.game") -> tuple[Source, int]:
    """Return a text without its mark, and where that stood."""
    offset = text.index(MARK)
    return Source(text.replace(MARK, "", 1), file), offset


def example(name: str) -> Source:
    """Return the text of a game of the gallery."""
    path = packaged(name, (".game",))
    assert path is not None
    return Source(path.read_text("utf-8"), str(path), Path(path).parent)
