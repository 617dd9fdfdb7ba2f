"""Games of the gallery on boards of other sizes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.support.places import GALLERY


def resized(name: str, board: str, rows: Sequence[str] = ()) -> str:
    """Return the model of a game of the gallery on another board, with other rows at the start if it has any."""
    text = (GALLERY / name / f"{name}.game").read_text("utf-8")
    text = re.sub(r"board \d+x\d+", board, text, count=1)
    return re.sub(r"setup \{[^}]*\}", "setup { " + " ".join(f'"{row}"' for row in rows) + " }", text, count=1)


def othello(side: int) -> str:
    """Return the model of Othello on a square board, whose side is even."""
    middle = ["." * (side // 2 - 1) + pair + "." * (side // 2 - 1) for pair in ("bB", "Bb")]
    far = ["." * side] * (side // 2 - 1)
    return resized("othello", f"board {side}x{side}", [*far, *middle, *far])


def breakthrough(side: int) -> str:
    """Return the model of Breakthrough on a square board."""
    rows = ["p" * side] * 2 + ["." * side] * (side - 4) + ["P" * side] * 2
    return resized("breakthrough", f"board {side}x{side}", rows)


def on_larger_boards() -> dict[str, str]:
    """Return the models of games whose rules have no loops, on boards of 2 to 8 words."""
    return {
        "connect-four 11x10": resized("connect-four", "board 11x10"),
        **{f"othello {side}x{side}": othello(side) for side in (10, 12, 16)},
        **{f"breakthrough {side}x{side}": breakthrough(side) for side in (10, 14)},
        **{f"gomoku {side}x{side}": resized("gomoku", f"board {side}x{side}") for side in (17, 19, 22)},
    }
