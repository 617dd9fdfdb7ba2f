"""A referee for configurations of the board game constructor: it plays the JSON as it is, cell by cell.

It knows nothing of models. ``follow`` lets it play random games beside the game that is imported, and tells the first
ply at which they differ; ``check_games`` does so with games that another engine has played.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from tests.support.differential import Differs, Played
from tilewright.model.document import Document
from tilewright.model.files import read_text
from tilewright.runtime import Game, State, load

FOLDER = "seed4"
Cell = tuple[int, ...]
Figure = dict[str, Any]
"""The ``player``, the ``figure``, ``moves_made``, and ``last_move`` if it has moved."""
Step = tuple[Any, Cell, Cell]
"""An action, the source and the cell that it acts on."""
Config = dict[str, Any]


class Referee:
    """A game of a configuration."""

    def __init__(self, config: Config, quirks: bool = True) -> None:
        self.config, self.quirks = config, quirks
        self.names: list[str] = config["cell"]["coordinates_names"]
        self.cells: dict[Cell, Figure | None] = {self.cell(each): None for each in config["board"]["cells"]}
        for player, figures in config["initial_position"].items():
            for figure, places in figures.items():
                for place in places:
                    self.cells[self.cell(place)] = {"player": player, "figure": figure, "moves_made": 0}
        self.state: str = config["initial_game_state"]
        self.current = 1
        self.winner: str | None = None

    def cell(self, entries: dict[str, Any]) -> Cell:
        """Return the numbers of an object, 0 where it has none."""
        return tuple(entries.get(name, 0) for name in self.names)

    @property
    def player(self) -> str:
        """The player to move."""
        player: str = self.config["game_states"][self.state]["parameters"]["player"]
        return player

    @property
    def is_over(self) -> bool:
        """Whether an end has been reached."""
        return bool(self.config["game_states"][self.state]["type"] == "end")

    def legal(self) -> dict[tuple[Cell, Cell], list[Step]]:
        """Return what each legal move does."""
        if self.is_over:
            return {}
        found = {}
        for source, target in product(self.cells, self.cells):
            figure = self.cells[source]
            if source != target and figure is not None and figure["player"] == self.player:
                steps = self.simple(source, target) or self.complex(source, target)
                if steps:
                    found[source, target] = steps
        return found

    # -- movements

    def factor(self, way: Cell, movement: dict[str, Any], delta: Cell) -> int | None:
        """Return how often a vector goes into a way; None if it does not."""
        factors = {a // b if b and a % b == 0 else None for a, b in zip(way, delta, strict=True) if a or b}
        if len(factors) != 1 or None in factors:
            return None
        (factor,) = factors
        assert factor is not None
        is_allowed = (factor > 0 or movement.get("also_reversed")) and (abs(factor) == 1 or movement.get("repeat"))
        return factor if factor and is_allowed else None

    def simple(self, source: Cell, target: Cell) -> list[Step]:
        """Return what the first movement that fits does; nothing if it is not allowed."""
        figure = self.cells[source]
        assert figure is not None
        kind = self.config["figures"][figure["figure"]]
        movements = kind.get("movement", [])
        if isinstance(movements, dict):
            movements = movements.get(figure["player"], [])
        way = tuple(b - a for a, b in zip(source, target, strict=True))
        for movement in movements:
            delta = self.cell(movement)
            factor = self.factor(way, movement, delta)
            if factor is not None:
                sign = 1 if factor > 0 else -1
                passed = [
                    tuple(a + sign * k * b for a, b in zip(source, delta, strict=True)) for k in range(1, abs(factor))
                ]
                return self.moved(source, target, passed, [movement, kind])
        return []

    def moved(self, source: Cell, target: Cell, passed: list[Cell], holders: list[dict[str, Any]]) -> list[Step]:
        ends = self.acts(source, target, "destination", holders)
        if ends is None or (not ends and not self.quirks) or not (self.quirks or self.is_clean(ends)):
            return []
        steps = list(ends)
        for cell in passed:
            found = self.acts(source, cell, "transition", holders)
            if found is None:
                return []
            if cell in self.cells:  # nothing is taken where no cell is
                steps += found
        return steps

    def is_clean(self, steps: list[Step]) -> bool:
        """Return whether no figure moves onto one of the mover's that is not taken first."""
        names = [name_of(action) for action, _, _ in steps]
        if "move" not in names:
            return True
        first = names.index("move")
        there = self.cells[steps[first][2]]
        return bool({"take", "swap"} & {*names[:first]}) or there is None or there["player"] != self.player

    def acts(self, source: Cell, target: Cell, kind: str, holders: list[dict[str, Any]]) -> list[Step] | None:
        """Return what the sets that match do; None if one cancels the move."""
        steps: list[Step] = []
        for holder in holders:
            for each in holder.get("cell_actions", {}).get(kind, []):
                if "if" not in each or any(self.holds(group, source, target) for group in each["if"]):
                    steps += [(action, source, target) for action in each["actions"]]
        return None if any(action == "cancel" for action, _, _ in steps) else steps

    def complex(self, source: Cell, target: Cell) -> list[Step]:
        """Return what the first complex movement that fits does."""
        figure = self.cells[source]
        assert figure is not None
        for movement in self.config.get("complex_movement", []):
            for initial in movement["figures"]:
                if initial["figure"] == figure["figure"]:
                    steps = self.together(source, target, movement, initial)
                    if steps:
                        return steps
        return []

    def together(self, source: Cell, target: Cell, movement: dict[str, Any], initial: dict[str, Any]) -> list[Step]:
        way = tuple(b - a for a, b in zip(source, target, strict=True))
        if self.factor(way, initial, self.cell(initial.get("coordinates_delta", {}))) is None:
            return []
        home = self.cell(initial.get("relative_position", {}))
        steps: list[Step] = []
        for part in movement["figures"]:
            place = self.cell(part.get("relative_position", {}))
            here = tuple(a - b + c for a, b, c in zip(source, home, place, strict=True))
            delta = self.cell(part.get("coordinates_delta", {}))
            there = target if part is initial else tuple(a + b for a, b in zip(here, delta, strict=True))
            figure = self.cells.get(here)
            if figure is None or figure["figure"] != part["figure"] or there not in self.cells:
                return []
            found = self.acts(here, there, "destination", [part, movement])
            if not found or not (self.quirks or self.is_clean(found)):
                return []
            steps += found
        return steps

    # -- conditions

    def seen(self, cell: Cell) -> dict[str, Any]:
        """Return a cell as conditions see it."""
        return {"coordinates": dict(zip(self.names, cell, strict=True)), **(self.cells[cell] or {})}

    def holds(self, group: dict[str, Any], source: Cell, target: Cell) -> bool:
        figure, there = self.cells[source], self.cells.get(target)
        assert figure is not None
        if "target" in group and (target not in self.cells or not matches(group["target"], self.seen(target))):
            return False
        last = figure.get("last_move")
        computed = {
            "is_cell": target in self.cells,
            "is_figure": there is not None,
            "is_enemy": there is not None and there["player"] != self.player,
            "moves_after_last_move": None if last is None else self.current - last,
        }
        return (
            matches(group.get("self", {}), self.seen(source))
            and matches(group.get("computed", {}), computed)
            and matches(group.get("statistics", {}), {"current_move": self.current})
        )

    # -- play

    def play(self, source: Cell, target: Cell) -> None:
        """Play a legal move, and run the states up to the next move or an end."""
        steps = self.legal()[source, target]
        figure = self.cells[source]
        assert figure is not None
        figure["moves_made"] += 1
        gone: set[Cell] = set()
        for action, here, there in steps:
            name = name_of(action)
            if name == "take":
                self.cells[there] = None
            elif here in gone:
                continue  # no figure is left there
            elif name == "move":
                moving = self.cells[here]
                self.cells[there] = None if moving is None else {**moving, "last_move": self.current}
                self.cells[here] = None
                gone.add(here)
            elif name == "swap":
                self.cells[here], self.cells[there] = self.cells[there], self.cells[here]
                gone.add(here)
            elif name == "replace":
                replaced = self.cells[here]
                self.cells[here] = replaced and {**replaced, "figure": action["parameters"]["new_figure"]}
        self.run()

    def run(self) -> None:
        result: bool | None = None
        while True:
            state = self.config["game_states"][self.state]
            following = state["next"]
            if isinstance(following, list):
                following = next(
                    each["state"]
                    for each in following
                    if "if" not in each or any(group["result"] is result for group in each["if"])
                )
            self.state = following
            state = self.config["game_states"][self.state]
            if state["type"] in ("move", "end"):
                break
            result = None
            if state["type"] == "next_move":
                self.current += 1
            else:
                result = self.has_won(state["parameters"]["player"])
                self.winner = state["parameters"]["player"] if result else None

    def has_won(self, player: str) -> bool:
        checks = self.config.get("win_conditions", {}).get(player, [])
        return any(
            any(matches(check["filter"], self.seen(cell)) for cell in self.cells) is check["result"] for check in checks
        )


