"""The engines: that they agree in everything but speed, can be stopped, and take over from each other unseen."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from tests.support.commands import run
from tests.support.engines import SAMPLED, game, need, tiny
from tests.support.places import ROOT
from tests.support.rules import GAMES
from tilewright.generator.errors import OVERFLOW
from tilewright.model.diagnostics import ModelError
from tilewright.runtime import Game, State, load, perft, playout
from tilewright.runtime.engines import ENGINES, choosing, compiled, listings
from tilewright.runtime.engines.choosing import Auto
from tilewright.runtime.engines.compiled import Compiled, Listed
from tilewright.runtime.engines.missing import missing
from tilewright.runtime.engines.stopping import Stop, Stopped, interruptibly
from tilewright.runtime.engines.tally import Tally
from tilewright.runtime.kernels.native import NativeUnavailable
from tilewright.runtime.position import Position
from tilewright.runtime.proof.agreement import compare
from tilewright.runtime.simulation import simulate

compiled_engines = pytest.mark.parametrize("name", ["python", "native"])


def compiled_game(model: str, name: str) -> tuple[Game, Compiled]:
    """Return a game with a compiled engine; the test is skipped if there is none."""
    need(name)
    loaded = load(model, name)
    assert isinstance(loaded.engine, Compiled)
    return loaded, loaded.engine


def auto(model: str = "othello") -> tuple[Game, Auto]:
    loaded = load(model)
    assert isinstance(loaded.engine, Auto)
    return loaded, loaded.engine


# -- all engines play alike


@pytest.mark.parametrize("name", GAMES)
def test_engines_agree(name: str) -> None:
    names = [each for each in ENGINES if each != SAMPLED and missing(each) is None]
    checked = compare({each: game(GAMES[name].text, each) for each in names[1:] + names[:1]}, 2, max_plies=60)
    assert checked.violations == () and checked.plies > 2


def test_a_difference_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {name: load("tic-tac-toe", name) for name in ("interpreter", "python")}
    take = Compiled.take

    def wrong(engine: Compiled, node: Listed, identity: tuple[int | str, ...]) -> Position:
        return take(engine, node, next(iter(node.moves)) if node.position.ply == 2 else identity)

    monkeypatch.setattr(Compiled, "take", wrong)
    (violation,) = compare(games, 5).violations
    assert violation.invariant == "engines agree" and len(violation.moves) == 2
    assert violation.message.startswith("after ") and "interpreter has position Position {" in violation.message
    assert "; in position First { setup {" in violation.message


BROKEN = [
    ("ambiguous-move", "move A = own -> select -> set empty\nmove B = own -> select -> set own King"),
    ("ambiguous-move", 'move A = own -> select -> do { win } -> option "x"\nmove B = own -> select'),
    ("ambiguous-move", 'move A = own -> select -> choose { win | any } -> option "x"\nmove B = own -> select'),
    ("ambiguous-move", 'move A = own -> select -> repeat 1..2 { win } -> option "x"\nmove B = own -> select'),
    ("ambiguous-move", 'move A = own -> select -> win -> option "x"\nmove B = own -> select'),
    ("counter-overflow", "counter c 0..2\nmove A = own -> select -> c := 3"),
    ("counter-overflow", "counter c 0..2\nmove A = own -> select\neffect = c -= 1"),
    ("move-needs-one-cell", "move A = own -> select -> move here"),
    ("move-needs-one-cell", "move A = own -> select -> set own like here"),
    ("move-needs-one-cell", "move A = own -> select -> goto all -> mark here -> set own like here"),
    ("move-needs-one-cell", "move A = own -> select -> goto all -> empty -> mark here -> set own like here"),
    ("move-needs-one-cell", "move A = own -> select here -> step east -> first { has { goto here -> own } -> clear here | any } -> move here"),
    ("move-needs-one-cell", "pieces Heir:H { next King }\nmove A = own -> select here -> set own like here next"),
    ("move-needs-one-cell", "zone pile 2x1 per cell\nmove A = own -> select here -> stack here in pile"),
    ("no-such-stack", "zone pile 2x1 per cell\nmove A = own -> select here -> step east -> stack 2 here in pile"),
    ("no-such-stack", "zone pile 2x1 per cell { \".M\" }\nmove A = own -> select here -> step east -> stack here in pile"),
    (
        "no-such-stack",
        "zone pile 2x1 per cell { \".M\" }\nmove A = own -> select here -> set empty -> step east -> stack here in pile",
    ),
    ("stack-too-high", "zone pile 1x1 per cell { \"M\" }\nmove A = own -> select here -> step east -> stack here in pile"),
    ("no-such-state", "move A = own -> select here -> set like here"),
    ("no-such-state", "tile Rock:# empty holds King\ntiles { \".#\" }\nmove A = own -> select -> step east -> set own Man"),
    ("no-direction", "move A = own -> select -> choose { along east -> enemy | any } -> step"),
]  # fmt: skip

DYING = [
    "move A = own -> select -> c := 3 -> enemy",
    "move A = own -> select -> c += 5 -> own -> empty",
    "move A = empty -> select -> do { c += 5 -> off }",
    "move A = empty -> select -> no { c += 5 -> off }",
    "move A = empty -> select -> if count { c += 5 -> off } == 0",
    "move A = empty -> select\nensure = no { c += 5 -> off }",
]


@pytest.mark.parametrize("rules", DYING)
def test_rules_go_wrong_where_a_flow_comes_to_them_though_it_dies_behind(rules: str, engine: str) -> None:
    with pytest.raises(ModelError, match=r"\[counter-overflow\]"):
        len(tiny("M..m", f"counter c 0..2\n{rules}", engine).legal_moves)


WORK: list[Callable[[State], object]] = [
    lambda state: state.play("a1"),
    lambda state: perft(state, 2),
    lambda state: simulate(state, 3, max_plies=20),
]


@pytest.mark.filterwarnings("ignore::tilewright.runtime.loading.FallbackWarning")  # no direction, no program
@pytest.mark.parametrize("work", WORK, ids=["play", "perft", "simulate"])
@pytest.mark.parametrize(("code", "rules"), BROKEN, ids=[f"{n}-{row[0]}" for n, row in enumerate(BROKEN)])
def test_rules_go_wrong_alike(code: str, rules: str, work: Callable[[State], object], engine: str) -> None:
    messages = []
    for name in ("interpreter", engine):
        with pytest.raises(ModelError) as caught:
            work(tiny("M.", rules, name))
        messages.append([str(diagnostic) for diagnostic in caught.value.diagnostics])
    assert messages[0] == messages[1] and f"[{code}]" in messages[0][0]


def test_an_error_waits_until_its_move_is_played(engine: str) -> None:
    """The first move is fine, and the second goes wrong: the list of both is legal, and so is counting them."""
    rules = "counter c 0..2\nmove A = own Man -> select\nmove B = own King -> select\neffect = goto all -> own King -> mark here -> c += 3"
    state = tiny("MK", rules, engine)
    assert (str(state.legal_moves), perft(state, 1)) == ("a1 b1", 2)


# -- whole kernels


@compiled_engines
def test_buffers_grow(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel that says that a buffer is too small is called again, and nothing else changes."""
    monkeypatch.setattr(compiled, "START_WORDS", 8)
    loaded, _ = compiled_game("othello", name)
    reference = load("othello", "interpreter")
    assert playout(loaded, 3).position == playout(reference, 3).position
    assert perft(loaded.initial_state(), 4) == 244
    assert simulate(loaded, 20).games == 20


