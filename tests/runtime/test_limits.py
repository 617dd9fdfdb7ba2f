"""What is too deep or too large: it is refused or stopped, and nothing crashes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tests.support.engines import need, tiny
from tests.support.gallery import EXAMPLES
from tests.support.places import ROOT
from tilewright.runtime import ModelError, divide, load, perft, playout
from tilewright.runtime.benchmark import benchmark
from tilewright.runtime.cli import main
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.limits import DEEPEST
from tilewright.runtime.simulation import simulate
from tilewright.runtime.why.coverage import cover

DEEP = """
import sys
from tilewright.runtime import load, perft

for model in sys.argv[2:]:
    game = load(model, sys.argv[1])
    perft(game.initial_state(), 1)
    try:
        perft(game.initial_state(), 260, limit=0.1)
    except TimeoutError:
        pass
    print(model, flush=True)
"""


@pytest.mark.parametrize("engine", ["python", "native"])
def test_no_line_of_play_is_too_long_for_the_stack(engine: str) -> None:
    run_deep(engine, ["checkers", "nine-mens-morris", "shogi"])


@pytest.mark.prove
@pytest.mark.parametrize("engine", ["python", "native"])
def test_no_line_of_play_of_any_game_is_too_long_for_the_stack(engine: str) -> None:
    run_deep(engine, [str(example.file("game")) for example in EXAMPLES])


def run_deep(engine: str, models: list[str]) -> None:
    """Count in a process of its own: a stack that overflows ends it."""
    need(engine)
    done = subprocess.run(
        [sys.executable, "-c", DEEP, engine, *models], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout.splitlines(), done.stderr, done.returncode) == (models, "", 0)


SMALL = """
import threading
from tilewright.runtime import load, perft

game = load("shogi", "native")

def work():
    state = game.initial_state()
    print(len(state.legal_moves), game.engine.advance(state.position, 1, 3).ply, perft(state, 2))

