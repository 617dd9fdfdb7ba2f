"""Slips: words in an order that the notation does not have, and what is meant by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.model.game.chains import ASSIGNMENTS, COMBINES, ENDS, GUARDS, RULES
from tilewright.model.game.names import (
    AGAIN,
    BESIDE,
    CELLS,
    DRAWN,
    FAR,
    NEIGHBOURS,
    NUMBERS,
    REPETITIONS,
    STANDING,
    SUMMED,
    THERE,
    NamedElements,
    counted_beside,
)
from tilewright.model.game.outline import UNOWNED
from tilewright.model.game.parser import ELSE_IF
from tilewright.model.game.patterns import KINDS, OTHERS, PLAYERS, SELECTIONS, WHO
from tilewright.model.game.values import COMPARISONS, EXTREMES, TABLE
from tilewright.model.game.vocabulary import COMPUTED
from tilewright.model.remedies import Insert, Remedy, Replace, Rewrite
from tilewright.model.text.scanner import Token, TokenKind

_OF_RULES = ("in", "priority", "maximise", "weight", "share", "owner", "hidden")
"""The words for what is said of a rule before its chain."""
_WITHOUT_HEAD = ("place", "effect", "ensure", "stuck", "over", "round", "sub")
"""The declarations of chains of which nothing is said."""
_ALONG_VECTORS = ("step", "ray", "line", "aligned")
"""The filters after which vectors may stand."""
_RANKED = "by what players are ranked is a declaration, as in 'ranking max {}', the most important first"
_OVER = ("over", "across", "via")
"""Words for the cells that are passed over, which the notation names after ``through``."""
_TIMES = {"once": "1", "twice": "2", "thrice": "3"}
"""Words for how often something is done, which the notation says by numbers."""
MOVES = ("move", "swap")
"""The filters that bring what stands on a mark to the cell that is reached."""
_EXTREMES_OF = {
    **dict.fromkeys(("lowest", "least", "smallest", "minimum"), "min"),
    **dict.fromkeys(("highest", "most", "greatest", "maximum"), "max"),
}
"""The words for the least and the greatest of several numbers, and the functions that find it."""
AXES = {"row": "rank", "column": "file"}
"""The words for the place of a cell, and what their constants may be called."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words around a token that cannot stand where it was *found*: the two before it, and the two after it."""

    earlier: Token
    previous: Token
    found: Token
    following: Token
    further: Token
    kinds: tuple[str, ...]
    """The kinds of elements of which one may be named instead, if any may."""
    expected: str | None
    """The only text that can stand there, if there is only one."""
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
    if word in ("owner", "hidden"):
        return f"'{word}' stands behind the name, as in 'chance Deal {word} = …' or 'zone deck 9x1 {word}'"
    if word in ("priority", "maximise"):
        return f"'{word}' stands behind the name, as in 'move Take {word} {'1' if word == 'priority' else 'men'} = …'"
    if word in ("rank", "score"):
        ended = "score coins" if word == "score" else word
        after = f"as in 'effect = has {{ … }} -> {ended}' after a move"
        return f"the game is ended by a rule, {after}; {_RANKED.format('coins, max men')}"
    if word in (*ENDS, "end", "ends"):
        done = word if word in ENDS else "win"
        after = f"as in 'effect = has {{ … }} -> {done}' after a move"
        return f"the game is ended by a rule, {after}, or 'over = …' at the end"
    if word in ("stalemate", "stalemated"):
        return "what happens to a player without a move is said by 'stuck', as in 'stuck = lose'"
    if word in ("team", "teams"):
        return (
            "the team of a player follows 'of', as in 'players A of Sun, B of Moon, C of Sun, D of Moon'; who plays "
            "together against nobody is paid alike, as by 'pay 1'"
        )
    if word in ("attribute", "attributes"):
        return "attributes stand in braces behind each piece, as in 'pieces Man:m { worth 1 } King:k { worth 5 }'"
    if word in ("variable", "var", "int", "integer", "let", "number"):
        return "a number that changes is a counter, as in 'counter coins = 3'; one that does not is a constant"
    if word in ("dice", "die", "random"):
        return "who moves at random is declared by 'nature Dice'; what is drawn, by rules such as 'chance Roll = …'"
    if word in ELSE_IF:
        return "another condition is 'else if', after the braces of the one before"
    if word in ("and", "or"):
        return f"a line does not go on with '{word}': write the whole condition in one line"
    if word in RULES:
        return f"'{word}' begins a filter, which stands in a chain, as in 'effect = {word} …'"
    return None


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


