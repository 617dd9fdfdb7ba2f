"""A match: a game between seats. The terminal, the server, and tournaments are built on it."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Self, assert_never

from tilewright.generator.splitmix import WORD, mix
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.terms import HUMAN, Terms, Undo
from tilewright.runtime.move import Move
from tilewright.runtime.position import Returns
from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.session import Session
from tilewright.runtime.state import Game, State

Commit = Callable[[], None]
"""Applies an event that has been checked. Never fails."""

MOST_EVENTS = 100_000
"""The greatest number of events of a match, far above what any game needs."""

OFFERS = ("draw", "undo")
"""The texts of offers."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match has ended."""

    returns: Returns
    """The return of each player, as in ``State.returns``."""
    why: str
    """The reason: ``rules``, ``resigned``, ``time`` or ``agreed``."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer: the player who made it, one of ``OFFERS``, and the players who have agreed so far."""

    seat: int
    what: str
    agreed: frozenset[int] = frozenset()


class MoveRefused(Refused):
    """An illegal move. None of the moves of its event is played; ``index`` is its place among them, from 0."""

    def __init__(self, index: int, count: int, why: IllegalMove) -> None:
        place = f"move {index + 1} of {count}: " if count > 1 else ""
        super().__init__("illegal-move", f"{place}{why}")
        self.index, self.count, self.why = index, count, why

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.index, self.count, self.why)


