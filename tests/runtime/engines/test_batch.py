"""Batches: their positions are played as states are; they are reproducible, stop, and say what is wrong."""

from __future__ import annotations

import _thread
import pickle
import threading
from array import array
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.support.batches import Refusing, positions
from tests.support.drawn_games import LATE, ONCE_WRONG, THOROUGH, drawn
from tests.support.engines import COMPILED, game, need
from tests.support.gallery import GAMES
from tests.support.rules import GAMES as RULES
from tests.support.thinning import diagonal, sampled, thinned
from tilewright.generator.compiler import NotLowered
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import Batch, Game, Move, State, load
from tilewright.runtime.engines import rows
from tilewright.runtime.engines.batch import NOTHING
from tilewright.runtime.engines.choosing import compiled_engine
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.information.views import Unknown
from tilewright.runtime.limits import LONGEST
from tilewright.runtime.loading import FallbackWarning

compiled_engines = pytest.mark.parametrize("name", ["python", "native"])

HOPS = """
game Hops {
  players White, Black
  board 4x2
  pieces Man:M
  directions line = (1,0) (-1,0) (0,1) (0,-1)
  mark from
  setup { "M.m." "...." }
  move Go = own -> select -> repeat 1..3 { own Man -> mark from -> step line -> empty -> select -> move from }
  move Stay = own -> select -> option "stay" -> choose { option "long" | option "short" }
  stuck = lose
}
"""
"""Moves that others go on from, so that they need an end, and options."""

LOST = """
game Lost {
  players White, Black, Red
  board 3x1
  pieces Stone:S/T/U
  neutral Wall:#
  setup { "..." }
  place Put = empty
  effect = set Wall
  stuck = win
}
"""
"""Three players, of which one wins."""

DANCE = """
game Dance {
  players White, Black
  board 3x2
  pieces King:K
  directions line = (1,0) (-1,0) (0,1) (0,-1)
  counter steps 0..1000
  mark from
  mark last ply
  setup { "k.." "..K" }
  move Step = own -> select from -> step line -> empty -> select -> move from -> steps += 1 -> mark last
  effect = repeated 5 -> draw
  stuck = lose
}
"""
"""A game that remembers, with a counter and a mark that last."""

HUNT = """
game Hunt {
  players White, Black
  board 4x3
  pieces Man:M
  directions line = (1,0) (-1,0) (0,1) (0,-1)
  region rim = row 0
  counter eaten 0..9
  mark from
  setup { "M.mM" ".m.." "mM.m" }
  sub leap = own Man -> mark from -> step line -> enemy -> select -> move from
  move Eat priority 1 maximise eaten = own -> select -> repeat 1..2 { leap -> eaten += 1 }
  move Go = own -> select from -> step line -> empty -> select -> move from
  ensure = no { own Man -> at rim -> step line -> enemy }
  effect = eaten := 0
  stuck = lose
}
"""
"""Rules that go before others: they count what they maximise, and the post-check looks at what they do on the way."""

FREE = HUNT.replace(" priority 1 maximise eaten", "")

ENDLESS = DANCE.replace("  effect = repeated 5 -> draw\n", "").replace(" -> steps += 1", "")

ROADS = """
game Roads {
  players White, Black
  board 4x2
  pieces Man:M
  directions line = (1,0) (-1,0)
  region north = cells (0,0)
  region south = cells (1,0)
  region road = row 1
  mark from
  setup { "...." "m..M" }
  sub walk = goto road -> select from -> own -> step line -> empty -> select -> move from
  move North = goto north -> record -> walk
  move South = goto south -> record -> walk
  stuck = lose
}
"""
"""Moves that begin with a cell that is not clicked, and then click cells of which the first ones lead to none."""

SMALL = {
    "hops": HOPS,
    "roads": ROADS,
    "lost": LOST,
    "dance": DANCE,
    "hunt": HUNT,
    **{name: rules.text for name, rules in RULES.items()},
}


