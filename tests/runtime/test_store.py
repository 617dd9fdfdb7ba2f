"""The store: what it has been told is there, once, whatever happens."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.places import ROOT
from tests.support.schemas import MATCH, SCHEMAS, SECRET, postgresql_of, sqlite_of
from tests.support.servers import file_store
from tilewright.runtime import load
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.terms import Terms

WRITER = """
import os, sys
from random import Random
from tilewright import load
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.store.store import Source, Store

def write(digest):
    store, random = Store(sys.argv[1]), Random()
    while True:
        terms = Terms.of(game, ["human", "human"], seed=random.getrandbits(32))
        name = store.create(digest, terms, {})
        match = Match(game, terms, journal=lambda event: store.append(name, event))
        while match.result is None and match.number < 50:
            event = match.draw() if match.state.is_chance else match.play(match.movers[0], random.choice(match.legal_moves(match.movers[0])))
            os.write(1, f"{name} {event.number} {event.text}\\n".encode())

store, game = Store(sys.argv[1]), load("pig", "interpreter")
digest = store.put_model(game, Source.OURS).digest
store.close()
for _ in sys.stdin:
    child = os.fork()
    if child == 0:
        write(digest)
    print("child", child, flush=True)
    os.waitpid(child, 0)
    print("dead", flush=True)
"""
"""Has a child for each line that it is told, which plays for ever, and tells of each event after it was written."""


def killed(process: subprocess.Popen[str], seconds: float) -> dict[str, list[tuple[int, str]]]:
    """Let a child write, end it at once after some time, and return what was acknowledged."""
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("go\n")
    process.stdin.flush()
    told: dict[str, list[tuple[int, str]]] = {}
    child, ended = None, False
    while (line := process.stdout.readline()) != "dead\n":
        assert line, "the writer has ended"
        words = line.split()  # a line is one call of the system: it is written as a whole, or not at all
        if words[0] == "child":
            child = int(words[1])
        else:
            told.setdefault(words[0], []).append((int(words[1]), words[2]))
        if child is not None and told and not ended:
            time.sleep(seconds)
            os.kill(child, signal.SIGKILL)
            ended = True
    return told


def check_after_crashes(url: str, times: int, seed: int) -> None:
    """Kill who writes a number of times; each time all that was acknowledged is there, and matches go on."""
    from tilewright.runtime.store.store import Store

    chance = random.Random(seed)
    command = [sys.executable, "-c", WRITER, url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        for _ in range(times):
            told = killed(process, chance.random() * 0.3)
            store = Store(url)
            for name, events in told.items():
                kept = store.match(name)
                assert [(event.number, event.text) for event in kept.events[: len(events)]] == events
                assert len(kept.events) <= len(events) + 1  # what was written and not yet acknowledged
                match = Match.restored(load("pig"), kept.terms, kept.events, journal=partial(store.append, name))
                if match.result is None:
                    match.draw() if match.state.is_chance else match.play(
                        match.movers[0], match.legal_moves(match.movers[0])[0]
                    )
                    assert len(store.match(name).events) == match.number
            store.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the address of each kind of database in turn."""
    return file_store(tmp_path) if request.param == "sqlite" else str(request.getfixturevalue("served"))


@pytest.mark.prove
def test_who_is_killed_two_hundred_times_loses_nothing(url: str) -> None:
    check_after_crashes(url, 200, int(time.time()))


def test_two_who_follow_on_the_same_state(url: str) -> None:
    from tilewright.runtime.store.store import Source, Store, hashed

    store = Store(url)
    game = load("tic-tac-toe")
    model = store.put_model(game, Source.OURS)
    assert store.put_model(game, Source.UPLOAD).source is Source.OURS  # who was trusted stays so
    terms = Terms.of(game, ["human", "human"], seed=7, game_time=60.0)
    name = store.create(model.digest, terms, {0: "one", 1: "two"})
    first, second = (Match(game, terms, journal=lambda event: store.append(name, event)) for _ in range(2))
    first.play(0, "b2")
    with pytest.raises(Refused, match="gone on meanwhile, elsewhere"):
        second.play(0, "a1")
    assert second.number == 0 and [event.text for event in store.match(name).events] == ["b2"]
    assert store.match(name).terms == terms
    assert store.holders(name) == {hashed("one"): 0, hashed("two"): 1}
    with pytest.raises(KeyError):
        store.match("nothing")
    store.close()
    again = Store(url)
    assert again.match(name).events == tuple(first.events) and again.latest(9)[0][0] == name
    again.close()


