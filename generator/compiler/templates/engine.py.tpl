"""The rules of $game in one file.

    state = initial_state()                     # create a game
    print(draw(state), legal_moves(state))      # look at its state
    state = play(state, legal_moves(state)[0])  # make a move

A whole game at random:

    while not is_over(state):
        state = play(state, random.choice(legal_moves(state)))
    print(draw(state), returns(state))

A move is written as its cells and options: d3, e2-e4, e7-e8=q, pass. The columns of the
board have letters, the rows count from 1 at the bottom. States never change.

This file needs Python 3.11 or newer and nothing else. Run as a program
it plays a random game; with --perft N it counts the sequences of N moves.

Made by $maker from

    $origin

Changes are made there; then this file is made anew.
"""

import argparse
import os
import random
import re
import sys
${imports}from dataclasses import dataclass
${fractions}from functools import lru_cache

__all__ = [
    "DEEPEST",
    "GAME",
    "MAX_PLIES",
    "PLAYERS",
    "Playout",
    "State",
    "draw",
    "initial_state",
    "is_over",
    "legal_moves",
    "perft",
    "play",
    "player",
    "playout",
    "playouts",
    "returns",
]

GAME = $name
$players
MAX_PLIES = 10_000
"""The plies after which a random game is left, for games that need not end."""
DEEPEST = 200
"""The plies to which sequences are counted."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. Two states are equal iff the game goes on alike from both."""

    words: tuple[int, ...]
    """Its record: sets of cells, numbers, the player to move, how the game ended."""
    history: tuple[int, ...] = ()
    """A key of each position before it, in games whose rules ask for repetitions."""


@dataclass(frozen=True, slots=True)
class Playout:
    """How a random game went."""

    returns: $result
    """As of the function of this name, in the last state."""
    plies: int
    """The moves that were played."""


def initial_state() -> State:
    """Return the state in which the game starts."""
    return State(_INITIAL)


def legal_moves(state: State) -> list[str]:
    """Return the legal moves in notation, in the order of the rules and of the rows.

    There are none iff the game is over. Who cannot move while another player could has
    the one move "pass".
    """
    return list(_settled(state)[1])


def play(state: State, move: str) -> State:
    """Return the state after a move. ValueError says why the move cannot be played."""
    after = _settled(state)[1].get(move.strip())
    if after is None:
        raise ValueError(_refusal(state, move.strip()))
    return after


def is_over(state: State) -> bool:
    """Return whether the game has ended."""
    return _settled(state)[0][_END] != 0


def player(state: State) -> int:
    """Return the number in PLAYERS of who is to move; at the end, whose turn it is."""
    return $whose


