"""Project L between two browsers at a server: by mouse, by touch and by keys, and what is told on the wire."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any, Protocol

import pytest

from tests.support.browsers import barriers, chromium
from tests.support.guests import Guest
from tests.support.servers import Server, file_store, server
from tilewright.runtime import Move, State, load

SETTINGS = {"number": "2", "pieces": "6", "whites": "4", "blacks": "5"}
"""A deck of one black puzzle: who takes the first one brings the end about."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Any]]:
    """Give a server and a browser."""
    with server(file_store(tmp_path_factory.mktemp("table")), "project-l") as running, chromium() as browser:
        yield running, browser


class Hand(Protocol):
    """How somebody does what there is to do."""

    def take(self, cell: str) -> None:
        """Choose a cell."""

    def lay(self, piece: str, cell: str) -> None:
        """Lay the piece that is taken up so that it is held on a cell."""

    def press(self, button: Any) -> None:
        """Press a button."""


def middle(guest: Guest, cell: str) -> tuple[float, float]:
    """Return where the middle of a cell is."""
    box = guest.cell(cell).locator("path").first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Mouse:
    """Clicks, and drags pieces."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    def take(self, cell: str) -> None:
        self.guest.click(cell)

    def lay(self, piece: str, cell: str) -> None:
        mouse = self.guest.page.mouse
        mouse.move(*middle(self.guest, piece))
        mouse.down()
        mouse.move(*middle(self.guest, cell), steps=2)
        mouse.up()

    def press(self, button: Any) -> None:
        button.click()


class Touch:
    """Taps, and taps again to lay a piece."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    def take(self, cell: str) -> None:
        self.guest.cell(cell).tap(force=True)

    def lay(self, piece: str, cell: str) -> None:
        self.take(cell)
        self.guest.page.locator("#laying span", has_text="Tap again to lay it there.").wait_for()
        self.take(cell)

    def press(self, button: Any) -> None:
        button.tap()


