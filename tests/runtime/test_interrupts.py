"""Ctrl-C and limits of time stop every verb of the command line, and every call of Python, soon and for good.

What is started would go on for minutes or hours; it is stopped within seconds of processor time, however busy the
machine is. A busy machine makes a tenth of a second, which is what is promised, no good bound.
"""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

import tilewright
from tests.support.engines import game
from tests.support.hostile_models import ENDLESS, LATER, TOO_LONG
from tests.support.places import METAMODEL, ROOT
from tilewright.runtime.cli import main

SECONDS = 15.0
"""The processor time that stopping may take, that of processes which play on until then included."""

FOREVER = 600
"""The seconds after which something is taken not to stop."""

MANY = 50_000
"""Rules, or classes, of which reading takes longer than anybody waits."""

BIG = "game Big {{\n  players X, O\n  board 4x4\n  pieces Man:M\n{rules}\n}}\n"


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with models that take long: to follow, to compile, to read."""
    folder = tmp_path_factory.mktemp("models")
    rules = "\n".join(f"  move M{number} = empty -> select -> set own Man" for number in range(MANY))
    texts = {"endless": ENDLESS["three repetitions"], "later": LATER, "long": TOO_LONG["sixty choices"]}
    for name, text in {**texts, "big": BIG.format(rules=rules)}.items():
        (folder / f"{name}.game").write_text(text, encoding="utf-8")
    head, tail = (METAMODEL / "game.ecore").read_text(encoding="utf-8").rsplit("<eClassifiers", 1)
    classes = "\n".join(f'<eClassifiers xsi:type="ecore:EClass" name="C{number}"/>' for number in range(MANY))
    (folder / "big.ecore").write_text(f"{head}{classes}<eClassifiers{tail}", encoding="utf-8")
    (folder / "moves.txt").write_text("1. a1\n", encoding="utf-8")
    return folder


# -- verbs

VERBS = {
    "validate": "long.game",
    "show": "endless.game",
    "moves": "endless.game",
    "explain": "endless.game a1",
    "perft": "othello 40",
    "play": "endless.game",
    "serve": None,
    "simulate": "othello --games 1000000000 --jobs 2 --engine python",
    "analyse": "othello --visits 1000000000",
    "tournament": "othello --games 1000000 --player random --player mcts:1000000 --jobs 2",
    "trace": "endless.game a1",
    "coverage": "othello --games 1000000000",
    "prove": "othello --games 1000000000 --leaves 1",
    "bench": "othello --seconds 10000",
    "convert": "big.game - --to xmi",
    "transcribe": "endless.game moves.txt -",
    "lsp": None,
    "render": "endless.game",
    "generate classes": "big.ecore --output made",
    "generate engine": "long.game --output -",
    "generate html": "long.game --output -",
    "completion": None,
}
"""For each verb what it would do for minutes; None if it has no model."""


def verbs() -> Iterator[str]:
    """Yield all verbs, those of groups with their groups."""
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        if isinstance(command, click.Group):
            yield from (f"{name} {part}" for part in command.commands)
        else:
            yield name


def test_all_verbs_are_here() -> None:
    assert list(verbs()) == list(VERBS)


@pytest.mark.parametrize("verb", [verb for verb, work in VERBS.items() if work is not None])
def test_ctrl_c_stops_a_verb(verb: str, models: Path, tmp_path: Path) -> None:
    words = [str(models / word) if word.endswith((".game", ".ecore", ".txt")) else word for word in VERBS[verb].split()]
    command = [sys.executable, "-m", "tests.support.interrupted", "verb", *verb.split(), *words]
    before = spent_by_others()
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ["PYTHONPATH"]])},
    ) as process:  # fmt: skip
        try:
            said = process.communicate(timeout=FOREVER)[1]
        finally:
            process.kill()
    assert process.returncode == 130 and said.endswith("\n\n") and "Traceback" not in said, said
    assert spent_by_others() - before - float(said.split("\n")[0]) < SECONDS


def spent_by_others() -> float:
    """Return the processor time of all processes that this one has started, and that have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


# -- calls

