"""The server: people and programs play over HTTP, and nobody learns or breaks what is not theirs."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import re
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock, Mock
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.commands import run
from tests.support.hostile_models import ENDLESS
from tests.support.servers import MODELS, PATIENCE, client_of, file_store, open_client, server
from tilewright.runtime import load
from tilewright.runtime.bots import Bot, Clock, View
from tilewright.runtime.matches.events import Event, Kind, Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.web import unmoved, uploads
from tilewright.runtime.web.hall import Hall
from tilewright.runtime.web.showing import scene

if TYPE_CHECKING:
    from starlette.testclient import TestClient

CHOICES = """game Choices {
  players X, O
  board 3x3
  pieces Stone:X/O
  parameter corners = yes | no
  parameter many 1..3 = 2
  place Put = empty
  effect = set own Stone
  effect = line 3 own
}"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Give who asks a server with nothing in its store."""
    with open_client(tmp_path) as found:
        yield found


def begun(client: TestClient, model: str = "tic-tac-toe", **wanted: Any) -> tuple[str, dict[str, dict[str, str]]]:
    """Begin a match; return its address, and for each seat the headers that open it."""
    answer = client.post("/api/matches", json={"model": model, **wanted})
    assert answer.status_code == 200, answer.text
    made = answer.json()
    return f"/api/matches/{made['match']}", {name: {"X-Seat": key} for name, key in made["seats"].items()}


def test_two_people_play_a_game(client: TestClient) -> None:
    match, seats = begun(client)
    for number, move in enumerate(["b2", "a1", "b1", "a2", "b3"]):
        name = "XO"[number % 2]
        shown = client.get(match, headers=seats[name]).json()
        assert shown["movers"] == [name] and shown["number"] == number
        assert move in [legal["notation"] for legal in shown["legal"]]
        assert client.get(match, headers=seats["OX"[number % 2]]).json()["legal"] == []
        assert client.post(match, json={"text": move, "number": number}, headers=seats[name]).status_code == 200
    shown = client.get(match).json()
    assert shown["result"] == {"returns": [1.0, -1.0], "why": "rules", "scores": None} and shown["you"] is None
    look = client.get(f"{match}/scene").json()
    standing = dict(zip(look["names"], [look["labels"][state] for state in shown["board"]["states"]], strict=True))
    assert standing["b2"] == "X Stone" and standing["a1"] == "O Stone" and standing["c3"] == ""
    assert client.get(f"{match}/transcript").text.endswith("1. b2 2. a1 3. b1 4. a2 5. b3\n")


def test_a_game_is_written_down_in_other_forms(client: TestClient) -> None:
    match, seats = begun(client, "othello")
    client.post(match, json={"text": "d6"}, headers=seats["Black"])
    assert client.get(f"{match}/transcript?form=sgf").text == "(;FF[4]CA[UTF-8]GM[2]SZ[8]\n;B[dc])\n"
    refused = client.get(f"{match}/transcript?form=pgn")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-written")
    assert client.get(f"{match}/transcript?form=docx").status_code == 422


def test_a_person_plays_against_a_search(client: TestClient) -> None:
    match, seats = begun(client, others="mcts:50")
    client.post(match, json={"text": "b2"}, headers=seats["X"])
    end = time.monotonic() + 60
    while client.get(match).json()["movers"] != ["X"]:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert len(client.get(match).json()["told"]) == 2


REFUSED: list[tuple[int, str, dict[str, Any]]] = [
    (409, "illegal-move", {"text": "z9"}),
    (409, "stale", {"text": "a1", "number": 7}),
    (409, "not-your-turn", {"text": "b2 a1"}),
    (409, "nobody-to-agree", {"kind": "offer", "text": "draw"}),
    (409, "nothing-to-undo", {"kind": "undo"}),
    (422, "misshapen", {"kind": "time"}),
    (422, "misshapen", {"kind": "move", "text": "x" * 30_000}),
    (422, "misshapen", {"kind": "move", "more": 1}),
]


@pytest.mark.parametrize(("status", "code", "deed"), REFUSED, ids=[code for _, code, _ in REFUSED])
def test_what_is_refused_changes_nothing(client: TestClient, status: int, code: str, deed: dict[str, Any]) -> None:
    match, seats = begun(client, others="random")
    before = client.get(match, headers=seats["X"]).json()
    answer = client.post(match, json=deed, headers=seats["X"])
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert client.get(match, headers=seats["X"]).json() == before
    assert ".xmi" not in answer.text and ".game" not in answer.text and "/" not in answer.json()["message"]


def test_who_has_no_seat_only_watches(client: TestClient) -> None:
    match, seats = begun(client)
    assert client.post(match, json={"text": "b2"}).status_code == 403
    guess = {"X-Seat": "a" * 32}
    assert client.post(match, json={"text": "b2"}, headers=guess).json()["code"] == "no-such-seat"
    other, _ = begun(client)
    assert client.post(other, json={"text": "b2"}, headers=seats["X"]).status_code == 403
    assert client.get("/api/matches/nothing").status_code == 404
    assert all(key["X-Seat"] not in client.get(path).text for path in (match, "/api/matches") for key in seats.values())


def test_an_address_that_there_is_not(client: TestClient) -> None:
    nothing = {"code": "no-such-address", "message": "There is nothing at this address."}
    for path in ("/nothing", "/api/nothing", "/nothing.js", "/api/matches/a/b/c"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()) == (404, nothing)
    answer = client.delete("/api/matches")
    assert answer.status_code == 405 and "GET" in answer.headers["allow"]
    assert answer.json() == {"code": "no-such-method", "message": "Nothing here is asked by DELETE."}


def test_the_head_of_an_answer_is_that_of_the_whole(client: TestClient) -> None:
    for path in ("/", "/edit", "/board.css", "/api/models", "/api/models/othello/picture", "/nothing"):
        head, whole = client.head(path), client.get(path)
        assert head.content == b"" != whole.content
        assert (head.status_code, head.headers) == (whole.status_code, whole.headers)
    assert client.head("/api/edit").status_code == client.get("/api/edit").status_code == 405


@pytest.mark.parametrize("body", ['{"model": ' + "[" * 100_000, '{"seed": ' + "9" * 5_000 + "}"])
def test_a_body_that_cannot_be_read_is_refused_with_a_code(client: TestClient, body: str) -> None:
    answer = client.post("/api/matches", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "misshapen")


WANTED: list[tuple[int, str, dict[str, Any]]] = [
    (404, "no-such-model", {"model": "chess"}),
    (404, "no-such-model", {"model": "../../../etc/passwd"}),
    (403, "no-such-seat", {"model": "tic-tac-toe", "seats": {"Z": "random"}}),
    (409, "no-such-program", {"model": "tic-tac-toe", "seats": {"X": "cmd:rm -rf /"}}),
    (409, "no-such-program", {"model": "tic-tac-toe", "seats": {"X": "llm:http://x"}}),
    (409, "too-much", {"model": "tic-tac-toe", "seats": {"X": "mcts:1000000"}}),
    (409, "too-much", {"model": "tic-tac-toe", "seats": {"X": "minimax:99"}}),
    (409, "no-such-program", {"model": "phantom-tic-tac-toe", "seats": {"X": "minimax:2"}}),
    (409, "no-such-choice", {"model": "tic-tac-toe", "variant": "Wild"}),
    (422, "misshapen", {"model": "tic-tac-toe", "move_time": -1}),
    (422, "misshapen", {"model": "tic-tac-toe", "seed": 1 << 70}),
]


