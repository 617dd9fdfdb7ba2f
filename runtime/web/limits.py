"""The limits of a server."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.runtime.web.rooms import MEMORY


@dataclass(frozen=True)
class Limits:
    """The limits of a server. Each is the greatest number, unless it says otherwise."""

    matches: int = 100_000
    """Stored matches."""
    unmoved: float = 86_400.0
    """Seconds after which a match is forgotten in which no move was made and that nobody watches."""
    opened: int = 1_000
    """Matches that a client has begun within this time and in which no person has moved."""
    uploads: int = 1_000
    """Stored models that were uploaded."""
    choices: int = 1_000
    """Stored models that are uploaded ones with other values of their parameters, or variants; as many of ours."""
    live: int = 1_000
    """Matches in memory, not counting more that somebody watches or a program thinks about."""
    seconds: float = 5.0
    """Seconds that the work of a request may take."""
    thinkers: int = 2
    """Programs that think in this process at the same time in matches of people."""
    alone: int = 1
    """Programs that think in it at the same time in matches among programs."""
    awaited: int = 32
    """External programs that are waited for at the same time."""
    visits: int = 100_000
    """Visits of mcts for a move."""
    depth: int = 6
    """Plies that minimax looks ahead."""
    thought: float = 5.0
    """Seconds that either searches for a move, without the time to compile the game."""
    looks: int = 4
    """Models that are sent and checked at the same time, each in its own process."""
    rooms: int = 4
    """Uploaded models that are played at the same time, each in its own process."""
    memory: int = MEMORY
    """Bytes of address space of each of these processes."""
    patience: float = 30.0
    """Seconds that any program has for a move, with the time to compile the game."""
    listeners: int = 100
    """Clients that watch a match at the same time."""
    asking: int = 8
    """Requests at the same time for moves of programs outside of matches."""
