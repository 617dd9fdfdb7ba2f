"""The syntax tree of an OCL text. Every node knows its offset in the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

COLLECTION_KINDS = ("Set", "OrderedSet", "Bag", "Sequence", "Collection")


@dataclass(frozen=True, slots=True)
class Node:
    offset: int

    def children(self) -> Iterator[Node]:
        """Yield the nodes directly below this one."""
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                yield from (item for item in value if isinstance(item, Node))


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """true, false, null, a number or a string."""

    value: bool | int | float | str | None


@dataclass(frozen=True, slots=True)
class InvalidLiteral(Node):
    """The word ``invalid``."""


@dataclass(frozen=True, slots=True)
class Self(Node):
    """The word ``self``."""


@dataclass(frozen=True, slots=True)
class Path(Node):
    """A name, perhaps qualified: a variable, an implicit feature, a class, ``Enum::Literal``."""

    names: tuple[str, ...]
    last: int
    """Where the last of the names is."""

    def __str__(self) -> str:
        return "::".join(self.names)


@dataclass(frozen=True, slots=True)
class CollectionTypeName(Node):
    """``Set(Integer)``; without an element, ``Set``."""

    kind: str
    element: Node | None


@dataclass(frozen=True, slots=True)
class TupleTypeName(Node):
    """``Tuple(a : Integer, ...)``."""

    parts: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """``first..last`` inside a collection literal."""

    first: Node
    last: Node


@dataclass(frozen=True, slots=True)
class CollectionLiteral(Node):
    """``Set{...}`` and its kin."""

    kind: str
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A declaration ``name : type = value`` of a let, an iterator, an accumulator or a tuple part."""

    name: str
    type: Node | None = None
    value: Node | None = None


@dataclass(frozen=True, slots=True)
class TupleLiteral(Node):
    """``Tuple{a = 1, ...}``."""

    parts: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """``not x`` or ``-x``."""

    operator: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """``left operator right``; the offset is the operator's."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class If(Node):
    """``if condition then yes else no endif``."""

    condition: Node
    yes: Node
    no: Node


@dataclass(frozen=True, slots=True)
class Let(Node):
    """``let a = x, b = y in body``."""

    variables: tuple[Variable, ...]
    body: Node


@dataclass(frozen=True, slots=True)
class Navigation(Node):
    """``source.name``; the offset is the name's."""

    source: Node
    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``source.name(...)``, ``source->name(...)`` or, without a source, ``name(...)``; the offset is the name's.

    *variables* are the iterators declared before ``|``, *accumulator* the result variable of ``iterate``.
    """

    source: Node | None
    arrow: bool
    name: str
    variables: tuple[Variable, ...]
    accumulator: Variable | None
    arguments: tuple[Node, ...]


def start(node: Node) -> int:
    """Return where the text of *node* begins, brackets around it apart."""
    while True:
        if isinstance(node, Binary):
            node = node.left
        elif isinstance(node, Navigation | Call) and node.source is not None:
            node = node.source
        else:
            return node.offset
