"""Single rows of a batch that a kernel leaves to the interpreter, because of an error of the rules or a limit.

If the rules fail, the interpreter raises ``ModelError``, which says where.
"""

from __future__ import annotations

from tilewright.generator.compiler.program import CLICKED
from tilewright.generator.splitmix import mix
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.engines.rows import Rows
from tilewright.runtime.interpreter import Settled
from tilewright.runtime.position import Identity


class Alone:
    """Plays single rows by the interpreter. *actions* is the number of actions; the last one is the end of a move."""

    def __init__(self, engine: Compiled, rows: Rows, actions: int) -> None:
        self._engine = engine
        self._rows = rows
        self._actions = actions

    def possible(self, number: int) -> tuple[set[int], int]:
        """Return the possible actions of a row, and the number of its legal moves."""
        moves = list(self._node(number).moves)
        clicks = self._rows.clicks(number)
        return {self._next(move, clicks) for move in moves} - {-1}, len(moves)

    def found(self, number: int, action: int) -> int | None:
        """Return the number of the move that an action completes.

        -1 if a move goes on after the action, None if no move has the action.
        """
        clicks = self._rows.clicks(number)
        moves = list(self._node(number).moves)
        going = [place for place, move in enumerate(moves) if self._next(move, clicks) == action >= 0]
        if not going:
            return None
        complete = len(clicks) + (action < self._actions - 1)
        return -1 if any(len(moves[place]) > complete for place in going) else going[0]

    def play(self, number: int, move: int) -> Identity | None:
        """Play a legal move by its number, or, for ``CLICKED``, the one that was clicked; return it, None if none."""
        node = self._node(number)
        moves = list(node.moves)
        if move == CLICKED and self._rows.clicks(number) in node.moves:
            move = moves.index(self._rows.clicks(number))
        if not 0 <= move < len(moves):
            return None
        reference = self._engine.reference
        self._rows.put(number, reference.settle(reference.take(node, moves[move])).position)
        return moves[move]

    def rolled(self, number: int, code: int) -> int:
        """Return the number of a random legal move of a row; *code* is the error for which the kernel drew none."""
        seed = self._rows.seed(number)
        drawn = self._engine.rolled(self._rows.position(number), seed, code)
        self._rows.sow(number, mix(seed))
        return drawn

    def random(self, number: int, code: int) -> None:
        """Play a random ply in a row; *code* is the error for which the kernel did not play it."""
        seed = self._rows.seed(number)
        after = self._engine.followed(self._rows.position(number), seed, code)
        self._rows.put(number, self._engine.reference.settle(after).position)
        self._rows.sow(number, mix(seed))

    def _node(self, number: int) -> Settled:
        return self._engine.reference.settle(self._rows.position(number))

    def _next(self, move: Identity, clicks: Identity) -> int:
        """Return the action with which a move goes on after some clicks, -1 if it does not begin with them."""
        if move[: len(clicks)] != clicks:
            return -1
        if len(move) == len(clicks):
            return self._actions - 1
        step = move[len(clicks)]
        labels = self._engine.program.labels
        return step if isinstance(step, int) else self._actions - 1 - len(labels) + labels.index(step)