@pytest.mark.parametrize(("status", "code", "wanted"), WANTED, ids=[str(wanted)[:60] for _, _, wanted in WANTED])
def test_matches_that_cannot_be(client: TestClient, status: int, code: str, wanted: dict[str, Any]) -> None:
    answer = client.post("/api/matches", json=wanted)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    ("model", "title"), [("tic-tac-toe", "Tic Tac Toe"), ("nine-mens-morris", "Nine Men's Morris")]
)
def test_a_title_is_the_same_wherever_a_game_is_named(tmp_path: Path, model: str, title: str) -> None:
    """It is what the model says, rather than its file."""
    with open_client(tmp_path, models=(model,)) as client:
        match, _ = begun(client, model)
        assert {
            client.get("/api/models").json()[0]["title"],
            client.get(f"/api/models/{model}").json()["title"],
            client.get("/api/matches").json()[0]["title"],
            client.get(match).json()["title"],
        } == {title}


# -- models that are sent

MINE = "game Mine {\n  players A, B\n  board 3x1\n  pieces Man:m\n  place Put = empty\n  effect = set own Man\n}\n"


def test_a_model_is_sent_and_played(client: TestClient) -> None:
    sent = client.post("/api/models", json={"text": MINE}).json()
    assert sent["model"] and [one["game"] for one in client.get("/api/models").json()][-1] == "Mine"
    match, seats = begun(client, sent["model"])
    told = client.get(f"{match}/rules").json()
    assert told["about"] == [] and told["rules"][0]["title"] == "These cells can be clicked (Put)"
    assert client.post(match, json={"text": "a1"}, headers=seats["A"]).status_code == 200
    answer = client.post("/api/matches", json={"model": sent["model"], "others": "mcts:10"})
    assert answer.json()["code"] == "no-such-program"


BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]>\n<x>&j;</x>"
)
HOSTILE = {
    "broken": ("game X {\n  pecies P\n}", "did you mean 'pieces'?"),
    "bomb": (BOMB, ""),
    "file of the server": ('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>', ""),
    "base of the server": ('game X extends "../../secret" {\n}', "in the same folder"),
    "nothing": ("", ""),
    "controls": ("\x00\x1b[31m", ""),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_models_that_cannot_be_played(client: TestClient, kind: str) -> None:
    text, expected = HOSTILE[kind]
    answer = client.post("/api/models", json={"text": text})
    found = answer.json()
    assert answer.status_code == 200 and found["model"] is None and found["diagnostics"]
    assert expected in answer.text and "root:" not in answer.text


def test_models_that_are_too_large(client: TestClient) -> None:
    assert client.post("/api/models", json={"text": "x" * 300_000}).json()["code"] == "too-large"
    assert client.post("/api/models", json={"text": "x" * 600_000}).status_code == 413

    def pieces() -> Iterator[bytes]:
        yield from [b"x" * 100_000] * 20

    assert client.post("/api/models", content=pieces()).status_code == 413


@pytest.mark.parametrize("headers", [[], [(b"content-length", b"2000000")], [(b"content-length", "²".encode())]])
def test_a_body_that_is_too_large_is_read_before_the_answer(
    client: TestClient, headers: list[tuple[bytes, bytes]]
) -> None:
    """A client that sends it all first would find the connection closed, and no reason."""
    told: list[dict[str, Any]] = []
    sent = [{"type": "http.request", "body": b"x" * 100_000, "more_body": left > 0} for left in range(20)]

    async def receive() -> Any:
        return sent.pop()

    async def send(message: Any) -> None:
        told.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/api/models", "query_string": b"", "client": ("large", 1),
        "headers": [(b"content-type", b"application/json"), *headers],
    }  # fmt: skip
    asyncio.run(client.app(scope, receive, send))
    assert told[0]["status"] == 413 and json.loads(told[1]["body"])["code"] == "too-large" and not sent


def test_bodies_that_take_too_long(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """They keep no room; who has sent all may wait for the answer."""
    from tilewright.runtime.web import guarding

    monkeypatch.setattr(guarding, "MOST_SECONDS", 0.05)
    asked: list[dict[str, Any]] = []
    sent = [{"type": "http.request", "body": b'{"mod', "more_body": True}]

    async def receive() -> Any:
        if not sent:
            await asyncio.sleep(3600)
        return sent.pop()

    async def send(message: Any) -> None:
        asked.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/api/matches", "query_string": b"", "client": ("slow", 1),
        "headers": [(b"content-type", b"application/json")],
    }  # fmt: skip
    asyncio.run(client.app(scope, receive, send))
    assert asked[0]["status"] == 408 and json.loads(asked[1]["body"])["code"] == "too-slow"


def test_headers_that_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their connection is closed, also if a request came before them; one with a request or a WebSocket stays open."""
    import uvicorn

    from tilewright.runtime.web import arriving

    monkeypatch.setattr(arriving, "MOST_SECONDS", 0.3)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                pass
        elif scope["type"] == "http":
            await asyncio.sleep(1)
            await send({"type": "http.response.start", "status": 204})
            await send({"type": "http.response.body"})

    async def talk() -> list[tuple[bytes, bool]]:
        config = uvicorn.Config(
            app, port=0, http=arriving.PromptHttp, lifespan="off", log_level="error", timeout_keep_alive=60
        )
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]

        async def said(seconds: float, *parts: str) -> tuple[bytes, bool]:
            """Return what is answered when these are sent, and whether the connection is closed within some seconds."""
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            found = b""
            for part in parts:
                writer.write(part.encode())
                found += await asyncio.wait_for(reader.read(1000), 60) if part.endswith("\r\n\r\n") else b""
            try:
                found += await asyncio.wait_for(reader.read(), seconds)
                is_closed = True
            except TimeoutError:
                is_closed = False
            writer.close()
            return found[:12], is_closed

        full = "GET / HTTP/1.1\r\nHost: here\r\n\r\n"
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        socket = f"GET / HTTP/1.1\r\nHost: here\r\n{upgrade}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        found = await asyncio.gather(
            said(60), said(60, "GET / HT"), said(2, full), said(60, full, "GET / HT"), said(2, socket)
        )
        server.should_exit = True
        await running
        return found

    nothing, begun_one, asked, again, socket = asyncio.run(talk())
    assert nothing == begun_one == (b"", True)
    assert asked == (b"HTTP/1.1 204", False)
    assert again == (b"HTTP/1.1 204", True)
    assert socket == (b"HTTP/1.1 101", False)


def test_few_models_are_looked_at_at_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is looked at in a process that may take much memory."""
    from tilewright.runtime.web import hall
    from tilewright.runtime.web.limits import Limits

    codes: list[str] = []

    def look(*_: object) -> uploads.Looked:
        answer = client.post("/api/models", json={"text": MINE})
        codes.append(answer.json().get("code", ""))
        return uploads.Looked(None, [])

    monkeypatch.setattr(hall, "look", look)
    assert client.post("/api/models", json={"text": MINE}).status_code == 200
    assert codes == ["full"] + [""] * (Limits().looks - 1)


