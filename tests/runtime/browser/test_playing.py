"""Pages in a real browser: they open from a file, ask for nothing, and play by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsers import WAYS, Table, barriers, chromium
from tests.support.gallery import EXAMPLES
from tilewright.model.files import read_text
from tilewright.runtime import Game, State, load
from tilewright.runtime.browser.page import Unplayable, bundled, html_page
from tilewright.runtime.pictures.view import view_of

Sit = Callable[..., Table]

PROMOTION = 'game Promotion extends chess { setup { ".......k" "P......." "........" "........" "........" "........" ".......p" "K......." } }'


PASSING = 'game Passing extends "othello-6x6" { setup { "bB...." "......" "......" "......" "......" "......" } }'


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture
def sit(browser: Any, tmp_path: Path) -> Iterator[Sit]:
    """Return what opens the page of a game; at the end nothing has gone wrong on any of them."""
    tables: list[Table] = []

    def opened(game: Game | str, **context: Any) -> Table:
        game = load(game, "interpreter") if isinstance(game, str) else game
        file = tmp_path / f"{game.name}.html"
        file.write_text(html_page(game), encoding="utf-8")
        tables.append(Table(browser, file, **context))
        return tables[-1]

    yield opened
    for table in tables:
        table.close()
        assert table.wrong == []


PAIRS = """game Pairs {
  players A of Sun, B, C of Sun
  board 2x2
  pieces Stone:X/O/Y
  place Put = empty
  effect = set own Stone
  over = draw
}"""


THROW = """game Throw {
  players X, O
  nature Luck
  start Luck
  board 2x1
  pieces Stone:X/O
  chance Throw = option "heads" -> option "0" -> option "7" -> option "3" -> turn X
  place Put = empty
  effect = set own Stone
  over = draw
}"""


FOUR_WAYS = """game FourWays {
  players X, O
  board 8x8
  counter plies 0..9
  move Up = option "up" -> plies += 1
  move Right = option "right" -> plies += 1
  move Down = option "down" -> plies += 1
  move Left = option "left" -> plies += 1
  over = if plies == 9 -> draw
}"""


EITHER = """game Either {
  players X, O
  board 3x3
  pieces Stone:X/O
  place Put = empty
  effect = set own Stone
  over = draw
  move Up = option "up" -> goto all -> empty -> pick -> set own Stone
}"""


def replayed(name: str, moves: list[str]) -> State:
    """Return the state after moves, by the interpreter."""
    state = load(name, "interpreter").initial_state()
    for move in moves:
        state = state.play(move)
    return state


def in_words(state: State) -> dict[str, str]:
    """Return what is on each cell as the page tells it: whose piece, and the numbers there; nothing of scenery."""
    found: dict[str, str] = {}
    tables = state.game.tables
    view = view_of(state, legal=False)
    for info, cells in zip(tables.states, state.position.boards, strict=True):
        if not info.empty:
            who = tables.players[info.owner].name if info.owner >= 0 else ""
            what = tables.game.pieces[info.piece].name if info.piece >= 0 else info.name or ""
            for number, place in enumerate(tables.cells.places):
                if cells >> number & 1:
                    found[state.game.names.cell_name(place)] = f"{who} {what}".strip()
    for cell in (cell for part in (view, *view.zones) for cell in part.cells.values() if cell.count):
        found[cell.name] = ", ".join(filter(None, [found.get(cell.name), cell.count]))
    for place in reversed(tables.cells.places):  # what lies beneath a cell is told there, from above
        shown_on = tables.grids[place[2] - 1].under if place[2:] else None
        beneath = None if shown_on is None else found.pop(state.game.names.cell_name(place), None)
        if shown_on is not None and beneath is not None:
            base = state.game.names.cell_name(shown_on)
            found[base] += f"{' on' if ', on ' in found[base] else ', on'} {beneath}"
    fixed = {cell.name for part in (view, *view.zones) for cell in part.cells.values() if cell.fixed}
    return {name: told for name, told in found.items() if name not in fixed}


def test_a_whole_game_against_the_computer(sit: Sit) -> None:
    """By clicks alone; the moves are legal, and the page says how the game has ended."""
    table = sit("connect-four")
    table.seat(1, "100")
    ply = 0
    while table.until("human", "over", ply=ply) == "human":
        table.click(table.targets[0])
        ply += 2
    end = replayed("connect-four", table.history)
    assert end.is_over and table.board == in_words(end)
    winner = {player.name for player in end.winners}
    assert table.text("#status") == (f"{winner.pop()} has won" if winner else "The game is drawn")
    table.press("New game")
    assert table.history == [] and table.until("human") == "human"


def test_two_computers_play_by_the_rules(sit: Sit) -> None:
    table = sit("othello")
    for player in (0, 1):
        table.seat(player, "100")
    table.until("over")
    end = replayed("othello", table.history)
    assert end.is_over and table.board == in_words(end)
    assert table.text("#status").endswith(", " + " to ".join(map(str, end.scores or ())))


def test_stacks_are_shown_on_their_cells(sit: Sit) -> None:
    table = sit("lasca")
    table.seat(1, "human")
    table.click("a3", "b4", "c5", "a3", "c3", "b4", "a5", "c3")
    state = replayed("lasca", ["a3-b4", "c5-a3", "c3-b4", "a5-c3"])
    assert table.history == ["a3-b4", "c5-a3", "c3-b4", "a5-c3"] and table.board == in_words(state)
    assert table.board["c3"] == "Black Soldier, 2, on White Soldier"
    assert table.page.locator(".stack rect").count() == 4


def test_a_refused_click_says_what_can_be_done(sit: Sit) -> None:
    table = sit("chess")
    table.click("e5")
    assert table.text("#message").startswith("No legal move of White begins with e5. Some do with ")
    table.click("e2")
    assert table.targets == ["e4", "e3"]
    table.click("e5")
    assert table.text("#message") == "e2 cannot go on with e5. It can with e3, e4."
    table.click("e7")
    assert "e7 (Black Pawn)" in table.text("#message") and table.history == []
    table.press("Clear")
    assert "e2" in table.targets


def test_undo_and_looking_back(sit: Sit) -> None:
    table = sit("tic-tac-toe")
    table.seat(1, "100")
    table.click("b2")
    table.until("human", ply=2)
    assert len(table.history) == 2
    table.press("One move back")
    assert len(table.board) == 1
    table.press("One move on")
    assert len(table.board) == 2
    table.press("Undo")
    assert (table.history, table.board, table.until("human")) == ([], {}, "human")


def test_after_another_move_from_the_past_the_computer_goes_on(sit: Sit) -> None:
    """Also if its own move was looked at on the way back, where it pauses."""
    table = sit("tic-tac-toe")
    table.seat(1, "100")
    table.click("b2")
    table.until("human", ply=2)
    table.press("One move back")
    table.until("paused")
    table.press("One move back")
    table.click("a1")
    table.until("human", ply=2)
    assert table.history[0] == "a1"


def test_who_takes_the_seat_of_the_computer_is_no_longer_told_to_wait(sit: Sit) -> None:
    table = sit("chess")
    table.seat(1, "10s")
    table.click("e2", "e4", "a1")
    assert table.text("#message") == "It is Black's turn."
    table.seat(1, "human")
    assert table.until("human") and table.text("#message") == ""


def test_who_plays_with_whom_is_told(sit: Sit) -> None:
    table = sit(load(read_text(PAIRS, "pairs.game"), "interpreter"))
    assert table.page.locator(".seat small:not(.numbers)").all_text_contents() == ["with C", "", "with A"]


def test_a_page_that_is_loaded_again_goes_on(sit: Sit) -> None:
    """With all moves, also those of nature, and with the same players; another game is begun only if one says so."""
    table = sit("pig")
    table.seat(1, "human")
    table.press("roll")
    table.until("human", ply=2)
    moves = table.history
    table.page.reload()
    table.until("human", ply=2)
    assert table.history == moves and table.page.input_value("#seat-1") == "human"
    table.press("New game")
    assert table.history == moves, "the browser has asked, and nobody has agreed"
    table.page.once("dialog", lambda dialog: dialog.accept())
    table.press("New game")
    assert table.history == []
    table.page.evaluate("history.replaceState({ seats: [], moves: ['roll', 'no such move'] }, '')")
    table.page.reload()
    table.until("human", "thinking")
    assert table.history[0] == "roll"


def test_the_tabulator_stops_at_a_cell_and_not_at_the_board(sit: Sit) -> None:
    table = sit("tic-tac-toe")
    stops = []
    for _ in range(12):
        table.page.keyboard.press("Tab")
        stops.append(table.evaluate("document.activeElement.dataset.cell ?? document.activeElement.id"))
    assert "board" not in stops and stops[:2] == ["0", "seat-0"]


def test_any_move_is_gone_back_to_and_the_numbers_are_drawn(sit: Sit) -> None:
    table = sit("othello")
    table.seat(1, "human")
    table.click("d6", "c4", "b3")
    assert table.page.get_attribute("#graph", "aria-label") == "on the board: Black 5, White 2"
    table.page.locator("#ply").fill("1")
    assert table.page.get_attribute("#graph", "aria-label") == "on the board: Black 4, White 1"
    table.page.click("#graph", position={"x": 1, "y": 9})
    assert table.evaluate("document.body.dataset.ply") == "0" and len(table.board) == 4
    assert barriers(table.page) == []
    table.click("c5")
    assert table.history == ["c5"]
    table = sit("breakthrough-6x6")
    table.seat(1, "human")
    table.click("a2", "a3", "a5", "a4")
    assert table.page.locator("#course").is_hidden(), "nothing has changed"


def test_what_players_have_is_told_and_keeps_the_keyboard(sit: Sit) -> None:
    """Seeds in a player's own cells; what was pressed on the list of moves has the keyboard still."""
    table = sit("kalah")
    table.seat(1, "human")
    for ply, move in enumerate(("d1", "b1"), 1):
        table.click(move)
        table.until("human", ply=ply)
    assert table.page.get_attribute("#graph", "aria-label") == "seeds: South 1, North 0"
    assert table.text("#course summary") == "How it went: seeds"
    table.press("d1")
    table.until("human", ply=1)
    assert table.evaluate("document.activeElement.textContent") == "d1"
    assert table.evaluate("document.activeElement.getAttribute('aria-current')") == "step"


