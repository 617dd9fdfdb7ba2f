"""What the server describes of itself is asked in all ways, by a program that knows nothing else of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.support.servers import file_store

SLOW = ("/api/models", "/api/edit")
"""Where what is sent is looked at in another process."""


def ask_all_ways(operation: Any, times: int, name: str, secrets: list[str]) -> int:
    """Ask a route with what is described and with what is not; return how often. No answer is an error of the server.

    In half of all cases the name is one that is there, and the seat one that somebody holds.
    """
    asked = 0

    @settings(
        max_examples=times, deadline=None, database=None, phases=[Phase.generate], derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(), known=st.booleans(), secret=st.sampled_from(secrets))
    def ask(case: Any, known: bool, secret: str) -> None:
        nonlocal asked
        asked += 1
        if known and "name" in case.path_parameters:
            case.path_parameters["name"] = name
            case.headers["X-Seat"] = secret
        answer = case.call()
        assert answer.status_code < 500 or answer.status_code == 503, (case.as_curl_command(), answer.text)

    ask()
    return asked


def check_all_routes(folder: Path, times: int, slow: int) -> None:
    """Ask each route so many times, where it is *slow* not as often."""
    with catch_warnings():
        simplefilter("ignore")  # what others have not brought up to date yet
        import schemathesis

    from tilewright.runtime.store.store import Store
    from tilewright.runtime.web.app import create_app
    from tilewright.runtime.web.earlier import Earlier
    from tilewright.runtime.web.hall import Hall

    store = Store(file_store(folder))
    hall = Hall(store, ["tic-tac-toe", "pig"])
    match, seats = hall.create("tic-tac-toe", {})
    app = create_app(hall, (), Earlier(hall, "tic-tac-toe").add_to, 1e6)
    try:
        with catch_warnings():
            simplefilter("ignore")
            schema = schemathesis.openapi.from_asgi("/openapi.json", app)
            for result in schema.get_all_operations():
                operation = result.ok()
                name = "pig" if "/models/" in operation.path else match
                is_slow = operation.path in SLOW and operation.method.upper() == "POST"
                assert ask_all_ways(operation, slow if is_slow else times, name, [*seats.values()])
    finally:
        hall.close()
        store.close()


def test_no_route_fails(tmp_path: Path) -> None:
    check_all_routes(tmp_path, 3, 1)


@pytest.mark.prove
def test_no_route_fails_however_it_is_asked(tmp_path: Path) -> None:
    check_all_routes(tmp_path, 500, 20)
