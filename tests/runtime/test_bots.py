"""Programs of others: whatever they do, the match goes on, and they are told what their player may know and no more."""

from __future__ import annotations

import io
import json
import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from threading import Thread
from types import FrameType

import pytest

from tests.support.commands import run
from tests.support.endpoints import Endpoint, Redirecting, endpoint, listening, said
from tilewright.runtime import load
from tilewright.runtime.bots import Bot, Clock, View
from tilewright.runtime.bots.chat import KEY, ChatBot
from tilewright.runtime.bots.messages import answered, line_of, start_message, turn_message
from tilewright.runtime.bots.process import ProcessBot
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Failed, Policy, Table
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.session import Session

HEAD = "import json, os, sys, time\nturns = (m for m in map(json.loads, sys.stdin) if m['type'] == 'turn')\n"
PROGRAMS = {
    "notation": ("for t in turns: print(json.dumps({'id': t['id'], 'move': t['legal'][-1]}), flush=True)", ""),
    "number": ("for t in turns: print(len(t['legal']) - 1, flush=True)", ""),
    "plain text, and what is late": (
        "for t in turns: print(json.dumps({'id': 0, 'move': 'zz'}), t['legal'][-1], sep='\\n', flush=True)", "",
    ),
    "complaints on the other stream": ("for t in turns: print('x' * 999, file=sys.stderr); print(-0, flush=True)", ""),
    "sleeping": ("time.sleep(999)", "no answer within 0.3 seconds"),
    "crash": ("next(turns); sys.exit('out of ideas')", "it has ended with status 1: out of ideas"),
    "leaving": ("next(turns); os.close(1); time.sleep(999)", "it has closed its output"),
    "flood of lines": ("while True: print('{\"id\": 77}')", "it says too much"),
    "flood without end": ("while True: sys.stdout.write('x')", "it says too much"),
    "rubbish": ("for t in turns: print([[[]]], flush=True)", "the answer is no move"),
    "nesting": ("for t in turns: print('[' * 60000, flush=True)", ""),
    "no text": ("for t in turns: os.write(1, b'\\xff\\xfe\\n')", "the answer is no text in UTF-8"),
    "illegal": ("for t in turns: print('zz', flush=True)", "zz: 'zz' is neither a cell nor an option"),
    "no such number": ("for t in turns: print(99, flush=True)", "there is no legal move with the number 99"),
}  # fmt: skip
"""What programs do, and how a match tells of it; nothing if it is well."""


@pytest.mark.parametrize("what", PROGRAMS)
def test_whatever_a_program_does_the_match_goes_on(what: str, tmp_path: Path) -> None:
    body, problem = PROGRAMS[what]
    (tmp_path / "program.py").write_text(HEAD + body, "utf-8")
    game = load("tic-tac-toe")
    match = Match(game, Terms.of(game, ["cmd:", "human"], seed=1))
    patience = 0.3 if what == "sleeping" else 20.0
    bot = ProcessBot(f"'{sys.executable}' '{tmp_path / 'program.py'}'", patience)
    problems: list[str] = []
    table = Table(match, {0: bot}, Policy(0), lambda seat, text: problems.append(text))
    try:
        for _ in range(2):
            table.run()
            assert match.movers == (1,)
            match.play(1, match.legal_moves(1)[0])
    finally:
        table.close()
    assert len(match.session.moves) == 4
    assert all(problem in text for text in problems) and bool(problems) == bool(problem or what == "nesting"), problems
    assert all(len(text) < 400 and text.isprintable() for text in problems)


def test_a_program_is_heard_where_many_files_are_open(tmp_path: Path) -> None:
    """A server has a descriptor for each client: those of its programs may be above 1023."""
    import resource

    (tmp_path / "program.py").write_text(HEAD + PROGRAMS["notation"][0], "utf-8")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(2048, hard) if hard > 0 else 2048, hard))
    taken = [os.open(os.devnull, os.O_RDONLY)]
    bot = ProcessBot(f"'{sys.executable}' '{tmp_path / 'program.py'}'", 20.0)
    try:
        while taken[-1] <= 1024:
            taken.append(os.dup(taken[0]))
        assert bot.choose_in(Session(load("tic-tac-toe")), 0, None) == "c1"
    finally:
        bot.close()
        for one in taken:
            os.close(one)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_program_that_has_closed_its_standard_error_is_waited_for(tmp_path: Path) -> None:
    """It is not asked again and again what it complains of."""
    body = "os.close(2)\nfor t in turns: time.sleep(1); print(t['legal'][0], flush=True)"
    (tmp_path / "program.py").write_text(HEAD + body, "utf-8")
    bot = ProcessBot(f"'{sys.executable}' '{tmp_path / 'program.py'}'", 20.0)
    times = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal times
        times += event == "call" and frame.f_code.co_name == "_exchange"

    sys.setprofile(counted)
    try:
        assert bot.choose_in(Session(load("tic-tac-toe")), 0, None) == "a3"
    finally:
        sys.setprofile(None)
        bot.close()
    assert 0 < times < 100


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    bot = ProcessBot(str(program), 1.0)
    program.unlink()
    with pytest.raises(Failed, match="program cannot be started: No such file or directory"):
        bot.choose_in(Session(load("tic-tac-toe")), 0, None)
    with pytest.raises(
        ValueError, match="'cmd:no-such-program --fast' cannot play: there is no program 'no-such-program'"
    ):
        ProcessBot("no-such-program --fast", 1.0)
    with pytest.raises(ValueError, match="a program is missing"):
        ProcessBot("", 1.0)


