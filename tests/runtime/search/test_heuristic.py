"""Heuristics of models: what they are worth, and that programs on every engine search by them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random

import pytest

from tests.runtime.search.plain_minimax import divided, lead, promised, sides
from tests.support.drawn_games import SEED, is_played
from tests.support.engines import COMPILED, game, need, play, tiny
from tests.support.random_models import draw
from tilewright.generator.heuristic import VICTORY
from tilewright.generator.minimax import FINE, UNIT
from tilewright.generator.tree import DIGITS_JUDGED, DIGITS_PAID, NOTHING_PAID, Node
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import State, load
from tilewright.runtime.contest import contest
from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.players import Kind
from tilewright.runtime.search.evaluation import Evaluation, evaluation_of
from tilewright.runtime.search.informed import InformedSearch
from tilewright.runtime.search.minimax import MinimaxSearch
from tilewright.runtime.search.uct import TreeSearch
from tilewright.runtime.search.unsearched import Unsearched
from tilewright.runtime.session import Session

compiled = pytest.mark.parametrize("engine", COMPILED)

FINEST = 64
"""The binary digits with which what is expected is compared."""

PUT = "place Put = empty\neffect = set own Man\n"
"""Players put men on empty cells."""


def test_each_player_reads_it_for_himself(engine: str) -> None:
    state = tiny("M../kk.", f"{PUT}heuristic 10 * count {{ own }} - count {{ enemy -> step east -> empty }}", engine)
    assert state.heuristic == (10 - 1, 20 - 1)
    assert play(state, "c1").heuristic == (20 - 0, 20 - 1)
    assert tiny("M../kk.", PUT, engine).heuristic is None


def test_it_may_read_what_belongs_to_players(engine: str) -> None:
    text = """game Coins {
  players A, B, C
  board 1x1
  counter coins per = { 3 | 5 | 0 }
  move Take = option "take" -> coins += 1
  heuristic coins * 2 - next coins
}"""
    assert game(text, engine).initial_state().heuristic == (6 - 5, 10 - 0, 0 - 3)


def test_no_rule_depends_on_it() -> None:
    """What a model expects is nothing to the programs that play it."""
    with_it, without = (tiny("M../...", f"{PUT}{more}", "python").game for more in ("heuristic count { own }", ""))
    one, other = (compiled_engine(each.engine, each.name).program.source for each in (with_it, without))
    assert one == other


# -- what is expected


def bent(number: int, bound: int) -> int:
    """Return what stays below a bound, however large a number is, but the number itself up to three quarters of it."""
    size, straight = abs(number), 3 * bound // 4
    if size > straight:
        size = straight + (size - straight) * (bound - straight) // (size + bound - 2 * straight)
    return size if number >= 0 else -size


def has_ended(state: State) -> bool:
    """Return whether a rule has ended the game; that nobody can move is noticed a ply later."""
    return state.start.returns is not None


def by_minimax(state: State, me: int) -> float:
    """Return the value of a state, a ply after the one that is searched, for the player who has moved."""
    layout = compiled_engine(state.game.engine, state.game.name).program.layout
    if has_ended(state):
        end = float(state.returns[me])
        return end if layout.averages or end == 0 else end * 1e9
    value = promised(state, me)
    value = max(-(1 << 30), min(1 << 30, value))
    if not layout.averages:
        return bent(value << FINEST, UNIT << FINEST) / (UNIT << FINEST)
    return (value << FINE if layout.outcome.paid else bent(value << FINE, UNIT << FINE)) / (UNIT << FINE)


def by_tree(state: State, me: int) -> int:
    """Return what a visit of a state adds for a player."""
    paid = compiled_engine(state.game.engine, state.game.name).program.layout.outcome.paid
    digits, part = DIGITS_PAID if paid else DIGITS_JUDGED, lead(state, me)
    value = divided(part << digits, VICTORY * max(1, sides(state) - 1))
    return NOTHING_PAID + (value if paid else bent(value, 1 << digits))


def compared(state: State) -> int:
    """Compare both searches of a state with what the interpreter says; return how many moves were compared."""
    me = state.player.number
    try:
        after = [state.play_number(number) for number in range(state.count_moves())]
    except ModelError:  # no matter of the heuristic
        return 0
    layout = compiled_engine(state.game.engine, state.game.name).program.layout
    nothing = Evaluation(((0,) * layout.terms.size,) * layout.constants.players, added=True)
    search = MinimaxSearch(state, evaluation=nothing, memory_limit=0)
    try:
        expected = max(by_minimax(each, me) for each in after)
    except ModelError as error:
        with pytest.raises(ModelError) as caught:
            search.run(depth=1)
        assert caught.value.diagnostics[0].code == error.diagnostics[0].code
        return 0
    try:
        found = search.run(depth=1).value
    except Unsearched:
        return 0
    assert found == pytest.approx(expected if abs(expected) < 1e8 else expected / 1e9, rel=1e-9)
    assert layout.outcome.paid or -1 <= found <= 1
    tree = TreeSearch(state, seed=3, memory_limit=1 << 20)
    try:
        tree.run(len(after))
    except (ModelError, Unsearched):  # the rules fail further down, or the interpreter is asked there
        return 0
    once = [
        (child, there)
        for child, there in zip(tree._children(1), after, strict=True)
        if tree._node(child, Node.VISITS) == 1 and not has_ended(there)
    ]
    for child, there in once:
        assert tree._node(child, Node.VALUE) == by_tree(there, me)
    return len(once)


def states(text: str, engine: str, seed: int, most: int = 8) -> Iterator[State]:
    """Yield states of a random game in which a player decides among few moves."""
    state, random = game(text, engine).initial_state(), Random(seed)
    try:
        for _ in range(most):
            if state.is_over:
                return
            if not state.is_chance and state.count_moves() <= 40:
                yield state
            state = state.play_number(random.randrange(state.count_moves()))
    except ModelError:
        return


def drawn(number: int) -> list[str]:
    """Return so many playable games with a heuristic."""
    texts = (draw(Random(f"{SEED}/heuristic/{seed}"), heuristic=True) for seed in count())
    return list(islice(filter(is_played, texts), number))


@compiled
def test_engines_expect_what_the_interpreter_says(engine: str) -> None:
    need(engine)
    assert sum(compared(state) for text in drawn(8) for state in states(text, engine, 1, most=3)) > 20


@pytest.mark.prove
@pytest.mark.filterwarnings("ignore::tilewright.runtime.loading.FallbackWarning")  # of sets too large for WebAssembly
@pytest.mark.parametrize("part", range(2))
@compiled
def test_engines_expect_what_the_interpreter_says_in_many_games(engine: str, part: int) -> None:
    games = drawn(100)[part::2]
    found = sum(compared(state) for number, text in enumerate(games) for state in states(text, engine, number))
    print(f"seed {SEED}, part {part}, {engine}: {len(games)} games, {found} moves")
    assert found > 10 * len(games)


PAID = """game Paid {
  players A, B, C
  board 4x2
  pieces Man:X/O/Z
  counter coins per
  place Put = empty -> do { coins += 2 }
  effect = set own Man -> if count { goto all -> empty } == 0 -> pay coins * 3 per 2
  heuristic 5000 * coins + 1000 * count { own }
}"""
DICED = """game Diced {
  players A, B
  nature Dice
  board 4x2
  pieces Man:X/O
  counter coins per
  move Put = empty -> select here -> turn nature
  mark here ply
  chance Roll = amount pips 1..6 -> do { goto here -> set own Man }
  counter pips move
  effect = if count { goto all -> empty } < 3 -> score count { own }
  heuristic 3000 * count { own }
}"""
TEAMS = """game Teams {
  players A of Us, B of Them, C of Us, D, E of Us
  board 4x3
  pieces Man:X/O/Z/D/E
  place Put = empty -> has { union { step (1,0) | step (-1,0) } -> empty or ally or own }
  effect = set own Man
  effect = step (0,1) -> ally -> win
  stuck = score count { goto all -> own }
  heuristic 1000 * count { own } + 3000 * count { own -> step (1,0) -> enemy }
}"""


@compiled
@pytest.mark.parametrize("text", [PAID, DICED, TEAMS], ids=["paid", "by dice", "teams"])
def test_what_is_paid_and_what_is_drawn_is_expected_alike(engine: str, text: str) -> None:
    need(engine)
    assert sum(compared(state) for state in states(text, engine, 2)) > 5


@compiled
def test_a_win_is_better_than_all_that_is_expected(engine: str) -> None:
    need(engine)
    rules = f"{PUT}effect = line 3 own\nheuristic 90000 * count {{ own -> step (1,1) -> own }}"
    state = tiny("MM./..k/...", rules, engine)
    assert str(TreeSearch(state, seed=1).run(200).best) == "c3"
    found = MinimaxSearch(state).run(depth=2)
    assert (str(found.best), found.value, found.proven) == ("c3", 1, True)


@compiled
def test_what_is_expected_is_told_as_less_than_a_win(engine: str) -> None:
    need(engine)
    values = []
    for worth in (1000, 3750, 5000, 90_000, 100_000_000):
        state = tiny("M../...", f"{PUT}heuristic {worth} * count {{ own }}", engine)
        values.append(MinimaxSearch(state).run(depth=1).value)
    assert values[:2] == [0.2, 0.75] and values == sorted(set(values)) and values[-1] < 1


@compiled
def test_a_heuristic_that_fails_is_an_error_of_the_model(engine: str) -> None:
    need(engine)
    state = tiny("M../...", f"{PUT}heuristic 12 div (count {{ own }} - 2)", engine)
    assert state.heuristic == (-12, -6)
    with pytest.raises(ModelError, match="divi"):
        play(state, "b1").heuristic  # noqa: B018
    with pytest.raises(ModelError, match="divi"):
        TreeSearch(state, seed=1).run(50)
    with pytest.raises(ModelError, match="divi"):
        MinimaxSearch(state).run(depth=2)


def test_a_search_for_hidden_games_judges_by_it() -> None:
    """A player who does not see the other's coin prefers what the heuristic says, without playing to the end."""
    text = """game Coins {
  players A, B
  board 3x1
  counter coins per 0..1000
  counter secret per hidden
  counter plies
  move Take = option "take" -> do { coins += 1 } -> do { plies += 1 }
  move Leave = option "leave" -> do { plies += 1 }
  move Hide owner = option "hide" -> do { secret := 1 } -> do { plies += 1 }
  effect = if plies == 900 -> draw
  heuristic 500 * coins
}"""
    session = Session(game(text, "interpreter"))
    best = InformedSearch(session, seed=1).run(visits=60)
    assert str(best.best) == "take" and best.lines[0].value is not None and best.lines[0].value > 0.03


