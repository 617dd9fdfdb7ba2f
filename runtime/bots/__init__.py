"""External programs that play: they are told what their player may know, and answer with a move.

``Bot`` is the base class of such a program in Python; ``messages`` is the protocol of programs in any language.
"""

from __future__ import annotations

from tilewright.runtime.bots.bot import Board, Bot, Clock, View

__all__ = ["Board", "Bot", "Clock", "View"]
