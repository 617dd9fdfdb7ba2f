"""Questions about chains that emission asks before it chooses a form: each is answered from the chain alone."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.generator.compiler.rules import ir

CHANGES = (ir.SetState, ir.Move, ir.Shift, ir.SetCounter, ir.SetPhase, ir.SetTurn, ir.End, ir.Apply)
"""Effects on the position, and what runs them."""

EFFECTS = (*CHANGES, ir.Mark)


def inside(op: ir.Op) -> Iterator[ir.Chain]:
    """Yield the chains that an operation runs on the flow itself."""
    match op:
        case ir.Choice():
            yield from op.alternatives
        case ir.Repeat() | ir.Apply():
            yield op.body


def all_chains(op: ir.Op) -> Iterator[ir.Chain]:
    """Yield all chains directly inside an operation, those of values included."""
    yield from inside(op)
    match op:
        case ir.Guard():
            yield from op.conditions
        case ir.Drop():
            yield from op.chains
        case ir.Compare():
            yield from _value_chains(op.left)
            yield from _value_chains(op.right)
        case ir.SetCounter():
            yield from _value_chains(op.value)
        case ir.End():
            for value in op.scores or ():
                yield from _value_chains(value)


def _value_chains(value: ir.Value) -> Iterator[ir.Chain]:
    match value:
        case ir.Count() | ir.Number():
            if value.cells is not None:
                yield value.cells
        case ir.Sum():
            for _, term in value.terms:
                yield from _value_chains(term)


def mentions(ops: tuple[ir.Op, ...], kinds: type | tuple[type, ...]) -> bool:
    """Return whether an operation of some kind stands anywhere in a chain."""
    return any(isinstance(op, kinds) or any(mentions(chain.ops, kinds) for chain in all_chains(op)) for op in ops)


def branches(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain, run in search, may have several outputs (or clicks)."""
    return any(_branches(op) for op in ops)


def _branches(op: ir.Op) -> bool:
    match op:
        case ir.Select() | ir.Along() | ir.Repeat():
            return True
        case ir.Choice(mode="Union"):
            return False
        case ir.Choice(mode="All"):
            return True
        case ir.Choice():
            return any(branches(chain.ops) for chain in op.alternatives)
    return False


