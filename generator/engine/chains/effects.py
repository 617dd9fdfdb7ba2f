"""How effects are emitted: new values for the sets that change.

What the cells of the working set can be in is known at compile time (``Flow.states``), so only those sets are written
that can change. After each effect this knowledge is brought up to date, for the working set and for every mark.
"""

from __future__ import annotations

from tilewright.generator.engine.analysis.questions import independent
from tilewright.generator.engine.chains.cursor import along
from tilewright.generator.engine.chains.values import value_text
from tilewright.generator.engine.form import ir
from tilewright.generator.engine.form.board import Way, way_of
from tilewright.generator.engine.form.constants import Constants, CounterFacts
from tilewright.generator.engine.writing.code import While
from tilewright.generator.engine.writing.flow import Flow, NotLowered, States, aside
from tilewright.generator.engine.writing.functions import Sink
from tilewright.generator.engine.writing.patterns import board_of
from tilewright.generator.engine.writing.sets import EMPTY, Cells, constant, join, meet, variable, without
from tilewright.generator.engine.writing.tables import cell_at
from tilewright.generator.engine.writing.walker import Walker, straight
from tilewright.generator.errors import NO_STATE, ONE_CELL, OVERFLOW


def possible(walker: Walker, states: States, cells: Cells) -> list[int]:
    """Return the states that some cells can have, in order."""
    constants = walker.constants
    every = range(len(constants.states)) if states is None else sorted(states)
    return [state for state in every if constants.cells_with(state) & cells.maybe]


def changed_states(flow: Flow, before: list[int], becomes: dict[int, int]) -> None:
    """Bring up to date what is known of marks whose cells may have changed: from which state to which."""
    for mark, known in enumerate(flow.mark_states):
        if known is not None:
            flow.mark_states[mark] = known | {becomes[state] for state in before if state in known and state in becomes}


@straight(ir.SetState)
def set_state(walker: Walker, op: ir.SetState, flow: Flow) -> None:
    """Give the cells of the working set their new states."""
    constants = walker.constants
    cells = walker.named(flow).cells
    targets = dict(op.targets)
    before = possible(walker, flow.states, cells)
    changes: dict[int, list[int]] = {}
    for state in before:
        if state not in targets:
            continue
        target = targets[state]
        if target is None:
            walker.fail(walker.name(meet(board_of(walker, flow, frozenset({state})), cells)).value, NO_STATE)
        else:
            changes.setdefault(target, []).append(state)
    boards = dict(flow.boards)
    for target, sources in changes.items():
        stay = [
            s
            for s in before
            if s not in sources and s != target and constants.states[s].tile == constants.states[target].tile
        ]
        if stay:
            found = walker.name(meet(board_of(walker, flow, frozenset(sources)), cells))
        else:
            found = walker.name(meet(cells, constant(constants.cells_with(target))))
        for state in sources:
            if state in boards:
                boards[state] = walker.name(without(boards[state], found))
        if target in boards:
            boards[target] = walker.name(_up_to(walker, target, join(boards[target], found)))
    flow.boards = boards
    becomes = {state: target for target, sources in changes.items() for state in sources}
    changed_states(flow, before, becomes)
    flow.states = frozenset(becomes.get(state, state) for state in before)


def _up_to(walker: Walker, state: int, cells: Cells) -> Cells:
    """Forget nothing that is known: a state stands on cells of its tile alone."""
    return (
        meet(cells, constant(walker.constants.cells_with(state)))
        if cells.maybe & ~walker.constants.cells_with(state)
        else cells
    )