@compiled_engines
def test_buffers_do_not_grow_for_ever(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "START_WORDS", 8)
    monkeypatch.setattr(compiled, "MAX_WORDS", 8)
    monkeypatch.setattr(listings, "_OUT", 8)
    monkeypatch.setattr(listings, "MOST_WORDS", 8)
    loaded, _ = compiled_game("othello", name)
    with pytest.raises(MemoryError, match="more than 8 words"):
        loaded.initial_state().legal_moves.__len__()


@compiled_engines
def test_deep_trees_are_counted_in_parts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, engine = compiled_game("othello", name)
    monkeypatch.setattr(engine, "_deepest", 2)
    assert perft(loaded.initial_state(), 4) == 244


@compiled_engines
def test_playouts_are_the_games_of_the_survey(name: str) -> None:
    _, engine = compiled_game("othello", name)
    quick, slow = (play(engine.initial(), range(5, 25), 9, 1000, Stop()) for play in (engine.playouts, engine.survey))
    assert (quick.returns, quick.plies) == (slow.returns, slow.plies)
    one = engine.survey(engine.initial(), range(7, 8), 9, 1000, Stop())
    assert (one.plies[0], one.choices[0], one.decisions[0]) == (slow.plies[2], slow.choices[2], slow.decisions[2])
    assert one.turns[0] == slow.turns[2]


