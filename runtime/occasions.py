"""Telling after which moves of a game its rules have failed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from tilewright.model.diagnostics import ModelError, Occasion
from tilewright.runtime.move import Move


@contextmanager
def occasion(moves: Callable[[], Iterable[Move | str]]) -> Iterator[None]:
    """Tell in the ``occasion`` of a ``ModelError`` which moves were played before: *moves* returns them.

    An occasion that the error has already begins after them.
    """
    try:
        yield
    except ModelError as error:
        met = error.occasion or Occasion(())
        error.occasion = replace(met, moves=(*map(str, moves()), *met.moves))
        raise
