"""Rules that go wrong: a kernel has told that they do, by a number; the interpreter says where and how.

It plays from the position before the fault, and raises the ``ModelError`` that it finds. It may find none: a question
whether somebody can move ends with the first move for the interpreter, but a kernel may look at others before it.
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
    """Raise the ``ModelError`` into which one of the moves of a position runs, if one does."""
    node = engine.reference.settle(position)
    for identity in node.moves:
        engine.reference.settle(engine.reference.take(node, identity))


def raise_fault_of_games(
    engine: Compiled, position: Position, games: range, seed: int, plies: int, fails: Callable[[int, int], bool]
) -> None:
    """Raise the ``ModelError`` into which one of some random games runs, if one does: it is played to the ply before.

    *fails* tells whether the game of a number goes wrong within so many plies.
    """
    number = next((number for number in games if fails(number, plies)), games.start)
    least = bisect_left(range(plies), True, key=partial(fails, number))
    own = mix(seed & WORD) + number
    for ply in (max(0, least - 1), least):
        raise_fault(engine, engine.advance(position, own, ply))
