"""The trail of a game that is being played: the moves so far, which an error of the rules tells."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from tilewright.model.diagnostics import ModelError, Occasion
from tilewright.model.nameless import nameless_label
from tilewright.runtime.move import notation
from tilewright.runtime.position import Identity, Position
from tilewright.runtime.protocols import Engine, Node


class Trail:
    """The moves that an engine has played from a position.

    As a context manager it gives a ``ModelError`` of the rules its ``occasion``, unless it has one.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._moves: list[Identity] = []
        self._played: Identity | None = None

    def play(self, node: Node, move: Identity) -> Node:
        """Return the node after a move of another one, which belongs to the trail from then on."""
        return self.engine.settle(self.take(node, move))

    def take(self, node: Node, move: Identity) -> Position:
        """Return the position after a move of a node, without looking for its moves; else the same as ``play``."""
        self._played = move
        after = self.engine.take(node, move)
        self._moves.append(move)
        self._played = None
        return after

    def take_back(self) -> None:
        """Take the last move out of the trail."""
        self._moves.pop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(error, ModelError) and error.occasion is None:
            error.occasion = Occasion(self.told(), None if self._played is None else self._in_words(self._played))

    def told(self) -> tuple[str, ...]:
        """Return the moves in notation."""
        return tuple(map(self._in_words, self._moves))

    def _in_words(self, move: Identity) -> str:
        tables = self.engine.tables
        steps = (tables.cells.places[step] if isinstance(step, int) else step for step in move)
        return notation(steps, tables.height, nameless_label(tables.game), tables.grids)
