"""Information keys of batches: equal exactly where those of sessions are, which play the same games one by one."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.support.batches import Refusing, positions
from tests.support.engines import COMPILED, game, need
from tests.support.gallery import HIDDEN
from tests.support.thinning import diagonal
from tilewright.runtime import Batch, Game, load
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.limits import LONGEST
from tilewright.runtime.session import Session

compiled = pytest.mark.parametrize("engine", COMPILED)

WHISPERS = """
game Whispers {
  players A, B, C
  nature Wind
  board 3x3
  pieces Man:A/B/C
  counter n move 0..2
  counter blown 0..2
  counter held per owner 0..9
  counter heard hidden 0..3
  phases calm, storm
  setup { "A.." "..B" "C.." }
  chance Gust hidden weight 2 + blown share 1 + n in storm = amount n 0..2 -> heard := n -> turn next
  chance Breeze weight 3 in storm = empty -> select -> turn next
  chance Lull hidden in calm = amount n 1..2 -> blown := n; heard := n; turn next
  move Put = empty -> select -> set own Man -> first { if heard > 1 -> phase storm | any } -> turn nature
  move Hide owner = own -> select -> held := 5 -> turn nature
  move Whisper hidden = option "whisper" -> phase calm; turn nature
  move Look = option "look" -> turn nature
  over = no { goto all -> empty } -> draw
}
"""
"""Rules that all, the mover or nobody is told of, and nature's that have weights and shares."""


class Keys:
    """Compares the keys of a batch with those of sessions."""

    def __init__(self, played: Game) -> None:
        players = range(len(played.players))
        self.of_session: list[dict[int, int]] = [{} for _ in players]
        self.of_batch: list[dict[int, int]] = [{} for _ in players]
        self.compared = 0

    def compare(self, batch: Batch[Any], sessions: list[Session | None]) -> None:
        """Assert that keys are equal where those of the sessions are. None: a game that is not compared."""
        for viewer, (there, here) in enumerate(zip(self.of_session, self.of_batch, strict=True)):
            for key, session in zip(batch.information_keys([viewer] * len(batch)), sessions, strict=True):
                if session is not None:
                    expected = session.information_key(viewer)
                    assert there.setdefault(expected, key) == key, (viewer, session.moves)
                    assert here.setdefault(key, expected) == expected, (viewer, session.moves)
                    self.compared += 1


def play_beside(played: Game, count: int, plies: int) -> Keys:
    """Play games by the numbers of moves, mostly of the first ones, so that many games begin alike."""
    random, keys = Random(7), Keys(played)
    batch = played.batch(count, seed=5, informed=True)
    sessions = [Session(played) for _ in range(count)]
    for _ in range(plies):
        keys.compare(batch, [*sessions])
        numbers = []
        for session in sessions:
            moves = session.state.legal_moves
            if session.state.is_over or not moves:
                numbers.append(-1)
                continue
            numbers.append(random.randrange(min(2, len(moves)) if random.random() < 0.7 else len(moves)))
            session.play(moves[numbers[-1]])
        batch.play(numbers)
    keys.compare(batch, [*sessions])
    return keys


def click_beside(played: Game, count: int, steps: int, act: Callable[[Batch[Any], list[Session | None]], None]) -> Keys:
    """Let *act* go on with the games of a batch, and find its moves; a game is given up if they are not certain."""
    keys = Keys(played)
    batch = played.batch(count, seed=3, informed=True)
    sessions: list[Session | None] = [Session(played) for _ in range(count)]
    for _ in range(steps):
        act(batch, sessions)
        keys.compare(batch, sessions)
    return keys


def follow(batch: Batch[Any], sessions: list[Session | None]) -> None:
    """Play in sessions what was played in a batch, one ply at most."""
    for number, session in enumerate(sessions):
        if session is None or session.state.ply == batch.plies[number]:
            continue
        after = batch.state(number)
        found = [move for move in session.state.legal_moves if session.state.play(move) == after]
        if len(found) == 1:
            session.play(found[0])
        else:
            sessions[number] = None


def one_random_ply(batch: Batch[Any], sessions: list[Session | None]) -> None:
    batch.random()
    follow(batch, sessions)


