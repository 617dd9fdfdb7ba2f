"""The interface of the server over HTTP and WebSocket.

The docstrings of routes are their descriptions in ``/openapi.json``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Header, HTTPException, Request, WebSocket, WebSocketDisconnect
from fastapi import Path as PathName
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tilewright import __version__
from tilewright.runtime.bots.messages import (
    LONGEST,
    answered,
    refused_message,
)
from tilewright.runtime.limits import GREATEST_SEED, MOST_SECONDS
from tilewright.runtime.matches.events import Kind, Refused
from tilewright.runtime.matches.match import MOST_EVENTS
from tilewright.runtime.matches.recorded import TEXT, forms
from tilewright.runtime.matches.table import Failed
from tilewright.runtime.matches.terms import Undo
from tilewright.runtime.web.course import after, course
from tilewright.runtime.web.deltas import changes
from tilewright.runtime.web.guarding import Guard, TooLarge, TooSlow, client_in
from tilewright.runtime.web.hall import Hall
from tilewright.runtime.web.heads import Heads
from tilewright.runtime.web.refusals import reason_of
from tilewright.runtime.web.showing import asked_of, explained, scene_in, started, written

PAGE = Path(__file__).parent / "page"
SHARED = Path(__file__).parent.parent / "browser" / "assets"
OWN = ("asking", "edit", "gallery", "hints", "match", "play")
COMMON = ("board", "choosing", "dice", "heaps", "laying", "parts", "prompting", "rules", "search", "ways", "worker")
"""The modules of the server's pages in ``SHARED``, which pages of single games have, too; ``OWN`` are the others."""
MOST_TEXT = 20_000
"""The greatest number of characters in the text of a deed or a question."""
NAME = r"^[A-Za-z0-9_-]{1,64}$"
"""The names of the modules that may be asked for."""
HEARTBEAT = 20.0
"""The seconds after which a match is sent again, though nothing has happened."""
HANDS = 40
"""The number of threads that work for WebSockets, as many as for requests. Most of them wait for the disk."""

Text = Annotated[str, Field(max_length=MOST_TEXT)]
Short = Annotated[str, Field(max_length=200)]


def _form(name: str) -> str:
    if name not in forms():
        raise ValueError(f"there are: {', '.join(forms())}")
    return name


Form = Annotated[str, AfterValidator(_form), Field(max_length=40)]
"""The name of a format of recorded games."""
Secret = Annotated[str | None, Header(alias="X-Seat", max_length=200)]
"""The secret that opens a seat. It is sent in a header, never in an address."""

_STATUS = {
    "no-such-model": 404,
    "no-such-match": 404,
    "no-such-seat": 403,
    "full": 503,
    "too-long": 503,
    "too-large": 413,
}
"""The HTTP status of refusals by their codes; all others have 409."""

