"""Games on maps: units with numbers, logs, and programs that speak that game's messages."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.runtime.formats.games import random_record
from tests.support.commands import run
from tests.support.places import ROOT
from tests.support.servers import file_store
from tilewright import load
from tilewright.runtime import Game, State
from tilewright.runtime.foreign.log import units_of, write_log
from tilewright.runtime.formats import NotSaid
from tilewright.runtime.formats.record import Record
from tilewright.runtime.matches.events import Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Failed, Inside, Policy, Table
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.players import RandomPlayer
from tilewright.runtime.tournaments.tournament import Contestant, Rules, tournament

BOT = ROOT / "tests" / "support" / "arena_bot.py"
MAP = {
    "arena": "b1 p1 . #\n.  f  . .\n.  .  f .\n#  . p2 b2",
    "foodScarcity": 0.3,
    "turnLimitMs": 15000,
    "fogOfWar": False,
}


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("arena") / "field.json"
    file.write_text(json.dumps(MAP), encoding="utf-8")
    return load(file)


def counted(state: State, ended: bool) -> dict[tuple[str, int | None, int, int], int]:
    """Return how many units of each kind and owner there are on each cell, read off a state.

    What has moved is counted apart as long as the turn has not *ended*.
    """
    found: dict[tuple[str, int | None, int, int], int] = {}
    ready, done = (state.counters[name] for name in ("ready", "done"))
    assert isinstance(ready, dict) and isinstance(done, dict)
    for name, piece in state.board().items():
        x, y = ord(name[0]) - ord("a"), state.game.board.height - int(name[1:])
        if piece is not None and piece.name in ("Base", "Food"):
            found[piece.name.upper(), None if piece.player is None else piece.player.number, x, y] = 1
        for player in state.game.players:
            moved = done[name] if not ended and player == state.player else 0
            pawns = ready[name][player.number] + moved  # type: ignore[index,operator]
            if pawns:
                found["PAWN", player.number, x, y] = pawns
    return found


def told(units: dict[int, Any]) -> dict[tuple[str, int | None, int, int], int]:
    found: dict[tuple[str, int | None, int, int], int] = {}
    for unit in units.values():
        key = unit.kind, unit.owner, unit.x, unit.y
        found[key] = found.get(key, 0) + 1
    return found


@pytest.mark.parametrize("seed", range(4))
def test_units_are_what_stands_there(arena: Game, seed: int) -> None:
    for game in (arena, load("harvest")):
        record = random_record(game, Random(seed), 150)
        units = units_of(record.start, record.moves)
        ended = str(record.moves[-1]) in ("end", "none") or len(record.moves[-1].cells) == 1
        assert told(units.now) == counted(record.end, ended)
        assert list(units.turns[0]) == list(range(1, len(units.turns[0]) + 1))
        kinds: dict[int, tuple[str, int | None]] = {}
        for turn in units.turns:
            assert all(kinds.setdefault(n, (u.kind, u.owner)) == (u.kind, u.owner) for n, u in turn.items())


def test_the_first_units_are_numbered_by_players(arena: Game) -> None:
    start = arena.initial_state()
    full = next(move for move in start.legal_moves if move.cells)
    first = units_of(start, [full]).turns[0]
    kinds = [(number, unit.kind, unit.owner) for number, unit in first.items()]
    assert kinds[:5] == [(1, "BASE", 0), (2, "PAWN", 0), (3, "BASE", 1), (4, "PAWN", 1), (5, "FOOD", None)]
    assert [(first[n].x, first[n].y) for n in (1, 2, 3, 4)] == [(0, 0), (1, 0), (3, 3), (2, 3)]


def test_a_log_is_what_happened(arena: Game, tmp_path: Path) -> None:
    record = random_record(arena, Random(5), 200)
    log = json.loads(write_log(record, 7))
    assert (log["mapDimensions"], log["walls"]) == ({"width": 4, "height": 4}, [{"x": 3, "y": 0}, {"x": 0, "y": 3}])
    assert (log["timestamp"], len(log["players"])) == (7, 2)
    units: dict[int, dict[str, Any]] = {}
    for turn in log["turns"]:
        units |= {unit["id"]: unit for unit in turn["addedOrModified"]}
        for number in turn["removed"]:
            del units[number]
    last = units_of(record.start, record.moves).turns[-1]
    assert units == {number: unit.as_json(log["players"]) for number, unit in last.items()}
    with pytest.raises(NotSaid, match="no game on a map"):
        write_log(Record(load("othello").initial_state(), ()))
    file = tmp_path / "field.json"
    file.write_text(json.dumps(MAP), encoding="utf-8")
    (tmp_path / "a.txt").write_text("1. none 2. b4-b3 3. end", encoding="utf-8")
    assert run("transcribe", str(file), str(tmp_path / "a.txt"), str(tmp_path / "log.arena.json")).output == ""
    written = json.loads((tmp_path / "log.arena.json").read_text("utf-8"))
    assert (written["players"], written["winner"], len(written["turns"])) == (["Red", "Blue"], None, 1)
    assert run("transcribe", str(file), str(tmp_path / "log.arena.json"), "-").exit_code == 2


def test_a_program_plays_that_knows_nothing_but_the_messages(arena: Game) -> None:
    from tilewright.runtime.foreign.seat import ArenaBot

    said: list[tuple[str, bytes]] = []
    guest = ArenaBot("0", 30, lambda way, line: said.append((way, line)))
    match = Match(arena, Terms.of(arena, ["arena:0", "random"], seed=3))
    failures: list[str] = []
    table = Table(
        match, {0: guest, 1: Inside(RandomPlayer(5))}, Policy(retries=0), lambda _, problem: failures.append(problem)
    )
    command = [sys.executable, str(BOT), str(guest.port), "fast-red-fox"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            while match.result is None and len(match.session.moves) < 400:
                table.step()
            table.close()
            output, errors = process.communicate(timeout=30)
        finally:
            table.close()
            process.kill()
    assert (failures, errors, process.returncode) == ([], "", 0)
    end = json.loads(output)
    assert end["refused"] == 1 and end["turns"] > 1
    units = units_of(match.session.start, match.session.moves)
    assert len(end["deltas"]) == len(units.turns)
    if match.result is not None and match.result.returns[0] > 0:
        assert end["winner"] == "fast-red-fox"
    orders = [json.loads(line)["actions"] for way, line in said if way == "received"]
    played = [move for move in match.session.moves if len(move.cells) == 2]
    assert played and sum(map(len, orders)) >= len(played) // 2


ANSWERS = [
    ({"type": "ACTION", "actions": [{"unitId": 2, "direction": "UP"}]}, "a direction is one of N NE"),
    ({"type": "ACTION", "actions": [{"unitId": 99, "direction": "N"}]}, "there is no unit 99"),
    ({"type": "ACTION", "actions": [{"unitId": 4, "direction": "N"}]}, "the unit 4 is no pawn of yours"),
    ({"type": "ACTION", "actions": [{"unitId": 1, "direction": "N"}]}, "the unit 1 is no pawn of yours"),
    ({"type": "ACTION", "actions": [7]}, "there is no unit None"),
    ({"type": "ACTION"}, "an answer is"),
    ([], "an answer is"),
]


def test_what_is_no_answer_is_told(arena: Game) -> None:
    from tilewright.runtime.foreign.seat import _moves
    from tilewright.runtime.session import Session

    session = Session(arena)
    session.play("none")
    units = units_of(session.start, session.moves)
    for answer, why in ANSWERS:
        found = _moves(answer, units, 0, session)
        assert isinstance(found, str) and found.startswith(why)
    actions = [{"unitId": 2, "direction": "N"}, {"unitId": 2, "direction": "SW"}]
    assert _moves({"type": "ACTION", "actions": actions}, units, 0, session) == [("b4-a3", 2)]
    assert _moves({"type": "ACTION", "actions": actions[:1]}, units, 0, session) == []  # off the map: it stays


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("/game?callsign=a&clientVersion=1&expectedServerVersion=2", "this is version 1"),
        ("/game?callsign=%20&clientVersion=1&expectedServerVersion=1", "come to /game with callsign"),
        ("/other?callsign=a&clientVersion=1&expectedServerVersion=1", "come to /game"),
    ],
)
def test_who_is_not_let_in_is_told_why(arena: Game, query: str, why: str) -> None:
    from websockets.sync.client import connect

    from tilewright.runtime.foreign.seat import ArenaBot
    from tilewright.runtime.session import Session

    guest = ArenaBot("0", 0.2)
    try:
        with connect(f"ws://127.0.0.1:{guest.port}{query}") as socket:
            message = json.loads(socket.recv(timeout=10))
        assert (message["type"], message["reason"].startswith(why)) == ("INVALID_OPERATION", True)
        with pytest.raises(Failed, match="no program has come"):
            session = Session(arena)
            session.play("none")
            guest.choose_in(session, 0, None)
    finally:
        guest.close()
    with pytest.raises(ValueError, match="a port is a number"):
        ArenaBot("x", 1)


@contextmanager
def stranger(port: int, callsign: str, games: int) -> Iterator[subprocess.Popen[str]]:
    """Start a program that comes to a port, so often."""
    command = [sys.executable, str(BOT), str(port), callsign, str(games)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_programs_take_part_in_a_tournament(arena: Game) -> None:
    """They come again for each game, to a port that is open all the time."""
    from tilewright.runtime.foreign.seat import ArenaBot

    with closing(ArenaBot("0", 60)) as one, closing(ArenaBot("0", 60)) as other:
        contestants = [Contestant("one", f"arena:{one.port}"), Contestant("other", f"arena:{other.port}")]
        with stranger(one.port, "fox", 2) as fox, stranger(other.port, "owl", 2) as owl:
            found = tournament(arena, contestants, Rules(2, seed=2, max_plies=40))
            told = [process.communicate(timeout=60) for process in (fox, owl)]
    assert (found.games, [standing.failures for standing in found.standings]) == (2, [0, 0])
    assert [errors for _, errors in told] == ["", ""]
    ends = [[json.loads(line) for line in output.splitlines()] for output, _ in told]
    assert [len(games) for games in ends] == [2, 2]
    assert all(end["turns"] and end["refused"] == 1 for games in ends for end in games)


def test_a_program_plays_at_a_server(tmp_path: Path) -> None:
    """It may come before anybody has begun a match, and waits."""
    from tilewright.runtime.foreign.seat import ArenaBot
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.hall import Hall

    file = tmp_path / "field.json"
    file.write_text(json.dumps(MAP), encoding="utf-8")
    with (
        closing(ArenaBot("0", 60)) as door,
        closing(Store(file_store(tmp_path))) as store,
        closing(Hall(store, [str(file), "tic-tac-toe"], bots={"fox": f"arena:{door.port}"})) as hall,
        stranger(door.port, "fox", 1) as fox,
    ):
        with pytest.raises(Refused, match="TicTacToe is no game on a map"):
            hall.create("tic-tac-toe", {"X": "fox"})
        name, _ = hall.create("field", {"Red": "fox", "Blue": "random"})
        end = time.monotonic() + 60
        while hall.look_at(name, lambda match: len(match.session.moves) < 20 and match.result is None):
            assert time.monotonic() < end
            time.sleep(0.02)
        hall.close()
        output, errors = fox.communicate(timeout=60)
    assert errors == ""
    assert json.loads(output)["refused"] == 1


def test_a_port_lets_in_as_many_as_there_are_seats() -> None:
    from websockets.sync.client import connect

    from tilewright.runtime.foreign.door import enter

    query = "/game?callsign=a&clientVersion=1&expectedServerVersion=1"
    door = enter("0")
    address = f"ws://127.0.0.1:{door.where[1]}{query}"
    assert enter(str(door.where[1])) is door
    with connect(address), connect(address):
        first, second = door.take(time.monotonic() + 60), door.take(time.monotonic() + 60)
        assert first is not None and second is not None
        with connect(address) as third:
            message = json.loads(third.recv(timeout=60))
        assert (message["type"], message["reason"]) == ("INVALID_OPERATION", "no seat is free")
        assert door.take(time.monotonic()) is None
        door.leave(first)
        door.leave(second)
    other = enter("0")
    assert other is not door
    other.leave(None)


@pytest.mark.parametrize(
    ("game", "why"),
    [("chess", "is no game on a map"), ("harvest-fog", "is hidden"), ("harvest-at-once", "all move at once")],
)
def test_games_that_its_messages_cannot_say_are_refused(game: str, why: str) -> None:
    player = load(game, "interpreter").players[0].name
    for arguments in (
        ("play", game, "--seat", f"{player}=arena:0"),
        ("tournament", game, "--player", "random", "--player", "arena:0"),
    ):
        result = run(*arguments)
        assert (result.exit_code, why in result.output) == (2, True), result.output