def test_numbers_fit_into_their_cells(sit: Sit) -> None:
    text = "game G {\n  players X\n  board 3x1\n  counter n cell 0..9999 = { 8 128 4096 }\n  move Add = any -> select -> n += 1\n}"
    table = sit(load(read_text(text, "numbers.game"), "interpreter"))
    assert table.evaluate("document.title") == "G" and table.board == {"a1": "8", "b1": "128", "c1": "4096"}
    wide = "(host) => [...document.querySelectorAll(host)].map((each) => each.getBoundingClientRect().width)"
    numbers, cells = table.evaluate(f"({wide})('.cell .count')"), table.evaluate(f"({wide})('.still path')")
    assert all(0 < number < cell for number, cell in zip(numbers, cells, strict=True))


def test_numbers_beside_pieces_stay_within_their_cells(sit: Sit) -> None:
    text = """game G {
  players X
  board 3x1
  pieces Man:M
  counter n cell 0..99999 = { 8 4096 77777 }
  counter m cell 0..999 = { 1 20 300 }
  counter k cell 0..9 = { 1 2 3 }
  setup { "MMM" }
  move Add = own -> select -> n += 1
}"""
    table = sit(load(read_text(text, "numbers.game"), "interpreter"))
    assert [*table.page.locator(".cell .count").all_text_contents()] == ["8/1/1", "4096/20/2", "77777/300/3"]
    ends = "(host) => [...document.querySelectorAll(host)].map((each) => each.getBoundingClientRect()).map((box) => [box.left, box.right])"
    numbers, cells = table.evaluate(f"({ends})('.cell .count')"), table.evaluate(f"({ends})('.still path')")
    assert all(cell[0] < number[0] < number[1] < cell[1] for number, cell in zip(numbers, cells, strict=True)), numbers


