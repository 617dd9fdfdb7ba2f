"""What programs ask of games, states and moves: pieces by cells, copies, pickles, texts that make them again."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.support.engines import play, tiny
from tests.support.gallery import EXAMPLES, Example
from tests.support.places import ROOT
from tilewright.envs.clicks import Actions, Begun
from tilewright.envs.planes import Planes
from tilewright.model.document import Syntax
from tilewright.model.files import read_text
from tilewright.runtime import IllegalMove, Move, Player, State, divide, load, perft, playout
from tilewright.runtime.pictures.view import view_of
from tilewright.runtime.restoring import parts_of, position_of
from tilewright.runtime.search.minimax import MinimaxSearch, minimax
from tilewright.runtime.search.uct import TreeSearch, search
from tilewright.runtime.session import Session


def test_what_stands_where(engine: str) -> None:
    state = load("chess", engine).initial_state().play("e2-e4")
    white = state.game.players[0]
    pawn = state["e4"]
    assert pawn is not None and (pawn.name, pawn.player, str(pawn), pawn.state) == ("Pawn", white, "P", "WhitePawn")
    assert state["e2"] is None and state[7, 4] == state["e1"] != state["e8"] == state[0, 4]
    assert state["e1"] is not None and state["e1"].name == "King"
    board = state.board()
    assert list(board) == list(state.game.board) and {cell: state[cell] for cell in board} == board
    assert sum(piece is not None for piece in board.values()) == 32
    for nowhere in ("i9", (8, 0), "", "e"):
        with pytest.raises(KeyError, match="Chess has no cell"):
            state[nowhere]


@pytest.mark.parametrize("name", ["chess", "hex", "kuhn-poker", "phantom-tic-tac-toe", "project-l", "connect-four"])
def test_a_state_and_a_view_are_asked_for_cells_as_dictionaries_are(name: str, engine: str) -> None:
    game = load(name, engine)
    first = game.initial_state()
    later = first.play(first.sample(Random(1)) if first.is_chance else first.legal_moves[0])
    for seen in (first, later, first.view(0), later.view(0), copy.copy(later), playout(first, seed=1)):
        cells = list(seen)
        assert tuple(cells) == game.board.cells == tuple(seen.board()) and len({*cells}) == len(game.board)
        assert all(cell in seen for cell in cells) and {cell: seen[cell] for cell in seen} == seen.board()
        for nowhere in ("z99", "", (99, 0), (-1, 0), 0, None):
            assert nowhere not in seen
            with pytest.raises(KeyError):
                seen[nowhere]  # type: ignore[index]
    assert all(cell in first and cell in first.view(0) for cell in game.cell_numbers)


def test_the_board(engine: str) -> None:
    chess = load("chess", engine)
    board = chess.board
    assert (board.width, board.height, len(board), board.cells[0], "h1" in board, "i1" in board) == (
        8, 8, 64, "a8", True, False,
    )  # fmt: skip
    assert set(board.neighbours("a1", "all8")) == {"a2", "b1", "b2"}
    assert board.neighbours("e4", "ahead") == ("e5",) == board.neighbours("e4", "ahead", chess.players[0])
    assert board.neighbours("e4", "ahead", 1) == board.neighbours("e4", "ahead", chess.players[1]) == ("e3",)
    assert chess.pieces == ("Pawn", "Knight", "Bishop", "Rook", "Queen", "King")
    with pytest.raises(KeyError, match="did you mean 'ahead'"):
        board.neighbours("e4", "aheed")
    with pytest.raises(ValueError, match="player: 2 is not between 0 and 1"):
        board.neighbours("e4", "ahead", 2)


def test_numbers_marks_and_phase(engine: str) -> None:
    start = load("chess", engine).initial_state()
    state = start.play("e2-e4").play("g8-f6")
    assert state.counters["quiet"] == 1 and state.phase is None
    assert state.marks["moved"] == ("g8", "f6", "e4", "e2") and start.marks["moved"] == ()
    oware = load("oware", engine).initial_state()
    assert set(oware.counters) == {"seeds"}  # the hand does not outlast a move
    assert oware.counters["seeds"] == {cell: 4 * (cell[0] in "bcdefg") for cell in oware.game.board}


def test_of_a_move(engine: str) -> None:
    move = load("chess", engine).position(
        'position P { setup { "....k..." "P......." "........" "........" "........" "........" "........" "....K..." } to White }'
    ).legal_moves[-1]  # fmt: skip
    assert (move.clicks, move.options, move.cells) == (("a7", "a8"), ("n",), ((1, 0), (0, 0)))


def test_an_explanation_can_be_told_without_places(engine: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        load("chess", engine).initial_state().play("e2-e5")
    explanation = caught.value.explanation
    assert explanation is not None and explanation.place is not None
    assert str(explanation) == f"{explanation.message} ({explanation.filter} at {explanation.place})"
    assert "chess" not in explanation.message and explanation.sentence in explanation.message


@pytest.mark.parametrize(
    "name", ["chess", "go", "oware", "peg-solitaire", "nim-three-players", "dots-and-boxes", "shogi", "pentago"]
)
def test_copies_are_equal(name: str) -> None:
    copies_are_equal(name)


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_copies_are_equal_in_every_game(example: Example) -> None:
    copies_are_equal(example.name)


def copies_are_equal(name: str) -> None:
    """Copies, and what comes out of a pickle, go on as the state does, repetitions included."""
    state, random = load(name).initial_state(), Random(5)
    for _ in range(9):
        if state.count_moves():
            state = state.play_number(random.randrange(state.count_moves()))
    assert copy.copy(state) is copy.deepcopy(state) is state and copy.deepcopy(state.game) is state.game
    again = pickle.loads(pickle.dumps(state))
    assert again == state and hash(again) == hash(state) and again.start == state.start
    assert again.game == state.game and hash(again.game) == hash(state.game)
    assert list(again.legal_moves) == list(state.legal_moves) == pickle.loads(pickle.dumps(list(state.legal_moves)))
    assert pickle.loads(pickle.dumps([again, state]))[1].game is again.game


def test_equal_games_have_equal_states(engine: str) -> None:
    one, other = load("othello", engine), load("othello", "interpreter")
    assert one == other and one != load("hex") and one != "othello"
    assert play(one.initial_state(), "d6 c4") == play(other.initial_state(), "d6 c4")
    assert len({play(each.initial_state(), "d6") for each in (one, other)}) == 1
    assert play(one.initial_state(), "d6") != load("hex").initial_state()


def test_a_pickle_is_read_by_another_process(engine: str) -> None:
    """The third repetition is pending: the other process knows it."""
    state = load("chess", engine).initial_state()
    played = ["b1-c3", "b8-c6", "c3-b1", "c6-b8"] * 9
    while not (after := state.play(played[0])).is_over:
        state, played = after, played[1:]
    code = (
        "import pickle, sys\n"
        "state, move = pickle.load(sys.stdin.buffer)\n"
        "after = state.play(move)\n"
        "pickle.dump((after.is_over, after.returns, state.key, state.game.played_by), sys.stdout.buffer)"
    )
    data = pickle.dumps((state, after.game.parse_move(played[0])))
    done = subprocess.run([sys.executable, "-c", code], input=data, cwd=ROOT, capture_output=True, check=True)
    assert pickle.loads(done.stdout) == (True, after.returns, state.key, engine)
    assert not state.game.position(state.to_text()).play(played[0]).is_over


def test_texts_make_it_again(engine: str) -> None:
    state = load("chess", engine).initial_state().play("e2-e4")
    expected = "load('chess'" if engine == "auto" else f"load('chess', '{engine}')"
    assert repr(state.game) == expected
    again = eval(repr(state), {"load": load})
    assert again.key == state.key and again.start.boards == state.start.boards
    move = state.legal_moves[0]
    assert eval(repr(move), {"Move": Move}) == move and repr(move) == f"Move.of('{move}', 8)"
    assert repr(tiny("M.", "", engine).game).startswith("<Game Tiny")


# -- games, states and players as they are given


def test_a_game_stands_for_its_first_state(engine: str) -> None:
    game = load("othello", engine)
    state = game.initial_state()
    assert perft(game, 3) == perft(state, 3) == 56 and divide(game, 2) == divide(state, 2)
    assert minimax(load("tic-tac-toe"), 3).depth == minimax(load("tic-tac-toe").initial_state(), 3).depth == 3
    if engine != "interpreter":
        assert search(game, 50).policy == search(state, 50).policy
        assert TreeSearch(game).state == MinimaxSearch(game).state == state


def dealt() -> State:
    """Return a state of a game with hidden cards in which a player is to move."""
    state = load("kuhn-poker").initial_state()
    while state.is_chance:
        state = state.play_number(0)
    return state


def test_a_player_is_given_by_number_or_as_one() -> None:
    state = dealt()
    one, other = state.game.players
    first: Any = np.int64(0)
    assert state.view() == state.view(one) == state.view(0) == state.view(first) != state.view(other)
    assert state.legal_moves_of(0) == state.legal_moves_of(one) == tuple(state.legal_moves)
    assert state.legal_moves_of(1) == () and state.game.nature is not None
    assert state.legal_moves_of(state.game.nature) == () != state.game.initial_state().legal_moves_of(state.game.nature)


ASKED: list[Callable[[State, Any], object]] = [
    lambda state, player: state.view(player),
    lambda state, player: state.legal_moves_of(player),
    lambda state, player: Session(state).transcript(player),
    lambda state, player: Session(state).information_key(player),
    lambda state, player: view_of(state, viewer=player),
    lambda state, player: Planes(state.game, Actions(state.game)).of(Begun(Actions(state.game), state), player),
]


@pytest.mark.parametrize("ask", ASKED)
@pytest.mark.parametrize("player", [-1, 2, 5, "C", 0.5, Player(0, "White", "#ffffff")])
def test_nobody_sees_what_another_player_sees(ask: Callable[[State, Any], object], player: Any) -> None:
    told = "^(player|viewer): .* is not |^White is no player of KuhnPoker; there are: A, B|^KuhnPoker has no player 'C'"
    with pytest.raises(ValueError, match=told):
        ask(dealt(), player)


@pytest.mark.parametrize("name", ["kuhn-poker", "goofspiel", "liars-dice", "markov-soccer"])
def test_nature_sees_nothing(name: str) -> None:
    state = load(name, "interpreter").initial_state()
    for viewer in (None, state.game.nature):
        with pytest.raises(ValueError, match=r"is nature, who sees nothing: say which player's view, as in view\(0\)"):
            state.view(viewer)


def start() -> State:
    return load("tic-tac-toe").initial_state()


MISTAKES: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: perft("othello", 3), TypeError, "a game or a state is needed, not 'othello'"),  # type: ignore[arg-type]
    (lambda: start().game.position(3), TypeError, "a position is given as text, .*, not as 3"),  # type: ignore[arg-type]
    (lambda: load(3), TypeError, "a model is a file, the name of an example, .*, not 3"),
    (lambda: start().play_number("a"), TypeError, "move: 'a' is not a whole number"),  # type: ignore[arg-type]
    (lambda: start().play_number(1.0), TypeError, "move: 1.0 is not a whole number"),  # type: ignore[arg-type]
    (lambda: start()[9, 9], KeyError, r"TicTacToe has no cell \(9, 9\): it has a name, or a row and a column"),
    (lambda: start()[-1, -1], KeyError, r"TicTacToe has no cell \(-1, -1\)"),
    (lambda: start()[1.5, 0], KeyError, r"TicTacToe has no cell \(1.5, 0\)"),  # type: ignore[index]
    (lambda: minimax(load("kuhn-poker"), 2), ValueError, "it is nature's turn: there is nothing to choose"),
    (lambda: search(load("kuhn-poker"), 2), ValueError, "it is nature's turn: there is nothing to choose"),
]


@pytest.mark.parametrize(("ask", "kind", "message"), MISTAKES)
def test_mistakes_are_told(ask: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        ask()


@pytest.mark.parametrize("name", ["chess", "oware", "nim", "shogi", "pig", "connect-four", "project-l"])
def test_a_text_makes_every_move_again(name: str) -> None:
    moves = playout(load(name), 1, max_plies=2).legal_moves
    assert moves and [eval(repr(move), {"Move": Move}) for move in moves] == list(moves)


def test_the_text_of_a_move_that_its_notation_does_not_tell() -> None:
    for steps in ((), ("a1",), ((0, 0, 1),), ("a=b",)):
        move = Move(steps, 3)
        assert repr(move) == f"Move(steps={steps!r}, height=3)" and eval(repr(move), {"Move": Move}) == move
    assert repr(Move(((0, 0), "a", (2, 1)), 3)) == "Move.of('a3=a=b1', 3)"


# -- what comes from elsewhere is checked


def test_parts_are_read_back(engine: str) -> None:
    state = play(load("chess", engine).initial_state(), "e2-e4 e7-e5")
    assert position_of(state.game, parts_of(state.start)) == state.start


def forged(**changed: object) -> tuple[object, ...]:
    """Return the parts of the first position of a small game with some of them changed."""
    names = ("boards", "marks", "counters", "phase", "player", "seat", "ply", "returns", "scores", "history")
    parts = dict(
        zip(names, parts_of(tiny("M.m.", "move A = own -> select here -> n += 1", "python").start), strict=True)
    )
    return tuple({**parts, **changed}.values())


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"boards": (1,)}, "a cell is in no state"),
        ({"boards": (10, 1, 4, 0, 1)}, "a cell is in no state"),
        ({"boards": (10, 1, 4, 0, 1 << 200)}, "a cell is in no state"),
        ({"boards": (10, 1, 4, 0, -1)}, "a cell is in no state"),
        ({"boards": (10, 1, 4.0, 0, 0)}, "a cell is in no state"),
        ({"boards": 7}, "not iterable"),
        ({"marks": (1 << 99, 0)}, "a mark is on cells"),
        ({"marks": (1, 0)}, "a mark has outlasted"),
        ({"counters": (40000,)}, "out of the bounds of 'n'"),
        ({"counters": ()}, "its counters are not"),
        ({"phase": 1}, "no such phase"),
        ({"player": 2}, "no such phase or player"),
        ({"player": "X"}, "are numbers"),
        ({"seat": 1}, "nobody moved last"),
        ({"ply": -1}, "its ply is not"),
        ({"returns": (1, 1)}, "a game does not end so"),
        ({"scores": (1,)}, "its scores"),
        ({"scores": (1 << 40, 0)}, "its scores"),
        ({"history": b"xyz"}, "incorrect header"),
        ({"history": b"x\x9c\x03\x00"}, "cut off"),
    ],
)
def test_forged_positions_are_refused(changed: dict[str, object], message: str, engine: str) -> None:
    loaded = tiny("M.m.", "move A = own -> select here -> n += 1", engine).game
    with pytest.raises(ValueError, match=f"this is no position of Tiny: .*{message}"):
        position_of(loaded, forged(**changed))


def test_a_forged_history_is_refused(engine: str) -> None:
    import json
    import zlib

    state = play(load("chess", engine).initial_state(), "e2-e4 e7-e5")
    *parts, history = parts_of(state.start)
    entries = json.loads(zlib.decompress(history))
    for change in ([], [[[1], []], 0], [entries[0][0], 2], [entries[0][0], None], 5):
        data = zlib.compress(json.dumps([change, *entries]).encode())
        with pytest.raises(ValueError, match="this is no position of Chess"):
            position_of(state.game, (*parts, data))


def test_a_move_is_no_number_of_a_legal_move(engine: str) -> None:
    moves = load("othello", engine).initial_state().legal_moves
    for move in ("c5", moves[1]):
        with pytest.raises(TypeError, match=r"takes a number or a slice, not 'c5'; legal_moves\.index\('c5'\) finds"):
            moves[move]  # type: ignore[call-overload]
        assert moves.index(move) == 1
    for wrong in (None, 1.0):
        with pytest.raises(TypeError, match="is not a whole number"):
            moves[wrong]  # type: ignore[call-overload]


SHARED = """game Shared {
  players A, B
  board 2x1
  pieces Stone:S
  tile Dark:# empty holds Stone
  tiles { ".#" }
  move Put = empty -> select -> set own Stone
  stuck = draw
}"""


def test_states_of_one_name_are_told_apart_by_their_tiles() -> None:
    game = load(read_text(SHARED, "shared.game", Syntax.GAME))
    names = game.batch(1).planes
    assert len(names) == len({*names}) == 6
    assert names[:2] == ("Cell.Empty", "Cell.AStone")
    pieces = [game.initial_state().play(cell)[cell] for cell in ("a1", "b1")]
    assert [piece.state for piece in pieces if piece is not None] == ["Cell.AStone", "Dark.AStone"]
    assert {piece.state for piece in pieces if piece is not None} < {*names}
