"""People who look at the page of a server, each in a browser context of their own."""

from __future__ import annotations

import re
from typing import Any

from tests.support.browsers import context_of, photograph
from tests.support.servers import Server

REFUSED = "responded with a status of 409"
"""What the browser says where the server refuses something."""


class Guest:
    """Somebody who looks at the page. ``wrong`` is what must be empty; ``heard`` is all that has come to the page."""

    def __init__(self, found: tuple[Server, Any], address: str = "", **context: Any) -> None:
        running, browser = found
        self.context = context_of(browser, **context)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.heard: list[str] = []
        self.page.on("console", lambda message: REFUSED in message.text or self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self._asked(request.url, running.address))
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._told))
        self.page.goto(address or f"{running.address}/")

    def _asked(self, url: str, address: str) -> None:
        if not url.startswith(address):
            self.wrong.append(url)

    def _told(self, frame: Any) -> None:
        self.heard.append(str(frame))

    def begins(self, game: str, *seats: str) -> Guest:
        """Choose a game and who plays it."""
        self.page.get_by_role("button", name=game, exact=True).click()
        for number, who in enumerate(seats):
            self.page.select_option(f"#wishes select >> nth={number}", who)
        self.page.click("#play-it")
        return self

    def until(self, state: str, ply: int = 0) -> None:
        """Wait until it is so, after so many plies or more."""
        self.page.wait_for_function(
            "([state, ply]) => document.body?.dataset.state === state && Number(document.body.dataset.ply) >= ply",
            arg=[state, ply],
        )

    def click(self, *cells: str) -> None:
        """Click cells."""
        for cell in cells:
            self.cell(cell).click(force=True)

    def cell(self, name: str) -> Any:
        """Return the element of a cell."""
        return self.page.locator(f'#board [aria-label^="{name},"], #board [aria-label="{name}"]')

    def press(self, button: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=button, exact=True).click()

    def says(self, text: str | re.Pattern[str]) -> None:
        """Wait until the page says something."""
        self.page.locator("#message", has_text=text).wait_for()

    def link(self, text: str) -> str:
        """Return where a link leads."""
        return str(self.page.get_by_role("link", name=text, exact=True).get_attribute("href"))

    def history(self, plies: int) -> list[str]:
        """Return the moves that were played, when there are so many."""
        self.page.locator("#history li").nth(plies - 1).wait_for()
        return list(self.page.locator("#history li").all_text_contents())

    def status(self, text: str) -> None:
        """Wait until the page says whose turn it is, or how the game has ended."""
        self.page.locator("#status", has_text=text).wait_for()

    def leave(self) -> None:
        """Nothing has gone wrong."""
        photograph(self.page)
        self.context.close()
        assert self.wrong == []
