"""What all tests share."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

import tilewright
from tests.support.engines import ENGINES, SAMPLED, need
from tests.support.thinning import part_of
from tests.support.tools import OF_OTHERS, lack
from tilewright.runtime.engines.stopping import Stopped

# What tests start runs the same code as they do, whatever else is installed.
_SEARCHED = [str(Path(tilewright.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, _SEARCHED))

# No time is asserted anywhere, and a run finds the same as the one before; ``make prove`` looks elsewhere each time.
settings.register_profile(
    "tests", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("prove", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("TILEWRIGHT_PROFILE", "tests"))

SHARE = 32
"""One test of so many is run each time of those that are sampled."""

LONG = frozenset(Path(__file__).with_name("long.txt").read_text(encoding="utf-8").splitlines())
"""The tests of 0.4 seconds or more: one in twenty, which take two thirds of the time of all. ``pytest --durations=0
--durations-min=0.4`` lists them."""

QUICK = bool(os.environ.get("TILEWRIGHT_QUICK"))
"""Whether they are left out, as ``make test`` does where nobody has asked for all tests."""

# A shell lets what it starts in the background ignore Ctrl-C, which tests press.
signal.signal(signal.SIGINT, signal.default_int_handler)


PART = pytest.StashKey[tuple[int, int]]()
"""Which part of the tests is run, as ``part_of`` returns it."""


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Read which part is run, before there are processes that run it.

    No test fails for what stops work where Python finalises an object, and forgets it: it is raised again.
    """
    config.stash[PART] = part_of(os.environ.get("TILEWRIGHT_PART") or "1/1")
    usual = sys.unraisablehook
    sys.unraisablehook = lambda report: None if issubclass(report.exc_type, Stopped) else usual(report)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Skip a test, or let it fail, when it meets a library of others that is not installed."""
    try:
        return (yield)
    except ModuleNotFoundError as error:
        if error.name not in OF_OTHERS:
            raise
        lack(f"install the package {OF_OTHERS[error.name]} to run this test")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave most tests of one engine to the proofs, and all tests of other parts out, and perhaps the long ones."""
    for item in items:
        values = getattr(item, "callspec", None)
        if values is not None and SAMPLED in values.params.values() and _drawn(item.nodeid) % SHARE:
            item.add_marker(pytest.mark.prove)
    kept = [item for item in items if in_part(item.nodeid, config.stash[PART]) and not (QUICK and item.nodeid in LONG)]
    if len(kept) < len(items):
        others = set(items).difference(kept)
        config.hook.pytest_deselected(items=[item for item in items if item in others])
        items[:] = kept


def in_part(name: str, part: tuple[int, int]) -> bool:
    """Return whether the test of a name belongs to a part, as ``part_of`` returns it."""
    number, parts = part
    return _drawn(name) % parts == number


def _drawn(name: str) -> int:
    """Return a number for the name of a test that is the same in all processes."""
    return crc32(name.encode())


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Every engine in turn: a test of play is written once and runs for each of them."""
    name: str = request.param
    need(name)
    return name
