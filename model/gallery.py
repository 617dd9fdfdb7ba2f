"""The packaged examples: games that can be given by name in place of a file.

A folder holds the game of the same name, and perhaps variants of it.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from tilewright.model.hints import Hint
from tilewright.model.remedies import Replace

_FOLDER = Path(__file__).parent.parent / "examples"
_EXTENSIONS = (".xmi", ".game")
READABLE = (".game", ".xmi")
"""The extensions of models, that of the texts which people read first; an example is loaded faster from XMI."""
_BROKEN = "broken"
_LONGEST_NAME = 100  # looking for names similar to a longer one takes time


def names() -> tuple[str, ...]:
    """Return the names of the packaged examples, in alphabetical order."""
    return tuple(sorted(_models((".game",))))


def locate(model: str | os.PathLike[str], extensions: tuple[str, ...] = _EXTENSIONS) -> Path:
    """Return the file of a model: *model* itself if that is a file, else the packaged example of this name.

    Of an example it is the file with the first of *extensions*.

    A folder of this name does not hide an example. ``OSError`` if there is neither; its text names a similar example.
    """
    path = Path(model)
    name = os.fspath(model)
    if not name:
        raise FileNotFoundError(errno.ENOENT, "the name of a model is empty", name)
    is_folder = path.is_dir()
    if path.exists() and not is_folder:
        return path
    if os.sep in name or path.suffix:
        raise _absent(name, is_folder, "there is no such file")
    found = packaged(name, extensions)
    if found is None:
        raise _absent(name, is_folder, f"there is no such file and no example of this name{nearest(name)}")
    return found


def packaged(name: str, extensions: tuple[str, ...] = _EXTENSIONS) -> Path | None:
    """Return the file of the example of this name with the first of these extensions; None if there is none."""
    for extension in extensions:
        own = _FOLDER / name / f"{name}{extension}"  # most are found without reading all folders
        found = own if is_file(own) else _models((extension,)).get(name)
        if found is not None:
            return found
    return None


def is_file(path: Path) -> bool:
    """Return whether there is such a file; False, not ``OSError``, for a name that is too long for the system."""
    try:
        return path.is_file()
    except OSError:
        return False


def nearest(name: str) -> Hint:
    """Return the end of a message about a *name* that no example has: the example with a similar name, if one has."""
    from difflib import get_close_matches

    if len(name) > _LONGEST_NAME:
        return Hint()
    close = [same for same in names() if same == name.casefold()] or get_close_matches(name, names(), n=1)
    return Hint(f"; did you mean {close[0]}?", (Replace(name, close[0]),)) if close else Hint()


def _absent(name: str, is_folder: bool, message: str) -> OSError:
    if is_folder:
        return IsADirectoryError(errno.EISDIR, "this is a folder, not a model", name)
    return FileNotFoundError(errno.ENOENT, message, name)


def _models(extensions: tuple[str, ...]) -> dict[str, Path]:
    """Return the models in the folders of examples, by name."""
    folders = (folder for folder in _FOLDER.iterdir() if folder.is_dir() and folder.name != _BROKEN)
    return {file.stem: file for folder in folders for file in folder.iterdir() if file.suffix in extensions}
