"""Slips: words in an order that the notation does not have, and what is meant by them."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.model.game.chains import COMBINES, GUARDS
from tilewright.model.game.names import CELLS, STANDING, NamedElements
from tilewright.model.game.outline import UNOWNED
from tilewright.model.game.patterns import PLAYERS, SELECTIONS, WHO
from tilewright.model.remedies import Insert, Remedy, Rewrite
from tilewright.model.text.scanner import Token, TokenKind


@dataclass(frozen=True, slots=True)
class Words:
    """The words around a token that cannot stand where it was *found*: the two before it, and the one after it."""

    earlier: Token
    previous: Token
    found: Token
    following: Token
    declaration: str
    """The word of the declaration in which they stand, an empty text outside of all."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What is meant by some words: a message that says it, and what puts them right."""

    message: str
    remedies: tuple[Remedy, ...]


def slip_of(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by words of which one cannot stand where it does; None if they are no common slip."""
    if words.found.kind is TokenKind.INTEGER:
        return _without_braces(words)
    if words.found.kind is not TokenKind.NAME:
        return None
    return _without_as(words) or _denied(words, names) or _whose_cells(words, names)


def _without_braces(words: Words) -> Slip | None:
    """Return what is meant by ``pieces Man:m worth 3``."""
    if words.declaration not in ("pieces", *UNOWNED) or words.earlier.text != ":":
        return None
    written = f"{{ {words.previous.text} {words.found.text} }}"
    return Slip(f"attributes stand in braces: '{written}'", (Rewrite(written, words.previous.place),))


def _without_as(words: Words) -> Slip | None:
    """Return what is meant by ``has enemy { … }``. After ``if`` that is a test of a cell."""
    word, player = words.previous.text, words.found.text
    if word == "each":
        word = f"{words.earlier.text} each"
    asks = word in (*GUARDS, "do", "do each") and words.earlier.text != "if"
    if not (asks and player in PLAYERS and words.following.text == "{"):
        return None
    message = f"as whom a chain is read stands after 'as': write '{word} as {player} {{ … }}'"
    return Slip(message, (Insert("as"),))


def _denied(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``no own``."""
    word = words.found.text
    if words.previous.text != "no" or not (word in SELECTIONS or names.has(word, *STANDING)):
        return None
    message = f"a pattern is denied by '!': write '!{word}'; 'no {{ … }}' denies a chain"
    return Slip(message, (Rewrite(f"!{word}", words.previous.place),))


def _whose_cells(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``at den enemy``: cells of another player, or a pattern that follows the cells."""
    name, word = words.previous.text, words.found.text
    if words.earlier.text not in COMBINES or word not in (*SELECTIONS, *WHO):
        return None
    cells = next((found for kind in CELLS for found in names.all_of(name, kind)), None)
    if cells is None:
        return None
    if word in WHO and (cells.perPlayer or (cells.eClass.name == "Region" and cells.relative)):
        meant = f"{words.earlier.text} {word} {name}"
        message = f"whose cells are meant is said before their name: write '{meant}'"
        return Slip(message, (Rewrite(f"{word} {name}", words.previous.place),))
    return Slip(f"'->' is expected before '{word}': write '{words.earlier.text} {name} -> {word}'", (Insert("->"),))
