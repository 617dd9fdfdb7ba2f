"""Processes that work for strangers: what they may take, and what comes of those that take more."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from tests.support.strangers import WORKS
from tilewright.runtime.web import children
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
    "burrow": ValueError,
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
    if TOO_MUCH[work] is ValueError and work != "burrow":  # that one has written two lines
        assert child.ask({"work": "echo", "say": "on"}, SECONDS) == {"said": "on"}


def test_it_may_not_leave_unread_what_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks would wait for ever, and hold what others wait for."""
    monkeypatch.setattr(children, "START", 0.0)
    slow = Child("tests.support.strangers")
    os.kill(slow.pid, signal.SIGSTOP)
    with pytest.raises(TimeoutError):
        slow.ask({"work": "echo", "say": "x" * 1_000_000}, 0.01)
    slow.end()
