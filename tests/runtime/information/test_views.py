"""What players see, what they are told, and whether it tells them more than it may."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.engines import game, play
from tilewright.runtime import Game, State
from tilewright.runtime.bots.messages import view_as_json
from tilewright.runtime.information.determinising import determinise
from tilewright.runtime.information.views import Unknown
from tilewright.runtime.pictures.view import view_of
from tilewright.runtime.refusals import IllegalMove
from tilewright.runtime.session import Session
from tilewright.runtime.web.course import board_of

PHANTOM = """game Phantom {{
  players X, O
  board {width}x{height}
  pieces Stone:X/O
  mark known per game owner
  sight = union {{ own | at known }}
  move Place owner = !own -> !at known -> select -> first {{ enemy -> mark known += -> turn same | set own Stone }}
  effect = goto all -> has {{ own @(0,0)(1,0) }} -> win
  effect = no {{ goto all -> empty }} -> draw
}}
"""
"""Nobody sees the stones of the other, except where one wanted to place one's own."""

SECRETS = """game Secrets {
  players A, B
  board 2x1
  pieces Man:m/M
  counter open = 3
  counter purse per owner = 5
  counter dark hidden = 7
  counter cards per cell owner
  mark here game
  mark there game hidden
  mark own_step per game owner
  phases begin, go_on
  move Give = empty -> select -> mark here -> mark there -> mark own_step -> purse -= 1 -> dark += 1 -> open += 1
    -> cards += 1 -> set own Man -> phase go_on
}
"""
"""A bit of everything that may be seen by all, by its owner, or by nobody."""

FOG = """game Fog {
  players A, B
  board 3x1
  counter men per cell sight = { 2 1 0 | 0 1 3 }
  counter gold cell sight = { 4 5 6 }
  mark trail per game sight
  mark tracks game sight
  region west = column 0..1
  sight = own_men
  sub own_men = where { if men > 0 }
  move Go = own_men -> select -> men -= 1 -> mark trail += -> mark tracks += -> gold -= 1
  stuck = lose
}
"""
"""Of numbers and marks one sees what is one's own, and what lies on cells where one has men."""

BLUFF = """game Bluff {
  players A, B
  board 3x2
  pieces Low:l/L High:h/H
  directions forth relative = (0,-1)
  setup { "lhl" "HLH" }
  sight = own
  back = any
  move Take = own -> select -> goto all -> enemy -> select -> set empty
}
"""
"""One sees that something stands there, but not what."""


MINES = """game Mines {
  players Digger
  nature Luck
  start Luck
  board 3x3
  directions all8 = (1,0) (1,1) (0,1) (-1,1) (-1,0) (-1,-1) (0,-1) (1,-1)
  mark mines game hidden
  mark dug game
  counter near cell, laid hidden
  chance Lay hidden = !at mines -> select -> mark mines += -> laid += 1 -> do { if laid < 2 -> turn nature }
  move Dig = !at dug -> select -> first { at mines -> lose | mark dug += -> near += count { step all8 -> at mines } }
  effect = if count { goto all -> !at dug } == 2 -> win
}
"""
"""Nature hides two mines, and tells nobody."""


def phantom(width: int, height: int, engine: str = "interpreter") -> Game:
    """Return a game of phantom stones."""
    return game(PHANTOM.format(width=width, height=height), engine)


def test_what_is_seen_of_cells(engine: str) -> None:
    state = play(phantom(3, 2, engine).initial_state(), "b1 b1")
    mine, theirs = state.view(0), state.view(1)
    assert {cell: str(found) for cell, found in mine.board().items()} == {
        "a2": "?", "b2": "?", "c2": "?", "a1": "?", "b1": "X", "c1": "?",
    }  # fmt: skip
    assert theirs["b1"] is not None and str(theirs["b1"]) == "X"  # O wanted to place a stone there
    assert theirs["a1"] is Unknown.UNSEEN and state["a1"] is None
    assert state.view("X") == mine and state.view() == theirs != mine and state.view().viewer.name == "O"
    assert str(theirs).splitlines() == ["2 ? ? ?", "1 ? X ?", "  a b c"]


