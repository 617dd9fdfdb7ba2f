"""Titles of games for readers."""

from __future__ import annotations

import pytest

from tilewright.model.titles import titled


@pytest.mark.parametrize(
    ("names", "title"),
    [
        ("RisingTide rising-tide", "Rising Tide"),
        ("ProjectL project-l", "Project L"),
        ("LinesOfAction lines-of-action", "Lines of Action"),
        ("Go19x19 go-19x19", "Go 19x19"),
        ("OthelloCircle16x16 othello-circle-16x16", "Othello Circle 16x16"),
        ("YSwap y-swap", "Y Swap"),
        ("Y y", "Y"),
        ("OfMice of_mice", "Of Mice"),
        ("XMLGame", "XML Game"),
        ("--", "--"),
        ("<b>no-name</b>", "<b>no-name</b>"),
    ],
)
def test_the_title_of_a_game(names: str, title: str) -> None:
    assert {titled(name) for name in names.split()} == {title}
