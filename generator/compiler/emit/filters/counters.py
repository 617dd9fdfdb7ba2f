"""How changes of counters are emitted: a number, or one per cell as binary digits, a set of cells for each.

A change of many cells by one value is an addition of all their numbers at once, with a carry from digit to digit.
"""

from __future__ import annotations

from tilewright.generator.compiler.analysis.questions import independent
from tilewright.generator.compiler.emit.emitter import Walker, straight
from tilewright.generator.compiler.emit.filters.values import value_text
from tilewright.generator.compiler.emit.flow import Flow, aside
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, join, meet, variable, without
from tilewright.generator.compiler.lowering.constants import CounterFacts
from tilewright.generator.compiler.rules import ir
from tilewright.generator.errors import OVERFLOW


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