def test_a_stack_is_no_heap(sit: Sit) -> None:
    """Where all numbers are 0 the height of the stack is not read as one of them; a game of one player may be just over."""
    text = """game Heaped {
  players X
  board 2x1
  pieces Man:M King:K
  zone pile 3x1 per cell stack
  mark here
  counter seeds cell 0..9 = { 0 2 }
  setup { "KM" }
  move Lay = own Man -> select here -> goto all -> own King -> select -> stack here in pile
  over = draw
  Theme Look { heaps { Heap { counter seeds most 5 } } }
}"""
    table = sit(load(read_text(text, "heaped.game"), "interpreter"))
    table.click("b1", "a1")
    table.until("over")
    assert [
        table.page.locator(f"[data-cell='{cell}'] {part}").count()
        for cell in "01"
        for part in ("use:not(.piece)", ".stack rect")
    ] == [0, 2, 2, 0]
    assert table.page.locator("[data-cell='0'] .count").text_content() == "2"
    assert table.text("#status") == "The game is over"


def test_marks_constants_and_numbers_are_drawn_on_their_cells(sit: Sit) -> None:
    """A mark appears where it is set; a constant lies under the piece; a number may stand alone. All are said in words."""
    text = """game Marked {
  players X, O
  board 3x1
  pieces Stone:X/O
  mark old game
  counter fish cell = { 0 7 0 }
  constant depth = { 0 2 5 }
  place Put = empty
  effect = set own Stone -> mark old +=; fish += 12
  over = draw
  Theme Sea {
    heaps {
      Heap { mark old figure Cross size 30 startAcross 30 },
      Heap { counter fish most 0 hexColor "#112233" },
      Heap { constant depth size 20 most 3 }
    }
  }
}"""
    table = sit(load(read_text(text, "marked.game"), "interpreter"))
    table.seat(1, "human")

    def drawn_on(cell: int) -> tuple[int, list[str]]:
        at = f"[data-cell='{cell}']"
        texts = [found for found in table.page.locator(f"{at} text").all_text_contents() if found]
        return table.page.locator(f"{at} g.piece use").count(), texts

    assert [drawn_on(cell) for cell in range(3)] == [(0, []), (2, ["7"]), (3, ["5"])]
    table.click("b1")
    assert [drawn_on(cell) for cell in range(3)] == [(0, []), (3, ["19"]), (3, ["5"])]
    assert table.page.locator("[data-cell='1']").get_attribute("aria-label") == "b1, X Stone, 19, old"


