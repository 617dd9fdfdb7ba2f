"""docs/gallery.md, written from the games of the gallery: ``python -m tests.docs.gallery_page``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.elements import catalogue, gallery, used
from tests.support.places import DOCS, SOURCE
from tilewright.metamodel.typing import EObject
from tilewright.model.document import Document
from tilewright.runtime.counting import perft
from tilewright.runtime.loading import game_of

PAGE = DOCS / "gallery.md"
SHOWN = 4
"""The games that are named at an element; of more there is their number."""

HEAD = """# The gallery

The games that come with tilewright. Each is one file in [the notation](notation.md), and its name is enough to play it
(`tilewright play othello`), to look at it (`tilewright moves othello`) or to build on it (`game Mine extends othello`).

The moves are those of the first position, the lines those of the file.

| Game | What it is | Players | Board | Moves | Lines |
| --- | --- | --- | --- | --- | --- |
"""

MIDDLE = """
## What they show

Every filter, every value and every option of the language, with games that use it: where to look for an example.

| Element | Games |
| --- | --- |
"""

_SENTENCE = re.compile(r"(?<=\w\w|.[)\]\"'”])\.\s+(?=[A-Z0-9])")
"""The end of a sentence: no single letter before it, as an initial has."""


def page() -> str:
    """Return the text of the page."""
    return HEAD + "".join(_game_rows()) + MIDDLE + "".join(_element_rows())


def _game_rows() -> Iterator[str]:
    for name, document in gallery().items():
        path = Path(document.file)
        root: EObject = document.root
        moves = perft(game_of(document).initial_state(), 1)
        lines = len(path.read_text(encoding="utf-8").splitlines())
        link = f"[{name}](../{path.relative_to(SOURCE).as_posix()})"
        players, board = len(root.players), root.board
        yield (
            f"| {link} | {_first_sentence(document)} | {players} | {board.width}×{board.height} | {moves} | {lines} |\n"
        )


def _first_sentence(document: Document) -> str:
    """Return the first sentence of the comment in front of a game."""
    comments = document.comments.before.get(document.root, [])
    text = " ".join(comment.strip("/* \n") for comment in comments)
    return _SENTENCE.split(text, maxsplit=1)[0].rstrip(".").replace("|", "\\|")


def _element_rows() -> Iterator[str]:
    found: dict[str, list[str]] = {element: [] for element in catalogue()}
    for name, document in gallery().items():
        for element in used(document.root):
            found[element].append(name)
    for element, names in found.items():
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        yield f"| `{element}` | {', '.join(names[:SHOWN])}{more} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
