"""Pieces that cover several cells, in a real browser: taken up, turned, flipped and laid by mouse, by touch and by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsers import Table, barriers, chromium
from tests.support.engines import game as text_game
from tilewright.runtime.browser.page import html_page

Sit = Callable[..., Table]

TILES = """game Tiles {
  players A, B
  board 4x4
  kind Bar:b { shape "###" } Hook:h { shape "###/#.." } Turned:t { shape "##./.##" turned } Fixed:f { shape "##" fixed }
  kind Gold:g { worth 2 } Silver:s { worth 1 } Order:o
  zone box 4x1 { "bhtf" }
  zone order 1x1 { "o" }
  zone prize 2x1 { "gs" }
  mark piece
  counter got per
  phases laying, claiming
  move Lay in laying = goto box -> select piece -> goto all -> empty -> shape piece -> all empty -> record -> set like piece
    -> phase claiming -> turn same
  move Claim in claiming = goto order -> select -> goto prize -> select -> got += worth -> phase laying
}"""
"""After each piece that is laid its player chooses what he gets for it."""

HEXAGONS = """game Hexagons {
  players A, B
  board 5x5 hexagonal
  kind Hook:h { shape "###/#.." } Bar:b { shape "##" }
  zone box 1x1 { "h" }
  zone stock 1x1 { "b" }
  zone tray 2x2
  mark piece
  move Lay = goto box -> select piece -> goto all -> empty -> shape piece -> all empty -> record -> set like piece
  move Keep = goto stock -> select piece -> goto tray -> empty -> shape piece -> all empty -> record -> set like piece
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the game."""
    path = tmp_path_factory.mktemp("tiles") / "tiles.html"
    path.write_text(html_page(text_game(TILES, "interpreter")), encoding="utf-8")
    return path


@pytest.fixture
def sit(browser: Any, file: Path) -> Iterator[Sit]:
    """Return what opens the page for two people; at the end nothing has gone wrong."""
    tables: list[Table] = []

    def opened(**context: Any) -> Table:
        tables.append(Table(browser, file, viewport={"width": 800, "height": 700}, **context))
        tables[-1].seat(1, "human")
        return tables[-1]

    yield opened
    for table in tables:
        table.close()
        assert table.wrong == []


def middle(table: Table, cell: str) -> tuple[float, float]:
    """Return where the middle of a cell is."""
    box = table.cell(cell).locator("path").first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def ghost(table: Table) -> tuple[list[str], bool]:
    """Return the cells that would be covered, and whether they may be."""
    cells = "[...document.querySelectorAll('.cell.ghost')]"
    names = table.evaluate(f"{cells}.map((cell) => cell.getAttribute('aria-label').split(',')[0])")
    return names, table.evaluate(f"{cells}.some((cell) => cell.classList.contains('fits'))")


def test_by_mouse(sit: Sit) -> None:
    """Clicked, turned by its button, by a key and by another click on it; dragged; refused; and the prize is chosen."""
    table = sit()
    table.click("box.b1")
    assert table.text("#laying span") == "Hook: 6 places as it lies, 48 in all"
    table.cell("b3").hover(force=True)
    assert ghost(table) == (["a3", "b3", "c3", "a2"], True)
    table.press("Turn")
    table.cell("b3").hover(force=True)
    assert ghost(table) == (["a4", "b4", "b3", "b2"], True)
    table.page.keyboard.press("f")
    assert ghost(table)[0] == ["b4", "c4", "b3", "b2"]
    table.click("box.b1")
    table.cell("b3").hover(force=True)
    assert ghost(table)[0] == ["a3", "b3", "c3", "c2"]
    table.cell("a4").hover(force=True)
    assert ghost(table) == (["a4", "b4", "b3"], False)
    table.click("a4")
    assert table.text("#message") == "It would lie over the edge there." and table.history == []
    table.click("b3")
    assert table.history == ["box.b1-a3-b3-c3-c2"]
    assert table.page.locator("#prompt button").all_text_contents() == ["Gold", "Silver"]
    table.press("Gold")
    assert table.history[1] == "order.a1-prize.a1" and table.page.locator("#prompt button").count() == 0
    mouse = table.page.mouse
    for target, told in (("b2", "It does not fit on a2, b2, c2."), ("b1", "")):
        mouse.move(*middle(table, "box.a1"))
        mouse.down()
        mouse.move(*middle(table, target), steps=3)
        assert table.page.locator(".carried path").count() == 3
        assert ghost(table) == ([f"{column}{target[1]}" for column in "abc"], not told)
        mouse.up()
        assert table.page.locator(".carried path").count() == 0
        assert table.text("#message") == told
    assert table.history[2] == "box.a1-a1-b1-c1"


def test_what_may_be_done_with_a_piece(sit: Sit) -> None:
    """One that lies as it is written is laid back by another click; keys that are typed for others do nothing."""
    table = sit()
    turn, flip = (table.page.get_by_role("button", name=name, exact=True) for name in ("Turn", "Flip"))
    for cell, shown in (("a1", (True, False)), ("b1", (True, True)), ("c1", (True, False)), ("d1", (False, False))):
        table.click(f"box.{cell}")
        assert (turn.is_visible(), flip.is_visible()) == shown
    before = table.targets
    table.page.keyboard.press("r")
    table.page.keyboard.press("f")
    table.page.keyboard.press("Control+f")
    assert table.targets == before
    table.click("box.d1")
    assert not table.page.is_visible("#laying") and "box.d1" in table.targets


def test_by_touch(sit: Sit) -> None:
    """A tap shows where a piece would lie, another one lays it; a finger drags it. Nothing moves below the finger."""
    table = sit(has_touch=True)
    top = middle(table, "a4")
    table.cell("box.a1").tap(force=True)
    assert middle(table, "a4") == top
    table.cell("box.a1").tap(force=True)
    table.cell("a2").tap(force=True)
    assert ghost(table) == (["a3", "a2", "a1"], True) and table.history == []
    assert table.text("#laying span") == "Tap again to lay it there."
    table.cell("a2").tap(force=True)
    assert table.history == ["box.a1-a3-a2-a1"]
    table.page.get_by_role("button", name="Silver", exact=True).tap()
    finger = table.page.context.new_cdp_session(table.page)

    def touches(kind: str, *cells: str) -> None:
        points = [dict(zip("xy", middle(table, cell), strict=True)) for cell in cells]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touches("touchStart", "box.d1")
    for cell in ("c1", "c3"):
        touches("touchMove", cell)
        table.page.locator(f'.cell.ghost[aria-label^="{cell},"]').wait_for(state="attached")
    assert ghost(table) == (["c3", "d3"], True)
    touches("touchEnd")
    table.until("human", ply=3)
    assert table.history[2] == "box.d1-c3-d3"


def test_by_keys_and_for_those_who_listen(sit: Sit) -> None:
    """Arrows lead over the cells, Enter takes up and lays, R and F turn and flip; cells and buttons say what they are."""
    table = sit()
    table.cell("box.c1").focus()
    for key in ("Enter", "r"):
        table.page.keyboard.press(key)
    assert barriers(table.page) == []
    table.cell("b3").focus()
    assert table.cell("b3").get_attribute("aria-label") == "b3, possible, covers c4 b3 c3 b2"
    table.page.keyboard.press("ArrowUp")
    assert ghost(table) == (["b4", "c4", "b3"], False)
    table.page.keyboard.press("Enter")
    assert table.text("#message") == "It would lie over the edge there."
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        table.page.keyboard.press(key)
    assert table.history == ["box.c1-c3-b2-c2-b1"]
    table.page.get_by_role("button", name="Gold", exact=True).focus()
    table.page.keyboard.press("Enter")
    assert table.history[1] == "order.a1-prize.a1" and barriers(table.page) == []


def test_on_hexagons_a_piece_is_turned_by_sixths(browser: Any, tmp_path: Path) -> None:
    """Six turns lead back, a flip exchanges rows and columns; in a zone a piece is turned by quarters."""
    path = tmp_path / "hexagons.html"
    path.write_text(html_page(text_game(HEXAGONS, "interpreter")), encoding="utf-8")
    table = Table(browser, path, viewport={"width": 800, "height": 700})
    table.seat(1, "human")
    table.click("box.a1")
    forms = []
    for _ in range(6):
        table.cell("c3").hover(force=True)
        forms.append(ghost(table))
        table.press("Turn")
    table.cell("c3").hover(force=True)
    assert ghost(table) == forms[0] and all(fits for _, fits in forms)
    assert len({tuple(names) for names, _ in forms}) == 6
    table.press("Flip")
    table.cell("c3").hover(force=True)
    assert sorted(ghost(table)[0]) not in [sorted(names) for names, _ in forms]
    table.click("c3")
    assert len(table.history) == 1
    table.click("stock.a1")
    assert table.text("#laying span") == "Bar: 2 places as it lies, 4 in all"
    table.press("Turn")
    table.cell("tray.a2").hover(force=True)
    assert sorted(ghost(table)[0]) == ["tray.a1", "tray.a2"]
    assert table.wrong == []
    table.close()
