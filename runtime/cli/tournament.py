"""tournament: programs that play all against all."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.runtime.cli.clusters import cluster, scheduler_option
from tilewright.runtime.cli.common import (
    Seconds,
    Whole,
    engine_as_json,
    engine_option,
    fail,
    format_option,
    game_argument,
    load_game,
    max_plies_option,
    number_of,
    reporting,
    say,
    say_as_json,
    seed_option,
    start,
    start_options,
)
from tilewright.runtime.cli.seats import Outside, kind_called, policy_options, searching, seated_outside, talk_option
from tilewright.runtime.limits import MOST_GAMES, MOST_JOBS, MOST_SECONDS

if TYPE_CHECKING:
    from tilewright.runtime import Game
    from tilewright.runtime.matches.table import Policy
    from tilewright.runtime.simulation import Estimate
    from tilewright.runtime.tournaments.tournament import Contestant, Outcome


@click.command("tournament")
@game_argument
@click.option(
    "--player", "players", multiple=True, required=True, metavar="[NAME=]WHO",
    help="Who plays: random, mcts:1000, minimax:4, cmd:PROGRAM, llm:URL or what is installed; several times.",
)  # fmt: skip
@click.option(
    "--games", type=Whole(1, MOST_GAMES), default=20, show_default=True,
    help="How many games each two programs play, or each group as large as the game takes.",
)  # fmt: skip
@click.option("--jobs", type=Whole(1, MOST_JOBS), default=1, show_default=True, help="How many play at a time.")
@scheduler_option
@click.option(
    "--journal", type=click.Path(dir_okay=False), metavar="FILE",
    help="Record each game in a file, and do not play again those that stand there.",
)  # fmt: skip
@click.option("--move-time", type=Seconds(0.01, MOST_SECONDS), metavar="SECONDS", help="The time for each move.")
@seed_option(0)
@max_plies_option
@policy_options
@talk_option
@engine_option
@start_options
@format_option
def command(
    model: str,
    players: tuple[str, ...],
    games: int,
    jobs: int,
    scheduler: str | None,
    journal: str | None,
    move_time: float | None,
    seed: int,
    max_plies: int,
    policy: Policy,
    outside: Outside,
    engine: str,
    position: str | None,
    after: str,
    form: str,
) -> None:
    """Let programs play all against all, and estimate how strong they are.

    The seats rotate. Shares and Elo ratings are printed with 95 % confidence intervals; the ratings add up to 0. The
    games depend on --seed alone, unless a program looks at a clock.
    """
    from tilewright.runtime.cli.progress import bar
    from tilewright.runtime.tournaments.tournament import JournalError, Rules, schedule, tournament

    with reporting(after), searching(), ExitStack() as open_doors:
        game = load_game(model, engine)
        if len(game.players) < 2:
            fail(f"{game.name} is for one player, and a tournament compares players of one game; simulate plays it", 2)
        state = start(game, after, position)
        contestants = [_contestant(game, player, outside, open_doors) for player in players]
        rules = Rules(games, seed, max_plies, move_time, outside.patience, policy)
        try:
            total = sum(1 for _ in schedule(len(contestants), len(game.players), games))
            with bar(total, "games") as progress, cluster(scheduler) as executor:
                found = tournament(
                    state, contestants, rules, jobs=jobs, executor=executor, progress=progress,
                    journal=None if journal is None else Path(journal),
                    talk=None if outside.talk is None else Path(outside.talk),
                )  # fmt: skip
        except JournalError as error:
            fail(str(error), 2)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
    if form == "json":
        say_as_json({"game": game.name, "seed": seed, **engine_as_json(game), **_facts(found)})
    else:
        for line in _lines(game, found):
            say(line)


def _contestant(game: Game, player: str, outside: Outside, open_doors: ExitStack) -> Contestant:
    """Return the contestant that a --player names. Exits if there is no such program, or it cannot play this game.

    What an external program has opened, such as a port to which it connects, stays open until *open_doors* is closed.
    """
    from tilewright.runtime.tournaments.tournament import Contestant

    name, equals, who = player.partition("=")
    if not equals or ":" in name or not name:
        name = who = player
    guest = seated_outside(game, who, outside.patience, option="--player")
    if guest is None:
        kind_called(game, who, outsiders=True, option="--player")
    else:
        open_doors.callback(guest.close)
    return Contestant(name, who)


def _facts(found: Outcome) -> dict[str, Any]:
    return {
        "games": found.games,
        "plies": found.plies,
        "players": [asdict(standing) for standing in found.standings],
        "pairs": [asdict(pair) for pair in found.pairs],
    }


def _lines(game: Game, found: Outcome) -> list[str]:
    lines = [f"{game.name}: {number_of(found.games, 'game')}, {found.plies} plies"]
    rows = [("player", "games", "points", "share", "Elo")]
    for one in found.standings:
        rows.append((one.name, str(one.games), f"{one.points:g}", one.share.percent, _points(one.elo)))
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for row in rows:
        lines.append("  ".join(text.ljust(wide) for text, wide in zip(row, widths, strict=True)).rstrip())
    for pair in found.pairs:
        lines.append(f"{pair.first} against {pair.second}: {pair.won} won, {pair.drawn} drawn, {pair.lost} lost")
    for one in found.standings:
        if one.failures:
            lines.append(f"{one.name} failed {one.failures} times")
    return lines


def _points(estimate: Estimate) -> str:
    return f"{estimate.value:+z.0f} ({estimate.low:+z.0f} to {estimate.high:+z.0f})"
