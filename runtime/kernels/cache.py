"""The cache of compiled kernels, in the user's cache folder, so that a game is compiled once.

A file holds a digest of its key and content, and the content. It is written under a temporary name and then renamed, so
that readers see a whole file or none. A damaged file is noticed by its digest and removed. The folder is bounded: the
least recently used files are removed first.

No function raises an error because of the folder: one that is missing, full, read-only or writable by other users is an
empty cache, and an entry that is not a plain file of this user alone is ignored. The digest does not protect against
forgery, so callers check what they read, and discard it if it is bad. The environment variable ``TILEWRIGHT_CACHE``
names another folder; if it is empty there is no cache.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import stat
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

LIMIT = 256 << 20
"""The greatest number of bytes in the folder; for a while there may be ``SLACK`` more for each process that writes."""
SLACK = LIMIT // 64
"""The number of bytes that a process writes before it looks again at how many there are: that takes a while."""
SUFFIX = ".kernel"
SOURCES = (".py", ".kernel")
"""The suffixes of the source files of the compiler."""

_CAREFULLY = sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK"))
"""The flags with which an entry is opened: links are not followed, and opening a pipe does not block."""
_DIGEST = hashlib.sha256().digest_size
_log = logging.getLogger(__name__)
_written: dict[Path, int] = {}
"""For each folder the number of bytes that this process has written since it last looked at how many there are."""


def folder() -> Path | None:
    """Return the folder of the cache, which need not exist; None if there is no cache."""
    chosen = os.environ.get("TILEWRIGHT_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = str(Path("~/Library/Caches").expanduser())
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    return Path(base) / "tilewright" if base and Path(base).is_absolute() else None


@functools.cache
def digest_of(*packages: str) -> bytes:
    """Return a digest of the sources of packages, because a changed compiler makes other code.

    ``OSError`` if they are not in files.
    """
    digest = hashlib.sha256()
    for package in packages:
        found = find_spec(package)  # this imports only its parent packages
        assert found is not None and found.submodule_search_locations is not None
        for folder in found.submodule_search_locations:
            for file in sorted(file for file in Path(folder).rglob("*") if file.suffix in SOURCES):
                digest.update(file.read_bytes() + b"\0")
    return digest.digest()


def read(key: str) -> bytes | None:
    """Return what was written under a key, or None, and mark the entry as just used."""
    path = _place(key)
    if path is None:
        return None
    try:
        data = _bytes_of(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        _log.debug("cannot read %s: %s", path, error)
        return None
    if data is None:
        _log.debug("%s is not used: it is no plain file of this user alone, or too large", path)
        return None
    content = data[_DIGEST:]
    if _digest(key, content) != data[:_DIGEST]:
        _log.debug("%s is damaged", path)
        discard(key)
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return content


def _digest(key: str, content: bytes) -> bytes:
    return hashlib.sha256(key.encode() + b"\0" + content).digest()


def _bytes_of(path: Path) -> bytes | None:
    """Return the content of a plain file that only this user can have written; None if it is not, or is too large.

    The checks are made on the open file, so that it cannot be exchanged in between.
    """
    handle = os.open(path, os.O_RDONLY | _CAREFULLY)
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1 or status.st_size > LIMIT or not is_own(status):
            return None
        return file.read(LIMIT)


def write(key: str, content: bytes) -> None:
    """Store content under a key, if the folder allows it."""
    path = _place(key, make=True)
    if path is None or len(content) + _DIGEST > LIMIT:
        return
    try:
        handle, name = tempfile.mkstemp(suffix=".tmp", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_digest(key, content) + content)
            Path(name).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
        place = path.parent
        _written[place] = _written.get(place, SLACK) + _DIGEST + len(content)
        if _written[place] >= SLACK:
            _trim(place)
            _written[place] = 0
    except OSError as error:
        _log.debug("cannot write %s: %s", path, error)


def discard(key: str) -> None:
    """Remove what was written under a key."""
    path = _place(key)
    if path is not None:
        with contextlib.suppress(OSError):
            path.unlink()


def _place(key: str, make: bool = False) -> Path | None:
    place = folder()
    if place is None:
        return None
    try:
        if make:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_ours(place):
            _log.debug("%s is not used: other users may write to it", place)
            return None
    except FileNotFoundError:
        return None
    except OSError as error:
        _log.debug("cannot use %s: %s", place, error)
        return None
    return place / (key + SUFFIX)


def _is_ours(place: Path) -> bool:
    """Return whether only this user can put files into a folder; this matters because the files are executed."""
    return is_own(place.stat())


def is_own(status: os.stat_result) -> bool:
    """Return whether a file or folder belongs to this user, and no other user may write to it."""
    return sys.platform == "win32" or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def _trim(place: Path) -> None:
    """Remove the least recently used files, temporary ones of interrupted writers included, down to the limit."""
    found = []
    with os.scandir(place) as entries:
        for entry in entries:
            if entry.name.endswith((SUFFIX, ".tmp")):
                with contextlib.suppress(FileNotFoundError):
                    status = entry.stat()
                    found.append((status.st_mtime_ns, status.st_size, entry.path))
    total = sum(size for _, size, _ in found)
    for _, size, name in sorted(found):
        if total <= LIMIT:
            break
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()
        total -= size
