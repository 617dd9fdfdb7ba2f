"""The tutorial, followed to its end: the game that it writes is played by two people, each in a browser of his own."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from tests.support.browsers import chromium
from tests.support.places import DOCS
from tests.support.servers import file_store, server
from tests.support.tools import need

MOVES = ["a1-b2", "e5-d4", "b2-c3", "a5-a4", "c3-e5"]


def test_the_game_of_the_tutorial_is_played_with_a_friend(tmp_path: Path) -> None:
    """``tests/docs`` runs each block of the page; this is what it ends in. The last move leaps into the pond."""
    need(find_spec("fastapi") is not None, "fastapi")
    need(find_spec("httpx") is not None, "httpx")
    import httpx

    page = (DOCS / "first-game.md").read_text("utf-8")
    game = tmp_path / "frogs.game"
    game.write_text(re.findall(r"<!-- file: frogs.game -->\n```game\n(.*?)```", page, re.DOTALL)[-1], "utf-8")
    with server(file_store(tmp_path), str(game)) as found, chromium() as browser:
        (model,) = httpx.get(f"{found.address}/api/models").json()
        made = httpx.post(f"{found.address}/api/matches", json={"model": model["model"]}).json()
        seats = made["seats"]
        pages = {name: browser.new_context().new_page() for name in seats}
        for name, guest in pages.items():
            guest.goto(f"{found.address}/#match={made['match']}&seat={seats[name]}")
        for number, move in enumerate(MOVES):
            guest = pages[("Green", "Brown")[number % 2]]
            for cell in move.split("-"):
                guest.locator(f'[data-cell][aria-label^="{cell}"].target').click(force=True)
            for each in pages.values():
                each.locator(
                    f'[data-cell][aria-label^="{move[-2:]}, {("Green", "Brown")[number % 2]} Frog"]'
                ).wait_for()
        for guest in pages.values():
            guest.get_by_text("Green won").first.wait_for()