@pytest.mark.parametrize(
    ("seconds", "code"), [(0.5, "too-much"), pytest.param(uploads.SECONDS, "budget-exceeded", marks=pytest.mark.prove)]
)
def test_a_model_that_is_played_without_end(
    seconds: float, code: str, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "SECONDS", seconds)
    answer = client.post("/api/models", json={"text": ENDLESS["three repetitions"]}).json()
    assert answer["model"] is None
    assert [one["code"] for one in answer["diagnostics"] if one["severity"] == "error"] == [code]


def test_what_takes_too_long_is_stopped(tmp_path: Path) -> None:
    """Whoever runs the server may name a model whose rules go on without end: a request does not."""
    from tilewright.runtime.matches.events import Refused
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.limits import Limits

    model = tmp_path / "endless.game"
    model.write_text(ENDLESS["three repetitions"], "utf-8")
    store = Store(file_store(tmp_path))
    hall = Hall(store, [str(model)], Limits(seconds=0.5))
    with pytest.raises(Refused) as refusal:
        name, _ = hall.create(model.stem, {})
        hall.look_at(name, lambda match: match.legal_moves(0))
    assert refusal.value.code == "too-long"
    hall.close()
    store.close()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 70), 1 << 70) | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NEARLY = st.fixed_dictionaries(
    {},
    optional={
        "model": st.sampled_from(["tic-tac-toe", "pig", "\x00", "../x"]) | ANYTHING, "seats": ANYTHING, "others": ANYTHING,
        "text": st.sampled_from(["b2", "a1 b2", "game X {", "<x/>", "draw"]) | ANYTHING, "name": ANYTHING, "seed": ANYTHING,
        "kind": st.sampled_from(["move", "undo", "offer", "time", "resume"]) | ANYTHING, "number": ANYTHING,
        "move": st.sampled_from(["b2", "e2-e4", "\ud800"]) | ANYTHING, "move_time": ANYTHING, "settings": ANYTHING,
        "player": ANYTHING, "row": ANYTHING, "column": ANYTHING, "variant": ANYTHING, "undo": ANYTHING,
    },
)  # fmt: skip
"""Bodies that have some of the parts that requests have."""


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, str, str]]:
    """Give who asks a server, and a match with the secret of a seat, for all examples of a test."""
    with open_client(tmp_path_factory.mktemp("store")) as client:
        match, seats = begun(client, others="random")
        yield client, match.rpartition("/")[2], seats["X"]["X-Seat"]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_asked_is_answered_as_it_is_described(
    data: st.DataObject, lasting: tuple[TestClient, str, str]
) -> None:
    client, match, secret = lasting
    described = client.app.openapi()["paths"]  # type: ignore[attr-defined]
    path, method = data.draw(st.sampled_from([(path, method) for path in described for method in described[path]]))
    name = data.draw(st.sampled_from([match, match, "none", "..", "%00", "x" * 999]))
    body = data.draw(NEARLY | ANYTHING)
    content = data.draw(st.binary(max_size=40) | st.just(json.dumps(body, allow_nan=True).encode()))
    headers = {"Content-Type": "application/json", "X-Seat": data.draw(st.sampled_from([secret, "guess", ""]))}
    if "models" in path and method == "post":
        content = content[:40]  # whatever is a request is looked at in another process: that is tested above
    answer = client.request(method, path.replace("{name}", name), content=content, headers=headers)
    assert answer.status_code < 500, answer.text
    known = {int(status) for status in described[path][method]["responses"]}
    assert answer.status_code in {*known, 404, 405}, (answer.status_code, known, answer.text)


# -- browsers


def test_pages_of_others_may_not_ask(client: TestClient) -> None:
    from starlette.websockets import WebSocketDisconnect

    match, _ = begun(client)
    for origin, status in [
        ("http://evil.example", 403),
        ("http://testserver", 200),
        ("http://friend.example", 200),
        ("null", 403),
        ("http://[", 403),
    ]:
        assert client.get(match, headers={"Origin": origin}).status_code == status
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"{match}/events", headers={"Origin": "http://evil.example"}),
    ):
        pass


def test_who_watches_keeps_no_player_out(tmp_path: Path) -> None:
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.limits import Limits

    store = Store(file_store(tmp_path))
    hall = Hall(store, ["tic-tac-toe"], Limits(listeners=2))
    name, _ = hall.create("tic-tac-toe", {})
    watching: list[str] = []
    for who in ("one", "another"):
        hall.listen(name, partial(watching.append, who))
    with pytest.raises(Refused, match="Too many watch"):
        hall.listen(name, lambda: None)
    stop = hall.listen(name, lambda: None, 0)
    stop()
    hall.close()
    store.close()


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost:8000", 200), ("127.0.0.1", 200), ("[::1]:8000", 200), ("games.example", 200), ("evil.example:8000", 403),
     ("[", 403)],
)  # fmt: skip
def test_a_server_on_loopback_is_addressed_by_its_names(tmp_path: Path, host: str, status: int) -> None:
    """The name of another server may be made to mean this computer, so that its pages would be of the same origin."""
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.app import create_app
    from tilewright.runtime.web.hall import Hall
    from tilewright.runtime.web.running import hosts_of

    assert hosts_of("0.0.0.0", ()) is None
    store = Store(file_store(tmp_path))
    hosts = hosts_of("127.0.0.1", ["https://games.example"])
    with client_of(create_app(Hall(store, ["tic-tac-toe"]), hosts=hosts)) as client:
        answer = client.get(
            "/api/models", headers={"Host": host, "Origin": f"http://{host}"} if status != 200 else {"Host": host}
        )
        assert answer.status_code == status and (status == 200 or answer.json()["code"] == "foreign-host")
    store.close()


def test_the_page(client: TestClient) -> None:
    page = client.get("/", headers={"Accept": "text/html"})
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "<script>" not in page.text and "style=" not in page.text
    for link in ("/play.js", "/play.css", "/board.css"):
        assert link in page.text and client.get(link).status_code == 200
    assert "innerHTML" not in client.get("/play.js").text + client.get("/board.js").text


def test_the_modules_of_the_pages_are_there(client: TestClient) -> None:
    """Also those that they import, directly or not."""
    found: set[str] = set()
    asked = ["play.js", "edit.js"]
    while asked:
        answer = client.get(f"/{asked.pop()}")
        assert answer.status_code == 200, answer.url
        news = set(re.findall(r'^import .* from "\./([\w.]+)";$', answer.text, re.MULTILINE)) - found
        found |= news
        asked += news
    assert {"board.js", "match.js"} <= found


