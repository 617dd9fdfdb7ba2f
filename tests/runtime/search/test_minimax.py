"""Alpha-beta search: the values of plain minimax, the same on every engine, within its limits."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.runtime.search.plain_minimax import drawn_evaluation, values_found, wandered
from tests.support.engines import COMPILED, game, need, play, tiny
from tests.support.gallery import EXAMPLES
from tilewright.generator.minimax import Entry, Frame
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import State, load
from tilewright.runtime.contest import contest
from tilewright.runtime.limits import MOST_DEPTH
from tilewright.runtime.players import Kind
from tilewright.runtime.search import minimax as module
from tilewright.runtime.search.evaluation import Evaluation
from tilewright.runtime.search.minimax import MinimaxSearch, Variation

compiled = pytest.mark.parametrize("engine", COMPILED)

POSITIONS = 3
SEARCHED = (
    "tic-tac-toe", "connect-four", "chess", "breakthrough", "othello", "amazons", "checkers", "oware",
    "yavalath-three-players", "peg-solitaire", "dots-and-boxes", "clobber", "pig", "einstein-wuerfelt-nicht",
    "kuhn-poker", "halma-partners",
)  # fmt: skip
"""Games of all kinds; the slow proof takes all of the gallery."""


def started(name: str, engine: str, moves: str = "") -> State:
    need(engine)
    return play(load(name, engine).initial_state(), moves)


def drawn(name: str, seed: int, engine: str = "native") -> State:
    """Return a state of a game after some random moves, in which somebody can move."""
    return wandered(started(name, engine), seed)


def depth_for(state: State, leaves: int) -> int:
    """Return how far plain minimax can look with about so many positions: 1 to 4 plies."""
    width = max(2, state.count_moves())
    return max(1, min(4, next(depth for depth in range(1, 30) if width ** (depth + 1) > leaves)))


def test_nothing_is_known_before_a_search() -> None:
    with pytest.raises(ValueError, match="nothing has been searched yet"):
        MinimaxSearch(load("tic-tac-toe", "python")).best()


@pytest.mark.parametrize("name", SEARCHED)
def test_values_are_those_of_plain_minimax(name: str) -> None:
    for seed in range(POSITIONS):
        state = drawn(name, seed)
        values_found(state, seed, depth_for(state, 300), seed % 3)


@pytest.mark.prove
@pytest.mark.parametrize("name", [str(example) for example in EXAMPLES])
def test_values_are_those_of_plain_minimax_in_all_games(name: str) -> None:
    for seed in range(7):
        state = drawn(name, 100 + seed)
        values_found(state, seed, depth_for(state, 1500), seed % 4)


# -- the same everywhere


def searched(state: State, seed: int = 0, **options: int) -> MinimaxSearch:
    """Return a search with an evaluation that is drawn."""
    return MinimaxSearch(state, evaluation=drawn_evaluation(state, seed, 2), **options)


def told(search: MinimaxSearch) -> list[object]:
    """Return all that was found, but for how long it took."""
    found = search.variations or [search.variation]
    return [(each.moves, each.value, each.proven, each.plies, each.depth, each.nodes) for each in found]


@pytest.mark.parametrize("name", SEARCHED)
def test_every_engine_finds_the_same(name: str) -> None:
    found = []
    for engine in COMPILED:
        search = searched(drawn(name, 3, engine))
        search.run(depth=8, nodes=150)
        found.append((told(search), list(search._progress), list(search._frames[: 2 * len(Frame)])))
    assert found[0] == found[1] and found[0][0]


@compiled
def test_slices_are_the_whole(engine: str) -> None:
    state = started("connect-four", engine, "d1 d2")
    whole, parts, single = searched(state), searched(state), searched(state)
    whole.run(depth=5)
    while len(parts.variations) < 5:
        parts.run(depth=5, nodes=37)
    while len(single.variations) < 5:
        if single._look(1):
            single._note()
    assert told(whole) == told(parts) == told(single)
    assert list(whole._order) == list(parts._order) == list(single._order)


@compiled
def test_one_ply_is_found_however_many_captures_follow(engine: str) -> None:
    state = started("chess", engine, "e2-e4 d7-d5 b1-c3 g8-f6 f1-b5 c7-c6")
    search, whole = searched(state), searched(state)
    captures = search.evaluation
    assert captures.quiescence == 2
    found = search.run(nodes=5)
    alone = MinimaxSearch(state, evaluation=replace(captures, quiescence=0)).run(depth=1)
    assert not search.variations and (found.moves, found.value, found.depth) == (alone.moves, alone.value, 1)
    assert search.best() in state.legal_moves and found.nodes <= len(state.legal_moves) + 1
    assert search.run(depth=3).value == whole.run(depth=3).value and told(search) == told(whole)


def test_the_table_changes_no_value() -> None:
    for name in ("tic-tac-toe", "othello", "checkers", "chess"):
        state = drawn(name, 5)
        large, small = searched(state), searched(state, memory_limit=1)
        depth = 9 if name == "tic-tac-toe" else 5
        large.run(depth=depth)
        small.run(depth=depth)
        assert [each.value for each in large.variations] == [each.value for each in small.variations]
        assert len(small._table) == module.LEAST * len(Entry) * 2 < len(large._table)


ROOKS = """game Rooks {
  players P
  board 4x4
  pieces Man:A
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  mark from
  setup { "A..." "...." "...." "...A" }
  move Go = own -> select from -> step orth * through empty -> empty -> select -> move from
  stuck = lose
}"""
"""A puzzle of 120 positions, in each of which a man can go to about six cells; many are reached in more plies, too."""


@compiled
def test_a_position_is_searched_once_for_each_depth(engine: str) -> None:
    need(engine)
    state = game(ROOKS, engine).initial_state()
    nothing = drawn_evaluation(state, 0)
    search = MinimaxSearch(state, evaluation=replace(nothing, weights=((0,) * len(nothing.weights[0]),)))
    search.run(depth=8)
    more = [after.nodes - before.nodes for before, after in pairwise(search.variations)]
    assert max(more) <= 120 * 12
    values_found(state, 1, 4, 0)


FORK = """game Fork {
  players A, B
  board 1x1
  counter n 0..5
  counter k 0..9999
  phases choosing, short, long
  move Short in choosing = option "short" -> phase short
  move Long in choosing = option "long" -> phase long
  move Down in short = amount m 1..4 -> n += 1 -> k := 5 * k + m
  move On in long = option "on"
  counter m move
  effect = if n == 5 -> draw
}"""
"""One move leads to 1364 positions and always to a draw after five plies, the other one to a game without an end."""


@compiled
def test_what_is_certain_is_not_searched_again(engine: str) -> None:
    need(engine)
    search = searched(game(FORK, engine).initial_state())
    search.run(depth=12)
    more = [after.nodes - before.nodes for before, after in pairwise(search.variations)]
    assert max(more) > 100 > max(more[6:]) and not search.variation.proven


@pytest.mark.parametrize("name", ["connect-four", "chess", "checkers"])
def test_threads_find_the_same_values(name: str) -> None:
    state = drawn(name, 4)
    alone, together = searched(state), searched(state, threads=3)
    alone.run(depth=5)
    together.run(depth=5)
    assert [each.value for each in together.variations] == [each.value for each in alone.variations]
    assert not any(thread.name == "tilewright search" for thread in threading.enumerate())


@compiled
def test_a_thread_that_helps_fills_the_table(engine: str) -> None:
    state = started("connect-four", engine, "d1 d2")
    alone, helped = searched(state), searched(state)
    over = threading.Event()
    helper = helped._helper()
    begin = helper._begin_depth

    def limited(depth: int) -> None:
        begin(depth)
        if depth > 5:
            over.set()

    helper._begin_depth = limited  # type: ignore[method-assign]
    helper._help(helped, 0, over)
    alone.run(depth=5)
    helped.run(depth=5)
    assert [each.value for each in helped.variations] == [each.value for each in alone.variations]
    assert 2 * helped.nodes < alone.nodes


def test_what_is_known_is_kept_when_moves_are_played() -> None:
    state = started("connect-four", "native")
    search = searched(state)
    expected = search.run(depth=9).moves
    fresh = searched(state.play(expected[0]).play(expected[1]))
    search.advance(expected[0])
    search.advance(expected[1])
    assert search.state == fresh.state and search.nodes == 0 and search.variations == []
    assert search.run(depth=7).value == fresh.run(depth=7).value
    last = [each.variations[6].nodes - each.variations[5].nodes for each in (search, fresh)]
    assert last[0] < last[1] // 2  # the first search has looked so far already


def pending(engine: str) -> State:
    """Return a state in which a move may repeat the position so often that the game ends."""
    state, moves = started("chess", engine), ["b1-c3", "b8-c6", "c3-b1", "c6-b8"] * 9
    while not (after := state.play(moves[0])).is_over:
        state, moves = after, moves[1:]
    return state


def test_repetitions_count() -> None:
    """Whoever has much less takes the draw by repetition, of which a search of the bare position knows nothing."""
    state = pending("native")
    evaluation = drawn_evaluation(state, 1)
    terms = MinimaxSearch(state, evaluation=evaluation)._engine.program.layout.terms
    weights = [0] * terms.size
    weights[terms.turns] = weights[terms.turns + 1] = -5000 if state.player.number == 0 else 5000
    worse = Evaluation((tuple(weights), tuple(-weight for weight in weights)))
    remembering = MinimaxSearch(state, evaluation=worse).run(depth=3)
    forgetful = MinimaxSearch(state.game.position(state.to_text()), evaluation=worse).run(depth=3)
    assert (remembering.value, forgetful.value) == (0.0, -0.5)
    assert state.play(remembering.best).is_over and state.play(remembering.best).returns == (0, 0)


# -- what is certain


FORCED = [
    ("tic-tac-toe", "b1 b3 a1 c1 b2", 3),
    ("tic-tac-toe", "b2 a1 a3 c2 a2", 3),
    ("tic-tac-toe", "a1 b1 a2 b2", 1),
    ("connect-four", "g1 g2 c1 f1 f2 f3 f4 g3 d1 a1 c2 e1 e2 c3 g4 b1 f5 c4 e3 d2 c5 a2", 3),
    ("connect-four", "a1 a2 f1 b1 b2 b3 a3 e1 a4 d1 c1 e2 a5 d2 e3 a6 b4 b5 e4 e5 f2 c2 b6 g1", 5),
    ("connect-four", "e1 g1 e2 a1 b1 e3 g2 a2 d1 f1 f2 b2 e4 c1 f3", 3),
    ("connect-four", "d1 a1 d2 a2 d3 a3", 1),
    ("connect-four", "d1 a1 e1 b1", 3),
    ("breakthrough", "d2-d3 a7-a6 d1-d2 h7-h6 h2-h3 d7-d6 b2-b3 a6-b5 g1-h2 c7-b6 h3-h4 e7-f6 d3-c4 c8-c7 c4-c5 "
     "e8-e7 e2-e3 f6-f5 b3-c4 b6-a5 c5-c6 e7-f6 f2-f3 f6-g5", 3),
    ("breakthrough", "b2-a3 b7-a6 f2-e3 a6-a5 d2-c3 d7-c6 e2-d3 c7-b6 a2-b3 a5-a4 d1-e2 h7-h6 d3-d4 a4-b3 e2-f3 "
     "c8-b7 b1-b2", 3),
    ("chess", "f2-f3 e7-e5 g2-g4", 1),
    ("clobber", "a3-a2 e4-e5 d4-c4 b1-b2 d2-e2 d3-c3 e1-f1 f5-f4 b4-b3 d1-c1 f2-f3 b5-a5 c4-c3 d5-c5 a2-b2 f4-f3", 3),
    ("clobber", "c5-c4 c2-c3 e1-e2 d1-d2 e3-e4 b3-a3 d4-d3 b1-a1 c4-c3 a4-b4 f2-f1 b5-a5 e2-d2 f3-f4 e5-d5", 3),
    ("domineering", "d5-d4 d6-e6 d2-d1 e3-f3 a2-a1 a5-b5 f6-f5 b6-c6 c5-c4 e2-f2 c3-c2", 3),
    ("domineering", "e6-e5 b3-c3 c2-c1 b6-c6 f6-f5 a4-b4 a2-a1 e2-f2 a6-a5 e1-f1 d4-d3 b5-c5 d6-d5 e3-f3", 3),
    ("yavalath", "e9 f5 a3 a4 d6 e2 d4 c5 c2 g7 f8 b5 g3 d8 a5 a1 e6 a2 i7 g9 f2", 3),
    ("yavalath", "c7 f8 e2 c6 f6 f5 e1 f9 g3 c4 c5 h6 a4 f3 e6 c3 g9 e4 e9 g4 h5", 3),
    ("connect-four", "d1 g1 c1 f1", 3),
    ("connect-four", "f1 c1 c2 a1 g1 c3 c4 a2 e1 d1 a3 d2 b1 g2 f2 c5 g3 g4 a4", 5),
    ("connect-four", "g1 e1 g2 e2 b1 e3 f1 f2 e4 g3 c1 f3 a1 e5 e6", 5),
    ("clobber", "b2-b3 f3-f2 d4-d3 f5-e5 c3-c4 e4-f4 e1-e2 d5-c5 a3-a4 d1-d2 b4-b5 c5-b5 c1-b1 f2-e2 a5-b5 a2-a1", 3),
    ("domineering", "d3-d2 e6-f6 a6-a5 d5-e5 b4-b3 a2-b2 c4-c3 e4-f4 e3-e2 c6-d6 a4-a3 d1-e1", 3),
    ("tic-tac-toe", "b1 c3 a2 c2", 5),
]  # fmt: skip
"""Positions in which the player to move can force a win, with the plies that it takes."""


def wins_within(state: State, plies: int, mine: int) -> bool:
    """Return whether a player can force a win in so many plies, by trying everything."""
    if state.is_over:
        return state.returns[mine] == 1
    if plies == 0:
        return False
    after = (state.play_number(number) for number in range(state.count_moves()))
    found = (wins_within(each, plies - 1, mine) for each in after)
    return any(found) if state.player.number == mine else all(found)


@pytest.mark.parametrize(("name", "moves", "plies"), FORCED)
def test_every_forced_win_is_found(name: str, moves: str, plies: int) -> None:
    state = started(name, "native", moves)
    mine = state.player.number
    assert wins_within(state, plies, mine) and not wins_within(state, plies - 1, mine), "the table is wrong"
    found = searched(state).run(depth=plies + 1)
    assert (found.proven, found.value, found.plies) == (True, 1, plies)
    end = play(state, " ".join(map(str, found.moves)))
    assert end.is_over and end.returns[mine] == 1 and len(found.moves) == plies


def test_tic_tac_toe_is_a_draw_and_never_lost() -> None:
    state = started("tic-tac-toe", "native")
    found = searched(state).run(depth=MOST_DEPTH)
    assert found.proven and found.value == 0 and found.plies is None and found.depth <= 10
    for mine in (0, 1):
        search, todo = searched(state, mine), [state]
        while todo:
            now = todo.pop()
            if now.is_over:
                assert now.returns[mine] >= 0
            elif now.player.number == mine:
                search.go_on(now)
                todo.append(now.play(search.run(depth=9).best))
            else:
                todo += [now.play_number(number) for number in range(now.count_moves())]


SMALL_OTHELLO = """game Small extends othello {
  board 4x4
  setup { "...." ".bB." ".Bb." "...." }
}"""


@compiled
def test_small_othello_is_won_by_white_by_eight(engine: str) -> None:
    """The known result of Othello on 4x4 cells: 3 to 11 with the best play."""
    need(engine)
    state = game(SMALL_OTHELLO, engine).initial_state()
    found = searched_for_margins(state)
    assert (found.proven, found.value, found.margin, found.plies) == (True, -1, -8, None)
    after = searched_for_margins(state.play_number(0))
    assert (after.proven, after.value, after.margin) == (True, 1, 8)
    end = play(state, " ".join(map(str, found.moves)))
    assert end.is_over and end.scores == (3, 11)
    assert searched(state).run(depth=MOST_DEPTH).value == -1


def searched_for_margins(state: State) -> Variation:
    return MinimaxSearch(state, evaluation=drawn_evaluation(state, 1), margins=True).run(depth=MOST_DEPTH)


# -- all kinds of games


@compiled
def test_a_forced_pass_is_a_move(engine: str) -> None:
    need(engine)
    state = tiny("m..", "move A = own -> select here -> step east -> empty -> select -> move here", engine)
    assert str(searched(state).run(depth=3).best) == "pass"


@compiled
def test_any_number_of_players(engine: str) -> None:
    need(engine)
    alone = searched(started("peg-solitaire", engine)).run(depth=3)
    assert alone.depth == 3 and len(alone.moves) >= 3
    three = searched(started("nim-three-players", engine)).run(depth=3)
    assert three.depth <= 3 and three.moves


@compiled
def test_allies_help_each_other(engine: str) -> None:
    """The third player says who has won: himself, or the second one."""
    need(engine)
    text = """game Decided {{
  players {}
  board 1x1
  move Go = by A or B -> option "go"
  move Mine = by C -> option "mine" -> win
  move Theirs = by C -> option "theirs" -> do as B {{ win }}
}}"""
    found = {}
    for players in ("A, B, C", "A of Us, B, C of Us", "A of Us, B of Us, C", "A, B of Us, C of Us"):
        state = game(text.format(players), engine).initial_state()
        values_found(state, 1, 3, 0)
        found[players] = searched(state).run(depth=3).value
    assert found == {"A, B, C": -0.5, "A of Us, B, C of Us": 1, "A of Us, B of Us, C": -1, "A, B of Us, C of Us": -1}


@compiled
def test_lists_that_need_more_room(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = started("othello", engine)
    monkeypatch.setattr(module, "START_WORDS", 40)
    small = searched(state)
    assert len(small._arena) == 40
    small.run(depth=3)
    assert len(small._arena) > 40
    monkeypatch.undo()
    large = searched(state)
    large.run(depth=3)
    assert told(small) == told(large)
    monkeypatch.setattr(module, "START_WORDS", 40)
    monkeypatch.setattr(module, "MAX_WORDS", 40)
    with pytest.raises(MemoryError, match="Othello needs more than 40 words"):
        searched(state).run(depth=3)


# -- limits


@compiled
def test_an_interrupt_leaves_a_search_whole(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = started("connect-four", engine)
    search, other = searched(state), searched(state)
    search.run(depth=3)
    call = search._kernel.call

    def interrupted(*arguments: object) -> int:
        call(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(search._kernel, "call", interrupted)
    with pytest.raises(KeyboardInterrupt):
        search.run(depth=5)
    monkeypatch.undo()
    assert search.best() == search.variations[-1].best
    assert [search.run(depth=5).value for _ in range(2)] == [other.run(depth=5).value] * 2


def test_time_ends_it() -> None:
    search = searched(started("chess", "native"))
    found = search.run(seconds=0.05)
    assert found.depth >= 1 and found.moves and search.nodes < 10_000_000
    assert search.run(depth=1, seconds=600).depth >= 1
    assert searched(started("chess", "native")).run(seconds=0).depth == 1


def test_what_cannot_be_searched(engine: str) -> None:
    state = load("tic-tac-toe", engine).initial_state()
    if engine == "interpreter":
        with pytest.raises(ValueError, match="played by the interpreter, which has no search"):
            MinimaxSearch(state)
        return
    with pytest.raises(ValueError, match="how many plies, how many seconds, or how many nodes"):
        searched(state).run()
    for wrong in ({"depth": 0}, {"depth": MOST_DEPTH + 1}, {"nodes": 0}, {"seconds": -1}, {"seconds": float("nan")}):
        with pytest.raises(ValueError, match="is not between"):
            searched(state).run(**wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the game is over"):
        searched(play(state, "a1 b1 a2 b2 a3")).run(1)
    with pytest.raises(ValueError, match="a1"):
        searched(play(state, "a1")).advance("a1")
    with pytest.raises(ValueError, match="threads: 0 is not between"):
        searched(state, threads=0)
    with pytest.raises(ValueError, match="not one of TicTacToe"):
        MinimaxSearch(state, evaluation=Evaluation(((1,), (2,))))


@compiled
def test_rules_that_go_wrong_say_so(engine: str) -> None:
    need(engine)
    state = tiny("M.m.", "move A = own -> select here -> step line -> empty -> n += 30000 -> move here", engine)
    with pytest.raises(ModelError, match="counter-overflow"):
        searched(state).run(depth=3)


# -- strength


BEATEN = [("connect-four", 4), ("breakthrough", 4), ("othello", 6), ("checkers", 4), ("yavalath", 4)]
"""Games, and how many plies are looked ahead."""


@pytest.mark.prove
@pytest.mark.parametrize(("name", "depth"), BEATEN)
def test_it_beats_chance(name: str, depth: int) -> None:
    need("native")
    start = load(name, "native")
    search, chance = Kind(f"minimax:{depth}"), Kind("random")
    one, other = contest(start, [search, chance], 50, seed=1), contest(start, [chance, search], 50, seed=1)
    won = one.wins[0] + other.wins[1]
    print(f"{name}: {won} of 100 won")
    assert won >= 97
