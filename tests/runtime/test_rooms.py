"""Models that strangers have sent are played in processes of their own: what they do there harms nobody else."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.hostile_models import HOARD, LATER
from tests.support.servers import file_store
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.runtime import load
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.store.store import Source, Store, StoredModel
from tilewright.runtime.web import rooms
from tilewright.runtime.web.children import Child
from tilewright.runtime.web.hall import Hall
from tilewright.runtime.web.limits import Limits
from tilewright.runtime.web.lives import Away, Here

FAIR = """game Fair {
  players A, B
  board 3x1
  pieces Man:m
  parameter wide 3..5 = 3
  place Put = empty
  effect = set own Man
}"""


def sent(store: Store, text: str) -> str:
    """Keep a model as one that was sent and found to be harmless; return what it is called."""
    game = load(read_text(text, "sent.game"), "interpreter")
    return store.put(StoredModel(game.digest, game.name, Source.UPLOAD, write(game.document, Syntax.XMI))).digest


@contextmanager
def opened(folder: Path, limits: Limits | None = None) -> Iterator[tuple[Hall, Store]]:
    store = Store(file_store(folder))
    hall = Hall(store, ["tic-tac-toe"], limits)
    try:
        yield hall, store
    finally:
        hall.close()
        store.close()


def texts(match: Match) -> list[str]:
    """Return the moves so far."""
    return [str(move) for move in match.session.moves]


def legal(match: Match) -> list[str]:
    """Return the legal moves of who is to move."""
    return [str(move) for move in match.legal_moves(match.movers[0])]


def test_it_is_played_elsewhere_as_it_would_be_here(tmp_path: Path) -> None:
    with opened(tmp_path) as (hall, store):
        name, seats = hall.create(sent(store, FAIR), {})
        assert list(seats) == ["A", "B"] and hall.seat_of(name, seats["B"]) == 1
        hall.act(name, 0, Kind.MOVE, "a1", 0)
        with pytest.raises(Refused, match="a1 must be empty") as refusal:
            hall.act(name, 1, Kind.MOVE, "a1", 1)
        assert refusal.value.code == "illegal-move"
        with pytest.raises(Refused, match="this was for state 0") as refusal:
            hall.act(name, 1, Kind.MOVE, "b1", 0)
        assert refusal.value.code == "stale"
        hall.act(name, 1, Kind.MOVE, "b1", 1)
        assert hall.look_at(name, texts) == ["a1", "b1"] and hall.look_at(name, legal) == ["c1"]
        other, _ = hall.branch(name, 1)
        assert hall.look_at(other, texts) == ["a1"] == [event.text for event in store.match(other).events]
        with pytest.raises(Refused, match="play against people") as refusal:
            hall.create(sent(store, FAIR), {"B": "mcts:10"})
        assert refusal.value.code == "no-such-program" and len(hall._rooms.processes()) == 1


def test_what_is_chosen_of_it_is_another_model(tmp_path: Path) -> None:
    with opened(tmp_path) as (hall, store):
        digest = sent(store, FAIR)
        name, _ = hall.create(digest, {}, settings={"wide": "4"})
        assert store.match(name).model.digest != digest and store.match(name).model.source is Source.CHOSEN
        with pytest.raises(Refused) as refusal:
            hall.create(digest, {}, settings={"wide": "9"})
        assert refusal.value.code == "no-such-choice"


def test_choices_of_it_are_no_uploads(tmp_path: Path) -> None:
    """They are not listed, do not fill the store for others, and are bounded themselves."""
    with opened(tmp_path, Limits(uploads=2, choices=1)) as (hall, store):
        digest = sent(store, FAIR)
        first, _ = hall.create(digest, {}, settings={"wide": "4"})
        again, _ = hall.create(digest, {}, settings={"wide": "4"})
        assert store.match(first).model == store.match(again).model
        hall.create(digest, {})
        with pytest.raises(Refused, match="No more choices") as refusal:
            hall.create(digest, {}, settings={"wide": "5"})
        assert refusal.value.code == "full"
        assert [model["model"] for model in hall.models() if model["source"] == "upload"] == [digest]
        other, _ = hall.upload(FAIR.replace("wide 3..5 = 3", "wide 3..5 = 4"), "sent.game")
        assert other == store.match(first).model.digest  # who uploads it has it listed
        assert [model["model"] for model in hall.models() if model["source"] == "upload"] == [other, digest]
        with pytest.raises(Refused, match="No more models"):
            hall.upload(FAIR, "sent.game")


def test_a_game_of_ours_that_somebody_has_sent_before_is_ours(tmp_path: Path) -> None:
    """Its matches are played here, with programs that search: they had nobody who could, for ever."""
    with opened(tmp_path) as (hall, store):
        digest, _ = hall.upload(hall.text("tic-tac-toe"), "sent.game")
        early, _ = hall.create(str(digest), {})
        name, _ = hall.create("tic-tac-toe", {"X": "mcts:10", "O": "mcts:10"})
        assert store.match(name).model.digest == digest and isinstance(hall.live(name), Here)
        assert store.model(str(digest)).source is Source.OURS
        assert [model for model in hall.models() if model["source"] == "upload"] == []
        while not hall.live(name).is_over:
            pass
        hall.act(early, 0, Kind.MOVE, "b2")
        assert hall.look_at(early, texts) == ["b2"]
        assert hall.upload(hall.text("tic-tac-toe"), "sent.game")[0] == digest
        assert store.model(str(digest)).source is Source.OURS


def test_a_program_that_cannot_play_there_is_not_replaced(tmp_path: Path) -> None:
    with opened(tmp_path) as (hall, store):
        terms = Terms(("human", "mcts:5000"))
        name = store.create(sent(store, FAIR), terms, {0: "secret"})
        with pytest.raises(Refused, match=r"B would be mcts:5000, which cannot play here\.") as refusal:
            hall.look_at(name, texts)
        assert refusal.value.code == "no-such-program"


def test_what_is_sent_under_the_digest_of_a_game_of_ours_is_not_taken_for_it(tmp_path: Path) -> None:
    """The process that looks at uploads is not trusted: it may tell any digest."""
    with opened(tmp_path) as (hall, store):
        game = load("tic-tac-toe", "interpreter")
        store.put(StoredModel(game.digest, "Other", Source.UPLOAD, "<wrong/>"))
        store.put(StoredModel(game.digest, "Other", Source.CHOSEN, "<worse/>"))
        assert store.model(game.digest).text == "<wrong/>"
        name, _ = hall.create("tic-tac-toe", {})
        found = store.match(name).model
        assert (found.name, found.text) == ("TicTacToe", write(game.document, Syntax.XMI))
        store.put(StoredModel(game.digest, "Other", Source.UPLOAD, "<wrong/>"))
        assert store.model(game.digest) == found


def test_who_plays_at_random_there_moves(tmp_path: Path) -> None:
    with opened(tmp_path) as (hall, store):
        name, _ = hall.create(sent(store, FAIR), {"A": "random", "B": "random"})
        while not hall.live(name).is_over:
            pass
        assert sorted(event.text for event in store.match(name).events) == ["a1", "b1", "c1"]


def test_what_takes_too_long_ends_the_process_and_loses_nothing(tmp_path: Path) -> None:
    """The first position is harmless. Others play on, of other models that were sent, too."""
    with opened(tmp_path, Limits(seconds=120.0)) as (hall, store):
        name, _ = hall.create(sent(store, LATER), {})
        fair, _ = hall.create(sent(store, FAIR), {})
        move = hall.look_at(name, legal)[0]
        assert len(hall._rooms.processes()) == 2
        hall._rooms._seconds = 0.1
        with pytest.raises(Refused) as refusal:
            hall.act(name, 0, Kind.MOVE, move)
            hall.look_at(name, legal)
        assert refusal.value.code == "too-long" and len(hall._rooms.processes()) == 1
        hall._rooms._seconds = 120.0
        hall.act(fair, 0, Kind.MOVE, "a1")
        assert hall.look_at(fair, texts) == ["a1"]
        assert [event.text for event in store.match(name).events] in ([], [move])


def test_what_takes_too_much_memory_ends_the_process(tmp_path: Path) -> None:
    with opened(tmp_path, Limits(seconds=120.0, memory=100 << 20)) as (hall, store):
        fair, _ = hall.create(sent(store, FAIR), {})
        with pytest.raises(Refused, match="more time or memory"):
            hall.create(sent(store, HOARD), {})
        assert [name for name, _, _ in store.latest(9)] == [fair], "who cannot begin is not kept"
        assert hall.look_at(fair, legal) == ["a1", "b1", "c1"] and len(hall._rooms.processes()) == 1


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    with opened(tmp_path) as (hall, store):
        name, _ = hall.create(sent(store, FAIR), {})
        hall.act(name, 0, Kind.MOVE, "a1")
        (process,) = hall._rooms.processes()
        os.kill(process, signal.SIGKILL)
        with pytest.raises(Refused, match="more time or memory"):
            hall.look_at(name, texts)
        assert hall.look_at(name, texts) == ["a1"]
        hall.act(name, 1, Kind.MOVE, "b1")
        assert [event.text for event in store.match(name).events] == ["a1", "b1"]


def test_two_servers_play_the_same_match(tmp_path: Path) -> None:
    with opened(tmp_path) as (one, store), opened(tmp_path) as (other, _):
        name, _ = one.create(sent(store, FAIR), {})
        assert other.look_at(name, texts) == []
        one.act(name, 0, Kind.MOVE, "a1")
        with pytest.raises(Refused) as refusal:
            other.act(name, 0, Kind.MOVE, "b1")
        assert refusal.value.code == "overtaken" and other.look_at(name, texts) == ["a1"]


def test_there_are_no_more_processes_than_are_given_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_HELD", 1)
    with opened(tmp_path, Limits(rooms=1)) as (hall, store):
        models = [sent(store, FAIR.replace("Fair", f"Fair{number}")) for number in (1, 2, 2, 2)]
        names = [hall.create(model, {})[0] for model in models]
        assert len(hall._rooms.processes()) == 1
        hall.act(names[0], 0, Kind.MOVE, "b1")
        assert [hall.look_at(name, texts) for name in names] == [["b1"], [], [], []]
        assert len(hall._rooms.processes()) == 1
        (room,) = hall._rooms._rooms.values()
        assert len(room.held) == 1, "the process was replaced when it held two"


NONSENSE: list[object] = [
    {"event": {}},
    {"event": {"number": 0, "kind": "move", "seat": 10**30, "text": "a1", "at": 1.0}},
    {"event": {"number": 0, "kind": "move", "seat": 0, "text": "a1", "at": float("nan")}},
    {"event": {"number": 0, "kind": "move", "seat": 0, "text": "x" * 200_000, "at": 1.0}},
    {"event": {"number": 0, "kind": "dance", "seat": 0, "text": "", "at": 1.0}},
    {"answer": {}},
    {"answer": {"waits": True, "over": False, "kind": "dance"}},
    {"refused": {}},
    {},
    [],
]


@pytest.mark.parametrize("said", NONSENSE, ids=lambda said: str(said)[:60])
def test_a_process_that_answers_nonsense_is_ended(said: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is stored. It may have been taken over by its model."""
    ended: list[int] = []
    answers: list[object] = [{"answer": {}}, {"answer": {}}, said]

    class Taken(Child):
        pid = 1

        def __init__(self, *_: str) -> None:
            pass

        def begin(self, seconds: float) -> None:
            pass

        def write(self, data: bytes) -> None:
            pass

        def line(self) -> bytes:
            return json.dumps(answers.pop(0)).encode()

        def end(self) -> None:
            ended.append(1)

    def store(_: Event) -> None:
        raise AssertionError

    monkeypatch.setattr(rooms, "Child", Taken)
    held = rooms.Rooms(1, 1.0)
    live = Away("digest", True, held, lambda: FAIR, rooms.Played("match", lambda: (Terms(("human",) * 2), ()), store))
    with pytest.raises(Refused, match="more time or memory"):
        live.act(Kind.MOVE, 0, "a1", None)
    assert (ended, held.processes(), answers) == ([1], [], [])
