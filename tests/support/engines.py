"""Games for tests of play: texts that are loaded for an engine, and small boards to try single filters on.

Every test of play is run for each engine in ``ENGINES``; where llvmlite or wasmtime is missing, those are skipped that
need it. WebAssembly is the same program as that of the other compiled engines, printed in another way, so that a sample
of its tests is run each time, and all of them by ``make prove``: see ``conftest``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from tests.support.tools import lack
from tilewright.model.files import read_text
from tilewright.runtime import Game, State, load
from tilewright.runtime.engines.missing import missing

ENGINES = ("interpreter", "python", "native", "wasm")
COMPILED = ENGINES[1:]
SAMPLED = "wasm"
"""The engine of which most tests are left to the proofs."""

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
    reason = missing(engine)
    if reason is not None:
        lack(reason)


def installed(engines: Sequence[str] = ENGINES) -> list[str]:
    """Return those engines that can run here; where everything has to be there, the test fails if one cannot."""
    if os.environ.get("CI") == "true":
        for engine in engines:
            need(engine)
    return [engine for engine in engines if missing(engine) is None]


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


def read_in_turn(state: State, move: str, counter: str, times: int) -> tuple[object, ...]:
    """Return what a counter is after a move, which is made so often by one player after the other."""
    read: list[object] = []
    for _ in range(times):
        state = state.play(move)
        read.append(state.counters[counter])
    return tuple(read)


def play(state: State, moves: str) -> State:
    """Return the state after moves in notation."""
    for move in moves.split():
        state = state.play(move)
    return state
