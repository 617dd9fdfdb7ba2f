"""bench: how fast a game is played."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from tilewright.runtime.cli.common import (
    Seconds,
    Whole,
    fail,
    format_option,
    game_argument,
    load_game,
    reporting,
    say,
    say_as_json,
)
from tilewright.runtime.limits import MOST_ROUNDS, MOST_SECONDS

if TYPE_CHECKING:
    from tilewright.runtime.benchmark import Benchmark, Spread


@click.command("bench")
@game_argument
@click.option(
    "--rounds",
    type=Whole(1, MOST_ROUNDS),
    default=7,
    show_default=True,
    help="How often each engine is measured.",
)
@click.option(
    "--seconds", type=Seconds(0, MOST_SECONDS, min_open=True), default=0.2, show_default=True,
    help="About how long a round takes for each engine.",
)  # fmt: skip
@format_option
def command(model: str, rounds: int, seconds: float, form: str) -> None:
    """Measure how fast each engine plays, and what it costs to compile the game.

    Each speed is the median of the rounds, followed by the least and the greatest. All of it runs in one thread.
    """
    from tilewright.generator.compiler import NotLowered
    from tilewright.runtime.benchmark import benchmark

    with reporting():
        game = load_game(model, "interpreter")
        try:
            found = benchmark(game, rounds, seconds)
        except ValueError as error:  # a game without a move
            fail(str(error), 2)
        except NotLowered as reason:
            fail(f"{game.name} cannot be compiled: {reason}", 1)
    if form == "json":
        say_as_json({**asdict(found), "python": platform.python_version(), "machine": platform.machine()})
    else:
        for line in _lines(found, rounds):
            say(line)


def _lines(found: Benchmark, rounds: int) -> Iterator[str]:
    yield f"{found.game}: Python {platform.python_version()} on {platform.machine()}; medians of {rounds} rounds"
    yield f"{'':12} {'random playouts, states/s':>40} {'perft, leaves/s':>40} depth {'batch, plies/s':>30}"
    for name, speed in found.speeds.items():
        plies = "" if speed.plies is None else _spread(speed.plies)
        yield f"{name:12} {_spread(speed.states):>40} {_spread(speed.leaves):>40} {speed.depth:>5} {plies:>30}"
    if found.missing is not None:
        yield f"{'native':12} {found.missing}"
    yield f"code: {found.lines} lines, {found.size / 1024:.0f} KB; {found.generated:.0f} ms from the model"
    yield f"python: {found.started:.0f} ms to start"
    for name, compilation in found.native.items():
        yield (
            f"native {name}: {compilation.cold:.0f} ms to compile, {compilation.cached:.1f} ms from the cache, "
            f"{compilation.size / 1024:.0f} KB"
        )


def _spread(spread: Spread) -> str:
    return f"{_number(spread.median)} ({_number(spread.least)} to {_number(spread.most)})"


def _number(value: float) -> str:
    """Return a number with three significant digits and, from 1000 on, the unit k, M or G."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"
