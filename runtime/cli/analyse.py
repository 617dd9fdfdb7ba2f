"""analyse: which move is best, by tree search or by alpha-beta search."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from tilewright.runtime.cli.common import (
    Seconds,
    Whole,
    engine_as_json,
    engine_option,
    fail,
    format_option,
    game_argument,
    load_game,
    reporting,
    say,
    say_as_json,
    seed_option,
    start,
    start_options,
    words_of,
)
from tilewright.runtime.cli.progress import status
from tilewright.runtime.cli.variations import facts_of, line_of, lines_of
from tilewright.runtime.limits import MOST_DEPTH, MOST_JOBS, MOST_SECONDS, MOST_VISITS
from tilewright.runtime.results import foretold

if TYPE_CHECKING:
    from tilewright.runtime import State
    from tilewright.runtime.search.analysis import Analysis, Line

_SECONDS = 2.0
"""The seconds of a search without --time, --visits and --depth."""
_LISTED = 20
"""The greatest number of moves that are listed without --all."""
_PRINCIPAL = 8
"""The greatest number of moves that are shown of a principal variation whose value is not proven."""


def _limits(_: click.Context, __: click.Parameter, name: str | None) -> tuple[str, int | None, float | None] | None:
    """Return a search with its visits or plies, or its seconds, if its name has them as those of programs do."""
    from tilewright.runtime.players import SEARCHES, Kind, nobody_called

    if name is None or name in SEARCHES:
        return None if name is None else (name, None, None)
    try:
        limits = Kind(name).limits
    except ValueError as error:
        is_search = name.partition(":")[0] in SEARCHES
        raise click.BadParameter(str(error) if is_search else nobody_called(name, SEARCHES)) from None
    if limits is None:
        raise click.BadParameter(nobody_called(name, SEARCHES))
    return limits


@click.command("analyse")
@game_argument
@click.option(
    "--search", "searching", callback=_limits, metavar="SEARCH",
    help="mcts, Monte Carlo tree search, or minimax, alpha-beta search; also mcts:1000, minimax:4, mcts:2s. "
    "minimax with --depth or --margins, else mcts.",
)  # fmt: skip
@click.option(
    "--time", "seconds", type=Seconds(0, MOST_SECONDS, min_open=True), metavar="SECONDS",
    help=f"How long to search; {_SECONDS:g} unless --visits or --depth is given.",
)  # fmt: skip
@click.option("--visits", type=Whole(1, MOST_VISITS), help="How many times mcts looks at the position.")
@click.option("--depth", type=Whole(1, MOST_DEPTH), help="How many plies minimax looks ahead.")
@click.option("--margins", is_flag=True, help="Let minimax prefer the ends with the better scores to the quicker ones.")
@click.option("--all", "everything", is_flag=True, help=f"List all moves, not the best {_LISTED} alone.")
@click.option(
    "--threads", type=Whole(1, MOST_JOBS), default=1, show_default=True,
    help="How many threads search: with mcts each grows a tree, with minimax they share what they find.",
)  # fmt: skip
@seed_option(0, "The same seed, --visits and --threads give the same answer.")
@engine_option
@start_options
@format_option
def command(
    model: str,
    searching: tuple[str, int | None, float | None] | None,
    seconds: float | None,
    visits: int | None,
    depth: int | None,
    margins: bool,
    everything: bool,
    threads: int,
    seed: int,
    engine: str,
    position: str | None,
    after: str,
    form: str,
) -> None:
    """Rank the legal moves: for each its visits, its value for the player to move, and its principal variation.

    Values go from -1, a loss, to 1, a win, or say what is paid. 'proven' stands where the result is certain; the
    line behind it is whole, and of others '…' tells that they go on. Monte Carlo tree search plays random games, or
    judges positions by the heuristic of the model if there is one. The number on a cell of the board is the share of
    the visits, in percent, that went to moves that end there.

    Alpha-beta search, --search minimax, prints the value and the principal variation of each depth. It judges the
    positions at its last ply by the heuristic of the model, or else by an evaluation that is learned from random games,
    once for each game. With --time, that takes at most a quarter of it: then what has been learned by then is used.

    There is no verb of its own that solves puzzles: --search minimax goes on until the result is proven, within --time
    and --depth, and the line behind 'proven' is the solution. A puzzle should end with win, not with pay 1: more
    might be paid elsewhere, so a payment is seldom proven, and none is preferred because it comes sooner.
    """
    from tilewright.runtime.search.minimax import MinimaxSearch
    from tilewright.runtime.search.uct import search

    kind, number, own = searching or ("minimax" if depth is not None or margins else "mcts", None, None)
    given = (seconds,) if number is None else (visits, depth)
    if (number, own) != (None, None) and any(limit is not None for limit in given):
        raise click.UsageError("--search says already how long to search")
    seconds = seconds if own is None else own
    if number is not None:
        visits, depth = (number, None) if kind == "mcts" else (None, number)
    if kind == "mcts" and (depth is not None or margins):
        raise click.UsageError("--depth and --margins are for --search minimax")
    if kind == "minimax" and visits is not None:
        raise click.UsageError("--visits is for --search mcts; say --depth or --time")
    with reporting():
        game = load_game(model, engine)
        state = start(game, after, position)
        if state.is_over:
            fail("the game is over: there is no move to look for", 1, "game-over")
        if state.is_chance:
            fail(
                f"it is nature's turn: there is no move to look for; say what happens, as in {_drawn(state, after)}",
                1,
                "nature-to-move",
            )
        if game.is_hidden:
            say(f"{game.name} hides something from its players; this looks at all of it", err=True)
        limit = _SECONDS if seconds is None and visits is None and depth is None else seconds
        try:
            if kind == "minimax":
                with status() as show:
                    show("searching; at first it is learned from random games how to judge positions")
                    deepening = MinimaxSearch(state, margins=margins, threads=threads)
                    deepening.grow(depth, limit)
                if form == "json":
                    say_as_json({**_asked(state), "search": kind, **facts_of(state, deepening)})
                else:
                    for line in lines_of(state, deepening):
                        say(line)
                return
            analysis = search(state, visits, limit, seed=seed, threads=threads)
        except ValueError as error:
            fail(str(error), 1)
    if form == "json":
        say_as_json({**_asked(state), "search": kind, **_facts(state, analysis)})
        return
    for line in _lines(state, analysis, None if everything else _LISTED):
        say(line)


def _drawn(state: State, after: str) -> str:
    """Return the option by which nature has moved, so that a player is to move unless nature goes on for long."""
    words = words_of(after)
    while state.is_chance and len(words) < _LISTED:
        words.append(str(state.legal_moves[0]))
        state = state.play(words[-1])
    return f"--after {shlex.quote(' '.join(words))}"


def _asked(state: State) -> dict[str, Any]:
    return {"game": state.game.name, "player": state.player.name, **engine_as_json(state.game)}


def _facts(state: State, analysis: Analysis) -> dict[str, Any]:
    def named(returns: tuple[float, ...] | None) -> dict[str, float] | None:
        return None if returns is None else {p.name: r for p, r in zip(state.game.players, returns, strict=True)}

    return {
        "visits": analysis.visits,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "proven": named(analysis.proven),
        "moves": [
            {
                "move": str(line.move),
                "visits": line.visits,
                "value": None if line.value is None else round(line.value, 4),
                "proven": named(line.proven),
                "principal": [str(move) for move in line.principal],
            }
            for line in analysis.lines
        ],
    }


def _lines(state: State, analysis: Analysis, most: int | None) -> list[str]:
    speed = analysis.visits / max(analysis.seconds, 1e-9)
    found = [
        f"{state.game.name}, {state.player} to move: {analysis.visits} visits, {analysis.nodes} positions, "
        f"{speed:.0f} visits/s"
    ]
    if analysis.proven is not None:
        found.append(f"proven: {foretold([player.name for player in state.game.players], analysis.proven)}")
    listed = analysis.lines[:most]
    rows = [("move", "visits", "share", "value", "line"), *(_row(line, analysis) for line in listed)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        move, *numbers = (cell.ljust(width) if not place else cell.rjust(width) for place, (cell, width) in
                          enumerate(zip(row, widths, strict=False)))  # fmt: skip
        found.append("  ".join((move, *numbers, row[4])))
    if len(listed) < len(analysis.lines):
        found.append(f"and {len(analysis.lines) - len(listed)} more; --all lists them")
    return [*found, "", *_board(state, analysis)]


def _row(line: Line, analysis: Analysis) -> tuple[str, ...]:
    value = "" if line.value is None else f"{line.value:+.3f}"
    principal = line_of(line.principal, line.proven is not None, _PRINCIPAL)
    return str(line.move), str(line.visits), f"{line.visits / analysis.visits:.1%}", value, principal


def _board(state: State, analysis: Analysis) -> list[str]:
    """Return the lines of the board with a number on each cell: the share of visits to moves that end there, in %."""
    from tilewright.runtime.drawing import draw

    total = sum(line.visits for line in analysis.lines) or 1
    shares: dict[int, float] = {}
    for line in analysis.lines:
        if line.move.cells:
            cell = state.game.cell_numbers[line.move.cells[-1]]
            shares[cell] = shares.get(cell, 0) + line.visits / total
    notes = {cell: f"{round(100 * share)}" for cell, share in shares.items() if share >= 0.005}
    return draw(state.position, state.game.names, notes).splitlines()
