"""The rule IR: the rules of a game as one player reads them, with all constants resolved.

A chain is a tuple of operations. Each maps a flow (a hypothetical position, a working set of cells, marks, clicks) to
any number of flows, its outputs, as the filter of the same name in the language does. Sub-pipelines are expanded where
they are called, directions are ways on the board, patterns are sets of states and constant sets of cells, and players
are numbers. ``str`` of a chain has a line for each operation. Each operation has traits: see ``traits``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import ClassVar, Literal, TypeAlias, assert_never

from tilewright.generator.compiler.rules.board import Way, cells_of
from tilewright.generator.compiler.rules.patterns import Alternative as Alternative
from tilewright.generator.compiler.rules.patterns import Like as Like
from tilewright.generator.compiler.rules.patterns import Pattern as Pattern
from tilewright.generator.compiler.rules.traits import (
    BOARDS,
    CELLS,
    NO_PARTS,
    POSITION,
    WAY,
    Becomes,
    CounterPart,
    MarkPart,
    Part,
    Parts,
    Traits,
    branches,
    clicks,
    may_fail,
    raises,
    reads,
    revives,
    writes,
)
from tilewright.metamodel.language import Visibility

How: TypeAlias = Literal["Replace", "Intersect", "Union", "Minus", "Clear"]
"""How two sets are combined."""
Change: TypeAlias = Literal["Add", "Subtract", "Set"]
"""How a number is changed."""
Mode: TypeAlias = Literal["All", "First", "Union"]
"""Which of several alternatives are run; see ``Choice``."""
Collect: TypeAlias = Literal["Matched", "End", "Both", "Last"]
"""Which cells of a row are collected; see ``Ray``."""
Relation: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]

DRAW = 1
"""The code of an end without a winner. The code is 0 while the game goes on, 2 + *p* if player *p* has won, and
2 + *players* + *p* if player *p* has lost, but of two players the other one has won then."""


def paid_end(players: int) -> int:
    """Return the code of an end after which the record says what each player is paid: the greatest code."""
    return DRAW + 1 + 2 * players


def judged_end(players: int) -> int:
    """Return the number that stands for no end in a tree search: what is gained is what the heuristic expects."""
    return paid_end(players) + 1


@dataclass(frozen=True)
class Chain:
    """A sequence of operations, as player ``me`` reads them."""

    me: int
    ops: tuple[Op, ...]

    def __str__(self) -> str:
        return "\n".join(_lines(self, 0))


# -- values


@dataclass(frozen=True)
class Int:
    """A constant."""

    value: int


@dataclass(frozen=True)
class Count:
    """The number of cells of the flow, or of the union of a chain's outputs."""

    cells: Chain | None


@dataclass(frozen=True)
class Number:
    """A counter of a player. One per cell is summed over the cells of the flow, or of a chain's outputs together."""

    counter: int
    player: int
    per_cell: bool
    cells: Chain | None


@dataclass(frozen=True)
class Attribute:
    """A number for each of some states, as pairs; summed over the cells of the flow or of a chain, like ``Number``."""

    numbers: tuple[tuple[int, int], ...]
    cells: Chain | None


@dataclass(frozen=True)
class Sum:
    """A weighted sum: pairs of a weight and a value."""

    terms: tuple[tuple[int, Value], ...]


@dataclass(frozen=True)
class Product:
    """A product of two numbers of 32 bits."""

    left: Value
    right: Value


@dataclass(frozen=True)
class Division:
    """A quotient of two numbers of 32 bits, rounded down, or its remainder. The divisor is never 0."""

    dividend: Value
    divisor: Value
    remainder: bool


@dataclass(frozen=True)
class Extreme:
    """The least of some values, or the greatest."""

    values: tuple[Value, ...]
    most: bool


@dataclass(frozen=True)
class Table:
    """The number at an index, which counts from 0; the first or the last one where the index lies outside."""

    index: Value
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Conditional:
    """One of two values: the first if a chain has an output, else the second. The other one is not computed."""

    condition: Chain
    value: Value
    otherwise: Value


@dataclass(frozen=True)
class Fitting:
    """A value, which it is an error to compute unless it is a number of 32 bits. After an error it counts as 0."""

    value: Value


@dataclass(frozen=True)
class NonZero:
    """A value, which it is an error to compute if it is 0. After an error it counts as 1."""

    value: Value