def name_of(action: Any) -> str:
    """Return the name of an action."""
    name: str = action["action"] if isinstance(action, dict) else action
    return name


def matches(wanted: dict[str, Any], given: dict[str, Any]) -> bool:
    """Return whether everything that is wanted is so."""
    return all(
        matches(value, given.get(key, {})) if isinstance(value, dict) else given.get(key) == value
        for key, value in wanted.items()
    )


# -- beside the model


def document_of(config: Config) -> Document:
    """Return the model of a configuration."""
    return read_text(json.dumps(config), "configuration.json")


def game_of(config: Config, quirks: bool = True, engine: str = "auto") -> Game:
    """Return the game of a configuration, with its quirks or without."""
    document = document_of(config)
    is_choice = document.root is not None and any(each.name == "quirks" for each in document.root.parameters)
    settings = {"quirks": "exact" if quirks else "none"} if is_choice else None
    return load(document, engine, settings=settings)


class Beside:
    """Where the cells of a configuration are on the board of the model: as the first player sees it, by half turns."""

    def __init__(self, config: Config) -> None:
        names = config["cell"]["coordinates_names"]
        angle = config["board"].get("rotation_angle", {}).get(config["players"][0], 0)
        sign = -1 if angle % 360 == 180 else 1
        cells = [tuple(sign * each[name] for name in names) for each in config["board"]["cells"]]
        low = [min(numbers) for numbers in zip(*cells, strict=True)]
        spans = [max(numbers) - least + 1 for numbers, least in zip(zip(*cells, strict=True), low, strict=True)]
        self.cells: dict[tuple[int, int], Cell] = {}
        for cell in cells:
            places, strides = [0, 0], [1, 1]
            for dimension, number in enumerate(cell):
                side = dimension % 2
                places[side] += (number - low[dimension]) * strides[side]
                strides[side] *= 2 * spans[dimension] - 1
            self.cells[places[1], places[0]] = tuple(sign * number for number in cell)

    def moves(self, state: State) -> dict[tuple[Cell, Cell], str]:
        """Return the notation of each legal move by its cells."""
        return {(self.cells[move.cells[0]], self.cells[move.cells[1]]): str(move) for move in state.legal_moves}

    def board(self, state: State) -> dict[Cell, tuple[str, str, int | None]]:
        """Return what stands on the cells: player, figure, and how often it has moved if the model counts that."""
        made: Any = state.counters.get("made")
        found = {}
        for (_, cell), (name, piece) in zip(sorted(self.cells.items()), state.board().items(), strict=True):
            if piece is not None and piece.player is not None:
                found[cell] = str(piece.player), piece.name, made[name] if made else None
        return found


