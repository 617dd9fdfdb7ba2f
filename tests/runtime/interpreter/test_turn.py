"""A turn: which candidates are legal moves, what a ply leaves behind, and how games end."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from tests.support.chance_rules import WRONG
from tests.support.engines import game, need, play, rows, tiny
from tests.support.thinning import diagonal
from tilewright.metamodel import schema
from tilewright.model.codes import CODES
from tilewright.model.diagnostics import Severity
from tilewright.model.files import read_text
from tilewright.model.limits import MOST_CELLS
from tilewright.runtime import ModelError, State, load
from tilewright.runtime.interpreter import Interpreter
from tilewright.runtime.interpreter.building import MEANINGS, VALUES, Builder

GO = 'move Go = option "go"\n'

ENDS = [
    ("win", "M.", GO + "effect = win", "go", (1, -1), None),
    ("lose", "M.", GO + "effect = lose", "go", (-1, 1), None),
    ("draw", "M.", GO + "effect = draw", "go", (0, 0), None),
    ("score", "MMm", GO + "effect = score count { own }", "go", (1, -1), (2, 1)),
    ("an equal score", "Mm.", GO + "effect = score count { own }", "go", (0, 0), (1, 1)),
    ("a handicap", "MMm", GO + "effect = score count { own } + (0, 2)", "go", (-1, 1), (2, 3)),
    ("the first end counts", "M.", GO + "effect = draw\neffect = win", "go", (0, 0), None),
    ("an end in a rule", "M.", 'move A = option "go" -> win\neffect = lose', "go", (1, -1), None),
    ("an end in a side effect", "M.", 'move A = option "go" -> do { win }\neffect = lose', "go", (1, -1), None),
    ("an end that a dead chain does not reach", "M.", "move A = empty -> select -> set own Man\neffect = enemy -> win", "b1", (0, 0), None),
    ("a full board is a draw", "..", "place A = empty\neffect = set own Man", "a1 b1", (0, 0), None),
    ("stuck loses", "M..", "place A = empty\neffect = goto all -> empty -> set own Man\nstuck = lose", "b1", (1, -1), None),
    ("stuck wins", "M.", "place A = empty\neffect = set own Man\nstuck = win", "b1", (-1, 1), None),
    ("over", "M..", "place A = empty\neffect = goto all -> empty -> set own Man\nover = score count { own }", "b1", (1, -1), (3, 0)),
    ("a stuck that does not end is undone", "M.",
     "place A = empty\neffect = set own Man\nstuck = own -> set own King -> lose\nover = score count { King }", "b1", (0, 0), (0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("board", "rules", "moves", "returns", "scores"), [r[1:] for r in ENDS], ids=[r[0] for r in ENDS]
)
def test_how_games_end(
    board: str, rules: str, moves: str, returns: tuple[int, ...], scores: tuple[int, ...] | None, engine: str
) -> None:
    state = play(tiny(board, rules, engine), moves)
    assert state.is_over and len(state.legal_moves) == 0
    assert (state.returns, state.scores) == (returns, scores)
    assert (state.winner is None) == (max(returns) <= 0)


def test_a_game_may_be_over_before_it_begins(engine: str) -> None:
    state = tiny("..", "place A = enemy\nover = win", engine)
    assert state.is_over and state.winner is not None and state.winner.name == "X"


def test_only_one_player_has_no_move(engine: str) -> None:
    """O has no man: while X has moves, O passes; the pass is a ply and runs no effect."""
    rules = "place A = own\neffect = set empty\nmark m ply\nover = draw"
    state = play(tiny("MM.", rules, engine), "a1")
    assert (str(state.legal_moves), state.is_over, state.player.name) == ("pass", False, "O")
    passed = state.play("pass")
    assert (rows(passed), passed.player.name, passed.ply) == (".M.", "X", 2)
    assert play(passed, "b1").is_over


PASSING = """game Passing {{
  players A, B, C
  board 1x1
  counter turns turn, rounds round, plies ply, all
  counter own per
  mark turned turn  mark rounded round  mark brief ply
  move To = if all == 0 -> option "to" -> turn C
  move Take = if {most} -> option "take" -> turns += 1 -> rounds += 1 -> plies += 1 -> all += 1 -> own += 1
    -> mark turned -> mark rounded -> mark brief{turn}
  over = draw
}}"""

PASSES = [
    ("a counter of the turn", "turns < 2", " -> turn same", "take take", "A"),
    ("a mark of the turn", "count { at turned } == 0", " -> turn same", "take", "A"),
    ("a counter of each player", "own < 2", " -> turn same", "take take", "A"),
    ("a counter of the game", "all < 2", " -> turn same", "take take", ""),
    ("a counter of the round, before all others", "rounds < 1", " -> turn same", "take", ""),
    ("a counter of the round, after one of them", "rounds < 1", "", "take", "B"),
    ("a mark of the round, after all others", "count { at rounded } == 0", " -> turn same", "to take", "C"),
    ("a counter of the ply", "plies < 1", "", "take", "B"),
    ("a mark of the ply", "count { at brief } == 0", "", "take", "B"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("most", "turn", "moves", "passing"), [row[1:] for row in PASSES], ids=[row[0] for row in PASSES]
)
def test_whether_others_can_move_is_asked_after_the_pass(
    most: str, turn: str, moves: str, passing: str, engine: str
) -> None:
    """Whoever has no move passes if, after that, another has one; what lasts for a turn, round or ply is over then."""
    text = PASSING.format(most=most, turn=turn)
    state = play(game(text, engine).initial_state(), moves)
    assert (str(state.legal_moves), state.is_over) == (("pass", False) if passing else ("", True))
    if passing:
        assert state.player.name == passing
        while str(state.legal_moves) == "pass":
            state = state.play("pass")
        assert str(state.legal_moves) == "take"


ASKING = """game Asking {{
  players {players}
  nature Luck
  board 1x1
  counter turns turn, rounds round, all
  mark brief ply
  phases asking, taking
  move Ask in asking = option "ask" -> mark brief -> turns += 1 -> rounds += 1 -> phase taking -> {asks}
  move Draw in asking = option "draw" -> turns += 1 -> rounds += 1 -> turn nature
  chance Drawn in asking = option "drawn" -> phase taking -> {asks}
  move To in asking = option "to" -> turn {last}
  move Take in taking = if {most} -> option "take" -> all += 1
  effect = if all == 1 -> win
}}"""

EITHER = "first {{ {0} -> {1} | phase asking -> turn previous }}"
ASKS = [
    ("oneself, who stays on turn already", "turns < 1", "A, B", "turn same -> " + EITHER.format("movable", "any"), "ask", False),
    ("oneself, though the turn would pass on by itself", "turns < 1", "A, B", EITHER.format("movable", "turn same"), "ask", False),
    ("oneself, after chance", "turns < 1", "A, B", EITHER.format("movable", "turn mover"), "draw drawn", False),
    ("the next one", "turns < 1", "A, B", EITHER.format("has as next { movable }", "turn next"), "ask", True),
    ("the next one, after chance", "turns < 1", "A, B", EITHER.format("has as next { movable }", "turn next"), "draw drawn", True),
    ("the next one, in the same round", "rounds < 1", "A, B", EITHER.format("has as next { movable }", "turn next"), "ask", False),
    ("the next one, in the next round", "rounds < 1", "A, B", EITHER.format("has as next { movable }", "turn next"), "to ask", True),
    ("the last one but one, in the next round", "rounds < 1", "A, B, C", EITHER.format("has as previous { movable }", "turn previous"), "to ask", True),
    ("the last one but one, in the same round", "rounds < 1", "A, B, C", EITHER.format("has as previous { movable }", "turn previous"), "ask", False),
    ("what is marked for a ply", "count { at brief } > 0", "A, B", EITHER.format("has as next { movable }", "turn next"), "ask", True),
    ("a lone player, who is next", "turns < 1", "A", EITHER.format("movable", "any"), "ask", True),
    ("a lone player, who stays on turn", "turns < 1", "A", "turn same -> " + EITHER.format("movable", "any"), "ask", False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("most", "players", "asks", "moves", "takes"), [row[1:] for row in ASKS], ids=[row[0] for row in ASKS]
)
def test_movable_is_asked_as_if_the_player_moved_next(
    most: str, players: str, asks: str, moves: str, takes: bool, engine: str
) -> None:
    """Whoever is said to have a move has it; otherwise the phase in which all may ask begins again."""
    last = players[-1]
    state = play(game(ASKING.format(most=most, players=players, asks=asks, last=last), engine).initial_state(), moves)
    assert str(state.legal_moves) == ("take" if takes else "ask draw to")


def test_movable_at_the_end_of_a_round_is_asked_after_it(engine: str) -> None:
    """Whoever is next, what lasts for a turn or a round is over."""
    text = """game After {
      players A, B
      board 1x1
      counter turns turn, rounds round
      move Go = if turns + rounds == 0 -> option "go" -> turns += 1 -> rounds += 1 -> first { if (0, 1) == 1 | rounds := 0 }
      round = has as each { movable } -> turn same
    }"""
    state = play(game(text, engine).initial_state(), "go go")
    assert (state.player.name, str(state.legal_moves)) == ("B", "go")


@pytest.mark.parametrize(
    ("asked", "over"), [("no as next { movable }", False), ("has as next { movable }", True), ("no { movable }", True)]
)
def test_movable_where_a_player_has_no_move(asked: str, over: bool, engine: str) -> None:
    """A has used up his turn; B has not."""
    rules = """players A, B
      board 1x1
      counter turns turn
      move Go = if turns < 1 -> option "go" -> turns += 1 -> turn same"""
    state = game(f"game Stuck {{ {rules}\n stuck = {asked} -> win\n over = draw\n}}", engine)
    assert state.initial_state().play("go").is_over is over


@pytest.mark.parametrize(("times", "over"), [(2, True), (3, True), (4, False)])
def test_the_pass_is_one_of_the_positions_that_others_must_not_repeat(times: int, over: bool, engine: str) -> None:
    """X has no move; if O were to leave the board as it is after the pass, that would be its third time."""
    rules = f"move A = enemy Man -> if (0, 1) == 1 -> select\nensure = no {{ repeated {times} }}\nover = draw"
    state = tiny("M", rules, engine)
    assert state.is_over is over


@pytest.mark.parametrize(
    ("players", "returns"),
    [("X", (1,)), ("X, O", (1, -1)), ("X, O, Z", (1, -0.5, -0.5)), ("X, O, Y, Z", (1, -1 / 3, -1 / 3, -1 / 3))],
)
def test_what_a_win_is_worth(players: str, returns: tuple[float, ...], engine: str) -> None:
    symbols = players.replace(", ", "/")
    text = f"game Many {{\n players {players}\n board 1x1\n pieces Man:{symbols}\n {GO} effect = win\n}}"
    assert game(text, engine).initial_state().play("go").returns == returns


def test_a_lone_player_may_lose(engine: str) -> None:
    text = f"game Alone {{\n players X\n board 1x1\n pieces Man:X\n {GO} effect = lose\n}}"
    state = game(text, engine).initial_state().play("go")
    assert (state.returns, state.winner) == ((-1,), None)


LEGAL = [
    ("the highest priority", "MK.", "move A = own Man -> select\nmove B priority 1 = own King -> select", "b1"),
    ("a lower one if there is no other", "M..", "move A = own Man -> select\nmove B priority 1 = own King -> select", "a1"),
    ("a priority below the default", "M..", "move A priority -1 = empty -> select\nmove B = own -> select", "a1"),
    ("an illegal move takes no precedence", "M..",
     "move A = own Man -> select\nmove B priority 1 = empty -> select -> set enemy King\nensure = no { enemy }", "a1"),
    ("the greatest number", "M.MM", "move A maximise n = own -> select -> do { flood line own -> n := count }", "c1 d1"),
    ("the greatest of those that pass", "M.MM",
     "move A maximise n = own -> select -> do { flood line own -> n := count }\nensure = if n < 2", "a1"),
    ("the greatest of those that there are", "M.M",
     "move A maximise n = n := 5 -> own King -> select\nmove B maximise n = n := 2 -> own -> select", "a1 c1"),
    ("the greatest of those that pass a post-check of each", "M..m",
     "move A maximise n = empty -> select here\neffect = set own King\nensure = least 2 -> King -> step west -> empty", "c1"),
    ("the post-check", "MKm", "move A = own -> select -> set empty\nensure = own King", "a1"),
    ("the post-check sees the effects", "MKm", "place A = own\neffect = set empty\nensure = own King", "a1"),
    ("the post-check sees all cells", "Mm", "move A = own -> select\nensure = if count == 2", "a1"),
    ("the post-check after an end", "Mm", 'move A = own -> select -> win\nmove B = option "b"\nensure = no { own }', ""),
    ("rules in model order, cells row by row", "M./.M", "move B = own -> select\nmove A = empty -> select", "a2 b1 b2 a1"),
    ("equal moves are one", "MK.", "move A = own -> select\nmove B = own King -> select", "a1 b1"),
    ("movable within movable passes", "M.", "move A = own -> select -> has { movable }", "a1"),
]  # fmt: skip


@pytest.mark.parametrize(("board", "rules", "legal"), [row[1:] for row in LEGAL], ids=[row[0] for row in LEGAL])
def test_which_candidates_are_legal(board: str, rules: str, legal: str, engine: str) -> None:
    assert str(tiny(board, rules, engine).legal_moves) == legal


LASTING = [
    ("for the move", "mark brief", "", ""),
    ("for the next ply", "mark brief ply", "a1", ""),
    ("for the game", "mark brief game", "a1", "a1"),
]


@pytest.mark.parametrize(("mark", "next_ply", "later"), [row[1:] for row in LASTING], ids=[row[0] for row in LASTING])
def test_how_long_marks_last(mark: str, next_ply: str, later: str, engine: str) -> None:
    rules = f'{mark}\nmove Set = own -> option "set" -> mark brief\nmove See = goto brief -> select\n{GO}'
    after = play(tiny("M.", rules, engine, players="X"), "set")
    assert [str(move) for move in after.legal_moves if move.cells] == next_ply.split()
    assert [str(move) for move in play(after, "go").legal_moves if move.cells] == later.split()


@pytest.mark.parametrize("rule", ['option "go"', 'option "go" -> turn same'])
def test_a_ply_mark_ends_with_the_next_ply_whoever_moves(rule: str, engine: str) -> None:
    rules = f'mark brief ply\nmove Set = piece -> option "set" -> mark brief\nmove See = goto brief -> select\nmove Go = {rule}'
    assert str(play(tiny("Mm", rules, engine), "set go").legal_moves) == "set go"


def test_a_ply_mark_that_is_written_again_stays(engine: str) -> None:
    rules = 'mark brief ply\nmove Set = piece -> option "set" -> mark brief\nmove See = goto brief -> select'
    assert str(play(tiny("Mm", rules, engine), "set set").legal_moves) == "set a1 b1"


STEPS = "move A = own -> select here -> step line -> empty -> select -> move here\n"

REPEATED = [
    ("the third time", "effect = repeated 3 -> draw", 8),
    ("the second time", "effect = repeated 2 -> draw", 4),
]


@pytest.mark.parametrize(("effect", "plies"), [row[1:] for row in REPEATED], ids=[row[0] for row in REPEATED])
def test_a_repeated_position(effect: str, plies: int, engine: str) -> None:
    state = tiny("M./.m", STEPS + effect, engine)
    for ply in range(plies):
        assert not state.is_over
        state = state.play(("a2-b2", "b1-a1", "b2-a2", "a1-b1")[ply % 4])
    assert state.is_over


@pytest.mark.parametrize(("player", "over"), [("", True), (" player", False)])
def test_a_repetition_may_need_the_same_player(player: str, over: bool, engine: str) -> None:
    """After one option that changes nothing the other player is to move in the same position."""
    state = tiny("M", f"{GO}effect = repeated 2{player} -> draw", engine)
    assert state.play("go").is_over is over
    assert play(tiny("M", f"{GO}effect = repeated 2 player -> draw", engine), "go go").is_over


def test_numbers_on_cells_tell_positions_apart(engine: str) -> None:
    rules = f"{GO}counter c cell\neffect = goto all -> c += 1\neffect = repeated 2 -> draw"
    assert not play(tiny("M", rules, engine), "go go").is_over


BROKEN = [
    ("ambiguous-move", "move A = own -> select -> set empty\nmove B = own -> select -> set own King"),
    ("counter-overflow", "counter c 0..2\nmove A = own -> select -> c := 3"),
    ("counter-overflow", "counter c 0..2\nmove A = own -> select\neffect = c -= 1"),
    ("move-needs-one-cell", "move A = own -> select here -> goto all -> move here"),
    ("move-needs-one-cell", "move A = own -> select -> move here"),
    ("no-such-stack", "zone pile 2x1 per cell\nmove A = own -> select here -> step east -> stack 0 here in pile"),
    ("stack-too-high", "zone pile 1x1 per cell { \"M\" }\nmove A = own -> select here -> step east -> stack here in pile"),
    ("no-such-state", "tile Rock:# empty holds King\ntiles { \".#\" }\nmove A = own -> select -> step east -> set own Man"),
    ("no-such-state", "move A = own -> select\neffect = has { first { if count { own } > 2 -> win | goto all } -> set own }"),
    ("no-such-state", "move A = own -> select -> has { choose { enemy | goto all } -> set own }"),
    ("no-such-state", "move A = own -> select -> has { goto all -> !own -> each -> set own }"),
    ("no-direction", "move A = own -> select -> choose { along east -> enemy | any } -> step"),
    ("no-direction", "move A = own -> along east -> bend other -> select\ndirections other = (0,1)"),
    ("divided-by-zero", "move A = own -> select -> n := 1 div n"),
    ("value-overflow", "move A = own -> select\neffect = n := (n + 32768) * 65536"),
    ("paid-per-zero", "move A = own -> select -> pay 1 per n"),
    ("budget-exceeded", "move A = own -> select -> repeat maximal { n := 1 }"),
    ("budget-exceeded", "move A = own -> select\neffect = repeat maximal { n := 1 }"),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::tilewright.runtime.loading.FallbackWarning")  # no direction, no program
@pytest.mark.parametrize(("code", "rules"), BROKEN)
def test_rules_that_go_wrong_are_a_diagnostic_and_the_state_stays(code: str, rules: str, engine: str) -> None:
    state = tiny("M.", rules, engine)
    drawn = hash(state)
    with pytest.raises(ModelError) as caught:
        state.play("a1")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code and diagnostic.place.file == "test.game"
    assert hash(state) == drawn


@pytest.mark.parametrize(
    "rules",
    [
        "move A = own -> select -> repeat maximal { n := 1 }",
        "move A = own -> select -> repeat * { n := 1 } -> if n > 1",
        "move A = own -> select\neffect = n := 2; n := 1 -> repeat maximal { n := 1 }",
    ],
)
def test_a_repetition_without_end_is_named_where_the_steps_run_out(rules: str, engine: str) -> None:
    state = tiny("M.", rules, engine)
    with pytest.raises(ModelError, match=r"; the 'repeat' at [0-9]+:[0-9]+ has made [0-9]{6} rounds \["):
        state.play("a1")


def test_a_repetition_of_few_rounds_is_not_named_where_the_steps_run_out() -> None:
    document = tiny("M.", "move A = repeat 900..900 { any } -> goto all", "interpreter").game.document
    interpreter = Interpreter(document.game, document.places, steps=1_800)
    with pytest.raises(ModelError, match=r"here they ran out \["):
        interpreter.settle(interpreter.initial())


@pytest.mark.filterwarnings("ignore::tilewright.runtime.loading.FallbackWarning")
def test_payments_that_tell_two_ways_of_a_move_apart_are_told_as_fractions(engine: str) -> None:
    rules = "move A = own -> select -> n := 1 -> pay n per 2\nmove B = own -> select -> n := 1 -> pay n per 3"
    with pytest.raises(ModelError, match=r"the end of the game: X 1/2, O 1/2 or X 1/3, O 1/3"):
        tiny("M.", rules, engine).play("a1")


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("repeat 1..9 { goto all -> select -> set own Man }", True),
        ("repeat 9..9 { goto all -> each } -> goto all -> set empty", False),
        ("select -> repeat maximal { n := 1 }", False),
    ],
)
def test_too_many_sequences_of_clicks_are_told_with_what_to_do(rule: str, told: bool) -> None:
    document = tiny("M.", f"move A = {rule}", "interpreter").game.document
    interpreter = Interpreter(document.game, document.places, steps=500)
    with pytest.raises(ModelError) as caught:
        interpreter.settle(interpreter.initial())
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message.startswith("the rules take more than 500 steps for one position; here they ran out")
    assert diagnostic.message.endswith("make each round of 'repeat' a move of its own, followed by 'turn same'") == told


WAYS = [
    ("set empty", "set own King", "a1: empty or King of X"),
    ("mark far", "any", "the mark far: a1 or none"),
    ("n += 1", "n += 2", "the counter n: 1 or 2"),
    ("each += 3", "any", "the counter each of X at a1: 3 or 0"),
    ("mark ko", "any", "the mark ko: a1 (written) or none (not written)"),
    ("clear ko", "any", "the mark ko: none (written) or none (not written)"),
    ("brief := 0", "any", "the counter brief: 0 (written) or 0 (not written)"),
    ("phase Two", "any", "the phase: Two or One"),
    ("turn same", "any", "who moves next: X or the next in turn"),
    ("win", "lose", "the end of the game: X 1, O -1 or X -1, O 1"),
    ("any", "score 2", "the end of the game: none or X 0, O 0 with the scores (2, 2)"),
    ("mark far -> set empty -> n += 1 -> phase Two", "any", "a1: empty or Man of X; the mark far: a1 or none; the counter n: 1 or 0; 1 more"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "difference"), WAYS, ids=[row[2] for row in WAYS])
def test_two_ways_to_make_a_move_are_told_with_what_differs(one: str, other: str, difference: str, engine: str) -> None:
    words = "mark far game\nmark ko ply\ncounter each per cell\ncounter brief ply\nphases One, Two\n"
    state = tiny("M.", f"{words}move A = own -> select -> {one}\nmove B = own -> select -> {other}\n", engine)
    with pytest.raises(ModelError) as caught:
        state.play("a1")
    (diagnostic,) = caught.value.diagnostics
    assert f"the move a1 have different results ({difference}); let a click" in diagnostic.message
    assert [related.message for related in diagnostic.related] == ["the same move is made here"]


SCRATCH = """game Scratch {{
  players X, O
  board 2x1
  pieces Man:M/m
  directions east = (1,0)
  mark here, there
  counter t move, u per move, c cell move, d move
  setup {{ "M." }}
  move A{maximise} = own -> select -> {one}
  move B{maximise} = own -> select -> {other}
  sub reads = if t >= 0 -> win
  {rest}
}}"""

UNREAD = [
    ("mark here", "mark there", ""), ("t := 5", "any", "effect = if u == 0 -> goto here -> win"),
    ("u += 3", "u += 4", "ensure = if t == 0"), ("c += 1", "any", "effect = if t == 1 -> win"),
    ("t := 1 -> turn same", "t := 2 -> turn same", "round = if t > 0 -> reads\n stuck = reads\n over = reads"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "rest"), UNREAD)
def test_what_dies_with_the_move_unread_makes_no_difference(one: str, other: str, rest: str, engine: str) -> None:
    state = game(SCRATCH.format(one=one, other=other, rest=rest, maximise=""), engine).initial_state()
    assert str(state.legal_moves) == "a1"
    assert not state.play("a1").is_over


READ = [
    ("mark here", "any", "", "effect = goto here -> win", "the mark here: a1 or none"),
    ("t := 5", "any", "", "effect = reads", "the counter t: 5 or 0"),
    ("u += 3", "u += 4", "", "ensure = if u < 9", "the counter u of X: 3 or 4"),
    ("c += 1", "any", "", "effect = repeated 3 -> draw", "the counter c at a1: 1 or 0"),
    ("c += 1", "step east -> c += 1", " maximise c", "", "the counter c at a1: 1 or 0; the counter c at b1: 0 or 1"),
    ("d := 5 -> t := 5", "t := 5", "", "ranking max t\n effect = if u > 0 -> rank", ""),
    ("t := 5", "any", "", "ranking max t\n effect = if u > 0 -> rank", "the counter t: 5 or 0"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "maximise", "rest", "difference"), READ)
def test_what_is_read_after_the_rule_makes_a_difference(
    one: str, other: str, maximise: str, rest: str, difference: str, engine: str
) -> None:
    state = game(SCRATCH.format(one=one, other=other, rest=rest, maximise=maximise), engine).initial_state()
    if not difference:
        assert str(state.legal_moves) == "a1"
        return
    with pytest.raises(ModelError) as caught:
        state.play("a1")
    assert f"have different results ({difference}); let a click" in caught.value.diagnostics[0].message


def test_the_last_click_is_a_difference_if_effects_follow_it(engine: str) -> None:
    rules = "move A = own -> select\nmove B = own -> record\neffect = set empty\n"
    with pytest.raises(ModelError, match=r"the move a1 have different results \(the last click: a1 or none\)"):
        tiny("M.", rules, engine).play("a1")


DEEP = "\n".join(f"sub s{i} = has {{ s{i + 1} }}" for i in range(110)) + "\nsub s110 = own\nmove A = s0 -> select"

REFUSED = [
    ("chains-too-deep", DEEP),
    ("order-matters", "simultaneous\nmove A = own -> select"),
]


@pytest.mark.parametrize(("code", "rules"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_cannot_be_played_is_refused(code: str, rules: str, engine: str) -> None:
    with pytest.raises(ModelError) as caught:
        tiny("M.", rules, engine)
    assert code in [diagnostic.code for diagnostic in caught.value.diagnostics]


def test_a_chain_that_is_refused_leaves_no_trace_in_the_builder() -> None:
    shallow = tiny("M.", "move A = own -> select", "interpreter").game
    deep = read_text(f"game Deep {{\n  players A, B\n  board 1x1\n  pieces M:m\n{DEEP}\n}}", "deep.game").game
    builder = Builder(shallow.tables, shallow.document.places)
    for game_of_chains, refused in ((deep, True), (shallow.document.game, False)):
        (rule,) = game_of_chains.board.legalMovesPipeline.rules
        with pytest.raises(ModelError, match="chains-too-deep") if refused else nullcontext():
            builder.chain(rule.filter, False)


def test_a_board_that_is_too_large_is_refused(engine: str) -> None:
    cells = "".join(f'<tileplacement row="0" column="{c}" tile="//@board/@tiles.0"/>' for c in range(MOST_CELLS + 1))
    text = f"""<game:Game xmlns:game="urn:tilewright:game" name="Wide" initialPlayer="//@players.0">
      <players name="One" hexColor="#111111"/><board width="{MOST_CELLS + 1}" height="1">
      <tiles name="T" tileType="T"><initialState name="Blank"/></tiles>{cells}</board></game:Game>"""
    with pytest.raises(ModelError) as caught:
        load(read_text(text, "wide.xmi"), engine)
    assert [d.code for d in caught.value.diagnostics if d.severity is Severity.ERROR] == ["too-many-cells"]


ELSEWHERE = {"no-first-move", "no-second-move", "too-many-cells", "too-many-links", "not-there", "other-rules"}


def test_every_code_of_play_has_a_row() -> None:
    """Those of chance stand in ``test_chance``, a board that is too large above, links in ``validation``, and what is chosen in ``test_shaping``, a game without a first or second move in ``why``, records in ``formats``."""
    known = {code for code, meaning in CODES.items() if meaning.stage == "play"}
    assert known == {row[0] for row in (*BROKEN, *REFUSED)} | {code.strip() for code in WRONG} | ELSEWHERE


def test_every_filter_and_value_has_a_meaning() -> None:
    classes = schema().concrete
    assert {cls.__name__ for cls in MEANINGS} == set(classes["Filter"])
    assert {cls.__name__ for cls in VALUES} == set(classes["Value"])


COMPULSORY = """
  move Jump priority 1 = own -> select -> repeat 1..* maximal {
    mark here -> along line -> step -> enemy -> mark there -> step -> empty -> select -> move here
    -> do { goto there -> set empty } }
  move Step = own -> select here -> step line -> empty -> select -> move here