_NOT_OPENED, _TRY_AGAIN = 1008, 1013
"""The codes with which WebSockets are closed: for good, and because the server is busy now."""


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Upload(_Body):
    """A model in any syntax, which the suffix of its name may tell."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,60}(\.[a-z]{1,10})?$")] = "model.game"
    text: str


class Wanted(_Body):
    """The match to begin."""

    model: Short
    seats: Annotated[dict[Short, Short], Field(max_length=64)] = {}
    """Who plays, by the names of the players: ``human``, ``random``, ``mcts:1000``, …"""
    others: Short | None = None
    """Who plays for the players that ``seats`` leaves out, by default people. The first player is then a person."""
    variant: Short | None = None
    settings: Annotated[dict[Short, Short], Field(max_length=64)] = {}
    seed: Annotated[int, Field(ge=0, le=GREATEST_SEED)] | None = None
    move_time: Annotated[float, Field(ge=0.01, le=MOST_SECONDS)] | None = None
    game_time: Annotated[float, Field(ge=0.01, le=MOST_SECONDS)] | None = None
    increment: Annotated[float, Field(ge=0, le=MOST_SECONDS)] = 0.0
    undo: Literal["free", "asked", "never"] | None = None


class Writing(_Body):
    """A question of an editor about a text, which ``runtime/web/editing.py`` answers."""

    question: Literal["check", "complete", "help", "fix", "tidy", "cover", "explain"]
    text: str
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,60}\.[a-z]{1,10}$")] = "your.game"
    offset: Annotated[int, Field(ge=0, le=1 << 24)] = 0
    """The place in the text, in characters from 0."""
    moves: Annotated[list[Short], Field(max_length=2_000)] = []
    """The moves of the game that runs in the editor."""
    move: Text = ""


class Deed(_Body):
    """An action of a player.

    The ``text`` of a ``move`` has one or several moves in notation, separated by blanks; all of them are played, or
    none. The ``text`` of an ``offer`` is ``draw`` or ``undo``. The other kinds have no text.
    """

    kind: Literal["move", "undo", "redo", "resign", "offer", "accept", "decline"] = "move"
    text: Text = ""
    number: int | None = None
    """The number of the state that the player has seen. If it is no longer current, the deed is refused as stale."""


class Question(_Body):
    """A move to be explained: what it does, or why it is not legal."""

    move: Text
    exact: bool = False
    """Whether the move is in notation. Else it may be written as people do: ``Nf3``, ``e2e4``."""


class Branch(_Body):
    """The number of plies after which a new match goes on."""

    ply: Annotated[int, Field(ge=0, le=MOST_EVENTS)]


def create_app(
    hall: Hall,
    origins: Collection[str] = (),
    more: Callable[[FastAPI], None] | None = None,
    rate: float = 50.0,
    hosts: Collection[str] | None = None,
) -> FastAPI:
    """Return the web application for a hall.

    *origins* are the origins of other servers whose pages may send requests. *more* is called with the application to
    add routes. *rate* is the number of requests that a client may send in a second. *hosts* are the names by which the
    server may be addressed; None: any.
    """

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(HANDS, "tilewright server"))
        yield
        hall.close()

    everywhere: dict[int | str, dict[str, Any]] = {400: {}, 403: {}, 408: {}, 413: {}, 429: {}}
    app = FastAPI(
        title="tilewright", version=__version__, lifespan=living, docs_url=None, redoc_url=None, responses=everywhere
    )
    if origins:
        app.add_middleware(
            CORSMiddleware, allow_origins=list(origins), allow_methods=["GET", "POST"], allow_headers=["*"]
        )
    app.add_middleware(Heads)
    app.add_middleware(Guard, origins=origins, rate=rate, burst=int(4 * rate), hosts=hosts)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _misshapen)
    app.add_exception_handler(TooLarge, _too_large)
    app.add_exception_handler(TooSlow, _too_slow)
    app.add_exception_handler(400, _unreadable)
    app.add_exception_handler(404, _unknown)
    app.add_exception_handler(405, _unknown)
    _models(app, hall)
    _matches(app, hall)
    _pages(app)
    if more is not None:
        more(app)
    return app


# -- models


def _models(app: FastAPI, hall: Hall) -> None:
    @app.get("/api/models")
    def models() -> list[dict[str, str]]:
        """List the models that can be played."""
        return hall.models()

    @app.get("/api/models/{name}", responses={404: {}, 409: {}, 503: {}})
    def model(name: Annotated[str, PathName(max_length=200)]) -> dict[str, Any]:
        """Describe the choices before a match: the players, variants and parameters of a model."""
        return hall.choices(name)

    @app.get("/api/models/{name}/picture", response_class=Response, responses={404: {}, 409: {}, 503: {}})
    def picture(name: Annotated[str, PathName(max_length=200)]) -> Response:
        """Draw the initial position of a game as SVG."""
        return Response(hall.picture(name), media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})

    @app.get("/api/programs")
    def programs() -> list[str]:
        """List the external programs that can play here, besides random, mcts and minimax."""
        return list(hall.programs.bots)

    @app.get("/api/models/{name}/text", response_class=PlainTextResponse, responses={404: {}, 409: {}, 503: {}})
    def text(name: Annotated[str, PathName(max_length=200)]) -> str:
        """Return the text of a game in the notation, for an editor."""
        return hall.text(name)

    @app.post("/api/edit", responses={409: {}, 413: {}, 503: {}})
    def edit(body: Writing) -> dict[str, Any]:
        """Answer an editor: diagnostics of a text, the game that runs in it, completions, help and fixes."""
        return hall.workers.ask(body.model_dump())

    @app.post("/api/models", responses={409: {}, 413: {}, 503: {}})
    def upload(body: Upload) -> dict[str, Any]:
        """Upload a model. It is validated and tested by random games; the answer has its diagnostics."""
        name, found = hall.upload(body.text, body.name)
        return {"model": name, "diagnostics": found.diagnostics}


# -- matches


def _matches(app: FastAPI, hall: Hall) -> None:
    refused: dict[int | str, dict[str, Any]] = {403: {}, 404: {}, 409: {}, 503: {}}

    @app.get("/api/matches")
    def latest() -> list[dict[str, Any]]:
        """List the latest matches, newest first. Everybody may watch them."""
        return hall.latest()

    @app.post("/api/matches", responses=refused)
    def begin(body: Wanted, request: Request) -> dict[str, Any]:
        """Begin a match. The answer has a secret for each seat of a person: whoever knows it plays there."""
        wanted: dict[str, Any] = {
            "move_time": body.move_time,
            "game_time": body.game_time,
            "increment": body.increment or None,
            "undo": None if body.undo is None else Undo(body.undo),
        }
        others = {name: value for name, value in wanted.items() if value is not None}
        name, secrets = hall.create(
            body.model, body.seats, body.others, variant=body.variant, settings=body.settings, seed=body.seed,
            client=client_in(request.scope), **others,
        )  # fmt: skip
        return {"match": name, "seats": secrets}

    @app.get("/api/matches/{name}", responses=refused)
    def state(name: str, secret: Secret = None) -> dict[str, Any]:
        """Show a match as the player whose secret is sent sees it, or without a secret as everybody does."""
        return hall.shown(name, hall.seat_of(name, secret))

    @app.get("/api/matches/{name}/scene", responses=refused)
    def board(name: str) -> dict[str, Any]:
        """Describe the board without its position: the places of cells, and a picture for each state of a cell."""
        return hall.look_at(name, scene_in)

    @app.post("/api/matches/{name}", responses=refused)
    def deed(name: str, body: Deed, secret: Secret = None) -> dict[str, Any]:
        """Act as a player. A refused deed changes nothing."""
        seat = _own(hall, name, secret)
        hall.act(name, seat, Kind(body.kind), body.text, body.number)
        return hall.shown(name, seat)

    @app.get("/api/matches/{name}/rules", responses=refused)
    def rules(name: str) -> dict[str, Any]:
        """Say how the game of a match is played: what is said of it, and its rules in words."""
        return hall.rules(name)

    @app.get("/api/matches/{name}/course", responses=refused)
    def course_of(name: str) -> dict[str, Any]:
        """Return the counts of each player after each ply, such as their pieces on the board."""
        return hall.look_at(name, course)

    @app.get("/api/matches/{name}/plies/{ply}", responses=refused)
    def board_after(name: str, ply: Annotated[int, PathName(ge=0, le=MOST_EVENTS)]) -> dict[str, Any]:
        """Show the board after a number of plies."""
        return hall.look_at(name, partial(after, ply=ply))

    @app.get("/api/matches/{name}/engine.wasm", response_class=Response, responses=refused)
    def engine(name: str) -> Response:
        """Send the rules and the tree search of the game as a WebAssembly module, for hints in the page."""
        return Response(hall.engine(name), media_type="application/wasm")

    @app.post("/api/matches/{name}/branch", responses=refused)
    def branch(name: str, body: Branch, request: Request, secret: Secret = None) -> dict[str, Any]:
        """Begin another match with the first moves of this one and the same kinds of players. 0 moves: a rematch.

        If a player begins a rematch, the others are told of it.
        """
        made, secrets = hall.branch(name, body.ply, client_in(request.scope), hall.seat_of(name, secret))
        return {"match": made, "seats": secrets}

    @app.post("/api/matches/{name}/explain", responses=refused)
    def explain(name: str, body: Question, secret: Secret = None) -> dict[str, Any]:
        """Explain what a move does, or why it is not legal. Only the player to move may ask."""
        return hall.look_at(name, partial(explained, _own(hall, name, secret), body.move, body.exact))

    @app.get("/api/matches/{name}/transcript", response_class=PlainTextResponse, responses=refused)
    def transcript(name: str, form: Form = TEXT) -> str:
        """Write a match in a format of recorded games. A game that hides something must be over."""
        return hall.look_at(name, partial(written, form=form))

    @app.websocket("/api/matches/{name}/events")
    async def events(socket: WebSocket, name: str) -> None:
        """Send a match whenever something happens in it.

        The first message of the client is ``{"seat": SECRET}``, or ``{}`` to watch; further ones are deeds. If it has
        ``"deltas": true``, only the changes are sent after the first state.
        """
        await _converse(socket, hall, name, _play_and_watch)

    @app.websocket("/api/matches/{name}/bot")
    async def bot(socket: WebSocket, name: str) -> None:
        """Let a program play, with the same messages as external programs on their standard streams.

        The first message of the program is ``{"seat": SECRET}``. A program that connects again is asked again.
        """
        await _converse(socket, hall, name, _play_as_program)


def _own(hall: Hall, name: str, secret: str | None) -> int:
    seat = hall.seat_of(name, secret)
    if seat is None:
        raise Refused("no-such-seat", "Who only watches does nothing: send the secret of a seat as X-Seat.")
    return seat


# -- WebSockets


Talk = Callable[[WebSocket, Hall, str, int | None, asyncio.Event, dict[str, Any]], list[Coroutine[Any, Any, None]]]
"""Returns the coroutines that run concurrently while a connection lasts. The last argument is its first message."""


async def _while_connected(talk: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine until the client leaves, which several may notice: also those that nobody waits for any more."""
    with suppress(WebSocketDisconnect):
        await talk


