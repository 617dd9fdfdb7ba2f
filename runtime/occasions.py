"""Telling after which moves of a game its rules have failed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from tilewright.model.diagnostics import ModelError, Occasion
from tilewright.runtime.move import Move


@contextmanager
def occasion(moves: Callable[[], Iterable[Move]]) -> Iterator[None]:
    """Give a ``ModelError`` of the rules its ``occasion``, unless it has one; *moves* returns those played so far."""
    try:
        yield
    except ModelError as error:
        if error.occasion is None:
            error.occasion = Occasion(tuple(map(str, moves())))
        raise