@pytest.mark.parametrize("model", MODELS)
def test_what_can_be_played_has_a_picture(client: TestClient, model: str) -> None:
    assert model in {found["model"] for found in client.get("/api/models").json()}
    found = client.get(f"/api/models/{model}/picture")
    assert found.headers["content-type"] == "image/svg+xml"
    assert fromstring(found.content).tag == "{http://www.w3.org/2000/svg}svg"
    assert client.get(f"/api/models/{model}-too/picture").status_code == 404


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.app import create_app

    store = Store(file_store(tmp_path))
    with client_of(create_app(Hall(store, ["tic-tac-toe"]), rate=1.0)) as client:
        assert 429 in [client.get("/api/models").status_code for _ in range(8)]
    store.close()


def test_messages_wait_that_come_faster_than_a_client_may_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four at once, the connection among them, and then one a second, by a clock that runs while somebody waits."""
    from tilewright.runtime.web import guarding

    clock, heard = [0.0], []

    async def sleep(seconds: float) -> None:
        clock[0] += seconds

    async def said() -> dict[str, str]:
        return {"type": "websocket.receive", "text": "{}"}

    async def hear(scope: Any, receive: Any, send: Any) -> None:
        for _ in range(6):
            await receive()
            heard.append(clock[0])

    monkeypatch.setattr(guarding, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(guarding, "asyncio", SimpleNamespace(sleep=sleep))
    scope = {"type": "websocket", "headers": [], "client": ("here", 1)}
    asyncio.run(guarding.Guard(hear, rate=1.0, burst=4)(scope, said, sleep))
    assert heard == [0, 0, 0, 1, 2, 3]


# -- what was played


def test_numbers_that_nobody_owns_are_told_of_the_cells_of_a_player() -> None:
    from tilewright.runtime.web.course import standing_of

    game = load("kalah", "interpreter")
    state = game.initial_state()
    for move, seeds in [("d1", [1, 0]), ("b1", [1, 0]), ("e3", [1, 1])]:
        state = state.play(move)
        own = [[("seeds", count)] if count else [] for count in seeds]
        assert standing_of(game, state.position) == {"own": own, "common": []}


def test_the_course_of_a_match_and_its_branches(client: TestClient) -> None:
    match, seats = begun(client, "othello", seed=1)
    for name, move in [("Black", "d6"), ("White", "c4"), ("Black", "b3")]:
        assert client.post(match, json={"text": move}, headers=seats[name]).status_code == 200
    states = [load("othello").initial_state()]
    for move in ("d6", "c4", "b3"):
        states.append(states[-1].play(move))
    counts = [[sum(str(p.player) == n for p in s.board().values() if p) for n in seats] for s in states]
    assert client.get(f"{match}/course").json() == {"series": [{"name": "on the board", "values": counts}]}
    for ply, state in enumerate(states):
        found = client.get(f"{match}/plies/{ply}").json()
        names = client.get(f"{match}/scene").json()["names"]
        empty = client.get(f"{match}/scene").json()["empty"]
        pieces = {name for name, number in zip(names, found["board"]["states"], strict=True) if not empty[number]}
        assert pieces == {name for name in names if state[name] is not None} and found["mover"] == str(state.player)
        assert [dict(own)["on the board"] for own in found["standing"]["own"]] == counts[ply]
    assert client.get(f"{match}/plies/4").json()["code"] == "no-such-ply"
    branch = client.post(f"{match}/branch", json={"ply": 2}).json()
    other = client.get(f"/api/matches/{branch['match']}").json()
    assert [one["move"] for one in other["told"]] == ["d6", "c4"] and other["movers"] == ["Black"]
    secret = {"X-Seat": branch["seats"]["Black"]}
    assert client.post(f"/api/matches/{branch['match']}", json={"text": "c3"}, headers=secret).status_code == 200
    assert len(client.get(match).json()["told"]) == 3
    assert client.post(f"{match}/branch", json={"ply": 9}).json()["code"] == "no-such-ply"


def test_a_branch_is_kept_and_its_chance_is_another_one(tmp_path: Path) -> None:
    from tilewright.runtime.store.store import Store

    with open_client(tmp_path) as client:
        match, seats = begun(client, "pig", seed=1)
        client.post(match, json={"text": "roll"}, headers=seats["A"])
        while len(client.get(match).json()["told"]) < 2:
            time.sleep(0.01)
        name = client.post(f"{match}/branch", json={"ply": 1}).json()["match"]
    store = Store(file_store(tmp_path))
    stored = store.match(name)
    store.close()
    assert stored.terms.seed != 1 and stored.events[0].text == "roll"


def test_whoever_has_a_link_may_ask_how_the_game_is_played(client: TestClient) -> None:
    match, _ = begun(client, "othello")
    told = client.get(f"{match}/rules").json()
    assert told["about"] == ["Othello: enclose the other's discs in a line, and they are yours."]
    titles = [rule["title"] for rule in told["rules"]]
    assert titles[:2] == [
        "These cells can be clicked (Enclose)",
        "After each move (Flip), with the cell of the last click",
    ]
    assert told["rules"][1]["lines"] == ["do what “captured” means", "put the player's own Disc there"]


def test_what_is_hidden_is_in_no_course(client: TestClient) -> None:
    match, seats = begun(client, "phantom-tic-tac-toe")
    client.post(match, json={"text": "b2"}, headers=seats["X"])
    for path in ("course", "plies/1", "plies/0", "transcript"):
        assert client.get(f"{match}/{path}", headers=seats["O"]).json()["code"] == "hidden"
    assert client.post(f"{match}/branch", json={"ply": 1}, headers=seats["O"]).json()["code"] == "hidden"
    assert client.get(f"{match}/engine.wasm", headers=seats["O"]).json()["code"] == "no-hints"
    client.post(match, json={"kind": "resign"}, headers=seats["O"])
    assert client.get(f"{match}/plies/1").json()["standing"]["own"][0] == [["on the board", 1]]


def test_what_is_to_be_chosen_before_a_match(client: TestClient) -> None:
    sent = client.post("/api/models", json={"text": CHOICES}).json()["model"]
    found = client.get(f"/api/models/{sent}").json()
    assert (found["players"], found["searched"], found["hidden"]) == (["X", "O"], False, False)
    assert [(each["name"], each["value"]) for each in found["parameters"]] == [("corners", "yes"), ("many", "2")]
    assert found["parameters"][0]["choices"] == ["yes", "no"] and found["parameters"][1]["max"] == 3
    assert client.get("/api/models/none").status_code == 404


@pytest.mark.parametrize(
    ("model", "turned"), [("chess", [False, True]), ("othello", [False, False]), ("xiangqi", [False, True])]
)
def test_the_board_is_turned_for_who_begins_above(model: str, turned: list[bool]) -> None:
    assert scene(load(model, "interpreter"))["turned"] == turned


def test_a_client_may_begin_others_when_its_matches_are_old(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(unmoved, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    counted = unmoved.Unmoved(1, 10.0)
    counted.add("a", "first")
    clock[0] = 9.0
    with pytest.raises(Refused, match="Nobody has moved"):
        counted.check("a")
    clock[0] = 11.0
    counted.check("a")


def test_a_module_for_hints_describes_itself(client: TestClient) -> None:
    match, _ = begun(client)
    found = client.get(f"{match}/engine.wasm")
    assert found.headers["content-type"] == "application/wasm" and found.content[:4] == b"\0asm"
    described = found.content[found.content.index(b"tilewright") + len(b"tilewright") :]
    facts = json.loads(described)
    assert facts["game"] == "TicTacToe" and facts["search"]["gains"]


# -- what happens, as it happens


def test_those_who_play_are_told_of_each_other(client: TestClient) -> None:
    match, seats = begun(client)
    with client.websocket_connect(f"{match}/events") as first, client.websocket_connect(f"{match}/events") as second:
        first.send_json({"seat": seats["X"]["X-Seat"]})
        second.send_json({"seat": seats["O"]["X-Seat"]})
        told = first.receive_json()
        assert told["you"] == "X" and second.receive_json()["you"] == "O"
        while told["here"] != ["X", "O"]:
            told = first.receive_json()
        first.send_json({"kind": "move", "text": "b2", "number": 0})
        assert first.receive_json()["number"] == 1
        while (told := second.receive_json())["number"] == 0:  # he may still be told who is here
            assert "X" in told["here"]
        assert told["number"] == 1
        first.send_json({"kind": "move", "text": "b2", "number": 0})
        assert first.receive_json()["code"] == "stale"
        first.send_text("[[[")
        assert first.receive_json()["code"] == "misshapen"
        second.send_json({"kind": "resign"})
        while (told := second.receive_json())["type"] != "state":
            pass
        assert told["result"]["why"] == "resigned"


def test_messages_that_are_no_text(client: TestClient) -> None:
    match, seats = begun(client)
    with client.websocket_connect(f"{match}/events") as socket:
        for expected in ("state", "refused"):
            socket.send_bytes(b"\xff")
            assert socket.receive_json()["type"] == expected
    with client.websocket_connect(f"{match}/bot") as socket:
        socket.send_json({"seat": seats["X"]["X-Seat"]})
        assert [socket.receive_json()["type"] for _ in range(2)] == ["start", "turn"]
        socket.send_bytes(b"b2")
        assert [socket.receive_json()["type"] for _ in range(2)] == ["refused", "turn"]


def test_answers_to_other_turns_are_passed_over(client: TestClient) -> None:
    """One that comes too late, or twice, leaves no program behind for the rest of the match."""
    match, seats = begun(client, others="random")
    with client.websocket_connect(f"{match}/bot") as socket:
        socket.send_json({"seat": seats["X"]["X-Seat"]})
        assert socket.receive_json()["type"] == "start"
        turn = socket.receive_json()
        for answer in ({"id": turn["id"] - 1, "move": "a1"}, {"id": turn["id"], "move": "b2"}):
            socket.send_json(answer)
        turn = socket.receive_json()
        assert [one["player"] for one in turn["told"]] == ["X", "O"] and turn["told"][0]["move"] == "b2"


@pytest.mark.parametrize("code", ["full", "too-long"])
def test_a_busy_server_lets_clients_try_again(client: TestClient, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from starlette.websockets import WebSocketDisconnect

    def refuse(*_: object, **__: object) -> None:
        raise Refused(code, "Later.")

    match, _ = begun(client)
    monkeypatch.setattr(Hall, "listen", refuse)
    with client.websocket_connect(f"{match}/events") as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.send_json({})
        socket.receive_json()
    assert (closed.value.code, closed.value.reason) == (1013, code)


def test_a_client_that_leaves_while_it_is_told_something_is_no_error() -> None:
    """Both coroutines of the connection notice that, the second one when nobody waits for it any more."""
    from starlette.websockets import WebSocketDisconnect

    from tilewright.runtime.web.app import _converse

    async def hear() -> None:
        await asyncio.sleep(0)
        raise WebSocketDisconnect

    async def tell() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            raise WebSocketDisconnect

    async def leave() -> list[str]:
        errors: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context["message"]))
        socket, hall = Mock(accept=AsyncMock(), receive=AsyncMock(return_value={"type": "", "text": "{}"})), Mock()
        await _converse(socket, hall, "m", lambda *_: [tell(), hear()])
        await asyncio.sleep(0)
        gc.collect()
        return errors

    assert asyncio.run(leave()) == []


def test_a_wrong_link_is_told_nothing(client: TestClient) -> None:
    from starlette.websockets import WebSocketDisconnect

    match, _ = begun(client)
    for path, said in [(f"{match}/events", {"seat": "guess"}), ("/api/matches/none/events", {})]:
        with client.websocket_connect(path) as socket, pytest.raises(WebSocketDisconnect) as closed:
            socket.send_json(said)
            socket.receive_json()
        assert closed.value.code == 1008


def test_who_cannot_tell_two_matches_apart_is_sent_the_same() -> None:
    """All bytes for a seat of a game with hidden parts, whatever has happened that its player does not notice."""
    from tilewright.runtime.web.showing import shown

    game = load("phantom-tic-tac-toe")
    chance = random.Random(2)
    sent: dict[tuple[int, int], set[str]] = defaultdict(set)
    states: dict[tuple[int, int], set[int]] = defaultdict(set)
    for _ in range(200):
        match = Match(game, Terms.of(game, ["human", "human"]))
        for _ in range(chance.choice([2, 3, 4])):
            match.play(match.movers[0], chance.choice(match.legal_moves(match.movers[0])[:4]))
        for seat in (0, 1):
            key = seat, match.session.information_key(seat)
            sent[key].add(json.dumps(shown(match, seat)))
            states[key].add(match.state.key)
        sent[2, 0].add(json.dumps({**shown(match, None), "movers": None}))
    assert all(len(texts) == 1 for texts in sent.values())
    assert any(len(found) > 1 for found in states.values())


# -- the interface of the Tile-Based Game Engine


def test_the_earlier_interface(client: TestClient) -> None:
    assert client.get("/").json() == {"status": "fastapi backend running"}
    state = client.get("/game-state").json()
    assert set(state) == {
        "gameName", "players", "activePlayer", "boardWidth", "boardHeight", "tiles", "legalMoves", "wonMessage",
    }  # fmt: skip
    assert (state["gameName"], state["players"], state["activePlayer"]) == ("TicTacToe", ["X", "O"], "X")
    assert len(state["tiles"]) == len(state["legalMoves"]) == 9 and state["wonMessage"] is None
    assert set(state["tiles"][0]) == {
        "name", "tileType", "row", "column", "defaultHexColor", "currentState", "currentStateColor",
    }  # fmt: skip
    played = client.post("/move", json={"player": "X", "row": 1, "column": 1}).json()
    assert played["activePlayer"] == "O" and len(played["legalMoves"]) == 8
    for tile, text in [
        ({"player": "X", "row": 0, "column": 0}, "It's not X's turn"),
        ({"player": "O", "row": 9, "column": 0}, "No tile at row 9, column 0"),
        ({"player": "O", "row": 1, "column": 1}, "Illegal move: b2"),
    ]:
        answer = client.post("/move", json=tile)
        assert (answer.status_code, answer.json()) == (400, {"detail": text})
    game = client.post("/games", json={"model": "othello"}).json()["game"]
    assert (
        client.get(f"/games/{game}/game-state").json()["gameName"]
        == client.get("/game-state").json()["gameName"]
        == "Othello"
    )
    assert client.post(f"/games/{game}/move", json={"player": "Black", "row": 2, "column": 3}).status_code == 200
    for player, row, column in [("O", 0, 0), ("X", 1, 0), ("O", 0, 1), ("X", 1, 2)]:
        first = client.get("/games").json()[0]
        state = client.post(f"/games/{first}/move", json={"player": player, "row": row, "column": column}).json()
    assert state["wonMessage"] == "Player X has won the game!" and state["legalMoves"] == []


def test_the_games_of_the_earlier_interface_are_there_when_the_server_is_again(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        client.post("/move", json={"player": "X", "row": 1, "column": 1})
        begun(client)  # by the other interface: it is none of them
        games = client.get("/games").json()
    with open_client(tmp_path) as client:
        assert client.get("/games").json() == games and len(games) == 1
        assert client.get("/game-state").json()["activePlayer"] == "O"


# -- starting one, two of them, and clocks

REFUSED = [
    (["--store", "nonsense"], "'nonsense' is no address of a database; write sqlite:///FILE or postgresql"),
    (["--bot", f"human=cmd:{sys.executable}"], "somebody is called 'human' already"),
    (["--bot", f"a=cmd:{sys.executable}", "--bot", "a=llm:http://b"], "somebody is called 'a' already"),
    (["--talk", "/none/talk"], "/none/talk: No such file or directory"),
    (["--bot", "a=b"], "'a=b' is of none of the forms NAME=cmd:…, NAME=llm:…"),
    (["--bot", "a=cmd:nowhere"], "'cmd:nowhere' cannot play: there is no program 'nowhere'"),
    (["tic-tac-toe"], "two models are called tic-tac-toe"),
]


@pytest.mark.parametrize(("options", "told"), REFUSED, ids=[told for _, told in REFUSED])
def test_a_server_that_cannot_be(options: list[str], told: str, tmp_path: Path) -> None:
    found = run(
        "serve", "tic-tac-toe", *(["--store", file_store(tmp_path)] if options[0] != "--store" else []), *options
    )
    assert found.exit_code == 2 and told in found.stderr and not found.stdout


def test_two_servers_of_one_store(tmp_path: Path) -> None:
    """Who was overtaken by the other server is refused once, and then plays on from where the match is."""
    with open_client(tmp_path) as one, open_client(tmp_path) as other:
        match, seats = begun(one)
        assert other.get(match).json()["number"] == 0
        one.post(match, json={"text": "b2"}, headers=seats["X"])
        assert other.post(match, json={"text": "a1"}, headers=seats["X"]).json()["code"] == "overtaken"
        assert other.get(match).json()["told"] == [{"player": "X", "move": "b2"}]
        assert other.post(match, json={"text": "a1"}, headers=seats["O"]).status_code == 200


def test_whose_time_is_over_has_lost_while_all_wait(client: TestClient) -> None:
    """The clock of X begins with the second move of X, as both are people."""
    match, seats = begun(client, move_time=0.2)
    with client.websocket_connect(f"{match}/events") as socket:
        socket.send_json({"seat": seats["O"]["X-Seat"]})
        client.post(match, json={"text": "b2"}, headers=seats["X"])
        socket.send_json({"kind": "move", "text": "a1"})
        while (told := socket.receive_json()).get("result") is None:
            assert told["type"] == "state" and not told["players"][1]["runs"]
    assert told["result"] == {"returns": [-1.0, 1.0], "why": "time", "scores": None}


# -- programs


def test_a_search_thinks_no_longer_than_a_server_gives_away(tmp_path: Path) -> None:
    """One that would look ahead for days moves, by what it has found; what compiling takes is not counted."""
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.app import create_app
    from tilewright.runtime.web.earlier import Earlier
    from tilewright.runtime.web.limits import Limits

    store = Store(file_store(tmp_path))
    limits = Limits(seconds=PATIENCE, thought=1e-6, patience=PATIENCE, depth=60)
    hall = Hall(store, ["othello", "tic-tac-toe"], limits)
    with client_of(create_app(hall, more=Earlier(hall, "othello").add_to, rate=10_000.0)) as client:
        match, _ = begun(client, "othello", seats={"Black": "minimax:60"})
        end = time.monotonic() + PATIENCE
        while client.get(match).json()["movers"] != ["White"]:
            assert time.monotonic() < end
            time.sleep(0.02)
        board = [["black", "black", None], ["white", "white", None], [None, None, None]]
        asked = {"board": board, "player": "black", "depth": 6, "model": "tic-tac-toe"}
        answer = client.post("/move", json=asked).json()
        assert answer == {"move": [0, 2], "canPlay": True, "message": ""}
    store.close()


class Last(Bot):
    """Plays the last legal move, and remembers what it was told."""

    heard: list[object]

    def choose(self, view: View, legal: Sequence[str], clock: Clock) -> str | int:
        self.heard.append(len(view.pieces))
        return "nonsense" if len(self.heard) == 2 else len(legal) - 1

    def refused(self, reason: str) -> None:
        self.heard.append(reason)

    def end(self, returns: Sequence[float] | None) -> None:
        self.heard.append(returns)


@pytest.mark.parametrize("model", ["phantom-tic-tac-toe"])
def test_programs_play_over_websockets_and_come_back(model: str, tmp_path: Path) -> None:
    """One against the server's random mover; the server is killed on the way and started again at the same place."""
    import httpx

    with server(file_store(tmp_path), model) as found:
        made = httpx.post(f"{found.address}/api/matches", json={"model": model, "others": "random"}).json()
        port = found.address.rpartition(":")[2]
        bot = Last()
        bot.heard = []
        player = threading.Thread(target=bot.play_at, args=(found.address, made["match"], made["seats"]["X"]))
        player.start()
        while not bot.heard:
            time.sleep(0.01)
    with server(file_store(tmp_path), model, "--port", port) as found:
        player.join(60)
        assert not player.is_alive()
        returns = httpx.get(f"{found.address}/api/matches/{made['match']}").json()["result"]["returns"]
        with pytest.raises(ValueError, match="no-such-seat"):
            Last().play_at(found.address, made["match"], "guess")
    assert bot.heard[0] in (0, 1) and bot.heard[-1] == returns


