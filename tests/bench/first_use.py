"""How long a game takes from its model to running native code, in a process of its own: cold, and from the cache."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAMES = [
    "tic-tac-toe", "connect-four", "othello", "breakthrough", "hex", "amazons", "checkers", "chess", "go", "go-19x19",
    "international-draughts", "shogi", "gomoku",
]  # fmt: skip
COLD_AIM, SLOWEST, SLOWEST_AIM = 500, "chess", 1500
"""Milliseconds from the model's objects to the end of the first playout, and those of the largest game."""
CACHED_AIM = 20
"""Milliseconds to load and run an object from the cache."""
MEMORY_AIM = 50
"""Megabytes that the game adds to a process that has loaded LLVM, at most while it is compiled."""
LINES_AIM = 2500
"""Lines of the text of chess."""
ROUNDS = 3


def memory() -> float:
    """Return the most megabytes that this process has held, 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux counts what the parent held before into what getrusage says
        lines = dict(line.split(":", 1) for line in status.read_text(encoding="utf-8").splitlines())
        return int(lines["VmHWM"].split()[0]) / (1 << 10)
    try:
        import resource
    except ModuleNotFoundError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def first_use(name: str) -> dict[str, float]:
    """Return what the first use of a game takes in this process."""
    from tests.bench.kernels import Kernels
    from tilewright.generator.compiler import compile_game
    from tilewright.runtime import load
    from tilewright.runtime.kernels.native import missing_native

    clock = time.process_time  # that of the processor, from which other programs take nothing away
    start = clock()
    game = load(name, "interpreter")
    read = clock()
    program = compile_game(game.document.root, game.document.places)
    text = clock()
    assert missing_native() is None  # which loads LLVM
    before = memory()
    Kernels(game, program).playouts(1, 400)
    end = clock()
    return {
        "read": 1000 * (read - start),
        "text": 1000 * (text - read),
        "native": 1000 * (end - text),
        "memory": memory() - before,
        "lines": program.source.count("\n"),
        "kilobytes": len(program.source) / 1000,
    }


def elsewhere(name: str, cache: str) -> dict[str, float]:
    """Return the same for a new process that keeps objects in a folder, or nowhere if it is called nothing."""
    command = [sys.executable, "-m", "tests.bench.first_use", name]
    environment = {**os.environ, "TILEWRIGHT_CACHE": cache}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    said: dict[str, float] = json.loads(done.stdout)
    return said


def bench_first_use() -> None:
    """Print a row for each of some games: times of the stages, sizes, memory."""
    from tests.bench.kernels import has_native

    if not has_native():
        return
    print(
        f"{'first use':>24} {'read ms':>8} {'text ms':>8} {'native ms':>9} {'cold ms':>8} {'aim':>5} {'cached ms':>9} {'aim':>3} "
        f"{'lines':>6} {'text KB':>7} {'object KB':>9} {'MB':>5}"
    )
    for name in GAMES:
        with tempfile.TemporaryDirectory() as cache:
            elsewhere(name, cache)
            kilobytes = sum(file.stat().st_size for file in Path(cache).rglob("*") if file.is_file()) / 1000
            cold = [elsewhere(name, "") for _ in range(ROUNDS)]
            cached = [elsewhere(name, cache) for _ in range(ROUNDS)]
        of = {key: statistics.median(said[key] for said in cold) for key in cold[0]}
        loaded = statistics.median(said["native"] for said in cached)
        aim = SLOWEST_AIM if name == SLOWEST else COLD_AIM
        print(
            f"{name:>24} {of['read']:>8.0f} {of['text']:>8.0f} {of['native']:>9.0f} {of['text'] + of['native']:>8.0f} "
            f"{aim:>5} {loaded:>9.1f} {CACHED_AIM:>3} {of['lines']:>6.0f} {of['kilobytes']:>7.0f} {kilobytes:>9.0f} {of['memory']:>5.1f}",
            flush=True,
        )
    print(f"aims: chess at most {LINES_AIM} lines, 19x19 at most {MEMORY_AIM} MB")


if __name__ == "__main__":
    print(json.dumps(first_use(sys.argv[1])))
