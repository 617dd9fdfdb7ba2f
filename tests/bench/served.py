"""Many matches at the same time at a server of our own: moves a second, how long a player waits, and what it costs."""

from __future__ import annotations

import asyncio
import json
import random
import re
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.support.servers import Server, file_store, server

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

MATCHES, SECONDS = 500, 20.0
"""The matches that are played at the same time, and for how long."""
RATES = (25, 50, 100)
"""The moves in a second that all players together ask for."""
GAME = "connect-four"
SHARES = (50, 90, 99)
"""The shares of all moves, in percent, of which it is said within which time they are answered."""


@dataclass
class Found:
    """What came of one rate."""

    waits: dict[str, list[float]] = field(default_factory=lambda: {"WebSocket": [], "HTTP": []})
    """The seconds that each move took, from asking to the state after it."""
    errors: int = 0
    work: float = 0.0
    """The seconds of processor time that the server took."""
    lost: int = 0
    """The moves that are in the store and were not acknowledged, or the other way round."""


def bench_served() -> None:
    """Print for each rate how many moves were played, and how long players waited for the answer."""
    print(f"{MATCHES} matches of {GAME} on loopback, half over WebSocket, half over HTTP, clients on the same machine")
    for rate in RATES:
        with tempfile.TemporaryDirectory() as folder, server(file_store(Path(folder)), GAME) as found:
            print(f"  {rate:>4} moves/s asked: {_told(asyncio.run(_driven(found, rate)))}")


def _told(found: Found) -> str:
    played = sum(map(len, found.waits.values()))
    if not played:
        return f"no move, {found.errors} errors"
    parts = []
    for way, waits in found.waits.items():
        bounds = statistics.quantiles(waits, n=100)
        parts.append(f"{way} {', '.join(f'{share} % {bounds[share - 1] * 1000:.0f}' for share in SHARES)} ms")
    return (
        f"{played / SECONDS:.1f} moves/s played, {'; '.join(parts)}; {found.work / played * 1000:.2f} ms of the processor "
        f"a move, {found.errors} errors, {found.lost} lost or doubled"
    )


def _work(process: int) -> float:
    """Return the seconds of processor time of another process: Linux has a clock for each."""
    return time.clock_gettime(~process << 3 | 2)


class _Sockets:
    """A match whose players have a WebSocket each."""

    def __init__(self, address: str, match: dict[str, Any]) -> None:
        self._url = f"{address.replace('http', 'ws', 1)}/api/matches/{match['match']}/events"
        self._seats: dict[str, str] = match["seats"]
        self._sockets: dict[str, ClientConnection] = {}
        self._states: dict[str, dict[str, Any]] = {}

    async def open(self) -> None:
        from websockets.asyncio.client import connect

        for player, secret in self._seats.items():
            self._sockets[player] = await connect(self._url, max_size=None)
            await self._sockets[player].send(json.dumps({"seat": secret}))
            self._states[player] = json.loads(await self._sockets[player].recv())

    async def move(self, chance: random.Random) -> tuple[float, dict[str, Any] | None]:
        """Return the seconds until both players know of a move, and the state after it; None if it was refused."""
        mover = next(iter(self._states.values()))["movers"][0]
        mine = self._states[mover]
        move = chance.choice(mine["legal"])["notation"]
        begin = time.perf_counter()
        await self._sockets[mover].send(json.dumps({"kind": "move", "text": move, "number": mine["number"]}))
        for player, socket in self._sockets.items():
            while (said := json.loads(await socket.recv()))["type"] != "refused" and said["number"] <= mine["number"]:
                pass
            if said["type"] == "refused":
                return 0.0, None
            self._states[player] = said
        return time.perf_counter() - begin, self._states[mover]


class _Requests:
    """A match whose players ask by HTTP, over plain streams: a library for it would take longer than the server."""

    def __init__(self, address: str, match: dict[str, Any]) -> None:
        parts = urlsplit(address)
        self._host, self._port = parts.hostname, parts.port
        self._path = f"/api/matches/{match['match']}"
        self._seats: dict[str, str] = match["seats"]
        self._mover = ""

    async def open(self) -> None:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        self._mover = (await self._asked(reader, writer))[1]["movers"][0]
        writer.close()

    async def move(self, chance: random.Random) -> tuple[float, dict[str, Any] | None]:
        """Return the seconds until a move is acknowledged, and the state after it; None if it was refused."""
        reader, writer = await asyncio.open_connection(self._host, self._port)
        _, mine = await self._asked(reader, writer)
        deed = {"text": chance.choice(mine["legal"])["notation"], "number": mine["number"]}
        begin = time.perf_counter()
        status, state = await self._asked(reader, writer, deed)
        waited = time.perf_counter() - begin
        writer.close()
        if status != 200:
            return waited, None
        self._mover = next(iter(state["movers"]), "")
        return waited, state

    async def _asked(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, deed: dict[str, Any] | None = None
    ) -> tuple[int, dict[str, Any]]:
        """Return the status and the object of an answer to the player who is to move, or to somebody who watches."""
        body = b"" if deed is None else json.dumps(deed).encode()
        head = [
            f"{'GET' if deed is None else 'POST'} {self._path} HTTP/1.1",
            f"Host: {self._host}:{self._port}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            *([f"X-Seat: {self._seats[self._mover]}"] if self._mover else []),
        ]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = re.search(r"content-length: (\d+)", answer)
        assert length is not None, answer
        return int(answer.split()[1]), json.loads(await reader.readexactly(int(length[1])))


async def _driven(found: Server, rate: float) -> Found:
    """Let all matches go on at a rate for a while."""
    import httpx

    result = Found()
    async with httpx.AsyncClient(base_url=found.address, timeout=120) as client:
        made = [(await client.post("/api/matches", json={"model": GAME})).json() for _ in range(MATCHES)]
        ways = {"WebSocket": partial(_Sockets, found.address), "HTTP": partial(_Requests, found.address)}
        tables = [ways[way](match) for match, way in zip(made, cycle(ways), strict=False)]
        for table in tables:
            await table.open()

        async def play(number: int, way: str) -> int:
            chance = random.Random(number)
            count = 0
            await asyncio.sleep(chance.random() * MATCHES / rate)
            while time.monotonic() < end:
                waited, state = await tables[number].move(chance)
                if state is None:
                    result.errors += 1
                    break
                result.waits[way].append(waited)
                count += 1
                if state["result"] is not None:
                    break
                await asyncio.sleep(min(chance.expovariate(rate / MATCHES), max(0.0, end - time.monotonic())))
            return count

        before, end = _work(found.process.pid), time.monotonic() + SECONDS
        counts = await asyncio.gather(*map(play, range(MATCHES), cycle(ways)))
        result.work = _work(found.process.pid) - before
        for match, count in zip(made, counts, strict=True):
            told = (await client.get(f"/api/matches/{match['match']}")).json()["told"]
            result.lost += abs(len(told) - count)
    return result
