"""Set expressions of the program, simplified while they are built by what is known of their bits.

An expression comes with ``raw``, the bits that it can have, and with a mask that is still to be applied. A shift keeps
its mask aside: if it is intersected with a set that has no bit outside the mask, the mask is never emitted. A union of
such shifts keeps them as its parts, so that their masks are delayed, too; parts whose masks agree on all bits that both
parts could have share one mask. A compiler of machine code cannot do this, because it does not know which cells a state
can be on.

    before   ((((W << 1) & 0x1fe...) | ((W >> 1) & 0xff3...)) & B_2)
    after    (((W << 1) | (W >> 1)) & B_2)                                  B_2 has no cell between the rows
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tilewright.generator.compiler.kernel.nodes import SET, Expression, Local, Number, choice, local
from tilewright.generator.compiler.rules.board import Way


@dataclass(slots=True, unsafe_hash=True)
class Cells:
    """A set expression, which does not change. Its value is ``node & mask``; without a mask, ``node``."""

    node: Expression
    raw: int
    mask: int | None = None
    single: bool = False
    """Whether it is known to have at most one cell."""
    parts: tuple[Cells, ...] = ()
    """If it is a union and some operands have a mask, the operands; ``node`` is the union with all masks applied."""
    maybe: int = field(init=False, compare=False)
    """The bits that the value can have."""
    constant: int | None = field(init=False, compare=False)
    """The value if it is known, else None."""
    _value: Expression | None = field(init=False, compare=False, default=None)

    def __post_init__(self) -> None:
        self.maybe = self.raw if self.mask is None else self.raw & self.mask
        self.constant = 0 if self.maybe == 0 else self.node.constant if self.mask is None else None

    @property
    def value(self) -> Expression:
        """The expression of the value. Cached."""
        if self._value is None:
            self._value = NONE if self.maybe == 0 else self.node if self.mask is None else self.node & self.mask
        return self._value

    @property
    def atomic(self) -> bool:
        """Whether the value is a name or a number."""
        return self.mask is None and self.node.is_atomic


NONE = Number(SET, 0)
"""The empty set."""


def constant(cells: int) -> Cells:
    """Return a constant set."""
    return Cells(Number(SET, cells), cells, None, cells.bit_count() <= 1)


EMPTY = constant(0)


def variable(name: str | Local, maybe: int, *, single: bool = False) -> Cells:
    """Return the set that a variable holds; it can have no other bits than *maybe*."""
    held = local(name) if isinstance(name, str) else name
    return Cells(held, maybe, None, single) if maybe else EMPTY


def chosen(condition: Expression, cells: Cells) -> Cells:
    """Return a set if a condition holds, else the empty set."""
    return Cells(choice(condition, cells.value, 0), cells.maybe, None, cells.single)


def meet(one: Cells, other: Cells) -> Cells:
    """Return the intersection of two sets."""
    if one.maybe & other.maybe == 0:
        return EMPTY
    if one.constant is not None:
        one, other = other, one
    fixed = other.constant
    if fixed is not None:
        if one.constant is not None:
            return constant(one.constant & fixed)
        return _masked(one, fixed)
    if one.value == other.value:
        return one
    one = relaxed(one, other.maybe)
    other = relaxed(other, one.maybe)
    raw = one.raw & other.raw
    mask = _both(one.mask, other.mask)
    if mask is not None and raw & ~mask == 0:
        mask = None
    return Cells(one.node & other.node, raw, mask, one.single or other.single)


def _both(one: int | None, other: int | None) -> int | None:
    """Return the intersection of two masks; None is no mask."""
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _masked(cells: Cells, mask: int) -> Cells:
    """Return a set with one more mask."""
    cells = relaxed(cells, mask)
    mask = mask if cells.mask is None else mask & cells.mask
    return replace(cells, mask=None if cells.raw & ~mask == 0 else mask)


def without(one: Cells, other: Cells) -> Cells:
    """Return the difference of two sets: the cells of the first that are not in the second."""
    fixed = other.constant
    if fixed is not None:
        return meet(one, constant(one.maybe & ~fixed)) if one.maybe & fixed else one
    if one.maybe & other.maybe == 0:
        return one
    other = relaxed(other, one.maybe)
    taken = other.node if other.mask is None or one.maybe & other.raw & ~other.mask == 0 else other.value
    return Cells(one.node & ~taken, one.raw, one.mask, one.single)


def join(one: Cells, other: Cells) -> Cells:
    """Return the union of two sets."""
    if one.constant == 0 or other.constant == 0:
        return other if one.constant == 0 else one
    if one.constant is not None and other.constant is not None:
        return constant(one.constant | other.constant)
    if one.value == other.value:
        return one
    parts = (*(one.parts or (one,)), *(other.parts or (other,)))
    if all(part.mask is None for part in parts):
        return Cells(one.node | other.node, one.raw | other.raw)
    node, raw = _united(parts, -1)
    return Cells(node, raw, None, False, parts)


def relaxed(cells: Cells, care: int) -> Cells:
    """Return a union with as few masks as make it right on the bits of *care*; other bits may be wrong."""
    if not cells.parts or cells.maybe & care == 0:
        return cells
    node, raw = _united(cells.parts, care)
    return Cells(node, raw, None, cells.single)


def loosened(cells: Cells, care: int) -> Cells:
    """Return the same cells with *care* as their only mask, if they lie within it and this saves other masks."""
    parts = cells.parts or (cells,)
    if cells.maybe & ~care or all(part.mask is None for part in parts):
        return cells
    node, raw = _united(parts, care)
    return Cells(node, raw, care if raw & ~care else None, cells.single)


def _united(parts: tuple[Cells, ...], care: int) -> tuple[Expression, int]:
    """Return the expression of a union that is right on the bits of *care*, and the bits that it can have."""
    free: list[Expression] = []
    groups: list[tuple[list[Expression], int, int]] = []
    found = 0
    for part in parts:
        cares = part.raw & care
        kept = cares if part.mask is None else cares & part.mask
        if kept == cares:
            free += [part.node] if kept else []
            found |= part.raw if kept else 0
            continue
        found |= kept
        for place, (others, other_cares, other_kept) in enumerate(groups):
            if (kept ^ other_kept) & cares & other_cares == 0:
                groups[place] = ([*others, part.node], cares | other_cares, kept | other_kept)
                break
        else:
            groups.append(([part.node], cares, kept))
    masked = [_alternatives(others) & kept for others, _, kept in groups if kept]
    return _alternatives([*free, *masked]), found


def _alternatives(nodes: list[Expression]) -> Expression:
    """Return the union of some expressions as a balanced tree."""
    nodes = list(dict.fromkeys(nodes))
    while len(nodes) > 1:
        nodes = [nodes[i] | nodes[i + 1] if i + 1 < len(nodes) else nodes[i] for i in range(0, len(nodes), 2)]
    return nodes[0] if nodes else EMPTY.node


def join_all(parts: list[Cells]) -> Cells:
    """Return the union of some sets as a balanced tree; empty if there are none."""
    if not parts:
        return EMPTY
    while len(parts) > 1:
        parts = [join(*parts[i : i + 2]) if i + 1 < len(parts) else parts[i] for i in range(0, len(parts), 2)]
    return parts[0]


def shifted(cells: Cells, distance: int, mask: int | None) -> Cells:
    """Return a set shifted by a distance between bits; *mask* has the cells that may be reached (None: all)."""
    if cells.constant is not None:
        moved = displaced(cells.constant, distance)
        return constant(moved if mask is None else moved & mask)
    raw = displaced(cells.raw, distance)
    if cells.mask is not None:
        mask = _both(mask, displaced(cells.mask, distance))
    if mask is not None:
        if raw & mask == 0:
            return EMPTY
        if raw & ~mask == 0:
            mask = None
    node = cells.node if distance == 0 else cells.node << distance if distance > 0 else cells.node >> -distance
    return Cells(node, raw, mask, cells.single)


def displaced(cells: int, distance: int) -> int:
    """Return a constant set shifted by a distance between bits."""
    return cells << distance if distance >= 0 else cells >> -distance


def image(cells: Cells, way: Way) -> Cells:
    """Return the neighbours of all cells of a set along a way."""
    parts = [shifted(cells, distance, displaced(mask, distance)) for distance, mask in way.shifts if cells.maybe & mask]
    found = join_all(parts)
    return replace(found, single=True) if cells.single and not found.single else found


def preimage(cells: Cells, way: Way) -> Cells:
    """Return the cells whose neighbour along a way is in the set."""
    return join_all([shifted(cells, -distance, mask) for distance, mask in way.shifts])


def across(cells: Cells, pairs: Iterable[tuple[int, int]]) -> Cells:
    """Return the union of the second sets of those pairs whose first set meets *cells*, a name or a number."""
    parts = []
    for before, after in pairs:
        if cells.maybe & before:
            found = meet(cells, constant(before))
            parts.append(Cells(choice(found.value, constant(after).value, 0), after, None, after.bit_count() == 1))
    return join_all(parts)
