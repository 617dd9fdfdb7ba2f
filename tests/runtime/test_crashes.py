"""Servers that are killed while clients play: what was acknowledged is there, once, and play goes on."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.support.forked_servers import Forked, Start, forked_servers
from tests.support.servers import PATIENCE, file_store

MODEL = "tic-tac-toe"
CLIENTS = 3
"""The matches that are played at the same time, each by a client of its own."""


class Client:
    """Who asks a server over one connection."""

    def __init__(self, address: str) -> None:
        self._connection = HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)

    def close(self) -> None:
        self._connection.close()

    def ask(self, path: str, body: dict[str, str] | None = None, secret: str = "") -> Any:
        """Return what is answered. ``HTTPException``, ``OSError`` and ``ValueError`` if that is nothing, or a refusal."""
        headers = {"Content-Type": "application/json"} | ({"X-Seat": secret} if secret else {})
        self._connection.request("GET" if body is None else "POST", path, body and json.dumps(body), headers)
        answer = self._connection.getresponse()
        found = json.loads(answer.read())
        if answer.status != 200:
            raise ValueError(found)
        return found

    def ask_until_told(self, path: str, body: dict[str, str] | None = None) -> Any:
        """Return the same, however long a busy machine refuses it."""
        while True:
            try:
                return self.ask(path, body)
            except ValueError as error:
                assert error.args[0]["code"] == "too-long", error


class Clients:
    """Who play at random until the server is killed, each a match of its own."""

    def __init__(self, found: Forked, matches: list[tuple[str, dict[str, str]]]) -> None:
        self._address = found.address
        self.told: dict[str, list[str]] = {name: [] for name, _ in matches}
        """The moves that were acknowledged in each match."""
        self._changed = threading.Condition()
        self._playing = len(matches)
        self._threads = [threading.Thread(target=self._play, args=(*match, seed)) for seed, match in enumerate(matches)]
        for thread in self._threads:
            thread.start()

    def wait_for(self, moves: int) -> None:
        """Wait until so many moves were acknowledged, or all matches are over."""

        def enough() -> bool:
            return not self._playing or sum(map(len, self.told.values())) >= moves

        with self._changed:
            assert self._changed.wait_for(enough, PATIENCE)

    def join(self) -> None:
        """Wait until the clients have seen that the server is no more."""
        for thread in self._threads:
            thread.join()

    def _play(self, name: str, seats: dict[str, str], seed: int) -> None:
        chance, client, path = random.Random(seed), Client(self._address), f"/api/matches/{name}"
        try:
            shown = client.ask(path)
            while not shown["result"]:
                secret = seats[shown["movers"][0]]
                move = chance.choice(client.ask(path, None, secret)["legal"])["notation"]
                shown = client.ask(path, {"text": move}, secret)
                with self._changed:
                    self.told[name].append(move)
                    self._changed.notify()
        except (HTTPException, OSError, ValueError):
            pass
        finally:
            client.close()
            with self._changed:
                self._playing -= 1
                self._changed.notify()


def check_crashes(start: Start, url: str, times: int, seed: int) -> None:
    """Kill a server so many times, after any number of moves and at any moment of those that are on their way."""
    chance = random.Random(seed)
    matches: list[tuple[str, dict[str, str]]] = []
    known: dict[str, list[str]] = defaultdict(list)
    for run in range(times + 1):
        with start(url) as found:
            client = Client(found.address)
            going_on = []
            for name, seats in matches:
                shown = client.ask_until_told(f"/api/matches/{name}")
                kept = [one["move"] for one in shown["told"]]
                assert kept[: len(known[name])] == known[name], (kept, known[name])
                assert len(kept) <= len(known[name]) + 1, "only the move on its way may be there, too"
                known[name] = kept
                going_on += [] if shown["result"] else [(name, seats)]
            matches = going_on
            while len(matches) < CLIENTS:
                made = client.ask_until_told("/api/matches", {"model": MODEL})
                matches.append((made["match"], made["seats"]))
            client.close()
            if run == times:
                break
            clients = Clients(found, matches)
            clients.wait_for(chance.randint(1, 2 * CLIENTS))
            time.sleep(chance.random() * 0.01)  # the moment is to be any: nothing is waited for
            found.kill()
            clients.join()
            for name, acknowledged in clients.told.items():
                known[name] += acknowledged
    assert any(known.values())


@pytest.fixture(scope="module")
def start() -> Iterator[Start]:
    with forked_servers(MODEL) as found:
        yield found


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
@pytest.mark.parametrize("times", [10, pytest.param(200, marks=pytest.mark.prove)])
def test_a_server_that_is_killed_loses_no_move(
    times: int, database: str, start: Start, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = file_store(tmp_path) if database == "sqlite" else str(request.getfixturevalue("served"))
    seed = int(time.time()) if times > 10 else 3
    check_crashes(start, url, times, seed)
