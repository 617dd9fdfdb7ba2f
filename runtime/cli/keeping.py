"""Where unfinished games are saved: in the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.runtime import Game


def data_folder() -> Path:
    """Return the folder for data of the user, ``$XDG_DATA_HOME/tilewright``. It may not exist yet."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()) / "tilewright"


def kept(game: Game) -> Path:
    """Return the file of the last unfinished game of this model. It may not exist."""
    plain = "".join(c if c.isascii() and c.isalnum() else "-" for c in game.name)[:40]
    return data_folder() / "left" / f"{plain}-{game.digest[:12]}.txt"


def is_private(path: Path) -> bool:
    """Return whether only this user can have written a file: its folder and it are theirs. ``OSError`` if none is."""
    from tilewright.runtime.kernels.cache import is_own

    return is_own(path.parent.stat()) and is_own(path.stat())
