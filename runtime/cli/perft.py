"""perft: counting positions."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tilewright.runtime.cli.clusters import cluster, scheduler_option
from tilewright.runtime.cli.common import (
    Whole,
    engine_as_json,
    engine_option,
    format_option,
    game_argument,
    load_game,
    reporting,
    say,
    say_as_json,
    say_if_over,
    start,
    start_options,
)
from tilewright.runtime.limits import DEEPEST

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from tilewright.runtime.move import Move
    from tilewright.runtime.state import State


@click.command("perft")
@game_argument
@click.argument("depth", type=Whole(0, DEEPEST))
@click.option("--divide", is_flag=True, help="Print the count below each legal move first.")
@scheduler_option
@engine_option
@start_options
@format_option
def command(
    model: str,
    depth: int,
    divide: bool,
    scheduler: str | None,
    engine: str,
    position: str | None,
    after: str,
    form: str,
) -> None:
    """Count the leaves of the tree of all legal moves at DEPTH plies, at most 1000 (perft).

    A pass is a ply. A game that ends before DEPTH is not counted. The count stands alone on the last line; if the game
    is over already, stderr says how it has ended. In a terminal a progress bar is shown, unless --engine names a
    compiled engine.
    """
    from tilewright.runtime import perft
    from tilewright.runtime.cli.progress import track
    from tilewright.runtime.cli.terminal import is_terminal

    with reporting(after), cluster(scheduler) as executor:
        game = load_game(model, engine)
        state = start(game, after, position)
        shown = is_terminal(sys.stderr) and engine in ("auto", "interpreter")
        if depth > 0 and (divide or (shown and executor is None)):
            moves = track(list(state.legal_moves), "perft")
            counts = {str(move): _below(state, move, depth - 1, executor) for move in moves}
            total = sum(counts.values())
        else:
            counts, total = {}, perft(state, depth, executor=executor)
        if depth > 0 and total == 0:
            say_if_over(state)
    if form == "json":
        facts = {"depth": depth, "count": total, **engine_as_json(game, counting=True)}
        if divide:
            facts["divide"] = counts
        say_as_json(facts)
        return
    if divide:
        for name, count in counts.items():
            say(f"{name} {count}")
    say(str(total))


def _below(state: State, move: Move, depth: int, executor: Executor | None) -> int:
    """Return the perft below a move; if the rules fail there, the move is told, too."""
    from tilewright.runtime import perft
    from tilewright.runtime.occasions import occasion

    with occasion(lambda: [str(move)]):
        return perft(state.play(move), depth, executor=executor)
