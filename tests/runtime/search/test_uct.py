"""Tree search: the same tree on every engine, which finds what can be found, within its memory."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import log, sqrt
from random import Random
from typing import Any

import pytest

from tests.support.engines import COMPILED, need, play, tiny
from tests.support.gallery import EXAMPLES, Example
from tilewright.generator.tree import USED, Node
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import State, load
from tilewright.runtime.search import uct
from tilewright.runtime.search.uct import TreeSearch, search

compiled = pytest.mark.parametrize("engine", COMPILED)


SEARCHED = (
    "tic-tac-toe", "connect-four", "chess", "go", "othello", "checkers", "oware", "yavalath-three-players",
    "peg-solitaire", "dots-and-boxes", "hex",
)  # fmt: skip
"""Games of all kinds; the slow proof takes all of the gallery."""


def started(name: str, engine: str, moves: str = "") -> State:
    need(engine)
    return play(load(name, engine).initial_state(), moves)


def grown(tree: TreeSearch) -> list[int]:
    """Return all numbers of a tree."""
    return list(tree._nodes[: tree._nodes[USED] * len(Node)])


def later(state: State, plies: int) -> State:
    """Return a state so many random moves later, and after all that nature draws next; fewer if the game ends."""
    random = Random(7)
    while not state.is_over and (plies > 0 or state.is_chance):
        state = state.play_number(random.randrange(state.count_moves()))
        plies -= 1
    return state


@pytest.mark.parametrize("name", SEARCHED)
def test_every_engine_grows_the_same_tree(name: str) -> None:
    trees = []
    for engine in COMPILED:
        tree = TreeSearch(later(started(name, engine), 6), seed=5, plies=20)
        if not tree.state.is_over:
            tree.run(12)
            trees.append((grown(tree), [(line.move, line.visits, line.value) for line in tree.analysis().lines]))
    assert all(tree == trees[0] for tree in trees)


@pytest.mark.prove
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_every_engine_grows_the_same_large_tree(example: Example) -> None:
    """The programs that are machine code go on where compiled Python, which is slow, has said the same."""
    for plies in (0, 9):
        trees = {engine: TreeSearch(later(started(example.name, engine), plies), seed=plies) for engine in COMPILED}
        if not trees["python"].state.is_over:
            for engine, tree in trees.items():
                tree.run(30)
                assert grown(tree) == grown(trees["python"]), engine
            del trees["python"]
            for engine, tree in trees.items():
                tree.run(170)
                assert grown(tree) == grown(trees["native"]), engine


def pending(engine: str) -> State:
    """Return a state in which a move may repeat the position so often that the game ends."""
    state, moves = started("chess", engine), ["b1-c3", "b8-c6", "c3-b1", "c6-b8"] * 9
    while not (after := state.play(moves[0])).is_over:
        state, moves = after, moves[1:]
    return state


@compiled
def test_repetitions_are_seen_in_the_tree(engine: str) -> None:
    state = pending(engine)
    forgetful = state.game.position(state.to_text())
    known = []
    for start in (state, forgetful):
        tree = TreeSearch(start, seed=1, plies=4)
        tree.run(200)
        known.append({tree._node(number, Node.PROVEN) for number in range(1, tree._nodes[USED])})
    assert known == [{0, 1}, {0}]


def test_repetitions_are_the_same_on_every_engine() -> None:
    trees = [TreeSearch(pending(engine), seed=1, plies=4) for engine in COMPILED]
    for tree in trees:
        tree.run(200)
    assert grown(trees[0]) == grown(trees[1])


@compiled
def test_slices_are_the_whole(engine: str) -> None:
    state = started("connect-four", engine, "d1 d2")
    whole, parts = TreeSearch(state, seed=3), TreeSearch(state, seed=3)
    whole.run(300)
    for visits in (1, 99, 150, 50):
        parts.run(visits)
    assert grown(whole) == grown(parts)
    other = TreeSearch(state, seed=4)
    other.run(300)
    assert grown(other) != grown(whole)


@compiled
def test_room_for_moves_that_grows_changes_nothing(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room becomes too small in the middle of a call: its first visits count."""
    state = started("chess", engine)
    trees = []
    for words in (uct._OUT, 340):
        monkeypatch.setattr(uct, "_OUT", words)
        monkeypatch.setattr(uct, "_spare", [])
        tree = TreeSearch(state, seed=3, plies=2)
        tree.grow(80)
        assert tree.visits == 80
        trees.append(grown(tree)[len(Node) :])
    assert trees[0] == trees[1]


