"""The protocol of the server's connections, which waits only so long for the headers of a request."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

MOST_SECONDS = 20.0
"""The greatest number of seconds in which the headers of a request may arrive."""

_Http: Any = AutoHTTPProtocol
"""The faster one of the protocols of uvicorn that are installed."""


class PromptHttp(_Http):  # type: ignore[misc]  # which class it is depends on what is installed
    """Closes connections on which a request is awaited, or has begun, without all its headers after ``MOST_SECONDS``.

    Uvicorn itself waits for ever for the rest of headers, so that a client could keep many connections open for little.
    The bodies of requests are limited by ``guarding``.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        becomes_websocket = self.transport.get_protocol() is not self
        if becomes_websocket or (self.cycle is not None and not self.cycle.response_complete):
            self._stop()
        elif self._late is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._late = self.loop.call_later(MOST_SECONDS, self.transport.close)

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
