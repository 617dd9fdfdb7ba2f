"""Work in bulk: counting and playing many games, which compiled engines do in one go and others move by move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, runtime_checkable

from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.odds import drawn
from tilewright.runtime.position import Identity, Position, Returns
from tilewright.runtime.protocols import Engine, Node


@dataclass(frozen=True)
class Survey:
    """Random games: for each its result (None if it was left), its plies, and the choices on the way.

    ``choices`` are the sums of the numbers of legal moves over all plies, ``decisions`` the plies with more than one.
    """

    returns: Sequence[Returns | None]
    plies: Sequence[int]
    choices: Sequence[int]
    decisions: Sequence[int]
    seconds: float
    """How long it took to play them."""


@runtime_checkable
class Bulk(Protocol):
    """What an engine does in one go that would be slow move by move. ``Stopped`` if a ``Stop`` ends it before."""

    def is_parallel(self) -> bool:
        """Return whether several threads play faster than one."""

    def perft(self, position: Position, depth: int, stop: Stop) -> int:
        """Return the number of sequences of exactly *depth* legal moves."""

    def survey(self, position: Position, games: range, seed: int, plies: int, stop: Stop) -> Survey:
        """Play the random games of these numbers, each at most so many plies, and return what they tell.

        Game number *i* depends on the seed and *i* alone, and is the same whatever compiled engine plays it.
        """


def leaves(
    position: Position,
    depth: int,
    stop: Stop,
    settle: Callable[[Position], Node],
    take: Callable[[Any, Identity], Position],
    known: Callable[[Position, int], int | None] = lambda position, depth: None,
) -> int:
    """Return the number of sequences of exactly *depth* legal moves, 1 or more, found move by move.

    *known* may count those below a position at once, or return None. Lines of play may be longer than Python's stack.
    """

    def after(node: Node) -> Iterator[Position]:
        return (take(node, identity) for identity in node.moves)

    total = 0
    line = [iter((position,))]
    while line:
        stop.check()
        current = next(line[-1], None)
        if current is None:
            line.pop()
            continue
        left = depth + 1 - len(line)
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
    """Play the random games of these numbers move by move: see ``Bulk``, but the games are others."""
    returns: list[Returns | None] = []
    lengths: list[int] = []
    choices: list[int] = []
    decisions: list[int] = []
    start = time.perf_counter()
    for number in games:
        random = Random(f"{seed}/{number}")
        branching: list[int] = []
        node = engine.settle(position)
        while node.moves and len(branching) < plies:
            stop.check()
            moves = list(node.moves)
            branching.append(len(moves))
            move = random.choice(moves) if node.odds is None else moves[drawn(node.odds, random.randrange)]
            node = engine.settle(engine.take(node, move))
        returns.append(node.position.returns)
        lengths.append(len(branching))
        choices.append(sum(branching))
        decisions.append(sum(count > 1 for count in branching))
    return Survey(returns, lengths, choices, decisions, time.perf_counter() - start)


def joined(parts: Sequence[Survey]) -> Survey:
    """Return the games of several surveys as one."""
    return Survey(
        [returns for part in parts for returns in part.returns],
        [plies for part in parts for plies in part.plies],
        [choices for part in parts for choices in part.choices],
        [decisions for part in parts for decisions in part.decisions],
        sum(part.seconds for part in parts),
    )
