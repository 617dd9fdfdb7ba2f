"""Positions drawn at random, most of which no play leads to: anything on any cell, marks anywhere, counters at bounds."""

from __future__ import annotations

from random import Random

from tilewright.runtime import Game
from tilewright.runtime.interpreter.tables import bits
from tilewright.runtime.position import Position

SHARES = (0.0, 0.2, 0.2, 0.6, 1.0)
"""How much of the board is drawn anew; the rest is as it is at first."""


def draw_position(game: Game, random: Random) -> Position:
    """Return a position that can be written as text. The rules may go wrong in it."""
    tables = game.tables
    everything = (1 << len(tables.tile_at)) - 1
    marks, counters = list(tables.initial.marks), list(tables.initial.counters)
    for number, mark in enumerate(tables.marks):
        if mark.lifetime != "Move":
            one = 1 << random.randrange(len(tables.tile_at))
            marks[number] = random.choice((0, 0, one, random.randrange(everything + 1), everything))
    for info in tables.counters.values():
        if info.lifetime != "Move" and random.random() < 0.6:
            near = [number for number in range(-3, 8) if info.least <= number <= info.greatest]
            for slot in info.slots:
                counters[slot] = random.choice((info.least, info.greatest, counters[slot], *near, *near))
    player = random.randrange(len(game.players))
    phase = random.randrange(max(1, len(tables.phases)))
    return Position(_boards(game, random), tuple(marks), tuple(counters), phase, player, player)


def _boards(game: Game, random: Random) -> tuple[int, ...]:
    """Return the cells in each state. Of some states there are many, of others few."""
    tables = game.tables
    share = random.choice(SHARES)
    weights = [0.001 + random.random() ** 3 for _ in tables.states]
    boards = [0] * len(tables.states)
    for state, cells in enumerate(tables.initial.boards):
        for cell in bits(cells):
            states = list(tables.states_of_tile(tables.tile_at[cell]))
            drawn = random.choices(states, [weights[one] for one in states])[0]
            boards[drawn if random.random() < share else state] |= 1 << cell
    return tuple(boards)
