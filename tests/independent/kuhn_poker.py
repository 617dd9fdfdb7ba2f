"""Kuhn poker: OpenSpiel's."""

from __future__ import annotations

from typing import Any

from tests.independent._spiel import SingleActions

LIBRARY = "pyspiel"


class KuhnPoker(SingleActions):
    """OpenSpiel's actions are to pass and to bet; its cards count from 0."""

    def __init__(self) -> None:
        super().__init__("kuhn_poker")

    def steps(self, state: Any, action: int) -> list[str]:
        """Return the card that is dealt, or the option."""
        return [str(action + 1)] if state.is_chance_node() else [("pass", "bet")[action]]


RIVALS = {"kuhn-poker": KuhnPoker}
