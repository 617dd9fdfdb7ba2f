"""The causes of a wrong count: the perft by the rule of the last move, and where two engines first differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tilewright.runtime.counting import perft
from tilewright.runtime.interpreter import Interpreter
from tilewright.runtime.position import Identity, Position
from tilewright.runtime.state import Game
from tilewright.runtime.why.phrases import listed
from tilewright.runtime.why.wording import rule_name


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference of two engines: the moves before it, the position, and a sentence."""

    moves: tuple[Identity, ...]
    position: Position
    message: str


def by_last_rule(game: Game, position: Position, depth: int) -> dict[str, int]:
    """Return the perft of *depth*, 1 or more, by the name of the rule of the last move, the greatest count first.

    If the counts of all smaller depths are right, the wrong rule is among these, or is missing. Cost: the interpreter
    generates the moves of all positions above the leaves.
    """
    engine = Interpreter(game.document.game, game.document.places)
    found: Counter[str] = Counter()
    pending = [(position, depth)]
    while pending:
        current, left = pending.pop()
        node = engine.settle(current)
        if left > 1:
            pending += [(engine.take(node, identity), left - 1) for identity in node.moves]
        else:
            moves = node.moves.values()
            found.update("the forced pass" if move is None else rule_name(move.rule.element) for move in moves)
    return dict(found.most_common())


def first_difference(game: Game, other: Game, position: Position, depth: int) -> Difference | None:
    """Return where the engines of one game first differ in a perft of *depth*; None if the counts are equal.

    Cost: perft counts of both engines below each position on the way.
    """
    if _count(game, position, depth) == _count(other, position, depth):
        return None
    line: tuple[Identity, ...] = ()
    for left in range(depth, 0, -1):
        node, others = game.engine.settle(position), other.engine.settle(position)
        if list(node.moves) != list(others.moves):
            return Difference(line, position, differing_moves(game, node.moves, others.moves))
        for move in node.moves:
            after = game.engine.take(node, move)
            if after != other.engine.take(others, move):
                return Difference(line, position, f"{game.notation(move)} leads to different positions")
            if _count(game, after, left - 1) != _count(other, after, left - 1):
                line, position = (*line, move), after
                break
        else:
            counts = _count(game, position, left), _count(other, position, left)
            return Difference(line, position, f"of the same moves {counts[0]} and {counts[1]} are counted")
    raise AssertionError("a count of no moves is 1")


def _count(game: Game, position: Position, depth: int) -> int:
    return perft(game.state(position), depth)


def differing_moves(game: Game, moves: Iterable[Identity], others: Iterable[Identity]) -> str:
    """Return a phrase that names the moves that are only among *moves*, or only among *others*."""
    found, wanted = dict.fromkeys(moves), dict.fromkeys(others)
    parts = {"there are also": [move for move in found if move not in wanted]}
    parts["there are no"] = [move for move in wanted if move not in found]
    told = [f"{words} {listed(list(map(game.notation, some)))}" for words, some in parts.items() if some]
    return "; ".join(told) or "the moves come in another order"