async def _converse(socket: WebSocket, hall: Hall, name: str, talk: Talk) -> None:
    """Serve a connection until one of its coroutines ends or the client leaves."""
    await socket.accept()
    loop = asyncio.get_running_loop()
    happened = asyncio.Event()
    stop: Callable[[], None] | None = None
    tasks: list[asyncio.Task[None]] = []
    try:
        first = await asyncio.wait_for(_said(socket), 10)
        secret = first.get("seat")
        seat = await asyncio.to_thread(hall.seat_of, name, secret if isinstance(secret, str) else None)
        listen = partial(hall.listen, name, partial(_wake, loop, happened), seat)
        stop = await asyncio.to_thread(listen)
        talks = talk(socket, hall, name, seat, happened, first)
        tasks += [asyncio.create_task(_while_connected(each)) for each in talks]
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for error in filter(None, [task.exception() for task in done]):
            raise error
    except (WebSocketDisconnect, TimeoutError):
        pass
    except Refused as error:
        await socket.close(_TRY_AGAIN if _STATUS.get(error.code) == 503 else _NOT_OPENED, error.code)
    finally:
        if stop is not None:
            stop()
        for task in tasks:
            task.cancel()


def _play_and_watch(
    socket: WebSocket, hall: Hall, name: str, seat: int | None, happened: asyncio.Event, first: dict[str, Any]
) -> list[Coroutine[Any, Any, None]]:
    deltas = first.get("deltas") is True
    return [_tell(socket, hall, name, seat, happened, deltas), _hear(socket, hall, name, seat)]


