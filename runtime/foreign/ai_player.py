"""The base class of a program that plays games with puzzles, with the three methods of the ProjectLCore library.

It runs in its own process and needs no game engine, and this module imports only the standard library:

    from tilewright.runtime.foreign.ai_player import AIPlayer

    class Patient(AIPlayer):
        def get_action(self, table, verifier):
            first = next(iter(table["rows"]["white"]), None)
            return {"take": first} if verifier({"take": first}) is None else {"nothing": True}

    if __name__ == "__main__":
        Patient().run()

``puzzle_table`` describes the table and the actions. The table is a copy: changing it does not change the game.

Messages are lines of JSON with a ``type``. ``init`` comes first. ``action`` and ``reward`` have an ``id``; the answer
is ``{"id": …, "action": …}`` or ``{"id": …, "reward": …}``. Before it, the program may send ``{"verify": ACTION}`` and
is told ``{"type": "verdict", "reason": …}``, with null for a legal action. ``refused`` and ``end`` need no answer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO, TypeAlias

Table: TypeAlias = dict[str, Any]
"""The game as a player sees it, as JSON: see ``puzzle_table``."""
Action: TypeAlias = dict[str, Any]
"""An action as JSON: see ``puzzle_table``."""
Verifier: TypeAlias = Callable[[Action], str | None]
"""Returns why an action is illegal, or None if it is legal."""


class AIPlayer:
    """A player. A subclass defines ``get_action``; the other methods may be left alone."""

    def init(self, players: int, puzzles: Sequence[dict[str, Any]], path: str | None) -> None:
        """Called at the beginning with the number of players, all puzzles, and ``init_path`` of the list of players."""

    def get_action(self, table: Table, verifier: Verifier) -> Action:
        """Return the next action. *verifier* may be asked before whether an action is legal."""
        raise NotImplementedError

    def get_reward(self, options: Sequence[str], puzzle: str, table: Table) -> str:
        """Return the piece, one of *options*, that is taken as the reward for a finished puzzle."""
        return options[0]

    def refused(self, reason: str) -> None:
        """Called with the reason if the last action or reward was refused."""

    def end(self, ranks: Sequence[int] | None) -> None:
        """Called at the end with the rank of each player, from 1; None if the game was left."""

    def run(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        """Read messages from standard input and answer on standard output, until the input ends.

        While it answers there, ``sys.stdout`` is standard error, so that what the program prints is no answer.
        """
        source, target = source or sys.stdin, target or sys.stdout
        if target is sys.stdout:
            sys.stdout = sys.stderr

        def say(message: dict[str, Any]) -> None:
            print(json.dumps(message), file=target, flush=True)

        def verify(action: Action) -> str | None:
            say({"verify": action})
            found: str | None = json.loads(source.readline())["reason"]
            return found

        while line := source.readline():
            message = json.loads(line)
            match message.get("type"):
                case "init":
                    self.init(message["players"], message["puzzles"], message["path"])
                case "action":
                    say({"id": message["id"], "action": self.get_action(message["table"], verify)})
                case "reward":
                    chosen = self.get_reward(message["options"], message["puzzle"], message["table"])
                    say({"id": message["id"], "reward": chosen})
                case "refused":
                    self.refused(message["reason"])
                case "end":
                    self.end(message["ranks"])
                case _:  # a later version of the protocol
                    pass
