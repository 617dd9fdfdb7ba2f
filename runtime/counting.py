"""Perft: counting the leaves of the tree of legal moves, the usual test of a move generator.

A wrong rule mostly changes a count within a few plies; ``divide`` then shows below which move. Known counts of Othello
from the initial position: 4, 12, 56, 244, 1396, 8200, 55092.

A position in which the game is over has no moves: it is a leaf at its own depth, and counts nothing at greater depths.
A forced pass is a ply.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import chain
from math import inf
from typing import TYPE_CHECKING

from tilewright.runtime.engines.bulk import Bulk, leaves
from tilewright.runtime.engines.stopping import interruptibly
from tilewright.runtime.executors import results
from tilewright.runtime.limits import DEEPEST, check, check_seconds
from tilewright.runtime.state import State, state_of

if TYPE_CHECKING:
    from tilewright.runtime.move import Move
    from tilewright.runtime.state import Game


PIECES = 64
"""The number of tasks at which the splitting of a count for an executor ends, if there are that many positions."""


def perft(start: Game | State, depth: int, *, limit: float | None = None, executor: Executor | None = None) -> int:
    """Return the number of sequences of exactly *depth* legal moves, from a state or from the start of a game.

    With an *executor* the tree is split a few plies below *start*; each state there is sent to it as one task.
    ``TimeoutError`` if the count takes more than *limit* seconds, ``ValueError`` for a depth beyond
    ``limits.DEEPEST``. Cost: one generation of moves for each sequence of fewer than *depth* moves; memory for one line
    of play.
    """
    check("depth", depth, 0, DEEPEST)
    if limit is not None:
        check_seconds("limit in seconds", limit, 0, inf)
    state = state_of(start)
    if depth == 0:
        return 1
    if executor is not None:
        pieces, left = _split(state, depth)
        return sum(results(executor, perft, ((piece, left) for piece in pieces), limit))
    engine, position = state.game.engine, state.start
    if isinstance(engine, Bulk):
        return interruptibly(lambda stop: engine.perft(position, depth, stop), limit)
    return interruptibly(lambda stop: leaves(position, depth, stop, engine.settle, engine.take), limit)


def _split(state: State, depth: int) -> tuple[list[State], int]:
    """Return at least ``PIECES`` descendants of a state, if there are that many, and the plies left below them."""
    pieces, left = [state], depth
    while left > 1 and 0 < len(pieces) < PIECES:
        pieces = list(chain.from_iterable(map(_after, pieces)))
        left -= 1
    return pieces, left


def _after(state: State) -> Iterator[State]:
    return (state.play_number(number) for number in range(state.count_moves()))


def divide(start: Game | State, depth: int) -> dict[Move, int]:
    """Return the perft of *depth* for each first move, in the order of the legal moves. *depth* is at least 1."""
    check("depth", depth, 1, DEEPEST)
    state = state_of(start)
    return {move: perft(state.play(move), depth - 1) for move in state.legal_moves}