class Match:
    """A game between seats, from its terms to its result. Only events change it.

    An event that cannot happen raises ``Refused`` and changes nothing. *journal* is called with each event before it is
    applied (write-ahead); if it raises an error, the event is not applied. *now* returns the time in seconds since
    1970. ``ValueError`` if the terms have another number of seats than the game has players.

    If all players move at the same time, the choices of a round are kept until the last one is made.
    """

    def __init__(
        self,
        game: Game,
        terms: Terms,
        *,
        journal: Callable[[Event], None] | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        if len(terms.seats) != len(game.players):
            raise ValueError(f"{game.name} has {len(game.players)} players, not {len(terms.seats)}")
        self.game = game
        self.terms = terms
        self.session = Session(game if terms.start is None else game.position(terms.start))
        self.events: list[Event] = []
        self.offer: Offer | None = None
        self.left: frozenset[int] = frozenset()
        """The numbers of the players who have resigned or left, or have run out of time."""
        self._late: frozenset[int] = frozenset()
        """The numbers of those who have run out of time."""
        self.journal = journal
        self._now = now
        self._ended: Result | None = None
        self._undone: list[tuple[Move, ...]] = []
        self._chosen: dict[int, tuple[Move, ...]] = {}
        """The moves that players have chosen and that are not played yet, as all move at the same time."""
        self._used = [0.0] * len(game.players)
        self._moves = [0] * len(game.players)
        self._since: dict[int, float] = {}
        self._seen = [0] * len(game.players)
        self._again = [0] * len(game.players)
        """How often each player can play moves again, as far as the player has noticed."""

    @classmethod
    def restored(cls, game: Game, terms: Terms, events: Iterable[Event], **others: Callable[..., object]) -> Self:
        """Return the match after these events, which are not journalled again. ``Refused`` if one cannot happen.

        *others* are the arguments *journal* and *now* of the match. Cost: the moves of all events are played.
        """
        match = cls(game, terms, **others)  # type: ignore[arg-type]
        journal, match.journal = match.journal, None
        for event in events:
            match._take(event)
        match.journal = journal
        return match

    # -- queries

    @property
    def number(self) -> int:
        """The number of the current state of the match, which is the number of events so far."""
        return len(self.events)

    def number_of(self, seat: int) -> int:
        """Return the number of the state as a player knows it: the number of events that this player has noticed.

        In a game that hides nothing these are all events. Nature notices all events.
        """
        return self._seen[seat] if self.game.is_hidden and seat < len(self._seen) else self.number

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.session.state

    @property
    def result(self) -> Result | None:
        """The result of the match; None while it goes on."""
        if self._ended is None and self.state.is_over:
            return Result(self.state.returns, "rules")
        return self._ended

    @property
    def movers(self) -> tuple[int, ...]:
        """The numbers of the players who are to move now, or that of nature; none after the end."""
        if self.result is not None:
            return ()
        if self.state.is_chance:
            return (self.state.player.number,)
        return tuple(player.number for player in self.state.movers if player.number not in self._chosen)

    def who(self, seat: int) -> str:
        """Return who plays for a player, as in the terms; ``random`` for one who has left while others go on."""
        return "random" if seat in self.left and self.result is None else self.terms.seats[seat]

    def gone(self, seat: int) -> str | None:
        """Return why random moves are played for a player, ``resigned`` or ``time``; None for all others."""
        if seat not in self.left or self.result is not None:
            return None
        return "time" if seat in self._late else "resigned"

    @property
    def people(self) -> tuple[int, ...]:
        """The numbers of the players who are people and have not left."""
        return tuple(seat for seat, who in enumerate(self.terms.seats) if who == HUMAN and seat not in self.left)

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        """Return the legal moves of a player who is to move now; none for other players."""
        return self.state.legal_moves_of(seat) if seat in self.movers else ()

    def state_of(self, seat: int) -> State:
        """Return the state with a player to move. It differs from ``state`` if all move at the same time."""
        state = self.state
        if state.player.number == seat:
            return state
        return self.game.state(replace(state.position, player=seat, seat=seat))

    def session_for(self, seat: int, random: Random) -> Session:
        """Return a copy of the session in which one of the movers is the player to move, for a program that chooses.

        If all move at the same time, random moves stand in for the players before this one in the round, whose choices
        must not be seen.
        """
        session = self.session.copy()
        while session.state.player.number != seat:
            session.play(session.state.move_of(random.randrange(session.state.count_moves())))
        return session

    def time_left(self, seat: int, at: float | None = None) -> float | None:
        """Return the seconds that a player has left now, or at the time *at*; None without limit. May be negative."""
        if seat in self._late:
            return 0.0
        at = self._now() if at is None else at
        thought = max(0.0, at - self._since[seat]) if seat in self._since else 0.0
        left = [] if self.terms.move_time is None else [self.terms.move_time - thought]
        if self.terms.game_time is not None:
            gained = self.terms.increment * self._moves[seat]
            left.append(self.terms.game_time + gained - self._used[seat] - thought)
        return min(left, default=None)

    def is_running(self, seat: int) -> bool:
        """Return whether the clock of a player runs now."""
        return seat in self._since

    def can_redo(self, seat: int) -> bool:
        """Return whether moves were taken back that a player can play again, as far as the player has noticed."""
        return self.terms.undo is Undo.FREE and seat not in self.left and bool(self._again[seat])

    def _is_free(self, seat: int) -> bool:
        """Return whether no time is charged: between people for the first move of each, who may still be on the way."""
        seats = self.terms.seats
        return not self._moves[seat] and seats[seat] == HUMAN and seats.count(HUMAN) > 1

    # -- events

    def play(self, seat: int, moves: str | Move, number: int | None = None) -> Event:
        """Play one or several moves of a player, or of nature, separated by blanks: all of them, or ``Refused``.

        *number* is the number of the state that the player has seen, as by ``number_of``. If it is given and the player
        could have noticed an event since, the moves are refused as stale.
        """
        return self.submit(Kind.MOVE, seat, str(moves), number)

    def draw(self) -> Event:
        """Draw and play a move of nature. The draw depends on the seed of the terms and the number of moves before.

        ``Refused`` if it is not nature's turn.
        """
        nature = self.game.nature
        if nature is None or not self.state.is_chance or self.result is not None:
            raise Refused("not-your-turn", "It is not for chance to move.")
        random = Random(mix(mix(self.terms.seed & WORD) + len(self.session.moves) & WORD))
        return self.submit(Kind.MOVE, nature.number, str(self.state.sample(random)))

    def check_time(self) -> Event | None:
        """Submit and return the event ``TIME`` if a player to move has no time left; else return None.

        The player leaves the match, which ends if only one player stays.
        """
        left = {seat: self.time_left(seat) for seat in self.movers if seat in self._since}
        seat = next((seat for seat, seconds in left.items() if seconds is not None and seconds <= 0), None)
        return None if seat is None else self.submit(Kind.TIME, seat)

    def submit(self, kind: Kind, seat: int, text: str = "", number: int | None = None) -> Event:
        """Apply an event and return it. *number* is as for ``play``.

        ``Refused`` if it cannot happen, ``ModelError`` if a rule of the model fails: then nothing has changed.
        """
        if number is not None and seat >= 0 and number != (now := self.number_of(seat)):
            gone_on = f"The game has gone on: this was for state {number}, and it is in {now}."
            ahead = f"The game has not come to state {number} yet: it is in {now}."
            raise Refused("stale", gone_on if number < now else ahead)
        if text and kind not in (Kind.MOVE, Kind.OFFER):
            raise Refused("no-text", "Only moves and offers have a text.")
        return self._take(Event(self.number, kind, seat, text, self._now()))

    def branch(self, ply: int, journal: Callable[[Event], None] | None = None, *, seed: int | None = None) -> Match:
        """Return a new match on the same terms in which the first *ply* moves of this one are played.

        With another *seed* chance draws other moves. ``Refused`` if there are fewer moves.
        """
        if not 0 <= ply <= len(self.session.moves):
            last = len(self.session.moves)
            raise Refused("no-such-ply", f"There is no state after ply {ply}; the last ply so far is {last}.")
        terms = self.terms if seed is None else replace(self.terms, seed=seed)
        match = Match(self.game, terms, journal=journal, now=self._now)
        match.replay(self.session.moves[:ply])
        return match

    def replay(self, moves: Iterable[str | Move]) -> None:
        """Play the moves of a session or a record, in their order, each by the player whose it is.

        If all players move at the same time, the moves of a round that is not complete are kept as choices.
        ``Refused`` if a move is illegal; the message tells which.
        """
        session = Session(self.state) if self.game.is_simultaneous else None
        left: defaultdict[int, deque[str]] = defaultdict(deque)
        for ply, move in enumerate(moves, 1):
            try:
                if session is None:
                    self.play(self.movers[0] if self.movers else 0, move)
                else:
                    left[session.state.player.number].append(str(move))
                    session.play(move)
            except ValueError as error:
                code = error.code if isinstance(error, Refused) else "illegal-move"
                raise Refused(code, f"ply {ply}: {error}") from None
        while seats := [seat for seat in self.movers if left[seat]]:
            words = left[seats[0]]
            count = 1 if len(seats) == len(self.movers) else len(words)  # somebody has not chosen: all are kept
            self.play(seats[0], " ".join(words.popleft() for _ in range(count)))

    # -- applying an event

    def _take(self, event: Event) -> Event:
        """Check, journal and apply an event, and bring the clocks up to date.

        A player notices an event unless it is a move of another player that leaves the transcript of the player as it
        was and does not end the match.
        """
        if event.number != self.number:
            raise Refused("stale", f"event {event.number} does not follow on {self.number} others")
        if self.number >= MOST_EVENTS:
            raise Refused("too-long", f"A match has no more than {MOST_EVENTS} events.")
        commit = self._plan(event)
        if self.journal is not None:
            self.journal(event)
        self._charge(event)
        told = [len(self.session.transcript(seat)) for seat in range(len(self._seen))]
        undone = len(self._undone)
        commit()
        self.events.append(event)
        for seat, before in enumerate(told):
            is_quiet = event.kind is Kind.MOVE and seat != event.seat and self.result is None
            if not is_quiet or len(self.session.transcript(seat)) != before:
                self._seen[seat] += 1
                self._again[seat] = 0 if event.kind is Kind.MOVE else self._again[seat] + len(self._undone) - undone
        running = [] if self.state.is_chance else [mover for mover in self.movers if not self._is_free(mover)]
        self._since = {seat: self._since.get(seat, event.at) for seat in running}
        return event

    def _plan(self, event: Event) -> Commit:
        """Check an event and return the function that applies it. ``Refused`` if it cannot happen."""
        match event.kind:
            case Kind.MOVE:
                return self._plan_moves(event)
            case Kind.UNDO:
                return self._plan_undo(event)
            case Kind.REDO:
                return self._plan_redo(event)
            case Kind.RESIGN | Kind.TIME:
                return self._plan_leaving(event)
            case Kind.OFFER:
                return self._plan_offer(event)
            case Kind.ACCEPT | Kind.DECLINE:
                return self._plan_answer(event)
            case Kind.RESUME:
                return self._since.clear
            case _:
                assert_never(event.kind)

    def _charge(self, event: Event) -> None:
        """Add the time that a player has thought about a move to what they have used, and count the move."""
        if event.kind is Kind.MOVE and event.seat < len(self._used):
            self._used[event.seat] += max(0.0, event.at - self._since.pop(event.seat, event.at))
            self._moves[event.seat] += 1

    def _check_goes_on(self) -> None:
        if self.result is not None:
            raise Refused("over", "The game is over.")

    def _check_player(self, seat: int) -> None:
        if not 0 <= seat < len(self.game.players):
            raise Refused("no-such-seat", f"{self.game.name} has no player {seat}.")
        if seat in self.left:
            raise Refused("left", "This player has left.")

    def _plan_moves(self, event: Event) -> Commit:
        self._check_goes_on()
        words = event.text.split()
        if event.seat not in self.movers:
            names = " and ".join(self.game.mover(seat).name for seat in self.movers)
            raise Refused("not-your-turn", f"It is not your turn: {names} {'is' if len(self.movers) == 1 else 'are'}.")
        if not words:
            raise Refused("no-move", "A move is missing.")
        if self.game.is_simultaneous and not self.state.is_chance:
            return self._plan_choice(event, words)
        states = [self.state]
        for index, word in enumerate(words):
            if states[-1].is_over or states[-1].player.number != event.seat:
                turn = "the game is over" if states[-1].is_over else f"it is the turn of {states[-1].player}"
                raise Refused("not-your-turn", f"move {index + 1} of {len(words)}: {turn} then")
            try:
                states.append(states[-1].play(word))
            except IllegalMove as error:
                raise MoveRefused(index, len(words), error) from None

        def commit() -> None:
            self._play(words)
            self._undone.clear()
            self.offer = None

        return commit

    def _plan_choice(self, event: Event, words: list[str]) -> Commit:
        """Return the function that keeps the choice of a player where all choose; the last choice plays them all.

        Several moves are chosen at once only if the player stays to move after each but the last.
        """
        state = self.state_of(event.seat)
        found: list[Move] = []
        for index, word in enumerate(words):
            if found:
                state = state.play(found[-1])
            if state.is_over or state.player.number != event.seat:
                raise Refused("one-at-a-time", "Where all move at the same time, one move is chosen.")
            move = {str(move): move for move in state.legal_moves}.get(word)
            if move is None:
                try:
                    state.play(word)
                except IllegalMove as error:
                    raise MoveRefused(index, len(words), error) from None
                raise Refused("illegal-move", f"{word} cannot be chosen now.")
            found.append(move)

        chosen = {**self._chosen, event.seat: tuple(found)}
        played: list[Move] = []
        state = self.state
        if not set(self.movers) - {event.seat}:
            while not state.is_over and (rest := chosen.pop(state.player.number, ())):
                chosen |= {state.player.number: rest[1:]} if rest[1:] else {}
                played.append(rest[0])
                state = state.play(rest[0])

        def commit() -> None:
            self._chosen = chosen
            self._play(played)
            self._undone.clear()
            self.offer = None

        return commit

    def _play(self, moves: Iterable[str | Move]) -> None:
        for move in moves:
            self.session.play(move)

    def _back_to(self, seat: int) -> int | None:
        """Return the number of moves before the last move of a player; None if the player has not moved."""
        states = self.session.states
        found = (ply for ply in reversed(range(len(self.session.moves))) if states[ply].player.number == seat)
        return next(found, None)

    def _plan_undo(self, event: Event) -> Commit:
        self._check_player(event.seat)
        if self.terms.undo is Undo.NEVER:
            raise Refused("no-undo", "This game lets nobody take a move back.")
        if self.terms.undo is Undo.ASKED:
            raise Refused("ask-first", "The others have to agree: offer it.")
        return self._taken_back(event.seat)

    def _taken_back(self, seat: int) -> Commit:
        """Return the function that takes back the last move of a player and all moves after it."""
        if self._ended is not None:
            raise Refused("over", "The game is over.")
        if self.game.is_simultaneous:
            raise Refused("no-undo", "Where all move at the same time, nothing is taken back.")
        ply = self._back_to(seat)
        if ply is None:
            raise Refused("nothing-to-undo", "There is nothing to take back.")

        def commit() -> None:
            self._undone.append(self.session.moves[ply:])
            while len(self.session.moves) > ply:
                self.session.undo()
            self._chosen.clear()
            self._since.clear()
            self.offer = None

        return commit

    def _plan_redo(self, event: Event) -> Commit:
        self._check_goes_on()
        self._check_player(event.seat)
        if self.terms.undo is Undo.ASKED:
            raise Refused("no-redo", "What was taken back as all agreed is not played again at one player's wish.")
        if not self._undone:
            raise Refused("nothing-to-redo", "There is nothing to play again.")

        def commit() -> None:
            self._play(self._undone.pop())
            self._chosen.clear()
            self._since.clear()
            self.offer = None

        return commit

    def _plan_leaving(self, event: Event) -> Commit:
        """Return the function that lets a player leave. If one side stays or none, the match ends: the one wins."""
        self._check_goes_on()
        self._check_player(event.seat)
        players = range(len(self.game.players))
        left = self.left | {event.seat}
        staying = [side for side in self.game.tables.sides if not left.issuperset(side)]

        def commit() -> None:
            self.left = left
            self.offer = None
            if event.kind is Kind.TIME:
                self._late |= {event.seat}
            if len(staying) <= 1:
                returns = tuple(1 if any(seat in side for side in staying) else -1 for seat in players)
                self._ended = Result(returns, "time" if event.kind is Kind.TIME else "resigned")

        return commit

    def _plan_offer(self, event: Event) -> Commit:
        self._check_goes_on()
        self._check_player(event.seat)
        if event.text not in OFFERS:
            raise Refused("no-such-offer", f"What can be offered is: {', '.join(OFFERS)}.")
        if not set(self.people) - {event.seat}:
            raise Refused("nobody-to-agree", "There is nobody who could agree.")
        if event.text == "undo":
            if self.terms.undo is Undo.NEVER:
                raise Refused("no-undo", "This game lets nobody take a move back.")
            self._taken_back(event.seat)
        offer = Offer(event.seat, event.text)

        def commit() -> None:
            self.offer = offer

        return commit

    def _plan_answer(self, event: Event) -> Commit:
        """Return the function that answers the open offer. It takes effect when all other people have agreed."""
        self._check_goes_on()
        offer = self.offer
        if offer is None or event.seat == offer.seat or event.seat not in self.people:
            raise Refused("no-offer", "Nothing was offered to you.")
        agreed = offer.agreed | {event.seat}
        if event.kind is Kind.ACCEPT and not set(self.people) - agreed - {offer.seat}:
            return self._taken_back(offer.seat) if offer.what == "undo" else self._draw_agreed
        new = replace(offer, agreed=agreed) if event.kind is Kind.ACCEPT else None

        def commit() -> None:
            self.offer = new

        return commit

    def _draw_agreed(self) -> None:
        self.offer = None
        self._ended = Result((0,) * len(self.game.players), "agreed")
