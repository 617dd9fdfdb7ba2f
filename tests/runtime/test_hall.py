"""The matches of a server, as they are held in memory by many threads at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.support.servers import file_store
from tilewright.runtime.matches.events import Kind, Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.session import Session
from tilewright.runtime.store.store import Source, Store, StoredMatch
from tilewright.runtime.web.hall import Hall
from tilewright.runtime.web.limits import Limits
from tilewright.runtime.web.lives import Live

FAIR = """game Fair {
  players A, B
  board 3x1
  pieces Man:m
  parameter wide 3..5 = 3
  place Put = empty
  effect = set own Man
}"""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Give who asks a hall with one game, which holds one match in memory."""
    store = Store(file_store(tmp_path))
    found = Hall(store, ["tic-tac-toe"], Limits(live=1), bots={"bot": "cmd:true"})
    yield found
    found.close()
    store.close()


def wait_for(what: Callable[[], bool]) -> None:
    """Wait until something is so that another thread does."""
    end = time.monotonic() + 20
    while not what():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_a_match_that_could_not_be_mended_goes_on_later(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    name, _ = hall.create("tic-tac-toe", {"O": "random"})
    live = hall.live(name)

    def refused() -> None:
        raise Refused("too-long", "The store is slow.")

    with monkeypatch.context() as slow:
        slow.setattr(live, "step", refused)
        slow.setattr(live, "mend", refused)
        hall.act(name, 0, Kind.MOVE, "b2")
        wait_for(lambda: not live.thinking)
    hall.shown(name, None)
    wait_for(lambda: hall.look_at(name, lambda match: len(match.session.moves)) == 2)


class Counted:
    """A program that never answers; it counts those that have been closed."""

    def __init__(self, closed: list[Counted]) -> None:
        self._closed = closed

    def choose_in(self, session: Session, seat: int, left: float | None) -> str:
        raise AssertionError

    def refused(self, reason: str) -> None:
        raise AssertionError

    def end(self, match: Match) -> None:
        pass

    def close(self) -> None:
        self._closed.append(self)


def test_a_match_that_is_restored_by_two_at_once_keeps_the_programs_of_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Counted] = []
    closed: list[Counted] = []

    def guest(*_: object, **__: object) -> Counted:
        made.append(Counted(closed))
        return made[-1]

    monkeypatch.setattr(hall.programs, "guest", guest)
    name, _ = hall.create("tic-tac-toe", {"O": "bot"})
    hall.create("tic-tac-toe", {})  # there is room in memory for one match
    assert made == closed and name not in hall._live
    read, both = hall._store.match, threading.Barrier(2)

    def together(name: str) -> StoredMatch:
        found = read(name)
        both.wait(20)
        monkeypatch.setattr(hall._store, "match", read)
        return found

    monkeypatch.setattr(hall._store, "match", together)
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(hall.live, [name, name])
    assert one is other and len(made) == 3 and len(closed) == 2
    one.close()
    assert set(closed) == set(made)


def test_who_watches_a_match_that_is_dropped_from_memory_just_then_is_told(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, _ = hall.create("tic-tac-toe", {})
    other, _ = hall.create("tic-tac-toe", {})
    told: list[int] = []
    live = hall.live

    def dropped(name: str) -> Live:
        monkeypatch.setattr(hall, "live", live)
        found = live(name)
        live(other)
        return found

    monkeypatch.setattr(hall, "live", dropped)
    hall.listen(name, lambda: told.append(1))
    hall.act(name, 0, Kind.MOVE, "b2")
    assert told == [1]


def test_a_match_can_be_watched_where_all_others_in_memory_are_watched(hall: Hall) -> None:
    names = [hall.create("tic-tac-toe", {})[0] for _ in range(3)]
    told: list[str] = []
    for name in names:
        hall.listen(name, partial(told.append, name))
    for name in names:
        hall.act(name, 0, Kind.MOVE, "b2")
    assert told == names


def test_choices_of_our_models_are_bounded(tmp_path: Path) -> None:
    (tmp_path / "fair.game").write_text(FAIR, encoding="utf-8")
    store = Store(file_store(tmp_path))
    hall = Hall(store, [str(tmp_path / "fair.game")], Limits(choices=1))
    for settings in ({"wide": "4"}, {}, {"wide": "4"}):
        hall.create("fair", {}, settings=settings)
    plain = store.match(hall.create("fair", {})[0]).model.digest
    for model in ("fair", plain):
        with pytest.raises(Refused, match="No more choices") as refusal:
            hall.create(model, {}, settings={"wide": "5"})
        assert refusal.value.code == "full"
    assert store.count(Source.OURS) == 2
    hall.close()
    store.close()


def test_a_match_stays_in_memory_while_a_program_thinks(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, may_answer = threading.Event(), threading.Event()

    class Slow(Counted):
        def choose_in(self, session: Session, seat: int, left: float | None) -> str:
            asked.set()
            assert may_answer.wait(20)
            return "b2"

    monkeypatch.setattr(hall.programs, "guest", lambda *_, **__: Slow([]))
    name, _ = hall.create("tic-tac-toe", {"X": "bot"}, "human")
    assert asked.wait(20)
    live = hall.live(name)
    for _ in range(2):
        hall.create("tic-tac-toe", {})
    kept = name in hall._live
    may_answer.set()
    wait_for(lambda: not live.thinking)
    assert kept


def test_choices_are_told_without_reading_the_model_again(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    told = hall.choices("tic-tac-toe")
    monkeypatch.setattr("tilewright.runtime.web.hall.load", lambda *_: pytest.fail("read again"))
    assert hall.choices("tic-tac-toe") == told
