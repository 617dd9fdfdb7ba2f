"""Matches of uploaded models: each such model is played in its own process.

The process has little memory, answers one question after the other, and has little processor time for each. It knows
the model, the terms and the events of its matches, and nothing else: neither the store nor the secrets of seats. It
reports each event first, and applies it when the server has stored it. A process that takes too much is killed; the
question is refused, and the next one restores the matches from the store.

A question is a pickle that this server makes. An answer is JSON, never a pickle, as the process is not trusted.
"""

from __future__ import annotations

import json
import pickle
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from math import isfinite
from typing import IO, Any, TypeVar

from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.match import MOST_EVENTS, Match
from tilewright.runtime.matches.table import Policy, Table
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.state import Game
from tilewright.runtime.web.children import NO_PROCESS, Child, confine, spend
from tilewright.runtime.web.refusals import RefusedThere, reason_of
from tilewright.runtime.web.uploads import SECONDS

MEMORY = 1 << 29
"""The bytes of address space that a process may use."""
MOST_HELD = 100
"""The number of matches in a process above which it is replaced by an empty one."""
MOST_WAITING = 8
"""The greatest number of questions about one model at the same time."""
MOST_SEATS = 1_000
"""The number of a player or of nature is below it."""
MOST_TEXT = 100_000
"""The greatest number of bytes in the text of an event that a process reports."""
_LENGTH = 8
"""The number of bytes in which the length of a pickle is sent before it."""

T = TypeVar("T")
Ask = Callable[["Inside", str], Any]
"""A question: a function that the process calls with what it knows and the name of a match, empty if about none."""


@dataclass(frozen=True)
class Played:
    """A match that a process plays, and its connection to the store."""

    name: str
    history: Callable[[], tuple[Terms, tuple[Event, ...]]]
    """Returns the stored terms and events."""
    journal: Callable[[Event], None]
    """Stores an event; it is called before the event is applied."""


class Rooms:
    """The processes of all uploaded models that are played. Any thread may ask."""

    def __init__(self, count: int, seconds: float, memory: int = MEMORY) -> None:
        """*count* is the greatest number of processes, *seconds* their processor time for an answer.

        *memory* is the number of bytes of address space of each.
        """
        self._count, self._seconds, self._memory = count, seconds, memory
        self._lock = threading.Lock()
        self._rooms: OrderedDict[str, _Room] = OrderedDict()

    def ask(
        self,
        digest: str,
        text: Callable[[], str],
        question: Ask,
        read: Callable[[dict[str, Any]], T],
        played: Played | None = None,
    ) -> T:
        """Return what *read* makes of the answer of the process of a model. *played* is the match of it, if any.

        *text* is called for the model, as XMI, if the process must be started. *read* may raise any error for an
        answer that is malformed. ``Refused`` if the process refuses the question, takes too much for it or answers
        nonsense, or if too many questions or models wait.
        """
        room = self._room(digest)
        try:
            with room.lock:
                return room.ask(text, question, read, played, self._seconds)
        except Refused:
            raise
        except (OSError, ValueError):
            message = "To play this takes more time or memory than the server gives to models that are sent."
            raise Refused("too-long", message) from None
        finally:
            with self._lock:
                room.waiting -= 1

    def forget(self, digest: str, name: str) -> None:
        """Make the next question about a match restore it from the store."""
        with self._lock:
            room = self._rooms.get(digest)
        if room is not None:
            room.held.discard(name)

    def processes(self) -> list[int]:
        """Return the identifiers of the processes that run."""
        with self._lock:
            found = [room.child for room in self._rooms.values()]
        return [child.pid for child in found if child is not None]

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            rooms, self._rooms = list(self._rooms.values()), OrderedDict()
        for room in rooms:
            with room.lock:
                room.end()

    def _room(self, digest: str) -> _Room:
        """Return the room of a model, and count one more question that waits there.

        For a new room, the least recently used one without waiting questions is ended. ``Refused`` if there is none.
        """
        with self._lock:
            found = self._rooms.get(digest)
            if found is None:
                if len(self._rooms) >= self._count:
                    idle = next((key for key, room in self._rooms.items() if not room.waiting), None)
                    if idle is None:
                        raise Refused("full", "Too many games of models that were sent are played; try again.")
                    self._rooms.pop(idle).end()
                found = self._rooms[digest] = _Room(self._memory)
            self._rooms.move_to_end(digest)
            if found.waiting >= MOST_WAITING:
                raise Refused("full", "Too many ask about this game; try again.")
            found.waiting += 1
            return found


