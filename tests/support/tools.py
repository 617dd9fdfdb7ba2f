"""Tools outside Python that some tests need."""

from __future__ import annotations

import os

import pytest


def need(found: bool, package: str) -> None:
    """Skip the test if a tool is missing, naming its package; fail instead where every tool must be there (CI=true)."""
    if found:
        return
    message = f"install the package {package} to run this test"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