def test_players_read_captions(sit: Sit) -> None:
    """On buttons, beside seats and in the graph; the moves are written as they are. Names that JavaScript knows are names."""
    text = """game Captioned {
  players X, O
  board 3x1
  pieces Stone:X/O
  counter quiet = 1
  counter purse per = 3
  counter constructor = 5
  phases lay, valueOf
  move Lay in lay = empty -> select -> option "q" -> set own Stone -> quiet += 1 -> phase valueOf
  move Rest in valueOf = option "toString" -> purse -= 1 -> phase lay
  move Wait in valueOf = option "w" -> phase lay
  over = draw
  Theme Plain {
    captions {
      Caption { option "q" text "Quietly" }, Caption { counter quiet text "" }, Caption { counter purse text "coins" },
      Caption { phase lay text "Lay a stone" }
    }
  }
}"""
    table = sit(load(read_text(text, "captioned.game"), "interpreter"))
    table.seat(1, "human")
    seats = table.page.locator(".seat .numbers")
    assert (
        seats.all_text_contents() == ["coins 3", "coins 3"] and table.text("#common") == "constructor 5 · Lay a stone"
    )
    table.click("a1")
    table.press("Quietly")
    assert table.history == ["a1=q"] and table.text("#common") == "constructor 5 · phase valueOf"
    table.press("toString")
    assert seats.all_text_contents() == ["on the board 1 · coins 3", "coins 2"]
    assert "quiet" not in table.page.locator("#series").text_content()


MARKED = """() => [...document.querySelectorAll(".cell.target")].map((cell) => {
    const mark = cell.querySelector(".mark");
    const { fill, strokeWidth } = getComputedStyle(mark);
    const places = [[13, 15], [17, 12], [0, 0], [-13, 15], [20, 0]].map((place) => new DOMPoint(...place));
    const covered = places.filter((place) => (fill !== "none" && mark.isPointInFill(place)) || mark.isPointInStroke(place));
    return [mark.getBBox().width > 0 && parseFloat(strokeWidth) > 0, covered.length];
})"""
"""For each cell that can be clicked whether it has a mark, and how many places of letters on a piece the mark covers."""


@pytest.mark.parametrize("name", ["shogi", "chess"])
def test_the_mark_of_a_piece_that_can_be_clicked_does_not_cover_it(sit: Sit, name: str) -> None:
    table = sit(name)
    for _ in range(2):
        assert table.evaluate(f"({MARKED})()") == [[True, 0]] * table.page.locator(".cell.target").count() != []
        table.press("Turn board")


def test_of_a_stack_only_the_uppermost_card_that_may_be_chosen_is_marked(sit: Sit) -> None:
    text = """game Deck {
  players X, O
  board 1x1
  kind Ace:a
  zone deck 4x1 stack { "aaa." }
  zone market 3x1 { "aaa" }
  move Take = goto deck -> Ace -> select -> set empty
  move Buy = goto market -> Ace -> select -> set empty
  over = draw
}"""
    table = sit(load(read_text(text, "deck.game"), "interpreter"))
    table.seat(1, "human")
    marked = table.page.locator(".mark:not([d=''])").evaluate_all(
        "all => all.map((mark) => mark.parentNode.dataset.cell)"
    )
    assert marked == ["3", "5", "6", "7"]


def test_pieces_of_a_zone_that_is_not_drawn_are_offered_as_buttons(sit: Sit) -> None:
    text = """game Boxed {
  players X, O
  board 2x1
  kind Ace:a
  kind Two:b
  zone box 2x1 undrawn { "ab" }
  mark from, to
  move Put = empty -> select to -> goto box -> piece -> select from -> goto to -> set like from
  over = draw
}"""
    table = sit(load(read_text(text, "boxed.game"), "interpreter"))
    table.seat(1, "human")
    assert "box" not in table.page.locator("#board").text_content()
    table.click("a1")
    buttons = table.page.locator("#prompt button")
    assert buttons.evaluate_all("all => all.map((button) => button.title)") == ["box.a1", "box.b1"]
    buttons.nth(1).click()
    table.until("human", ply=1)
    assert table.history == ["a1-box.b1"]


