"""Plies by whoever moves: what the functions that are called from outside have in common."""

from __future__ import annotations

from tilewright.generator.compiler.emit.code import Assign, Code, If
from tilewright.generator.compiler.emit.filters.checks import FILTER
from tilewright.generator.compiler.emit.turn.history import remember
from tilewright.generator.compiler.emit.turn.records import result
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import Statement
from tilewright.generator.errors import WORDS


def memory(turn: Turn, code: Code) -> None:
    """Emit the memory that the rules need: for errors, and for the keys of earlier positions by their last digits."""
    code.assign("a_err", f"[0] * {WORDS}")
    if turn.layout.remembers:
        code.assign("a_count", f"[0] * {FILTER}")
        code.line("count_keys(a_count, a_hist, h)")


def switch(turn: Turn, code: Code, call: str, targets: tuple[str, ...]) -> None:
    """Emit a call of the function of the player to move; ``@`` stands for the player's number."""
    last = turn.constants.players - 1
    statements: list[Statement] = [Assign(targets, call.replace("@", str(last)))]
    for me in reversed(range(last)):
        statements = [If(f"p == {me}", [Assign(targets, call.replace("@", str(me)))], statements)]
    code.add(statements[0])


def arguments(turn: Turn) -> str:
    """Return what a function of the position is given."""
    return ", ".join(turn.arguments())


def random_ply(turn: Turn, code: Code) -> None:
    """Emit a random ply: ``t`` is 1 if one was made, and 0 at the end of the game."""
    switch(turn, code, f"step_@(s, {arguments(turn)})", ("t", "s", *turn.whole))
    if turn.layout.remembers:
        code.assign("h", "h + t")


def end_if_stuck(turn: Turn, code: Code, *parts: str) -> None:
    """Emit that the game ends if nobody can move. *parts* are what is kept of the end: everything by default."""
    with code.block(If("e == 0 and a_err[0] == 0")):
        remember(turn, code)
        switch(turn, code, f"any_@({arguments(turn)})", ("t",))
        with code.block(If("not t")):
            results = ("t", *(result(name) for name in turn.whole))
            switch(turn, code, f"idle_@({arguments(turn)})", results)
            with code.block(If("not t")):
                for name in parts or turn.whole:
                    code.assign(name, result(name))
