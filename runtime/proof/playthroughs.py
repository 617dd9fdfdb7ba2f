"""Playthroughs: random games as text, ply by ply, which a later version of the model must reproduce.

Each of the first plies of the first game is written with the board, the player to move, the legal moves and the move
that was played; later plies are a line with the player, the number of legal moves and the move. Each further game is
one line, with the number of legal moves and the move of every ply. Each game ends with its returns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import takewhile
from random import Random

from tilewright.model.printable import printable
from tilewright.runtime.refusals import IllegalMove, UnreadableMove
from tilewright.runtime.results import number
from tilewright.runtime.state import Game, State

DRAWN_PLIES = 24
"""The number of plies that are written with the board."""
MAX_PLIES = 200
"""The plies after which a game stops."""
ALL_PLIES, MAX_GAMES = 400, 40
"""Games are added until there are ``ALL_PLIES`` plies or ``MAX_GAMES`` games."""
SHOWN_MOVES = 60
"""The greatest number of legal moves that are listed in full; of more, the first ones and a hash of all."""


def record(game: Game, seed: int = 1) -> str:
    """Return the playthrough of random games. The same seed gives the same games."""
    random = Random(seed)
    return "".join(_all(game, lambda _, state: str(random.choice(list(state.legal_moves)))))


@dataclass(frozen=True)
class Deviation:
    """Where games differ from a playthrough: a sentence with the line, and details about the position there."""

    message: str
    details: tuple[str, ...] = ()


def difference(game: Game, text: str) -> Deviation | None:
    """Play the moves of a playthrough; return where the text of these games first differs from it, None if nowhere."""
    games = _moves(text)
    expected = iter(text.splitlines(keepends=True))
    played: list[str] = []
    number, last = 0, 0

    def follow(index: int, state: State) -> str:
        nonlocal last
        if index != last:
            played.clear()
            last = index
        played.append(next(games[index], ""))
        return played[-1]

    try:
        for number, line in enumerate(_all(game, follow), 1):
            wanted = next(expected, "")
            if line != wanted:
                message = f"line {number}: it is {line.strip()[:200]!r}, the playthrough has {wanted.strip()[:200]!r}"
                return Deviation(message, tuple(_details(game, played, line.split(), wanted.split())))
    except IllegalMove as refusal:
        return Deviation(f"line {number + 1}: {refusal}", tuple(_details(game, played[:-1], [], [])))
    left = next(expected, None)
    if left is None:
        return None
    return Deviation(f"line {number + 1}: the playthrough goes on with {left.strip()[:200]!r}")


def _details(game: Game, played: list[str], words: list[str], wanted: list[str]) -> Iterator[str]:
    """Yield details about the position where a line differs: the moves before it, new and missing moves, the position.

    *words* and *wanted* are the words of the line, and of that in the playthrough.
    """
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, wanted, strict=False)))
    if words[:1] == ["game"]:
        played = played[: max(0, same - 2)]  # after the two words of its number, each word of a game is a move
    state = game.initial_state()
    for move in played:
        state = state.play(move)
    yield f"after {' '.join(played) or 'no move'}"
    if "legal:" in words and "legal:" in wanted and "…" not in (*words, *wanted):
        found, recorded = words[words.index("legal:") + 1 :], wanted[wanted.index("legal:") + 1 :]
        yield from (f"{move} is new: {_told(state, move)}" for move in found if move not in recorded)
        yield from (f"{move} is gone: {_told(state, move)}" for move in recorded if move not in found)
    yield state.to_text("First")


def _told(state: State, move: str) -> str:
    """Return why a move is legal or not; *move* may be any text."""
    try:
        return state.explain(move).sentence
    except UnreadableMove as error:
        return error.reason


def _all(game: Game, choose: Callable[[int, State], str]) -> Iterator[str]:
    """Yield the lines of all games; ``choose(index, state)`` returns the move in the game with an index, from 0."""
    plies = 0

    def counted(index: int, state: State) -> str:
        nonlocal plies
        plies += 1
        return choose(index, state)

    yield from _lines(game, partial(counted, 0))
    for index in range(1, MAX_GAMES):
        if plies >= ALL_PLIES:
            return
        yield _line(game, index, partial(counted, index))


def _line(game: Game, index: int, choose: Callable[[State], str]) -> str:
    """Return the line of one of the further games."""
    state = game.initial_state()
    words = []
    while not state.is_over and state.ply < MAX_PLIES:
        count = len(state.legal_moves)
        move = choose(state)
        words.append(f"{count}:{move}")
        state = state.play(move)
    return f"game {index + 1}: {' '.join(words)} {_outcome(state)} after {state.ply} plies\n"


def _lines(game: Game, choose: Callable[[State], str]) -> Iterator[str]:
    """Yield the lines of the first game; ``choose(state)`` returns its moves."""
    state = game.initial_state()
    yield f"{printable(game.name)}: {', '.join(printable(player.name) for player in game.players)}\n"
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
    returns = " ".join(map(number, state.returns))
    return f"over, returns {returns}{scores}"


def _moves(text: str) -> defaultdict[int, Iterator[str]]:
    """Return the moves of the games of a playthrough by their index, from 0."""
    first: list[str] = []
    games: defaultdict[int, Iterator[str]] = defaultdict(lambda: iter(()))
    for line in text.splitlines():
        before, arrow, move = line.rpartition("> ")
        if arrow and (not before or before.startswith("ply ")):
            first.append(move)
        head, colon, words = line.partition(": ")
        if colon and head.startswith("game ") and head[5:].isdecimal():
            found = (word.partition(":") for word in words.split())
            games[int(head[5:]) - 1] = iter([move for count, mark, move in found if mark and count.isdecimal()])
    games[0] = iter(first)
    return games
