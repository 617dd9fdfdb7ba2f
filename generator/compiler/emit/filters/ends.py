"""Emission of the end of a game: its code, and the scores or gains that the record tells of it (see ``Outcome``)."""

from __future__ import annotations

from itertools import product
from typing import assert_never

from tilewright.generator.compiler.emit.emitter import Emitter, straight
from tilewright.generator.compiler.emit.filters.values import value_of
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.sets import constant
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    Assign,
    Expression,
    all_of,
    any_of,
    call,
    choice,
    equal,
    number,
    total,
)
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import PAID_PER_ZERO


@straight(ir.End)
def end(emitter: Emitter, op: ir.End, flow: Flow) -> None:
    """Set the code of the end, and what is told of it."""
    match op.by:
        case None:
            flow.end = number(op.code)
        case ir.Scores(values):
            _score(emitter, _numbers(emitter, values, flow), flow)
        case ir.Paid(values, parts):
            _pay(emitter, _numbers(emitter, values, flow), _numbers(emitter, parts, flow), flow)
        case ir.Ranked(criteria):
            _rank(emitter, criteria, flow)
        case _:
            assert_never(op.by)


def _numbers(emitter: Emitter, values: tuple[ir.Value, ...], flow: Flow) -> list[Expression]:
    """Return the values of all players, each computed as that player, as variables."""
    return [emitter.number(value_of(emitter, value, aside(flow, me))) for me, value in enumerate(values)]


def _tell(emitter: Emitter, flow: Flow, names: tuple[str, ...], parts: list[Expression]) -> None:
    """Set the parts of the outcome with some names."""
    told = dict(zip(names, parts, strict=True))
    every = zip(emitter.constants.outcome.names, flow.outcome, strict=True)
    flow.outcome = tuple(told.get(name, before) for name, before in every)


def _score(emitter: Emitter, scores: list[Expression], flow: Flow) -> None:
    """Set the scores, and the code: the player or the team with the greatest score wins; a tie for it is a draw."""
    constants = emitter.constants
    _tell(emitter, flow, constants.outcome.scores, [*scores, ONE])
    totals = [emitter.number(total([scores[me] for me in side])) for side in constants.sides]
    best = emitter.code.fresh("n")
    emitter.code.assign(best, totals[0])
    for found in totals[1:]:
        emitter.code.assign(best, choice(found > best, found, best))
    winners = emitter.number(total([choice(equal(found, best), 1, 0) for found in totals]))
    if constants.has_teams:
        others = len(totals) - 1
        gains: list[Expression] = [
            choice(equal(winners, 1), choice(equal(found, best), others, -1), 0) for found in totals
        ]
        _pay_sides(emitter, gains, flow)
        return
    which: Expression = ONE
    for me, score in reversed(list(enumerate(scores))):
        which = choice(equal(score, best), me + 2, which)
    flow.end = emitter.number(choice(equal(winners, 1), which, 1))


def _pay_sides(emitter: Emitter, gains: list[Expression], flow: Flow) -> None:
    """Pay what each side gets, divided by the number of the other sides, to each of its players."""
    constants = emitter.constants
    found = {me: gain for side, gain in zip(constants.sides, gains, strict=True) for me in side}
    others = len(gains) - 1
    parts: list[Expression] = [number(others)] * constants.players if others > 1 else []
    _pay(emitter, [found[me] for me in range(constants.players)], parts, flow)


def _pay(emitter: Emitter, gains: list[Expression], parts: list[Expression], flow: Flow) -> None:
    """Set what each player gets: a gain or, with *parts*, the fraction of a gain and a part.

    Equal ends have equal records: fractions are in lowest terms, and gains that are those of a victory or a draw have
    the code of it instead.
    """
    outcome = emitter.constants.outcome
    if parts:
        for part in parts:
            emitter.fail(equal(part, 0), PAID_PER_ZERO)
        shares = [(emitter.code.fresh("n"), emitter.code.fresh("n")) for _ in gains]
        for share, gain, part in zip(shares, gains, parts, strict=True):
            emitter.code.add(Assign((share[0].name, share[1].name), call("lowest", gain, part)))
        gains, parts = [share for share, _ in shares], [part for _, part in shares]
    elif outcome.divided:
        parts = [ONE] * len(gains)
    paid: Expression = number(ir.paid_end(outcome.players))
    for code, usual in _usual(outcome.players).items():
        same = [equal(gain, part) for gain, part in zip(gains, usual, strict=True)]
        whole = [equal(part, 1) for part in parts]
        paid = choice(all_of(*same, *whole), code, paid)
    flow.end = emitter.number(paid)
    told = equal(flow.end, ir.paid_end(outcome.players))
    _tell(emitter, flow, outcome.gains, [emitter.number(choice(told, part, 0)) for part in (*gains, *parts)])


def _usual(players: int) -> dict[int, tuple[int, ...]]:
    """Return what each player gets, for the codes of ends at which all get whole numbers.

    With more than two players a victory is none of them: the losers share a loss.
    """
    found = {ir.DRAW: (0,) * players}
    if players <= 2:
        found[ir.DRAW + 1] = (1, -1)[:players]
        found[ir.DRAW + 2] = (-1, 1)[:players]
    return found


def _rank(emitter: Emitter, criteria: tuple[tuple[ir.Value, ...], ...], flow: Flow) -> None:
    """Rank the sides, which are players or teams: by the first criterion, ties by the next one, and so on.

    Of two players the first in rank wins, or there is a draw. Otherwise each side gets the mean of its results (1, 0 or
    -1) against the others.
    """
    seat = flow.copy()
    seat.cells, seat.alive, seat.states = constant(emitter.constants.board.board), True, None
    constants = emitter.constants
    numbers = [_numbers(emitter, values, seat) for values in criteria]
    keys = [[emitter.number(total([values[me] for me in side])) for side in constants.sides] for values in numbers]
    sides = len(constants.sides)

    def ahead(one: int, other: int) -> Expression:
        """Return whether one side ranks above another one: 1 or 0."""
        ways = (
            all_of(*(equal(key[one], key[other]) for key in keys[:place]), keys[place][one] > keys[place][other])
            for place in range(len(keys))
        )
        return emitter.number(choice(any_of(*ways), 1, 0))

    before = {(one, other): ahead(one, other) for one, other in product(range(sides), repeat=2) if one != other}
    if constants.players <= 2:
        won = choice(before[1, 0], ir.DRAW + 2, ir.DRAW) if before else number(ir.DRAW)
        flow.end = emitter.number(choice(before[0, 1], ir.DRAW + 1, won) if before else won)
        return
    gains = [
        emitter.number(total([before[me, other] - before[other, me] for other in range(sides) if other != me]))
        for me in range(sides)
    ]
    _pay_sides(emitter, gains, flow)