def follow(config: Config, seed: int, plies: int, *, quirks: bool = True, engine: str = "interpreter") -> Played:
    """Play a random game of the referee and of the model; ``Differs`` tells where they do not agree."""
    referee, beside, random = Referee(config, quirks), Beside(config), Random(seed)
    state = game_of(config, quirks, engine).initial_state()
    played = Played()
    for ply in range(plies):
        place = f"ply {ply}, {referee.state}\n{state}"
        theirs = referee.legal()
        ours = beside.moves(state)
        if ours.keys() != theirs.keys():
            raise Differs(f"{place}\nonly the model: {ours.keys() - theirs.keys()}, not: {theirs.keys() - ours.keys()}")
        compare(beside.board(state), referee.cells, place)
        if referee.is_over or not theirs:
            _compare_ends(state, referee, place)
            played.games += 1
            break
        if state.phase != referee.state or str(state.player) != referee.player:
            raise Differs(f"{place}\n{state.player} moves in {state.phase}, not {referee.player}")
        move = random.choice(sorted(theirs))
        referee.play(*move)
        state = state.play(ours[move])
        played.plies += 1
    return played


def compare(ours: dict[Cell, tuple[str, str, int | None]], theirs: dict[Cell, Figure | None], place: str) -> None:
    """Compare what stands on the cells."""
    told = {
        cell: (figure["player"], figure["figure"], figure["moves_made"]) for cell, figure in theirs.items() if figure
    }
    counted = any(made is not None for _, _, made in ours.values())
    if not counted:
        told = {cell: (player, figure, None) for cell, (player, figure, _) in told.items()}
    if ours != told:
        raise Differs(f"{place}\nonly the model: {ours.items() - told.items()}, not: {told.items() - ours.items()}")