def test_a_server_that_is_told_so_forgets_old_matches(tmp_path: Path) -> None:
    import httpx

    from tilewright.runtime.store.store import Source, Store

    store = Store(file_store(tmp_path))
    game = load("tic-tac-toe")
    digest = store.put_model(game, Source.OURS).digest
    old, new = (store.create(digest, Terms.of(game, ["human", "human"]), {}) for _ in range(2))
    store.append(old, Event(0, Kind.MOVE, 0, "b2", time.time() - 100_000))
    store.close()
    for options, kept in (((), [200, 200]), (("--keep", "2"), [200, 200]), (("--keep", "1"), [404, 200])):
        with server(file_store(tmp_path), "tic-tac-toe", *options) as found:
            assert [httpx.get(f"{found.address}/api/matches/{name}").status_code for name in (old, new)] == kept


@pytest.mark.parametrize(("said", "meant"), [
    ("https://games.example", "https://games.example"), ("https://games.example/", "https://games.example"),
    ("HTTPS://Games.Example:443", "https://games.example"), ("http://localhost:5173/", "http://localhost:5173"),
    ("http://[::1]:80", "http://[::1]"), ("https://games.example:80", "https://games.example:80"),
])  # fmt: skip
def test_an_origin_is_meant_as_browsers_write_it(said: str, meant: str) -> None:
    from tilewright.runtime.web.origins import origin_of

    assert origin_of(said) == meant


