"""What an .othello file says, taken apart: words and numbers with their places, judged by nobody yet."""

from __future__ import annotations

from dataclasses import dataclass, field

from tilewright.model.places import Place
from tilewright.model.text.scanner import Token, TokenKind


@dataclass(frozen=True, slots=True)
class Known:
    """A key that has a meaning: whether it stands in run-time, None for either block, and what may be chosen.

    Without choices and without *least* it may be any text.
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
"""The names of the chains of a game: what is captured, where a disc may be put, what it turns, the disc itself."""

UI = ("layout.", "sprite.", "ui.")
"""How the names of parameters begin that stand in ``ui``; a key has no dot."""

NO_THEME = "ui.theme"
"""The parameter that stands for a part ``ui`` without a theme."""

SECOND_NAME = "player.white"
"""The parameter that has the name of the player with the white discs as it is written, where the game needs another."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key and what is chosen for it. *place* is that of the value."""

    name: str
    token: Token
    run: bool
    kind: TokenKind
    text: str
    place: Place

    @property
    def known(self) -> Known | None:
        """What is known of the key, if it stands where it has a meaning."""
        known = KNOWN.get(self.name)
        return known if known is not None and known.run in (None, self.run) else None

    @property
    def is_asked(self) -> bool:
        """Whether rules ask for the key, wherever it stands."""
        return self.known is not None and self.known.run is not True


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number; None if it has too many digits."""

    value: int | None
    place: Place


@dataclass(frozen=True, slots=True)
class Start:
    """What stands on a cell at the start. Rows and columns count from 1; a number that cannot be read is 0."""

    token: Token
    row: int
    column: int
    colour: str


@dataclass
class Sheet:
    """The file. What was not read is None or missing."""

    start: Token
    name: Token
    end: Token
    parts: dict[str, Token] = field(default_factory=dict)
    """The first words of the parts of the game."""
    broken: set[str] = field(default_factory=set)
    """The parts that could not be taken apart."""
    keys: list[Key] = field(default_factory=list)
    theme: Token | None = None
    """The name of the theme."""
    sprites: list[Key] = field(default_factory=list)
    layout: list[Key] = field(default_factory=list)
    extent: tuple[Number, Number] | None = None
    """The rows and columns of the board."""
    players: dict[str, Token] = field(default_factory=dict)
    """The names by colour."""
    starts: list[Start] = field(default_factory=list)
    rules: dict[str, Token] = field(default_factory=dict)
    """The first words of the rules."""
    commented: list[Token] = field(default_factory=list)
    """The tokens that have comments."""

    def chosen(self, name: str) -> str | None:
        """Return what is chosen for a key that has a meaning, where it has one."""
        return next((key.text for key in self.keys if key.name == name and key.known is not None), None)

    def word(self, part: str) -> Token:
        """Return the first word of a part or rule, or that of the game if it was not read."""
        return self.rules.get(part) or self.parts.get(part) or self.start
