"""The syntax tree of an OCL text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

COLLECTION_KINDS = ("Set", "OrderedSet", "Bag", "Sequence", "Collection")


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree. *offset* is its place in the text, counted in characters from 0."""

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
    """The offset of the last name."""

    def __str__(self) -> str:
        return "::".join(self.names)


@dataclass(frozen=True, slots=True)
class CollectionTypeName(Node):
    """The type ``Set(Integer)``, or ``Set`` without an element."""

    kind: str
    element: Node | None


@dataclass(frozen=True, slots=True)
class TupleTypeName(Node):
    """The type ``Tuple(a : Integer, ...)``."""

    parts: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """``first..last`` inside a collection literal."""

    first: Node
    last: Node


@dataclass(frozen=True, slots=True)
class CollectionLiteral(Node):
    """``Set{...}``, ``OrderedSet{...}``, ``Bag{...}`` or ``Sequence{...}``; *element* is the T of ``Set(T){...}``."""

    kind: str
    items: tuple[Node, ...]
    element: Node | None = None


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
    """``left operator right``; the offset is that of the operator."""

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
    """``source.name``; the offset is that of the name. A *safe* one is ``source?.name``."""

    source: Node
    name: str
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``source.name(...)``, ``source->name(...)``, or ``name(...)`` without a source; the offset is that of the name.

    *variables* are the iterators declared before ``|``, *accumulator* the result variable of ``iterate``. A *safe* call
    is one with ``?.`` or ``?->``.
    """

    source: Node | None
    arrow: bool
    name: str
    variables: tuple[Variable, ...]
    accumulator: Variable | None
    arguments: tuple[Node, ...]
    safe: bool = False


def start(node: Node) -> int:
    """Return the offset at which the text of *node* begins, not counting brackets around it."""
    while True:
        if isinstance(node, Binary):
            node = node.left
        elif isinstance(node, Navigation | Call) and node.source is not None:
            node = node.source
        else:
            return node.offset
