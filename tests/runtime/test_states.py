"""States, moves and games as a program meets them."""

from __future__ import annotations

import copyreg
import pickle
import subprocess
import sys
import zlib
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.engines import game, play, rows, tiny
from tests.support.places import ROOT
from tests.support.rules import FLOOD, GAMES, OTHELLO
from tilewright.model.cell_names import column_name
from tilewright.model.files import read_text
from tilewright.runtime import (
    AmbiguousMove,
    Game,
    IllegalMove,
    ModelError,
    Move,
    State,
    UnreadableMove,
    load,
    perft,
    playout,
)
from tilewright.runtime.loading import game_of
from tilewright.runtime.move import cell_called, cell_name

# -- notation

NOTATION = [
    (((2, 3),), 8, "d6"),
    (((6, 4), (4, 4)), 8, "e2-e4"),
    (((1, 4), (0, 4), "q"), 8, "e7-e8=q"),
    (("pass",), 8, "pass"),
    (("a", "b"), 8, "a=b"),
    (("P", (3, 4)), 8, "P=e5"),
    (((0, 0), "x", (1, 1), (0, 1)), 2, "a2=x=b1-b2"),
    (((0, 26),), 1, "aa1"),
    (((0, 701), (0, 702)), 12, "zz12-aaa12"),
]


@pytest.mark.parametrize(("steps", "height", "text"), NOTATION)
def test_notation(steps: tuple[tuple[int, int] | str, ...], height: int, text: str) -> None:
    move = Move(steps, height)
    assert str(move) == move.notation == text
    assert eval(repr(move)) == move
    assert move.cells + move.options == tuple(sorted(steps, key=lambda step: isinstance(step, str)))


CALLED = [
    ("Fill = goto all", "Fill = goto all", "Fill"),
    ("Fill = goto all", "Flood_all = goto all", "_"),  # no option could be called so
    ("Fill = goto all", "pass = goto all", "_"),
    ("Fill = goto all", "a1 = goto all", "_"),
    ("empty -> select ->", 'empty -> select -> option "Fill" ->', "_"),
    ("empty -> select ->", 'choose { empty -> select | own -> has { off @(9,9) } -> draw } ->', "_"),  # two such rules
    ("empty -> select ->", 'empty -> repeat 1..1 { choose { select | option "x" } -> mark used += } ->', "Fill"),
    ("goto all -> empty", "goto all -> record -> empty", None),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "name"), CALLED)
def test_a_move_without_clicks_and_options_has_a_notation(old: str, new: str, name: str | None, engine: str) -> None:
    """It is called like its rule where nothing else is called so, and can be played by this name."""
    assert FLOOD.count(old) == 1
    state = game(FLOOD.replace(old, new), engine).initial_state()
    names = [str(move) for move in state.legal_moves]
    assert len(set(names)) == len(names) and all(names)
    first = state.legal_moves[0]
    assert state.game.parse_move(names[0]) == first
    assert rows(state.play(names[0])) == rows(state.play(first)) == "SS/SS"
    assert (first.steps == ()) is (name is not None)
    if name is not None:
        assert names[0] == name and eval(repr(first)) == first


@given(st.integers(0, 100_000), st.integers(0, 500), st.integers(501, 10_000))
def test_cell_names_are_read_back(column: int, row: int, height: int) -> None:
    assert cell_called(cell_name((row, column), height), height) == (row, column)


@given(st.integers(0, 10_000))
def test_column_names_grow(column: int) -> None:
    name, following = column_name(column), column_name(column + 1)
    assert (len(name), name) < (len(following), following)


@given(text=st.text(max_size=12))
def test_any_text_is_a_move_or_unreadable(text: str) -> None:
    try:
        move = othello().parse_move(text)
    except UnreadableMove as error:
        assert error.reason
    else:
        assert str(move) == text.strip()