def test_what_several_threads_keep_is_written_at_once(url: str) -> None:
    """One of them has no place any more: the others lose nothing by it."""
    from sqlalchemy import event

    from tilewright.runtime.store.store import Source, Store

    store = Store(url)
    game = load("tic-tac-toe")
    digest = store.put_model(game, Source.OURS).digest
    names = [store.create(digest, Terms.of(game, ["human", "human"]), {}) for _ in range(8)]
    commits: list[object] = []
    event.listen(store._engine, "commit", lambda connection: commits.append(connection))
    for late in (False, True):
        written = [Event(int(late), Kind.MOVE, 0, f"a{number}", 1.0) for number in range(len(names))]
        if late:
            store.append(names[3], written[0])
        commits.clear()
        with ThreadPoolExecutor(len(names)) as pool:
            with store._writing:
                asked = [pool.submit(store.append, name, one) for name, one in zip(names, written, strict=True)]
                while len(store._waiting) < len(names):
                    assert not any(one.done() for one in asked)
            errors = [one.exception() for one in asked]
        assert [isinstance(error, Refused) for error in errors] == [late and number == 3 for number in range(8)]
        assert late or len(commits) == 1
    kept = [[one.text for one in store.match(name).events] for name in names]
    assert kept == [[f"a{number}", "a0" if number == 3 else f"a{number}"] for number in range(8)]
    store.close()


