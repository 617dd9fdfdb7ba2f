"""The state machine of a configuration as the effect of a move.

A move leads from a state of the type ``move`` through states that run by themselves to the next ``move`` state or to an
end. The winner is the player of the last check if its result was true and no state ``next_move`` followed; otherwise
the end is a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tilewright.model.foreign.constructor.cases import look_box
from tilewright.model.foreign.constructor.sheet import Check, GameState
from tilewright.model.foreign.constructor.words import CURRENT, STATE, Words

MOST_BRANCHES = 512
"""The greatest number of states that are written out, counted once for each path to them."""
MOST_STATES = 40
"""The greatest number of states in succession without a move."""


@dataclass(frozen=True)
class Walk:
    """A path of states after a move: the last result, the winner by it, how often the move number grew, the states."""

    result: bool | None = None
    winner: str = ""
    moves: int = 0
    seen: tuple[str, ...] = ()


class Machine:
    """Composes the effect of a move. *report* is called with a code, a message and an offset."""

    def __init__(self, words: Words, report: Callable[[str, str, int], None]) -> None:
        self.words = words
        self.sheet = words.sheet
        self.report = report
        self.failed = False
        self.branches = 0
        self.moves = {state.name: state for state in self.sheet.states.values() if state.kind == "move"}
        self.numbers = {name: number for number, name in enumerate(self.moves)}

    def effect(self) -> str:
        """Return the effect that runs after every move, in the notation."""
        chains = [self._after(state, state, Walk()) for state in self.moves.values()]
        if len(chains) == 1:
            return chains[0]
        tested = [f"if {STATE} == {number} -> {chain}" for number, chain in enumerate(chains[:-1])]
        return f"first {{ {' | '.join([*tested, chains[-1]])} }}"

    def _fail(self, code: str, message: str, state: GameState) -> str:
        """Report the first problem, and return a chain that can stand for the rest."""
        if not self.failed:
            self.report(code, message, state.offset)
        self.failed = True
        return "draw"

    def _after(self, state: GameState, moved: GameState, walk: Walk) -> str:
        """Return the chain after *state*, if the move was made in the state *moved*."""
        name = next(
            (
                b.state
                for b in state.branches
                if b.results is None or (walk.result is not None and walk.result in b.results)
            ),
            None,
        )
        if name is None:
            told = "" if walk.result is None else f" for the result {str(walk.result).lower()}"
            return self._fail("missing-feature", f"the state '{state.name}' has no branch of 'next'{told}", state)
        if name not in self.sheet.states:
            return "draw"  # it could not be read, which was reported
        return self._enter(self.sheet.states[name], moved, walk)

    def _enter(self, state: GameState, moved: GameState, walk: Walk) -> str:
        """Return the chain that runs when *state* is entered."""
        self.branches += 1
        if self.failed:
            return "draw"
        if state.name in walk.seen:
            message = f"the state '{state.name}' comes back to itself without a move"
            return self._fail("bad-value", message, state)
        if self.branches > MOST_BRANCHES or len(walk.seen) > MOST_STATES:
            message = f"after a move come at most {MOST_STATES} states, and {MOST_BRANCHES} in all their branches"
            return self._fail("too-large", message, state)
        seen = (*walk.seen, state.name)
        if state.kind == "next_move":
            return self._after(state, moved, replace(walk, result=None, moves=walk.moves + 1, seen=seen))
        if state.kind != "check_win":
            return " -> ".join(self._last(state, moved, walk))
        test = self._test(state.player, moved.player)
        lost = Walk(result=False, moves=walk.moves, seen=seen)
        if test is None:
            return self._after(state, moved, lost)
        won = replace(lost, result=True, winner=state.player)
        return f"first {{ {test} -> {self._after(state, moved, won)} | {self._after(state, moved, lost)} }}"

    def _last(self, state: GameState, moved: GameState, walk: Walk) -> Iterator[str]:
        """Yield the filters on reaching a state of the type ``move`` or ``end``."""
        if walk.moves and CURRENT in self.words.used:
            yield f"{CURRENT} += {walk.moves}"
        if state is not moved or len(self.moves) == 1:
            yield f"phase {self.words.phases[state.name]}"
        if state.kind == "end":
            yield self._outcome(walk.winner if walk.result else "", moved.player)
            return
        if len(self.moves) > 1:
            yield f"{STATE} := {self.numbers[state.name]}"
        players = self.sheet.players
        following = players[(players.index(moved.player) + 1) % len(players)]
        if state.player != following:
            yield f"turn {self.words.players[state.player]}"

    def _outcome(self, winner: str, mover: str) -> str:
        """Return the end with this winner, from the perspective of the mover."""
        if not winner:
            return "draw"
        if winner == mover:
            return "win"
        players = self.sheet.players
        if len(players) == 2:
            return "lose"
        steps = (players.index(winner) - players.index(mover)) % len(players)
        chain = "win"
        for _ in range(steps):
            chain = f"do as next {{ {chain} }}"
        return chain

    def _test(self, player: str, mover: str) -> str | None:
        """Return the test whether a player has won, from the perspective of the mover; None if it always fails."""
        told = [text for check in self.sheet.wins.get(player, []) if (text := self._check(check, mover)) is not None]
        if not told:
            return None
        return told[0] if len(told) == 1 else f"has {{ choose {{ {' | '.join(told)} }} }}"

    def _check(self, check: Check, mover: str) -> str | None:
        """Return the test of one check; None if it always fails."""
        box = look_box(check.look, self.words.contents)
        filters = None if box is None else self.words.cell(box, "target", mover)
        if filters is None:
            return None if check.exists else "any"
        return f"{'has' if check.exists else 'no'} {{ {' -> '.join(['goto all', *filters])} }}"
