"""The base class of a program that plays: it reads messages line by line and answers each turn with a move.

It needs no game engine, and this module imports only the standard library:

    from tilewright.runtime.bots import Bot

    class First(Bot):
        def choose(self, view, legal, clock):
            return legal[0]

    if __name__ == "__main__":
        First().run()
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TextIO


@dataclass(frozen=True)
class Board:
    """The cells of the board, by names such as ``e4``, and their neighbours."""

    cells: tuple[str, ...] = ()
    around: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """For each direction set, by name, the cells one step away from each cell."""

    def neighbours(self, cell: str, directions: str | None = None) -> list[str]:
        """Return the cells one step away in a direction set of the model, or in all of them without one.

        ``KeyError`` if there is no such direction set. A cell that is not on the board has no neighbours.
        """
        if directions is not None and directions not in self.around:
            raise KeyError(f"there are no directions {directions!r}; there are: {', '.join(self.around)}")
        sets = self.around.values() if directions is None else (self.around[directions],)
        return list(dict.fromkeys(other for ways in sets for other in ways.get(cell, ())))

    def distances(
        self, start: Iterable[str], directions: str | None = None, through: Callable[[str], bool] = lambda cell: True
    ) -> dict[str, int]:
        """Return the least number of steps to each cell that can be reached from the cells *start*, which are at 0.

        A step leads to a cell for which *through* holds. Cells are in the order of their distances. Breadth-first
        search.
        """
        found = dict.fromkeys(start, 0)
        pending = deque(found)
        while pending:
            cell = pending.popleft()
            for other in self.neighbours(cell, directions):
                if other not in found and through(other):
                    found[other] = found[cell] + 1
                    pending.append(other)
        return found

    def reachable(
        self,
        start: str,
        steps: int,
        directions: str | None = None,
        through: Callable[[str], bool] = lambda cell: True,
    ) -> set[str]:
        """Return the cells within *steps* steps of *start*, which is one of them; see ``distances``."""
        return {cell for cell, far in self.distances([start], directions, through).items() if far <= steps}


@dataclass(frozen=True)
class View:
    """What the player sees."""

    content: dict[str, Any]
    """The whole view, as in the message."""

    @property
    def text(self) -> str:
        """The board as text."""
        return str(self.content["text"])

    @property
    def player(self) -> str:
        """The name of the player to move."""
        return str(self.content["player"])

    @property
    def pieces(self) -> dict[str, dict[str, Any]]:
        """The visible pieces by their cells: ``piece``, the kind, ``player``, the owner or None, and ``symbol``."""
        return dict(self.content["pieces"])

    def units(self, player: str | None, piece: str | None = None) -> list[str]:
        """Return the cells with pieces of a player, of one kind or of any. Pieces that nobody owns have player None."""
        return [
            cell for cell, on in self.pieces.items() if on["player"] == player and piece in (None, on["piece"])
        ]  # fmt: skip

    @property
    def counters(self) -> dict[str, Any]:
        """The visible counters, by their names."""
        return dict(self.content["counters"])


@dataclass(frozen=True)
class Clock:
    """The seconds that are left for the move; None without limit."""

    left: float | None = None


class Bot:
    """A program that plays. A subclass defines ``choose``; the other methods may be left alone."""

    def __init__(self) -> None:
        self.board = Board()
        self.players: tuple[str, ...] = ()
        self.player = ""
        """The player for whom it plays."""
        self.game: dict[str, Any] = {}
        """The message with which the game began."""

    def choose(self, view: View, legal: Sequence[str], clock: Clock) -> str | int:
        """Return one of the legal moves, or its number from 0."""
        raise NotImplementedError

    def begin(self) -> None:
        """Called when a game begins, after the board and the players are set."""

    def refused(self, reason: str) -> None:
        """Called with the reason if the last answer was not played."""

    def end(self, returns: Sequence[float] | None) -> None:
        """Called at the end with the return of each player, in order; None if the game was left."""

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return the answer to a message of the protocol, or None if it needs no answer."""
        match message.get("type"):
            case "start":
                self.game = message
                self.board = Board(tuple(message["cells"]), message["neighbours"])
                self.players, self.player = tuple(message["players"]), message["player"]
                self.begin()
            case "turn":
                clock = Clock(message["clock"])
                return {"id": message["id"], "move": self.choose(View(message["view"]), message["legal"], clock)}
            case "refused":
                self.refused(message["reason"])
            case "end":
                self.end(message["returns"])
            case _:  # a later version of the protocol
                pass
        return None

    def run(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        """Read messages from standard input and answer on standard output, until the input ends.

        While it answers there, ``sys.stdout`` is standard error, so that what the program prints is no answer.
        """
        source, target = source or sys.stdin, target or sys.stdout
        if target is sys.stdout:
            sys.stdout = sys.stderr
        for line in source:
            found = self.answer(json.loads(line))
            if found is not None:
                print(json.dumps(found), file=target, flush=True)

    def play_at(self, address: str, match: str, secret: str, patience: float = 60.0) -> None:
        """Play a seat of a match at a server, such as ``http://127.0.0.1:8000``, until the match is over.

        *match* is the match's name at the server, and *secret* opens the seat. A lost connection is made again.
        ``OSError`` if the server cannot be reached for *patience* seconds, ``ValueError`` if the secret opens no seat.
        This needs the extra ``server``.
        """
        from tilewright.runtime.bots.remote import play_at

        play_at(self, address, match, secret, patience)
