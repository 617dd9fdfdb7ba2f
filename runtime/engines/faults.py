"""Faults of rules: a kernel reports a fault by a number only, so the interpreter finds the ``ModelError``.

It plays from the position before the fault and raises the error that it meets. It may meet none: when it asks whether
somebody can move, it stops at the first move, while a kernel may look at others before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from tilewright.model.diagnostics import ModelError, Occasion
from tilewright.runtime.engines.trail import Trail
from tilewright.runtime.interpreter import Interpreter
from tilewright.runtime.occasions import occasion
from tilewright.runtime.position import Position

LONGEST_TRAIL = 400
"""The greatest number of plies before a fault of which the moves are looked for."""


def raise_fault(reference: Interpreter, position: Position) -> None:
    """Raise the ``ModelError`` that listing or playing the moves of a position meets; return if there is none.

    The error has no ``occasion``: the moves before the position are not known.
    """
    error = _fault(reference, position)
    if error is not None:
        error.occasion = None
        raise error


def raise_fault_of_search(reference: Interpreter, start: Position, line: Sequence[Position]) -> None:
    """Raise the ``ModelError`` that a search meets at the end of a line, or before; return if there is none.

    The heuristic, if there is one, is evaluated there and after each move, too. The positions of the line have no
    history. The ``occasion`` of the error begins at *start*.
    """
    for length in range(len(line), -1, -1):
        trail = Trail(reference)
        with occasion(trail.told):
            end = _end(trail, start, line[:length])
            error = None if end is None else _fault(reference, end, searching=True)
            if error is not None:
                raise error


def raise_fault_of_games(
    reference: Interpreter,
    games: range,
    plies: int,
    fails: Callable[[int, int], bool],
    after: Callable[[int, int], Position],
    passed: Callable[[int, int], Position | None],
) -> None:
    """Raise the ``ModelError`` that one of some random games meets; return if there is none.

    ``fails(number, plies)`` says whether a game fails within so many plies; ``after(number, plies)`` returns its
    position after so many; ``passed`` does so without history, or returns None if a kernel alone cannot tell it. The
    ply of the fault is found by binary search. If it is one of the first ``LONGEST_TRAIL``, the ``occasion`` of the
    error has the moves. Cost of that: the game is played once for each of its plies.
    """
    number = next((number for number in games if fails(number, plies)), games.start)
    least = bisect_left(range(plies), True, key=partial(fails, number))
    for ply in (max(0, least - 1), least):
        error = _fault(reference, after(number, ply))
        if error is None:
            continue
        trail = Trail(reference)
        with occasion(trail.told):
            line = (passed(number, some) for some in range(1, ply + 1))
            if ply > LONGEST_TRAIL or _end(trail, after(number, 0), line) is None:
                error.occasion = Occasion((), later=True)
            raise error


def _fault(reference: Interpreter, position: Position, searching: bool = False) -> ModelError | None:
    """Return the error that listing or playing the moves of a position meets; its occasion begins at the position."""
    try:
        with Trail(reference) as trail:
            node = reference.settle(position)
            if searching:
                reference.heuristic(position)
            for identity in node.moves:
                after = trail.play(node, identity)
                if searching:
                    reference.heuristic(after.position)
                trail.take_back()
    except ModelError as error:
        return error
    return None


def _end(trail: Trail, start: Position, line: Iterable[Position | None]) -> Position | None:
    """Return the last position of a line, with its history; None if no moves lead along the line.

    The positions of the line have no history. The moves, of several the first, belong to the *trail* from then on.
    """
    engine, position = trail.engine, start
    for wanted in line:
        node = engine.settle(position)
        found = (move for move in node.moves if replace(engine.take(node, move), history=()) == wanted)
        move = next(found, None)
        if move is None:
            return None
        position = trail.take(node, move)
    return position
