"""The native engine beside programs that are made of games of Regular Boardgames (RBG).

The folder of rbg2cpp, built as its README says and with its games, is named by ``TILEWRIGHT_RBG``: it is in no registry of
packages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import geometric_mean

from tests.bench.kernels import Kernels, has_native, states
from tests.bench.measuring import rates, steady
from tests.bench.native import beside, speed
from tilewright.runtime import load
from tilewright.runtime.playouts import MAX_PLIES

GAMES = {
    "tic-tac-toe": "ticTacToe", "connect-four": "connect4", "othello": "reversi", "breakthrough": "breakthrough",
    "hex": "hex", "amazons": "amazons", "checkers": "englishDraughts", "international-draughts": "internationalDraughts",
    "chess": "chess_200", "go": "go_nopass", "nine-mens-morris": "theMillGame", "gomoku": "gomoku_standard",
    "pentago": "pentago", "yavalath": "yavalath",
}  # fmt: skip
"""RBG's names of our games. Where the mean lengths differ, so do the rules, and only states a second can be compared."""

LEAST, MEAN = 6, 20
"""How many times as many states a second in each game, and in the geometric mean of all."""
ROUNDS, SECONDS = 5, 0.3
FLAGS = ("-std=c++17", "-Ofast", "-march=native", "-flto", "-s", "-DNDEBUG")
"""How RBG compiles its programs to measure them."""
GENERATORS = (0, 4)
"""Its random numbers: those it takes by itself, which have no bias, and the fastest."""
MONOTONIC = ("//if constexpr (reasoner", "//    random_simulation_with", "//else")
"""What has to be uncommented in its benchmark, so that moves that stay legal are not listed anew at each ply."""
TOLD = re.compile(r"\(([0-9.]+) states/sec\)\ndepth: avg ([0-9.]+)")


def bench_rbg() -> None:
    """Print a row for each game: our states a second, those of the fastest of RBG's programs, and the ratio."""
    folder = os.environ.get("TILEWRIGHT_RBG")
    if not folder:
        print("TILEWRIGHT_RBG names no folder of rbg2cpp: nothing to compare with")
        return
    compiler = Path(folder) / "bin" / "rbg2cpp"
    if not compiler.is_file() or not (Path(folder) / "rbgGames").is_dir():
        print(
            f"TILEWRIGHT_RBG names {folder}, which has no bin/rbg2cpp or no rbgGames: build rbg2cpp there, with its games"
        )
        return
    if shutil.which("g++") is None:
        print("g++ is not installed: programs of RBG cannot be compiled")
        return
    if not has_native():
        return
    columns = f"{'ratio':>9} {'min..max':>15} {'aim':>5}"
    print(f"{'M states/s':>24} {'native':>9} {'plies':>6} {'RBG':>9} {'plies':>6}  {'as':<12} {columns}".rstrip())
    ratios = []
    for name, rival in GAMES.items():
        kernels = Kernels(load(name, "interpreter"))
        with ExitStack() as stack:
            made = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            programs = dict(_programs(Path(folder), rival, made))
            theirs = {way: partial(_measured, program) for way, program in programs.items()}
            said = rates({"ours": _ours(kernels), **theirs}, ROUNDS)
            best = max(programs, key=lambda way: said[way].median)
            length = _told(programs[best])[1]
        ratio = said["ours"] / said[best]
        ratios.append(ratio.median)
        print(
            f"{name:>24} {speed(said['ours'].median)} {kernels.mean_length(MAX_PLIES):>6.1f} {speed(said[best].median)} "
            f"{length:>6.1f}  {best:<12} {beside(ratio, LEAST)}".rstrip(),
            flush=True,
        )
    mean = geometric_mean(ratios)
    print(f"geometric mean {mean:.1f}, aim {MEAN}{' !' * (mean < MEAN)}")


def _ours(kernels: Kernels) -> Callable[[], float]:
    """Return what measures our states a second."""
    return steady(lambda games: kernels.playouts(games, MAX_PLIES), SECONDS, states)


def _programs(folder: Path, rival: str, made: Path) -> Iterator[tuple[str, Path]]:
    """Compile a game of RBG in each way that it has, and yield the ways and the programs.

    ``CalledProcessError`` if it cannot be compiled.
    """
    compiler, rules = folder / "bin" / "rbg2cpp", folder / "rbgGames" / "games" / f"{rival}.rbg"
    subprocess.run([compiler, "-o", "reasoner", rules], cwd=made, check=True, stdout=subprocess.DEVNULL)
    benchmark = (folder / "test" / "benchmark.cpp").read_text(encoding="utf-8")
    ways = {"": benchmark}
    if "MONOTONIC_CLASSES = 0;" not in (made / "reasoner.hpp").read_text(encoding="utf-8"):
        for line in MONOTONIC:
            assert line in benchmark, line
            benchmark = benchmark.replace(line, line.removeprefix("//"))
        ways["monotonic "] = benchmark
    for way, text in ways.items():
        (made / "benchmark.cpp").write_text(text, encoding="utf-8")
        for generator in GENERATORS:
            program = made / f"{way.strip()}{generator}"
            options = [*FLAGS, f"-DRBG_RANDOM_GENERATOR={generator}", f"-I{folder / 'test'}"]
            command = ["g++", *options, "-o", program, "benchmark.cpp", "reasoner.cpp"]
            subprocess.run(command, cwd=made, check=True, stderr=subprocess.DEVNULL)
            yield f"{way}{generator}", program


def _told(program: Path) -> tuple[float, float]:
    """Return the states a second that a program of RBG makes, and the mean length of its random games."""
    milliseconds = str(round(1000 * SECONDS))
    done = subprocess.run([program, milliseconds], capture_output=True, text=True, check=True)
    found = TOLD.search(done.stdout)
    assert found is not None, done.stdout
    return float(found[1]), float(found[2])


def _measured(program: Path) -> float:
    return _told(program)[0]
