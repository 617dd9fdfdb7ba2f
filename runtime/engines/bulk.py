"""Bulk work: perft and random games, which compiled engines do in one call and other engines move by move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Protocol, runtime_checkable

from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.engines.tally import Survey, Tally
from tilewright.runtime.engines.trail import Trail
from tilewright.runtime.occasions import occasion
from tilewright.runtime.odds import drawn
from tilewright.runtime.position import Position, Returns
from tilewright.runtime.protocols import Engine, Node


@runtime_checkable
class Bulk(Protocol):
    """An engine that counts and plays in bulk. ``Stopped`` is raised if a ``Stop`` ends the work."""

    def is_parallel(self) -> bool:
        """Return whether several threads play faster than one."""

    def perft(self, position: Position, depth: int, stop: Stop) -> int:
        """Return the number of sequences of exactly *depth* legal moves."""

    def tally(
        self, position: Position, games: range, seed: int, plies: int, stop: Stop, *, following: int = 0
    ) -> Tally:
        """Play the random games with these numbers, each for at most *plies* plies, and return what is counted of them.

        Game number *i* depends on the seed and *i* alone; all compiled engines play the same one. *following* is the
        number of games that will be asked for afterwards, as far as that is known.
        """


def leaves(
    engine: Engine,
    position: Position,
    depth: int,
    stop: Stop,
    settle: Callable[[Position], Node],
    known: Callable[[Position, int], int | None] = lambda position, depth: None,
) -> int:
    """Return the perft of *depth*, 1 or more, by a walk of the tree that does not recurse.

    ``settle`` is that of the engine, or one that finds the same. ``known(position, depth)`` may return the perft of a
    position below, or None to walk on. If the rules fail, the ``ModelError`` has its ``occasion``.
    """
    trail = Trail(engine)

    def after(node: Node) -> Iterator[Position]:
        for identity in node.moves:
            yield trail.take(node, identity)
            trail.take_back()

    total = 0
    line = [iter((position,))]
    with trail:
        while line:
            stop.check()
            current = next(line[-1], None)
            if current is None:
                line.pop()
                continue
            left = depth + 1 - len(line)
            with occasion(trail.told):
                count = known(current, left)
            if count is not None:
                total += count
                continue
            node = settle(current)
            if left == 1:
                total += len(node.moves)
            else:
                line.append(after(node))
    return total


def survey(engine: Engine, position: Position, games: range, seed: int, plies: int, stop: Stop) -> Survey:
    """Play random games move by move. They differ from those of ``Bulk.tally`` with the same seed.

    If the rules fail, the ``ModelError`` has its ``occasion``.
    """
    returns: list[Returns | None] = []
    lengths: list[int] = []
    turns: list[int] = []
    choices: list[int] = []
    decisions: list[int] = []
    start = time.perf_counter()
    for number in games:
        random = Random(f"{seed}/{number}")
        branching: list[int] = []
        played = 0
        with Trail(engine) as trail:
            node = engine.settle(position)
            while node.moves and played < plies:
                stop.check()
                moves = list(node.moves)
                played += 1
                if node.odds is None:
                    branching.append(len(moves))
                move = random.choice(moves) if node.odds is None else moves[drawn(node.odds, random.randrange)]
                node = trail.play(node, move)
        returns.append(node.position.returns)
        lengths.append(played)
        turns.append(len(branching))
        choices.append(sum(branching))
        decisions.append(sum(count > 1 for count in branching))
    return Survey(returns, lengths, turns, choices, decisions, time.perf_counter() - start)
