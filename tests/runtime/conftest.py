"""What several tests of the runtime share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.postgres import postgres


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """Give the address of a PostgreSQL, which all tests share."""
    with postgres() as url:
        yield url