@pytest.mark.parametrize("said", [
    "nonsense", "", "*", "null", "games.example", "ftp://games.example", "https://", "https://games.example/page",
    "https://games.example?x", "https://ann@games.example", "https://games.example:many", "https://games.example:99999",
    "https://*.games.example", "https://[::1", "https://sp\u00efel.example",
])  # fmt: skip
def test_what_is_no_origin_is_refused(said: str) -> None:
    told = run("serve", "--allow-origin", said)
    assert told.exit_code == 2 and f"'{said}' is no origin: write https://NAME, or http://NAME:PORT" in told.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "127.0.0.1"])
def test_a_server_tells_addresses_that_can_be_opened(host: str, tmp_path: Path) -> None:
    import httpx

    with server(file_store(tmp_path), "tic-tac-toe", "--host", host) as found:
        here = "[::1]" if host == "::" else "127.0.0.1"
        assert re.fullmatch(rf"http://{re.escape(here)}:[0-9]+", found.address)
        assert httpx.get(f"{found.address}/api/models").status_code == 200
        end = time.monotonic() + PATIENCE
        while host != "127.0.0.1" and len(found.said) < 2 and time.monotonic() < end:
            time.sleep(0.01)
        others = [line.strip() for line in found.said[1:]]
        assert len(others) == (host != "127.0.0.1") and not {"http://0.0.0.0", "http://[::]"} & {*others}
        assert all(re.fullmatch(r"http://(\[[0-9a-f:]+\]|[\w.-]+):[0-9]+/", line) for line in others)


