"""What cannot be searched, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.generator.errors import WHY_LEFT

if TYPE_CHECKING:
    from tilewright.runtime.state import State


class Unsearched(ValueError):
    """A state cannot be searched, because the kernel leaves a position below it to the interpreter."""


def left(game: str, code: int) -> Unsearched:
    """Return the error of a search that has met a position of a game for which the kernel has one of ``LIMITS``."""
    return Unsearched(f"a position after this one of {game} is left to the interpreter: {WHY_LEFT[code]}")


def check_choice(state: State) -> None:
    """Raise ``ValueError`` unless a player has a move to choose in a state."""
    if state.is_over:
        raise ValueError("the game is over: there is nothing to search")
    if state.is_chance:
        raise ValueError("it is nature's turn: there is nothing to choose")


def hidden(game: str) -> str:
    """Return a sentence that says why a game with hidden parts is not searched."""
    return f"{game} hides something from its players, and a search would look at it"
