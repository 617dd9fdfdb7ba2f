"""Conditions: ``if own { … } else { … }`` is a choice between a test with what follows it, and its opposite.

first { has { own } -> … | no { own } -> … }        a guard; a pattern is one, too
first { if gold >= 3 -> … | if gold < 3 -> … }      a comparison
first { in early -> … | no { in early } -> … }      any other test

Tests that ``and`` and ``or`` join are asked by one guard: ``has { if gold >= 3 -> has { own } }`` for ``gold >= 3 and
own``, and ``has { first { … | … } }`` for ``or``.

condition := 'if' tests ['{' chain '}' ['else' ('{' chain '}' | condition)]]
tests     := test (('and'|'or') test)*
test      := 'not' test | '(' tests ')' | value comparison value | pattern | filter that asks
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from tilewright.metamodel import schema
from tilewright.metamodel.typing import EObject
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import Diagnostic, Related
from tilewright.model.game.names import CELLS, NUMBERS, STANDING
from tilewright.model.game.parser import Failure
from tilewright.model.game.patterns import AFTER_PATTERN, IN_BRACES, MOST_TOKENS, PLAYERS, SELECTIONS, TESTS, WHO
from tilewright.model.game.recognition import ASKING, OPPOSITES, last_term, opposite
from tilewright.model.game.reserved import OF_NUMBERS
from tilewright.model.game.templates import Templates
from tilewright.model.game.values import COMPARISONS, FUNCTIONS, MEANT, SIGNS, ValueParser, takes_cells
from tilewright.model.objects import copied, remove, walk
from tilewright.model.places import Place
from tilewright.model.remedies import Replace, Rewrite
from tilewright.model.text.scanner import Token, TokenKind

ASKS_WHOLE = ("in", "by", "movable", "repeated")
"""The words of tests that are filters by themselves, and ask the whole working set."""
_IN_SUMS = ("+", "-", "*", "/", "%", "div", "mod")
"""What goes on with a value in parentheses."""
_ASKS_NOTHING = (
    "select", "each", "option", "amount", "mark", "clear", "record", "set", "move", "swap", "stack", "shift", "turn",
    "phase", "win", "lose", "draw", "rank", "score", "pay", "pick", "along", "bend", "shape",
)  # fmt: skip
"""The words with which filters begin that act, or choose, and are no conditions."""
_THEN = "what is done stands in braces, as in 'if own { … }', without 'then'"
_BRACES = "what depends on it stands in braces, as in 'if {} {{ … }}'"


class ConditionParser(ValueParser):
    """Reads tests, and conditions."""

    templates: Templates
    misnamed: dict[str, Diagnostic]
    """What has been reported of declarations whose names are read as something else, by the name."""

    def single(self, level: int) -> EObject:
        """Read one filter, without what may follow an arrow."""
        raise NotImplementedError

    def guard(self, level: int) -> EObject:
        """Read ``has``, ``no``, ``where`` or ``wherenot`` with its chain in braces."""
        raise NotImplementedError

    def begins_filter(self) -> bool:
        """Return whether a word stands here that begins a filter."""
        raise NotImplementedError

    def not_too_deep(self, level: int) -> None:
        """Raise ``Failure`` if a level of containment is too deep."""
        raise NotImplementedError

    def condition(self, level: int) -> EObject:
        """Read a comparison, or a condition: a test, what is done if it holds, and what if it does not."""
        place, token = self.next().place, self.peek()
        test, body, is_joined = self._tests(level, place)
        if body is not None:
            return self._by_test(level, place, test, body)
        if self.peek().is_("then"):
            raise self.instead(_THEN, self.peek())
        if self.at("{"):
            return self._by_test(level, place, test)
        is_whole = token.is_("has", "no", "not", "(", *ASKS_WHOLE) and not self.begins_filter()
        if is_joined or is_whole or test.eClass.name == "CompareFilter":
            return test
        if self.begins_filter():
            raise self.instead(IN_BRACES, self.peek())
        self._not_before_pattern(token, test, place)
        self._must_be_number(token)
        if self.previous is not None and _calls(test):
            called = self.scanner.between(token.offset, self.previous.offset + len(self.previous.text))
            message = f"a chain is asked in braces: write 'has {{ {called} }} -> …', or 'if {called} {{ … }}'"
            raise self.instead(message, token, Rewrite(f"has {{ {called} }}", place, self.previous.place))
        raise self.unexpected("'{' is expected before what is done if the test holds, as in 'if own { … }'")

    def _not_before_pattern(self, token: Token, test: EObject, place: Place) -> None:
        """Raise ``Failure`` for ``if own -> win``: a pattern that stands at *token*, and the *test* that it made."""
        asked = test.condition if test.eClass.name == "GuardFilter" else None
        is_pattern = asked is not None and asked.eClass.name in ("PatternFilter", "CellsFilter")
        if not (is_pattern and self.at("->")) or self.previous is None:
            return
        pattern = self.scanner.between(token.offset, self.previous.offset + len(self.previous.text))
        done, after = self.peek(1).text or "win", self.peek(2)
        if not (after.kind is TokenKind.END or after.is_("|", ";", "}")):
            done = f"{done} …"
        message = (
            f"a pattern keeps the cells for which it holds, without 'if': write '{pattern} -> {done}'; what depends "
            f"on it stands in braces, as in 'if {pattern} {{ {done} }}'"
        )
        raise self.instead(message, token, Rewrite(pattern, place, self.previous.place))

    def test_alone(self, level: int) -> EObject:
        """Read what stands after ``if`` in a value: a test, or several that are joined."""
        self.not_too_deep(level)
        test, _, _ = self._tests(level, self.peek().place)
        if self.peek().is_("then"):
            raise self.instead("the value stands in braces, as in 'if own { 2 }', without 'then'", self.peek())
        return test

    def _must_not_be_reserved(self, token: Token) -> None:
        """Raise ``Failure`` if a number has a name that is read as another test where it is compared."""
        if token.text in self.misnamed:
            raise Failure(self.misnamed[token.text])
        for kind in NUMBERS:
            if self.names.has(token.text, kind):
                message = (
                    f"'{token.text}' is a reserved word of the notation: after 'if' it asks something else than the "
                    f"{kind} of this name; give the {kind} another name"
                )
                related = (
                    Related(f"the {kind} '{token.text}'", self.places.of(self.names.all_of(token.text, kind)[0])),
                )
                raise Failure(diagnose("ambiguous-reference", message, token.place, related))

    def _test(self, level: int, place: Place) -> tuple[EObject, EObject | None]:
        """Read a comparison, or another test, which a pattern is, too; or several in parentheses, or what is denied.

        Also return what is done if it holds, if that has been taken for the cells of the comparison's last value.
        """
        token = self.peek()
        self.not_dotted()
        if self._at_group():
            return self._group(level, place), None
        if self.at("not") and not self.names.has("not", *NUMBERS):
            return self._denied(level, place)
        self.not_of_own()
        self._not_another_test(token)
        is_called = token.text in self.misnamed and self.peek(1).is_("(")
        if token.is_(*OF_NUMBERS) and (is_called or self.peek(1).is_(*COMPARISONS)):
            self._must_not_be_reserved(token)
        if self.at("has", "no"):
            return self.guard(level + 1), None
        if self.at(*ASKS_WHOLE) or (token.is_(*ASKING) and self.at_class("Filter")):
            return self.single(level + 1), None
        if self._at_pattern() or self._at_call():
            self.in_test = True
            try:
                return self.make("GuardFilter", place, condition=self.single(level + 2)), None
            finally:
                self.in_test = False
        self._must_be_number(token)
        known_references = len(self.form.references)
        test = self._comparison(level, place)
        last = last_term(test.right)
        if any(reference.obj is last for reference in self.form.references[known_references:]):
            return test, None  # the braces are those of the class form
        return test, _taken_for_cells(last)

    def _at_call(self) -> bool:
        """Return whether a chain is called here, and no number has its name."""
        token = self.peek()
        if token.kind is not TokenKind.NAME or token.is_("count") or self.names.has(token.text, *NUMBERS):
            return False
        if self._at_number_of_player():
            return False
        return token.text in self.templates or self.names.has(token.text, "SubPipeline")

    def _at_unknown(self, token: Token) -> bool:
        """Return whether a token is a name that neither an element nor the notation has."""
        is_word = token.text in (*SELECTIONS, *TESTS, *PLAYERS, *FUNCTIONS) or token.text in self.keywords()
        return token.kind is TokenKind.NAME and not (is_word or self.names.is_known(token.text))

    def _at_number_of_player(self) -> bool:
        """Return whether the number of another player stands here, or the sum of what all players have."""
        return (self.at(*WHO) and self.peek(1).kind is TokenKind.NAME) or self.at_sum_of_players()

    def _at_group(self) -> bool:
        """Return whether a parenthesis stands here that groups tests: one in a value is followed by more of it."""
        if not self.at("("):
            return False
        tokens = self.ahead(MOST_TOKENS)
        end = behind_bracket(tokens, 0)
        if end is None:
            if len(tokens) < MOST_TOKENS:
                raise self.instead("')' is missing: this parenthesis is not closed", tokens[0])
            return False
        after = tokens[end] if end < len(tokens) else None
        if after is None or after.kind is TokenKind.INTEGER:
            return after is None
        self._not_before_cells(tokens, end)
        return not _goes_on_with_value(after)

    def _not_before_cells(self, tokens: Sequence[Token], end: int) -> None:
        """Raise ``Failure`` if cells in braces, and a comparison, stand behind a number in parentheses.

        The number begins the *tokens*, and what follows it stands at *end*.
        """
        behind = behind_bracket(tokens, end) if tokens[end].text == "{" else None
        if behind is None or behind == len(tokens) or not _goes_on_with_value(tokens[behind]):
            return
        number = self.scanner.between(tokens[1].offset, tokens[end - 1].offset)
        cells = self.scanner.between(tokens[end].offset, tokens[behind].offset)
        message = (
            f"the number of some cells is written without parentheses: 'if {number} {cells} {tokens[behind].text} …'"
        )
        raise self.instead(message, tokens[0], Rewrite(number, tokens[0].place, tokens[end - 1].place))

    def _group(self, level: int, place: Place) -> EObject:
        """Read tests in parentheses, which are one test together."""
        self.not_too_deep(level)
        self.next()
        test, body, _ = self._tests(level + 1, place)
        if body is not None:
            message = "no braces stand here: the number before them is of no cell"
            raise Failure(diagnose("unexpected-token", message, self.places.of(body)))
        self.expect(")", "after the tests in parentheses")
        return test

    def _denied(self, level: int, place: Place) -> tuple[EObject, EObject | None]:
        """Read ``not`` and a test, and return the test that holds where that does not, and what ``_test`` returns."""
        self.not_too_deep(level)
        self.next()
        token = self.peek()
        test, body = self._test(level + 1, place)
        self._must_be_clear(token, test)
        return opposite(test) or self.make("GuardFilter", place, condition=test, negate=True), body

    def _tests(self, level: int, place: Place) -> tuple[EObject, EObject | None, bool]:
        """Read a test, and those that ``and`` and ``or`` join to it; ``and`` binds more.

        Return the test, or a guard that asks them all, each of the same cells; what ``_test`` returns for the last one;
        and whether they are several.
        """
        token = self.peek()
        first, body = self._test(level, place)
        self._not_joined_by_signs()
        if body is not None or not self.at("and", "or"):
            return first, body, False
        self._must_be_clear(token, first)
        alternatives = [[first]]
        while body is None and (joint := self.accept("and", "or")) is not None:
            deeper = level + 2 + len(alternatives[-1])
            self.not_too_deep(deeper)
            token = self.peek()
            test, body = self._test(deeper, token.place)
            self._not_joined_by_signs()
            self._must_be_clear(token, test)
            if joint.text == "or":
                alternatives.append([test])
            else:
                alternatives[-1].append(test)
        for tests in alternatives:
            for test, following in pairwise(tests):
                self.add(test, "nextFilter", following)
        heads = [tests[0] for tests in alternatives]
        asked = heads[0] if len(heads) == 1 else self.make("ChoiceFilter", place, alternatives=heads, mode="First")
        return self.make("GuardFilter", place, condition=asked), body, True

    def _not_joined_by_signs(self) -> None:
        """Raise ``Failure`` if a test is joined to the next one by a sign of other languages."""
        if self.at("&") or (self.at("|") and self.peek(1).is_("|")):
            joint = "and" if self.at("&") else "or"
            raise self.instead(f"tests are joined by '{joint}', as in 'if a == 3 {joint} b == 0'", self.peek())

    def _must_be_clear(self, token: Token, test: EObject) -> None:
        """Raise ``Failure`` if a pattern that stands beside other tests has an ``or`` of its own, which binds more."""
        is_enclosed = token.is_("has", "no", "not", "(")
        asked = test.condition if test.eClass.name == "GuardFilter" and not is_enclosed else None
        if asked is not None and any(pattern.alternatives for pattern in getattr(asked, "patterns", ())):
            message = "beside other tests, and after 'not', a pattern with 'or' stands in parentheses"
            raise self.instead(f"{message}, as in '(King or Queen) and …'", token)

    def _not_another_test(self, token: Token) -> None:
        """Raise ``Failure`` if what stands after ``if`` is a test as other languages write it."""
        after = self.peek(1)
        if token.text == "unless" and not self.names.has("unless", *NUMBERS):
            raise self.instead(
                "what must not hold follows 'not', as in 'if not King { … }'", token, Replace("unless", "not")
            )
        if token.is_("!") and after.text == "(":
            raise self.instead("tests in parentheses are denied by 'not'", token, Rewrite("not", token.place))
        if token.is_("{"):
            message = "the test stands before the braces, as in 'if own { … }', or 'if has { … } { … }' for a chain"
            raise self.instead(message, token)
        if after.is_("then"):
            raise self.instead(_THEN, after)
        if token.is_("all") and self.peek(2).is_(*COMPARISONS):
            self._not_all(token, after, self.peek(2))
        if token.is_("phase") and after.is_("==", "!=") and not self.names.has("phase", *NUMBERS):
            raise self._phase_compared(token)

    def _not_all(self, word: Token, number: Token, sign: Token) -> None:
        """Raise ``Failure`` for ``if all coins == 0``, where *number* is that of each player, or of each cell."""
        counters = self.names.all_of(number.text, "Counter")
        if not counters or self.names.has(number.text, *STANDING):
            return
        denied = f"if {number.text} {SIGNS[OPPOSITES[COMPARISONS[sign.text]]]} {self.peek(3).text}"
        if counters[0].perCell:
            meant = f"no {{ goto all -> where {{ {denied} }} }}"
        elif counters[0].perPlayer:
            meant = f"no as each {{ {denied} }}"
        else:
            raise self.instead(f"there is one '{number.text}' for all: leave out 'all'", word, Replace("all", ""))
        message = f"that a number holds for all is said by denying that it does not for one: '{meant} -> …'"
        raise self.instead(f"{message}, or 'if {meant} {{ … }}'", word)

    def _phase_compared(self, token: Token) -> Failure:
        """Return the failure for ``if phase == early``."""
        sign, phase, before = self.peek(1), self.peek(2), self.previous
        meant = f"in {phase.text}" if sign.is_("==") else f"no {{ in {phase.text} }}"
        is_filter = before is not None and before.is_("if") and not self.peek(3).is_("{", "and", "or")
        start = before.place if before is not None and is_filter else token.place
        message = f"a phase is asked for by 'in': write '{meant} -> …', or 'if {meant} {{ … }}'"
        return self.instead(message, token, Rewrite(meant, start, phase.place))

    def _by_test(self, level: int, place: Place, test: EObject, body: EObject | None = None) -> EObject:
        """Read what is done if a test holds, unless it has been read, and if not; return the choice between the two."""
        opposite = self._opposite(test, place)
        self.add(test, "nextFilter", self.chain(level + 2, in_braces=True) if body is None else body)
        if self.accept("else"):
            self.add(opposite, "nextFilter", self._else(level + 2))
        return self.make("ChoiceFilter", place, alternatives=[test, opposite], mode="First")

    def _else(self, level: int) -> EObject:
        """Read what is done if a test does not hold: a chain in braces, or another condition."""
        if not self.at("if", "{"):
            done = self.peek().text or "…"
            raise self.unexpected(f"'{{' is expected before the chain, as in 'else {{ {done} … }}'", expected="{")
        if self.at("{"):
            return self.chain(level, in_braces=True)
        self.not_too_deep(level)
        found = self.condition(level)
        if found.eClass.name != "ChoiceFilter":
            raise self.unexpected("'{' is expected before what is done in this case")
        return found

    def _opposite(self, test: EObject, place: Place) -> EObject:
        """Return the test that holds where a test does not."""
        other = copied(test)
        copies = dict(zip(walk(test), walk(other), strict=True))
        for original, element in copies.items():
            self.places.record(element, self.places.of(original))
        waiting = [reference for reference in self.form.references if reference.obj in copies]
        self.form.references += [replace(reference, obj=copies[reference.obj]) for reference in waiting]
        return opposite(other) or self.make("GuardFilter", place, condition=other, negate=True)

    def _at_pattern(self) -> bool:
        """Return whether a pattern stands here, or cells with which the working set is met."""
        token = self.peek()
        if token.is_("!", "[") or self.at_class("Pattern"):
            return True
        if token.kind is not TokenKind.NAME or self.names.has(token.text, *NUMBERS):
            return False
        if token.is_("count") and not self.peek(1).is_("."):  # the number of cells, whatever else is called so
            return False
        if token.is_("at", "all", "like"):
            return True
        after, stands = self.peek(1), self.names.has(token.text, *STANDING)
        is_named = self.names.plays(token.text) and not stands
        if after.is_(*COMPARISONS) or ((is_named or token.is_(*WHO)) and self.peek(2).is_(*COMPARISONS)):
            return False
        if (is_named or token.is_(*WHO)) and after.kind is TokenKind.NAME:
            if after.is_("count") and not self.peek(2).is_("."):
                return False
            is_kind = after.is_(*AFTER_PATTERN) or self.names.has(after.text, *STANDING)
            return is_kind or self._misspelt(1, tuple(self.names.known(*STANDING)))
        if is_named:
            raise self._unclear_player(token)
        if token.text in SELECTIONS or stands:
            return True
        named = (*self.names.known("SubPipeline", *STANDING), *self.templates, *self.names.known_players())
        return not self.at_class() and self._misspelt(0, (*named, *SELECTIONS, *TESTS))

    def _misspelt(self, k: int, names: tuple[str, ...]) -> bool:
        """Return whether the name *k* tokens ahead, which nothing has, is meant for one of these, and for no number.

        It is not if it is compared, or calculated with.
        """
        name = self.peek(k)
        if self.names.is_known(name.text) or name.text in (*self.keywords(), *PLAYERS, *FUNCTIONS, *TESTS):
            return False
        number = self.peek(k + 1)
        if number.text == "count" or self.names.has(number.text, *NUMBERS):
            return False
        tokens = self.ahead(MOST_TOKENS)
        has_brackets = len(tokens) > k + 1 and tokens[k + 1].text in ("{", "(")
        end = behind_bracket(tokens, k + 1) if has_brackets else k + 1
        if end is None or (end < len(tokens) and _goes_on_with_value(tokens[end])):
            return False
        numbers = (*self.names.known(*NUMBERS), "count", *FUNCTIONS)
        meant = self.names.nearest(name.text, (*numbers, *names))
        return name.text in self.names.refused or not (meant is None or meant in numbers)

    def _unclear_player(self, player: Token) -> Failure:
        """Return the failure for the name of a player alone after ``if``."""
        there, moves = f"if has {{ {player.text} }} {{ … }}", f"if by {player.text} {{ … }}"
        message = (
            f"'{there}' asks whether {player.text} has one of these cells, '{moves}' whether the rule is this player's"
        )
        return self.instead(message, player)

    def _comparison(self, level: int, place: Place) -> EObject:
        reported = len(self.names.diagnostics)
        left = self.value(level + 1)
        sign, after = self.peek(), self.peek(1)
        both = sign.text + after.text if after.offset == sign.offset + 1 else ""
        written = both if both in MEANT else sign.text
        if written in MEANT:
            meant = MEANT[written]
            message = f"a comparison is expected ({' '.join(COMPARISONS)}), not '{written}'; write '{meant}'"
            raise self.instead(message, sign, Replace(written, meant))
        if not self.at(*COMPARISONS):
            if len(self.names.diagnostics) > reported:  # what the unknown name stands for may be no number
                raise Failure(self.names.diagnostics[-1])
            raise self.unexpected(f"a comparison is expected ({' '.join(COMPARISONS)})")
        op = COMPARISONS[self.next().text]
        outer, self.in_comparison = self.in_comparison, True
        try:
            right = self.chosen(left) or self.value(level + 1)
        finally:
            self.in_comparison = outer
        return self.make("CompareFilter", place, left=left, right=right, op=op)

    def _must_be_number(self, token: Token) -> None:
        """Raise ``Failure`` if a pattern or another filter stands after ``if``, which compares numbers."""
        if token.kind is not TokenKind.NAME or token.is_("count") or self.names.has(token.text, *NUMBERS):
            return
        if self._at_number_of_player():
            return
        if token.is_(*FUNCTIONS) and self.peek(1).is_("("):
            return
        if token.text in SELECTIONS or self.names.has(token.text, *STANDING):
            message = f"'if' compares numbers, and '{token.text}' is a pattern; leave out 'if', or count the cells"
            raise self.instead(f"{message}, as in 'count {{ {token.text} }}'; {_BRACES.format(token.text)}", token)
        self.not_each_unnamed()
        if token.is_("each") and self._at_unknown(self.peek(1)):
            return  # the value reports the name
        if token.text in _ASKS_NOTHING and self.peek(1).text in COMPARISONS:
            message = f"'{token.text}' begins a filter, and a number is expected"
            raise self.instead(f"{message}: a counter of your own has another name, as in 'if n == 3'", token)
        if token.text in _ASKS_NOTHING:
            message = f"'{token.text}' begins a filter that asks nothing; 'if' compares numbers, as in 'if n == 3'"
            raise self.instead(message, token)
        if token.text == "line":
            message = "'line' ends the game by itself, as in 'effect = line 3 own'; 'aligned 3 own' asks whether"
            raise self.instead(f"{message} cells lie in a line", token)
        if token.text in self.keywords():
            message = f"'if' compares numbers, and '{token.text}' is a filter, which is a condition by itself"
            raise self.instead(f"{message}; leave out 'if'; {_BRACES.format('has { … }')}", token)
        cells = next((found for kind in CELLS for found in self.names.all_of(token.text, kind)), None)
        if cells is not None and not self.at_class():
            if self.peek(1).is_(".", *COMPARISONS):
                self.no_slip(*NUMBERS)
            self._must_be_in_braces(token, cells)

    def _must_be_in_braces(self, token: Token, cells: EObject) -> None:
        """Raise ``Failure`` for the name of some *cells* after ``if``, with how to ask what is there."""
        place = self.peek(2)
        is_where = self.peek(1).is_("at") and self.names.has(place.text, *CELLS)
        meant = f"has {{ goto {token.text} -> {f'at {place.text}' if is_where else 'own'} }}"
        message = f"'{token.text}' is a {cells.eClass.name}: what is there is asked by 'if {meant} {{ … }}'"
        if not is_where and self.peek(1).is_("{", "->", "and", "or"):
            where, before = f"at {token.text}", self.previous
            is_kept = before is not None and before.is_("if") and self.peek(1).is_("->")
            asked = f"'{where} -> …', without 'if'" if is_kept else f"'if {where} {{ … }}'"
            message = f"{message}, and whether the cells of the working set lie there by {asked}"
            start = before.place if is_kept and before is not None else token.place
            raise self.instead(message, token, Rewrite(where, start, token.place))
        raise self.instead(message, token, *((Rewrite(meant, token.place, place.place),) if is_where else ()))

    def at_sum_of_players(self) -> bool:
        """Return whether ``each`` stands here, and a number of the players follows."""
        number = self.peek(1)
        return self.at("each") and (number.is_("count") or self.names.has(number.text, *NUMBERS))


def _calls(test: EObject) -> bool:
    """Return whether a test asks a chain."""
    return test.eClass.name == "GuardFilter" and bool(test.condition.eClass.name == "CallFilter")


def behind_bracket(tokens: Sequence[Token], opening: int) -> int | None:
    """Return the place behind the bracket that closes the one at a place of some tokens; None if none does."""
    left = tokens[opening].text
    right = {"(": ")", "{": "}"}[left]
    depth = 0
    for place, token in enumerate(tokens[opening:], opening):
        depth += (token.text == left) - (token.text == right)
        if depth == 0:
            return place + 1
    return None


def _goes_on_with_value(token: Token) -> bool:
    """Return whether a token behind a value makes it part of a greater one, or compares it."""
    return token.text in (*COMPARISONS, *MEANT, *_IN_SUMS)


def _taken_for_cells(last: EObject) -> EObject | None:
    """Take the chain in braces off the last term of a value if it is a counter which no cell has; return the chain.

    Of such a number there is nothing to sum over cells: ``if a > b { … }`` is a condition.
    """
    if last.eClass.name != "CounterValue" or last.cells is None or takes_cells(last):
        return None
    found: EObject = last.cells
    remove(last, schema().of(last).by_name["cells"], found)
    return found