def test_what_is_seen_of_numbers_and_marks(engine: str) -> None:
    state = play(game(SECRETS, engine).initial_state(), "a1")
    mine, theirs = state.view(0), state.view(1)
    assert mine.counters == {"open": 4, "purse": 4, "cards": {"a1": 1, "b1": 0}}
    assert theirs.counters == {"open": 4, "purse": 5, "cards": {"a1": 0, "b1": 0}}
    assert mine.marks == {"here": ("a1",), "own_step": ("a1",)}
    assert theirs.marks == {"here": ("a1",), "own_step": ()}
    assert mine.phase == theirs.phase == "go_on"
    assert "dark" not in mine.to_text() and "there" not in mine.to_text()
    assert mine.to_text().splitlines()[-3:] == [
        "counter open = 4",
        "counter purse = 4",
        "counter cards = { a1 1 b1 0 }",
    ]


def test_what_lies_in_sight_is_seen_there(engine: str) -> None:
    state = play(game(FOG, engine).initial_state(), "a1 c1 b1")
    mine, theirs = state.view(0), state.view(1)
    assert state.counters == {"men": {"a1": (1, 0), "b1": (0, 1), "c1": (0, 2)}, "gold": {"a1": 3, "b1": 4, "c1": 5}}
    assert mine.counters == {"men": {"a1": (1, 0), "b1": (0, 0), "c1": (0, 0)}, "gold": {"a1": 3}}
    assert theirs.counters == {"men": {"a1": (0, 0), "b1": (0, 1), "c1": (0, 2)}, "gold": {"b1": 4, "c1": 5}}
    assert mine.marks == {"trail": (("a1", "b1"), ()), "tracks": ("a1",)}
    assert theirs.marks == {"trail": (("b1",), ("c1",)), "tracks": ("b1", "c1")}
    assert [str(view).splitlines()[0] for view in (mine, theirs)] == ["1 1/0/3     ?     ?", "1     ? 0/1/4 0/2/5"]


def test_numbers_beyond_sight_change_nothing_that_is_seen(engine: str) -> None:
    start = game(FOG, engine).initial_state()
    one, other = play(start, "a1 c1 b1 c1"), play(start, "a1 b1 b1 c1")
    assert one.view(1) != other.view(1)
    assert one.view(0) == other.view(0) and one.view(0).to_text() == other.view(0).to_text()
    assert one.view(0).key == other.view(0).key and one != other


def test_where_only_something_is_seen(engine: str) -> None:
    state = game(BLUFF, engine).initial_state()
    assert str(state.view(0)).splitlines() == ["2 l h l", "1 # # #", "  a b c"]
    after = play(state, "a2-c1")
    assert str(after.view(0)).splitlines() == ["2 l h l", "1 # # .", "  a b c"]  # else it would be covered
    assert after.view(0)["a1"] is Unknown.COVERED and after.view(0)["c1"] is None
    assert [view_of(after, viewer=0).cells[1, column].empty for column in range(3)] == [False, False, True]
    assert board_of(after.game, after.view(0).content)["states"][3:] == [5 + 1, 5 + 1, 0]
    told = view_as_json(after.view(0))
    assert (told["unseen"], told["covered"]) == ([], ["a1", "b1"])


@pytest.mark.parametrize(
    ("back", "row"),
    [
        ("piece", "# # ."),
        ("goto all -> any", "# # ."),
        ("enemy", "# # ?"),
        ("any at west", "# ? ?"),
        ("King", "# ? ?"),
        ("own", "? ? ?"),
        ("where { if count { goto all -> own } > 2 }", "# # ?"),
    ],
)
def test_what_is_told_of_some_cells_alone_leaves_the_others_unknown(back: str, row: str) -> None:
    text = BLUFF.replace("back = any", f"back = {back}").replace("King", "High")
    text = text.replace("  sight", "  region west = column 0\n  sight")
    after = play(game(text, "interpreter").initial_state(), "a2-c1")
    assert str(after.view(0)).splitlines()[1] == f"1 {row}"


