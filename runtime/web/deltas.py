"""The differences between two JSON values.

A change is ``[path, value]``, or ``[path]`` for a key that is removed. A path is a list of keys of objects and indices
of lists. An index equal to the length of a list appends an element. The empty path denotes the whole value.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Change = list[Any]


def changes(before: Any, after: Any) -> list[Change]:
    """Return the changes that turn *before* into *after*, in order.

    A list is replaced as a whole unless elements are only appended to it.
    """
    return list(_changes(before, after, []))


def _changes(before: Any, after: Any, path: list[str | int]) -> Iterable[Change]:
    match before, after:
        case dict(), dict():
            yield from ([[*path, key]] for key in before if key not in after)
            for key, value in after.items():
                if key in before:
                    yield from _changes(before[key], value, [*path, key])
                else:
                    yield [[*path, key], value]
        case list(), list():
            grows = len(before) <= len(after) and not any(map(changes, before, after))
            yield from ([[*path, n], after[n]] for n in range(len(before), len(after))) if grows else [[path, after]]
        case _ if before != after or type(before) is not type(after):
            yield [path, after]