@dataclass(frozen=True)
class Constant:
    """The sum of numbers over the cells of the flow, or of a chain: ``sets`` has for each number the cells with it."""

    sets: tuple[tuple[int, int], ...]
    cells: Chain | None


@dataclass(frozen=True)
class PhaseNumber:
    """The number of the phase."""


Value: TypeAlias = (
    Int | Count | Number | Attribute | Constant | PhaseNumber | Sum | Product | Division | Extreme | Table |
    Conditional | Fitting | NonZero
)  # fmt: skip


def parts_of(value: Value) -> tuple[Value, ...]:
    """Return the values from which a value is computed."""
    match value:
        case Int() | Count() | Number() | Attribute() | Constant() | PhaseNumber():
            return ()
        case Sum():
            return tuple(term for _, term in value.terms)
        case Product():
            return value.left, value.right
        case Division():
            return value.dividend, value.divisor
        case Extreme():
            return value.values
        case Table():
            return (value.index,)
        case Conditional():
            return value.value, value.otherwise
        case Fitting() | NonZero():
            return (value.value,)
        case _:
            assert_never(value)


def chains_of(*values: Value) -> tuple[Chain, ...]:
    """Return the chains that some values run."""
    found: list[Chain] = []
    for value in values:
        if isinstance(value, Count | Number | Attribute | Constant) and value.cells is not None:
            found.append(value.cells)
        if isinstance(value, Conditional):
            found.append(value.condition)
        found += chains_of(*parts_of(value))
    return tuple(found)


def is_error(*values: Value) -> bool:
    """Return whether it may be an error of the model to compute some values."""
    checked = any(isinstance(value, Fitting | NonZero) or is_error(*parts_of(value)) for value in values)
    return checked or any(raises(chain.ops) for chain in chains_of(*values))


def read_by(value: Value) -> Parts:
    """Return the parts of a flow on which a value depends."""
    match value:
        case Int():
            return NO_PARTS
        case Count() | Constant():
            return CELLS if value.cells is None else reads(value.cells.ops)
        case Number():
            counter: Parts = frozenset({CounterPart(value.counter, value.player)})
            if not value.per_cell:
                return counter
            return counter | (CELLS if value.cells is None else reads(value.cells.ops))
        case Attribute():
            return BOARDS | (CELLS if value.cells is None else reads(value.cells.ops))
        case PhaseNumber():
            return frozenset({Part.PHASE})
        case Conditional():
            return _asked((value.condition,)).union(*map(read_by, parts_of(value)))
        case Sum() | Product() | Division() | Extreme() | Table() | Fitting() | NonZero():
            return NO_PARTS.union(*map(read_by, parts_of(value)))
        case _:
            assert_never(value)


def _matched(patterns: Iterable[Pattern]) -> Parts:
    """Return the parts that patterns read."""
    marks = (mark for one in patterns for part in one.alternatives for mark in part.marks)
    return BOARDS.union(map(MarkPart, marks))


def _asked(chains: Iterable[Chain]) -> Parts:
    """Return the parts that chains read, whose outputs alone matter."""
    return NO_PARTS.union(*(reads(chain.ops) for chain in chains))


# -- operations that test


@dataclass(frozen=True)
class Keep:
    """Keep the cells that match all patterns; with ``whole``, keep all cells if all match, or else none."""

    patterns: tuple[Pattern, ...]
    whole: bool = False

    @cached_property
    def traits(self) -> Traits[Chain]:
        cells = Becomes.ALL_OR_NONE if self.whole else Becomes.KEPT
        if any(not pattern.alternatives and not pattern.off_board for pattern in self.patterns):
            cells = Becomes.NONE
        read = _matched(self.patterns) | (CELLS if self.whole else NO_PARTS)
        return Traits(cells, True, read, patterns=self.patterns)


@dataclass(frozen=True)
class Guard:
    """Pass if one of the chains has an output; negated, if none has. ``per_cell``: keep or drop each cell by itself."""

    conditions: tuple[Chain, ...]
    negate: bool
    per_cell: bool

    @cached_property
    def traits(self) -> Traits[Chain]:
        cells = Becomes.KEPT if self.per_cell else Becomes.ALL_OR_NONE
        read = _asked(self.conditions) - (CELLS if self.per_cell else NO_PARTS)
        asked = raises(op for chain in self.conditions for op in chain.ops)
        return Traits(cells, True, read, raises=asked, asked_chains=self.conditions)


