"""Models that strangers send: looked at in a process of its own, with little memory and little time.

The process reads the model, validates it, and plays a few games by the interpreter. Only what passes is kept, and is
played in a process of its own again: see ``rooms``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilewright.runtime.web.children import Child, confine, serve

MOST_BYTES = 256 * 1024
"""The size of a model that is looked at."""
SECONDS = 20.0
"""The processor time that it may take to look at a model."""
MEMORY = 1 << 30
"""The bytes that the process may use."""
GAMES, PLIES = 2, 60
"""The random games that are played, and the plies of each."""
MOST_DIAGNOSTICS = 50


@dataclass(frozen=True)
class Looked:
    """What was found in a model: its text as XMI if it can be played, and what is wrong with it."""

    xmi: str | None
    diagnostics: list[dict[str, Any]]
    digest: str = ""
    """The hash of the game, if it can be played."""
    game: str = ""
    """What it is called."""


def look(text: str, name: str) -> Looked:
    """Look at a model in another process. Whatever it does there, an answer comes."""
    child = Child(__name__)
    try:
        return Looked(**child.ask({"text": text, "name": name}, SECONDS))
    except (OSError, ValueError, TypeError):  # also if what comes back has other parts
        return Looked(None, [_too_much()])
    finally:
        child.end()


def _too_much() -> dict[str, Any]:
    message = "to read and to play it takes more time or memory than the server gives to models that are sent"
    return {"severity": "error", "code": "too-much", "message": message, "line": None, "column": None}


def main() -> None:
    """Do the work of the process."""
    confine(MEMORY)
    serve(lambda asked: _looked(asked["text"], asked["name"]))


def _looked(text: str, name: str) -> dict[str, Any]:
    from random import Random

    from tilewright.model.diagnostics import ModelError
    from tilewright.model.document import Syntax
    from tilewright.model.files import read_text, write
    from tilewright.model.validation import validate
    from tilewright.runtime.loading import load

    document = read_text(text, name)
    said = [_as_json(diagnostic) for diagnostic in validate(document)[:MOST_DIAGNOSTICS]]
    try:
        game = load(document, "interpreter")
        random = Random(1)
        for _ in range(GAMES):
            state = game.initial_state()
            while not state.is_over and state.ply < PLIES:
                state = state.play(state.sample(random) if state.is_chance else random.choice(list(state.legal_moves)))
    except ModelError as error:
        return {"xmi": None, "diagnostics": [_as_json(found) for found in error.diagnostics[:MOST_DIAGNOSTICS]]}
    return {"xmi": write(game.document, Syntax.XMI), "diagnostics": said, "digest": game.digest, "game": game.name}


def _as_json(diagnostic: Any) -> dict[str, Any]:
    place = diagnostic.place
    return {
        "severity": str(diagnostic.severity.value),
        "code": diagnostic.code,
        "message": diagnostic.message,
        "line": None if place is None else place.line,
        "column": None if place is None else place.column,
    }
