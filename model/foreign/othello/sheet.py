"""The contents of an .othello file: words and numbers with their places, not yet checked."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.model.places import Place
from tilewright.model.text.scanner import Token, TokenKind


@dataclass(frozen=True, slots=True)
class Known:
    """A key that has a meaning: its block and its domain.

    *run* is whether it belongs into ``run-time``, None for either block. The domain is one of *choices*, or a number
    from *least* to *most*, or any text.
    """

    run: bool | None
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


_YES_NO = ("true", "false")
KNOWN = {
    "boardType": Known(False, ("square", "circle", "hexagon")),
    "scoreGoal": Known(False, ("max", "min")),
    "allowDiagonal": Known(False, _YES_NO),
    "initialPosition": Known(False, ("static", "dynamic")),
    "captureRule": Known(None, ("sandwich", "adjacent")),
    "movesPerTurn": Known(None, least=1, most=3),
    "Gtheme": Known(True),
    "showHints": Known(True, _YES_NO),
    "timer": Known(True, least=1),
    "allowUndo": Known(True, _YES_NO),
    "soundEnabled": Known(True, _YES_NO),
}
"""The keys that have a meaning."""

CHAINS = ("captured", "Enclose", "Flip", "Place")
"""The names of the chains of a game: captured discs, legal placement, turning the discs, placing the disc."""

UI = ("layout.", "sprite.", "ui.")
"""The prefixes of the names of parameters from ``ui``. Other keys have no dot."""

NO_THEME = "ui.theme"
"""The parameter that stands for a block ``ui`` without a theme."""

SECOND_NAME = "player.white"
"""The parameter with the name of the white player in the file, if the player needs another one in the game."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key and its value. *run* is whether it is in ``run-time``; *kind*, *text* and *place* are of the value."""

    name: str
    token: Token
    run: bool
    kind: TokenKind
    text: str
    place: Place

    @property
    def known(self) -> Known | None:
        """The meaning of the key, if it has one in its block; else None."""
        known = KNOWN.get(self.name)
        return known if known is not None and known.run in (None, self.run) else None

    @property
    def is_asked(self) -> bool:
        """Whether the rules depend on the key."""
        return self.known is not None and self.known.run is not True


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number; its value is None if it has too many digits."""

    value: int | None
    place: Place


@dataclass(frozen=True, slots=True)
class Start:
    """A disc at the start. Rows and columns count from 1."""

    token: Token
    row: int
    column: int
    colour: str


@dataclass
class Sheet:
    """The contents of a file. What was not read is None or missing."""

    start: Token
    name: Token
    end: Token
    parts: dict[str, Token] = field(default_factory=dict)
    """The first word of each part of the game."""
    broken: set[str] = field(default_factory=set)
    """The parts with syntax errors."""
    keys: list[Key] = field(default_factory=list)
    theme: Token | None = None
    """The name of the theme."""
    sprites: list[Key] = field(default_factory=list)
    layout: list[Key] = field(default_factory=list)
    extent: tuple[Number, Number] | None = None
    """The rows and columns of the board."""
    players: dict[str, Token] = field(default_factory=dict)
    """The name of each player, by colour."""
    starts: list[Start] = field(default_factory=list)
    rules: dict[str, Token] = field(default_factory=dict)
    """The first word of each rule."""
    commented: list[Token] = field(default_factory=list)
    """The tokens that have comments."""

    def chosen(self, name: str) -> str | None:
        """Return the value of a key, if it is given in a block where it has a meaning; else None."""
        return next((key.text for key in self.keys if key.name == name and key.known is not None), None)

    def word(self, part: str) -> Token:
        """Return the first word of a part or rule; that of the game if the part was not read."""
        return self.rules.get(part) or self.parts.get(part) or self.start
