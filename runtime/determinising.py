"""Positions that a player could be in, for all that this player has been told.

A search that knows only what its player may know draws such positions and searches each of them: see Frank and Basin,
"Search in games with incomplete information", 1998, and Cowling, Powley and Whitehouse, "Information set Monte Carlo
tree search", 2012, who call them determinisations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tilewright.runtime.knowledge import Told
from tilewright.runtime.move import Move
from tilewright.runtime.state import State
from tilewright.runtime.views import View

MOST_STATES = 4000
"""The states that are looked at before the search for one that fits is given up."""


def determinise(
    start: State, viewer: int, transcript: Sequence[Told], random: Random, states: int = MOST_STATES
) -> State | None:
    """Return a state to which a line of play leads of which a player would have been told the same; None if not found.

    The lines are tried depth first, the moves that the player is not told in random order. So every state that fits can
    be found, but they are not equally likely, and not as likely as the others' strategies make them: weigh them
    yourself. *start* is where the game began, and *viewer* the number of the player. The search ends after so many
    *states*.
    """
    view = start.view(viewer)
    if not transcript:
        return start
    pending = [_Line(start, view, 0, _shuffled(start, random))]
    while pending and states > 0:
        line = pending[-1]
        move = next(line.moves, None)
        if move is None:
            pending.pop()
            continue
        expected = transcript[line.entries]
        player, game = line.state.player, line.state.game
        visibility = game.engine.told(line.state.position, game.identity(move))
        knows = visibility == "All" or (visibility == "Owner" and player.number == viewer)
        if knows and (expected.mover != player or expected.move != move):
            continue
        states -= 1
        after = line.state.play(move)
        view = after.view(viewer)
        entries = line.entries
        if knows or view != line.view:
            if view != expected.view or (expected.move is not None) is not knows:
                continue
            entries += 1
        if entries == len(transcript):
            return after
        pending.append(_Line(after, view, entries, _shuffled(after, random)))
    return None


class _Line:
    """A line of play as far as it fits: its last state, the entries that are explained, the moves not yet tried."""

    __slots__ = ("entries", "moves", "state", "view")

    def __init__(self, state: State, view: View, entries: int, moves: Iterator[Move]) -> None:
        self.state = state
        self.view = view
        self.entries = entries
        self.moves = moves


def _shuffled(state: State, random: Random) -> Iterator[Move]:
    moves = list(state.moves())
    random.shuffle(moves)
    return iter(moves)
