"""Emission of amounts: of alternatives that give a counter one number after the other, as one loop over the numbers.

n = 1 if T3 < 1 else T3     where the amount is from T3 to T4
while n <= T4:
    n5 = n
    n = n + 1
    ...                     what follows, where the counter is n5
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tilewright.generator.compiler.emit.emitter import Emitter, Then
from tilewright.generator.compiler.emit.filters.values import value_of
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.kernel.nodes import ONE, If, While, all_of, choice, number
from tilewright.generator.compiler.rules import ir

LEAST = 16
"""The fewest numbers for which a loop is emitted; fewer are written out, or looped over as other alternatives are."""
LEAST_LONG = 3
"""The same where what follows is too long to be written out, and other loops cannot be emitted."""


@dataclass(frozen=True)
class Amount:
    """Alternatives that give a counter the numbers from *first* to *last*, where these lie within two bounds.

    *label* is that of the option of the first number; those of the others follow it. A bound is None if every number
    is known to lie within it.
    """

    counter: int
    player: int
    first: int
    last: int
    label: int
    low: ir.Value | None
    high: ir.Value | None

    def joined(self, other: Amount) -> Amount | None:
        """Return this amount with another one behind it, or None if they do not belong together."""
        ours, theirs = (self.counter, self.player, self.last + 1), (other.counter, other.player, other.first)
        if ours != theirs or other.label - self.label != other.first - self.first:
            return None
        if None not in (self.low, other.low) and self.low != other.low:
            return None
        if None not in (self.high, other.high) and self.high != other.high:
            return None
        return replace(self, last=other.last, low=self.low or other.low, high=self.high or other.high)


def parts_of(alternatives: Sequence[ir.Chain], least: int) -> Iterator[Amount | ir.Chain]:
    """Yield the alternatives of a choice in their order, rows of at least so many numbers of a counter as amounts."""
    row: list[ir.Chain] = []
    amount: Amount | None = None
    for chain in alternatives:
        one = _amount_of(chain)
        joined = None if amount is None or one is None else amount.joined(one)
        if joined is None:
            yield from _whole(amount, row, least)
            row = []
        amount = joined or one
        row.append(chain)
    yield from _whole(amount, row, least)


def _whole(amount: Amount | None, row: Sequence[ir.Chain], least: int) -> Iterator[Amount | ir.Chain]:
    """Yield an amount if it has enough numbers, or else its alternatives."""
    if amount is not None and len(row) >= least:
        yield amount
    else:
        yield from row


def _amount_of(chain: ir.Chain) -> Amount | None:
    """Return an alternative that gives a counter one number as an amount; None if it does more, or something else."""
    match chain.ops:
        case (*tests, ir.Option(label), ir.SetCounter(counter, player, "Set", ir.Int(number))):
            low: ir.Value | None = None
            high: ir.Value | None = None
            for test in tests:
                match test:
                    case ir.Compare(value, "<=", ir.Int(bound)) if bound == number and low is high is None:
                        low = value
                    case ir.Compare(value, ">=", ir.Int(bound)) if bound == number and high is None:
                        high = value
                    case _:
                        return None
            return Amount(counter, player, number, number, label, low, high)
    return None


def each_number(emitter: Emitter, amount: Amount, flow: Flow, then: Then) -> None:
    """Emit a loop over the numbers of an amount, and in it what *then* emits for a living flow."""
    if not flow.alive:
        with emitter.code.block(If(emitter.named(flow).cells.value)):
            flow.alive = True
            each_number(emitter, amount, flow, then)
        return
    first, last = (
        bound if value is None else emitter.number(value_of(emitter, value, flow))
        for value, bound in ((amount.low, number(amount.first)), (amount.high, number(amount.last)))
    )
    following = emitter.code.fresh("n")
    emitter.code.assign(following, choice(first > amount.first, first, amount.first))
    with emitter.code.block(While(all_of(following <= last, following <= amount.last))):
        one = flow.copy()
        here = emitter.code.fresh("n")
        emitter.code.assign(here, following)
        emitter.code.assign(following, here + 1)
        if emitter.ordered:
            emitter.step(one, amount.first - amount.label - 1 - here)
        one.numbers[amount.counter, amount.player] = here
        one.written[len(one.marks) + amount.counter] = ONE
        then(one)
