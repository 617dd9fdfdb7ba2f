"""Games for tests of play: texts that are loaded for an engine, and small boards to try single filters on.

Every test of play is run for each engine in ``ENGINES``; without llvmlite those of the native engine are skipped.
"""

from __future__ import annotations

from tests.support.tools import lack
from tilewright.model.files import read_text
from tilewright.runtime import Game, State, load
from tilewright.runtime.kernels.native import missing_native

ENGINES = ("interpreter", "python", "native")
COMPILED = ENGINES[1:]

VOCABULARY = """
  pieces Man:M is Crew { worth 1 heir King } King:K is Crew, Royal { worth 10 }
  directions east = (1,0)
  directions west = (-1,0)
  directions line = (1,0) (-1,0)
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark here, there
  counter n
"""


def need(engine: str) -> None:
    """Skip a test if an engine is missing here; where everything has to be there, fail."""
    missing = missing_native() if engine == "native" else None
    if missing is not None:
        lack(missing)


def game(text: str, engine: str) -> Game:
    """Return the game that a text in the notation describes."""
    return load(read_text(text, "test.game"), engine)


def tiny(rows: str, rules: str, engine: str, players: str = "X, O") -> State:
    """Return the first state of a game on a board given by rows from the top, separated by ``/``.

    X has the pieces M and K, O has m and k; ``.`` is an empty cell. The rules are declarations of the notation.
    """
    board = rows.split("/")
    setup = " ".join(f'"{row}"' for row in board)
    width = max(map(len, board))
    text = f"game Tiny {{\n  players {players}\n  board {width}x{len(board)}\n{VOCABULARY}  setup {{ {setup} }}\n{rules}\n}}"
    return game(text, engine).initial_state()


def rows(state: State) -> str:
    """Return the board as rows from the top, separated by ``/``, as ``tiny`` takes it."""
    lines = str(state).splitlines()[:-1]
    return "/".join(line.split(maxsplit=1)[1].replace(" ", "") for line in lines)


def play(state: State, moves: str) -> State:
    """Return the state after moves in notation."""
    for move in moves.split():
        state = state.play(move)
    return state
