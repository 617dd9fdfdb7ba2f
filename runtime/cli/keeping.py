"""Where games are kept that are left before their end: in the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.runtime import Game


def data_folder() -> Path:
    """Return the folder for what users would miss: ``$XDG_DATA_HOME/tilewright``. It need not exist."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()) / "tilewright"


def kept(game: Game) -> Path:
    """Return the file of the game that was left last, of those with the same model."""
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in game.name)[:40]
    return data_folder() / "left" / f"{plain}-{game.digest[:12]}.txt"
