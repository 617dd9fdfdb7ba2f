"""Our own games in C, hand-written, compiled by gcc where it is present: see ``references/``."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent / "references"
REFERENCES = {"connect-four": 9, "othello": 9, "breakthrough": 5}
"""The games that have a reference, with the depth to which its perft is compared and timed."""


class Reference:
    """A game in C. ``perft(depth)`` counts leaves, ``playouts(games)`` plays and counts states."""

    def __init__(self, name: str) -> None:
        """Compile it. ``OSError`` or ``CalledProcessError`` if gcc cannot."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            library = Path(folder) / "reference.so"
            flags = ["-O3", "-march=native", "-shared", "-fPIC"]
            subprocess.run(["gcc", *flags, "-o", str(library), str(FOLDER / f"{name}.c")], check=True)
            functions = ctypes.CDLL(str(library))
        functions.perft.restype = functions.playouts.restype = ctypes.c_int64
        functions.perft.argtypes = [ctypes.c_int64]
        functions.playouts.argtypes = [ctypes.c_int64, ctypes.c_uint64]
        self._functions = functions
        self._seed = 0

    def perft(self, depth: int) -> int:
        return int(self._functions.perft(depth))

    def playouts(self, games: int) -> int:
        self._seed += 1
        return int(self._functions.playouts(games, self._seed))


def has_gcc() -> bool:
    """Return whether references can be compiled here."""
    return shutil.which("gcc") is not None
