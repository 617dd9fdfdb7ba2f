"""Models that strangers send: looked at in a process of its own, with little memory and little time.

The process reads the model, validates it, and plays a few games by the interpreter. Only what passes is kept, and is
played in a process of its own again: see ``rooms``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

MOST_BYTES = 256 * 1024
"""The size of a model that is looked at."""
SECONDS = 20
"""The processor time of the process; it may last twice as long."""
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
    command = [sys.executable, "-c", "from tilewright.runtime.web.uploads import main; main()"]
    asked = json.dumps({"text": text, "name": name}).encode()
    try:
        done = subprocess.run(command, input=asked, capture_output=True, timeout=2 * SECONDS, check=False)
        found = json.loads(done.stdout)
        return Looked(found["xmi"], found["diagnostics"], found.get("digest", ""), found.get("game", ""))
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return Looked(None, [_too_much()])


def _too_much() -> dict[str, Any]:
    message = "to read and to play it takes more time or memory than the server gives to models that are sent"
    return {"severity": "error", "code": "too-much", "message": message, "line": None, "column": None}


def main() -> None:
    """Do the work of the process: a question on standard input, the answer on standard output."""
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    asked = json.load(sys.stdin)
    json.dump(_looked(asked["text"], asked["name"]), sys.stdout)


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
    except (MemoryError, RecursionError):
        return {"xmi": None, "diagnostics": [_too_much()]}
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