IMPORT = """
from itertools import count
from pathlib import Path
from tilewright import *
from tilewright.generator.compiler.driver import compile_game
from tilewright.model.document import Syntax
from tilewright.model.files import read, write
from tilewright.model.instances import read_metamodel
from tilewright.model.validation import validate
from tilewright.runtime.benchmark import benchmark
from tilewright.runtime.cli.generate import standalone_engine
from tilewright.runtime.proof.proving import prove
from tilewright.runtime.search import evaluation
from tilewright.runtime.uncompiled import uncompiled
from tilewright.runtime.why.coverage import cover
from tilewright.runtime.why.tracing import trace

folder, ecore = Path({folder!r}), {ecore!r}
endless = load(folder / "endless.game", "interpreter")
later = load(folder / "later.game", "python")
long = load(folder / "long.game", "interpreter")
nim, othello = load("nim"), load("othello", "python")

def flat(state):
    "An evaluation that expects nothing."
    terms = state.game.engine.program.layout.terms
    return evaluation.Evaluation(((0,) * terms.size,) * len(state.game.players))

def found(game):
    "The evaluation, as if it had never been found."
    evaluation._lessons.clear()
    return evaluation.evaluation_of(game)

def begun():
    batch = later.batch(2)
    batch.random(1)
    return batch

def again(work):
    while True:
        work()
"""

CALLS = {
    "load": "load(folder / 'big.game')",
    "load to be compiled": "load(folder / 'long.game', 'python')",
    "perft": "perft(endless.initial_state(), 1)",
    "divide": "divide(endless.initial_state(), 1)",
    "playout": "playout(endless)",
    "read_move": "read_move(endless.initial_state(), 'a1')",
    "render": "render(endless.initial_state())",
    "contest": "contest(nim, ['random', 'random'], 10 ** 9)",
    "Game.batch": "load(folder / 'long.game').batch(1)",
    "Game.initial_state": "again(nim.initial_state)",
    "Game.position": "text = nim.initial_state().to_text(); again(lambda: nim.position(text))",
    "Game.pieces": "again(lambda: nim.pieces)",
    "Game.state": "start = nim.initial_state().start; again(lambda: nim.state(start))",
    "State.node": "endless.initial_state().node",
    "State.position": "endless.initial_state().position",
    "State.player": "again(lambda: endless.initial_state().player)",
    "State.ply": "again(lambda: endless.initial_state().ply)",
    "State.present": "endless.initial_state().present",
    "State.start": "again(lambda: endless.initial_state().start)",
    "State.is_over": "endless.initial_state().is_over",
    "State.winner": "endless.initial_state().winner",
    "State.ranks": "again(lambda: endless.initial_state().ranks)",
    "State.winners": "endless.initial_state().winners",
    "State.movers": "again(lambda: endless.initial_state().movers)",
    "State.legal_moves_of": "endless.initial_state().legal_moves_of(0)",
    "State.returns": "endless.initial_state().returns",
    "State.scores": "endless.initial_state().scores",
    "State.heuristic": "again(lambda: endless.initial_state().heuristic)",
    "State.key": "again(lambda: endless.initial_state().key)",
    "State.to_text": "again(lambda: endless.initial_state().to_text())",
    "State.legal_moves": "str(endless.initial_state().legal_moves)",
    "State.play": "endless.initial_state().play('a1')",
    "State.completions": "endless.initial_state().completions()",
    "State.explain": "endless.initial_state().explain('a1')",
    "State.play_number": "endless.initial_state().play_number(0)",
    "State.count_moves": "endless.initial_state().count_moves()",
    "State.move_of": "endless.initial_state().move_of(0)",
    "State.number_of": "endless.initial_state().number_of('a1')",
    "State.moves": "list(endless.initial_state().moves())",
    "State.is_chance": "again(lambda: endless.initial_state().is_chance)",
    "State.chance_outcomes": "endless.initial_state().chance_outcomes",
    "State.sample": "endless.initial_state().sample(None)",
    "State.drawn": "endless.initial_state().drawn(None)",
    "State.game": "again(lambda: endless.initial_state().game)",
    "State.phase": "again(lambda: endless.initial_state().phase)",
    "State.phase_number": "again(lambda: endless.initial_state().phase_number)",
    "State.marks": "again(lambda: endless.initial_state().marks)",
    "State.counters": "again(lambda: endless.initial_state().counters)",
    "State.view": "endless.initial_state().view()",
    "State.board": "again(lambda: endless.initial_state().board)",
    "State.__getitem__": "again(lambda: endless.initial_state()['a1'])",
    "State.__contains__": "again(lambda: 'a1' in endless.initial_state())",
    "State.__iter__": "again(lambda: list(endless.initial_state()))",
    "State.__str__": "str(endless.initial_state())",
    "State._repr_svg_": "endless.initial_state()._repr_svg_()",
    "LegalMoves.__len__": "len(endless.initial_state().legal_moves)",
    "LegalMoves.__iter__": "list(endless.initial_state().legal_moves)",
    "LegalMoves.__getitem__": "endless.initial_state().legal_moves[0]",
    "LegalMoves.__contains__": "'a1' in endless.initial_state().legal_moves",
    "LegalMoves.index": "endless.initial_state().legal_moves.index(endless.move((0,)))",
    "LegalMoves.__str__": "str(endless.initial_state().legal_moves)",
    "IllegalMove.reason": "IllegalMove('a1', lambda: endless.initial_state().explain('a1')).reason",
    "IllegalMove.explanation": "IllegalMove('a1', lambda: endless.initial_state().explain('a1')).explanation",
    "Batch.legal": "begun().legal()",
    "Batch.step": "begun().step([0, 0])",
    "Batch.play": "begun().play([0, 0])",
    "Batch.random": "begun().random()",
    "Batch.draw": "batch = load('einstein-wuerfelt-nicht', 'python').batch(9); again(lambda: (batch.reset(), batch.draw()))",
    "Batch.step_random": "begun().step_random()",
    "Batch.boards": "again(othello.batch(10_000).boards)",
    "Batch.seen": "again(load('dark-hex', 'python').batch(1000).seen)",
    "Batch.view_hashes": "again(load('dark-hex', 'python').batch(1000).view_hashes)",
    "Batch.information_keys": "again(load('dark-hex', 'python').batch(1000, informed=True).information_keys)",
    "Batch.hashes": "again(othello.batch(10_000).hashes)",
    "Batch.reset": "again(othello.batch(10_000).reset)",
    "Batch.place": "batch = othello.batch(2); again(lambda: batch.place(1, othello.initial_state()))",
    "Batch.state": "batch = othello.batch(2); again(lambda: batch.state(1))",
    "Batch.begun": "batch = othello.batch(2); again(lambda: batch.begun(1))",
    "Batch.clicked": "batch = othello.batch(2); again(batch.clicked)",
    "Batch.clicks": "batch = othello.batch(2); again(lambda: batch.clicks(1))",
    "Batch.clone": "again(othello.batch(10_000).clone)",
    "Batch.copy_from": "batch = othello.batch(10_000); again(lambda: batch.copy_from(batch))",
    "read": "read(folder / 'big.game')",
    "write": "again(lambda: write(othello.document, Syntax.XMI))",
    "read_metamodel": "again(lambda: read_metamodel(ecore))",
    "validate with a metamodel": "again(lambda: validate(othello.document.file, ecore))",
    "validate": "again(lambda: validate(othello.document))",
    "uncompiled": "uncompiled(long.document)",
    "compile_game": "compile_game(long.document.game, long.document.places)",
    "standalone_engine": "standalone_engine(long, 'here')",
    "cover": "cover(othello, 10 ** 9)",
    "trace": "trace(endless.initial_state(), 'a1')",
    "prove": "list(prove(othello, 1, 10 ** 9))",
    "benchmark": "benchmark(nim, 1, 10_000)",
}
"""Calls that would go on for minutes, or are made again and again: nothing in them may take Ctrl-C for itself."""

