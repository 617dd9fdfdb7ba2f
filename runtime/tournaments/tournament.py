"""Round robins: each group of as many programs as the game has players plays a number of games with rotating seats.

The seed of a game follows from the seed of the tournament and the number of the game, so that the results do not depend
on the number of workers or on their order. A journal has a line for each finished game; an interrupted tournament goes
on from it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from tilewright.generator.splitmix import WORD, mix
from tilewright.model.files import naming
from tilewright.runtime.bots.process import Log
from tilewright.runtime.bots.talk import no_log, prepare, written_to
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.executors import results
from tilewright.runtime.limits import GREATEST_SEED, LONGEST, MOST_GAMES, MOST_JOBS, check
from tilewright.runtime.matches.match import Match
from tilewright.runtime.matches.table import Guest, Inside, Policy, Table
from tilewright.runtime.matches.terms import Terms
from tilewright.runtime.occasions import occasion
from tilewright.runtime.players import Kind
from tilewright.runtime.playouts import MAX_PLIES
from tilewright.runtime.simulation import Estimate, share
from tilewright.runtime.stack import Threads
from tilewright.runtime.state import Game, State, state_of
from tilewright.runtime.tournaments.rating import ratings

MOST_PLAYERS = 1_000
"""The greatest number of contestants."""


class JournalError(ValueError):
    """A file that is no journal, or that of another tournament. The message says the line, and what is wrong."""


@dataclass(frozen=True)
class Contestant:
    """A program that takes part: its name in the tournament, and the program, as ``mcts:1000``."""

    name: str
    who: str


@dataclass(frozen=True)
class Rules:
    """How the games are played."""

    games: int
    """The number of games of each group."""
    seed: int = 0
    max_plies: int = MAX_PLIES
    """The number of plies after which a game is stopped; it counts as a draw of all players."""
    move_time: float | None = None
    """The seconds for a move; a program that takes longer leaves the game, and so loses it if two play."""
    patience: float = 60.0
    """The seconds that external programs have for a move."""
    policy: Policy = field(default_factory=Policy)


@dataclass(frozen=True)
class Played:
    """The result of a game."""

    number: int
    seats: tuple[int, ...]
    """The number of the contestant in each seat."""
    returns: tuple[float, ...]
    """The return of each seat."""
    plies: int
    failures: tuple[int, ...]
    """How often the program in each seat failed."""


@dataclass(frozen=True)
class Standing:
    """The result of a contestant. A game of several players counts once for each opponent in it."""

    name: str
    who: str
    games: int
    """The number of opponents in all games."""
    points: float
    """1 for each opponent with a smaller return, 1/2 for each with the same one."""
    share: Estimate
    elo: Estimate
    failures: int


@dataclass(frozen=True)
class Pair:
    """The games of two contestants against each other, as the first one sees them."""

    first: str
    second: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Outcome:
    """The result of a tournament. The standings are in the order of their ratings, the best first."""

    games: int
    plies: int
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]


def schedule(players: int, seats: int, games: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each game: its number, from 0, and the contestant in each seat.

    Each group of as many contestants as there are *seats* plays *games* games in turn. ``ValueError`` if there are
    fewer contestants than seats.
    """
    if players < seats:
        raise ValueError(f"the game has {seats} players: at least as many must take part, not {players}")
    number = 0
    for group in combinations(range(players), seats):
        for game in range(games):
            turn = game % seats
            yield number, (*group[turn:], *group[:turn])
            number += 1


