"""The letters that stand for pieces and players in a format."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.metamodel.language import Letter
from tilewright.runtime.interpreter.tables import NOWHERE
from tilewright.runtime.rulebook import Rulebook


def cased(text: str, player: int) -> str:
    """Return what stands for something of a player: the text itself for the first one, small letters for others."""
    return text.lower() if player > 0 else text


def letters_of_states(game: Rulebook, letters: Iterable[Letter]) -> tuple[str, ...]:
    """Return what stands for each state: by the letters, or else the symbol that stands for it in the notation."""
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
    """Return what stands for each player as the one to move: by the letters, or else the first of his name, small."""
    said = {letter.player: letter.text for letter in letters if letter.piece is None}
    return tuple(said.get(p, game.players[n].name[:1].lower()) for n, p in enumerate(game.tables.players))