@dataclass(frozen=True)
class Compare:
    """Pass if the comparison of two values holds."""

    left: Value
    relation: Relation
    right: Value

    @cached_property
    def traits(self) -> Traits[Chain]:
        values = self.left, self.right
        read = read_by(self.left) | read_by(self.right)
        return Traits(Becomes.ALL_OR_NONE, True, read, raises=is_error(*values), asked_chains=chains_of(*values))


@dataclass(frozen=True)
class Repetition:
    """Pass if the position has occurred at least ``times`` times, the current occurrence included."""

    times: int
    include_player: bool

    traits: ClassVar[Traits[Chain]] = Traits(
        Becomes.ALL_OR_NONE, True, frozenset({Part.HISTORY, Part.BOARDS, Part.COUNTERS, Part.TURN})
    )


@dataclass(frozen=True)
class Movable:
    """Pass if the player would have a legal move if he moved next."""

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.ALL_OR_NONE, True, POSITION | {Part.TURN})


@dataclass(frozen=True)
class Mass:
    """Pass if a move of nature has a positive mass, to which its probability is proportional.

    The mass is computed in the position in which the move began, with the marks and counters of the move. Its working
    set is the cell of the last click, or all cells if there is none. It is an error if the mass is negative.
    """

    value: Value

    @cached_property
    def traits(self) -> Traits[Chain]:
        chains = chains_of(self.value)
        read = read_by(self.value) | {Part.CLICK, Part.MARKS, Part.COUNTERS}
        return Traits(Becomes.ALL_OR_NONE, True, read, raises=True, asked_chains=chains)


@dataclass(frozen=True)
class Drop:
    """Drop the cells that some chains yield. These chains start anew: they do not read the working set."""

    chains: tuple[Chain, ...]

    @cached_property
    def traits(self) -> Traits[Chain]:
        asked = raises(op for chain in self.chains for op in chain.ops)
        return Traits(Becomes.KEPT, True, _asked(self.chains), raises=asked, asked_chains=self.chains)


# -- operations on the working set


@dataclass(frozen=True)
class Combine:
    """Combine the working set with a constant set, with a mark, or (both None) with the cell of the last click."""

    how: How
    mask: int | None = None
    mark: int | None = None

    @cached_property
    def traits(self) -> Traits[Chain]:
        other: Parts = NO_PARTS
        if self.mask is None:
            other = frozenset({Part.CLICK if self.mark is None else MarkPart(self.mark)})
        match self.how:
            case "Replace":
                return Traits(Becomes.NONE if self.mask == 0 else Becomes.NEW, not self.mask, other, revives=True)
            case "Union":
                return Traits(Becomes.NEW, False, other | CELLS, revives=True)
            case "Clear":
                return Traits(Becomes.NONE, True)
            case "Intersect" if self.mask == 0:
                return Traits(Becomes.NONE, True)
        return Traits(Becomes.KEPT, True, other)


@dataclass(frozen=True)
class Step:
    """Go ``least`` to ``most`` (-1: any number of) steps along each way (None: the bound one).

    ``through``: the pattern that each cell on the way but the last must match.
    """

    ways: tuple[Way, ...] | None
    least: int
    most: int
    through: Pattern | None

    @cached_property
    def traits(self) -> Traits[Chain]:
        patterns = () if self.through is None else (self.through,)
        read = (_matched(patterns) if patterns else NO_PARTS) | (WAY if self.ways is None else NO_PARTS)
        return Traits(Becomes.MAPPED, True, read, patterns=patterns)


@dataclass(frozen=True)
class Ray:
    """Collect the cells that match in a row along each way, then test the cell behind them with ``end``.

    There are ``least`` to ``most`` matching cells (-1: any number). ``collect`` says what is yielded of them.
    """

    ways: tuple[Way, ...] | None
    match: Pattern
    end: Pattern | None
    least: int
    most: int
    collect: Collect

    @cached_property
    def traits(self) -> Traits[Chain]:
        patterns = (self.match,) if self.end is None else (self.match, self.end)
        read = _matched(patterns) | (WAY if self.ways is None else NO_PARTS)
        return Traits(Becomes.MAPPED, True, read, patterns=patterns)


@dataclass(frozen=True)
class Flood:
    """Add the cells that are reached in any number of steps through matching cells."""

    ways: tuple[Way, ...]
    through: Pattern

    @cached_property
    def traits(self) -> Traits[Chain]:
        return Traits(Becomes.MAPPED, False, _matched((self.through,)), patterns=(self.through,))


