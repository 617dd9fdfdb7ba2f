"""The packaged examples: games that can be named instead of giving a file."""

from __future__ import annotations

import errno
import os
from difflib import get_close_matches
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

_EXTENSIONS = (".xmi", ".game")


def names() -> tuple[str, ...]:
    """Return the names of the packaged examples, in alphabetical order."""
    return tuple(sorted(folder.name for folder in _folder().iterdir() if _model(folder) is not None))


def locate(model: str | os.PathLike[str]) -> Path:
    """Return the file of a model: the file itself, or that of the packaged example of this name.

    ``FileNotFoundError`` if there is neither; its text names examples that may have been meant.
    """
    path = Path(model)
    name = os.fspath(model)
    if path.exists() or len(path.parts) != 1 or path.suffix:
        if path.exists():
            return path
        raise FileNotFoundError(errno.ENOENT, "there is no such file", name)
    found = _model(_folder() / name)
    if found is not None:
        return Path(str(found))
    close = get_close_matches(name, names(), n=1)
    meant = f"did you mean {close[0]}?" if close else f"the examples are {', '.join(names())}"
    raise FileNotFoundError(errno.ENOENT, f"there is no such file and no example of this name; {meant}", name)


def _folder() -> Traversable:
    return files("tilewright.examples")


def _model(folder: Traversable) -> Traversable | None:
    """Return the model of an example's folder: the file that bears the folder's name."""
    for extension in _EXTENSIONS:
        file = folder / f"{folder.name}{extension}"
        if file.is_file():
            return file
    return None
