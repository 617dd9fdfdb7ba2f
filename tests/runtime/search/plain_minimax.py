"""Minimax as it is defined, over states, with the same evaluation as alpha-beta search: slow, and easy to believe.

At nature's turn it is expectiminimax: the mean of all outcomes, each as likely as the interpreter's odds say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random

from tilewright.generator.compiler.program import Layout, Terms
from tilewright.generator.heuristic import MOST_JUDGED, VICTORY
from tilewright.generator.minimax import FINE, MOST, SURE, UNIT, WON, Progress
from tilewright.runtime import State
from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.odds import Odds
from tilewright.runtime.search.evaluation import Evaluation
from tilewright.runtime.search.minimax import MinimaxSearch


def drawn_evaluation(state: State, seed: int, quiescence: int = 0) -> Evaluation:
    """Return an evaluation with random weights for the game of a compiled state."""
    game, random = state.game, Random(seed)
    size = compiled_engine(game.engine, game.name).program.layout.terms.size
    weights = tuple(random.randrange(-300, 300) for _ in range(size))
    opposite = tuple(-weight for weight in weights)
    return Evaluation((weights, *[opposite] * (len(game.players) - 1)), quiescence)


def wandered(state: State, seed: int) -> State:
    """Return a state after some random moves, in which a player can move."""
    random = Random(seed)
    while True:
        chosen = found = state
        for _ in range(random.randrange(60)):
            found = found.play_number(random.randrange(found.count_moves()))
            if found.is_over:
                break
            chosen = chosen if found.is_chance else found
        if not chosen.is_chance:
            return chosen


def cut(whole: int, masses: Sequence[int]) -> Iterator[int]:
    """Yield what each mass gets of a whole, so that all together get it."""
    ends = [whole * end // sum(masses) for end in accumulate(masses)]
    yield from (end - begin for begin, end in pairwise([0, *ends]))


def likely(odds: Odds | None) -> list[int]:
    """Return how likely each of nature's moves is, in parts of ``SURE``; without odds there is one."""
    if odds is None:
        return [SURE]
    rules = cut(SURE, [lot.weight for lot in odds])
    return [part for whole, lot in zip(rules, odds, strict=True) for part in cut(whole, lot.shares)]


@dataclass
class PlainMinimax:
    """*hero* is the player for whom values are, *side* that player with all allies; *terms* say where weights stand."""

    evaluation: Evaluation
    hero: int
    side: frozenset[int]
    terms: Terms
    bit_of: dict[int, int]
    layout: Layout

    @classmethod
    def of(cls, state: State, evaluation: Evaluation) -> PlainMinimax:
        """Return that for the player who moves in a compiled state."""
        layout = compiled_engine(state.game.engine, state.game.name).program.layout
        hero = state.player.number if len(state.game.players) > 2 or layout.outcome.paid else 0
        return cls(
            evaluation,
            hero,
            side_of(state, hero),
            layout.terms,
            {cell: bit for bit, cell in layout.cell_of.items()},
            layout,
        )

    def value(self, state: State, depth: int, plies: int = 0, before: State | None = None) -> int:
        """Return the value of a state for the hero, so many plies from the root."""
        if state.start.returns is not None:
            return self._ended(state, plies)
        if depth == 0:
            assert before is not None
            return self._quiet(state, before, self.evaluation.quiescence, plies)
        if state.is_over:
            return self._ended(state, plies)
        after = [self.value(state.play_number(k), depth - 1, plies + 1, state) for k in range(state.count_moves())]
        if state.is_chance:
            return sum(part * value for part, value in zip(likely(state.node.odds), after, strict=True)) // SURE
        return max(after) if state.player.number in self.side else min(after)

    def _quiet(self, state: State, before: State, left: int, plies: int) -> int:
        """Return the value of a state beyond the depth, where captures alone are tried, each of which follows another."""
        expected = self._expected(state, before)
        if left == 0 or men(state) >= men(before) or state.is_chance:
            return expected
        if state.start.returns is None and state.is_over:
            return self._ended(state, plies)
        after = []
        for number in range(state.count_moves()):
            following = state.play_number(number)
            if men(following) < men(state):
                ended = following.start.returns is not None
                after.append(
                    self._ended(following, plies + 1) if ended else self._quiet(following, state, left - 1, plies + 1)
                )
        mine = state.player.number in self.side
        return max([expected, *after]) if mine else min([expected, *after])

    def _ended(self, state: State, plies: int) -> int:
        if self.layout.averages:
            gain = state.returns[self.hero] * (UNIT << FINE)
            return round(gain) if isinstance(gain, float) else int(gain)
        value = round(state.returns[self.hero] * WON)
        return value - plies if value > 0 else value + plies if value < 0 else 0

    def _expected(self, state: State, before: State) -> int:
        weights, terms, position = self.evaluation.weights[self.hero], self.terms, state.start
        total = weights[terms.turns + self._turn(state)]
        total += before.count_moves() * weights[terms.mobility + self._turn(before)]
        for plane, number in enumerate(terms.states):
            total += sum(weights[plane * terms.bits + self.bit_of[cell]] for cell in bits(position.boards[number]))
        first = len(terms.states) * terms.bits
        for plane, cells in enumerate(self._others(state)):
            total += sum(weights[first + plane * terms.bits + self.bit_of[cell]] for cell in bits(cells))
        numbers = [
            position.counters[info.slot(me)]
            for info in state.game.tables.counters.values()
            if info.lifetime != "Move" and not info.per_cell
            for me in range(info.players)
        ]
        total += sum(weights[terms.numbers + place] * number for place, number in enumerate(numbers))
        if state.heuristic is not None:
            total += promised(state, self.hero)
        total = max(-MOST, min(MOST, total))
        if not self.layout.averages:
            return total
        total <<= FINE
        if self.layout.outcome.paid:
            return total
        return bent(total) if total >= 0 else -bent(-total)

    def _turn(self, state: State) -> int:
        return self.layout.turn(state.start.player, state.start.seat)

    def _others(self, state: State) -> list[int]:
        """Return the marks that outlast a move, and the binary digits of the numbers of cells."""
        tables, position = state.game.tables, state.start
        found = [position.marks[n] for n, mark in enumerate(tables.marks) if mark.lifetime != "Move"]
        for info in tables.counters.values():
            if info.lifetime != "Move" and info.per_cell:
                for me in range(info.players):
                    values = [position.counters[info.slot(me) + cell] - info.least for cell in range(info.cells)]
                    for digit in range(max(1, (info.greatest - info.least).bit_length())):
                        found.append(sum((value >> digit & 1) << cell for cell, value in enumerate(values, info.first)))
        return found


