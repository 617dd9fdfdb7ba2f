"""Programs that choose moves. People are asked by the code that shows the board.

random      any legal move
mcts:1000   tree search with 1000 visits a move
mcts:2s     tree search for 2 seconds a move
minimax:4   alpha-beta search 4 plies deep
minimax:2s  alpha-beta search for 2 seconds a move
"""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from tilewright.model.hints import near_miss
from tilewright.runtime.limits import MOST_DEPTH, MOST_VISITS
from tilewright.runtime.move import Move
from tilewright.runtime.state import State

if TYPE_CHECKING:
    from tilewright.runtime.information.determinising import Determiniser
    from tilewright.runtime.search.minimax import MinimaxSearch
    from tilewright.runtime.search.uct import TreeSearch
    from tilewright.runtime.session import Session

_log = logging.getLogger(__name__)

KINDS = ("random", "mcts:1000", "mcts:2s", "minimax:4", "minimax:2s")
"""Examples of the names of programs, as they are shown to users."""

_CALLED = re.compile(r"(?P<search>mcts|minimax):(?:(?P<number>[0-9]{1,12})|(?P<seconds>[0-9]{1,6}(?:\.[0-9]{1,6})?)s)")

SEARCHES = ("mcts", "minimax")
"""The names before the colon of the programs that search."""

_MOST = {"mcts": (MOST_VISITS, "visits"), "minimax": (MOST_DEPTH, "plies")}
"""For each search the greatest number after the colon, and its unit."""


@runtime_checkable
class Chooser(Protocol):
    """Chooses one of the legal moves of a state."""

    def choose(self, state: State) -> Move:
        """Return a legal move of a state in which the game is not over."""


Program: TypeAlias = "Chooser | InformedPlayer"
"""A program that takes a seat."""


class RandomPlayer:
    """Chooses any legal move with the same probability. The same seed gives the same games."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        """Return any of the legal moves."""
        return state.move_of(self._random.randrange(state.count_moves()))


class NaturePlayer:
    """Draws a move where chance decides. The same seed gives the same games."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, state: State) -> Move:
        """Return a move that nature draws."""
        return state.sample(self._random)


class TreePlayer:
    """Chooses by tree search. The part of the tree below the moves that were played is kept for the next search.

    The same seed gives the same games if visits are counted, not seconds. A copy or a pickle begins with an empty tree.
    """

    def __init__(self, visits: int | None = None, seconds: float | None = None, seed: int | None = None) -> None:
        self._visits, self._seconds = visits, seconds
        self._seed = random.Random().getrandbits(32) if seed is None else seed
        self._search: TreeSearch | None = None

    def choose(self, state: State) -> Move:
        """Return the move that the search finds best; at once if it is the only one."""
        from tilewright.runtime.search.uct import TreeSearch

        if state.count_moves() == 1:
            return state.move_of(0)
        search = self._search
        if search is None or not _goes_on(search, state):
            search = self._search = TreeSearch(state, seed=self._seed)
        search.grow(self._visits, self._seconds)
        best = search.best()
        search.advance(best)
        return best

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_search": None}


class InformedPlayer:
    """Chooses, in games with hidden parts, by a tree search that uses only what its player has been told.

    It keeps what it has found of the hidden part for its next move. The same seed gives the same games if visits are
    counted, not seconds. A copy or a pickle begins anew.
    """

    def __init__(self, visits: int | None = None, seconds: float | None = None, seed: int | None = None) -> None:
        self._visits, self._seconds = visits, seconds
        self._random = random.Random(seed)
        self._determiniser: Determiniser | None = None
        self.blind = 0
        """The number of decisions for which no state was found that fits: there the move was any legal one."""
        self.guessed = 0
        """The number of decisions by states that agree with what the player sees, but not with all he was told."""

    def choose_in(self, session: Session) -> Move:
        """Return the move that the search finds best for the player to move in a session; at once if it is the only.

        If no state is found that agrees with all that the player has been told, states are searched that agree with
        what he sees, which is counted in ``guessed``; if there are none either, it is any legal move, which is counted
        in ``blind``. A warning is logged in both cases.
        """
        from tilewright.runtime.search.informed import InformedSearch, NothingFits

        state, seed = session.state, self._random.getrandbits(32)
        if state.count_moves() == 1:
            return state.move_of(0)
        search = InformedSearch(session, seed=seed, determiniser=self._determiniser)
        self._determiniser = search.determiniser
        try:
            best = search.run(self._visits, self._seconds).best
            if search.guesses:
                self.guessed += 1
                text = "%s: %s guesses in ply %d: no position was found that fits what the player has been told"
                _log.warning(text, state.game.name, state.player, state.ply + 1)
            return best
        except NothingFits as error:
            self.blind += 1
            _log.warning("%s: %s plays at random in ply %d: %s", state.game.name, state.player, state.ply + 1, error)
            return state.move_of(random.Random(seed).randrange(state.count_moves()))

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_determiniser": None}


