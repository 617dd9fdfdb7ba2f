"""Reference games of others: counts and random games from a folder, compared with the models at every ply.

NAME.json has the counts of the initial position (``perft``), NAME.traces.jsonl.gz one game per line: its ``plies``, each
with the player to move ``p``, the number of legal moves ``n``, the moves themselves (``legal``, or their ``sha256``) and
the ``move`` that was played; and its ``result``, null if it was left. A move is a list of cells and words, a cell is
[row, column] with row 0 at the top. ``CASES`` says which model plays a reference game and how it calls a move. The players
take turns in the same order on both sides.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from tests.support.differential import Differs, Played, signs
from tilewright.model.files import read_text
from tilewright.runtime import Game, Move, State, load, perft

MAX_LEAVES = 20_000
"""The leaves of a count that is compared at most."""

Words: TypeAlias = list[Any]
"""A move as the reference games write it, before it becomes JSON."""


def cells(state: State, move: Move) -> Words:
    """Return a move that is its cells, or a pass."""
    return list(move.steps)


def mirrored(state: State, move: Move) -> Words:
    """Return a move on a board that stands upside down."""
    return [(move.height - 1 - row, column) for row, column in move.cells]


def chess_move(state: State, move: Move) -> Words:
    """Return a move with the piece of a promotion after it, and that of a drop before it."""
    first, *rest = move.steps
    drop = f"{first.upper()}@" if isinstance(first, str) else first
    return [drop, *(f"={step.upper()}" if isinstance(step, str) else step for step in rest)]


def morris_move(state: State, move: Move) -> Words:
    """Return a move with ``x`` before the man that is taken. The first eighteen plies place men, the others move them."""
    own = 1 if state.ply < 18 else 2
    taken = move.cells[own:]
    return [*move.cells[:own], *(["x", *taken] if taken else [])]


def kalah_move(state: State, move: Move) -> Words:
    """Return the pit, on a board that has neither stores nor a row between the players."""
    return [(row // 2, column - 1) for row, column in move.cells]


def nim_move(state: State, move: Move) -> Words:
    """Return how many matches of which row go: the one that is clicked and those on the right of it."""
    ((row, column),) = move.cells
    taken = [other for other in state.legal_moves if other.cells[0][0] == row and other.cells[0][1] >= column]
    return ["pile", row + 1, "take", len(taken)]


@dataclass(frozen=True)
class Case:
    """How a reference game is played here: by an example, with the declarations that differ."""

    example: str
    changes: str = ""
    words: Callable[[State, Move], Words] = cells

    def game(self, engine: str = "auto") -> Game:
        """Return the game."""
        if not self.changes:
            return load(self.example, engine)
        text = f'game Reference extends "{self.example}" {{\n{self.changes}\n}}'
        return load(read_text(text, "reference.game"), engine)

    def name(self, state: State, move: Move) -> str:
        """Return a move as the reference games write it."""
        return compact(self.words(state, move))


def compact(value: Any) -> str:
    """Return JSON without blanks."""
    return json.dumps(value, separators=(",", ":"))


def setup(rows: list[str]) -> str:
    """Return the declaration of a board with its pieces."""
    return f"board {len(rows[0])}x{len(rows)}\nsetup {{ {' '.join(map(compact, rows))} }}"


def _amazons(size: int) -> str:
    if size != 6:
        raise ValueError(f"where amazons stand on a board of {size} rows is not known")
    return setup([".a..a.", "a....a", "......", "......", "A....A", ".A..A."])


def _breakthrough(rows: int, columns: int) -> str:
    deep = 2 if rows >= 6 else 1
    return setup(["p" * columns] * deep + ["." * columns] * (rows - 2 * deep) + ["P" * columns] * deep)


def _clobber(rows: int, columns: int) -> str:
    """Return a chequered board; the corner at the bottom left is the first player's."""
    return setup(["".join("Oo"[(rows - 1 - row + column) % 2] for column in range(columns)) for row in range(rows)])


