"""Values as text."""

from __future__ import annotations

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.game.patterns import WHO
from tilewright.model.game.values import NUMBERS, OF_CELLS
from tilewright.model.game.writer.layout import Chain, flat
from tilewright.model.game.writer.numbers import Numbers
from tilewright.model.game.writer.patterns import PatternWriter
from tilewright.model.game.writer.words import Unwritable, is_word

WHO_WORDS = {value: word for word, value in WHO.items()}
_NO_COUNTER = frozenset({"count", *WHO})


class ValueWriter(PatternWriter):
    """Writes values."""

    def value(self, obj: EObject | None) -> str:
        """Return the text of a value."""
        if obj is None:
            raise Unwritable
        try:
            return self._sum(obj) if obj.eClass.name == "SumValue" else self._term(obj)
        except Unwritable:
            return self.classes.element(obj)

    def _sum(self, obj: EObject) -> str:
        terms, weights = list(obj.terms), list(obj.weights)
        if not terms or len(terms) != len(weights):
            raise Unwritable
        text = ""
        for term, weight in zip(terms, weights, strict=True):
            if len(terms) == 1 or not text:
                factor = "" if weight == 1 and len(terms) > 1 else f"{weight} * "
            elif weight == -1 or -(2**31) < weight < -1:
                text += " - "
                factor = "" if weight == -1 else f"{-weight} * "
            else:
                text += " + "
                factor = "" if weight == 1 else f"{weight} * "
            try:
                text += factor + self._term(term)
            except Unwritable:
                text += factor + self.classes.element(term)
        return text

    def _term(self, obj: EObject) -> str:
        kind = obj.eClass.name
        if kind == "IntValue":
            return str(obj.value)
        if kind == "PerPlayerValue" and len(obj.values) > 0:
            numbers = Numbers(obj, self.words)
            texts = [numbers.text(Quantity.Values, n, at) for at, n in enumerate(obj.values)]
            return numbers.all_in(f"({', '.join(texts)})")
        if kind == "ParameterValue":
            return self.words.refer(obj.parameter, *NUMBERS, taken=_NO_COUNTER)
        if kind not in ("CountValue", "CounterValue", "AttributeOf"):
            raise Unwritable
        if kind == "CountValue":
            word = "count"
            if self.words.names.has(word, *(NUMBERS if obj.cells is None else OF_CELLS)):
                raise Unwritable
        else:
            word = self.words.refer(
                obj.counter if kind == "CounterValue" else obj.attribute, *NUMBERS, taken=_NO_COUNTER
            )
        cells = "" if obj.cells is None else f" {{ {flat(self.chain(obj.cells))} }}"
        return self.who(obj.perspective.name) + word + cells

    def who(self, perspective: str) -> str:
        """Return the word for another player, with a blank after it; nothing for the current player."""
        if perspective == "Current":
            return ""
        if perspective not in WHO_WORDS:
            raise Unwritable
        return f"{WHO_WORDS[perspective]} "

    def chain(self, obj: EObject) -> Chain:
        """Return the filters of a chain."""
        raise NotImplementedError


def chosen(left: EObject, right: EObject) -> str | None:
    """Return the name of the choice of a parameter, *left*, whose index is *right*; None if they are something else."""
    if left is None or right is None or (left.eClass.name, right.eClass.name) != ("ParameterValue", "IntValue"):
        return None
    choices = [] if left.parameter is None else [choice.name for choice in left.parameter.choices]
    name = choices[right.value] if 0 <= right.value < len(choices) else None
    return name if is_word(name) and choices.count(name) == 1 else None
