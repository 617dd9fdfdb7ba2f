"""The tree of an ``.ecore`` file: its elements with their classes in Ecore."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tilewright.model.printable import printable


@dataclass(eq=False)
class Node:
    """An element of the file.

    ``kind`` is its class in Ecore, ``feature`` the name of the feature that contains it, ``xml`` its element in lxml,
    and ``ordinal`` its number in document order, counted over all files.
    """

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
        """Return the text of an attribute, *default* if it is not written."""
        return str(self.xml.get(attribute, default))

    def has(self, attribute: str) -> bool:
        """Return whether an attribute is written."""
        return attribute in self.xml.attrib

    def is_true(self, attribute: str) -> bool:
        """Return the value of a boolean attribute whose default is false."""
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
        """The address inside the tree, by names: ``//Class/feature``; ``/`` for the root."""
        names = []
        node = self
        while node.parent is not None:
            names.append(node.name)
            node = node.parent
        return "//" + "/".join(reversed(names)) if names else "/"

    def remove(self) -> None:
        """Take the element out of its parent, in the tree and in the XML."""
        assert self.parent is not None
        self.parent.children.remove(self)
        self.parent.xml.remove(self.xml)

    def __str__(self) -> str:
        return f"the {self.kind} '{shown(self.name)}'" if self.name else f"this {self.kind}"


def shown(text: str, length: int = 60) -> str:
    """Return a text of the file as messages quote it: on one line, cut after *length* characters."""
    return printable(text[:length]) + "…" * (len(text) > length)
