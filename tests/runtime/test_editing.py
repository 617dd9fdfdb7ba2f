"""What the editor page asks: questions, their answers, and the limits of those who answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.hostile_models import ENDLESS
from tests.support.servers import client_of
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.runtime.matches.events import Refused

GAME = """game Lines {
  players Red, Blue
  board 4x4
  pieces Disc:R
  place Drop = empty -> piece or off @(0,1)
  effect = set own Disc
  effect = line 3 own
}
"""
BASE: dict[str, Any] = {"name": "your.game", "text": GAME, "offset": 0, "moves": [], "move": ""}


def ask(question: str, **more: Any) -> dict[str, Any]:
    from tilewright.runtime.web.editing import answer

    return answer({**BASE, "question": question, **more})


def test_a_text_that_is_right_is_played() -> None:
    found = ask("check", moves=["a1", "b1", "a2"])
    assert found["findings"] == []
    game = found["game"]
    assert (game["ply"], game["refused"], game["turn"], game["result"]) == (3, None, "Blue", None)
    assert [move["notation"] for move in game["legal"]] == ["a3", "b2", "c1", "d1"]
    assert len(game["board"]["states"]) == len(game["scene"]["names"]) == 16
    over = ask("check", moves=["a1", "b1", "a2", "b2", "a3"])["game"]
    assert (over["result"], over["legal"], over["turn"]) == ("Red has won", [], None)


def test_a_game_goes_on_as_far_as_the_rules_allow() -> None:
    game = ask("check", text=GAME.replace("board 4x4", "board 2x4"), moves=["a1", "b1", "c1", "a2"])["game"]
    assert game["ply"] == 2 and game["refused"]["ply"] == 3 and game["refused"]["move"] == "c1"
    assert "no cell c1" in game["refused"]["why"]


def test_nature_moves_by_itself() -> None:
    text = GAME.replace("board", "nature Wind\n  board").replace(
        "effect = line", "effect = turn nature\n  effect = line"
    )
    text = text.replace("place Drop", 'chance Gust = option "east" \n  place Drop')
    game = ask("check", text=text, moves=["a1"])["game"]
    assert game is None or game["chance"] in (None, "east")


def test_what_is_wrong_stands_where_it_is() -> None:
    text = GAME.replace("empty ->", "emtpy ->")
    found = ask("check", text=text)
    assert found["game"] is None
    (finding,) = found["findings"]
    assert text[finding["start"] : finding["end"]] == "emtpy" and finding["line"] == 5
    (fix,) = ask("fix", text=text, offset=finding["start"])["fixes"]
    assert fix == {
        "title": "Write empty",
        "edits": [{"start": finding["start"], "end": finding["end"], "text": "empty"}],
    }
    assert ask("cover", text=text) == {"marks": []} and ask("explain", text=text, move="a1")["why"] is None
    assert ask("tidy", text=text) == {"text": None}


def test_words() -> None:
    offset = GAME.index("own Disc") + 2
    assert {item["text"] for item in ask("complete", offset=offset)["items"]} == {"own"}
    told = ask("help", offset=offset)["help"]
    assert GAME[told["start"] : told["end"]] == "own" and "Those owned by the player." in told["text"]
    assert ask("help", offset=len(GAME))["help"] is None
    assert ask("tidy", text=GAME.replace("  players", "players"))["text"] == GAME


def test_a_model_in_xmi_is_played_and_judged() -> None:
    text = write(read_text(GAME, "a.game"), Syntax.XMI)
    found = ask("check", text=text, name="a.xmi", moves=["a1"])
    assert found["findings"] == [] and found["game"]["ply"] == 1
    wrong = text.replace("PatternFilter", "PaternFilter", 1)
    (finding,) = ask("check", text=wrong, name="a.xmi")["findings"]
    assert finding["code"] == "unknown-class" and "PaternFilter" in wrong[finding["start"] : finding["end"]]
    (fix,) = ask("fix", text=wrong, name="a.xmi", offset=finding["start"])["fixes"]
    assert fix["title"] == "Write PatternFilter"


def test_a_refused_move_is_followed_through_the_text() -> None:
    found = ask("explain", moves=["a1"], move="a3")
    kinds = {GAME[mark["start"] : mark["end"]]: mark["kind"] for mark in found["marks"]}
    assert "a2" in found["why"] and found["legal"] is False
    assert kinds == {"empty": "passed", "piece": "refused"}
    assert ask("explain", moves=["a1"], move="zz")["marks"] == []
    assert ask("explain", moves=["a1"], move="b1")["legal"] is True


def test_coverage_has_a_mark_for_each_filter() -> None:
    text = GAME.replace("effect = line", "effect = has { goto all -> enemy } -> win\n  effect = line")
    marks = {text[mark["start"] : mark["end"]]: mark["kind"] for mark in ask("cover", text=text)["marks"]}
    assert set(marks) == {"empty", "piece", "set", "has", "goto", "enemy", "win", "line"}
    assert (marks["set"], marks["win"], marks["line"]) == ("passed", "passed", "never")


@pytest.mark.parametrize("question", ["check", "complete", "help", "fix", "tidy", "cover", "explain"])
@pytest.mark.parametrize(
    "text", ["", "game", "game G {", "\x00", "<a/>", "{}", "game G extends ../../etc/passwd {}", "x" * 5000]
)
def test_whatever_the_text_is_there_is_an_answer(question: str, text: str) -> None:
    assert isinstance(ask(question, text=text, offset=len(text), moves=["a1"], move="a1"), dict)


def test_nothing_of_the_machine_is_told() -> None:
    """A finding in a game that is extended names its file, not the folder; no other file can be read."""
    folder = str(Path(__file__).parent.parent.parent)
    for text in (
        "game G extends othello { board 2x2 }",
        'game G extends "/etc/passwd" { }',
        "game G extends othello { without Disc }",
    ):
        assert folder not in str(ask("check", text=text)) and "/examples/" not in str(ask("check", text=text))


def test_those_who_answer_have_limits() -> None:
    """A text that is too large is refused at once; one that takes too long ends its process, and another one answers."""
    from tilewright.runtime.web.uploads import MOST_BYTES
    from tilewright.runtime.web.workers import Workers

    workers = Workers(1)
    question = {**BASE, "question": "help"}
    assert workers.ask(question) == {"help": ask("help")["help"]}
    with pytest.raises(Refused, match="A model may have"):
        workers.ask({**question, "text": "x" * (MOST_BYTES + 1)})
    workers.seconds = 0.2
    with pytest.raises(Refused, match="more time or memory"):
        workers.ask({**BASE, "question": "check", "text": ENDLESS["twelve clicks"]})
    workers.seconds = 60.0
    assert workers.ask(question) == {"help": ask("help")["help"]}
    workers.close()


def test_who_asks_where_many_wait_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the threads of the server are free for those who play."""
    from concurrent.futures import ThreadPoolExecutor
    from threading import Event, Semaphore

    from tilewright.runtime.web import workers as module

    may_answer, asked = Event(), Semaphore(0)

    class Slow:
        def __init__(self, _: str) -> None:
            pass

        def ask(self, *_: object) -> dict[str, str]:
            asked.release()
            assert may_answer.wait(60)
            return {"said": "yes"}

        def end(self) -> None:
            pass

    monkeypatch.setattr(module, "Child", Slow)
    workers = module.Workers(1, seconds=60.0)
    question = {**BASE, "question": "help"}
    with ThreadPoolExecutor(1 + module.MOST_WAITING) as pool:
        answers = [pool.submit(workers.ask, question) for _ in range(1 + module.MOST_WAITING)]
        assert asked.acquire(timeout=60)
        while workers._waiting._value:  # type: ignore[attr-defined]
            assert not any(answer.done() for answer in answers)
        with pytest.raises(Refused, match="Too many texts") as refused:
            workers.ask(question)
        may_answer.set()
        assert [answer.result() for answer in answers] == [{"said": "yes"}] * len(answers)
    assert refused.value.code == "full" and workers.ask(question) == {"said": "yes"}


