"""prove: the proof pack of a game."""

from __future__ import annotations

import json
import sys

import click

from tilewright.runtime.cli.common import format_option, game_argument, load_game, reporting

SIGNS = {True: "ok", False: "WRONG", None: "none"}


@click.command("prove")
@game_argument
@click.option("--leaves", type=click.IntRange(min=1), default=100_000, show_default=True, help="Counts up to this.")
@click.option("--games", type=click.IntRange(min=0), default=5, show_default=True, help="Random games to check.")
@click.option("--seed", type=int, default=1, show_default=True, help="Other random games.")
@click.option("--record", is_flag=True, help="Record a playthrough beside the model first.")
@format_option
def command(model: str, leaves: int, games: int, seed: int, record: bool, form: str) -> None:
    """Check a game against what is known of it.

    The counts of NAME.perft beside the model, the game recorded in NAME.playthrough, and what must hold of every game,
    on random games. Exit status 1 if anything is wrong.
    """
    from tilewright.runtime.proof.proving import prove, record_playthrough

    with reporting():
        game = load_game(model)
        if record:
            click.echo(f"recorded {record_playthrough(game, seed)}", err=True)
        results = []
        for result in prove(game, leaves, games, seed):
            results.append(result)
            if form == "text":
                click.echo(f"{SIGNS[result.holds]:5} {result.part}: {result.message}")
                for line in result.details:
                    click.echo(f"      {line}")
    holds = all(result.holds is not False for result in results)
    if form == "json":
        parts = [{"part": r.part, "holds": r.holds, "message": r.message, "details": list(r.details)} for r in results]
        click.echo(json.dumps({"game": game.name, "holds": holds, "seed": seed, "parts": parts}, ensure_ascii=False))
    sys.exit(0 if holds else 1)
