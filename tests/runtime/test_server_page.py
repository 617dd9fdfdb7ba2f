"""The page of the server in a real browser: what people see and do there."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsers import barriers, chromium
from tests.support.guests import Guest
from tests.support.servers import Server, file_store, server
from tilewright.runtime import load

PROMOTION = 'game Promotion extends chess { setup { ".......k" "P......." "........" "........" "........" "........" ".......p" "K......." } }'
PASSING = 'game Passing extends "othello-6x6" { setup { "bB...." "......" "......" "......" "......" "......" } }'
MODELS = (
    "tic-tac-toe",
    "chess",
    "abalone",
    "hex-7x7",
    "pig",
    "go",
    "phantom-tic-tac-toe",
    "harvest",
    "nim-three-players",
    "halma-partners",
)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Any]]:
    """Give a server and a browser."""
    folder = tmp_path_factory.mktemp("page")
    own = []
    for name, text in (("promotion", PROMOTION), ("passing", PASSING)):
        own.append(str(folder / f"{name}.game"))
        Path(own[-1]).write_text(text, "utf-8")
    with server(file_store(folder), *MODELS, *own) as running, chromium() as browser:
        yield running, browser


@pytest.fixture
def guests(found: tuple[Server, Any]) -> Iterator[Any]:
    """Return what lets people look at the page."""
    here: list[Guest] = []

    def come(address: str = "", **context: Any) -> Guest:
        here.append(Guest(found, address, **context))
        return here[-1]

    yield come
    for guest in here:
        guest.leave()


def test_a_whole_game_against_the_computer_and_another_one(guests: Any) -> None:
    """By clicks alone, with a hint; then the game is looked at, played on from the middle, and begun once more."""
    guest = guests().begins("Tic Tac Toe", "you", "mcts:0.3s")
    guest.until("human")
    guest.press("Hint")
    guest.says(re.compile(r"Best moves, with how often each was looked at: \w\d \(\d+\)"))
    ply = 0
    while guest.page.evaluate("document.body?.dataset.state") != "over":
        guest.page.locator(".cell.target").first.click(force=True)
        ply += 2
        guest.page.wait_for_function(
            "(ply) => ['human', 'over'].includes(document.body?.dataset.state) && (Number(document.body.dataset.ply) >= ply || document.body.dataset.state === 'over')",
            arg=ply,
        )
    moves = guest.history(3)
    end = load("tic-tac-toe", "interpreter").initial_state()
    for move in moves:
        end = end.play(move)
    assert end.is_over
    won = {"X": "You won.", "O": "You lost: O won."}
    guest.status(won[str(end.winner)] if end.winner else "The game is drawn")
    guest.page.locator("#ply").fill("2")
    guest.status(f"After 2 of {len(moves)} moves; X to move")
    assert guest.page.locator(".piece[href]").count() == 2
    guest.page.locator("#graph[aria-label='on the board: X 1, O 1']").wait_for()
    guest.press("Play on from here")
    guest.until("human", ply=2)
    assert guest.history(2) == moves[:2]
    guest.press("New game")
    guest.page.wait_for_function("() => document.body?.dataset.ply === '0'")
    guest.status("Your turn, X")


def test_two_browsers_play_a_game(guests: Any) -> None:
    """One begins on the page and passes the link on; both click, and each sees what the other has done."""
    first = guests()
    first.page.fill("#find", "tic tac")
    first.page.wait_for_function("() => document.querySelector('#games img')?.naturalWidth > 0")
    first.begins("Tic Tac Toe", "you", "friend")
    first.status("Your turn, X")
    assert first.page.locator(".seat small:not(.numbers)").all_inner_texts() == ["You", "A person, not connected"]
    second = guests(first.link("for O"))
    first.says("O is here now.")
    assert first.page.locator(".seat small:not(.numbers)").all_inner_texts() == ["You", "A person"]
    watcher = guests(first.link("to watch"))
    second.status("You are O; X to move")
    second.click("b2")
    second.says("It is the turn of X.")
    for number, name in enumerate(["b2", "a1", "b1", "a2", "b3"]):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        mover.until("human", ply=number)
        if number == 3:  # by the keyboard
            mover.cell("a1").focus()
            mover.page.keyboard.press("ArrowUp")
            mover.page.keyboard.press("Enter")
        else:
            mover.click(name)
        for guest in (mover, other, watcher):
            guest.page.wait_for_selector(f"#board .cell[aria-label^='{name}, {'XO'[number % 2]} Stone']")
        if number == 1:
            mover.press("Ask to undo")
            mover.page.locator("#offer", has_text="You have asked to take back your last move.").wait_for()
            watcher.page.locator("#offer", has_text="O asks to take back the last move.").wait_for()
            assert watcher.page.locator("#offer button").count() == 0
            other.press("Decline")
            other.page.get_by_role("button", name="Decline").wait_for(state="detached")
            mover.says("X has declined.")
    for guest, told in ((first, "You won."), (second, "You lost: X won."), (watcher, "X won.")):
        guest.status(told)


def test_a_rematch_is_offered_to_both(guests: Any) -> None:
    """Whoever begins it, the other one comes to the same match by a button, and who only watches does not."""
    first = guests().begins("Tic Tac Toe", "you", "friend")
    first.status("Your turn, X")
    second = guests(first.link("for O"))
    watcher = guests(first.link("to watch"))
    first.press("Resign")
    first.press("Really resign?")
    for guest in (first, second, watcher):
        guest.page.get_by_role("button", name="New game", exact=True).wait_for()
        guest.status("won")
    old = second.page.url
    first.press("New game")
    first.status("Your turn, X")
    second.says("Somebody wants a rematch.")
    assert second.page.get_by_role("button", name="New game", exact=True).count() == 0 and barriers(second.page) == []
    assert watcher.page.get_by_role("button", name="Join the rematch", exact=True).count() == 0
    second.press("Join the rematch")
    second.status("You are O; X to move")
    assert second.page.url != old
    first.click("b2")
    second.status("Your turn, O")
    assert second.history(1) == ["b2"]


def test_a_refused_click_says_why(guests: Any) -> None:
    guest = guests().begins("Chess", "you", "you")
    guest.until("human")
    guest.click("a1", "a3")
    guest.says("a2 is in the way from a1 to a3: it must be empty, but White's Pawn is there")
    assert guest.page.get_by_role("button", name="Undo").is_disabled()
    guest.click("e2", "e4")
    guest.until("human", ply=1)
    guest.click("e7", "e5")
    assert guest.history(2) == ["e2-e4", "e7-e5"]
    assert guest.page.get_by_role("button", name="Redo").is_disabled()
    guest.press("Undo")
    guest.page.locator("button:text-is('Redo'):not(:disabled)").wait_for()
    guest.status("Your turn, Black")
    assert guest.history(1) == ["e2-e4"]


LIT = "(kind) => [...document.querySelectorAll('.cell.' + kind)].map((cell) => cell.dataset.cell)"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_where_one_could_click_instead_lights_up_for_a_moment(guests: Any, motion: str) -> None:
    guest = guests(reduced_motion=motion, viewport={"width": 1280, "height": 720})
    guest.page.clock.install()
    guest.begins("Chess", "you", "you").until("human")
    guest.page.clock.pause_at(time.time() + 3600)
    guest.click("a8")
    guest.says("a8 must be White's, but Black's Rook is there")
    lit = guest.page.evaluate(LIT, "flash")
    assert lit == guest.page.evaluate(LIT, "target") and len(lit) == 10
    board, message = (guest.page.locator(each).bounding_box() for each in ("#board", "#message"))
    assert message["y"] + message["height"] <= board["y"] and board["y"] + board["height"] <= 720
    guest.page.clock.run_for(1100)
    assert guest.page.evaluate(LIT, "flash") == []
    guest.click("e4")
    guest.says("e4 must be White's, but it is empty")


def test_moves_are_typed_as_people_write_them(guests: Any) -> None:
    """As in the terminal; what cannot be read stays in its place."""
    guest = guests().begins("Chess", "you", "you")
    for ply, (move, notation) in enumerate([("e4", "e2-e4"), ("d7d5", "d7-d5"), ("exd5", "e4-d5"), ("Nf6", "g8-f6")]):
        guest.until("human", ply=ply)
        guest.page.fill("#move", move)
        guest.page.keyboard.press("Enter")
        assert guest.history(ply + 1)[ply] == notation
    guest.until("human", ply=4)
    guest.page.fill("#move", "Nf9")
    guest.page.keyboard.press("Enter")
    guest.says("'Nf9' is neither a cell nor an option; a cell is called like a8")
    assert guest.page.input_value("#move") == "Nf9"


def test_who_resigns_is_asked_once_more_and_named(guests: Any) -> None:
    first = guests().begins("Chess", "you", "friend")
    second = guests(first.link("for Black"))
    second.status("You are Black")
    first.press("Resign")
    first.press("Really resign?")
    lost, won = "You lost: Black won, since White has resigned.", "You won, since White has resigned."
    for guest, told, who in ((first, lost, ["You", "A person"]), (second, won, ["A person", "You"])):
        guest.status(told)
        assert guest.page.locator(".seat small:not(.numbers)").all_inner_texts() == who


def test_who_resigns_while_others_go_on_sees_that(guests: Any) -> None:
    """And is offered nothing that the server would refuse; the others are told, too."""
    first = guests().begins("Nim Three Players", "you", "friend", "friend")
    second = guests(first.link("for Blue"))
    second.status("You are Blue")
    first.press("Resign")
    first.press("Really resign?")
    first.status("You have resigned; random moves are played for you")
    assert first.page.locator("#actions button").all_inner_texts() == ["Turn board", "New game"]
    assert not first.page.is_visible("#type")
    told = second.page.locator(".seat small").first
    assert told.inner_text() == "Red has resigned; random moves are played for Red"
    assert "Resign" in second.page.inner_text("#actions")


def test_who_plays_with_whom_is_told(guests: Any) -> None:
    guest = guests().begins("Halma Partners", "you", "random", "friend", "friend")
    guest.until("human")
    told = guest.page.locator(".seat small:not(.numbers)").all_inner_texts()
    others = ["Random moves, with Green", "A person, not connected, with Red", "A person, not connected, with Blue"]
    assert told == ["You, with Yellow", *others]


def test_who_does_not_know_the_game_is_told_how_it_is_played(guests: Any) -> None:
    first = guests().begins("Chess", "you", "friend")
    second = guests(first.link("for Black"), viewport={"width": 360, "height": 640})
    second.page.get_by_text("How to play").click()
    second.page.get_by_text("The rules in words").click()
    second.page.get_by_role("heading", name="The move CastleK").wait_for()
    assert second.page.locator("#how p").first.inner_text().startswith("Chess")
    assert second.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert barriers(second.page) == []


def test_who_does_not_resign_after_all_is_no_longer_asked(guests: Any) -> None:
    """After some seconds, or after a click elsewhere."""
    guest = guests()
    guest.page.clock.install()
    guest.begins("Chess", "you", "you").until("human")
    guest.press("Resign")
    guest.page.get_by_role("button", name="Really resign?").wait_for()
    guest.page.clock.run_for(5100)
    guest.press("Resign")
    guest.page.get_by_role("button", name="Really resign?").wait_for()
    guest.page.locator("#message").click(force=True)
    guest.page.get_by_role("button", name="Resign", exact=True).wait_for()
    guest.press("Resign")
    guest.press("Really resign?")
    guest.status("Black won, since White has resigned.")


def test_the_moves_of_others_are_read_aloud(guests: Any) -> None:
    first = guests().begins("Chess", "you", "friend")
    second = guests(first.link("for Black"))
    first.until("human")
    first.click("e2", "e4")
    second.page.locator("#heard", has_text="White: e2-e4").wait_for(state="attached")
    assert first.page.text_content("#heard") == ""


def test_what_is_read_aloud_is_written_once(guests: Any) -> None:
    """Not again whenever a piece is taken up. The board has a name."""
    guest = guests().begins("Chess", "you", "you")
    guest.until("human")
    guest.page.evaluate("""() => {
        globalThis.written = 0;
        new MutationObserver((all) => (globalThis.written += all.length)).observe(document.getElementById("status"), { childList: true });
    }""")
    guest.click("e2")
    guest.page.locator("#board [aria-label^='e2,'][aria-label$='chosen']").wait_for()
    assert guest.page.evaluate("written") == 0
    guest.click("e4")
    guest.until("human", ply=1)
    assert guest.page.evaluate("written") > 0
    assert guest.page.get_by_role("group", name="The board of Chess").count() == 1


def test_a_click_while_moves_are_still_shown_has_to_wait(guests: Any) -> None:
    """It is said so, until the page has shown them."""
    guest = guests().begins("Chess", "you", "random")
    guest.until("human")
    guest.click("a2", "a3")
    guest.until("human", ply=2)
    guest.page.select_option("#speed", "slow")
    guest.click("h2", "h3")
    guest.until("earlier", ply=2)
    guest.click("b2")
    guest.says("One moment: the last moves are still being shown.")
    guest.until("human", ply=4)
    assert guest.page.inner_text("#message") == ""


def test_a_program_that_thinks_is_seen_to(guests: Any) -> None:
    guest = guests().begins("Chess", "you", "mcts:4s")
    guest.until("human")
    guest.click("e2", "e4")
    guest.status("You are White; Black is thinking …")


def test_a_link_that_leads_nowhere_says_so(found: tuple[Server, Any], guests: Any) -> None:
    guest = guests(f"{found[0].address}/#match=zzz")
    guest.page.get_by_text("There is no match of this name.").wait_for()
    assert not guest.page.locator("#status").is_visible()
    guest.page.get_by_role("link", name="Choose a game").click()
    guest.page.wait_for_selector("#games button")
    guest.wrong.clear()  # the browser tells that something was not found


def test_a_link_to_no_seat_says_so(guests: Any) -> None:
    first = guests().begins("Chess", "you", "friend")
    wrong = guests(f"{first.link('for Black')}x")
    wrong.page.get_by_role("alert").get_by_text("This link opens no seat").wait_for()
    assert not wrong.page.locator("#status").is_visible()
    wrong.page.get_by_role("link", name="Watch the match").click()
    wrong.status("White to move")
    half = guests(f"{first.link('for Black')}&seat=x")
    half.status("You are Black")


def test_games_are_found_by_what_is_said_of_them(guests: Any) -> None:
    guest = guests()
    shown = "() => [...document.querySelectorAll('#games li:not([hidden]) span')].map((name) => name.textContent)"
    guest.page.wait_for_selector("#games button")
    for words, names in (("hexagonal", ["Abalone"]), ("dare roll", ["Pig"]), ("no such game", [])):
        guest.page.fill("#find", words)
        assert [name for name in guest.page.evaluate(shown) if name != "Hex 7x7"] == names
        assert guest.page.locator("#none").is_visible() == (not names)
    guest.page.fill("#find", "phantom")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector("dialog[open]")
    you = guest.page.locator("#wishes option[value=you]")
    assert [you.nth(number).is_disabled() for number in (0, 1)] == [False, True]
    guest.page.select_option("#wishes select >> nth=0", "random")
    assert [you.nth(number).is_disabled() for number in (0, 1)] == [False, False]


def test_at_the_end_of_a_hidden_game_the_result_is_shown_at_once(guests: Any) -> None:
    """And before that what one has done last oneself is marked."""
    first = guests(reduced_motion="no-preference").begins("Phantom Tic Tac Toe", "you", "friend")
    second = guests(first.link("for O"))
    for number, name in enumerate(["a1", "b1", "a2", "b2", "a3"]):
        mover, other = (first, second) if number % 2 == 0 else (second, first)
        mover.status("Your turn")
        if number == 4:
            first.page.clock.install()
            first.page.clock.pause_at(time.time() + 3600)
        mover.click(name)
        if number < 4:
            other.status("Your turn")
            mover.page.locator(f"#board [aria-label^='{name},'] .glow.last").wait_for(state="attached")
            assert other.page.locator(f"#board [aria-label^='{name}'] .glow.last").count() == 0
    first.status("You won.")
    assert first.page.evaluate("document.body.dataset.ply") == "5"


def test_choices_of_a_move(guests: Any) -> None:
    """A promotion, a move that ends where it could go on, a pass, a pass that is forced, and a die."""
    guest = guests().begins("Promotion", "you", "you")
    guest.until("human")
    top = guest.page.locator("#board").bounding_box()["y"]
    guest.click("a7", "a8")
    guest.page.locator("#options button:text-is('Knight')").wait_for()
    assert guest.page.locator("#board").bounding_box()["y"] == top
    guest.press("Knight")
    assert guest.history(1) == ["a7-a8=n"]
    guest.page.goto(guest.page.url.split("#")[0])
    guest.begins("Abalone", "you", "you").until("human")
    steps = [move.clicks for move in load("abalone", "interpreter").initial_state().legal_moves]
    short = next(one for one in steps if any(other[: len(one)] == one for other in steps if len(other) > len(one)))
    guest.click(*short)
    guest.press("Done")
    assert guest.history(1) == ["-".join(short)]
    guest.page.goto(guest.page.url.split("#")[0])
    guest.begins("Go", "you", "you").until("human")
    for ply in (0, 1):
        guest.until("human", ply=ply)
        guest.page.click("#options >> text=pass")
    assert guest.history(2) == ["pass", "pass"]
    guest.page.goto(guest.page.url.split("#")[0])
    guest.begins("Pig", "you", "you").until("human")
    guest.press("roll")
    guest.until("human", ply=2)
    drawn = guest.history(2)[1]
    assert guest.page.locator("#drawn").get_attribute("aria-label") == f"Dice: {drawn}"


def test_who_hears_late_clears_nothing(guests: Any) -> None:
    """One browser holds both seats. A move is begun before the seat that is not to move has heard of the position."""
    guest = guests()
    held: list[Any] = []

    def routed(socket: Any) -> None:
        server = socket.connect_to_server()
        late = bool(held)
        held.append([])
        mine = held[-1]
        server.on_message(lambda said: mine.append((socket, said)) if late else socket.send(said))

    guest.page.route_web_socket("**/events", routed)
    guest.begins("Abalone", "you", "you")
    guest.until("human")
    steps = [move.clicks for move in load("abalone", "interpreter").initial_state().legal_moves]
    longest = max(steps, key=len)
    guest.click(longest[0])
    guest.page.locator("#clear").wait_for()
    while len(held) < 2 or not held[1]:
        guest.page.wait_for_function("true")
    for socket, said in held[1]:
        socket.send(said)
    guest.click(*longest[1:])
    assert guest.history(1) == ["-".join(longest)]


def test_a_pass_that_is_forced_is_played_by_itself(guests: Any) -> None:
    guest = guests().begins("Passing", "you", "you")
    assert guest.history(1) == ["pass"]
    assert guest.page.get_by_label("pass by itself").is_visible()
    guest.until("human", ply=1)
    assert guest.page.locator(".cell.target").count() == 1


def test_a_model_has_an_address_and_parameters(found: tuple[Server, Any], guests: Any) -> None:
    guest = guests(f"{found[0].address}/game/{MODELS.index('harvest') + 1}")
    guest.page.fill("[data-parameter=limit]", "999")
    guest.page.click("#play-it")
    guest.page.locator("#refused", has_text="'999' cannot be chosen for limit: a number from 1 to 250").wait_for()
    guest.page.fill("[data-parameter=limit]", "1")
    for number in (0, 1):
        guest.page.select_option(f"#wishes select >> nth={number}", "random")
    guest.page.click("#play-it")
    guest.until("over")
    guest.press("One move back")
    guest.page.locator("#status", has_text="After").wait_for()


def test_two_programs_are_watched_at_a_speed(guests: Any) -> None:
    """The clocks of both are shown, and each move is; the game is stopped, and runs on."""
    guest = guests(reduced_motion="no-preference")
    guest.page.clock.install()
    guest.page.get_by_role("button", name="Tic Tac Toe", exact=True).click()
    for number in (0, 1):
        guest.page.select_option(f"#wishes select >> nth={number}", "random")
    guest.page.select_option("#clock", label="5 minutes each, and 3 seconds a move")
    guest.page.click("#play-it")
    guest.status(re.compile("won|drawn"))
    assert re.fullmatch(r"[45]:\d\d", guest.page.locator(".clock").first.inner_text())
    guest.press("To the beginning")
    guest.status("After 0 of")
    guest.page.select_option("#speed", "slow")
    guest.page.clock.pause_at(time.time() + 3600)
    guest.press("Watch")
    guest.page.clock.run_for(1600)
    guest.status("After 1 of")
    guest.press("Stop")
    guest.page.clock.run_for(60_000)
    guest.status("After 1 of")
    guest.page.clock.resume()
    guest.page.select_option("#speed", "fast")
    guest.press("Watch")
    guest.page.wait_for_function("() => document.body?.dataset.ply === document.querySelector('#ply').max")
    guest.status(re.compile("won|drawn"))


def test_a_connection_that_is_lost_comes_back(guests: Any) -> None:
    guest = guests()
    sockets: list[Any] = []

    def between(socket: Any) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    guest.page.route_web_socket(re.compile("/events$"), between)
    guest.begins("Tic Tac Toe", "you", "you").until("human")
    guest.click("b2")
    guest.until("human", ply=1)
    guest.page.evaluate(
        """window.said = [];
        const message = document.getElementById("message");
        new MutationObserver(() => said.push(message.textContent)).observe(message, { childList: true });"""
    )
    for code, message in ((1001, "The connection is lost"), (1013, "The server is busy")):
        for socket in sockets[-2:]:
            socket.close(code=code)
        guest.page.wait_for_function(
            "(message) => said.some((text) => text.startsWith(message)) && said.at(-1) === ''", arg=message
        )
    guest.click("a1")
    guest.until("human", ply=2)
    assert guest.history(2) == ["b2", "a1"] and len(sockets) == 6


def test_keys_alone(guests: Any) -> None:
    """From the gallery to a move on a board of hexagons, without a mouse."""
    guest = guests()
    guest.page.get_by_role("button", name="Hex 7x7", exact=True).focus()
    keyboard = guest.page.keyboard
    keyboard.press("Enter")
    guest.page.wait_for_selector("dialog[open]")
    guest.page.locator("#play-it").focus()
    keyboard.press("Enter")
    guest.until("human")
    guest.page.locator("#board [tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        keyboard.press(key)
    guest.until("human", ply=2)
    assert len(guest.history(2)) == 2


def test_what_is_hidden_never_comes_to_the_page(guests: Any) -> None:
    """All that a player's browser is sent is the same, whatever the other one has done unseen."""
    told: list[set[str]] = []
    for cell in ("b2", "c3"):
        first = guests().begins("Phantom Tic Tac Toe", "you", "friend")
        second = guests(first.link("for O"))
        second.status("You are O")
        first.until("human")
        first.click(cell)
        second.status("Your turn, O")
        second.click("a1")
        second.page.locator("#board [aria-label^='a1, O Stone']").wait_for()
        first.status("Your turn, X")
        assert first.page.locator(f"#board [aria-label^='{cell}, X Stone']").count() == 1
        assert second.page.locator("#board [aria-label*='X Stone']").count() == 0
        secret = re.compile(f"{re.escape(first.page.url.split('match=')[1].split('&')[0])}")
        told.append({secret.sub("", frame) for frame in second.heard})
        for guest in (first, second):
            body = guest.page.evaluate(
                "fetch('/api/matches/' + location.hash.match(/match=([^&]+)/)[1] + '/plies/1').then((a) => a.status)"
            )
            assert body == 409
    assert told[0] == told[1] and told[0]


