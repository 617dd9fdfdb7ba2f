"""Run all benches, or those that are named."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.bench.batches import bench_batches
from tests.bench.cold import bench_cold, bench_large, bench_steps
from tests.bench.editing import bench_editing
from tests.bench.face import bench_face, bench_minimax, bench_python, bench_search
from tests.bench.first_use import bench_first_use
from tests.bench.interpreter import bench_explain, bench_interpreter
from tests.bench.measuring import machine
from tests.bench.native import bench_games, bench_lanes, bench_native, bench_perft
from tests.bench.pages import bench_pages
from tests.bench.rbg import bench_rbg
from tests.bench.reading import bench_reading, bench_start
from tests.bench.served import bench_served

PARTS: dict[str, Callable[[], None]] = {
    "reading": bench_reading,
    "start": bench_start,
    "interpreter": bench_interpreter,
    "explain": bench_explain,
    "native": bench_native,
    "rbg": bench_rbg,
    "perft": bench_perft,
    "games": bench_games,
    "lanes": bench_lanes,
    "face": bench_face,
    "python": bench_python,
    "batches": bench_batches,
    "search": bench_search,
    "minimax": bench_minimax,
    "first-use": bench_first_use,
    "cold": bench_cold,
    "large": bench_large,
    "steps": bench_steps,
    "served": bench_served,
    "editing": bench_editing,
    "pages": bench_pages,
}


def main(arguments: list[str]) -> None:
    """Print the figures of the parts with these names, of all if there are none."""
    unknown = set(arguments) - set(PARTS)
    if unknown:
        sys.exit(f"no such part: {', '.join(sorted(unknown))}; there are: {', '.join(PARTS)}")
    print(machine(arguments))
    for name in arguments or PARTS:
        print()
        PARTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