def _go(size: int) -> str:
    """Return a smaller board, and the end of a game by its length."""
    end = f"plies += 1 -> if plies == {2 * size * size} -> goto all -> score 2 * count {{ area }} + (0, 15)"
    return f"without stars, hoshi\nboard {size}x{size} points\ncounter plies\neffect = {end}"


def _hex(rows: int, columns: int) -> str:
    if rows == columns:
        return f"board {columns}x{rows}\nregion far relative = row {rows - 1}"
    near, far = "row 0 | column 0", f"row {rows - 1} | column {columns - 1}"
    return f"players Red, Blue\nboard {columns}x{rows}\nregion near per = {near}\nregion far per = {far}"


def _mnk(columns: int, rows: int, line: int) -> str:
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    patterns = (" ".join(f"({k * x},{k * y})" for k in range(line)) for x, y in ways)
    lines = "  ".join(f"own @{pattern}" for pattern in patterns)
    return f"board {columns}x{rows}\nwithout effect\neffect = set own Stone\neffect = line {{ {lines} }}"


def _othello(size: int) -> str:
    edge, empty = "." * (size // 2 - 1), "." * size
    above = [empty] * (size // 2 - 1)
    return setup([*above, f"{edge}bB{edge}", f"{edge}Bb{edge}", *above])


NEVER_DEAD = "effect Dead = any"
"""In the games of Fairy-Stockfish play goes on where nobody can win any more: the effect that would end it does nothing."""

CASES: dict[str, Callable[..., Case]] = {
    r"amazons_10x10|ff_amazons": lambda: Case("amazons"),
    r"amazons_(\d+)x\1": lambda size: Case("amazons", _amazons(size)),
    r"breakthrough_8x8": lambda: Case("breakthrough", words=mirrored),
    r"breakthrough_(\d+)x(\d+)": lambda rows, columns: Case("breakthrough", _breakthrough(rows, columns), mirrored),
    r"ff_breakthrough": lambda: Case("breakthrough"),
    r"checkers_8x8": lambda: Case("checkers"),
    r"chess": lambda: Case("chess", words=chess_move),
    r"clobber_5x6": lambda: Case("clobber"),
    r"clobber_(\d+)x(\d+)": lambda rows, columns: Case("clobber", _clobber(rows, columns)),
    r"ff_clobber": lambda: Case("clobber", _clobber(6, 5)),
    r"connect_four": lambda: Case("connect-four"),
    r"crazyhouse": lambda: Case("crazyhouse", words=chess_move),
    r"ff_flipello|othello_8x8": lambda: Case("othello"),
    r"ff_gardner": lambda: Case("gardner", NEVER_DEAD, chess_move),
    r"ff_losalamos": lambda: Case("los-alamos", NEVER_DEAD, chess_move),
    r"go_(\d+)x\1": lambda size: Case("go", _go(size)),
    r"hex_11x11": lambda: Case("hex"),
    r"hex_(\d+)x(\d+)": lambda rows, columns: Case("hex", _hex(rows, columns)),
    r"kalah": lambda: Case("kalah", words=kalah_move),
    r"kingofthehill": lambda: Case("king-of-the-hill", words=chess_move),
    r"mnk_(\d+)x(\d+)_(\d+)": lambda columns, rows, line: Case("tic-tac-toe", _mnk(columns, rows, line)),
    r"nim_1357_misere": lambda: Case("nim", words=nim_move),
    r"nine_mens_morris": lambda: Case("nine-mens-morris", words=morris_move),
    r"othello_(\d+)x\1": lambda size: Case("othello", _othello(size)),
    r"tic_tac_toe": lambda: Case("tic-tac-toe"),
}
"""By a regular expression for the names of reference games; its groups are numbers. The first that matches counts."""


def case_of(oracle: str) -> Case | None:
    """Return how a reference game is played, None if nothing says so."""
    for pattern, case in CASES.items():
        match = re.fullmatch(pattern, oracle)
        if match is not None:
            return case(*map(int, match.groups()))
    return None


def model_of(oracle: str, engine: str = "auto") -> Game:
    """Return the game that plays a reference game."""
    case = case_of(oracle)
    if case is None:
        raise ValueError(f"nothing says which model plays {oracle}")
    return case.game(engine)


def oracles(folder: Path) -> list[str]:
    """Return the names of the reference games in a folder."""
    return sorted(path.stem for path in folder.glob("*.json") if "game" in json.loads(path.read_text(encoding="utf-8")))


def check_perft(folder: Path, oracle: str, engine: str = "auto", leaves: int = MAX_LEAVES) -> list[int]:
    """Compare the counts of the initial position, up to the first that is too large, and return them."""
    state = model_of(oracle, engine).initial_state()
    checked: list[int] = []
    for depth, count in enumerate(json.loads((folder / f"{oracle}.json").read_text(encoding="utf-8"))["perft"], 1):
        if count > leaves:
            break
        ours = perft(state, depth)
        if ours != count:
            raise Differs(f"{oracle}, perft {depth}: {ours} in the model, {count} in the reference")
        checked.append(count)
    return checked


def check_traces(folder: Path, oracle: str, engine: str = "auto") -> Played:
    """Play the games of a reference, which may have none; ``Differs`` names the first game and ply that do not agree."""
    case, game, played = case_of(oracle), model_of(oracle, engine), Played()
    assert case is not None
    for number, trace in enumerate(_traces(folder / f"{oracle}.traces.jsonl.gz")):
        _check_trace(case, game.initial_state(), trace, f"{oracle}, game {number}", played)
    return played


def _traces(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def _check_trace(case: Case, state: State, trace: dict[str, Any], where: str, played: Played) -> None:
    line: list[str] = []
    for ply, expected in enumerate(trace["plies"]):
        place = f"{where}, ply {ply}: after {' '.join(line) or 'no move'}\n{state}"
        named = {case.name(state, move): move for move in state.legal_moves}
        if len(named) != len(state.legal_moves):
            raise Differs(f"{place}\n{len(state.legal_moves)} legal moves have {len(named)} names")
        if state.is_over:
            raise Differs(f"{place}\nthe game is over in the model: {state.returns}")
        _check_moves(named, expected, place)
        if state.player.number != expected["p"]:
            raise Differs(f"{place}\nto move: {state.player.number} in the model, {expected['p']} in the reference")
        move = named[compact(expected["move"])]
        line.append(str(move))
        state = state.play(move)
        played.plies += 1
    ours, theirs = signs(state.returns) if state.is_over else None, signs(trace["result"])
    if ours != theirs:
        place = f"{where}, at the end: after {' '.join(line)}\n{state}"
        raise Differs(f"{place}\nresult: {ours} in the model, {theirs} in the reference")
    played.games += 1
    played.outcomes[ours] += 1


def _check_moves(named: dict[str, Move], expected: dict[str, Any], place: str) -> None:
    ours = sorted(named)
    if "legal" in expected:
        theirs = {compact(move) for move in expected["legal"]}
        if named.keys() != theirs:
            only = (
                f"only the model: {sorted(named.keys() - theirs)}\nonly the reference: {sorted(theirs - named.keys())}"
            )
            raise Differs(f"{place}\n{only}")
    elif sha256(f"[{','.join(ours)}]".encode()).hexdigest() != expected["sha256"]:
        raise Differs(f"{place}\nthe sums of the {len(ours)} legal moves differ from that of {expected['n']}: {ours}")
    if len(ours) != expected["n"] or compact(expected["move"]) not in named:
        raise Differs(
            f"{place}\n{len(ours)} legal moves; the reference has {expected['n']} and plays {expected['move']}"
        )
