"""The program of a game as a WebAssembly module, with a description of what goes into it and comes out."""

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
"""The name of the module's section with the description."""

FUNCTIONS = ("moves", "perft", "playouts", "key", "uct", "keep")
"""What a module does: lists moves, counts positions, plays at random, tells positions apart, and grows search trees."""


HINTS = ("moves", "key", "uct")
"""What gives hints in a browser, where somebody else plays."""


def described_module(game: Game, names: Sequence[str] = FUNCTIONS) -> bytes:
    """Return the module of a game. The same model has the same bytes. One for hints says what its search has to know.

    ``NotLowered`` if the game cannot be compiled, ``KernelError`` if its board is too large.
    """
    program = compile_game(game.document.game, game.document.places, purpose=Purpose.SEARCH)
    assert program.tree is not None, "a program that has just been made"
    facts = description(game, program)
    if names == HINTS:
        facts["search"] = search_facts(facts)
    told = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return webassembly(program.tree, names, {SECTION: told.encode("utf-8")})
