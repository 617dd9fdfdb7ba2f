"""Checking uploaded models, each in a new process with little memory and time.

The process reads the model, validates it, and plays a few random games with the interpreter. Only a model that passes
is stored. It is played in another process: see ``rooms``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tilewright.runtime.matches.events import Refused
from tilewright.runtime.web.children import NO_PROCESS, Child, confine, serve

MOST_BYTES = 256 * 1024
"""The greatest size of a model, in bytes."""
SECONDS = 20.0
"""The seconds of processor time that a check may take."""
MEMORY = 1 << 30
"""The bytes of address space that the process may use."""
GAMES, PLIES = 2, 60
"""The number of random games, and the greatest number of plies of each."""
MOST_DIAGNOSTICS = 50


@dataclass(frozen=True)
class Looked:
    """The result of a check: the model as XMI if it can be played, else None; and its diagnostics."""

    xmi: str | None
    diagnostics: list[dict[str, Any]]
    digest: str = ""
    """The digest of the game, if it can be played."""
    game: str = ""
    """The name of the game, if it can be played."""


def look(text: str, name: str) -> Looked:
    """Check a model in another process, and return the result. *name* is its file name, which may tell the syntax.

    A model that exceeds the limits, or makes the process crash, has a diagnostic that says so. ``Refused`` if no
    process can be started.
    """
    try:
        child = Child(__name__)
    except OSError:
        raise Refused("full", NO_PROCESS) from None
    try:
        return _looked_of(child.ask({"text": text, "name": name}, SECONDS))
    except (OSError, ValueError):
        return Looked(None, [_too_much()])
    finally:
        child.end()


def _looked_of(answer: Mapping[str, Any]) -> Looked:
    """Return an answer of the process. ``ValueError`` if it is none, as the process is not trusted."""
    match answer:
        case {"xmi": None, "diagnostics": list(found)}:
            return Looked(None, found)
        case {"xmi": str(xmi), "diagnostics": list(found), "digest": str(digest), "game": str(game)}:
            return Looked(xmi, found, digest, game)
    raise ValueError("this is no answer")


def _too_much() -> dict[str, Any]:
    message = "to read and to play it takes more time or memory than the server gives to models that are sent"
    return {"severity": "error", "code": "too-much", "message": message, "line": None, "column": None}


def main() -> None:
    """Run the process."""
    confine(MEMORY)
    serve(lambda asked: _looked(asked["text"], asked["name"]))


def _looked(text: str, name: str) -> dict[str, Any]:
    """Read, validate and play a model in the process; return the fields of ``Looked``."""
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
