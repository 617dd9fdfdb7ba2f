"""Tournaments: the same results however they are played, and ratings that fit them."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.commands import run
from tilewright.runtime import load
from tilewright.runtime.cli.tournament import _points
from tilewright.runtime.matches.table import Guest, Inside
from tilewright.runtime.players import Kind
from tilewright.runtime.simulation import Estimate
from tilewright.runtime.tournaments.rating import ratings
from tilewright.runtime.tournaments.tournament import Contestant, JournalError, Rules, play_game, schedule, tournament

THREE = [Contestant("a", "random"), Contestant("b", "mcts:20"), Contestant("c", "random")]
RULES = Rules(games=4, seed=3)


def test_the_seats_go_around() -> None:
    games = list(schedule(3, 2, 4))
    assert [number for number, _ in games] == list(range(12))
    assert [seats for _, seats in games[:4]] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert [seats for _, seats in schedule(3, 3, 3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    with pytest.raises(ValueError, match="has 3 players: at least as many must take part, not 2"):
        list(schedule(2, 3, 1))


def test_the_results_are_the_same_however_they_are_played(tmp_path: Path) -> None:
    game = load("tic-tac-toe")
    expected = tournament(game, THREE, RULES)
    assert expected.games == 12 and expected.standings[0].name == "b"
    assert tournament(game, THREE, RULES, jobs=3) == expected
    with ProcessPoolExecutor(2) as workers:
        assert tournament(game, THREE, RULES, executor=workers) == expected
    journal = tmp_path / "journal"
    assert tournament(game, THREE, RULES, journal=journal) == expected
    lines = journal.read_bytes().splitlines(keepends=True)
    assert len(lines) == 13
    for cut in (0, 1, 5, 13):
        journal.write_bytes(b"".join(lines[:cut]) + lines[cut - 1 if cut else 0][:9])
        played: list[int] = []
        assert tournament(game, THREE, RULES, journal=journal, progress=played.append) == expected
        assert played == [max(cut - 1, 0), *[1] * min(13 - cut, 12)]
        assert sorted(journal.read_bytes().splitlines(keepends=True)) == sorted(lines)


JOURNALS = [
    (b"nonsense\n", ":1: this is no line of a journal"),
    (b"[]\n", ":1: this is no journal of a tournament"),
    (b'{"tournament": 1, "game": "Chess"}\n', ":1: this is a journal of another tournament: 'game' is not the same"),
    (b"HEAD" + b'{"number": "x"}\n', ":2: this is no line of a journal"),
]


@pytest.mark.parametrize(("text", "message"), JOURNALS, ids=[message for _, message in JOURNALS])
def test_journals_that_are_none(text: bytes, message: str, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    game = load("tic-tac-toe")
    tournament(game, THREE[:2], Rules(1), journal=journal)
    journal.write_bytes(text.replace(b"HEAD", journal.read_bytes().splitlines(keepends=True)[0]))
    with pytest.raises(JournalError) as error:
        tournament(game, THREE[:2], Rules(1), journal=journal)
    assert message in str(error.value)


def test_a_journal_that_cannot_be_written_is_named() -> None:
    found = run("tournament", "tic-tac-toe", "--player", "a=random", "--player", "b=random", "--journal", "/dev/full")
    assert (found.exit_code, found.stderr) == (2, "/dev/full: No space left on device\n")


@pytest.mark.parametrize("seed", range(4))
def test_ratings_are_those_under_which_the_results_are_expected(seed: int) -> None:
    """Each has the points that its rating lets expect; who is as strong as another one is rated so."""
    random = Random(seed)
    players = random.randint(2, 5)
    met = {(one, two): (random.randint(0, 60) / 2, 30) for one in range(players) for two in range(one + 1, players)}
    found = ratings(players, met)
    assert abs(sum(one.value for one in found)) < 1e-6
    assert all(one.low < one.value < one.high for one in found)
    for player in range(players):
        reached = expected = 0.0
        for (one, two), (points, games) in met.items():
            if player in (one, two):
                other = two if player == one else one
                reached += (points if player == one else games - points) + 0.5
                expected += (games + 1) / (1 + 10 ** ((found[other].value - found[player].value) / 400))
        assert reached == pytest.approx(expected)


def test_ratings_of_known_results() -> None:
    """10 of 11 points with the draw that is added: 400 log10(21) for 10 victories in a row; half the points: equal."""
    one, two = ratings(2, {(0, 1): (10.0, 10)})
    assert one.value - two.value == pytest.approx(528.9, abs=0.1)
    assert [round(part.value) for part in ratings(3, {(0, 1): (5.0, 10), (1, 2): (5.0, 10)})] == [0, 0, 0]
    many = ratings(2, {(0, 1): (600.0, 1000)})[0]
    assert (many.value - many.low) * 2 == pytest.approx(2 * 1.96 * 400 / 2.302585 / (1000 * 0.24) ** 0.5 / 2, rel=0.02)


def test_programs_are_closed_if_another_one_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []

    class First(Inside):
        def close(self) -> None:
            closed.append("first")

    def made(who: str, *_: object) -> Guest:
        if who != "random":
            raise ValueError("there is none")
        return First(Kind(who).player(1))

    monkeypatch.setattr("tilewright.runtime.tournaments.tournament.guest_of", made)
    state = load("tic-tac-toe").initial_state()
    with pytest.raises(ValueError, match="there is none"):
        play_game(state, [Contestant("a", "random"), Contestant("b", "cmd:x")], (0, 1), 0, Rules(1))
    assert closed == ["first"]


def test_a_program_that_fails_takes_part(tmp_path: Path) -> None:
    (tmp_path / "silent.py").write_text("", "utf-8")
    command = f"silent=cmd:{sys.executable} {tmp_path / 'silent.py'}"
    result = run(
        "tournament", "tic-tac-toe", "--player", command, "--player", "random", "--games", "2", "--retries", "0",
        "--on-failure", "forfeit", "--format", "json",
    )  # fmt: skip
    found = json.loads(result.stdout)
    assert [player["name"] for player in found["players"]] == ["random", "silent"]
    assert found["players"][1]["failures"] == 2 and found["players"][0]["points"] == 2


def test_what_is_said_to_programs_is_written_down(tmp_path: Path) -> None:
    """Each line with its game and its contestant, also where several games are played at a time."""
    (tmp_path / "first.py").write_text(
        "import json, sys\nfor m in map(json.loads, sys.stdin):\n    m['type'] == 'turn' and print(0, flush=True)",
        "utf-8",
    )
    talk = tmp_path / "talk"
    said = run(
        "tournament", "tic-tac-toe", "--player", f"first=cmd:{sys.executable} {tmp_path / 'first.py'}",
        "--player", "random", "--games", "4", "--jobs", "2", "--talk", str(talk),
    )  # fmt: skip
    assert said.exit_code == 0, said.stderr
    lines = [json.loads(line) for line in talk.read_text("utf-8").splitlines()]
    assert {line["player"] for line in lines} == {"first"}
    for game in range(4):
        mine = [(line["way"], line["line"]) for line in lines if line["game"] == game]
        sent = [json.loads(line)["type"] for way, line in mine if way == "sent"]
        assert sent[0] == "start" and sent[-1] == "end"
        assert sum(way == "received" for way, _ in mine) == sent.count("turn") > 0


WRONG = [
    (["--player", "random"], "the game has 2 players: at least as many must take part, not 1"),
    (["--player", "random", "--player", "random"], "two contestants have the same name"),
    (["--player", "alphazero", "--player", "random"], "'alphazero' cannot play"),
    (["--player", "llm:nowhere", "--player", "random"], "an address begins with http"),
    (["--player", "random", "--player", "x=random", "--scheduler", "nonsense://x"], "there is no scheduler at"),
    (["--player", "random", "--player", "x=random", "--talk", "/none/talk"], "/none/talk: No such file or directory"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_no_tournament_is(arguments: list[str], message: str) -> None:
    result = run("tournament", "tic-tac-toe", *arguments)
    assert result.exit_code == 2 and message in result.stderr


class Killing(Executor):
    """Gives tasks to a cluster, and kills one of its workers when so many of them are done."""

    def __init__(self, inner: Executor, pids: Callable[[], list[int]], after: int) -> None:
        self._inner, self._pids, self._after = inner, pids, after
        self._lock = threading.Lock()
        self.begun = self.done = 0
        self.open_when_killed: int | None = None
        """How many tasks were not done when the worker was killed; None before."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        with self._lock:
            self.begun += 1
        future: Future[Any] = self._inner.submit(fn, *args, **kwargs)
        future.add_done_callback(self._count)
        return future

    def _count(self, _: Future[Any]) -> None:
        with self._lock:
            self.done += 1
            if self.done == self._after:
                os.kill(self._pids()[0], signal.SIGKILL)
                self.open_when_killed = self.begun - self.done


