"""An engine that cannot play a game: whoever asked for it is told what plays instead, and why."""

from __future__ import annotations

import json
import re
import threading
import warnings
from pathlib import Path

import pytest

from tests.support.commands import run
from tests.support.engines import ENGINES, need
from tilewright.generator.compiler import NotLowered, Program
from tilewright.model.places import Place
from tilewright.runtime import load, perft
from tilewright.runtime.engines.choosing import Auto
from tilewright.runtime.engines.early import Early
from tilewright.runtime.engines.missing import missing
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.loading import FallbackWarning

BENT = """game Bent {
  players X, O
  board 3x3
  pieces Man:M
  place Go = empty
  effect = set own Man
}
"""
FAR = """game Far {
  players X, O
  board 4x4 torus
  pieces Man:M
  directions orth = (1,0) (0,1) (-1,0) (0,-1)
  counter taken move
  mark from
  setup { "M..." "...." "...." "...m" }
  move Go = own -> select from -> amount taken 1..3 -> along orth -> step taken -> empty -> record -> move from
  stuck = lose
}
"""
"""Steps whose number an amount bounds, but not its counter."""
WHY = "these rules cannot be compiled"
COMPILED = pytest.mark.parametrize("asked", ["python", "native"])


@pytest.fixture
def bent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game whose rule the compiler refuses."""
    path = tmp_path / "bent.game"
    path.write_text(BENT, encoding="utf-8")

    def refused(*_: object, **__: object) -> Program:
        raise NotLowered(WHY, Place(str(path), 5, 9))

    monkeypatch.setattr("tilewright.runtime.kernels.programs.program_of", refused)
    return str(path)


@COMPILED
def test_who_loads_it_is_warned(bent: str, asked: str) -> None:
    need(asked)
    with pytest.warns(FallbackWarning) as told:
        game = load(bent, asked)
    (warning,) = told
    assert str(warning.message) == f"Bent is played by the interpreter: {bent}:5:9: {WHY}"
    assert warning.filename == __file__
    assert (game.played_by, game.fallback) == ("interpreter", f"{bent}:5:9: {WHY}")
    with pytest.raises(ValueError, match=f"has no batches: {bent}:5:9: {WHY}"):
        game.batch(1)
    with pytest.raises(ValueError, match=f"^Bent cannot be compiled: {bent}:5:9: {WHY}"):
        load(bent).batch(1)


def waits(early: Early, compiling: threading.Thread, units: int, stop: Stop) -> bool:
    """Wait for machine code before the first game."""
    compiling.join()
    return True


def test_simulate_names_the_engine_that_it_chose(bent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    need("python")
    monkeypatch.setattr("tilewright.runtime.kernels.clock.compiled", lambda: 4.2)
    chosen, *_ = run("simulate", bent, "--games", "2").stdout.splitlines()
    assert chosen.endswith(" plies/s by the engine interpreter"), "nothing was compiled"
    monkeypatch.undo()
    monkeypatch.setattr("tilewright.runtime.kernels.clock.compiled", lambda: 4.2)
    monkeypatch.setattr(Early, "wait", waits)
    chosen, *_ = run("simulate", "tic-tac-toe", "--games", "2").stdout.splitlines()
    assert re.search(r" plies/s by the engine (native|python) after 4\.2 s of compiling$", chosen)
    asked, *_ = run("simulate", "tic-tac-toe", "--games", "2", "--engine", "python").stdout.splitlines()
    assert asked.endswith(" plies/s after 4.2 s of compiling")


def test_simulate_names_the_engine_that_has_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code that was not ready in time has played nothing."""
    need("native")
    monkeypatch.setattr(Auto, "prepare", lambda self, entry: threading.current_thread())
    told, *_ = run("simulate", "tic-tac-toe", "--games", "2").stdout.splitlines()
    assert told.endswith(" plies/s by the engine python, before machine code was ready; --engine native waits for it")
    assert json.loads(run("simulate", "tic-tac-toe", "--games", "2", "--format", "json").stdout)["engine"] == "python"


@pytest.mark.parametrize("engine", ["auto", "interpreter", "python", "native"])
def test_who_gets_what_was_asked_for_is_not(engine: str) -> None:
    need(engine)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game = load("tic-tac-toe", engine)
    assert (game.played_by, game.fallback, perft(game.initial_state(), 2)) == (engine, None, 72)


