"""A program for maps that knows nothing but the messages: ``python arena_bot.py PORT CALLSIGN [GAMES]``.

Each pawn goes to the food that is nearest, or else to a base that is not its own. It keeps books on what it is told.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from typing import Any

STEPS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}


def distance(one: dict[str, int], other: dict[str, int]) -> int:
    return max(abs(one["x"] - other["x"]), abs(one["y"] - other["y"]))


def actions(units: list[dict[str, Any]], me: str) -> list[dict[str, Any]]:
    """Return a direction for each pawn."""
    food = [unit["position"] for unit in units if unit["type"] == "FOOD"]
    bases = [unit["position"] for unit in units if unit["type"] == "BASE" and unit["owner"] != me]
    found = []
    for pawn in (unit for unit in units if unit["type"] == "PAWN" and unit["owner"] == me):
        here = pawn["position"]
        goal = min(food or bases, key=lambda place: distance(here, place), default=here)
        step = min(
            STEPS, key=lambda name: distance({"x": here["x"] + STEPS[name][0], "y": here["y"] + STEPS[name][1]}, goal)
        )
        found.append({"unitId": pawn["id"], "direction": step})
    return found


def play(port: str, callsign: str) -> None:
    """Play one game, and print how it ended."""
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import connect

    query = f"callsign={callsign}&clientVersion=0.1&expectedServerVersion=1"
    with connect(f"ws://127.0.0.1:{port}/game?{query}") as socket:
        known: dict[int, tuple[str, str | None]] = {}
        turns = refused = 0
        for text in socket:
            message = json.loads(text)
            if message["type"] == "START_GAME":
                units = message["gameStart"]["initialUnits"]
            elif message["type"] == "NEXT_TURN":
                assert message["playerId"] == callsign and message["timeLimitMs"] > 0
                units = message["gameState"]["units"]
                orders = [actions(units, callsign)]
                if turns == 0:  # a mistake is told, and may be put right
                    orders.insert(0, [{"unitId": 1, "direction": "UP"}])
                with suppress(ConnectionClosed):  # the game has ended meanwhile: its last message is still to be read
                    for answer in orders:
                        socket.send(json.dumps({"type": "ACTION", "playerId": callsign, "actions": answer}))
                turns += 1
            elif message["type"] == "INVALID_OPERATION":
                refused += 1
                continue
            else:
                end = message["gameEnd"]
                print(
                    json.dumps({"winner": end["winnerId"], "turns": turns, "refused": refused, "deltas": end["deltas"]})
                )
                return
            for unit in units:  # a number stays with what it stands for
                assert known.setdefault(unit["id"], (unit["type"], unit["owner"])) == (unit["type"], unit["owner"])
            assert len({unit["id"] for unit in units}) == len(units)


if __name__ == "__main__":
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 1):
        play(sys.argv[1], sys.argv[2])
