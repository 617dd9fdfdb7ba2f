"""The packaged examples: games that can be named instead of giving a file.

A folder holds the game that bears its name, and variants of it beside.
"""

from __future__ import annotations

import errno
import os
from difflib import get_close_matches
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

_EXTENSIONS = (".xmi", ".game")
_BROKEN = "broken"


def names() -> tuple[str, ...]:
    """Return the names of the packaged examples, in alphabetical order."""
    return tuple(sorted(_models((".game",))))


def locate(model: str | os.PathLike[str], extensions: tuple[str, ...] = _EXTENSIONS) -> Path:
    """Return the file of a model: the file itself, or that of the packaged example of this name.

    ``FileNotFoundError`` if there is neither; its text names examples that may have been meant.
    """
    path = Path(model)
    name = os.fspath(model)
    if path.exists() or len(path.parts) != 1 or path.suffix:
        if path.exists():
            return path
        raise FileNotFoundError(errno.ENOENT, "there is no such file", name)
    for extension in extensions:
        found = _models((extension,)).get(name)
        if found is not None:
            return Path(str(found))
    close = get_close_matches(name, names(), n=1)
    meant = f"did you mean {close[0]}?" if close else f"the examples are {', '.join(names())}"
    raise FileNotFoundError(errno.ENOENT, f"there is no such file and no example of this name; {meant}", name)


def _models(extensions: tuple[str, ...]) -> dict[str, Traversable]:
    """Return the models of the folders of examples by name."""
    found = {}
    for folder in files("tilewright.examples").iterdir():
        if folder.is_dir() and folder.name != _BROKEN:
            for file in folder.iterdir():
                path = Path(file.name)
                if path.suffix in extensions:
                    found[path.stem] = file
    return found