def may_fail(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain may have no output from a flow whose working set is not empty."""
    return any(_may_fail(op) for op in ops)


def _may_fail(op: ir.Op) -> bool:
    match op:
        case (
            ir.SetState() | ir.Move() | ir.SetCounter() | ir.SetPhase() | ir.SetTurn() | ir.End() | ir.Mark()
            | ir.Apply() | ir.Select() | ir.Option() | ir.Record() | ir.Along() | ir.Flood()
        ):  # fmt: skip
            return False
        case ir.Combine():
            return op.how != "Union"
        case ir.Choice(mode="First" | "All"):
            return all(may_fail(chain.ops) for chain in op.alternatives)
        case ir.Choice():
            return all(may_fail(chain.ops) for chain in op.alternatives)
        case ir.Repeat():
            return op.least > 0 and may_fail(op.body.ops)
    return True


def may_end(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain may end the game."""
    return any(isinstance(op, ir.End) or any(may_end(chain.ops) for chain in inside(op)) for op in ops)


def surely_ends(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain that is performed ends the game, whatever it finds."""
    if not ops or may_fail(ops[:-1]):
        return False
    match ops[-1]:
        case ir.End():
            return True
        case ir.Choice(mode="First", alternatives=chains):
            ended = (bool(chain.ops) and isinstance(chain.ops[-1], ir.End) for chain in chains[:-1])
            return all(ended) and bool(chains) and surely_ends(chains[-1].ops)
    return False


def uses_bound(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain reads the direction that was bound before it."""
    for op in ops:
        match op:
            case ir.Along():
                return False
            case ir.Step(ways=None) | ir.Ray(ways=None) | ir.Bend():
                return True
            case ir.Shift(way=None, transform=None):
                return True
            case ir.Apply() if op.ways is not None:
                continue
        if any(uses_bound(chain.ops) for chain in all_chains(op)):
            return True
    return False


def reads_marks(op: ir.Op) -> bool:
    """Return whether an operation reads any mark or the last click, so that it depends on earlier clicks."""
    match op:
        case ir.Keep():
            if any(part.within or part.without for pattern in op.patterns for part in pattern.alternatives):
                return True
        case ir.Combine():
            if op.mask is None:
                return True
        case ir.Step():
            return op.through is not None and _marked(op.through)
        case ir.Ray():
            return _marked(op.match) or (op.end is not None and _marked(op.end))
        case ir.Flood():
            return _marked(op.through)
        case ir.Move():
            return True
        case ir.Mark():
            return op.how != "Replace"
    return any(reads_marks(other) for chain in all_chains(op) for other in chain.ops)


def _marked(pattern: ir.Pattern) -> bool:
    return any(part.within or part.without for part in pattern.alternatives)


def starts_anew(chain: ir.Chain) -> bool:
    """Return whether the outputs of a chain do not depend on the working set (as long as that is not empty)."""
    return bool(chain.ops) and isinstance(chain.ops[0], ir.Combine) and chain.ops[0].how == "Replace"


def independent(value: ir.Value) -> bool:
    """Return whether a value does not depend on the working set."""
    match value:
        case ir.Int():
            return True
        case ir.Sum():
            return all(independent(term) for _, term in value.terms)
        case ir.Number(per_cell=False):
            return True
        case ir.Number() | ir.Count():
            return starts_anew(value.cells) if value.cells is not None else False
    return False


BOARDS = (ir.SetState, ir.Move, ir.Shift)
"""What changes the states of cells."""


def reads_states_alone(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether a chain depends on the states of cells and on nothing else that a move changes."""
    return not mentions(ops, (*EFFECTS, ir.Compare, ir.Repetition, ir.Movable)) and not any(map(marks_read, ops))


def marks_read(op: ir.Op) -> set[int | None]:
    """Return the marks that an operation reads, and None if it reads the last click."""
    found: set[int | None] = set()
    match op:
        case ir.Keep():
            for pattern in op.patterns:
                found |= _in_pattern(pattern)
        case ir.Combine() if op.mask is None and op.how != "Clear":
            found.add(op.mark)
        case ir.Step():
            found |= _in_pattern(op.through)
        case ir.Ray():
            found |= _in_pattern(op.match) | _in_pattern(op.end)
        case ir.Flood():
            found |= _in_pattern(op.through)
        case ir.Move():
            found.add(op.source)
        case ir.Mark() if op.how not in ("Replace", "Clear"):
            found.add(op.mark)
    for chain in all_chains(op):
        for other in chain.ops:
            found |= marks_read(other)
    return found


def marks_written(op: ir.Op) -> set[int]:
    """Return the marks that an operation may change."""
    found = {mark for chain in inside(op) for other in chain.ops for mark in marks_written(other)}
    match op:
        case ir.Mark():
            found.add(op.mark)
        case ir.Select() if op.mark is not None:
            found.add(op.mark)
    return found


def _in_pattern(pattern: ir.Pattern | None) -> set[int | None]:
    if pattern is None:
        return set()
    return {mark for part in pattern.alternatives for mark in (*part.within, *part.without)}


def clicks_follow(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether each cell of the working set is looked at alone until it is clicked."""
    for op in ops:
        match op:
            case ir.Select():
                return True
            case ir.Keep(whole=False) | ir.Option() | ir.Guard(per_cell=True):
                continue
            case ir.Mark(how="Replace"):
                continue
            case ir.Combine(how="Intersect" | "Minus"):
                continue
            case ir.Guard() if all(starts_anew(chain) for chain in op.conditions):
                continue
            case ir.Compare() if independent(op.left) and independent(op.right):
                continue
        return False
    return False


def reads_no_board(op: ir.Guard) -> bool:
    """Return whether a question is about cells and marks alone, not about what stands on them."""
    return all(isinstance(part, ir.Combine) for chain in op.conditions for part in chain.ops)


def may_wait(ops: tuple[ir.Op, ...]) -> bool:
    """Return whether nothing in a chain that may branch or fail depends on what its effects do."""
    marks = mentions(ops, ir.Mark)
    for op in ops:
        match op:
            case ir.Guard() if reads_no_board(op) and not marks:
                continue
            case ir.Option() | ir.Record():
                continue
            case ir.Combine(how="Intersect" | "Minus") if op.mask is not None:
                continue
            case ir.Choice(mode="All" | "First") if all(may_wait(chain.ops) for chain in op.alternatives):
                continue
            case ir.SetState() | ir.Move() | ir.SetCounter() | ir.SetPhase() | ir.SetTurn() | ir.End() | ir.Apply():
                continue
            case ir.Mark():
                continue
        return False
    return True