def _rows_of_shape(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``shape "##" "#."``."""
    first, second = words.previous, words.found
    if not (words.earlier.is_("shape") and first.kind is second.kind is TokenKind.STRING):
        return None
    rows = f"{first.value}/{second.value}"
    is_all = words.following.kind is not TokenKind.STRING
    meant = f'"{rows}"' if is_all else f'"{rows}/…"'
    remedies = (Rewrite(meant, first.place, second.place),) if is_all else ()
    return Slip(f"the rows of a shape stand in one text, with '/' between: write 'shape {meant}'", remedies)


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
    if not (asks and _means_players(player, names) and words.following.text == "{"):
        return None
    message = f"as whom a chain is read stands after 'as': write '{word} as {player} {{ … }}'"
    return Slip(message, (Insert("as"),))


def _player_before(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``enemy has { … }``."""
    player, word = words.previous, words.found
    if not (word.is_("has", "no") and words.following.text == "{" and _means_players(player.text, names)):
        return None
    meant = f"{word.text} as {player.text}"
    message = f"as whom a chain is read stands after 'as': write '{meant} {{ … }}'"
    return Slip(message, (Rewrite(meant, player.place, word.place),))


def _chain_of_player(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``if enemy check`` and ``if not enemy check``, where ``check`` is a chain."""
    player, chain = words.previous, words.found
    is_called = _is_value(words) and names.has(chain.text, "SubPipeline")
    if not (is_called and _means_players(player.text, names) and words.earlier.is_("if", "not", "and", "or")):
        return None
    is_denied = words.earlier.is_("not")
    meant = f"{'no' if is_denied else 'has'} as {player.text} {{ {chain.text} }}"
    message = f"as whom a chain is read stands after 'as': write '{meant}'"
    start = words.earlier if is_denied else player
    return Slip(message, (Rewrite(meant, start.place, chain.place),))


def _can_move(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``enemy has no moves``, ``enemy has moves`` and ``enemy cannot move``."""
    player, word, last = words.previous, words.found, words.following
    is_denied = word.is_("cannot") or (word.is_("has") and last.is_("no"))
    if word.is_("has") and is_denied:
        last = words.further
    if not (word.is_("has", "cannot") and last.is_("move", "moves")):
        return None
    if not (player.is_("own") or _means_players(player.text, names)):
        return None
    whose = "" if player.is_("own") else f"as {player.text} "
    meant = f"{'no' if is_denied else 'has'} {whose}{{ movable }}"
    return Slip(
        f"whether a player has a move is asked by 'movable': write '{meant}'",
        (Rewrite(meant, player.place, last.place),),
    )


def _each_player(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``do each player { … }``, ``has each player { … }`` and ``do as each other { … }``."""
    if words.earlier.is_("as") and words.previous.is_("each") and words.found.is_(*OTHERS):
        message = "'each' means all players, 'enemy' all others: write 'as enemy { … }'"
        return Slip(message, (Rewrite("enemy", words.previous.place, words.found.place),))
    asks = words.previous.text in GUARDS and words.found.text == "each"
    word, each, player = words.previous, words.found, words.following
    if not asks:
        word, each, player = words.earlier, words.previous, words.found
    if not (asks or (word.text == "do" and each.text == "each")) or player.text not in ("player", "players"):
        return None
    message = f"each player in turn is said by 'as each': write '{word.text} as each {{ … }}'"
    return Slip(message, (Rewrite("as each", each.place, player.place),))


def _denied(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``no own``."""
    word = words.found.text
    if words.previous.text != "no" or not (word in SELECTIONS or names.has(word, *STANDING)):
        return None
    message = (
        f"a pattern is denied by '!': write '!{word}'; that there is none anywhere is 'no {{ goto all -> {word} }}'"
    )
    return Slip(message, (Rewrite(f"!{word}", words.previous.place),))


def _not_each(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``where not { … }``."""
    word, denied = words.previous, words.found
    if words.expected != "{" or not (word.is_("where") and denied.is_("not")):
        return None
    message = "that something must not hold for a cell is said by one word: 'wherenot { … }'"
    return Slip(message, (Rewrite("wherenot", word.place, denied.place),))


def _come_again(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``repeat 3 -> draw``."""
    word, number = words.begun, words.previous
    is_repeat = word is not None and word.is_("repeat") and number.kind is TokenKind.INTEGER
    if not is_repeat or words.expected != "{" or words.found.text not in ("->", "|", "}", ""):
        return None
    message = (
        f"'repeat {words.said}' runs the chain in braces behind it; that a position has come again is asked by "
        f"'repeated {number.text}'"
    )
    remedies = (Replace("repeat", "repeated"),) if words.said == number.text else ()
    return Slip(message, remedies, word)


def _whose_cells(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``at den enemy``: cells of another player, or a pattern that follows the cells."""
    name, word = words.previous.text, words.found.text
    if words.earlier.text not in COMBINES or not (word in (*SELECTIONS, *WHO) or names.plays(word)):
        return None
    cells = next((found for kind in CELLS for found in names.all_of(name, kind)), None)
    if cells is None:
        return None
    if _means_players(word, names) and (cells.perPlayer or (cells.eClass.name == "Region" and cells.relative)):
        meant = f"{words.earlier.text} {word} {name}"
        message = f"whose cells are meant is said before their name: write '{meant}'"
        return Slip(message, (Rewrite(f"{word} {name}", words.previous.place),))
    return Slip(f"'->' is expected before '{word}': write '{words.earlier.text} {name} -> {word}'", (Insert("->"),))


def _of_no_rule(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``stuck in early = lose``."""
    word, phase = words.found.text, words.following
    if words.declaration not in _WITHOUT_HEAD or words.previous.is_("=", "->") or word not in _OF_RULES:
        return None
    if word != "in":
        return Slip(f"'{word}' is said of 'move' and 'chance' rules alone, and not of '{words.declaration}'", ())
    asked = f"in {phase.text if phase.kind is TokenKind.NAME else 'early'}"
    if words.declaration == "ensure":
        return Slip(f"only rules and effects belong to phases; here the chain asks: '= if {asked} {{ … }}'", ())
    remedies = (Rewrite(f"= {asked} ->", words.found.place, words.further.place),) if words.further.is_("=") else ()
    message = f"only rules and effects belong to phases; here the chain begins with the question: '= {asked} -> …'"
    return Slip(message, remedies)


def _in_range(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``if die in 2..4``."""
    number, low, high = words.previous, words.following, words.further
    is_range = words.found.text == "in" and low.kind is TokenKind.INTEGER and high.is_("..")
    if not (is_range and names.has(number.text, *NUMBERS)):
        return None
    meant = f"if {number.text} >= {low.text} and {number.text} <= …"
    return Slip(f"that a number lies between two others is said by two comparisons: '{meant}'", ())


def _between(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``if 2 <= die <= 4``."""
    sign, number, other = words.earlier, words.previous, words.found
    if not (sign.is_(*COMPARISONS) and other.text in COMPARISONS):
        return None
    meant = f"if … {sign.text} {number.text} and {number.text} {other.text} {words.following.text}"
    return Slip(f"what is compared twice is written twice: '{meant}'", (Insert(f"and {number.text}"),))


def _compared_cells(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``goto all -> enemy == 0``."""
    begun, sign, number = words.begun, words.found, words.following
    if begun is None or sign.text not in COMPARISONS or number.kind is not TokenKind.INTEGER:
        return None
    if not (begun.text in SELECTIONS or names.has(begun.text, *STANDING)):
        return None
    pattern = f"{begun.text} {words.said.strip()}".strip()
    asked = f"if count {{ goto all -> {pattern} }} {sign.text} {number.text}"
    return Slip(f"a filter is no number: '{asked}' asks how many cells of the board pass it", ())


def _set_number(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``set coins 3``."""
    word, name, number = words.earlier, words.previous, words.found
    if not (word.is_("set") and names.has(name.text, "Counter") and number.kind is TokenKind.INTEGER):
        return None
    meant = f"{name.text} := {number.text}"
    return Slip(f"a counter gets a number by ':=': write '{meant}'", (Rewrite(meant, word.place, number.place),))


def _for_each_player(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``counter coins per = 3 for A, 4 for B``."""
    number, found = words.previous, words.found
    if found.kind is TokenKind.INTEGER and number.is_(","):
        number = words.earlier
    elif not (found.text == "for" and words.earlier.is_("=")):
        return None
    if words.declaration != "counter" or number.kind is not TokenKind.INTEGER:
        return None
    return Slip(f"the numbers of the players stand in braces, in their order, as in '= {{ {number.text} 4 }}'", ())


def _decimal(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``if n > 1.5``."""
    whole, point, part = words.previous, words.found, words.following
    if not (whole.kind is part.kind is TokenKind.INTEGER and point.is_(".")):
        return None
    message = f"numbers are whole, and '{whole.text}.{part.text}' is not: multiply both sides, as in 'if 2 * n > 3'"
    return Slip(message, ())


def _relative_of(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``region half of deck relative = row 0``."""
    of, zone, word = words.earlier, words.previous, words.found
    if words.declaration not in ("region", "constant") or not of.is_("of") or not word.is_("relative", "per"):
        return None
    meant = f"{word.text} of {zone.text}"
    message = f"'{word.text}' stands before the zone: write '{meant}'"
    return Slip(message, (Rewrite(meant, of.place, word.place),))


def _for_good(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``counter score game``."""
    if words.declaration != "counter" or words.found.text != "game" or names.has("game", "Counter"):
        return None
    return Slip(
        "a counter lasts for good where nothing else is said: leave out 'game'", (Rewrite("", words.found.place),)
    )


def _after_the_option(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``chance Roll = option "hit" weight 2``."""
    word = words.found.text
    of_rules = words.declaration in ("move", "chance") and words.begun is not None
    if not of_rules or word not in ("weight", "share", "priority", "maximise"):
        return None
    number = words.following.text
    return Slip(f"what is said of a rule stands before '=', as in '{words.declaration} NAME {word} {number} = …'", ())


def _pattern_before(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``select own`` and ``mark own as from``: a pattern stands before what is done."""
    word, sign, found = words.previous, "", words.found
    if found.is_("!"):
        sign, found = "!", words.following
    is_mark = word.is_("mark") and words.kinds == ("Mark",)
    if not (is_mark or word.is_("select", "each", "pick")):
        return None
    if not (found.text in SELECTIONS or names.has(found.text, *STANDING)):
        return None
    meant, last = f"{sign}{found.text} -> {word.text}", found
    if words.following.is_("as") and not word.is_("pick"):
        meant, last = f"{meant} {words.further.text}", words.further
    elif is_mark:
        meant = f"{meant} {next(iter(names.known('Mark')), 'from')}"
    remedies = (Rewrite(meant, word.place, last.place),)
    return Slip(f"a pattern stands before '{word.text}', with '->' between: '{meant}'", remedies)


def _directions_first(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``step 2 orth``."""
    word, found = words.begun, words.found
    if word is None or not (word.is_("step", "ray") and words.said and names.has(found.text, "DirectionSet")):
        return None
    if names.has(words.said.split()[0], "DirectionSet"):
        return None
    meant = f"{word.text} {found.text} {words.said}"
    return Slip(f"the directions stand first: '{meant}'", (Rewrite(meant, word.place, found.place),), word)


def _vectors_with_commas(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``step (1,0),(0,1)``."""
    comma = words.found
    if words.begun is None or not (words.previous.is_(")") and comma.is_(",") and words.following.is_("(")):
        return None
    if not (words.begun.is_(*_ALONG_VECTORS) or "@" in words.said):
        return None
    message = "vectors stand one behind another, as in '(1,0) (0,1)', without commas"
    return Slip(message, (Replace(",", ""),))


def _so_many_steps(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``step orth * n``."""
    star, number = words.previous, words.found
    is_number = number.kind is TokenKind.INTEGER or names.has(number.text, *NUMBERS)
    if words.begun is None or not (words.begun.is_("step") and star.is_("*") and is_number):
        return None
    meant = f"step {words.said.removesuffix('*')}{number.text}"
    message = f"'*' means any number of steps; write '{meant}' for so many"
    return Slip(message, (Rewrite(number.text, star.place),))


def _lost_number(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``lose 1`` and ``win 2``."""
    number, end = words.found, words.previous
    if not end.is_("win", "lose") or number.kind is not TokenKind.INTEGER:
        return None
    paid = f"-{number.text}" if end.is_("lose") else number.text
    return Slip(f"'{end.text}' has no number; what a player gets is said by 'pay', as in 'pay {paid}'", ())


def _chain_of_none(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``slide orth``, where ``slide`` is a chain without parameters."""
    chain, given = words.previous, words.found
    is_chain = names.has(chain.text, "SubPipeline") and words.begun is not None and words.begun.place == chain.place
    if not is_chain or given.kind is not TokenKind.NAME or given.text in RULES:
        return None
    declared = f"'sub {chain.text}(a) = …' called as '{chain.text}({given.text})'"
    return Slip(f"the chain '{chain.text}' has no parameters; one with a parameter is {declared}", ())


def _so_often(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``step orth twice`` and ``repeat twice { … }``."""
    begun, number = words.begun, _TIMES.get(words.found.text)
    if begun is None or number is None or not begun.is_("step", "repeat"):
        return None
    meant = " ".join((begun.text, words.said, number)) if words.said else f"{begun.text} {number}"
    return Slip(f"how often is a number: write '{meant}'", (Rewrite(number, words.found.place),))


def _next_to(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``own next to Queen``."""
    if words.kinds != KINDS or not (words.found.is_("next") and words.following.is_("to")):
        return None
    return Slip(BESIDE, ())


def _of_whom(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``hand White``."""
    name, player = words.previous.text, words.found.text
    if not (names.has(name, "Counter") and names.plays(player)):
        return None
    meant = f"{player} {name}"
    message = f"whose number is meant is said before it: write '{meant}'"
    return Slip(message, (Rewrite(meant, words.previous.place, words.found.place),))


def _summed(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``height own``."""
    number, found = words.previous, words.found
    numbers = [one for kind in SUMMED for one in names.all_of(number.text, kind)]
    is_of_cells = any(one.eClass.name == "Attribute" or one.perCell for one in numbers)
    if not (is_of_cells and (found.text in SELECTIONS or names.has(found.text, *STANDING))):
        return None
    meant = f"{number.text} {{ {found.text} }}"
    message = f"the cells over which a number is summed stand in braces: '{meant}'"
    return Slip(message, (Rewrite(meant, number.place),))


def _divided(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``points / 2`` and ``points % 2``."""
    dividend = words.previous
    is_named = dividend.is_("count") or names.has(dividend.text, *NUMBERS)
    is_value = dividend.kind is TokenKind.INTEGER or dividend.is_(")", "}") or is_named
    if not (words.found.is_("/", "%") and is_value):
        return None
    meant, what = ("div", "quotient") if words.found.is_("/") else ("mod", "remainder")
    return Slip(f"a {what} is written by '{meant}', as in 'n {meant} 2'", (Rewrite(meant, words.found.place),))


def _until_of_step(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``step orth until enemy``, ``step orth while empty`` and ``step orth * over empty``."""
    if words.begun is None or not (words.begun.is_("step") and words.found.is_("until", "while", *_OVER)):
        return None
    way = words.said.split(" ")[0] if words.said else "orth"
    if not words.found.is_("until"):
        first, second, last = words.following, words.further, words.found
        meant = first.text if first.kind is TokenKind.NAME else "empty"
        if names.has(second.text, *CELLS):
            meant, last = f"{meant} at {second.text}", second
        elif names.has(first.text, *CELLS):
            meant, last = f"any at {first.text}", first
        written = f"step {way} * through {meant}"
        through = "through" if words.said == f"{way} *" else "* through"
        remedy = Rewrite(through if last is words.found else f"{through} {meant}", words.found.place, last.place)
        remedies = (remedy,) if words.said in (way, f"{way} *") else ()
        return Slip(f"steps along cells of a kind are said by 'through': write '{written}'", remedies)
    end = words.following.text if words.following.kind is TokenKind.NAME else "enemy"
    message = f"'until' belongs to 'ray': write 'ray {way} empty until {end} end', or 'step {way} * through empty"
    return Slip(f"{message} -> {end}'", ())


def _set_where(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``set own King at goal``."""
    word, found = words.begun, words.found
    cells = words.further if _means_players(words.following.text, names) else words.following
    if word is None or not (word.is_("set") and found.is_("at", "in", "on") and names.has(cells.text, *CELLS)):
        return None
    whose = "" if cells is words.following else f"{words.following.text} "
    meant = f"at {whose}{cells.text} -> set {words.said}"
    message = f"'set' puts down on all cells of the working set; which these are is said before: '{meant}'"
    return Slip(message, (Rewrite(meant, word.place, cells.place),))


def _emptied(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``set enemy empty``."""
    whose = words.previous
    if not (words.earlier.is_("set") and whose.is_("own", "enemy") and words.found.is_("empty")):
        return None
    meant = f"{whose.text} -> set empty"
    message = f"'set empty' takes away what stands there; whose it must be is asked before: '{meant}'"
    return Slip(message, (Rewrite(meant, words.earlier.place),))


def _several_marks(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``select from, to``."""
    word, mark, other = words.earlier, words.previous, words.following
    if not (word.is_("select", "each", "mark", "clear") and words.found.is_(",") and names.has(mark.text, "Mark")):
        return None
    again = "clear" if word.is_("clear") else "mark"
    meant = f"{mark.text} -> {again} {other.text}"
    remedies = (Rewrite(meant, mark.place, other.place),) if names.has(other.text, "Mark") else ()
    return Slip(f"one mark stands after '{word.text}': write '{word.text} {meant}'", remedies)


def _twice_removed(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``next next coins``: the number of a player who is two places away."""
    first, second = (words.earlier, words.previous)
    if not (first.is_("next", "previous") and second.is_("next", "previous")):
        first, second = words.previous, words.found
    if not (first.is_("next", "previous") and second.is_("next", "previous")):
        return None
    name = words.found.text if second is words.previous else words.following.text
    if not names.has(name, "Counter"):
        return None
    message = (
        f"whose number is meant is said by one word; as the {first.text} player '{second.text} {name}' is that of the "
        f"one after him: 'do as {first.text} {{ {second.text} {name} += 1 }}', or 'has as {first.text} {{ if "
        f"{second.text} {name} > 1 }}'"
    )
    return Slip(message, ())


def _players_counted(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``count as each { … }`` and ``players { … }``."""
    is_counted = words.previous.is_("count") and words.found.is_("as", "players")
    if not (is_counted or (_is_value(words) and words.found.is_("players"))):
        return None
    example = "'each count { pick -> if lives > 0 }'"
    return Slip(f"for how many players something holds is a sum over them, as in {example}", ())


def _of_each_player(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``each hand := 0``."""
    sign, number = words.following, words.further
    is_change = sign.is_(":=", "+=", "-=") and names.has(words.found.text, "Counter")
    if not (words.previous.is_("each") and is_change):
        return None
    meant = f"do as each {{ {words.found.text} {sign.text} {number.text} }}"
    return Slip(f"what is done for all players stands in 'do as each': write '{meant}'", ())


def _most_wins(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``win max coins``."""
    word, found = words.previous, words.found
    number = words.following if found.text in EXTREMES else found
    if word.is_("rank") and number.text not in ENDS and (found.text in EXTREMES or names.has(found.text, *NUMBERS)):
        return Slip(f"'rank' stands alone; {_RANKED.format(number.text)}", ())
    if word.text not in ENDS or not (found.text in EXTREMES or names.has(found.text, *NUMBERS)):
        return None
    name = number.text if names.has(number.text, *NUMBERS) else "coins"
    is_most = word.text == "win" and found.text != "min" and name == number.text
    remedies = (Rewrite(f"score {name}", word.place, number.place),) if is_most else ()
    message = f"'{word.text}' stands alone; 'score {name}' ends the game, and the player with the greatest number wins"
    return Slip(message, remedies)


def _several_scores(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``score coins then men`` and ``score coins, men``."""
    begun, number = words.begun, words.previous
    is_next = words.found.is_("then", ",") and names.has(words.following.text, *NUMBERS)
    if begun is None or not (begun.is_("score") and is_next and names.has(number.text, *NUMBERS)):
        return None
    both = _RANKED.format(f"{number.text}, max {words.following.text}")
    return Slip(f"'score' compares one number: write 'rank'; {both}", ())


def _best_of_cells(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``n := max { hp { own } }``, ``max hp { own }`` and ``least hp``."""
    word, number = words.found, words.further if words.following.is_("{") else words.following
    if not (_is_value(words) and word.is_(*EXTREMES, "most", "least") and names.has(number.text, *SUMMED)):
        return None
    if any(counter.perPlayer and not counter.perCell for counter in names.all_of(number.text, "Counter")):
        return Slip(_best_player(word, number.text), ())
    best = "most" if word.is_("max", "most") else "least"
    meant = f"{number.text} {{ goto all -> {best} {number.text} -> pick }}"
    return Slip(f"the number of the best cell is read on that cell: '{meant}'", ())


def _best_of_players(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``top := max each coins`` and ``most each coins``."""
    word, number = words.found, words.further.text
    if not (_is_value(words) and word.is_(*EXTREMES, "most", "least") and words.following.is_("each")):
        return None
    return Slip(_best_player(word, number), ())


def _best_player(word: Token, number: str) -> str:
    """Return how the greatest or least *number* of a player is found; *word* says which."""
    begin, sign = ("0", ">") if word.is_("max", "most") else ("99", "<")
    meant = f"best := {begin} -> do as each {{ if {number} {sign} best -> best := {number} }}"
    return f"the number of the best player is kept in a counter of your own: '{meant}'"


def _least_of_several(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``score lowest of red, green``."""
    function = _EXTREMES_OF.get(words.found.text)
    if function is None or not (_is_value(words) and words.following.is_("of")):
        return None
    first = words.further.text if names.has(words.further.text, *NUMBERS) else "a"
    return Slip(f"the {words.found.text} of several numbers is '{function}({first}, …)'", ())


def _last_move(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``if last move was Put``."""
    if not (_is_value(words) and words.found.is_("last") and words.following.is_("move", "rule", "turn")):
        return None
    message = (
        "no value tells which move was made: its rule keeps it, in a counter or a mark that lasts, as in "
        "'counter made' and 'made := 1', asked by 'if made == 1'"
    )
    return Slip(message, ())


def _listed(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``n := lookup (1, 2) at n``."""
    if not (_is_value(words) and words.found.is_("lookup", "list", "array") and words.following.is_("(", "[")):
        return None
    return Slip(f"a number of a list, by its place from 0 on, is read by '{TABLE}'", ())


def _distance(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``if distance from < 3``."""
    if not (_is_value(words) and words.found.is_("distance")):
        return None
    return Slip(FAR, ())


def _repetition(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``if repetition 3`` and ``if repetition == 3``."""
    word, number = words.found, words.following
    if not (_is_value(words) and word.is_(*REPETITIONS)):
        return None
    remedies = (Replace(word.text, "repeated"),) if number.kind is TokenKind.INTEGER else ()
    return Slip(AGAIN, remedies)


def _there_is(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``if exists { … }``."""
    if not (_is_value(words) and words.found.is_("exists", "exist", "some")):
        return None
    remedies = (Replace(words.found.text, "has"),) if words.following.text == "{" else ()
    return Slip(THERE, remedies)


def _rounds(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``if round == 3`` and ``if turns == 9``."""
    counted = {"round": "rounds", "rounds": "rounds", "turn": "moves", "turns": "moves", "ply": "moves"}
    own = counted.get(words.found.text)
    if own is None or not _is_value(words):
        return None
    where = "round" if own == "rounds" else "effect"
    return Slip(f"{own} are counted by a counter of your own: 'counter {own}', and '{where} = {own} += 1'", ())


def _beside(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``count neighbours`` and ``if enemy neighbours >= 1``."""
    if not (words.previous.is_("count") or _is_value(words)) or words.found.text not in NEIGHBOURS:
        return None
    whose = words.previous.text
    return Slip(counted_beside(whose if whose in SELECTIONS else "own"), ())


def _test_as_value(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``n := m > 3``, ``n := m > 3 ? 1 : 2`` and ``if (m > 3) == 1 { … }``."""
    changed = words.begun
    if changed is None or not words.found.is_(*COMPARISONS):
        return None
    said = [changed.text, *words.said.replace("(", " ( ").split()]
    if words.expected == ")" and "if" in said:
        return Slip("a comparison is no value; tests in parentheses are followed by 'and', 'or', '->' or '{'", ())
    if ASSIGNMENTS.keys().isdisjoint(said[1:2]):
        return None
    return Slip(f"a test has no value: write '{changed.text} := if a > b {{ 1 }} else {{ 0 }}'", ())


def _filter_as_value(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``n := if own { n := 2 }``."""
    if words.expected != "}" or not words.found.is_(*ASSIGNMENTS):
        return None
    meant = f"if own {{ {words.previous.text} := 2 }}"
    return Slip(f"behind a value that asks, values stand in the braces; filters do in a condition: '{meant}'", ())


def _at_random(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``die := random 1..6`` and ``pick random``."""
    if not words.found.is_("random") or names.is_known("random"):
        return None
    return Slip("what is drawn is a move of nature: 'nature Dice', and a rule 'chance Roll = amount die 1..6'", ())


def _place_as_number(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``if row == 2``."""
    axis = words.found.text
    if not (_is_value(words) and axis in AXES):
        return None
    meant = f"declare 'constant {AXES[axis]} = {axis}' and write '{AXES[axis]}'"
    return Slip(f"a number that each cell has is a constant: {meant}", ())


def _row_of_cells(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``at row 2`` and ``goto column 0``."""
    axis, number = words.found.text, words.following
    if not (words.previous.text in COMBINES and axis in AXES and number.kind is TokenKind.INTEGER):
        return None
    meant = f"declare 'region {AXES[axis]}{number.text} = {axis} {number.text}'"
    written = f"write '{words.previous.text} {AXES[axis]}{number.text}'"
    return Slip(f"the cells of a {axis} are a region: {meant} and {written}", ())


def _formula_of_cells(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``constant odd = column % 2`` and ``region dark = column mod 2 == 1``."""
    axis, sign = words.previous, words.found
    if words.declaration == "constant" and sign.is_("%", "/"):
        meant = "mod" if sign.is_("%") else "div"
        return Slip(f"write '{meant}'", (Rewrite(meant, sign.place),))
    computed = ("mod", "div", "*", "%", "/", "+", "-", *COMPARISONS)
    if words.declaration != "region" or not (axis.is_(*AXES) and sign.is_(*computed)):
        return None
    return Slip(f"{COMPUTED}: 'where {axis.text} mod 2 == 1'", (Insert("where"),), axis)


def _dotted_cells(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``goto enemy.hand``."""
    player, name = words.found, words.further
    is_cells = words.previous.text in COMBINES and words.following.is_(".") and names.has(name.text, *CELLS)
    if not (is_cells and _means_players(player.text, names)):
        return None
    meant = f"{player.text} {name.text}"
    message = f"whose cells are meant is said before their name: write '{words.previous.text} {meant}'"
    return Slip(message, (Rewrite(meant, player.place, name.place),))


def _cells_without_goto(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``enemy hand`` as a filter."""
    player, name = words.previous.text, words.found.text
    if words.earlier.text in COMBINES or _is_value(words) or not names.has(name, *CELLS):
        return None
    if not _means_players(player, names):
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
    if words.following.is_(".") and names.has(words.further.text, *NUMBERS):
        meant = f"{words.further.text} {{ goto {cells.text} }}"
        message = f"on which cells a number is read stands behind it, in braces: write '{meant}'"
        return Slip(message, (Rewrite(meant, start, words.further.place),))
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
    return Slip(message, (Rewrite(meant, number.place, words.further.place if words.found.is_("(") else name.place),))


def _moved(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``swap from card``, ``move card to deck`` and ``move deck``."""
    word, found, name = words.previous, words.found, words.following
    target = name if found.is_("to") and (names.has(name.text, *CELLS) or not names.has("to", *CELLS)) else found
    is_target = found.is_("to") or names.has(target.text, *CELLS)
    a_mark = next(iter(names.known("Mark")), "card")
    if words.earlier.text in MOVES and names.has(word.text, "Mark") and is_target:
        if names.has(target.text, "Mark") and words.earlier.is_("move"):
            return _moved_between(words.earlier, word, target)
        return _reached(words.earlier, word.text, target, names)
    if word.text not in MOVES or words.kinds != ("Mark",):
        return None
    if found.is_("from", "with") and names.has(name.text, "Mark"):
        message = f"'{word.text}' takes the mark itself: write '{word.text} {name.text}'"
        return Slip(message, (Rewrite(name.text, found.place, name.place),))
    is_unknown = found.is_("to") and name.kind is not TokenKind.NAME and not names.has("to", *CELLS)
    return _reached(word, a_mark, target, names) if is_target and not is_unknown else None


def _moved_between(word: Token, mark: Token, other: Token) -> Slip:
    """Return what is meant by ``move from to`` and ``move to from``: the names say which mark is the goal."""
    start, goal = (other, mark) if mark.is_("to") or other.is_("from") else (mark, other)
    meant = f"goto {goal.text} -> move {start.text}"
    message = (
        "'move' takes a mark alone, and brings what stands there to the cell that is reached: from "
        f"'{start.text}' to '{goal.text}' is written '{meant}'"
    )
    return Slip(message, (Rewrite(meant, word.place, other.place),))


def _reached(word: Token, mark: str, target: Token, names: NamedElements) -> Slip:
    """Return what is meant where a target follows a filter of ``MOVES``, perhaps after a mark."""
    is_cell = names.has(target.text, "Mark")
    one = "" if is_cell else "pick -> " if word.is_("swap") else "empty -> pick -> "
    message = f"'{word.text}' takes a mark alone, and brings what stands there to the cell that is reached"
    if target.kind is not TokenKind.NAME or (target.is_("to") and not is_cell):
        return Slip(f"{message}: write '{word.text} {mark}'", (Rewrite(f"{word.text} {mark}", word.place),))
    meant = f"goto {target.text} -> {one}{word.text} {mark}"
    remedies = (Rewrite(meant, word.place, target.place),) if is_cell and names.has(mark, "Mark") else ()
    return Slip(f"{message}: write '{meant}'", remedies)


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


def _fat_arrow(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``own => select``."""
    sign, head = words.found, words.following
    if not (sign.is_("=") and head.is_(">") and head.offset == sign.offset + 1):
        return None
    return Slip("filters are joined by '->', and not by '=>'", (Rewrite("->", sign.place, head.place),))


def _winner(words: Words, names: NamedElements) -> Slip | None:
    """Return what is meant by ``win Green``."""
    word, player = words.previous, words.found
    if word.text not in ENDS or not names.has(player.text, "Player"):
        return None
    meant = f"do as {player.text} {{ {word.text} }}"
    message = (
        f"'{word.text}' stands alone: it is said of the player whose chain this is; of another one write '{meant}'"
    )
    return Slip(message, (Rewrite(meant, word.place, player.place),))


def _means_players(word: str, names: NamedElements) -> bool:
    """Return whether a word says which players are meant."""
    return word in PLAYERS or names.plays(word)


def _is_value(words: Words) -> bool:
    """Return whether a value is expected."""
    return words.kinds == NUMBERS


_SLIPS: tuple[Callable[[Words, NamedElements], Slip | None], ...] = (
    _without_braces,
    _rows_of_shape,
    _groups,
    _without_as,
    _player_before,
    _chain_of_player,
    _can_move,
    _each_player,
    _denied,
    _not_each,
    _come_again,
    _whose_cells,
    _dotted_cells,
    _cells_without_goto,
    _cells_as_number,
    _number_of_cells,
    _in_range,
    _between,
    _compared_cells,
    _set_number,
    _for_each_player,
    _decimal,
    _relative_of,
    _for_good,
    _after_the_option,
    _of_no_rule,
    _pattern_before,
    _directions_first,
    _vectors_with_commas,
    _so_many_steps,
    _lost_number,
    _chain_of_none,
    _until_of_step,
    _set_where,
    _emptied,
    _several_marks,
    _twice_removed,
    _players_counted,
    _of_each_player,
    _of_whom,
    _summed,
    _moved,
    _drawn,
    _fraction,
    _divided,
    _most_wins,
    _several_scores,
    _best_of_cells,
    _best_of_players,
    _test_as_value,
    _filter_as_value,
    _at_random,
    _listed,
    _least_of_several,
    _last_move,
    _distance,
    _repetition,
    _there_is,
    _so_often,
    _next_to,
    _rounds,
    _beside,
    _place_as_number,
    _row_of_cells,
    _formula_of_cells,
    _fat_arrow,
    _winner,
)
