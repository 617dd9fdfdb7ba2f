"""A language model that plays, through any server with an endpoint for chat completions.

Each question has the rules, the board as text and the legal moves, and nothing that its player may not know. If an
answer is no legal move, the next question says why.
"""

from __future__ import annotations

import json
import os
import re
import urllib.error
import urllib.request
from concurrent.futures import Future
from typing import Any

from tilewright.model.document import NotWritten, Syntax
from tilewright.model.files import write
from tilewright.model.printable import printable
from tilewright.runtime.bots.process import Log
from tilewright.runtime.engines.stopping import awaited
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Failed
from tilewright.runtime.session import Session
from tilewright.runtime.stack import aside

KEY = "TILEWRIGHT_LLM_KEY"
"""The environment variable that holds the API key of the endpoint, if it needs one."""
MODEL = "default"
"""The name of the language model, if the address has none after ``#``."""
MOST_READ = 1 << 20
"""The greatest number of bytes of an answer that are read."""
MOST_RULES = 20_000
"""The greatest number of characters of the rules in a question."""
TOLD = 20
"""The number of last plies in a question."""


class ChatBot:
    """A language model as a guest of a match."""

    def __init__(self, address: str, patience: float, log: Log = lambda way, line: None) -> None:
        """*address* is the URL of the endpoint, with the name of the language model after ``#`` if there is one.

        *patience* is how many seconds it has for a move. ``ValueError`` if the address is no URL of http or https.
        """
        self._url, _, model = address.partition("#")
        if not re.fullmatch(r"https?://[^\s/]+\S*", self._url):
            raise ValueError(f"'llm:{address}' cannot play: an address begins with http:// or https://")
        self._model = model or MODEL
        self._patience = patience
        self._log = log
        self._mistakes: list[str] = []
        self._answer = ""

    def choose_in(self, session: Session, seat: int, left: float | None) -> str:
        """Return the move that the language model names. ``Failed`` if it names none, or does not answer in time."""
        patience = self._patience if left is None else min(left, self._patience)
        legal = [str(move) for move in session.state.legal_moves]
        asked = [
            {"role": "system", "content": _rules(session, seat)},
            {"role": "user", "content": _turn(session, seat, legal)},
        ]
        for mistake in self._mistakes:
            asked += [{"role": "assistant", "content": self._answer}, {"role": "user", "content": mistake}]
        body = json.dumps({"model": self._model, "messages": asked, "temperature": 0.2}).encode()
        self._log("sent", body)
        task: Future[bytes] = aside(lambda: _post(self._url, body, patience))
        try:
            received = awaited(task, patience)
        except TimeoutError:
            raise Failed(f"no answer within {patience:g} seconds") from None
        self._log("received", received)
        self._answer = _content(received)
        found = _move_in(self._answer, legal)
        self._mistakes.clear()
        return found

    def refused(self, reason: str) -> None:
        """Keep why the last answer was not played, for the next question."""
        if self._answer:
            self._mistakes = [f"That was not played: {reason}. Answer with one of the legal moves."]

    def end(self, match: Match) -> None:
        """Do nothing: a language model is not told of the end."""

    def close(self) -> None:
        """Do nothing: each question is a request of its own."""


def _rules(session: Session, seat: int) -> str:
    game = session.game
    try:
        rules = write(game.document, Syntax.GAME)[:MOST_RULES]
    except NotWritten:
        rules = "(they cannot be written down)"
    names = ", ".join(player.name for player in game.players)
    return (
        f"You play the board game {game.name}. The players are {names}; you are {game.players[seat].name}. "
        f"These are its rules, in a notation for board games:\n\n{rules}\n\n"
        'Answer with an object of JSON: {"reasoning": "...", "move": "..."}, with the move exactly as it is listed.'
    )


def _turn(session: Session, seat: int, legal: list[str]) -> str:
    told = [
        "something that you were not told" if entry.move is None else f"{entry.mover}: {entry.move}"
        for entry in session.transcript(seat)[-TOLD:]
    ]
    played = f"What was played last: {'; '.join(told)}.\n" if told else ""
    return f"{played}What you see:\n\n{session.state.view(seat).to_text()}\n\nThe legal moves: {' '.join(legal)}"


class _Straight(urllib.request.HTTPRedirectHandler):
    """Follows no redirects: the key is for the address that the user has named, and for no other."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _post(url: str, body: bytes, patience: float) -> bytes:
    """Return the body of an endpoint's answer, cut at ``MOST_READ``. ``Failed`` if there is none, or an error."""
    headers = {"Content-Type": "application/json"}
    if key := os.environ.get(KEY):
        headers["Authorization"] = f"Bearer {key}"
    asking = urllib.request.build_opener(_Straight)
    try:
        with asking.open(urllib.request.Request(url, body, headers), timeout=patience) as answer:
            return bytes(answer.read(MOST_READ))
    except urllib.error.HTTPError as error:
        error.close()
        elsewhere = error.headers["Location"] if 300 <= error.code < 400 else None
        more = "" if elsewhere is None else f", and sends to {printable(elsewhere)[:200]}, which is not asked"
        raise Failed(f"the endpoint answers with status {error.code}{more}") from None
    except (OSError, ValueError) as error:
        raise Failed(f"the endpoint cannot be reached: {printable(str(error))[:300]}") from None


def _content(received: bytes) -> str:
    try:
        value: Any = json.loads(received)
        return str(value["choices"][0]["message"]["content"])
    except (ValueError, LookupError, TypeError, RecursionError):
        raise Failed("the endpoint does not answer as chat completions do") from None


def _move_in(answer: str, legal: list[str]) -> str:
    """Return the move that an answer names, in a JSON object or as the only legal move in the text, else ``Failed``.

    A move in an object may be illegal.
    """
    for found in re.finditer(r"\{[^{}]*\}", answer):
        try:
            move = json.loads(found[0]).get("move")
        except (ValueError, AttributeError, RecursionError):
            continue
        if isinstance(move, str) and len(move.split()) == 1:
            return move.strip()
    words = {word.strip(".,;:!?\"'`*()") for word in answer.split()}
    named = [move for move in legal if move in words]
    if len(named) == 1:
        return named[0]
    raise Failed("the answer names no move" if not named else f"the answer names several moves: {' '.join(named[:9])}")
