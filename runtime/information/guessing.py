"""Guesses: states in which a player sees just what he sees now, but which need not explain all that he was told before.

They are for a player who finds no state in time that explains everything. A guess begins somewhere on a line of play
that explains a part. From there it goes on: told moves are made if they are legal, others are drawn, and after each ply
of which the player was told something, what he would see and has not seen is put right. A piece that he has seen on a
cell changes places with what stands there: it comes from a cell that he does not see, if it lies on one. So cards stay
as many as they are. Nothing is looked at but what the player was told.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tilewright.model.diagnostics import ModelError
from tilewright.runtime.information.lines import NONE, Line, Moment, Transcript
from tilewright.runtime.information.seen import Seen
from tilewright.runtime.information.views import shown_cells, shown_slots
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.position import CellSet, Position
from tilewright.runtime.state import State

TRIES = 6
"""How many moves are tried for a ply before a guess is given up."""
UNSEEN = 200
"""The greatest number of plies in a row of which the player notices nothing."""


def guess(transcript: Transcript, line: Line, random: Random, deadline: float | None = None) -> State | None:
    """Return a state with the player's present view; None if none is found before *deadline* (``time.monotonic``).

    *line* explains a part of the transcript. The same seed of *random* gives the same state, whatever the engine.
    """
    moment = line.moment(random.randrange(len(line.plies) + 1))
    plies = 0
    while not transcript.is_whole(moment):
        plies += 1
        if plies > UNSEEN or (deadline is not None and time.monotonic() >= deadline):
            return None
        after = next(_following(transcript, moment, random), None)
        if after is None:
            return None
        if after.explained > moment.explained:
            plies = 0
        moment = after
    return moment.state


def _following(transcript: Transcript, moment: Moment, random: Random) -> Iterator[Moment]:
    """Yield what may follow a moment, so that what the player has seen after it holds in it."""
    state = moment.state
    if state.is_over:
        return
    entry = transcript.entries[moment.explained]
    told, count = transcript.told(moment), state.count_moves()
    numbers = [random.randrange(count) for _ in range(TRIES)]
    if told != NONE:
        numbers[0] = told
    for number in numbers:
        try:
            after = state.play_number(number)
            glance = transcript.glances.of(after)
            if glance == moment.glance and moment.open and entry.view.key != glance:
                yield transcript.moment(after, glance, moment.explained)
                continue
            if glance != entry.view.key:
                found = put_right(after, entry.view.content, random)
                if found is None:
                    continue
                after, glance = found, transcript.glances.of(found)
            if glance == entry.view.key:
                yield transcript.moment(after, glance, moment.explained + 1)
        except ModelError:  # the rules fail in a position that no game reaches
            continue


def put_right(state: State, seen: Seen, random: Random) -> State | None:
    """Return a state in which a player sees what he has seen; None if somebody else would be to move, or the like.

    ``ModelError`` if it is no state of the game.
    """
    position = state.position
    if (position.phase, position.player, position.returns) != (seen.phase, seen.mover, seen.returns):
        return None
    tables = state.game.tables
    boards = _exchanged(position, seen, tables.tile_at, random)
    covered = state.game.engine.covered(replace(position, boards=boards), seen.viewer)
    boards = _moved(boards, covered & ~seen.covered, seen.covered & ~covered, tables.tile_at)
    in_sight = 0
    for cells in seen.boards:
        in_sight |= cells
    marks, counters = list(position.marks), list(position.counters)
    for slot, info in enumerate(tables.marks):
        shown = shown_cells(info, seen.viewer, in_sight)
        marks[slot] = (marks[slot] & ~shown) | seen.marks[slot]
    for counter in tables.counters.values():
        for slot in shown_slots(counter, seen.viewer, in_sight):
            counters[slot] = seen.counters[slot]
    return state.game.state(replace(position, boards=boards, marks=tuple(marks), counters=tuple(counters)))


def _exchanged(position: Position, seen: Seen, tiles: tuple[int, ...], random: Random) -> tuple[CellSet, ...]:
    """Return the cells of each state after pieces have changed places so that a player sees what he has seen."""
    boards, hidden = list(position.boards), sum(position.boards)
    wanted: list[Counter[int]] = [Counter() for _ in range(max(tiles) + 1)]
    """For each tile the states that more cells should be in, less those that fewer should be in."""
    for state, cells in enumerate(seen.boards):
        hidden &= ~cells
        for cell in bits(cells & ~boards[state]):
            before = next(other for other, those in enumerate(boards) if those >> cell & 1)
            boards[before] ^= 1 << cell
            boards[state] |= 1 << cell
            wanted[tiles[cell]][state] += 1
            wanted[tiles[cell]][before] -= 1
    for tile, changed in enumerate(wanted):
        spare = [state for state, number in changed.items() for _ in range(-number)]
        random.shuffle(spare)
        for state in [state for state, number in changed.items() for _ in range(number)]:
            sources = [cell for cell in bits(boards[state] & hidden) if tiles[cell] == tile]
            if sources and spare:
                cell, other = random.choice(sources), spare.pop()
                boards[state] ^= 1 << cell
                boards[other] |= 1 << cell
                hidden &= ~(1 << cell)
    return tuple(boards)


def _moved(boards: tuple[CellSet, ...], full: CellSet, bare: CellSet, tiles: tuple[int, ...]) -> tuple[CellSet, ...]:
    """Return the cells of each state after what stands on cells has changed places with near cells that are bare.

    So something stands just where the player sees that something does, if as many cells are full as bare.
    """
    found = list(boards)
    places = list(bits(full))
    for cell in bits(bare):
        near = [place for place in places if tiles[place] == tiles[cell]]
        if not near:
            break
        other = min(near, key=lambda place: abs(place - cell))
        places.remove(other)
        both = 1 << cell | 1 << other
        for state, cells in enumerate(found):
            if (cells & both) not in (0, both):
                found[state] = cells ^ both
    return tuple(found)