def tournament(
    start: Game | State,
    contestants: Sequence[Contestant],
    rules: Rules,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    journal: Path | None = None,
    talk: Path | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Outcome:
    """Play a round robin from a position, and return its result.

    The games run in *jobs* threads, or in an *executor*, with the same results. Each finished game is written to the
    *journal*, and the games that it already has are not played again: ``JournalError`` if it belongs to another
    tournament. The messages to and from external programs are appended to the file *talk*, each with the number of its
    game and the name of the contestant: ``OSError`` if it cannot be written. *progress* is called with the number of
    games that were finished since. ``ValueError`` for too few contestants, for two of the same name, and for numbers
    out of bounds.
    """
    check("games", rules.games, 1, MOST_GAMES)
    check("jobs", jobs, 1, MOST_JOBS)
    check("seed", rules.seed, 0, GREATEST_SEED)
    check("plies", rules.max_plies, 1, LONGEST)
    check("players", len(contestants), 1, MOST_PLAYERS)
    state = state_of(start)
    known = {contestant.name for contestant in contestants}
    if len(known) < len(contestants):
        raise ValueError("two contestants have the same name; give them names, as in one=mcts:100")
    if talk is not None:
        prepare(talk)
    whole = list(schedule(len(contestants), len(state.game.players), rules.games))
    with _journal(journal, _heading(state, contestants, rules)) as (done, write):
        played = {game.number: game for game in done if game.number < len(whole)}
        progress(len(played))
        missing = [(number, seats) for number, seats in whole if number not in played]
        for game in _results(state, contestants, rules, missing, jobs, executor, talk):
            write(game)
            played[game.number] = game
            progress(1)
    return summary(contestants, [played[number] for number, _ in whole])


def _results(
    state: State,
    contestants: Sequence[Contestant],
    rules: Rules,
    missing: Sequence[tuple[int, tuple[int, ...]]],
    jobs: int,
    executor: Executor | None,
    talk: Path | None,
) -> Iterator[Played]:
    """Play the missing games, in threads or in an executor, and yield their results in order."""
    tasks = ((state, [contestants[n] for n in seats], seats, number, rules, talk) for number, seats in missing)
    if executor is not None:
        yield from results(executor, play_game, tasks)
        return
    stop = Stop()

    def play(*task: Any) -> Played:
        with stop.working():
            return play_game(*task)

    with Threads(jobs, "tilewright tournament") as threads:
        try:
            yield from results(threads, play, tasks)
        finally:
            stop.end()
            threads.shutdown(cancel_futures=True)


def play_game(
    state: State,
    sitting: Sequence[Contestant],
    seats: tuple[int, ...],
    number: int,
    rules: Rules,
    talk: Path | None = None,
) -> Played:
    """Play one game of a tournament and return its result.

    *sitting* has the contestant in each seat, *seats* their numbers; *talk* is as in ``tournament``. The result depends
    on the arguments alone, unless a program looks at a clock.
    """
    game = state.game
    seed = mix(mix(rules.seed & WORD) + number & WORD)
    begin = None if state == game.initial_state() else state.to_text()
    terms = Terms(tuple(c.who for c in sitting), seed=seed & GREATEST_SEED, move_time=rules.move_time, start=begin)
    failures = [0] * len(sitting)

    def failed(seat: int, problem: str) -> None:
        failures[seat] += 1

    match = Match(game, terms)
    guests: dict[int, Guest] = {}
    with ExitStack() as leaving:
        for seat, contestant in enumerate(sitting):
            log = no_log if talk is None else written_to(talk, game=number, player=contestant.name)
            guest = guest_of(contestant.who, mix(seed + seat & WORD) >> 1, game, rules.patience, log)
            leaving.callback(guest.close)
            leaving.callback(guest.end, match)
            guests[seat] = guest
        table = Table(match, guests, rules.policy, failed)
        with occasion(lambda: match.session.moves):
            while match.result is None and len(match.session.moves) < rules.max_plies:
                table.step()
    returns = match.result.returns if match.result is not None else (0,) * len(sitting)
    return Played(number, seats, tuple(map(float, returns)), len(match.session.moves), tuple(failures))


def guest_of(who: str, seed: int, game: Game, patience: float, log: Log = no_log) -> Guest:
    """Return the program that *who* names, as a guest. ``ValueError`` if there is none, or it cannot play the game."""
    from tilewright.runtime.bots.outsiders import seated

    return seated(who, patience, log, game) or Inside(Kind(who).player(seed, hidden=game.is_hidden))


def summary(contestants: Sequence[Contestant], played: Sequence[Played]) -> Outcome:
    """Return the result of a tournament in which these games were played."""
    met: dict[tuple[int, int], list[int]] = {}
    failures = [0] * len(contestants)
    for game in played:
        for seat, contestant in enumerate(game.seats):
            failures[contestant] += game.failures[seat]
        for one, other in combinations(range(len(game.seats)), 2):
            first, second = game.seats[one], game.seats[other]
            difference = game.returns[one] - game.returns[other]
            if first > second:
                first, second, difference = second, first, -difference
            results = met.setdefault((first, second), [0, 0, 0])
            results[0 if difference > 0 else 1 if difference == 0 else 2] += 1
    points = [0.0] * len(contestants)
    games = [0] * len(contestants)
    for (first, second), (won, drawn, lost) in met.items():
        points[first] += won + drawn / 2
        points[second] += lost + drawn / 2
        games[first] += won + drawn + lost
        games[second] += won + drawn + lost
    scores = {pair: (won + drawn / 2, won + drawn + lost) for pair, (won, drawn, lost) in met.items()}
    elo = ratings(len(contestants), scores)
    standings = [
        Standing(c.name, c.who, games[n], points[n], _share(points[n], games[n]), elo[n], failures[n])
        for n, c in enumerate(contestants)
    ]
    standings.sort(key=lambda standing: -standing.elo.value)
    names = [contestant.name for contestant in contestants]
    pairs = [Pair(names[one], names[other], *results) for (one, other), results in sorted(met.items())]
    return Outcome(len(played), sum(game.plies for game in played), tuple(standings), tuple(pairs))


def _share(points: float, games: int) -> Estimate:
    """Return the share of points with Wilson's interval. With draws the interval is too wide, never too narrow."""
    if not games:
        return Estimate(0.0, 0.0, 1.0)
    low, high = share(int(points), games), share(-int(-points), games)
    return Estimate(points / games, low.low, high.high)


# -- the journal


def _heading(state: State, contestants: Sequence[Contestant], rules: Rules) -> dict[str, Any]:
    """Return the first line of a journal: everything on which the games and their numbers depend."""
    return {
        "tournament": 1,
        "game": state.game.name,
        "digest": state.game.digest,
        "start": state.to_text(),
        "players": [asdict(contestant) for contestant in contestants],
        **asdict(rules),
    }


@contextmanager
def _journal(path: Path | None, heading: dict[str, Any]) -> Iterator[tuple[list[Played], Callable[[Played], None]]]:
    """Give the games in a journal, and a function that appends a game. Without a path, nothing is written.

    ``JournalError`` if the journal has another first line.
    """
    if path is None:
        yield [], lambda game: None
        return
    done = _read(path, heading) if path.exists() and path.stat().st_size else []
    if not path.exists() or not path.stat().st_size:  # it is new, or had a part of its first line alone
        _write(path, heading)
    yield done, lambda game: _write(path, asdict(game))


def _write(path: Path, value: dict[str, Any]) -> None:
    """Append a line, and wait until it is on the disk."""
    with naming(path), path.open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(value)}\n")
        file.flush()
        os.fsync(file.fileno())


def _read(path: Path, heading: dict[str, Any]) -> list[Played]:
    """Return the games in a journal. A last line without a line feed is incomplete: it is removed from the file."""
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        with path.open("rb+") as file:
            file.truncate(whole)
    found: list[Played] = []
    for number, line in enumerate(data[:whole].splitlines(), 1):
        try:
            value = json.loads(line)
            if number == 1:
                _compare(value, json.loads(json.dumps(heading)))
            else:
                found.append(
                    Played(
                        int(value["number"]), tuple(map(int, value["seats"])), tuple(map(float, value["returns"])),
                        int(value["plies"]), tuple(map(int, value["failures"])),
                    )
                )  # fmt: skip
        except JournalError as error:
            raise JournalError(f"{path}:1: {error}") from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise JournalError(f"{path}:{number}: this is no line of a journal") from None
    return found


def _compare(found: Any, heading: dict[str, Any]) -> None:
    if not isinstance(found, dict) or "tournament" not in found:
        raise JournalError("this is no journal of a tournament")
    for part, value in heading.items():
        if found.get(part) != value:
            raise JournalError(f"this is a journal of another tournament: '{part}' is not the same")
