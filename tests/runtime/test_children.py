"""Processes that work for strangers: what they may take, and what comes of those that take more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.strangers import WORKS
from tilewright.runtime.web.children import Child

SECONDS = 60.0
"""The processor time of an answer that takes next to none."""

TOO_MUCH: dict[str, type[Exception]] = {
    "reckon": ConnectionError,
    "hoard": ValueError,
    "nest": ValueError,
    "open": ConnectionError,
    "talk": TimeoutError,
    "mumble": ValueError,
}
"""What is told of those that take more than they may. Who has given an answer, if none that counts, goes on."""


@pytest.fixture
def child() -> Iterator[Child]:
    found = Child("tests.support.strangers")
    yield found
    found.end()


def test_it_answers_whatever_is_said(child: Child) -> None:
    for said in ("a", "\n", "ä\0\ud800", "x" * 1_000_000):  # the last one is more than a pipe holds
        assert child.ask({"work": "echo", "say": said}, SECONDS) == {"said": said}


@pytest.mark.parametrize("work", [work for work in WORKS if work != "echo"])
def test_it_may_take_no_more_than_it_is_given(work: str, child: Child) -> None:
    with pytest.raises(TOO_MUCH[work]):
        child.ask({"work": work, "say": ""}, 0.2 if work == "reckon" else SECONDS)
    if TOO_MUCH[work] is ValueError:
        assert child.ask({"work": "echo", "say": "on"}, SECONDS) == {"said": "on"}
