"""Leaks: whether the legal moves reveal to a player what he does not see, tested on positions of random games.

Everything that the mover does not see is changed at random: the states of unseen cells are permuted, those of all or
of the occupied ones alone, for whoever sees the backs of pieces sees which cells are empty; and unseen counters and
marks get values that they had elsewhere in the games. If the view of the mover is the same as before, the legal moves
must be the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from tilewright.model.diagnostics import ModelError
from tilewright.runtime.information.views import seen_of, shown_cells, shown_slots
from tilewright.runtime.interpreter.cells import bits
from tilewright.runtime.interpreter.tables import CounterInfo
from tilewright.runtime.position import CellSet, Position
from tilewright.runtime.proof.pace import Going, always
from tilewright.runtime.state import Game, State

TRIES = 4
"""The number of changed positions that are made of each position."""
PLIES = 200
"""The plies after which a game is abandoned."""


@dataclass
class _Elsewhere:
    """The values that unseen counters and marks have had, by their slots."""

    counters: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    marks: dict[int, list[CellSet]] = field(default_factory=lambda: defaultdict(list))


@dataclass
class Shuffled:
    """The number of pairs of positions that were compared, a sentence for each leak, and whether the time was over."""

    compared: int = 0
    leaks: list[str] = field(default_factory=list)
    stopped: bool = False


def look_for_leaks(game: Game, games: int, seed: int, goes_on: Going = always) -> Shuffled:
    """Play random games of a game with hidden parts, and compare positions that look the same to the mover.

    It stops at the first leak, or when *goes_on* says so. Cost: up to ``TRIES`` generations of moves for each ply.
    """
    found = Shuffled()

    def going(number: int, ply: int) -> bool:
        found.stopped = not goes_on(number, ply)
        return not found.stopped

    for state, other in look_alikes(game, games, seed, going):
        _compare(state, other, found)
        if found.leaks:
            break
    return found


def look_alikes(game: Game, games: int, seed: int, goes_on: Going = always) -> Iterator[tuple[State, State]]:
    """Yield positions of random games, each with one that differs only in what the mover does not see.

    The games end early when *goes_on* says so.
    """
    elsewhere = _Elsewhere()
    for number in range(games):
        random = Random(f"{seed}/{number}")
        state = game.initial_state()
        while not state.is_over and state.ply < PLIES:
            if not goes_on(number, state.ply):
                return
            if state.player in game.players:
                for other in _changed(state, random, elsewhere):
                    if _looks_like(state, other):
                        yield state, other
            state = state.play_number(random.randrange(state.count_moves()))


def _looks_like(state: State, other: State) -> bool:
    viewer = state.player.number
    try:
        return seen_of(state.game, other.position, viewer) == seen_of(state.game, state.position, viewer)
    except ModelError:  # the chain of sight fails in a position that no game reaches
        return False


def _compare(state: State, other: State, found: Shuffled) -> None:
    try:
        ours, theirs = set(map(str, state.moves())), set(map(str, other.moves()))
    except ModelError:  # the rules fail in a position that no game reaches
        return
    found.compared += 1
    if ours != theirs and not found.leaks:
        differing = sorted(ours ^ theirs)[:3]
        found.leaks.append(
            f"{state.player} sees the same in two positions, but {', '.join(differing)} is legal in one of them only: "
            f"{state.to_text('One')} {other.to_text('Other')}"
        )


def _changed(state: State, random: Random, elsewhere: _Elsewhere) -> Iterator[State]:
    """Yield up to ``TRIES`` copies of a state, changed at random where the mover does not see it."""
    game, start, viewer = state.game, state.start, state.player.number
    tables = game.tables
    seen = game.engine.seen(start, viewer)
    unseen = tables.cells.everything & ~seen
    slots = [slot for info in tables.counters.values() for slot in _unseen_slots(info, viewer, seen)]
    for slot in slots:
        elsewhere.counters[slot].append(start.counters[slot])
    shown = {slot: shown_cells(info, viewer, seen) for slot, info in enumerate(tables.marks) if info.lifetime != "Move"}
    hidden = [slot for slot, cells in shown.items() if tables.cells.everything & ~cells]
    for slot in hidden:
        elsewhere.marks[slot].append(start.marks[slot])
    occupied = sum(board for info, board in zip(tables.states, start.boards, strict=True) if not info.empty)
    for number in range(TRIES):
        counters = list(start.counters)
        for slot in slots:
            counters[slot] = random.choice(elsewhere.counters[slot])
        marks = list(start.marks)
        for slot in hidden:
            marks[slot] = start.marks[slot] & shown[slot] | random.choice(elsewhere.marks[slot]) & ~shown[slot]
        boards = _shuffled(game, start, unseen & occupied if number % 2 else unseen, random)
        changed = replace(start, boards=boards, marks=tuple(marks), counters=tuple(counters))
        if changed != start:
            yield game.state(changed)


def _unseen_slots(info: CounterInfo, viewer: int, seen: CellSet) -> Iterator[int]:
    """Yield the slots of a counter whose numbers a player does not see."""
    shown = shown_slots(info, viewer, seen)
    if info.lifetime != "Move":
        yield from (slot for slot in info.slots if slot not in shown)


def _shuffled(game: Game, start: Position, chosen: CellSet, random: Random) -> tuple[int, ...]:
    """Return the boards with the states of some cells permuted among those of the same kind of tile."""
    tables = game.tables
    boards = [board & ~chosen for board in start.boards]
    for tile in tables.tile_cells:
        cells = list(bits(chosen & tile))
        states = [next(state for state, board in enumerate(start.boards) if board >> cell & 1) for cell in cells]
        random.shuffle(states)
        for cell, state in zip(cells, states, strict=True):
            boards[state] |= 1 << cell
    return tuple(boards)
