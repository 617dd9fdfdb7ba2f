"""Configurations play as a referee says that plays the JSON itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.model.foreign.constructor.configurations import arbitrary, cubes, skirmish
from tests.support.constructor_referee import Referee, document_of, follow, game_of
from tests.support.differential import Differs
from tilewright.model.diagnostics import has_errors
from tilewright.model.document import Syntax
from tilewright.model.files import read_text, write
from tilewright.model.validation import validate
from tilewright.runtime import load


@pytest.mark.parametrize("quirks", [True, False])
@pytest.mark.parametrize("seed", range(2))
def test_a_game_with_everything_plays_as_its_configuration(quirks: bool, seed: int) -> None:
    assert follow(skirmish(), seed, 50, quirks=quirks).plies > 10


def test_three_dimensions_and_three_players(engine: str) -> None:
    assert sum(follow(cubes(), seed, 40, engine=engine).plies for seed in range(3)) > 20


@pytest.mark.parametrize("seed", [*range(15, 38), 322, 946])
def test_random_configurations(seed: int) -> None:
    follow(arbitrary(seed), seed, 15, quirks=seed % 3 > 0)


@pytest.mark.prove
@pytest.mark.parametrize("start", range(100, 1_100, 100))
def test_more_random_configurations(start: int) -> None:
    played = [
        follow(arbitrary(seed), seed, 30, quirks=quirks) for seed in range(start, start + 100) for quirks in (1, 0)
    ]
    print(f"{sum(each.games for each in played)} games, {sum(each.plies for each in played)} plies")


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(5_000, 5_010))
def test_random_configurations_on_all_engines(seed: int, engine: str) -> None:
    follow(arbitrary(seed), seed, 20, engine=engine)


def test_the_referee_is_asked() -> None:
    """What compares the two does notice a rule that differs."""
    config = skirmish()
    changed = skirmish()
    changed["figures"]["guard"]["movement"].pop()
    changed["figures"]["lord"]["movement"].pop()
    referee = Referee(changed)
    assert referee.legal().keys() != Referee(config).legal().keys()
    with pytest.raises(Differs, match="only the model"):
        _beside(config, referee)


def _beside(config: dict[str, Any], referee: Referee) -> None:
    from tests.support import constructor_referee

    class Other(Referee):
        def __init__(self, config: dict[str, Any], quirks: bool = True) -> None:
            super().__init__(referee.config, quirks)

    original = constructor_referee.Referee
    constructor_referee.Referee = Other  # type: ignore[misc]
    try:
        follow(config, 1, 5)
    finally:
        constructor_referee.Referee = original  # type: ignore[misc]


@pytest.mark.parametrize("config", [skirmish(), cubes()], ids=["skirmish", "cubes"])
def test_what_is_written_out_is_the_same_game(config: dict[str, Any]) -> None:
    document = document_of(config)
    for syntax in (Syntax.GAME, Syntax.XMI, Syntax.BGDSL):
        again = read_text(write(document, syntax), f"again.{syntax.value}")
        assert not again.diagnostics
        assert write(again, Syntax.XMI) == write(document, Syntax.XMI)


def test_places_lead_into_the_configuration() -> None:
    document = document_of(skirmish())
    columns = {name: str(document.places.of(piece)) for name, piece in ((p.name, p) for p in document.root.pieces)}
    assert len({*columns.values()}) == 5
    assert all(place.startswith("configuration.json:1:") for place in columns.values())
    assert not [each for each in validate(document) if each.code not in ("without-counterpart", "unreachable-phase")]


def test_figures_with_quirks_or_without() -> None:
    """A figure moves onto its own side only if quirks are kept, or if that is taken first."""
    config = skirmish()
    for actions, counts in ((["move"], (1, 0)), (["take", "move"], (1, 1))):
        config["figures"]["guard"]["cell_actions"]["destination"] = [{"actions": actions}]
        config["initial_position"] = {"red": {"guard": [{"a": -2, "b": 10}], "page": [{"a": 0, "b": 11}]}}
        for quirks, count in zip((True, False), counts, strict=True):
            moves = game_of(config, quirks, "interpreter").initial_state().legal_moves
            assert [str(move) for move in moves].count("a5-c4") == count


NAMES = [
    ("own", "enemy", "empty", "Board", "from"),
    ("made", "current", "state", "quirks", "none"),
    ("a b", "a_b", "a-b", "a.b", "_"),
    ("король", "ферзь", "Ω", "é", "x"),
    ("1", "22", "3x3", "!", "‮"),
    ("Cell", "Empty", "Game", "Piece", "Filter"),
    ("a" * 300, "a" * 299, "if", "or", "at"),
    ('"', "'", "//", "/*", "}"),
    ("ab", "a", "bc", "c", "b"),
]


@pytest.mark.parametrize("names", NAMES, ids=lambda names: names[0][:8])
def test_things_may_be_called_as_one_likes(names: tuple[str, ...]) -> None:
    """Figures, players, states and the game: names that mean something in the notation change nothing of the game."""
    old = ("page", "lord", "raider", "archer", "guard")
    text = json.dumps(skirmish())
    for before, after in [*zip(old, names, strict=True), ("red", names[1]), ("blue", names[0]), ("skirmish", names[2])]:
        text = text.replace(json.dumps(before), json.dumps(after))
    for before, after in (("red_check", names[0]), ("blue_to_move", names[1]), ("red_has_won", names[2])):
        text = text.replace(json.dumps(before), json.dumps(after))
    document = read_text(text, "named.json")
    assert not has_errors(validate(document)), list(map(str, document.diagnostics))
    again = read_text(write(document, Syntax.GAME), "named.game")
    assert write(again, Syntax.XMI) == write(document, Syntax.XMI)
    known = load(document_of(skirmish()), "interpreter").initial_state()
    assert {str(move) for move in load(document, "interpreter").initial_state().legal_moves} == {
        str(move) for move in known.legal_moves
    }
