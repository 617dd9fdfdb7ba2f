"""Rules that go wrong: a kernel has told that they do, by a number; the interpreter says where and how.

It plays from the position before the fault, and raises the ``ModelError`` that it finds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tilewright.generator.splitmix import WORD, mix
from tilewright.runtime.position import Position

if TYPE_CHECKING:
    from tilewright.runtime.engines.compiled import Compiled


def raise_fault(engine: Compiled, position: Position) -> None:
    """Raise the ``ModelError`` into which one of the moves of a position runs."""
    _ask(engine, position)
    raise RuntimeError(f"the kernel of {engine.program.name} goes wrong where the interpreter does not: {position}")


def raise_fault_of_games(
    engine: Compiled, position: Position, games: range, seed: int, plies: int, fails: Callable[[int, int], bool]
) -> None:
    """Raise the ``ModelError`` into which one of some random games runs: it is played again, to the ply before.

    *fails* tells whether the game of a number goes wrong within so many plies.
    """
    number = next((number for number in games if fails(number, plies)), games.start)
    least = bisect_left(range(plies), True, key=partial(fails, number))
    own = mix(seed & WORD) + number
    for ply in (max(0, least - 1), least):
        last = engine.advance(position, own, ply)
        _ask(engine, last)
    raise_fault(engine, last)


def _ask(engine: Compiled, position: Position) -> None:
    """Let the interpreter play each move of a position, which raises the ``ModelError`` of one that goes wrong."""
    node = engine.reference.settle(position)
    for identity in node.moves:
        engine.reference.settle(engine.reference.take(node, identity))
