"""Servers of our own in processes of their own, and those who play there."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

if TYPE_CHECKING:
    from starlette.testclient import TestClient

MODELS = ("tic-tac-toe", "phantom-tic-tac-toe", "othello", "pig")
"""What is played at a server in this process."""
PATIENCE = 120.0
"""The seconds after which a server is taken not to start."""


class Server:
    """A server in a process of its own."""

    def __init__(self, store: str, *arguments: str) -> None:
        code = "from tilewright.runtime.cli import main; main()"
        command = [sys.executable, "-c", code, "serve", "--port", "0", *arguments, "--store", store, "--rate", "100000"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        said: queue.Queue[str] = queue.Queue()
        self.said: list[str] = []
        self._reader = threading.Thread(target=self._read, args=(said,), daemon=True)
        self._reader.start()
        line = said.get(timeout=PATIENCE)
        assert line.startswith("http://"), line + "".join(self.said)
        self.address = line.strip().rstrip("/")

    def _read(self, said: queue.Queue[str]) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            said.put(line)
        said.put("it has ended\n")

    def kill(self) -> None:
        """End it at once, as a machine does that loses its power."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


def client_of(app: Any) -> TestClient:
    """Return who asks a server in this process."""
    with catch_warnings():
        simplefilter("ignore")  # Starlette has a taste for another library, which asks as this one does
        from starlette.testclient import TestClient
    return TestClient(app)


@contextmanager
def server(store: str, *arguments: str) -> Iterator[Server]:
    """Give a server that is killed at the end."""
    found = Server(store, *arguments)
    try:
        yield found
    finally:
        found.kill()


def file_store(folder: Path) -> str:
    """Return the address of a store in a folder."""
    return f"sqlite:///{folder / 'matches.db'}"


@contextmanager
def open_client(
    folder: Path, bots: dict[str, str] | None = None, models: Sequence[str] = MODELS, talk: Path | None = None
) -> Iterator[TestClient]:
    """Give who asks a server in this process."""
    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.app import create_app
    from tilewright.runtime.web.earlier import Earlier
    from tilewright.runtime.web.hall import Hall
    from tilewright.runtime.web.limits import Limits

    store = Store(file_store(folder))
    limits = Limits(seconds=PATIENCE, thought=PATIENCE, patience=PATIENCE)  # a machine may be busy
    hall = Hall(store, models, limits, bots=bots, talk=talk)
    app = create_app(hall, ["http://friend.example"], Earlier(hall, hall.models()[0]["model"]).add_to, 10_000.0)
    with client_of(app) as found:
        yield found
    store.close()
