"""Perft: counting the leaves of the tree of legal moves, the usual test of a move generator.

A wrong rule mostly changes a count within a few plies; ``divide`` then shows below which move. Known counts of Othello
from the initial position: 4, 12, 56, 244, 1396, 8200, 55092.

A position in which the game is over has no moves: it is a leaf at its own depth, and counts nothing at greater depths.
A forced pass is a ply.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from math import inf
from typing import TYPE_CHECKING

from tilewright.runtime.engines.bulk import Bulk, leaves
from tilewright.runtime.engines.stopping import interruptibly
from tilewright.runtime.executors import results
from tilewright.runtime.limits import DEEPEST, check, check_seconds
from tilewright.runtime.occasions import occasion
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
    ``limits.DEEPEST``, ``ModelError`` if the rules fail: its ``occasion`` begins at *start*. Cost: one generation of
    moves for each sequence of fewer than *depth* moves; memory for one line of play.
    """
    check("depth", depth, 0, DEEPEST)
    if limit is not None:
        check_seconds("limit in seconds", limit, 0, inf)
    state = state_of(start)
    if depth == 0:
        return 1
    if executor is not None:
        pieces, left = _split(state, depth)
        return sum(results(executor, _below, ((*piece, left) for piece in pieces), limit))
    engine, position = state.game.engine, state.start
    if isinstance(engine, Bulk):
        return interruptibly(lambda stop: engine.perft(position, depth, stop), limit)
    return interruptibly(lambda stop: leaves(engine, position, depth, stop, engine.settle), limit)


Piece = tuple[tuple[str, ...], State]
"""A part of the tree: the moves that lead there, and the state after them."""


def _split(state: State, depth: int) -> tuple[list[Piece], int]:
    """Return at least ``PIECES`` descendants of a state, if there are that many, and the plies left below them."""
    pieces: list[Piece] = [((), state)]
    left = depth
    while left > 1 and 0 < len(pieces) < PIECES:
        pieces = [below for moves, above in pieces for below in _after(moves, above)]
        left -= 1
    return pieces, left


def _after(moves: tuple[str, ...], state: State) -> Iterator[Piece]:
    with occasion(lambda: moves):
        for number in range(state.count_moves()):
            yield (*moves, str(state.move_of(number))), state.play_number(number)


def _below(moves: tuple[str, ...], state: State, depth: int) -> int:
    """Return the perft below a state to which these moves lead."""
    with occasion(lambda: moves):
        return perft(state, depth)


def divide(start: Game | State, depth: int) -> dict[Move, int]:
    """Return the perft of *depth* for each first move, in the order of the legal moves. *depth* is at least 1."""
    check("depth", depth, 1, DEEPEST)
    state = state_of(start)
    return {move: _below((str(move),), state.play(move), depth - 1) for move in state.legal_moves}
