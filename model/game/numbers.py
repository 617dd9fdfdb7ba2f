"""Numbers, and parameters in their place.

::

    amount := INT | ['-' | INT '*'] PARAMETER ['div' INT] [('+'|'-') INT]

An element gets the number that follows from the chosen value of the parameter, and a ChosenNumber that says how it
follows.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.game.names import STANDING
from tilewright.model.game.parser import Parser
from tilewright.model.places import Place
from tilewright.model.remedies import Rewrite
from tilewright.model.shaping import FEATURES, number_chosen
from tilewright.model.text.scanner import Token, TokenKind

_OPERATORS = ("+", "-", "*", "div", "mod")


@dataclass(frozen=True)
class Amount:
    """A number, or, if *token* names a parameter, the value of that times *factor*, div *divisor*, plus *plus*."""

    number: int
    token: Token | None = None
    factor: int = 1
    divisor: int = 1
    plus: int = 0

    @property
    def is_bare(self) -> bool:
        """Whether it is the value of the parameter itself."""
        return (self.factor, self.divisor, self.plus) == (1, 1, 0)

    def of(self, value: int) -> int:
        """Return the number for a value of the parameter."""
        return self.factor * value // self.divisor + self.plus


class NumberParser(Parser):
    """Reads numbers."""

    def at_amount(self) -> bool:
        """Return whether a number or the name of a parameter stands here."""
        token = self.peek()
        return self.at_integer() or (token.kind is TokenKind.NAME and self.names.has(token.text, "Parameter"))

    def at_range(self, *, after_name: bool = False) -> bool:
        """Return whether the lower bound of a range stands here, and begins with a name.

        *after_name*: a negative number after the name does not belong to the bound, since it may begin a range itself.
        """
        name = 1 if self.at("-") and not after_name else 0
        if self.peek(name).kind is not TokenKind.NAME:
            return False
        after = name + 1
        if self.peek(after).text == "div" and self.peek(after + 1).kind is TokenKind.INTEGER:
            after += 2
        if self.peek(after).is_("+", "-"):
            after += 2
        elif self.peek(after).kind is TokenKind.INTEGER and self.peek(after).text.startswith("-") and not after_name:
            after += 1
        return self.peek(after).is_("..")

    def amount(self, what: str) -> Amount:
        """Step over a number, or an expression with the name of a parameter, which need not be known yet."""
        factor = 1
        if self.at_integer():
            token = self.next()
            number = self.number(token)
            if not (self.at("*") and self.peek(1).kind is TokenKind.NAME):
                return Amount(number)
            self.next()
            factor = number
        elif self.at("-") and self.peek(1).kind is TokenKind.NAME:
            self.next()
            factor = -1
        if self.peek().kind is not TokenKind.NAME:
            raise self.unexpected(f"{what} is expected, a whole number or the name of a Parameter")
        token = self.next()
        found = Amount(0, token, factor, self._divisor(), self._plus())
        if self.peek().text in _OPERATORS:
            message = "a number that is fixed before play follows from one parameter, as in '2 * n div 3 + 1'"
            raise self.instead(message, self.peek())
        return found

    def named(self) -> Amount:
        """Step over a number or the bare name of a parameter, in a list that has no signs between its members."""
        token = self.next()
        return Amount(self.number(token)) if token.kind is TokenKind.INTEGER else Amount(0, token)

    def _divisor(self) -> int:
        """Read by what a parameter is divided, 1 if it is not."""
        if not (self.peek(1).kind is TokenKind.INTEGER and self.accept("div")):
            return 1
        token = self.next()
        divisor = self.number(token)
        if divisor < 1:
            raise self.instead(f"a parameter is divided by at least 1, not by {divisor}", token)
        return divisor

    def _plus(self) -> int:
        """Read what is added to a parameter, 0 if nothing is; a negative number counts as a sign and a number."""
        if self.at_integer() and self.peek().text.startswith("-"):
            return self.number(self.next())
        if self.at("+", "-") and self.peek(1).kind is TokenKind.INTEGER:
            sign = self.next().text
            return self.number(self.next()) * (1 if sign == "+" else -1)
        return 0

    def vector(self, what: str) -> EObject:
        """Read ``(x,y)``, whose parts are numbers, or follow from parameters. All names must be known."""
        place = self.peek().place
        x, y = self.pair(what, self.amount)
        found = self.make("RelativeCoordinate", place, x=self.number_said(x), y=self.number_said(y))
        for quantity, amount in ((Quantity.X, x), (Quantity.Y, y)):
            if amount.token is not None:
                self.say(found, quantity, amount)
        return found

    def choose(self, obj: EObject, quantity: Quantity, amount: Amount, *, index: int = 0) -> None:
        """Set a number of an element, and if a parameter says it, how it follows. All names must be known.

        Of a quantity with several numbers it becomes the last one; *index* is its position, from 0.
        """
        number, feature = amount.number, FEATURES[quantity]
        if amount.token is not None:
            parameter = self.say(obj, quantity, amount, index=index)
            if parameter is None:
                return
            number = amount.of(number_chosen(parameter) or 0)
        if feature is not None and getattr(obj, feature) != number:
            self.add(obj, feature, number)

    def say(self, obj: EObject, quantity: Quantity, amount: Amount, *, index: int = 0) -> EObject | None:
        """Say how a number of an element follows from a parameter, and return that; None if there is no such one."""
        found = self._parameter_of(amount)
        if found is None:
            return None
        chosen, parameter = found
        self.add(obj, "chosen", chosen)
        if quantity is not Quantity.Initial:
            self.add(chosen, "quantity", quantity)
        if index:
            self.add(chosen, "index", index)
        return parameter

    def number_said(self, amount: Amount) -> int:
        """Return the number for the chosen value of its parameter; one that is not known counts as 0."""
        if amount.token is None:
            return amount.number
        found = self.names.all_of(amount.token.text, "Parameter")
        return amount.of((number_chosen(found[0]) if found else None) or 0)

    def _parameter_of(self, amount: Amount) -> tuple[EObject, EObject] | None:
        """Return a new ChosenNumber for an amount, and its parameter; None if there is no such parameter."""
        token = amount.token
        assert token is not None
        parameter = self.names.find(token.text, token.place, "Parameter")
        if parameter is None:
            return None
        features = {"parameter": parameter, "factor": amount.factor, "divisor": amount.divisor, "plus": amount.plus}
        return self.make("ChosenNumber", token.place, **features), parameter

    def ordered(self, low: Amount, high: Amount, place: Place) -> None:
        """Report an empty range of plain numbers, whose upper bound is below the lower one."""
        if low.token is None and high.token is None and high.number < low.number:
            message = f"the range {low.number}..{high.number} is empty; write the lower bound first"
            self.report("bad-range", message, place)

    def range(self, default: tuple[int, int], star: tuple[int, int]) -> tuple[Amount, Amount]:
        """Read ``n``, ``a..b``, ``a..*`` or ``*``, and return the lower and the upper bound; -1 means no upper bound.

        *star* is the result for ``*``, *default* the result if no range stands here.
        """
        if self.accept("*"):
            return Amount(star[0]), Amount(star[1])
        token = self.peek()
        stands = token.kind is TokenKind.NAME and self.names.has(token.text, *STANDING)
        if not self.at_amount() or (stands and not self.at_range()):
            return Amount(default[0]), Amount(default[1])
        place = self.peek().place
        low = high = self.amount("a number")
        if self.accept(".."):
            if self.accept("*"):
                return low, Amount(-1)
            high = self.amount("the upper bound, or '*',")
            if high.token is not None or high.number >= 0:
                self.ordered(low, high, place)
        elif low.token is None and self.at_integer() and (minus := self.peek()).text.startswith("-"):
            upper = minus.text.removeprefix("-")
            message = f"a range is written '{low.number}..{upper}', with two points between the bounds"
            raise self.instead(message, minus, Rewrite(f"..{upper}", minus.place))
        return low, high
