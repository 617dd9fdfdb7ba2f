"""What happens in a match, event by event."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What an event is; ``text`` of the event says more."""

    MOVE = "move"
    """Moves of a player, or of nature, in notation, separated by blanks: all of them, or none."""
    UNDO = "undo"
    """A player takes the own last move back, and whatever came after it."""
    REDO = "redo"
    """What was taken back last is played again."""
    RESIGN = "resign"
    """A player gives up, or leaves."""
    OFFER = "offer"
    """A player offers a draw, or asks to take a move back: the text is ``draw`` or ``undo``."""
    ACCEPT = "accept"
    """Another one agrees to what was offered last."""
    DECLINE = "decline"
    """Another one does not."""
    TIME = "time"
    """A player's time is over."""
    RESUME = "resume"
    """The clocks of those who think begin anew, after the match could not be played for a while."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that has happened."""

    number: int
    """Its place, from 0. A match is in the state of the number of its events."""
    kind: Kind
    seat: int
    """The number of the player who did it."""
    text: str
    at: float
    """When, in seconds since 1970."""


class Refused(ValueError):
    """Something that cannot be done now; nothing has changed. ``code`` is for programs, the text for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, str(self))
