"""Configurations that would take long, or become long, are refused with a place; nothing takes more than its share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.model.foreign.constructor.configurations import ENEMY, FREE, STOPPED, lost, skirmish, turns, when
from tests.support.constructor_referee import document_of
from tilewright.model.files import read_text
from tilewright.model.validation import validate

Config = dict[str, Any]


def plain(cells: list[tuple[int, int]], figure: Config) -> Config:
    """Return a game of one kind of figures."""
    return {
        "name": "plain",
        "players": ["a", "b"],
        "cell": {"coordinates_names": ["x", "y"]},
        "board": {"cells": [{"x": x, "y": y} for x, y in cells]},
        "figures": {"stone": figure},
        "initial_position": {"a": {"stone": [dict(zip("xy", cells[0], strict=True))]}},
        "win_conditions": {"a": [lost("b", "stone")]},
        "game_states": turns(["a", "b"], checked=False),
        "initial_game_state": "a_to_move",
    }


def far(vectors: int, length: int) -> Config:
    """Return figures that fly over holes, told cell by cell."""
    acts = {"destination": [when(FREE, "move")], "transition": [when(ENEMY, "take")]}
    movement = [{"x": n + 1, "repeat": True, "also_reversed": True, "cell_actions": acts} for n in range(vectors)]
    return plain([*((x, 0) for x in range(length) if x != length // 2), (0, 1)], {"movement": movement})


def cases(sets: int, conditions: int) -> Config:
    found = [
        when([{"self": {"moves_made": n * conditions + m}, "target": {"coordinates": {"x": m}}} for m in range(conditions)], "move")
        for n in range(sets)
    ]  # fmt: skip
    return plain([(0, 0), (1, 0)], {"movement": [{"x": 1}], "cell_actions": {"destination": found}})


def states(count: int, kind: str) -> Config:
    """Return many states that follow each other without a move."""
    config = plain([(0, 0), (1, 0)], {"movement": [{"x": 1}]})
    found: Config = {"a_to_move": {"type": "move", "parameters": {"player": "a"}, "next": "s0"}, "end": {"type": "end"}}
    for number in range(count):
        following = f"s{number + 1}" if number < count - 1 else "a_to_move"
        found[f"s{number}"] = {"type": "next_move", "next": following}
        if kind == "check_win":
            branches = [{"state": following, "if": [{"result": True}]}, {"state": following}]
            found[f"s{number}"] = {"type": kind, "parameters": {"player": "a"}, "next": branches}
        if kind == "move":
            found[f"s{number}"] = {"type": kind, "parameters": {"player": "b"}, "next": following}
    return {**config, "game_states": found, "initial_game_state": "a_to_move"}


def together(count: int, parts: int) -> Config:
    acts = {
        "destination": [when(FREE, "move"), when(ENEMY, "take", "move"), when([{"self": {"moves_made": 3}}], "swap")]
    }
    part = {"figure": "stone", "coordinates_delta": {"x": 1}, "repeat": True}
    figures = [{**part, "relative_position": {"x": number}} for number in range(parts)]
    config = plain([(x, 0) for x in range(20)], {"movement": [{"y": 1}]})
    return {**config, "complex_movement": [{"figures": figures, "cell_actions": acts}] * count}


LARGE: dict[str, Callable[[], Config]] = {
    "cells that lie far apart": lambda: plain([(0, 0), (900_000, 900_000)], {"movement": [{"x": 1}]}),
    "ways that are told cell by cell": lambda: far(20, 600),
    "conditions": lambda: cases(1, 3_000),
    "sets of actions": lambda: cases(2_000, 1),
    "sets of conditions": lambda: cases(60, 60),
    "checks in a row": lambda: states(2_000, "check_win"),
    "checks that branch": lambda: states(35, "check_win"),
    "states in a row": lambda: states(3_000, "next_move"),
    "moves": lambda: states(2_000, "move"),
    "figures that act together": lambda: together(1, 12),
    "complex movements": lambda: together(1_000, 3),
    "kinds of figures": lambda: {**skirmish(), "figures": {f"f{number}": {} for number in range(65)}},
}


@pytest.mark.parametrize("name", LARGE)
def test_what_is_too_large_is_told(name: str) -> None:
    document = document_of(LARGE[name]())
    assert document.root is None
    assert "too-large" in {found.code for found in document.diagnostics}


def test_large_games_are_read() -> None:
    """Limits leave room: a board of 100 by 100, on which eighty vectors lead to everywhere."""
    acts = {"destination": [when(FREE, "move")], "transition": [when(STOPPED, "cancel")]}
    movement = [{"x": n % 9 + 1, "y": n // 9 + 1, "repeat": True, "also_reversed": True} for n in range(80)]
    config = plain([(x, y) for x in range(100) for y in range(100)], {"movement": movement, "cell_actions": acts})
    assert validate(document_of(config)) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 100_000, "nesting-too-deep"),
        ('{"a":' * 100_000, "nesting-too-deep"),
        ("[" + "1," * 400_000 + "1]", "too-large"),
        ('{"figures": ' + "9" * 1_000_000 + "}", "bad-value"),
        ('{"figures": "' + "x" * 1_000_000, "bad-token"),
        ('{"figures": -' + "0" * 1_000_000 + "}", "bad-token"),
        ("{" + ", ".join(f'"{number}": 1' for number in range(50_000)) + ', "figures": {}}', "missing-feature"),
        ('{"figures": {}, ' + ", ".join('"players": []' for _ in range(1_000)) + "}", "duplicate-feature"),
    ],
)
def test_texts_that_are_no_game_are_read_in_bounds(text: str, code: str) -> None:
    document = read_text(text, "m.json")
    assert document.root is None
    assert code in {found.code for found in document.diagnostics}
    assert json.dumps([str(found) for found in document.diagnostics[:5]])


def test_what_is_missing_is_told_in_order() -> None:
    config = {**plain([(0, 0)], {}), "cell": {"coordinates_names": ["x", "y"], "position": {}}}
    found = validate(read_text(json.dumps(config), "a.json"))
    assert [word for one in found for word in ("'x'", "'y'") if "position" in one.message and word in one.message] == [
        "'x'",
        "'y'",
    ]


def test_the_initial_state_is_called_by_its_key() -> None:
    config = {**plain([(0, 0)], {}), "initial_game_state": None}
    found = validate(read_text(json.dumps(config), "a.json"))
    assert "initial_game_state is a text, not null" in [one.message for one in found]
