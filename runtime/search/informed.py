"""Information set Monte Carlo tree search, for games in which something is hidden.

Each visit begins with a determinisation, a state that fits all that the player has been told, and goes down one tree.
The branches are what the player is told of a ply and sees after it, so that states which the player cannot tell apart
share a node. See Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012: this is the variant
with a single observer and partially observable moves.

The other players are assumed to know what this player knows. Like all searches over determinisations this one does not
bluff.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

from tilewright.generator.heuristic import VICTORY
from tilewright.model.diagnostics import ModelError, Occasion
from tilewright.runtime.engines.bulk import Bulk
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.information.determinising import MOST_STATES, Determiniser
from tilewright.runtime.information.glances import Glances
from tilewright.runtime.information.telling import Telling
from tilewright.runtime.limits import GREATEST_SEED, MOST_VISITS, check, check_limits
from tilewright.runtime.playouts import playout
from tilewright.runtime.search.analysis import Analysis, Line
from tilewright.runtime.session import Session
from tilewright.runtime.state import State

EXPLORATION = 0.7
"""The exploration constant, as in Cowling and others."""
MOST_FITTING = 100
"""The greatest number of determinisations that are drawn; then they are used in turn."""
LEAST_STATES, STATES_A_VISIT = 5_000, 200
"""The states that are looked at for a determinisation where the visits are limited: so many, or more for more visits.
In a large game to look at so many takes some times as long as a visit. ``MOST_STATES`` are the most."""
LOOKING = 0.5
"""The share of limited time in which a position is looked for that agrees with all that was told."""
MOST_GUESSED = 25
"""The greatest number of guesses that are searched, where no such position was found."""
APART = 4
"""The number of visits for each guess."""
MOST_NODES = 1_000_000
"""The greatest number of nodes of a tree; below a full tree, play is random."""
LONGEST_PLAYOUT = 1000
"""The plies after which a random game counts as a draw."""


class NothingFits(ValueError):
    """No state was found that fits what the player has been told, so there is nothing to search."""


@dataclass(slots=True)
class _Choice:
    """The statistics of a move at a node."""

    visits: int = 0
    available: int = 0
    """The number of visits of the node in which the move was legal."""
    total: float = 0.0
    """The sum of the returns of the player who moves."""


@dataclass(slots=True)
class _Node:
    choices: dict[str, _Choice] = field(default_factory=dict)
    """The moves by what the searching player is told of them; all moves that he is not told share the empty text."""
    after: dict[tuple[str, int], _Node] = field(default_factory=dict)
    """The next nodes by what the player is told of the move, and by the key of what he sees then."""


class InformedSearch:
    """Searches for the player to move in a session. The same seed and visits give the same answer."""

    def __init__(self, session: Session, *, seed: int = 0, determiniser: Determiniser | None = None) -> None:
        """``ValueError`` if the game is over or chance is to move, or for a seed out of range.

        *determiniser* is that of an earlier search of the same player: it has lines of play that are gone on with.
        """
        check("seed", seed, 0, GREATEST_SEED)
        self._state = session.state
        if self._state.is_over or self._state.is_chance:
            raise ValueError("no player is to move")
        self._viewer = self._state.player.number
        told = session.start, self._viewer, session.transcript(self._viewer)
        goes_on = determiniser is not None and determiniser.goes_on(*told)
        self.determiniser = determiniser if determiniser is not None and goes_on else Determiniser(*told)
        """What draws the states that are searched."""
        self._random = Random(seed)
        self._fitting: list[State] = []
        self.guesses = False
        """Whether no position was found that agrees with all that was told, so that guesses are searched."""
        self._root = _Node()
        self._scale = 1.0
        self._visits = 0
        self._nodes = 1
        self._seconds = 0.0
        self._glances = Glances(session.game, self._viewer)
        self._telling = Telling(session.game, self._viewer)

    def run(self, visits: int | None = None, seconds: float | None = None) -> Analysis:
        """Visit the tree so many times, or for so many seconds, whichever ends first; return what is known.

        In games that pay, values are divided by the greatest absolute return that was met. If no determinisation is
        found, or none in ``LOOKING`` of the seconds or among ``STATES_A_VISIT`` states for each visit, states are
        searched that agree with what the player sees now, as ``guesses`` says. ``NothingFits`` if there are none of
        these either. Cost: a random game for each visit, and the search for a determinisation for each of the first
        ones. ``ModelError`` if the rules fail: its ``occasion`` says only that it is later.
        """
        check_limits("visits", visits, MOST_VISITS, seconds)
        begin = time.monotonic()
        deadline = None if seconds is None else begin + seconds
        left = MOST_VISITS if visits is None else visits
        states = min(MOST_STATES, max(LEAST_STATES, STATES_A_VISIT * left))
        while left and (deadline is None or time.monotonic() < deadline or not self._visits):
            state = self._fitting_state(states, begin, deadline)
            try:
                self._visit(state)
            except ModelError as error:
                if self.guesses and len(self._fitting) > 1:  # the rules fail where no game gets
                    self._fitting.remove(state)
                    continue
                error.occasion = Occasion((), later=True)
                raise
            self._visits += 1
            left -= 1
        self._seconds += time.monotonic() - begin
        return self._analysis()

    def _fitting_state(self, states: int, begin: float, deadline: float | None) -> State:
        if not self.guesses and len(self._fitting) < MOST_FITTING:
            soon = deadline if deadline is None or self._fitting else begin + LOOKING * (deadline - begin)
            found = self.determiniser.draw(self._random, states, soon)
            if found is not None:
                self._fitting.append(found)
                return found
            self.guesses = not self._fitting
        if self.guesses and len(self._fitting) <= min(self._visits // APART, MOST_GUESSED - 1):
            found = self.determiniser.guess(self._random, deadline)
            if found is not None and not found.is_over and found.count_moves():
                self._fitting.append(found)
                return found
            if not self._fitting:
                raise NothingFits("no position was found that fits what the player has been told")
        return self._fitting[self._visits % len(self._fitting)]

    # -- one visit

    def _visit(self, state: State) -> None:
        node, is_new, seen = self._root, False, self._glances.of(state)
        path: list[tuple[_Node, str, int, Sequence[str]]] = []
        while not (is_new or state.is_over):
            if state.is_chance:
                number = state.drawn(self._random)
                told = self._told_of(state, number)
            else:
                options = self._options(state)
                told = self._chosen(node, options)
                is_new = node.choices[told].visits == 0
                path.append((node, told, state.player.number, list(options)))
                number = self._random.choice(options[told])
            state = state.play_number(number)
            before, seen = seen, self._glances.of(state)
            if told or seen != before:  # otherwise the player does not notice the ply, and stays at the node
                following = self._next(node, told, seen)
                if following is None:
                    break
                node = following
        returns = self._outcome(state)
        self._scale = max(self._scale, *map(abs, returns))
        for passed, told, mover, options_there in path:
            for option in options_there:
                passed.choices[option].available += 1
            choice = passed.choices[told]
            choice.visits += 1
            choice.total += returns[mover]

    def _options(self, state: State) -> dict[str, list[int]]:
        """Return the numbers of the legal moves, grouped by what the player is told of them."""
        if self._telling.always(state) is False:
            return {"": list(range(state.count_moves()))}
        options: dict[str, list[int]] = {}
        for number in range(state.count_moves()):
            options.setdefault(self._told_of(state, number), []).append(number)
        return options

    def _told_of(self, state: State, number: int) -> str:
        """Return what the player is told of a legal move: its notation, or an empty text."""
        return state.move_of(number).notation if self._telling.tells(state, number) else ""

    def _chosen(self, node: _Node, options: dict[str, list[int]]) -> str:
        """Return a move that was never tried here, else the one with the greatest UCB1 bound of those legal now."""
        choices = node.choices
        fresh = [told for told in options if told not in choices or not choices[told].visits]
        for told in options:
            choices.setdefault(told, _Choice())
        if fresh:
            return self._random.choice(fresh)

        def bound(told: str) -> float:
            choice = choices[told]
            mean = choice.total / choice.visits / self._scale
            return mean + EXPLORATION * sqrt(log(max(choice.available, 1)) / choice.visits)

        return max(options, key=bound)

    def _next(self, node: _Node, told: str, seen: int) -> _Node | None:
        """Return the node after a ply, made if need be; None if the tree is full."""
        after = node.after.get((told, seen))
        if after is None and self._nodes < MOST_NODES:
            after = node.after[told, seen] = _Node()
            self._nodes += 1
        return after

    def _outcome(self, state: State) -> tuple[float, ...]:
        """Return the returns after a playout; 0 for all if the game takes too long."""
        nothing = (0,) * len(state.game.players)
        engine = state.game.engine
        if state.is_over:
            returns = state.returns
        elif (judged := state.heuristic) is not None:
            returns = _expected(judged, state.game.tables.sides)
        elif isinstance(engine, Bulk):
            seed = self._random.getrandbits(62)
            (found,) = engine.tally(state.start, range(1), seed, LONGEST_PLAYOUT, Stop()).results
            returns = found or nothing
        else:
            last = playout(state, self._random, max_plies=LONGEST_PLAYOUT)
            returns = last.returns if last.is_over else nothing
        return tuple(map(float, returns))

    # -- what is known

    def _analysis(self) -> Analysis:
        lines = []
        for number, move in enumerate(self._state.moves()):
            choice = self._root.choices.get(move.notation, _Choice())
            value = choice.total / choice.visits / self._scale if choice.visits else None
            lines.append(Line(move, number, choice.visits, value, None, (move,)))
        lines.sort(key=lambda line: (-line.visits, -(line.value or 0.0), line.number))
        return Analysis(tuple(lines), self._visits, self._nodes, self._seconds, None)


def _expected(judged: Sequence[int], sides: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """Return what players may expect by a heuristic: what their side has, less the mean of the others.

    A win would be 1; what is expected stays below.
    """
    total, others = sum(judged), max(1, len(sides) - 1)
    expected = [0.0] * len(judged)
    for side in sides:
        part = sum(judged[me] for me in side)
        lead = (part - (total - part) / others if len(sides) > 1 else part) / VICTORY
        for me in side:
            expected[me] = lead / (1 + abs(lead))
    return tuple(expected)