MANY = 5_000
"""The visits of a call that goes on for many seconds, where each takes milliseconds."""
URGENCIES = (None, 0.0, 0.4, 0.9, 1000.0)


@pytest.mark.parametrize("name", ["connect-four", "pig", "goofspiel"])
def test_every_engine_grows_the_same_tree_for_an_urgency(name: str) -> None:
    trees: dict[float | None, list[list[int]]] = {urgency: [] for urgency in URGENCIES}
    for engine in ("python", "native"):
        state = later(started(name, engine), 4)
        for urgency, found in trees.items():
            tree = TreeSearch(state, seed=5, urgency=urgency, plies=20)
            tree.grow(60)
            found.append(grown(tree))
    assert all(one == other for one, other in trees.values())
    assert len({str(found) for found in trees.values()}) > 2


@compiled
@pytest.mark.parametrize("urgency", URGENCIES, ids=str)
def test_a_move_that_was_never_visited_counts_as_its_urgency(engine: str, urgency: float | None) -> None:
    """Visit by visit, the move that is tried has the greatest upper bound, by Auer's formula in fractions."""
    tree = TreeSearch(started("connect-four", engine, "d1 d2"), seed=3, urgency=urgency)
    seen = [0] * 7
    for number in range(60):
        lines = sorted(tree.analysis().lines, key=lambda line: line.number)
        widening = sqrt(log(number + 1))
        gains = [0.0 if line.value is None else (line.value + 1) / 2 for line in lines]
        mean = sum(gain * visits for gain, visits in zip(gains, seen, strict=True)) / max(1, number)
        fresh = mean + widening if urgency is None else urgency
        bounds = [gain + widening / sqrt(n) if n else fresh for gain, n in zip(gains, seen, strict=True)]
        tree.grow(1)
        now = [line.visits for line in sorted(tree.analysis().lines, key=lambda line: line.number)]
        (tried,) = (place for place in range(7) if now[place] > seen[place])
        assert bounds[tried] > max(bounds) - 0.002, (number, bounds)
        seen = now
    assert (max(seen) == sum(seen)) == (urgency in (0, 0.4))
    assert (min(seen) == 0) == (urgency is not None and urgency < 1)


@compiled
def test_numbers_of_visits(engine: str) -> None:
    state = started("connect-four", engine)
    analysis = search(state, 250)
    assert analysis.visits == 250 == sum(line.visits for line in analysis.lines)
    assert sum(analysis.policy) == pytest.approx(1) and len(analysis.policy) == 7
    assert {line.move for line in analysis.lines} == set(state.legal_moves)
    assert [line.number for line in sorted(analysis.lines, key=lambda line: line.number)] == list(range(7))
    for line in analysis.lines:
        assert state.move_of(line.number) == line.move == line.principal[0]
        assert line.value is not None and -1 <= line.value <= 1
        play(state, " ".join(map(str, line.principal)))


@compiled
@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "pig", "goofspiel", "amazons"])
def test_the_best_move_is_the_first_line(engine: str, name: str) -> None:
    """Whether moves are proven or not, and before any was visited."""
    for plies in range(0, 9, 2):
        tree = TreeSearch(later(started(name, engine), plies), seed=plies, plies=20)
        if not tree.state.is_over:
            for _ in range(8):
                assert tree.best() == tree.analysis().best
                tree.grow(7)


