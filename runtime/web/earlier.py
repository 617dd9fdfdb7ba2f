"""The HTTP interface of the Tile-Based Game Engine, for its web page.

    GET  /                          says that the server runs
    GET  /game-state                the latest game
    POST /move                      {player, row, column}; 400 with a text if it is not that player's turn, there is no
                                    such tile, or the move is illegal
    GET  /games, POST /games        the names of the games; begin a game of a model
    GET  /games/{name}/game-state, POST /games/{name}/move

Rows count from 0 at the top. These games have no secrets for seats: every client may move for each player. A player
whose only move is a pass passes by ``POST /move`` with any tile. The games are stored and survive a restart.
"""

from __future__ import annotations

import threading
from collections.abc import Collection
from functools import partial
from typing import Annotated, Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from tilewright.runtime.matches.events import Kind, Refused
from tilewright.runtime.matches.match import Match
from tilewright.runtime.pictures.colours import full_colour
from tilewright.runtime.position import PASS
from tilewright.runtime.web.guarding import client_in
from tilewright.runtime.web.hall import Hall
from tilewright.runtime.web.modes import Asked, Modes

DOOR = "earlier"
"""The name of this interface in the store."""


class Tile(BaseModel):
    """A move: the player, and the row and column of the tile that is clicked."""

    player: Annotated[str, Field(max_length=200)]
    row: int
    column: int


class Model(BaseModel):
    """The name of a model."""

    model: Annotated[str, Field(max_length=200)]


class Earlier:
    """The routes of this interface, and its games."""

    def __init__(self, hall: Hall, model: str) -> None:
        """*model* is the model of the first game, which begins with the first request for it."""
        self._hall = hall
        self._modes = Modes(hall, model)
        self._model = model
        self._lock = threading.Lock()
        self._begun = dict.fromkeys(hall.begun_by(DOOR))
        """The names of the games, the oldest first."""

    def add_to(self, app: FastAPI) -> None:
        """Add the routes, with those of ``modes``. A ``/move`` with a board belongs to ``modes``."""
        self._modes.add_to(app)
        bad: dict[int | str, dict[str, Any]] = {400: {}, 404: {}, 409: {}, 503: {}}

        @app.get("/game-state", responses=bad)
        def state(request: Request) -> dict[str, Any]:
            """Show the latest game."""
            return self._hall.look_at(self._last(client_in(request.scope)), _state)

        @app.post("/move", responses=bad, response_model=None)
        def move(body: Tile | Asked, request: Request) -> dict[str, Any] | JSONResponse:
            """Play in the latest game; or, with a board, return the move of a program."""
            if isinstance(body, Asked):
                return self._modes.move(body)
            return self._move(self._last(client_in(request.scope)), body)

        @app.get("/games")
        def games() -> list[str]:
            """List the names of the games, the oldest first."""
            return list(self._begun)

        @app.post("/games", responses=bad)
        def begin(body: Model, request: Request) -> dict[str, str]:
            """Begin a game, which becomes the latest game."""
            return {"game": self._begin(body.model, client_in(request.scope))}

        @app.get("/games/{name}/game-state", responses=bad)
        def state_of(name: str) -> dict[str, Any]:
            """Show a game."""
            return self._hall.look_at(self._own(name), _state)

        @app.post("/games/{name}/move", responses=bad, response_model=None)
        def move_in(name: str, body: Tile) -> dict[str, Any] | JSONResponse:
            """Play in a game."""
            return self._move(self._own(name), body)

    def drop(self, names: Collection[str]) -> None:
        """Forget the games of these names, which are no longer stored."""
        with self._lock:
            for name in names:
                self._begun.pop(name, None)

    def _begin(self, model: str, client: str) -> str:
        name, _ = self._hall.create(model, {}, door=DOOR, client=client)
        with self._lock:
            self._begun[name] = None
        return name

    def _last(self, client: str) -> str:
        with self._lock:
            last = next(reversed(self._begun), None)
        return self._begin(self._model, client) if last is None else last

    def _own(self, name: str) -> str:
        if name not in self._begun:
            raise Refused("no-such-match", "There is no game of this name.")
        return name

    def _move(self, name: str, tile: Tile) -> dict[str, Any] | JSONResponse:
        found = self._hall.look_at(name, partial(_meant, tile.player, tile.row, tile.column))
        if isinstance(found, str):
            return JSONResponse({"detail": found}, 400)
        try:
            self._hall.act(name, found[0], Kind.MOVE, found[1])
        except Refused as error:
            return JSONResponse({"detail": str(error)}, 400)
        return self._hall.look_at(name, _state)


def _meant(player: str, row: int, column: int, match: Match) -> list[Any] | str:
    """Return the seat and the move of a click, or a text that says why it is refused."""
    game, state = match.game, match.state
    if match.result is not None:
        return "The game is over"
    if state.player.name != player:
        return f"It's not {player}'s turn"
    moves = [str(move) for move in state.legal_moves]
    if moves == [PASS[0]]:
        return [state.player.number, moves[0]]
    if (row, column) not in game.cell_numbers:
        return f"No tile at row {row}, column {column}"
    wanted = game.names.cell_name((row, column))
    return [state.player.number, wanted] if wanted in moves else f"Illegal move: {wanted}"


def _state(match: Match) -> dict[str, Any]:
    """Return a game in the format of this interface. ``Refused`` while it hides something."""
    game, state = match.game, match.state
    if game.is_hidden and match.result is None:
        raise Refused("hidden", "Something in this game is hidden from its players, and this interface shows all.")
    tables = game.tables
    tiles: dict[tuple[int, ...], dict[str, Any]] = {}
    for number, board in enumerate(state.position.boards):
        info = tables.states[number]
        for index, cell in enumerate(game.names.cells):
            if board >> index & 1 and len(cell) == 2:
                tile = tables.placements[index].tile
                owner = None if info.owner < 0 else game.players[info.owner]
                colour = info.element.hexColor if owner is None or info.element.hexColor else owner.color
                tiles[cell] = {
                    "name": tile.name, "tileType": tile.tileType, "row": cell[0], "column": cell[1],
                    "defaultHexColor": full_colour(tile.hexColor, "#ffffff"), "currentState": info.name,
                    "currentStateColor": full_colour(colour, "#dddddd"),
                }  # fmt: skip
    clicks = [move.cells[0] for move in state.legal_moves if len(move.cells) == 1 and not move.options]
    result = match.result
    won = None
    if result is not None:
        winners = [player.name for player in state.winners]
        won = f"Player {' and '.join(winners)} has won the game!" if winners else "The game is drawn"
    return {
        "gameName": game.name,
        "players": [player.name for player in game.players],
        "activePlayer": state.player.name,
        "boardWidth": game.board.width,
        "boardHeight": game.board.height,
        "tiles": [tiles[cell] for cell in sorted(tiles)],
        "legalMoves": [tiles[cell] for cell in dict.fromkeys(clicks) if cell in tiles] if result is None else [],
        "wonMessage": won,
    }
