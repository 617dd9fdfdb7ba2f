"""Numbers as text: those that parameters say, as expressions of the parameters."""

from __future__ import annotations

from tilewright.metamodel.language import Quantity
from tilewright.metamodel.typing import EObject
from tilewright.model.game.writer.unwritable import Unwritable
from tilewright.model.game.writer.words import Words
from tilewright.model.shaping import number_chosen

TOO_LARGE = 2**31
_TAKEN = frozenset({"per", "cell", "move", "ply", "turn", "round", "owner", "hidden", "sight", "with", "maximal", "x"})
"""Words that mean something else where the name of a parameter may stand."""


class Numbers:
    """The numbers of one element. ``Unwritable`` if one differs from what a parameter says.

    A number is *chosen* if a parameter says it.
    """

    def __init__(self, obj: EObject, words: Words) -> None:
        self._words = words
        self._chosen = {(chosen.quantity, chosen.index): chosen for chosen in obj.chosen}
        if len(self._chosen) < len(obj.chosen):
            raise Unwritable
        self._unsaid = set(self._chosen)

    def has(self, *quantities: Quantity) -> bool:
        """Return whether one of these numbers is chosen."""
        return any(quantity in quantities for quantity, _ in self._chosen)

    def are_alike(self, first: Quantity, second: Quantity) -> bool:
        """Return whether two numbers follow in the same way from the same parameter, or neither from any."""
        low, high = self._chosen.get((first, 0)), self._chosen.get((second, 0))
        if low is None or high is None:
            return low is high
        return all(getattr(low, name) == getattr(high, name) for name in ("parameter", "factor", "divisor", "plus"))

    def text(self, quantity: Quantity, number: int | None, index: int = 0, *, alone: bool = False) -> str:
        """Return a number as text. *alone*: it is one of a list, where only a number or a bare name may stand."""
        chosen = self._chosen.get((quantity, index))
        if chosen is None:
            return str(number)
        self._unsaid.discard((quantity, index))
        if chosen.parameter is None or chosen.divisor < 1:
            raise Unwritable
        factor, divisor, plus = chosen.factor, chosen.divisor, chosen.plus
        if number != factor * (number_chosen(chosen.parameter) or 0) // divisor + plus:
            raise Unwritable
        if (alone and (factor, divisor, plus) != (1, 1, 0)) or max(abs(plus), divisor) >= TOO_LARGE:
            raise Unwritable
        times = {1: "", -1: "-"}.get(factor, f"{factor} * ")
        parts = "" if divisor == 1 else f" div {divisor}"
        added = "" if plus == 0 else f" {'+' if plus > 0 else '-'} {abs(plus)}"
        return f"{times}{self._words.refer(chosen.parameter, taken=_TAKEN)}{parts}{added}"

    def all_in(self, text: str) -> str:
        """Return a text unchanged; ``Unwritable`` if ``text`` was not called for all chosen numbers."""
        if self._unsaid:
            raise Unwritable
        return text

    def span(self, low: tuple[Quantity, int | None], high: tuple[Quantity, int | None]) -> str:
        """Return a number if the upper bound is None, else a range ``low..high``."""
        first, last = low[1], high[1]
        if last is None:
            return self.text(*low)
        if not self.has(low[0], high[0]) and (first is None or last < first):
            raise Unwritable
        return f"{self.text(*low)}..{self.text(*high)}"


def vector_text(obj: EObject, words: Words) -> str:
    """Return a vector, ``(1,2)`` or ``(n,-1)``."""
    numbers = Numbers(obj, words)
    return numbers.all_in(f"({numbers.text(Quantity.X, obj.x)},{numbers.text(Quantity.Y, obj.y)})")
