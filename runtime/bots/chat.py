"""A language model that plays: any endpoint for chat completions, as many servers have one.

It is told the rules, the board as text and the legal moves, and asked for one of them. If its answer is none, it is
told why when it is asked again. What it is asked is what its player may know, and the rules.
"""

from __future__ import annotations

import json
import os
import re
import urllib.error
import urllib.request
from concurrent.futures import Future
from typing import Any

from tilewright.generator.stack import aside
from tilewright.model.document import NotWritten, Syntax
from tilewright.model.files import write
from tilewright.model.printable import printable
from tilewright.runtime.bots.process import Log
from tilewright.runtime.engines.stopping import awaited
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Failed
from tilewright.runtime.session import Session

KEY = "TILEWRIGHT_LLM_KEY"
"""The variable of the environment that holds the key of the endpoint, if it wants one."""
MODEL = "default"
"""The name of the model that is asked for, if the address has none after ``#``."""
MOST_READ = 1 << 20
"""The bytes of an answer that are read."""
MOST_RULES = 20_000
"""The characters of the rules that are told."""
TOLD = 20
"""The last plies that are told."""


class ChatBot:
    """A language model as a guest of a match."""

    def __init__(self, address: str, patience: float, log: Log = lambda way, line: None) -> None:
        """*address* is that of the endpoint, with the name of the model after ``#``. ``ValueError`` if it is none."""
        self._url, _, model = address.partition("#")
        if not re.fullmatch(r"https?://[^\s/]+\S*", self._url):
            raise ValueError(f"'llm:{address}' cannot play: an address begins with http:// or https://")
        self._model = model or MODEL
        self._patience = patience
        self._log = log
        self._mistakes: list[str] = []
        self._answer = ""

    def choose_in(self, session: Session, seat: int, left: float | None) -> str:
        """Return what it answers. ``Failed`` if that is no move, or there is no answer, or not in time."""
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
        """Hear why the last answer was not played: it is told when it is asked again."""
        if self._answer:
            self._mistakes = [f"That was not played: {reason}. Answer with one of the legal moves."]

    def end(self, match: Match) -> None:
        """Nothing is said at the end."""

    def close(self) -> None:
        """There is nothing to close: each question stands for itself."""


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


def _post(url: str, body: bytes, patience: float) -> bytes:
    """Return what an endpoint answers. ``Failed`` if it cannot be reached, or answers with an error."""
    headers = {"Content-Type": "application/json"}
    if key := os.environ.get(KEY):
        headers["Authorization"] = f"Bearer {key}"
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=patience) as answer:
            return bytes(answer.read(MOST_READ))
    except urllib.error.HTTPError as error:
        error.close()
        raise Failed(f"the endpoint answers with status {error.code}") from None
    except (OSError, ValueError) as error:
        raise Failed(f"the endpoint cannot be reached: {printable(str(error))[:300]}") from None


def _content(received: bytes) -> str:
    try:
        value: Any = json.loads(received)
        return str(value["choices"][0]["message"]["content"])
    except (ValueError, LookupError, TypeError, RecursionError):
        raise Failed("the endpoint does not answer as chat completions do") from None


def _move_in(answer: str, legal: list[str]) -> str:
    """Return the move that an answer names: in an object of JSON, or the only legal move that stands in it."""
    for found in re.finditer(r"\{[^{}]*\}", answer):
        try:
            move = json.loads(found[0]).get("move")
        except (ValueError, AttributeError):
            continue
        if isinstance(move, str) and len(move.split()) == 1:
            return move.strip()
    words = {word.strip(".,;:!?\"'`*()") for word in answer.split()}
    named = [move for move in legal if move in words]
    if len(named) == 1:
        return named[0]
    raise Failed("the answer names no move" if not named else f"the answer names several moves: {' '.join(named[:9])}")
