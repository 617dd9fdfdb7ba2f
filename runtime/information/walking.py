"""A walk among the lines of play that explain what a player was told.

Each step proposes a line with some other choices, and takes it or stays, so that in the long run every line is met as
often as it is likely, given what was told: if nature draws by its odds, and whatever the other players do is drawn
evenly among their legal moves. This is the algorithm of Hastings, "Monte Carlo sampling methods using Markov chains and
their applications", 1970, after Metropolis and others, 1953. There are two proposals:

exchange   one choice is made anew. If a later choice is that one and not possible any more, it becomes the choice that
           was given up. So two cards change hands.
redrawing  all choices between two entries of the transcript are drawn anew, or all from such a place to the end.

Since the second proposal may begin at the start, every line that explains the transcript can be met.
"""

from __future__ import annotations

from random import Random

from tilewright.runtime.information.lines import NONE, Line, Moment, Ply, Transcript
from tilewright.runtime.information.repairing import LONGEST

EXCHANGES = 0.75
"""The share of the steps that propose an exchange."""


class Walk:
    """A walk that begins with a line. The same seed of *random* gives the same walk, whatever the engine."""

    def __init__(self, transcript: Transcript, line: Line) -> None:
        """*line* explains the whole transcript."""
        self._transcript = transcript
        self.line = line
        self._open = line.open

    def step(self, random: Random) -> None:
        """Go to another line, or stay. Cost: that of playing the line from the first choice that changes."""
        if not self._open:
            return
        place = random.choice(self._open)
        proposed = self._exchanged(place, random) if random.random() < EXCHANGES else self._redrawn(place, random)
        if proposed is not None and random.random() < proposed[1]:
            self.line = proposed[0]
            self._open = self.line.open

    def _exchanged(self, place: int, random: Random) -> tuple[Line, float] | None:
        """Return the line with another choice at a place, and how much more likely it is.

        None if it explains less, or if the same proposal would not lead back.
        """
        transcript, old = self._transcript, self.line.plies
        before = old[place].before
        count = before.state.count_moves()
        if count == 1:
            return None
        number = random.randrange(count - 1)
        number += number >= old[place].number
        plies = old[:place]
        moment = transcript.after(before, number)
        if moment is None:
            return None
        plies.append(transcript.ply(before, number))
        new, given = plies[place].move, old[place].move
        assert given is not None, "an open ply"
        for at in range(place + 1, len(old)):
            ply = old[at]
            if moment.open != ply.before.open or moment.explained != ply.before.explained:
                return None
            if ply.move is None:
                number = transcript.told(moment)
            else:
                number = moment.state.number_of(ply.move)
                if number == NONE:
                    if ply.move != new or ply.before.state.number_of(given) != NONE:
                        return None
                    number = moment.state.number_of(given)
            after = None if number == NONE else transcript.after(moment, number)
            if after is None:
                return None
            plies.append(transcript.ply(moment, number))
            moment = after
        if moment.explained != self.line.last.explained:
            return None
        return Line(plies, moment), self._ratio(plies[place:], old[place:])

    def _redrawn(self, place: int, random: Random) -> tuple[Line, float] | None:
        """Return the line with choices drawn anew, from the last entry before a place to the next one or to the end.

        With it comes how much more likely it is, over how much likelier it is to be proposed; None if it explains less.
        """
        transcript, old = self._transcript, self.line.plies
        entry = old[place].before.explained
        first = next(at for at, ply in enumerate(old) if ply.before.explained == entry)
        stop = entry + 1 if random.random() < 0.5 else len(transcript.entries)
        end = next((at for at, ply in enumerate(old) if ply.before.explained == stop), len(old))
        plies, moment = old[:first], old[first].before
        longest = LONGEST + first
        while moment.explained < stop:
            if moment.state.is_over or len(plies) > longest:
                return None
            number = self._drawn(moment, random) if moment.open else transcript.told(moment)
            after = None if number == NONE else transcript.after(moment, number)
            if after is None:
                return None
            plies.append(transcript.ply(moment, number))
            moment = after
        drawn = len(plies)
        for at in range(end, len(old)):
            ply = old[at]
            if moment.open != ply.before.open or moment.explained != ply.before.explained:
                return None
            number = transcript.told(moment) if ply.move is None else moment.state.number_of(ply.move)
            after = None if number == NONE else transcript.after(moment, number)
            if after is None:
                return None
            plies.append(transcript.ply(moment, number))
            moment = after
        if not transcript.is_whole(moment):
            return None
        new, given = ([ply for ply in part if ply.move is None] for part in (plies[first:drawn], old[first:end]))
        ratio = self._ratio(new + plies[drawn:], given + old[end:])
        return Line(plies, moment), ratio * _begun(plies, entry) / _begun(old, entry)

    def _drawn(self, moment: Moment, random: Random) -> int:
        """Return the number of a move that nature draws by its odds, or another player evenly."""
        state = moment.state
        return state.drawn(random) if state.is_chance else random.randrange(state.count_moves())

    def _ratio(self, new: list[Ply], old: list[Ply]) -> float:
        """Return how much more likely some plies are than as many others."""
        chance, ratio = self._transcript.chance, 1.0
        for one, other in zip(new, old, strict=True):
            ratio *= chance(one) / chance(other)
        return ratio


def _begun(plies: list[Ply], entry: int) -> float:
    """Return the share of the open plies of a line that follow when so many entries are explained, before the next."""
    begun = [ply.before.explained == entry for ply in plies if ply.before.open]
    return sum(begun) / len(begun)
