"""The pictures of the gallery are current, and small."""

from __future__ import annotations

import pytest

from tests.docs import pictures_page
from tests.support.gallery import Example


def test_the_page_of_pictures_is_current() -> None:
    assert pictures_page.PAGE.read_text(encoding="utf-8") == pictures_page.page()


def test_there_is_a_picture_of_each_game_and_no_other() -> None:
    names = {f"{example}.svg" for example in pictures_page.shown()}
    assert {path.name for path in pictures_page.FOLDER.iterdir()} == names


@pytest.mark.parametrize("example", pictures_page.shown(), ids=str)
def test_the_picture_is_current_and_small(example: Example) -> None:
    drawn = (pictures_page.FOLDER / f"{example}.svg").read_text(encoding="utf-8")
    assert drawn == pictures_page.picture(example), "make docs draws it anew"
    assert len(drawn) <= 60_000
