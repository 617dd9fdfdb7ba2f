"""Rules that go wrong: a kernel reports by a number that they do; the interpreter says where and how.

It plays from the position before the fault, and raises the ``ModelError`` that it finds. It may find none: a question
whether somebody can move ends with the first move for the interpreter, but a kernel may look at others before it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import partial

from tilewright.runtime.interpreter import Interpreter
from tilewright.runtime.position import Position


def raise_fault(reference: Interpreter, position: Position) -> None:
    """Raise the ``ModelError`` into which one of the moves of a position runs, if one does."""
    node = reference.settle(position)
    for identity in node.moves:
        reference.settle(reference.take(node, identity))


def raise_fault_of_games(
    reference: Interpreter,
    games: range,
    plies: int,
    fails: Callable[[int, int], bool],
    after: Callable[[int, int], Position],
) -> None:
    """Raise the ``ModelError`` into which one of some random games runs, if one does: it is played to the ply before.

    *fails* tells whether the game of a number goes wrong within so many plies, *after* the position after so many.
    """
    number = next((number for number in games if fails(number, plies)), games.start)
    least = bisect_left(range(plies), True, key=partial(fails, number))
    for ply in (max(0, least - 1), least):
        raise_fault(reference, after(number, ply))
