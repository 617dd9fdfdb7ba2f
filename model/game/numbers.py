"""Numbers, or the parameters that say them.

::

    amount := INT | [INT '*'] PARAMETER [('+'|'-') INT]

The elements get the numbers that the model chooses, and beside them how these follow from the parameters.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.game.names import STANDING
from tilewright.model.game.parser import Parser
from tilewright.model.places import Place
from tilewright.model.shaping import FEATURES, number_chosen
from tilewright.model.text.scanner import Token, TokenKind


@dataclass(frozen=True)
class Amount:
    """A number, or what a parameter of the name in *token* says, times a factor, plus a constant."""

    number: int
    token: Token | None = None
    factor: int = 1
    plus: int = 0


class NumberParser(Parser):
    """Reads numbers."""

    def at_amount(self) -> bool:
        """Return whether a number stands next, or the name of a parameter."""
        token = self.peek()
        return self.at_integer() or (token.kind is TokenKind.NAME and self.names.has(token.text, "Parameter"))

    def at_range(self, *, after_name: bool = False) -> bool:
        """Return whether what stands next begins with a name and is the lower bound of a range.

        *after_name*: it may also be a name alone, behind which a range begins, perhaps with a negative number.
        """
        after = 1
        if self.peek().kind is not TokenKind.NAME:
            return False
        if self.peek(1).is_("+", "-"):
            after = 3
        elif self.peek(1).kind is TokenKind.INTEGER and self.peek(1).text.startswith("-") and not after_name:
            after = 2
        return self.peek(after).is_("..")

    def amount(self, what: str) -> Amount:
        """Step over a number or the name of a parameter, which need not be known yet."""
        factor = 1
        if self.at_integer():
            token = self.next()
            number = self.number(token)
            if not (self.at("*") and self.peek(1).kind is TokenKind.NAME):
                return Amount(number)
            self.next()
            factor = number
        if self.peek().kind is not TokenKind.NAME:
            raise self.unexpected(f"{what} is expected, a whole number or the name of a Parameter")
        token = self.next()
        return Amount(0, token, factor, self._plus())

    def named(self) -> Amount:
        """Step over a number or the name of a parameter, where others stand beside it."""
        token = self.next()
        return Amount(self.number(token)) if token.kind is TokenKind.INTEGER else Amount(0, token)

    def _plus(self) -> int:
        """Read what is added; a negative number that follows is a sign and a number."""
        if self.at_integer() and self.peek().text.startswith("-"):
            return self.number(self.next())
        if self.at("+", "-") and self.peek(1).kind is TokenKind.INTEGER:
            sign = self.next().text
            return self.number(self.next()) * (1 if sign == "+" else -1)
        return 0

    def choose(self, obj: EObject, quantity: Quantity, amount: Amount, *, index: int = 0) -> None:
        """Give an element a number, or what a parameter says. All names are known.

        Of several numbers it becomes the last one.
        """
        number, feature = amount.number, FEATURES[quantity]
        if amount.token is not None:
            found = self._parameter_of(amount)
            if found is None:
                return
            chosen, parameter = found
            self.add(obj, "chosen", chosen)
            if quantity is not Quantity.Initial:
                self.add(chosen, "quantity", quantity)
            if index:
                self.add(chosen, "index", index)
            number = amount.factor * (number_chosen(parameter) or 0) + amount.plus
        if feature is not None and getattr(obj, feature) != number:
            self.add(obj, feature, number)

    def number_said(self, amount: Amount) -> int:
        """Return the number that is meant for now; 0 if that is not known."""
        if amount.token is None:
            return amount.number
        found = self.names.all_of(amount.token.text, "Parameter")
        return amount.factor * ((number_chosen(found[0]) if found else None) or 0) + amount.plus

    def _parameter_of(self, amount: Amount) -> tuple[EObject, EObject] | None:
        """Return the element that says how a number follows from a parameter, and the parameter, if there is one."""
        token = amount.token
        assert token is not None
        parameter = self.names.find(token.text, token.place, "Parameter")
        if parameter is None:
            return None
        features = {"parameter": parameter, "factor": amount.factor, "plus": amount.plus}
        return self.make("ChosenNumber", token.place, **features), parameter

    def ordered(self, low: Amount, high: Amount, place: Place) -> None:
        """Report a range of plain numbers that holds none."""
        if low.token is None and high.token is None and high.number < low.number:
            message = f"the range {low.number}..{high.number} is empty; write the lower bound first"
            self.report("bad-range", message, place)

    def range(self, default: tuple[int, int], star: tuple[int, int]) -> tuple[Amount, Amount]:
        """Read ``n``, ``a..b``, ``a..*`` or ``*``; -1 stands for no bound."""
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
        return low, high