def test_a_phone_has_room_for_all_of_it(guests: Any) -> None:
    guest = guests(viewport={"width": 360, "height": 640}, has_touch=True, color_scheme="dark")
    width = "document.documentElement.scrollWidth"
    assert guest.page.evaluate(width) <= 360
    guest.begins("Tic Tac Toe", "you", "random").until("human")
    assert guest.page.evaluate(width) <= 360
    guest.cell("b2").tap(force=True)
    guest.page.wait_for_function("() => Number(document.body?.dataset.ply) >= 2")
    assert guest.page.evaluate(width) <= 360


@pytest.mark.parametrize(
    "size", [(740, 360), (844, 390), (640, 400)], ids=["a phone on its side", "a larger one", "twice the size"]
)
def test_the_whole_board_is_seen(guests: Any, size: tuple[int, int]) -> None:
    guest = guests(viewport=dict(zip(("width", "height"), size, strict=True)))
    guest.begins("Chess", "you", "you").until("human")
    box = guest.page.locator("#board").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]
    assert box["height"] >= 0.55 * size[1]
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_what_goes_wrong_in_the_gallery_is_seen_where_one_is(guests: Any) -> None:
    guest = guests(viewport={"width": 360, "height": 400})
    wrong = {"status": 409, "json": {"code": "gone", "message": "It is gone."}}
    guest.page.route("**/api/models/*", lambda route: route.fulfill(**wrong))
    guest.page.locator("#games button").last.click()
    guest.page.locator("#wrong", has_text="It is gone.").wait_for()
    assert guest.page.evaluate("scrollY") > 0
    box = guest.page.locator("#wrong").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 400


