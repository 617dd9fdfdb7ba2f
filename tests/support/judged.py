"""Random games of models of chance, rounds and hidden parts, which others have recorded, compared ply by ply.

In a folder ``second-half`` NAME.game is a model and NAME.jsonl.gz one game a line: its ``plies`` and ``returns``. At
nature's turn, ``p`` -1, a ply has the ``chance`` of each action; at that of a player the ``legal`` actions, and perhaps
``info``, a text that is equal for equal information sets of this player; where all players move at once, ``p`` "all",
the actions of each. ``move`` is what was played. An action is a number: of a cell row by row from the top, of an option
in the order of the model, of an amount from 1. Forced moves at the end of a game are left out.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tests.support.differential import Differs, Played, signs
from tilewright.metamodel.language import OptionFilter
from tilewright.model.objects import walk
from tilewright.runtime import Game, Move, load
from tilewright.runtime.session import Session

FOLDER = "second-half"


def judged(folder: Path) -> list[str]:
    """Return the names of the models with recorded games in a folder of references."""
    return sorted(path.stem for path in (folder / FOLDER).glob("*.game"))


def check_judged(folder: Path, name: str, engine: str, games: int | None = None) -> Played:
    """Play recorded games, all or the first ones; ``Differs`` names the first game and ply that do not agree."""
    return Judge(load(folder / FOLDER / f"{name}.game", engine)).judge(folder / FOLDER / f"{name}.jsonl.gz", games)


class Judge:
    """Compares a game with records, and what players know in one record with what they know in the others."""

    def __init__(self, game: Game) -> None:
        self._game = game
        options = (part.label for part in walk(game.document.root) if isinstance(part, OptionFilter))
        self._options = list(dict.fromkeys(options))
        self._theirs: dict[tuple[int, str], int] = {}
        self._ours: dict[tuple[int, int], str] = {}
        self._played = Played()

    def judge(self, records: Path, games: int | None = None) -> Played:
        """Compare the games of a file."""
        for number, record in enumerate(_records(records)):
            if number == games:
                break
            session = Session(self._game)
            for ply, expected in enumerate(record["plies"]):
                place = f"game {number}, ply {ply}: after {' '.join(map(str, session.moves)) or 'no move'}"
                self._ply(session, expected, f"{place}\n{session.state}")
            while len(session.state.legal_moves) == 1:
                session.play(session.state.legal_moves[0])
            state = session.state
            if not state.is_over or list(map(float, state.returns)) != record["returns"]:
                raise Differs(f"game {number}: over: {state.is_over}, {state.returns} and not {record['returns']}")
            self._played.games += 1
            self._played.outcomes[signs(state.returns)] += 1
        return self._played

    def _ply(self, session: Session, expected: dict[str, Any], place: str) -> None:
        state, mover = session.state, expected["p"]
        self._played.plies += 1
        if mover == -1:
            ours = {self._number(move): float(chance) for move, chance in state.chance_outcomes}
            _same(ours, dict(expected["chance"]), f"{place}\nthe chances")
            self._play(session, expected["move"])
            return
        if mover == "all":
            every = list(range(len(self._game.players)))
            _same([player.number for player in state.movers], every, f"{place}\nwho moves")
            for player, move in zip(every, expected["move"], strict=True):
                legal = expected["legal"][player]
                _same(self._numbers(state.legal_moves_of(player)), legal, f"{place}\nthe moves of {player}")
                _same(self._numbers(session.state.legal_moves), legal, f"{place}\nthe moves of {player} in turn")
                self._play(session, move)
            return
        _same(state.player.number, mover, f"{place}\nwho moves")
        _same(self._numbers(state.legal_moves), expected["legal"], f"{place}\nthe moves")
        if "info" in expected:
            theirs, ours = (mover, expected["info"]), (mover, session.information_key(mover))
            _same(self._theirs.setdefault(theirs, ours[1]), ours[1], f"{place}\nwhat the player knows there")
            _same(self._ours.setdefault(ours, theirs[1]), theirs[1], f"{place}\nwhat the player knows here")
        self._play(session, expected["move"])

    def _play(self, session: Session, number: int) -> None:
        session.play(next(move for move in session.state.legal_moves if self._number(move) == number))

    def _numbers(self, moves: Iterable[Move]) -> list[int]:
        return sorted(map(self._number, moves))

    def _number(self, move: Move) -> int:
        """Return the number of the action that a move is."""
        (step,) = move.steps
        if isinstance(step, str):
            return self._options.index(step) if step in self._options else int(step) - 1
        row, column, *zone = step
        names = self._game.names
        return row * (names.zones[zone[0] - 1].width if zone else names.width) + column


def _same(ours: object, theirs: object, what: str) -> None:
    if ours != theirs:
        raise Differs(f"{what}: {ours} in the model, {theirs} in the record")


def _records(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
