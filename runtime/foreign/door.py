"""Ports to which programs for the sl-hackathon-2026 game connect. Several seats may wait at the same port.

A program is admitted if a seat is free, and waits until that seat takes it. A tournament or a server keeps the port
open between games, so that a program can connect again as soon as its game is over.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from threading import Condition, Event, Lock
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from tilewright.runtime.bots.messages import LONGEST
from tilewright.runtime.stack import start

if TYPE_CHECKING:
    from websockets.sync.server import Server, ServerConnection

VERSION = "1"
"""The version of the server, which a program must name when it connects."""
_PROTOCOL_ERROR = 1002
"""The code with which a connection that is not admitted is closed."""
_doors: dict[tuple[str, int], Door] = {}
"""The open doors of this process by their hosts and ports. ``_lock`` guards it."""
_lock = Lock()


@dataclass(frozen=True)
class Visitor:
    """A program that has connected, with its name for itself."""

    socket: ServerConnection
    callsign: str
    gone: Event = field(default_factory=Event)
    """Is set when its connection may be closed."""

    def tell(self, text: str) -> bool:
        """Send a message; return False if the connection is closed."""
        from websockets.exceptions import ConnectionClosed

        try:
            self.socket.send(text)
        except ConnectionClosed:
            return False
        return True

    @property
    def is_there(self) -> bool:
        """Whether the connection is open, as far as that is known."""
        from websockets.protocol import State

        return self.socket.protocol.state is State.OPEN


class Door:
    """An open port to which programs connect, for all seats that wait there. It closes when the last seat leaves."""

    def __init__(self, host: str, port: int) -> None:
        """Open the port; 0 is any that is free. ``OSError`` if that is not possible."""
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
        """Add a seat that waits for a program."""
        with self._changed:
            self.seats += 1
            self._free += 1

    def take(self, until: float) -> Visitor | None:
        """Wait for a program for a seat and return it; None if none has come by a time of the monotonic clock."""
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
        """Remove a seat, and let the program go that it has taken. The last seat closes the port."""
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
        """Handle a connection: admit the program, or tell it why not. The connection is closed on return."""
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
        """Put a program into the queue, and return whether a free seat is left for it. Those that left are dropped."""
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
    """Add a seat at the port *where*, ``PORT`` or ``HOST:PORT``, and return its door, which is opened if needed.

    Without a host, only programs on this machine can connect. Port 0 is any free port. ``ValueError`` if the port
    cannot be opened.
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
                raise ValueError("'arena:' needs what pip install '.[server]' in the checkout installs") from None
            except OSError as error:
                raise ValueError(f"'arena:{where}' cannot play: {error.strerror or error}") from None
            _doors[door.where] = door
        door.sit()
    return door
