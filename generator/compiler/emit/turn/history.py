"""The keys of earlier positions, where the rules of a game ask for repetitions."""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Code
from tilewright.generator.compiler.emit.filters.checks import position_key
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.turn.records import counted
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import ERRORS, local
from tilewright.generator.errors import SPENT


def begin(turn: Turn, code: Code) -> None:
    """Emit that the key of the position stands behind those of the earlier ones; each move adds that of the next."""
    if turn.layout.remembers:
        code.line(f"a_hist[h] = place_key({', '.join([*turn.position, 'p'])})")


def remember(turn: Turn, code: Code) -> None:
    """Emit that a position is looked at: no steps were taken for it yet. Its key, which is known, is counted."""
    code.store(ERRORS, SPENT, 0)
    if turn.layout.remembers:
        code.line(counted("a_hist[h]", "+ 1"))


def forget(turn: Turn, code: Code) -> None:
    """Emit that the key of the position is no longer counted."""
    if turn.layout.remembers:
        code.line(counted("a_hist[h]", "- 1"))


def ask(turn: Turn, me: int) -> None:
    """Emit ``ask_P``: whether a player could move in a position that has not come about, whose key it is given."""
    code = Code()
    code.line("a_hist[h] = key")
    code.line(counted("key", "+ 1"))
    code.assign("n", f"any_{me}_asked({', '.join(turn.arguments())})")
    code.line(counted("key", "- 1"))
    code.line("return n")
    turn.define(f"ask_{me}", [*turn.position, "key", *turn.context], code)


def key(turn: Turn) -> None:
    """Emit ``place_key``, by which positions are compared for repetitions: cells, numbers on them, and who moves."""
    walker = turn.walker(0)
    with walker.function(Sink()) as code:
        code.answer(position_key(walker, turn.flow(0), local("p")))
    turn.define("place_key", [*turn.position, "p"], code)
