"""Sets of cells in the lanes of vectors: a vector for each word, of which each lane has that of its game.

A set is a tuple of such vectors, that of the lowest cells first, and a number is a tuple of one. The operations are
those on integers of as many bits: bits that are shifted beyond the last word are lost.
"""

from __future__ import annotations

from functools import reduce
from itertools import accumulate

from tilewright.generator.compiler.printers.assembling import Assembling

Words = tuple[str, ...]
"""The vectors of a set or of a number."""

BITS = 64
"""The bits of a word."""

EMPTY = "zeroinitializer"
"""The vector of empty words."""


def splat(number: int) -> str:
    """Return the vector that has the lowest word of a number in all lanes."""
    word = number & (1 << BITS) - 1
    return f"splat (i64 {word - (1 << BITS) if word >> BITS - 1 else word})" if word else EMPTY


class SetOperations(Assembling):
    """Appends operations on sets to the lines of a function."""

    def filled(self, cells: Words) -> str:
        """Return a vector that is not 0 where a set has a cell."""
        return reduce(lambda one, other: self._value(f"or %Lanes {one}, {other}"), cells)

    def chosen(self, mask: str, then: Words, otherwise: Words) -> Words:
        """Return one set for the lanes of a mask, another one for the other lanes."""
        return tuple(
            self._value(f"select %Mask {mask}, %Lanes {first}, %Lanes {second}")
            for first, second in zip(then, otherwise, strict=True)
        )

    def shifted(self, cells: Words, sign: str, by: int) -> Words:
        """Return a set whose cells have moved up (<<) or down (>>) by a constant."""
        words, bits = divmod(by, BITS)
        return self._moved(
            sign, self._by_words(cells, sign, words), self._by_words(cells, sign, words + 1), splat(bits)
        )

    def shifted_by(self, cells: Words, sign: str, by: str) -> Words:
        """Return a set whose cells have moved up or down by a number that may differ from lane to lane."""
        words = self._value(f"lshr %Lanes {by}, {splat(BITS.bit_length() - 1)}")
        bits = self._value(f"and %Lanes {by}, {splat(BITS - 1)}")
        near, far = (EMPTY,) * len(cells), (EMPTY,) * len(cells)
        for count in range(len(cells)):
            mask = self._value(f"icmp eq %Lanes {words}, {splat(count)}")
            near = self.chosen(mask, self._by_words(cells, sign, count), near)
            far = self.chosen(mask, self._by_words(cells, sign, count + 1), far)
        return self._moved(sign, near, far, bits)

    def _by_words(self, cells: Words, sign: str, words: int) -> Words:
        """Return a set whose cells have moved by whole words."""
        count = len(cells)
        empty = (EMPTY,) * words
        return (*empty, *cells)[:count] if sign == "<<" else (*cells, *empty)[-count:]

    def _moved(self, sign: str, near: Words, far: Words, bits: str) -> Words:
        """Return words that have moved by some bits, fewer than a word, with those that come from the words beside."""
        if bits == EMPTY:
            return near
        name = "up" if sign == "<<" else "down"
        return tuple(
            EMPTY
            if one == other == EMPTY
            else self._value(f"call %Lanes @{name}(%Lanes {one}, %Lanes {other}, %Lanes {bits})")
            for one, other in zip(near, far, strict=True)
        )

    def difference(self, left: Words, right: Words) -> Words:
        """Return the difference of sets as numbers: what is borrowed is taken from the next word."""
        found: list[str] = []
        borrow = ""
        for place, (one, other) in enumerate(zip(left, right, strict=True)):
            word = self._value(f"sub %Lanes {one}, {other}")
            less = self._value(f"icmp ult %Lanes {one}, {other}") if place + 1 < len(left) else ""
            if borrow:
                taken = self._value(f"zext %Mask {borrow} to %Lanes")
                before, word = word, self._value(f"sub %Lanes {word}, {taken}")
                if less:
                    less = self._value(f"or %Mask {less}, {self._value(f'icmp ult %Lanes {before}, {taken}')}")
            found.append(word)
            borrow = less
        return tuple(found)

    def placed(self, word: str, at: str, count: int) -> Words:
        """Return the set of *count* words that has a vector's words at the places *at*, from 0 on."""
        if count == 1:
            return (word,)
        places = (self._value(f"icmp eq %Lanes {at}, {splat(place)}") for place in range(count))
        return tuple(self.chosen(mask, (word,), (EMPTY,))[0] for mask in places)

    def bit(self, cell: str, count: int) -> Words:
        """Return the set of one cell, by its number."""
        if count == 1:
            return (self._value(f"call %Lanes @bit(%Lanes {cell})"),)
        at = self._value(f"lshr %Lanes {cell}, {splat(BITS.bit_length() - 1)}")
        rest = self._value(f"and %Lanes {cell}, {splat(BITS - 1)}")
        return self.placed(self._value(f"call %Lanes @bit(%Lanes {rest})"), at, count)

    def popc(self, cells: Words) -> str:
        """Return how many cells a set has."""
        return reduce(lambda one, other: self._value(f"add %Lanes {one}, {other}"), self._counts(cells))

    def _counts(self, cells: Words) -> list[str]:
        return [self._value(f"call %Lanes @popc(%Lanes {word})") for word in cells]

    def end(self, name: str, cells: Words) -> str:
        """Return the number of the lowest (ctz) or highest (msb) cell of a set that is not empty."""
        line = list(enumerate(cells))
        if name == "ctz":
            line.reverse()
        found = ""
        for place, word in line:
            cell = self._value(f"call %Lanes @{name}(%Lanes {word})")
            if place:
                cell = self._value(f"add %Lanes {cell}, {splat(BITS * place)}")
            if found:
                mask = self._value(f"icmp ne %Lanes {word}, {EMPTY}")
                cell = self.chosen(mask, (cell,), (found,))[0]
            found = cell
        return found

    def kth(self, cells: Words, number: str) -> Words:
        """Return the set of only the cell with a number among those of a set, counted from 0."""
        word, rest, at = cells[0], number, EMPTY
        if len(cells) > 1:
            sums = accumulate(self._counts(cells[:-1]), lambda one, other: self._value(f"add %Lanes {one}, {other}"))
            for place, before in enumerate(sums, 1):
                mask = self._value(f"icmp uge %Lanes {number}, {before}")
                left = self._value(f"sub %Lanes {number}, {before}")
                word, rest, at = self.chosen(mask, (cells[place], left, splat(place)), (word, rest, at))
        return self.placed(self._value(f"call %Lanes @kth(%Lanes {word}, %Lanes {rest})"), at, len(cells))

    def fold(self, cells: Words) -> str:
        """Return a number for a set: different for different sets, but by rare chance."""
        found = ""
        for word in cells:
            word = self._value(f"xor %Lanes {found}, {word}") if found else word
            found = self._value(f"call %Lanes @mix(%Lanes {word})")
        return found
