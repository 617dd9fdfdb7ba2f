"""play: a game in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.model.titles import titled
from tilewright.runtime.cli.common import (
    Seconds,
    begun,
    engine_option,
    fail,
    game_argument,
    load_game,
    reporting,
    say,
    seed_option,
    start_options,
)
from tilewright.runtime.cli.seats import (
    Outside,
    can_search,
    guests_of,
    policy_options,
    searching,
    seat_option,
    seated,
    talk_option,
)
from tilewright.runtime.cli.terminal import is_terminal
from tilewright.runtime.limits import MOST_SECONDS

if TYPE_CHECKING:
    from tilewright.runtime import Game, State
    from tilewright.runtime.matches.match import Match
    from tilewright.runtime.matches.table import Policy, Table

_OPPONENT = "mcts:1s"
"""The opponent of people when --seat names none."""


@click.command("play")
@game_argument
@seat_option("human, random, mcts:1000, mcts:2s, minimax:4, minimax:2s, cmd:PROGRAM, llm:URL, or what is installed")
@seed_option(None, "The same seed repeats the draws of chance and of programs.")
@click.option(
    "--move-time", type=Seconds(0, MOST_SECONDS, min_open=True), metavar="SECONDS", help="The time for each move."
)
@click.option(
    "--game-time", type=Seconds(0, MOST_SECONDS, min_open=True), metavar="SECONDS",
    help="The time for all moves of a player.",
)  # fmt: skip
@click.option(
    "--increment", type=Seconds(0, MOST_SECONDS), default=0.0, metavar="SECONDS",
    help="How much --game-time grows after each move.",
)  # fmt: skip
@policy_options
@talk_option
@click.option("--resume", is_flag=True, help="Go on with the game that was left last.")
@click.option(
    "--load", "file", type=click.Path(dir_okay=False), metavar="FILE",
    help="Go on with a saved game; its external programs play if --seat repeats them.",
)  # fmt: skip
@engine_option
@start_options
def command(
    model: str,
    seats: tuple[str, ...],
    seed: int | None,
    move_time: float | None,
    game_time: float | None,
    increment: float,
    policy: Policy,
    outside: Outside,
    resume: bool,
    file: str | None,
    engine: str,
    position: str | None,
    after: str,
) -> None:
    """Play in the terminal.

    Unless --seat says otherwise, the first player is human, and the others search for a second for each move. mcts:N
    makes N visits for each move, minimax:N looks N plies ahead, and mcts:Ns and minimax:Ns search for N seconds. A
    program of your own is asked for its moves, line by line. Without a terminal, a game between random players is
    played and printed.
    """
    from tilewright.runtime.bots.outsiders import is_outsider
    from tilewright.runtime.occasions import occasion

    with reporting(), searching():
        game = load_game(model, engine)
        interactive = is_terminal(sys.stdin) and is_terminal(sys.stdout)
        wanted = {"move_time": move_time, "game_time": game_time, "increment": increment}
        times = {name: value for name, value in wanted.items() if value}
        match: Match | None = None
        told: list[str] = []
        if resume or file is not None:
            others = [seat for seat in seats if not is_outsider(seat.partition("=")[2])]
            of_new: dict[str, object] = {"--seat": others, "--after": after, "--position": position}
            of_new |= {f"--{name.replace('_', '-')}": time for name, time in times.items()}
            _refuse(of_new, "--resume" if file is None else "--load")
            if resume and file is not None:
                raise click.UsageError("say either --resume or --load FILE, not both")
            match, told = _left(game, file, seats)
            wishes = dict(zip((p.name for p in game.players), match.terms.seats, strict=True))
        else:
            usual = _OPPONENT if interactive and can_search(game) is None else "random"
            wishes = seated(game, seats, usual, "human" if interactive else "random")
        people = "human" in wishes.values()
        table = _table(game, match, wishes, seed, policy, outside, partial(_begun, game, times, after, position))
        if not (interactive and people):  # there the board is drawn with it
            say(f"{titled(game.name)}: " + ", ".join(f"{name} is {who}" for name, who in wishes.items()))
        try:
            with occasion(lambda: table.match.session.moves):
                if people:
                    from tilewright.runtime.cli.playing import Sitting

                    Sitting(table, model, interactive, told).run()
                else:
                    _play_by_itself(table)
        finally:
            table.close()


def _begun(game: Game, times: dict[str, float], after: str, position: str | None, seats: list[str], seed: int) -> Match:
    """Return a new match with the limits, the position and the seats that the options name, after the moves *after*.

    Exits with a message if one of the moves is illegal.
    """
    from tilewright.runtime.matches.match import Match
    from tilewright.runtime.matches.terms import Terms

    first, moves, _ = begun(game, after, position)  # exits with a message if a move is illegal
    others: dict[str, Any] = {} if first == game.initial_state() else {"start": first.to_text()}
    match = Match(game, Terms.of(game, seats, seed=seed, **times, **others))
    match.replay(moves)
    return match


def _refuse(options: Mapping[str, object], instead: str) -> None:
    """Refuse the options that are given for a new game where a saved one goes on."""
    given = [name for name, value in options.items() if value]
    if given:
        raise click.UsageError(f"a saved game goes on as it was begun: {instead} leaves no room for {', '.join(given)}")


def _left(game: Game, file: str | None, seats: tuple[str, ...]) -> tuple[Match, list[str]]:
    """Return the match that was saved in a file, or without a file the unfinished one for --resume. Exits if none.

    Also return what is to be said of its seats: see ``_with_trust``.
    """
    from tilewright.runtime.cli.keeping import is_private, kept
    from tilewright.runtime.matches.recorded import read_match, recorded
    from tilewright.runtime.matches.transcripts import TranscriptError

    path = Path(file) if file is not None else kept(game)
    if file is None and not path.exists():
        fail(f"no game of {game.name} was left", 2)
    try:
        match = read_match(recorded(path), str(path), game)
    except TranscriptError as error:
        fail(f"{path}: {error}", 1)
    return _with_trust(match, seats, file is None and is_private(path))


def _with_trust(match: Match, seats: tuple[str, ...], trusted: bool) -> tuple[Match, list[str]]:
    """Return a saved match without the external programs that the user has not asked for, and what is to be said of it.

    A file may come from others, and such a seat may run any program, or send the user's key to any address. So a person
    takes the seat, unless the file is *trusted*, or the user repeats the seat by --seat.
    """
    from tilewright.runtime.bots.outsiders import is_outsider
    from tilewright.runtime.cli.playing import repeated, with_seats
    from tilewright.runtime.matches.terms import HUMAN

    saved = match.terms.seats
    found, told = list(saved), []
    wishes = seated(match.game, seats, HUMAN)
    for number, (name, wish) in enumerate(wishes.items()):
        who = saved[number]
        if wish not in (HUMAN, who):
            raise click.UsageError(f"a saved game goes on as it was begun: in this one {name} is {who}")
        if is_outsider(who) and wish != who and not trusted:
            found[number] = HUMAN
            told.append(f"{name} is human: {who} stands in the file, and plays only with {repeated(name, who)}")
    return (with_seats(match, found) if told else match), told


def _table(
    game: Game,
    match: Match | None,
    wishes: dict[str, str],
    seed: int | None,
    policy: Policy,
    outside: Outside,
    begin: Any,
) -> Table:
    """Return a table: the match, or the one that *begin* makes of the seats and the seed, with the programs in it.

    Without a *seed* it is random if people play, else 1.
    """
    from random import SystemRandom

    from tilewright.runtime.limits import GREATEST_SEED
    from tilewright.runtime.matches.table import Table

    if seed is None:
        seed = SystemRandom().randrange(GREATEST_SEED) if "human" in wishes.values() else 1
    guests = guests_of(game, wishes, seed, outside)
    match = match or begin([*wishes.values()], seed)
    names = [player.name for player in game.players]
    return Table(match, guests, policy, lambda seat, problem: say(f"{names[seat]} has failed: {problem}", err=True))


def _play_by_itself(table: Table) -> None:
    """Play and print a match without people, up to ``MAX_PLIES`` plies."""
    from tilewright.runtime.cli.playing import ended, print_board
    from tilewright.runtime.playouts import MAX_PLIES

    match = table.match
    first = match.state.ply
    while match.result is None and match.state.ply < first + MAX_PLIES:
        plies = len(match.session.moves)
        table.step()
        for state, move in _since(match, plies):
            say(f"{state.ply + 1:>3}. {state.player} {move}")
    print_board(match.state)
    say(ended(match) if match.result is not None else f"The game is left after {MAX_PLIES} moves.")


def _since(match: Match, plies: int) -> list[tuple[State, Any]]:
    """Return the moves of a match from ply *plies* on, each with the state before it."""
    return list(zip(match.session.states[plies:-1], match.session.moves[plies:], strict=True))
