"""One element of an ``.ecore`` file, with the class of Ecore that it is of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tilewright.model.printable import printable


@dataclass(eq=False)
class Node:
    """An element of the file: ``kind`` is its class of Ecore, ``feature`` what holds it, ``ordinal`` its number."""

    kind: str
    feature: str
    xml: Any
    ordinal: int
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name, empty if it has none."""
        return self.get("name")

    def get(self, attribute: str, default: str = "") -> str:
        """Return an attribute as it is written."""
        return str(self.xml.get(attribute, default))

    def has(self, attribute: str) -> bool:
        """Return whether an attribute is written."""
        return attribute in self.xml.attrib

    def is_true(self, attribute: str) -> bool:
        """Return a boolean attribute that is false unless written."""
        return self.get(attribute) == "true"

    def of(self, *kinds: str) -> Iterator[Node]:
        """Yield the children of these kinds."""
        return (child for child in self.children if child.kind in kinds)

    def walk(self) -> Iterator[Node]:
        """Yield this element and all below it, in document order."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))

    @property
    def fragment(self) -> str:
        """The address inside the file, by names: ``//Class/feature``; ``/`` for the root."""
        names = []
        node = self
        while node.parent is not None:
            names.append(node.name)
            node = node.parent
        return "//" + "/".join(reversed(names)) if names else "/"

    def remove(self) -> None:
        """Take the element out of its file."""
        assert self.parent is not None
        self.parent.children.remove(self)
        self.parent.xml.remove(self.xml)

    def __str__(self) -> str:
        return f"the {self.kind} '{shown(self.name)}'" if self.name else f"this {self.kind}"


def shown(text: str, length: int = 60) -> str:
    """Return a text of the file as messages quote it: on one line, and not too long."""
    return printable(text[:length]) + "…" * (len(text) > length)