UNREADABLE = [
    ("", "a move is written as"),
    ("x" * 20_000, "a move is written as"),
    ("g1", "the board has no cell g1; it has the columns a to f and the rows 1 to 6"),
    ("c9", "the board has no cell c9"),
    ("Pass", "did you mean 'pass'?"),
    ("a1-", "a cell or an option is missing"),
    ("a1--b1", "a cell or an option is missing"),
    ("a1=b1", "write a1-b1"),
    ("a1-pass", "write a1=pass"),
    ("A1", "neither a cell nor an option; a cell is called like a6"),
    ("a01", "neither a cell nor an option"),
    ("a1 b1", "neither a cell nor an option"),
    ("a" * 12 + "1", "neither a cell nor an option"),
]


@pytest.mark.parametrize(("name", "cell"), [("intellector", "b1"), ("othello-circle", "a8"), ("star-halma", "a1")])
def test_a_hole_is_called_a_hole(name: str, cell: str) -> None:
    with pytest.raises(UnreadableMove, match=f"{cell} is a hole of the board"):
        load(name).parse_move(cell)


@pytest.mark.parametrize(("cell", "what"), [("a2", "a hole of the board"), ("b1", "off the board")])
def test_what_is_missing_below_a_cell_is_told_apart(cell: str, what: str) -> None:
    text = """game Gap {
      players A, B
      board 2x2
      pieces Stone:S
      setup { ".." " ." }
      place Above = empty -> empty @(0,1)
      effect = set own Stone
      stuck = lose
    }"""
    state = game_of(read_text(text, "gap.game")).initial_state()
    with pytest.raises(IllegalMove, match=f"the cell 1 below {cell} must be empty, but it is {what}"):
        state.play(cell)