def returns(state: State) -> $result:
    """Return for each player 1 for a win and -1 for a loss; 0 for a draw or no end yet.

    Of more than two players the losers share the loss.$others
    """
    $returned


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly so many legal moves, up to DEEPEST."""
    _check("depth", depth, DEEPEST)
    history = [*state.history, *[0] * (depth + $ahead)]
    size = _ROOM
    while True:
        known, work = len(state.history), [0] * size
        leaves = _perft(list(state.words), history, known, depth, work, size, [0])
        if leaves >= 0:
            return leaves
        size = _grown(leaves, size)


def playout(seed: int = 0, start: State | None = None, plies: int = MAX_PLIES) -> State:
    """Return the last state of a random game: of the first one of playouts(1, seed).

    Every legal move is equally likely. A game that takes more plies is left there.
    """
    _check("plies", plies, _MOST_PLIES)
    state = initial_state() if start is None else start
    if is_over(state):
        return state
    words, history, played = _advanced(state, seed, plies)
    if played < plies:  # once more, without the end that comes of having no move
        words, history, played = _advanced(state, seed, played)
    return State(tuple(words), $remembered)


def playouts(
    games: int,
    seed: int = 0,
    start: State | None = None,
    plies: int = MAX_PLIES,
) -> list[Playout]:
    """Return how so many random games went. The same seed gives the same games."""
    _check("games", games, _MOST_GAMES)
    _check("plies", plies, _MOST_PLIES)
    state = initial_state() if start is None else start
    if is_over(state):
        return [Playout(returns(state), 0)] * games
    known = len(state.history)
    size = _ROOM
    while True:
        out, work = [0] * ($played * games), [0] * size
        history = [*state.history, *[0] * (plies + $ahead)]
        played = _playouts(
            list(state.words),
            history,
            known,
            games,
            0,
            seed & _WORD,
            plies,
            out,
            work,
            size,
            [0],
        )
        if played >= 0:
            $told
        size = _grown(played, size)


def draw(state: State) -> str:
    """Return the board and what is beside it, with the names of rows and columns."""
    words = list(_settled(state)[0])
    shown: dict[int, str] = {}
    for _, rows, blank in _GRIDS:
        for row, signs in zip(rows, blank, strict=True):
            shown.update(zip(row, signs, strict=True))
    for places, cells, sign in _DRAWN:
        for place in places:
            cells &= _load(words, place)
        shown.update((bit, sign) for bit in _CELLS if cells >> bit & 1)
    for bit in _CELLS:
        numbers = []
        for least, places, cells in _PILES:
            if not cells >> bit & 1:
                continue
            digits = [_load(words, place) >> bit & 1 for place in places]
            numbers.append(least + sum(digit << n for n, digit in enumerate(digits)))
        if any(numbers):
            count = "/".join(map(str, numbers))
            sign = "" if shown[bit] == "." else shown[bit]
            shown[bit] = f"{sign}:{count}" if sign.isdigit() else sign + count
    parts = [_grid(name, rows, shown) for name, rows, _ in _GRIDS]
    return "\n".join(filter(None, parts))


def main() -> None:
    """Play a random game, or count, as the command line says.

    The exit status is 1 if the rules go wrong, with a sentence that says how.
    """
    about = "Play a random game, or count the sequences of N legal moves."
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--perft", type=int, metavar="N", help="the moves to count to")
    parser.add_argument("--seed", type=int, metavar="N", help="always the same game")
    options = parser.parse_args()
    if options.perft is not None and not 0 <= options.perft <= DEEPEST:
        parser.error(f"--perft: {options.perft} is not between 0 and {DEEPEST}")
    if sys.stdout is None:
        sys.exit("standard output is closed")
    try:
        if options.perft is None:
            text = _random_game(options.seed)
        else:
            text = str(perft(initial_state(), options.perft))
        print(text, flush=True)
    except RecursionError:
        sys.exit(_ERRORS[-7])
    except (RuntimeError, UnicodeEncodeError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("stopped")
    except OSError as error:  # Python writes at its end what is still to be written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        told = f"standard output: {error.strerror}"
        sys.exit(1 if isinstance(error, BrokenPipeError) else told)


# What the functions above stand on.


def _random_game(seed: int | None) -> str:
    """Return the moves of a random game, the board at its end, and what players get."""
    generator = random.Random(seed)
    state, moves = initial_state(), list[str]()
    while not is_over(state) and len(moves) < MAX_PLIES:
        moves.append($chosen)
        state = play(state, moves[-1])
    ends = zip(PLAYERS, returns(state), strict=True)
    results = [f"{name}: {$part}" for name, part in ends]
    return "\n".join([" ".join(moves), draw(state), *results])


def _grid(name: str, rows: tuple[tuple[int, ...], ...], shown: dict[int, str]) -> str:
    """Return a part of the drawing: the board, or what else has a name of its own."""
    if name in _STACKS:
        layers = "".join(shown[bit] for row in rows for bit in row).rstrip(".")
        return f"{name} {layers}" if layers else ""
    columns = _COLUMNS[: len(rows[0])]
    signs = [shown[bit] for row in rows for bit in row]
    width = max(map(len, [*columns, *signs]))
    margin = len(str(len(rows)))
    lines = [name] if name else []
    for number, row in zip(range(len(rows), 0, -1), rows, strict=True):
        line = " ".join(shown[bit].rjust(width) for bit in row)
        lines.append(f"{number:>{margin}} {line}".rstrip())
    names = " ".join(column.rjust(width) for column in columns)
    return "\n".join([*lines, " " * (margin + 1) + names])


${drawing}${paying}def _check(what: str, number: int, most: int) -> None:
    """Raise ValueError unless a number lies between 0 and another one."""
    if not 0 <= number <= most:
        raise ValueError(f"{what}: {number} is not between 0 and {most}")


@lru_cache(maxsize=256)
def _settled(state: State) -> tuple[tuple[int, ...], dict[str, State]]:
    """Return a record that says how the game has ended, if it has, and the moves.

    Each legal move in notation comes with the state after it.
    """
    history = [*state.history, *[0] * $ahead]
    size = _ROOM
    while True:
        out = [0] * size
        count = _moves(list(state.words), history, len(state.history), out, size)
        if count >= 0:
            break
        size = _grown(count, size)
    remembered = $history
    moves: dict[str, State] = {}
    first = len(state.words)
    for _ in range(count):
        begin = first + 1 + out[first]
        move = _notation(out[first + 1 : begin])
        first = begin + len(state.words)
        moves.setdefault(move, State(tuple(out[begin:first]), remembered))
    return tuple(out[: len(state.words)]), moves


def _advanced(state: State, seed: int, plies: int) -> tuple[list[int], list[int], int]:
    """Return the record and the history after random plies, and how many there were."""
    size = _ROOM
    while True:
        words, history = list(state.words), [*state.history, *[0] * (plies + $ahead)]
        known, work, first = len(state.history), [0] * size, _mix(seed & _WORD)
        played = _advance(words, history, known, first, plies, work, size, [0])
        if played >= 0:
            return words, history, played
        size = _grown(played, size)


def _grown(result: int, size: int) -> int:
    """Return the words of a greater buffer. RuntimeError if that does not help."""
    if result == -1 and size < _MOST_ROOM:
        return 4 * size
    raise RuntimeError(_ERRORS.get(result, "the rules of this game go wrong"))


def _notation(steps: list[int]) -> str:
    """Return a move as people write it: cells joined by -, and options by =."""
    text, before = "", 0
    for number, step in enumerate(steps):
        if number:
            text += "=" if step < 0 or before < 0 else "-"
        text += _LABELS[-1 - step] if step < 0 else _CELLS[step]
        before = step
    return text or $nameless


def _refusal(state: State, move: str) -> str:
    """Return why a move is not legal."""
    record, moves = _settled(state)
    if record[_END]:
        return f"{move[:40]} cannot be played: the game is over"
    cells = set(_CELLS.values())
    for step in re.split("[-=]", move):
        if step not in cells and step not in _LABELS:
            return f"{step[:40]!r} is neither a cell of this board nor an option"
    longer = [other for other in moves if other.startswith((f"{move}-", f"{move}="))]
    if longer:
        return f"{move} is only the beginning of {_some(longer)}"
    return f"{move[:40]} is not legal here; there are {_some(list(moves))}"


def _some(moves: list[str]) -> str:
    """Return the first few of some moves."""
    return ", ".join(moves[:10]) + (", …" if len(moves) > 10 else "")


_ROOM, _MOST_ROOM = 1 << 16, 1 << 22
"""The words of a buffer at first, and at most."""

_MOST_PLIES, _MOST_GAMES = 1_000_000, 10_000_000
"""What can be asked for, of games whose end is awaited in memory."""

_WORD = (1 << 64) - 1

_ERRORS = {
    -1: "one position of this game needs more memory than is given to it",
    -2: "two ways to make the same move have different results",
    -3: "a counter leaves its range",
    -4: "a tile has no state for what comes to stand on it",
    -5: "a single cell is needed where there are several",
    -6: "a direction is needed where there is none",
    -7: "the rules take too many steps",
    -11: "rules may make the same move, and are not compared here",
    -14: "a stack has too few pieces, or no room for more",$by_zero
}
"""What goes wrong in the rules of a game, by the results of their functions."""

$initial
"""The record of the initial position."""
_PLAYER = $player
_END = $end
"""Where the player to move and the end stand in a record."""
$returns
"""What each player gets, by the end."""
$labels
"""The options of moves: step -1 is the first one."""
$grids
$stacks
"""The board, and what is beside it by its name: the bits of the cells, row by row from
the top, -1 where there is none; and how they are drawn before anything stands there."""
$columns
_CELLS = {
    bit: f"{name}{'.' if name else ''}{column}{len(rows) - number}"
    for name, rows, _ in _GRIDS
    for number, row in enumerate(rows)
    for column, bit in zip(_COLUMNS, row, strict=False)
    if bit >= 0
}
"""The name of each cell, by its bit."""
$drawn
"""What is drawn: where a set of cells stands in a record, and its symbol."""
$piles
"""Numbers on cells: the least one, where the sets of their binary digits stand, and
on which cells they are."""

$kernel


if __name__ == "__main__":
    main()