def actions_of(state: State, clicked: Move | None, batch: Batch) -> dict[int, list[Move]]:
    """Return what may be clicked next in a state, and for each action the legal moves that go on so."""
    before = clicked.steps if clicked is not None else ()
    found: dict[int, list[Move]] = {}
    for move in state.legal_moves:
        if move.steps[: len(before)] == before:
            rest = move.steps[len(before) :]
            step = rest[0] if rest else "end"
            action = state.game.cell_numbers[step] if isinstance(step, tuple) else batch.actions.index(step)
            found.setdefault(action, []).append(move)
    return found


def agree(played: Game, reference: Game, seed: int, plies: int, positions: int = 2) -> int:
    """Play random actions in a batch and the same moves in states; return how many actions were compared."""
    random = Random(seed)
    batch = played.batch(positions)
    states = [reference.initial_state()] * positions
    clicked: list[Move | None] = [None] * positions
    compared = 0
    for _ in range(plies):
        mask = batch.legal()
        assert list(batch.counts) == [len(state.legal_moves) for state in states]
        actions = [NOTHING] * positions
        for number, state in enumerate(states):
            possible = actions_of(state, clicked[number], batch)
            assert {a for a in range(len(batch.actions)) if mask[number, a]} == set(possible)
            if not possible:
                continue
            wrong = random.choice(sorted({*range(len(batch.actions))} - set(possible)))
            with pytest.raises(
                ValueError, match=f"^in position {number} there is no action or move of number {wrong};"
            ):
                batch.step([wrong if number == each else NOTHING for each in range(positions)])
            actions[number] = action = random.choice(sorted(possible))
            name, moves = batch.actions[action], possible[action]
            depth = len(moves[0].steps) if name == "end" else 1 + len(clicked[number].steps if clicked[number] else ())
            if all(len(move.steps) == depth for move in moves):
                (move,) = moves
                states[number], clicked[number] = state.play(move), None
            else:
                clicked[number] = Move(moves[0].steps[:depth], reference.names.height)
            compared += 1
        batch.step(actions)
        for number, state in enumerate(states):
            assert batch.state(number).position == state.position
            assert batch.begun(number).steps == (clicked[number].steps if clicked[number] else ())
        assert list(batch.done) == [state.is_over for state in states]
        assert batch.returns.tolist() == [[float(part) for part in state.returns] for state in states]
        assert list(batch.plies) == [state.ply for state in states]
        assert list(batch.player) == [state.position.player for state in states]
    return compared


def test_what_is_seen_cannot_be_written() -> None:
    batch = load("nine-mens-morris", "python").batch(2)
    mask = batch.legal()
    views = [
        mask,
        batch.mask,
        batch.counts,
        batch.done,
        batch.player,
        batch.plies,
        batch.returns,
        *batch.numbers.values(),
    ]
    before = [view.tolist() for view in views]
    for view in views:
        with pytest.raises(TypeError, match="read-only"):
            view[(0,) * view.ndim] = 1
    assert [view.tolist() for view in views] == before and len(views) > 7


PLAYED = (
    "roads",
    "hops",
    "lost",
    "dance",
    "hunt",
    "othello 6x6",
    "checkers",
    "amazons 6x6",
    "chess, castling and pins",
)


@pytest.mark.parametrize("example", sampled(GAMES))
def test_every_game_of_the_gallery_is_played_alike(example: object) -> None:
    name = str(example)
    assert agree(load(name, "python"), load(name, "interpreter"), 1, 6) > 3


@pytest.mark.parametrize(("model", "name"), diagonal({model: model for model in PLAYED}, COMPILED))
def test_small_games_are_played_alike(model: str, name: str) -> None:
    need(name)
    assert agree(game(SMALL[model], name), game(SMALL[model], "interpreter"), 2, 40, 3) > 8


@pytest.mark.parametrize("number", range(6))
def test_random_models_are_played_alike(number: int) -> None:
    text = drawn(6)[number]
    with suppress(ModelError):  # of rules that go wrong in the course of the game
        assert agree(game(text, "python"), game(text, "interpreter"), number, 20) > 0


