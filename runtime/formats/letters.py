"""The letters of pieces and players in a format."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.metamodel.language import Letter
from tilewright.runtime.interpreter.cells import NOWHERE
from tilewright.runtime.rulebook import Rulebook


def cased(text: str, player: int) -> str:
    """Return a text as it is written for a player: unchanged for the first player, in lower case for all others."""
    return text.lower() if player > 0 else text


def letters_of_states(game: Rulebook, letters: Iterable[Letter]) -> tuple[str, ...]:
    """Return the letter of each state: by *letters*, or else its symbol in the notation.

    A letter for a piece of one player goes before a letter for the piece alone, whose case then tells the player.
    """
    tables = game.tables
    of_pieces = {(letter.piece, letter.player): letter.text for letter in letters}
    found = []
    for number, info in enumerate(tables.states):
        piece = info.element.piece
        player = tables.players[info.owner] if info.owner != NOWHERE else None
        own, common = of_pieces.get((piece, player)), of_pieces.get((piece, None))
        if piece is None or (own is None and common is None):
            found.append(game.names.states[number])
        else:
            found.append(own if own is not None else cased(common or "", info.owner))
    return tuple(found)


def letters_of_players(game: Rulebook, letters: Iterable[Letter]) -> tuple[str, ...]:
    """Return the letter of each player to move: by *letters*, or else the first of the name, in lower case."""
    said = {letter.player: letter.text for letter in letters if letter.piece is None}
    return tuple(said.get(p, game.players[n].name[:1].lower()) for n, p in enumerate(game.tables.players))