@pytest.mark.parametrize(("text", "reason"), UNREADABLE)
def test_what_is_no_move_says_what_would_be(text: str, reason: str, engine: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        game(OTHELLO, engine).initial_state().play(text)
    assert reason in caught.value.reason


def test_a_move_of_another_board(engine: str) -> None:
    with pytest.raises(UnreadableMove, match="no such cell"):
        game(OTHELLO, engine).initial_state().play(Move(((7, 7),), 8))


# -- refusals

STEPS = "move A = own -> select here -> step east 1..2 -> empty -> select -> move here"

REFUSED = [
    ("an empty cell", "M.m.", STEPS, "b1-c1", "b1 must be X's, but it is empty (PatternFilter at test.game:"),
    ("an occupied target", "M.m.", STEPS, "a1-c1", "c1 must be empty, but O's Man is there (PatternFilter at test.game:"),
    ("out of reach", "M.m.", STEPS, "a1-d1", "d1 is not reached from a1 by 'step east 1..2' (StepFilter at test.game:"),
    ("in the author's words", "M.m.", 'move A = own because "Take your own." -> select', "c1", "Take your own: c1 must be X's"),
    ("a post-check", "MK", "move A = own -> select -> set empty\nensure = own King", "b1", "afterwards none of a1, b1 is X's King"),
    ("a compulsory move", "MK", "move A = own Man -> select\nmove B priority 1 = own King -> select", "a1", "there is a move by the rule B, which must be played: b1"),
    ("a greater number", "MK", "move A maximise n = own -> select -> do { King -> n := 1 }", "a1", "another move has more of n and must be played: b1"),
    ("too long", "M.m.", STEPS, "a1-b1-c1", "a1-b1 is a whole move"),
    ("a per-cell rule", "M.", "place A = empty", "a1", "a1 must be empty"),
    ("a wrong option", "M.", 'move A = own -> select -> option "q"\nmove B = option "r"', "a1=r", "the option q is expected here"),
    ("one of two options", "M.", 'move A = own -> select -> option "q"\nmove B = own -> select -> option "r"', "a1-b1", "one of the options q or r is expected here"),
    ("one of many options", "M.", "move A = own -> select -> choose { " + " | ".join(f'option "{label}"' for label in "cdefghijkl") + " }", "a1-b1", "one of the options c, d, e, f, g, h, i, j, … is expected here"),
    ("another phase", "M.", 'phases One, Two\nmove A in Two = own -> select\nmove B = empty -> select', "a1", "the rule A is for the phase Two, and this is the phase One"),
]  # fmt: skip


@pytest.mark.parametrize(("board", "rules", "move", "reason"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_a_refusal_gives_its_reason_and_changes_nothing(
    board: str, rules: str, move: str, reason: str, engine: str
) -> None:
    state = tiny(board, rules, engine)
    before = (rows(state), str(state.legal_moves), hash(state))
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert type(caught.value) is IllegalMove
    assert caught.value.move == move and reason in caught.value.reason
    assert (rows(state), str(state.legal_moves), hash(state)) == before


def test_the_beginning_of_moves_is_ambiguous(engine: str) -> None:
    state = tiny("M..", STEPS, engine)
    with pytest.raises(AmbiguousMove) as caught:
        state.play("a1")
    assert caught.value.choices == ("a1-b1", "a1-c1")


def test_why_is_found_when_it_is_read(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(
        "tilewright.runtime.why.explaining.explain", lambda state, identity, viewer: asked.append(identity) or identity
    )
    for move in ("b1", "a1-d1", "a1"):
        with pytest.raises(IllegalMove) as caught:
            tiny("M.m.", STEPS, engine).play(move)
        assert not asked
        assert [caught.value.explanation] == asked
        asked.clear()


@pytest.mark.parametrize("move", ["a1", "b1", "nowhere"])
def test_refusals_pass_from_one_process_to_another(move: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        tiny("M..", STEPS, "interpreter").play(move)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), str(copy)) == (type(caught.value), str(caught.value))
    assert getattr(copy, "choices", ()) == getattr(caught.value, "choices", ())


def test_moves_are_played_and_refused_where_the_rules_go_wrong_in_others(engine: str) -> None:
    rules = (
        "phases One, Two\nmove A = own -> select -> set empty -> phase Two\n"
        "move B in One = empty -> select -> n += 40000\nstuck = lose"
    )
    state = tiny("M.m.", rules, engine)
    assert rows(state.play("a1")) == "..m."
    with pytest.raises(IllegalMove) as caught:
        state.play("c1")
    assert "'n' would be 40000" in caught.value.reason and "[counter-overflow]" in str(caught.value)
    with pytest.raises(ModelError):
        len(state.legal_moves)


def test_when_a_player_must_pass_or_the_game_is_over(engine: str) -> None:
    with pytest.raises(IllegalMove, match="X has no move here and must pass; play 'pass'"):
        tiny("m.", "place A = own", engine).play("a1")
    with pytest.raises(IllegalMove, match="the game is over"):
        tiny("..", "place A = own", engine).play("a1")


def test_an_explanation_has_its_parts(engine: str) -> None:
    state = tiny("M.m.", STEPS, engine)
    explanation = state.explain("a1-c1")
    assert (explanation.filter, explanation.wanted, explanation.words) == ("PatternFilter", (0, 2), None)
    assert (0, 2) in explanation.cells and explanation.notation == "empty" and explanation.clicks == 1
    assert explanation.place is not None and explanation.place.file == "test.game" and explanation.place.line > 1
    with pytest.raises(IllegalMove) as caught:
        state.play("a1-c1")
    assert str(caught.value.explanation) == str(explanation)


def test_a_legal_move_is_explained_too(engine: str) -> None:
    explanation = tiny("M.m.", STEPS, engine).explain("a1-b1")
    assert explanation.legal and explanation.filter == "MoveRule"
    assert explanation.effects == (
        "a1: X's Man becomes empty", "b1: empty becomes X's Man", "then O is to move",
    )  # fmt: skip


# -- legal moves and states


def test_legal_moves_can_be_asked_and_printed(engine: str) -> None:
    moves = game(OTHELLO, engine).initial_state().legal_moves
    assert (len(moves), str(moves), repr(moves)) == (4, "c5 b4 e3 d2", "<LegalMoves: c5 b4 e3 d2>")
    assert "b4" in moves and Move(((2, 1),), 6) in moves
    assert "a1" not in moves and "zz" not in moves and 3 not in moves
    assert [str(move) for move in moves[1:3]] == ["b4", "e3"] and str(moves[-1]) == "d2"


def test_a_state_is_drawn_with_its_coordinates(engine: str) -> None:
    assert str(tiny("Mk /..m", "place A = empty", engine)) == "2 M k\n1 . . m\n  a b c"
    wide = tiny("." * 27 + "M", "place A = empty", engine)
    assert str(wide).splitlines()[-1].endswith(" y  z aa ab")


def test_every_state_has_its_own_symbol(engine: str) -> None:
    text = """<game:Game xmlns:game="urn:tilewright:game" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
      name="Plain" initialPlayer="//@players.0">
      <players name="One" hexColor="#111111" associatedState="//@board/@tiles.0/@states.0"/>
      <players name="Two" hexColor="#222222" associatedState="//@board/@tiles.0/@states.1"/>
      <board width="2" height="1">
        <tiles name="T" tileType="T"><initialState name="Blank"/><states name="Black"/><states name="Blue"/></tiles>
        <tileplacement row="0" column="0" tile="//@board/@tiles.0"/>
        <tileplacement row="0" column="1" tile="//@board/@tiles.0"/>
        <legalMovesPipeline><filters xsi:type="game:PatternFilter"><patterns stateSelection="Any"/></filters></legalMovesPipeline>
        <effectPipeline><filters xsi:type="game:StateEffectFilter"/></effectPipeline>
      </board></game:Game>"""
    state = load(read_text(text, "plain.xmi")).initial_state()
    assert len(set(state.game.names.states)) == 3
    assert rows(play(state, "a1 b1")) == "Bl"


def test_equal_states(engine: str) -> None:
    start = game(GAMES["hex 3x3"].text, engine).initial_state()
    one, other = play(start, "a1 b2 c3"), play(start, "c3 b2 a1")
    assert one == other and hash(one) == hash(other)
    assert one != play(start, "a1 b2 c2") and one != start and one != "state"
    assert repr(one).startswith("<Game Hex>.position('position Position { setup {")


def test_completions(engine: str) -> None:
    state = tiny("M..M", STEPS, engine)
    for _ in range(2):  # before and after the legal moves are known
        assert [str(move) for move in state.completions()] == ["a1-b1", "a1-c1"]
        assert [str(move) for move in state.completions("a1")] == ["a1-b1", "a1-c1"]
        assert [str(move) for move in state.completions("a1-b1")] == ["a1-b1"]
        assert state.completions("d1") == []
        assert len(state.legal_moves) == 2


def check_invariants(state: State, random: Random, plies: int) -> None:
    for _ in range(plies):
        position = state.position
        everything = (1 << len(state.game.names.cells)) - 1
        assert sum(position.boards) == everything
        moves = list(state.legal_moves)
        assert state.is_over == (not moves) and len(set(moves)) == len(moves) == len(set(map(str, moves)))
        if state.is_over:
            assert position.returns is not None and abs(sum(state.returns)) < 1e-9
            return
        assert state.returns == (0,) * len(state.game.players) and state.winner is None
        move = random.choice(moves)
        assert move in state.legal_moves and str(move) in state.legal_moves
        assert state.game.parse_move(str(move)) == move
        unseen = state.game.state(position)
        following = unseen.play(str(move))
        assert following == state.play(move) and following.ply == state.ply + 1
        assert unseen.completions(move)[0] == move
        state = following


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_played_the_promises_hold(name: str, engine: str) -> None:
    check_invariants(game(GAMES[name].text, engine).initial_state(), Random(name), 80)


# -- games


@cache
def othello() -> Game:
    return load(read_text(OTHELLO, "othello.game"))


def test_what_can_be_loaded(tmp_path: Path) -> None:
    file = tmp_path / "othello.game"
    file.write_text(OTHELLO, encoding="utf-8")
    document = read_text(OTHELLO, "othello.game")
    for model in (file, str(file), document, document.root):
        assert perft(load(model).initial_state(), 2) == 12


def test_what_cannot_be_loaded() -> None:
    with pytest.raises(FileNotFoundError):
        load("no-such-game-at-all")
    with pytest.raises(ModelError) as caught:
        load(read_text("game Broken { players X\n board 1x1\n place A = emty\n}", "broken.game"))
    assert caught.value.diagnostics


def test_engines_that_there_are_not() -> None:
    with pytest.raises(ValueError, match="unknown"):
        load(read_text(OTHELLO, "othello.game"), "quick")


def test_a_game_tells_who_plays() -> None:
    players = othello().players
    assert [(player.number, player.name, str(player)) for player in players] == [
        (0, "Black", "Black"),
        (1, "White", "White"),
    ]


def test_the_same_seed_plays_the_same_game(engine: str) -> None:
    loaded = game(OTHELLO, engine)
    assert playout(loaded, 7) == playout(loaded.initial_state(), Random(7)) and playout(loaded, 7).is_over
    assert len({hash(playout(loaded, seed)) for seed in range(10)}) > 1


def test_a_playout_may_be_cut_short(engine: str) -> None:
    state = playout(game(OTHELLO, engine), 7, max_plies=5)
    assert state.ply == 5 and not state.is_over


def test_importing_the_package_loads_nothing() -> None:
    code = "import sys, tilewright.runtime; print('pyecore' in sys.modules, 'lxml' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_the_names_of_the_package_are_there() -> None:
    import tilewright.runtime as runtime

    assert all(getattr(runtime, name) is not None for name in runtime.__all__)
    assert set(runtime.__all__) <= set(dir(runtime))
    with pytest.raises(AttributeError, match="nothing_like_it"):
        runtime.__getattr__("nothing_like_it")


def test_a_pickled_game_keeps_the_places_of_its_rules(tmp_path: Path, engine: str) -> None:
    """Those of a base are in its file."""
    (tmp_path / "base.game").write_text(
        "game Base {\n  players A, B\n  board 2x2\n  pieces S:s\n  place P = empty\n}\n"
    )
    (tmp_path / "mine.game").write_text("game Mine extends base {\n\n\n\n\n\n\n  place Q = own\n}\n")
    state = load(tmp_path / "mine.game", engine).initial_state()
    told = []
    for one in (
        state,
        pickle.loads(pickle.dumps(state)),
        pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(state)))),
    ):
        with pytest.raises(IllegalMove) as caught:
            one.play("a3")
        places = [one.game.document.places.of(e) for e in one.game.document.game.eAllContents()]
        told.append((str(caught.value), places))
    assert told[0] == told[1] == told[2]
    assert {place.file for place in told[0][1]} == {str(tmp_path / "base.game"), str(tmp_path / "mine.game")}


