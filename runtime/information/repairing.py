"""Repair: how a line of play is made to explain what a player was told.

The line follows the transcript as far as it can. Where it cannot go on, one of its earlier choices is changed and the
line is played again from there. All later choices are kept as far as they are legal and explain what follows. A choice
that is not possible any more makes place for the one that was given up: if a card is dealt to somebody else, then its
former owner gets the card that this one had. A change is kept if the line then explains more, or comes nearer to what
was told; now and then one that does harm is kept, too. The choices that are changed first are those to blame for what
the player would see and does not: see ``blaming``.

This is local search with the min-conflicts heuristic: Minton, Johnston, Philips and Laird, "Minimizing conflicts: a
heuristic repair method for constraint satisfaction and scheduling problems", 1992. It leaves dead ends
as annealing at a fixed temperature does: Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing", 1983.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import exp
from random import Random

from tilewright.runtime.information.blaming import blamed, difference
from tilewright.runtime.information.lines import NONE, Line, Moment, Ply, Transcript
from tilewright.runtime.move import Move
from tilewright.runtime.state import State

SIDEWAYS = 0.3
"""The share of the changes that bring nothing, but do no harm, that are kept."""
TEMPERATURE = 0.4
"""How much farther from what was told a change may lead if it is kept once in e times."""
BACKWARD = 0.002
"""The share of the changes after which as good as nothing less is explained, but less, that are kept."""
ENTRIES = 4
"""How many entries less a change may explain if it is kept e times less often than that."""
BIAS = 0.5
"""The share of changes, after the first ones, of plies that are to blame."""
EXCHANGE = 0.5
"""The share of changes, after the first ones, to the choice of another ply."""
FIRST = 4
"""The number of plies that are to blame the most, whose choices are exchanged with each other before anything else."""
COMPARED = 8
"""The number of choices of a ply that explains nothing that are compared with what was told."""
LONGEST = 2000
"""The greatest number of plies of a line beyond the entries of the transcript."""
REFUSED = 1 << 20
"""How much a told move that is not legal weighs, as a difference."""


@dataclass(frozen=True, slots=True)
class Amiss:
    """How far what the player would see after a ply is from what he was told."""

    size: int
    clues: frozenset[tuple[str, int]]
    """In what it differs."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A line that goes on as far as it can."""

    line: Line
    amiss: Amiss | None
    """What is wrong with the next ply: the best choice there that was looked at. None if the line explains all."""

    @property
    def explained(self) -> int:
        """The number of entries that the line explains."""
        return self.line.last.explained


