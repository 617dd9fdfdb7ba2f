"""Drawing a state from Python."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.commands import run
from tilewright import load, render


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ([], {}),
        (["--no-legal"], {"legal": False}),
        (["--no-coordinates"], {"coordinates": False}),
        (["--dark"], {"dark": True}),
        (["--viewer", "O"], {"viewer": 1}),
        (["--as", "text"], {"form": "text"}),
        (["--as", "text", "--viewer", "O"], {"form": "text", "viewer": 1}),
        (["--as", "html"], {"form": "html"}),
        (["--as", "html", "--viewer", "O", "--no-legal"], {"form": "html", "viewer": 1, "legal": False}),
    ],
)
def test_it_draws_what_the_command_draws(options: list[str], given: dict[str, Any]) -> None:
    game = load("phantom-tic-tac-toe")
    state = game.initial_state().play("a1")
    drawn = render(state, last=game.parse_move("a1"), **given)
    assert drawn == run("render", "phantom-tic-tac-toe", "--after", "a1", *options).stdout


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"form": "svgg"}, "did you mean 'svg'"),
        ({"form": "png"}, "there is no form 'png'"),
        ({"viewer": 7}, "7"),
        ({"theme": "Night"}, "there is no theme 'Night'"),
    ],
)
def test_what_there_is_not_is_a_value_error(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        render(load("tic-tac-toe").initial_state(), **given)