def test_the_sample_of_a_supply_that_is_used_up_is_pale(sit: Sit) -> None:
    """Its number is written, also if it is 0; what is drawn as pieces and alone is written once."""
    text = """game Supply {
  players X, O
  board 3x1
  pieces Stone:X/O
  neutral Coin:c
  counter coins cell = { 1 4 0 }
  setup { "cc." }
  move Pay = Coin -> where { if coins > 0 } -> select -> coins -= 1
  over = draw
  Theme Table { heaps { Heap { counter coins size 20 most 2 }, Heap { counter coins size 50 most 0 } } }
}"""
    table = sit(load(read_text(text, "supply.game"), "interpreter"))
    table.seat(1, "human")

    def shown() -> list[tuple[str, list[str]]]:
        cells = [table.page.locator(f"[data-cell='{cell}']") for cell in range(3)]
        return [
            (
                str(cell.locator("use.piece").evaluate("piece => piece.style.opacity")),
                [found for found in cell.locator("text").all_text_contents() if found],
            )
            for cell in cells
        ]

    assert shown() == [("", ["1"]), ("", ["4"]), ("", [])]
    table.click("a1")
    assert shown() == [("0.3", ["0"]), ("", ["4"]), ("", [])]


def test_a_pass_that_is_forced_is_played_by_itself(sit: Sit) -> None:
    """Who has seen one is asked whether it should be; games without any do not ask."""
    table = sit(load(read_text(PASSING, "passing.game"), "interpreter"))
    table.until("over")
    assert table.history == ["pass", "c6"]
    table.page.get_by_label("pass by itself").uncheck()
    table.press("New game")
    table.press("pass")
    assert table.history[0] == "pass"
    asked = sit("tic-tac-toe").page.locator("#passing")
    assert asked.count() == 1 and asked.is_hidden()


def test_a_hint_shows_moves_with_their_visits(sit: Sit) -> None:
    table = sit("tic-tac-toe")
    table.seat(1, "human")
    table.click("a1", "a2", "b1", "a3")
    table.press("Hint")
    while not table.text("#message").startswith("Best moves"):
        table.page.wait_for_timeout(10)
    assert table.text("#message").split(": ")[1].startswith("c1 (")


HOPED = """game Hoped {
  players X, O
  board 9x9
  pieces Man:X/O
  region corner = cells (8,8)
  place Put = empty
  effect = set own Man
  over = draw
  heuristic 500 * count { goto corner -> own }
}"""
"""All games are drawn, so that random games say nothing; the heuristic prefers one corner."""


def test_a_hint_is_what_the_heuristic_of_the_model_expects(sit: Sit) -> None:
    table = sit(load(read_text(HOPED, "hoped.game"), "interpreter"))
    table.seat(1, "human")
    table.press("Hint")
    while not table.text("#message").startswith("Best moves"):
        table.page.wait_for_timeout(10)
    assert table.text("#message").split(": ")[1].startswith("i1 (")


def test_a_promotion_is_a_choice(sit: Sit) -> None:
    table = sit(load(read_text(PROMOTION, "promotion.game"), "interpreter"))
    table.click("a7", "a8")
    assert table.page.locator(".option").all_text_contents() == ["Queen", "Rook", "Bishop", "Knight"]
    table.press("Knight")
    assert table.history[0] == "a7-a8=n" and table.board["a8"] == "White Knight"


def test_a_move_that_may_go_on_has_a_done_button(sit: Sit) -> None:
    table = sit("abalone")
    table.seat(1, "human")
    assert not table.page.is_visible("#done")
    state = load("abalone", "interpreter").initial_state()
    steps = [move.clicks for move in state.legal_moves]
    short = next(one for one in steps if any(other[: len(one)] == one for other in steps if len(other) > len(one)))
    table.click(*short)
    table.press("Done")
    assert table.history == ["-".join(short)]


def test_a_pass_is_a_button(sit: Sit) -> None:
    table = sit("go")
    table.seat(1, "human")
    table.click("c3")
    for _ in range(2):
        table.page.locator('.option:text-is("pass")').click()
    assert table.history == ["c3", "pass", "pass"] and table.until("over") == "over"


def test_nature_moves_and_what_it_does_is_shown(sit: Sit) -> None:
    table = sit("pig")
    table.seat(1, "human")
    for _ in range(3):
        plies = len(table.history)
        table.page.locator(".option").first.click()
        table.until("human", ply=plies + 1)
    moves = table.history
    assert table.page.get_attribute("#drawn", "aria-label") == f"Dice: {moves[-1]}"
    state = load("pig", "interpreter").initial_state()
    drawn = 0
    for move in moves:
        drawn += state.is_chance
        state = state.play(move)
    assert drawn > 0


def test_a_die_that_is_thrown_again_shows_the_new_throw(sit: Sit) -> None:
    """Also where the throw is as many plies from the beginning as the one before."""
    table = sit("pig")
    table.seat(1, "human")
    for _ in range(8):
        table.press("roll")
        table.until("human", ply=2)
        assert table.page.locator("#drawn circle").count() == int(table.history[-1])
        table.press("Undo")
        table.until("human")