SHOWN = {"counts", "done", "mask", "numbers", "planes", "player", "plies", "returns", "truncated"}
"""What a batch has at hand."""


def methods() -> Iterator[str]:
    """Yield what the classes of the package do that a user plays with."""
    for name in ("Game", "State", "LegalMoves", "IllegalMove", "Batch"):
        kind = getattr(tilewright, name) if name in tilewright.__all__ else tilewright.runtime.state.LegalMoves
        for part, value in vars(kind).items():
            special = name in ("State", "LegalMoves") and part in (
                "__str__",
                "_repr_svg_",
                "__len__",
                "__iter__",
                "__getitem__",
                "__contains__",
            )
            if (special or not part.startswith("_")) and (inspect.isfunction(value) or isinstance(value, property)):
                yield f"{name}.{part}"


def test_all_calls_are_here() -> None:
    functions = {name for name in tilewright.__all__ if inspect.isfunction(getattr(tilewright, name))}
    assert functions | set(methods()) <= CALLS.keys() | BULK.keys() | {f"Batch.{name}" for name in SHOWN}


def interrupted(calls: dict[str, str], models: Path) -> dict[str, float]:
    """Return the calls that Ctrl-C has stopped, and the processor time that it took."""
    given = {"import": IMPORT.format(folder=str(models), ecore=str(METAMODEL / "game.ecore")), **calls}
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.interrupted", "calls"],
        cwd=ROOT, input=json.dumps(given), capture_output=True, text=True, check=False, timeout=FOREVER,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = [line.split(" ", 1) for line in done.stdout.splitlines()]
    return {name: float(seconds) for seconds, name in lines}


def late(calls: dict[str, str], models: Path) -> dict[str, float]:
    """Return the calls that Ctrl-C has stopped late, or not at all, twice in a row, and the processor time that it took.

    CPython drops what is raised while it clears up an object, so that a single Ctrl-C may be lost.
    """
    for _ in range(2):
        stopped = interrupted(calls, models)
        assert list(stopped) == list(calls)
        slow = {name: seconds for name, seconds in stopped.items() if seconds > SECONDS}
        if not slow:
            break
        calls = {name: calls[name] for name in slow}
    return slow


