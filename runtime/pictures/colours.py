"""Arithmetic on colours, which are texts ``#rrggbb``."""

from __future__ import annotations


def full_colour(colour: str | None, default: str) -> str:
    """Return a colour that a model writes as ``#RGB`` or ``#RRGGBB`` as ``#rrggbb``; *default* for anything else."""
    if colour is not None and len(colour) in (4, 7) and colour.startswith("#"):
        digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
        if all(digit in "0123456789abcdefABCDEF" for digit in digits):
            return f"#{digits.lower()}"
    return default


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of ``#rrggbb``, from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def shade(colour: str, factor: float) -> str:
    """Return a colour whose channels are multiplied by *factor*, from 0 (black) to 1 (unchanged)."""
    return mix("#000000", colour, factor)


def mix(colour: str, other: str, share: float) -> str:
    """Return the linear mixture of two colours in which *other* has a share, from 0 to 1."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(mine * (1 - share) + its * share):02x}" for mine, its in pairs)


def contrast(colour: str) -> str:
    """Return the colour of a text on a colour: black if its luma (weights of ITU-R BT.601) is above 140, else white."""
    red, green, blue = channels(colour)
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"