def test_the_migrations_lead_to_the_tables(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from tilewright.runtime.store.store import Store
    from tilewright.runtime.store.tables import metadata

    store = Store(url)
    with store._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        if url.startswith("sqlite"):
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


@pytest.fixture(params=[(kind, revision) for kind in ("sqlite", "postgresql") for revision in SCHEMAS], ids="-".join)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the address of a database as each earlier version has left it."""
    kind, revision = request.param
    if kind == "sqlite":
        return sqlite_of(revision, tmp_path)
    return postgresql_of(revision, str(request.getfixturevalue("served")))


def test_there_is_a_database_of_each_schema_but_the_last() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    from tilewright.runtime.store.migrating import FOLDER

    settings = Config()
    settings.set_main_option("script_location", str(FOLDER))
    settings.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(settings)
    assert {script.revision for script in scripts.walk_revisions()} == {*SCHEMAS, scripts.get_current_head()}


def test_a_game_of_an_earlier_schema_goes_on(old: str) -> None:
    from tilewright.runtime.store.store import Source, Store, hashed
    from tilewright.runtime.web.hall import Hall

    for seen in (["b1", "a1"], ["b1", "a1", "c1"]):  # brought up to date, and as it is then
        store = Store(old)
        hall = Hall(store, ["tic-tac-toe"])
        assert store.holders(MATCH) == {hashed(SECRET): 1} and hall.seat_of(MATCH, SECRET) == 1
        assert hall.look_at(MATCH, lambda match: [str(move) for move in match.session.moves]) == seen
        if len(seen) == 2:
            hall.act(MATCH, 0, Kind.MOVE, "c1", 2)
        kept = store.match(MATCH)
        assert kept.terms.seed == 7 and kept.model.source is Source.OURS and store.latest(9)[0][0] == MATCH
        assert [event.at for event in kept.events[:2]] == [3.5, 4.5] and store.begun_by("earlier") == []
        hall.close()
        store.close()


def test_who_is_interrupted_while_a_database_is_brought_up_to_date_has_changed_nothing(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic import op

    from tilewright.runtime.store.store import Store

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(op, "create_index", interrupted)
        Store(old)
    store = Store(old)
    assert len(store.match(MATCH).events) == 2
    store.close()


def test_an_event_survives_as_it_is(url: str) -> None:
    from tilewright.runtime.store.store import Source, Store

    store = Store(url)
    game = load("tic-tac-toe")
    name = store.create(store.put_model(game, Source.OURS).digest, Terms.of(game, ["human", "human"]), {})
    events = tuple(Event(number, kind, 1, f"ü {number}\n'\"", 1.5 + number) for number, kind in enumerate(Kind))
    for event in events:
        store.append(name, event)
    assert store.match(name).events == events
    store.close()


def test_a_match_in_which_nobody_has_moved_is_forgotten(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one that somebody uses, and of the models without a match only those that can be made again."""
    from tilewright.runtime.store import store as keeping

    store = keeping.Store(url)
    game = load("connect-four")  # other tests have matches of other games
    terms = Terms.of(game, ["human", "human"])
    monkeypatch.setattr(keeping, "time", SimpleNamespace(time=lambda: 100.0))
    digest = store.put_model(game, keeping.Source.OURS).digest
    for name, source in (("x" * 64, keeping.Source.UPLOAD), ("y" * 64, keeping.Source.CHOSEN)):
        store.put(keeping.StoredModel(name, name, source, ""))
    unmoved, resigned, moved, used = (store.create(digest, terms, {0: "secret"}) for _ in range(4))
    store.append(resigned, Event(0, Kind.RESIGN, 0, "", 300.0))
    store.append(moved, Event(0, Kind.RESUME, 0, "", 100.0))
    store.append(moved, Event(1, Kind.MOVE, 0, "b2", 100.0))
    monkeypatch.setattr(keeping, "time", SimpleNamespace(time=lambda: 250.0))
    late = store.create(digest, terms, {})
    assert set(store.forget(None, 200.0, {used})) == {unmoved, resigned}
    assert store.holders(unmoved) == {} and [store.match(name).id for name in (moved, used, late)]
    with pytest.raises(KeyError):
        store.match(unmoved)
    assert store.model("x" * 64) and store.model(digest)
    with pytest.raises(KeyError):
        store.model("y" * 64)
    assert store.forget() == []
    assert set(store.forget(150.0, 300.0)) >= {moved, used, late}
    for gone in (digest, "x" * 64):
        with pytest.raises(KeyError):
            store.model(gone)
    with pytest.raises(KeyError):
        store.create(digest, terms, {})
    store.close()


def test_what_is_old_is_forgotten(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match by its last event, or by when it was begun; a model that was sent if nobody plays it any more."""
    from tilewright.runtime.store import store as keeping

    store = keeping.Store(url)
    game = load("tic-tac-toe")
    terms = Terms.of(game, ["human", "human"])
    monkeypatch.setattr(keeping, "time", SimpleNamespace(time=lambda: 100.0))
    digest = store.put_model(game, keeping.Source.OURS).digest
    sent = [
        store.put(keeping.StoredModel(name, name, keeping.Source.UPLOAD, "")).digest for name in ("x" * 64, "y" * 64)
    ]
    old = [store.create(one, terms, {0: f"secret of {one}"}) for one in (digest, sent[0], digest, sent[1])]
    for name, at in ((old[2], 250.0), (old[3], 150.0)):
        store.append(name, Event(0, Kind.MOVE, 0, "b2", 50.0))
        store.append(name, Event(1, Kind.MOVE, 1, "a1", at))
    monkeypatch.setattr(keeping, "MOST_NAMED", 2)
    store.forget(200.0)
    assert len(store.match(old[2]).events) == 2 and store.model(digest)
    for gone in (old[0], old[1], old[3]):
        with pytest.raises(KeyError):
            store.match(gone)
        assert store.holders(gone) == {}
    for gone in sent:
        with pytest.raises(KeyError):
            store.model(gone)
    store.close()