def test_each_die_of_a_throw_is_a_square_with_its_pips(sit: Sit) -> None:
    table = sit("backgammon")
    for seat in (0, 1):
        table.seat(seat, "human")
    table.until("human", ply=1)
    dice = table.page.locator("#drawn .die")
    numbers = table.history[0].split("=")
    assert [dice.nth(at).locator("circle").count() for at in (0, 1)] == [int(number) for number in numbers]
    boxes = [dice.nth(at).bounding_box() for at in (0, 1)]
    assert dice.count() == 2 and boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"] and boxes[0]["y"] == boxes[1]["y"]
    assert all(abs(box["width"] - box["height"]) < 1 for box in boxes) and barriers(table.page) == []


def test_what_no_die_has_is_written(sit: Sit) -> None:
    table = sit(load(read_text(THROW, "throw.game"), "interpreter"))
    table.until("human", ply=1)
    dice = table.page.locator("#drawn .die")
    assert dice.all_inner_texts() == ["heads", "0", "7", ""] and dice.nth(3).locator("circle").count() == 3
    assert table.page.get_attribute("#drawn", "aria-label") == "Luck: heads=0=7=3"


def test_what_nature_does_on_a_cell_is_seen_there_alone(sit: Sit) -> None:
    """Pieces are laid at random, then a die is thrown: of these only the die is shown beside the board."""
    table = sit("einstein-wuerfelt-nicht")
    nature = load("einstein-wuerfelt-nicht", "interpreter").nature
    assert nature is not None
    table.until("human", ply=2)
    assert table.page.get_attribute("#drawn", "aria-label") == f"{nature.name}: {table.history[-1]}"
    assert table.page.locator("#drawn").is_visible()
    table.page.locator("#ply").fill("1")
    table.until("paused", ply=1)
    assert table.evaluate("document.body.dataset.ply") == "1" and not table.page.locator("#drawn").is_visible()


def test_hexagons_and_keys_alone(sit: Sit) -> None:
    """A board of hexagons is walked over by arrows; Enter clicks."""
    table = sit("hex")
    table.seat(1, "100")
    keyboard = table.page.keyboard
    table.evaluate("document.querySelector('[data-cell][tabindex=\"0\"]').focus()")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        keyboard.press(key)
    table.until("human", ply=2)
    assert len(table.history) == 2 and len(table.board) == 2
    assert table.board[table.history[0]].startswith(load("hex", "interpreter").players[0].name)
    keyboard.press("Tab")
    assert table.evaluate("document.activeElement.id") != ""


def test_the_keyboard_goes_on_at_the_board_where_a_button_goes(sit: Sit) -> None:
    """An option that is no more, a button that is disabled, and one that is hidden."""
    table = sit(load(read_text(WAYS, "ways.game"), "interpreter"))
    table.seat(1, "human")
    focused = "document.activeElement.dataset.cell ?? document.activeElement.textContent"
    keyboard = table.page.keyboard
    table.page.get_by_role("button", name="up").focus()
    keyboard.press("Enter")
    assert table.evaluate(focused) == "up", "it is there for the next player"
    table.page.locator("#back").focus()
    keyboard.press("Enter")
    keyboard.press("Enter")
    assert table.evaluate(focused) == "0" and table.page.locator("#back").is_disabled()
    table.page.locator("#forward").focus()
    keyboard.press("Enter")
    table.page.get_by_role("button", name="right").focus()
    keyboard.press("Enter")
    assert table.until("over") and table.evaluate(focused) == "0"
    table = sit("breakthrough-6x6")
    table.click("a2")
    table.page.get_by_role("button", name="Clear").focus()
    table.page.keyboard.press("Enter")
    assert table.page.locator("#clear").is_hidden()
    assert table.evaluate("document.activeElement.dataset.cell")
    assert table.page.get_attribute("#history", "aria-live") == "polite" and barriers(table.page) == []


def test_a_phone_has_room_for_all_of_it(sit: Sit) -> None:
    table = sit("tic-tac-toe", viewport={"width": 360, "height": 640}, has_touch=True, color_scheme="dark")
    assert table.evaluate("document.documentElement.scrollWidth") <= 360
    table.cell("b2").tap(force=True)
    table.until("human", "over", ply=2)
    assert len(table.history) == 2 and table.evaluate("scrollY") == 0


@pytest.mark.parametrize(
    ("name", "width", "height", "click"),
    [("pentago", 1280, 800, "a1"), ("halma", 740, 360, "")],
    ids=["options", "low"],
)
def test_the_whole_board_is_seen(sit: Sit, name: str, width: int, height: int, click: str) -> None:
    """Also where many options need room, and on a phone on its side."""
    table = sit(name, viewport={"width": width, "height": height})
    if click:
        table.click(click)
        table.page.wait_for_selector("#options button")
    box = table.page.locator("#board").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= height and box["height"] >= 0.5 * height


