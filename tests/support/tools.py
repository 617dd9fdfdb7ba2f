"""What some tests need beside tilewright: without it they are skipped, and fail where everything has to be there."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

OF_OTHERS = {
    "alembic": "alembic", "chess": "chess", "distributed": "distributed", "fastapi": "fastapi", "gymnasium": "gymnasium",
    "httpx": "httpx", "jinja2": "jinja2", "lsprotocol": "pygls", "markdown_it": "markdown-it-py", "numpy": "numpy", "open_spiel": "open_spiel", "pettingzoo": "pettingzoo",
    "playwright": "playwright", "psycopg": "psycopg", "pygls": "pygls", "pyffish": "pyffish", "pyspiel": "open_spiel", "pyte": "pyte", "sgfmill": "sgfmill", "pytest_lsp": "pytest-lsp", "schemathesis": "schemathesis",
    "sqlalchemy": "sqlalchemy", "uvicorn": "uvicorn", "wasmtime": "wasmtime", "websockets": "websockets",
}  # fmt: skip
"""Libraries that tests import, by the name of the module: the package to install."""


def lack(missing: str) -> NoReturn:
    """Skip the test, saying what is missing; fail instead where everything has to be there (CI=true)."""
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)


def need(found: bool, package: str) -> None:
    """Skip, or fail, unless a tool was found; *package* is what to install."""
    if not found:
        lack(f"install the package {package} to run this test")
