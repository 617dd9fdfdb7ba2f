"""Slips: words in an order that the notation does not have, and what is meant by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.model.game.chains import COMBINES, ENDS, GUARDS, RULES
from tilewright.model.game.names import CELLS, NUMBERS, STANDING, NamedElements
from tilewright.model.game.outline import UNOWNED
from tilewright.model.game.parser import ELSE_IF
from tilewright.model.game.patterns import PLAYERS, SELECTIONS, WHO
from tilewright.model.game.values import EXTREMES
from tilewright.model.remedies import Insert, Remedy, Replace, Rewrite
from tilewright.model.text.scanner import Token, TokenKind

_OF_RULES = ("in", "priority", "maximise", "weight", "share", "owner", "hidden")
"""The words for what is said of a rule before its chain."""
_WITHOUT_HEAD = ("place", "effect", "ensure", "stuck", "over", "round", "sub")
"""The declarations of chains of which nothing is said."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words around a token that cannot stand where it was *found*: the two before it, and the two after it."""

    earlier: Token
    previous: Token
    found: Token
    following: Token
    further: Token
    declaration: str
    """The word of the declaration in which they stand, an empty text outside of all."""
    begun: Token | None
    """The token with which the last filter begins, in a chain."""
    said: str
    """What stands between that and the token that was found."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What is meant by some words: a message that says it, and what puts them right."""

    message: str
    remedies: tuple[Remedy, ...]
    at: Token | None = None
    """The token that it is told of, by default the one that was found."""


def undeclared(word: str) -> str | None:
    """Return what is written instead of a declaration that begins with a *word* for a rule or a filter, if it does."""
    if word == "rule":
        return "a rule is 'move NAME = …', or 'place NAME = …' if its move is one click"
    if word in (*ENDS, "end", "score"):
        done = word if word in ENDS else "win"
        return (
            f"the game is ended by a rule, as in 'effect = if n == 3 -> {done}' after a move, or 'over = …' at the end"
        )
    if word in ELSE_IF:
        return "another condition is 'else if', after the braces of the one before"
    if word in RULES:
        return f"'{word}' begins a filter, which stands in a chain, as in 'effect = {word} …'"
    return None


def slip_of(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by words of which one cannot stand where it does; None if they are no common slip."""
    return next((slip for rule in _RULES if (slip := rule(words, names)) is not None), None)


def _without_braces(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``pieces Man:m worth 3``."""
    is_piece = words.declaration in ("pieces", *UNOWNED) and words.earlier.text == ":"
    if not is_piece or words.found.kind is not TokenKind.INTEGER:
        return None
    written = f"{{ {words.previous.text} {words.found.text} }}"
    return Slip(f"attributes stand in braces: '{written}'", (Rewrite(written, words.previous.place),))


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


def _of_no_rule(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``place P in early = empty``."""
    word, phase = words.found.text, words.following
    if words.declaration not in _WITHOUT_HEAD or words.previous.is_("=", "->") or word not in _OF_RULES:
        return None
    if word != "in":
        return Slip(f"'{word}' is said of 'move' and 'chance' rules alone, and not of '{words.declaration}'", ())
    begun = f"= in {phase.text if phase.kind is TokenKind.NAME else 'early'} ->"
    remedies = (Rewrite(begun, words.found.place, words.further.place),) if words.further.is_("=") else ()
    message = f"only 'move' and 'chance' rules belong to phases; here the chain begins with the question: '{begun} …'"
    return Slip(message, remedies)


def _pattern_before(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``select own``: a pattern stands before a word for one of the cells."""
    word, found = words.previous, words.found
    if not (word.is_("select", "each", "pick") and (found.text in SELECTIONS or names.has(found.text, *STANDING))):
        return None
    meant = f"{found.text} -> {word.text}"
    return Slip(f"a pattern stands before '{word.text}', with '->' between: '{meant}'", (Rewrite(meant, word.place),))


def _directions_first(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``step 2 orth``."""
    word, found = words.begun, words.found
    if word is None or not (word.is_("step", "ray") and words.said and names.has(found.text, "DirectionSet")):
        return None
    meant = f"{word.text} {found.text} {words.said}"
    return Slip(f"the directions stand first: '{meant}'", (Rewrite(meant, word.place, found.place),), word)


def _so_many_steps(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``step orth * n``."""
    star, number = words.previous, words.found
    is_number = number.kind is TokenKind.INTEGER or names.has(number.text, *NUMBERS)
    if words.begun is None or not (words.begun.is_("step") and star.is_("*") and is_number):
        return None
    meant = f"step {words.said.removesuffix('*')}{number.text}"
    message = f"'*' means any number of steps; write '{meant}' for so many"
    return Slip(message, (Rewrite(number.text, star.place),))


def _of_whom(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``hand White``."""
    name, player = words.previous.text, words.found.text
    if not (names.has(name, "Counter") and names.has(player, "Player")):
        return None
    message = f"whose number is meant is said before it: '{name}' is the player's, and 'enemy {name}', 'next {name}'"
    return Slip(f"{message} or 'previous {name}' another player's", ())


def _summed(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``height own``."""
    number, found = words.previous, words.found
    numbers = (*names.all_of(number.text, "Counter"), *names.all_of(number.text, "Attribute"))
    is_of_cells = any(one.eClass.name == "Attribute" or one.perCell for one in numbers)
    if not (is_of_cells and (found.text in SELECTIONS or names.has(found.text, *STANDING))):
        return None
    meant = f"{number.text} {{ {found.text} }}"
    message = f"the cells over which a number is summed stand in braces: '{meant}'"
    return Slip(message, (Rewrite(meant, number.place),))


def _moved_to(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``move from to here``."""
    word, source, to = words.earlier, words.previous, words.found
    if not (word.is_("move", "swap") and names.has(source.text, "Mark")):
        return None
    target = next((token for token in (words.following, to) if names.has(token.text, *CELLS)), None)
    if to.text != "to" and target is not to:
        return None
    meant = f"goto {'here' if target is None else target.text} -> {word.text} {source.text}"
    remedies = () if target is None else (Rewrite(meant, word.place, target.place),)
    return Slip(f"what is moved goes to the cell of the working set: '{meant}'", remedies)


def _divided(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``points / 2``."""
    dividend = words.previous
    is_value = dividend.kind is TokenKind.INTEGER or dividend.is_(")", "}") or names.has(dividend.text, *NUMBERS)
    if not (words.found.is_("/") and is_value):
        return None
    return Slip("a quotient is written by 'div', as in 'n div 2', a remainder by 'mod'", (Replace("/", "div"),))


def _most_wins(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``win max coins``."""
    word, found = words.previous, words.found
    number = words.following if found.text in EXTREMES else found
    if word.text not in ENDS or not (found.text in EXTREMES or names.has(found.text, *NUMBERS)):
        return None
    name = number.text if names.has(number.text, *NUMBERS) else "coins"
    is_most = word.text == "win" and found.text != "min" and name == number.text
    remedies = (Rewrite(f"score {name}", word.place, number.place),) if is_most else ()
    message = f"'{word.text}' stands alone; 'score {name}' ends the game, and the player with the greatest number wins"
    return Slip(message, remedies)


_RULES: tuple[Callable[[Words, NamedElements], Slip | None], ...] = (
    _without_braces,
    _without_as,
    _denied,
    _whose_cells,
    _of_no_rule,
    _pattern_before,
    _directions_first,
    _so_many_steps,
    _of_whom,
    _summed,
    _moved_to,
    _divided,
    _most_wins,
)
