"""Maps and tutorials of the sl-hackathon-2026 game become models that extend harvest."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.independent.harvest import BASES, SIDE, WALLS
from tests.support.harvests import imported, units_of
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.model.foreign.placed_json import Plain, offset_inside
from tilewright.model.validation import validate
from tilewright.runtime import Game, load, perft


def game_of(arena: str, engine: str = "interpreter", **entries: Any) -> Game:
    text = json.dumps({"arena": arena, "foodScarcity": 1.0, **entries})
    document = read_text(text, "map.json")
    assert validate(document) == []
    return load(document, engine)


def moves(game: Game, line: str) -> Any:
    state = game.initial_state()
    for move in line.split():
        state = state.play(move)
    return state


def of_gallery() -> str:
    """Return the arena on which harvest of the gallery is played, with the bases in another order."""
    tokens = {cell: f"b{number}" for number, cell in enumerate(BASES, 4)} | dict.fromkeys(WALLS, "#")
    return "\n".join("".join(tokens.get((x, y), ".") for x in range(SIDE)) for y in range(SIDE))


def test_the_map_of_the_gallery_is_its_game(engine: str) -> None:
    """Random games with the same draws go alike; the chances of food are told in finer parts."""
    game = load(read_text(json.dumps({"arena": of_gallery(), "foodScarcity": 0.33}), "map.json"), engine)
    gallery = load("harvest", engine)
    assert perft(game.initial_state(), 2) == perft(gallery.initial_state(), 2)
    random = Random(5)
    ours, theirs = game.initial_state(), gallery.initial_state()
    for _ in range(60):
        if theirs.is_over:
            break
        named = {str(move) for move in theirs.legal_moves}
        assert {str(move) for move in ours.legal_moves} == named
        if theirs.is_chance:
            chances = {str(move): chance for move, chance in ours.chance_outcomes}
            assert chances == {str(move): chance for move, chance in theirs.chance_outcomes}
        move = random.choice(sorted(named))
        ours, theirs = ours.play(move), theirs.play(move)
        assert units_of(ours) == units_of(theirs)


FACTS = {
    "two meet": (". b1 p1 . p2 b2", "none c1-d1 end none e1-d1 end", {"Red BASE b1", "Blue BASE f1"}),
    "two of a side stay": ("b1 p1 . p1 b2 p2", "none b1-c1 d1-c1 end", {"Red BASE a1", "Red PAWN c1 2", "Blue BASE e1", "Blue PAWN f1"}),
    "a wall stops": ("b1 p1 # b2 p2", "none", {"Red BASE a1", "Red PAWN b1", "Blue BASE d1", "Blue PAWN e1"}),
    "bases by number": ("b9 . b3 .", "none", {"Red BASE c1", "Red PAWN d1", "Blue BASE a1", "Blue PAWN b1"}),
    "beside a wall": ("b1 # . b2", "none", {"Red BASE a1", "Red PAWN a1", "Blue BASE d1", "Blue PAWN d1"}),
    "food": ("b1 p1 f b2 p2", "none b1-c1 end", {"Red BASE a1", "Red PAWN a1", "Red PAWN c1", "Blue BASE d1", "Blue PAWN e1"}),
}  # fmt: skip


@pytest.mark.parametrize(("arena", "line", "units"), FACTS.values(), ids=list(FACTS))
def test_what_a_map_shows_is_played(arena: str, line: str, units: set[str]) -> None:
    told = {
        " ".join(map(str, [*unit, *([number] if number > 1 else [])]))
        for unit, number in units_of(moves(game_of(arena), line)).items()
    }
    assert told == units


def test_walls_refuse() -> None:
    state = moves(game_of("b1 p1 # b2 p2"), "none")
    assert [str(move) for move in state.legal_moves] == ["b1-a1", "end"]


@pytest.mark.parametrize(
    ("end", "line", "over"),
    [
        ({"type": "PLAYER_UNITS_AT_LEAST", "minUnits": 3}, "none b1-c1 end", (1,)),
        ({"type": "PLAYER_UNITS_AT_LEAST", "minUnits": 4}, "none b1-c1 end", None),
        ({"type": "PLAYER_UNITS_AT_LEAST", "minUnits": 4, "maxTurns": 2}, "none b1-c1 end none end", (-1,)),
        ({"type": "PLAYER_UNITS_AT_LEAST", "minUnits": 4, "maxTurns": 3}, "none b1-c1 end none end", None),
        ({"type": "ANY_PLAYER_UNIT_IN_RECT", "corner1": {"x": 3, "y": 0}, "corner2": {"x": 2, "y": 0}}, "none b1-c1 end", (1,)),
        ({"type": "ANY_PLAYER_UNIT_IN_RECT", "corner1": {"x": 3, "y": 0}, "corner2": {"x": 3, "y": 0}}, "none b1-c1 end", None),
        ({"type": "ANY_PLAYER_UNIT_IN_RECT", "corner1": {"x": 0, "y": 0}, "corner2": {"x": 0, "y": 0}}, "none end", (1,)),
    ],
)  # fmt: skip
def test_tutorials_end(end: dict[str, Any], line: str, over: tuple[int, ...] | None) -> None:
    state = moves(game_of("b1 p1 f . #", gameEnd=end), line)
    assert (state.returns if state.is_over else None) == over


@pytest.mark.parametrize("arena", ["b1 p1 . . b2 p2", "b1 p1 . ."])
def test_food_grows_when_it_is_told(arena: str) -> None:
    end = {} if "b2" in arena else {"gameEnd": {"type": "PLAYER_UNITS_AT_LEAST", "minUnits": 9}}
    document = read_text(
        json.dumps({"arena": arena + " #", "foodScarcity": 1, "foodSpawn": {"1": {"x": 3, "y": 0}}, **end}), "m"
    )
    state = load(document, "interpreter").initial_state()
    for turn in range(3):
        assert (str(state["d1"]) == "f") == (turn == 2), turn
        state = state.play("none").play("end")


def test_food_always_grows_until_the_board_is_full() -> None:
    state = load(read_text('{"arena": "b1 . . b2 .", "foodScarcity": 0}', "m"), "interpreter").initial_state()
    assert [str(move) for move in state.legal_moves] == ["c1"]
    state = state.play("c1").play("end")
    assert [str(move) for move in state.legal_moves] == ["full"]


def test_settings_are_kept_and_written_out() -> None:
    text = '{"arena": "b1.b2.", "foodScarcity": 0.125, "turnTimeLimit": 900, "fogOfWar": true}'
    document = read_text(text, "map.json")
    chosen = {parameter.name: parameter.value for parameter in document.game.parameters}
    assert (chosen["scarcity"], chosen["turnLimitMs"], chosen["fogOfWar"]) == ("125000", "900", "true")
    for syntax in (Syntax.GAME, Syntax.XMI):
        again = read_text(write(document, syntax), f"again.{syntax.value}")
        assert write(again, Syntax.XMI) == write(document, Syntax.XMI)


def test_food_may_grow_too_often_to_be_read() -> None:
    text = json.dumps(
        {"arena": "b1.b2.", "foodScarcity": 0.5, "foodSpawn": {str(turn): {"x": 1, "y": 0} for turn in range(200)}}
    )
    (found,) = read_text(text, "map.json").diagnostics
    assert found.code == "too-large" and (found.place.line, found.place.column) == (1, 1)
    assert "the rules of this map become longer than is read: the chain is nested" in found.message


def test_units_of_a_list_become_a_map(engine: str) -> None:
    units: list[list[Any]] = [[1, "Red", "BASE", 1, 1], [2, "Red", "PAWN", 3, 1], [3, "Blue", "BASE", 4, 2]]
    units += [[4, "Blue", "PAWN", 5, 2], [9, "null", "FOOD", 3, 2]]
    assert sorted(units_of(imported(units, engine).initial_state())) == [
        ("Blue", "BASE", "e8"), ("Blue", "PAWN", "f8"), ("Red", "BASE", "b9"), ("Red", "PAWN", "d9"), ("null", "FOOD", "d8"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ['"abc"', r'"a\nbc"', r'"\u0061\ud83c\udfb2\"\\c"', '"\\\\"'])
def test_every_character_of_a_text_is_found(text: str) -> None:
    value = json.loads(text)
    starts = [offset_inside(text, Plain(0, value), index) for index in range(len(value))]
    parts = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text) - 1], strict=True)]
    assert [json.loads(f'"{part}"') for part in parts] == list(value)


@pytest.mark.parametrize(
    ("arena", "message"),
    [
        (". " * 200 + ("\n" + ". " * 200) * 200, "1 to 64 rows and columns, not 201 and more than 64"),
        (". " * 64 + ("\n" + ". " * 64) * 64, "1 to 64 rows and columns, not 65 and 64"),
        ("b1 p1 .", "a map has two bases, such as b1 and b2, or with one base the key 'gameEnd'; here are 1"),
        (". . .", "or with one base the key 'gameEnd'; here are none"),
    ],
)
def test_what_an_arena_lacks_or_has_too_much_of(arena: str, message: str) -> None:
    (found,) = read_text(json.dumps({"arena": arena, "foodScarcity": 1}), "m.json").diagnostics
    assert found.message.endswith(message)
