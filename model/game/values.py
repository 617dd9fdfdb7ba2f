"""Values: numbers that are computed when a rule is run.

::

    value := [n '*'] term (('+'|'-') [n '*'] term)*
    term  := INT | '(' amount ,* ')' per player | [who] (counter | 'count' | attribute) ['{' chain '}'] | parameter
    who   := 'enemy' | 'next' | 'previous'
"""

from __future__ import annotations

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.game.patterns import WHO, PatternParser
from tilewright.model.text.scanner import TokenKind

NUMBERS = ("Counter", "Parameter", "Attribute")
"""The kinds of elements that a value may name, in the order in which a name is looked up."""

OF_CELLS = ("Counter", "Attribute")
"""The same where a chain in braces follows, which gives the cells over which the value is summed."""

COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
"""The signs of comparisons, and their names in the metamodel."""


class ValueParser(PatternParser):
    """Reads values."""

    def value(self, level: int) -> EObject:
        """Read a value whose element lies on a level of containment."""
        place = self.peek().place
        weights, terms = [], []
        weight, term = self._weighted(level, 1)
        plain = weight is None
        weights.append(1 if weight is None else weight)
        terms.append(term)
        while (sign := self._sign()) is not None:
            weight, term = self._weighted(level, sign)
            weights.append(sign if weight is None else weight)
            terms.append(term)
        if self.at("*"):
            raise self.unexpected(
                "a number stands before what is multiplied with it, as in '2 * hand'; the end is expected"
            )
        if plain and len(terms) == 1:
            return terms[0]
        return self.make("SumValue", place, terms=terms, weights=weights)

    def chosen(self, left: EObject) -> EObject | None:
        """Read the name of a choice of the parameter *left* and return its index as a value; None if there is none."""
        if left.eClass.name != "ParameterValue" or left.parameter is None or self.peek().kind is not TokenKind.NAME:
            return None
        names = [choice.name for choice in left.parameter.choices]
        if self.peek().text not in names:
            return None
        token = self.next()
        return self.make("IntValue", token.place, value=names.index(token.text))

    def _sign(self) -> int | None:
        """Step over a sign and return 1 or -1; None if none stands here. A negative number needs none: 1."""
        if self.at_integer() and self.peek().text.startswith("-"):
            return 1
        sign = self.accept("+", "-")
        return None if sign is None else 1 if sign.text == "+" else -1

    def _weighted(self, level: int, sign: int) -> tuple[int | None, EObject]:
        """Read ``n * term``, or a term; return the weight with its sign, None if there is no factor, and the term."""
        if self.at_integer() and self.peek(1).is_("*"):
            weight = sign * self.number(self.next())
            self.next()
            return weight, self._term(level)
        return None, self._term(level)

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
        perspective = self.who()
        token = self.name("a value (a number, count, or the name of a Counter or Attribute)")
        if token.is_("count"):
            kinds = OF_CELLS if self.at("{") else NUMBERS
            self.names.unclaimed(token.text, "the number of cells", token.place, *kinds)
            value = self.make("CountValue", place, perspective=perspective)
        else:
            found = self.names.find(token.text, token.place, *NUMBERS)
            if found is not None and found.eClass.name == "Parameter" and perspective == "Current":
                return self.make("ParameterValue", place, parameter=found)
            if found is not None and found.eClass.name == "Attribute":
                value = self.make("AttributeOf", place, attribute=found, perspective=perspective)
            else:
                value = self.make("CounterValue", place, counter=found, perspective=perspective)
        if self.at("{"):
            self.add(value, "cells", self.chain(level + 1, in_braces=True))
        return value

    def who(self) -> str:
        """Read the word for another player if a name follows it, and return the perspective."""
        if self.at(*WHO) and self.peek(1).kind is TokenKind.NAME:
            return WHO[self.next().text]
        return "Current"

    def chain(self, level: int, *, in_braces: bool = False) -> EObject:
        """Read a chain of filters, the first of which lies on a level of containment."""
        raise NotImplementedError