def test_a_machine_without_a_network_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    from tilewright.runtime.web.running import named

    def unreachable(*_: object) -> None:
        raise OSError("Network is unreachable")

    assert named("192.168.1.5") == ("192.168.1.5",)
    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert named("0.0.0.0") == ("127.0.0.1", socket.gethostname())


def test_matches_in_which_nobody_moves_make_room_for_others(tmp_path: Path) -> None:
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.limits import Limits

    store = Store(file_store(tmp_path))
    hall = Hall(store, ["tic-tac-toe"], Limits(seconds=PATIENCE, unmoved=0.0, matches=3))
    moved, watched, unmoved = (hall.create("tic-tac-toe", {})[0] for _ in range(3))
    with pytest.raises(Refused, match=r"No more matches can be kept\.") as refusal:
        hall.create("tic-tac-toe", {})
    assert refusal.value.code == "full"
    hall.act(moved, 0, Kind.MOVE, "b2")
    stop = hall.listen(watched, lambda: None)
    assert hall.forget() == [unmoved]
    with pytest.raises(Refused, match="no match of this name"):
        hall.live(unmoved)
    hall.act(watched, 0, Kind.MOVE, "b2")
    stop()
    hall.act(hall.create("tic-tac-toe", {})[0], 0, Kind.MOVE, "b2")
    assert hall.forget() == []
    assert len(hall.forget(time.time() + 1)) == 3
    with pytest.raises(KeyError):
        store.model(load("tic-tac-toe").digest)  # it is made again when it is wanted
    assert hall.branch(hall.create("tic-tac-toe", {})[0], 0)
    hall.close()
    store.close()


def test_a_rematch_begins_once_and_each_gets_the_own_seat(tmp_path: Path) -> None:
    """Before the end, in the middle, by who only watches and of a single person it is another match of its own."""
    from tilewright.runtime.store.store import Store

    store = Store(file_store(tmp_path))
    hall = Hall(store, ["tic-tac-toe"])
    name, _ = hall.create("tic-tac-toe", {})
    early = hall.branch(name, 0, seat=0)
    hall.act(name, 0, Kind.MOVE, "b2")
    hall.act(name, 1, Kind.RESIGN)
    told: list[str] = []
    stop = hall.listen(name, lambda: told.append("something"))
    others = [early, hall.branch(name, 1, seat=0), hall.branch(name, 0)]
    assert [hall.shown(name, seat)["rematch"] for seat in (None, 0, 1)] == [None, None, None] and told == []
    rematch, keys = hall.branch(name, 0, seat=1)
    assert told == ["something"] and sorted(keys) == ["O", "X"]
    assert hall.branch(name, 0, seat=0) == (rematch, {"X": keys["X"]})
    own = [{"match": rematch, "seats": {player: keys[player]}} for player in "XO"]
    assert [hall.shown(name, seat)["rematch"] for seat in (None, 0, 1)] == [None, *own]
    assert [hall.seat_of(rematch, keys[player]) for player in "XO"] == [0, 1]
    assert len({name, rematch, *(other for other, _ in others)}) == 5
    stop()
    single, _ = hall.create("tic-tac-toe", {"O": "random"})
    hall.act(single, 0, Kind.RESIGN)
    assert hall.branch(single, 0, seat=0)[0] != hall.branch(single, 0, seat=0)[0]
    assert hall.shown(single, 0)["rematch"] is None
    hall.close()
    store.close()


def test_a_client_may_begin_few_matches_in_which_nobody_moves(tmp_path: Path) -> None:
    """Those of programs count, as nobody need wait for them; others may begin matches meanwhile."""
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.limits import Limits

    store = Store(file_store(tmp_path))
    hall = Hall(store, ["tic-tac-toe"], Limits(seconds=PATIENCE, opened=2))
    first, _ = hall.create("tic-tac-toe", {}, client="a")
    hall.create("tic-tac-toe", {"X": "random", "O": "random"}, client="a")
    for begin in (partial(hall.create, "tic-tac-toe", {}), partial(hall.branch, first, 0)):
        with pytest.raises(Refused, match="Nobody has moved in many matches that you have begun") as refusal:
            begin(client="a")
        assert refusal.value.code == "full"
    hall.create("tic-tac-toe", {}, client="b")
    hall.create("tic-tac-toe", {})
    with pytest.raises(Refused):
        hall.act(first, 0, Kind.MOVE, "z9")
    with pytest.raises(Refused):
        hall.create("tic-tac-toe", {}, client="a")
    hall.act(first, 0, Kind.MOVE, "b2")
    hall.branch(first, 1, client="a")
    with pytest.raises(Refused):
        hall.create("tic-tac-toe", {}, client="a")
    hall.close()
    store.close()


