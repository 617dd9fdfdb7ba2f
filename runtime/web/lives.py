"""Matches that are held in memory: here, or, of models that were sent, in a process of their own."""

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
"""Is told that something has happened in a match; from any thread."""


class Live(ABC):
    """A match that is held in memory. What cannot be done, and what takes too long, is ``Refused``."""

    def __init__(self, name: str, digest: str) -> None:
        self.name = name
        self.digest = digest
        self.lock = threading.RLock()
        self.listeners: set[Listener] = set()
        self.thinking = False
        self.holders: dict[str, int] | None = None
        """The seats by the hashes of what opens them, once somebody has come."""

    @property
    @abstractmethod
    def waits(self) -> bool:
        """Whether only people can move."""

    @property
    @abstractmethod
    def asked(self) -> str | None:
        """What the match calls the program that moves next; None if it is none, or not known here."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the match has ended."""

    @abstractmethod
    def wake(self, resume: bool) -> None:
        """Begin; *resume*: with clocks that begin anew."""

    @abstractmethod
    def look(self, see: Callable[[Match], T]) -> tuple[T, bool]:
        """Return what is seen, and whether it was found that somebody's time is over."""

    @abstractmethod
    def act(self, kind: Kind, seat: int, text: str, number: int | None) -> Kind:
        """Do something as a player; return what has happened: the end of a time, if that came before."""

    @abstractmethod
    def step(self) -> None:
        """Let one program, or chance, move."""

    @abstractmethod
    def branch(self, ply: int, seed: int) -> tuple[Terms, list[Event]]:
        """Return what another match begins with that goes on after so many plies."""

    @abstractmethod
    def mend(self) -> None:
        """Bring the match back from the store, after something was stopped half way."""

    @abstractmethod
    def close(self) -> None:
        """Let the programs go."""


def within(watch: Watch, seconds: float, work: Callable[[], T]) -> T:
    """Do something with a limit of time. ``Refused`` where it takes longer, or the rules go wrong."""
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
        restore: Callable[[], Match],
        seat: Callable[[Match, Any], Table],
        within: Callable[[Callable[[], Any]], Any],
    ) -> None:
        """*restore* returns the match as it is in the store, *seat* the table at which its programs sit."""
        super().__init__(name, digest)
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
    """A match in the process of its model."""

    def __init__(self, digest: str, rooms: Rooms, text: Callable[[], str], played: Played) -> None:
        """*text* returns the model."""
        super().__init__(played.name, digest)
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

    def _asked(self, question: Ask) -> dict[str, Any]:
        found = self._rooms.ask(self.digest, self._text, question, self._played)
        self._waits, self._over = found.get("waits", self._waits), found.get("over", self._over)
        return found

    def wake(self, resume: bool) -> None:
        self._asked(partial(woken, resume=resume))

    def look(self, see: Callable[[Match], T]) -> tuple[T, bool]:
        found = self._asked(partial(looked, see=see))
        return found["seen"], found["late"]

    def act(self, kind: Kind, seat: int, text: str, number: int | None) -> Kind:
        return Kind(self._asked(partial(acted, kind=kind, seat=seat, text=text, number=number))["kind"])

    def step(self) -> None:
        self._asked(stepped)

    def branch(self, ply: int, seed: int) -> tuple[Terms, list[Event]]:
        found = self._asked(partial(branched, ply=ply, seed=seed))
        return Terms.of_json(found["terms"]), [event_of_json(event) for event in found["events"]]

    def mend(self) -> None:
        self._rooms.forget(self.digest, self.name)

    def close(self) -> None:
        pass
