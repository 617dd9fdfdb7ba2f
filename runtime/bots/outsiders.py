"""External programs by their names: ``cmd:PROGRAM``, ``llm:URL``, and those that installed packages add."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

from tilewright.runtime.bots.process import Log
from tilewright.runtime.bots.talk import no_log
from tilewright.runtime.installed import SEATS, installed
from tilewright.runtime.matches.table import Guest
from tilewright.runtime.players import SEARCHES
from tilewright.runtime.state import Game

Maker: TypeAlias = Callable[[str, float, Log], Guest]
"""Makes a program of the text after the colon, the seconds it has for a move, and the log of its messages."""

_OWN = {
    "cmd": ("tilewright.runtime.bots.process", "ProcessBot"),
    "llm": ("tilewright.runtime.bots.chat", "ChatBot"),
}
"""The built-in kinds by the text before the colon: their module and class, which are imported when wanted."""


def outsider(who: str) -> Maker | None:
    """Return the maker of the external program that *who* names, or None if it names none."""
    if not is_outsider(who):
        return None
    name = who.partition(":")[0]
    if name in _OWN:
        module, kind = _OWN[name]
        made: Maker = getattr(import_module(module), kind)
        return made
    added: Maker = installed(SEATS)[name].load()
    return added


def names_of_outsiders() -> tuple[str, ...]:
    """Return the names that may stand before the colon."""
    return (*_OWN, *installed(SEATS))


def is_outsider(who: str) -> bool:
    """Return whether *who* names an external program. It is not imported."""
    name, colon, _ = who.partition(":")
    return bool(colon) and name not in SEARCHES and name in names_of_outsiders()


def seated(who: str, patience: float, log: Log = no_log, game: Game | None = None) -> Guest | None:
    """Return the external program that *who* names, or None if it names none. ``ValueError`` if it cannot play.

    *patience* is how many seconds it has for a move. *game* is checked by ``check_fit``, if it is given.
    """
    made = outsider(who)
    if made is None:
        return None
    if game is not None:
        check_fit(who, game)
    return made(who.partition(":")[2], patience, log)


def check_fit(who: str, game: Game) -> None:
    """Raise ``ValueError`` if the kind of an external program says that it cannot play a game.

    It says so by its attribute ``unfit``, a function that returns the reason or None; without it, it fits every game.
    """
    unfit = getattr(outsider(who), "unfit", None)
    reason = None if unfit is None else unfit(game)
    if reason is not None:
        raise ValueError(f"'{who}' cannot play: {reason}")