class MinimaxPlayer:
    """Chooses by alpha-beta search, and keeps what it has found for the next move.

    The seed varies the evaluation a little, since two such programs would otherwise always play the same game. The same
    seed gives the same games if plies are counted, not seconds. A copy or a pickle begins anew.
    """

    def __init__(self, depth: int | None = None, seconds: float | None = None, seed: int | None = None) -> None:
        self._depth, self._seconds = depth, seconds
        self._seed = random.Random().getrandbits(32) if seed is None else seed
        self._search: MinimaxSearch | None = None

    def choose(self, state: State) -> Move:
        """Return the move that the search finds best; at once if it is the only one."""
        from tilewright.runtime.search.minimax import MinimaxSearch

        if state.count_moves() == 1:
            return state.move_of(0)
        search = self._search
        if search is None or search.state.game != state.game:
            search = self._search = MinimaxSearch(state, varied=self._seed)
        else:
            search.go_on(state)
        search.grow(self._depth, self._seconds)
        return search.best()

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_search": None}


def _goes_on(search: TreeSearch, state: State) -> bool:
    """Advance a search to a state that is its own or one move later; return False if the state is neither."""
    before = search.state
    if before == state:
        return True
    if before.is_over or state.ply != before.ply + 1:
        return False
    number = next((n for n in range(before.count_moves()) if before.play_number(n) == state), None)
    if number is None:
        return False
    search.advance(before.move_of(number))
    return True


def nobody_called(name: str, kinds: Sequence[str]) -> str:
    """Return a sentence that says that there is no program with this name, and which ones there are."""
    close = near_miss(name, kinds)
    return f"'{name}' cannot play{close if close.remedies else ''}; there are: {', '.join(kinds)}"


def chosen(player: Program, session: Session) -> Move:
    """Return the move that a program chooses in a session."""
    return player.choose_in(session) if isinstance(player, InformedPlayer) else player.choose(session.state)


@dataclass(frozen=True)
class Kind:
    """A program by its name, such as ``mcts:1000``. It can be pickled. ``ValueError`` if there is no such program."""

    name: str

    def __post_init__(self) -> None:
        found = _CALLED.fullmatch(self.name)
        if self.name != "random" and found is None:
            raise ValueError(nobody_called(self.name, KINDS))
        if found is not None and found["number"]:
            most, what = _MOST[found["search"]]
            if not 0 < int(found["number"]) <= most:
                raise ValueError(f"'{self.name}' cannot play: it can be given from 1 to {most} {what}")

    @property
    def searches(self) -> bool:
        """Whether the program searches, so that it needs the compiled game."""
        return self.name != "random"

    @property
    def limits(self) -> tuple[str, int | None, float | None] | None:
        """The search, its visits or plies, and its seconds for each move, as in the name; None without a search."""
        found = _CALLED.fullmatch(self.name)
        if found is None:
            return None
        number, seconds = found["number"], found["seconds"]
        return found["search"], int(number) if number else None, float(seconds) if seconds else None

    def player(self, seed: int | None = None, *, hidden: bool = False, most: float | None = None) -> Program:
        """Return a program of this kind that plays one game.

        *hidden* says that something of the game is hidden: there ``ValueError`` is raised for alpha-beta search, which
        sees everything. *most* is the greatest number of seconds for a move, whatever the name says; compilation is not
        counted.
        """
        if self.limits is None:
            return RandomPlayer(seed)
        search, number, own = self.limits
        seconds = min((limit for limit in (own, most) if limit is not None), default=None)
        if search == "mcts":
            return InformedPlayer(number, seconds, seed) if hidden else TreePlayer(number, seconds, seed)
        if hidden:
            raise ValueError(f"'{self.name}' cannot play: it would look at what is hidden")
        return MinimaxPlayer(number, seconds, seed)
