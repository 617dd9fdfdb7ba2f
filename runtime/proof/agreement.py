"""Agreement: all engines play a game alike, move by move. They have no code of the rules in common.

Along random games each engine lists the legal moves of the same positions and plays some of them; the lists, in order,
the positions that follow, whole, the ends of games and the errors of the rules have to be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random

from tilewright.model.diagnostics import ModelError
from tilewright.runtime.game import Game
from tilewright.runtime.position import Identity, Position
from tilewright.runtime.proof.invariants import Checked, Violation
from tilewright.runtime.protocols import Engine

SAMPLE = 6
"""The moves of a position that are played at most."""
MAX_PLIES = 400
"""The plies after which a game is left."""


def compare(games: Mapping[str, Game], count: int, seed: int = 1, max_plies: int = MAX_PLIES) -> Checked:
    """Compare a game as several engines play it, along so many random games, up to the first difference.

    The first engine is the one whose word counts. The same seed gives the same games.
    """
    (name, game), *others = games.items()
    checked = Checked()
    for number in range(count):
        random = Random(f"agreement/{seed}/{number}")
        line: list[Identity] = []
        position = game.engine.initial()
        for _ in range(max_plies):
            sample = _sample(game.engine, position, random)
            expected = list(_facts(game.engine, position, sample))
            for other, played in others:
                for (what, wanted), (_, found) in zip(expected, _facts(played.engine, position, sample), strict=False):
                    if found != wanted:
                        message = f"{what}: {name} has {wanted}, {other} has {found}"
                        checked.violations = (Violation("engines agree", tuple(map(game.notation, line)), message),)
                        return checked
            following = [(move, after) for move, (_, after) in zip(sample, expected[1:], strict=False)]
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


def _facts(engine: Engine, position: Position, sample: Sequence[Identity]) -> Iterator[tuple[str, object]]:
    """Yield what an engine says of a position, in words and as a value: its moves, then where some of them lead."""
    try:
        node = engine.settle(position)
    except ModelError as error:
        yield "the legal moves", _told(error)
        return
    yield "the legal moves", (list(node.moves), node.position)
    for move in sample:
        yield f"after {move}", _tried(partial(engine.take, node, move))
    for move in sample:
        yield f"{move} alone", _tried(partial(engine.play, position, move))


def _tried(work: Callable[[], Position | None]) -> object:
    try:
        return work()
    except ModelError as error:
        return _told(error)


def _told(error: ModelError) -> list[str]:
    return [str(diagnostic) for diagnostic in error.diagnostics]
