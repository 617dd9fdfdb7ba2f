"""Seats for players of the ProjectLCore library: programs of a list, see ``ai_players``.

They speak as ``ai_player`` says.

As there, an action that is not legal is told and costs the action: nothing is done, or the finishing touches end. In
place of a reward that cannot be chosen it gets the first one. A program that crashes or is late has failed, as any
program has.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from tilewright.runtime.bots.messages import line_of
from tilewright.runtime.bots.process import Lines, Log
from tilewright.runtime.foreign.ai_players import called
from tilewright.runtime.foreign.puzzle_table import Table, no_puzzles, puzzles_of
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Failed
from tilewright.runtime.session import Session

MOST_ASKED = 10_000
"""The actions that may be verified in one turn."""
_IDLE = ("nothing", "finish", "enough")
"""The moves that are played in place of what is not legal."""


class AISeat:
    """Such a player as a guest of a match."""

    unfit = staticmethod(no_puzzles)

    def __init__(self, where: str, patience: float, log: Log = lambda way, line: None) -> None:
        """*where* is a list of players, with the name of one of them after ``#`` where there are several.

        *patience* is how many seconds it has for an answer, if no clock says less. ``ValueError`` if it cannot play.
        """
        file, _, name = where.partition("#")
        self._listed = called(Path(file), name)
        self._program = Lines(self._listed.command, log)
        self._patience = patience
        self._asked = 0
        self._plies: list[str] = []
        self._ply = -1

    def choose_in(self, session: Session, seat: int, left: float | None) -> str:
        """Return the next move of its action. ``Failed`` if it does not answer, or not in time."""
        patience = self._patience if left is None else min(left, self._patience)
        end = time.monotonic() + patience
        table = Table(session.state, seat)
        if self._plies and len(session.moves) == self._ply:  # nothing has happened but its own moves
            self._ply += 1
            return self._plies.pop(0)
        self._plies.clear()
        self._greet(session)
        if session.state.phase == "claiming":
            return self._reward(table, end, patience)
        found = self._wanted({"type": "action", "table": table.as_json()}, "action", table, end, patience)
        reason = table.verdict(found)
        if reason is None:
            self._plies = table.plies(found)
        else:
            self._program.send(line_of({"type": "refused", "reason": reason}))
            legal = [str(move) for move in session.state.legal_moves]
            self._plies = [next((move for move in _IDLE if move in legal), legal[0])]
        self._ply = len(session.moves) + 1
        return self._plies.pop(0)

    def _greet(self, session: Session) -> None:
        """Start the program if it does not run, and tell it what is played."""
        game, path = session.game, self._listed.init_path
        if self._program.started():
            puzzles = puzzles_of(game)
            told = {"type": "init", "players": len(game.players), "puzzles": puzzles, "path": path}
            self._program.send(line_of(told))

    def _reward(self, table: Table, end: float, patience: float) -> str:
        """Return what is chosen for the first puzzle that is full."""
        puzzle = next(table.rewards())[0]
        options = {piece: move for each, piece, move in table.rewards() if each == puzzle}
        if len(options) == 1:
            return next(iter(options.values()))
        question = {"type": "reward", "options": list(options), "puzzle": puzzle, "table": table.as_json()}
        found = self._wanted(question, "reward", table, end, patience)
        if not isinstance(found, str) or found not in options:
            reason = f"The reward is one of {', '.join(options)}."
            self._program.send(line_of({"type": "refused", "reason": reason}))
            return next(iter(options.values()))
        return options[found]

    def _wanted(self, question: dict[str, Any], key: str, table: Table, end: float, patience: float) -> object:
        """Return what it answers to a question, after all that it wants to know about actions."""
        self._asked += 1
        self._program.send(line_of({**question, "id": self._asked}))
        verified = 0
        for line in self._program.lines(end, patience):
            try:
                said = json.loads(line)
            except (ValueError, RecursionError):
                raise Failed("the answer is no JSON") from None
            if not isinstance(said, dict):
                raise Failed("the answer is no object of JSON")
            if "verify" in said and verified < MOST_ASKED:
                verified += 1
                self._program.send(line_of({"type": "verdict", "reason": table.verdict(said["verify"])}))
            elif said.get("id") == self._asked and key in said:
                return said[key]
            elif "id" not in said:
                raise Failed(f'an answer is {{"id": …, "{key}": …}}')
        raise AssertionError("lines end with an error")

    def refused(self, reason: str) -> None:
        """Hear why the last move was not played."""
        self._plies.clear()
        self._program.send(line_of({"type": "refused", "reason": reason}))

    def end(self, match: Match) -> None:
        """Hear how the match has ended."""
        ranks = match.state.ranks
        self._program.send(line_of({"type": "end", "ranks": None if ranks is None else list(ranks)}))

    def close(self) -> None:
        """Let it go."""
        self._program.close()
