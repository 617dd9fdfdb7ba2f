"""Positions drawn at random, most of which no play leads to: anything on any cell, marks anywhere, counters at bounds."""

from __future__ import annotations

from random import Random

from tilewright.generator.compiler.lowering.boards import MANY
from tilewright.generator.compiler.lowering.standing import Standing
from tilewright.metamodel.language import Mark
from tilewright.runtime import Game
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.position import Position

SHARES = (0.0, 0.2, 0.2, 0.6, 1.0)
"""How much of the board is drawn anew; the rest is as it is at first."""


class _Writable:
    """What may be where: compiled engines play games with many kinds only from what the rules may put there."""

    def __init__(self, game: Game) -> None:
        self._tables = tables = game.tables
        self._standing = Standing(tables.game) if len(tables.pieces) > MANY else None
        self._zones = {zone: tables.in_zone(zone) for zone in (None, *tables.zones)}
        self._pieces = {zone: self._standing.pieces(zone) for zone in self._zones} if self._standing else {}

    def states(self, cell: int, now: int) -> list[int]:
        """Return the numbers of the states in which a cell may be; ``now`` is that in which it is at first."""
        tables = self._tables
        states = list(tables.states_of_tile(tables.tile_at[cell]))
        if self._standing is None:
            return states
        pieces = self._pieces[next(zone for zone, cells in self._zones.items() if cells >> cell & 1)]
        if pieces is None:
            return [now]
        return [one for one in states if one == now or tables.states[one].element.piece in (None, *pieces)]

    def cells(self, mark: Mark) -> int:
        """Return the cells that a mark may have."""
        if self._standing is None:
            return (1 << len(self._tables.tile_at)) - 1
        return sum(self._zones[zone] for zone in self._standing.marked(mark))


def draw_position(game: Game, random: Random) -> Position:
    """Return a position that can be written as text. The rules may go wrong in it."""
    tables, writable = game.tables, _Writable(game)
    marks, counters = list(tables.initial.marks), list(tables.initial.counters)
    for number, mark in enumerate(tables.marks):
        if mark.lifetime != "Move":
            everything = writable.cells(mark.element)
            one = 1 << random.randrange(len(tables.tile_at))
            some = random.randrange(1 << len(tables.tile_at))
            marks[number] = everything & random.choice((0, 0, one, some, everything))
    for info in tables.counters.values():
        if info.lifetime != "Move" and random.random() < 0.6:
            near = [number for number in range(-3, 8) if info.least <= number <= info.greatest]
            for slot in info.slots:
                counters[slot] = random.choice((info.least, info.greatest, counters[slot], *near, *near))
    player = random.randrange(len(game.players))
    phase = random.randrange(max(1, len(tables.phases)))
    boards = _boards(game, writable, random)
    at_rest = tables.counters_with(boards)  # what lasts for a move may begin with what stands on a cell
    for info in tables.counters.values():
        if info.lifetime == "Move":
            for slot in info.slots:
                counters[slot] = at_rest[slot]
    return Position(boards, tuple(marks), tuple(counters), phase, player, player)


def _boards(game: Game, writable: _Writable, random: Random) -> tuple[int, ...]:
    """Return the cells in each state. Of some states there are many, of others few."""
    tables = game.tables
    share = random.choice(SHARES)
    weights = [0.001 + random.random() ** 3 for _ in tables.states]
    boards = [0] * len(tables.states)
    for state, cells in enumerate(tables.initial.boards):
        for cell in bits(cells):
            states = writable.states(cell, state)
            drawn = random.choices(states, [weights[one] for one in states])[0]
            boards[drawn if random.random() < share else state] |= 1 << cell
    if random.random() < 0.8:
        _fill_gaps(game, boards)
    return tuple(boards)


def _fill_gaps(game: Game, boards: list[int]) -> None:
    """Move what lies in the blocks of stacks to their first cells: else hardly any stack could be moved."""
    tables = game.tables
    for zone in tables.zones:
        for block in tables.blocks(zone).values() if zone.arrangement.name == "Stack" else ():
            empty = tables.initial_state[tables.tile_at[next(bits(block))]]
            lying = [state for cell in bits(block) for state, cells in enumerate(boards) if cells >> cell & 1]
            lying.sort(key=lambda state: state == empty)
            boards[:] = [cells & ~block for cells in boards]
            for cell, state in zip(bits(block), lying, strict=True):
                boards[state] |= 1 << cell
