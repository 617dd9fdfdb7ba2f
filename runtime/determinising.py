"""Determinisation: drawing a state that agrees with everything that a player has been told.

A search that may know only what its player knows draws such states and searches each of them: see Frank and Basin,
"Search in games with incomplete information", 1998, and Cowling, Powley and Whitehouse, "Information set Monte Carlo
tree search", 2012.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tilewright.runtime.knowledge import Told
from tilewright.runtime.move import Move
from tilewright.runtime.state import State
from tilewright.runtime.views import View

MOST_STATES = 4000
"""The number of states that are looked at before ``determinise`` gives up."""


def determinise(
    start: State, viewer: int, transcript: Sequence[Told], random: Random, states: int = MOST_STATES
) -> State | None:
    """Return a state that a line of play from *start* reaches and that explains a transcript; None if none is found.

    A line explains the transcript if the player with the number *viewer* would have been told just that. Lines are
    tried depth first, the moves of each state in random order. So every state that fits can be found, but the states
    are neither equally likely nor as likely as the strategies of the other players make them: the caller has to weigh
    them. The search is given up after *states* states.
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
    """The last state of a line that fits so far, the number of entries that it explains, and the moves not yet tried.

    ``view`` is what the viewer sees of the state.
    """

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