def test_the_end_is_told_to_everybody(engine: str) -> None:
    state = play(phantom(2, 2, engine).initial_state(), "a1 a2 b1")
    assert state.is_over
    for viewer in (0, 1):
        view = state.view(viewer)
        assert view.is_over and view.returns == (1, -1)
        assert view.to_text().splitlines()[3] == f"{'XO'[viewer]} sees; over: X 1, O -1"


def test_all_is_seen_of_a_game_that_hides_nothing() -> None:
    open_game = game(
        "game Open {\n players A, B\n board 2x1\n pieces Man:m/M\n place P = empty\n effect = set own Man\n}", "python"
    )
    state = play(open_game.initial_state(), "b1")
    assert not open_game.is_hidden and phantom(2, 2).is_hidden
    assert state.view(0).board() == state.view(1).board() == state.board()


def attempts(session: Session, player: int) -> tuple[object, ...]:
    """Return what a player of phantom stones has noticed, found without views: his tries, and how each ended."""
    noticed: list[object] = []
    state = session.game.initial_state()
    for move in session.moves:
        after = state.play(move)
        if state.player.number == player:
            noticed.append((str(move), state[str(move)] is None))
        elif after.player != state.player or after.is_over:
            noticed.append("the other has placed a stone")
        state = after
    return (*noticed, state.returns if state.is_over else None)


def test_equal_keys_are_equal_knowledge() -> None:
    """The whole tree: two lines of play have one key iff the player has noticed the same."""
    by_key: dict[tuple[int, int], tuple[object, ...]] = {}
    by_knowledge: dict[tuple[int, tuple[object, ...]], int] = {}
    legal: dict[tuple[int, int], str] = {}
    session = Session(phantom(2, 2))

    def walk() -> None:
        for player in (0, 1):
            key, knowledge = session.information_key(player), attempts(session, player)
            assert by_key.setdefault((player, key), knowledge) == knowledge
            assert by_knowledge.setdefault((player, knowledge), key) == key
        mover = session.state.player.number
        listed = str(session.state.legal_moves)
        assert legal.setdefault((mover, session.information_key(mover)), listed) == listed
        for move in list(session.state.legal_moves):
            session.play(move)
            walk()
            session.undo()

    walk()
    assert len(by_key) == len(by_knowledge) > 50


def test_nothing_is_told_of_a_try_that_fails() -> None:
    session = Session(phantom(2, 2))
    session.play("a1")
    told = session.transcript(0), session.information_key(0)
    session.play("a1")
    assert (session.transcript(0), session.information_key(0)) == told
    (first, second) = session.transcript(1)
    assert (first.mover, first.move) == (None, None)
    assert second.mover is not None and (second.mover.name, str(second.move)) == ("O", "a1")
    assert str(second).splitlines()[0] == "O: a1"


def test_everybody_is_told_a_move_that_is_no_secret() -> None:
    session = Session(game(SECRETS, "interpreter"))
    session.play("b1")
    for viewer in (0, 1):
        (told,) = session.transcript(viewer)
        assert told.mover is not None and (told.mover.name, str(told.move)) == ("A", "b1")


def test_nobody_is_told_what_nature_hides() -> None:
    session = Session(game(MINES, "interpreter"))
    for move in ("a1", "c3"):
        assert session.state.is_chance
        session.play(move)
    (told,) = session.transcript(0)  # that it is his turn
    assert (told.mover, told.move) == (None, None) and "Digger to move" in told.view.to_text()
    session.play("b2")
    assert session.state.view(0).counters["near"]["b2"] == 2
    assert "laid" not in session.state.view(0).counters and "mines" not in session.state.view(0).marks
    found = {determinise(session.game.initial_state(), 0, session.transcript(0), Random(n)) for n in range(20)}
    assert None not in found and len(found) > 5


