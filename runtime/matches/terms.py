"""The terms of a match, which are agreed before it begins and never change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from tilewright.runtime.limits import GREATEST_SEED, MOST_SECONDS, check, check_seconds

if TYPE_CHECKING:
    from tilewright.runtime.state import Game

HUMAN = "human"
"""The name, in the terms, of a person in a seat."""


class Undo(StrEnum):
    """Whether players may take moves back."""

    FREE = "free"
    """Each player may, at once."""
    ASKED = "asked"
    """They may if the other people agree."""
    NEVER = "never"
    """Nobody may."""


@dataclass(frozen=True)
class Terms:
    """The seats, the seed of chance, the time limits, and what players may do besides moving.

    Times are in seconds; None means no limit. ``ValueError`` if a number is out of bounds.
    """

    seats: tuple[str, ...]
    """Who plays for each player, in order: ``human``, or the name of a program."""
    seed: int = 0
    """The seed of the moves of nature. Whoever knows it can predict them."""
    move_time: float | None = None
    """The time for each move."""
    game_time: float | None = None
    """The time for all moves of a player."""
    increment: float = 0.0
    """The time that is added to ``game_time`` after each move of the player."""
    undo: Undo = Undo.FREE
    hints: bool = True
    """Whether players are shown which moves are legal."""
    sound: bool = False
    """Whether moves make a sound in the page."""
    start: str | None = None
    """The position in which the game begins, as text; None for the initial position."""

    def __post_init__(self) -> None:
        check("seed", self.seed, 0, GREATEST_SEED)
        for what, seconds in (("move time", self.move_time), ("game time", self.game_time)):
            if seconds is not None:
                check_seconds(what, seconds, 0.01, MOST_SECONDS)
        check_seconds("increment", self.increment, 0, MOST_SECONDS)

    @classmethod
    def of(cls, game: Game, seats: Sequence[str], **others: Any) -> Self:
        """Return the terms that the parameters of a model ask for; *others* are fields that replace them.

        The parameters are ``timer``, in seconds for each move, ``allowUndo``, ``showHints`` and ``soundEnabled``.
        ``ValueError`` if there are not as many seats as players, or a number is out of bounds.
        """
        if len(seats) != len(game.players):
            raise ValueError(f"{game.name} has {len(game.players)} players, not {len(seats)}")
        settings = {parameter.name: parameter.value for parameter in game.document.game.parameters}
        found: dict[str, Any] = {
            "hints": settings.get("showHints") != "false",
            "sound": settings.get("soundEnabled") == "true",
        }
        if settings.get("allowUndo") == "false":
            found["undo"] = Undo.NEVER
        timer = settings.get("timer") or ""
        if timer.isascii() and timer.isdigit() and 0 < int(timer) <= MOST_SECONDS:
            found["move_time"] = float(timer)
        return cls(tuple(seats), **{**found, **others})

    def as_json(self) -> dict[str, Any]:
        """Return the terms as a value that JSON can hold."""
        return asdict(self)

    @classmethod
    def of_json(cls, value: Mapping[str, Any]) -> Self:
        """Return the terms that ``as_json`` has made. ``ValueError`` for unknown fields and numbers out of bounds."""
        known = {field.name for field in fields(cls)}
        if unknown := value.keys() - known:
            raise ValueError(f"there are no terms called {', '.join(sorted(unknown))}")
        return cls(**{**value, "seats": tuple(value["seats"]), "undo": Undo(value.get("undo", Undo.FREE))})
