"""Pig: OpenSpiel's."""

from __future__ import annotations

from typing import Any

from tests.independent._spiel import SingleActions

LIBRARY = "pyspiel"


class Pig(SingleActions):
    """OpenSpiel's actions are to roll and to stop; the numbers of the die count from 0."""

    def __init__(self) -> None:
        super().__init__("pig")

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the option, or the number on the die."""
        return [str(action + 1)] if state.is_chance_node() else [("roll", "stop")[action]]


RIVALS = {"pig": Pig}