@COMPILED
@pytest.mark.parametrize(
    "verb", [("perft", "2"), ("simulate", "--games", "2", "--jobs", "2")], ids=lambda verb: verb[0]
)
def test_commands_tell_it_as_text_and_as_json(bent: str, asked: str, verb: tuple[str, ...]) -> None:
    need(asked)
    name, *options = verb
    said = f"Bent is played by the interpreter: {bent}:5:9: {WHY}\n"
    for form in ("text", "json"):
        result = run(name, bent, *options, "--engine", asked, "--format", form)
        assert (result.exit_code, result.stderr) == (0, said)
    facts = json.loads(result.stdout)
    assert (facts["engine"], facts["fallback"]) == ("interpreter", f"{bent}:5:9: {WHY}")


@pytest.mark.parametrize("verb", [("perft", "2"), ("simulate", "--games", "2")], ids=lambda verb: verb[0])
def test_commands_tell_programs_what_plays(verb: tuple[str, ...]) -> None:
    facts = json.loads(run(verb[0], "tic-tac-toe", *verb[1:], "--engine", "python", "--format", "json").stdout)
    assert facts["engine"] == "python" and "fallback" not in facts


@pytest.mark.parametrize(
    "verb",
    [
        ("perft", "0"),
        ("simulate", "--games", "2"),
        ("simulate", "--games", "2", "--jobs", "2"),
        ("simulate", "--games", "2", "--seat", "X=random"),
        ("tournament", "--games", "2", "--player", "a=random", "--player", "b=random"),
        ("analyse", "--visits", "9"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("installed", [True, False], ids=["with llvmlite", "without"])
def test_commands_tell_what_auto_has_used(
    verb: tuple[str, ...], installed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if installed:
        need("native")
        monkeypatch.setattr(Early, "wait", waits)
    else:
        monkeypatch.setattr("tilewright.runtime.kernels.native.missing_native", lambda: "llvmlite is not installed")
    facts = json.loads(run(verb[0], "tic-tac-toe", *verb[1:], "--format", "json").stdout)
    expected = "interpreter" if verb[0] == "perft" else "native" if installed else "python"
    assert facts["engine"] == expected and "fallback" not in facts


def test_commands_tell_that_auto_could_not_compile(bent: str) -> None:
    assert json.loads(run("simulate", bent, "--games", "2", "--format", "json").stdout)["engine"] == "interpreter"


def test_what_did_not_play_does_not_agree(bent: str) -> None:
    lines = run("prove", bent, "--games", "1").stdout.splitlines()
    none = [line for line in lines if line.startswith("none  engines")]
    assert none[0] == f"none  engines (python): it does not play this game: {bent}:5:9: {WHY}"
    assert none[1].startswith("none  engines (native): ")
    assert none[-1] == "none  engines: interpreter alone plays this game, so there is nothing to compare"
    assert not [
        line for line in lines if "agree" in line or "invariants (python)" in line or "invariants (native)" in line
    ]


@COMPILED
def test_what_did_not_play_is_not_proved(bent: str, asked: str) -> None:
    need(asked)
    lines = run("prove", bent, "--games", "1", "--engine", asked).stdout.splitlines()
    assert lines[0] == f"none  engines ({asked}): it does not play this game: {bent}:5:9: {WHY}"
    assert lines[-1].startswith("ok    invariants (interpreter): ")


def test_others_agree_where_one_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    need("native")
    monkeypatch.setattr("tilewright.runtime.kernels.native.LARGEST", 100)
    lines = run("prove", "tic-tac-toe", "--games", "1", "--leaves", "9").stdout.splitlines()
    there = ", ".join(name for name in ENGINES if name != "native" and missing(name) is None)
    assert lines[-1].startswith(f"ok    engines: {there} agree in ")
    assert [line for line in lines if line.startswith("none  engines (native): it does not play this game: ")]


def test_steps_that_a_counter_does_not_bound_are_told_with_the_counter(tmp_path: Path) -> None:
    path = tmp_path / "far.game"
    path.write_text(FAR, encoding="utf-8")
    with pytest.warns(FallbackWarning) as told:
        load(path, "python")
    (warning,) = told
    assert f"{path}:9:70: a number of more than 256 steps is not compiled, and 'taken' may be 32767" in str(
        warning.message
    )
    assert str(warning.message).endswith("; give bounds to it, as in 'counter taken 0..9'")
    path.write_text(FAR.replace("taken move", "taken move 0..3"), encoding="utf-8")
    assert load(path, "python").played_by == "python"