@dataclass(frozen=True)
class Image:
    """Map each cell of the working set along a way: a transform of the board, or the way into a zone."""

    way: Way

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.PERMUTED, True)


@dataclass(frozen=True)
class Spread:
    """Yield the union of the second sets of those pairs whose first set has a cell in the working set."""

    pairs: tuple[tuple[int, int], ...]

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.MAPPED, True)

    @property
    def inverse(self) -> Spread:
        """The operation with the two sets of each pair exchanged."""
        return Spread(tuple((after, before) for before, after in self.pairs))


@dataclass(frozen=True)
class Bend:
    """Turn the bound direction by a number of places in a list of ways, cyclically."""

    ways: tuple[Way, ...]
    by: int

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SAME, True, WAY, WAY)


@dataclass(frozen=True)
class Mark:
    """Combine a mark with the working set."""

    mark: int
    how: How

    @cached_property
    def traits(self) -> Traits[Chain]:
        mark: Parts = frozenset({MarkPart(self.mark)})
        read = NO_PARTS if self.how == "Clear" else CELLS if self.how == "Replace" else CELLS | mark
        return Traits(Becomes.SAME, False, read, mark)


@dataclass(frozen=True)
class Pick:
    """Keep only the first cell, or the last one."""

    last: bool

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SOME, False, CELLS)


@dataclass(frozen=True)
class Best:
    """Keep the cells whose value is least, or greatest. Each is computed as if its cell were the working set."""

    value: Value
    most: bool

    @cached_property
    def traits(self) -> Traits[Chain]:
        chains, asked = chains_of(self.value), is_error(self.value)
        return Traits(
            Becomes.SOME, False, read_by(self.value) | CELLS, raises=asked, on_cells=True, asked_chains=chains
        )


@dataclass(frozen=True)
class Record:
    """Make the working set part of the identity of the move."""

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SAME, False, CELLS, frozenset({Part.IDENTITY}))


# -- operations that branch


@dataclass(frozen=True)
class Select:
    """Branch into one output for each cell; if it is recorded, the cell is a click of the move."""

    mark: int | None
    record: bool

    @cached_property
    def traits(self) -> Traits[Chain]:
        written = {Part.CLICK, Part.IDENTITY} if self.record else set()
        marks = set() if self.mark is None else {MarkPart(self.mark)}
        return Traits(Becomes.ONE, False, NO_PARTS, frozenset(written | marks), branches=True, clicks=self.record)


@dataclass(frozen=True)
class Along:
    """Branch into one output for each direction, which is bound."""

    ways: tuple[Way, ...]

    @cached_property
    def traits(self) -> Traits[Chain]:
        return Traits(Becomes.SAME, not self.ways, NO_PARTS, WAY, branches=True, binds=True)


@dataclass(frozen=True)
class Lying:
    """One orientation of a shape: the states of its kind of piece, and pairs of a first cell and all cells covered.

    First cells are given as bits. There is a pair only where the shape fits on the board or in the zone.
    """

    states: frozenset[int]
    covered: tuple[tuple[int, int], ...]

    @cached_property
    def dies(self) -> Mapping[int, int]:
        """The covered sets, shifted down by the bit of the first cell, each with the set of its first cells."""
        found: dict[int, int] = {}
        for bit, cells in self.covered:
            found[cells >> bit] = found.get(cells >> bit, 0) | 1 << bit
        return found


@dataclass(frozen=True)
class Shape:
    """Branch: lay the kinds on a mark in each orientation, with the first cell on each cell of the working set."""

    mark: int
    ways: tuple[Lying, ...]

    @cached_property
    def traits(self) -> Traits[Chain]:
        read = CELLS | BOARDS | frozenset({MarkPart(self.mark)})
        return Traits(Becomes.NEW, True, read, branches=True)


@dataclass(frozen=True)
class Stamp:
    """Yield the cells that the kinds on a mark cover, unturned, with their corner on each cell of the working set."""

    mark: int
    ways: tuple[Lying, ...]

    @cached_property
    def traits(self) -> Traits[Chain]:
        return Traits(Becomes.MAPPED, True, BOARDS | frozenset({MarkPart(self.mark)}))


@dataclass(frozen=True)
class Option:
    """Make a label, given by its number from 0, part of the identity of the move."""

    label: int

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SAME, False, NO_PARTS, frozenset({Part.IDENTITY}))


