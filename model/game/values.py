"""Values: numbers that are computed when a rule is run.

::

    value   := ['-'] product (('+'|'-') product)*
    product := [n '*'] factor (('*'|'div'|'mod') factor)*
    factor  := term | '(' value ')' | ('min'|'max') '(' value (',' value)+ ')'
             | 'table' '(' INT (',' INT)+ ')' 'at' factor
             | 'if' test '{' value '}' ['else' ('{' value '}' | factor that begins with 'if')]
    term    := INT | '(' amount ,* ')' per player | [who] (counter | 'count' | constant | attribute) ['{' chain '}']
             | parameter
    who     := 'enemy' | 'ally' | 'next' | 'previous' | 'each'

A plain number that leads a product of nothing else is the weight of a term of a ``SumValue``.
"""

from __future__ import annotations

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.choosing import offered
from tilewright.model.codes import diagnose
from tilewright.model.game.named_values import NamedValueParser
from tilewright.model.game.names import NUMBERS, STANDING, SUMMED
from tilewright.model.game.parser import Failure
from tilewright.model.game.patterns import AFTER_PATTERN, OWN, PLAYERS, SELECTIONS, Whose
from tilewright.model.hints import Hint
from tilewright.model.objects import MAX_DEPTH
from tilewright.model.places import Place
from tilewright.model.remedies import Insert, Rewrite
from tilewright.model.text.caret import offer
from tilewright.model.text.scanner import Token, TokenKind

VALUES_OF = {
    "Counter": ("CounterValue", "counter"),
    "Constant": ("ConstantOf", "constant"),
    "Attribute": ("AttributeOf", "attribute"),
}
"""The class of the value that an element has, and the feature that refers to the element, by the element's class."""

EXTREMES = {"min": "Least", "max": "Most"}
"""The words for the least and the greatest of several values, and their names in the metamodel."""

TABLE = "table (0, 1, 3, 6) at level"
"""An example of a table, for messages."""

FUNCTIONS = (*EXTREMES, "table")
"""The words that begin a value if ``(`` follows."""

DIVISIONS = {"div": "Quotient", "mod": "Remainder"}
"""The words for the results of a division, and their names in the metamodel."""

COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
"""The signs of comparisons, and their names in the metamodel."""
SIGNS = {op: sign for sign, op in COMPARISONS.items()}
"""The same by their names."""
MEANT = {"=": "==", "<>": "!=", "=>": ">=", "=<": "<="}
"""Signs that are written for comparisons by mistake, and those that are meant."""


