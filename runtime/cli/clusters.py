"""The option --scheduler: a cluster of Dask does the work instead of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tilewright.runtime.cli.common import fail

if TYPE_CHECKING:
    from concurrent.futures import Executor

F = TypeVar("F", bound=Callable[..., Any])

PATIENCE = 10
"""The seconds within which a scheduler must answer."""


def scheduler_option(function: F) -> F:
    """Add the option --scheduler."""
    meaning = "The Dask cluster that does the work, as tcp://host:8786; the results are the same."
    return click.option("--scheduler", metavar="ADDRESS", help=meaning)(function)


@contextmanager
def cluster(address: str | None) -> Iterator[Executor | None]:
    """Give the executor of the cluster at an address, or None without an address. Exits if no scheduler answers."""
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ModuleNotFoundError:
        fail("a cluster needs Dask; install it with: pip install 'distributed>=2024.8'", 2)
    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        fail(f"there is no scheduler at {address}: {error}", 2)
    with client:
        yield client.get_executor(pure=False)
