"""Chains: filters joined by ``->``.

Every filter keyword makes one Filter; a pattern is a PatternFilter, the bare name of a sub-pipeline a CallFilter, and
``counter := value`` a CounterEffectFilter. The table at the end names the rule of each keyword. A chain of any length
is read without recursion. Only braces recurse, and the depth of containment is bounded, so no text exhausts the stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from tilewright.metamodel import ClassInfo
from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic
from tilewright.model.game.conditions import ASKS_WHOLE, ConditionParser, behind_bracket
from tilewright.model.game.lines import aligned, in_line, longest, ways_of
from tilewright.model.game.names import ANOTHER_TURN, BESIDE, CELLS, GOES_ON, NEIGHBOURS, NUMBERS, ROUND, STANDING
from tilewright.model.game.numbers import Amount
from tilewright.model.game.parser import AFTER_FILTER, ELSE_IF, Failure
from tilewright.model.game.patterns import (
    AREA_OR_MARK,
    AREAS,
    BRACKETS,
    MOST_TOKENS,
    OTHERS,
    OWN,
    PLAYERS,
    SELECTIONS,
    WHO,
    Whose,
    neither,
)
from tilewright.model.game.recognition import CHOICES, OPPOSITES, last_term
from tilewright.model.game.templates import MOST_INSTANCES, Instance, Template, Templates
from tilewright.model.game.values import COMPARISONS, DIVISIONS, FUNCTIONS, SIGNS, VALUES_OF
from tilewright.model.hexagons import Vector
from tilewright.model.objects import MAX_DEPTH, walk
from tilewright.model.places import Place
from tilewright.model.remedies import Insert, Remedy, Replace, Rewrite
from tilewright.model.text.reading import opened
from tilewright.model.text.scanner import Scanner, Token, TokenKind, quiet

TRANSFORMS = ("Identity", "FlipRows", "FlipColumns", "Rotate180", "Transpose", "Rotate90", "Rotate270")
ASSIGNMENTS = {":=": "Set", "+=": "Add", "-=": "Subtract"}
MARKINGS = {"+=": "Union", "-=": "Minus", "&=": "Intersect"}
COMBINES = {"at": "Intersect", "goto": "Replace", "add": "Union"}
GUARDS = {"has": (False, False), "no": (True, False), "where": (False, True), "wherenot": (True, True)}
_ALONG = ("step", "ray", "flood", "along", "bend", "shift")
"""The filters after which directions stand."""
_LEADING = ("step", "ray", "flood", "image")
"""The filters that lead from each cell to others."""
_OPPOSITES = {"has": "no", "no": "has", "where": "wherenot", "wherenot": "where"}
"""The conditions with braces, each with the one that holds where it does not."""
BEST = {"most": "Most", "least": "Least"}
TURNS = {"same": "Current", **WHO, "mover": "Mover", "nature": "Current"}
"""The words that say whose turn comes next, with their perspectives; for ``nature`` the filter names the player."""
WORDS_FOR = {perspective: word for word, perspective in PLAYERS.items()}
"""The words for players by their perspectives."""
_OF_OTHERS = ("while", "over", "through")
"""Words before a pattern that are likely to be tried after ``ray``; ``through`` belongs to ``step``."""
_TAKEN_OF_A_RAY = ("end", "both", "last")
"""The words for what is taken of a ray, besides the cells that match."""
_CLOSING = ("}", "|")
"""What ends a chain within braces."""
_IN_VALUES = ("+", "-", "*", "/", "%", "div", "mod", "{", ")")
"""What may follow the name of a number in a value."""
ENDS = {"win": "Win", "lose": "Loss", "draw": "Draw", "rank": "Rank"}


class ChainParser(ConditionParser):
    """Reads chains."""

    game: EObject
    board: EObject | None = None
    """The board of the game, once it has been read."""

    def __init__(self, scanner: Scanner) -> None:
        super().__init__(scanner)
        self.templates = Templates()
        self.uncallable: set[str] = set()
        """The words of the notation that ``sub`` declares as names, which has been reported."""
        self.misnamed: dict[str, Diagnostic] = {}
        """What has been reported of declarations whose names are read as something else, by the name."""
        self.names.reserved = UNCALLABLE
        self.names.patterns = tuple(SELECTIONS)

    def keywords(self) -> tuple[str, ...]:
        """Return the words that begin a filter other than a pattern."""
        return tuple(word for word in RULES if word.isalpha() and word not in (*SELECTIONS, "like"))

    def chain(self, level: int, *, in_braces: bool = False) -> EObject:
        """Read a chain of filters, the first of which lies on a level of containment, and return that."""
        if in_braces:
            self.expect("{", "before the chain")
        outer, self.in_conditional = self.in_conditional, False
        try:
            first, last = self._parts(level)
        finally:
            self.in_conditional = outer
        self._no_filter_follows(last)
        if in_braces:
            self.expect("}", "after the last filter, '->' between two")
        return first

    def _parts(self, level: int) -> tuple[EObject, EObject]:
        """Read a chain, and return its first and its last filter.

        A part after a semicolon becomes an ApplyFilter, as ``do { … }`` would.
        """
        outer, word = self.level, self.peek()
        first, last, level = self._sequence(level)
        parts = [(word, first)]
        while last.nextFilter is None and self.at(";"):
            place = self.next().place
            if self.at_end() or self.at(*_CLOSING):
                message = "';' stands between two parts of a chain, and nothing follows this one; leave it out"
                self.report("unexpected-token", message, place, remedies=(Replace(";", ""),))
                break
            level += 1
            word = self.peek()
            body, _, _ = self._sequence(level + 1)
            parts.append((word, body))
            found = self.make("ApplyFilter", place, body=body)
            self.add(last, "nextFilter", found)
            last = found
        self._not_each_alone(parts)
        self.level = outer
        return first, last

    def _not_each_alone(self, parts: list[tuple[Token, EObject]]) -> None:
        """Warn of a chain whose first two parts are conditions without braces: where the first fails, none is run.

        A part is given by its first token and its first filter. A single condition before other parts is meant so.
        """
        conditions = [word for word, first in parts[:2] if word.is_("if") and first.eClass.name != "ChoiceFilter"]
        if len(conditions) == 2:
            message = (
                "where this condition does not hold, what stands after ';' is not done either; "
                "if each part stands alone, write what is done in braces, as in 'if n == 1 { … }'"
            )
            self.report("only-after-condition", message, conditions[0].place)

    def _no_filter_follows(self, last: EObject) -> None:
        """Raise ``Failure`` if a filter follows the *last* one of a chain without an arrow."""
        if self.peek().text == ",":
            raise self.slip(expected="->") or self._joined_by_comma()
        if self.peek().text in ("!", "[") and last.eClass.name not in ("SelectFilter", "PickFilter", "EndFilter"):
            pattern = "[ … ]" if self.peek().text == "[" else f"!{self._named(1)}"
            message = f"'->' is expected between two filters: write '-> {pattern}'"
            raise self.instead(message, self.peek(), Insert("->"))
        if self.at("if"):
            self._not_behind_a_pattern()
        if not self.begins_filter():
            return
        if last.eClass.name == "CompareFilter":
            message = "what depends on a comparison follows '->' or stands in braces"
            examples = "'if n == 3 -> win' or 'if n == 3 { win }'"
            raise self.instead(f"{message}, as in {examples}", self.peek(), Insert("->"))
        raise self.unexpected("'->' is expected between two filters", expected="->")

    def _not_behind_a_pattern(self) -> None:
        """Raise ``Failure`` if a pattern after ``if`` stands behind a filter, as in ``at goal if own King -> win``."""
        word, first = self.peek(), self.peek(1)
        tokens = list(takewhile(lambda token: not (token.is_("{") or _ends_filter(token)), self.ahead(MOST_TOKENS)[1:]))
        is_pattern = first.text in SELECTIONS or self.names.has(first.text, *STANDING)
        is_plain = is_pattern and all(token.kind is TokenKind.NAME for token in tokens)
        if not is_plain or self.peek(1 + len(tokens)).is_("{"):
            return
        pattern = self.scanner.between(first.offset, tokens[-1].offset + len(tokens[-1].text))
        message = (
            f"a pattern keeps the cells for which it holds, without 'if': write '-> {pattern} -> …'; what depends on "
            f"it stands in braces, as in '-> if {pattern} {{ … }}'"
        )
        raise self.instead(message, word, Rewrite("->", word.place))

    def _joined_by_comma(self) -> Failure:
        """Return the failure for ``empty, not at seen`` and ``own, select``."""
        comma, word = self.peek(), self.peek(2)
        is_pattern = word.text in ("at", *SELECTIONS) or self.names.has(word.text, *STANDING)
        if self.peek(1).text == "not" and is_pattern:
            message = f"filters are joined by '->', and denied by '!': write '-> !{self._named(2)}'"
            return self.instead(message, comma, _rewrite(f" -> !{word.text}", comma, word))
        message = "filters that must all hold are joined by '->', and alternatives of a pattern by 'or', not by ','"
        return self.instead(message, comma)

    def _named(self, k: int) -> str:
        """Return the word *k* tokens ahead, and what follows it if that is ``at``."""
        word = self.peek(k).text
        return f"at {self.peek(k + 1).text}" if word == "at" else word

    def begins_filter(self) -> bool:
        """Return whether a word stands here that begins a filter."""
        token = self.peek()
        if token.kind is not TokenKind.NAME:
            return False
        named = token.text in self.templates or self.names.has(token.text, "SubPipeline", *STANDING)
        return named or token.text in RULES or token.text in SELECTIONS

    def _sequence(self, level: int) -> tuple[EObject, EObject, int]:
        """Read filters with arrows between them; return the first one, the last one, and the level of that."""
        first = last = None
        while True:
            self.level = level
            self.not_too_deep(level)
            self.begun = self.peek()
            rule = self._rule()
            found = self._other(level) if rule is None else rule(self, level)
            self._suffixes(found, level)
            self._not_another_way(found)
            if first is None:
                first = found
            else:
                self.add(last, "nextFilter", found)
            last = found
            if last.nextFilter is not None or not self.accept("->"):
                break
            level += 1
        return first, last, level

    def _not_another_way(self, found: EObject) -> None:
        """Raise ``Failure`` if a filter is followed by what other languages join conditions or alternatives with."""
        token = self.peek()
        if token.text in ("and", "&"):
            remedies = (Rewrite("->", token.place),) if token.text == "and" else ()
            message = "conditions that must all hold follow one another, with '->' between, as in 'at goal -> empty'"
            raise self.instead(message, token, *remedies)
        if token.text == "or" and found.eClass.name == "TurnEffectFilter":
            message = (
                "the turn goes to one player: 'turn next { if n == 0 }' is the first one from there on for whom what "
                "stands in braces holds"
            )
            raise self.instead(message, token)
        is_test = found.eClass.name == "GuardFilter" and not found.perCell
        if token.text == "or" and is_test and found.perspective.name == "Current":
            word, place = "no" if found.negate else "has", self.places.of(found)
            other = f"{self.peek(1).text} {{ … }}" if self.peek(1).is_("has", "no") else "…"
            message = f"tests are joined by 'or' after 'if': write 'if {word} {{ … }} or {other}'"
            raise self.instead(message, token, Rewrite(f"if {word}", place, place))
        if (
            token.text == "or"
            and found.eClass.name == "PatternFilter"
            and any(len(pattern.relativecoordinates) > 0 for pattern in found.patterns)
        ):
            message = "offsets belong to all patterns before them; patterns with their own are alternatives"
            raise self.instead(f"{message}, as in 'first {{ King @(1,0) | King @(-1,0) }}'", token)
        if token.text == "or":
            message = "conditions of which one must hold are alternatives, as in 'first { at goal | empty }'"
            others = "'union { … | … }' takes the cells of all, 'choose' makes moves of each"
            joined = self._denied_where(token) or self._joined_by_or(found, token)
            raise self.instead(f"{message}; {others}{joined}", token)
        if token.text in ELSE_IF:
            raise self.instead("another condition begins with 'else if'", token, Rewrite("else if", token.place))
        self.not_otherwise()
        if token.text == "else":
            self._not_read_on_cells(found, token)
            raise self._else_inside(token)
        if token.text == "if" and found.eClass.name == "EndFilter":
            word = "win" if self.previous is None or self.previous.text not in ENDS else self.previous.text
            raise self.instead(f"a condition stands before what it decides, as in 'if n == 0 -> {word}'", token)

    def _else_inside(self, token: Token) -> Failure:
        """Return the failure for ``else`` behind a filter: it may be meant for the braces that are still open."""
        message = "'else' stands after the braces of a condition, as in 'if own { … } else { … }'"
        brace = self.innermost()
        if brace is None or not brace.is_("{"):
            return self.instead(message, token)
        message = f"{message}; if these are meant, '}}' is missing before it"
        return Failure(diagnose("unexpected-token", message, token.place, opened(brace), (Insert("}"),)))

    def _denied_where(self, token: Token) -> str:
        """Return how a message about an ``or`` goes on behind ``!at`` and a place, if others follow without '!'."""
        before = "" if self.begun is None else self.scanner.between(self.begun.offset, token.offset)
        if not before.startswith("!at "):
            return ""
        following = takewhile(lambda each: each.kind is TokenKind.NAME, self.ahead(MOST_TOKENS))
        meant = neither([*before.removeprefix("!").split(), *(each.text for each in following)])
        return "" if meant is None else f"; {meant}"

    def _joined_by_or(self, found: EObject, token: Token) -> str:
        """Return how a message about an ``or`` goes on behind a filter that would be a test after ``if``."""
        if found.eClass.name != "PatternFilter" or self.begun is None or not self.test_follows():
            return ""
        pattern = self.scanner.between(self.begun.offset, token.offset)
        test = f"{self.peek(1).text} {{ … }}" if self.peek(1).text in ("has", "no") else "…"
        meant = f"if {pattern} or {test}"
        return f"; tests are joined by 'or' after 'if', as in '{meant}', or 'where {{ {meant} }}' for each cell"

    def _not_read_on_cells(self, found: EObject, token: Token) -> None:
        """Raise ``Failure`` where the braces before ``else`` have been read as the cells of the last value."""
        last = last_term(found.right) if found.eClass.name == "CompareFilter" else None
        feature = None if last is None else dict(VALUES_OF.values()).get(last.eClass.name)
        if last is None or feature is None or last.cells is None:
            return
        place, whose = self.places.of(last), WORDS_FOR.get(last.perspective.name)
        if last.player is not None:
            whose = last.player.name
        name = getattr(last, feature).name
        last_word = place if whose is None else replace(place, column=place.column + len(whose) + 1)
        number = name if whose is None else f"{whose} {name}"
        message = f"the braces after '{number}' say on which cells it is read; what is done where the comparison holds"
        remedy = Rewrite(f"({number})", place, last_word)
        raise self.instead(f"{message} follows '({number}) {{ … }}'", token, remedy)

    def not_too_deep(self, level: int) -> None:
        """Raise ``Failure`` if a level of containment is too deep."""
        if level > MAX_DEPTH:
            message = f"the chain is nested, or continued, deeper than {MAX_DEPTH} levels; split it with 'sub'"
            raise Failure(diagnose("nesting-too-deep", message, self.peek().place))

    def _rule(self) -> Callable[[ChainParser, int], EObject] | None:
        """Return the rule of the keyword that stands here; None if the next token is not read as a keyword."""
        token = self.peek()
        if token.kind not in (TokenKind.NAME, TokenKind.PUNCTUATION):
            return None
        if self.peek(1).is_(".", *ASSIGNMENTS) or self.at_class():
            return None
        found = RULES.get(token.text)
        if self.peek(1).text in ("=", "+", "-", *COMPARISONS) and self.names.has(token.text, "Counter"):
            raise self._unchanged(token)
        if self._is_uncallable(token.text):
            return None
        if found is not None and token.text not in self.uncallable:
            self.names.shadowed(token.text, token.place)
        return found

    def _is_uncallable(self, word: str) -> bool:
        """Return whether a chain that has the name of a filter is called here, as far as can be told.

        Such a call is read, so that nothing else is reported of it.
        """
        if word not in self.uncallable:
            return False
        after = self.peek(1)
        return after.is_("(") if word in self.templates else _ends_filter(after)

    def _suffixes(self, found: EObject, level: int) -> None:
        """Read ``because`` and ``with`` after a filter."""
        while self.at(*AFTER_FILTER):
            if self.accept("because"):
                token = self.peek()
                if token.kind is not TokenKind.STRING:
                    raise self.unexpected("the reason is expected, a string")
                self.add(found, "reason", self.next().value)
            else:
                self.with_features(found, level)

    def shorthand(self, expected: ClassInfo, level: int) -> EObject | None:
        """Read a filter, pattern or value inside a class form, unless a class stands here."""
        if self.peek().kind is TokenKind.END or self.at("}", ",", "null") or self.at_class():
            return None
        if expected.name == "Filter":
            return self._parts(level)[0]
        self.level = level - 1
        if expected.name == "Pattern":
            return self.pattern()
        return self.value(level) if expected.name == "Value" else None

    # -- filters

    def _other(self, level: int) -> EObject:
        """Read a filter that no keyword introduces."""
        token = self.peek()
        if self.at_class("Filter"):
            return self.class_form("Filter", level)
        if token.kind is TokenKind.NAME:
            if self.peek(1).is_(*ASSIGNMENTS):
                return self._count(level, OWN)
            if self.peek(2).is_(*ASSIGNMENTS):
                self.not_of_nobody("Counter")
                if self.names.plays(token.text):
                    return self._who_counts(level)
            is_called = self._is_uncallable(token.text)
            if token.text in self.templates and (is_called or token.text not in UNCALLABLE):
                return self._call()
            self.not_dotted()
            if (token.text in SELECTIONS and not is_called) or self.peek(1).is_("."):
                return self._patterns(level)
            if self.names.has(token.text, "SubPipeline"):
                place = self.next().place
                pipeline = self.names.find(token.text, place, "SubPipeline")
                return self.make("CallFilter", place, pipeline=pipeline)
            if self.names.has(token.text, *STANDING) or self.names.plays(token.text) or self.at_class():
                return self._patterns(level)
            if token.is_("count") and not self.names.is_known("count"):
                message = "numbers are compared after 'if', and set with a counter: 'if count { own } > 1 -> win'"
                raise self.instead(message, token, Insert("if"))
            self._not_the_turn(token)
            self._not_turned_round(token)
            self._not_changed_on_cells(token)
            is_compared = self.names.has(token.text, *NUMBERS) and self.peek(1).is_(*COMPARISONS)
            if is_compared or self.names.has(token.text, "Counter"):
                raise self._unchanged(token)
            if self.names.has(token.text, "DirectionSet") and self.peek(1).is_(*_ALONG):
                meant = f"{self.peek(1).text} {token.text}"
                message = f"the directions stand after the word: '{meant}'"
                raise self.instead(message, token, _rewrite(meant, token, self.peek(1)))
            self.next()
            unknown = self.names.unknown_filter(token.text, token.place, self._filters(), self.templates)
            if unknown is not None and not _ends_filter(self.peek()):  # what follows has no meaning without this word
                raise Failure(unknown)
            self.names.diagnostics += [] if unknown is None else [self.names.told(unknown)]
            return self.make("PatternFilter", token.place)
        if token.is_("!", "["):
            return self._patterns(level)
        if token.text in ("(", "{"):
            self._not_grouped(token)
        if token.is_("("):
            message = f"patterns stand in no parentheses: write 'empty or enemy' without them; {BRACKETS}"
            raise self.instead(message, token)
        raise self.unexpected("a filter is expected")

    def _not_grouped(self, opening: Token) -> None:
        """Raise ``Failure`` if a chain, or several of them, stand in parentheses, or in braces of no filter."""
        inner, depth = set(), 0
        for token in self.ahead(MOST_TOKENS):
            depth += token.text in ("(", "{")
            inner |= {token.text} if depth == 1 else set()
            depth -= token.text in (")", "}")
            if depth == 0:
                break
        if "|" in inner:
            message = "alternatives stand in braces after a word: 'union { … | … }' takes the cells of all"
            others = "'choose { … | … }' makes moves of each, and 'first { … | … }' takes the first that holds"
            raise self.instead(f"{message}, {others}", opening)
        if opening.text == "{" or "->" in inner:
            brackets = "braces" if opening.text == "{" else "parentheses"
            message = f"a part of a chain is grouped by no {brackets}: leave them out, or write 'do {{ … }}'"
            raise self.instead(f"{message} for what is done apart", opening)

    def _filters(self) -> tuple[str, ...]:
        """Return the words with which a filter may begin, but for names of chains and of what stands on cells."""
        return (*RULES, *SELECTIONS, *self.names.known_players())

    def _unchanged(self, counter: Token) -> Failure:
        """Return the failure for a counter that is not followed by one of ``ASSIGNMENTS``."""
        sign, after = self.peek(1), self.peek(2)
        name = counter.text
        if sign.is_(*COMPARISONS):
            compared = " ".join((name, sign.text, after.text or "3"))
            message = f"numbers are compared after 'if': write 'if {compared}'"
            return self.instead(message, counter, Insert("if"))
        message = f"'{name}' is a counter: write '{name} := 3' or '{name} += 1', or 'if {name} == 3' to ask for it"
        if name in RULES:
            message += (
                f"; '{name}' is also a reserved word of the notation, and without a sign it begins another filter"
            )
        if sign.is_("="):
            return self.instead(message, sign, Replace("=", ":="))
        if sign.is_("+", "-") and after.is_(sign.text) and after.offset == sign.offset + 1:
            return self.instead(message, sign, Replace(sign.text * 2, f" {sign.text}= 1"))
        is_change = sign.is_("+", "-") and after.kind is TokenKind.INTEGER and _ends_filter(self.peek(3))
        return self.instead(
            message, counter, *((Rewrite(f"{sign.text}=", sign.place, sign.place),) if is_change else ())
        )

    def _not_the_turn(self, word: Token) -> None:
        """Raise ``Failure`` for ``same turn`` and ``extra turn``."""
        if word.is_("same", *ANOTHER_TURN) and self.peek(1).is_("turn"):
            raise self.instead(GOES_ON, word, _rewrite("turn same", word, self.peek(1)))

    def _not_turned_round(self, word: Token) -> None:
        """Raise ``Failure`` for ``opposite orth``."""
        name = self.peek(1)
        found = self.names.all_of(name.text, "DirectionSet")
        if word.text not in ROUND or len(found) != 1:
            return
        ways = [(way.x, way.y) for way in found[0].vectors if not way.chosen]
        half = len(ways) // 2
        if half == 0 or ways[half:] != [(-x, -y) for x, y in ways[:half]]:
            return
        meant = f"bend {name.text} {half}"
        message = f"the direction turns round by half of the directions: '{meant}'"
        raise self.instead(message, word, _rewrite(meant, word, name))

    def _not_changed_on_cells(self, counter: Token) -> None:
        """Raise ``Failure`` if the cells on which a counter is changed stand behind it, as in ``hp { enemy } -= 1``."""
        counters = self.names.all_of(counter.text, "Counter")
        if not counters or not self.peek(1).is_("{"):
            return
        tokens = self.ahead(MOST_TOKENS)
        end = behind_bracket(tokens, 1)
        if end is None or end + 1 >= len(tokens) or not tokens[end].is_(*ASSIGNMENTS):
            return
        sign, number = tokens[end], tokens[end + 1]
        change = f"{counter.text} {sign.text} {number.text}"
        if not counters[0].perCell:
            message = f"'{counter.text}' is the number of no cell: write '{change}' alone"
            raise self.instead(message, counter, _rewrite(counter.text, counter, tokens[end - 1]))
        chain = self.scanner.between(tokens[1].offset + 1, tokens[end - 1].offset)
        meant = f"do {{ {chain} -> {change} }}"
        is_whole = end + 2 == len(tokens) or _ends_filter(tokens[end + 2])
        remedies = (_rewrite(meant, counter, number),) if is_whole else ()
        message = f"a counter changes on the cells of the working set, which a filter before it finds: write '{meant}'"
        raise self.instead(message, counter, *remedies)

    def _call(self) -> EObject:
        """Read a call of a template: its name and the arguments."""
        token = self.next()
        template = self.templates[token.text]
        arguments = self.arguments(template, token)
        return self.make("CallFilter", token.place, pipeline=self._instance(template, arguments, token))

    def _instance(self, template: Template, arguments: list[Token], call: Token) -> EObject:
        """Return the sub-pipeline of a template for some arguments; make it at the first call with them."""
        made = self.templates.made(template, arguments)
        if made is not None:
            return made.pipeline
        if self.templates.is_full:
            message = f"more than {MOST_INSTANCES} chains would be made of those with parameters"
            raise Failure(diagnose("too-large", message, call.place))
        name = self.templates.free_name(template, arguments, self.names.is_known)
        pipeline = self.make("SubPipeline", template.name.place, name=name)
        self.add(self.game, "subPipelines", pipeline)
        self.templates.add(Instance(template, tuple(arguments), pipeline))
        return pipeline

    def _patterns(self, level: int) -> EObject:
        if self.at(*WHO) and self.peek(2).is_(*ASSIGNMENTS):
            return self._count(level, self.who())
        self.not_of_own()
        self._not_a_denied_chain()
        place = self.peek().place
        require = "All" if self.accept("all") else "Each"
        if not self.accept("["):
            first = self._said()
            found = self.make("PatternFilter", place, patterns=[self.pattern()], require=require)
            self.no_further_selection()
            joint = self.peek()
            if joint.text in ("!", "and", "not") and not (self.in_test and joint.text == "and"):
                self._not_a_denied_chain(1 if joint.text == "and" else 0)
                if self.peek(1).text in self.keywords():
                    message = "filters that must all hold are joined by '->', and 'and' joins patterns"
                    raise self.instead(message, joint, Rewrite("->", joint.place))
                if joint.text == "!" and self.peek(1).is_("("):
                    self.next()
                    raise self.in_parentheses(negate=True)
                both = f"[{first} and {self._said(1 if joint.text == 'and' else 0)}]"
                remedies = (Rewrite("->", joint.place),) if joint.text == "and" and require == "Each" else ()
                raise self.instead(f"patterns that must all hold stand in brackets, as in '{both}'", joint, *remedies)
            return found
        patterns: list[EObject] = []
        while not (patterns or self.at("]")) or self.accept("and"):
            patterns.append(self.pattern())
            self.no_further_selection()
        self.expect("]", "after the patterns, 'and' between two")
        return self.make("PatternFilter", place, patterns=patterns, require=require)

    def _not_a_denied_chain(self, k: int = 0) -> None:
        """Raise ``Failure`` if ``!`` stands before a filter *k* tokens ahead, as in ``!step orth own``."""
        sign, word, way, found = (self.peek(k + i) for i in range(4))
        if sign.text != "!" or self.names.has(word.text, *STANDING):
            return
        if word.text in _OPPOSITES:
            opposite = f"{_OPPOSITES[word.text]} {{ … }}"
            raise self.instead(f"'!' denies a pattern; '{word.text} {{ … }}' is denied by '{opposite}'", sign)
        if word.text in ASKS_WHOLE:
            raise self._whole_denied(sign, word)
        if word.text not in (*_LEADING, "aligned"):
            return
        is_way = word.text == "step" and self.names.has(way.text, "DirectionSet")
        is_found = is_way and (found.text in SELECTIONS or self.names.has(found.text, *STANDING))
        denial = "no" if self.in_test else "wherenot"
        step = f"{word.text} {way.text}" if is_way else word.text
        meant = f"{denial} {{ {step} -> {found.text} }}" if is_found else f"{denial} {{ {step} … }}"
        is_whole = is_found and k == 0 and (_ends_filter(self.peek(4)) or self.peek(4).text == "{")
        remedies = (_rewrite(meant, sign, found),) if is_whole else ()
        leads = "asks for a row" if word.text == "aligned" else "leads to other cells"
        message = f"'!' denies a pattern, and '{word.text}' {leads}: write '{meant}'"
        raise self.instead(message, sign, *remedies)

    def _whole_denied(self, sign: Token, word: Token) -> Failure:
        """Return the failure for ``!movable``, whose *word* is one of ``ASKS_WHOLE``."""
        asked = word.text if word.is_("movable") else f"{word.text} …"
        if self.in_test:
            message = f"'!' denies a pattern; '{word.text}' is denied by 'not': write 'not {asked}'"
            return self.instead(message, sign, _rewrite(f"not {word.text}", sign, word))
        remedies = (_rewrite(f"no {{ {asked} }}", sign, word),) if word.is_("movable") else ()
        message = f"'!' denies a pattern; '{word.text}' is denied by 'no': write 'no {{ {asked} }}'"
        return self.instead(message, sign, *remedies)

    def _said(self, k: int = 0) -> str:
        """Return the first word of the pattern that begins *k* tokens ahead, with its '!' and the place after 'at'.

        ``not`` before it is taken for the '!'.
        """
        sign = "!" if self.peek(k).is_("!", "not") else ""
        word, at, place = (self.peek(k + len(sign) + i) for i in range(3))
        return f"{sign}{word.text} at {place.text}" if at.is_("at") else f"{sign}{word.text}"

    def _not_a_mark(self) -> None:
        """Raise ``Failure`` if a mark is written like a counter, or behind the sign, as in ``mark += moved``."""
        token, sign, after = self.peek(), self.peek(1), self.peek(2)
        if self.names.has(token.text, "Counter"):
            return
        if token.is_("mark") and sign.is_(*MARKINGS) and self.names.has(after.text, "Mark"):
            meant = f"mark {after.text} {sign.text}"
            message = f"the name of the mark stands before the sign: '{meant}'"
            raise self.instead(message, token, _rewrite(meant, token, after))
        if not self.names.has(token.text, "Mark"):
            return
        meant = f"mark {token.text}" if sign.is_(":=") else f"mark {token.text} {sign.text}"
        is_cells = self.names.has(after.text, *CELLS)
        meant = f"goto {after.text if is_cells else 'here'} -> {meant}"
        message = f"'{token.text}' is a mark, which is changed by the cells of the working set: '{meant}'"
        raise self.instead(message, token, *((_rewrite(meant, token, after),) if is_cells else ()))

    def _count(self, level: int, whose: Whose) -> EObject:
        self._not_a_mark()
        token = self.peek()
        place = token.place
        counter = self.refer("Counter", "Counter")
        if not self.at(*ASSIGNMENTS):
            raise self.unexpected(f"{', '.join(ASSIGNMENTS)} is expected after a counter")
        sign, lower = self.next(), self.peek()
        op = ASSIGNMENTS[sign.text]
        value = self.value(level + 1)
        if self.at(".."):
            upper = self.peek(1)
            is_plain = sign.is_(":=") and lower is self.previous and upper.kind is TokenKind.INTEGER
            meant = f"amount {token.text} {lower.text if is_plain else 1}..{upper.text if is_plain else 6}"
            remedies = (Rewrite(meant, place, upper.place),) if is_plain else ()
            raise self.instead(f"that one of several numbers is chosen is said by '{meant}'", self.peek(), *remedies)
        return self.make("CounterEffectFilter", place, counter=counter, op=op, value=value, **whose)

    def _who_counts(self, level: int) -> EObject:
        word, place = self.peek(), self.peek().place
        if self.peek(1).is_("turn") and not self.names.has("turn", "Counter"):
            meant = f"turn {word.text}"
            message = f"whose turn it is stands after the word: '{meant}'"
            raise self.instead(message, word, _rewrite(meant, word, self.peek(1)))
        if word.is_("next") and self.peek(1).is_("to") and not self.names.has("to", "Counter"):
            raise self.instead(BESIDE, word)
        if self.peek(1).is_("player") and not self.names.is_known("player"):
            meant = f"turn {word.text} {{ if n == 0 }}"
            message = f"who moves next is said by 'turn'; '{meant}' passes over all for whom the chain does not hold"
            raise self.instead(message, word)
        whose = self.who()
        if whose is OWN:
            raise self.unexpected("the name of a Counter is expected after the player", self.peek(1))
        counting = self._count(level, whose)
        self.places.record(counting, place)
        return counting

    def _cells(self, level: int) -> EObject:
        if self.at("!") and not self.peek(1).is_("at"):
            return self._patterns(level)
        place = self.peek().place
        combine = "Minus" if self.accept("!") else COMBINES[self.peek().text]
        self.next()
        if self.accept("all"):
            return self.make("CellsFilter", place, combine=combine)
        if self.accept("anchor"):
            return self.make("CellsFilter", place, combine=combine, source="Anchor")
        whose = self._whose()
        self.not_of_own_cells()
        token = self.peek()
        if token.is_("board") and not self.names.has("board", *CELLS):
            raise self.instead("all cells of the board are called 'all'", token, Replace("board", "all"))
        self.no_slip(*AREAS, "Mark")
        if token.text in SELECTIONS and not self.names.is_known(token.text):
            remedy = f"goto all -> {token.text}" if combine == "Replace" else token.text
            message = f"'{token.text}' is a pattern, and no {AREA_OR_MARK}; write '{remedy}' instead"
            remedies: tuple[Remedy, ...] = (Rewrite(remedy, place),)
            if self.names.has(self.peek(1).text, *AREAS, "Mark"):
                message = f"'{self.peek(1).text}' is that of the player as it stands; leave out '{token.text}'"
                remedies = ()
            raise Failure(diagnose("unresolved-reference", message, token.place, remedies=remedies))
        found = self.refer(AREA_OR_MARK, *AREAS, "Mark")
        if found is None:
            return self.make("CellsFilter", place, combine=combine)
        source = "Region" if found.eClass.name in AREAS else "Mark"
        features: dict[str, Any] = {"source": source, source.lower(): found}
        return self.make("CellsFilter", place, combine=combine, **features, **whose)

    def _whose(self) -> Whose:
        """Read whose region, zone or mark is meant before its name, and return what is said.

        A region, zone or mark may be called by such a word, or like a player.
        """
        areas = (*AREAS, "Mark")
        self.not_of_nobody(*areas)
        token, name = self.peek(), self.peek(1)
        follows = name.kind in (TokenKind.NAME, TokenKind.STRING) and not name.first_on_line
        if not (self.is_player(token) and follows and not name.is_(*AFTER_FILTER)):
            return OWN
        if self.names.has(token.text, *areas) and not self.names.has(name.text, *areas):
            return OWN
        return self.whose(self.next())

    def _into(self, level: int) -> EObject:
        place = self.next().place
        zone = None if self.accept("board") else self.refer("Zone", "Zone")
        return self.make("IntoFilter", place, zone=zone)

    def _stamp(self, level: int) -> EObject:
        place = self.next().place
        return self.make("StampFilter", place, mark=self.refer("Mark", "Mark"))

    def _step(self, level: int) -> EObject:
        place, start = self.next().place, self.peek()
        vectors = self.vectors("a direction") if self.at("(") else []
        is_range = self.names.has(self.peek().text, "Parameter") and self.at_range()
        is_named = not (is_range or self._at_number()) or self.names.has(self.peek().text, "DirectionSet")
        named = is_named and not (vectors or self.at("through"))
        directions = self.optional("DirectionSet") if named else None
        self._not_listed(start, vectors=True)
        self._not_exactly()
        features: dict[str, Any] = {"directions": directions, "directionVectors": vectors}
        bounds = None
        if self._at_computed_range():
            features["min"] = int(self.next().text)
            self.next()
            features |= {"count": self.value(level + 1), "atMost": True}
        else:
            is_range = self.names.has(self.peek().text, "Parameter") and self.at_range()
            is_number = self._at_number() or (self._at_name_of_number() and not self.at("through"))
            features["count"] = self.value(level + 1) if is_number and not is_range else None
            bounds = None if features["count"] is not None else self.range((1, 1), (1, -1))
        features["through"] = self.lone_pattern() if self.accept("through") else None
        return self._between(self.make("StepFilter", place, **features), bounds)

    def _not_exactly(self) -> None:
        """Raise ``Failure`` for ``step orth exactly die`` and ``step orth by die``."""
        word, number = self.peek(), self.peek(1)
        is_number = number.kind is TokenKind.INTEGER or self.names.has(number.text, *NUMBERS)
        so_many = word.is_("exactly", "just", "only") or (word.is_("by", "for") and is_number)
        if so_many and not self.names.is_known(word.text):
            message = f"how many steps is a number alone: leave out '{word.text}'"
            raise self.instead(message, word, _rewrite(number.text, word, number))

    def _at_computed_range(self) -> bool:
        """Return whether a range stands here whose upper bound is computed, as in ``1..hand``."""
        if self.peek().kind is not TokenKind.INTEGER or not self.peek(1).is_(".."):
            return False
        upper = self.peek(2)
        if upper.kind is TokenKind.INTEGER and self.peek(3).is_("*", "+"):
            upper = self.peek(4)
        return upper.is_("(") or (upper.kind is TokenKind.NAME and not self.names.has(upper.text, "Parameter"))

    def _between(self, found: EObject, bounds: tuple[Amount, Amount] | None) -> EObject:
        """Set the bounds of a filter, if there are any, and return it."""
        if bounds is not None:
            self.choose(found, Quantity.Min, bounds[0])
            self.choose(found, Quantity.Max, bounds[1])
        return found

    def _named_directions(self) -> EObject | None:
        """Read the name of a set of directions where vectors may not stand."""
        if self.at("("):
            message = "vectors are written in place after step, ray, line and aligned only"
            meant = "a name is expected, of a set that 'directions NAME = (1,0) (0,1)' declares"
            raise self.unexpected(f"{message}; here {meant}")
        token, after = self.peek(), self.peek(1)
        if self.names.has(after.text, "DirectionSet") and not self.names.has(token.text, "DirectionSet"):
            meant = f"{after.text} {token.text}"
            raise self.instead(f"the directions stand first: '{meant}'", token, _rewrite(meant, token, after))
        directions = self.refer("DirectionSet", "DirectionSet")
        self._not_listed(token)
        return directions

    def _not_listed(self, first: Token, *, vectors: bool = False) -> None:
        """Raise ``Failure`` if a further set of directions follows what has been read since the token *first*.

        With *vectors*, parentheses are taken for those of a vector.
        """
        further = self.peek(1 if self.at(",") else 0)
        is_other = further.is_("through", "until", *SELECTIONS) or self.names.has(further.text, *NUMBERS, *STANDING)
        is_set = self.names.has(further.text, "DirectionSet") and not is_other
        is_vector = vectors and further.is_("(") and first.kind is TokenKind.NAME
        if is_vector:
            self._not_steps_in_parentheses(first)
        if first.offset == self.peek().offset or not (is_set or is_vector):
            return
        said = self.scanner.between(first.offset, self.peek().offset)
        joined = f"directions both = {said} {further.text if is_set else '(0,1)'}"
        message = "one set of directions, or vectors alone, stand here; declare a set of all"
        raise self.instead(f"{message}, as in '{joined}'", self.peek())

    def _not_steps_in_parentheses(self, first: Token) -> None:
        """Raise ``Failure`` if a value, and no vector, stands in parentheses behind the directions at *first*."""
        inner = self.ahead(MOST_TOKENS)
        end = behind_bracket(inner, 0)
        if end is None or any(token.is_(",") for token in inner[:end]):
            return
        opening, closing = inner[0], inner[end - 1]
        value = self.scanner.between(opening.offset + 1, closing.offset)
        message = "a number of steps does not begin with a parenthesis"
        if not (end == len(inner) or _ends_filter(inner[end]) or inner[end].is_("through")):
            message = f"{message}: write the other factor first, as in 'step {first.text} 2 * ({value})'"
            raise self.instead(message, opening)
        meant = f"step {self.scanner.between(first.offset, opening.offset)} {value}"
        raise self.instead(f"{message}: write '{meant}'", opening, _rewrite(value, opening, closing))

    def _at_number(self) -> bool:
        """Return whether a value stands here: it begins with a name, or with a number that is calculated with."""
        token, after = self.peek(), self.peek(1)
        if self.at_integer():
            times = after.is_("*") and self.names.has(self.peek(2).text, "Parameter")
            return after.is_("*", "+", "-", *DIVISIONS) and not times
        known = token.is_("count", *WHO) or self.names.has(token.text, *NUMBERS) or self.at_class()
        is_function = token.is_(*FUNCTIONS) and after.is_("(")
        return token.kind is TokenKind.NAME and (known or is_function or self.at_sum_of_players())

    def _at_name_of_number(self) -> bool:
        """Return whether a name stands behind directions, which can only be that of a number, known or not."""
        return self.peek().kind is TokenKind.NAME and not self.peek().is_("and", "or", *AFTER_FILTER)

    def _ray(self, level: int) -> EObject:
        place = self.next().place
        token = self.peek()
        is_pattern = token.is_("!", "like", *SELECTIONS) or self.names.has(token.text, *STANDING)
        directions = None
        is_range = self.names.has(token.text, "Parameter") and (self.at_range() or not is_pattern)
        is_named = self.names.has(token.text, "DirectionSet") or not (is_pattern or is_range)
        if token.kind is TokenKind.NAME and is_named:
            directions = None if token.is_("like", *SELECTIONS) else self._named_directions()
        vectors = self.vectors("a direction") if self.at("(") else []
        self._not_listed(token)
        bounds = self.range((0, -1), (0, -1))
        if self.names.has(self.peek().text, "DirectionSet") and not (self.at_class() or self._at_pattern()):
            raise self.unexpected("a pattern is expected")
        pattern = self.peek()
        match_rule = self._pattern_of_a_ray()
        self._not_after_the_pattern(pattern)
        end_rule = self._pattern_of_a_ray() if self.accept("until") else None
        collected = self.accept(*_TAKEN_OF_A_RAY)
        if self.at(*_TAKEN_OF_A_RAY):
            raise self.instead("one of 'end', 'both' and 'last' ends a ray; leave the others out", self.peek())
        found = self.make(
            "IterativeFilter",
            place,
            directions=directions,
            directionVectors=vectors,
            matchRule=match_rule,
            endRule=end_rule,
            collect="Matched" if collected is None else collected.text.capitalize(),
        )
        return self._between(found, bounds)

    def _not_after_the_pattern(self, pattern: Token) -> None:
        """Raise ``Failure`` if the range of a ray stands behind its pattern, as in ``ray orth piece 1..*``."""
        low, points, high = (self.peek(k) for k in range(3))
        if low.kind is not TokenKind.INTEGER or not points.is_(".."):
            return
        said = self.scanner.between(pattern.offset, low.offset).strip()
        meant = f"{low.text}..{high.text} {said}"
        message = f"how many cells a ray has stands before the pattern: write '{meant}'"
        raise self.instead(message, low, _rewrite(meant, pattern, high))

    def _pattern_of_a_ray(self) -> EObject:
        word = self.peek()
        if word.is_("until", *_TAKEN_OF_A_RAY) and not self.names.has(word.text, *STANDING):
            raise self.instead(f"a pattern stands before '{word.text}', as in 'ray orth empty until own last'", word)
        if word.is_(*_OF_OTHERS) and not self.names.has(word.text, *STANDING):
            message = f"what the cells of a ray are is said without '{word.text}', as in 'ray orth empty'"
            raise self.instead(f"{message}; what ends it stands after 'until'", word)
        return self.lone_pattern()

    def _flood(self, level: int) -> EObject:
        place = self.next().place
        directions = self._named_directions()
        return self.make("FloodFilter", place, directions=directions, through=self.lone_pattern())

    def _select(self, level: int) -> EObject:
        token, mark = self.next(), self.peek()
        is_pattern = mark.kind is TokenKind.NAME and (mark.text in SELECTIONS or self.names.has(mark.text, *STANDING))
        if is_pattern and not (mark.is_(*AFTER_FILTER) or self.names.has(mark.text, "Mark")):
            raise self.unexpected("the name of a Mark is expected, or '->'")
        self._not_from_cells(token)
        if token.is_("each") and mark.is_("{"):
            message = "'each' alone goes on with each cell for itself; what is done for each stands in 'do each { … }'"
            raise self.instead(message, token, Insert("do"))
        return self.make("SelectFilter", token.place, mark=self.optional("Mark"), record=token.text == "select")

    def _not_from_cells(self, word: Token) -> None:
        """Raise ``Failure`` for ``select card from market`` and ``select from market``."""
        mark, joint, cells = (self.peek(k) for k in range(3))
        if mark.is_("from", "in", "of", "on") and self.names.has(joint.text, *AREAS):
            mark, joint, cells = word, mark, joint
        if not joint.is_("from", "in", "of", "on") or not self.names.has(cells.text, *CELLS):
            return
        meant = f"goto {cells.text} -> piece -> {word.text}{'' if mark is word else f' {mark.text}'}"
        message = f"where a click is made is said before it: write '{meant}'"
        raise self.instead(message, joint, _rewrite(meant, word, cells))

    def _shape_on(self, level: int) -> EObject:
        place = self.next().place
        return self.make("ShapeFilter", place, mark=self.refer("Mark", "Mark"))

    def _along(self, level: int) -> EObject:
        word, first = self.next(), self.peek()
        directions = self._named_directions()
        if self.at("{"):
            message = "'along' alone goes on with each direction for itself; what is done along each stands in"
            raise self.instead(f"{message} 'do along {first.text} {{ … }}'", word, Insert("do"))
        return self.make("DirectionFilter", word.place, directions=directions)

    def _option(self, level: int) -> EObject:
        place = self.next().place
        label = self.peek()
        if label.kind is TokenKind.NAME and not label.is_(*AFTER_FILTER):
            quoted = f'"{label.text}"'
            raise self.instead(f"the label is a string: write 'option {quoted}'", label, Rewrite(quoted, label.place))
        if label.kind is not TokenKind.STRING:
            raise self.unexpected("the label is expected, a string")
        return self.make("OptionFilter", place, label=self.next().value)

    def _mark(self, level: int) -> EObject:
        place = self.next().place
        mark = self.refer("Mark", "Mark")
        sign = self.accept(*MARKINGS)
        combine = "Replace" if sign is None else MARKINGS[sign.text]
        return self.make("MarkFilter", place, mark=mark, combine=combine)

    def _clear(self, level: int) -> EObject:
        place = self.next().place
        return self.make("MarkFilter", place, mark=self.refer("Mark", "Mark"), combine="Clear")

    def _record(self, level: int) -> EObject:
        return self.make("RecordFilter", self.next().place)

    def _movable(self, level: int) -> EObject:
        return self.make("MovableFilter", self.next().place)

    def _in(self, level: int) -> EObject:
        word, cells = self.next(), self.peek()
        place = word.place
        if self.names.has(cells.text, *CELLS) and not self.names.has(cells.text, "Phase"):
            message = f"'in' asks for the phase; which cells lie there is asked by 'at': write 'at {cells.text}'"
            raise self.instead(message, word, Replace("in", "at"))
        phases = [self.refer("Phase", "Phase")]
        while self.at("or") and not self.test_follows():
            self.next()
            phases.append(self.refer("Phase", "Phase"))
        if self.at(","):
            raise self.unexpected("'or' is expected between two phases of a test, as in 'in early or late'")
        return self.make("PhaseFilter", place, phases=[phase for phase in phases if phase is not None])

    def _by(self, level: int) -> EObject:
        place = self.next().place
        players = [self._player()]
        while self.at("or") and not self.test_follows():
            self.next()
            players.append(self._player())
        if self.at(","):
            raise self.unexpected("'or' is expected between two players of a test, as in 'by White or Black'")
        return self.make("PlayerFilter", place, players=players)

    def _player(self) -> EObject | None:
        """Read the name of a player."""
        token = self.name("the name of a Player")
        if not self.names.plays(token.text):
            raise self.no_player(token)
        return self.names.find(token.text, token.place, "Player")

    def _pick(self, level: int) -> EObject:
        place = self.next().place
        return self.make("PickFilter", place, last=self.accept("last") is not None)

    def _best(self, level: int) -> EObject:
        token = self.next()
        return self.make("BestFilter", token.place, best=BEST[token.text], value=self.value(level + 1))

    def _bend(self, level: int) -> EObject:
        place = self.next().place
        directions = self._named_directions()
        is_chosen = self.names.has(self.peek().text, "Parameter")
        is_computed = self.at("(", "-") and not self.at_integer()
        if is_computed or ((self._at_number() or self._at_name_of_number()) and not is_chosen):
            return self.make("BendFilter", place, directions=directions, count=self.value(level + 1))
        found = self.make("BendFilter", place, directions=directions)
        if self.at_amount():
            self.choose(found, Quantity.By, self.amount("a number"))
        return found

    def _image(self, level: int) -> EObject:
        place = self.next().place
        return self.make("ImageFilter", place, transform=self.word(TRANSFORMS, "transform"))

    def _choice(self, level: int) -> EObject:
        token = self.next()
        self.expect("{", "before the alternatives")
        self.accept("|")
        alternatives = [self.chain(level + 1)]
        while self.accept("|"):
            alternatives.append(self.chain(level + 1))
        self.expect("}", "after the alternatives, '|' between two, '->' between filters")
        return self.make("ChoiceFilter", token.place, alternatives=alternatives, mode=CHOICES[token.text])

    def _repeat(self, level: int) -> EObject:
        place = self.next().place
        self._not_so_often()
        bounds = self.range((0, -1), (0, -1))
        maximal = self.accept("maximal") is not None
        self._not_while()
        body = self.chain(level + 1, in_braces=True)
        return self._between(self.make("RepeatFilter", place, body=body, maximal=maximal), bounds)

    def _not_while(self) -> None:
        """Raise ``Failure`` for ``repeat until n == 1 { … }`` and ``repeat while n > 0 { … }``."""
        word = self.peek()
        if not word.is_("until", "while"):
            return
        left, sign, right, opening = (self.peek(k) for k in range(1, 5))
        is_whole = sign.text in COMPARISONS and opening.text == "{"
        test = "n > 0"
        if is_whole:
            op = sign.text if word.is_("while") else SIGNS[OPPOSITES[COMPARISONS[sign.text]]]
            test = f"{left.text} {op} {right.text}"
        start = f"maximal {{ if {test} ->"
        remedies = (_rewrite(start, word, opening),) if is_whole else ()
        message = f"what is asked before each round begins the chain: write 'repeat {start} … }}'"
        raise self.instead(message, word, *remedies)

    def _not_so_often(self) -> None:
        """Raise ``Failure`` if a number that may change stands for a bound of ``repeat``."""
        token = self.peek(2) if self.at_amount() and self.peek(1).is_("..") else self.peek()
        if token.kind is not TokenKind.NAME or self.names.has(token.text, "Parameter"):
            return
        if token.is_("count", *FUNCTIONS) or self.names.has(token.text, *NUMBERS):
            name = token.text if self.names.has(token.text, "Counter") else "n"
            counted = f"repeat 0..* maximal {{ if {name} > 0 -> … -> {name} -= 1 }}"
            message = f"the bounds of 'repeat' are numbers or parameters; for a counter write '{counted}'"
            raise self.instead(message, token)

    def not_a_number(self, name: str) -> None:
        """Raise ``Failure`` if a value stands where the chain *name* is declared."""
        tokens = [quiet(token) for token in self.ahead(MOST_TOKENS)]
        bodies = _behind_tests(tokens) if self.peek().text == "if" else []
        if not any(self._is_number(tokens[k : k + 4]) for k in (0, *bodies)):
            return
        if not bodies and any(token.text in COMPARISONS for _, token in _outside(tokens)):
            said = "count { … }" if tokens[0].is_("count") else "n"
            message = f"a chain is expected; a comparison is one after 'if', as in 'if {said} >= 3'"
            raise self.instead(message, self.peek(), Insert("if"))
        message = f"a chain is expected; a number with a name is declared by 'value {name} = …'"
        raise self.instead(message, self.peek())

    def _is_number(self, tokens: Sequence[Token]) -> bool:
        """Return whether a value begins with some tokens that stand where a chain is expected."""
        end = replace(quiet(self.peek()), kind=TokenKind.END, text="")
        start = 1 if tokens and tokens[0].is_("(", "-") else 0
        token, after, further = [*tokens[start:], end, end, end][:3]
        is_filter = token.text in RULES and not token.is_(*ENDS)
        is_named = self.names.has(token.text, *NUMBERS) and not (is_filter or after.is_(*ASSIGNMENTS))
        is_changed = after.is_("+", "-") and further.is_(after.text)
        is_number = is_named and not is_changed and (after.kind is TokenKind.END or after.is_(*_IN_VALUES))
        is_function = token.is_(*FUNCTIONS) and after.is_("(")
        is_count = token.is_("count") and not (self.names.is_known("count") or after.is_(*ASSIGNMENTS))
        return token.kind is TokenKind.INTEGER or is_number or is_function or is_count

    def guard(self, level: int) -> EObject:
        token = self.next()
        negate, per_cell = GUARDS[token.text]
        whose = self._as()
        self._not_a_comparison(token)
        self._not_beside(token)
        condition = self.chain(level + 1, in_braces=True)
        return self.make("GuardFilter", token.place, condition=condition, negate=negate, perCell=per_cell, **whose)

    def _not_beside(self, guard: Token) -> None:
        """Raise ``Failure`` for ``has adjacent own``, where a *guard* is followed by a word for the cells beside."""
        word = self.peek()
        behind = self.ahead(MOST_TOKENS)[1:]
        if word.is_("next") and behind and behind[0].is_("to"):
            behind = behind[1:]
        elif not word.is_(*NEIGHBOURS, "beside", "near"):
            return
        behind = behind[1:] if behind and behind[0].is_("to") else behind
        named = list(takewhile(lambda token: token.text in SELECTIONS or self.names.has(token.text, *STANDING), behind))
        where = "wherenot" if GUARDS[guard.text][0] else "where"
        meant = f"{where} {{ step orth -> {' '.join(token.text for token in named) or 'own'} }}"
        message = f"what stands beside is asked by '{meant}', where 'directions' declares orth"
        raise self.instead(message, word, *((_rewrite(meant, guard, named[-1]),) if named else ()))

    def _not_a_comparison(self, word: Token) -> None:
        """Raise ``Failure`` if numbers are compared without braces after a *word* of ``GUARDS``."""
        start, asks = self.peek(), self.peek().is_("if")
        tokens = self.ahead(6)[asks:]
        said = self.scanner.between(word.offset, start.offset)
        if len(tokens) > 2 and tokens[0].text == "count" and tokens[1].text == "{":
            meant = f"{said} {{ if count {{ … }} … }}"
            raise self.instead(f"numbers are compared in the chain, after 'if': write '{meant}'", start)
        compared = next((k for k, token in enumerate(tokens[:3]) if token.text in COMPARISONS), None)
        if not compared or start.text == "{" or compared + 1 == len(tokens):
            return
        end = compared + 2
        is_whole = end == len(tokens) or _ends_filter(tokens[end])
        first, last = tokens[0], tokens[compared + 1]
        test = self.scanner.between(first.offset, last.offset + len(last.text))
        meant = f"{{ if {test} }}" if is_whole else f"{{ if {test} … }}"
        message = f"numbers are compared in the chain, after 'if': write '{said} {meant}'"
        raise self.instead(message, start, *((_rewrite(meant, start, last),) if is_whole else ()))

    def _as(self) -> Whose:
        """Read ``as PLAYER``, if it stands here, and return what it says."""
        if not self.accept("as"):
            return OWN
        token = self.name(f"a player ({', '.join(PLAYERS)}, or the name of a Player)")
        if not self.is_player(token):
            raise self.no_player(token)
        return self.whose(token)

    def _do(self, level: int) -> EObject:
        place = self.next().place
        for_each, directions = "Once", None
        if self.accept("each"):
            for_each = "Cell"
        elif self.accept("along"):
            for_each, directions = "Direction", self._named_directions()
        whose = self._as()
        body = self.chain(level + 1, in_braces=True)
        return self.make("ApplyFilter", place, body=body, forEach=for_each, directions=directions, **whose)

    def single(self, level: int) -> EObject:
        """Read one filter, without what may follow an arrow."""
        rule = self._rule()
        return self._other(level) if rule is None else rule(self, level)

    def _repeated(self, level: int) -> EObject:
        place = self.next().place
        times = self.amount("how often")
        found = self.make("RepetitionFilter", place, includePlayer=self.accept("player") is not None)
        self.choose(found, Quantity.Times, times)
        return found

    def _set(self, level: int) -> EObject:
        place = self.next().place
        if self.accept("empty"):
            return self.make("StateEffectFilter", place, stateSelection="Empty")
        owner = self.accept("own", "enemy")
        if owner is None and self.at("like"):
            return self.make("StateEffectFilter", place, stateSelection="StateBased", **self._like())
        if owner is not None and self.at("like"):
            return self.make("StateEffectFilter", place, stateSelection=SELECTIONS[owner.text], **self._like())
        if owner is not None:
            piece = self.optional("Piece")
            return self.make("StateEffectFilter", place, stateSelection=SELECTIONS[owner.text], piece=piece)
        self._not_of_neighbour(place)
        self._not_of_a_player(place)
        return self.make("StateEffectFilter", place, stateSelection="StateBased", targetState=self.state())

    def _not_of_neighbour(self, place: Place) -> None:
        """Raise ``Failure`` if ``next`` or ``previous`` stands after ``set``, as in ``set next King``."""
        word = self.peek()
        if not word.is_("next", "previous", "ally") or self.names.has(word.text, "State"):
            return
        self.next()
        piece = self.optional("Piece")
        meant = f"do as {word.text} {{ set own{'' if piece is None else f' {piece.name}'} }}"
        whose = "an ally" if word.is_("ally") else f"the {word.text} player"
        message = f"what {whose} owns is put down as that player: write '{meant}'"
        raise self.instead(message, word, Rewrite(meant, place, (self.previous or word).place))

    def _not_of_a_player(self, place: Place) -> None:
        """Raise ``Failure`` if the name of a player stands where a state does."""
        player, piece = self.peek(), self.peek(1)
        if self.names.plays(player.text) and not self.names.has(player.text, *STANDING):
            is_named = self.names.has(piece.text, "Piece")
            meant = f"do as {player.text} {{ set own {piece.text if is_named else 'King'} }}"
            message = f"what a player owns is set as that player: '{meant}'"
            raise self.instead(message, player, *((Rewrite(meant, place, piece.place),) if is_named else ()))

    def _like(self) -> dict[str, EObject | None]:
        """Read ``like MARK ATTRIBUTE?``: the mark whose piece tells the kind, itself or by an attribute."""
        self.next()
        mark = self.refer("Mark", "Mark")
        return {"like": mark, "attribute": self.optional("Attribute")}

    def _move(self, level: int) -> EObject:
        token = self.next()
        return self.make("MoveEffectFilter", token.place, source=self.refer("Mark", "Mark"), swap=token.text == "swap")

    def _stack(self, level: int) -> EObject:
        place = self.next().place
        token = self.peek()
        is_mark = self.names.has(token.text, "Mark") and not self.names.has(token.text, *NUMBERS)
        is_all = (is_mark and token.kind is not TokenKind.INTEGER) or token.is_("in") or self.peek(1).is_("in")
        amount = None if is_all else self.value(level + 1)
        source = self.refer("Mark", "Mark")
        self.expect("in", "before the zone in whose blocks lies what is beneath")
        return self.make("StackEffectFilter", place, source=source, zone=self.refer("Zone", "Zone"), amount=amount)

    def _shift(self, level: int) -> EObject:
        place = self.next().place
        transform = self.accept(*TRANSFORMS)
        if transform is not None:
            return self.make("ShiftEffectFilter", place, transform=transform.text)
        directions = self._named_directions() if self.at("(") else self.optional("DirectionSet")
        return self.make("ShiftEffectFilter", place, directions=directions)

    def _turn(self, level: int) -> EObject:
        place = self.next().place
        token = self.name(f"whose turn it is ({', '.join(TURNS)}, or the name of a Player)")
        if token.text in TURNS:
            player = self._nature_of(token) if token.text == "nature" else None
            found = self.make("TurnEffectFilter", place, perspective=TURNS[token.text], player=player)
        elif self.names.has(token.text, "DirectionSet") and not self.names.has(token.text, "Player"):
            meant = f"bend {token.text}"
            message = f"'turn' says who is next; '{meant}' turns the direction"
            raise self.instead(message, token, Rewrite(meant, place))
        elif token.text in OTHERS and not self.names.has(token.text, "Player"):
            raise self.other_player(token)
        elif token.is_("own", *ANOTHER_TURN) and not self.names.has(token.text, "Player"):
            raise self.instead(GOES_ON, token, Replace(token.text, "same"))
        elif not self.names.has(token.text, "Player"):
            raise self.unknown_word("there is no player", token, (*TURNS, *self.names.known("Player")))
        else:
            player = self.names.find(token.text, token.place, "Player")
            found = self.make("TurnEffectFilter", place, player=player)
        if self.peek().is_("player") or (self.at("with") and not self.peek(1).is_("{")):
            meant = f"turn {token.text} {{ if n == 0 }}"
            message = f"what must hold for the player stands in braces, as in '{meant}'; all others are passed over"
            raise self.instead(message, self.peek())
        if self.at("{"):
            self.add(found, "condition", self.chain(level + 1, in_braces=True))
        return found

    def _nature_of(self, token: Token) -> EObject | None:
        if self.names.nature is None:
            self.report("unresolved-reference", "the game has no nature; declare one, as in 'nature Dice'", token.place)
        return self.names.nature

    def _amount(self, level: int) -> EObject:
        place = self.next().place
        if self.at_integer():
            raise self.unexpected("the counter stands before the bounds, as in 'amount n 1..6'; its name is expected")
        counter = self.refer("Counter", "Counter")
        self._not_from_to()
        low = self.value(level + 1)
        self.expect("..", "between the least and the greatest amount, as in 'amount n 1..6'")
        return self.make("AmountFilter", place, counter=counter, low=low, high=self.value(level + 1))

    def _not_from_to(self) -> None:
        """Raise ``Failure`` if two numbers with a minus between them stand for a range, as in ``1-3``."""
        low, minus, high = (self.peek(k) for k in range(3))
        last, after = (high, self.peek(3)) if minus.text == "-" else (minus, high)
        is_range = low.kind is last.kind is TokenKind.INTEGER and minus.text.startswith("-")
        if is_range and _ends_filter(after):
            meant = f"{low.text}..{last.text.removeprefix('-')}"
            message = f"a range is written '{meant}', with two points between the bounds"
            raise self.instead(message, low, _rewrite(meant, low, last))

    def _phase(self, level: int) -> EObject:
        place = self.next().place
        return self.make("PhaseEffectFilter", place, phase=self.refer("Phase", "Phase"))

    def _end(self, level: int) -> EObject:
        token = self.next()
        return self.make("EndFilter", token.place, outcome=ENDS[token.text])

    def _score(self, level: int) -> EObject:
        place = self.next().place
        return self.make("EndFilter", place, outcome="Score", score=self.value(level + 1))

    def _pay(self, level: int) -> EObject:
        place = self.next().place
        score = self.value(level + 1)
        per = self.value(level + 1) if self.accept("per") else None
        return self.make("EndFilter", place, outcome="Pay", score=score, per=per)

    def _line(self, level: int) -> EObject:
        place = self.next().place
        patterns = []
        if self.at_amount():
            patterns = self._lines()
        else:
            self.expect("{", "before the patterns (or a length, as in 'line 5 own')")
            while not self.at("}"):
                patterns.append(self.pattern())
            self.expect("}", "after the patterns")
        return self.make("WinConditionFilter", place, patterns=patterns)

    def _aligned(self, level: int) -> EObject:
        place = self.next().place
        self.not_too_deep(level + 3)
        if not self.at_amount():
            raise self.unexpected("a length is expected, as in 'aligned 3 own'")
        condition = aligned(self._lines())
        for part in walk(condition):
            self.places.record(part, place)
        return self.make("GuardFilter", place, condition=condition, perCell=True)

    def _lines(self) -> list[EObject]:
        """Read the length, perhaps the ways, and the pattern of lines; return one pattern for each way."""
        place = self.peek().place
        amount = self.amount("the length of a line")
        board = self.board
        length, most = self.number_said(amount), longest(board)
        if amount.token is not None:
            length = max(2, min(length, longest(None)))
        elif not 2 <= length <= most:
            self.report("bad-value", f"a line has from 2 to {most} cells here, not {length}", place)
            length = 2
        given = self.vectors("a way") if self.at("(") else []
        for way in given:
            if len(way.chosen) > 0:
                form = "own @(0,0)(n,0)(2 * n,0)"
                message = f"a line is along vectors in numbers; cells that are n apart are asked for as in '{form}'"
                self.report("unexpected-token", message, self.places.of(way))
            elif (way.x, way.y) == (0, 0):
                self.report("bad-value", "a line goes somewhere, not by (0,0)", self.places.of(way))
        token = self.peek()
        named = not given and self.names.has(token.text, "DirectionSet") and not self.names.has(token.text, *STANDING)
        ways = self._ways_named() if named else [(way.x, way.y) for way in given] if given else ways_of(board)
        start = self.peek().place
        pattern = self.pattern()
        if len(pattern.relativecoordinates) > 0:
            self.report("unexpected-token", "the pattern of a line has no offsets of its own; leave out '@'", start)
        lines = [in_line(pattern, length, way) for way in ways]
        for part in (part for line in lines for part in walk(line)):
            self.places.record(part, start)
        for line in lines if amount.token is not None else ():
            self.choose(line, Quantity.Length, amount)
        return lines

    def _ways_named(self) -> Sequence[Vector]:
        """Read the name of directions, and return them as the ways of lines: one of two that are opposite."""
        token = self.next()
        directions = self.names.find(token.text, token.place, "DirectionSet")
        vectors = () if directions is None else directions.vectors
        if directions is not None and (directions.relative or not vectors or any(way.chosen for way in vectors)):
            ways = "lines lie along vectors in numbers that are the same for all players"
            raise self.instead(f"{ways}, and '{token.text}' has others", token)
        found: list[Vector] = []
        for x, y in ((way.x, way.y) for way in vectors):
            if (x, y) not in found and (-x, -y) not in found:
                found.append((x, y))
        return found


def _outside(tokens: Sequence[Token]) -> Iterator[tuple[int, Token]]:
    """Yield those of some tokens that stand outside of braces and parentheses, and these, with their places."""
    depth = 0
    for place, token in enumerate(tokens):
        depth -= token.text in ("}", ")")
        if depth == 0:
            yield place, token
        depth += token.text in ("{", "(")


def _behind_tests(tokens: Sequence[Token]) -> list[int]:
    """Return where what is done begins in a condition, behind the braces after its tests; nothing if a filter follows.

    The *tokens* are those of the chain that the condition begins.
    """
    outside = list(_outside(tokens))
    if any(token.text in ("->", "|", ";") for _, token in outside):
        return []
    opened = [place for place, token in outside if token.text == "{"]
    asks = (*GUARDS, "count")
    return [place + 1 for place in opened if tokens[place - 1].text not in asks and tokens[place - 2].text != "as"]


def _ends_filter(after: Token) -> bool:
    """Return whether a filter is read to its end before a token."""
    return after.kind is TokenKind.END or after.is_("->", "|", ";", "}", *AFTER_FILTER)


def _rewrite(text: str, first: Token, last: Token) -> Rewrite:
    """Return the remedy that writes a text in place of all from one token to another."""
    return Rewrite(text, first.place, last.place)


RULES: dict[str, Callable[[ChainParser, int], EObject]] = {
    "all": ChainParser._patterns,
    "own": ChainParser._patterns,
    "like": ChainParser._patterns,
    "enemy": ChainParser._patterns,
    "next": ChainParser._who_counts,
    "previous": ChainParser._who_counts,
    "at": ChainParser._cells,
    "goto": ChainParser._cells,
    "add": ChainParser._cells,
    "into": ChainParser._into,
    "!": ChainParser._cells,
    "step": ChainParser._step,
    "ray": ChainParser._ray,
    "flood": ChainParser._flood,
    "select": ChainParser._select,
    "each": ChainParser._select,
    "along": ChainParser._along,
    "shape": ChainParser._shape_on,
    "stamp": ChainParser._stamp,
    "option": ChainParser._option,
    "amount": ChainParser._amount,
    "mark": ChainParser._mark,
    "clear": ChainParser._clear,
    "record": ChainParser._record,
    "bend": ChainParser._bend,
    "pick": ChainParser._pick,
    "most": ChainParser._best,
    "least": ChainParser._best,
    "image": ChainParser._image,
    "choose": ChainParser._choice,
    "first": ChainParser._choice,
    "union": ChainParser._choice,
    "repeat": ChainParser._repeat,
    "has": ChainParser.guard,
    "no": ChainParser.guard,
    "where": ChainParser.guard,
    "wherenot": ChainParser.guard,
    "do": ChainParser._do,
    "if": ChainParser.condition,
    "repeated": ChainParser._repeated,
    "movable": ChainParser._movable,
    "in": ChainParser._in,
    "by": ChainParser._by,
    "set": ChainParser._set,
    "move": ChainParser._move,
    "swap": ChainParser._move,
    "stack": ChainParser._stack,
    "shift": ChainParser._shift,
    "turn": ChainParser._turn,
    "phase": ChainParser._phase,
    "win": ChainParser._end,
    "lose": ChainParser._end,
    "draw": ChainParser._end,
    "rank": ChainParser._end,
    "score": ChainParser._score,
    "pay": ChainParser._pay,
    "line": ChainParser._line,
    "aligned": ChainParser._aligned,
}
"""The rule of each keyword of a filter."""

UNCALLABLE = frozenset(RULES) | frozenset(SELECTIONS)
"""The words that are read as filters, and so never as the names of chains."""