class Keys:
    """Goes from one cell that can be chosen to the next, and presses Enter."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    def take(self, cell: str) -> None:
        page = self.guest.page
        page.locator("#board [tabindex='0']").focus()
        for _ in range(page.locator(".cell.target").count() + 1):
            page.keyboard.press("PageDown")
            if str(page.locator("#board :focus").get_attribute("aria-label")).startswith(f"{cell},"):
                break
        page.keyboard.press("Enter")

    def lay(self, piece: str, cell: str) -> None:
        self.take(cell)

    def press(self, button: Any) -> None:
        button.focus()
        self.guest.page.keyboard.press("Enter")


HANDS = {"mouse": Mouse, "touch": Touch, "keys": Keys}


def make(guest: Guest, hand: Hand, move: Move, legal: list[Move]) -> None:
    """Make a move on the page, step by step. That of a piece that is laid begins with where it lies in the hand."""
    page = guest.page
    begun = [each for each in legal if each.steps[:1] == move.steps[:1]]
    if ".hand." in str(move) and ".grid." in str(move):
        piece, *covered = move.clicks
        hand.take(piece)
        words = " ".join(sorted(cell.rpartition(".")[2] for cell in covered))
        grid = covered[0].rpartition(".")[0]
        anchor = None
        for number in range(8):
            labels = [
                str(each.get_attribute("aria-label"))
                for each in page.locator(f'.target[aria-label*="covers"][aria-label^="{grid}."]').all()
            ]
            fitting = [
                each
                for each in labels
                if " ".join(sorted(each.partition("covers ")[2].partition(",")[0].split())) == words
            ]
            if fitting:
                anchor = fitting[0].partition(",")[0]
                break
            hand.press(page.get_by_role("button", name="Flip" if number == 3 else "Turn", exact=True))
        assert anchor is not None, f"{move} cannot be laid"
        hand.lay(piece, anchor)
        if move.options:
            hand.press(page.get_by_role("button", name=move.options[0], exact=True))
        elif any(each.steps[: len(move.steps)] == move.steps and each != move for each in legal):
            hand.press(page.locator("#done"))
    else:
        names = iter(move.clicks)
        for place, step in enumerate(move.steps):
            if isinstance(step, str):
                hand.press(page.get_by_role("button", name=step, exact=True))
                continue
            cell = next(names)
            if place == 0 and len(begun) == len(legal) and len(move.steps) > 1:
                page.locator("#prompt button").first.wait_for()  # what all moves begin with is chosen by itself
            elif place and page.locator(f'#prompt button[title="{cell}"]').count():
                hand.press(page.locator(f'#prompt button[title="{cell}"]'))
            else:
                hand.take(cell)


def wanted(state: State, random: Random) -> Move:
    """Return a move that leads on: a piece that is laid, a puzzle, seldom anything else."""
    legal = list(state.legal_moves)
    black = [move for move in legal if re.fullmatch(r"row\.[a-d]1", str(move))]
    laid = [move for move in legal if ".grid." in str(move)]
    if black and state.counters["ending"] == 0:
        return random.choice(black)
    if laid and random.random() < 0.8:
        return random.choice(laid)
    return random.choice([move for move in legal if "nothing" not in str(move)] or legal)


def seen(guest: Guest) -> dict[str, str]:
    """Return what stands on the cells as the page tells it, in words."""
    labels = guest.page.evaluate(
        "[...document.querySelectorAll('#board [aria-label]')].map((cell) => cell.getAttribute('aria-label'))"
    )
    parts = [label.split(", ") for label in labels]
    return {
        part[0]: part[1] for part in parts if len(part) > 1 and not re.match("possible|chosen|covers|[0-9]", part[1])
    }


def play(found: tuple[Server, Any], hands: tuple[str, str], seed: int, most: int) -> tuple[State, list[Guest]]:
    """Let two play in browsers of their own until the game is over, or they have made so many moves."""
    import httpx

    running, _ = found
    wish = {"model": "project-l", "settings": SETTINGS, "seed": seed}
    begun = httpx.post(f"{running.address}/api/matches", json=wish, timeout=60).json()
    links = [f"{running.address}/#match={begun['match']}&seat={secret}" for secret in begun["seats"].values()]
    guests = [
        Guest(found, link, has_touch=how == "touch", viewport={"width": 1280, "height": 1200})
        for link, how in zip(links, hands, strict=True)
    ]
    acting = [HANDS[how](guest) for how, guest in zip(hands, guests, strict=True)]
    state, random = load("project-l", "interpreter", settings=SETTINGS).initial_state(), Random(seed)
    ply = made = 0
    while True:
        while state.is_chance:
            for guest in guests:
                guest.page.wait_for_function("(ply) => Number(document.body.dataset.ply) >= ply", arg=ply + 1)
            state, ply = state.play(guests[0].history(ply + 1)[ply]), ply + 1
        for guest in guests:
            guest.page.wait_for_function("(ply) => Number(document.body.dataset.ply) >= ply", arg=ply)
        if state.is_over or made >= most:
            return state, guests
        mover = state.player.number
        move, legal = wanted(state, random), list(state.legal_moves)
        if len(legal) > 1 or move.cells:  # else the page plays it by itself
            guests[mover].until("human", ply=ply)
            assert seen(guests[0]) == seen(guests[1])
            make(guests[mover], acting[mover], move, legal)
        assert guests[mover].history(ply + 1)[ply] == str(move)
        state, ply, made = state.play(move), ply + 1, made + 1


def told(guest: Guest) -> dict[int, dict[str, Any]]:
    """Return what came to a page on the wire, by the number of plies of which it tells."""
    frames = [json.loads(frame) for frame in guest.heard]
    return {len(frame["told"]): frame for frame in frames if "told" in frame}


def test_a_game_begins(found: tuple[Server, Any]) -> None:
    """One plays by mouse, the other by touch: what is done on the pages are the moves that were wanted."""
    _, guests = play(found, ("mouse", "touch"), 3, 8)
    assert barriers(guests[0].page) == []
    for guest in guests:
        guest.leave()


@pytest.mark.prove
@pytest.mark.parametrize(
    "hands", [("mouse", "mouse"), ("touch", "touch"), ("keys", "keys"), ("keys", "touch")], ids="-".join
)
def test_a_whole_game(found: tuple[Server, Any], hands: tuple[str, str]) -> None:
    """The pages tell how it ended; what came on the wire is the same for both, but for what is a mover's to choose."""
    end, guests = play(found, hands, 1, 10_000)
    assert end.is_over
    names = [player.name for player in end.winners]
    for guest in guests:
        guest.status(f"{' and '.join(names)} won" if len(names) == 1 else "The game is drawn")
    one, other = (told(guest) for guest in guests)
    both = one.keys() & other.keys()
    assert len(both) > 10
    for ply in both:
        ours, theirs = one[ply], other[ply]
        assert (
            ours["board"] == theirs["board"]
            and ours["told"] == theirs["told"]
            and ours["standing"] == theirs["standing"]
        )
        for frame in (ours, theirs):
            assert not frame["legal"] or frame["you"] in frame["movers"]
            assert "seed" not in json.dumps(frame)
    for guest in guests:
        guest.leave()
