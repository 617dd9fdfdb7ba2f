"""Seats for programs that were written for the sl-hackathon-2026 game, which connect by WebSocket.

A program connects to ``ws://HOST:PORT/game?callsign=NAME&clientVersion=…&expectedServerVersion=1`` to take its seat.
Each message is a JSON object with a ``type``. The program sends ``ACTION``; the others are sent to it:

    START_GAME         the map and all units
    NEXT_TURN          all units, and the time for the answer in milliseconds
    ACTION             the answer: a direction for each pawn that moves
    INVALID_OPERATION  why the last message was refused
    END_GAME           the winner, and the delta of each turn

All orders of a turn are one list. If one of them is wrong, none counts, and the program may answer again while it has
time. A pawn that would leave the map or walk into a wall stays where it is.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
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
"""The greatest number of messages of a program in one turn."""
MOST_ORDERS = 10_000
"""The greatest number of orders in one answer."""


class ArenaBot:
    """Such a program as a guest of a match. Its port is open from the beginning; the first question waits for it."""

    def __init__(self, where: str, patience: float, log: Callable[[str, bytes], None] = lambda way, line: None) -> None:
        """*where* is ``PORT`` or ``HOST:PORT``; without a host, only programs on this machine can connect.

        *patience* is how many seconds it has for a move, unless the clock leaves less, and to connect. ``ValueError``
        if the port cannot be opened.
        """
        self._door = enter(where)
        self._patience = patience
        self._log = log
        self._visitor: Visitor | None = None
        self._left = False
        self.callsign = ""
        """The name that the program gives itself; empty until it has connected."""
        self._seat = 0
        self._units: Units | None = None
        self._seen = 0
        self._following = Lock()
        """Guards both: a match may be left while the program is asked."""
        self._orders: list[tuple[str, int]] = []
        self._answered = -1
        self._named: dict[int, int] = {}

    @staticmethod
    def unfit(game: Rulebook) -> str | None:
        """Return why such programs cannot play a game, or None if they can."""
        if game.is_hidden or game.is_simultaneous:
            what = "all move at once" if game.is_simultaneous else "something is hidden"
            return f"in {game.name} {what}, which its messages cannot say"
        return no_map(game)

    @property
    def port(self) -> int:
        """The port to which the program connects."""
        return self._door.where[1]

    def _tell(self, visitor: Visitor, message: dict[str, Any]) -> None:
        text = json.dumps(message, ensure_ascii=False)
        self._log("sent", text.encode("utf-8", "surrogatepass"))
        if not visitor.tell(text):
            raise Failed("it has left")

    # -- playing

    def choose_in(self, session: Session, seat: int, left: float | None) -> str:
        """Return the move of its next order, or ``END`` after the last one. ``Failed`` if it does not answer in time.

        The program is asked once in each turn. An order whose move is not legal is skipped.
        """
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
        """Return the units after the moves of a session."""
        with self._following:
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
        """Return the names of the players, with the program's own name for its seat unless another player has it."""
        names = [player.name for player in session.game.players]
        return [self.callsign if me == seat and self.callsign not in names else name for me, name in enumerate(names)]

    def _asked(self, session: Session, seat: int, units: Units, until: float) -> list[tuple[str, int]]:
        """Ask for the orders of a turn; return the move of each, and the number of the pawn that moves.

        Waits for the program if it has not connected yet. ``Failed`` if there is no valid answer in time.
        """
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
        """Return the next message of the program, None if it is no JSON. ``Failed`` if it does not come in time."""
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
        """Tell the program why its last answer was not played, and drop the rest of its orders."""
        self._orders, self._answered = [], -1
        if self._visitor is not None:
            with suppress(Failed):  # it may have left
                self._tell(self._visitor, {"type": "INVALID_OPERATION", "playerId": self.callsign, "reason": reason})

    def end(self, match: Match) -> None:
        """Tell the program how the match has ended."""
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
        """Let the program go, and close the port unless other seats wait there."""
        if not self._left:
            self._left = True
            self._door.leave(self._visitor)


def _now() -> int:
    return round(time.time() * 1000)


def _moves(message: object, units: Units, seat: int, session: Session) -> list[tuple[str, int]] | str:
    """Return the move of each order of an answer, with the number of its pawn, or the reason to refuse the answer.

    The last order for a pawn counts. An order that leads to no cell is left out.
    """
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
