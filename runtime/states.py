"""The choice of the class of a game's states: with a record if a compiled engine plays, else with a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from tilewright.runtime.position import Position
from tilewright.runtime.position_state import PositionState
from tilewright.runtime.protocols import Engine
from tilewright.runtime.state import Game, State

if TYPE_CHECKING:
    from tilewright.runtime.engines.compiled import Compiled
    from tilewright.runtime.engines.recording import Records


@runtime_checkable
class Recorder(Protocol):
    """An engine whose states can hold records."""

    @property
    def recording(self) -> Compiled | None:
        """The compiled engine that defines the records; None as long as there is none."""


class States:
    """Makes the states of one game."""

    def __init__(self) -> None:
        self._records: Records[Game] | None = None
        self._first: State | None = None

    def first(self, game: Game) -> State:
        """Return the state in which the game starts. It is cached until another engine plays."""
        records = self._recorded(game)
        if self._first is None or isinstance(self._first, PositionState) != (records is None):
            self._first = self.of(game, game.engine.initial())
        return self._first

    def of(self, game: Game, position: Position) -> State:
        """Return the state with a position."""
        records = self._recorded(game)
        if records is None:
            return PositionState(game, position)
        from tilewright.runtime.record_state import RecordState

        return RecordState.of(records, position)

    def _recorded(self, game: Game) -> Records[Game] | None:
        if self._records is None:
            engine = _recording(game.engine)
            if engine is not None:
                from tilewright.runtime.engines.recording import Records

                self._records = Records(game, engine)
        return self._records


def _recording(engine: Engine) -> Compiled | None:
    return engine.recording if isinstance(engine, Recorder) else None