@straight(ir.Move)
def move(walker: Walker, op: ir.Move, flow: Flow) -> None:
    """Let what stands on the cell of the mark go to the cell of the working set; or let both change places."""
    target = walker.named(flow).cells
    source = walker.name(flow.place(flow.marks[op.source]))
    one_cell(walker, flow, target, source)
    moved = possible(walker, flow.mark_states[op.source], source)
    met = possible(walker, flow.states, target)
    boards = dict(flow.boards)
    both = walker.name(join(source, target))
    carried = [] if op.swap else _carried(walker, moved, source, target, boards)
    for state in {*moved, *met}.difference(carried):
        if state in boards:
            cleared = both if state in moved and state in met else source if state in moved else target
            boards[state] = walker.name(without(boards[state], cleared))
    arriving = _arrive(walker, flow, [s for s in moved if s not in carried], source, target, boards, len(moved) > 1)
    arriving.update(carried)
    if op.swap:
        leaving = _arrive(walker, flow, met, target, source, boards, len(met) > 1)
    else:
        leaving = {walker.constants.initial_state[tile] for tile in _tiles(walker.constants, source)}
    flow.boards = boards
    touched = {*moved, *met}
    for mark, known in enumerate(flow.mark_states):
        if known is not None and known & touched:
            flow.mark_states[mark] = known | arriving | leaving
    flow.mark_states[op.source] = frozenset(leaving | (arriving if source.maybe & target.maybe else set()))
    flow.states = frozenset(arriving)


def one_cell(walker: Walker, flow: Flow, target: Cells, source: Cells) -> None:
    """Emit the error that a move has no cell to start from or to go to, where that is not known."""
    checks = []
    if not (target.single and flow.alive):
        checks.append(f"popc({target.value}) != 1")
    if not source.single or source.text.startswith(("V", "U")) or source.constant == 0:
        checks.append(f"popc({source.value}) != 1")
    if checks:
        walker.fail(" or ".join(checks), ONE_CELL)


def _tiles(constants: Constants, cells: Cells) -> list[int]:
    return [tile for tile, mask in enumerate(constants.tile_cells) if mask & cells.maybe]


def _carried(walker: Walker, states: list[int], source: Cells, target: Cells, boards: dict[int, Cells]) -> list[int]:
    """Move what stands on one cell to another one in the boards of states that stay as they are, and return these.

    Which of several states it is, is asked of each board by a function.
    """
    constants = walker.constants
    tiles = _tiles(constants, target)
    if len(states) < 2 or len(tiles) != 1:
        return []
    found = [state for state in states if state in boards and constants.counterpart(state, tiles[0]) == state]
    for state in found:
        with walker.function(Sink()) as code:
            code.line("return (B & ~(S | T)) | (T if B & S else 0)")
        carry = walker.module.share("carried", ("B", "S", "T"), code.body)
        there = walker.name(meet(target, constant(constants.tile_cells[tiles[0]])))
        text = f"{carry}({boards[state].value}, {source.value}, {there.value})"
        boards[state] = walker.name(Cells(text, boards[state].maybe | there.maybe))
    return found


def _arrive(
    walker: Walker,
    flow: Flow,
    states: list[int],
    source: Cells,
    target: Cells,
    boards: dict[int, Cells],
    asks: bool,
) -> set[int]:
    """Put what stands on one cell onto another one, and return the states that it can have there.

    *asks*: whether it is not known which one it is.
    """
    constants = walker.constants
    arriving: set[int] = set()
    for state in states:
        here = board_of(walker, flow, frozenset({state}))
        for tile in _tiles(constants, target):
            there = meet(target, constant(constants.tile_cells[tile]))
            becomes = constants.counterpart(state, tile)
            stands = walker.name(meet(here, source)).value if asks else ""
            if becomes is None:
                walker.fail(f"{stands} and {there.value}" if stands else there.value, NO_STATE)
                continue
            arriving.add(becomes)
            if becomes not in boards:
                continue
            if stands:
                there = Cells(f"({walker.name(there).value} if {stands} else 0)", there.maybe, None, True)
            boards[becomes] = walker.name(join(boards[becomes], there))
    return arriving


@straight(ir.Shift)
def shift(walker: Walker, op: ir.Shift, flow: Flow) -> None:
    """Lift all cells of the working set and put each on its image."""
    constants = walker.constants
    cells = walker.named(flow).cells
    before = possible(walker, flow.states, cells)
    lifted = {state: walker.name(meet(board_of(walker, flow, frozenset({state})), cells)) for state in before}
    if op.transform is not None:
        images, everywhere = _turned(walker, op.transform, cells, lifted)
    else:
        way = flow.way if op.way is None else op.way
        if way is None:
            raise NotLowered("a direction is used where none is bound")
        images, everywhere = _along(walker, way, cells, lifted)
    boards = {state: walker.name(without(without(board, cells), everywhere)) for state, board in flow.boards.items()}
    after: set[int] = set()
    for state, image in images.items():
        for tile in _tiles(constants, image):
            there = meet(image, constant(constants.tile_cells[tile]))
            becomes = constants.counterpart(state, tile)
            if becomes is None:
                walker.fail(walker.name(there).value, NO_STATE)
                continue
            after.add(becomes)
            if becomes in boards:
                boards[becomes] = walker.name(join(boards[becomes], there))
    flow.boards = boards
    flow.cells = everywhere
    flow.alive = False
    flow.states = frozenset(after)
    flow.mark_states = [None] * len(flow.mark_states)


