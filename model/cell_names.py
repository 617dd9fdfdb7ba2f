"""The names of cells: the letters of the column and the number of the row, which is counted from the bottom."""

from __future__ import annotations

import re

CELL_NAME = re.compile(r"([a-z]+)([1-9][0-9]*)")
"""The form of a cell's name."""


def column_name(column: int) -> str:
    """Return the letters of a column, which is counted from 0.

    >>> [column_name(column) for column in (0, 25, 26)]
    ['a', 'z', 'aa']
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def column_called(letters: str) -> int:
    """Return the number of a column, counted from 0.

    >>> [column_called(letters) for letters in ("a", "z", "aa")]
    [0, 25, 26]
    """
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column - 1
