"""What all tests share."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import tilewright
from tests.support.engines import ENGINES, need

# What tests start runs the same code as they do, whatever else is installed.
_SEARCHED = [str(Path(tilewright.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, _SEARCHED))

# No time is asserted anywhere, and a run finds the same as the one before; ``make prove`` looks elsewhere each time.
settings.register_profile("tests", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("prove", deadline=None, max_examples=1000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("TILEWRIGHT_PROFILE", "tests"))

# A shell lets what it starts in the background ignore Ctrl-C, which tests press.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """Every engine in turn: a test of play is written once and runs for each of them."""
    name: str = request.param
    need(name)
    return name
