"""serve: matches over HTTP, on this machine."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence

import click

from tilewright.runtime.cli.common import Between, Whole, complete_model, fail, reporting, say
from tilewright.runtime.cli.keeping import data_folder
from tilewright.runtime.cli.seats import talk_option

_MISSING = "the server needs more libraries; install them in the checkout with: pip install '.[server]'"


def _origins(context: click.Context, parameter: click.Parameter, origins: tuple[str, ...]) -> tuple[str, ...]:
    """Return origins as browsers write them. Refuse what is none."""
    from tilewright.runtime.web.origins import origin_of

    try:
        return tuple(map(origin_of, origins))
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.command("serve")
@click.argument("models", metavar="[MODEL]...", nargs=-1, shell_complete=complete_model)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Where to listen; beyond loopback other machines can connect.",
)
@click.option(
    "--port",
    type=Whole(0, 65535),
    default=8000,
    show_default=True,
    help="Which port to use; 0 is any that is free.",
)
@click.option(
    "--open", "opened", is_flag=True,
    help="Open the page in a browser, where there is a display; on any free port if this one is taken.",
)  # fmt: skip
@click.option("--store", metavar="URL", help="The database, as postgresql+psycopg://…; a file of SQLite if not given.")
@click.option(
    "--keep", type=Between(1, 36_500), metavar="DAYS",
    help="Delete matches in which nothing has happened for so many days.",
)  # fmt: skip
@click.option(
    "--allow-origin", "origins", multiple=True, metavar="ORIGIN", callback=_origins,
    help="Let pages of another server send requests, as http://localhost:5173; also the address of a proxy.",
)  # fmt: skip
@click.option(
    "--bot", "bots", multiple=True, metavar="NAME=WHO",
    help="Let people play against cmd:PROGRAM, which runs here, llm:URL, or what is installed; several times.",
)  # fmt: skip
@talk_option
@click.option(
    "--docs", type=click.Path(exists=True, file_okay=False), metavar="FOLDER",
    help="Serve the docs at /docs/, as make site has built them.",
)  # fmt: skip
@click.option(
    "--rate", type=Between(1, 1_000_000), default=50.0, show_default=True,
    help="How many requests a client may send in a second.",
)  # fmt: skip
def command(
    models: tuple[str, ...],
    host: str,
    port: int,
    opened: bool,
    store: str | None,
    keep: float | None,
    origins: tuple[str, ...],
    bots: tuple[str, ...],
    talk: str | None,
    docs: str | None,
    rate: float,
) -> None:
    """Serve a page on which people play, and an interface for programs.

    All packaged examples can be played, or only the MODELs if some are named. Matches are stored, so that they go on
    when the server is started again. GET /openapi.json describes the interface.
    """
    from tilewright.runtime.bots.outsiders import names_of_outsiders, outsider

    programs = {}
    for bot in bots:
        name, equals, who = bot.partition("=")
        if not (equals and name.isidentifier() and outsider(who) is not None):
            forms = ", ".join(f"NAME={kind}:…" for kind in names_of_outsiders())
            raise click.BadParameter(f"'{bot}' is of none of the forms {forms}", param_hint="--bot")
        if name in programs or name in ("human", "random"):
            raise click.BadParameter(f"somebody is called '{name}' already", param_hint="--bot")
        programs[name] = who
    try:
        from tilewright.runtime.web.running import NotServed, serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("tilewright"):
            raise
        fail(_MISSING, 2)
    with reporting():
        try:
            url = store or f"sqlite:///{data_folder() / 'matches.db'}"
            port = port if not opened or _is_free(host, port) else 0
            serve(url, models, host, port, origins, rate, programs, _open if opened else _say, docs, talk, keep)
        except (NotServed, ValueError) as error:
            fail(str(error), 2)


def _is_free(host: str, port: int) -> bool:
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError:
        return False
    return True


def _say(addresses: Sequence[str]) -> None:
    """Print the addresses of the page."""
    for address in addresses:
        say(address)


def _open(addresses: Sequence[str]) -> None:
    """Print the addresses of the page, and open the first one in a browser if there is a display.

    Without one, a browser for terminals would hide what is printed.
    """
    _say(addresses)
    say("Ctrl-C ends it.")
    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=(addresses[0],), daemon=True).start()