def test_a_search_for_hidden_games_wants_allies_to_have_much() -> None:
    text = """game Gifts {{
  players A{}, B, C{}
  board 1x1
  counter coins per
  counter secret per hidden
  counter plies
  move Give = option "give" -> do as C {{ coins += 1 }} -> plies += 1
  move Leave = option "leave" -> plies += 1
  move Hide owner = option "hide" -> secret := 1 -> plies += 1
  effect = if plies == 900 -> draw
  heuristic 500 * coins
}}"""
    best = {}
    for team in ("", " of Us"):
        session = Session(game(text.format(team, team), "interpreter"))
        analysis = InformedSearch(session, seed=1).run(visits=60)
        best[team] = str(analysis.best) == "give"
    assert best == {"": False, " of Us": True}


def test_seeds_vary_a_program_that_looks_ahead() -> None:
    state = tiny("...../.....", f"{PUT}heuristic 100 * count {{ own -> step east -> empty }}", "python")
    evaluation = evaluation_of(state.game)
    assert evaluation.added and not any(map(any, evaluation.weights))
    found = {str(MinimaxSearch(state, evaluation=evaluation.varied(seed)).run(depth=1).best) for seed in range(8)}
    assert len(found) > 1


@pytest.mark.prove
@pytest.mark.parametrize("part", range(4))
def test_project_l_is_played_well(part: int) -> None:
    """Random play never finishes a puzzle, so that random games teach nothing; the heuristic of the model does."""
    need("native")
    ann, ben = Kind("mcts:100"), Kind("random")
    start = load("project-l", "native")
    won = contest(start, [ann, ben], 13, seed=part).wins[0] + contest(start, [ben, ann], 12, seed=part).wins[1]
    print(f"project-l: {won} of 25 won")
    assert won >= 24
