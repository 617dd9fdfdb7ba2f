"""Refusals as players are told of them."""

from __future__ import annotations

from typing import Any

from tilewright.runtime.matches.events import Refused
from tilewright.runtime.matches.match import MoveRefused


class RefusedThere(Refused):
    """A refusal by the process of an uploaded model; ``found`` is its answer to the player, as JSON."""

    def __init__(self, found: dict[str, Any]) -> None:
        super().__init__(str(found["code"]), str(found["message"]))
        self.found = found


def reason_of(error: Refused) -> dict[str, Any]:
    """Return a refusal as JSON for players: ``code``, ``message``, and for a move its ``index``.

    It names no file of the server.
    """
    if isinstance(error, RefusedThere):
        return error.found
    found: dict[str, Any] = {"code": error.code, "message": str(error)}
    if isinstance(error, MoveRefused):
        explanation = error.why.explanation
        message = error.why.reason if explanation is None else explanation.message
        found |= {"message": f"{error.why.move}: {message}", "index": error.index}
    return found
