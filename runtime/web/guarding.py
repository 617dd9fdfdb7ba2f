"""Middleware that limits the size, time and rate of requests, refuses pages of other servers, and adds headers.

The origin and the rate are checked before the body of a request is read. Messages of a WebSocket that come too fast
wait.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Collection, MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 512 * 1024
"""The greatest number of bytes in the body of a request."""
MOST_DISCARDED = 16 * 1024**2
"""The greatest number of bytes of a longer body that are read before the answer."""
MOST_SECONDS = 30.0
"""The greatest number of seconds in which the body of a request may arrive."""
MOST_CLIENTS = 10_000
"""The number of clients whose rates are remembered."""

FOREIGN = (
    "This server is addressed as localhost or 127.0.0.1. Whoever runs it allows another name by --allow-origin, "
    "as https://NAME."
)
HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
        b"connect-src 'self'; img-src 'self' data:; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cache-control": b"no-store",
}
"""The headers that each answer has, unless its route has set them."""


class Guard:
    """Passes on requests that are small enough, not too frequent, and not from pages of other servers.

    The rate of each client, known by its address, is limited by a token bucket.
    """

    def __init__(
        self,
        app: ASGIApp,
        origins: Collection[str] = (),
        rate: float = 50.0,
        burst: int = 200,
        hosts: Collection[str] | None = None,
    ) -> None:
        """*origins* are other origins whose pages may send requests, as ``https://host``.

        *rate* is the number of requests of a client in a second, and *burst* the greatest number at once. *hosts* are
        the names by which the server may be addressed, without ports; None: any. Without them a page of another server
        whose name is made to mean this computer ("DNS rebinding") would count as one of this server.
        """
        self._app = app
        self._origins = frozenset(origins)
        self._hosts = None if hosts is None else frozenset(hosts)
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if not self._is_addressed(headers):
            await _refuse(scope, send, 403, "foreign-host", FOREIGN)
        elif not self._is_own(headers):
            await _refuse(scope, send, 403, "foreign-origin", "Pages of other servers may not ask here.")
        elif not self._may_ask(scope):
            await _refuse(scope, send, 429, "too-often", "You ask too often.")
        elif _length(headers) > MOST_BODY:
            if "expect" not in headers:  # else the client waits for the answer before it sends the body
                await _discard(receive)
            await _refuse(scope, send, 413, "too-large", f"A request may have {MOST_BODY} bytes.")
        else:
            received = self._paced(scope, receive) if scope["type"] == "websocket" else _bounded(receive)
            await self._app(scope, received, _with_headers(send))

    def _is_addressed(self, headers: Headers) -> bool:
        """Return whether a request names this server as its host, if it names any."""
        host = headers.get("host")
        if self._hosts is None or host is None:
            return True
        try:
            return (urlsplit(f"//{host}").hostname or "") in self._hosts
        except ValueError:
            return False

    def _is_own(self, headers: Headers) -> bool:
        """Return whether a request comes from a page of this server, from an allowed origin, or from no page."""
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return True
        try:
            place = urlsplit(origin).netloc
        except ValueError:
            return False
        return bool(place) and place == headers.get("host")

    def _may_ask(self, scope: Scope) -> bool:
        """Take a token from the bucket of a client, and return whether there was one."""
        client = client_in(scope)
        now = time.monotonic()
        left, before = self._buckets.pop(client, (float(self._burst), now))
        left = min(float(self._burst), left + (now - before) * self._rate)
        may = left >= 1
        self._buckets[client] = (left - may, now)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return may

    def _paced(self, scope: Scope, receive: Receive) -> Receive:
        """Return a receiver that delays messages to the rate of their client. Later messages are not read meanwhile."""

        async def paced() -> Message:
            message = await receive()
            while message["type"] == "websocket.receive" and not self._may_ask(scope):
                await asyncio.sleep(1 / self._rate)
            return message

        return paced


def client_in(scope: Scope) -> str:
    """Return the address of the client of a request; an empty text if it is not known."""
    return str((scope.get("client") or ("",))[0])


class TooLarge(HTTPException):
    """A body that is longer than ``MOST_BODY``."""

    def __init__(self) -> None:
        super().__init__(413)


class TooSlow(HTTPException):
    """A body that has not arrived after ``MOST_SECONDS``."""

    def __init__(self) -> None:
        super().__init__(408)


def _bounded(receive: Receive) -> Receive:
    """Return a receiver that raises ``TooLarge`` for a body that is too long, whatever its headers say.

    It raises ``TooSlow`` for one that takes too long. After the body it waits without limit until the client leaves.
    """
    read = 0
    end: float | None = time.monotonic() + MOST_SECONDS

    async def bounded() -> Message:
        nonlocal read, end
        try:
            message = await asyncio.wait_for(receive(), None if end is None else end - time.monotonic())
        except TimeoutError:
            raise TooSlow from None
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > MOST_BODY:
                if message.get("more_body", False):
                    await _discard(receive)
                raise TooLarge
            if not message.get("more_body", False):
                end = None
        return message

    return bounded


def _length(headers: Headers) -> int:
    """Return the length of a body that the headers tell; 0 if they tell none."""
    try:
        return int(headers.get("content-length", 0))
    except ValueError:
        return 0


async def _discard(receive: Receive) -> None:
    """Read the rest of a body that is too long, up to a limit: many clients read no answer before they have sent it."""
    left = MOST_DISCARDED
    with suppress(TimeoutError):
        async with asyncio.timeout(MOST_SECONDS):
            while left > 0:
                message = await receive()
                if message["type"] != "http.request" or not message.get("more_body", False):
                    return
                left -= len(message.get("body", b""))


def _with_headers(send: Send) -> Send:
    """Return a sender that adds ``HEADERS`` to an answer."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message.get("headers", ())}
            more = [(name, value) for name, value in HEADERS.items() if name not in present]
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        await send(message)

    return sent


async def _refuse(scope: MutableMapping[str, Any], send: Send, status: int, code: str, message: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": code})
        return
    body = json.dumps({"code": code, "message": message}).encode()
    headers = [(b"content-type", b"application/json"), *HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
