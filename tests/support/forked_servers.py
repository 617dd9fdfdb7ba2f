"""Servers of our own that are killed and started again: a process that has read all modules forks each of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from tests.support.places import ROOT

_PARENT = """
import json, os, sys
import psycopg, uvicorn.lifespan.on, uvicorn.loops.auto, uvicorn.protocols.http.auto, uvicorn.protocols.websockets.auto
from functools import partial
from tilewright.runtime.cli import main
from tilewright.runtime.store.store import Store
from tilewright.runtime.web.app import create_app
from tilewright.runtime.web.earlier import Earlier
from tilewright.runtime.web.hall import Hall
from tilewright.runtime.web.running import serve
from tilewright.runtime.web.showing import shown_to

store = Store("sqlite://")
hall = Hall(store, [sys.argv[1]])
create_app(hall, (), Earlier(hall, sys.argv[1]).add_to)
hall.look_at(hall.create(sys.argv[1], {})[0], partial(shown_to, 0))
hall.close()
store.close()
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        main(json.loads(line))
    print("child", child, flush=True)
    os.waitpid(child, 0)
    print("ended", flush=True)
"""
"""Has a child for each line that it is told, which is a server; a line of what they say is one call of the system."""


@dataclass
class Forked:
    """A server."""

    address: str
    kill: Callable[[], None]
    """Ends it at once, as a machine does that loses its power."""


Start = Callable[[str], AbstractContextManager[Forked]]
"""Gives a server of a store, which is killed at the end."""


@contextmanager
def forked_servers(model: str) -> Iterator[Start]:
    """Give what starts servers of a model, one after the other."""
    command = [sys.executable, "-c", _PARENT, model]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as parent:
        assert parent.stdin is not None and parent.stdout is not None
        asked, told = parent.stdin, parent.stdout

        def heard() -> str:
            line = told.readline()
            assert line, "it has ended"
            return line.strip()

        @contextmanager
        def start(store: str) -> Iterator[Forked]:
            options = ["serve", model, "--port", "0", "--store", store, "--rate", "100000"]
            asked.write(json.dumps(options) + "\n")
            asked.flush()
            lines = sorted([heard(), heard()])
            assert [line.split(":")[0].split()[0] for line in lines] == ["child", "http"], lines
            child, runs = int(lines[0].split()[1]), True

            def kill() -> None:
                nonlocal runs
                if runs:
                    runs = False
                    os.kill(child, signal.SIGKILL)
                    assert heard() == "ended"

            try:
                yield Forked(lines[1].rstrip("/"), kill)
            finally:
                kill()

        try:
            yield start
        finally:
            asked.close()
