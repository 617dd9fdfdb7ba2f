"""Filters that change the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from tilewright.metamodel.elements import present
from tilewright.metamodel.language import (
    CounterEffectFilter,
    EndFilter,
    Filter,
    MoveEffectFilter,
    PhaseEffectFilter,
    ShiftEffectFilter,
    StackEffectFilter,
    StateEffectFilter,
    TurnEffectFilter,
    WinConditionFilter,
)
from tilewright.model.validation.settable import words_of
from tilewright.runtime.interpreter.building import Builder, meaning
from tilewright.runtime.interpreter.carrying import Carrying
from tilewright.runtime.interpreter.cells import NOWHERE, bits, turn_place
from tilewright.runtime.interpreter.cursor import bound_direction
from tilewright.runtime.interpreter.flow import Flow, Step
from tilewright.runtime.interpreter.tables import CounterInfo, StateInfo, Tables
from tilewright.runtime.position import Return, Returns

SKIPPED = -1
"""In place of a new state: the cell stays as it is."""

IMPOSSIBLE = -2
"""In place of a new state: the tile has no such state, which is an error of the model."""


@meaning(StateEffectFilter)
def state_effect_filter(element: StateEffectFilter, builder: Builder, effect: bool) -> Step:
    """Give every cell a state. A tile that has transitions changes only along them; otherwise it stays as it is."""
    tables = builder.tables
    players = range(len(tables.players))
    if element.like is None:
        piece = None if element.piece is None else tables.pieces[element.piece]
        targets = [_targets(element, tables, me, piece) for me in players]
    else:
        alike = [[_targets(element, tables, me, piece) for piece in tables.pieces.values()] for me in players]
    carrying, vacant = Carrying(tables), tables.initial_state

    def apply(flow: Flow) -> None:
        cells = flow.cells
        changes = []
        for state, target in (
            targets[flow.me] if element.like is None else alike[flow.me][_told(flow, element, builder)]
        ):
            found = flow.boards[state] & cells
            if found:
                if target == IMPOSSIBLE:
                    info = tables.states[state]
                    tile = tables.tiles_by_number[info.tile].name
                    message = f"a {tile} has no state for 'set {words_of(element)}' in place of {info.name}"
                    message += _without_piece(element, tables, flow.me, info)
                    raise builder.error("no-such-state", element, message)
                changes.append((found, state, target))
        for found, state, target in changes:
            flow.put(found, target)
            if target in vacant:
                carrying.forget(flow, found)
            elif state in vacant:
                carrying.begin(flow, found, target)

    return Step(element, apply)


def _told(flow: Flow, element: StateEffectFilter, builder: Builder) -> int:
    """Return the kind of piece to set: that of the piece on the one cell of the mark, or the value of its attribute."""
    tables, mark = builder.tables, present(element.like)
    cell = flow.marks[tables.mark(mark)[flow.me]]
    piece = tables.states[state_at(flow, cell)].piece if cell.bit_count() == 1 else NOWHERE
    if piece == NOWHERE:
        message = (
            f"'set {words_of(element)}' needs one cell with a piece in '{mark.name}', "
            f"but {'there is no piece' if cell.bit_count() == 1 else f'there are {cell.bit_count()}'}"
        )
        raise builder.error("move-needs-one-cell", element, message)
    kinds = tables.kinds(element.attribute)
    if piece not in kinds:
        there = tables.states[state_at(flow, cell)].name
        message = f"with {present(element.attribute).name} in '{mark.name}', but there is {there}"
        raise builder.error("move-needs-one-cell", element, f"'set {words_of(element)}' needs a piece {message}")
    return kinds[piece]


def _targets(element: StateEffectFilter, tables: Tables, me: int, piece: int | None) -> list[tuple[int, int]]:
    """Return pairs of a state that changes and its new state; *piece* is the kind that is set, if there is one."""
    selection = element.stateSelection.name
    owner = tables.enemies(me)[0] if selection == "OtherPlayer" else me
    targets = []
    for state, info in enumerate(tables.states):
        wanted = _wanted(element, tables, state, owner, piece)
        transitions = tables.tiles_by_number[info.tile].transitions
        if transitions:
            allowed = any(
                info.element in transition.source and tables.state_of[transition.target] == wanted
                for transition in transitions
            )
            wanted = wanted if allowed else SKIPPED
        if wanted not in (state, SKIPPED):
            targets.append((state, IMPOSSIBLE if wanted is None else wanted))
    return targets


def _wanted(element: StateEffectFilter, tables: Tables, state: int, owner: int, piece: int | None) -> int | None:
    """Return the new state that an effect gives a state, transitions ignored; None if the tile has no such state."""
    info = tables.states[state]
    selection = element.stateSelection.name
    if selection == "Empty":
        return tables.initial_state[info.tile]
    if selection == "StateBased" and piece is None:
        return tables.namesake(tables.state_of[present(element.targetState)], info.tile)
    if piece is not None:
        return tables.bearing(NOWHERE if selection == "StateBased" else owner, piece, info.tile)
    associated = tables.players[owner].associatedState
    if associated is not None:
        return tables.namesake(tables.state_of[associated], info.tile)
    return None if info.piece == NOWHERE else tables.bearing(owner, info.piece, info.tile)


def _without_piece(element: StateEffectFilter, tables: Tables, me: int, info: StateInfo) -> str:
    """Return the end of the message that a state is lacking: what to say if only the owner of nothing is to change."""
    owner = tables.enemies(me)[0] if element.stateSelection.name == "OtherPlayer" else me
    if (
        element.piece is not None
        or info.piece != NOWHERE
        or element.stateSelection.name not in ("CurrentPlayer", "OtherPlayer")
    ):
        return ""
    fitting = [piece for piece, number in tables.pieces.items() if tables.bearing(owner, number, info.tile) is not None]
    if element.like is not None or tables.players[owner].associatedState is not None or not fitting:
        return ""
    return f": nothing stands there; say which piece is set, as in 'set {words_of(element)} {fitting[0].name}'"


@meaning(MoveEffectFilter)
def move_effect_filter(element: MoveEffectFilter, builder: Builder, effect: bool) -> Step:
    """Move the piece on the one cell of the mark to the one cell of the working set, or swap the two."""
    tables = builder.tables
    mark = tables.mark(element.source)
    swap = bool(element.swap)
    carrying = Carrying(tables)

    def apply(flow: Flow) -> None:
        target, source = flow.cells, flow.marks[mark[flow.me]]
        if target.bit_count() != 1 or source.bit_count() != 1:
            message = (
                f"a move needs one cell to go to and one cell in '{element.source.name}', "
                f"but there are {target.bit_count()} and {source.bit_count()}"
            )
            raise builder.error("move-needs-one-cell", element, message)
        there, here = target.bit_length() - 1, source.bit_length() - 1
        moved, met = state_at(flow, source), state_at(flow, target)
        left = on_tile(met, here, element, builder) if swap else tables.initial_state[tables.tile_at[here]]
        flow.put(source, left)
        flow.put(target, on_tile(moved, there, element, builder))
        carrying.move(flow, {there: here, here: there} if swap else {here: there})

    return Step(element, apply)


@meaning(StackEffectFilter)
def stack_effect_filter(element: StackEffectFilter, builder: Builder, effect: bool) -> Step:
    """Move the topmost pieces of the stack on the cell of the mark, or all, onto the cell of the working set."""
    tables = builder.tables
    mark = tables.mark(element.source)
    layers = {cell: tuple(bits(block)) for cell, block in tables.blocks(element.zone).items()}
    amount = None if element.amount is None else builder.value(element.amount)
    carrying = Carrying(tables)

    def apply(flow: Flow) -> None:
        target, source = flow.cells, flow.marks[mark[flow.me]]
        if target.bit_count() != 1 or source.bit_count() != 1 or target == source:
            counted = f"there are {target.bit_count()} and {source.bit_count()}"
            message = (
                f"a stack needs one cell to go to and another one in '{element.source.name}', "
                f"but {'they are the same' if target == source != 0 else counted}"
            )
            raise builder.error("move-needs-one-cell", element, message)
        there, here = target.bit_length() - 1, source.bit_length() - 1
        met, found = lying(flow, there), lying(flow, here)
        number = len(found) if amount is None else amount(flow)
        if not 1 <= number <= len(found):
            message = f"{number} pieces would be taken from {tables.name_of(here)}, which has {len(found)}"
            raise builder.error("no-such-stack", element, message)
        left = len(found) - number
        images = dict.fromkeys((*layers.get(there, ()), there, *layers.get(here, ()), here), NOWHERE)
        images |= lay(flow, there, [*met, *found[left:]])
        images |= lay(flow, here, found[:left])
        carrying.move(flow, images)

    def lying(flow: Flow, cell: int) -> list[tuple[int, int]]:
        """Return the pieces of a stack from the bottom up, each with its layer and its state.

        The layer of the top one is the cell itself.
        """
        found = [(layer, state_at(flow, 1 << layer)) for layer in (*layers.get(cell, ()), cell)]
        pieces = [(layer, s) for layer, s in found if s != tables.initial_state[tables.tile_at[layer]]]
        beneath = [piece for piece in pieces if piece[0] != cell]
        if beneath != found[: len(beneath)]:
            message = f"there is a gap in what lies beneath {tables.name_of(cell)}"
            raise builder.error("no-such-stack", element, message)
        return pieces

    def lay(flow: Flow, cell: int, pieces: list[tuple[int, int]]) -> dict[int, int]:
        """Replace the stack of a cell by pieces, from the bottom up; return the new layer of each by its former one."""
        beneath = layers.get(cell, ())
        room = len(beneath) + 1
        if len(pieces) > room:
            message = f"{len(pieces)} pieces would lie on {tables.name_of(cell)}, which has room for {room}"
            raise builder.error("stack-too-high", element, message)
        for layer in (*beneath, cell):
            flow.put(1 << layer, tables.initial_state[tables.tile_at[layer]])
        images = {}
        for layer, (before, piece) in zip((*beneath[: len(pieces) - 1], cell) if pieces else (), pieces, strict=True):
            flow.put(1 << layer, on_tile(piece, layer, element, builder))
            images[before] = layer
        return images

    return Step(element, apply)


def state_at(flow: Flow, cell: int) -> int:
    """Return the state of the one cell of a set."""
    return next(state for state, board in enumerate(flow.boards) if board & cell)


def on_tile(state: int, cell: int, element: Filter, builder: Builder) -> int:
    """Return the state with the owner and piece of a state on the tile of a cell. ``ModelError`` if there is none."""
    tables = builder.tables
    found = tables.counterpart(state, tables.tile_at[cell])
    if found is None:
        tile = tables.tiles_by_number[tables.tile_at[cell]]
        message = f"a {tile.name} has no state for what is moved there ({tables.states[state].name})"
        raise builder.error("no-such-state", element, message)
    return found


@meaning(ShiftEffectFilter)
def shift_effect_filter(element: ShiftEffectFilter, builder: Builder, effect: bool) -> Step:
    """Move all pieces of the working set at once, each to its image; a piece without an image leaves the board."""
    tables = builder.tables
    transform = "Identity" if element.transform is None else element.transform.name
    ways = None
    if element.directions is not None and transform == "Identity":
        ways = [tables.directions(element.directions, me) for me in range(len(tables.players))]
    carrying = Carrying(tables)

    def apply(flow: Flow) -> None:
        if transform != "Identity":
            images = _images(transform, flow.cells, tables)
        else:
            way = bound_direction(flow, element, builder) if ways is None else ways[flow.me][0]
            images = {cell: way.table[cell] for cell in bits(flow.cells)}
        lifted = {cell: state_at(flow, 1 << cell) for cell in images}
        for cell in images:
            flow.put(1 << cell, tables.initial_state[tables.tile_at[cell]])
        flow.cells = 0
        for cell, image in images.items():
            if image != NOWHERE:
                flow.put(1 << image, on_tile(lifted[cell], image, element, builder))
                flow.cells |= 1 << image
        carrying.move(flow, images)

    return Step(element, apply)


def _images(transform: str, cells: int, tables: Tables) -> dict[int, int]:
    """Return the images of cells under a transform of their bounding rectangle, on the board and in each zone."""
    grids: dict[tuple[int, ...], list[int]] = {}
    for cell in bits(cells):
        grids.setdefault(tables.cells.places[cell][2:], []).append(cell)
    return {cell: image for some in grids.values() for cell, image in _rectangle_images(transform, some, tables)}


def _rectangle_images(transform: str, cells: list[int], tables: Tables) -> Iterator[tuple[int, int]]:
    """Yield the images of cells under a transform of their bounding rectangle, whose upper left corner stays."""
    places = {cell: tables.cells.places[cell] for cell in cells}
    top, bottom = min(place[0] for place in places.values()), max(place[0] for place in places.values())
    left, right = min(place[1] for place in places.values()), max(place[1] for place in places.values())
    width, height = right - left + 1, bottom - top + 1
    for cell, (row, column, *grid) in places.items():
        down, across = turn_place(transform, (row - top, column - left), width, height)
        yield cell, tables.cells.index.get((top + down, left + across, *grid), NOWHERE)


@meaning(CounterEffectFilter)
def counter_effect_filter(element: CounterEffectFilter, builder: Builder, effect: bool) -> Step:
    """Change a counter; one per cell on every cell of the working set. All values are computed before any changes."""
    tables = builder.tables
    counter = tables.counters[element.counter]
    written = tables.written(element.counter)
    players = builder.player(element) if element.counter.perPlayer else range(len(tables.players))
    value = builder.value(element.value)
    operation = element.op.name

    def changed(old: int, number: int) -> int:
        new = {"Add": old + number, "Subtract": old - number, "Set": number}[operation]
        return within_bounds(new, counter, element, builder)

    def apply(flow: Flow) -> None:
        me = players[flow.me]
        if element.counter.perCell:
            cells = bits(flow.cells & counter.own)
            changes = {counter.at(me, cell): value(flow.aside(1 << cell, flow.me)) for cell in cells}
        else:
            changes = {counter.slot(me): value(flow)}
        counters = list(flow.counters)
        for slot, number in changes.items():
            counters[slot] = changed(counters[slot], number)
        flow.counters = tuple(counters)
        flow.written |= written

    return Step(element, apply)


def within_bounds(number: int, counter: CounterInfo, element: Filter, builder: Builder) -> int:
    """Return the number if it is in the bounds of a counter. ``ModelError`` if it is not."""
    if not counter.least <= number <= counter.greatest:
        bounds = f"{counter.least}..{counter.greatest}"
        message = f"the counter '{counter.name}' would be {number}; its bounds are {bounds}"
        raise builder.error("counter-overflow", element, message)
    return number


@meaning(PhaseEffectFilter)
def phase_effect_filter(element: PhaseEffectFilter, builder: Builder, effect: bool) -> Step:
    """Change the phase."""
    phase = builder.tables.phases[element.phase]

    def apply(flow: Flow) -> None:
        flow.phase = phase

    return Step(element, apply)


@meaning(TurnEffectFilter)
def turn_effect_filter(element: TurnEffectFilter, builder: Builder, effect: bool) -> Step:
    """Say who moves next.

    With a condition it is the first player for whom it holds, from the named one on: in the order of turns, or against
    it from the previous player.
    """
    named = _turn_given(element, builder)
    if element.condition is None:

        def give(flow: Flow) -> None:
            flow.turn = named(flow)

        return Step(element, give)
    condition = builder.chain(element.condition, effect=False)
    count = len(builder.tables.players)
    way = -1 if element.perspective.name == "Previous" else 1

    def give_first(flow: Flow) -> None:
        for places in range(count):
            candidate = builder.tables.successor(named(flow), way * places)
            if condition.has_output(flow.aside(flow.cells, candidate)):
                flow.turn = candidate
                return
        flow.cells = 0

    return Step(element, give_first)


def _turn_given(element: TurnEffectFilter, builder: Builder) -> Callable[[Flow], int]:
    """Return a function that computes the player to whom the turn is given, whatever the condition."""
    tables = builder.tables
    if element.perspective.name == "Mover":
        return lambda flow: tables.me_of(flow.run.start)
    if element.player is not None:
        named = tables.nature if element.player is tables.game.nature else tables.player_of[element.player]
        return lambda flow: named
    players = builder.player(element)
    return lambda flow: players[flow.me]


@meaning(EndFilter)
def end_filter(element: EndFilter, builder: Builder, effect: bool) -> Step:
    """End the game: won or lost by the player, drawn, by the score of each player, or with what each is paid."""
    count, sides = len(builder.tables.players), builder.tables.sides
    outcome = element.outcome.name
    if outcome == "Pay":
        return Step(element, _paying(element, builder))
    if outcome == "Rank":
        return Step(element, _ranking(builder))
    score = builder.value(present(element.score)) if outcome == "Score" else None

    def apply(flow: Flow) -> None:
        if score is not None:
            flow.scores = tuple(score(flow.aside(flow.cells, me)) for me in range(count))
            totals = [sum(flow.scores[me] for me in side) for side in sides]
            best = [side for side, total in zip(sides, totals, strict=True) if total == max(totals)]
            flow.returns = victory(builder.tables, best[0][0]) if len(best) == 1 else (0,) * count
        elif outcome == "Draw":
            flow.returns = (0,) * count
        elif outcome == "Win":
            flow.returns = victory(builder.tables, flow.me)
        else:
            flow.returns = tuple(-part for part in victory(builder.tables, flow.me))

    return Step(element, apply)


def exact(number: int, parts: int) -> Return:
    """Return a quotient exactly, as a whole number or a fraction. 0 remains 0, even if *parts* is 0."""
    share = Fraction(number, parts) if number else Fraction(0)
    return share.numerator if share.denominator == 1 else share


def _paying(element: EndFilter, builder: Builder) -> Callable[[Flow], None]:
    score = builder.value(present(element.score))
    per = (lambda flow: 1) if element.per is None else builder.value(element.per)

    def paid(flow: Flow) -> Return:
        parts = per(flow)
        if parts == 0:
            message = f"what {builder.tables.players[flow.me].name} is paid would be divided by 0"
            raise builder.error("paid-per-zero", present(element.per), message)
        return exact(score(flow), parts)

    def pay(flow: Flow) -> None:
        flow.returns = tuple(paid(flow.aside(flow.cells, me)) for me in range(len(builder.tables.players)))

    return pay


def _ranking(builder: Builder) -> Callable[[Flow], None]:
    tables = builder.tables
    criteria = [(builder.value(each.value), 1 if each.best.name == "Most" else -1) for each in tables.game.ranking]
    sides = tables.sides

    def rank(flow: Flow) -> None:
        seats = [flow.aside(tables.cells.board, me) for me in range(len(tables.players))]
        keys = [tuple(sign * sum(value(seats[me]) for me in side) for value, sign in criteria) for side in sides]
        gains = [exact(sum((key > other) - (key < other) for other in keys), len(sides) - 1) for key in keys]
        flow.returns = of_members(tables, gains)

    return rank


def victory(tables: Tables, winner: int) -> Returns:
    """Return what the players get if one of them wins, with the team if the player is in one: see ``won_by``."""
    if not tables.has_teams:
        return won_by(winner, len(tables.players))
    sides = tables.sides
    return of_members(tables, [1 if winner in side else exact(-1, len(sides) - 1) for side in sides])


def of_members(tables: Tables, gains: Sequence[Return]) -> Returns:
    """Return what each player gets, given what each side gets: its members get it all alike."""
    of_side = zip(tables.sides, gains, strict=True)
    got = {me: gain for side, gain in of_side for me in side}
    return tuple(got[me] for me in range(len(tables.players)))


def won_by(winner: int, count: int) -> tuple[float, ...]:
    """Return what each of *count* players gets if one wins: 1, and -1 / (count - 1) for each of the others."""
    loss = -1 if count <= 2 else -1 / (count - 1)
    return tuple(1 if me == winner else loss for me in range(count))


@meaning(WinConditionFilter)
def win_condition_filter(element: WinConditionFilter, builder: Builder, effect: bool) -> Step:
    """End the chain: a win condition is tested after all chains of the effect pipeline, see ``turn``."""

    def apply(flow: Flow) -> None:
        flow.cells = 0

    return Step(element, apply)