class ValueParser(NamedValueParser):
    """Reads values."""

    in_conditional = False
    """Whether the test of a value is read, behind which another value stands in braces."""

    def value(self, level: int) -> EObject:
        """Read a value whose element lies on a level of containment."""
        if level > MAX_DEPTH:
            message = f"the value is nested deeper than {MAX_DEPTH} levels; let counters hold parts of it"
            raise Failure(diagnose("nesting-too-deep", message, self.peek().place))
        place = self.peek().place
        found = [self._product(level, 1, factor=-1 if self.accept("-") else None)]
        while self.at("+", "-") or self._at_negative():
            sign = self.accept("+", "-")
            found.append(self._product(level, None if sign is None else 1 if sign.text == "+" else -1))
        if len(found) == 1 and found[0][0] is None:
            return found[0][1]
        weights = [1 if weight is None else weight for weight, _ in found]
        return self.make("SumValue", place, terms=[term for _, term in found], weights=weights)

    def alone(self) -> EObject:
        """Read a value after which the declaration ends."""
        start = self.scanner.mark()
        found = self.value(3)
        sign, other = self.peek(), self.peek(1)
        if sign.text in COMPARISONS:
            said = " ".join((self.scanner.between(start, sign.offset).strip(), sign.text, other.text))
            message = f"a value is a number, and a comparison is none: write 'if {said} {{ 1 }}', which is 1 or 0"
            raise self.instead(message, sign)
        if not self.at_end():
            raise self.unexpected("the end of the line is expected")
        return found

    def chosen(self, left: EObject) -> EObject | None:
        """Read the name of a choice of the parameter *left* and return its index as a value; None if there is none.

        Raise ``Failure`` for a name that is neither a choice nor anything else.
        """
        if left.eClass.name != "ParameterValue" or left.parameter is None or self.peek().kind is not TokenKind.NAME:
            return None
        token, names = self.peek(), [choice.name for choice in left.parameter.choices]
        if token.text in names:
            self.next()
            return self.make("IntValue", token.place, value=names.index(token.text))
        is_value = token.text in ("count", "own", *PLAYERS, *FUNCTIONS) or self.names.is_known(token.text)
        if not names or is_value or self.at_class():
            return None
        offer(token.text, names)
        hint = offered(left.parameter, token.text) if self._hints.take() else Hint()
        message = f"'{token.text}' is no choice of the Parameter '{left.parameter.name}'{hint}"
        raise Failure(diagnose("unresolved-reference", message, token.place, remedies=hint.remedies))

    def _at_negative(self) -> bool:
        """Return whether the next token is a number with a minus sign."""
        return self.at_integer() and self.peek().text.startswith("-")

    def _product(self, level: int, sign: int | None, factor: int | None = None) -> tuple[int | None, EObject]:
        """Read a product; return its weight in a sum, None if that is 1 and needs no sum, and the value.

        *sign* is 1 or -1, or None if a negative number stands where a sign is expected. Then its minus belongs to the
        sum as soon as the number is divided: ``a -3 div 2`` is ``a - 3 div 2``. *factor* is a number that leads the
        product besides: ``-a div 2`` is ``-1 * a div 2``.
        """
        place, number = self.peek().place, self.peek().text
        if self.at_integer() and self.peek(1).is_("*"):
            factor = self.number(self.next()) * (1 if factor is None else factor)
            self.next()
        factors = [self._factor(level)]
        while self._at_operator():
            operator = self.next()
            if operator.text == "*":
                factors.append(self._factor(level))
                continue
            if sign is None:
                sign, positive = -1, self.number_of(number.removeprefix("-"), place)
                if factor is None:
                    factors = [self.make("IntValue", place, value=positive)]
                else:
                    factor = positive
            dividend = self._multiplied(factors, place)
            if factor is not None:
                dividend, factor = self.make("SumValue", place, terms=[dividend], weights=[factor]), None
            features = {"dividend": dividend, "divisor": self._factor(level), "result": DIVISIONS[operator.text]}
            factors = [self.make("DivisionValue", place, **features)]
        product = self._multiplied(factors, place)
        if factor is None:
            return (-1 if sign == -1 else None), product
        return (-factor if sign == -1 else factor), product

    def _multiplied(self, factors: list[EObject], place: Place) -> EObject:
        return factors[0] if len(factors) == 1 else self.make("ProductValue", place, values=factors)

    def _at_operator(self) -> bool:
        """Return whether a product goes on. Before ``in`` stands the name of a mark, as in ``stack 2 div in pile``."""
        return self.at("*") or (self.at(*DIVISIONS) and not self.peek(1).is_("in"))

    def _factor(self, level: int) -> EObject:
        """Read a factor of a product: a term, a value in parentheses, or an extreme."""
        place = self.peek().place
        if self.at("(") and not self._is_per_player():
            self.next()
            found = self.value(level + 1)
            self.expect(")", "after the value")
            return found
        if self.at(*EXTREMES) and self.peek(1).is_("("):
            word = self.next().text
            self.next()
            values = [self.value(level + 1)]
            self.expect(",", f"after the first value; '{word}' compares two or more")
            values.append(self.value(level + 1))
            while self.accept(","):
                values.append(self.value(level + 1))
            self.expect(")", f"after the values that '{word}' compares")
            return self.make("ExtremeValue", place, best=EXTREMES[word], values=values)
        if self.at("table") and (self.peek(1).is_("(") or not self.names.has("table", *NUMBERS)):
            return self._table(level)
        return self._conditional(level) if self.at("if") else self._term(level)

    def _table(self, level: int) -> EObject:
        """Read a number of a table, at an index."""
        place = self.next().place
        numbers = self.numbers_of_table()
        return self.make("TableValue", place, index=self._factor(level + 1), numbers=numbers)

    def numbers_of_table(self) -> list[int]:
        """Read the numbers of a table, and the word before its index."""
        self.expect("(", f"before the numbers, as in '{TABLE}'")
        numbers = [self._number_of_table()]
        self.expect(",", f"after the first number, as in '{TABLE}'")
        numbers.append(self._number_of_table())
        while self.accept(","):
            numbers.append(self._number_of_table())
        self.expect(")", "after the numbers of the table, ',' between two")
        self.expect("at", f"before the index, which counts from 0, as in '{TABLE}'")
        return numbers

    def _number_of_table(self) -> int:
        """Read a number of a table. ``Failure`` if there is something that changes, such as a counter."""
        token = self.peek()
        if self.names.has(token.text, *NUMBERS):
            meant = f"if n == 0 {{ {token.text} }} else {{ … }}"
            message = f"a table has whole numbers, not values; one of several values is chosen by tests: '{meant}'"
            raise self.instead(message, token)
        return self.integer("a number of the table")

    def _conditional(self, level: int) -> EObject:
        """Read one of two values, by a test. Without ``else`` the second one is 0."""
        place = self.next().place
        outer, self.in_conditional = self.in_conditional, True
        try:
            condition = self.test_alone(level + 1)
        finally:
            self.in_conditional = outer
        features = {"condition": condition, "value": self._in_braces(level + 1, "if own { 2 } else { 1 }")}
        self.not_otherwise()
        if not self.accept("else"):
            otherwise = self.make("IntValue", place, value=0)
        elif self.at("if"):
            otherwise = self._conditional(level + 1)
        else:
            otherwise = self._in_braces(level + 1, "else { 1 }")
        return self.make("ConditionalValue", place, **features, otherwise=otherwise)

    def not_otherwise(self) -> None:
        """Raise ``Failure`` if ``otherwise`` stands for ``else``, behind the braces of a condition."""
        word, before = self.peek(), self.previous
        if word.text == "otherwise" and self.peek(1).text == "{" and before is not None and before.is_("}"):
            raise self.instead("the other case begins with 'else'", word, Rewrite("else", word.place))

    def _in_braces(self, level: int, form: str) -> EObject:
        """Read a value in braces; *form* shows how it is written."""
        self.expect("{", f"before the value, as in '{form}'")
        found = self.value(level)
        self.expect("}", "after the value")
        return found

    def test_alone(self, level: int) -> EObject:
        """Read a test, or several that are joined, whose element lies on a level of containment."""
        raise NotImplementedError

    def _is_per_player(self) -> bool:
        """Return whether numbers for each player follow, and not a value in parentheses.

        A comma stands between them; a lone number is that of the only player. None has more than five tokens, as
        ``2 * n - 1`` has.
        """
        if self.peek(1).kind is TokenKind.INTEGER and self.peek(2).is_(")"):
            return len(self.names.players) < 2
        for k in range(1, 7):
            token = self.peek(k)
            if token.is_(","):
                return True
            if token.kind not in (TokenKind.INTEGER, TokenKind.NAME) and not token.is_("*", "+", "-"):
                return False
        return False

    def _term(self, level: int) -> EObject:
        if self.at_class():
            return self.class_form("Value", level)
        place = self.peek().place
        if self.at_integer():
            return self.make("IntValue", place, value=self.number(self.next()))
        if self.accept("("):
            found = self.make("PerPlayerValue", place)
            self.choose(found, Quantity.Values, self.amount("the number of the first player"))
            while self.accept(","):
                amount = self.amount("the number of the next player")
                self.choose(found, Quantity.Values, amount, index=len(found.values))
            self.expect(")", "after the numbers of the players")
            return found
        self.not_of_own()
        self.not_dotted()
        self.not_each_unnamed()
        self._not_a_pattern()
        self._not_a_sum()
        if self.at(*EXTREMES, "most", "least") and not self.names.plays(self.peek().text):
            self.no_slip(*NUMBERS)
        who = self.peek()
        whose = self.who()
        if self.at_named_value():
            if whose is OWN:
                return self.named_value(level)
            return self.of_other(self.named_value(level), whose, who)
        if not self.at("count"):
            self.no_slip(*NUMBERS)
        token = self.name("a value (a number, count, or the name of a Counter, Constant or Attribute)")
        if token.is_("count"):
            kinds = SUMMED if self.at("{") else NUMBERS
            self.names.unclaimed(token.text, "the number of cells", token.place, *kinds)
            self._not_without_braces()
            value = self.make("CountValue", place, **whose)
        else:
            found = self.names.find(token.text, token.place, *NUMBERS)
            if found is not None and found.eClass.name == "Parameter":
                if whose is not OWN:
                    message = f"the Parameter '{token.text}' is the same for all players: '{token.text}' alone"
                    raise self.instead(message, token, Rewrite(token.text, who.place))
                return self.make("ParameterValue", place, parameter=found)
            kind, feature = VALUES_OF["Counter" if found is None else found.eClass.name]
            value = self.make(kind, place, **{feature: found}, **whose)
        if self.at("{") and not self._ends_test(value, token):
            self.add(value, "cells", self.chain(level + 1, in_braces=True))
        return value

    def not_each_unnamed(self) -> None:
        """Raise ``Failure`` if ``each`` stands before a value that is no number with a name."""
        word, value = self.peek(), self.peek(1)
        is_unnamed = value.is_("(", "if", "table", *EXTREMES) or value.kind is TokenKind.INTEGER
        if word.is_("each") and is_unnamed and not any(self.names.has(one.text, *NUMBERS) for one in (word, value)):
            message = "'each' stands before a counter, an attribute, 'count { … }' or the name of a value"
            raise self.instead(f"{message}: give this one a name, as in 'value v = …', and write 'each v'", word)

    def _ends_test(self, value: EObject, token: Token) -> bool:
        """Return whether the braces after a number belong to the test of a value that ends with it.

        Raise ``Failure`` if they would say on which cells the number is read, and have a value in them.
        """
        if not (self.in_conditional and self.in_comparison):
            return False
        first = self.peek(1)
        is_value = first.kind is TokenKind.INTEGER or first.is_("(") or self.names.has(first.text, *NUMBERS)
        if takes_cells(value) and is_value:
            message = f"the braces would say on which cells '{token.text}' is read; write '({token.text}) {{ … }}'"
            raise self.instead(message, token, Rewrite(f"({token.text})", token.place))
        return not takes_cells(value)

    def _not_a_sum(self) -> None:
        """Raise ``Failure`` if ``sum`` stands where a value is expected: a chain in braces gives a sum."""
        word, number = self.peek(), self.peek(1)
        if word.text != "sum" or self.names.has("sum", *NUMBERS):
            return
        summed = number.text if self.names.has(number.text, *SUMMED) else "height"
        message = f"a number that each cell has is summed over the cells in braces after it: '{summed} {{ own }}'"
        raise self.instead(f"{message}; 'count {{ own }}' is the number of cells", word)

    def _not_without_braces(self) -> None:
        """Raise ``Failure`` if a pattern follows ``count`` bare or in parentheses, which needs braces.

        In ``stack count own in pile`` a mark follows.
        """
        if self.names.has(self.peek().text, "Mark") and self.peek(1).is_("in"):
            return
        token = self.peek(1 if self.at("(") else 0)
        is_named = token.kind is TokenKind.NAME and self.names.has(token.text, *STANDING)
        there = self.names.counted(token.text)
        if not (self.at("(") or token.text in SELECTIONS or is_named or there):
            return
        counted = there or (f"{{ {token.text} }}" if token.kind is TokenKind.NAME else "{ own }")
        remedies = () if self.at("(") else (Rewrite(counted, token.place),)
        raise self.instead(f"the cells that are counted stand in braces: 'count {counted}'", self.peek(), *remedies)

    def _not_a_pattern(self) -> None:
        """Raise ``Failure`` if a pattern stands where a value is expected, or a filter does after ``step orth``."""
        word, after, before = self.peek(), self.peek(1), self.previous
        if self.names.has(word.text, *NUMBERS):
            return
        is_others = word.text in PLAYERS and after.kind is TokenKind.NAME
        of_kind = self.names.has(after.text, *STANDING)
        after_step = before is not None and (before.text == ")" or self.names.has(before.text, "DirectionSet"))
        if after_step and word.text in (*SELECTIONS, *self.keywords()) and (of_kind or not is_others):
            raise self.instead(f"'->' is expected before '{word.text}'", word, Insert("->"))
        if word.text not in SELECTIONS or is_others:
            return
        counted = f"count {{ {word.text} {after.text} }}" if of_kind else f"count {{ {word.text} }}"
        message = f"'{word.text}' is a pattern, and a value is expected; write '{counted}' for the number of such cells"
        raise self.instead(message, word, Rewrite(counted, word.place, after.place if of_kind else None))

    def not_of_own(self) -> None:
        """Raise ``Failure`` if ``own`` stands before a number, which is that of the player anyway."""
        whose, number = self.peek(), self.peek(1)
        if whose.text != "own" or self.names.has("own", *NUMBERS) or self.names.has(number.text, *STANDING):
            return
        if number.is_(*AFTER_PATTERN):
            return
        if number.text == "count" or self.names.has(number.text, *NUMBERS):
            message = f"'{number.text}' alone is the player's own, where each has one; leave out 'own'"
            raise self.instead(message, number, Rewrite(number.text, whose.place))

    def not_dotted(self) -> None:
        """Raise ``Failure`` if a point stands between a player and a number, as in ``White.hand``."""
        whose, point, number = self.peek(), self.peek(1), self.peek(2)
        is_player = whose.text == "own" or whose.text in PLAYERS or self.names.plays(whose.text)
        counters = self.names.all_of(number.text, "Counter")
        if not (point.text == "." and is_player and counters) or self.names.has(whose.text, "Tile"):
            return
        meant = f"{whose.text} {number.text}"
        message = f"whose number is meant is said by the word before it, without a point: write '{meant}'"
        if whose.text == "own" or not counters[0].perPlayer:
            meant = number.text
            message = f"'{meant}' alone is the player's own, where each has one: write '{meant}'"
        raise self.instead(message, whose, Rewrite(meant, whose.place, number.place))

    def who(self) -> Whose:
        """Read the word for other players, or the name of one, before a number, and return what it says.

        A number may have the name of a player.
        """
        self.not_of_nobody(*NUMBERS)
        token, number = self.peek(), self.peek(1)
        if not self.is_player(token) or number.kind is not TokenKind.NAME:
            return OWN
        is_number = self.names.has(token.text, *NUMBERS) and not token.is_(*PLAYERS)
        if is_number and not (number.text == "count" or self.names.has(number.text, *NUMBERS)):
            return OWN
        return self.whose(self.next())

    def chain(self, level: int, *, in_braces: bool = False) -> EObject:
        """Read a chain of filters, the first of which lies on a level of containment."""
        raise NotImplementedError


def takes_cells(term: EObject) -> bool:
    """Return whether a chain in braces after a term says on which cells it is read.

    It does not if nothing has the name of the term.
    """
    match term.eClass.name:
        case "CounterValue":
            return term.counter is not None and bool(term.counter.perCell)
        case "ConstantOf":
            return term.constant is not None and bool(term.constant.perCell)
        case kind:
            return kind in ("CountValue", "AttributeOf")
