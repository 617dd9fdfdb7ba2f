"""Repair: how a line of play is made to explain what a player was told.

The line follows the transcript as far as it can. Where it cannot go on, one of its earlier choices is changed and the
line is played again from there. All later choices are kept as far as they are legal and explain what follows. A choice
that is not possible any more makes place for the one that was given up: if a card is dealt to somebody else, then its
former owner gets the card that this one had. A change is kept if the line then explains more, or as much. The choices
that are changed first are those to blame for what the player would see and does not: see ``blaming``.

This is local search with the min-conflicts heuristic: Minton, Johnston, Philips and Laird, "Minimizing conflicts: a
heuristic repair method for constraint satisfaction and scheduling problems", 1992.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random

from tilewright.runtime.blaming import blamed, difference
from tilewright.runtime.lines import NONE, Line, Moment, Ply, Transcript
from tilewright.runtime.move import Move
from tilewright.runtime.state import State

PATIENCE = 40
"""The number of changes that bring nothing before one is kept that does harm."""
SIDEWAYS = 0.1
"""The share of the changes that bring nothing, but do no harm, that are kept."""
BIAS = 0.5
"""The share of changes, after the first ones, of plies that are to blame."""
EXCHANGE = 0.5
"""The share of changes, after the first ones, to the choice of another ply."""
FIRST = 4
"""The number of plies that are to blame the most, whose choices are exchanged with each other before anything else."""
LONGEST = 2000
"""The greatest number of plies of a line beyond the entries of the transcript."""
REFUSED = 1 << 20
"""How much a told move that is not legal weighs, as a difference."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A line that goes on as far as it can, and the last state if the next ply is not as the player was told.

    ``amiss`` is None if the line explains all.
    """

    line: Line
    amiss: State | None
    refused: bool = False
    """Whether the next entry tells a move that is not legal here; then ``amiss`` is the state before it."""

    @property
    def explained(self) -> int:
        """The number of entries that the line explains."""
        return self.line.last.explained


class Repair:
    """Makes lines that explain a transcript. The same seed of *random* gives the same lines, whatever the engine."""

    def __init__(self, transcript: Transcript, random: Random, limit: int) -> None:
        """Plies are tried as long as ``transcript.played`` is less than *limit*."""
        self._transcript = transcript
        self._random = random
        self._limit = limit
        self._vain = 0

    def whole(self, line: Line) -> Line | None:
        """Return a line that explains all, made from one that explains the first entries; None if none is found."""
        attempt = self._extended(line, _Wishes([]))
        while attempt.amiss is not None:
            changed = self._changed(attempt)
            if changed is None:
                return None
            attempt = changed
        return attempt.line

    @property
    def _is_spent(self) -> bool:
        return self._transcript.played >= self._limit

    def _changed(self, attempt: Attempt) -> Attempt | None:
        """Return an attempt with one choice changed: one that explains no less or, out of patience, any.

        None if nothing can be changed, or the limit is reached.
        """
        size, clues = self._amiss(attempt)
        worse: list[Attempt] = []
        for place, number in self._changes(attempt.line, blamed(attempt.line, clues)):
            self._transcript.played += 1
            if self._is_spent:
                break
            self._vain += 1
            changed = self._with(attempt.line, place, number)
            if changed is None:
                continue
            better = changed.amiss is None or changed.explained > attempt.explained
            if not better and changed.explained == attempt.explained:
                now, _ = self._amiss(changed)
                better = now < size
                if now == size and self._random.random() < SIDEWAYS:
                    return changed
            if better:
                self._vain = 0
                return changed
            worse.append(changed)
            if self._vain >= PATIENCE:
                self._vain = 0
                most = max(each.explained for each in worse)
                return self._random.choice([each for each in worse if each.explained == most])
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
        return self._extended(Line(plies, after), _Wishes(line.plies[place:]))

    def _extended(self, line: Line, wishes: _Wishes) -> Attempt:
        """Play a line on as far as it explains the transcript, by choices that are wished or else random."""
        transcript, plies, moment = self._transcript, [*line.plies], line.last
        longest = len(plies) + LONGEST
        while not transcript.is_whole(moment):
            first, after = NONE, None
            for number in self._choices(moment, wishes):
                first = number if first == NONE else first
                after = transcript.after(moment, number)
                if after is not None or self._is_spent:
                    break
            if after is None or self._is_spent or len(plies) >= longest:
                state = moment.state
                amiss = state if first == NONE else state.play_number(first)
                return Attempt(Line(plies, moment), amiss, first == NONE)
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

    def _amiss(self, attempt: Attempt) -> tuple[int, frozenset[tuple[str, int]]]:
        """Return how far what the player would see is from what he was told, and in what it differs."""
        assert attempt.amiss is not None, "an attempt that cannot go on"
        entry = self._transcript.entries[attempt.explained]
        clues, size = difference(self._transcript.glances.seen(attempt.amiss), entry.view.content)
        if attempt.refused and entry.move is not None:
            numbers = attempt.amiss.game.cell_numbers
            clues |= {("cell", numbers[cell]) for cell in entry.move.cells if cell in numbers}
            size += REFUSED + attempt.amiss.count_moves()
        return size, clues


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


def _move(ply: Ply) -> Move:
    assert ply.move is not None, "an open ply"
    return ply.move
