"""The page on which rules are written, in a real browser: what is wrong, what could be written, the game that goes on."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from tests.support.browsers import PATIENCE, WAYS, barriers, chromium, context_of
from tests.support.places import DOCS
from tests.support.servers import file_store, server
from tests.support.tools import need
from tilewright.runtime.web.guarding import MOST_BODY

GAME = """game Duel {
  players White, Black FlipRows
  board 5x5
  pieces Pawn:P Rook:R
  directions ahead relative = (0,-1)
  directions orth = (0,1) (0,-1) (1,0) (-1,0)
  mark from
  setup { "r.p.r" "....." "....." "....." "R.P.R" }
  move Walk = own Pawn -> select from -> step ahead -> empty -> select -> move from
  move Slide = own Rook -> select from -> step orth * through empty -> !own -> select -> move from
  stuck = lose
}
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    need(find_spec("fastapi") is not None, "fastapi")
    with server(file_store(tmp_path_factory.mktemp("store"))) as found:
        yield found.address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


class Desk:
    """The page with a text on it."""

    def __init__(self, browser: Any, address: str, **context: Any) -> None:
        self._context = context_of(browser, **context)
        self.page = self._context.new_page()
        self.wrong: list[str] = []
        self.expected = ""
        """What stands in messages of the console that are meant to be there."""
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "request", lambda asked: None if self._is_own(asked.url, address) else self.wrong.append(asked.url)
        )
        self.page.goto(f"{address}/edit")
        self.until("playing", "wrong")

    @staticmethod
    def _is_own(url: str, address: str) -> bool:
        return url.startswith((address, "data:", "blob:"))

    def close(self) -> None:
        self._context.close()
        assert [said for said in self.wrong if not self.expected or self.expected not in said] == []

    def data(self, name: str) -> str:
        return str(self.page.evaluate(f"document.body?.dataset.{name} ?? ''"))

    def until(self, *states: str) -> str:
        """Wait until the page has an answer to the last change."""
        return self.wait(lambda: self.data("state") if self.data("state") in states else "")

    def wait(self, found: Any) -> Any:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if value := found():
                return value
            time.sleep(0.02)
        raise AssertionError(f"{self.data('state')}: {self.page.inner_text('body')} {self.wrong}")

    def text(self, selector: str) -> str:
        return str(self.page.inner_text(selector))

    def write(self, text: str) -> str:
        """Replace the whole text."""
        self.page.fill("#text", text)
        return self.until("playing", "wrong", "refused")

    def change(self, old: str, new: str) -> str:
        value = self.page.input_value("#text")
        assert old in value
        return self.write(value.replace(old, new))

    def caret(self, after: str) -> None:
        """Put the caret behind a piece of the text."""
        offset = self.page.input_value("#text").index(after) + len(after)
        self.page.evaluate(
            f"document.getElementById('text').focus(), document.getElementById('text').setSelectionRange({offset}, {offset})"
        )

    def click(self, *cells: str) -> None:
        for cell in cells:
            self.page.locator(f'[data-cell][aria-label^="{cell},"], [data-cell][aria-label="{cell}"]').click(force=True)

    def move(self, *cells: str) -> None:
        """Click a move, and wait until it is played."""
        ply = int(self.data("ply")) + 1
        self.click(*cells)
        self.wait(lambda: self.data("ply") == str(ply))

    @property
    def moves(self) -> list[str]:
        return self.text("#moves").split()


@pytest.fixture
def desk(browser: Any, address: str) -> Iterator[Desk]:
    found = Desk(browser, address)
    yield found
    found.close()


def test_what_is_wrong_is_told_at_its_line_and_put_right(desk: Desk) -> None:
    assert desk.write(GAME.replace("-> empty ->", "-> emtpy ->")) == "wrong"
    assert desk.text("#findings").startswith("9:56 error: no filter")
    assert desk.page.inner_text("#paint .error") == "emtpy" and desk.page.inner_text("#lines .error").strip() == "9"
    desk.page.get_by_role("button", name="Fix").click()
    desk.page.get_by_role("button", name="Write empty").click()
    desk.until("playing")
    assert desk.page.input_value("#text") == GAME and desk.text("#findings") == ""
    assert desk.text("#turn") == "Duel: White to move"


def test_words_and_names_are_offered_and_explained(desk: Desk) -> None:
    desk.write(GAME)
    desk.caret("effect = draw" if "effect" in GAME else "step orth")
    desk.page.keyboard.press("Control+Space")
    desk.wait(lambda: desk.page.is_visible("#offers"))
    assert desk.text("#offers li:first-child").split() == ["orth", "DirectionSet"]
    desk.page.keyboard.press("Escape")
    desk.caret("!own")
    desk.page.keyboard.type(" Ro")
    desk.wait(lambda: desk.page.is_visible("#offers"))
    desk.page.keyboard.press("Tab")
    desk.until("playing")
    assert "!own Rook -> select" in desk.page.input_value("#text")
    desk.caret("mark fr")
    desk.wait(lambda: "mark from" in desk.text("#help"))
    box = desk.page.locator("#text").bounding_box()
    desk.page.mouse.move(box["x"] + 40, box["y"] + 10 + 20 * 2 + 10)
    desk.wait(lambda: desk.page.is_visible("#tip"))
    assert "board" in desk.text("#tip")