def side_of(state: State, me: int) -> frozenset[int]:
    """Return a player and all of the same team."""
    team = state.game.players[me].team
    return frozenset(
        player.number for player in state.game.players if player.number == me or (team and player.team == team)
    )


def promised(state: State, me: int) -> int:
    """Return what the heuristic of the model adds to an evaluation for a player."""
    return divided(lead(state, me) * (UNIT // VICTORY), max(1, sides(state) - 1))


def sides(state: State) -> int:
    """Return how many sides there are: teams, and players who are in none."""
    return len({player.team or player.number for player in state.game.players})


def lead(state: State, me: int) -> int:
    """Return what a player and all allies have more than the others, all times the number of the other sides."""
    told = state.heuristic
    assert told is not None
    told = tuple(max(-MOST_JUDGED, min(MOST_JUDGED, part)) for part in told)
    mine = sum(told[each] for each in side_of(state, me))
    return mine * sides(state) - sum(told) if sides(state) > 1 else mine


def divided(number: int, divisor: int) -> int:
    """Return a quotient that is rounded towards 0."""
    return number // divisor if number >= 0 else -(-number // divisor)


def bent(value: int) -> int:
    """Return what is expected, nearer to a win the more it is, and never as much."""
    win = UNIT << FINE
    straight = 3 * win // 4
    beyond, left = value - straight, win - straight
    return value if beyond <= 0 else straight + beyond * left // (beyond + left)


def men(state: State) -> int:
    """Return how many cells are not in the initial state of their tile."""
    tables = state.game.tables
    initial = set(tables.initial_state)
    return sum(cells.bit_count() for number, cells in enumerate(state.start.boards) if number not in initial)


def values_found(state: State, seed: int, depth: int, quiescence: int) -> list[int]:
    """Return the values that alpha-beta finds with each depth up to one, and check them against plain minimax."""
    evaluation = drawn_evaluation(state, seed, quiescence)
    search, plain = MinimaxSearch(state, evaluation=evaluation), PlainMinimax.of(state, evaluation)
    values = []
    for each in range(1, depth + 1):
        if not search._solved:
            search.grow(depth=each)
        value = int(search._progress[Progress.VALUE])
        expected = plain.value(state, each) * (1 if state.player.number == plain.hero else -1)
        assert value == expected, f"{state.game.name} at depth {each}: {value} is not {expected} in {state.to_text()}"
        values.append(value)
    return values
