"""Turns of the game harvest by another engine: NAME.json.gz in a folder ``seed2``, compared with the model one by one.

A file is a list of games, each a list of turns without random food: the player ``p``, the units ``before`` and ``after``
(``[id, owner, type, x, y]``), the orders ``acts`` (``[x, y, x2, y2]``), whether it is the ``end``, and who has won,
``win``. That engine names no winner where the last pawn dies in the base that it razes; here its owner has won.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.differential import Differs, Played, signs
from tilewright.model.files import read_text
from tilewright.runtime import Game, State, load

FOLDER = "seed2"
OWNERS = ("Red", "Blue")
SYMBOLS = {("Red", "BASE"): "R", ("Blue", "BASE"): "B", ("null", "FOOD"): "f"}
SIDE = 10
WALLS = {(3, 3), (3, 4), (3, 5), (6, 4), (6, 5), (6, 6)}

Unit = list[Any]


def files(folder: Path) -> list[str]:
    """Return the names of the files with turns in a folder of references."""
    return sorted(path.name for path in (folder / FOLDER).glob("*.json.gz"))


def game_of(units: list[Unit], engine: str) -> Game:
    """Return the game that starts with these units, in which no food grows."""
    grid = [["#" if (x, y) in WALLS else "." for x in range(SIDE)] for y in range(SIDE)]
    pawns = [[[0] * SIDE for _ in range(SIDE)] for _ in OWNERS]
    for _, owner, kind, x, y in units:
        if kind == "PAWN":
            pawns[OWNERS.index(owner)][y][x] += 1
        else:
            grid[y][x] = SYMBOLS[owner, kind]
    setup = " ".join(f'"{"".join(row)}"' for row in grid)
    ready = " | ".join(" ".join(str(number) for row in each for number in row) for each in pawns)
    text = (
        f'game Turns extends "harvest" {{\n  setup {{ {setup} }}\n  counter ready per cell 0..255 = {{ {ready} }}\n}}'
    )
    settings = {"scarcity": "100", "limit": "250", "patience": "250"}
    return load(read_text(text, "turns.game"), engine, settings=settings)


def imported(units: list[Unit], engine: str) -> Game:
    """Return the same game, read from a map with these units."""
    grid = [["#" if (x, y) in WALLS else "." for x in range(SIDE)] for y in range(SIDE)]
    for _, owner, kind, x, y in units:
        grid[y][x] = {"FOOD": "f", "BASE": "b", "PAWN": "p"}[kind] + (
            str(OWNERS.index(owner) + 1) if owner in OWNERS else ""
        )
    arena = {"arena": "\n".join(map(" ".join, grid)), "foodScarcity": 1.0}
    return load(read_text(json.dumps(arena), "map.json"), engine)


def name(x: int, y: int) -> str:
    """Return what a cell is called in notation."""
    return f"{'abcdefghij'[x]}{SIDE - y}"


def units_of(state: State) -> Counter[tuple[str, str, str]]:
    """Return how many units of each owner and type stand on each cell."""
    found: Counter[tuple[str, str, str]] = Counter()
    kinds = {symbol: key for key, symbol in SYMBOLS.items()} | {"b": ("Blue", "BASE")}
    for cell, piece in state.board().items():
        if piece is not None and str(piece) in kinds:
            found[(*kinds[str(piece)], cell)] += 1
    ready: Any = state.counters["ready"]
    for cell, numbers in ready.items():
        for owner, number in zip(OWNERS, numbers, strict=True):
            found[owner, "PAWN", cell] += number
    return +found


def check_turns(path: Path, engine: str = "auto", game: Callable[[list[Unit], str], Game] = game_of) -> Played:
    """Play the games of a file; ``Differs`` names the first game and turn that do not agree.

    *game* makes the game of the units that are there at first.
    """
    played = Played()
    with gzip.open(path, "rt", encoding="utf-8") as file:
        games = json.load(file)
    for number, turns in enumerate(games):
        state = game(turns[0]["before"], engine).initial_state().play("none")
        for turn, told in enumerate(turns):
            place = f"{path.name}, game {number}, turn {turn}"
            state = _turn(state, told, place)
            played.plies += len(told["acts"]) + 1
        played.games += 1
        played.outcomes[signs(state.returns) if state.is_over else None] += 1
    return played


def _turn(state: State, told: dict[str, Any], place: str) -> State:
    """Return the state after a turn, and after the draw that follows it."""
    if str(state.player) != told["p"]:
        raise Differs(f"{place}: it is {state.player}'s turn, not {told['p']}'s")
    for x, y, to_x, to_y in told["acts"]:
        state = state.play(f"{name(x, y)}-{name(to_x, to_y)}")
    state = state.play("end")
    theirs = Counter((owner, kind, name(x, y)) for _, owner, kind, x, y in told["after"])
    if units_of(state) != theirs:
        ours = units_of(state)
        raise Differs(f"{place}: only the model: {sorted(ours - theirs)}; only the reference: {sorted(theirs - ours)}")
    winner = None if state.winner is None else str(state.winner)
    if state.is_over != told["end"] or (told["win"] != "null" and winner != told["win"]):
        raise Differs(f"{place}: over {state.is_over}, {winner} has won, not over {told['end']}, {told['win']} has won")
    if state.is_over and told["win"] == "null" and winner not in (None, told["p"]):
        raise Differs(f"{place}: {winner} has won, whose base was razed")
    return state if state.is_over else state.play("none")
