"""Leduc poker: OpenSpiel's."""

from __future__ import annotations

from typing import Any

from tests.independent._spiel import SingleActions

LIBRARY = "pyspiel"


class LeducPoker(SingleActions):
    """OpenSpiel counts the cards from 0, by rank."""

    def __init__(self) -> None:
        super().__init__("leduc_poker")

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the card, or what is done."""
        return [str(action + 1) if state.is_chance_node() else ("fold", "call", "raise")[action]]


RIVALS = {"leduc-poker": LeducPoker}