def _play_as_program(
    socket: WebSocket, hall: Hall, name: str, seat: int | None, happened: asyncio.Event, _: dict[str, Any]
) -> list[Coroutine[Any, Any, None]]:
    if seat is None:
        raise Refused("no-such-seat", "A program plays for a seat: send its secret first.")
    return [_ask(socket, hall, name, seat, happened)]


async def _ask(socket: WebSocket, hall: Hall, name: str, seat: int, happened: asyncio.Event) -> None:
    """Send a program the messages of a match, and play its answers, until the match is over."""
    await socket.send_text(json.dumps(await asyncio.to_thread(hall.look_at, name, partial(started, seat))))
    told = turns = 0
    while True:
        happened.clear()
        turns += 1
        asked = await asyncio.to_thread(hall.look_at, name, partial(asked_of, seat, turns, told))
        if asked is not None and asked["type"] == "turn":
            await socket.send_text(json.dumps(asked["message"]))
            try:
                move = await asyncio.wait_for(_answer(socket, asked["message"]), asked["message"]["clock"])
                await asyncio.to_thread(hall.act, name, seat, Kind.MOVE, move, asked["number"])
                told = asked["told"]
            except (Failed, Refused) as error:
                reason = reason_of(error)["message"] if isinstance(error, Refused) else str(error)
                await socket.send_text(json.dumps(refused_message(reason)))
            except TimeoutError:
                continue  # looking at the match finds that the time is over
        elif asked is not None:
            await socket.send_text(json.dumps(asked))
            await socket.close()
            return
        else:
            with suppress(TimeoutError):
                await asyncio.wait_for(happened.wait(), HEARTBEAT)


