"""What can be reached in a graph, as in that of the functions that call each other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def reached(starts: Iterable[Node], following: Callable[[Node], Iterable[Node]]) -> dict[Node, None]:
    """Return what can be reached from some starts, these included, each once, as the keys of a dictionary.

    The nearest stand first; of equally near ones those that *following* returns first. It is called for each once.
    """
    found = dict.fromkeys(starts)
    waiting = list(found)
    for one in waiting:
        new = [other for other in following(one) if other not in found]
        found |= dict.fromkeys(new)
        waiting += dict.fromkeys(new)
    return found


def reaching(ends: Iterable[Node], following: Mapping[Node, Iterable[Node]]) -> set[Node]:
    """Return the nodes of a graph from which one of some *ends* can be reached, these included."""
    before: dict[Node, list[Node]] = {}
    for one, others in following.items():
        for other in others:
            before.setdefault(other, []).append(one)
    return set(reached(ends, lambda node: before.get(node, ())))
