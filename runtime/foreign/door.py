"""Where programs come that were written for the sl-hackathon-2026 game: a port, at which several seats may wait.

A program is let in if a seat is free, and waits until that seat asks for it. A tournament and a server keep the port
open between games, so that a program may come again as soon as its game is over.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from threading import Condition, Event, Lock
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from tilewright.generator.stack import start
from tilewright.runtime.bots.messages import LONGEST

if TYPE_CHECKING:
    from websockets.sync.server import Server, ServerConnection

VERSION = "1"
"""The version of the server that a program must expect."""
_PROTOCOL_ERROR = 1002
_doors: dict[tuple[str, int], Door] = {}
_lock = Lock()


@dataclass(frozen=True)
class Visitor:
    """A program that has come."""

    socket: ServerConnection
    callsign: str
    gone: Event = field(default_factory=Event)
    """Is set when it may go."""

    def tell(self, text: str) -> bool:
        """Send a message; return whether it is still there to hear it."""
        from websockets.exceptions import ConnectionClosed

        try:
            self.socket.send(text)
        except ConnectionClosed:
            return False
        return True

    @property
    def is_there(self) -> bool:
        """Whether it has not left, as far as that is known."""
        from websockets.protocol import State

        return self.socket.protocol.state is State.OPEN


class Door:
    """A port to which programs come, for all seats that wait there. It is closed when the last seat has left."""

    def __init__(self, host: str, port: int) -> None:
        """``OSError`` if nobody can listen there."""
        from websockets.sync.server import serve

        self.seats = 0
        self._free = 0
        self._waiting: list[Visitor] = []
        self._changed = Condition()
        self._server: Server = serve(self._come, host, port, max_size=LONGEST)
        self.where = host, int(self._server.socket.getsockname()[1])
        """The host and the port at which it listens."""
        self._thread = start(self._server.serve_forever, "tilewright door")

    def sit(self) -> None:
        """Let one more seat wait."""
        with self._changed:
            self.seats += 1
            self._free += 1

    def take(self, until: float) -> Visitor | None:
        """Return a program for a seat; None if none has come by a time of the monotonic clock."""
        with self._changed:
            while True:
                while self._waiting:
                    visitor = self._waiting.pop(0)
                    if visitor.is_there:
                        self._free -= 1
                        return visitor
                    visitor.gone.set()
                left = until - time.monotonic()
                if left <= 0:
                    return None
                self._changed.wait(left)

    def leave(self, visitor: Visitor | None) -> None:
        """Let a seat go, and the program that it has taken."""
        if visitor is not None:
            visitor.gone.set()
        with _lock, self._changed:
            self.seats -= 1
            self._free -= visitor is None
            is_last = self.seats == 0
            if is_last:
                _doors.pop(self.where, None)
                for other in self._waiting:
                    other.gone.set()
        if is_last:
            self._server.shutdown()
            self._thread.join(5)

    def _come(self, socket: ServerConnection) -> None:
        """Let a program in, or tell it why not; the connection ends with this."""
        address = urlsplit(socket.request.path if socket.request is not None else "")
        said = {name: values[0].strip() for name, values in parse_qs(address.query).items()}
        missing = [name for name in ("callsign", "clientVersion", "expectedServerVersion") if not said.get(name)]
        visitor = Visitor(socket, said.get("callsign", "")[:100])
        reason = ""
        if address.path != "/game" or missing:
            reason = f"come to /game with {' '.join(missing) or 'these parameters'}"
        elif said["expectedServerVersion"] != VERSION:
            reason = f"this is version {VERSION}, not {said['expectedServerVersion'][:20]}"
        elif not self._let_in(visitor):
            reason = "no seat is free"
        if reason:
            visitor.tell(json.dumps({"type": "INVALID_OPERATION", "playerId": visitor.callsign, "reason": reason}))
            socket.close(_PROTOCOL_ERROR)
            return
        visitor.gone.wait()

    def _let_in(self, visitor: Visitor) -> bool:
        with self._changed:
            for other in self._waiting:
                if not other.is_there:
                    other.gone.set()
            self._waiting = [other for other in self._waiting if other.is_there]
            if len(self._waiting) >= self._free:
                return False
            self._waiting.append(visitor)
            self._changed.notify()
            return True


def enter(where: str) -> Door:
    """Return the door at a port, or at a host and a port with a colon between, at which one more seat waits now.

    Without a host it is this machine alone; port 0 is any that is free. ``ValueError`` if nobody can listen there.
    """
    host, _, port = where.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) < 65_536):
        raise ValueError(f"'arena:{where}' cannot play: a port is a number, as in arena:8080")
    place = host or "127.0.0.1", int(port)
    with _lock:
        door = _doors.get(place)
        if door is None:
            try:
                door = Door(*place)
            except ModuleNotFoundError:
                raise ValueError("'arena:' needs what pip install 'tilewright[server]' installs") from None
            except OSError as error:
                raise ValueError(f"'arena:{where}' cannot play: {error.strerror or error}") from None
            _doors[door.where] = door
        door.sit()
    return door
