"""The interface of the server of the Othello DSL: modes of play, and moves on boards that a page has."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.endpoints import endpoint, said
from tests.support.servers import open_client
from tilewright.runtime import load
from tilewright.runtime.web.modes import MODES

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from tilewright.runtime import State

WALLED = """game Walled {
  players A, B
  board 3x3
  pieces Man:M
  setup { "..." ". ." "..." }
  place Put = empty
  effect = set own Man
}
"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    model = tmp_path / "walled.game"
    model.write_text(WALLED, "utf-8")
    with open_client(tmp_path, models=["othello", "chess", str(model)]) as found:
        yield found


def board_of(state: State) -> list[list[str | None]]:
    """Return a state as pages of this interface have it."""
    game = state.game
    owners = {
        name: None if piece is None or piece.player is None else piece.player.number
        for name, piece in state.board().items()
    }
    found: list[list[str | None]] = [["wall"] * game.board.width for _ in range(game.board.height)]
    for (row, column), name in zip(game.names.cells, state.board(), strict=True):
        owner = owners[name]
        found[row][column] = None if owner is None else ("black", "white")[owner]
    return found


def test_a_game_is_played_by_boards_alone(client: TestClient) -> None:
    """Both sides ask for each move; what is answered is legal where the rules are asked, passes and the end as well."""
    state = load("othello").initial_state()
    passes = 0
    while not state.is_over:
        asked = {"board": board_of(state), "player": ("black", "white")[state.player.number], "depth": 1}
        answer = client.post("/move", json=asked).json()
        if answer["move"] is None:
            assert answer == {"move": None, "canPlay": False, "message": "There is no move."}
            assert [str(move) for move in state.legal_moves] == ["pass"]
            passes += 1
            state = state.play("pass")
        else:
            assert answer["canPlay"] and answer["message"] == ""
            state = state.play(state.game.names.cell_name(tuple(answer["move"])))
    final = {"board": board_of(state), "player": "black"}
    assert client.post("/move", json=final).json()["move"] is None


BOARDS: list[tuple[str, Any, str]] = [
    ("othello", [[None] * 8] * 7, "The board of Othello has 8 rows of 8 cells."),
    ("othello", [[None] * 8] * 7 + [[None] * 7], "The board of Othello has 8 rows of 8 cells."),
    ("othello", [["wall", *[None] * 7], *[[None] * 8] * 7], "There is a cell at row 0, column 0."),
    ("walled", [[None] * 3] * 3, "There is no cell at row 1, column 1."),
    ("chess", [[None] * 8] * 8, "Chess has no board of black and white: a kind of piece for each of two."),
    ("none", [[None]], "There is no model of this name."),
]


@pytest.mark.parametrize(("model", "board", "told"), BOARDS)
def test_boards_that_are_none(model: str, board: Any, told: str, client: TestClient) -> None:
    answer = client.post("/move", json={"board": board, "player": "black", "model": model})
    assert answer.status_code in (404, 409) and answer.json()["message"] == told


def test_where_there_is_no_cell_stands_a_wall(client: TestClient) -> None:
    board = [["black", "white", None], ["black", "wall", "white"], ["white", "black", "black"]]
    asked = {"board": board, "player": "white", "model": "walled"}
    assert client.post("/move", json=asked).json() == {"move": [0, 2], "canPlay": True, "message": ""}


def test_games_have_numbers(client: TestClient) -> None:
    for number, model in enumerate(["othello", "chess", "walled"], 1):
        answer = client.get(f"/game/{number}", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (307, f"/#model={model}")
    assert client.get("/game/4").json() == {
        "code": "no-such-model",
        "message": "There is no game 4: they go from 1 to 3.",
    }
    assert client.get("/game/0").status_code == 422


def test_modes_begin_matches(tmp_path: Path) -> None:
    kinds = {"human": "human", "minimax": "minimax:1", "llm": "wise"}
    three = tmp_path / "three.game"
    three.write_text(WALLED.replace("A, B", "A, B, C").replace("Man:M", "Man:a/b/c"), "utf-8")
    with (
        endpoint(*[said('{"move": "pass"}')] * 500) as address,
        open_client(
            tmp_path, {"own": f"cmd:{sys.executable}", "wise": f"llm:{address}"}, ["tic-tac-toe", str(three)]
        ) as client,
    ):
        assert client.post("/end_game", json={}).json()["code"] == "no-such-match"
        for mode, players in MODES.items():
            made = client.post("/start_game", json={"game_mode": mode, "depth": 1}).json()
            assert made["players"] == {"X": kinds[players[0]], "O": kinds[players[1]]}
            assert list(made["seats"]) == [name for name, who in made["players"].items() if who == "human"]
            shown = client.get(f"/api/matches/{made['game']}").json()
            assert [one["who"] for one in shown["players"]] == list(made["players"].values())
        depths = client.post("/start_game", json={"game_mode": "ai-ai", "depth": [2, 99]}).json()
        assert depths["players"] == {"X": "minimax:2", "O": "minimax:6"}
        human = client.post("/start_game", json={"game_mode": "human"}).json()
        assert client.post("/end_game", json={"winner": "X"}).json() == {"game": human["game"], "result": None}
        resigned = {"kind": "resign"}
        client.post(f"/api/matches/{human['game']}", json=resigned, headers={"X-Seat": human["seats"]["X"]})
        assert client.post("/end_game", json={"winner": "X"}).json()["result"]["returns"] == [-1.0, 1.0]
        answer = client.post("/start_game", json={"game_mode": "ai", "model": "three"})
        assert answer.json()["message"] == "These modes are for two players, and this game has 3."
        assert client.post("/start_game", json={"game_mode": "chess"}).status_code == 422


ANSWERS = [
    (said('{"move": "c1"}'), "", [2, 2]),
    (said('{"move": "b2"}'), "wise has failed: it chose no legal move. minimax:3 moves.", [2, 2]),
    (b"", "wise has failed: the endpoint answers with status 500. minimax:3 moves.", [2, 2]),
]


@pytest.mark.parametrize(("answer", "message", "move"), ANSWERS)
def test_a_language_model_moves_or_minimax_does(answer: bytes, message: str, move: list[int], tmp_path: Path) -> None:
    board = [["black", "white", None], [None, "black", "white"], [None, None, None]]
    asked = {"board": board, "player": "black", "aiType": "llm"}
    with endpoint(answer) as address, open_client(tmp_path, {"wise": f"llm:{address}"}, ["tic-tac-toe"]) as client:
        assert client.post("/move", json=asked).json() == {"move": move, "canPlay": True, "message": message}
    with open_client(tmp_path, models=["tic-tac-toe"]) as client:
        found = client.post("/move", json=asked).json()
        assert found["move"] == move and found["message"].startswith("No language model plays here")
        assert client.post("/start_game", json={"game_mode": "llm"}).json()["code"] == "no-such-program"
