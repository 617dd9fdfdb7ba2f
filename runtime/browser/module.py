"""The program of a game as a WebAssembly module, with a description of what goes into it and comes out."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tilewright.generator.compiler import compile_game
from tilewright.generator.compiler.printers.webassembly import webassembly
from tilewright.generator.purpose import Purpose
from tilewright.runtime.browser.description import description
from tilewright.runtime.state import Game

SECTION = "tilewright"
"""The name of the module's section with the description."""

FUNCTIONS = ("moves", "perft", "playouts", "key", "uct", "keep")
"""What a module does: lists moves, counts positions, plays at random, tells positions apart, and grows search trees."""


def described_module(game: Game, names: Sequence[str] = FUNCTIONS) -> bytes:
    """Return the module of a game. The same model has the same bytes.

    ``NotLowered`` if the game cannot be compiled, ``KernelError`` if its board is too large.
    """
    program = compile_game(game.document.game, game.document.places, purpose=Purpose.SEARCH)
    assert program.tree is not None, "a program that has just been made"
    told = json.dumps(description(game, program), ensure_ascii=False, separators=(",", ":"))
    return webassembly(program.tree, names, {SECTION: told.encode("utf-8")})
