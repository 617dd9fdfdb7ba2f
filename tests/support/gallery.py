"""The examples, as tests see them: a game joins by its folder, a variant by a file in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.support.places import GALLERY
from tilewright.model.document import Document
from tilewright.model.files import read
from tilewright.model.hiding import hides


@dataclass(frozen=True)
class Example:
    """A game: NAME.game, NAME.xmi, NAME.perft and NAME.playthrough in a folder."""

    folder: str
    name: str

    def __str__(self) -> str:
        return self.name

    def file(self, extension: str) -> Path:
        return GALLERY / self.folder / f"{self.name}.{extension}"

    @cached_property
    def document(self) -> Document:
        """What its text says. It is read once, for who does not change it."""
        return read(self.file("game"))

    @property
    def is_variant(self) -> bool:
        """Whether it stands beside the game that bears the name of the folder."""
        return self.name != self.folder

    @cached_property
    def extends(self) -> bool:
        """Whether its text holds only what differs from another game."""
        return re.search(r"^game \w+ extends ", self.file("game").read_text(encoding="utf-8"), re.MULTILINE) is not None


EXAMPLES = [
    Example(path.parent.name, path.stem) for path in sorted(GALLERY.glob("*/*.game")) if path.parent.name != "broken"
]
"""All games, in the order of their folders and names."""
HIDDEN = [example.name for example in EXAMPLES if hides(example.document.game)]
"""The names of those that keep something from some player."""
GAMES = [example for example in EXAMPLES if not example.is_variant]
"""The games that bear the names of their folders."""
