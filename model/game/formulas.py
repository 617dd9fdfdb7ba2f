"""Formulas: the number of each cell, computed from its row and its column.

::

    formula := ['-'] product (('+'|'-') product)*
    product := factor (('*'|'div'|'mod') factor)*
    factor  := INT | 'row' | 'column' | parameter | '(' formula ')' | ('min'|'max') '(' formula (',' formula)+ ')'
             | 'table' '(' INT (',' INT)+ ')' 'at' factor

A formula that is a sum of numbers, rows, columns and a parameter is written into the model as such. Any other one is
computed when it is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import add, floordiv, mod, mul
from typing import TypeAlias

from tilewright.model.codes import diagnose
from tilewright.model.game.parser import Failure
from tilewright.model.game.pictures import PictureParser
from tilewright.model.game.values import DIVISIONS, EXTREMES
from tilewright.model.objects import MAX_DEPTH
from tilewright.model.text.scanner import Token

Computed: TypeAlias = Callable[[int, int], int]
"""Computes a number from the row and the column of a cell."""

_OPERATIONS: dict[str, Callable[[int, int], int]] = {"*": mul, "div": floordiv, "mod": mod}
_MOST = 1 << 31
"""The greatest number with which a formula computes, apart from its sign."""
MOST_PARTS = 200
"""The most numbers that a formula computes from others for one cell."""
MOST_STEPS = 1 << 19
"""The most steps in which the formulas of a game are computed: one for each cell, and one for each of these numbers."""


class OutOfRange(ValueError):
    """A number with which nothing can be computed. The message says what would be done with it."""


@dataclass(frozen=True)
class Formula:
    """A sum of a number, the row, the column and a parameter, each with a factor; or any other formula, *computed*."""

    number: int = 0
    row: int = 0
    column: int = 0
    parameter: Token | None = None
    factor: int = 0
    computed: Computed | None = None
    parts: int = 0
    """The number of numbers from which a computed formula is computed, those between them included."""

    @property
    def is_number(self) -> bool:
        """Whether it is a number that is the same for all cells, whatever is chosen."""
        return not (self.row or self.column or self.parameter or self.computed)

    def __call__(self, row: int, column: int) -> int:
        """Return the number of a cell. ``OutOfRange`` if it cannot be computed. No parameter may stand in it."""
        if self.computed is not None:
            return self.computed(row, column)
        return self.number + self.row * row + self.column * column

    def times(self, factor: int) -> Formula:
        """Return the product with a number. It is not ``computed``."""
        return Formula(
            self.number * factor, self.row * factor, self.column * factor, self.parameter, self.factor * factor
        )

    def plus(self, other: Formula) -> Formula:
        """Return the sum with a formula that has no parameter if this one has any. Neither is ``computed``."""
        parameter, factor = (self.parameter, self.factor) if self.parameter else (other.parameter, other.factor)
        return Formula(self.number + other.number, self.row + other.row, self.column + other.column, parameter, factor)


class FormulaParser(PictureParser):
    """Reads formulas."""

    steps = 0
    """The steps in which formulas have been computed so far."""

    def formula(self, what: str, level: int = 1) -> Formula:
        """Read a formula, which stands in so many parentheses; *what* says in messages what may stand at its begin."""
        if level > MAX_DEPTH:
            message = f"the formula is nested deeper than {MAX_DEPTH} levels"
            raise Failure(diagnose("nesting-too-deep", message, self.peek().place))
        found: Formula | None = None
        sign: int | None = -1 if self.accept("-") else 1
        while sign is not None:
            begin = self.peek()
            term = self._part(what, level)
            if sign < 0:
                term = self._scaled(term, Formula(-1), begin)
            found = term if found is None else self._added(found, term, begin)
            sign = self._sign()
        assert found is not None, "there is at least one term"
        return found

    def _sign(self) -> int | None:
        """Step over the sign before the next number of a sum, which may be part of that; None if the sum ends."""
        if self.at_integer() and self.peek().text.startswith("-"):
            return 1
        sign = self.accept("+", "-")
        return None if sign is None else 1 if sign.text == "+" else -1

    def _part(self, what: str, level: int) -> Formula:
        """Read a product."""
        found = self._operand(what, level)
        while (operator := self.accept("*", *DIVISIONS)) is not None:
            other = self._operand("a number, 'row' or 'column'", level)
            if operator.is_("*"):
                found = self._scaled(found, other, operator)
            else:
                found = self._applied(_OPERATIONS[operator.text], [found, other], operator)
        return found

    def _operand(self, what: str, level: int) -> Formula:
        """Read a factor of a product."""
        if self.at_integer():
            return Formula(self.number(self.next()))
        if self.accept("("):
            found = self.formula(what, level + 1)
            self.expect(")", "after the formula")
            return found
        word = self.name(what)
        if word.is_(*EXTREMES) and self.at("("):
            self.next()
            values = [self.formula("a number, 'row' or 'column'", level + 1)]
            self.expect(",", f"after the first number; '{word.text}' compares two or more")
            values.append(self.formula("a number, 'row' or 'column'", level + 1))
            while self.accept(","):
                values.append(self.formula("a number, 'row' or 'column'", level + 1))
            self.expect(")", f"after the numbers that '{word.text}' compares")
            return self._applied(min if word.is_("min") else max, values, word)
        if word.is_("table") and self.at("("):
            return self._table_of_cells(word, level)
        if self.at("("):
            message = "only 'min', 'max' and 'table' stand before parentheses; of a, max(a, -a) has no sign"
            raise self.instead(message, word)
        if word.is_("row", "column"):
            return Formula(row=int(word.is_("row")), column=int(word.is_("column")))
        return Formula(parameter=word, factor=1)

    def _table_of_cells(self, word: Token, level: int) -> Formula:
        """Read a number of a table, at an index that is computed from a cell."""
        numbers = self.numbers_of_table()
        index = self._operand("a number, 'row' or 'column'", level + 1)
        return self._applied(lambda place: numbers[min(max(place, 0), len(numbers) - 1)], [index], word)

    def _added(self, one: Formula, other: Formula, place: Token) -> Formula:
        """Return the sum of two formulas, the second of which begins at a token."""
        if one.parameter and other.parameter:
            raise self.instead("only one parameter can stand in the number of a constant", other.parameter)
        if one.computed or other.computed:
            return self._applied(add, [one, other], place)
        return self._in_range(one.plus(other), place)

    def _scaled(self, one: Formula, other: Formula, place: Token) -> Formula:
        """Return the product of two formulas, where a token stands between them."""
        for formula, factor in ((one, other), (other, one)):
            if factor.is_number and not formula.computed:
                return self._in_range(formula.times(factor.number), place)
        return self._applied(mul, [one, other], place)

    def _applied(self, function: Callable[..., int], parts: list[Formula], place: Token) -> Formula:
        """Return the formula that applies a function to others. ``Failure`` if a parameter stands in one of them."""
        chosen = next((part.parameter for part in parts if part.parameter), None)
        if chosen is not None:
            raise self._not_of_cells(chosen, "; a parameter stands in a sum with these alone")
        count = len(parts) + sum(part.parts for part in parts)
        if count > MOST_PARTS:
            message = f"a formula computes with {MOST_PARTS} numbers at most; write the numbers of the cells in braces"
            raise Failure(diagnose("too-large", message, place.place))

        def computed(row: int, column: int) -> int:
            numbers = [part(row, column) for part in parts]
            if function in (floordiv, mod) and numbers[1] == 0:
                raise OutOfRange(f"{numbers[0]} would be divided by 0")
            found = function(*numbers)
            if abs(found) > _MOST:
                raise OutOfRange(f"{found} is out of range")
            return found

        if not all(part.is_number for part in parts):
            return Formula(computed=computed, parts=count)
        try:
            return Formula(computed(0, 0))
        except OutOfRange as error:
            raise Failure(diagnose("bad-value", f"here {error}", place.place)) from None

    def _not_of_cells(self, name: Token, said: str) -> Failure:
        """Return the failure for a name in place of ``row`` or ``column``; *said* goes on if it is like neither."""
        hint = self.hint(name.text, ("row", "column"))
        further = hint if hint.remedies else said
        return self.instead(f"'{name.text}' is neither 'row' nor 'column'{further}", name, *hint.remedies)

    def _in_range(self, formula: Formula, place: Token) -> Formula:
        """Return a formula that is not computed. ``Failure`` if its numbers are too large."""
        for found in (formula.number, formula.row, formula.column, formula.factor):
            if abs(found) > _MOST:
                raise Failure(diagnose("bad-value", f"here {found} is out of range", place.place))
        return formula