@pytest.mark.parametrize(("path", "body"), [
    ("/api/matches", {"model": "tic-tac-toe"}), ("/games", {"model": "tic-tac-toe"}), ("/start_game", {"game_mode": "human"}),
    ("/api/matches/MATCH/branch", {"ply": 0}),
])  # fmt: skip
def test_every_way_to_begin_a_match_is_counted(path: str, body: dict[str, Any], tmp_path: Path) -> None:
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.app import create_app
    from tilewright.runtime.web.earlier import Earlier
    from tilewright.runtime.web.limits import Limits

    store = Store(file_store(tmp_path))
    hall = Hall(store, ["tic-tac-toe"], Limits(seconds=PATIENCE, opened=1))
    match, _ = hall.create("tic-tac-toe", {})
    with client_of(create_app(hall, more=Earlier(hall, "tic-tac-toe").add_to)) as client:
        answers = [client.post(path.replace("MATCH", match), json=body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 503]
    assert "Nobody has moved" in answers[1].json()["message"]
    store.close()


def test_a_server_forgets_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what the interface of another project has begun, which begins its first game anew."""
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web import running
    from tilewright.runtime.web.app import create_app
    from tilewright.runtime.web.earlier import Earlier
    from tilewright.runtime.web.limits import Limits

    monkeypatch.setattr(running, "FORGETTING", 0.01)
    store = Store(file_store(tmp_path))
    hall = Hall(store, ["tic-tac-toe"], Limits(seconds=PATIENCE, unmoved=0.5))
    earlier, ended = Earlier(hall, "tic-tac-toe"), threading.Event()
    forgetting = threading.Thread(target=running._go_on_forgetting, args=(hall, None, earlier, ended))
    with client_of(create_app(hall, more=earlier.add_to)) as client:
        assert client.get("/game-state").status_code == 200
        (first,) = client.get("/games").json()
        forgetting.start()
        end = time.monotonic() + PATIENCE
        while client.get("/games").json() and time.monotonic() < end:
            time.sleep(0.1)
        ended.set()
        forgetting.join()
        assert client.get("/game-state").status_code == 200
        assert len(client.get("/games").json()) == 1 and client.get("/games").json() != [first]
    store.close()


def test_forgetting_goes_on_if_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.runtime.web import running

    ended, found = threading.Event(), [OSError("a program could not be closed"), ["old"]]
    dropped: list[object] = []

    def forget(_: float | None) -> object:
        one = found.pop(0)
        if isinstance(one, OSError):
            raise one
        ended.set()
        return one

    monkeypatch.setattr(running, "FORGETTING", 0.001)
    running._go_on_forgetting(
        SimpleNamespace(forget=forget),
        None,
        SimpleNamespace(drop=dropped.append),
        ended,  # type: ignore[arg-type]
    )
    assert dropped == [["old"]]


SLOW = """import json, os, sys, time
for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        open(sys.argv[1], "a").write("x")
        while not os.path.exists(sys.argv[2]):
            time.sleep(0.01)
        print(0, flush=True)
"""
"""A program that says that it was asked, and answers when it may."""


def test_nobody_waits_for_programs_of_other_matches(tmp_path: Path) -> None:
    """More programs of others are asked than may think here, and dice are thrown before one of them answers."""
    from tilewright.runtime.web.limits import Limits

    program, asked, go = (tmp_path / name for name in ("slow.py", "asked", "go"))
    program.write_text(SLOW, "utf-8")
    bots = {"slow": f"cmd:{sys.executable} {program} {asked} {go}"}
    end = time.monotonic() + PATIENCE

    def wait_for(happened: Callable[[], bool]) -> None:
        while not happened():
            assert time.monotonic() < end
            time.sleep(0.02)

    with open_client(tmp_path, bots, ["tic-tac-toe", "pig"]) as client:

        def plies(match: str) -> int:
            return len(client.get(match).json()["told"])

        slow = [begun(client, seats={"X": "slow"})[0] for _ in range(Limits().thinkers + 1)]
        wait_for(lambda: asked.exists() and len(asked.read_text("utf-8")) == len(slow))
        match, seats = begun(client, "pig")
        client.post(match, json={"text": "roll"}, headers=seats["A"])
        wait_for(lambda: plies(match) == 2)
        assert not any(map(plies, slow))
        go.touch()
        wait_for(lambda: all(map(plies, slow)))


def test_people_do_not_wait_for_programs_that_play_with_each_other(tmp_path: Path) -> None:
    """Programs of eight matches think, and the opponent of a person answers before the last of them."""
    with open_client(tmp_path, models=["tic-tac-toe"]) as client:
        among = [begun(client, seats={"X": "mcts:2s", "O": "random"})[0] for _ in range(8)]
        match, seats = begun(client, seats={"O": "mcts:10"})
        begin = time.monotonic()
        client.post(match, json={"text": "b2"}, headers=seats["X"])
        while len(client.get(match).json()["told"]) < 2:
            assert time.monotonic() < begin + PATIENCE
            time.sleep(0.02)
        assert not all(client.get(one).json()["told"] for one in among)


def test_programs_that_the_server_runs(tmp_path: Path) -> None:
    """One that plays and one that crashes; each ends with its match."""
    mark = tmp_path / "marks"
    head = "import json, sys\nfor m in map(json.loads, sys.stdin):\n"
    (tmp_path / "good.py").write_text(
        f"{head}    m['type'] == 'turn' and print(json.dumps({{'id': m['id'], 'move': 0}}), flush=True)\n"
        f"    m['type'] == 'end' and open({str(mark)!r}, 'a').write('end')\n", "utf-8",
    )  # fmt: skip
    (tmp_path / "bad.py").write_text("raise SystemExit(3)", "utf-8")
    bots = {name: f"cmd:{sys.executable} {tmp_path / name}.py" for name in ("good", "bad")}
    talk = tmp_path / "talk"
    with open_client(tmp_path, bots, talk=talk) as client:
        assert client.get("/api/programs").json() == ["good", "bad"]
        for name in bots:
            match, seats = begun(client, others=name)
            end = time.monotonic() + 60
            while (shown := client.get(match, headers=seats["X"]).json())["result"] is None:
                assert time.monotonic() < end
                if shown["movers"] == ["X"]:
                    client.post(match, json={"text": shown["legal"][0]["notation"]}, headers=seats["X"])
        while not (mark.exists() and mark.read_text() == "end"):
            assert time.monotonic() < end
            time.sleep(0.02)
    lines = [json.loads(line) for line in talk.read_text("utf-8").splitlines()]
    assert {(one["player"], one["way"]) for one in lines} == {("O", "sent"), ("O", "received")}
    assert match.endswith(lines[-1]["match"]) and len({one["match"] for one in lines}) == 2
