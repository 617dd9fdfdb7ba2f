"""Choosing: parameters, variants, and the games that come of them."""

from __future__ import annotations

import pytest

from tests.support.commands import run
from tests.support.engines import ENGINES, need
from tests.support.places import GALLERY
from tests.support.thinning import diagonal
from tilewright.model.choosing import NoChoice, choose, in_domain
from tilewright.model.files import read, read_text
from tilewright.runtime import Game, load, perft, playout

SAME = [
    ({}, "othello"),
    ({"diagonals": "no"}, "othello-orthogonal"),
    ({"capture": "adjacent"}, "othello-adjacent"),
    ({"obliged": "no"}, "othello-free"),
    ({"goal": "least"}, "othello-least"),
    ({"moves": "2"}, "othello-two-moves"),
]


def lines(game: Game, seeds: int) -> list[tuple[str, tuple[float, ...]]]:
    """Return the boards and results at the end of random games."""
    ends = [playout(game, seed) for seed in range(seeds)]
    return [(str(end), end.returns) for end in ends]


@pytest.mark.parametrize(("choice", "engine"), diagonal({choice[1]: choice for choice in SAME}, ENGINES))
def test_a_choice_is_the_game_that_was_written_so(choice: tuple[dict[str, str], str], engine: str) -> None:
    need(engine)
    settings, other = choice
    chosen, written = load("othello-choices", engine, settings=settings), load(other, engine)
    depth = 2 if other in ("othello-free", "othello-adjacent") else 4
    counts = [perft(game.initial_state(), depth) for game in (chosen, written)]
    assert counts[0] == counts[1]
    assert lines(chosen, 3) == lines(written, 3)


def test_a_variant_is_its_settings(engine: str) -> None:
    rapid = load("othello-choices", engine, variant="Rapid")
    assert lines(rapid, 3) == lines(load("othello-two-moves", engine), 3) != lines(load("othello", engine), 3)
    both = load("othello-choices", engine, variant="Rapid", settings={"diagonals": "no"})
    assert perft(both.initial_state(), 2) == 8 and lines(both, 2) != lines(rapid, 2)


def test_single_choices_go_before_those_of_a_variant(engine: str) -> None:
    game = load("othello-choices", engine, variant="Rapid", settings={"moves": "1"})
    assert lines(game, 2) == lines(load("othello", engine), 2)


def test_a_model_that_is_given_is_not_changed() -> None:
    document = read_text(
        "game Mine extends othello-choices {\n}".replace("othello-choices", '"othello-choices"'), "m.game"
    )
    chosen = load(document, settings={"moves": "3"})
    assert {p.name: p.value for p in document.root.parameters}["moves"] == "1"
    assert {p.name: p.value for p in chosen.document.root.parameters}["moves"] == "3"


WRONG = [
    ("Rapd", {}, "there is no variant 'Rapd'; did you mean 'Rapid'?"),
    (None, {"move": "2"}, "there is no parameter 'move'; did you mean 'moves'?"),
    (None, {"moves": "4"}, "'4' cannot be chosen for moves: a number from 1 to 3"),
    (None, {"capture": "adjcent"}, ": one of sandwich, adjacent; did you mean 'adjacent'?"),
    (None, {"moves": "two"}, "'two' cannot be chosen for moves"),
    (None, {"capture": "all"}, "'all' cannot be chosen for capture: one of sandwich, adjacent"),
]


@pytest.mark.parametrize(("variant", "settings", "message"), WRONG, ids=[row[2][:30] for row in WRONG])
def test_what_cannot_be_chosen(variant: str | None, settings: dict[str, str], message: str) -> None:
    root = read(GALLERY / "othello" / "othello-choices.xmi").root
    before = [p.value for p in root.parameters]
    with pytest.raises(NoChoice) as caught:
        choose(root, variant, {"diagonals": "no", **settings})
    assert message in str(caught.value)
    assert [p.value for p in root.parameters] == before


def test_a_game_without_choices() -> None:
    with pytest.raises(NoChoice, match="the game has no variants"):
        load("othello", variant="Rapid")


@pytest.mark.parametrize(
    ("low", "high", "value", "holds"),
    [
        (1, 3, "1", True), (1, 3, "3", True), (1, 3, "0", False), (1, 3, "", False), (1, 3, "1.0", False),
        (None, 3, "-999", True), (None, 3, "4", False), (1, None, "999999999", True), (1, None, "9999999999", False),
        (1, None, "٣", False), (None, None, "anything", True),
    ],
)  # fmt: skip
def test_domains(low: int | None, high: int | None, value: str, holds: bool) -> None:
    root = read_text('game A extends othello {\n  parameter p run = "x"\n}', "a.game").root
    parameter = root.parameters[0]
    parameter.min, parameter.max = low, high
    assert in_domain(parameter, value) is holds


def test_the_command_line_chooses() -> None:
    assert run("perft", "othello-choices", "4", "--set", "diagonals=no").stdout == "44\n"
    assert run("perft", "othello-choices", "4", "--variant", "Classic").stdout == "244\n"
    for arguments, message in [
        (("--set", "diagonals"), "NAME=VALUE"),
        (("--set", "diagonals=maybe"), "one of yes, no"),
        (("--variant", "Rapd"), "did you mean 'Rapid'?"),
    ]:
        result = run("moves", "othello-choices", *arguments)
        assert result.exit_code == 2 and message in result.stderr
