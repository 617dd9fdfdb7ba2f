"""How long games take from their models to machine code, the largest of the gallery and how many others are slow.

python -m tests.bench cold     each in a process of its own, processor time
python -m tests.bench large    the same of boards that are larger than any of the gallery
python -m tests.bench steps    what it costs that programs count their steps
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

from tests.bench.first_use import elsewhere
from tests.bench.kernels import Kernels, has_native, states
from tests.bench.measuring import rates, steady
from tests.bench.native import INTERPRETER_PLIES, ROUNDS
from tests.support.boards import othello, resized
from tests.support.gallery import GAMES
from tilewright.generator.compiler import compile_game
from tilewright.generator.compiler.driver import PROGRAM
from tilewright.generator.compiler.passes.program.meter import meter
from tilewright.runtime import load

AIMS = {
    "chess": 600,
    "shogi": 2400,
    "surakarta": 2000,
    "crazyhouse": 1000,
    "xiangqi": 1000,
    "othello": 500,
    "project-l": 3000,
}
"""Milliseconds from the model's objects to the end of the first playout."""
OTHERS_AIM, SLOW = 500, 6
"""The same for all others, and how many games may take more."""
LARGE_AIM = 3000
"""The same for large boards, with the time to read and to check the model."""
REPEATED = 3

COUNTED = ("shogi", "chess", "crazyhouse", "nim", "lines-of-action", "traffic-lights", "abalone")
"""The games of which counting steps takes most, and chess."""
STEPS_AIM = 0.97
"""The speed of a program that counts its steps, beside one that does not."""


def bench_cold() -> None:
    """Print the times of the largest games, and how many of the gallery take longer than all but a few should."""
    if not has_native():
        return
    print(f"{'cold, processor ms':>24} {'text':>8} {'native':>8} {'both':>8} {'aim':>5}")
    taken: dict[str, float] = {}
    for name, aim in AIMS.items():
        said = [elsewhere(name, "") for _ in range(REPEATED)]
        text, native = (median(each[part] for each in said) for part in ("text", "native"))
        taken[name] = text + native
        missed = " !" if taken[name] > aim else ""
        print(f"{name:>24} {text:>8.0f} {native:>8.0f} {taken[name]:>8.0f} {aim:>5}{missed}", flush=True)
    for example in GAMES:
        if example.name not in taken:
            once = elsewhere(example.name, "")
            taken[example.name] = once["text"] + once["native"]
    slow = sorted((name for name, time in taken.items() if time > OTHERS_AIM), key=lambda name: -taken[name])
    print(f"{len(slow)} of {len(taken)} take more than {OTHERS_AIM} ms, aim {SLOW}:")
    print("  " + ", ".join(f"{name} {taken[name]:.0f}" for name in slow))


def large_boards() -> dict[str, str]:
    """Return the models of games on large boards: Othello of so many cells, and columns of pieces, four beneath a cell."""
    columns = ["s...s" + "." * 22, *["." * 27] * 5, "S...S" + "." * 22]  # so few that no column has more than five
    return {
        "othello 64x64": othello(64),
        "columns 27x7, 945 cells": resized("lasca", "board 27x7", columns).replace("under 21x1", "under 4x1"),
    }


def bench_large() -> None:
    """Print the times from the model of a large board to the end of its first random game in machine code."""
    if not has_native():
        return
    print(f"{'large, processor ms':>24} {'read':>8} {'text':>8} {'native':>8} {'all':>8} {'aim':>5} {'lines':>6}")
    for name, text in large_boards().items():
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "large.game")
            file.write_text(text, "utf-8")
            said = [elsewhere(str(file), "") for _ in range(REPEATED)]
        parts = [median(each[part] for each in said) for part in ("read", "text", "native")]
        figures = " ".join(f"{part:>8.0f}" for part in (*parts, sum(parts)))
        missed = f" ! {sum(parts) / LARGE_AIM:.1f} times the aim" if sum(parts) > LARGE_AIM else ""
        print(f"{name:>24} {figures} {LARGE_AIM:>5} {said[0]['lines']:>6.0f}{missed}", flush=True)


def bench_steps(least: float = 0.15) -> None:
    """Print the speed of programs that count their steps, as those that end whatever a model asks for, and do not."""
    if not has_native():
        return
    print(f"{'M states/s':>24} {'counting':>9} {'not':>9} {'ratio':>7} {'aim':>5}")
    without = tuple(each for each in PROGRAM if each is not meter)
    for name in COUNTED:
        game = load(name, "interpreter")
        free = compile_game(game.document.root, game.document.places, program=without)
        kernels = {"counting": Kernels(game), "free": Kernels(game, free)}
        said = rates(
            {
                who: steady(lambda games, k=kernel: k.playouts(games, INTERPRETER_PLIES), least, states)
                for who, kernel in kernels.items()
            },
            ROUNDS,
        )
        ratio = (said["counting"] / said["free"]).median
        missed = " !" if round(ratio, 2) < STEPS_AIM else ""
        print(
            f"{name:>24} {said['counting'].median / 1e6:>9.3f} {said['free'].median / 1e6:>9.3f} {ratio:>6.2f}x"
            f" {STEPS_AIM:>5}{missed}",
            flush=True,
        )