ON_A_CLUSTER = [
    ("simulate", "connect-four", "--games", "100000", "--seed", "1", "--format", "json"),
    ("perft", "connect-four", "9"),
    ("tournament", "connect-four", "--player", "random", "--player", "mcts:50", "--games", "200"),
]


@pytest.mark.prove
@pytest.mark.parametrize("verb", ON_A_CLUSTER, ids=lambda verb: verb[0])
def test_a_worker_of_a_cluster_that_is_killed_on_the_way_changes_nothing(
    verb: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import Client, LocalCluster

    def report(*more: str) -> str:
        text = run(*verb, *more).stdout
        return re.sub(r'"(seconds|speed|compiling)": [0-9.e+-]+', "", text)

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        at = "--scheduler", cluster.scheduler_address
        expected = report()
        assert expected and report(*at) == expected
        killing: list[Killing] = []

        def executor(client: Client, **options: Any) -> Executor:
            pids = [worker.pid for worker in cluster.workers.values()]
            killing.append(Killing(get_executor(client, **options), lambda: pids, 3))
            return killing[0]

        get_executor = Client.get_executor
        monkeypatch.setattr(Client, "get_executor", executor)
        assert report(*at) == expected
        assert killing[0].open_when_killed and killing[0].done == killing[0].begun


def test_no_rating_is_less_than_nothing_and_yet_nothing() -> None:
    assert _points(Estimate(-0.2, -0.4, 0.4)) == "+0 (+0 to +0)"
    assert _points(Estimate(-0.7, -12.3, 10.9)) == "-1 (-12 to +11)"
