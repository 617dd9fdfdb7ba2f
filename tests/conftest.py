"""What all tests share."""

from __future__ import annotations

import pytest

from tests.engines import ENGINES


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Every engine in turn: a test of play is written once and runs for each of them."""
    name: str = request.param
    return name