def nature_and_clicks(batch: Batch[Any], sessions: list[Session | None]) -> None:
    """Nature moves by itself, players by clicks that are drawn."""
    while any(
        player == len(batch.game.players) and not done for player, done in zip(batch.player, batch.done, strict=True)
    ):
        before = [*batch.plies]
        batch.legal()
        numbers = [-1 if player < len(batch.game.players) else 0 for player in batch.player]
        batch.play([number if not done else -1 for number, done in zip(numbers, batch.done, strict=True)])
        assert before != [*batch.plies]
        follow(batch, sessions)
    batch.step_random()
    follow(batch, sessions)


@pytest.mark.parametrize(("name", "engine"), diagonal({name: name for name in HIDDEN}, COMPILED))
def test_keys_are_equal_where_players_were_told_the_same(name: str, engine: str) -> None:
    need(engine)
    keys = play_beside(load(name, engine), 12, 9)
    assert keys.compared >= 120 and min(map(len, keys.of_batch)) > 8


@pytest.mark.prove
@compiled
@pytest.mark.parametrize("name", HIDDEN)
def test_keys_are_equal_where_players_were_told_the_same_in_whole_games(name: str, engine: str) -> None:
    need(engine)
    play_beside(load(name, engine), 40, 200)
    click_beside(load(name, engine), 20, 60, one_random_ply)
    click_beside(load(name, engine), 20, 60, nature_and_clicks)


@compiled
@pytest.mark.parametrize("act", [one_random_ply, nature_and_clicks])
def test_keys_of_all_ways_to_go_on(act: Callable[..., None], engine: str) -> None:
    need(engine)
    for name in ("kuhn-poker", "phantom-tic-tac-toe"):
        keys = click_beside(load(name, engine), 40, 8, act)
        assert keys.compared > 200 and min(map(len, keys.of_batch)) > 7


@compiled
def test_who_is_told(engine: str) -> None:
    need(engine)
    played = game(WHISPERS, engine)
    keys = play_beside(played, 60, 14)
    assert keys.compared == 60 * 15 * 3
    number_of = played.initial_state().number_of
    batch = played.batch(4, informed=True)
    batch.play([number_of(move) for move in ("a3", "whisper", "look", "b3")])
    hidden = [[keys[0] == keys[1], len({*keys})] for keys in shown(batch)]
    assert hidden == [[False, 4], [True, 3], [True, 3]], (
        "the first two moves are told to the mover alone, and to nobody"
    )


@compiled
@pytest.mark.parametrize("model", [WHISPERS, *sorted(HIDDEN)])
def test_nature_draws_as_in_batches_without_keys(model: str, engine: str) -> None:
    need(engine)
    played = game(model, engine) if model is WHISPERS else load(model, engine)
    if played.nature is None:
        return
    one, other = played.batch(30, seed=4, informed=True), played.batch(30, seed=4)
    for _ in range(6):
        for batch in (one, other):
            batch.draw()
        assert positions(one) == positions(other)
        for batch in (one, other):
            batch.step_random()
    assert positions(one) == positions(other)


def test_keys_are_the_same_on_all_engines() -> None:
    found = []
    for engine in COMPILED:
        need(engine)
        batch = game(WHISPERS, engine).batch(20, seed=1, informed=True)
        batch.random(15)
        found.append([batch.information_keys([viewer] * 20).tolist() for viewer in range(3)])
    assert found == found[:1] * len(found)


