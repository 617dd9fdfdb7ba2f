"""The HTTP interface of the Othello DSL, whose pages keep the game themselves and ask for moves.

    GET  /game/{number} redirects to the page of a game, by its number among those of the server, from 1
    POST /start_game    {game_mode, model, depth}: begins a match between the kinds of players of a mode
    POST /move          {board, player, depth, aiType}: the move of a program on a board, as {move, canPlay, message}
    POST /end_game      {winner, final_scores}: the result of the latest match by the rules

A board is a list of rows from the top. Each cell is ``null`` (empty), ``"black"``, ``"white"``, or ``"wall"`` where the
board has no cell. Black is the first player of a model, and white the second one. The game must have two players and
one kind of piece, and its moves must be single cells. A move is ``[row, column]``, from 0, or null if there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import FastAPI, Path, Request
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field

from tilewright.runtime.interpreter.cells import NOWHERE
from tilewright.runtime.matches.events import Refused
from tilewright.runtime.matches.terms import HUMAN
from tilewright.runtime.position import PASS
from tilewright.runtime.state import Game, State
from tilewright.runtime.web.guarding import client_in
from tilewright.runtime.web.hall import Hall
from tilewright.runtime.web.showing import shown_to

COLOURS = ("black", "white")
WALL = "wall"
DEPTH, WIDE_DEPTH, DEEPEST = 3, 2, 6
"""The plies that minimax looks ahead: by default, by default on boards of more than ``WIDE`` cells, and at most."""
WIDE = 100
MOST_GAMES = 1_000_000
MOST_SIDE = 64
"""The greatest number of rows of a board, and of cells in a row."""

SEARCH, MODEL = "minimax", "llm"
MODES: Mapping[str, tuple[str, str]] = {
    "human": (HUMAN, HUMAN),
    "ai": (HUMAN, SEARCH),
    "llm": (HUMAN, MODEL),
    "ai-llm": (SEARCH, MODEL),
    "ai-ai": (SEARCH, SEARCH),
    "llm-llm": (MODEL, MODEL),
}
"""The kinds of players of black and white in each mode."""

Depth = Annotated[int, Field(ge=1, le=1000)]
Name = Annotated[str, Field(max_length=200)]


class Begun(BaseModel):
    """The match to begin."""

    game_mode: Literal["human", "ai", "llm", "ai-llm", "ai-ai", "llm-llm"]
    model: Name | None = None
    """The name of the model; by default that of the latest match."""
    depth: Depth | tuple[Depth, Depth] | None = None
    """The plies that minimax looks ahead: one number, or one each for black and white."""


class Asked(BaseModel):
    """A position for which a program is asked for a move."""

    board: Annotated[
        list[Annotated[list[Literal["black", "white", "wall"] | None], Field(max_length=MOST_SIDE)]],
        Field(max_length=MOST_SIDE),
    ]
    player: Literal["black", "white"]
    depth: Depth | None = None
    aiType: Literal["minimax", "llm"] = "minimax"
    model: Name | None = None


class Ended(BaseModel):
    """The result of a game as the page tells it."""

    winner: Name | None = None
    final_scores: dict[Name, float] | None = None


class Modes:
    """The routes of this interface, and its latest match."""

    def __init__(self, hall: Hall, model: str) -> None:
        """*model* is the name of the model that is played by default."""
        self._hall = hall
        self._model = model
        self._last: str | None = None

    def add_to(self, app: FastAPI) -> None:
        """Add all routes but ``/move``, which ``Earlier`` adds and passes on to ``move``."""
        refused: dict[int | str, dict[str, Any]] = {404: {}, 409: {}, 503: {}}

        @app.get("/game/{number}", response_class=RedirectResponse, status_code=307, responses={404: {}})
        def page(number: Annotated[int, Path(ge=1, le=MOST_GAMES)]) -> str:
            """Redirect to the page that begins a game, by its number in the list of models, from 1."""
            models = self._hall.models()
            if number > len(models):
                raise Refused("no-such-model", f"There is no game {number}: they go from 1 to {len(models)}.")
            return f"/#{urlencode({'model': models[number - 1]['model']})}"

        @app.post("/start_game", responses=refused)
        def start(body: Begun, request: Request) -> dict[str, Any]:
            """Begin a match between people, minimax or a language model, as the mode says."""
            return self._start(body, client_in(request.scope))

        @app.post("/end_game", responses=refused)
        def end(body: Ended) -> dict[str, Any]:
            """Return the result of the latest match. The result in the request is ignored."""
            if self._last is None:
                raise Refused("no-such-match", "No match was begun here.")
            return {"game": self._last, "result": self._hall.look_at(self._last, partial(shown_to, None))["result"]}

    def move(self, asked: Asked) -> dict[str, Any]:
        """Return the move of a program in a position.

        If a language model is missing or fails, minimax moves in its place; if minimax fails, the move is random.
        ``message`` says so.
        """
        model = asked.model or self._model
        position = partial(_position, asked.board, asked.player)
        cells = sum(cell != WALL for row in asked.board for cell in row)
        programs = [_search(asked.depth or (DEPTH if cells <= WIDE else WIDE_DEPTH)), "random"]
        problems = []
        if asked.aiType == MODEL:
            try:
                programs.insert(0, self._language_model())
            except Refused as error:
                problems.append(str(error))
        for who in programs:
            try:
                move = self._hall.choice(model, who, position)
            except Refused as error:
                if error.code != "no-answer":
                    raise
                problems.append(str(error))
            else:
                problems += ["There is no move."] if move is None else [f"{who} moves."] if problems else []
                found = None if move is None else list(move.cells[0])
                return {"move": found, "canPlay": found is not None, "message": " ".join(problems)}
        raise Refused("no-answer", " ".join(problems))

    def _start(self, wanted: Begun, client: str) -> dict[str, Any]:
        """Begin a match, which becomes the latest one; return its name, its players and the secrets of its seats."""
        model = wanted.model or self._model
        players = self._hall.choices(model)["players"]
        if len(players) != len(COLOURS):
            raise Refused("bad-terms", f"These modes are for two players, and this game has {len(players)}.")
        depths = wanted.depth if isinstance(wanted.depth, tuple) else (wanted.depth or DEPTH,) * 2
        kinds = MODES[wanted.game_mode]
        seats = {
            name: self._language_model() if kind == MODEL else _search(depth) if kind == SEARCH else kind
            for name, kind, depth in zip(players, kinds, depths, strict=True)
        }
        self._last, secrets = self._hall.create(model, seats, client=client)
        self._model = model
        return {"game": self._last, "game_mode": wanted.game_mode, "players": seats, "seats": secrets}

    def _language_model(self) -> str:
        """Return the name of the first language model that the server was started with. ``Refused`` if none."""
        for name, who in self._hall.programs.bots.items():
            if who.startswith(f"{MODEL}:"):
                return name
        message = "No language model plays here: who starts the server lets one in by --bot NAME=llm:URL."
        raise Refused("no-such-program", message)


def _search(depth: int) -> str:
    return f"{SEARCH}:{min(depth, DEEPEST)}"


def _position(board: Sequence[Sequence[str | None]], player: str, game: Game) -> State:
    """Return the state of a board with a player to move. ``Refused`` if the board does not fit the game."""
    tables, start = game.tables, game.initial_state().position
    if len(game.players) != len(COLOURS) or len(tables.pieces) != 1 or game.is_hidden:
        raise Refused("no-such-board", f"{game.name} has no board of black and white: a kind of piece for each of two.")
    cells = {cell: number for number, cell in enumerate(game.names.cells) if len(cell) == 2}
    rows, columns = game.board.height, game.board.width
    if len(board) != rows or any(len(row) != columns for row in board):
        raise Refused("no-such-board", f"The board of {game.name} has {rows} rows of {columns} cells.")
    boards = list(start.boards)
    for place in ((row, column) for row in range(rows) for column in range(columns)):
        value = board[place[0]][place[1]]
        number = cells.get(place)
        if (number is None) != (value == WALL):
            what = "no cell" if number is None else "a cell"
            raise Refused("no-such-board", f"There is {what} at row {place[0]}, column {place[1]}.")
        if number is None:
            continue
        owner = NOWHERE if value is None else COLOURS.index(value)
        tile = tables.tile_at[number]
        lies = tables.initial_state[tile] if value is None else tables.bearing(owner, 0, tile)
        if lies is None:
            raise Refused("no-such-board", f"Nothing may lie at row {place[0]}, column {place[1]}.")
        boards = [one & ~(1 << number) for one in boards]
        boards[lies] |= 1 << number
    seat = COLOURS.index(player)
    state = game.state(replace(start, boards=tuple(boards), player=seat, seat=seat))
    if any((len(move.cells) != 1 or move.options) and str(move) != PASS[0] for move in state.legal_moves):
        raise Refused("no-such-board", f"The moves of {game.name} are not single cells.")
    return state