def test_a_finger_drags_a_piece(guests: Any) -> None:
    """The page below does not scroll."""
    guest = guests(viewport={"width": 360, "height": 500}, has_touch=True)
    guest.begins("Chess", "you", "you").until("human")
    guest.page.evaluate("scrollTo(0, 0)")
    finger = guest.page.context.new_cdp_session(guest.page)
    boxes = [guest.cell(cell).bounding_box() for cell in ("e2", "e3", "e4")]
    for kind, box in zip(("touchStart", "touchMove", "touchMove"), boxes, strict=True):
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    guest.until("human", ply=1)
    assert guest.history(1) == ["e2-e4"] and guest.page.evaluate("scrollY") == 0


def test_nothing_keeps_people_out(guests: Any) -> None:
    """axe-core finds no serious violation, by day and by night: in the gallery, in the form, in a game."""
    guest = guests()

    def check() -> None:
        for scheme in ("light", "dark"):
            guest.page.emulate_media(color_scheme=scheme)
            assert barriers(guest.page) == []

    guest.page.wait_for_selector("#games button")
    check()
    guest.page.get_by_role("button", name="Harvest", exact=True).click()
    guest.page.wait_for_selector("dialog[open]")
    check()
    guest.page.click("#leave")
    guest.begins("Chess", "you", "you").until("human")
    guest.click("e2", "e4")
    guest.until("human", ply=1)
    check()