async def _answer(socket: WebSocket, turn: dict[str, Any]) -> str:
    """Return the move that a program answers to a turn. ``Failed`` if an answer names none.

    Answers to other turns are passed over: to ask again after each would keep a program late that once was.
    """
    while True:
        text = await _text(socket)
        move = answered(text[:LONGEST].encode("utf-8", "replace"), turn["id"], turn["legal"])
        if move is not None:
            return move


def _wake(loop: asyncio.AbstractEventLoop, happened: asyncio.Event) -> None:
    """Set an event from another thread. Do nothing if its loop is closed."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(happened.set)


async def _tell(
    socket: WebSocket, hall: Hall, name: str, seat: int | None, happened: asyncio.Event, deltas: bool
) -> None:
    """Send the match whenever the player notices a change, and every ``HEARTBEAT`` seconds for the clocks.

    With *deltas*, the whole match is sent once, and then its changes. Changes in quick succession are sent together.
    Nothing is sent for an event that the player does not notice, so that not even its time is revealed.
    """
    loop = asyncio.get_running_loop()
    before, due = None, 0.0
    sent: dict[str, Any] | None = None
    while True:
        happened.clear()
        value = await asyncio.to_thread(hall.shown, name, seat)
        noticed = {part: what for part, what in value.items() if part != "players"}
        if noticed != before or loop.time() >= due:
            before, due = noticed, loop.time() + HEARTBEAT
            told = {"type": "state", **value} if sent is None else {"type": "delta", "changes": changes(sent, value)}
            await socket.send_text(json.dumps(told))
            sent = value if deltas else None
        running = [
            one["left"] for one in value["players"] if one["name"] in value["movers"] and one["left"] is not None
        ]
        with suppress(TimeoutError):  # looking at the match finds that the time is over
            await asyncio.wait_for(happened.wait(), max(min([due - loop.time(), *running]), 0.01))


async def _hear(socket: WebSocket, hall: Hall, name: str, seat: int | None) -> None:
    """Carry out the deeds that a player sends. A refused one is answered with the reason."""
    while True:
        said = await _said(socket)
        try:
            deed = Deed.model_validate(said or {"kind": None})
            if seat is None:
                raise Refused("no-such-seat", "Who only watches does nothing.")
            await asyncio.to_thread(hall.act, name, seat, Kind(deed.kind), deed.text, deed.number)
        except Refused as error:
            await socket.send_text(json.dumps({"type": "refused", **reason_of(error)}))
        except ValueError:
            refusal = {"type": "refused", "code": "misshapen", "message": "This is no deed: see the description."}
            await socket.send_text(json.dumps(refusal))


async def _text(socket: WebSocket) -> str:
    """Return the next message, empty if it is not text. ``WebSocketDisconnect`` if the client has left."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return message.get("text") or ""


