"""Programs of others that play: they are told what their player may know, and answer with a move.

``Bot`` is what such a program is made of in Python; ``messages`` are what any program reads and writes.
"""

from __future__ import annotations

from tilewright.runtime.bots.bot import Board, Bot, Clock, View

__all__ = ["Board", "Bot", "Clock", "View"]
