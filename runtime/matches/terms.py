"""What is agreed before a match begins. It can be written as JSON, and never changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from tilewright.runtime.limits import GREATEST_SEED, MOST_SECONDS, check, check_seconds

if TYPE_CHECKING:
    from tilewright.runtime.state import Game

HUMAN = "human"
"""What a seat is called that a person holds."""


class Undo(StrEnum):
    """Whether moves may be taken back."""

    FREE = "free"
    """By who has made them, at once."""
    ASKED = "asked"
    """If the other people agree."""
    NEVER = "never"


@dataclass(frozen=True)
class Terms:
    """Who sits where, how chance is seeded, how long players may think, and what they may do beside moving.

    Times are in seconds; None is without limit.
    """

    seats: tuple[str, ...]
    """What plays for each player, in order: ``human``, or what a program is called."""
    seed: int = 0
    """What chance is drawn from. Who knows it knows the dice."""
    move_time: float | None = None
    """For each move."""
    game_time: float | None = None
    """For all moves of a player."""
    increment: float = 0.0
    """What is added to that after each move."""
    undo: Undo = Undo.FREE
    hints: bool = True
    """Whether players are shown which moves are legal."""
    sound: bool = False
    """Whether a move is heard where the match is shown."""
    start: str | None = None
    """Where the game begins, as the text of a position; None for the initial one."""

    def __post_init__(self) -> None:
        check("seed", self.seed, 0, GREATEST_SEED)
        for what, seconds in (("move time", self.move_time), ("game time", self.game_time)):
            if seconds is not None:
                check_seconds(what, seconds, 0.01, MOST_SECONDS)
        check_seconds("increment", self.increment, 0, MOST_SECONDS)

    @classmethod
    def of(cls, game: Game, seats: Sequence[str], **others: Any) -> Self:
        """Return the terms that a model asks for, with *others* in place of some of them.

        The parameters ``timer``, in seconds a move, ``allowUndo``, ``showHints`` and ``soundEnabled`` are obeyed.
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
        """Return a value that JSON can write."""
        return asdict(self)

    @classmethod
    def of_json(cls, value: Mapping[str, Any]) -> Self:
        """Return the terms that were written so. ``ValueError`` for what cannot be."""
        known = {field.name for field in fields(cls)}
        if unknown := value.keys() - known:
            raise ValueError(f"there are no terms called {', '.join(sorted(unknown))}")
        return cls(**{**value, "seats": tuple(value["seats"]), "undo": Undo(value.get("undo", Undo.FREE))})