def test_arrows_choose_options_after_a_click_on_the_board(sit: Sit) -> None:
    table = sit("twenty-forty-eight")
    table.until("human")
    table.page.locator("#board").click(position={"x": 60, "y": 60})
    before = len(table.history)
    for _ in range(50):  # a page that is still busy with the click takes no keys
        for key in ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"):
            table.page.keyboard.press(key)
        if len(table.history) > before:
            break
        table.page.wait_for_timeout(100)
    table.until("human", "over", ply=before + 1)
    assert len(table.history) > before


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_every_game_is_played_by_the_rules(sit: Sit, example: Any) -> None:
    """Two computers play a while; the interpreter plays the same moves and comes to the same board."""
    game = load(example.name, "interpreter")
    if game.is_hidden:
        with pytest.raises(Unplayable):
            html_page(game)
        return
    table = sit(example.name)
    table.evaluate("document.querySelectorAll('#seats select').forEach((seat) => { seat.options[5].value = '4'; })")
    for player in range(len(game.players)):
        table.seat(player, "4")
    table.until("over", "thinking", "human", ply=min(20, 4))
    for _ in range(200):
        if table.until("over", "thinking", "human", "paused") == "over" or len(table.history) >= 30:
            break
        table.page.wait_for_timeout(20)
    table.evaluate("document.getElementById('pause').click()")
    table.until("over", "paused")
    assert table.history and table.board == in_words(replayed(example.name, table.history))


RANDOM_GAMES = """
  const rules = new Rules(await WebAssembly.instantiate(await WebAssembly.compile(packed.code)), packed.game);
  const played = [];
  for (let seed = 1; seed <= GAMES; seed++) {
    let [record, keys, drawn, listed] = [rules.start(), [], seed, 0];
    const plies = [];
    for (;;) {
      const { moves, record: settled } = rules.moves(record, keys);
      if (!moves.length || listed >= LISTED) {
        played.push({ plies, over: !moves.length, board: rules.board(settled), result: rules.result(settled) });
        break;
      }
      listed += moves.length;
      drawn = (Math.imul(drawn, 1103515245) + 12345) >>> 0;
      const move = moves[(drawn >>> 8) % moves.length];
      plies.push([moves.map(({ name }) => name), move.name]);
      if (packed.game.remembers) keys.push(rules.key(record));
      record = move.record;
    }
  }
  return played;
"""
"""Games of random moves by the rules that a page has packed, until so many moves were listed in each."""

SOME = ("royal-game-of-ur", "tic-tac-toe")
"""The games that are played at random in every run."""


@pytest.mark.parametrize(
    "example",
    [pytest.param(each, id=str(each), marks=() if each.name in SOME else pytest.mark.prove) for each in EXAMPLES],
)
def test_random_games_of_a_page_are_those_of_the_interpreter(sit: Sit, example: Any) -> None:
    """Twenty games: the same legal moves at every ply, and at the end the same board and result."""
    beginning = load(example.name, "interpreter").initial_state()
    if beginning.game.is_hidden:
        with pytest.raises(Unplayable):
            html_page(beginning.game)
        return
    table = sit(example.name)
    script = RANDOM_GAMES.replace("GAMES", "20").replace("LISTED", "1000" if example.name not in SOME else "100")
    games = table.evaluate(f"(async () => {{ {bundled('rules.js')}\n{script} }})()")
    assert len(games) == 20
    for played in games:
        state = beginning
        for moves, move in played["plies"]:
            assert sorted(moves) == sorted(each.notation for each in state.legal_moves)
            state = state.play(move)
        assert played["over"] == state.is_over
        for number, cells in enumerate(state.position.boards):
            assert cells == sum(1 << cell for cell, there in enumerate(played["board"]) if there == number)
        if state.is_over:
            assert played["result"]["returns"] == pytest.approx(state.returns)
            assert played["result"]["scores"] == (None if state.scores is None else list(state.scores))


ASKED = """game Asked extends "tic-tac-toe" {{
  parameter timer = {seconds}
  parameter allowUndo = {undo} | other
  parameter showHints = {hints} | other
  parameter soundEnabled = {sound} | other
}}"""
LISTEN = """
  window.knocks = 0;
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.knocks += 1; return create.call(this); };
  null;
"""


def asked(seconds: int = 600, undo: bool = True, hints: bool = True, sound: bool = False) -> Game:
    """Return a game that asks for some terms."""
    told = {"undo": undo, "hints": hints, "sound": sound}
    words = {name: str(value).lower() for name, value in told.items()}
    return load(read_text(ASKED.format(seconds=seconds, **words), "asked.game"), "interpreter")


