"""What a program that plays is made of: it reads messages line by line and answers each turn with a move.

Nothing of the engine is needed, and nothing else is loaded:

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
    """The cells, by names such as e4, and how they lie to each other."""

    cells: tuple[str, ...] = ()
    around: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """For each direction set, and each cell, the cells one step from it."""

    def neighbours(self, cell: str, directions: str | None = None) -> list[str]:
        """Return the cells one step away, in a direction set of the model; without one, in any."""
        sets = self.around.values() if directions is None else (self.around[directions],)
        return list(dict.fromkeys(other for ways in sets for other in ways.get(cell, ())))

    def distances(
        self, start: Iterable[str], directions: str | None = None, through: Callable[[str], bool] = lambda cell: True
    ) -> dict[str, int]:
        """Return for each cell that can be reached from any of some cells the number of steps.

        Steps lead to cells for which *through* holds. In the order of their distances.
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
        """Return the cells that can be reached in so many steps at most."""
        return {cell for cell, far in self.distances([start], directions, through).items() if far <= steps}


@dataclass(frozen=True)
class View:
    """What the player sees."""

    content: dict[str, Any]
    """All of it, as it came."""

    @property
    def text(self) -> str:
        """The board as text."""
        return str(self.content["text"])

    @property
    def player(self) -> str:
        """Who is to move."""
        return str(self.content["player"])

    @property
    def pieces(self) -> dict[str, dict[str, Any]]:
        """What stands on cells, by their names: ``piece``, its kind, ``player``, whose it is, and ``symbol``."""
        return dict(self.content["pieces"])

    def units(self, player: str | None, piece: str | None = None) -> list[str]:
        """Return the cells on which pieces of a player stand, of one kind or of any; None: what nobody owns."""
        return [
            cell for cell, on in self.pieces.items() if on["player"] == player and piece in (None, on["piece"])
        ]  # fmt: skip

    @property
    def counters(self) -> dict[str, Any]:
        """The numbers that are seen, by their names."""
        return dict(self.content["counters"])


@dataclass(frozen=True)
class Clock:
    """The seconds that are left for the move; None without limit."""

    left: float | None = None


class Bot:
    """A program that plays. Write ``choose``; the rest can stay as it is."""

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
        """Hear that a game begins: the board and the players are known."""

    def refused(self, reason: str) -> None:
        """Hear why the last answer was not played."""

    def end(self, returns: Sequence[float] | None) -> None:
        """Hear what each player got; None if the game was left."""

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return what a message is answered with; None if nothing is to be said."""
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
            case _:  # of a later version
                pass
        return None

    def run(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        """Read messages from standard input and answer on standard output, until there are no more.

        What the program itself prints goes to standard error, so that it is not taken for an answer.
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

        A connection that is lost is made again, for so many seconds at most: then ``OSError``. ``ValueError`` if the
        secret opens no seat. It needs the extra ``server``.
        """
        from tilewright.runtime.bots.remote import play_at

        play_at(self, address, match, secret, patience)
