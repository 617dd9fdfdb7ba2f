"""The programs that take seats in a server: which of them may play what, and the threads in which they are asked."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tilewright.runtime.bots.outsiders import check_fit, seated
from tilewright.runtime.bots.process import Log
from tilewright.runtime.bots.talk import no_log, written_to
from tilewright.runtime.matches.events import Refused
from tilewright.runtime.matches.table import Guest, Inside
from tilewright.runtime.matches.terms import HUMAN
from tilewright.runtime.players import Kind as Program
from tilewright.runtime.search.unsearched import hidden
from tilewright.runtime.state import Game
from tilewright.runtime.web.limits import Limits

_PROGRAM = re.compile(r"random|(?:mcts|minimax):[0-9.]{1,12}s?")
"""The names of programs of tilewright that may play here."""
_log = logging.getLogger(__name__)


class Programs:
    """Programs of tilewright and external ones. Every method may be called from any thread."""

    def __init__(self, bots: Mapping[str, str], limits: Limits, talk: Path | None) -> None:
        """*bots* are the external programs, by their names here; *talk* is the file to which messages are appended.

        ``ValueError`` if an external program cannot play.
        """
        self.bots = dict(bots)
        self._limits = limits
        self._talk = talk
        self._open = [guest for who in self.bots.values() if (guest := seated(who, 1.0)) is not None]
        """Guests that keep the ports open to which programs connect, until the server is closed."""
        self._thinkers = ThreadPoolExecutor(limits.thinkers, "tilewright thinker")
        self._alone = ThreadPoolExecutor(limits.alone, "tilewright alone")
        """The threads for matches in which nobody but programs plays, so that people need not wait for those."""
        self._waiting = ThreadPoolExecutor(limits.awaited, "tilewright waiting")
        """The threads that wait for external programs, so that other programs need not wait for them."""

    def stop(self) -> None:
        """Ask no program any more. What a program is asked already is not waited for."""
        for pool in (self._thinkers, self._alone, self._waiting):
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Close the ports to which programs connect."""
        for guest in self._open:
            guest.close()

    def check(self, game: Game, who: str) -> None:
        """Raise ``Refused`` if a program is unknown, cannot play the game, or would exceed the limits."""
        limits = self._limits
        if who in self.bots:
            try:
                check_fit(self.bots[who], game)
            except ValueError as error:
                raise Refused("no-such-program", str(error)) from None
        if who in (HUMAN, "random") or who in self.bots:
            return
        if not _PROGRAM.fullmatch(who):
            raise Refused("no-such-program", f"{who[:60]!r} cannot play here.")
        try:
            Program(who)
        except ValueError as error:
            raise Refused("no-such-program", str(error)) from None
        search, _, much = who.partition(":")
        most = limits.thought if much.endswith("s") else limits.visits if search == "mcts" else limits.depth
        if float(much.rstrip("s")) > most:
            raise Refused("too-much", f"{who} would think for too long: {search} may have {most:g} here.")
        if search == "minimax" and game.is_hidden:
            raise Refused("no-such-program", hidden(game.name))

    def guest(self, who: str, seed: int, game: Game, **about: str) -> Guest:
        """Return the program that the terms of a match name. In place of one that is no longer known, moves are random.

        *about* is added to each line in the log of its messages.
        """
        limits = self._limits
        if who in self.bots:
            guest = seated(self.bots[who], limits.patience, self._log_of(about), game)
            assert guest is not None, "the names of programs were looked at before"
            return guest
        program = Program(who if _PROGRAM.fullmatch(who) else "random")
        return Inside(program.player(seed, hidden=game.is_hidden, most=limits.thought), limits.patience)

    def _log_of(self, about: Mapping[str, str]) -> Log:
        """Return the log for the messages of a program. If it cannot be written, the match goes on."""
        if self._talk is None:
            return no_log
        write = written_to(self._talk, **about)

        def written(way: str, line: bytes) -> None:
            try:
                write(way, line)
            except OSError as error:
                _log.warning("%s: %s", self._talk, error.strerror)

        return written

    def pool(self, who: str | None, has_people: bool = True) -> ThreadPoolExecutor:
        """Return the threads in which a program is asked, by its name in the match; None is chance.

        *has_people* says whether somebody waits for it who is no program.
        """
        if who in self.bots:
            return self._waiting
        return self._thinkers if has_people else self._alone
