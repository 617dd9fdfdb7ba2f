"""The store of matches. What it has been told is on the disk when it returns, or not there at all.

SQLite writes ahead (WAL) and waits for the disk at each commit; PostgreSQL does so by itself. The events of a match
have numbers without gaps, which the database keeps unique, so that no two can follow on the same state.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, delete, event, func, insert, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError

from tilewright.model.document import Syntax
from tilewright.model.files import write
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.state import Game
from tilewright.runtime.store.tables import events, matches, models, seats

PATIENCE_MS = 30_000
"""How long SQLite waits for another one who writes."""


class Source(StrEnum):
    """Who has given a model, which says how far it is trusted."""

    OURS = "ours"
    """It comes with tilewright, or whoever runs the server has named it."""
    UPLOAD = "upload"
    """Somebody has sent it."""


@dataclass(frozen=True)
class StoredModel:
    """A model as it is kept."""

    digest: str
    name: str
    source: Source
    text: str


@dataclass(frozen=True)
class StoredMatch:
    """A match as it is kept."""

    id: str
    model: StoredModel
    terms: Terms
    events: tuple[Event, ...]
    at: float


@dataclass(eq=False)
class _Waiting:
    """An event that is to be written."""

    row: dict[str, Any]
    kept: bool | None = None
    """Whether it is in the database; None as long as nobody has tried."""


_EVENT = insert(events)


class Store:
    """Keeps models, matches, their seats and their events. It may be used by several threads, and several processes."""

    def __init__(self, url: str) -> None:
        """*url* is that of a database, as SQLAlchemy has them. Its tables are made, or brought up to date.

        ``OSError`` and errors of SQLAlchemy if it cannot be opened.
        """
        found = make_url(url)
        self._is_sqlite = found.get_backend_name() == "sqlite"
        if self._is_sqlite and found.database not in (None, "", ":memory:"):
            Path(str(found.database)).parent.mkdir(parents=True, exist_ok=True)
        self._writing = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        """The events that are still to be written, in the order in which they came."""
        self._engine: Engine = create_engine(found, pool_pre_ping=not self._is_sqlite)
        if self._is_sqlite:
            event.listen(self._engine, "connect", _prepare)
        from tilewright.runtime.store.migrating import upgrade

        try:
            upgrade(self._engine)
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def put_model(self, game: Game, source: Source) -> StoredModel:
        """Keep the model of a game, if it is not there; return it."""
        return self.put(StoredModel(game.digest, game.name, source, write(game.document, Syntax.XMI)))

    def put(self, model: StoredModel) -> StoredModel:
        """Keep a model, if it is not there; return what is there."""
        try:
            with self._engine.begin() as connection:
                connection.execute(
                    insert(models).values(
                        digest=model.digest, name=model.name, source=model.source.value, text=model.text, at=time.time()
                    )
                )
        except IntegrityError:
            return self.model(model.digest)
        return model

    def model(self, digest: str) -> StoredModel:
        """Return a model. ``KeyError`` if there is none."""
        with self._engine.connect() as connection:
            row = connection.execute(select(models).where(models.c.digest == digest)).first()
        if row is None:
            raise KeyError(digest)
        return StoredModel(row.digest, row.name, Source(row.source), row.text)

    def uploads(self, most: int = 100) -> list[StoredModel]:
        """Return the models that were sent, the last ones first; without their texts."""
        wanted = select(models.c.digest, models.c.name).where(models.c.source == Source.UPLOAD.value)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted.order_by(models.c.at.desc()).limit(most)).all()
        return [StoredModel(row.digest, row.name, Source.UPLOAD, "") for row in rows]

    def count(self) -> tuple[int, int]:
        """Return how many models there are that were sent, and how many matches."""
        uploads = select(func.count()).select_from(models).where(models.c.source == Source.UPLOAD.value)
        with self._engine.connect() as connection:
            sent = connection.execute(uploads).scalar_one()
            return sent, connection.execute(select(func.count()).select_from(matches)).scalar_one()

    def create(
        self,
        digest: str,
        terms: Terms,
        holders: Mapping[int, str],
        happened: Sequence[Event] = (),
        door: str | None = None,
    ) -> str:
        """Keep a new match of a model; return its name. *holders* has for each seat what its holder knows.

        What has *happened* in it is there with it, or nothing is. *door* is the interface of others by which it is
        begun, if it is one.
        """
        name = secrets.token_urlsafe(12)
        with self._engine.begin() as connection:
            row = {"id": name, "digest": digest, "terms": json.dumps(terms.as_json()), "at": time.time(), "door": door}
            connection.execute(insert(matches).values(row))
            for seat, secret in holders.items():
                connection.execute(insert(seats).values(match=name, seat=seat, secret=hashed(secret)))
            if happened:
                connection.execute(insert(events), [_row(name, event) for event in happened])
        return name

    def drop(self, name: str) -> None:
        """Forget a match that could not begin, and of which nobody has been told."""
        with self._engine.begin() as connection:
            for table in (events, seats):
                connection.execute(delete(table).where(table.c.match == name))
            connection.execute(delete(matches).where(matches.c.id == name))

    def match(self, name: str) -> StoredMatch:
        """Return a match with all its events. ``KeyError`` if there is none of this name."""
        wanted = select(matches, models).join(models, matches.c.digest == models.c.digest).where(matches.c.id == name)
        with self._engine.connect() as connection:
            row: Any = connection.execute(wanted).mappings().first()
            if row is None:
                raise KeyError(name)
            happened = connection.execute(select(events).where(events.c.match == name).order_by(events.c.number)).all()
        model = StoredModel(row[models.c.digest], row[models.c.name], Source(row[models.c.source]), row[models.c.text])
        return StoredMatch(
            name,
            model,
            Terms.of_json(json.loads(row[matches.c.terms])),
            tuple(Event(e.number, Kind(e.kind), e.seat, e.text, e.at) for e in happened),
            row[matches.c.at],
        )

    def append(self, name: str, happened: Event) -> None:
        """Keep one more event of a match. ``Refused`` if another one is there in its place.

        To wait for the disk takes longer than all else: what several threads want to keep meanwhile is written at
        once, by one of them.
        """
        mine = _Waiting(_row(name, happened))
        self._waiting.append(mine)
        with self._writing:
            try:
                if mine.kept is None:
                    self._write()
            finally:
                if mine.kept is None:  # stopped on the way: nobody is to write it later
                    with suppress(ValueError):
                        self._waiting.remove(mine)
        if not mine.kept:
            raise Refused("overtaken", "The game has gone on meanwhile, elsewhere.")

    def _write(self) -> None:
        """Write all events that wait. If one of them has no place any more, each is tried by itself."""
        some = [self._waiting.popleft() for _ in range(len(self._waiting))]
        rows = sorted((one.row for one in some), key=itemgetter("match", "number"))  # in the order of other servers
        try:
            with self._engine.begin() as connection:
                connection.execute(_EVENT, rows)
            for one in some:
                one.kept = True
        except IntegrityError:
            for one in some:
                one.kept = self._is_kept(one.row)
        finally:
            self._waiting.extendleft(one for one in some if one.kept is None)  # stopped on the way: others go on

    def _is_kept(self, row: dict[str, Any]) -> bool:
        try:
            with self._engine.begin() as connection:
                connection.execute(_EVENT, row)
        except IntegrityError:
            return False
        return True

    def holders(self, name: str) -> dict[str, int]:
        """Return for each seat that somebody holds in a match the hash of what opens it."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(seats.c.secret, seats.c.seat).where(seats.c.match == name)).all()
        return {row.secret: row.seat for row in rows}

    def begun_by(self, door: str) -> list[str]:
        """Return the names of the matches that were begun by an interface of others, in order."""
        wanted = select(matches.c.id).where(matches.c.door == door).order_by(matches.c.at)
        with self._engine.connect() as connection:
            return list(connection.execute(wanted).scalars())

    def latest(self, most: int) -> list[tuple[str, str, float]]:
        """Return the name, the game and the time of the matches that were begun last."""
        wanted = select(matches.c.id, models.c.name, matches.c.at).join(models, matches.c.digest == models.c.digest)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted.order_by(matches.c.at.desc()).limit(most)).all()
        return [(row.id, row.name, row.at) for row in rows]


def _row(match: str, happened: Event) -> dict[str, Any]:
    """Return an event of a match as its table has it."""
    return {
        "match": match,
        "number": happened.number,
        "kind": happened.kind.value,
        "seat": happened.seat,
        "text": happened.text,
        "at": happened.at,
    }


def hashed(secret: str) -> str:
    """Return what is kept of a secret: it is long and random, so that a plain hash tells nothing of it."""
    return sha256(secret.encode()).hexdigest()


def _prepare(connection: Any, _: object) -> None:
    """Let SQLite keep what it has been told, whatever happens to the machine, and wait for others who write."""
    cursor = connection.cursor()
    for setting in (
        f"busy_timeout = {PATIENCE_MS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
