"""Programs that take part in a match. If they fail, the match goes on.

A program fails if it raises ``Failed``, as for an answer that comes too late, or chooses an illegal move. Then it is
asked again a number of times, and after that the *fallback* acts in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Protocol, assert_never

from tilewright.model.diagnostics import ModelError
from tilewright.model.printable import printable
from tilewright.runtime.engines.stopping import Stopped, interruptibly
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.match import Match, MoveRefused
from tilewright.runtime.matches.terms import HUMAN
from tilewright.runtime.players import Program, RandomPlayer, chosen
from tilewright.runtime.position import PASS
from tilewright.runtime.session import Session

RESERVE = 0.05
"""The fraction of the time for a move that a program does not get, so that the fallback can act in time."""


class Fallback(StrEnum):
    """The action in place of a program that has failed too often."""

    RANDOM = "random"
    """Play a random legal move."""
    SKIP = "skip"
    """Pass if that is legal; else play a random legal move."""
    FORFEIT = "forfeit"
    """Resign."""


@dataclass(frozen=True)
class Policy:
    """How programs that fail are treated."""

    retries: int = 1
    """How often a program is asked again for the same move."""
    fallback: Fallback = Fallback.RANDOM


class Failed(Exception):
    """A program did not choose a move: it crashed, answered nonsense, or was too late. The text says which."""


class Guest(Protocol):
    """A program that takes a seat. It is asked for moves with what its player knows."""

    def choose_in(self, session: Session, seat: int, left: float | None) -> str:
        """Return the move, in notation, of the player to move in a session. ``Failed`` if there is none.

        Other errors count as ``Failed``, too. *seat* is the number of that player. *left* is the number of seconds for
        the move, or None without limit.
        """

    def refused(self, reason: str) -> None:
        """Called with the reason if the last answer was not played."""

    def end(self, match: Match) -> None:
        """Called when the match has ended, or is left."""

    def close(self) -> None:
        """Release what the program holds. Never raises an error."""


class Inside:
    """A program that runs in this process, as a guest."""

    def __init__(self, program: Program, patience: float | None = None) -> None:
        """*patience* is how many seconds the program has for a move, unless the clock leaves less; None: no limit."""
        self._program, self._patience = program, patience

    def choose_in(self, session: Session, seat: int, left: float | None) -> str:
        limit = min((limit for limit in (left, self._patience) if limit is not None), default=None)
        try:
            return str(interruptibly(lambda _: chosen(self._program, session), limit))
        except TimeoutError as error:
            raise Failed(str(error)) from None
        except ValueError as error:  # a search has reached a position that it cannot play
            raise Failed(str(error)) from None

    def refused(self, reason: str) -> None:
        pass

    def end(self, match: Match) -> None:
        pass

    def close(self) -> None:
        pass


class Table:
    """Lets programs and chance move in a match.

    *guests* are the programs by the numbers of their players. A seat called ``random`` needs none.
    *report* is called with the seat and a message whenever a program fails.
    """

    def __init__(
        self,
        match: Match,
        guests: Mapping[int, Guest],
        policy: Policy | None = None,
        report: Callable[[int, str], None] = lambda seat, problem: None,
        lock: AbstractContextManager[object] | None = None,
    ) -> None:
        """*lock* is held while the match is read or changed, and not while a program thinks.

        ``Refused`` if a seat is a program's that is not among the guests: it must not play at random unnoticed.
        """
        for seat, who in enumerate(match.terms.seats):
            if who not in (HUMAN, "random") and seat not in guests:
                raise Refused("no-such-program", f"{match.game.players[seat]} would be {who}, which cannot play here.")
        self.match = match
        self.guests = guests
        self.policy = policy or Policy()
        self._report = report
        self._random = Random(match.terms.seed)
        self._lock = lock or nullcontext()

    def waits(self) -> bool:
        """Return whether neither a program nor chance is to move now: the match waits for people, or is over."""
        return self._next() is None

    @property
    def asked(self) -> str | None:
        """The name of the program that moves next, as in ``Match.who``; None if a person or chance does."""
        seat = self._next()
        return None if seat is None or self.match.state.is_chance else self.match.who(seat)

    def _next(self) -> int | None:
        """Return the number of the first mover that is no person; None if there is none."""
        people = self.match.people
        return next((seat for seat in self.match.movers if seat not in people), None)

    def step(self) -> Event | None:
        """Let one program, or chance, move. Return the event, or None if only people can move.

        The event may also be that a player's time is over, or the last one if the match went on meanwhile.
        """
        match = self.match
        with self._lock:
            late = match.check_time()
            seat = self._next()
            if late is not None or seat is None:
                return late
            if match.state.is_chance:
                return match.draw()
        problem = ""
        for _ in range(self.policy.retries + 1):
            try:
                return self._asked(seat)
            except (Failed, Refused) as error:
                if isinstance(error, Refused) and error.code in ("stale", "over"):
                    return match.events[-1]
                problem = _told(error)
            self._report(seat, problem)
            guest = self.guests.get(seat)
            if guest is not None:
                guest.refused(problem)
            with self._lock:
                if match.check_time() is not None:
                    return match.events[-1]
        with self._lock:
            return self._in_place_of(seat) if seat in match.movers else match.events[-1]

    def run(self) -> None:
        """Let programs and chance move until a person is to move or the match has ended; then close the table."""
        while self.step() is not None:
            pass
        if self.match.result is not None:
            self.close()

    def close(self) -> None:
        """Tell the programs that the match is over, or left, and release them."""
        for guest in self.guests.values():
            guest.end(self.match)
            guest.close()

    def _asked(self, seat: int) -> Event:
        """Ask a program for its move and play it. ``Refused`` as stale if the match went on meanwhile."""
        match, guest = self.match, self.guests.get(seat)
        with self._lock:
            number, left = match.number_of(seat), match.time_left(seat)
            session = match.session_for(seat, self._random)
        if guest is None:
            move = str(RandomPlayer(self._random.getrandbits(32)).choose(session.state))
        else:
            move = _chosen(guest, session, seat, None if left is None else max(left * (1 - RESERVE), 0.01))
        with self._lock:
            return match.play(seat, move, number)

    def _in_place_of(self, seat: int) -> Event:
        """Apply the fallback of the policy in place of the program in a seat."""
        match = self.match
        moves = match.legal_moves(seat)
        match self.policy.fallback:
            case Fallback.FORFEIT:
                return match.submit(Kind.RESIGN, seat)
            case Fallback.SKIP:
                passes = [move for move in moves if move.options == PASS or str(move) == PASS[0]]
                return match.play(seat, self._random.choice(passes or moves))
            case Fallback.RANDOM:
                return match.play(seat, self._random.choice(moves))
            case _:
                assert_never(self.policy.fallback)


def _chosen(guest: Guest, session: Session, seat: int, left: float | None) -> str:
    """Return the move of a guest. Whatever goes wrong in a program of others is ``Failed``."""
    try:
        return guest.choose_in(session, seat, left)
    except (Failed, Refused, ModelError, Stopped):
        raise
    except Exception as error:
        if isinstance(guest, Inside):  # an error of this package is not to be taken for a bad move
            raise
        raise Failed(f"it has raised {type(error).__name__}: {printable(str(error))[:300]}") from error


def _told(error: Failed | Refused) -> str:
    """Return the message of a failure for the program, without places in the model."""
    if isinstance(error, MoveRefused):
        explanation = error.why.explanation
        return f"{error.why.move}: {error.why.reason if explanation is None else explanation.message}"
    return str(error)
