"""Many matches at the same time at a server of our own: moves a second, and how long a player waits."""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import tempfile
import time
from pathlib import Path

from tests.support.servers import file_store, server

MATCHES, SECONDS = 500, 20.0
"""The matches that are played at the same time, and for how long."""
RATES = (25, 50, 100)
"""The moves in a second that all players together ask for."""
GAME = "connect-four"


def bench_served() -> None:
    """Print for each rate how many moves were played, and how long players waited for the answer."""
    print(f"{MATCHES} matches of {GAME} over WebSocket on loopback, client and server on one machine")
    for rate in RATES:
        with tempfile.TemporaryDirectory() as folder, server(file_store(Path(folder)), GAME) as found:
            waits, errors = asyncio.run(_driven(found.address, rate))
        if not waits:
            print(f"  {rate:>4} moves/s asked: no move, {errors} errors")
            continue
        shares = statistics.quantiles(waits, n=100)
        print(
            f"  {rate:>4} moves/s asked: {len(waits) / SECONDS:6.1f} moves/s played, median {shares[49] * 1000:6.1f} ms, "
            f"99 % within {shares[98] * 1000:7.1f} ms, {errors} errors"
        )


async def _driven(address: str, rate: float) -> tuple[list[float], int]:
    """Return the seconds that each move took, from asking to the state after it, and how many went wrong."""
    import httpx
    from websockets.asyncio.client import connect

    waits: list[float] = []
    errors = 0
    start = asyncio.Event()

    async def play(name: str, seats: dict[str, str], chance: random.Random) -> None:
        nonlocal errors
        url = f"{address.replace('http', 'ws', 1)}/api/matches/{name}/events"
        sockets = {}
        states = {}
        for player, secret in seats.items():
            sockets[player] = await connect(url, max_size=None)
            await sockets[player].send(json.dumps({"seat": secret}))
            states[player] = json.loads(await sockets[player].recv())
        await start.wait()
        end = time.monotonic() + SECONDS
        await asyncio.sleep(chance.random() * MATCHES / rate)
        while time.monotonic() < end:
            mover = next(iter(states.values()))["movers"][0]
            mine = states[mover]
            move = chance.choice(mine["legal"])["notation"]
            begin = time.perf_counter()
            await sockets[mover].send(json.dumps({"kind": "move", "text": move, "number": mine["number"]}))
            for player, socket in sockets.items():
                while True:
                    said = json.loads(await socket.recv())
                    if said["type"] == "refused":
                        errors += 1
                        return
                    if said["number"] > mine["number"]:
                        states[player] = said
                        break
            waits.append(time.perf_counter() - begin)
            if states[mover]["result"] is not None:
                return
            await asyncio.sleep(chance.expovariate(rate / MATCHES))

    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        made = [(await client.post("/api/matches", json={"model": GAME})).json() for _ in range(MATCHES)]
    async with asyncio.TaskGroup() as tasks:
        for number, match in enumerate(made):
            tasks.create_task(play(match["match"], match["seats"], random.Random(number)))
        await asyncio.sleep(15)
        start.set()
    return waits, errors
