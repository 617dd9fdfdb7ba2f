"""Pictures as PNG, converted by the package cairosvg or the program rsvg-convert, whichever is installed."""

from __future__ import annotations

import shutil
import subprocess
from importlib import import_module
from importlib.util import find_spec

WIDTH = 960
"""The width of a picture in pixels."""
_SECONDS = 60


class NoConverter(Exception):
    """A picture cannot be converted. The text says what is missing, or why the converter failed."""


def png_of(svg: str) -> bytes:
    """Return an SVG picture as PNG, ``WIDTH`` pixels wide.

    ``NoConverter`` if no converter is installed, or if rsvg-convert fails.
    """
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
