"""The store of matches. A method that writes returns when the data is on the disk; a failed write leaves nothing.

SQLite is set to a write-ahead log and to wait for the disk at each commit; PostgreSQL does so by default. The events of
a match are numbered, and the number is part of the primary key: no two events can follow the same state.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, delete, event, false, func, insert, or_, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError

from tilewright.model.document import Syntax
from tilewright.model.files import write
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.state import Game
from tilewright.runtime.store.tables import events, matches, models, seats

PATIENCE_MS = 30_000
"""The milliseconds that SQLite waits for another writer."""
MOST_NAMED = 500
"""The number of matches that are deleted by one statement."""


class Source(StrEnum):
    """Where a model comes from, which decides how far it is trusted."""

    OURS = "ours"
    """It is packaged with tilewright, or was named when the server was started."""
    UPLOAD = "upload"
    """A user has uploaded it."""
    CHOSEN = "chosen"
    """It is an uploaded model with other values of its parameters, or a variant. It is trusted no further."""


@dataclass(frozen=True)
class StoredModel:
    """A model in the store: its digest, name and source, and its text in XMI."""

    digest: str
    name: str
    source: Source
    text: str


@dataclass(frozen=True)
class StoredMatch:
    """A match in the store. ``at`` is the time at which it was created, in seconds since 1970."""

    id: str
    model: StoredModel
    terms: Terms
    events: tuple[Event, ...]
    at: float


@dataclass(eq=False)
class _Waiting:
    """An event that waits to be written."""

    row: dict[str, Any]
    kept: bool | None = None
    """Whether it is in the database; None until it has been tried."""


_EVENT = insert(events)


class Store:
    """Keeps models, matches, their seats and their events.

    Several threads may use it at the same time, and several processes the same database.
    """

    def __init__(self, url: str) -> None:
        """*url* is the database URL for SQLAlchemy. Its tables are created or migrated.

        ``OSError``, or an error of SQLAlchemy, if it cannot be opened.
        """
        found = make_url(url)
        self._is_sqlite = found.get_backend_name() == "sqlite"
        if self._is_sqlite and found.database not in (None, "", ":memory:"):
            Path(str(found.database)).parent.mkdir(parents=True, exist_ok=True)
        self._writing = threading.Lock()
        self._waiting: deque[_Waiting] = deque()
        """The events that wait to be written, the oldest first."""
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
        """Store the model of a game, in XMI, as by ``put``. Return the stored model."""
        return self.put(StoredModel(game.digest, game.name, source, write(game.document, Syntax.XMI)))

    def put(self, model: StoredModel) -> StoredModel:
        """Store a model unless a model with its digest is there. Return the stored model.

        One that is there keeps its text, and who wants it so comes from the better source: one of ours replaces what
        was uploaded, with its text, and what was uploaded is listed even if somebody has chosen it before.
        """
        try:
            with self._engine.begin() as connection:
                connection.execute(
                    insert(models).values(
                        digest=model.digest, name=model.name, source=model.source.value, text=model.text, at=time.time()
                    )
                )
        except IntegrityError:
            self._promote(model)
            return self.model(model.digest)
        return model

    def _promote(self, model: StoredModel) -> None:
        """Let a model that is there be from the source of another one with its digest, if that is better."""
        is_ours = model.source is Source.OURS
        worse = [Source.UPLOAD, Source.CHOSEN] if is_ours else [Source.CHOSEN] if model.source is Source.UPLOAD else []
        text = {"name": model.name, "text": model.text} if is_ours else {}  # a text that was sent replaces no other
        mine = models.c.digest == model.digest, models.c.source.in_([source.value for source in worse])
        with self._engine.begin() as connection:
            connection.execute(update(models).where(*mine).values(source=model.source.value, at=time.time(), **text))

    def model(self, digest: str) -> StoredModel:
        """Return the model with a digest. ``KeyError`` if there is none."""
        with self._engine.connect() as connection:
            row = connection.execute(select(models).where(models.c.digest == digest)).first()
        if row is None:
            raise KeyError(digest)
        return StoredModel(row.digest, row.name, Source(row.source), row.text)

    def uploads(self, most: int = 100) -> list[StoredModel]:
        """Return the *most* latest uploaded models, newest first, with empty texts."""
        wanted = select(models.c.digest, models.c.name).where(models.c.source == Source.UPLOAD.value)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted.order_by(models.c.at.desc()).limit(most)).all()
        return [StoredModel(row.digest, row.name, Source.UPLOAD, "") for row in rows]

    def count(self, source: Source) -> int:
        """Return the number of models from a source."""
        wanted = select(func.count()).select_from(models).where(models.c.source == source.value)
        with self._engine.connect() as connection:
            return connection.execute(wanted).scalar_one()

    def count_matches(self) -> int:
        """Return the number of matches."""
        with self._engine.connect() as connection:
            return connection.execute(select(func.count()).select_from(matches)).scalar_one()

    def create(
        self,
        digest: str,
        terms: Terms,
        holders: Mapping[int, str],
        happened: Sequence[Event] = (),
        door: str | None = None,
    ) -> str:
        """Store a new match of the model with a digest, and return its name, which is random.

        *holders* has the secret that opens each seat. The match and the events *happened* are written in one
        transaction. *door* names the external interface by which the match was begun, if it was one. ``KeyError`` if
        there is no such model.
        """
        name = secrets.token_urlsafe(12)
        with self._engine.begin() as connection:
            row = {"id": name, "digest": digest, "terms": json.dumps(terms.as_json()), "at": time.time(), "door": door}
            try:
                connection.execute(insert(matches).values(row))
            except IntegrityError:
                raise KeyError(digest) from None
            for seat, secret in holders.items():
                connection.execute(insert(seats).values(match=name, seat=seat, secret=hashed(secret)))
            if happened:
                connection.execute(insert(events), [_row(name, event) for event in happened])
        return name

    def drop(self, name: str) -> None:
        """Delete a match with its seats and events. It is for a match that could not begin, before anybody knows it."""
        with self._engine.begin() as connection:
            for table in (events, seats):
                connection.execute(delete(table).where(table.c.match == name))
            connection.execute(delete(matches).where(matches.c.id == name))

    def forget(
        self, before: float | None = None, unmoved: float | None = None, used: Collection[str] = ()
    ) -> list[str]:
        """Delete matches, but none of *used*, and return their names.

        Times are in seconds since 1970. Those matches are deleted in which nothing has happened since *before*, and
        those begun before *unmoved* in which no move was made. Of the models without a match those are deleted that
        were uploaded before *before*, and the others of before *unmoved*: these are made again when they are wanted.
        """
        mine = events.c.match == matches.c.id
        last = select(func.max(events.c.at)).where(mine).scalar_subquery()
        moved = select(events.c.match).where(mine, events.c.kind == Kind.MOVE.value).exists()
        old, unused = [], []
        if before is not None:
            old.append(func.coalesce(last, matches.c.at) < before)
            unused.append((models.c.source == Source.UPLOAD.value) & (models.c.at < before))
        if unmoved is not None:
            old.append(~moved & (matches.c.at < unmoved))
            unused.append((models.c.source != Source.UPLOAD.value) & (models.c.at < unmoved))
        with self._engine.begin() as connection:
            if self._is_sqlite:  # or somebody could move between the question and the deletion
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            wanted = select(matches.c.id).where(or_(false(), *old)).with_for_update()
            names = [name for name in connection.execute(wanted).scalars() if name not in used]
            for table, column in ((events, events.c.match), (seats, seats.c.match), (matches, matches.c.id)):
                for start in range(0, len(names), MOST_NAMED):
                    connection.execute(delete(table).where(column.in_(names[start : start + MOST_NAMED])))
            played = models.c.digest.in_(select(matches.c.digest))
            connection.execute(delete(models).where(or_(false(), *unused), ~played))
        return names

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
        """Write the next event of a match. ``Refused`` if there is already an event with its number.

        Waiting for the disk costs most: one thread writes the events of all threads that wait, in one transaction
        (group commit).
        """
        mine = _Waiting(_row(name, happened))
        self._waiting.append(mine)
        with self._writing:
            try:
                if mine.kept is None:
                    self._write()
            finally:
                if mine.kept is None:  # writing failed: nobody may write it later
                    with suppress(ValueError):
                        self._waiting.remove(mine)
        if not mine.kept:
            raise Refused("overtaken", "The game has gone on meanwhile, elsewhere.")

    def _write(self) -> None:
        """Write all events that wait in one transaction. If one of them is refused, write each by itself."""
        some = [self._waiting.popleft() for _ in range(len(self._waiting))]
        rows = sorted((one.row for one in some), key=itemgetter("match", "number"))  # one order avoids deadlocks
        try:
            with self._engine.begin() as connection:
                connection.execute(_EVENT, rows)
            for one in some:
                one.kept = True
        except IntegrityError:
            for one in some:
                one.kept = self._is_kept(one.row)
        finally:
            self._waiting.extendleft(one for one in some if one.kept is None)  # writing failed: other threads retry

    def _is_kept(self, row: dict[str, Any]) -> bool:
        try:
            with self._engine.begin() as connection:
                connection.execute(_EVENT, row)
        except IntegrityError:
            return False
        return True

    def holders(self, name: str) -> dict[str, int]:
        """Return the numbers of the seats of a match that have a secret, by the hashes of the secrets."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(seats.c.secret, seats.c.seat).where(seats.c.match == name)).all()
        return {row.secret: row.seat for row in rows}

    def begun_by(self, door: str) -> list[str]:
        """Return the names of the matches that were begun by an external interface, the oldest first."""
        wanted = select(matches.c.id).where(matches.c.door == door).order_by(matches.c.at)
        with self._engine.connect() as connection:
            return list(connection.execute(wanted).scalars())

    def latest(self, most: int) -> list[tuple[str, str, float]]:
        """Return the *most* latest matches, newest first: name, game, and time of creation in seconds since 1970."""
        wanted = select(matches.c.id, models.c.name, matches.c.at).join(models, matches.c.digest == models.c.digest)
        with self._engine.connect() as connection:
            rows = connection.execute(wanted.order_by(matches.c.at.desc()).limit(most)).all()
        return [(row.id, row.name, row.at) for row in rows]


def _row(match: str, happened: Event) -> dict[str, Any]:
    """Return an event of a match as a row of its table."""
    return {
        "match": match,
        "number": happened.number,
        "kind": happened.kind.value,
        "seat": happened.seat,
        "text": happened.text,
        "at": happened.at,
    }


def hashed(secret: str) -> str:
    """Return the SHA-256 hash of a secret. It needs no salt, as secrets are long and random."""
    return sha256(secret.encode()).hexdigest()


def _prepare(connection: Any, _: object) -> None:
    """Set up a connection of SQLite: durable commits, foreign keys, and waiting for other writers."""
    cursor = connection.cursor()
    for setting in (
        f"busy_timeout = {PATIENCE_MS}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
