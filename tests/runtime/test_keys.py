"""Keys: 64 bits, the same for equal positions, brought up to date by what changes, and telling positions apart."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.support.engines import tiny
from tests.support.gallery import GAMES, Example
from tests.support.thinning import sampled
from tilewright.runtime import Game, State, load
from tilewright.runtime.keys import Keys, mix

every_game = pytest.mark.parametrize("example", sampled(GAMES))


def walk(game: Game, plies: int, seed: int) -> list[State]:
    """Return the states of a random game."""
    random, state = Random(seed), game.initial_state()
    states = [state]
    while not state.is_over and len(states) <= plies:
        state = state.play(random.choice(list(state.legal_moves)))
        states.append(state)
    return states


def test_the_generator_is_splitmix64() -> None:
    """The first outputs for the seed 1234567: Vigna's reference implementation, as others list them."""
    seeds = [1234567 + number * 0x9E3779B97F4A7C15 for number in range(1, 4)]
    state = 1234567
    outputs = []
    for _ in seeds:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        outputs.append(z ^ z >> 31)
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert mix(1) == 16294208416658607535  # the first output for the seed 0


@every_game
def test_a_key_brought_up_to_date_is_the_key(example: Example, engine: str) -> None:
    game = load(example.name, engine)
    state = game.initial_state()
    random = Random(3)
    for _ in range(25):
        assert 0 <= state.key < 2**64
        assert state.key == game.keys.of(state.start)
        if state.is_over:
            break
        state = state.play(random.choice(list(state.legal_moves)))


def test_it_is_brought_up_to_date_and_not_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    state = load("othello", "interpreter").initial_state()
    first = state.key
    monkeypatch.setattr(Keys, "of", lambda *_: pytest.fail("made anew"))
    assert state.play("d6").key != first


def test_the_key_of_a_position_that_was_met_before_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learners look a value up by each state that they meet, and meet the same ones again and again."""
    first = load("othello", "python").initial_state()
    state = first.play("d6").play("c4")
    assert (key := state.key) == first.game.keys.of(state.start)
    monkeypatch.setattr(Keys, "of", lambda *_: pytest.fail("made again"))
    again = first.play("d6").play("c4")
    assert again is not state and (again.key, hash(again)) == (key, hash(state))


@every_game
def test_different_positions_have_different_keys(example: Example) -> None:
    game = load(example.name, "python")
    states = [state for seed in range(3) for state in walk(game, 40, seed)]
    # what came before and the number of plies are no part of a position
    positions = {(s.start.boards, s.start.marks, s.start.counters, s.start.phase, s.start.player) for s in states}
    keys = {state.key for state in states if state.start.returns is None}
    assert len({state.key for state in states}) >= len(positions)
    assert keys


@pytest.mark.parametrize(
    ("one", "other"),
    [("e2-e4 e7-e5 g1-f3", "g1-f3 e7-e5 e2-e4"), ("b1-c3 b8-c6", "b1-a3 b8-c6 a3-b1 c6-b8 b1-c3 b8-c6")],
)
def test_the_way_does_not_count(one: str, other: str, engine: str) -> None:
    """In chess without the clock of quiet plies and without en passant, which tell these positions apart."""
    from tilewright.model.files import read_text

    text = (
        "game Clockless extends chess {\n  without Quiet, Repetition, quiet, Moved\n  mark ep ply\n  mark moved game\n"
        "  sub castle = select to -> move from\n"
        "  move Officer = own Knight Bishop Rook Queen King -> select from -> attack -> !own -> select to -> move from\n"
        "  move Push = own Pawn -> select from -> step ahead -> empty -> select to -> move from -> promote\n"
        "  move Double = own Pawn -> at second -> select from -> step ahead 2 through empty -> select to -> move from\n"
        "  move Take = own Pawn -> select from -> step slant -> enemy -> select to -> move from -> promote\n"
        "  without EnPassant, back\n}"
    )
    game = load(read_text(text, "clockless.game"), engine)

    def after(moves: str) -> State:
        state = game.initial_state()
        for move in moves.split():
            state = state.play(move)
        return state

    assert after(one).key == after(other).key
    assert after(one).key != game.initial_state().key


def test_after_whose_turn_nature_moves_counts() -> None:
    """Nature is the player to move then, whoever moves next."""
    state = load("pig", "interpreter").initial_state()
    while not state.is_chance:
        state = state.play("roll")
    positions = [replace(state.position, seat=seat) for seat in (0, 1)]
    assert len({state.game.keys.of(position) for position in positions}) == 2


def test_everything_in_a_position_counts(engine: str) -> None:
    rules = "  counter per_cell cell\n  mark kept game\n  phases one, two\n  place Go = empty\n  stuck = lose"
    game = tiny("M../..m", rules, engine).game
    texts = [
        "position P { }",
        "position P { to O }",
        "position P { phase two }",
        "position P { counter n = 1 }",
        "position P { counter n = -1 }",
        "position P { counter per_cell = { a1 1 } }",
        "position P { counter per_cell = { b1 1 } }",
        "position P { marks kept = a1 }",
        "position P { marks kept = b1 }",
        'position P { setup { "M.." "..." } }',
        'position P { setup { ".M." "..m" } }',
    ]
    keys = [game.position(text).key for text in texts]
    assert len(set(keys)) == len(texts)
    assert keys == [game.position(text).key for text in texts]