FORCED = [
    ("tic-tac-toe", "a1 b1 a2 b2", "a3", 1),
    ("tic-tac-toe", "b2 a1 a2", "b1", -1),
    ("connect-four", "d1 a1 d2 a2 d3 a3", "d4", 1),
    ("connect-four", "d1 a1 e1 b1", "f1", 1),
    ("chess", "f2-f3 e7-e5 g2-g4", "d8-h4", 1),
]
"""Positions with what wins, or with a move that loses, for the player to move."""


@pytest.mark.parametrize(("name", "moves", "move", "value"), FORCED)
@compiled
def test_what_is_forced_is_proven(engine: str, name: str, moves: str, move: str, value: int) -> None:
    state = started(name, engine, moves)
    analysis = search(state, 2000 if engine == "native" else 300)
    line = next(line for line in analysis.lines if str(line.move) == move)
    mine = state.player.number
    assert line.proven is not None and line.proven[mine] == value == line.value
    if value > 0:
        assert analysis.best == line.move and analysis.proven is not None and analysis.proven[mine] == 1
        assert analysis.visits < 2000
    else:
        assert analysis.best != line.move


def test_tic_tac_toe_is_proven_to_be_a_draw() -> None:
    need("native")
    state = load("tic-tac-toe", "native").initial_state()
    analysis = search(state, 500_000)
    assert analysis.proven == (0, 0) and analysis.visits < 500_000
    assert all(line.proven == (0, 0) for line in analysis.lines)


@compiled
def test_any_number_of_players(engine: str) -> None:
    alone = search(started("peg-solitaire", engine), 20)
    assert alone.visits == 20
    three = search(started("nim-three-players", engine), 400)
    assert three.visits <= 400 and -1 <= (three.value or 0) <= 1


@compiled
def test_a_forced_pass_is_a_move(engine: str) -> None:
    state = tiny("m..", "move A = own -> select here -> step east -> empty -> select -> move here", engine)
    assert [str(move) for move in state.legal_moves] == ["pass"]
    assert str(search(state, 20).best) == "pass"


@compiled
def test_what_is_known_is_kept_when_moves_are_played(engine: str) -> None:
    tree = TreeSearch(started("connect-four", engine), seed=2)
    before = tree.run(400)
    best = before.lines[0]
    tree.advance(best.move)
    assert tree.state == started("connect-four", engine, str(best.move))
    after = tree.analysis()
    assert sum(line.visits for line in after.lines) == best.visits - 1 and after.nodes < before.nodes
    assert after.lines[0].principal == best.principal[1:]
    tree.run(100)
    assert tree.analysis().visits == best.visits + 100
    tree.advance("a1") if tree.analysis().lines[-1].visits == 0 else tree.advance(tree.analysis().lines[-1].move)
    assert tree.run(50).visits >= 50


@compiled
def test_a_tree_that_is_full_drops_what_was_visited_least(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uct, "LEAST", 200)
    state = started("connect-four", engine, "d1 a1 e1 a2")
    tree = TreeSearch(state, seed=1, memory_limit=1)
    analysis = tree.run(600)
    assert analysis.visits <= 600 and analysis.nodes < 200 and len(tree._nodes) == 200 * len(Node)
    assert str(analysis.best) in ("c1", "f1") and analysis.value is not None and analysis.value > 0.5


@compiled
def test_a_tree_that_cannot_hold_a_position_says_so(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uct, "LEAST", 12)
    tree = TreeSearch(started("connect-four", engine), memory_limit=1)
    with pytest.raises(MemoryError, match="ConnectFour needs more than 12 nodes"):
        tree.run(1000)
    monkeypatch.setattr(uct, "LEAST", 5)
    with pytest.raises(MemoryError, match="ConnectFour needs more than 5 nodes"):
        TreeSearch(started("connect-four", engine), memory_limit=1).run(10)


