"""Matches that are held in memory: in this process, or those of uploaded models in the processes of the models."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from tilewright.model.diagnostics import ModelError
from tilewright.runtime.engines.stopping import Watch
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Table
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.web.rooms import (
    Ask,
    Played,
    Rooms,
    acted,
    branch_of,
    branched,
    event_of_json,
    looked,
    resumed,
    stepped,
    woken,
)

T = TypeVar("T")
Listener = Callable[[], None]
"""Called when something has happened in a match, from any thread."""


class Live(ABC):
    """A match in memory. Its methods raise ``Refused`` for what cannot be done or takes too long."""

    def __init__(self, name: str, digest: str, has_people: bool) -> None:
        self.name = name
        self.digest = digest
        self.has_people = has_people
        """Whether a seat is not a program's."""
        self.lock = threading.RLock()
        self.listeners: dict[Listener, int | None] = {}
        """Those who are told of what happens, each with the number of the seat, or None for who only watches."""
        self.thinking = False
        self.rematch: tuple[str, dict[str, str]] | None = None
        """The match that one of several people has begun after this one, and the secrets of its seats by players."""
        self.holders: dict[str, int] | None = None
        """The numbers of the seats by the hashes of their secrets; None until somebody has sent a secret."""

    @property
    @abstractmethod
    def waits(self) -> bool:
        """Whether neither a program nor chance is to move."""

    @property
    @abstractmethod
    def asked(self) -> str | None:
        """The name of the program that moves next, as in the terms; None if there is none, or it is not known here."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the match has ended."""

    @abstractmethod
    def wake(self, resume: bool) -> None:
        """Make the match ready. *resume* starts its clocks again, after it was not in memory."""

    @abstractmethod
    def look(self, see: Callable[[Match], T]) -> tuple[T, bool]:
        """Return *see* of the match, and whether this has found that a player's time is over."""

    @abstractmethod
    def act(self, kind: Kind, seat: int, text: str, number: int | None) -> Kind:
        """Submit an event of a player, as ``Match.submit``. Return its kind, or ``TIME`` if time had run out before."""

    @abstractmethod
    def step(self) -> None:
        """Let one program, or chance, move."""

    @abstractmethod
    def branch(self, ply: int, seed: int) -> tuple[Terms, list[Event]]:
        """Return the terms of a new match with a seed, and the events with which it begins: the first *ply* moves."""

    @abstractmethod
    def mend(self) -> None:
        """Restore the match from the store, after an event was interrupted."""

    @abstractmethod
    def close(self) -> None:
        """Release the programs."""


def within(watch: Watch, seconds: float, work: Callable[[], T]) -> T:
    """Return the result of some work. ``Refused`` if it takes longer than *seconds*, or a rule of the model fails."""
    try:
        return watch.within(work, seconds)
    except TimeoutError:
        raise Refused("too-long", "This takes too long.") from None
    except ModelError as error:
        raise Refused("bad-model", str(error)) from None


class Here(Live):
    """A match in this process."""

    def __init__(
        self,
        name: str,
        digest: str,
        has_people: bool,
        restore: Callable[[], Match],
        seat: Callable[[Match, Any], Table],
        within: Callable[[Callable[[], Any]], Any],
    ) -> None:
        """*restore* returns the match from the store, and *seat* the table with its programs.

        *within* runs work with a limit of time.
        """
        super().__init__(name, digest, has_people)
        self._restore, self._within = restore, within
        self.match = restore()
        self._table = seat(self.match, self.lock)

    @property
    def waits(self) -> bool:
        return self._table.waits()

    @property
    def asked(self) -> str | None:
        return self._table.asked

    @property
    def is_over(self) -> bool:
        return self.match.result is not None

    def wake(self, resume: bool) -> None:
        if resume:
            with self.lock:
                resumed(self.match)

    def look(self, see: Callable[[Match], T]) -> tuple[T, bool]:
        def seen() -> tuple[T, bool]:
            with self.lock:
                late = self.match.check_time()
                return see(self.match), late is not None

        found: tuple[T, bool] = self._within(seen)
        return found

    def act(self, kind: Kind, seat: int, text: str, number: int | None) -> Kind:
        def submit() -> Event:
            with self.lock:
                return self.match.check_time() or self.match.submit(kind, seat, text, number)

        event: Event = self._within(submit)
        return event.kind

    def step(self) -> None:
        self._table.step()

    def branch(self, ply: int, seed: int) -> tuple[Terms, list[Event]]:
        def made() -> Match:
            with self.lock:
                return branch_of(self.match, ply, seed)

        match: Match = self._within(made)
        return match.terms, match.events

    def mend(self) -> None:
        with self.lock:
            self.match = self._table.match = self._restore()

    def close(self) -> None:
        self._table.close()


class Away(Live):
    """A match of an uploaded model, in the process of the model."""

    def __init__(self, digest: str, has_people: bool, rooms: Rooms, text: Callable[[], str], played: Played) -> None:
        """*text* returns the model as XMI."""
        super().__init__(played.name, digest, has_people)
        self._rooms, self._text, self._played = rooms, text, played
        self._waits, self._over = True, False

    @property
    def waits(self) -> bool:
        return self._waits

    @property
    def asked(self) -> str | None:
        return None

    @property
    def is_over(self) -> bool:
        return self._over

    def _asked(self, question: Ask, read: Callable[[dict[str, Any]], T]) -> T:
        return self._rooms.ask(self.digest, self._text, question, read, self._played)

    def _state(self, found: dict[str, Any]) -> None:
        self._waits, self._over = bool(found["waits"]), bool(found["over"])

    def wake(self, resume: bool) -> None:
        self._asked(partial(woken, resume=resume), self._state)

    def look(self, see: Callable[[Match], T]) -> tuple[T, bool]:
        def read(found: dict[str, Any]) -> tuple[T, bool]:
            self._state(found)
            return found["seen"], bool(found["late"])

        return self._asked(partial(looked, see=see), read)

    def act(self, kind: Kind, seat: int, text: str, number: int | None) -> Kind:
        def read(found: dict[str, Any]) -> Kind:
            self._state(found)
            return Kind(found["kind"])

        return self._asked(partial(acted, kind=kind, seat=seat, text=text, number=number), read)

    def step(self) -> None:
        self._asked(stepped, self._state)

    def branch(self, ply: int, seed: int) -> tuple[Terms, list[Event]]:
        def read(found: dict[str, Any]) -> tuple[Terms, list[Event]]:
            return Terms.of_json(found["terms"]), [event_of_json(event) for event in found["events"]]

        return self._asked(partial(branched, ply=ply, seed=seed), read)

    def mend(self) -> None:
        self._rooms.forget(self.digest, self.name)

    def close(self) -> None:
        pass