@pytest.mark.parametrize("path", [*thinned(ONCE_WRONG), *thinned(LATE)])
def test_rules_that_once_went_wrong_are_played_alike(path: Path) -> None:
    reference = load(path, "interpreter")
    with suppress(ModelError):
        assert agree(load(path, "python"), reference, 1, 20) > 0 or not reference.initial_state().legal_moves


@pytest.mark.prove
def test_many_random_models_are_played_alike() -> None:
    """But for a few, whose rules are too long for a program, or for one of batches, which is longer than one of play."""
    too_long = 0
    for number, text in enumerate(drawn(THOROUGH)):
        try:
            with suppress(ModelError):
                assert agree(game(text, "python"), game(text, "interpreter"), number, 25) > 0
        except (NotLowered, FallbackWarning):  # warnings are errors here
            too_long += 1
    assert too_long < THOROUGH // 20


@pytest.mark.parametrize("model", ["hops", "lost", "dance"])
def test_the_interpreter_goes_on_where_a_kernel_cannot(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    many = Compiled.many.fget
    assert many is not None
    monkeypatch.setattr(Compiled, "many", property(lambda engine: Refusing(many(engine))))
    assert agree(game(SMALL[model], "python"), game(SMALL[model], "interpreter"), 3, 40) > 5
    played = game(SMALL[model], "interpreter")
    one, other = (game(SMALL[model], "python").batch(4, seed=seed) for seed in (1, 1))
    one.random(12)
    for plies in (1, 1, 1, 2, 7):
        other.random(plies)
        states = [played.state(each) for each in positions(other)]
        assert list(other.done) == [bool(state.position.returns) for state in states]
    assert positions(one) == positions(other)
    assert max(one.plies) == 12 or all(one.done)


@compiled_engines
def test_memory_grows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    need(name)
    monkeypatch.setattr(rows, "_CLICKS", 1)
    monkeypatch.setattr(rows, "_PLIES", 2)
    for model in ("hops", "dance"):
        assert agree(game(SMALL[model], name), game(SMALL[model], "interpreter"), 4, 50) > 10


@pytest.mark.parametrize("words", [40, 400])
def test_memory_does_not_grow_for_ever(words: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MAX_WORDS", words)
    with pytest.raises(MemoryError, match=f"^4 games of Dance need more than {words} words$"):
        game(DANCE, "python").batch(4).random(1000)


# -- random plies


@pytest.mark.parametrize("model", ["hops", "dance", "go 5x5", "othello 6x6"])
def test_random_games_depend_on_the_seed_alone(model: str, engine: str) -> None:
    if engine == "interpreter":
        return
    played = game(SMALL[model], engine)
    batch = played.batch(20, seed=7)
    batch.random(30)
    parts = game(SMALL[model], "python").batch(20, seed=7)
    for plies in (1, 0, 4, 25):
        parts.random(plies)
    assert positions(batch) == positions(parts)
    assert isinstance(played.engine, Compiled)
    games = played.engine.playouts(played.engine.initial(), range(20), 7, 30, Stop())
    assert list(batch.plies) == list(games.plies)
    assert batch.returns.tolist() == [list(part or (0,) * len(played.players)) for part in games.returns]
    other = played.batch(20, seed=8)
    other.random(30)
    assert positions(other) != positions(batch)


@pytest.mark.parametrize("model", ["hops", "dance"])
def test_random_actions_depend_on_the_seed_alone(model: str, engine: str) -> None:
    """They are possible, all of them come, and every engine draws the same."""
    if engine == "interpreter":
        return
    one, other = (game(SMALL[model], name).batch(30, seed=5) for name in (engine, "python"))
    drawn: set[tuple[int, ...]] = set()
    for _ in range(12):
        before = one.clone()
        mask, over = one.legal().tolist(), list(one.done)
        given = one.step_random()
        assert list(given) == list(other.step_random())
        assert all(a == NOTHING if ends else row[a] for a, row, ends in zip(given, mask, over, strict=True))
        before.step(given)
        assert positions(before) == positions(one) == positions(other)
        drawn.add(tuple(given))
    assert len(drawn) > 4
    many = game(SMALL[model], "python").batch(300, seed=1)
    possible = {action for action, is_set in enumerate(many.legal().tolist()[0]) if is_set}
    assert set(many.step_random()) == possible


def test_the_parts_of_a_step_share_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = game(SMALL["hops"], "python").batch(2)
    given: list[float] = []

    def timed(part: Callable[..., Any]) -> Callable[..., Any]:
        def work(*arguments: Any) -> Any:
            *others, limit = arguments
            given.append(limit)
            return part(*others)

        return work

    for name in ("draw", "legal", "step"):
        monkeypatch.setattr(batch, name, timed(getattr(batch, name)))
    clock = SimpleNamespace(perf_counter=map(float, count()).__next__)
    monkeypatch.setattr("tilewright.runtime.engines.batch.time", clock)
    batch.step_random(100.0)
    assert len(given) == 3 and 100 > given[0] > given[1] > given[2]


def test_truncated_positions_are_told(engine: str) -> None:
    if engine == "interpreter":
        return
    batch = game(LOST, engine).batch(3, plies=2)
    assert batch.truncated.tolist() == [False] * 3
    batch.random(2)
    batch.reset([1])
    told = [True, False, True]
    assert batch.truncated.tolist() == told
    assert batch.clone().truncated.tolist() == pickle.loads(pickle.dumps(batch)).truncated.tolist() == told
    batch.random(5)
    assert list(batch.done) == [True] * 3 and batch.truncated.tolist() == [False] * 3
    with pytest.raises(ValueError, match="plies"):
        game(LOST, engine).batch(1, plies=0)


def test_arrays_share_the_memory_of_a_batch() -> None:
    numpy = import_module("numpy")
    batch = game(LOST, "python").batch(3)
    for shown in (numpy.asarray(batch.mask), numpy.from_dlpack(numpy.asarray(batch.mask))):
        batch.reset()
        assert not shown.flags.writeable
        assert batch.legal().tolist() == shown.tolist() and shown.any()
        batch.random(5)
        batch.legal()
        assert not shown.any()


def test_random_plies_go_on_after_a_reset(engine: str) -> None:
    if engine == "interpreter":
        return
    batch = game(DANCE, engine).batch(6)
    batch.random(9)
    first = positions(batch)
    batch.reset([1, 4])
    start = batch.game.initial_state().position
    assert positions(batch) == [start if number in (1, 4) else each for number, each in enumerate(first)]
    batch.reset()
    assert positions(batch) == [start] * 6
    batch.random(9)
    assert positions(batch) != first


@compiled_engines
def test_batches_begin_anywhere(name: str) -> None:
    need(name)
    played = game(DANCE, name)
    state = played.initial_state()
    for move in ("c1-b1", "a2-b2", "b1-c1", "b2-a2", "c1-b1"):
        state = state.play(move)
    batch = played.batch(2, start=state)
    batch.place(1, played.initial_state())
    assert positions(batch) == [state.position, played.initial_state().position]
    batch.place(1, state)
    batch.random(4)
    batch.reset([0])
    assert batch.state(0) == state and batch.plies.tolist() == [5, 9]
    for move in ("a2-b2", "b1-c1", "b2-a2"):
        state = state.play(move)
    batch.place(-1, state)
    assert batch.state(1).position == state.position
    with pytest.raises(ValueError, match=r"^a state of Dance is needed, not one of Hops$"):
        batch.place(0, game(HOPS, name).initial_state())
    with pytest.raises(ValueError, match=r"^a state of Dance is needed, not one of Hops$"):
        played.batch(2, start=game(HOPS, name).initial_state())


# -- what is seen


@pytest.mark.parametrize("model", ["oware", "chess", "nine-mens-morris", "halma"])
def test_planes_and_numbers(model: str) -> None:
    batch = load(model, "python").batch(3, seed=3)
    batch.random(12)
    drawn, tables = batch.boards().tolist(), batch.game.tables
    assert len(set(batch.planes)) == len(batch.planes) == len(drawn[0])
    for number, planes in enumerate(drawn):
        position = batch.state(number).position
        shown = dict(
            zip(batch.planes, (sum(1 << n for n, cell in enumerate(plane) if cell) for plane in planes), strict=True)
        )
        for info, cells in zip(tables.states, position.boards, strict=True):
            assert shown.pop(info.name) == cells
        for mark, cells in zip(tables.marks, position.marks, strict=True):
            assert shown.pop(mark.name, 0) == cells
        for info in tables.counters.values():
            values = [position.counters[slot] for slot in info.slots]
            if info.per_cell and info.lifetime != "Move":
                width = len(drawn[0][0])
                for player in range(len(values) // width):
                    digits = [
                        shown.pop(f"{info.name}/{player}/{digit}")
                        for digit in range((info.greatest - info.least).bit_length())
                    ]
                    found = [
                        info.least + sum((plane >> cell & 1) << d for d, plane in enumerate(digits))
                        for cell in range(width)
                    ]
                    assert found == values[player * width : (player + 1) * width]
            elif info.lifetime != "Move":
                assert [batch.numbers[f"{info.name}/{player}"][number] for player in range(len(values))] == values
        assert not shown


@pytest.mark.parametrize("model", ["hops", "dance"])
def test_hashes_are_equal_for_equal_positions(model: str) -> None:
    batch = game(SMALL[model], "python").batch(60, seed=1)
    batch.random(5)
    first = [number & (1 << 64) - 1 for number in batch.hashes()]
    of_key: dict[int, object] = {}
    for number, key in enumerate(first):
        position = batch.state(number).position
        without_history = (*position.key[:-1],)
        assert of_key.setdefault(key, without_history) == without_history
    assert len(of_key) == len(set(of_key.values())) > 3


@compiled_engines
def test_views_are_arrays_without_a_copy(name: str) -> None:
    need(name)
    numpy = import_module("numpy")
    batch = game(LOST, name).batch(5)
    views = [numpy.asarray(view) for view in (batch.done, batch.player, batch.returns, batch.plies, batch.mask)]
    assert [(view.dtype.name, view.shape) for view in views] == [
        ("bool", (5,)), ("int64", (5,)), ("float64", (5, 3)), ("int64", (5,)), ("bool", (5, 5)),
    ]  # fmt: skip
    for _ in range(3):
        batch.legal()
        batch.step(views[4].argmax(1))
    assert views[0].all() and (views[1] == 0).all() and (views[2] == [1, -0.5, -0.5]).all() and (views[3] == 3).all()
    batch.legal()
    assert not views[4].any()


# -- what goes wrong


@compiled_engines
def test_cells_that_players_see(name: str) -> None:
    need(name)
    everything = game(LOST, name).batch(2).seen()
    assert everything.tolist() == [[[True] * 3, [False] * 3]] * 2
    fog = load("harvest-fog", name).batch(3, seed=1)
    fog.random(5)
    for viewers in ([0, 1, 0], [1, 0, 1]):
        seen = fog.seen(viewers)
        for number, viewer in enumerate(viewers):
            view = fog.state(number).view(viewer)
            assert [*map(bool, seen.tolist()[number][0])] == [
                not isinstance(on, Unknown) for on in view.board().values()
            ]


def test_the_interpreter_has_no_batches() -> None:
    told = r"^Lost is played by the interpreter, .* the engine native or python, in a command by --engine native or python$"
    with pytest.raises(ValueError, match=told):
        game(LOST, "interpreter").batch(3)
    assert repr(game(LOST, "auto").batch(3)) == "<Batch of 3 positions of Lost>"


ASKED: list[tuple[Callable[[Batch], None], str]] = [
    (lambda batch: batch.step([0, 1, 2]), "action: 2 positions need as many numbers, not 3"),
    (lambda batch: batch.step([0, 3]), "in position 1 there is no action or move of number 3; legal() says which are"),
    (lambda batch: batch.step([0, 5]), "in position 1 there is no action or move of number 5; legal() says which are"),
    (
        lambda batch: batch.step([0, -2]),
        "in position 1 there is no action or move of number -2; legal() says which are",
    ),
    (lambda batch: batch.play([0, 3]), "in position 1 there is no action or move of number 3; legal() says which are"),
    (
        lambda batch: batch.play([-7, 0]),
        "in position 0 there is no action or move of number -7; legal() says which are",
    ),
    (lambda batch: batch.play([0, 1 << 70]), "action: a number has 64 bits at most"),
    (lambda batch: batch.step([0, 1.0]), "action: one whole number is needed for each position"),  # type: ignore[list-item]
    (lambda batch: batch.step(0), "action: one whole number is needed for each position"),  # type: ignore[arg-type]
    (lambda batch: batch.seen([0]), "viewer: 2 positions need as many numbers, not 1"),
    (lambda batch: batch.seen([0, 3]), "viewer: 3 is not between 0 and 2"),
]


@pytest.mark.parametrize(("ask", "message"), ASKED)
@compiled_engines
def test_what_is_not_possible_changes_nothing(
    ask: Callable[[Batch], None], message: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    need(name)
    for _ in range(2):
        batch = game(LOST, name).batch(2)
        with pytest.raises(ValueError) as caught:
            ask(batch)
        assert str(caught.value) == message and batch.plies.tolist() == [0, 0]
        many = Compiled.many.fget
        assert many is not None
        monkeypatch.setattr(Compiled, "many", property(lambda engine, many=many: Refusing(many(engine))))


def test_what_is_too_much() -> None:
    played = game(LOST, "python")
    for ask, message in (
        (lambda: played.batch(0), "positions: 0 is not between 1 and 10000000"),
        (lambda: played.batch(1, seed=-1), "seed: -1 is not between 0 and 9223372036854775807"),
        (lambda: played.batch(1).random(1 << 40), "plies: 1099511627776 is not between 0 and 1000000"),
        (lambda: played.batch(1).random(2.5), "plies: 2.5 is not a whole number"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError) as caught:
            ask()
        assert str(caught.value) == message


OVERFLOW = """
game Overflow {
  players White, Black
  board 3x1
  pieces Man:M
  counter n 0..1
  setup { "..." }
  place Put = empty
  effect = n += 1
}
"""


@pytest.mark.parametrize(
    "go_on", [lambda batch: batch.play([0, 0]), lambda batch: batch.step([2, 1]), lambda batch: batch.random()]
)
@compiled_engines
def test_rules_that_go_wrong(go_on: Callable[[Batch], None], name: str) -> None:
    need(name)
    batch = game(OVERFLOW, name).batch(2)
    batch.step([0, NOTHING])
    before = positions(batch)
    with pytest.raises(ModelError, match="counter-overflow"):
        go_on(batch)
    assert positions(batch) == before


@compiled_engines
def test_rules_that_go_wrong_after_many_plies(name: str) -> None:
    need(name)
    large = OVERFLOW.replace("0..1", "0..20").replace("3x1", "5x5").replace('setup { "..." }', "")
    played = game(large, name)
    batch = played.batch(2)
    for go_on in (
        batch.random,
        lambda plies: compiled_engine(played.engine, played.name).advance(played.engine.initial(), 1, plies),
    ):
        with pytest.raises(ModelError, match="counter-overflow"):
            go_on(60)
    assert set(batch.plies) == {0}


BEYOND = """
game ErrorsBeyondAnAnswer {
  players X, O
  board 5x1
  pieces Man:M
  directions ring = links (0,0) > (1,0) > (0,0)
  directions pair = links (3,0) > (4,0)
  region home per = rect (0,0)(1,0) | rect (2,0)(4,0)
  counter seeds cell 0..3 = { 1 0 1 1 3 }
  counter hand move
  setup { "....." }
  move Sow = at home -> where { if seeds > 0 } -> select -> hand := seeds -> seeds := 0
    -> repeat maximal { if hand > 0 -> first { step ring | step pair } -> seeds += 1 -> hand -= 1 } -> turn same
  effect = no as next { goto all -> movable } -> lose
}
"""
"""That the other player can move is known from the first cell; on the second one a counter would leave its range."""


@compiled_engines
def test_what_is_no_error_for_the_interpreter_is_none(name: str) -> None:
    need(name)
    played = game(BEYOND, name)
    engine = compiled_engine(played.engine, played.name)
    start = engine.initial()
    assert agree(played, game(BEYOND, "interpreter"), 1, 8) > 0
    played.batch(2).random(5)
    assert engine.advance(start, 1, 5).ply == 5
    for play in (engine.survey, engine.playouts):
        assert list(play(start, range(2), 1, 5, Stop()).plies) == [5, 5]


# -- stopping, threads


@compiled_engines
def test_a_limit_of_time_changes_nothing(name: str) -> None:
    need(name)
    batch = game(ENDLESS, name).batch(200)
    with pytest.raises(TimeoutError, match=r"^stopped after 0\.05 seconds$"):
        batch.random(LONGEST, limit=0.05)
    assert set(batch.plies) == {0}
    for call in (batch.legal, batch.boards):
        with pytest.raises(TimeoutError):
            call(limit=0)


@compiled_engines
def test_ctrl_c_stops_random_plies(name: str) -> None:
    need(name)
    batch = game(ENDLESS, name).batch(200)
    batch.random(1)
    timer = threading.Timer(0.1, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        batch.random(LONGEST)
    timer.join()
    assert set(batch.plies) == {1}


@compiled_engines
def test_threads_play_batches_of_one_game(name: str) -> None:
    need(name)
    played = game(DANCE, name)

    def work(seed: int) -> list[object]:
        batch = played.batch(16, seed=seed)
        for _ in range(5):
            batch.random(3)
            batch.legal()
            batch.play([0 if count else NOTHING for count in batch.counts])
        return positions(batch)

    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(work, range(4)))
    assert together == [work(seed) for seed in range(4)]


# -- arrays of other libraries

ARRAYS = {
    "NumPy": lambda numbers: np.array(numbers, np.int64),
    "narrow": lambda numbers: np.array(numbers, np.int16),
    "unsigned": lambda numbers: np.array(numbers, np.uint64),
    "every other": lambda numbers: np.repeat(np.array(numbers, np.int64), 2)[::2],
    "array": lambda numbers: array("q", numbers),
    "iterator": iter,
}


@pytest.mark.parametrize("made", ARRAYS.values(), ids=ARRAYS)
def test_numbers_may_stand_in_any_array(made: Callable[[list[int]], Any]) -> None:
    one, other = (load("tic-tac-toe", "python").batch(4, seed=2) for _ in range(2))
    for numbers in ([3, 0, 8, 5], [1, 1, 0, 2]):
        one.play(numbers)
        other.play(made(numbers))
    assert positions(one) == positions(other)
    one.reset([2, 0])
    other.reset(made([2, 0]))
    assert positions(one) == positions(other) and [*one.plies] == [0, 2, 0, 2]


def test_arrays_of_the_wrong_numbers_are_refused() -> None:
    batch = load("tic-tac-toe", "python").batch(4, seed=2)
    before = positions(batch)
    for wrong in (np.array([[3, 0], [8, 5]]), np.array([3.0, 0, 8, 5]), np.array([3, 0, 8])):
        with pytest.raises((ValueError, TypeError)):
            batch.play(wrong)
    for numbers, error in (([4], IndexError), ([-5], IndexError), ([1, 2**62], IndexError)):
        with pytest.raises(error, match="there is no number"):
            batch.reset(np.array(numbers))
    with pytest.raises(TypeError, match="flatnonzero"):
        batch.reset(np.array([True, False, True, False]))
    assert positions(batch) == before
    batch.random(3)
    batch.reset(np.array([-1]))
    assert [*batch.plies] == [3, 3, 3, 0]


@compiled_engines
def test_random_steps_are_possible_and_equally_likely(name: str) -> None:
    need(name)
    batch = load("tic-tac-toe", name).batch(9 * 200, seed=5)
    batch.play([0] * len(batch))
    drawn = Counter(batch.step_random())
    assert set(drawn) == set(range(9)) - {next(action for action in range(9) if action not in drawn)}
    assert sum((count - 225) ** 2 / 225 for count in drawn.values()) < 45  # exceeded less than once in a million times
    batch.random(9)
    over = [number for number, done in enumerate(batch.done) if done]
    assert over and {batch.step_random()[number] for number in over} == {-1}
