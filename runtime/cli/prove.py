"""prove: a game is checked against its known counts, its recorded game, and invariants of all games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.runtime.cli.common import (
    Seconds,
    Whole,
    as_options,
    engine_option,
    fail,
    format_option,
    game_argument,
    games_option,
    load_game,
    number_of,
    reporting,
    say,
    say_as_json,
    seed_option,
)
from tilewright.runtime.cli.progress import status
from tilewright.runtime.cli.terminal import is_terminal
from tilewright.runtime.limits import MOST_LEAVES, MOST_SECONDS

if TYPE_CHECKING:
    from tilewright.runtime import Game
    from tilewright.runtime.proof.pace import Pace
    from tilewright.runtime.proof.proving import Result

SIGNS = {True: "ok", False: "WRONG", None: "none"}
"""How a line of the text begins, by ``Result.holds``."""
BESIDE = ("perft", "playthrough")
"""Parts of files beside the model. Where there is no such file, that is told once for all engines."""


@click.command("prove")
@game_argument
@click.option(
    "--leaves",
    type=Whole(1, MOST_LEAVES),
    default=100_000,
    show_default=True,
    help="The greatest count to check.",
)
@games_option(5, least=0)
@seed_option(1)
@click.option(
    "--time",
    "seconds",
    type=Seconds(0, MOST_SECONDS, min_open=True),
    metavar="SECONDS",
    help="Break the random games of each part off after so long. Each engine has one part, or two if the game hides "
    "something, and to compare them is one more: with four engines 5 parts, or 9.",
)
@click.option("--record", is_flag=True, help="Record a playthrough beside the model first.")
@engine_option
@format_option
def command(
    model: str, leaves: int, games: int, seed: int, seconds: float | None, record: bool, engine: str, form: str
) -> None:
    """Check a game against what is known of it.

    Three things are checked: the counts of NAME.perft beside the model, the game recorded in NAME.playthrough, and, in
    random games, the invariants of all games. This is done with every available engine, or with the one of --engine.
    Finally the engines are compared with each other. The exit status is 1 if anything is wrong. On slow games this
    takes minutes: --time bounds the random games of each part, of which there are several, and --leaves the counts. A
    line in the terminal says how far it is.
    """
    from tilewright.runtime.proof.pace import Pace
    from tilewright.runtime.proof.proving import record_playthrough

    with reporting(), status() as show:

        def begin(part: str, by: str | None, what: str) -> None:
            show(f"{part}{f' ({by})' if by else ''}: {what}")

        def tell(part: str, by: str | None, number: int, ply: int) -> None:
            begin(part, by, f"game {number + 1} of {games}, ply {ply}")

        if seconds is None and is_terminal(sys.stderr):
            say(_plan(engine, leaves, games), err=True)
        show("reading the model")
        pace = Pace(inf if seconds is None else seconds, tell, begin=begin)
        game = load_game(model, "interpreter" if engine == "auto" else engine)
        if record:
            _may_be_recorded(model)
            say(f"recorded {record_playthrough(game, seed)}", err=True)
        results = []
        for result in _results(game, engine, leaves, games, seed, pace):
            results.append(result)
            if form == "text":
                show(None)
                by = f" ({result.engine})" if result.engine else ""
                say(f"{SIGNS[result.holds]:5} {result.part}{by}: {result.message}")
                for line in result.details:
                    say(f"      {line}")
    holds = all(result.holds is not False for result in results)
    if form == "json":
        parts = [{**asdict(result), "details": list(result.details)} for result in results]
        say_as_json({"game": game.name, "holds": holds, "seed": seed, "parts": parts})
    sys.exit(0 if holds else 1)


def _plan(engine: str, leaves: int, games: int) -> str:
    """Return what is going to be done, and how to shorten it."""
    engines = "each engine" if engine == "auto" else f"the engine {engine}"
    counts, played = number_of(leaves, "leaf", "leaves"), number_of(games, "random game")
    return (
        f"with {engines}: known counts up to {counts}, the recorded game and {played} for each part. On slow games "
        "this takes minutes: --time SECONDS breaks the random games of each part off, --leaves bounds the counts."
    )


def _results(game: Game, engine: str, leaves: int, games: int, seed: int, pace: Pace) -> Iterator[Result]:
    """Yield the results of one engine after the other, then whether they agree."""
    from tilewright.runtime.engines import ENGINES
    from tilewright.runtime.engines.missing import missing
    from tilewright.runtime.loading import game_of
    from tilewright.runtime.proof.proving import Result, prove, prove_agreement

    if engine != "auto":
        if game.fallback is not None:
            yield _not_tried(engine, game)
        for result in prove(game, leaves, games, seed, pace=pace, engine=engine):
            yield replace(result, engine=game.played_by)
        return
    by_engine: dict[str, Game] = {}
    lacking: set[Result] = set()
    for name in ENGINES[1:]:
        reference = by_engine.get("interpreter")
        reason = missing(name)
        if reason is not None:
            yield Result("engines", None, reason, engine=name)
            continue
        if name != "interpreter":
            pace.begins("engines", name, "compiling the rules")
        played = game_of(game.document, name)
        if played.fallback is not None:
            yield _not_tried(name, played)
            continue
        by_engine[name] = played
        for result in prove(played, leaves, games, seed, reference, pace, name):
            if result.holds is not None or result.part not in BESIDE:
                yield replace(result, engine=name)
            elif result not in lacking:
                lacking.add(result)
                yield result
    yield prove_agreement(by_engine, games, seed, pace)


def _not_tried(engine: str, game: Game) -> Result:
    """Return the result for an engine that cannot play a game, with the reason."""
    from tilewright.runtime.proof.proving import Result

    return Result("engines", None, f"it does not play this game: {game.fallback}", engine=engine)


def _may_be_recorded(model: str) -> None:
    """Exit with status 2 unless a playthrough of a model can stand beside its file, and be played without options."""
    from tilewright.model.gallery import is_file

    if not is_file(Path(model)):
        fail(f"{model}: a playthrough stands beside the file of a model; name the file of one that is yours", 2)
    if options := as_options():
        fail(f"a playthrough is of the game as its model has it first; record it without {options}", 2)
