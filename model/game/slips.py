"""Slips: words in an order that the notation does not have, and what is meant by them."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.model.game.chains import COMBINES, GUARDS
from tilewright.model.game.names import CELLS, DRAWN, NUMBERS, STANDING, NamedElements
from tilewright.model.game.outline import UNOWNED
from tilewright.model.game.patterns import PLAYERS, SELECTIONS, WHO
from tilewright.model.remedies import Insert, Remedy, Rewrite
from tilewright.model.text.scanner import Token, TokenKind

MOVES = ("move", "swap")
"""The filters that bring what stands on a mark to the cell that is reached."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words around a token that cannot stand where it was *found*: the two before it, and the two after it."""

    earlier: Token
    previous: Token
    found: Token
    following: Token
    last: Token
    kinds: tuple[str, ...]
    """The kinds of elements of which one may be named instead, if any may."""
    expected: str | None
    """The only text that can stand there, if there is only one."""
    declaration: str
    """The word of the declaration in which they stand, an empty text outside of all."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What is meant by some words: a message that says it, and what puts them right."""

    message: str
    remedies: tuple[Remedy, ...]


def slip_of(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by words of which one cannot stand where it does; None if they are no common slip."""
    return next((slip for meant in _SLIPS if (slip := meant(words, names)) is not None), None)


def _without_braces(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``pieces Man:m worth 3`` and ``kind Ace:a is Card, worth 3``."""
    attribute, number = words.previous, words.found
    if not _lacks_symbol(words) or number.kind is not TokenKind.INTEGER or words.earlier.text == words.declaration:
        return None
    written = f"{{ {attribute.text} {number.text} }}"
    start = words.earlier.place if words.earlier.is_(",", "is") else attribute.place
    remedy = Rewrite(f" {written}" if words.earlier.is_(",") else written, start)
    return Slip(f"attributes stand in braces: '{written}'", (remedy,))


def _groups(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``kind Ace:a is Red Card`` and ``kind Ace:a Card { worth 3 }``."""
    before, name = words.earlier, words.previous
    if not _lacks_symbol(words):
        return None
    if before.kind is TokenKind.NAME and before.text != words.declaration:
        meant = f"{before.text}, {name.text}"
        message = (
            f"groups are separated by commas, as in 'is {meant}'; a further piece has a symbol, as in '{name.text}:x'"
        )
        return Slip(message, (Rewrite(meant, before.place, name.place),))
    if before.is_(":") and words.found.is_("{"):
        message = f"the groups of a piece stand after 'is', as in 'is {name.text} {{ … }}'"
        return Slip(message, (Rewrite(f"is {name.text}", name.place, name.place),))
    return None


def _lacks_symbol(words: Words) -> bool:
    """Return whether a name stands where a further piece may be declared, but without its symbol."""
    of_pieces = words.declaration in ("pieces", *UNOWNED)
    return of_pieces and words.expected == ":" and words.previous.kind is TokenKind.NAME


def _without_as(words: Words, names: NamedElements) -> Slip | None:
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


def _dotted_cells(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``goto enemy.hand``."""
    player, name = words.found, words.last
    is_cells = words.previous.text in COMBINES and words.following.is_(".") and names.has(name.text, *CELLS)
    if not (is_cells and player.text in PLAYERS):
        return None
    meant = f"{player.text} {name.text}"
    message = f"whose cells are meant is said before their name: write '{words.previous.text} {meant}'"
    return Slip(message, (Rewrite(meant, player.place, name.place),))


def _cells_without_goto(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``enemy hand`` as a filter."""
    player, name = words.previous.text, words.found.text
    if player not in PLAYERS or words.earlier.text in COMBINES or _is_value(words) or not names.has(name, *CELLS):
        return None
    meant = f"goto {player} {name}"
    message = f"'{player} {name}' are cells: '{meant}' goes to them, 'at {player} {name}' asks for them"
    return Slip(message, (Rewrite(meant, words.previous.place),))


def _cells_as_number(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``if hand == 0`` and ``if card.worth > 3``, where cells stand in place of a number."""
    cells, whose = words.found, words.previous.text if words.previous.text in WHO else ""
    counted = names.counted(cells.text, whose) if _is_value(words) else ""
    if not counted:
        return None
    start = words.previous.place if whose else cells.place
    if words.following.is_(".") and names.has(words.last.text, *NUMBERS):
        meant = f"{words.last.text} {{ goto {cells.text} }}"
        message = f"on which cells a number is read stands behind it, in braces: write '{meant}'"
        return Slip(message, (Rewrite(meant, start, words.last.place),))
    message = f"'{cells.text}' names cells, and a number is expected: 'count {counted}' counts them"
    return Slip(message, (Rewrite(f"count {counted}", start),))


def _number_of_cells(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``worth(card)`` and ``worth of card``."""
    number, name = words.previous, words.following
    is_number = number.is_("count") or names.has(number.text, *NUMBERS)
    if not (is_number and words.found.is_("(", "of") and names.has(name.text, *CELLS)):
        return None
    meant = f"{number.text} {names.counted(name.text) if number.is_('count') else f'{{ goto {name.text} }}'}"
    message = f"on which cells a number is read stands behind it, in braces: write '{meant}'"
    return Slip(message, (Rewrite(meant, number.place, words.last.place if words.found.is_("(") else name.place),))


def _moved(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``swap from card``, ``move card to deck`` and ``move deck``."""
    word, found, name = words.previous.text, words.found, words.following
    if words.earlier.text in MOVES and names.has(word, "Mark") and found.is_("to"):
        return Slip(_reached(words.earlier.text, word, name.text, names), ())
    if word not in MOVES or words.kinds != ("Mark",):
        return None
    if found.is_("from") and names.has(name.text, "Mark"):
        message = f"'{word}' takes the mark itself: write '{word} {name.text}'"
        return Slip(message, (Rewrite(name.text, found.place, name.place),))
    target = name.text if found.is_("to") else found.text
    return Slip(_reached(word, "card", target, names), ()) if found.is_("to") or names.has(target, *CELLS) else None


def _reached(word: str, mark: str, target: str, names: NamedElements) -> str:
    """Return what is said where a target follows a filter of ``MOVES``."""
    cells = f"goto {target}" if names.has(target, *CELLS) else "goto goal"
    where = cells if names.has(target, "Mark") else f"{cells} -> empty -> pick"
    message = f"'{word}' takes a mark alone, and brings what stands there to the cell that is reached"
    return f"{message}: write '{where} -> {word} {mark}'"


def _drawn(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``draw card``."""
    if not words.previous.is_("draw") or words.found.kind not in (TokenKind.NAME, TokenKind.INTEGER):
        return None
    return Slip(f"'draw' ends the game without a winner; {DRAWN}", ())


def _fraction(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``chance Six weight 1/6``."""
    if words.earlier.text != "weight" or not words.found.is_("/"):
        return None
    message = (
        "weights are whole numbers, and rules are drawn in proportion to them: one of weight 1 and one of weight 5"
    )
    return Slip(f"{message} have 1/6 and 5/6", ())


def _is_value(words: Words) -> bool:
    """Return whether a value is expected."""
    return words.kinds == NUMBERS


_SLIPS = (
    _without_braces,
    _groups,
    _without_as,
    _denied,
    _whose_cells,
    _dotted_cells,
    _cells_without_goto,
    _cells_as_number,
    _number_of_cells,
    _moved,
    _drawn,
    _fraction,
)
