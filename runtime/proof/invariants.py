"""Invariants: properties that hold of every game at every ply, whatever its rules.

Each is a function whose docstring is the property: it checks a state of a random game and returns what is wrong, or
None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from tilewright.model.diagnostics import ModelError
from tilewright.runtime.move import Move
from tilewright.runtime.position import Identity
from tilewright.runtime.proof.pace import Going, always
from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.state import Game, State

SAMPLE = 6
"""The greatest number of moves of a state that one check tries."""
ALTERED = 2
"""The greatest number of moves of a state that are altered, each in several ways: to try what is refused costs most."""
EXPLAINED = 4
"""One state in so many has a refusal explained."""
MAX_PLIES = 400
"""The plies after which a game is abandoned."""


@dataclass(frozen=True)
class Violation:
    """A violated invariant: its name, the moves that lead to the state, and what is wrong."""

    invariant: str
    moves: tuple[str, ...]
    message: str

    def __str__(self) -> str:
        return f"{self.invariant}: {self.message}; after {' '.join(self.moves) or 'no move'}"


@dataclass
class Checked:
    """The numbers of games and plies that were checked, of games that ended, and the violations.

    ``stopped`` is whether the time was over before the games were.
    """

    games: int = 0
    plies: int = 0
    over: int = 0
    violations: tuple[Violation, ...] = ()
    stopped: bool = False

    def __str__(self) -> str:
        games, plies = ("game" if self.games == 1 else "games"), ("ply" if self.plies == 1 else "plies")
        return f"{self.games} {games}, {self.plies} {plies}"


def check_invariants(
    game: Game, games: int, seed: int = 1, max_plies: int = MAX_PLIES, goes_on: Going = always
) -> Checked:
    """Check all invariants at every ply of random games; stop at the first game with a violation.

    The same seed gives the same games. They end early when *goes_on* says so.
    """
    checked = Checked()
    for number in range(games):
        random = Random(f"invariants/{seed}/{number}")
        state = game.initial_state()
        line: list[str] = []
        for ply in range(max_plies):
            if not goes_on(number, ply):
                checked.stopped = True
                return checked
            checked.violations = tuple(Violation(name, tuple(line), found) for name, found in violated(state, random))
            if checked.violations:
                return checked
            if state.is_over:
                checked.over += 1
                break
            move = random.choice(list(state.legal_moves))
            line.append(str(move))
            state = state.play(move)
            checked.plies += 1
        checked.games += 1
    return checked


def violated(state: State, random: Random) -> Iterator[tuple[str, str]]:
    """Yield the name of each invariant that a state violates, and what is wrong.

    If the rules themselves fail, this is the last violation: the other invariants are not checked then.
    """
    for check in INVARIANTS:
        try:
            found = check(state, random)
        except ModelError as error:
            yield "the_rules_do_not_go_wrong", "; ".join(map(str, error.diagnostics))
            return
        if found is not None:
            yield check.__name__, found


def _sample(state: State, random: Random) -> list[Move]:
    moves = list(state.legal_moves)
    return moves if len(moves) <= SAMPLE else random.sample(moves, SAMPLE)


def a_game_goes_on_or_is_over(state: State, _: Random) -> str | None:
    """There is a legal move, or the game is over; never both."""
    if state.is_over == (len(state.legal_moves) > 0):
        return f"over: {state.is_over}, with {len(state.legal_moves)} legal moves"
    return None


def results_are_fair(state: State, _: Random) -> str | None:
    """Returns are from -1 to 1, and 0 before the end; teams, or players, add up to zero. Payments may be anything."""
    returns, pays, sides = state.returns, state.game.tables.pays, state.game.tables.sides
    if len(returns) != len(state.game.players) or (not pays and any(not -1 <= part <= 1 for part in returns)):
        return f"the returns are {returns}"
    if len(returns) > 1 and not pays and abs(sum(float(returns[side[0]]) for side in sides)) > 1e-9:
        return f"the returns {returns} do not add up to zero"
    if not pays and any(len({returns[me] for me in side}) > 1 for side in sides):
        return f"the returns {returns} differ within a team"
    if not state.is_over and any(returns):
        return f"the returns are {returns} before the end"
    return None


def chances_add_up(state: State, _: Random) -> str | None:
    """At nature's turn every move has a positive probability, and their sum is 1; at other turns no move has one."""
    outcomes = state.chance_outcomes
    if not state.is_chance:
        return f"{len(outcomes)} moves are drawn at the turn of {state.player}" if outcomes else None
    if [move for move, _ in outcomes] != list(state.legal_moves):
        return "the moves that are drawn are not the legal ones"
    if any(chance <= 0 for _, chance in outcomes) or sum(chance for _, chance in outcomes) != 1:
        return f"the probabilities are {', '.join(str(chance) for _, chance in outcomes)}"
    return None


def names_are_unique(state: State, _: Random) -> str | None:
    """Every legal move has a notation of its own, which reads back as that move."""
    moves = list(state.legal_moves)
    names = [str(move) for move in moves]
    if len(set(names)) != len(names):
        return f"{sorted(name for name in names if names.count(name) > 1)} stand for several moves"
    wrong = [name for move, name in zip(moves, names, strict=True) if state.game.parse_move(name) != move]
    return f"{wrong} do not read back" if wrong else None