# -- operations that run other chains


@dataclass(frozen=True)
class Choice:
    """Run alternatives. ``mode`` is one of ``All``, ``First`` and ``Union``.

    ``All`` yields the outputs of all alternatives, ``First`` those of the first one that has any, and ``Union`` one
    output with the cells of all outputs and no other effect.
    """

    mode: Mode
    alternatives: tuple[Chain, ...]

    @cached_property
    def traits(self) -> Traits[Chain]:
        chains = self.alternatives
        ops = [op for chain in chains for op in chain.ops]
        runs = self.mode != "Union"
        return Traits(
            Becomes.NEW if chains else Becomes.NONE,
            all(may_fail(chain.ops) for chain in chains),
            _asked(chains) | CELLS,
            writes(ops) if runs else NO_PARTS,
            branches=self.mode == "All" or (self.mode == "First" and branches(ops)),
            revives=revives(ops),
            raises=raises(ops),
            binds=runs and all(any(op.traits.binds for op in chain.ops) for chain in chains),
            clicks=runs and clicks(ops),
            flow_chains=chains if runs else (),
            asked_chains=() if runs else chains,
        )


@dataclass(frozen=True)
class Repeat:
    """Run the body ``least`` to ``most`` (-1: any number of) times, each round on the outputs of the one before.

    ``maximal``: only flows from which no further round is possible are outputs.
    """

    body: Chain
    least: int
    most: int
    maximal: bool

    @cached_property
    def traits(self) -> Traits[Chain]:
        ops = self.body.ops
        return Traits(
            Becomes.NEW,
            self.least > 0 and may_fail(ops),
            reads(ops) | CELLS,
            writes(ops),
            branches=True,
            revives=revives(ops),
            raises=raises(ops),
            clicks=clicks(ops),
            flow_chains=(self.body,),
        )


@dataclass(frozen=True)
class Apply:
    """Run the body for its effects alone: once, for each cell (``each``), or for each direction (``ways``)."""

    body: Chain
    each: bool
    ways: tuple[Way, ...] | None

    @cached_property
    def traits(self) -> Traits[Chain]:
        ops = self.body.ops
        return Traits(
            Becomes.SAME,
            False,
            (reads(ops) | CELLS) - (NO_PARTS if self.ways is None else WAY),
            writes(ops) - {Part.CLICK, Part.WAY, Part.IDENTITY},
            revives=revives(ops),
            raises=raises(ops),
            flow_chains=(self.body,),
        )


# -- operations that change the position


@dataclass(frozen=True)
class Carried:
    """What goes along with what stands on a cell: counters per cell, each with its player, and marks."""

    counters: tuple[tuple[int, int], ...] = ()
    marks: tuple[int, ...] = ()

    @cached_property
    def parts(self) -> Parts:
        """The parts of a flow that hold it."""
        return frozenset({*(CounterPart(*counter) for counter in self.counters), *map(MarkPart, self.marks)})


NOTHING = Carried()


@dataclass(frozen=True)
class SetState:
    """Change states: ``targets`` has pairs of an old and a new state (None: an error of the model); others stay.

    Where nothing is any more, what is carried is as on an empty cell; counters begin anew where something is now.
    """

    targets: tuple[tuple[int, int | None], ...]
    carried: Carried = NOTHING

    @cached_property
    def traits(self) -> Traits[Chain]:
        impossible = any(target is None for _, target in self.targets)
        carried = self.carried.parts
        return Traits(Becomes.SAME, False, CELLS | BOARDS | carried, BOARDS | carried, raises=impossible, on_cells=True)


@dataclass(frozen=True)
class Move:
    """Move what stands on the cell of a mark to the cell of the working set, or swap the two."""

    source: int
    swap: bool
    carried: Carried = NOTHING

    @cached_property
    def traits(self) -> Traits[Chain]:
        carried = self.carried.parts
        read = CELLS | BOARDS | {MarkPart(self.source)} | carried
        return Traits(Becomes.SAME, False, read, BOARDS | carried, raises=True)


