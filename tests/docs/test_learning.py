"""The program of docs/gymnasium.md that learns does so: it beats a random player nearly always in the end."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.support.places import DOCS
from tests.support.tools import need


@pytest.mark.prove
def test_reinforce_learns_to_beat_a_random_player() -> None:
    try:
        import gymnasium  # noqa: F401
    except ImportError:
        need(False, "gymnasium")
    text = (DOCS / "gymnasium.md").read_text("utf-8")
    found = re.search(r"<!-- file: reinforce.py -->\n```python\n(.*?)```", text, re.DOTALL)
    assert found is not None
    program: dict[str, Any] = {"__name__": "reinforce"}
    exec(found[1], program)
    program["learn"](700)
    assert program["share_won"](500) >= 0.9