def test_ctrl_c_stops_a_call(models: Path) -> None:
    assert late(CALLS, models) == {}


BULK = {
    "perft": "perft(state, 40)",
    "divide": "divide(state, 40)",
    "simulate": "simulate(state, 10 ** 9)",
    "simulate with others": "simulate(state, 10 ** 9, jobs=2)",
    "simulate after that": "assert perft(state, 2) == 12\nsimulate(state, 10 ** 9)",
    "batch": "state.game.batch(1000).random(10 ** 6)",
    "search": "TreeSearch(state).run(10 ** 9)",
    "search with others": "search(state, 10 ** 9, threads=2)",
    "minimax with others": "MinimaxSearch(state, evaluation=flat(state), threads=2).run(depth=200)",
    "minimax": "MinimaxSearch(state, evaluation=flat(state)).run(depth=200)",
    "evaluation": "evaluation._key = lambda game: None\nagain(lambda: found(state.game))",
}


def test_ctrl_c_stops_an_engine(engine: str, models: Path) -> None:
    calls = {name: f"state = load('othello', {engine!r}).initial_state()\n{work}" for name, work in BULK.items()}
    if engine == "interpreter":
        for name in ("batch", "search", "search with others", "minimax", "minimax with others", "evaluation"):
            del calls[name]
    assert late(calls, models) == {}


FORKED = """
import os, signal
from tilewright import load
from tilewright.runtime.simulation import simulate
state = load("othello", "python").initial_state()
os.register_at_fork(before=lambda: os.kill(os.getpid(), signal.SIGINT))
try:
    simulate(state, 10 ** 9, jobs=2)
except KeyboardInterrupt:
    print("stopped")
"""


def test_ctrl_c_is_not_lost_while_processes_are_made() -> None:
    """Python reports what is raised around a fork, and goes on."""
    done = subprocess.run(
        [sys.executable, "-c", FORKED], cwd=ROOT, capture_output=True, text=True, check=False, timeout=FOREVER
    )
    assert (done.stdout, done.stderr, done.returncode) == ("stopped\n", "", 0)


# -- limits

NATURE = """
game Nature {
  players A
  nature Luck
  start Luck
  board 1x1
  counter n move 0..1
  move Wait = any
  chance Toss = amount n 0..1 -> turn nature
}
"""
"""A game in which nature moves for ever."""

LIMITED: dict[str, Callable[[float], object]] = {
    "perft": lambda limit: tilewright.perft(
        game(ENDLESS["three repetitions"], "interpreter").initial_state(), 1, limit=limit
    ),
    "Batch.boards": lambda limit: later().boards(limit),
    "Batch.legal": lambda limit: later().legal(limit),
    "Batch.seen": lambda limit: tilewright.load("dark-hex", "python").batch(100).seen(limit=limit),
    "Batch.view_hashes": lambda limit: tilewright.load("dark-hex", "python").batch(100).view_hashes(limit=limit),
    "Batch.step": lambda limit: later().step([0, 0], limit),
    "Batch.play": lambda limit: later().play([0, 0], limit),
    "Batch.draw": lambda limit: game(NATURE, "python").batch(2).draw(limit),
    "Batch.step_random": lambda limit: later().step_random(limit),
    "Batch.random": lambda limit: later().random(limit=limit),
}
"""Everything that has a limit of time, as something that takes longer."""


def later() -> tilewright.Batch[Any]:
    """Return a batch that has come to where its rules have no end."""
    batch = game(LATER, "python").batch(2)
    batch.random(1)
    return batch


def limited() -> Iterator[str]:
    """Yield the functions and methods that have a limit."""
    for name in tilewright.__all__:
        found = getattr(tilewright, name)
        for part, value in (
            [(name, found)] if inspect.isfunction(found) else vars(found).items() if inspect.isclass(found) else ()
        ):
            if inspect.isfunction(value) and "limit" in inspect.signature(value).parameters:
                yield part if value is found else f"{name}.{part}"


def test_all_limits_are_here() -> None:
    assert set(limited()) == set(LIMITED)


@pytest.mark.parametrize("call", LIMITED)
def test_a_limit_stops_a_call(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tilewright.runtime.interpreter import turn

    monkeypatch.setitem(turn.Interpreter.__init__.__kwdefaults__, "steps", 1 << 60)
    limit = 0.0 if call in ("Batch.boards", "Batch.seen", "Batch.view_hashes") else 0.05
    begin = time.process_time()
    with pytest.raises(TimeoutError, match=rf"^stopped after {limit:g} seconds$"):
        LIMITED[call](limit)
    assert time.process_time() - begin < SECONDS
