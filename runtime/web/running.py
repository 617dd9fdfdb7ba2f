"""Running the server in this process, until it is stopped."""

from __future__ import annotations

import gc
import logging
import socket
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tilewright.model.printable import printable
from tilewright.runtime.bots.talk import prepare
from tilewright.runtime.store.store import Store
from tilewright.runtime.web.app import create_app
from tilewright.runtime.web.arriving import PromptHttp
from tilewright.runtime.web.earlier import Earlier
from tilewright.runtime.web.hall import Hall

_log = logging.getLogger(__name__)

LAST_WORDS = 3
"""The seconds that open requests have to finish when the server is stopped."""
MOST_MESSAGE = 65_536
"""The greatest number of bytes of a message of a WebSocket."""
SECONDS_OF_DAY = 86_400
FORGETTING = 300.0
"""The seconds after which it is looked again which matches are to be forgotten."""


EVERYWHERE = {"0.0.0.0": ("127.0.0.1", "192.0.2.1"), "::": ("::1", "2001:db8::1")}
"""For each host that means all networks, the address of this machine, and one of no machine (RFC 5737, RFC 3849)."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""The names of this computer that nobody else can reach."""


class NotServed(Exception):
    """The server cannot be run. The message says why."""


class _Server(uvicorn.Server):
    """A server that reports its addresses as soon as it accepts requests."""

    def __init__(self, config: uvicorn.Config, say: Callable[[Sequence[str]], None]) -> None:
        super().__init__(config)
        self._say = say

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        places = [one.getsockname()[:2] for server in getattr(self, "servers", ()) for one in server.sockets]
        found = [
            f"http://{f'[{name}]' if ':' in name else name}:{port}/" for host, port in places for name in named(host)
        ]
        if found:
            self._say(found)


def named(host: str) -> tuple[str, ...]:
    """Return the names by which a server is addressed that listens at a host: here first, then from other machines.

    A server that listens everywhere has no address that a browser can open: elsewhere it has that of the network by
    which this machine would reach others, or the name of the machine.
    """
    if host not in EVERYWHERE:
        return (host,)
    here, other = EVERYWHERE[host]
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((other, 9))  # this sends nothing
            return (here, str(probe.getsockname()[0]))
    except OSError:
        return (here, socket.gethostname())


def hosts_of(host: str, origins: Collection[str]) -> Collection[str] | None:
    """Return the names by which a server may be addressed that listens at a host; None if any will do.

    On loopback they are those of this computer, and those of other *origins*, as that of a proxy.
    """
    if host not in LOOPBACK:
        return None
    return {*LOOPBACK, *(urlsplit(origin).hostname or "" for origin in origins)}


def serve(
    url: str,
    models: Sequence[str],
    host: str,
    port: int,
    origins: Collection[str],
    rate: float,
    bots: Mapping[str, str],
    say: Callable[[Sequence[str]], None],
    docs: str | None = None,
    talk: str | None = None,
    keep: float | None = None,
) -> None:
    """Serve until Ctrl-C or a signal to terminate.

    *url* is the URL of the database. *models* and *bots* are those of ``Hall``, *origins* and *rate* those of
    ``create_app``. *say* is called with the addresses of the server when it accepts requests. *docs* is a folder with a
    site of docs, and *talk* a file to which the messages to and from *bots* are appended. Matches in which nothing
    has happened for *keep* days are deleted, now and then. ``NotServed`` if the server cannot run.
    """
    if talk is not None:
        try:
            prepare(Path(talk))
        except OSError as error:
            raise NotServed(f"{printable(talk)}: {error.strerror}") from None
    try:
        store = Store(url)
    except ArgumentError:
        form = "write sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
        raise NotServed(f"the store cannot be opened: '{printable(url)}' is no address of a database; {form}") from None
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise NotServed(f"the store cannot be opened: {str(error).splitlines()[0]}") from None
    try:
        hall = Hall(store, models, bots=bots, talk=None if talk is None else Path(talk))
        _forget(hall, keep)
        earlier = Earlier(hall, hall.models()[0]["model"])
        app = create_app(hall, origins, earlier.add_to, rate, hosts_of(host, origins))
        if docs is not None:
            app.state.has_docs = True
            app.mount("/docs", StaticFiles(directory=docs, html=True))
        config = uvicorn.Config(
            app,
            host,
            port,
            log_level="warning",
            http=PromptHttp,
            ws_max_size=MOST_MESSAGE,
            ws_per_message_deflate=False,  # it takes memory for each connection, and time for each move
            timeout_graceful_shutdown=LAST_WORDS,
        )
        server = _Server(config, say)
        gc.collect()
        gc.freeze()  # or each full collection would scan all libraries and models, and stop all games for a moment
        ended = threading.Event()
        forgetting = threading.Thread(target=_go_on_forgetting, args=(hall, keep, earlier, ended))
        forgetting.start()
        try:
            server.run()
        except SystemExit:
            raise NotServed(f"nobody can listen at {host}:{port}") from None
        finally:
            ended.set()
            forgetting.join()
            hall.close()
    finally:
        store.close()


def _forget(hall: Hall, keep: float | None) -> list[str]:
    """Delete old matches, and return their names."""
    return hall.forget(None if keep is None else time.time() - keep * SECONDS_OF_DAY)


def _go_on_forgetting(hall: Hall, keep: float | None, earlier: Earlier, ended: threading.Event) -> None:
    """Delete old matches now and then, until the server has ended. If that fails, it is tried again."""
    while not ended.wait(FORGETTING):
        try:
            earlier.drop(_forget(hall, keep))
        except Exception:  # of a database, or of a program that is closed
            _log.exception("old matches could not be deleted")