def test_a_program_that_is_not_there_is_told_before_the_game() -> None:
    said = run("play", "tic-tac-toe", "--seat", "X=cmd:no-such-program", "--seat", "O=random")
    assert said.exit_code == 2 and said.stdout == "" and "there is no program 'no-such-program'" in said.stderr


def test_a_program_goes_when_the_match_is_over(tmp_path: Path) -> None:
    mark = tmp_path / "end"
    code = f"for m in map(json.loads, sys.stdin):\n    open({str(mark)!r}, 'a').write(m['type'] + ' ')\n    m['type'] == 'turn' and print(0, flush=True)"
    (tmp_path / "program.py").write_text(f"import json, sys\n{code}\nopen({str(mark)!r}, 'a').write('gone')", "utf-8")
    talk = tmp_path / "talk"
    said = run(
        "play", "tic-tac-toe", "--seat", f"X=cmd:{sys.executable} {tmp_path / 'program.py'}", "--talk", str(talk)
    )
    assert said.exit_code == 0
    assert mark.read_text().startswith("start turn ") and mark.read_text().endswith("end gone")
    lines = [json.loads(line) for line in talk.read_text("utf-8").splitlines()]
    assert {line["way"] for line in lines} == {"sent", "received"} and {line["player"] for line in lines} == {"X"}


def test_moves_that_are_called_like_numbers() -> None:
    """In oshi-zumo the bid 3 is the move of the number 3; where it is not, what a program writes is the move."""
    legal = list(load("oshi-zumo").initial_state().legal_moves)[1:]
    assert answered(b"3", 0, legal) == "3" and answered(b'{"move": 3}', 0, legal) == str(legal[3]) != "3"


# -- what programs are told

HIDDEN = ["phantom-tic-tac-toe", "kuhn-poker", "battleship", "goofspiel", "liars-dice", "dark-hex"]


@pytest.mark.parametrize("name", HIDDEN)
def test_who_cannot_tell_two_games_apart_is_told_the_same(name: str) -> None:
    """To the last byte: what is hidden from a player makes no difference in what his program reads."""
    game = load(name)
    random = Random(1)
    told: dict[tuple[int, int], set[bytes]] = defaultdict(set)
    states: dict[tuple[int, int], set[int]] = defaultdict(set)
    for _ in range(150):
        session = Session(game)
        for _ in range(random.choice([2, 3, 4])):
            if session.state.is_over:
                break
            state = session.state
            session.play(state.sample(random) if state.is_chance else random.choice(list(state.legal_moves)[:3]))
        state = session.state
        if state.is_over or state.is_chance:
            continue
        seat = state.player.number
        message = turn_message(session, seat, 0, 0, None)
        key = seat, session.information_key(seat)
        told[key].add(line_of(message))
        states[key].add(state.key)
    assert all(len(messages) == 1 for messages in told.values())
    assert any(len(found) > 1 for found in states.values())


# -- the base class


class Nearest(Bot):
    """Goes to the cell that is nearest to its own men."""

    def choose(self, view: View, legal: Sequence[str], clock: Clock) -> str:
        far = self.board.distances(view.units(self.player))
        return min(legal, key=lambda move: far.get(move, 99))


def test_the_base_class_knows_the_board() -> None:
    game = load("othello")
    session = Session(game)
    messages = [
        start_message(game, 0),
        {"type": "later"},
        turn_message(session, 0, 0, 0, 9.0),
        {"type": "end", "returns": None},
    ]
    source, target = io.StringIO("".join(f"{json.dumps(message)}\n" for message in messages)), io.StringIO()
    bot = Nearest()
    bot.run(source, target)
    assert json.loads(target.getvalue()) == {"id": 0, "move": "d6"}
    lines = next(iter(bot.board.around))
    assert bot.board.distances(["a1"], lines)["h8"] == 7 and len(bot.board.reachable("d4", 1)) == 9
    walls = bot.board.distances(["a1"], lines, lambda cell: cell[0] != "b")
    with pytest.raises(KeyError, match="there are no directions 'nowhere'; there are: "):
        bot.board.neighbours("a1", "nowhere")
    assert "c1" not in walls and walls["a8"] == 7