@compiled_engines
@pytest.mark.parametrize("model", ["othello", "mu-torere", "project-l", "kuhn-poker", "race-of-four", "tic-tac-toe"])
def test_a_tally_has_the_sums_of_the_survey(model: str, name: str) -> None:
    _, engine = compiled_game(model, name)
    start = engine.initial()
    one, several = (engine.tally(start, range(*games), 9, 40, Stop()) for games in ((4, 5), (5, 25)))
    one.add(several)
    survey = engine.survey(start, range(4, 25), 9, 40, Stop())
    assert replace(one, seconds=0.0) == Tally.of(replace(survey, seconds=0.0))


@compiled_engines
def test_a_tally_counts_many_choices(name: str) -> None:
    """Numbers of more than 20 digits, whose squares are added in parts; the rows are made up."""
    _, engine = compiled_game("tic-tac-toe", name)
    choices, sums = (0, 1, 2**20 - 1, 2**20, 3 * 2**20 + 17, 2**39 + 5), engine.program.layout.sums
    rows, found = engine.kernel.array(30), engine.kernel.array(100)
    rows[:] = [word for count in choices for word in (0, 3, 2, count, 10**6)]
    assert engine.kernel.call("tally", rows, 6, found, len(found)) == 3
    assert found[sums.lengths + 3 * sums.LENGTH] == 6
    _, games, total, *products = found[sums.lengths + 2 * sums.LENGTH : sums.lengths + 3 * sums.LENGTH]
    assert (games, total, sums.squares(*products)) == (6, sum(choices), sum(count**2 for count in choices))
    assert list(found[sums.decisions : sums.decisions + 2]) == [6 * 10**6, 6 * 10**12]


@compiled_engines
@pytest.mark.parametrize("model", ["othello", "mu-torere", "brandubh"])
def test_random_plies_follow_each_other(model: str, name: str) -> None:
    """The same seed begins alike however many plies are played, and every ply is a legal move."""
    loaded, engine = compiled_game(model, name)
    reference = load(model, "interpreter").engine
    position = engine.initial()
    for plies in range(1, 6):
        after = engine.advance(engine.initial(), 5, plies)
        node = reference.settle(position)
        assert after in [reference.take(node, identity) for identity in node.moves]
        position = after
    assert engine.count(position) == len(reference.settle(position).moves)
    over = playout(loaded, 1).position
    assert (engine.advance(over, 1), engine.count(over)) == (over, 0)


@compiled_engines
def test_nothing_is_played_where_the_game_is_over(name: str) -> None:
    loaded, engine = compiled_game("tic-tac-toe", name)
    over = playout(loaded, 1)
    found = engine.survey(over.position, range(3), 1, 10, Stop())
    assert (found.returns, found.plies, found.choices) == ([over.returns] * 3, [0] * 3, [0] * 3)
    assert [perft(over, depth) for depth in (0, 1, 5)] == [1, 0, 0]
    assert engine.options(over.position, ()) == [] and engine.play(over.position, (0,)) is None
    assert simulate(over, 2).length.value == 0


@compiled_engines
def test_a_game_may_end_with_its_last_ply(name: str) -> None:
    """A game that is left at so many plies is not over, and one that needs just so many is."""
    _, engine = compiled_game("othello", name)
    start = engine.initial()
    whole = engine.survey(start, range(3, 4), 2, 1000, Stop())
    for play in (engine.survey, engine.playouts):
        assert play(start, range(3, 4), 2, whole.plies[0], Stop()).returns == whole.returns
        assert play(start, range(3, 4), 2, whole.plies[0] - 1, Stop()).returns == [None]


def test_several_threads_use_one_engine(engine: str) -> None:
    loaded = load("othello", engine)
    expected = [str(playout(loaded, seed).position) for seed in range(6)]
    with ThreadPoolExecutor(3) as threads:
        counts = [threads.submit(perft, loaded.initial_state(), 4) for _ in range(4)]
        games = [threads.submit(playout, loaded, seed) for seed in range(6)]
        assert [task.result() for task in counts] == [244] * 4
        assert [str(task.result().position) for task in games] == expected


# -- stopping


def test_a_limit_of_time(engine: str) -> None:
    loaded = load("othello", engine)
    with pytest.raises(TimeoutError, match=r"0\.05 seconds"):
        perft(loaded.initial_state(), 30, limit=0.05)
    assert perft(loaded.initial_state(), 2, limit=600) == 12