def _compare_ends(state: State, referee: Referee, place: str) -> None:
    winner = None if state.winner is None else str(state.winner)
    if not state.is_over or winner != referee.winner or (referee.is_over and state.phase != referee.state):
        raise Differs(f"{place}\nover {state.is_over} in {state.phase} for {winner}, not for {referee.winner}")


def files(folder: Path) -> list[str]:
    """Return the names of the games of others in a folder of references."""
    return sorted(path.name.removesuffix(".json.gz") for path in (folder / FOLDER).glob("*.json.gz"))


def check_games(
    config: Path, games: Path, *, quirks: bool, engine: str
) -> Iterator[tuple[int, int, set[str], set[str]]]:
    """Play the games of a file; yield game, ply and the moves that only one side has, where they differ.

    ``Differs`` if boards or states do.
    """
    told = json.loads(config.read_text(encoding="utf-8"))
    beside = Beside(told)
    game = game_of(told, quirks, engine)
    with gzip.open(games, "rt", encoding="utf-8") as file:
        played = json.load(file)
    for number, plies in enumerate(played):
        state = game.initial_state()
        for ply, expected in enumerate(plies):
            place = f"{games.name}, game {number}, ply {ply}\n{state}"
            if state.phase != expected["state"]:
                raise Differs(f"{place}\nin {state.phase}, not {expected['state']}")
            figures = {
                (x, y): {"player": player, "figure": figure, "moves_made": made}
                for x, y, player, figure, made in expected.get("board", [])
            }
            if "pick" not in expected:
                if not state.is_over:
                    raise Differs(f"{place}\nplay goes on")
                break
            compare(beside.board(state), figures, place)
            ours = {
                ",".join(map(str, (*source, *target))): move for (source, target), move in beside.moves(state).items()
            }
            theirs = set(expected["moves"])
            if ours.keys() != theirs:
                yield number, ply, ours.keys() - theirs, theirs - ours.keys()
            if expected["pick"] not in ours:
                break
            state = state.play(ours[expected["pick"]])
