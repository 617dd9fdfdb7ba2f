"""simulate: many random games."""

from __future__ import annotations

import os
from dataclasses import asdict
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from tilewright.runtime.cli.clusters import cluster, scheduler_option
from tilewright.runtime.cli.common import (
    Whole,
    engine_as_json,
    engine_option,
    format_option,
    game_argument,
    games_option,
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
from tilewright.runtime.cli.seats import kind_called, searching, seat_option, seated
from tilewright.runtime.limits import MOST_JOBS

if TYPE_CHECKING:
    from tilewright.runtime import Game
    from tilewright.runtime.players import Kind
    from tilewright.runtime.simulation import Estimate, Simulation


@click.command("simulate")
@game_argument
@games_option(100)
@seed_option(0)
@click.option(
    "--jobs",
    type=Whole(1, MOST_JOBS),
    default=os.cpu_count() or 1,
    help="How many threads or processes work; one per core if not given.",
)
@scheduler_option
@seat_option("random, mcts:1000, mcts:2s, minimax:4 or minimax:2s")
@max_plies_option
@engine_option
@start_options
@format_option
def command(
    model: str,
    games: int,
    seed: int,
    jobs: int,
    scheduler: str | None,
    seats: tuple[str, ...],
    max_plies: int,
    engine: str,
    position: str | None,
    after: str,
    form: str,
) -> None:
    """Play random games and tell who wins, how long they last and how many moves there are to choose from.

    With --seat, programs play: mcts:N makes N visits for each move, minimax:N looks N plies ahead, and mcts:Ns and
    minimax:Ns search for N seconds. The first-move advantage is by how much the player who moves first (where nature
    begins, the first player) gets more than players do on average; where all win or lose together, that is told
    instead. Games are played in Python until machine code is ready, which is waited for if many are left; the first
    line names the engine that played the last ones, whose speed it tells. The time of compiling does not count for it.
    Plies of nature count for the length of games, but not as choices. Intervals are 95 % confidence intervals. Random
    games depend on --seed alone, not on --jobs; for the same seed the interpreter plays other games than the compiled
    engines.
    """
    from tilewright.runtime.cli.progress import bar, status
    from tilewright.runtime.contest import contest
    from tilewright.runtime.kernels.clock import compiled
    from tilewright.runtime.simulation import simulate

    with reporting(after), searching():
        with status() as show:
            show("reading the model and compiling the rules")
            game = load_game(model, engine)
        if seats and scheduler is not None:
            raise click.UsageError("a cluster plays random games; for programs there is 'tournament'")
        with bar(games, "games") as progress, cluster(scheduler) as executor:
            state = start(game, after, position)
            if seats:
                found = contest(state, _kinds(game, seats), games, seed, jobs, max_plies=max_plies, progress=progress)
            else:
                found = simulate(state, games, seed, jobs, max_plies=max_plies, progress=progress, executor=executor)
    if form == "json":
        facts = {
            "game": game.name,
            "seed": seed,
            **_used(game, found),
            **_facts(game, found),
            "compiling": compiled(),
        }
        say_as_json(facts)
    else:
        for line in _lines(game, found, compiled()):
            say(line)


def _kinds(game: Game, seats: tuple[str, ...]) -> list[Kind]:
    """Return the kind of program that plays for each player, in their order: random where --seat names none."""
    return [kind_called(game, who) for who in seated(game, seats, "random").values()]


def _used(game: Game, found: Simulation) -> dict[str, Any]:
    """Return as JSON the engine that has played: Python where no machine code was ready in time."""
    return {"engine": "python"} if found.early else engine_as_json(game)


def _facts(game: Game, found: Simulation) -> dict[str, Any]:
    def named(values: tuple[Any, ...]) -> dict[str, Any]:
        return {player.name: value for player, value in zip(game.players, values, strict=True)}

    facts: dict[str, Any] = _plain(asdict(found))
    facts["wins"] = named(found.wins)
    facts["paid"] = named(tuple(facts["paid"]))
    facts["shares"] = named(tuple(facts["shares"]))
    return facts


def _plain(value: Any) -> Any:
    """Return a value that JSON can hold: infinities and NaN become None, tuples become lists."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _lines(game: Game, found: Simulation, compiling: float) -> list[str]:
    from tilewright.runtime.engines.choosing import Auto
    from tilewright.runtime.simulation import share

    used = _used(game, found)["engine"]
    by = f" by the engine {used}" if isinstance(game.engine, Auto) else ""
    after = f" after {compiling:.1f} s of compiling" if compiling and used != "interpreter" else ""
    if found.early:
        after = ", before machine code was ready; --engine native waits for it"
    speed = f"{found.speed:.0f} plies/s{by}{after}"
    lines = [f"{game.name}: {number_of(found.games, 'game')}, {found.plies} plies, {speed}"]
    for player, wins, estimate, paid in zip(game.players, found.wins, found.shares, found.paid, strict=True):
        gets = f", gets {_number(paid)}" if game.tables.pays or game.tables.ranks else ""
        lines.append(f"{player} wins {wins}: {estimate.percent}{gets}")
    for who, count in (
        ("several share the first place", found.shared), ("all win", found.all_won), ("all lose", found.all_lost)
    ):  # fmt: skip
        if count:
            lines.append(f"{who} {count}: {share(count, found.games - found.unfinished).percent}")
    lines.append(f"draws {found.draws}: {found.draw_share.percent}")
    if found.unfinished:
        lines.append(f"unfinished {found.unfinished}")
    if len(game.players) > 1 and found.unfinished < found.games and not found.is_common:
        lines.append(f"first-move advantage {_number(found.first)}")
    lines.append(f"length {_number(found.length)} plies, {found.shortest} to {found.longest}")
    lines.append(f"branching {_number(found.branching)} legal moves a ply of a player")
    lines.append(f"decisions {_number(found.decisions)} plies a game at which a player has a choice")
    if found.blind:
        lines.append(
            f"blind {found.blind} decisions for which no position was found that fits, so that the move was random"
        )
    return lines


def _number(estimate: Estimate) -> str:
    """Return an estimate in words; that of a single game has no interval."""
    interval = f" ({estimate.low:.2f} to {estimate.high:.2f})" if isfinite(estimate.low) else ""
    return f"{estimate.value:.2f}{interval}"
