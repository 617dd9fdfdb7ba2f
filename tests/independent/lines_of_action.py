"""Lines of Action: OpenSpiel's. Its draw by the number of plies is put out of reach; the rest is in the model.

There as in the model a move that joins both sides wins, the second occurrence of a board is a draw whoever moves next,
and a player who cannot move loses.
"""

from __future__ import annotations

import re
from typing import Any

from tests.independent._spiel import SingleActions

LIBRARY = "pyspiel"
UNREACHED = 1_000_000


class LinesOfAction(SingleActions):
    """OpenSpiel names cells as we do."""

    def __init__(self) -> None:
        super().__init__("lines_of_action", max_game_length=UNREACHED)

    def steps(self, state: Any, action: int) -> list[str]:
        """Return where the man comes from and goes to."""
        return re.findall(r"[a-h]\d", state.action_to_string(action))


RIVALS = {"lines-of-action": LinesOfAction}
