"""Patterns: what stands on cells, and where.

::

    pattern := alt ('or' alt)* ['@' 'relative'? (x,y)+] with?
    alt     := '!'? (sel kind* like? | like) (('at'|'!at') who? (region|zone|mark))*
    who     := enemy | ally | next | previous | each | PLAYER
    sel     := own | enemy | ally | empty | piece | any | off | PLAYER | STATE | TILE | kind
    kind    := PIECE | GROUP
    like    := 'like' mark ATTRIBUTE?

The first alternative is the pattern itself, the others are its ``alternatives``; the offsets belong to all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby, takewhile
from typing import Any, TypeAlias

from tilewright.metamodel import schema
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.game.names import BESIDE, CELLS, NEIGHBOURS, NUMBERS, STANDING, counted_beside, either
from tilewright.model.game.numbers import NumberParser
from tilewright.model.game.parser import ELSE_IF, Failure
from tilewright.model.hints import nearest
from tilewright.model.remedies import Insert, Replace, Rewrite
from tilewright.model.text.caret import offer
from tilewright.model.text.scanner import Token, TokenKind

SELECTIONS = {
    "own": "CurrentPlayer",
    "enemy": "OtherPlayer",
    "ally": "Ally",
    "empty": "Empty",
    "piece": "Occupied",
    "any": "Any",
    "off": "OffBoard",
}
"""The words for selections of states, and their names in the metamodel."""

AREAS = ("Region", "Zone")
"""The classes of constant sets of cells."""
AREA_OR_MARK = "Region, Zone or Mark"

KINDS = ("Piece", "Group")
"""The kinds of elements that may be named after a selection."""

WHO = {"enemy": "Other", "ally": "Ally", "next": "Next", "previous": "Previous"}
"""The words for other players, and their perspectives."""

TESTS = ("has", "no", "in", "by", "movable", "repeated", "count")
"""Words with which a test begins that is no pattern."""

PLAYERS = {**WHO, "each": "Each"}
"""The words for the players as whom a chain is run, or whose cells are meant: another one, or each."""

OTHERS = ("other", "others", "opponent", "opponents")
"""Words that are none for players, but likely to be tried for the other one."""

Whose: TypeAlias = dict[str, Any]
"""What an element says of the players for whom it is read: the perspective, and the player where it is ``Named``."""
OWN: Whose = {"perspective": "Current"}

AFTER_PATTERN = frozenset({"or", "at", "and", "like", "until", "through", "end", "both", "last", "with", "because"})
"""Words that may follow a pattern, and so are never read as the name of a further piece."""

_VERBS = ("is", "are", "was", "were", "becomes")
"""Words that are likely to be tried behind a pattern, where the notation has none."""
_OF_CELLS = ("cell", "cells", "square", "squares", "field", "fields", "space", "spaces")
"""Words for cells that are likely to be tried behind a pattern, which is one of cells anyway."""
_LIKE = 0.8
"""How similar an unknown name is to a filter that is meant by it: of five letters one may be another."""

MOST_TOKENS = 1000
"""At most so many tokens are looked at ahead, so that tests in parentheses have no more of them."""

IN_BRACES = "what depends on a test stands in braces, as in 'if own { win }'"
BRACKETS = "patterns that must all hold stand in brackets, as in '[enemy and !King]'"
ONE = (
    "one pattern stands here, without brackets: alternatives are joined by 'or', as in 'empty or own'; where several "
    "patterns must hold, mark the cells before, as in 'do { goto all -> [enemy and !King] -> mark open }', and write "
    "'any at open'"
)
"""What is said where a filter has one pattern, and several are written."""


class PatternParser(NumberParser):
    """Reads patterns."""

    in_test = False
    """Whether a pattern is read as a test after ``if``, behind which ``and`` may follow."""

    def keywords(self) -> tuple[str, ...]:
        """Return the words that begin a filter other than a pattern."""
        raise NotImplementedError

    def pattern(self) -> EObject:
        """Read a pattern."""
        if self.at_class():
            return self.class_form("Pattern", self.level + 1)
        pattern = self._alternative()
        while self.at("or") and not self.test_follows():
            joint = self.next()
            if self.peek().text in self.keywords() and not self.names.has(self.peek().text, *STANDING):
                message = "'or' joins patterns; chains of which one must hold are alternatives, as in 'first { … | … }'"
                raise self.instead(f"{message}, and 'union {{ … | … }}' takes the cells of all", joint)
            self.add(pattern, "alternatives", self._alternative())
        if self.accept("@"):
            if self.accept("relative"):
                self.add(pattern, "relative", True)
            for offset in self.vectors("an offset"):
                self.add(pattern, "relativecoordinates", offset)
        self.with_features(pattern, self.level + 1)
        return pattern

    def test_follows(self) -> bool:
        """Return whether another test follows the next token, as in ``if King or coins > 0``, and no pattern."""
        token, after = self.peek(1), self.peek(2)
        is_of_player = token.is_(*PLAYERS) or self.names.plays(token.text)
        number = after if is_of_player and after.kind is TokenKind.NAME else token
        if self.names.has(number.text, *STANDING):
            return False
        info = schema().classes.get(token.text) if after.is_("{") else None
        if info is not None:
            return "Value" in info.supertypes
        return token.kind is TokenKind.INTEGER or token.is_("all", *TESTS) or self.names.has(number.text, *NUMBERS)

    def lone_pattern(self) -> EObject:
        """Read a pattern of a filter that has only one in this place, so that there are no brackets."""
        if self.at("["):
            raise self.instead(ONE, self.peek())
        pattern = self.pattern()
        self.no_further_selection()
        if self.peek().text in ("and", "!", "not"):
            raise self._neither_of_kinds() or self.instead(ONE, self.peek())
        return pattern

    def _neither_of_kinds(self) -> Failure | None:
        """Return the failure for ``!Wall !Arrow`` before its second sign, where one pattern stands; else None."""
        sign, first, joint = self.earlier, self.previous, self.peek()
        denial = 1 if joint.is_("and") else 0
        second = self.peek(denial + 1)
        is_denied = sign is not None and sign.is_("!") and self.peek(denial).is_("!", "not")
        if sign is None or first is None or not is_denied or not self._are_kinds(first.text, second.text):
            return None
        meant = f"!{first.text} {second.text}"
        message = f"that a cell has neither of both is said by one '!': write '{meant}'"
        return self.instead(message, joint, Rewrite(meant, sign.place, second.place))

    def _are_kinds(self, *names: str) -> bool:
        """Return whether these are names of pieces or groups."""
        return all(self.names.has(name, *KINDS) for name in names)

    def no_further_selection(self) -> None:
        """Raise ``Failure`` if one of ``SELECTIONS`` follows a pattern, which has one of them at most."""
        token, before = self.peek(), self.previous
        if before is None or token.text not in SELECTIONS or self.names.has(before.text, *CELLS):
            return
        written = f"'{before.text} {token.text}' is no pattern"
        if "any" in (before.text, token.text):
            meant = token.text if before.text == "any" else before.text
            message = f"{written}: 'any' stands alone and holds for every cell; write '{meant}' without it"
        elif token.text in ("piece", before.text):
            meant = before.text
            message = f"{written}: '{meant}' alone holds whatever piece it is; leave out '{token.text}'"
        else:
            meant = f"{before.text} or {token.text}"
            message = f"{written}; if either may hold, write '{meant}'"
        raise self.instead(message, token, Rewrite(meant, before.place))

    def vectors(self, what: str) -> list[EObject]:
        """Read one or more ``(x,y)``."""
        found: list[EObject] = []
        while not found or self.at("("):
            found.append(self.vector(what))
        return found

    def _alternative(self) -> EObject:
        place = self.peek().place
        negate = self.accept("!") is not None
        if self.at("like"):
            pattern = self.make("Pattern", place, negate=negate, stateSelection="Occupied")
        elif self.at("("):
            raise self.in_parentheses(negate)
        elif self.peek().text == "at" and not self.names.is_known("at"):
            raise self._without_pattern(negate)
        elif self._at_not():
            raise self._denied_by_word()
        else:
            token = self.name(f"a pattern ({', '.join(SELECTIONS)}, like, or the name of a {either(STANDING)})")
            pattern = self.make("Pattern", place, negate=negate, **self._selection(token))
        while self._at_kind():
            self._further_kind(pattern)
        if self.accept("like"):
            self._refer(pattern, "like", self.name("the name of a Mark"), "Mark")
            if self.names.has(self.peek().text, "Attribute"):
                self._refer(pattern, "attribute", self.next(), "Attribute")
        while self.at("at") or (self.at("!") and self.peek(1).is_("at")):
            outside = self.accept("!") is not None
            self.next()
            self.not_of_own_cells()
            self.no_slip(*AREAS, "Mark")
            self.not_of_nobody(*AREAS, "Mark")
            token = self.name(f"the name of a {AREA_OR_MARK}")
            if self.is_player(token) and self._at_cells_of(token):
                self.add(pattern, "places", self._cells_of(token, outside))
                continue
            is_mark = self._is_mark(token)
            feature = ("without" if outside else "within") + ("Marks" if is_mark else "")
            self._refer(pattern, feature, token, *(("Mark",) if is_mark else (*AREAS, "Mark")))
        return pattern

    def in_parentheses(self, negate: bool) -> Failure:
        """Return the failure for parentheses around patterns that begin here. *negate*: a '!' stands before them."""
        inside = list(takewhile(lambda token: not token.is_(")"), self.ahead(MOST_TOKENS)[1:]))
        is_plain = negate and all(token.kind is TokenKind.NAME for token in inside)
        meant = neither([token.text for token in inside]) if is_plain else None
        message = f"patterns stand in no parentheses, and '!' belongs to one alternative; {meant or BRACKETS}"
        return self.instead(message, self.peek())

    def _without_pattern(self, negate: bool) -> Failure:
        """Return the failure for ``!at goal`` in the place of a pattern, as in ``[own and !at goal]``."""
        first = self.previous if negate and self.previous is not None else self.peek()
        where = f"{'!' if negate else ''}at {self.peek(1).text}"
        before = self.earlier if negate else self.previous
        is_joined = before is not None and before.is_("and")
        examples = f"'own {where}', or 'empty {where}', without 'and'" if is_joined else f"'any {where}'"
        message = f"where something stands is said behind a pattern: write {examples}"
        return self.instead(message, first, Insert("any"))

    def _at_not(self) -> bool:
        """Return whether ``not`` stands here, and is no name."""
        return self.peek().text == "not" and not self.names.is_known("not")

    def _denied_by_word(self) -> Failure:
        """Return the failure for ``not own`` and ``not Wall or Arrow`` in the place of a pattern."""
        sign, first, joint, second = (self.peek(k) for k in range(4))
        meant = f"!{first.text if first.kind is TokenKind.NAME else 'own'}"
        message = f"a pattern is denied by '!': write '{meant}'"
        if joint.is_("or") and self._are_kinds(first.text, second.text):
            message += f", or '{meant} {second.text}' for neither of both"
        remedies = (Rewrite(meant, sign.place, first.place),) if first.kind is TokenKind.NAME else ()
        return self.instead(message, sign, *remedies)

    def not_of_own_cells(self) -> None:
        """Raise ``Failure`` if ``own`` stands before the name of cells, which are those of the player anyway."""
        whose, cells = self.peek(), self.peek(1)
        if whose.text == "own" and not self.names.is_known("own") and self.names.has(cells.text, *CELLS):
            message = f"'{cells.text}' is that of the player as it stands; leave out 'own'"
            raise self.instead(message, whose, Rewrite(cells.text, whose.place, cells.place))

    def _cells_of(self, who: Token, outside: bool) -> EObject:
        """Read the name of a region, zone or mark as the players have it for whom a word stands."""
        token = self.next()
        found = self.make("PlayersCells", who.place, **self.whose(who), negate=outside)
        if self._is_mark(token):
            self._refer(found, "mark", token, "Mark")
        else:
            self._refer(found, "area", token, *AREAS)
        return found

    def is_player(self, token: Token) -> bool:
        """Return whether a token says which players are meant: one of ``PLAYERS``, or the name of a player."""
        offer(token.text, self.names.known_players())
        return token.is_(*PLAYERS) or self.names.plays(token.text)

    def _at_cells_of(self, who: Token) -> bool:
        """Return whether the name of cells stands here, after that of a player, or one that can be nothing else."""
        name = self.peek()
        if self.names.has(name.text, *CELLS):
            return True
        is_name = name.kind is TokenKind.NAME and not name.first_on_line and not name.is_(*AFTER_PATTERN)
        return is_name and not self.names.has(who.text, *CELLS)

    def not_of_nobody(self, *kinds: str) -> None:
        """Raise ``Failure`` if a name that is no player\'s stands where one does: before that of cells or a number."""
        who, name = self.peek(), self.peek(1)
        owned = self.names.has(name.text, *kinds) or (name.text == "count" and "Counter" in kinds)
        is_unknown = not self.names.is_known(who.text) or self.names.is_nature(who.text)
        if (
            who.kind is TokenKind.NAME
            and who.text not in SELECTIONS
            and owned
            and is_unknown
            and not self.is_player(who)
        ):
            raise self.no_player(who)

    def no_player(self, token: Token) -> Failure:
        """Return the failure for a token that is no player where one is named."""
        if self.names.is_nature(token.text):
            players = either(tuple(self.names.known_players()))
            message = f"'{token.text}' is nature, which has nothing of its own; name a player: {players}"
            return self.instead(message, token)
        if token.text in OTHERS:
            return self.other_player(token)
        return self.unknown_word("there is no player", token, (*PLAYERS, *self.names.known_players()))

    def other_player(self, token: Token) -> Failure:
        """Return the failure for a word that would mean the other player."""
        word = "enemy" if len(self.names.players) <= 2 else "next"
        meant = "the other player is 'enemy'"
        if word == "next":
            meant = "the one who follows is 'next', the one before 'previous', and all others are 'enemy'"
        message, remedies = f"there is no player '{token.text}': {meant}", (Replace(token.text, word),)
        return Failure(diagnose("unknown-keyword", message, token.place, remedies=remedies))

    def whose(self, who: Token) -> Whose:
        """Return what a token says for which ``is_player`` holds."""
        if who.is_(*PLAYERS):
            return {"perspective": PLAYERS[who.text]}
        return {"perspective": "Named", "player": self.names.find(who.text, who.place, "Player")}

    def _is_mark(self, token: Token) -> bool:
        return self.names.has(token.text, "Mark") and not self.names.has(token.text, *AREAS)

    def _selection(self, token: Token) -> dict[str, Any]:
        """Return the features of a pattern for its first word or name."""
        if token.is_(*SELECTIONS):
            return {"stateSelection": SELECTIONS[token.text]}
        if self.at("."):
            return {"stateSelection": "StateBased", "matchState": self.qualified_state(token)}
        if self.names.plays(token.text) and not self.names.has(token.text, *STANDING):
            player = self.names.find(token.text, token.place, "Player")
            return {"stateSelection": "NamedPlayer", "player": player}
        found = self.names.find(token.text, token.place, *STANDING)
        if found is None:
            return {"stateSelection": "Any"}
        kind = found.eClass.name
        if kind == "Piece":
            return {"stateSelection": "Occupied", "pieces": [found]}
        if kind == "Group":
            return {"stateSelection": "Occupied", "groups": [found]}
        if kind == "Tile":
            return {"stateSelection": "Any", "tiles": [found]}
        return {"stateSelection": "StateBased", "matchState": found}

    def _at_kind(self) -> bool:
        """Return whether the name of a further piece or group stands here; an unknown name is taken for one."""
        token = self.peek()
        if token.kind is not TokenKind.NAME or token.is_(*AFTER_PATTERN) or token.text in SELECTIONS:
            return False
        if self.names.has(token.text, *KINDS):
            return not self.peek(1).is_(".")
        if self._at_not() and not self.peek(1).is_("at"):
            return False
        return not (token.is_("else", *ELSE_IF) or self.names.is_known(token.text) or self.at_class())

    def _further_kind(self, pattern: EObject) -> None:
        """Read the name of a Piece or Group after a selection.

        If an unknown name is a filter but for a slip, the failure says that ``->`` is missing before it. Filters have
        no capital letters: a name with one, such as ``King``, which is like ``in``, is meant for a piece.
        """
        token, after = self.peek(), self.peek(1)
        if token.is_("in", "on") and self.names.has(after.text, *CELLS):
            message = f"where something stands is asked by 'at': write 'at {after.text}'"
            message += "; 'in' asks for the phase" if token.is_("in") else ""
            raise self.instead(message, token, Rewrite("at", token.place))
        if token.is_("not") and after.is_("at") and not self.names.is_known("not"):
            message = f"that something stands elsewhere is said by '!at': write '!at {self.peek(2).text}'"
            raise self.instead(message, token, Rewrite("!at", token.place, after.place))
        self.no_slip(*KINDS)
        self.next()
        if token.text in NEIGHBOURS and not self.names.is_known(token.text):
            raise self._beside(token)
        if token.text in (*_VERBS, *_OF_CELLS) and not self.names.is_known(token.text):
            raise self._beyond(token)
        if not self.names.is_known(token.text):
            keywords = self.keywords() if token.text.islower() else ()
            meant = self.names.nearest(token.text, (*self.names.known(*KINDS), *keywords))
            if meant in keywords and nearest(token.text, (meant,), least=_LIKE) is None:
                meant = None
            if meant in keywords and self.in_test:
                raise self.instead(IN_BRACES, token)
            if meant in keywords:
                message = f"no {either(KINDS)} is called '{token.text}'; before the filter '{meant}' write '->'"
                raise Failure(diagnose("unresolved-reference", message, token.place, remedies=(Insert("->"),)))
        is_group = self.names.has(token.text, "Group") and not self.names.has(token.text, "Piece")
        self._refer(pattern, "groups" if is_group else "pieces", token, *(("Group",) if is_group else KINDS))

    def _before(self, word: Token) -> str:
        """Return the pattern that stands before the previous token, as far as can be told: at least its last word."""
        start = self.begun
        if start is not None and start.is_("if"):
            said = self.scanner.between(start.offset + len(start.text), word.offset).strip()
        else:
            said = "" if start is None else self.scanner.between(start.offset, word.offset).strip()
        words = said.split()
        is_pattern = len(words) > 0 and all(one in SELECTIONS or self._are_kinds(one) for one in words)
        return said if is_pattern else "own" if self.earlier is None else self.earlier.text

    def _beyond(self, word: Token) -> Failure:
        """Return the failure for ``own King is captured`` and ``empty cell`` behind the *word* that is none here."""
        said = self._before(word)
        if word.text in _OF_CELLS:
            before = self.earlier
            remedies = () if before is None else (Rewrite(before.text, before.place, word.place),)
            return self.instead(f"'{said}' alone holds for a cell: leave out '{word.text}'", word, *remedies)
        message = (
            f"a pattern has no '{word.text}': '{said} at goal' asks where it stands, "
            f"'no {{ goto all -> {said} }}' holds where there is none any more"
        )
        return self.instead(message, word)

    def _beside(self, word: Token) -> Failure:
        """Return the failure for ``empty adjacent to own`` and ``own neighbours >= 1`` behind the *word*."""
        first = self._before(word)
        behind = self.ahead(MOST_TOKENS)[self.peek().is_("to") :]
        named = list(takewhile(lambda token: token.text in SELECTIONS or self._are_kinds(token.text), behind))
        if not named:
            is_filter = self.at_end() or self.peek().is_("->", "|", "}")
            counted = counted_beside(first if first in SELECTIONS else "own")
            return self.instead(BESIDE if is_filter else counted, word)
        thing = " ".join(token.text for token in named)
        meant = f"{first} -> where {{ step orth -> {thing} }}"
        meant = f"if has {{ {meant} }} {{ … }}" if self.in_test else meant
        message = f"what stands beside is asked behind what must hold of the cell itself: write '{meant}', where "
        remedies = () if self.in_test else (Rewrite(f"-> {meant.partition(' -> ')[2]}", word.place, named[-1].place),)
        return self.instead(f"{message}'directions' declares orth", word, *remedies)

    def _refer(self, obj: EObject, feature: str, token: Token, *kinds: str) -> None:
        """Set a reference to the element of one of the kinds that a token names, or report that there is none."""
        found = self.names.find(token.text, token.place, *kinds)
        if found is not None:
            self.add(obj, feature, found)
            self.places.record(obj, token.place, feature)

    def qualified_state(self, tile: Token) -> EObject | None:
        """Read the rest of ``Tile.State`` and return the state; report and return None if there is no such one."""
        self.expect(".", "between a tile and its state")
        token = self.name("the name of a State")
        found = self.names.find(tile.text, tile.place, "Tile")
        return None if found is None else self.names.state_of(found, token.text, token.place)

    def state(self) -> EObject | None:
        """Read the name of a state after ``set``, bare or as ``Tile.State``."""
        token = self.name("the name of a State")
        if self.at("."):
            return self.qualified_state(token)
        if token.text == "neutral" and not self.names.has("neutral", "State"):
            piece = self.peek()
            is_named = piece.kind is TokenKind.NAME
            message = "a piece that nobody owns is set by its name alone"
            remedies = (Rewrite(piece.text, token.place, piece.place),) if is_named else ()
            raise self.instead(f"{message}: 'set {piece.text if is_named else 'Wall'}'", token, *remedies)
        return self.names.settable(token.text, token.place)


def neither(words: Iterable[str]) -> str | None:
    """Return how to say that none of some alternatives holds, such as ``at red or at blue`` or ``own or enemy``.

    None if it is not said by denying each of them.
    """
    parts = [list(part) for is_joint, part in groupby(words, lambda word: word == "or") if not is_joint]
    if len(parts) < 2:
        return None
    denied = [f"!{' '.join(part)}" for part in parts]
    if all(part[0] == "at" for part in parts):
        places = " ".join(denied)
        return f"if none may hold, write 'empty {places}' or 'any {places}'"
    is_where = any(word in ("at", "like") for part in parts for word in part)
    return None if is_where else f"if none may hold, write '[{' and '.join(denied)}]'"
