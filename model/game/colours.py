"""The colours of players, and of what nobody owns, where the model declares none."""

from __future__ import annotations

NEUTRAL_COLOUR = "#8d8d8d"
"""The colour of what nobody owns."""

_PALETTE = (
    *("#f0f0f0", "#202020", "#d62728", "#1f77b4", "#2ca02c", "#ffbf00"),
    *("#9467bd", "#17becf", "#8c564b", "#e377c2", "#bcbd22", "#ff7f0e"),
)

_NAMED = {
    "black": "#26262a", "white": "#f7f7f2", "red": "#d1373f", "blue": "#2f6db3", "green": "#3a9d4b",
    "yellow": "#f2c12e", "orange": "#ef7f1a", "purple": "#8250a8", "brown": "#8a5a3b", "pink": "#e37fb5",
    "grey": "#8e8e93", "gray": "#8e8e92", "gold": "#d4a017", "silver": "#b8bcc2",
}  # fmt: skip
"""The colours of players and pieces whose names are colours. None of them is in the palette."""


def neutral(name: str) -> str:
    """Return the colour of a piece that nobody owns: that of its name if the name is a colour, else grey."""
    return _NAMED.get(name.lower(), NEUTRAL_COLOUR)


def colour(index: int, name: str | None = None) -> str:
    """Return the colour of the player with this index and name, as ``#rrggbb``.

    It is that of the name if the name is a colour, in upper or lower case. Otherwise it is taken from the palette, and
    computed from the index after the end of the palette.
    """
    if name is not None and name.lower() in _NAMED:
        return _NAMED[name.lower()]
    if index < len(_PALETTE):
        return _PALETTE[index]
    return f"#{(index * 0x9E3779) & 0xFFFFFF:06x}"
