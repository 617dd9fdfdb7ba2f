"""The game notation (.game): a game as its author would write it."""

from tilewright.model.game.reader import read_game
from tilewright.model.game.writer import write_game

__all__ = ["read_game", "write_game"]
