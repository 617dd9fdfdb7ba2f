"""What cannot be searched, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.runtime.state import State


class Unsearched(ValueError):
    """A state cannot be searched, because the kernel leaves a position below it to the interpreter."""


def check_choice(state: State) -> None:
    """Raise ``ValueError`` unless a player has a move to choose in a state."""
    if state.is_over:
        raise ValueError("the game is over: there is nothing to search")
    if state.is_chance:
        raise ValueError("it is nature's turn: there is nothing to choose")


def hidden(game: str) -> str:
    """Return a sentence that says why a game with hidden parts is not searched."""
    return f"{game} hides something from its players, and a search would look at it"
