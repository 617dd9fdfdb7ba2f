"""Set expressions of the emitted program, simplified as they are built by what is known of their bits.

An expression is a text together with the bits that it can have at all, ``raw``, and a mask that is still to be applied.
A masked shift keeps its mask aside: met with a set that has no bit outside the mask, the mask is never emitted. A union
of such shifts keeps them as its parts, so that their masks can still wait, and parts that agree on all bits that they
could both have share one mask. A compiler of machine code cannot know this, because it does not know on which cells a
state can stand.

    before   ((((W << 1) & 0x1fe...) | ((W >> 1) & 0xff3...)) & B_2)
    after    (((W << 1) | (W >> 1)) & B_2)                                  B_2 has no cell between the rows
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilewright.generator.compiler.rules.board import Way


@dataclass(frozen=True)
class Cells:
    """A set expression. Its value is ``text & mask``; without a mask, ``text``."""

    text: str
    raw: int
    mask: int | None = None
    single: bool = False
    """Whether it is known to have one cell at most."""
    parts: tuple[Cells, ...] = ()
    """The sets of which it is the union, if some of them have a mask; ``text`` is the union with all masks."""

    @property
    def maybe(self) -> int:
        """The bits that the value can have."""
        return self.raw if self.mask is None else self.raw & self.mask

    @property
    def constant(self) -> int | None:
        """The value, if it is known."""
        if self.maybe == 0:
            return 0
        return int(self.text, 0) if self.text[0].isdigit() and self.mask is None else None

    @property
    def value(self) -> str:
        """The text of the value."""
        if self.maybe == 0:
            return "0"
        return self.text if self.mask is None else f"({self.text} & {self.mask:#x})"

    @property
    def atomic(self) -> bool:
        """Whether the value is a name or a number."""
        return self.mask is None and (self.text.isidentifier() or self.text[0].isdigit())


def constant(cells: int) -> Cells:
    """Return a constant set."""
    return Cells(hex(cells) if cells > 9 else str(cells), cells, None, cells.bit_count() <= 1)


EMPTY = constant(0)


def variable(name: str, maybe: int, *, single: bool = False) -> Cells:
    """Return the set that a variable holds, which has no other bits than *maybe*."""
    return Cells(name, maybe, None, single) if maybe else EMPTY


def meet(one: Cells, other: Cells) -> Cells:
    """Return the cells in both."""
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
    return Cells(f"({one.text} & {other.text})", raw, mask, one.single or other.single)


def _both(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _masked(cells: Cells, mask: int) -> Cells:
    cells = relaxed(cells, mask)
    mask = mask if cells.mask is None else mask & cells.mask
    return replace(cells, mask=None if cells.raw & ~mask == 0 else mask)


def without(one: Cells, other: Cells) -> Cells:
    """Return the cells of the first that are not in the second."""
    fixed = other.constant
    if fixed is not None:
        return meet(one, constant(one.maybe & ~fixed)) if one.maybe & fixed else one
    if one.maybe & other.maybe == 0:
        return one
    other = relaxed(other, one.maybe)
    text = other.text if other.mask is None or one.maybe & other.raw & ~other.mask == 0 else other.value
    return Cells(f"({one.text} & ~{text})", one.raw, one.mask, one.single)


def join(one: Cells, other: Cells) -> Cells:
    """Return the cells in either."""
    if one.constant == 0 or other.constant == 0:
        return other if one.constant == 0 else one
    if one.constant is not None and other.constant is not None:
        return constant(one.constant | other.constant)
    if one.value == other.value:
        return one
    parts = (*(one.parts or (one,)), *(other.parts or (other,)))
    if all(part.mask is None for part in parts):
        return Cells(f"({one.text} | {other.text})", one.raw | other.raw)
    text, raw = _united(parts, -1)
    return Cells(text, raw, None, False, parts)


def relaxed(cells: Cells, care: int) -> Cells:
    """Return a union whose bits outside *care* may be wrong, with no more masks than that needs."""
    if not cells.parts or cells.maybe & care == 0:
        return cells
    text, raw = _united(cells.parts, care)
    return Cells(text, raw, None, cells.single)


def loosened(cells: Cells, care: int) -> Cells:
    """Return the same cells with *care* as the only mask, if they lie in it and this saves other masks."""
    parts = cells.parts or (cells,)
    if cells.maybe & ~care or all(part.mask is None for part in parts):
        return cells
    text, raw = _united(parts, care)
    return Cells(text, raw, care if raw & ~care else None, cells.single)


def _united(parts: tuple[Cells, ...], care: int) -> tuple[str, int]:
    """Return the text of a union that is right on the bits to care for, and the bits that it can have."""
    free: list[str] = []
    groups: list[tuple[list[str], int, int]] = []
    found = 0
    for part in parts:
        cares = part.raw & care
        kept = cares if part.mask is None else cares & part.mask
        if kept == cares:
            free += [part.text] if kept else []
            found |= part.raw if kept else 0
            continue
        found |= kept
        for place, (texts, other_cares, other_kept) in enumerate(groups):
            if (kept ^ other_kept) & cares & other_cares == 0:
                groups[place] = ([*texts, part.text], cares | other_cares, kept | other_kept)
                break
        else:
            groups.append(([part.text], cares, kept))
    masked = [f"({_alternatives(texts)} & {kept:#x})" for texts, _, kept in groups if kept]
    return _alternatives([*free, *masked]) or "0", found


def _alternatives(texts: list[str]) -> str:
    """Return a union of texts, joined in pairs."""
    texts = list(dict.fromkeys(texts))
    while len(texts) > 1:
        texts = [
            f"({' | '.join(texts[i : i + 2])})" if i + 1 < len(texts) else texts[i] for i in range(0, len(texts), 2)
        ]
    return "".join(texts)


def join_all(parts: list[Cells]) -> Cells:
    """Return the cells in any, joined in pairs."""
    if not parts:
        return EMPTY
    while len(parts) > 1:
        parts = [join(*parts[i : i + 2]) if i + 1 < len(parts) else parts[i] for i in range(0, len(parts), 2)]
    return parts[0]


def shifted(cells: Cells, distance: int, mask: int | None) -> Cells:
    """Return the cells moved by a distance; *mask* has those that may arrive (None: all)."""
    if cells.constant is not None:
        moved = _moved(cells.constant, distance)
        return constant(moved if mask is None else moved & mask)
    raw = _moved(cells.raw, distance)
    if cells.mask is not None:
        mask = _both(mask, _moved(cells.mask, distance))
    if mask is not None:
        if raw & mask == 0:
            return EMPTY
        if raw & ~mask == 0:
            mask = None
    text = cells.text if distance == 0 else f"({cells.text} {'<<' if distance > 0 else '>>'} {abs(distance)})"
    return Cells(text, raw, mask, cells.single)


def _moved(cells: int, distance: int) -> int:
    return cells << distance if distance >= 0 else cells >> -distance


def image(cells: Cells, way: Way) -> Cells:
    """Return the neighbours of all cells along a way."""
    parts = [shifted(cells, distance, _moved(mask, distance)) for distance, mask in way.shifts if cells.maybe & mask]
    found = join_all(parts)
    return replace(found, single=True) if cells.single and not found.single else found


def preimage(cells: Cells, way: Way) -> Cells:
    """Return all cells whose neighbour along a way is in the set."""
    return join_all([shifted(cells, -distance, mask) for distance, mask in way.shifts])
