"""A player of games with puzzles, in a process of its own, as the ProjectLCore library has them: three methods.

Nothing of the engine is needed, and nothing else is loaded:

    from tilewright.runtime.foreign.ai_player import AIPlayer

    class Patient(AIPlayer):
        def get_action(self, table, verifier):
            first = next(iter(table["rows"]["white"]), None)
            return {"take": first} if verifier({"take": first}) is None else {"nothing": True}

    if __name__ == "__main__":
        Patient().run()

What a player is shown is a copy, so that nothing that is done with it changes the game; what it has in common with
actions is told in ``puzzle_table``. Messages are lines of JSON: ``init``, ``action`` and ``reward`` come, the last two
with an ``id`` that goes back with ``action`` or ``reward``; while an action is wanted, ``{"verify": ACTION}`` is
answered by ``{"type": "verdict", "reason": …}``, null if it is legal. ``refused`` and ``end`` want no answer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO, TypeAlias

Table: TypeAlias = dict[str, Any]
"""What a player is shown of the game, the players and the turn."""
Action: TypeAlias = dict[str, Any]
Verifier: TypeAlias = Callable[[Action], str | None]
"""Says why an action is not legal, or None if it is."""


class AIPlayer:
    """A player. Write ``get_action``; the rest can stay as it is."""

    def init(self, players: int, puzzles: Sequence[dict[str, Any]], path: str | None) -> None:
        """Hear how many play, which puzzles there are, and what the list of players says as ``init_path``."""

    def get_action(self, table: Table, verifier: Verifier) -> Action:
        """Return what is done."""
        raise NotImplementedError

    def get_reward(self, options: Sequence[str], puzzle: str, table: Table) -> str:
        """Return the piece that is chosen for a puzzle that is full."""
        return options[0]

    def refused(self, reason: str) -> None:
        """Hear why the last action, or the last reward, did not count."""

    def end(self, ranks: Sequence[int] | None) -> None:
        """Hear the ranks of the players; None if the game was left."""

    def run(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        """Read messages from standard input and answer on standard output, until there are no more.

        What the program itself prints goes to standard error, so that it is not taken for an answer.
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
                case _:  # of a later version
                    pass