threading.stack_size(1 << 18)
thread = threading.Thread(target=work)
thread.start()
threading.stack_size(0)
thread.join()
"""


def test_a_thread_with_little_stack_is_enough() -> None:
    need("native")
    run = [sys.executable, "-c", SMALL]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("30 3 900\n", "", 0)


@pytest.mark.parametrize("engine", ["interpreter", "python", "native", "auto"])
def test_a_narrow_tree_is_counted_as_deep_as_can_be(engine: str) -> None:
    """There is one move in every position, and no end."""
    need(engine)
    state = tiny("M.", "move Walk = own -> select here -> step line -> empty -> select -> move here", engine, "X")
    assert [perft(state, depth) for depth in (1, 250, 999, DEEPEST)] == [1, 1, 1, 1]


# -- numbers

QUICK = {
    "prove": ["--leaves", "1", "--games", "0", "--engine", "interpreter"],
    "simulate": ["--games", "1"],
    "coverage": ["--games", "1"],
    "tournament": ["--player", "one=random", "--player", "other=random", "--games", "1"],
    "transcribe": ["nowhere.pgn", "-"],
    "serve": ["--store", "nowhere:"],  # so that nothing is served
}
"""What keeps commands short that are told a number that they take."""


def numbers() -> Iterator[tuple[str, click.Parameter]]:
    """Yield all numbers that commands take."""
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        commands = command.commands.values() if isinstance(command, click.Group) else [command]
        for each in commands:
            for parameter in each.params:
                if isinstance(parameter.type, click.types.IntParamType | click.types.FloatParamType):
                    yield name, parameter


@pytest.mark.parametrize(
    ("command", "parameter"), [pytest.param(*found, id=f"{found[0]}-{found[1].name}") for found in numbers()]
)
@pytest.mark.parametrize(
    "value", ["0", "-1", str(10**20), pytest.param("9" * 5000, id="5000 digits"), "nan", "inf", "1e400"]
)
def test_numbers_on_the_command_line(command: str, parameter: click.Parameter, value: str) -> None:
    option = [] if isinstance(parameter, click.Argument) else [parameter.opts[0]]
    arguments = [command, "tic-tac-toe", *QUICK.get(command, []), *option, *([] if option else ["--"]), value]
    result = CliRunner().invoke(main, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code == 2 or (value, result.exit_code) == ("0", 0)
    said = "the store cannot be opened" if (parameter.name, value) == ("port", "0") else "is not"
    assert result.exit_code == 0 or said in result.stderr


def test_numbers_of_commands_are_bounded() -> None:
    for _, parameter in numbers():
        kind = parameter.type
        assert isinstance(kind, click.IntRange | click.FloatRange) and None not in (kind.min, kind.max)


@pytest.mark.parametrize("number", [-1, 10**20])
@pytest.mark.parametrize(
    "work",
    [
        lambda state, number: perft(state, number),
        lambda state, number: perft(state, 1, limit=-abs(number)),
        lambda state, number: divide(state, number),
        lambda state, number: playout(state, max_plies=number),
        lambda state, number: simulate(state, number),
        lambda state, number: simulate(state, 1, number),
        lambda state, number: simulate(state, 1, jobs=number),
        lambda state, number: simulate(state, 1, max_plies=number),
        lambda state, number: cover(state, number),
        lambda state, number: cover(state, 1, number),
        lambda state, number: cover(state, 1, max_plies=number),
        lambda state, number: benchmark(state.game, number),
        lambda state, number: benchmark(state.game, 1, number),
    ],
)
def test_numbers_in_python(work: Callable[..., object], number: int) -> None:
    state = load("tic-tac-toe", "python").initial_state()
    with pytest.raises(ValueError, match="is not between"):
        work(state, number)


def test_whole_numbers_in_python(engine: str) -> None:
    state = load("tic-tac-toe", engine).initial_state()
    for work in (perft, divide, simulate):
        with pytest.raises(ValueError, match=r"^(depth|games): 2\.5 is not a whole number$"):
            work(state, 2.5)  # type: ignore[arg-type]


# -- rules that take many steps

FAR = "move Far = own -> select there -> repeat 451 { mark here -> step line } -> empty -> select -> move there"
"""A way back and forth that is deeper than a program goes, and not too far for the interpreter."""


def test_what_is_too_deep_for_a_program_is_played_by_the_interpreter(engine: str) -> None:
    state = tiny("M.", FAR, engine, "X")
    reference = tiny("M.", FAR, "interpreter", "X")
    assert str(state.legal_moves) == str(reference.legal_moves) == "a1-b1"
    assert (perft(state, 3), playout(state, 1, max_plies=3).ply) == (1, 3)
    found = simulate(state, 3, max_plies=4)
    assert (found.length.value, found.branching.value, found.unfinished) == (4, 1, 3)


@pytest.mark.parametrize("name", ["python", "native"])
def test_random_plies_that_are_too_deep_follow_each_other(name: str) -> None:
    need(name)
    state = tiny("M.", FAR, name, "X")
    engine, position = state.game.engine, state.position
    assert isinstance(engine, Compiled)
    lines = [engine.advance(position, 5, plies) for plies in (0, 1, 2, 1100)]
    assert [line.ply for line in lines] == [0, 1, 2, 1100]
    assert engine.playouts(position, range(2), 5, 3, Stop()).plies == [3, 3]


NESTED = (
    "move Far = own -> select there -> repeat { mark here -> repeat 300 { step line -> mark here } } -> empty -> select"
)


def test_repetitions_within_each_other_do_not_overflow_the_stack(engine: str) -> None:
    with pytest.raises(ModelError, match="budget-exceeded"):
        tiny("M..", NESTED, engine, "X").legal_moves.__len__()


def test_rules_go_wrong_where_a_game_is_left(engine: str) -> None:
    """Whether the game is over there is asked of the rules."""
    state = tiny("M.", "counter c 0..3\nmove A = own -> select -> c += 1", engine, "X")
    assert simulate(state, 2, max_plies=2).length.value == 2
    with pytest.raises(ModelError, match="counter-overflow"):
        simulate(state, 2, max_plies=3)


def test_what_goes_wrong_in_one_of_many_games_is_found() -> None:
    """Fourteen moves in a row out of two: one game of 16 384 does that."""
    need("native")
    rules = 'counter c 0..13\nmove A = option "more" -> c += 1\nmove B = option "none" -> c := 0'
    with pytest.raises(ModelError, match=r"the counter 'c' would be 14; its bounds are 0\.\.13"):
        simulate(tiny("M.", rules, "native", "X"), 200_000, max_plies=14)


# -- streams


@pytest.mark.parametrize("arguments", ["validate nim", "show nim", "moves nim", "play nim", "perft nim 2"])
@pytest.mark.parametrize(
    ("streams", "status", "said"),
    [
        (">&-", 2, "standard output: Bad file descriptor\n"),
        ("2>&-", 0, ""),
        ("<&-", 0, ""),
        (">/dev/full", 2, "standard output: No space left on device\n"),
        ("| true", 0, ""),
    ],
    ids=["closed stdout", "closed stderr", "closed stdin", "full disk", "unread pipe"],
)
def test_streams_that_are_not_there(arguments: str, streams: str, status: int, said: str) -> None:
    python = f"{sys.executable} -c 'from tilewright.runtime.cli import main; main()'"
    line = f"{python} {arguments} {streams}"
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, said)


ENDLESS = """
game Endless {
  players X
  board 1x1
  pieces Man:M
  move Nothing = option "nothing"
}
"""


def test_a_game_without_an_end_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.runtime.playouts.MAX_PLIES", 500)
    path = tmp_path / "endless.game"
    path.write_text(ENDLESS, encoding="utf-8")
    result = CliRunner().invoke(main, ["play", str(path)])
    assert result.exit_code == 0 and result.stdout.endswith(
        "\n500. X nothing\n\n1 .\n  a\n\nThe game is left after 500 moves.\n"
    )


def test_a_game_without_a_move_is_not_measured(tmp_path: Path) -> None:
    path = tmp_path / "over.game"
    path.write_text(ENDLESS.replace('option "nothing"', "own -> select"), encoding="utf-8")
    result = CliRunner().invoke(main, ["bench", str(path)])
    message = "Endless is over before its first move: there is nothing to measure\n"
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", message)
