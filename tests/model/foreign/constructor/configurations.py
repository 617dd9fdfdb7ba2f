"""Configurations of our own, and random ones, for tests of the reader."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

Config = dict[str, Any]
ENEMY = [{"computed": {"is_enemy": True}}]
FREE = [{"computed": {"is_figure": False}}]
STOPPED = [{"computed": {"is_figure": True}}, {"computed": {"is_cell": False}}]


def when(conditions: list[Any] | None, *actions: Any) -> Config:
    """Return a set of actions."""
    return {"actions": [*actions], **({} if conditions is None else {"if": conditions})}


def become(figure: str) -> Config:
    """Return the action that makes another figure of one."""
    return {"action": "replace", "parameters": {"new_figure": figure}}


def turns(players: list[str], checked: bool = True) -> Config:
    """Return the states of players who move one after the other, each with a check whether he has won."""
    states: Config = {}
    for number, player in enumerate(players):
        following = f"{players[(number + 1) % len(players)]}_to_move"
        after = "count" if number == len(players) - 1 else following
        states[f"{player}_to_move"] = move = {"type": "move", "parameters": {"player": player}, "next": after}
        if checked:
            move["next"] = f"{player}_check"
            branches = [{"state": f"{player}_has_won", "if": [{"result": True}]}, {"state": after}]
            states[f"{player}_check"] = {"type": "check_win", "parameters": {"player": player}, "next": branches}
            states[f"{player}_has_won"] = {"type": "end"}
    states["count"] = {"type": "next_move", "next": f"{players[0]}_to_move"}
    return states


def lost(player: str, figure: str) -> Config:
    """Return the condition that a player has no such figure left."""
    return {"entity": "cell", "filter": {"player": player, "figure": figure}, "type": "exists", "result": False}


def skirmish() -> Config:
    """Return a game on a board with a hole and negative coordinates, whose figures use most of the format.

    A lord may change places with a page, once both stand where they began; a page that comes to the last row is a
    lord's guard; a raider leaps along lines and takes what it passes; an archer never passes the hole.
    """
    cells = [{"a": a, "b": b} for a, b in product(range(-2, 4), range(10, 15)) if (a, b) not in {(0, 12), (3, 14)}]
    page = {
        "movement": [
            {"b": 2, "cell_actions": {"destination": [when([{"self": {"player": "red", "moves_made": 0}, **FREE[0]}], "move")]}},
            {"b": -2, "cell_actions": {"destination": [when([{"self": {"player": "blue", "moves_made": 0}, **FREE[0]}], "move")]}},
            {"b": 1, "also_reversed": True},
            {"a": 1, "b": 1, "also_reversed": True, "cell_actions": {"destination": [when(ENEMY, "take", "move")]}},
        ],
        "cell_actions": {
            "destination": [
                when([{"self": {"player": "red"}, "target": {"coordinates": {"b": 14}}}], become("guard")),
                when([{"self": {"player": "blue"}, "target": {"coordinates": {"b": 10}}}], become("guard")),
                when([{"self": {"coordinates": {"a": 3}}, **FREE[0]}], "cancel"),
                when(FREE, "move"),
            ]
        },
    }  # fmt: skip
    lord = {
        "movement": [{"a": 1, "also_reversed": True}, {"b": 1, "also_reversed": True}],
        "cell_actions": {
            "destination": [
                when([{"target": {"figure": "page"}, "computed": {"is_enemy": False}}], "swap"),
                when(FREE, "move"),
                when(ENEMY, "take", "move"),
            ]
        },
    }
    raider = {
        "movement": [{"a": 1, "b": 1, "repeat": True, "also_reversed": True}, {"a": 1, "repeat": True}],
        "cell_actions": {
            "destination": [when(FREE, "move"), when(ENEMY, "take", "move")],
            "transition": [when(ENEMY, "take"), when([{"computed": {"is_enemy": False, "is_figure": True}}], "cancel")],
        },
    }
    archer = {
        "movement": {
            "red": [{"a": 2}, {"a": 1, "repeat": True, "also_reversed": True}, {"b": 1, "repeat": True}],
            "blue": [{"a": -2}, {"a": 1, "repeat": True, "also_reversed": True}, {"b": -1, "repeat": True}],
        },
        "cell_actions": {
            "destination": [when(FREE, "move"), when([{"target": {"moves_made": 1}, **ENEMY[0]}], "take", "move")],
            "transition": [when(STOPPED, "cancel")],
        },
    }
    guard = {"movement": [{"a": 2, "b": 1, "also_reversed": True}, {"a": 2, "b": -1, "also_reversed": True}],
             "cell_actions": {"destination": [when(None, "take", "move")]}}  # fmt: skip
    unmoved = [{"self": {"moves_made": 0}}]
    chased = [{"self": {"moves_made": 1}, "computed": {"moves_after_last_move": 0}}]
    return {
        "name": "skirmish",
        "players": ["red", "blue"],
        "cell": {"coordinates_names": ["a", "b"], "geometry": [[0, 0], [0, 1], [1, 1], [1, 0]]},
        "board": {"cells": cells},
        "figures": {"page": page, "lord": lord, "raider": raider, "archer": archer, "guard": guard},
        "complex_movement": [
            {
                "figures": [
                    {"figure": "lord", "coordinates_delta": {"a": 2}},
                    {"figure": "archer", "relative_position": {"a": 3}, "coordinates_delta": {"a": -2}},
                ],
                "cell_actions": {"destination": [when(unmoved, "move")]},
            },
            {
                "figures": [
                    {"figure": "page", "coordinates_delta": {"a": 1, "b": 1}, "also_reversed": True,
                     "cell_actions": {"destination": [when(None, "move")]}},
                    {"figure": "page", "relative_position": {"a": 1},
                     "cell_actions": {"destination": [when(chased, "take")]}},
                ],
            },
        ],
        "initial_position": {
            "red": {
                "lord": [{"a": 0, "b": 10}], "archer": [{"a": 3, "b": 10}], "raider": [{"a": -2, "b": 10}],
                "page": [{"a": a, "b": 11} for a in range(-2, 3)],
            },
            "blue": {
                "lord": [{"a": -1, "b": 14}], "archer": [{"a": 2, "b": 14}], "raider": [{"a": 3, "b": 12}],
                "page": [{"a": a, "b": 13} for a in range(-2, 3)],
            },
        },
        "win_conditions": {"red": [lost("blue", "lord")], "blue": [lost("red", "lord"), lost("red", "page")]},
        "game_states": turns(["red", "blue"]),
        "initial_game_state": "red_to_move",
    }  # fmt: skip


def cubes() -> Config:
    """Return a game of three players on a board of three dimensions, one of whom moves twice."""
    names = ["x", "y", "z"]
    cells = [dict(zip(names, cell, strict=True)) for cell in product(range(3), range(2), range(3)) if cell != (1, 1, 1)]
    rook = [{name: 1, "repeat": True, "also_reversed": True} for name in names]
    states = turns(["one", "two", "three"])
    states["one_again"] = {"type": "move", "parameters": {"player": "one"}, "next": "one_check"}
    states["one_to_move"]["next"] = "one_again"
    return {
        "name": "cubes",
        "players": ["one", "two", "three"],
        "cell": {"coordinates_names": names},
        "board": {"cells": cells},
        "figures": {
            "tower": {
                "movement": rook,
                "cell_actions": {
                    "destination": [when(FREE, "move"), when(ENEMY, "take", "move")],
                    "transition": [when([{"computed": {"is_figure": True}}], "cancel")],
                },
            },
            "fool": {
                "movement": [{"x": 1, "y": -1, "z": 1, "also_reversed": True}, {"z": 1}],
                "cell_actions": {
                    "destination": [when([{"target": {"player": "three"}}], "take", "move"), when(FREE, "move")]
                },
            },
        },
        "initial_position": {
            "one": {"tower": [{"x": 0, "y": 0, "z": 0}], "fool": [{"x": 1, "y": 0, "z": 0}]},
            "two": {"tower": [{"x": 2, "y": 1, "z": 1}], "fool": [{"x": 0, "y": 1, "z": 1}]},
            "three": {"tower": [{"x": 2, "y": 0, "z": 2}], "fool": [{"x": 1, "y": 1, "z": 2}]},
        },
        "win_conditions": {
            "one": [lost("two", "tower"), lost("three", "tower")],
            "two": [
                {
                    **lost("two", "fool"),
                    "filter": {"player": "two", "figure": "fool", "coordinates": {"x": 2, "z": 2}},
                    "result": True,
                }
            ],
        },
        "game_states": states,
        "initial_game_state": "two_to_move",
    }


# -- random ones


def arbitrary(seed: int) -> Config:
    """Return a random configuration: every part of the format may occur, whether it makes sense or not."""
    random = Random(seed)
    players = ["north", "south", "east"][: random.choice([2, 2, 2, 3, 1])]
    figures = ["wolf", "sheep", "dog"][: random.randint(1, 3)]
    low, width, height = random.randint(-3, 3), random.randint(3, 6), random.randint(2, 5)
    places = list(product(range(low, low + width), range(height)))
    holes = set(random.sample(places, random.choice([0, 0, 1, 3])))
    cells = [{"x": x, "y": y} for x, y in places if (x, y) not in holes]
    free = random.sample(cells, len(cells))
    position: Config = {}
    for player in players:
        for figure in figures:
            position.setdefault(player, {})[figure] = [free.pop() for _ in range(random.randint(1, 2)) if free]
    maker = _Maker(random, players, figures, low, width, height)
    return {
        "name": f"random {seed}",
        "players": players,
        "cell": {"coordinates_names": ["x", "y"]},
        "board": {"cells": cells},
        "figures": {figure: maker.figure() for figure in figures},
        "complex_movement": [maker.complex() for _ in range(random.choice([0, 0, 1, 2]))],
        "initial_position": position,
        "win_conditions": {player: [maker.check()] for player in players if random.random() < 0.7},
        "game_states": maker.states(),
        "initial_game_state": f"{players[0]}_to_move",
    }


class _Maker:
    """Makes parts of a random configuration."""

    def __init__(self, random: Random, players: list[str], figures: list[str], low: int, width: int, height: int):
        self.random, self.players, self.figures = random, players, figures
        self.low, self.width, self.height = low, width, height

    def flip(self, chance: float) -> bool:
        return self.random.random() < chance

    def vector(self, far: int = 2) -> Config:
        while True:
            found = {name: self.random.randint(-far, far) for name in "xy" if self.flip(0.7)}
            if any(found.values()):
                return {name: number for name, number in found.items() if number or self.flip(0.2)}

    def figure(self) -> Config:
        def movements() -> list[Config]:
            return [self.movement() for _ in range(self.random.randint(1, 4))]

        movement: Any = movements()
        if self.flip(0.2):
            movement = {player: movements() for player in self.players}
        return {"movement": movement, "cell_actions": self.acts(0.8)}

    def movement(self) -> Config:
        flags = {name: self.flip(0.7) for name in ("also_reversed", "repeat") if self.flip(0.6)}
        return {**self.vector(), **flags, "cell_actions": self.acts(0.4)}

    def acts(self, chance: float) -> Config:
        found: Config = {}
        if self.flip(chance):
            found["destination"] = [self.set(self.actions()) for _ in range(self.random.randint(1, 3))]
        if self.flip(chance * 0.6):
            actions = [["take"], ["cancel"], ["cancel"], ["take", "cancel"]]
            found["transition"] = [self.set(self.random.choice(actions)) for _ in range(self.random.randint(1, 2))]
        return found

    def actions(self) -> list[Any]:
        ends = [["move"], ["take", "move"], ["swap"], ["cancel"], ["take"], ["move", "take"]]
        found: list[Any] = [*self.random.choice([*ends[:2], *ends])]
        if self.flip(0.15):
            found.insert(0, become(self.random.choice(self.figures)))
        return found

    def set(self, actions: list[Any]) -> Config:
        conditions = [self.condition() for _ in range(self.random.randint(1, 2))] if self.flip(0.85) else None
        return when(conditions, *actions)

    def condition(self) -> Config:
        found: Config = {}
        if self.flip(0.3):
            found["self"] = self.look(False)
        if self.flip(0.25):
            found["target"] = self.look(True)
        if self.flip(0.7):
            computed = {name: self.flip(0.5) for name in ("is_figure", "is_enemy") if self.flip(0.5)}
            if self.flip(0.1):
                computed["is_cell"] = self.flip(0.7)
            found["computed"] = computed
            if self.flip(0.1):
                found["computed"]["moves_after_last_move"] = self.random.randint(0, 2)
        if self.flip(0.05):
            found["statistics"] = {"current_move": self.random.randint(1, 4)}
        return found

    def look(self, may_be_empty: bool) -> Config:
        found: Config = {}
        if self.flip(0.4):
            found["player"] = self.random.choice([*self.players, *([None] if may_be_empty else [])])
        if self.flip(0.3):
            found["figure"] = self.random.choice([*self.figures, *([None] if may_be_empty else [])])
        if self.flip(0.2):
            found["moves_made"] = self.random.randint(0, 2)
        if self.flip(0.05):
            found["last_move"] = self.random.randint(1, 3)
        if self.flip(0.25):
            x, y = self.random.randint(self.low - 1, self.low + self.width), self.random.randint(0, self.height)
            found["coordinates"] = {name: number for name, number in (("x", x), ("y", y)) if self.flip(0.6)}
        return found

    def complex(self) -> Config:
        parts = [{"figure": self.random.choice(self.figures), "coordinates_delta": self.vector()}]
        for _ in range(self.random.choice([0, 1, 1])):
            part = {"figure": self.random.choice(self.figures), "relative_position": self.vector()}
            if self.flip(0.6):
                part["coordinates_delta"] = self.vector()
            parts.append(part)
        for part in parts:
            part.update({name: True for name in ("also_reversed", "repeat") if self.flip(0.2)})
            if self.flip(0.5):
                part["cell_actions"] = {"destination": [self.set(self.actions())]}
        return {"figures": parts, "cell_actions": {"destination": [self.set(self.actions())]}}

    def check(self) -> Config:
        return {"entity": "cell", "filter": self.look(True), "type": "exists", "result": self.flip(0.3)}

    def states(self) -> Config:
        states = turns(self.players, self.flip(0.7))
        if self.flip(0.3):
            first = states[f"{self.players[0]}_to_move"]
            states["once_more"] = {**first, "parameters": {"player": self.random.choice(self.players)}}
            first["next"] = "once_more"
        return states
