"""English checkers: OpenSpiel's, a draw after 40 plies without a capture."""

from __future__ import annotations

import re
from typing import Any

from tests.independent._spiel import Spiel

LIBRARY = "pyspiel"


class Checkers(Spiel):
    """OpenSpiel names cells as we do; each jump of a series is an action of its own."""

    def __init__(self) -> None:
        super().__init__("checkers")

    def steps(self, state: Any, action: int) -> list[str]:
        """Return where the piece comes from and goes to."""
        return re.findall(r"[a-h]\d", state.action_to_string(action))


RIVALS = {"checkers": Checkers}
