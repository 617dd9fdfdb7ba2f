"""Playthroughs: one game as a text, ply by ply, which a later version of the model must play alike.

For the first plies there are the board, the player to move, the legal moves and the move that was played; for the
others a line with the player, the number of legal moves and the move. The end says who has won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random

from tilewright.runtime.game import Game
from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.state import State

DRAWN_PLIES = 24
"""The plies that are shown with the board."""
MAX_PLIES = 200
"""The plies after which a playthrough stops."""
SHOWN_MOVES = 60
"""The legal moves that are listed; of more there is their number and a hash of all."""


def record(game: Game, seed: int = 1) -> str:
    """Return the text of a random game. The same seed gives the same game."""
    random = Random(seed)
    return "".join(_lines(game, lambda state: str(random.choice(list(state.legal_moves)))))


def difference(game: Game, text: str) -> str | None:
    """Return where a game differs from a recorded text, played with the moves of the text; None if it does not."""
    moves = _moves(text)
    expected = iter(text.splitlines(keepends=True))
    number = 0
    try:
        for number, line in enumerate(_lines(game, lambda _: next(moves, "")), 1):
            wanted = next(expected, "")
            if line != wanted:
                return f"line {number}: it is {line.strip()!r}, the playthrough has {wanted.strip()!r}"
    except IllegalMove as refusal:
        return f"line {number + 1}: {refusal}"
    left = next(expected, None)
    return None if left is None else f"line {number + 1}: the playthrough goes on with {left.strip()!r}"


def _lines(game: Game, choose: Callable[[State], str]) -> Iterator[str]:
    """Yield the lines of a game whose moves are chosen by a function."""
    state = game.initial_state()
    yield f"{game.name}: {', '.join(player.name for player in game.players)}\n"
    for ply in range(MAX_PLIES):
        if state.is_over:
            break
        count = len(state.legal_moves)
        drawn = ply < DRAWN_PLIES
        if drawn:
            yield "\n"
            for line in str(state).splitlines():
                yield line.rstrip() + "\n"
            yield f"ply {ply}, {state.player} to move, {count} legal: {_listed(state)}\n"
        move = choose(state)
        yield f"> {move}\n" if drawn else f"ply {ply}, {state.player} to move, {count} legal > {move}\n"
        state = state.play(move)
    yield "\n"
    for line in str(state).splitlines():
        yield line.rstrip() + "\n"
    yield f"{_outcome(state)} after {state.ply} plies\n"


def _listed(state: State) -> str:
    moves = [str(move) for move in state.legal_moves]
    if len(moves) <= SHOWN_MOVES:
        return " ".join(moves)
    return f"{' '.join(moves[:8])} … {sha256(' '.join(moves).encode()).hexdigest()[:16]}"


def _outcome(state: State) -> str:
    if not state.is_over:
        return "not over"
    scores = "" if state.scores is None else f", {' to '.join(map(str, state.scores))}"
    returns = " ".join(f"{part:g}" for part in state.returns)
    return f"over, returns {returns}{scores}"


def _moves(text: str) -> Iterator[str]:
    """Yield the moves of a recorded text."""
    for line in text.splitlines():
        before, arrow, move = line.rpartition("> ")
        if arrow and (not before or before.startswith("ply ")):
            yield move