@compiled_engines
def test_games_stop(name: str) -> None:
    _, engine = compiled_game("othello", name)
    stop = Stop()
    stop.request()
    for work in (engine.playouts, engine.survey):
        with pytest.raises(Stopped):
            work(engine.initial(), range(1000), 1, 1000, stop)
    with pytest.raises(Stopped):
        engine.perft(engine.initial(), 5, stop)


PLAYED_BY_OTHERS = """
from tilewright.runtime import load
from tilewright.runtime.simulation import simulate
simulate(load("othello", "python"), 100_000, jobs=2, progress=lambda games: print("playing", flush=True))
"""


def test_no_process_plays_on_alone() -> None:
    command = [sys.executable, "-c", PLAYED_BY_OTHERS]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "playing\n"
        process.kill()
        process.communicate(timeout=120)  # it ends when nobody holds the other end of the output any more


def test_what_a_thread_raises_is_raised_here() -> None:
    def fails(stop: Stop) -> int:
        raise ZeroDivisionError(str(stop.requested))

    with pytest.raises(ZeroDivisionError, match="False"):
        interruptibly(fails)


# -- auto


def test_auto_begins_without_a_compiler() -> None:
    code = (
        "import sys, threading\n"
        "from tilewright.runtime.cli import main\n"
        "try:\n    main(['perft', 'othello', '1'], prog_name='tilewright')\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "print([name for name in sys.modules if 'llvmlite' in name or 'generator.compiler' in name])\n"
        "print(threading.active_count())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["4", "[]", "1"]


def test_a_position_is_read_without_a_compiler() -> None:
    code = (
        "import sys; from tilewright import load; state = load('othello').initial_state()\n"
        "assert state.game.position(state.to_text()) == state\n"
        "print([name for name in sys.modules if 'generator.compiler' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_auto_compiles_what_is_worth_it() -> None:
    loaded, engine = auto()
    assert perft(loaded.initial_state(), 2) == 12 and engine.compiling == ()
    assert perft(loaded.initial_state(), 7) == 55092 and "perft" in engine.compiling
    simulate(loaded, 1)
    assert "survey" in engine.compiling


def test_nodes_go_from_one_engine_to_the_next() -> None:
    loaded, engine = auto()
    early = loaded.initial_state()
    first = [early.play(move) for move in early.legal_moves]
    engine.prepare("moves").join()
    late = loaded.initial_state()
    assert isinstance(late.node, Listed) and not isinstance(early.node, Listed)
    assert [state.position for state in first] == [late.play(move).position for move in late.legal_moves]
    assert [state.position for state in first] == [early.play(move).position for move in early.legal_moves]
    assert loaded.initial_state().play("d6") == late.play("d6")
    assert list(map(str, loaded.initial_state().completions("d6"))) == ["d6"]


@pytest.fixture
def no_llvmlite(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in [name for name in sys.modules if name.partition(".")[0] == "llvmlite"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    yield


@pytest.mark.usefixtures("no_llvmlite")
def test_without_llvmlite_everything_works_slower() -> None:
    loaded, engine = auto("tic-tac-toe")
    engine.prepare("perft").join()
    engine.prepare("moves").join()
    assert perft(loaded.initial_state(), 4) == 3024
    assert not engine.is_parallel() and isinstance(loaded.initial_state().node, Listed)
    assert playout(loaded, 1).position == playout(load("tic-tac-toe", "interpreter"), 1).position
    assert simulate(loaded, 20, 2).wins == simulate(load("tic-tac-toe", "python"), 20, 2).wins


@pytest.mark.usefixtures("no_llvmlite")
def test_the_native_engine_says_how_to_get_it() -> None:
    with pytest.raises(NativeUnavailable, match=r"pip install 'llvmlite>=0.45'"):
        load("othello", "native")
    for verb in (["perft", "othello", "1"], ["simulate", "othello"], ["play", "othello"], ["prove", "othello"]):
        result = run(*verb, "--engine", "native")
        assert (result.exit_code, result.stdout) == (2, "") and "pip install" in result.stderr
    result = run("prove", "tic-tac-toe", "--leaves", "100", "--games", "1")
    assert result.exit_code == 0 and "none  engines (native): llvmlite is not installed" in result.stdout
    assert "native" in run("bench", "tic-tac-toe", "--rounds", "1", "--seconds", "0.001").stdout


def test_a_compiler_that_fails_is_told_and_missed_by_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(compiler: choosing.Compiler) -> Compiled:
        raise ValueError("out of order")

    monkeypatch.setattr(choosing.Compiler, "native", property(fails))
    monkeypatch.setattr(choosing.Compiler, "python", property(fails))
    loaded, engine = auto()
    engine.prepare("perft").join()
    assert perft(loaded.initial_state(), 4) == 244
    assert "played slower, because it was not compiled: out of order" in caplog.text


# -- the command line


def test_prove_runs_every_engine() -> None:
    lines = run("prove", "tic-tac-toe", "--leaves", "1000", "--games", "2").stdout.splitlines()
    there = [name for name in ENGINES[1:] if missing(name) is None]
    for name in there:
        assert f"ok    perft ({name}): the initial position: 9 72 504" in lines
    assert lines[-1].startswith(f"ok    engines: {', '.join(there)} agree in 2 games, ")


def test_prove_finds_engines_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = Compiled.settle

    def wrong(engine: Compiled, position: Position) -> Listed:
        node = settle(engine, position)
        assert isinstance(node, Listed)
        moves = dict(reversed(node.moves.items())) if position.ply == 1 else node.moves
        return Listed(node.position, moves, node.words)

    monkeypatch.setattr(Compiled, "settle", wrong)
    result = run("prove", "tic-tac-toe", "--leaves", "100", "--games", "1", "--format", "json")
    facts = json.loads(result.stdout)
    assert result.exit_code == 1 and not facts["holds"] and facts["parts"][-1]["part"] == "engines"
    assert facts["parts"][-1]["details"][0].startswith("engines agree: the legal moves: by python ")


def test_every_verb_takes_an_engine(engine: str) -> None:
    assert run("perft", "othello", "3", "--engine", engine).stdout == "56\n"
    assert run("perft", "othello", "2", "--divide", "--engine", engine).stdout == "d6 3\nc5 3\nf4 3\ne3 3\n12\n"
    plays = {run("play", "othello", "--seed", "3", "--engine", name).stdout for name in ("auto", engine)}
    assert len(plays) == 1 and "won" in plays.pop()
    assert run("prove", "tic-tac-toe", "--games", "1", "--leaves", "100", "--engine", engine).exit_code == 0


def test_bench() -> None:
    text = run("bench", "tic-tac-toe", "--rounds", "2", "--seconds", "0.002")
    assert (text.exit_code, text.stderr) == (0, "")
    heads = [line.split()[0] for line in text.stdout.splitlines()]
    assert {"interpreter", "python", "code:", "python:"} < set(heads)
    facts = json.loads(run("bench", "tic-tac-toe", "--rounds", "3", "--seconds", "0.002", "--format", "json").stdout)
    assert {"game", "speeds", "lines", "size", "generated", "started", "native", "missing"} < set(facts)
    for speed in facts["speeds"].values():
        for spread in (speed["states"], speed["leaves"], *filter(None, [speed["plies"]])):
            assert 0 < spread["least"] <= spread["median"] <= spread["most"]
    assert {name for name, speed in facts["speeds"].items() if speed["plies"]} == set(facts["speeds"]) - {"interpreter"}
    if facts["missing"] is None:
        assert set(facts["native"]) == {"moves", "perft", "playouts"} and "native" in heads
        assert all(entry["size"] > 0 for entry in facts["native"].values())


FORESEEN = [
    ("n += 1", OVERFLOW),
    ("n -= 6", OVERFLOW),
    ("n -= 1 -> n += 1", 4),
    ("n := 2 -> n += 3", 4),
    ("n := 2 -> n += 4", OVERFLOW),
    ("first { at corner -> n += 1 | n := 0 }", OVERFLOW),
    ("first { at corner -> n -= 1 | n := 0 }", 4),
    ("n := m -> n += 1", 4),
    ("do { n := 2 } -> n += 1", 4),
]


@pytest.mark.parametrize(("tail", "answer"), FORESEEN)
def test_counters_that_leave_their_range_are_foreseen_where_moves_are_counted(tail: str, answer: int) -> None:
    rules = (
        f"  region corner = cells (0,0)\n  counter n 0..5 = 5\n  counter m 0..5\n  move A = empty -> select -> {tail}"
    )
    engine = game(f'game G {{\n  players X, O\n  board 2x2\n  setup {{ ".." ".." }}\n{rules}\n}}', "python").engine
    assert isinstance(engine, Compiled)
    kernel, words = engine.kernel, engine.record(engine.initial())
    record, work = kernel.array(len(words)), kernel.array(1000)
    record[:] = words
    assert kernel.call("count", record, kernel.array(1), 0, work, len(work)) == answer