def listed_moves_are_accepted(state: State, random: Random) -> str | None:
    """A legal move can be played from the position alone, with the same result, and playing changes no state."""
    before = (state.position, state.to_text(), str(state.legal_moves))
    for move in _sample(state, random):
        fresh = state.game.state(state.start)
        try:
            result = fresh.play(str(move))
        except IllegalMove as refusal:
            return f"{move} is listed, but refused: {refusal.reason}"
        if result != state.play(move):
            return f"{move} leads to another position when it is played from its notation"
    if (state.position, state.to_text(), str(state.legal_moves)) != before:
        return "playing a move has changed the state in which it was played"
    return None


def other_moves_are_refused(state: State, random: Random) -> str | None:
    """A move that is not listed is refused, and a refusal changes no state."""
    legal = {state.game.identity(move) for move in state.legal_moves}
    before = (state.position, state.to_text())
    for identity in _altered(state.game, list(legal), random):
        if identity in legal:
            continue
        fresh = state.game.state(state.start)
        move = state.game.move(identity)
        with suppress(IllegalMove):
            fresh.play(move)
            return f"{move} is not listed, but accepted"
    return None if (state.position, state.to_text()) == before else "a refusal has changed the state"


def refusals_have_a_reason(state: State, random: Random) -> str | None:
    """A refused move has a reason. One move is tried in some states, because a reason costs more than all else."""
    if random.randrange(EXPLAINED):
        return None
    legal = {state.game.identity(move) for move in state.legal_moves}
    refused = [identity for identity in _altered(state.game, list(legal), random) if identity not in legal]
    if not refused:
        return None
    move = state.game.move(random.choice(refused))
    explanation = state.explain(move)
    return None if not explanation.legal and explanation.sentence else f"{move} is refused without a reason"


def _altered(game: Game, legal: list[Identity], random: Random) -> Iterator[Identity]:
    """Yield identities that resemble legal moves, and random ones; some may be legal."""
    cells = len(game.names.cells)
    yield (random.randrange(cells),)
    yield (random.randrange(cells), random.randrange(cells))
    for identity in random.sample(sorted(legal, key=str), min(ALTERED, len(legal))):
        yield (*identity, random.randrange(cells))
        if len(identity) > 1:
            yield identity[:-1]
        if identity:
            place = random.randrange(len(identity))
            yield (*identity[:place], random.randrange(cells), *identity[place + 1 :])


def beginnings_lead_on(state: State, random: Random) -> str | None:
    """The completions of a prefix of a move are the legal moves that begin with it, in their order."""
    for move in _sample(state, random)[:2]:
        identity = state.game.identity(move)
        prefix = state.game.move(identity[: random.randint(min(1, len(identity)), len(identity))])
        fresh = state.game.state(state.start)
        listed = [other for other in state.legal_moves if other.steps[: len(prefix.steps)] == prefix.steps]
        if fresh.completions(prefix) != listed:
            return f"{prefix} is the beginning of {len(listed)} moves, but goes on as {fresh.completions(prefix)}"
    return None


def keys_follow_positions(state: State, random: Random) -> str | None:
    """The key of a state, which is updated move by move, is the key of its position."""
    if state.key != state.game.keys.of(state.start):
        return f"the key is {state.key:016x}, that of the position {state.game.keys.of(state.start):016x}"
    for move in _sample(state, random)[:2]:
        after = state.play(move)
        if after.key != state.game.keys.of(after.start):
            return f"{move} leads to the key {after.key:016x}, its position has {state.game.keys.of(after.start):016x}"
    return None


def positions_read_back(state: State, _: Random) -> str | None:
    """The text of a position without a result reads back as a position with the same key."""
    if state.start.returns is not None:
        return None  # a text has no result
    read = state.game.position(state.to_text())
    return None if read.key == state.key else f"{state.to_text()} reads back as {read.to_text()}"


def order_is_fixed(state: State, _: Random) -> str | None:
    """The same position has the same moves in the same order."""
    again = state.game.state(state.start)
    return None if list(again.legal_moves) == list(state.legal_moves) else "the legal moves come in another order"


def choices_of_a_round_are_independent(state: State, random: Random) -> str | None:
    """In a round, the moves of a player do not depend on what another one has chosen before."""
    waiting = [player for player in state.movers if player != state.player]
    if not waiting:
        return None
    for move in _sample(state, random)[:2]:
        after = state.play(move)
        for player in waiting:
            before, now = (list(map(str, each.legal_moves_of(player))) for each in (state, after))
            if now != before:
                return f"{player} has {' '.join(before)} before {move} of {state.player}, and {' '.join(now)} after it"
    return None


INVARIANTS: tuple[Callable[[State, Random], str | None], ...] = (
    a_game_goes_on_or_is_over,
    results_are_fair,
    chances_add_up,
    names_are_unique,
    listed_moves_are_accepted,
    other_moves_are_refused,
    refusals_have_a_reason,
    beginnings_lead_on,
    keys_follow_positions,
    positions_read_back,
    order_is_fixed,
    choices_of_a_round_are_independent,
)
"""All invariants, in the order in which they are checked."""