@dataclass(frozen=True)
class Stack:
    """Move the topmost pieces of the stack on the cell of a mark, or all, onto the cell of the working set.

    ``blocks`` has pairs of a cell and its block, whose cells hold, from the first one on, what lies beneath its top.
    """

    source: int
    blocks: tuple[tuple[int, int], ...]
    amount: Value | None
    carried: Carried = NOTHING

    @cached_property
    def traits(self) -> Traits[Chain]:
        chains = () if self.amount is None else chains_of(self.amount)
        carried = self.carried.parts
        read = CELLS | BOARDS | {MarkPart(self.source)} | (NO_PARTS if self.amount is None else read_by(self.amount))
        return Traits(Becomes.SAME, False, read | carried, BOARDS | carried, raises=True, asked_chains=chains)


@dataclass(frozen=True)
class Shift:
    """Move all pieces on the working set along a way (None: the bound one), or transform them within its rectangle."""

    way: Way | None
    transform: str | None
    carried: Carried = NOTHING
    surely: bool = False
    """Whether the working set is known, and a cell of it has an image, so that there is an output."""

    @cached_property
    def traits(self) -> Traits[Chain]:
        bound = WAY if self.way is None and self.transform is None else NO_PARTS
        carried = self.carried.parts
        read = CELLS | BOARDS | bound | carried
        return Traits(Becomes.NEW, not self.surely, read, BOARDS | carried, raises=True)


@dataclass(frozen=True)
class SetCounter:
    """Change a counter of a player; a counter per cell is changed on all cells of the working set."""

    counter: int
    player: int
    how: Change
    value: Value

    @cached_property
    def traits(self) -> Traits[Chain]:
        counter: Parts = frozenset({CounterPart(self.counter, self.player)})
        read = read_by(self.value) | CELLS | (NO_PARTS if self.how == "Set" else counter)
        return Traits(Becomes.SAME, False, read, counter, raises=True, asked_chains=chains_of(self.value))


@dataclass(frozen=True)
class SetPhase:
    """Set the phase."""

    phase: int

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SAME, False, NO_PARTS, frozenset({Part.PHASE}))


@dataclass(frozen=True)
class SetTurn:
    """Set the turn that comes next."""

    player: int

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SAME, False, NO_PARTS, frozenset({Part.TURN}))


@dataclass(frozen=True)
class Scores:
    """An end by score: the players with the greatest of these values have won."""

    values: tuple[Value, ...]


@dataclass(frozen=True)
class Paid:
    """An end that pays each player a value, divided by the player's entry of ``parts`` if there are any."""

    values: tuple[Value, ...]
    parts: tuple[Value, ...] = ()


@dataclass(frozen=True)
class Ranked:
    """An end that ranks the players lexicographically by some criteria, the greater value first.

    A criterion is a value for each player. Its working set is all cells.
    """

    criteria: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True)
class End:
    """End the game with a code (see ``DRAW``), or by values."""

    code: int
    by: Scores | Paid | Ranked | None = None

    @property
    def values(self) -> tuple[Value, ...]:
        """All values that decide the result."""
        match self.by:
            case Scores(values):
                return values
            case Paid(values, parts):
                return (*values, *parts)
            case Ranked(criteria):
                return tuple(value for criterion in criteria for value in criterion)
            case None:
                return ()
            case _:
                assert_never(self.by)

    @cached_property
    def traits(self) -> Traits[Chain]:
        divisors = self.by.parts if isinstance(self.by, Paid) else ()
        by_zero = not all(isinstance(part, Int) and part.value != 0 for part in divisors)
        return Traits(
            Becomes.SAME,
            False,
            NO_PARTS.union(*map(read_by, self.values)),
            frozenset({Part.END}),
            raises=by_zero or is_error(*self.values),
            asked_chains=chains_of(*self.values),
        )


@dataclass(frozen=True)
class Die:
    """Kill the flow: there is no output."""

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.NONE, True)


Op: TypeAlias = (
    Keep | Guard | Compare | Repetition | Movable | Mass | Drop | Combine | Step | Ray | Flood | Image | Spread | Stamp
    | Bend | Pick | Best | Mark | Record | Select | Along | Shape | Option | Choice | Repeat | Apply | SetState | Move
    | Stack | Shift | SetCounter | SetPhase | SetTurn | End | Die
)  # fmt: skip


Test: TypeAlias = Guard | Compare | Repetition | Movable | Mass
"""Tests of the flow as a whole."""


