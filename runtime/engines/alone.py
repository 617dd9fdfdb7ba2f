"""What is done for one row of a batch by the interpreter, where a kernel has met an error or one of its limits.

Where the rules go wrong, the interpreter says where: ``ModelError``.
"""

from __future__ import annotations

from tilewright.generator.compiler.emit.turn.batches import CLICKED
from tilewright.generator.splitmix import mix
from tilewright.runtime.engines.compiled import Compiled
from tilewright.runtime.engines.rows import Rows
from tilewright.runtime.interpreter import Settled
from tilewright.runtime.position import Identity


class Alone:
    """Goes on with single rows. *actions* is the number of actions, the last of which is the end of a move."""

    def __init__(self, engine: Compiled, rows: Rows, actions: int) -> None:
        self._engine = engine
        self._rows = rows
        self._actions = actions

    def possible(self, number: int) -> tuple[set[int], int]:
        """Return the possible actions, and the number of legal moves."""
        moves = list(self._node(number).moves)
        clicks = self._rows.clicks(number)
        return {self._next(move, clicks) for move in moves} - {-1}, len(moves)

    def found(self, number: int, action: int) -> int | None:
        """Return the number of the move that an action completes, -1 if it goes on, None if there is none."""
        clicks = self._rows.clicks(number)
        moves = list(self._node(number).moves)
        going = [place for place, move in enumerate(moves) if self._next(move, clicks) == action >= 0]
        if not going:
            return None
        complete = len(clicks) + (action < self._actions - 1)
        return -1 if any(len(moves[place]) > complete for place in going) else going[0]

    def play(self, number: int, move: int) -> bool:
        """Play the legal move of a number, or what was clicked; return whether there is such a move."""
        node = self._node(number)
        moves = list(node.moves)
        if move == CLICKED and self._rows.clicks(number) in node.moves:
            move = moves.index(self._rows.clicks(number))
        if not 0 <= move < len(moves):
            return False
        reference = self._engine.reference
        self._rows.put(number, reference.settle(reference.take(node, moves[move])).position)
        return True

    def random(self, number: int, code: int) -> None:
        """Play a random ply, which the kernel did not play for the reason of a code."""
        seed = self._rows.seed(number)
        after = self._engine.followed(self._rows.position(number), seed, code)
        self._rows.put(number, self._engine.reference.settle(after).position)
        self._rows.sow(number, mix(seed))

    def _node(self, number: int) -> Settled:
        return self._engine.reference.settle(self._rows.position(number))

    def _next(self, move: Identity, clicks: Identity) -> int:
        """Return the action with which a move goes on after clicks, or -1 if it begins otherwise."""
        if move[: len(clicks)] != clicks:
            return -1
        if len(move) == len(clicks):
            return self._actions - 1
        step = move[len(clicks)]
        labels = self._engine.program.labels
        return step if isinstance(step, int) else self._actions - 1 - len(labels) + labels.index(step)