@pytest.mark.parametrize("model", [WHISPERS, "kuhn-poker", "phantom-tic-tac-toe"])
def test_the_interpreter_tells_players_the_same_where_a_kernel_cannot(
    model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keys() -> list[list[int]]:
        batch = (game(model, "python") if model is WHISPERS else load(model, "python")).batch(20, informed=True)
        random, shown = Random(2), []
        for _ in range(8):
            batch.legal()
            batch.play(
                [
                    random.randrange(n) if n and not over else -1
                    for n, over in zip(batch.counts, batch.done, strict=True)
                ]
            )
            shown.append(batch.information_keys([0] * 20).tolist())
        return shown

    expected = keys()
    many = Compiled.many.fget
    assert many is not None
    monkeypatch.setattr(Compiled, "many", property(lambda engine: Refusing(many(engine))))
    assert keys() == expected
    if model is WHISPERS:
        click_beside(game(model, "python"), 20, 8, one_random_ply)


def test_hashes_of_the_interpreter_are_told_as_those_of_a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    many = Compiled.many.fget
    assert many is not None
    monkeypatch.setattr(Compiled, "many", property(lambda engine: Refusing(many(engine), ("inform_many",))))
    play_beside(game(WHISPERS, "python"), 40, 12)


# -- what becomes of keys


def shown(batch: Batch[Any]) -> list[list[int]]:
    """Return the keys of all players."""
    return [batch.information_keys([viewer] * len(batch)).tolist() for viewer in range(len(batch.game.players))]


def going(engine: str) -> Batch[Any]:
    need(engine)
    batch = game(WHISPERS, engine).batch(12, seed=8, informed=True)
    batch.random(9)
    return batch


@compiled
def test_copies_keep_their_keys(engine: str) -> None:
    batch = going(engine)
    before, clone, pickled = shown(batch), batch.clone(), pickle.loads(pickle.dumps(batch))
    other = batch.game.batch(3, informed=True)
    other.copy_from(batch, [5, 7], [2, 0])
    assert shown(clone) == shown(pickled) == before
    assert [[keys[2], keys[0]] for keys in shown(other)] == [[keys[5], keys[7]] for keys in before]
    for each in (batch, clone, pickled):
        each.random(4)
    assert shown(clone) == shown(pickled) == shown(batch) != before


@compiled
def test_what_players_are_told_begins_where_a_position_is_placed(engine: str) -> None:
    batch = going(engine)
    before = shown(batch)
    batch.place(3, batch.state(3))
    batch.reset([4])
    fresh = batch.game.batch(1, start=batch.state(3), informed=True)
    for keys, old, new in zip(shown(batch), before, shown(fresh), strict=True):
        assert keys[3] == new[0] != old[3]
        assert keys[:3] + keys[5:] == old[:3] + old[5:]
    assert [keys[4] for keys in shown(batch)] == [keys[0] for keys in shown(batch.game.batch(1, informed=True))]
    plain = batch.game.batch(1, start=batch.state(3))
    batch.copy_from(plain, [0], [0])
    assert [keys[0] for keys in shown(batch)] == [new[0] for new in shown(fresh)]


@compiled
def test_keys_stay_if_a_call_fails(engine: str) -> None:
    batch = going(engine)
    before = shown(batch), [batch.state(number) for number in range(12)]
    batch.legal()
    with pytest.raises(ValueError, match="in position 11 there is no action or move of number 99"):
        batch.play([*(0 if count else -1 for count in batch.counts[:11]), 99])
    with pytest.raises(TimeoutError):
        batch.random(10**6, limit=0.2)
    assert (shown(batch), [batch.state(number) for number in range(12)]) == before


def test_keys_of_the_mover_by_default() -> None:
    batch = going("python")
    keys, movers = shown(batch), [player % 3 for player in batch.player]
    assert batch.information_keys().tolist() == [keys[mover][number] for number, mover in enumerate(movers)]
    with pytest.raises(ValueError, match="viewer"):
        batch.information_keys([3] * 12)


def test_batches_that_keep_no_keys() -> None:
    with pytest.raises(ValueError, match=r"keeps no keys: make it by game.batch\(2, informed=True\)"):
        load("kuhn-poker", "python").batch(2).information_keys()
    with pytest.raises(ValueError, match="Othello hides nothing"):
        load("othello", "python").batch(2, informed=True)


def test_forged_keys_are_refused() -> None:
    make, (played, rows, plies, keys) = going("python").__reduce__()
    assert callable(make)
    for forged in ([each[:2] for each in keys], keys[:2], [["x", "y", "z"]] * 12, [3] * 12, 7):
        with pytest.raises(ValueError, match="12 positions of Whispers need information keys of 3 players each"):
            make(played, rows, plies, forged)


def test_random_plies_end_with_the_games() -> None:
    batch = load("kuhn-poker", "python").batch(30, seed=1, informed=True)
    batch.random(LONGEST, limit=20)
    assert all(batch.done) and max(batch.plies) <= 5
