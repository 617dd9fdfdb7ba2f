"""Emission of moves of stacks: a function shifts layers out of one cell and into another, board by board.

The layers of a stack are numbered from 0, from the bottom up: those in the block of its cell, then the one on the cell
itself. Each board has the set of the layers that are on it, and the union over all boards is the whole stack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tilewright.generator.compiler.budget import NotLowered
from tilewright.generator.compiler.emit.code import Code, Module
from tilewright.generator.compiler.emit.emitter import Emitter, straight
from tilewright.generator.compiler.emit.filters.carrying import lifted, put_down
from tilewright.generator.compiler.emit.filters.values import value_of
from tilewright.generator.compiler.emit.flow import Flow
from tilewright.generator.compiler.emit.sets import constant, join, meet, variable
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    SET,
    ZERO,
    Assign,
    Expression,
    If,
    Local,
    Number,
    all_of,
    call,
    choice,
    entry,
    equal,
    local,
    negated,
)
from tilewright.generator.compiler.lowering.constants import Constants
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import cells_of
from tilewright.generator.errors import NO_STACK, NO_STATE, ONE_CELL

MIXED_TILES = "a stack lies on cells of several kinds of tiles, whose states are not told apart by owner and piece"

_TARGET, _SOURCE, _AMOUNT = local("T"), local("S"), local("k")
"""The parameters of the function, before the boards."""


@straight(ir.Stack)
def stack(emitter: Emitter, op: ir.Stack, flow: Flow) -> None:
    """Move the topmost pieces of the cell of the mark, or all, onto the cell of the working set.

    It is an error if these are not two different cells, or if the stacks do not allow it.
    """
    code = emitter.code
    target = emitter.named(flow).cells
    source = emitter.name(flow.place(flow.marks[op.source]))
    alike = emitter.number(choice(target.value & source.value, 1, 0))
    one = emitter.number(
        all_of(equal(call("popc", target.value), 1), equal(call("popc", source.value), 1), equal(alike, 0))
    )
    emitter.fail(negated(one), ONE_CELL)
    boards, unfit = _boards(emitter.constants, op, target.maybe | source.maybe)
    if unfit:
        emitter.fail(emitter.name(meet(join(target, source), constant(unfit))).value, NO_STATE)
    after = [code.fresh("V") for _ in boards]
    for board, name in zip(boards, after, strict=True):
        code.assign(name, flow.boards[board].value)
    carried = lifted(emitter, flow, op.carried)
    along = [code.fresh("V") for _ in carried]
    for held, name in zip(carried.values(), along, strict=True):
        code.assign(name, held.value)
    amount = [] if op.amount is None else [emitter.number(value_of(emitter, op.amount, flow))]
    based = sum(cell for cell, _ in op.blocks)
    shift = _Shift(op.blocks, op.amount is None, (target.maybe | source.maybe) & ~based == 0, len(boards), len(along))
    function = emitter.module.once(shift, partial(_function, shift, max(emitter.constants.board.bits)))
    with code.block(If(one)):
        fine = code.fresh("n")
        moved = call(function, target.value, source.value, *amount, *after, *along)
        code.add(Assign((fine.name, *(name.name for name in (*after, *along))), moved))
        emitter.fail(negated(fine), NO_STACK)
    for board, name in zip(boards, after, strict=True):
        flow.boards[board] = variable(name, emitter.constants.cells_on(board))
    everywhere = emitter.constants.board.cells
    put_down(emitter, flow, op.carried, {s: variable(name, everywhere) for s, name in zip(carried, along, strict=True)})
    flow.states = None
    flow.mark_states = [None] * len(flow.mark_states)


def _boards(constants: Constants, op: ir.Stack, cells: int) -> tuple[list[int], int]:
    """Return the boards on which pieces of a stack may be, and those of some *cells* on which not all of them can lie.

    Raises ``NotLowered`` if a piece would be on other boards after the move, because the tile is another one, or if it
    could lie on no cell of a block.
    """
    blocks = 0
    for cell, block in op.blocks:
        cells |= cell
        blocks |= block
    tiles = [tile for tile, mask in enumerate(constants.tile_cells) if mask & (cells | blocks)]
    on = constants.boards.of_state
    found: dict[int, None] = {}
    unfit = 0
    for state, boards in on.items():
        if constants.states[state].tile not in tiles:
            continue
        for tile in tiles:
            other = constants.counterpart(state, tile)
            if other is None:
                unfit |= constants.tile_cells[tile]
            elif on.get(other) != boards:
                raise NotLowered(MIXED_TILES)
        found |= dict.fromkeys(boards)
    if unfit & blocks:
        raise NotLowered(MIXED_TILES)
    return list(found), unfit & cells


@dataclass(frozen=True)
class _Shift:
    """What the function that shifts layers depends on."""

    blocks: tuple[tuple[int, int], ...]
    """Cells and their blocks, as in ``ir.Stack``."""
    entire: bool
    """Whether whole stacks are moved."""
    sure: bool
    """Whether each cell of a stack is known to have a block."""
    boards: int
    carried: int
    """The numbers of boards, and of sets of what is carried."""


@dataclass(frozen=True)
class _Lying:
    """A cell and the stack on it, as expressions within the function."""

    cell: Expression
    block: Expression
    """The set of the layers for which its block has room."""
    first: Expression
    """The bit of the first cell of its block."""
    layers: Sequence[Expression]
    """For each board, and each set of what is carried, the set of the layers that are on it."""
    height: Expression
    """The number of layers."""
    whole: Expression
    """Whether the block is filled from its first cell on, without gaps."""

    @property
    def cells(self) -> Expression:
        """The cell and its block."""
        return self.cell | (self.block << self.first)


def _function(shift: _Shift, last: int, module: Module) -> str:
    """Return the name of the function that moves layers from cell S to cell T: the topmost ``k``, or all of them.

    It takes boards, and sets of what is carried. It returns whether that is possible (1 or 0), and all of these sets
    after it. *last* is the highest bit of the board.
    """
    code = Code()
    boards = [local(f"B{number}") for number in range(shift.boards)]
    carried = [local(f"M{number}") for number in range(shift.carried)]
    starts = {next(cells_of(based)): next(cells_of(block)) for based, block in shift.blocks}
    table = module.table("block", [starts.get(bit, 0) for bit in range(last + 1)])
    met = _lying(code, shift, table, _TARGET, boards, carried)
    found = _lying(code, shift, table, _SOURCE, boards, carried)
    amount = found.height if shift.entire else _AMOUNT
    height, left = code.name(met.height + amount, "n"), code.name(found.height - amount, "n")
    fits = height <= call("popc", met.block) + 1
    with code.block(If(all_of(amount >= 1, left >= 0, fits, met.whole, found.whole))):
        touched = code.name(met.cells | found.cells)
        results: list[Expression] = [ONE]
        for board, there, here in zip((*boards, *carried), met.layers, found.layers, strict=True):
            moved = code.name(here >> left)
            laid, rest = code.name(there | (moved << met.height)), code.name(here ^ (moved << left))
            results.append((board & ~touched) | _laid(code, laid, height, met) | _laid(code, rest, left, found))
        code.answer(*results)
    code.answer(ZERO, *boards, *carried)
    given = (_TARGET, _SOURCE, *([] if shift.entire else [_AMOUNT]), *boards, *carried)
    comment = "Lay the topmost pieces of S on T." if shift.entire else "Lay the k topmost pieces of S on T."
    return module.share("stacked", tuple(each.name for each in given), code.body, comment)


def _lying(
    code: Code, shift: _Shift, table: str, cell: Local, boards: Sequence[Local], carried: Sequence[Local]
) -> _Lying:
    """Emit what is needed of the stack on a cell. *table* has the first cells of the blocks."""
    first = code.name(entry(table, call("ctz", cell)), "n")
    room = Number(SET, (1 << shift.blocks[0][1].bit_count()) - 1)
    based = sum(cell for cell, _ in shift.blocks)
    block = room if shift.sure else code.name(choice(cell & based, room, 0))
    beneath = [code.name((board >> first) & block) for board in boards]
    under = code.name(_all(beneath))
    depth = code.name(call("popc", under), "n")
    top = code.name(Number(SET, 1) << depth)
    layers = [code.name(some | choice(board & cell, top, 0)) for some, board in zip(beneath, boards, strict=True)]
    height = code.name(depth + choice(_all(boards) & cell, 1, 0), "n")
    pieces = code.name(_all(layers)) if carried else ZERO
    # what cells carry on which nothing lies stays out: one of them may be where the topmost layer is to be
    layers += [code.name(((some >> first) & under) | (pieces & choice(some & cell, top, 0))) for some in carried]
    return _Lying(cell, block, first, layers, height, equal(under >> depth, 0))


def _all(sets: Sequence[Expression]) -> Expression:
    """Return the union of some sets."""
    found = sets[0]
    for other in sets[1:]:
        found = found | other
    return found


def _laid(code: Code, layers: Expression, height: Expression, lying: _Lying) -> Expression:
    """Return the cells on which layers lie: the topmost one is on the cell, the others are in its block."""
    below = code.name(choice(height > 0, height - 1, 0), "n")
    top = code.name(layers >> below)
    return ((layers ^ (top << below)) << lying.first) | choice(top, lying.cell, 0)
