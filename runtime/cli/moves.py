"""moves: the legal moves."""

from __future__ import annotations

import click

from tilewright.runtime.as_json import move_as_json
from tilewright.runtime.cli.common import (
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


@click.command("moves")
@game_argument
@start_options
@format_option
def command(model: str, position: str | None, after: str, form: str) -> None:
    """List the legal moves, one per line, in notation: rules in model order, cells row by row.

    If the game is over, stderr says how it has ended.
    """
    with reporting():
        state = start(load_game(model), after, position)
        moves = list(state.legal_moves)
    if form == "json":
        say_as_json([move_as_json(move) for move in moves])
    else:
        for move in moves:
            say(str(move))
    say_if_over(state)