def test_the_expression_of_a_state_has_what_was_chosen(tmp_path: Path, engine: str) -> None:
    model = tmp_path / "sized.game"
    model.write_text(
        "game Sized {\n  players A, B\n  parameter n 2..5 = 3\n  board n x n\n  pieces S:s\n  place P = empty\n}\n"
    )
    game = load(model, engine, settings={"n": "4"})
    state = game.initial_state().play("d4")
    for one in (state, pickle.loads(pickle.dumps(state))):
        assert "settings={'n': '4'}" in repr(one)
        again = eval(repr(one))
        assert again.game == game and again.to_text() == state.to_text()
    assert load(model, engine, settings={"n": 4}).choices == game.choices
    camels = load("knights-tours", engine, variant="Camels")
    assert eval(repr(camels)) == camels != load("knights-tours", engine)


@pytest.mark.parametrize(
    "placed", [b"", b"x", b"[]", b"[[], []]", b'[["a"], [[0, 1, 1]]]', b'[["a"], 7]', b'[["a"], [[9, 1, 1]]]']
)
def test_forged_places_are_refused(placed: bytes) -> None:
    restore, (text, _, *rest) = copyreg.dispatch_table[Game](load("tic-tac-toe"))
    with pytest.raises(ValueError, match="the places of a pickled model are not those of its elements"):
        restore(text, zlib.compress(placed) if placed else placed, *rest)
