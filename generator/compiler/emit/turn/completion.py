"""Completion of a move: the rest of its rule's chain, the effects, win conditions, post-check, and close of the ply.

    make_N    the position after a move, if it is legal          legal_N    whether a move is legal
    finish_N  the same, from the end of the rule on              allowed_N  the same, from the end of the rule on

Rules that end alike share such functions. ``finish_N`` and ``allowed_N`` are shared by flows of which the same is known
at the end of a rule; where candidates are written down, by all rules of a player: see ``placing``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tilewright.generator.compiler.analysis.questions import reads_states_alone
from tilewright.generator.compiler.emit import outlining
from tilewright.generator.compiler.emit.code import Code, canonical
from tilewright.generator.compiler.emit.emitter import Emitter
from tilewright.generator.compiler.emit.filters.asking import ask
from tilewright.generator.compiler.emit.filters.checks import position_key
from tilewright.generator.compiler.emit.filters.clicking import clicked
from tilewright.generator.compiler.emit.filters.ends import end
from tilewright.generator.compiler.emit.filters.performing import perform
from tilewright.generator.compiler.emit.flow import PASSING, Flow, Held, Slot, aside, value_of
from tilewright.generator.compiler.emit.functions import Sink
from tilewright.generator.compiler.emit.joining import fork
from tilewright.generator.compiler.emit.patterns import pattern_cells
from tilewright.generator.compiler.emit.sets import EMPTY, Cells, constant, join_all, meet, variable
from tilewright.generator.compiler.emit.turn.turn import Turn
from tilewright.generator.compiler.kernel.nodes import (
    ONE,
    ZERO,
    Call,
    Expression,
    If,
    Operand,
    Return,
    Statement,
    call,
    choice,
    equal,
    local,
)
from tilewright.generator.compiler.kernel.rewriting import shape, stored
from tilewright.generator.compiler.passes.program.eliminate_dead_code import eliminate_dead_code
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.traits import Part, may_fail, writes
from tilewright.metamodel.language import Lifetime


def complete(turn: Turn, emitter: Emitter, flow: Flow, then: Callable[[Flow], None]) -> None:
    """Emit the effects, the win conditions and the post-check; *then* emits what is done if the move is legal.

    By the language, the post-check comes last. It is made first where that gives the same answer, which spares the
    effects of moves that it refuses.
    """
    played, emitter.played = emitter.played, True
    if turn.rules[flow.me].ensure is None:
        _effects(turn, emitter, flow)
        then(flow)
    elif _may_be_asked_first(turn, emitter, flow):
        with emitter.code.block(If(_legal(turn, emitter, flow))):
            _effects(turn, emitter, flow)
            then(flow)
    else:
        _effects(turn, emitter, flow)
        with emitter.code.block(If(_legal(turn, emitter, flow))):
            then(flow)
    emitter.played = played


def _key_behind(turn: Turn, emitter: Emitter, flow: Flow, player: Operand) -> Expression:
    """Return the key of the position in which the next move begins, given who moves then."""
    return emitter.code.name(position_key(emitter, turn.at_rest(flow), player), "n")


def _legal(turn: Turn, emitter: Emitter, flow: Flow) -> Expression:
    """Return a condition that is true if the post-check holds."""
    probe = aside(flow, flow.me)
    probe.cells, probe.alive, probe.way, probe.states = constant(turn.constants.board.board), True, None, None
    ensure = turn.rules[flow.me].ensure
    return ONE if ensure is None else ask(emitter, (ensure,), probe)


def _may_be_asked_first(turn: Turn, emitter: Emitter, flow: Flow) -> bool:
    """Return whether the post-check may be made before the effects: its code is the same, and these raise no error."""

    def asked(one: Flow) -> tuple[object, ...]:
        with emitter.function(Sink()) as code:
            code.answer(_legal(turn, emitter, one))
        names = canonical((), code.body)
        return shape(code.body, lambda name: names.get(name, name))

    after = flow.copy()
    with emitter.function(Sink()) as code:
        _effects(turn, emitter, after)
    return "a_err" not in stored(code.body) and asked(flow) == asked(after)


def _effects(turn: Turn, emitter: Emitter, flow: Flow) -> None:
    """Emit the effects and the win conditions."""
    rules = turn.rules[flow.me]
    if turn.layout.remembers:  # effects mostly need the key, too, and its parts are then computed once
        _key_behind(turn, emitter, flow, turn.constants.after(flow.me))
    start = clicked(emitter, flow)

    def effects(other: Flow) -> None:
        for chain in rules.effects:

            def one(more: Flow, chain: ir.Chain = chain) -> None:
                more.cells, more.alive, more.way, more.many = start, True, None, False
                more.states = more.mark_states[-1] if flow.anchored is True else None
                perform(emitter, chain.ops, more)
                more.way = None

            _unless_ended(emitter, other, one)
        if rules.wins:
            _unless_ended(emitter, other, win)

    def win(more: Flow) -> None:
        found = join_all([pattern_cells(emitter, more, pattern) for pattern in rules.wins])
        board = turn.constants.board
        held = emitter.name(found if board.board == board.cells else meet(found, constant(board.board)))
        victory = turn.constants.won_by(more.me)
        if held.constant != 0 and victory.by is None:
            more.end = emitter.number(choice(held.value, victory.code, 0))
        elif held.constant != 0:
            fork(emitter, held.value, more, partial(end, emitter, victory))

    _unless_ended(emitter, flow, effects)


def checks_alone(rules: ir.Rules) -> bool:
    """Return whether a post-check reads states alone, and the effects after the rules do not change the board."""
    changed = any(Part.BOARDS in writes(chain.ops) for chain in rules.effects)
    return rules.ensure is not None and not changed and reads_states_alone(rules.ensure.ops)


def _unless_ended(emitter: Emitter, flow: Flow, then: Callable[[Flow], None]) -> None:
    """Emit what *then* emits under the condition that the game has not ended."""
    if flow.end.constant == 0:
        then(flow)
    elif flow.end.constant is None:
        end = flow.end

        def going_on(other: Flow) -> None:
            other.end = ZERO
            then(other)

        fork(emitter, equal(end, 0), flow, going_on)


def results_of(turn: Turn, emitter: Emitter, flow: Flow) -> list[Expression]:
    """Emit the close of a ply, and return the whole position after it: its parts, the player, the end, the outcome.

    In games that remember positions, emit also that its key is stored.
    """
    parts, player = turn.close(emitter, flow)
    if turn.layout.remembers:
        emitter.code.store("a_hist", local("h") + 1, _key_behind(turn, emitter, flow, player))
    return [*turn.typed(emitter.code, parts), player, flow.end, *flow.outcome]


def make(turn: Turn, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> Call:
    """Return a call of the function that makes a move: whether it is legal, and the whole position after it."""
    nothing: list[Expression] = [ZERO] * len(turn.whole)

    def finish(code: Code, inner: Flow) -> None:
        code.answer(ending(turn, inner))

    return outlined(turn, emitter, "make", flow, tail, finish, nothing)


def ending(turn: Turn, flow: Flow) -> Call:
    """Return a call of the function that goes on from the end of a rule: effects, post-check, close of the ply."""

    def finish(inner: Emitter, inside: Flow) -> None:
        def passed(after: Flow) -> None:
            inner.code.answer(1, *results_of(turn, inner, after))

        complete(turn, inner, inside, passed)

    return shared(turn, "finish", flow, finish, [ZERO] * len(turn.whole))


def legal(turn: Turn, emitter: Emitter, flow: Flow, tail: tuple[ir.Op, ...]) -> Call:
    """Return a call of the function that returns 1 if a move is legal, else 0."""

    def finish(code: Code, inner: Flow) -> None:
        if turn.rules[flow.me].ensure is None:
            code.answer(1)
        else:
            code.answer(allowed(turn, inner))

    return outlined(turn, emitter, "legal", flow, tail, finish, [])


def allowed(turn: Turn, flow: Flow) -> Call:
    """Return a call of the function that returns 1 if the post-check holds after a rule, else 0.

    Effects that the check does not see are left out, so an error in them is found only when the move is made.
    """
    alone = checks_alone(turn.rules[flow.me])
    if alone:
        flow, boards = turn.flow(flow.me), flow.boards
        flow.boards = boards

    def passes(inner: Emitter, inside: Flow) -> None:
        if alone:
            with inner.code.block(If(_legal(turn, inner, inside))):
                inner.code.answer(1)
        else:
            complete(turn, inner, inside, lambda _: inner.code.answer(1))

    return shared(turn, "allowed", flow, passes, [])


def shared(
    turn: Turn, stem: str, flow: Flow, finish: Callable[[Emitter, Flow], None], nothing: list[Expression]
) -> Call:
    """Return a call of a function that goes on from the end of a rule, shared by flows of which the same is known.

    *finish* emits its body; where that does not return, the function returns 0 and *nothing*.
    """
    flow = flow.copy()
    flow.cells, flow.length, flow.way = EMPTY, ZERO, None
    for place in range(len(flow.written)):
        if stem == "allowed" or not lasting(turn, place):
            flow.written[place] = ZERO
    known = tuple((slot, value_of(value)) for slot, value in flow.slots() if is_known(slot, value))
    clicked = flow.mark_states[-1] if _changes_click(turn.rules[flow.me]) else None
    key = (stem, flow.me, flow.anchored, turn.asked, known, clicked)
    if key not in turn.endings:
        inner = turn.emitter(flow.me)
        inside = flow.copy()
        inside.mark_states = [*([None] * len(inside.marks)), clicked]
        inside.states = None
        slots = []
        for slot, value in flow.slots():
            if not is_known(slot, value):
                name = slot_name(slot)
                single = isinstance(value, Cells) and value.single and slot[0] in ("anchor",)
                cells = isinstance(value, Cells)
                part = variable(name, inner.everything(slot), single=single) if cells else local(name)
                inside.put(slot, part)
                slots.append((slot, name))
        with inner.function(Sink()) as code:
            inside.alive = True
            finish(inner, inside)
            code.answer(0, *turn.typed(code, nothing))
        body = eliminate_dead_code(code.body)
        free = inner.free(body)
        used = [(slot, own) for slot, own in slots if own in free]
        parameters = [own for _, own in used]
        rest = [other for other in free if other not in parameters]
        name = turn.module.share(stem, (*parameters, *rest), body)
        turn.endings[key] = (name, [slot for slot, _ in used], rest)
    name, used_slots, rest = turn.endings[key]
    values = dict(flow.slots())
    return call(name, *(value_of(values[slot]) for slot in used_slots), *map(local, rest))


def _changes_click(rules: ir.Rules) -> bool:
    """Return whether an effect changes the cells that it begins with, so that the states of the last click matter."""
    for chain in rules.effects:
        first = next((op for op in chain.ops if not isinstance(op, ir.Keep | ir.Guard | ir.Compare)), None)
        if first is not None and first.traits.on_cells:
            return True
    return False


def is_known(slot: Slot, value: Held) -> bool:
    """Return whether a shared function is specialised for a part of a flow, so that it is not a parameter.

    That is so for constant flags, phases and the like, and for what does not matter after the end of a rule.
    """
    if slot[0] in PASSING:
        return True
    if slot[0] in ("board", "plane", "mark", "number"):
        return False
    return value_of(value).constant is not None


def slot_name(slot: Slot) -> str:
    """Return the name of the parameter for a part of a flow, another one than in the position before the move."""
    match slot[0]:
        case "board":
            return f"NB_{slot[1]}"
        case "plane":
            return f"NP_{slot[1]}_{slot[2]}_{slot[3]}"
        case "number":
            return f"nc_{slot[1]}_{slot[2]}"
        case "mark":
            return f"NM_{slot[1]}"
        case "anchor":
            return "NA_0"
    return "_".join(["x", *map(str, slot)])


def outlined(
    turn: Turn,
    emitter: Emitter,
    stem: str,
    flow: Flow,
    tail: tuple[ir.Op, ...],
    finish: Callable[[Code, Flow], None],
    nothing: list[Expression],
    sets: int | None = None,
    *,
    beside: tuple[object, ...] = (),
) -> Call:
    """Return a call of a function that follows the rest of a chain; *finish* emits what it returns at the end.

    Where the chain has no output, it returns 0 and *nothing*, of which the first *sets* are sets (None: as many as a
    position has). *beside* is what *finish* depends on besides *stem* and its flow. Equal functions are shared.
    """
    flow = flow.copy()
    _name_places(emitter, flow)

    def body() -> list[Statement]:
        return rest_of(turn, emitter, flow, tail, finish, nothing, sets)

    return outlining.outlined(emitter, stem, tail, flow, body, beside=(turn, turn.asked, *beside))


def _name_places(emitter: Emitter, flow: Flow) -> None:
    """Emit variables for the marks and the last click of a flow, which functions take as parameters."""
    flow.marks = [emitter.name(mark) if isinstance(mark, Cells) else mark for mark in flow.marks]
    flow.anchor = emitter.name(flow.place(flow.anchor))
    if flow.anchor.value == flow.cells.value:
        flow.mark_states[-1] = flow.states


def rest_of(
    turn: Turn,
    emitter: Emitter,
    flow: Flow,
    tail: tuple[ir.Op, ...],
    finish: Callable[[Code, Flow], None],
    nothing: list[Expression],
    sets: int | None = None,
) -> list[Statement]:
    """Return the body of such a function: see ``outlined``."""
    inner = flow.copy()
    _name_places(emitter, inner)
    leaf, emitter.leaf = emitter.leaf, None
    with emitter.function(Sink()) as code, emitter.closed(), emitter.asking():
        emitter.run(tail, inner, lambda output: finished(emitter, output, finish))
        if not _returns(code.body):
            code.answer(0, *turn.typed(code, nothing, sets))
    emitter.leaf = leaf
    return eliminate_dead_code(code.body)


def finished(emitter: Emitter, flow: Flow, finish: Callable[[Code, Flow], None]) -> None:
    """Emit what *finish* emits for an output, if its working set is not empty."""
    if flow.alive:
        finish(emitter.code, flow)
    elif flow.cells.constant != 0:
        with emitter.code.block(If(flow.cells.value)):
            flow.alive = True
            finish(emitter.code, flow)


def _returns(body: list[Statement]) -> bool:
    """Return whether a body ends in a return, so that nothing after it is reached."""
    return bool(body) and isinstance(body[-1], Return)


def fails(turn: Turn, me: int, tail: tuple[ir.Op, ...]) -> bool:
    """Return whether a candidate may be illegal: there is a post-check, or the rest of its rule may fail."""
    return turn.rules[me].ensure is not None or may_fail(tail)


def lasting(turn: Turn, place: int) -> bool:
    """Return whether a mark or counter, by its index in ``Flow.written``, has the lifetime of a ply.

    Only for these it matters at the end of the ply whether they have been written.
    """
    counters = (facts.lifetime for facts in turn.constants.counters.values())
    return (*turn.constants.mark_lifetimes, *counters)[place] is Lifetime.Ply
