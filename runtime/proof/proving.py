"""The proof of a game: known perft counts, a recorded playthrough, and invariants of every game.

Beside the model NAME.game or NAME.xmi there may be

    NAME.perft          known perft counts: see ``perft_tables``
    NAME.playthrough    recorded games: see ``playthroughs``

They show what a change of the model has changed in the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tilewright.model.diagnostics import ModelError
from tilewright.model.files import replace_file
from tilewright.runtime.counting import divide, perft
from tilewright.runtime.proof.agreement import compare
from tilewright.runtime.proof.divergence import by_last_rule, first_difference
from tilewright.runtime.proof.invariants import check_invariants
from tilewright.runtime.proof.leaks import look_for_leaks
from tilewright.runtime.proof.pace import Pace
from tilewright.runtime.proof.perft_tables import INITIAL, perft_table_of
from tilewright.runtime.proof.playthroughs import difference, record
from tilewright.runtime.state import Game, State

LEAVES = 100_000
"""The greatest count that is checked by default; greater ones are skipped."""
GAMES = 5
"""The number of random games in which the invariants are checked."""
NO_PLY = "no ply was played, so nothing was checked"
"""What is said of random games in which nothing was tried."""


@dataclass(frozen=True)
class Result:
    """The result of one part of the proof: whether it holds, a sentence, and details if it does not.

    ``holds`` is None if there was nothing to compare with. ``engine`` is the engine that was checked, if several are.
    """

    part: str
    holds: bool | None
    message: str
    details: tuple[str, ...] = ()
    engine: str | None = None


def prove(
    game: Game,
    leaves: int = LEAVES,
    games: int = GAMES,
    seed: int = 1,
    reference: Game | None = None,
    pace: Pace | None = None,
    engine: str | None = None,
) -> Iterator[Result]:
    """Yield the results of all parts of the proof of a game. ``ModelError`` if the table of counts itself is wrong.

    Counts of more than *leaves* are skipped; invariants are checked in *games* random games from *seed*. *reference* is
    the same game with the interpreter, if that was proved before: where both have the same wrong count, the analysis of
    its cause is not repeated. *pace* limits the time of random games, and *engine* is what it is told of this one.

    Cost: a generation of moves for each position above the counted leaves, and several for each ply of the games.
    """
    pace = pace or Pace()
    yield from _counts(game, leaves, reference, pace, engine)
    pace.begins("playthrough", engine, "the recorded game")
    yield _playthrough(game)
    yield _invariants(game, games, seed, pace, engine)
    if game.is_hidden:
        yield _leaks(game, games, seed, pace, engine)


def prove_agreement(games: Mapping[str, Game], count: int = GAMES, seed: int = 1, pace: Pace | None = None) -> Result:
    """Return whether several engines play a game alike in *count* random games; *games* is by names of engines.

    *pace* limits the time of the games.
    """
    pace = pace or Pace()
    if len(games) < 2:
        return Result("engines", None, f"{', '.join(games)} alone plays this game, so there is nothing to compare")
    checked = compare(games, count, seed, goes_on=pace.part("engines"))
    if checked.violations:
        return Result("engines", False, f"differ after {checked}", tuple(map(str, checked.violations)))
    if not checked.plies:
        return Result("engines", None, NO_PLY)
    return Result("engines", True, f"{', '.join(games)} agree in {checked}{_in_time(checked.stopped, pace)}")


def record_playthrough(game: Game, seed: int = 1) -> Path:
    """Write a playthrough of random games beside the model and return its file."""
    path = playthrough_path(game)
    replace_file(path, record(game, seed).encode("utf-8"))
    return path


def playthrough_path(game: Game) -> Path:
    """Return the file of the playthrough beside the model, whether it exists or not."""
    return Path(game.document.file).with_suffix(".playthrough")


def _counts(game: Game, leaves: int, reference: Game | None, pace: Pace, engine: str | None) -> Iterator[Result]:
    table = perft_table_of(game)
    if table is None or not table.counts:
        yield Result("perft", None, "there is no table of known counts beside the model")
        return
    for name, counts in table.counts.items():
        state = game.state(table.positions[name])
        depths = [depth for depth, count in enumerate(counts, 1) if count <= leaves]
        where = "the initial position" if name == INITIAL else name
        for depth in depths:
            pace.begins("perft", engine, f"{where}, depth {depth}, {counts[depth - 1]} leaves")
            try:
                found = perft(state, depth)
                if found != counts[depth - 1]:
                    message = f"{name} has {found} positions at depth {depth}, not {counts[depth - 1]}"
                    yield Result("perft", False, message, tuple(_behind(state, depth, reference)))
                    break
            except ModelError as error:
                yield Result("perft", False, f"{name}, depth {depth}", tuple(map(str, error.diagnostics)))
                break
        else:
            yield Result("perft", True, f"{where}: {' '.join(str(counts[depth - 1]) for depth in depths)}")


def _behind(state: State, depth: int, reference: Game | None) -> Iterator[str]:
    """Yield the analysis of a wrong count: its division by moves and by rules, and where engines first differ."""
    game, position = state.game, state.start
    difference = None if reference is None else first_difference(game, reference, position, depth)
    if reference is not None and difference is None:
        yield "the interpreter counts the same"
        return
    for move, count in divide(state, depth).items():
        yield f"{move} {count}"
    rules = [f"{rule} {count}" for rule, count in by_last_rule(game, position, depth).items()]
    yield f"by the rule of the last move: {', '.join(rules)}"
    if difference is not None:
        moves = " ".join(map(game.notation, difference.moves))
        yield f"the first difference from the interpreter, after {moves or 'no move'}: {difference.message}"
        yield game.state(difference.position).to_text("First")


def _playthrough(game: Game) -> Result:
    path = playthrough_path(game)
    if not path.is_file():
        return Result("playthrough", None, "there is no recorded playthrough beside the model; --record makes one")
    try:
        found = difference(game, path.read_text(encoding="utf-8"))
    except ModelError as error:
        return Result("playthrough", False, "the rules go wrong", tuple(map(str, error.diagnostics)))
    except UnicodeDecodeError:
        return Result("playthrough", False, f"{path} is no text in UTF-8")
    if found is not None:
        return Result("playthrough", False, found.message, found.details)
    return Result("playthrough", True, "the recorded game is played alike")


def _in_time(stopped: bool, pace: Pace) -> str:
    """Return what is said of games that were broken off; nothing if they were not."""
    return f"; then the {pace.seconds:g} s were over" if stopped else ""


def _invariants(game: Game, games: int, seed: int, pace: Pace, engine: str | None) -> Result:
    checked = check_invariants(game, games, seed, goes_on=pace.part("invariants", engine))
    played = f"{checked}, {checked.over} played to the end{_in_time(checked.stopped, pace)}"
    if checked.violations:
        return Result("invariants", False, f"violated after {played}", tuple(map(str, checked.violations)))
    if not checked.plies:
        return Result("invariants", None, NO_PLY)
    return Result("invariants", True, f"hold in {played}")


def _leaks(game: Game, games: int, seed: int, pace: Pace, engine: str | None) -> Result:
    tried = look_for_leaks(game, games, seed, pace.part("leaks", engine))
    compared = f"{tried.compared} pairs of positions that look the same to the mover"
    if tried.leaks:
        return Result("leaks", False, f"the legal moves tell what is hidden, in {compared}", tuple(tried.leaks))
    if tried.compared == 0:
        return Result(
            "leaks", None, "no two positions that look the same to the mover were found, so nothing was compared"
        )
    return Result("leaks", True, f"none in {compared}{_in_time(tried.stopped, pace)}")
