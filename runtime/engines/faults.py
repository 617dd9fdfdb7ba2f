"""Faults of rules: a kernel reports a fault by a number only, so the interpreter finds the ``ModelError``.

It plays from the position before the fault and raises the error that it meets. It may meet none: when it asks whether
somebody can move, it stops at the first move, while a kernel may look at others before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import partial

from tilewright.runtime.interpreter import Interpreter
from tilewright.runtime.position import Position


def raise_fault(reference: Interpreter, position: Position) -> None:
    """Raise the ``ModelError`` that listing or playing the moves of a position meets; return if there is none."""
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
    """Raise the ``ModelError`` that one of some random games meets; return if there is none.

    ``fails(number, plies)`` says whether a game fails within so many plies; ``after(number, plies)`` returns its
    position after so many. The ply of the fault is found by binary search.
    """
    number = next((number for number in games if fails(number, plies)), games.start)
    least = bisect_left(range(plies), True, key=partial(fails, number))
    for ply in (max(0, least - 1), least):
        raise_fault(reference, after(number, ply))
