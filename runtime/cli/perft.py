"""perft: counting positions."""

from __future__ import annotations

import json

import click

from tilewright.runtime.cli.common import format_option, game_argument, load_game, reporting, start, start_options


@click.command("perft")
@game_argument
@click.argument("depth", type=click.IntRange(min=0))
@click.option("--divide", is_flag=True, help="Print the count below each legal move first.")
@click.option("--engine", type=click.Choice(["auto", "interpreter"]), default="auto", help="What plays.")
@start_options
@format_option
def command(model: str, depth: int, divide: bool, engine: str, position: str | None, after: str, form: str) -> None:
    """Count the positions that are DEPTH plies away, as the leaves of the tree of all moves.

    A pass is a ply. A game that is over has no positions below it. The count stands alone on the last line. A progress
    bar is shown in a terminal.
    """
    from tilewright.runtime import perft
    from tilewright.runtime.cli.progress import track

    with reporting():
        state = start(load_game(model), after, position)
        if depth == 0:
            counts, total = {}, 1
        else:
            moves = [] if state.is_over else list(state.legal_moves)
            counts = {str(move): perft(state.play(move), depth - 1) for move in track(moves, "perft")}
            total = sum(counts.values())
    if form == "json":
        click.echo(json.dumps({"depth": depth, "count": total, **({"divide": counts} if divide else {})}))
        return
    if divide:
        for name, count in counts.items():
            click.echo(f"{name} {count}")
    click.echo(str(total))