def _along(walker: Walker, way: Way, cells: Cells, lifted: dict[int, Cells]) -> tuple[dict[int, Cells], Cells]:
    """Return the images of sets along a way; of cells with the same neighbour the last one that is lifted counts."""
    images = dict.fromkeys(lifted, EMPTY)
    everywhere = EMPTY
    for layer in _injective(way):
        for state, part in lifted.items():
            images[state] = walker.name(join(images[state], without(along(walker, part, layer), everywhere)))
        everywhere = walker.name(join(everywhere, along(walker, cells, layer)))
    return images, everywhere


def _injective(way: Way) -> list[Way]:
    """Return ways that together are a way, none of which leads from two cells to the same one; later cells first."""
    layers: list[dict[int, int]] = []
    for bit in sorted(way.table, reverse=True):
        target = way.table[bit]
        layer = next((layer for layer in layers if target not in layer.values()), None)
        if layer is None:
            layer = {}
            layers.append(layer)
        layer[bit] = target
    return [way_of(layer) for layer in layers] if len(layers) > 1 else [way]


def _turned(walker: Walker, transform: str, cells: Cells, lifted: dict[int, Cells]) -> tuple[dict[int, Cells], Cells]:
    """Return the images of sets under a transform of the rectangle around the working set.

    The upper left corner stays. Places are looked up in a table with a border, so that no image is missed.
    """
    board, code = walker.constants.board, walker.code
    extent = max(board.width, board.height)
    bits = range(max(board.bits) + 1)
    place_of = {bit: place for place, bit in board.bit.items()}
    rows = walker.module.table("row", (place_of.get(bit, (0, 0))[0] for bit in bits))
    columns = walker.module.table("column", (place_of.get(bit, (0, 0))[1] for bit in bits))
    wide = 2 * extent + 1
    places = [board.bit.get((row, column)) for row in range(wide) for column in range(wide)]
    names = {key: code.fresh("n") for key in ("top", "bottom", "left", "right", "row", "column")}
    left_over, cell, index = code.fresh("W"), code.fresh("C"), code.fresh("n")
    for key, value in (("top", wide), ("bottom", 0), ("left", wide), ("right", 0)):
        code.assign(names[key], str(value))
    code.assign(left_over, cells.value)
    with code.block(While(left_over)):
        code.assign(index, f"ctz({left_over})")
        code.assign(left_over, f"({left_over} & ({left_over} - 1))")
        for low, high, source in (("top", "bottom", rows), ("left", "right", columns)):
            here = code.fresh("n")
            code.assign(here, f"{source}[{index}]")
            code.assign(names[low], f"({here} if {here} < {names[low]} else {names[low]})")
            code.assign(names[high], f"({here} if {here} > {names[high]} else {names[high]})")
    images = {state: code.fresh("U") for state in lifted}
    everywhere = code.fresh("U")
    for name in (*images.values(), everywhere):
        code.assign(name, "0")
    down, across = f"({names['row']} - {names['top']})", f"({names['column']} - {names['left']})"
    bottom, right = f"({names['bottom']} - {names['top']})", f"({names['right']} - {names['left']})"
    new_row, new_column = {
        "FlipRows": (f"{bottom} - {down}", across),
        "FlipColumns": (down, f"{right} - {across}"),
        "Rotate180": (f"{bottom} - {down}", f"{right} - {across}"),
        "Transpose": (across, down),
        "Rotate90": (across, f"{bottom} - {down}"),
        "Rotate270": (f"{right} - {across}", down),
    }[transform]
    code.assign(left_over, cells.value)
    with code.block(While(left_over)):
        code.assign(cell, f"({left_over} & -{left_over})")
        code.assign(left_over, f"({left_over} ^ {cell})")
        code.assign(names["row"], f"{rows}[ctz({cell})]")
        code.assign(names["column"], f"{columns}[ctz({cell})]")
        image = code.fresh("C")
        place = f"({names['top']} + {new_row}) * {wide} + {names['left']} + {new_column}"
        code.assign(image, cell_at(walker, "PLACE", places, place))
        code.assign(everywhere, f"({everywhere} | {image})")
        for state, name in images.items():
            code.assign(name, f"({name} | ({image} if {lifted[state].value} & {cell} else 0))")
    cells_of_board = board.cells
    return {state: variable(name, cells_of_board) for state, name in images.items()}, variable(
        everywhere, cells_of_board
    )