@dataclass(frozen=True)
class Rule:
    """A move rule: a chain that yields candidate moves, and the phases in which it plays (none: in all)."""

    name: str
    chain: Chain
    phases: frozenset[int]
    spares: frozenset[int] = frozenset()
    """The indices in the group of the rules whose moves it has been made to leave out."""
    weight: Value = Int(1)
    """Of a chance rule: the weight of the rule among the others."""
    share: Value | None = None
    """Of a chance rule: the mass of a move within the rule, see ``Mass``; None if its moves are equally likely."""
    visibility: Visibility = Visibility.All
    """Who is told the moves of the rule."""


@dataclass(frozen=True)
class Group:
    """The rules of one priority, and the counter, if any, of which only moves with the greatest value are legal."""

    rules: tuple[Rule, ...]
    maximise: int | None


@dataclass(frozen=True)
class Rules:
    """All rules as one player reads them. The groups stand in order of falling priority."""

    me: int
    groups: tuple[Group, ...]
    effects: tuple[Chain, ...]
    wins: tuple[Pattern, ...]
    ensure: Chain | None
    stuck: Chain | None
    over: Chain | None
    round: Chain | None

    def __str__(self) -> str:
        lines = [f"player {self.me}"]
        for group in self.groups:
            for rule in group.rules:
                lines += [f"  move {rule.name}", *_lines(rule.chain, 2)]
        for chain in self.effects:
            lines += ["  effect", *_lines(chain, 2)]
        lines += [f"  line {_shown(pattern)}" for pattern in self.wins]
        for name in ("ensure", "stuck", "over", "round"):
            part = getattr(self, name)
            if part is not None:
                lines += [f"  {name}", *_lines(part, 2)]
        return "\n".join(lines)


@dataclass(frozen=True)
class Sight:
    """What a player sees of the ``cells`` of the board or of a zone.

    The player sees fully the cells that are ``shown`` in any case and those that the chain ``sight`` yields. Of those
    that ``back`` yields the player sees whether something stands there, but not what.
    """

    cells: int
    shown: int
    sight: Chain | None
    back: Chain | None


def _lines(chain: Chain, depth: int) -> list[str]:
    """Return the lines of a chain: the operations with their fields, each followed by its inner chains, indented."""
    indent = "  " * depth
    lines = []
    for op in chain.ops:
        inner = [value for part in fields(op) for value in _chains(getattr(op, part.name))]
        parts = (
            f"{part.name}={_shown(getattr(op, part.name))}"
            for part in fields(op)
            if not _chains(getattr(op, part.name)) and getattr(op, part.name) != NOTHING
        )
        lines.append(f"{indent}{type(op).__name__.lower()} {' '.join(parts)}".rstrip())
        for other in inner:
            lines += [f"{indent}  as {other.me}:", *_lines(other, depth + 2)]
    return lines


def _chains(value: object) -> list[Chain]:
    """Return the chains directly inside a field of an operation."""
    if isinstance(value, Chain):
        return [value]
    if isinstance(value, tuple):
        return [chain for part in value for chain in _chains(part)]
    return list(chains_of(value)) if isinstance(value, Value) else []


def _shown(value: object) -> str:
    """Return the text of a field of an operation."""
    if isinstance(value, Way):
        if len(value.shifts) == 1:
            return f"{value.shifts[0][0]:+d}"
        return "{" + " ".join(f"{bit}>{value.table[bit]}" for bit in cells_of(value.domain)) + "}"
    if isinstance(value, frozenset):
        return "{" + " ".join(map(str, sorted(value))) + "}"
    if isinstance(value, tuple):
        return "(" + " ".join(map(_shown, value)) + ")"
    if isinstance(value, Alternative):
        marks = [f" in mark {mark}" for mark in value.within] + [f" not in mark {mark}" for mark in value.without]
        if value.like is not None:
            held = "does not hold" if value.like.negate else "holds"
            marks.append(f" if mark {value.like.mark} {held} {_shown(value.like.states)}")
        return f"{_shown(value.states)}&{value.mask:#x}{''.join(marks)}"
    if isinstance(value, Pattern):
        cells = " | ".join(map(_shown, value.alternatives)) + (" | off the board" if value.off_board else "")
        return f"[{cells}]" + (f" @ {_shown(value.offsets)}" if value.offsets else "")
    if is_dataclass(value):
        parts = (_shown(getattr(value, part.name)) for part in fields(value))
        return f"{type(value).__name__.lower()}[{' '.join(parts)}]"
    if isinstance(value, int) and not isinstance(value, bool) and value > 255:
        return hex(value)
    return str(value)