def test_enter_ends_a_line_unless_an_offer_was_chosen(desk: Desk) -> None:
    """Who only types gets what he types, whether the server has answered by then or not."""
    desk.write(GAME)
    desk.caret("!own")
    desk.page.keyboard.type(" Ro")
    desk.wait(lambda: desk.page.is_visible("#offers"))
    desk.page.keyboard.press("Enter")
    assert "!own Ro\n" in desk.page.input_value("#text")
    desk.page.keyboard.press("Backspace")
    desk.page.keyboard.type("o")
    desk.page.keyboard.press("Backspace")
    desk.page.keyboard.press("Control+Space")
    desk.wait(lambda: desk.page.is_visible("#offers"))
    desk.page.keyboard.press("ArrowUp")
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("Enter")
    desk.until("playing")
    assert "!own Rook -> select" in desk.page.input_value("#text")
    desk.change("!own Rook", "!own")
    desk.caret("!own")
    desk.page.keyboard.type(" Rook", delay=60)
    desk.until("playing")
    desk.page.keyboard.press("Enter")
    assert "!own Rook\n" in desk.page.input_value("#text")


def test_the_running_game_is_played_again_under_the_new_rules(desk: Desk) -> None:
    """A rename changes nothing; then a rule is changed, and the first move that it no longer allows is named."""
    desk.write(GAME)
    for move in (("c1", "c2"), ("e5", "e3"), ("a1", "a3")):
        desk.move(*move)
    assert desk.moves == ["c1-c2", "e5-e3", "a1-a3"]
    desk.change("Pawn", "Soldier")
    assert desk.data("ply") == "3" and desk.text("#refused") == ""
    desk.change("orth * through", "orth 1 through")
    assert (desk.data("ply"), desk.data("refused")) == ("1", "2")
    assert desk.text("#refused").startswith("Ply 2, e5-e3, is no longer allowed: e3 is not reached from e5")
    desk.change("orth 1 through", "orth * through")
    assert desk.data("ply") == "3" and desk.text("#refused") == ""
    desk.change("board 5x5", "board 5x5 hexagonal")
    assert desk.data("ply") == "3"
    desk.page.get_by_role("button", name="Take back").click()
    desk.wait(lambda: desk.data("ply") == "2" and desk.data("state") == "playing")
    assert desk.moves == ["c1-c2", "e5-e3"]


def test_the_way_of_a_refused_move_and_coverage_are_shown_on_the_text(desk: Desk) -> None:
    desk.write(GAME)
    desk.click("c1", "c4")
    desk.wait(lambda: "refused" in desk.data("marks"))
    assert "c4" in desk.text("#said") or "c1" in desk.text("#said")
    assert desk.page.locator("#paint .refused").count() == 1
    desk.page.get_by_role("button", name="Coverage").click()
    desk.wait(lambda: "refused" not in desk.data("marks") and desk.data("marks"))
    assert desk.page.locator("#paint .passed").count() > 5


def test_a_hostile_text_is_refused_and_the_page_goes_on(desk: Desk) -> None:
    desk.expected = "413"
    assert desk.write("x" * 300_000) == "refused"
    assert "A model may have" in desk.text("#said")
    hostile = "<img src=x onerror=alert(1)>"
    assert desk.write(GAME.replace("game Duel", f'game "{hostile}"').replace("Rook", hostile)) == "wrong"
    assert hostile in desk.text("#findings") or "<" in desk.text("#findings")
    assert desk.page.locator("img").count() == 0
    assert desk.write(GAME.replace("game Duel", f'game "{hostile}"')) == "playing"
    assert desk.text("#turn") == f"{hostile}: White to move"


def test_a_long_text_is_written_at_once(desk: Desk) -> None:
    """Browsers tell of each line that they insert, and the page would draw the text and keep it each time."""
    desk.write(GAME)
    desk.page.evaluate("""() => {
        globalThis.kept = 0;
        const set = Storage.prototype.setItem;
        Storage.prototype.setItem = function (...all) { globalThis.kept += 1; return set.apply(this, all); };
    }""")
    long = GAME + "// a <b> &amp; comment\n\n" * 2000
    desk.page.set_input_files("#open", files=[{"name": "l.game", "mimeType": "text/plain", "buffer": long.encode()}])
    desk.wait(lambda: desk.page.input_value("#text") == long)
    assert desk.page.evaluate("kept") == 2, "the stores of the tab and of the browser"
    desk.page.focus("#text")
    desk.page.keyboard.press("Control+z")
    desk.wait(lambda: desk.page.input_value("#text") == GAME)


