"""The program of a game as a WebAssembly module, with a description of its records."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tilewright.generator.compiler import compile_game
from tilewright.generator.compiler.printers.webassembly import webassembly
from tilewright.generator.purpose import Purpose
from tilewright.runtime.browser.description import description
from tilewright.runtime.browser.searching import search_facts
from tilewright.runtime.state import Game

SECTION = "tilewright"
"""The name of the custom section of a module that holds the description, as JSON in UTF-8."""

FUNCTIONS = ("moves", "perft", "playouts", "key", "uct", "keep")
"""The functions of a module: legal moves, perft, random games, keys of positions, and tree search."""


HINTS = ("moves", "key", "uct")
"""The functions of a module that only gives hints in a browser, for a match that is played elsewhere."""


def described_module(game: Game, names: Sequence[str] = FUNCTIONS) -> bytes:
    """Return the module of a game with the functions called *names*. The same model has the same bytes.

    The description of a module with the functions ``HINTS`` also has ``search``: see ``search_facts``. ``NotLowered``
    if the game cannot be compiled, ``KernelError`` if its board is too large.
    """
    program = compile_game(game.document.game, game.document.places, purpose=Purpose.SEARCH)
    assert program.tree is not None, "a program that has just been made"
    facts = description(game, program)
    if names == HINTS:
        facts["search"] = search_facts(facts, program)
    told = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return webassembly(program.tree, names, {SECTION: told.encode("utf-8")})
