"""A real browser for tests: Debian's chromium, driven by Playwright, with a page from a file."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.support.tools import need

ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip

PATIENCE = 60.0
"""The seconds after which something that does not happen is an error."""

WAYS = """game Ways {
  players X, O
  board 2x1
  pieces Stone:X/O
  move Up = option "up" -> goto all -> empty -> pick -> set own Stone
  move Right = option "right" -> goto all -> empty -> pick -> set own Stone
  over = draw
}
"""
"""A game of options alone, which nobody can click on the board."""


def context_of(browser: Any, **options: Any) -> Any:
    """Return a context, as of another person, which waits long and lets nothing move by itself."""
    context = browser.new_context(**{"reduced_motion": "reduce", **options})
    context.set_default_timeout(1000 * PATIENCE)
    return context


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the browser, and end it."""
    found = shutil.which("chromium")
    need(found is not None, "chromium")
    need(find_spec("playwright") is not None, "playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS), timeout=2000 * PATIENCE)
        yield browser
        browser.close()


def photograph(page: Any) -> None:
    """Keep a picture of a page, in the folder TILEWRIGHT_SCREENSHOTS if there is one, for people to look at."""
    folder = os.environ.get("TILEWRIGHT_SCREENSHOTS")
    if folder:
        test = os.environ["PYTEST_CURRENT_TEST"].rpartition("::")[2].partition(" ")[0]
        name = re.sub(r"\W+", "-", test).strip("-")
        number = len(list(Path(folder).glob(f"{name}.*.png")))
        page.screenshot(path=Path(folder) / f"{name}.{number}.png", full_page=True)


def barriers(page: Any) -> list[str]:
    """Return what axe-core finds on a page that keeps people out: serious and critical violations, with their places."""
    need(find_spec("axe_playwright_python") is not None, "axe-playwright-python")
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['target']}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


class Table:
    """A page on which a game is played. ``wrong`` is what must be empty: messages of the console, requests.

    *script* runs before anything else of the page.
    """

    def __init__(self, browser: Any, file: Path, script: str = "", **context: Any) -> None:
        self._context = context_of(browser, **context)
        if script:
            self._context.add_init_script(script)
        self.page = self._context.new_page()
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", self._asked)
        self.page.goto(file.as_uri())
        self.until("human", "thinking", "over")

    def _asked(self, request: Any) -> None:
        if not request.url.startswith(("file:", "blob:")):
            self.wrong.append(request.url)

    def close(self) -> None:
        """Leave the page."""
        photograph(self.page)
        self._context.close()

    def evaluate(self, script: str) -> Any:
        """Return what an expression is in the page."""
        return self.page.evaluate(script)

    def until(self, *states: str, ply: int = 0) -> str:
        """Wait until the page is in one of some states, so many plies later or more; return it.

        Playwright's own waiting evaluates text in the page, which its policy forbids.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            state, now = self.evaluate("[document.body?.dataset.state, Number(document.body?.dataset.ply)]")
            if state in states and now >= ply:
                return str(state)
            time.sleep(0.01)
        raise AssertionError(
            f"the page is {state}, not {states}: {self.text('#status')} {self.text('#message')} {self.wrong}"
        )

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        return str(self.page.inner_text(selector))

    def seat(self, player: int, who: str) -> None:
        """Let somebody else play."""
        self.page.select_option(f"#seat-{player}", who)

    def cell(self, name: str) -> Any:
        """Return the element of a cell."""
        return self.page.locator(f'[data-cell][aria-label^="{name},"], [data-cell][aria-label="{name}"]')

    def click(self, *names: str) -> None:
        """Click cells."""
        for name in names:
            self.cell(name).click(force=True)

    def press(self, button: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=button, exact=True).click()

    @property
    def targets(self) -> list[str]:
        """The cells that can be clicked."""
        labels = "[...document.querySelectorAll('.cell.target')].map((cell) => cell.getAttribute('aria-label').split(',')[0])"
        return list(self.evaluate(labels))

    @property
    def history(self) -> list[str]:
        """The moves that were played."""
        return list(self.evaluate("[...document.querySelectorAll('#history button')].map((item) => item.textContent)"))

    @property
    def board(self) -> dict[str, str]:
        """What is on each cell, in words, by its name; cells that are empty are left out."""
        labels = self.evaluate("[...document.querySelectorAll('.cell')].map((cell) => cell.getAttribute('aria-label'))")
        parts = [label.split(", ") for label in labels if label]
        own = {part[0]: [text for text in part[1:] if text not in ("possible", "chosen")] for part in parts}
        return {name: ", ".join(told) for name, told in own.items() if told}