def test_what_is_too_long_for_the_server_is_neither_opened_nor_kept(desk: Desk) -> None:
    desk.write(GAME)
    long = "//" + "x" * MOST_BODY
    desk.page.set_input_files("#open", files=[{"name": "l.game", "mimeType": "text/plain", "buffer": long.encode()}])
    told = f"This is too long for the server: at most {MOST_BODY // 1024} KB."
    desk.wait(lambda: desk.text("#said") == told)
    assert desk.page.input_value("#text") == GAME
    assert desk.write(long) == "refused" and desk.text("#said") == told
    desk.page.reload()
    assert desk.until("playing") and desk.page.input_value("#text") == GAME


def test_a_game_of_the_gallery_is_changed(desk: Desk) -> None:
    desk.page.select_option("#from", "tic-tac-toe")
    desk.wait(lambda: "TicTacToe" in desk.page.input_value("#text") and desk.data("state") == "playing")
    desk.change("line 3 own", "line 2 own")
    for cell in ("a1", "b2", "a2"):
        desk.move(cell)
    assert desk.text("#turn") == "X has won"


def test_choices_stand_in_a_row(desk: Desk) -> None:
    desk.write(WAYS)
    boxes = [desk.page.get_by_role("button", name=name, exact=True).bounding_box() for name in ("up", "right")]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["width"] < 150


MOVES = ["a1-b2", "e5-d4", "b2-c3", "a5-a4", "c3-e5"]
"""A game of the tutorial: the last move leaps into the pond."""


def test_the_game_of_the_tutorial_is_played_with_a_friend(desk: Desk, browser: Any) -> None:
    """``tests/docs`` runs each block of the page; this is what it ends in: two people, each in a browser of his own."""
    page = (DOCS / "first-game.md").read_text("utf-8")
    desk.write(re.findall(r"<!-- file: frogs.game -->\n```game\n(.*?)```", page, re.DOTALL)[-1])
    desk.page.get_by_role("button", name="Play it with others").click()
    link = desk.page.get_by_role("link", name="for Brown", exact=True)
    link.wait_for()
    friend = context_of(browser).new_page()
    friend.goto(link.get_attribute("href"))
    for number, move in enumerate(MOVES):
        guest = (desk.page, friend)[number % 2]
        for cell in move.split("-"):
            guest.locator(f'[data-cell][aria-label^="{cell}"].target').click(force=True)
        for each in (desk.page, friend):
            each.locator(f'[data-cell][aria-label^="{move[-2:]}, {("Green", "Brown")[number % 2]} Frog"]').wait_for()
    desk.page.get_by_text("You won.").first.wait_for()
    friend.get_by_text("Green won").first.wait_for()
    friend.context.close()


def test_the_page_fits_a_phone(browser: Any, address: str) -> None:
    desk = Desk(browser, address, viewport={"width": 390, "height": 800})
    desk.write(GAME)
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 390
    desk.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_people_out(browser: Any, address: str, scheme: str) -> None:
    """axe-core finds no serious violation: with a text that is right, with one that is not, and with marks."""
    desk = Desk(browser, address, color_scheme=scheme)
    desk.write(GAME)
    assert barriers(desk.page) == []
    desk.click("c1", "c4")
    desk.wait(lambda: "refused" in desk.data("marks"))
    assert barriers(desk.page) == []
    desk.change("-> empty ->", "-> emtpy ->")
    desk.caret("own Ro")
    desk.page.keyboard.press("Control+Space")
    desk.wait(lambda: desk.page.is_visible("#offers"))
    assert barriers(desk.page) == []
    desk.close()


def test_a_text_is_kept_and_its_replacement_undone(desk: Desk) -> None:
    """What was written is there again when the page is; a game that is begun with instead can be undone."""
    desk.write(GAME)
    desk.page.select_option("#from", "tic-tac-toe")
    desk.wait(lambda: "TicTacToe" in desk.page.input_value("#text"))
    desk.page.focus("#text")
    desk.page.keyboard.press("Control+z")
    desk.wait(lambda: desk.page.input_value("#text") == GAME)
    desk.page.reload()
    assert desk.until("playing") and desk.page.input_value("#text") == GAME
    desk.page.select_option("#from", "")
    desk.wait(lambda: "MyGame" in desk.page.input_value("#text"))
    desk.page.select_option("#from", label="your text of last time")
    desk.wait(lambda: desk.page.input_value("#text") == GAME)


def test_each_tab_keeps_its_own_text(desk: Desk) -> None:
    """A new one begins with what was written last."""
    desk.write(GAME)
    desk.until("playing")
    other = desk.page.context.new_page()
    other.goto(desk.page.url)
    other.wait_for_selector("body[data-state=playing]")
    assert other.input_value("#text") == GAME
    other.fill("#text", GAME.replace("Duel", "Other"))
    for page, name in ((desk.page, "Duel"), (other, "Other")):
        page.reload()
        page.wait_for_selector("body[data-state=playing]")
        assert page.input_value("#text") == GAME.replace("Duel", name)
