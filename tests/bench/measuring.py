"""Times, medians, and what machine they were taken on."""

from __future__ import annotations

import gc
import os
import platform
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def children_time() -> float:
    """Return the processor time of the processes that were started and have ended, in seconds."""
    times = os.times()
    return times.children_user + times.children_system


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return how long *work* takes once, on a collected heap."""
    gc.collect()
    start = clock()
    work()
    return clock() - start


def medians(
    candidates: dict[str, Callable[[], object]], rounds: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Return the median time of each candidate over rounds in which they take turns."""
    taken: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, work in candidates.items():
            taken[name].append(seconds(work, clock))
    return {name: statistics.median(times) for name, times in taken.items()}


@dataclass(frozen=True)
class Spread:
    """What the rounds of one measurement gave."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    def __truediv__(self, other: Spread) -> Spread:
        """Return the ratios round by round, which a drifting machine does not change."""
        return Spread(tuple(mine / theirs for mine, theirs in zip(self.values, other.values, strict=True)))

    def __mul__(self, factor: float) -> Spread:
        """Return the values times a factor."""
        return Spread(tuple(value * factor for value in self.values))


def rates(candidates: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, Spread]:
    """Return what each candidate says of its own speed, over rounds in which they take turns, after one to warm up."""
    said: dict[str, list[float]] = {name: [] for name in candidates}
    for number in range(rounds + 1):
        for name, rate in candidates.items():
            value = rate()
            if number:
                said[name].append(value)
    return {name: Spread(tuple(values)) for name, values in said.items()}


def steady(
    work: Callable[[int], T], least: float, count: Callable[[T], int], clock: Callable[[], float] = time.thread_time
) -> Callable[[], float]:
    """Return what measures how much *work* gets done in a second.

    Work is told how often to do its thing; here as often as takes *least* seconds. What it gives is counted afterwards,
    which takes no part of the time. The time is that of the processor for this thread, from which other programs take
    nothing away. *clock* counts that of other threads, too, where the work is done by them.
    """

    def taken(times: int) -> tuple[int, float]:
        start = clock()
        result = work(times)
        end = clock()
        return count(result), end - start

    work(1)  # what happens once, as compiling, happens here
    often = 1
    while (once := taken(often)[1]) < least / 4:
        often *= 2
    often = max(1, round(often * least / once))

    def rate() -> float:
        done, duration = taken(often)
        return done / duration

    return rate


def alike(works: Mapping[str, Callable[[int], int]], least: float, fewest: int) -> dict[str, Callable[[], float]]:
    """Return what measures how much each of *works* gets done in a second, as ``steady`` does, but of the same.

    All are told the same number, at least *fewest*, such that the slowest takes *least* seconds or longer.
    """

    def taken(work: Callable[[int], int], times: int) -> tuple[int, float]:
        start = time.thread_time()
        done = work(times)
        return done, time.thread_time() - start

    for work in works.values():
        work(1)  # what happens once, as compiling, happens here
    often = fewest
    while (once := max(taken(work, often)[1] for work in works.values())) < least / 4:
        often *= 2
    often = max(fewest, round(often * least / once))

    def rate(work: Callable[[int], int]) -> float:
        done, duration = taken(work, often)
        return done / duration

    return {name: partial(rate, work) for name, work in works.items()}


def installed(*packages: str) -> str:
    """Return the versions of packages, as far as they are there."""
    found = []
    for package in packages:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"no {package}")
    return ", ".join(found)


def processor() -> str:
    """Return the name of the processor, as the system calls it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def gcc_version() -> str:
    """Return which gcc there is."""
    try:
        done = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "no gcc"
    return f"gcc {done.stdout.strip()}"


def machine(arguments: Sequence[str]) -> str:
    """Return the lines that stand above all figures: the command, the machine, and what was compared."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{Path(sys.executable).name} -m tests.bench {shlex.join(arguments)}".rstrip() + "\n"
        f"{processor()}, {os.cpu_count()} cores{load}, {platform.system()} {platform.machine()}\n"
        f"Python {platform.python_version()}, {installed('llvmlite', 'open_spiel', 'pyecore', 'lxml')}, {gcc_version()}; "
        "medians"
    )
