"""Programs that were written for the sl-hackathon-2026 game, which come over WebSocket.

A program comes to ``ws://HOST:PORT/game?callsign=NAME&clientVersion=…&expectedServerVersion=1`` for its seat. What is
said is JSON with a ``type``:

    START_GAME  the map and all units              INVALID_OPERATION  why what it said does not count
    NEXT_TURN   all units, and the milliseconds    ACTION             its answer: for each pawn a direction
    END_GAME    the winner, and each turn's delta

All orders of a turn come as one list; if one of them is wrong none counts, and the program may answer again as long as
it has time. A pawn that would leave the map or walk into a wall stays.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tilewright.runtime.foreign.door import Visitor, enter
from tilewright.runtime.foreign.log import DIRECTIONS, END, Unit, Units, map_of, no_map
from tilewright.runtime.formats import NotSaid
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Failed
from tilewright.runtime.move import cell_name
from tilewright.runtime.rulebook import Rulebook
from tilewright.runtime.session import Session

if TYPE_CHECKING:
    from websockets.sync.server import ServerConnection

MOST_MESSAGES = 1_000
"""What a program may say in one turn."""
MOST_ORDERS = 10_000
"""The orders in one answer."""


class ArenaBot:
    """The seat of such a program. It is listened for from the beginning, and awaited when it is first asked."""

    def __init__(self, where: str, patience: float, log: Callable[[str, bytes], None] = lambda way, line: None) -> None:
        """*where* is a port, or a host and a port with a colon between; without a host it is this machine alone.

        *patience* is how many seconds it has for a move, if no clock says less, and to come. ``ValueError`` if nobody
        can listen there.
        """
        self._door = enter(where)
        self._patience = patience
        self._log = log
        self._visitor: Visitor | None = None
        self._left = False
        self.callsign = ""
        """What the program calls itself; empty before it has come."""
        self._seat = 0
        self._units: Units | None = None
        self._seen = 0
        self._orders: list[tuple[str, int]] = []
        self._answered = -1
        self._named: dict[int, int] = {}

    @staticmethod
    def unfit(game: Rulebook) -> str | None:
        """Return why such programs cannot play a game; None if they can."""
        if game.is_hidden or game.is_simultaneous:
            what = "all move at once" if game.is_simultaneous else "something is hidden"
            return f"in {game.name} {what}, which its messages cannot say"
        return no_map(game)

    @property
    def port(self) -> int:
        """The port at which it is awaited."""
        return self._door.where[1]

    def _tell(self, visitor: Visitor, message: dict[str, Any]) -> None:
        text = json.dumps(message, ensure_ascii=False)
        self._log("sent", text.encode("utf-8", "surrogatepass"))
        if not visitor.tell(text):
            raise Failed("it has left")

    # -- playing

    def choose_in(self, session: Session, seat: int, left: float | None) -> str:
        """Return the next of its orders, or the end of its turn. ``Failed`` if it does not answer, or not in time."""
        self._seat = seat
        until = time.monotonic() + (self._patience if left is None else min(left, self._patience))
        units = self._follow(session)
        if self._answered != len(units.turns):
            self._orders = self._asked(session, seat, units, until)
            self._answered = len(units.turns)
        legal = {str(move) for move in session.state.legal_moves}
        while self._orders:
            move, number = self._orders.pop(0)
            if move in legal:
                self._named[len(session.moves)] = number
                return move
        return END

    def _follow(self, session: Session) -> Units:
        """Return the units as they are now."""
        states, moves = session.states, session.moves
        if self._units is None or self._seen > len(moves):
            try:
                self._units, self._seen = Units(states[0]), 0
            except NotSaid as error:
                raise Failed(str(error)) from None
        for ply in range(self._seen, len(moves)):
            self._units.follow(states[ply], moves[ply], states[ply + 1], self._named.get(ply))
        self._seen = len(moves)
        return self._units

    def _names(self, session: Session, seat: int) -> list[str]:
        """Return the names of the players; the program bears its own."""
        names = [player.name for player in session.game.players]
        return [self.callsign if me == seat and self.callsign not in names else name for me, name in enumerate(names)]

    def _asked(self, session: Session, seat: int, units: Units, until: float) -> list[tuple[str, int]]:
        """Return the orders that it gives, each with the pawn that moves."""
        if self._visitor is None:
            self._visitor = self._door.take(until)
            if self._visitor is None:
                raise Failed(f"no program has come to port {self.port}")
            self.callsign = self._visitor.callsign
            begun = {
                "map": map_of(session.game),
                "initialUnits": [unit.as_json(self._names(session, seat)) for unit in units.turns[0].values()],
                "timestamp": _now(),
            }
            self._tell(self._visitor, {"type": "START_GAME", "gameStart": begun})
        names = self._names(session, seat)
        state = {"units": [unit.as_json(names) for unit in units.now.values()], "startAt": _now()}
        limit = max(1, round((until - time.monotonic()) * 1000))
        self._tell(
            self._visitor, {"type": "NEXT_TURN", "playerId": names[seat], "gameState": state, "timeLimitMs": limit}
        )
        for _ in range(MOST_MESSAGES):
            orders = self._heard(self._visitor.socket, until)
            found = _moves(orders, units, seat, session)
            if not isinstance(found, str):
                return found
            self.refused(found)
        raise Failed("it says too much")

    def _heard(self, socket: ServerConnection, until: float) -> object:
        """Return what it says next. ``Failed`` if that does not come in time."""
        from websockets.exceptions import ConnectionClosed

        try:
            text = socket.recv(timeout=max(0.0, until - time.monotonic()))
        except TimeoutError:
            raise Failed("no answer in time") from None
        except ConnectionClosed:
            raise Failed("it has left") from None
        data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
        self._log("received", data)
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            return None

    def refused(self, reason: str) -> None:
        """Hear why the last answer was not played."""
        self._orders, self._answered = [], -1
        if self._visitor is not None:
            with suppress(Failed):  # who has left is told nothing
                self._tell(self._visitor, {"type": "INVALID_OPERATION", "playerId": self.callsign, "reason": reason})

    def end(self, match: Match) -> None:
        """Hear how the match has ended."""
        if self._visitor is None:
            return
        names = self._names(match.session, self._seat)
        winners = (
            [] if match.result is None else [n for n, part in zip(names, match.result.returns, strict=True) if part > 0]
        )
        told = {
            "map": map_of(match.game),
            "deltas": self._follow(match.session).deltas(names, _now()),
            "winnerId": winners[0] if len(winners) == 1 else None,
            "timestamp": _now(),
        }
        with suppress(Failed):
            self._tell(self._visitor, {"type": "END_GAME", "gameEnd": told})

    def close(self) -> None:
        """Let it go, and listen no more, unless others wait at the same port."""
        if not self._left:
            self._left = True
            self._door.leave(self._visitor)


def _now() -> int:
    return round(time.time() * 1000)


def _moves(message: object, units: Units, seat: int, session: Session) -> list[tuple[str, int]] | str:
    """Return the orders of an answer in notation, each with its pawn, or why the answer does not count."""
    if not isinstance(message, dict) or message.get("type") != "ACTION" or not isinstance(message.get("actions"), list):
        return 'an answer is {"type": "ACTION", "playerId": …, "actions": [{"unitId": …, "direction": …}, …]}'
    if len(message["actions"]) > MOST_ORDERS:
        return f"at most {MOST_ORDERS} actions are one answer"
    last: dict[int, tuple[Unit, str]] = {}
    for action in message["actions"]:
        number = action.get("unitId") if isinstance(action, dict) else None
        direction = action.get("direction") if isinstance(action, dict) else None
        unit = units.now.get(number) if isinstance(number, int) else None
        if unit is None:
            return f"there is no unit {str(number)[:20]}"
        if unit.owner != seat or unit.kind != "PAWN":
            return f"the unit {unit.number} is no pawn of yours"
        if not isinstance(direction, str) or direction not in DIRECTIONS:
            return f"a direction is one of {' '.join(DIRECTIONS)}, not {str(direction)[:20]}"
        last[unit.number] = unit, direction
    height = session.game.names.height
    found = []
    for unit, direction in last.values():
        x, y = DIRECTIONS[direction]
        to = (unit.y + y, unit.x + x)
        if to in session.game.cell_numbers:
            found.append((f"{cell_name((unit.y, unit.x), height)}-{cell_name(to, height)}", unit.number))
    return found
