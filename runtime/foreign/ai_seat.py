"""Seats for players of the ProjectLCore library: programs of a list, see ``ai_players``.

They speak the protocol of ``ai_player``.

As in the library, an illegal action is refused and is lost: the player does nothing, or ends the finishing touches. If
a chosen reward is not among the options, the player gets the first one. A program that crashes or is late has failed,
like any other program.
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
"""The greatest number of actions that a program may verify before one answer."""
_IDLE = ("nothing", "finish", "enough")
"""The moves that may replace an illegal action: the first that is legal is played."""


class AISeat:
    """A player of such a list as a guest of a match."""

    unfit = staticmethod(no_puzzles)

    def __init__(self, where: str, patience: float, log: Log = lambda way, line: None) -> None:
        """*where* is the file of a list, with the name of a player after ``#`` if it lists several.

        *patience* is how many seconds it has for an answer, unless the clock leaves less. ``ValueError`` if there is no
        such player.
        """
        file, _, name = where.partition("#")
        self._listed = called(Path(file), name)
        self._program = Lines(self._listed.command, log)
        self._patience = patience
        self._asked = 0
        self._plies: list[str] = []
        self._ply = -1

    def choose_in(self, session: Session, seat: int, left: float | None) -> str:
        """Return the next move of the current action, or of a new one. ``Failed`` if it does not answer in time.

        An action may be several moves; the program is asked again when all of them are played.
        """
        patience = self._patience if left is None else min(left, self._patience)
        end = time.monotonic() + patience
        table = Table(session.state, seat)
        if self._plies and len(session.moves) == self._ply:  # only moves of this action were played since
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
        """Start the program if it does not run, and send it ``init``."""
        game, path = session.game, self._listed.init_path
        if self._program.started():
            puzzles = puzzles_of(game)
            told = {"type": "init", "players": len(game.players), "puzzles": puzzles, "path": path}
            self._program.send(line_of(told))

    def _reward(self, table: Table, end: float, patience: float) -> str:
        """Return the move that takes the reward for the first finished puzzle. A single option is taken unasked."""
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
        """Send a question and return the value of *key* in its answer. Requests to verify actions are answered first.

        ``Failed`` if the program writes anything else, or does not answer in time.
        """
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
        """Tell the program why the last move was not played, and drop the rest of the action."""
        self._plies.clear()
        self._program.send(line_of({"type": "refused", "reason": reason}))

    def end(self, match: Match) -> None:
        """Tell the program the ranks of the players."""
        ranks = match.state.ranks
        self._program.send(line_of({"type": "end", "ranks": None if ranks is None else list(ranks)}))

    def close(self) -> None:
        """End the process."""
        self._program.close()