class _Room:
    """The process of one model, which is started when it is asked."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self.lock = threading.Lock()
        self.waiting = 0
        """The number of questions that are asked or wait. ``Rooms`` changes it under its lock."""
        self.child: Child | None = None
        self.held: set[str] = set()

    def ask(
        self,
        text: Callable[[], str],
        question: Ask,
        read: Callable[[dict[str, Any]], T],
        played: Played | None,
        seconds: float,
    ) -> T:
        """Ask as ``Rooms.ask``. ``OSError`` or ``ValueError`` if the process does not answer properly."""
        is_well = False
        try:
            if self.child is None or len(self.held) > MOST_HELD:
                self.end()
                try:
                    self.child = Child(__name__, str(self._memory))
                except OSError:
                    raise Refused("full", NO_PROCESS) from None
                self._asked(partial(_load, text=text()), None, SECONDS)
            if played is not None and played.name not in self.held:
                terms, events = played.history()
                self._asked(partial(_restore, terms=terms, events=events), played, seconds)
                self.held.add(played.name)
            found = _read(read, self._asked(question, played, seconds))
            is_well = True
            return found
        except RefusedThere:
            is_well = True
            raise
        finally:
            if not is_well:  # the state of the process is unknown
                self.end()

    def _asked(self, question: Ask, played: Played | None, seconds: float) -> dict[str, Any]:
        """Send a question, store the events that the process reports, and return its answer."""
        assert self.child is not None
        self.child.begin(seconds)
        self._send((seconds, question, "" if played is None else played.name))
        while True:
            found = self.child.told()
            match found:
                case {"event": dict(event)} if played is not None:
                    self._send(_refused(played.journal, _read(event_of_json, event)))
                case {"refused": {"code": str(), "message": str()}}:
                    raise RefusedThere(found["refused"])
                case {"answer": dict(answer)}:
                    return answer
                case _:
                    raise ValueError("this is no answer")

    def _send(self, what: object) -> None:
        assert self.child is not None
        data = pickle.dumps(what)
        self.child.write(len(data).to_bytes(_LENGTH) + data)

    def end(self) -> None:
        """Kill the process, and forget which matches it held."""
        child, self.child = self.child, None
        self.held = set()
        if child is not None:
            child.end()


def _read(read: Callable[[dict[str, Any]], T], value: dict[str, Any]) -> T:
    """Return what *read* makes of a value. ``ValueError`` for any error, as the value comes from a process."""
    try:
        return read(value)
    except Exception as error:
        raise ValueError("this is no answer") from error


def _refused(journal: Callable[[Event], None], event: Event) -> tuple[str, str] | None:
    """Store an event. Return the code and the message if that is refused, else None."""
    try:
        journal(event)
    except Refused as error:
        return error.code, str(error)
    return None


# -- in the process


class Inside:
    """The state of a process: the game, its matches, and the streams to the server."""

    def __init__(self, source: IO[bytes], target: IO[bytes]) -> None:
        self._source, self._target = source, target
        self.game: Game | None = None
        self.matches: dict[str, Table] = {}

    def run(self) -> None:
        """Answer questions until the input ends."""
        from tilewright.model.diagnostics import ModelError

        while (asked := self._next()) is not None:
            seconds, question, match = asked
            spend(seconds)
            try:
                found: dict[str, Any] = {"answer": question(self, match)}
            except Refused as error:
                found = {"refused": reason_of(error)}
            except ModelError as error:
                found = {"refused": {"code": "bad-model", "message": str(error)}}
            self._tell(found)

    def journal(self, event: Event) -> None:
        """Ask the server to store an event. ``Refused`` if it does not."""
        self._tell({"event": _event_as_json(event)})
        refused = self._next()
        if refused is not None:
            raise Refused(*refused)

    def _next(self) -> Any:
        length = self._source.read(_LENGTH)
        return pickle.loads(self._source.read(int.from_bytes(length))) if length else None

    def _tell(self, what: Mapping[str, Any]) -> None:
        self._target.write(json.dumps(what).encode() + b"\n")
        self._target.flush()


def main() -> None:
    """Run the process. Its argument is the number of bytes of its address space."""
    confine(int(sys.argv[1]))
    with suppress(MemoryError, RecursionError):  # the process ends, and the matches are in the store
        Inside(sys.stdin.buffer, sys.stdout.buffer).run()


def _event_as_json(event: Event) -> dict[str, Any]:
    return {**asdict(event), "kind": event.kind.value}


def event_of_json(value: Mapping[str, Any]) -> Event:
    """Return the event that a JSON object describes. ``ValueError`` if it describes none that can be stored."""
    match value:
        case {"number": int(number), "kind": str(kind), "seat": int(seat), "text": str(text), "at": float(at)}:
            is_bounded = 0 <= number <= MOST_EVENTS and 0 <= seat < MOST_SEATS and len(text.encode()) <= MOST_TEXT
            if is_bounded and isfinite(at):
                return Event(number, Kind(kind), seat, text, at)
    raise ValueError("this is no event")


def resumed(match: Match) -> None:
    """Start the clocks of a match again, if it has any: they have run while nobody could play."""
    if match.result is None and match.time_left(0) is not None and match.events:
        match.submit(Kind.RESUME, 0)


def branch_of(match: Match, ply: int, seed: int) -> Match:
    """Return ``Match.branch`` of a match. ``Refused`` if this would show what is hidden in a match that goes on."""
    if match.game.is_hidden and match.result is None and ply:
        raise Refused("hidden", "Others would see what is hidden: a match that is over can be branched.")
    return match.branch(ply, seed=seed)


def _load(inside: Inside, _: str, text: str) -> dict[str, Any]:
    from tilewright.model.document import Syntax
    from tilewright.model.files import read_text
    from tilewright.runtime.loading import load

    inside.game = load(read_text(text, "model.xmi", Syntax.XMI), "interpreter")
    return {}


def _restore(inside: Inside, name: str, terms: Terms, events: tuple[Event, ...]) -> dict[str, Any]:
    match = Match.restored(game_of(inside), terms, events, journal=inside.journal)
    inside.matches[name] = Table(match, {}, Policy())
    return {}


def _state(table: Table) -> dict[str, Any]:
    return {"waits": table.waits(), "over": table.match.result is not None}


def woken(inside: Inside, name: str, resume: bool) -> dict[str, Any]:
    """Make a match ready. *resume* starts its clocks again."""
    table = inside.matches[name]
    if resume:
        resumed(table.match)
    return _state(table)


def looked(inside: Inside, name: str, see: Callable[[Match], Any]) -> dict[str, Any]:
    """Return *see* of a match, and whether this has found that a player's time is over."""
    table = inside.matches[name]
    late = table.match.check_time()
    return {"seen": see(table.match), "late": late is not None, **_state(table)}


def acted(inside: Inside, name: str, kind: Kind, seat: int, text: str, number: int | None) -> dict[str, Any]:
    """Submit an event of a player. Return its kind, or ``time`` if the time had run out before."""
    table = inside.matches[name]
    event = table.match.check_time() or table.match.submit(kind, seat, text, number)
    return {"kind": event.kind.value, **_state(table)}


def stepped(inside: Inside, name: str) -> dict[str, Any]:
    """Let chance, or a random player, move."""
    table = inside.matches[name]
    table.step()
    return _state(table)


def branched(inside: Inside, name: str, ply: int, seed: int) -> dict[str, Any]:
    """Return the terms and the first events of a branch of a match after *ply* moves."""
    match = branch_of(inside.matches[name].match, ply, seed)
    return {"terms": match.terms.as_json(), "events": [_event_as_json(event) for event in match.events]}


def game_of(inside: Inside) -> Game:
    """Return the game of a process."""
    assert inside.game is not None
    return inside.game
