"""Contests: many games between programs, which show how balanced a game is when it is played well."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import TypeAlias

from tilewright.generator.splitmix import WORD, mix
from tilewright.runtime.engines.stopping import Stop, awaited
from tilewright.runtime.engines.tally import Survey, Tally
from tilewright.runtime.kernels.clock import compiled_here
from tilewright.runtime.limits import GREATEST_SEED, LONGEST, MOST_GAMES, MOST_JOBS, check
from tilewright.runtime.move import Move
from tilewright.runtime.occasions import occasion
from tilewright.runtime.players import Chooser, InformedPlayer, Kind, NaturePlayer, Program, chosen
from tilewright.runtime.playouts import MAX_PLIES
from tilewright.runtime.session import Session
from tilewright.runtime.simulation import Simulation, first_player, summary
from tilewright.runtime.stack import Threads
from tilewright.runtime.state import Game, State, state_of

Entrant: TypeAlias = Kind | str | Chooser | Callable[[int], Program]
"""What says which program takes a seat: see ``contest``."""


def contest(
    start: Game | State,
    programs: Sequence[Entrant],
    games: int,
    seed: int = 0,
    jobs: int = 1,
    *,
    max_plies: int = MAX_PLIES,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play games between programs and return their statistics.

    *start* is a game or the state from which to play. *programs* has one for each player, in order: a name, such as
    ``mcts:1000``, or a program of one's own, which is an object with a method ``choose(state)`` that returns a legal
    move, or a function that makes one for each game from a seed, such as a class. Such a program is shown what a game
    hides from its player. The same seed gives the same games, whatever *jobs* is (the number of threads), unless a
    program counts seconds or an object keeps something from one game to the next. A game is left unfinished after
    *max_plies*. *progress* is called with 1 after each game.
    ``ValueError`` if a number is out of bounds (see ``limits``), if there is not one program for each player, if there
    is no such program, or if one cannot play the game, such as a search if the game cannot be compiled.
    """
    check("games", games, 1, MOST_GAMES)
    check("jobs", jobs, 1, MOST_JOBS)
    check("plies", max_plies, 0, LONGEST)
    check("seed", seed, 0, GREATEST_SEED)
    state = state_of(start)
    if isinstance(programs, str):
        raise ValueError(f"'{programs}' is one program; a list has one for each player")
    if len(programs) != len(state.game.players):
        raise ValueError(f"{state.game.name} has {len(state.game.players)} players, not {len(programs)}")
    makers = [_maker(one, hidden=state.game.is_hidden) for one in programs]
    tally, stop = Tally(), Stop()

    def play(number: int) -> Tally:
        with stop.working():
            return _game(state, makers, mix(mix(seed & WORD) + number & WORD), max_plies)

    def add(done: Future[Tally]) -> None:
        tally.add(awaited(done))
        if progress is not None:
            progress(1)

    waiting: deque[Future[Tally]] = deque()
    with Threads(jobs, "tilewright contest") as threads:
        try:
            for number in range(games):
                waiting.append(threads.submit(play, number))
                if len(waiting) > 2 * jobs:
                    add(waiting.popleft())
            while waiting:
                add(waiting.popleft())
        finally:
            stop.end()
            threads.shutdown(cancel_futures=True)
    return summary(tally, state.game.tables.sides, first_player(state))


def _maker(program: Entrant, *, hidden: bool) -> Callable[[int], Program]:
    """Return a function that returns the program for a game, given a seed."""
    if isinstance(program, str):
        program = Kind(program)
    if isinstance(program, Kind):
        return partial(program.player, hidden=hidden)
    if isinstance(program, Chooser) and not isinstance(program, type):
        return lambda seed: program
    if callable(program):
        return program
    what = "a name, an object with a method 'choose', or a function that makes one from a seed"
    raise ValueError(f"{program!r} cannot play: a program is {what}")


def _game(state: State, makers: Sequence[Callable[[int], Program]], seed: int, max_plies: int) -> Tally:
    """Play one game, whose programs and chance draw from *seed*, and return what is counted of it."""
    begin = time.perf_counter() - compiled_here()
    players = [make(mix(seed + number & WORD) >> 1) for number, make in enumerate(makers)]
    players.append(NaturePlayer(mix(seed + len(makers) & WORD) >> 1))
    session = Session(state) if any(isinstance(player, InformedPlayer) for player in players) else None
    plies = turns = choices = decisions = 0
    moves: list[Move] = []
    with occasion(lambda: moves):
        while plies < max_plies and (count := state.count_moves()):
            player = players[state.player.number]
            if not state.is_chance:
                turns += 1
                choices += count
                decisions += count > 1
            if session is not None:
                move = chosen(player, session)
                state = session.play(move)
            else:
                assert not isinstance(player, InformedPlayer)
                move = player.choose(state)
                state = state.play(move)
            moves.append(move)
            plies += 1
    returns = state.returns if state.is_over else None
    seconds = time.perf_counter() - compiled_here() - begin
    tally = Tally.of(Survey([returns], [plies], [turns], [choices], [decisions], seconds))
    tally.blind = sum(player.blind for player in players if isinstance(player, InformedPlayer))
    return tally
