"""docs/compiler.md, in which the code of a game is shown stage by stage: ``python -m tests.docs.compiler_page``."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.places import DOCS
from tilewright.generator.compiler.driver import stage_names, stages
from tilewright.model.files import read
from tilewright.model.gallery import locate

PAGE = DOCS / "compiler.md"
GAME = "connect-four"
WIDTH = 116
"""The characters of a line that is shown; longer ones are cut."""


def page() -> str:
    """Return the text of the page."""
    text = (Path(__file__).parent / "compiler_page.md").read_text("utf-8")
    document = read(locate(GAME))
    shown = stages(document.root, document.places, stage_names())

    def piece(match: re.Match[str]) -> str:
        stage, _, part = match[1].partition(" ")
        found = shown[stage]
        if part:
            found = _part(found, part)
        lines = [line if len(line) <= WIDTH else line[: WIDTH - 1] + "…" for line in found.rstrip().splitlines()]
        return "```text\n" + "\n".join(lines) + "\n```"

    text = text.replace("@model@", f"```game\n{locate(GAME).with_suffix('.game').read_text('utf-8').rstrip()}\n```")
    return re.sub(r"@show ([^@]+)@", piece, text)


def _part(text: str, part: str) -> str:
    """Return one function of a program, or the rules of the first player."""
    if part == "first":
        return text.split("player 1")[0]
    found = re.search(rf"^def {re.escape(part)}\(.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, part
    return found[0]


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