@compiled
def test_several_trees_are_put_together(engine: str) -> None:
    state = started("connect-four", engine, "d1 a1 e1 a2")
    found = search(state, 301, seed=5, threads=3)
    assert found == replace(search(state, 301, seed=5, threads=3), seconds=found.seconds)
    parts = [search(state, 100 + number // 2, seed=5 + number) for number in range(3)]
    assert found.visits == sum(part.visits for part in parts) == sum(line.visits for line in found.lines)
    assert found.nodes == sum(part.nodes for part in parts)
    for line in found.lines:
        same = [other for part in parts for other in part.lines if other.number == line.number]
        assert line.visits == sum(other.visits for other in same)
        if line.proven is None and line.visits:
            mean = sum(other.visits * (other.value or 0) for other in same) / line.visits
            assert line.value == pytest.approx(mean)
        assert line.proven == next((other.proven for other in same if other.proven), None)
    won = search(started("tic-tac-toe", engine, "a1 b1 a2 b2"), 300, threads=2)
    assert str(won.best) == "a3" and won.proven == (1, -1)


def test_searches_run_beside_each_other_and_beside_python() -> None:
    """One call of each tree would go on for long: here it is seen growing, beside the other one, and stopped.

    If a call held Python's lock, or kept others waiting, it would be over, with all visits made, before that.
    """
    need("native")
    rules = "move A = own -> select here -> step line -> empty -> select -> move here"
    endless = tiny("M...m.", rules, "native")
    trees = [TreeSearch(endless, seed=seed, plies=100_000) for seed in range(2)]
    for tree in trees:
        tree.grow(1)  # it is compiled
    with ThreadPoolExecutor(2) as threads:
        calls = [threads.submit(tree._visit, MANY) for tree in trees]
        while not all(tree._nodes[USED] > 20 for tree in trees) and not any(call.done() for call in calls):
            time.sleep(0.001)
        for tree in trees:
            tree._control[0] = 1
        assert all(0 < call.result() < MANY for call in calls)


def test_much_memory_and_little_agree() -> None:
    need("native")
    state = load("connect-four", "native").initial_state()
    small, large = TreeSearch(state, memory_limit=1 << 20), TreeSearch(state)
    found = [tree.run(200_000) for tree in (small, large)]
    assert found[0].nodes < found[1].nodes // 10
    assert [str(each.best) for each in found] == ["d1", "d1"]


def test_time_ends_it() -> None:
    need("native")
    state = load("chess", "native").initial_state()
    analysis = TreeSearch(state).run(seconds=0.05)
    assert 0 < analysis.visits < 10_000_000
    assert TreeSearch(state).run(visits=3, seconds=600).visits == 3


def test_what_cannot_be_searched(engine: str) -> None:
    state = load("tic-tac-toe", engine).initial_state()
    if engine == "interpreter":
        with pytest.raises(ValueError, match="played by the interpreter"):
            TreeSearch(state)
        return
    with pytest.raises(ValueError, match="how many visits, or how many seconds"):
        TreeSearch(state).run()
    with pytest.raises(ValueError, match="threads: 0 is not between"):
        search(state, 1, threads=0)
    with pytest.raises(ValueError, match="the game is over"):
        TreeSearch(play(state, "a1 b1 a2 b2 a3")).run(1)
    with pytest.raises(ValueError, match="a1"):
        TreeSearch(play(state, "a1")).advance("a1")


@compiled
def test_rules_that_go_wrong_say_so(engine: str) -> None:
    state = tiny("M.m.", "move A = own -> select here -> step line -> empty -> n += 30000 -> move here", engine)
    with pytest.raises(ModelError, match="counter-overflow"):
        TreeSearch(state).run(100)


def test_the_time_begins_when_the_search_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = TreeSearch(load("tic-tac-toe", "python").initial_state(), seed=1)
    now, call = [0.0], tree._kernel.call

    def slow(*arguments: Any) -> int:
        now[0] += 100.0 if not now[0] else 0.5
        return call(*arguments)

    monkeypatch.setattr(tree._kernel, "call", slow)
    monkeypatch.setattr("tilewright.runtime.search.uct.time.perf_counter", lambda: now[0])
    assert tree.run(seconds=3).seconds == 3