class Repair:
    """Makes lines that explain a transcript. The same seed of *random* gives the same lines, whatever the engine."""

    def __init__(self, transcript: Transcript, random: Random) -> None:
        """Plies are tried until the transcript is spent."""
        self._transcript = transcript
        self._random = random

    def extended(self, line: Line) -> Line:
        """Return a line that explains all, made from one that explains the first entries.

        If none is found before the transcript is spent, it is one that explains less; it can be gone on with.
        """
        attempt = self._attempt(line, _Wishes([]))
        while attempt.amiss is not None and (changed := self._changed(attempt)) is not None:
            attempt = changed
        return attempt.line

    def _changed(self, attempt: Attempt) -> Attempt | None:
        """Return an attempt with one choice changed, drawn by what it explains.

        None if nothing can be changed, or the transcript is spent.
        """
        assert attempt.amiss is not None, "an attempt that cannot go on"
        for place, number in self._changes(attempt.line, blamed(attempt.line, attempt.amiss.clues)):
            self._transcript.played += 1
            if self._transcript.is_spent:
                break
            changed = self._with(attempt.line, place, number)
            if changed is not None and self._random.random() < _acceptance(attempt, changed):
                return changed
        return None

    def _changes(self, line: Line, guilty: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield changes of a line: the place of an open ply, and the number of another move."""
        draw, plies = self._random, line.plies
        for place, other in permutations(guilty[:FIRST], 2):
            number = plies[place].before.state.number_of(_move(plies[other]))
            if number >= 0:
                yield place, number
        free = [place for place in line.open if plies[place].before.state.count_moves() > 1]
        while free:
            place, other = (
                guilty[int(len(guilty) * draw.random() ** 2)] if guilty and draw.random() < BIAS else draw.choice(free)
                for _ in range(2)
            )
            state = plies[place].before.state
            number = state.number_of(_move(plies[other])) if draw.random() < EXCHANGE else NONE
            if number in (NONE, plies[place].number):
                number = draw.randrange(state.count_moves())
            if number != plies[place].number:
                yield place, number

    def _with(self, line: Line, place: int, number: int) -> Attempt | None:
        """Return a line with another choice at a place, played on from there; None if the choice explains nothing."""
        transcript, before = self._transcript, line.plies[place].before
        after = transcript.after(before, number)
        if after is None:
            return None
        plies = [*line.plies[:place], transcript.ply(before, number)]
        return self._attempt(Line(plies, after), _Wishes(line.plies[place:]))

    def _attempt(self, line: Line, wishes: _Wishes) -> Attempt:
        """Play a line on as far as it explains the transcript, by choices that are wished or else random."""
        transcript, plies, moment = self._transcript, [*line.plies], line.last
        longest = len(plies) + LONGEST
        while not transcript.is_whole(moment):
            vain: list[int] = []
            after = None
            for number in self._choices(moment, wishes):
                vain.append(number)
                after = transcript.after(moment, number)
                if after is not None or transcript.is_spent:
                    break
            if after is None or transcript.is_spent or len(plies) >= longest:
                return Attempt(Line(plies, moment), self._amiss(moment, vain))
            plies.append(transcript.ply(moment, number))
            moment = after
        return Attempt(Line(plies, moment), None)

    def _choices(self, moment: Moment, wishes: _Wishes) -> Iterator[int]:
        """Yield the numbers of the moves to try at a moment: what is told or wished, then the others at random."""
        told, state = self._transcript.told(moment), moment.state
        if told != NONE:
            yield told
        if not moment.open:
            return
        tried = {told}
        for number in wishes.at(moment):
            if number not in tried:
                tried.add(number)
                yield number
        numbers = list(range(state.count_moves()))
        for place in range(len(numbers)):
            other = self._random.randrange(place, len(numbers))
            numbers[place], numbers[other] = numbers[other], numbers[place]
            if numbers[place] not in tried:
                yield numbers[place]

    def _amiss(self, moment: Moment, vain: Sequence[int]) -> Amiss:
        """Return what is wrong with the best of some choices, or if there are none, with the moment before them.

        There are none if the next entry tells a move that is not legal.
        """
        transcript, state = self._transcript, moment.state
        entry = transcript.entries[moment.explained]

        def amiss(state: State) -> Amiss:
            clues, size = difference(transcript.glances.seen(state), entry.view.content)
            return Amiss(size, clues)

        if vain:
            return min((amiss(state.play_number(number)) for number in vain[:COMPARED]), key=lambda each: each.size)
        found = amiss(state)
        if entry.move is None:
            return found
        numbers = state.game.cell_numbers
        cells = {("cell", numbers[cell]) for cell in entry.move.cells if cell in numbers}
        return Amiss(found.size + REFUSED + state.count_moves(), found.clues | cells)


class _Wishes:
    """The choices of a line that another one shall keep, and the one that was given up for it."""

    def __init__(self, plies: Sequence[Ply]) -> None:
        """*plies*: the one whose choice was given up, and those after it."""
        self._spare = plies[0].move if plies else None
        self._moves: dict[int, deque[Move]] = {}
        for ply in plies[1:]:
            if ply.move is not None:
                self._moves.setdefault(ply.before.explained, deque()).append(ply.move)

    def at(self, moment: Moment) -> Iterator[int]:
        """Yield the wished moves at a moment that are legal. Whoever goes on has not taken the last one."""
        moves = self._moves.get(moment.explained)
        wanted = moves.popleft() if moves else None
        if wanted is not None and (number := moment.state.number_of(wanted)) >= 0:
            yield number
        spare = self._spare
        if spare is not None and (number := moment.state.number_of(spare)) >= 0:
            self._spare = wanted
            yield number
            self._spare = spare


def _acceptance(attempt: Attempt, changed: Attempt) -> float:
    """Return how likely a change is kept: surely if it is for the better."""
    lost = attempt.explained - changed.explained
    if changed.amiss is None or attempt.amiss is None or lost < 0:
        return 1
    if lost:
        return BACKWARD * exp(-lost / ENTRIES)
    farther = changed.amiss.size - attempt.amiss.size
    return SIDEWAYS if farther == 0 else exp(min(0, -farther / TEMPERATURE))


def _move(ply: Ply) -> Move:
    assert ply.move is not None, "an open ply"
    return ply.move
