"""Values as text."""

from __future__ import annotations

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.game.names import NUMBERS, SUMMED
from tilewright.model.game.patterns import PLAYERS
from tilewright.model.game.reserved import OF_NUMBERS
from tilewright.model.game.values import DIVISIONS, EXTREMES, VALUES_OF
from tilewright.model.game.writer.layout import Chain, flat
from tilewright.model.game.writer.numbers import Numbers
from tilewright.model.game.writer.patterns import PatternWriter
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.game.writer.words import is_word

_EXTREMES = {best: word for word, best in EXTREMES.items()}
_DIVISIONS = {result: word for word, result in DIVISIONS.items()}
_READ = dict(VALUES_OF.values())
"""The feature of a value that refers to the element whose number it is, by the class of the value."""
_OPERATIONS = frozenset({"SumValue", "ProductValue", "DivisionValue"})
"""The classes of values that have an operator between their parts."""
_BRACKETED = _OPERATIONS | {"ConditionalValue"}
"""The classes of values that stand in parentheses inside others."""
_NO_COUNTER = frozenset({"count", *PLAYERS}) | OF_NUMBERS


class ValueWriter(PatternWriter):
    """Writes values, with parentheses only where they are needed."""

    def value(self, obj: EObject | None) -> str:
        """Return the text of a value."""
        if obj is None:
            raise Unwritable
        try:
            match obj.eClass.name:
                case "SumValue":
                    return self._sum(obj)
                case "ProductValue":
                    return self._product(obj)
                case "DivisionValue":
                    return self._division(obj)
                case "ExtremeValue":
                    return self._extreme(obj)
                case "TableValue":
                    return self._table(obj)
                case "ConditionalValue":
                    return self.either(obj)
                case _:
                    return self._term(obj)
        except Unwritable:
            return self.classes.element(obj)

    def compared(self, obj: EObject | None) -> str:
        """Return the text of a value on one side of a comparison."""
        return self._within(obj, *_OPERATIONS)

    def _within(self, obj: EObject | None, *unbracketed: str) -> str:
        """Return the text of a value inside another one: in parentheses, unless its class is among these."""
        text, kind = self.value(obj), None if obj is None else obj.eClass.name
        is_bracketed = kind in _BRACKETED and kind not in unbracketed and not text.startswith(f"{kind} ")
        return f"({text})" if is_bracketed else text

    def addends(self, obj: EObject) -> list[str]:
        """Return the text of a value in parts between which a line may end: the terms of a sum with their signs."""
        if obj.eClass.name != "SumValue":
            return [self.value(obj)]
        try:
            return self._terms(obj)
        except Unwritable:
            return [self.classes.element(obj)]

    def _sum(self, obj: EObject) -> str:
        return " ".join(self._terms(obj))

    def _terms(self, obj: EObject) -> list[str]:
        terms, weights = list(obj.terms), list(obj.weights)
        if not terms or len(terms) != len(weights):
            raise Unwritable
        found: list[str] = []
        for term, weight in zip(terms, weights, strict=True):
            if len(terms) == 1 or not found:
                sign, factor = "", "" if weight == 1 and len(terms) > 1 else f"{weight} * "
            elif weight == -1 or -(2**31) < weight < -1:
                sign, factor = "- ", "" if weight == -1 else f"{-weight} * "
            else:
                sign, factor = "+ ", "" if weight == 1 else f"{weight} * "
            if not factor:
                text = self._within(term, "ProductValue", "DivisionValue")
            elif _is_divided(term):
                text = f"{factor}({self.value(term)})"
            else:
                text = factor + self._within(term, "ProductValue")
            found.append(sign + text)
        return found

    def _product(self, obj: EObject) -> str:
        values = list(obj.values)
        if len(values) < 2:
            raise Unwritable
        first, *others = values
        # a plain number that leads a product would be read as the weight of a term
        begin = self.classes.element(first) if first.eClass.name == "IntValue" else self._within(first, "DivisionValue")
        return " * ".join([begin, *map(self._within, others)])

    def _table(self, obj: EObject) -> str:
        if len(obj.numbers) < 2:
            raise Unwritable
        return f"table ({', '.join(map(str, obj.numbers))}) at {self._within(obj.index)}"

    def _division(self, obj: EObject) -> str:
        divisor = self._within(obj.divisor)
        if obj.dividend is None or divisor == "in":  # after a word, 'in' is read as what follows a mark
            raise Unwritable
        weighted = obj.dividend.eClass.name == "SumValue" and len(obj.dividend.terms) == 1
        dividend = self._within(obj.dividend, "ProductValue", "DivisionValue", *(["SumValue"] if weighted else []))
        return f"{dividend} {_DIVISIONS[obj.result.name]} {divisor}"

    def _extreme(self, obj: EObject) -> str:
        if len(obj.values) < 2:
            raise Unwritable
        return f"{_EXTREMES[obj.best.name]}({', '.join(map(self.value, obj.values))})"

    def _term(self, obj: EObject) -> str:
        kind = obj.eClass.name
        if kind == "IntValue":
            return str(obj.value)
        if kind == "PerPlayerValue" and len(obj.values) > 0:
            if len(obj.values) == 1 and (len(obj.chosen) > 0 or len(self.words.names.players) > 1):
                raise Unwritable  # it would be read as a value in parentheses
            numbers = Numbers(obj, self.words)
            texts = [numbers.text(Quantity.Values, n, at) for at, n in enumerate(obj.values)]
            return numbers.all_in(f"({', '.join(texts)})")
        if kind == "ParameterValue":
            return self.words.refer(obj.parameter, *NUMBERS, taken=_NO_COUNTER)
        if kind not in ("CountValue", *_READ):
            raise Unwritable
        if kind == "CountValue":
            word = "count"
            if self.words.names.has(word, *(NUMBERS if obj.cells is None else SUMMED)):
                raise Unwritable
        else:
            word = self.words.refer(getattr(obj, _READ[kind]), *NUMBERS, taken=_NO_COUNTER)
        cells = "" if obj.cells is None else f" {{ {flat(self.chain(obj.cells))} }}"
        return self.who(obj) + word + cells

    def either(self, obj: EObject) -> str:
        """Return the text of one of two values, by a test."""
        raise NotImplementedError

    def who(self, obj: EObject) -> str:
        """Return whose number is meant, with a blank after it; nothing for that of the current player."""
        whose = self.whose(obj)
        return f"{whose} " if whose else ""

    def chain(self, obj: EObject) -> Chain:
        """Return the filters of a chain."""
        raise NotImplementedError


def _is_divided(obj: EObject | None) -> bool:
    """Return whether the text of a value begins with a division, which a factor before it would enter."""
    while obj is not None and obj.eClass.name == "ProductValue" and len(obj.values) > 0:
        obj = obj.values[0]
    return obj is not None and obj.eClass.name == "DivisionValue"


def chosen(left: EObject, right: EObject) -> str | None:
    """Return the name of the choice of a parameter, *left*, whose index is *right*; None if they are something else."""
    if left is None or right is None or (left.eClass.name, right.eClass.name) != ("ParameterValue", "IntValue"):
        return None
    choices = [] if left.parameter is None else [choice.name for choice in left.parameter.choices]
    name = choices[right.value] if 0 <= right.value < len(choices) else None
    return name if is_word(name) and choices.count(name) == 1 else None
