"""Pictures as PNG, by a converter that is installed: the package cairosvg, or the program rsvg-convert."""

from __future__ import annotations

import shutil
import subprocess
from importlib import import_module
from importlib.util import find_spec

WIDTH = 960
"""The pixels of a picture from left to right."""
_SECONDS = 60


class NoConverter(Exception):
    """A picture cannot be converted. The text says what is missing, or what the converter says."""


def png_of(svg: str) -> bytes:
    """Return a picture as PNG, ``WIDTH`` pixels wide; ``NoConverter`` if nothing is installed that converts it."""
    if find_spec("cairosvg") is not None:
        data: bytes = import_module("cairosvg").svg2png(bytestring=svg.encode("utf-8"), output_width=WIDTH)
        return data
    program = shutil.which("rsvg-convert")
    if program is None:
        raise NoConverter(
            "PNG needs a converter: install the package cairosvg (pip install cairosvg) or the program rsvg-convert "
            "(librsvg2-bin), or write SVG"
        )
    command = [program, "--width", str(WIDTH), "--keep-aspect-ratio"]
    try:
        done = subprocess.run(command, input=svg.encode("utf-8"), capture_output=True, timeout=_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoConverter(f"rsvg-convert does not convert the picture: {error}") from error
    return done.stdout