def test_a_move_that_is_refused_changes_nothing() -> None:
    session = Session(phantom(2, 2))
    session.play("a1")
    before = session.state, session.moves, session.transcript(0), session.information_key(1)
    with pytest.raises(IllegalMove):
        session.play("a9")
    assert (session.state, session.moves, session.transcript(0), session.information_key(1)) == before


def test_undo_forgets_what_was_told() -> None:
    session = Session(phantom(3, 2))
    random = Random(3)
    seen: list[tuple[object, ...]] = []
    while not session.state.is_over:
        seen.append((session.state, *(session.transcript(p) for p in (0, 1)), *map(session.information_key, (0, 1))))
        session.play(random.choice(list(session.state.legal_moves)))
    while seen:
        session.undo()
        assert (
            session.state,
            *(session.transcript(p) for p in (0, 1)),
            *map(session.information_key, (0, 1)),
        ) == seen.pop()
    with pytest.raises(IndexError):
        session.undo()


@pytest.mark.parametrize("seed", range(8))
def test_a_position_that_fits_is_found(seed: int) -> None:
    random = Random(seed)
    session = Session(phantom(3, 2))
    for _ in range(random.randrange(1, 7)):
        if not session.state.is_over:
            session.play(random.choice(list(session.state.legal_moves)))
    viewer = session.state.player.number
    start = session.game.initial_state()
    for number in range(4):
        found = determinise(start, viewer, session.transcript(viewer), Random(number))
        assert found is not None
        assert found.view(viewer) == session.state.view(viewer)
        assert str(found.legal_moves) == str(session.state.legal_moves)


def test_another_position_is_found() -> None:
    session = Session(phantom(3, 2))
    session.play("a1")
    found = {determinise(session.game.initial_state(), 1, session.transcript(1), Random(n)) for n in range(40)}
    assert None not in found and len(found) == 6


def test_no_position_fits_what_nobody_can_be_told() -> None:
    session, other = Session(phantom(2, 1)), Session(phantom(3, 2))
    session.play("a1")
    other.play("c1")
    assert determinise(session.game.initial_state(), 0, other.transcript(0), Random(1)) is None


def test_the_search_for_a_position_is_bounded() -> None:
    session = Session(phantom(3, 2))
    for _ in range(4):
        session.play(next(iter(session.state.legal_moves)))
    assert determinise(session.game.initial_state(), 0, session.transcript(0), Random(1), states=1) is None


def random_state(played: Game, random: Random) -> State:
    """Return a state somewhere in a random game."""
    state = played.initial_state()
    for _ in range(random.randrange(6)):
        if not state.is_over:
            state = random.choice([*map(state.play, state.legal_moves)])
    return state


def test_nothing_that_is_not_seen_is_told() -> None:
    """Cells that a player does not see are filled anew: what he sees, and his legal moves, stay as they are."""
    played = phantom(3, 2)
    random = Random(5)
    checked = 0
    for _ in range(150):
        state = random_state(played, random)
        viewer = state.player.number
        view = state.view(viewer)
        if state.is_over:
            continue
        hidden = [cell for cell, found in view.board().items() if found is Unknown.UNSEEN]
        text = state.to_text()
        rows = [list(row) for row in text.split('"')[1:4:2]]
        for cell in hidden:
            row, column = 2 - int(cell[1]), "abc".index(cell[0])
            rows[row][column] = random.choice("." + "OX"[viewer == 1])
        parts = text.split('"')
        parts[1], parts[3] = ("".join(row) for row in rows)
        other = played.position('"'.join(parts))
        if other.view(viewer) == view:
            checked += 1
            assert other.view(viewer).to_text() == view.to_text() and other.view(viewer).key == view.key
            assert str(other.legal_moves) == str(state.legal_moves)
    assert checked > 50
