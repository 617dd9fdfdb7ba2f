"""A program that plays at a server, over a WebSocket."""

from __future__ import annotations

import json
import time
from typing import Any, Protocol

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

PAUSE = 0.2
"""The seconds before the next attempt to connect."""
MOST_MESSAGE = 1 << 24
"""The greatest number of bytes of a message: large boards need many."""
_REFUSED = 1008
"""The code with which the server closes a connection whose secret opens no seat. After any other, another try helps."""


class Answering(Protocol):
    """Something that answers messages of the protocol, as ``Bot`` does."""

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None: ...


def play_at(bot: Answering, address: str, match: str, secret: str, patience: float) -> None:
    """Let a program play a seat of a match; see ``Bot.play_at``."""
    url = f"{address.rstrip('/').replace('http', 'ws', 1)}/api/matches/{match}/bot"
    last = time.monotonic()
    while True:
        heard = False
        problem = "it closes the connection"
        try:
            with connect(url, max_size=MOST_MESSAGE) as socket:
                socket.send(json.dumps({"seat": secret}))
                for text in socket:
                    heard = True
                    message = json.loads(text)
                    answer = bot.answer(message)
                    if answer is not None:
                        socket.send(json.dumps(answer))
                    if message.get("type") == "end":
                        return
        except ConnectionClosed as error:
            if error.rcvd is not None and error.rcvd.code == _REFUSED:
                raise ValueError(f"this secret opens no seat of the match: {error.rcvd.reason}") from None
            problem = str(error)
        except (OSError, InvalidHandshake) as error:
            problem = str(error)
        if heard:
            last = time.monotonic()
        elif time.monotonic() - last > patience:
            raise OSError(f"the server cannot be reached: {problem}")
        time.sleep(PAUSE)
