"""The matches of a server, as they are held in memory by many threads at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.servers import file_store
from tilewright.runtime.matches.events import Kind, Refused
from tilewright.runtime.store.store import Store
from tilewright.runtime.web.hall import Hall
from tilewright.runtime.web.limits import Limits


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Give who asks a hall with one game, which holds one match in memory."""
    store = Store(file_store(tmp_path))
    found = Hall(store, ["tic-tac-toe"], Limits(live=1), bots={"bot": "cmd:true"})
    yield found
    found.close()
    store.close()


def wait_for(what: Callable[[], bool]) -> None:
    """Wait until something is so that another thread does."""
    end = time.monotonic() + 20
    while not what():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_a_match_that_could_not_be_mended_goes_on_later(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    name, _ = hall.create("tic-tac-toe", {"O": "random"})
    live = hall.live(name)

    def refused() -> None:
        raise Refused("too-long", "The store is slow.")

    with monkeypatch.context() as slow:
        slow.setattr(live, "step", refused)
        slow.setattr(live, "mend", refused)
        hall.act(name, 0, Kind.MOVE, "b2")
        wait_for(lambda: not live.thinking)
    hall.shown(name, None)
    wait_for(lambda: hall.look_at(name, lambda match: len(match.session.moves)) == 2)