"""


def test_a_path_must_be_walked_to_its_end(engine: str) -> None:
    """A move is refused if it stops where the rule goes on, and one beside it if another is compulsory."""
    state = tiny("Mm.m.M.", COMPULSORY, engine)
    assert str(state.legal_moves) == "a1-c1-e1"
    for move in ("a1-c1", "f1-g1", "c1-e1"):
        with pytest.raises(ValueError, match=move):
            tiny("Mm.m.M.", COMPULSORY, engine).play(move)
    assert rows(state.play("a1-c1-e1")) == "....MM."


def test_following_a_move_is_the_same_as_finding_it(engine: str) -> None:
    """Moves played without looking at the others lead to the same states."""

    def fresh(state: State) -> State:
        return state.game.state(state.position)

    state = tiny("Mm.m..Mm.", COMPULSORY, engine)
    for _ in range(4):
        for move in state.legal_moves:
            assert fresh(state).play(move) == state.play(move)
        state = state.play(state.legal_moves[0])


ENDLESS = {
    "marks": "move A = goto all -> empty -> select -> repeat { step orth -> empty -> select -> mark there += }",
    "options": 'move A = goto all -> empty -> select -> repeat { option "on" -> n += 1 }',
    "records": "move A = goto all -> empty -> select -> repeat { step orth -> record -> mark there += }",
}


@pytest.mark.parametrize(("rules", "engine"), diagonal(ENDLESS, ("python", "native", "interpreter")))
def test_moves_without_end_are_ended_by_the_budget(rules: str, engine: str) -> None:
    """A move that grows for ever costs more the longer it is, so that neither time nor memory runs out."""
    need(engine)
    state = tiny("....../....../......", rules, engine)
    with pytest.raises(ModelError) as caught:
        list(state.legal_moves)
    assert {diagnostic.code for diagnostic in caught.value.diagnostics} <= {"budget-exceeded", "counter-overflow"}