def test_those_who_answer_are_replaced_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever they leak is bounded."""
    from tilewright.runtime.web import workers as module

    said: list[str] = []

    class Counted:
        def __init__(self, _: str) -> None:
            said.append("begin")

        def ask(self, *_: object) -> dict[str, str]:
            said.append("ask")
            return {}

        def end(self) -> None:
            said.append("end")

    monkeypatch.setattr(module, "Child", Counted)
    monkeypatch.setattr(module, "MOST_ANSWERS", 2)
    workers = module.Workers(1)
    for _ in range(3):
        workers.ask({**BASE, "question": "help"})
    assert said == ["begin", "ask", "ask", "end", "begin", "ask"]


def test_a_machine_that_starts_no_process_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.runtime.web.rooms import Rooms
    from tilewright.runtime.web.uploads import look
    from tilewright.runtime.web.workers import Workers

    def none(*_: object, **__: object) -> None:
        raise BlockingIOError("there is no process")

    monkeypatch.setattr("tilewright.runtime.web.children.subprocess.Popen", none)
    workers = Workers(1)
    for ask_it in (
        lambda: workers.ask({**BASE, "question": "help"}),
        lambda: workers.ask({**BASE, "question": "help"}),  # the first one has not taken the only place
        lambda: look(GAME, "model.game"),
        lambda: Rooms(1, 1.0).ask("digest", lambda: GAME, lambda *_: {}, dict),
    ):
        with pytest.raises(Refused, match="no process left") as refused:
            ask_it()
        assert refused.value.code == "full"


def test_the_server_answers_an_editor(tmp_path: Path) -> None:
    from tests.support.servers import file_store
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.app import create_app
    from tilewright.runtime.web.hall import Hall

    store = Store(file_store(tmp_path))
    with client_of(create_app(Hall(store))) as client:
        page = client.get("/edit")
        assert page.status_code == 200 and "script-src 'self'" in page.headers["content-security-policy"]
        assert 'href="/docs/" hidden>' in page.text  # no docs are served
        assert [client.get(f"/edit.{end}").status_code for end in ("js", "css")] == [200, 200]
        found = client.post("/api/edit", json={"question": "check", "text": GAME, "moves": ["a1"]})
        assert found.status_code == 200 and found.json()["game"]["ply"] == 1
        assert (
            client.get("/api/models/othello/text").text.startswith("//")
            or "game Othello" in client.get("/api/models/othello/text").text
        )
        assert client.get("/api/models/nothing/text").status_code == 404
        assert client.post("/api/edit", json={"question": "run", "text": GAME}).status_code == 422
        assert client.post("/api/edit", json={"question": "check", "text": "x" * 300_000}).status_code == 413
    store.close()