def test_a_game_without_undo_goes_on_at_its_last_move(sit: Sit) -> None:
    table = sit(asked(undo=False))
    table.seat(1, "human")
    table.click("b2", "a1")
    assert not table.page.locator("#undo").is_visible()
    table.press("One move back")
    table.click("c3")
    assert table.history == ["b2", "a1"] and "Nothing is taken back" in table.text("#message")
    assert table.targets == []
    table.press("One move on")
    table.click("c3")
    assert table.history == ["b2", "a1", "c3"]


def test_a_game_without_hints_shows_no_legal_moves(sit: Sit) -> None:
    table = sit(asked(hints=False))
    table.seat(1, "human")
    assert (table.targets, table.page.locator("#hint").is_visible()) == ([], False)
    table.click("b2", "b2")
    assert table.history == ["b2"]
    assert table.text("#message") == "No legal move of O begins with b2."


def test_a_move_is_heard_if_the_model_says_so(sit: Sit) -> None:
    for sound in (True, False):
        table = sit(asked(sound=sound))
        table.seat(1, "human")
        table.evaluate(LISTEN)
        table.click("b2", "a1")
        assert (table.history, table.evaluate("window.knocks")) == (["b2", "a1"], 2 * sound)


def test_who_has_no_time_left_has_lost(sit: Sit) -> None:
    table = sit(asked(seconds=1))
    table.seat(1, "human")
    table.until("over")
    assert table.text("#status") == "The time of X is over: O has won"
    table.click("b2")
    assert (table.history, table.text("#message")) == ([], "The game is over.")
    assert not table.page.locator("#clock").is_visible()
    patient = sit(asked(seconds=600))
    assert patient.text("#clock").startswith(("10:", "9:"))


def test_arrow_keys_choose_options_where_no_cell_can_be_clicked(sit: Sit) -> None:
    table = sit(load(read_text(WAYS, "ways.game"), "interpreter"))
    table.seat(1, "human")
    table.evaluate("document.activeElement.blur()")
    for ply, key in enumerate(("ArrowRight", "ArrowUp"), 1):
        table.page.keyboard.press(key)
        table.until("human", "over", ply=ply)
    assert table.history == ["right", "up"]


def swipe(table: Table, cell: str, way: tuple[int, int], length: int) -> None:
    """Put a finger on a cell, move it by a number of pixels, and lift it."""
    finger = table.page.context.new_cdp_session(table.page)
    box = table.cell(cell).locator("path").first.bounding_box()
    left, top = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, part in (("touchStart", 0), ("touchMove", length // 2), ("touchMove", length)):
        point = {"x": left + part * way[0], "y": top + part * way[1]}
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("way", ["left", "right", "up", "down"])
def test_a_swipe_chooses_an_option_where_no_cell_can_be_clicked(sit: Sit, way: str) -> None:
    """The page below does not scroll, and a swipe is no click on a cell; neither is a short one a choice."""
    table = sit(
        load(read_text(FOUR_WAYS, "ways.game"), "interpreter"), viewport={"width": 360, "height": 500}, has_touch=True
    )
    table.seat(1, "human")
    table.evaluate("scrollTo(0, 40)")
    for length in (6, 90):
        assert table.history == []
        swipe(table, "d4", {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[way], length)
    table.until("human", ply=1)
    assert (table.history, table.text("#message"), table.evaluate("scrollY")) == ([way], "", 40)


def test_where_a_cell_can_be_clicked_a_swipe_is_a_click(sit: Sit) -> None:
    table = sit(load(read_text(EITHER, "either.game"), "interpreter"), has_touch=True)
    table.seat(1, "human")
    assert len(table.targets) == 9 and table.page.locator(".option").all_inner_texts() == ["up"]
    swipe(table, "b2", (0, -1), 60)
    table.until("human", ply=1)
    assert table.history == ["b2"]


def test_a_piece_that_is_dragged_follows_the_pointer_and_keys_alone_show_the_focus(sit: Sit) -> None:
    table = sit("chess")
    table.seat(1, "human")
    mouse = table.page.mouse
    boxes = [table.cell(name).locator("path").first.bounding_box() for name in ("e2", "e4")]
    (x, y), (left, top) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 80)
    box = table.page.locator(".carried use").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - x) < 5 and abs(box["y"] + box["height"] / 2 - (y - 80)) < 12
    mouse.move(left, top)
    mouse.up()
    assert table.history == ["e2-e4"] and table.page.locator(".carried use").count() == 0
    pointed = "document.getElementById('board').classList.contains('pointed')"
    assert table.evaluate(pointed)
    table.page.keyboard.press("ArrowUp")
    assert not table.evaluate(pointed)
