"""Bounds on the work that something takes, which are the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TooMuchError(BaseException):
    """More functions were called than a test allows. No ``Exception``, so that nothing takes it for a failure."""


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Raise ``TooMuchError`` as soon as more functions of Python are called inside than this number."""
    left = calls

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal left
        if event == "call":
            left -= 1
            if left < 0:
                sys.setprofile(None)
                raise TooMuchError

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)