# -- numbers


@straight(ir.SetCounter)
def set_counter(walker: Walker, op: ir.SetCounter, flow: Flow) -> None:
    """Change a counter; one per cell on every cell of the working set."""
    facts = walker.facts(op.counter)
    flow.written[len(flow.marks) + op.counter] = "1"
    key = (op.counter, op.player)
    if not facts.per_cell:
        value = value_text(walker, op.value, flow)
        old = flow.numbers[key]
        text = {"Add": f"({old} + {value})", "Subtract": f"({old} - {value})", "Set": value}[op.how]
        new = _constant_sum(op.how, old, value) or walker.number(text)
        if new.lstrip("-").isdigit():
            if not facts.least <= int(new) <= facts.greatest:
                walker.fail("1", OVERFLOW)
        else:
            walker.fail(f"{new} < {_signed(facts.least)} or {new} > {_signed(facts.greatest)}", OVERFLOW)
        flow.numbers[key] = new
        return
    if independent(op.value):
        _on_all_cells(walker, op, flow, facts)
    else:
        _on_each_cell(walker, op, flow, facts)


def _signed(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"


def _constant_sum(how: str, old: str, value: str) -> str | None:
    """Return the new number if it is known."""
    texts = [text.strip("()") for text in (old, value)]
    if how == "Set":
        return texts[1] if texts[1].lstrip("-").isdigit() else None
    if not all(text.lstrip("-").isdigit() for text in texts):
        return None
    return str(int(texts[0]) + int(texts[1]) * (1 if how == "Add" else -1))


def _on_all_cells(walker: Walker, op: ir.SetCounter, flow: Flow, facts: CounterFacts) -> None:
    """Change the numbers of all cells by one value: a ripple of carries through the planes."""
    key = (op.counter, op.player)
    cells = walker.named(flow).cells
    value = value_text(walker, op.value, flow)
    planes = list(flow.planes[key])
    if op.how == "Set":
        digits = _constant_sum("Subtract", value, str(facts.least)) or walker.number(
            f"({value} - {_signed(facts.least)})"
        )
        greatest = facts.greatest - facts.least
        _unless_within(walker, cells, digits, 0, greatest, f"{digits} < 0 or {digits} > {greatest}")
        for digit, plane in enumerate(planes):
            planes[digit] = walker.name(join(without(plane, cells), _where_set(digits, digit, cells)))
        flow.planes[key] = tuple(planes)
        return
    limit = 1 << len(planes)
    amount = _constant_sum(op.how, "0", value) or walker.number(value if op.how == "Add" else f"(0 - {value})")
    _unless_within(walker, cells, amount, 1 - limit, limit - 1, f"{amount} >= {limit} or {amount} <= -{limit}")
    known = _is_number(amount)
    digits = str(int(amount) & (2 * limit - 1)) if known else walker.number(f"({amount} & {2 * limit - 1})")
    carry = EMPTY
    for digit, plane in enumerate(planes):
        ones = walker.name(_where_set(digits, digit, cells))
        half = walker.name(_either(plane, ones))
        both = join(meet(plane, ones), meet(carry, half))
        planes[digit] = walker.name(_either(half, carry))
        carry = walker.name(both)
    # the digit above the planes: set for a number below the least one, or one that needs another plane
    wrong = walker.name(_either(_where_set(digits, len(planes), cells), carry))
    if wrong.constant != 0:
        walker.fail(wrong.value, OVERFLOW)
    _check_range(walker, planes, cells, facts)
    flow.planes[key] = tuple(planes)


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


def _unless_within(walker: Walker, cells: Cells, number: str, least: int, greatest: int, condition: str) -> None:
    """Emit the error that a number, which is written to some cells, is out of bounds, unless it is known not to be."""
    if not _is_number(number):
        walker.fail(f"{cells.value} and ({condition})", OVERFLOW)
    elif not least <= int(number) <= greatest:
        walker.fail(cells.value, OVERFLOW)


def _where_set(number: str, digit: int, cells: Cells) -> Cells:
    """Return some cells if a binary digit of a number that is not negative is 1."""
    if number.isdigit():
        return cells if int(number) >> digit & 1 else EMPTY
    if number.startswith("-"):
        return EMPTY  # there is an error already
    return Cells(f"({cells.value} if ({number} >> {digit}) & 1 else 0)", cells.maybe)


def _either(one: Cells, other: Cells) -> Cells:
    """Return the cells that are in one of two sets only."""
    if one.constant == 0 or other.constant == 0:
        return other if one.constant == 0 else one
    return Cells(f"({one.value} ^ {other.value})", one.maybe | other.maybe)


def _check_range(walker: Walker, planes: list[Cells], cells: Cells, facts: CounterFacts) -> None:
    """Emit the error that a number is greater than it may be, where the planes could hold such a number."""
    greatest = facts.greatest - facts.least
    if greatest + 1 == 1 << len(planes):
        return
    equal, above = cells, EMPTY
    for digit in reversed(range(len(planes))):
        if greatest >> digit & 1:
            equal = meet(equal, planes[digit])
        else:
            above = join(above, meet(equal, planes[digit]))
            equal = without(equal, planes[digit])
    walker.fail(walker.name(above).value, OVERFLOW)


def _on_each_cell(walker: Walker, op: ir.SetCounter, flow: Flow, facts: CounterFacts) -> None:
    """Change the number of each cell by a value of its own; all values are computed from what was before."""
    key = (op.counter, op.player)
    code = walker.code
    planes = flow.planes[key]
    everything = walker.constants.board.cells
    names = [code.fresh("V") for _ in planes]
    for name, plane in zip(names, planes, strict=True):
        code.assign(name, plane.value)
    outer = flow.copy()
    outer.many = False
    for one in walker.each(outer):
        value = value_text(walker, op.value, aside(one, one.me))
        old = value_text(walker, ir.Number(op.counter, op.player, True, None), one)
        new = walker.number({"Add": f"({old} + {value})", "Subtract": f"({old} - {value})", "Set": value}[op.how])
        walker.fail(f"{new} < {_signed(facts.least)} or {new} > {_signed(facts.greatest)}", OVERFLOW)
        digits = walker.number(f"({new} - {_signed(facts.least)})")
        for digit, name in enumerate(names):
            cell = one.cells.value
            code.assign(name, f"(({name} & ~{cell}) | ({cell} if ({digits} >> {digit}) & 1 else 0))")
    flow.planes[key] = tuple(variable(name, everything) for name in names)


# -- the rest of the position


@straight(ir.SetPhase)
def set_phase(walker: Walker, op: ir.SetPhase, flow: Flow) -> None:
    """Change the phase."""
    flow.phase = str(op.phase)


@straight(ir.SetTurn)
def set_turn(walker: Walker, op: ir.SetTurn, flow: Flow) -> None:
    """Say who moves next."""
    flow.turn = str(op.player)


@straight(ir.End)
def end(walker: Walker, op: ir.End, flow: Flow) -> None:
    """End the game."""
    if op.scores is None:
        flow.end = str(op.code)
        return
    texts = []
    for me, value in enumerate(op.scores):
        inner = aside(flow, me)
        texts.append(walker.number(value_text(walker, value, inner)))
    flow.scores = (*texts, "1")
    best = walker.code.fresh("n")
    walker.code.assign(best, texts[0])
    for text in texts[1:]:
        walker.code.assign(best, f"({text} if {text} > {best} else {best})")
    winners = " + ".join(f"(1 if {text} == {best} else 0)" for text in texts)
    which = "1"
    for me, text in reversed(list(enumerate(texts))):
        which = f"({me + 2} if {text} == {best} else {which})"
    flow.end = walker.number(f"({which} if {winners} == 1 else 1)")
