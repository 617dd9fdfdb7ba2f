"""Agreement: a differential test of the engines, which have no code of the rules in common.

Along random games each engine lists and counts the legal moves of the same positions and plays some of them. The lists
with their order, their numbers, the whole positions that follow, the ends of games and the errors of the rules must be
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import TypeAlias

from tilewright.model.diagnostics import Diagnostic, ModelError
from tilewright.runtime.engines.bulk import Bulk
from tilewright.runtime.engines.stopping import Stop
from tilewright.runtime.position import Identity, Position
from tilewright.runtime.proof.divergence import differing_moves
from tilewright.runtime.proof.invariants import Checked, Violation
from tilewright.runtime.proof.pace import Going, always
from tilewright.runtime.protocols import Engine
from tilewright.runtime.state import Game
from tilewright.runtime.why.phrases import listed

SAMPLE = 6
"""The greatest number of moves of a position that are played."""
MAX_PLIES = 400
"""The plies after which a game is abandoned."""


def compare(
    games: Mapping[str, Game], count: int, seed: int = 1, max_plies: int = MAX_PLIES, goes_on: Going = always
) -> Checked:
    """Compare the engines of a game along *count* random games, up to the first difference.

    *games* has the game for each engine, by name; the first one is the reference. The same seed gives the same games.
    They end early when *goes_on* says so.
    """
    (name, game), *others = games.items()
    checked = Checked()
    for number in range(count):
        random = Random(f"agreement/{seed}/{number}")
        line: list[Identity] = []
        position = game.engine.initial()
        for ply in range(max_plies):
            if not goes_on(number, ply):
                checked.stopped = True
                return checked
            sample = _sample(game.engine, position, random)
            expected = list(_facts(game, position, sample))
            for other, played in others:
                for (what, wanted), (_, found) in zip(expected, _facts(played, position, sample), strict=False):
                    if found != wanted:
                        differing = _differing(game, (name, wanted), (other, found))
                        message = f"{what}: {differing}; in {game.state(position).to_text('First')}"
                        checked.violations = (Violation("engines agree", tuple(map(game.notation, line)), message),)
                        return checked
            following = [(move, after) for move, (_, after) in zip(sample, expected[3:], strict=False)]
            legal = [(move, after) for move, after in following if isinstance(after, Position)]
            if not legal:
                checked.over += 1
                break
            move, position = random.choice(legal)
            line.append(move)
            checked.plies += 1
        checked.games += 1
    return checked


def _sample(engine: Engine, position: Position, random: Random) -> Sequence[Identity]:
    try:
        moves = list(engine.settle(position).moves)
    except ModelError:
        return ()
    return moves if len(moves) <= SAMPLE else random.sample(moves, SAMPLE)


Fact: TypeAlias = "tuple[Identity, ...] | int | Position | list[Diagnostic] | None"
"""An answer of an engine: legal moves, their number, a position, the diagnostics of a fault; None for no such move."""


def _facts(game: Game, position: Position, sample: Sequence[Identity]) -> Iterator[tuple[str, Fact]]:
    """Yield the answers of an engine about a position, each with its name: legal moves, position, and after moves.

    Compiled engines count moves by functions of their own.
    """
    engine = game.engine
    try:
        node = engine.settle(position)
    except ModelError as error:
        yield "the legal moves", list(error.diagnostics)
        return
    yield "the legal moves", tuple(node.moves)
    yield "the position", node.position
    counted = partial(engine.perft, position, 1, Stop()) if isinstance(engine, Bulk) else partial(len, node.moves)
    yield "the number of legal moves", _tried(counted)
    for move in sample:
        yield f"after {game.notation(move)}", _tried(partial(engine.take, node, move))
    for move in sample:
        yield f"after {game.notation(move)} alone", _tried(partial(engine.play, position, move))


def _tried(work: Callable[[], int | Position | None]) -> Fact:
    try:
        return work()
    except ModelError as error:
        return list(error.diagnostics)


def _differing(game: Game, *said: tuple[str, Fact]) -> str:
    """Return a phrase that says how the answers of two engines differ."""
    (_, one), (name, other) = said
    if isinstance(one, tuple) and isinstance(other, tuple):
        return f"by {name} {differing_moves(game, other, one)}"
    return ", ".join(f"{name} has {_words(game, fact)}" for name, fact in said)


def _words(game: Game, fact: Fact) -> str:
    match fact:
        case None:
            return "no such move"
        case int():
            return str(fact)
        case Position():
            end = "" if fact.returns is None else f", over with {fact.returns} and {fact.scores}"
            return f"{game.state(fact).to_text()}{end}"
        case list():
            return "; ".join(map(str, fact))
        case _:
            return listed(list(map(game.notation, fact)))
