"""docs/pictures.md and docs/pictures/NAME.svg, drawn from the games of the gallery: ``python -m tests.docs.pictures_page``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from tests.support.elements import gallery
from tests.support.gallery import GAMES, Example
from tests.support.places import DOCS, SOURCE
from tilewright.model.files import replace_file
from tilewright.runtime import Move, State
from tilewright.runtime.loading import game_of
from tilewright.runtime.pictures.svg import render_svg
from tilewright.runtime.pictures.view import view_of

PAGE = DOCS / "pictures.md"
FOLDER = PAGE.parent / "pictures"
PLIES = 12
"""The moves that are played before a picture is drawn."""
ACROSS = 4
"""The pictures side by side."""

HEAD = f"""# Pictures

The games of [the gallery](gallery.md), {PLIES} plies into a random game; the cells of the last move are yellow. Each
name leads to the model. `make docs` draws them anew, with what `tilewright render NAME` draws.

"""


def shown() -> list[Example]:
    """Return the games that are drawn: those without errors, which other tests find."""
    return [example for example in GAMES if example.name in gallery()]


def picture(example: Example) -> str:
    """Return the picture of a game."""
    state = game_of(gallery()[example.name]).initial_state()
    last: Move | None = None
    for move in islice(_moves(example, state), PLIES):
        last = state.game.parse_move(move)
        state = state.play(last)
    return render_svg(view_of(state, last, legal=False))


def _moves(example: Example, state: State) -> Iterator[str]:
    """Yield the moves of the recorded playthrough; where there is none, those that would be recorded."""
    record = example.file("playthrough")
    if record.exists():
        lines = record.read_text(encoding="utf-8").splitlines()
        yield from (line[2:] for line in lines if line.startswith("> "))
        return
    random = Random(1)
    while not state.is_over:
        move = random.choice(list(state.legal_moves))
        yield str(move)
        state = state.play(move)


def page() -> str:
    """Return the text of the page."""
    cells = [
        f'<img src="pictures/{example}.svg" alt="{example}" width="190"><br>'
        f"[{example}](../{example.file('game').relative_to(SOURCE).as_posix()})"
        for example in shown()
    ]
    cells += [""] * (-len(cells) % ACROSS)
    lines = ["| " * ACROSS + "|\n", "| :---: " * ACROSS + "|\n"]
    for start in range(0, len(cells), ACROSS):
        lines.append("".join(f"| {cell} " for cell in cells[start : start + ACROSS]) + "|\n")
    return HEAD + "".join(lines)


def write() -> Iterator[Path]:
    """Write the page and the pictures, and take away those of games that are gone; yield what was written."""
    FOLDER.mkdir(exist_ok=True)
    files = [FOLDER / f"{example}.svg" for example in shown()]
    for old in sorted(set(FOLDER.iterdir()) - set(files)):
        old.unlink()
    for example, file in zip(shown(), files, strict=True):
        replace_file(file, picture(example).encode("utf-8"))
        yield file
    replace_file(PAGE, page().encode("utf-8"))
    yield PAGE


if __name__ == "__main__":
    for _ in write():
        pass