def test_a_busy_server_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from websockets.sync.server import ServerConnection, serve

    def talk(socket: ServerConnection) -> None:
        socket.recv()
        if busy:
            socket.close(busy.pop(), "full")
        else:
            socket.send('{"type": "end", "returns": null}')

    monkeypatch.setattr("tilewright.runtime.bots.remote.PAUSE", 0.0)
    busy = [1013, 1013]
    with serve(talk, "127.0.0.1", 0) as server:
        Thread(target=server.serve_forever).start()
        address = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        Nearest().play_at(address, "match", "secret")
        assert not busy
        busy += [1013]
        with pytest.raises(OSError, match=r"the server cannot be reached: .*1013 .*full"):
            Nearest().play_at(address, "match", "secret", patience=0.0)
        server.shutdown()


# -- language models


def test_a_language_model_plays_and_is_told_of_its_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret")
    game = load("tic-tac-toe")
    match = Match(game, Terms.of(game, ["llm:", "human"]))
    talk: list[str] = []
    problems: list[str] = []
    with endpoint(said('Well: {"reasoning": "?", "move": "z9"}'), said('{"move": "b2"}')) as address:
        bot = ChatBot(f"{address}#wise", 20.0, lambda way, line: talk.append(way))
        Table(match, {0: bot}, Policy(1), lambda seat, text: problems.append(text)).run()
    assert [str(move) for move in match.session.moves] == ["b2"] and len(problems) == 1
    first, second = Endpoint.asked
    assert first["model"] == "wise" and Endpoint.keys == ["Bearer secret"] * 2
    text = json.dumps(first)
    for part in ("game TicTacToe", "you are X", "The legal moves: a3 b3 c3", "3 . . ."):
        assert part in text
    assert "z9: the board has no cell z9" in json.dumps(second)
    assert talk == ["sent", "received"] * 2


ANSWERS = [
    (said("I take b2."), "b2"), (said("b2 or a1"), "the answer names several moves: b2 a1"),
    (said("I give up"), "the answer names no move"), (b"[]", "does not answer as chat completions do"),
    (said('{"move": ' + "[" * 100_000 + "}"), "the answer names no move"),
    (b"", "the endpoint answers with status 500"), (b"x" * 99, "does not answer as chat completions do"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "expected"), ANSWERS, ids=[expected for _, expected in ANSWERS])
def test_what_a_language_model_may_answer(answer: bytes, expected: str) -> None:
    with endpoint(answer) as address:
        try:
            assert ChatBot(address, 20.0).choose_in(Session(load("tic-tac-toe")), 0, None) == expected
        except Failed as error:
            assert expected in str(error)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_the_key_goes_to_no_other_address(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret")
    other = type("Other", (Redirecting,), {"keys": [], "target": "/"})
    with listening(other) as target:
        first = type("First", (Redirecting,), {"keys": [], "target": f"{target}/\u00e4", "status": status})
        with listening(first) as address, pytest.raises(Failed) as failed:
            ChatBot(address, 20.0).choose_in(Session(load("tic-tac-toe")), 0, None)
    assert str(failed.value).startswith(f"the endpoint answers with status {status}, and sends to {target}/")
    assert str(failed.value).endswith(", which is not asked")
    assert (first.keys, other.keys) == (["Bearer secret"], [])


def test_an_address_that_is_none() -> None:
    with pytest.raises(ValueError, match="an address begins with http"):
        ChatBot("file:///etc/passwd", 1.0)
    result = run("play", "tic-tac-toe", "--seat", "X=llm:nowhere")
    assert result.exit_code == 2 and "an address begins with http" in result.stderr


def test_what_a_program_prints_is_in_its_talk(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(
        "from tilewright.runtime.bots import Bot\n"
        "class First(Bot):\n"
        "    def choose(self, view, legal, clock):\n"
        "        print('thinking of', legal[0], flush=True)\n"
        "        return legal[0]\n"
        "First().run()\n",
        "utf-8",
    )
    talk = tmp_path / "talk"
    program = f"X=cmd:{sys.executable} {tmp_path / 'program.py'}"
    assert run("play", "tic-tac-toe", "--seat", program, "--talk", str(talk)).exit_code == 0
    lines = [json.loads(line) for line in talk.read_text("utf-8").splitlines()]
    assert "thinking of a3" in [line["line"] for line in lines if line["way"] == "printed"]
