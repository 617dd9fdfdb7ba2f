"""A game's native kernels, called as bare as they are: no engine, no positions, no Python between."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilewright.generator.compiler import Program, compile_game
from tilewright.runtime import Game
from tilewright.runtime.kernels.native import missing_native, native_kernel
from tilewright.runtime.playouts import MAX_PLIES

TOO_SMALL = -1
"""What a kernel returns if its working memory is too small for this position."""


def has_native() -> bool:
    """Return whether there is a native engine here; if not, print why."""
    missing = missing_native()
    if missing is not None:
        print(f"no native engine: {missing}")
    return missing is None


HISTORY = 2 * MAX_PLIES
"""The words for keys of positions, in games whose rules ask for repetitions: more than a playout has plies."""


@dataclass(frozen=True)
class Played:
    """How random games ended: a row of words for each."""

    ends: Any
    games: int
    row: int


class Kernels:
    """The kernels of a game, from its initial position."""

    def __init__(self, game: Game, program: Program | None = None, lanes: bool | None = None) -> None:
        """Compile the game, or the text that was made of it before. *lanes*: see ``native_kernel``."""
        self.program = program or compile_game(game.document.root, game.document.places)
        self.kernel: Any = native_kernel(self.program.source, lanes=lanes, tree=self.program.tree)
        first = game.engine.initial()
        layout = self.program.layout
        self._position = self._array(
            layout.pack(first.boards, first.marks, first.counters, first.phase, first.player, 0, None)
        )
        self._history = self.kernel.array(HISTORY if layout.remembers else 1)
        self._control = self.kernel.array(1)
        self._size = 1 << 14
        self._work = self.kernel.array(self._size)
        self._row = layout.played
        self._ends = self.kernel.array(self._row)
        self._seed = 0

    def _array(self, words: list[int]) -> Any:
        array = self.kernel.array(len(words))
        for number, word in enumerate(words):
            array[number] = word
        return array

    def _call(self, name: str, *arguments: object) -> int:
        """Call a kernel that needs working memory, with more if that was too small."""
        while True:
            given = (self._position, self._history, 0, *arguments, self._work, self._size, self._control)
            done: int = self.kernel.call(name, *given)
            if done != TOO_SMALL:
                assert done >= 0, f"{self.program.name}: {name} ended with error {done}"
                return done
            self._size *= 4
            self._work = self.kernel.array(self._size)

    def perft(self, depth: int) -> int:
        """Return the number of leaves."""
        return self._call("perft", depth)

    def playouts(self, games: int, plies: int) -> Played:
        """Play so many other random games than before, each of at most *plies*; return how they ended: see ``states``."""
        self._seed += 1
        if len(self._ends) < self._row * games:
            self._ends = self.kernel.array(self._row * games)
        played = self._call("playouts", games, 0, self._seed, plies, self._ends)
        assert played == games
        return Played(self._ends, games, self._row)

    def mean_length(self, plies: int, games: int = 1000) -> float:
        """Return how many states random games pass."""
        return states(self.playouts(games, plies)) / games


def states(played: Played) -> int:
    """Return the states that playouts passed."""
    return sum(played.ends[1 : played.row * played.games : played.row])