async def _said(socket: WebSocket) -> dict[str, Any]:
    """Return the next message, empty if it is too long or not a JSON object."""
    text = await _text(socket)
    try:
        value = json.loads(text) if len(text) <= 2 * MOST_TEXT else None
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {}


# -- refusals


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    reason = await asyncio.to_thread(reason_of, error)
    return JSONResponse(reason, _STATUS.get(error.code, 409))


async def _misshapen(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    problems = [{"where": ".".join(map(str, e["loc"]))[:200], "what": e["msg"][:200]} for e in error.errors()[:20]]
    return JSONResponse(
        {"code": "misshapen", "message": "The request is not as it is described.", "problems": problems}, 422
    )


async def _unknown(request: Request, error: Exception) -> Response:
    if getattr(error, "status_code", 404) == 405:
        message = f"Nothing here is asked by {request.method}."
        return JSONResponse({"code": "no-such-method", "message": message}, 405, getattr(error, "headers", None))
    return JSONResponse({"code": "no-such-address", "message": "There is nothing at this address."}, 404)


async def _unreadable(_: Request, __: Exception) -> Response:
    return JSONResponse({"code": "misshapen", "message": "The body of the request cannot be read."}, 400)


async def _too_large(_: Request, __: Exception) -> Response:
    return JSONResponse({"code": "too-large", "message": "The request is too large."}, 413)


async def _too_slow(_: Request, __: Exception) -> Response:
    reason = {"code": "too-slow", "message": "The request did not arrive in time."}
    return JSONResponse(reason, 408, {"connection": "close"})


# -- pages


def _pages(app: FastAPI) -> None:
    def _page(name: str) -> Response:
        """Return a page, which has a link to the docs if the server has them."""
        if not getattr(app.state, "has_docs", False):
            return FileResponse(PAGE / f"{name}.html")
        return HTMLResponse(
            (PAGE / f"{name}.html").read_text("utf-8").replace('href="/docs/" hidden>', 'href="/docs/">')
        )

    @app.get("/", include_in_schema=False)
    def start(request: Request) -> Response:
        """Send the gallery to browsers, and to programs that the server runs."""
        if "text/html" in request.headers.get("accept", ""):
            return _page("index")
        return JSONResponse({"status": "fastapi backend running"})

    @app.get("/edit", include_in_schema=False)
    def editor() -> Response:
        """Send the page of the editor."""
        return _page("edit")

    @app.get("/{name}.js", include_in_schema=False)
    def script(name: Annotated[str, PathName(pattern=NAME)]) -> Response:
        """Send a module of the pages."""
        for folder, names in ((PAGE, OWN), (SHARED, COMMON)):
            if name in names:
                return FileResponse(folder / f"{name}.js", media_type="text/javascript")
        raise HTTPException(404)

    @app.get("/{name}.css", include_in_schema=False)
    def style(name: Literal["play", "board", "edit"]) -> Response:
        """Send a style sheet of the pages or of the board."""
        return FileResponse(SHARED / "page.css" if name == "board" else PAGE / f"{name}.css", media_type="text/css")
