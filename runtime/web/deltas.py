"""What has changed between two values of JSON, for those who have the first one.

A change is ``[path, value]``, or ``[path]`` where something is no more. A path has keys of objects and numbers of
elements of lists; the number after that of the last element appends one. An empty path is that of the whole value.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Change = list[Any]


def changes(before: Any, after: Any) -> list[Change]:
    """Return what leads from a value to another one, in order. A list that does not only grow is sent as a whole."""
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
