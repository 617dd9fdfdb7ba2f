"""A kernel that refuses what machine code would not notice, and CPython would let pass.

Words beyond an array (a negative number counts from the end for Python), words that are read before they are written,
the cell of an empty set, a cell of a set that has not so many, a cell or a number that is too large for its type.
"""

from __future__ import annotations

import re
from typing import Any

from tilewright.generator.compiler.kernel.language import words_of
from tilewright.runtime.kernels.python import PythonKernel

WORD = 64


class Careless(AssertionError):
    """A program relies on what is not there."""


class Words(list[Any]):
    """An array, or a table, within its bounds."""

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(self._within(place))
        if found is None:
            raise Careless(f"word {place} is read and was not written")
        return found

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(value, int) and not -(1 << WORD - 1) <= value < 1 << WORD:
            raise Careless(f"{value} is no word")
        super().__setitem__(self._within(place), value)

    def _within(self, place: Any) -> Any:
        if isinstance(place, int) and not 0 <= place < len(self):
            raise Careless(f"word {place} of {len(self)}")
        return place


class StrictKernel(PythonKernel):
    """A kernel run by CPython that raises ``Careless``."""

    def __init__(self, source: str) -> None:
        super().__init__(re.sub(r"= (\[(?:0|None)\] \* .+)$", r"= Words(\1)", source, flags=re.MULTILINE))
        names, cells = self.names, WORD * words_of(source)
        names["Words"] = Words
        for name, value in names.items():
            if isinstance(value, tuple):
                names[name] = Words(value)
        ctz, msb, kth, bit = (names[name] for name in ("ctz", "msb", "kth", "bit"))

        def of_some(cells_of: Any, one: int) -> int:
            if not 0 < one < 1 << cells:
                raise Careless(f"a cell of {one:#x}")
            found: int = cells_of(one)
            return found

        def of_many(one: int, place: int) -> int:
            if not 0 <= place < one.bit_count() or one >= 1 << cells:
                raise Careless(f"cell number {place} of {one:#x}")
            found: int = kth(one, place)
            return found

        def of_one(place: int) -> int:
            if not 0 <= place < cells:
                raise Careless(f"the set of cell {place}")
            found: int = bit(place)
            return found

        names["ctz"], names["msb"] = (lambda one: of_some(ctz, one)), (lambda one: of_some(msb, one))
        names["kth"], names["bit"] = of_many, of_one

    def array(self, size: int) -> list[int]:
        """Return an array of zeros."""
        return Words([0] * size)
