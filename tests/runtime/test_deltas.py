"""What those are sent who want to know only what has changed."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.support.servers import open_client
from tilewright.runtime.web.deltas import Change, changes

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from([0.0, 1.0, "a", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


def changed(value: Any, found: list[Change]) -> Any:
    """Return what a receiver makes of a value that it has."""
    value = deepcopy(value)
    for path, *new in found:
        if not path:
            value = new[0]
            continue
        place = value
        for step in path[:-1]:
            place = place[step]
        if not new:
            del place[path[-1]]
        elif isinstance(place, list) and path[-1] == len(place):
            place.append(new[0])
        else:
            place[path[-1]] = new[0]
    return value


@given(before=VALUES, after=VALUES)
def test_changes_lead_from_one_value_to_the_other(before: Any, after: Any) -> None:
    assert json.dumps(changed(before, changes(before, after)), sort_keys=True) == json.dumps(after, sort_keys=True)
    assert changes(after, after) == []


def test_who_is_sent_what_has_changed_knows_the_same(tmp_path: Path) -> None:
    chance = random.Random(5)
    with open_client(tmp_path, models=["othello"]) as client:
        made = client.post("/api/matches", json={"model": "othello"}).json()
        path, secrets = f"/api/matches/{made['match']}", made["seats"]
        with client.websocket_connect(f"{path}/events") as socket:
            socket.send_json({"seat": secrets["Black"], "deltas": True})
            known = socket.receive_json()
            assert known.pop("type") == "state"
            for number in range(1, 9):
                headers = {"X-Seat": secrets[known["movers"][0]]}
                legal = client.get(path, headers=headers).json()["legal"]
                client.post(path, json={"text": chance.choice(legal)["notation"]}, headers=headers)
                told = socket.receive_json()
                assert told["type"] == "delta" and [["number"], number] in told["changes"]
                assert [where for where, *_ in told["changes"] if where[0] == "told"] == [["told", number - 1]]
                known = changed(known, told["changes"])
                assert known == client.get(path, headers={"X-Seat": secrets["Black"]}).json()
