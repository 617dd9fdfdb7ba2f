"""The events of a match."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """The kind of an event. For moves and offers, the ``text`` of the event says more."""

    MOVE = "move"
    """A player, or nature, plays one or several moves. The text has them in notation, separated by blanks."""
    UNDO = "undo"
    """A player takes back their last move, and all moves after it."""
    REDO = "redo"
    """The moves that were last taken back are played again, where players take moves back at once."""
    RESIGN = "resign"
    """A player gives up, or leaves."""
    OFFER = "offer"
    """A player offers a draw, or asks to take a move back: the text is ``draw`` or ``undo``."""
    ACCEPT = "accept"
    """Another player agrees to the open offer."""
    DECLINE = "decline"
    """Another player does not agree to it, which closes it."""
    TIME = "time"
    """A player has no time left."""
    RESUME = "resume"
    """The clocks of the players to move start again, as the match could not be played for a while."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that has happened."""

    number: int
    """The place of the event in the match, from 0."""
    kind: Kind
    seat: int
    """The number of the player, or of nature, whose event this is."""
    text: str
    at: float
    """The time of the event, in seconds since 1970."""


class Refused(ValueError):
    """An event that cannot happen now; the match is unchanged. ``code`` is for programs, the text for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, str(self))
