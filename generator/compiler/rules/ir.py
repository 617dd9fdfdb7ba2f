"""The intermediate form: the rules of a game as one player reads them, with everything resolved that is constant.

A chain is a tuple of operations. Each maps a flow (a hypothetical position, a working set of cells, marks, clicks) to
flows as the filter of the same name in the language does. Sub-pipelines stand where they are called; directions are
ways on the board; patterns are sets of states and constant sets of cells; players are numbers. ``str`` prints a chain
in one line for each operation. Each operation has ``traits``: see there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import ClassVar, TypeAlias, assert_never

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

DRAW = 1
"""The end of a game without a winner. If player *p* has won, the end is 2 + *p*; one player alone loses with 3."""


def paid_end(players: int) -> int:
    """Return the end of a game of which the record says what each player gets: the one after all others."""
    return DRAW + 1 + 2 * players


@dataclass(frozen=True)
class Chain:
    """Operations, read as one player."""

    me: int
    ops: tuple[Op, ...]

    def __str__(self) -> str:
        return "\n".join(_lines(self, 0))


# -- values


@dataclass(frozen=True)
class Int:
    """A number."""

    value: int


@dataclass(frozen=True)
class Count:
    """The cells of the flow, or of all outputs of a chain together."""

    cells: Chain | None


@dataclass(frozen=True)
class Number:
    """A counter of a player; one per cell is summed over the cells of the flow or of a chain."""

    counter: int
    player: int
    per_cell: bool
    cells: Chain | None


@dataclass(frozen=True)
class Attribute:
    """A number for each of some states, summed over the cells of the flow or of a chain."""

    numbers: tuple[tuple[int, int], ...]
    cells: Chain | None


@dataclass(frozen=True)
class Sum:
    """A weighted sum."""

    terms: tuple[tuple[int, Value], ...]


Value: TypeAlias = Int | Count | Number | Attribute | Sum


def chains_of(value: Value) -> tuple[Chain, ...]:
    """Return the chains that a value asks."""
    match value:
        case Int():
            return ()
        case Count() | Number() | Attribute():
            return () if value.cells is None else (value.cells,)
        case Sum():
            return tuple(chain for _, term in value.terms for chain in chains_of(term))
        case _:
            assert_never(value)


def read_by(value: Value) -> Parts:
    """Return what a value depends on."""
    match value:
        case Int():
            return NO_PARTS
        case Count():
            return CELLS if value.cells is None else reads(value.cells.ops)
        case Number():
            counter: Parts = frozenset({CounterPart(value.counter, value.player)})
            if not value.per_cell:
                return counter
            return counter | (CELLS if value.cells is None else reads(value.cells.ops))
        case Attribute():
            return BOARDS | (CELLS if value.cells is None else reads(value.cells.ops))
        case Sum():
            return NO_PARTS.union(*(read_by(term) for _, term in value.terms))
        case _:
            assert_never(value)


def _matched(patterns: Iterable[Pattern]) -> Parts:
    """Return what patterns read."""
    marks = (mark for one in patterns for part in one.alternatives for mark in part.marks)
    return BOARDS.union(map(MarkPart, marks))


def _asked(chains: Iterable[Chain]) -> Parts:
    """Return what questions read."""
    return NO_PARTS.union(*(reads(chain.ops) for chain in chains))


# -- operations that test


@dataclass(frozen=True)
class Keep:
    """Keep the cells that match all patterns; with ``whole`` keep all cells or none."""

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
    """Pass if one of the chains has an output (or, negated, none has); ``per_cell``: each cell for itself."""

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
    """Pass if the comparison holds."""

    left: Value
    relation: str
    right: Value

    @cached_property
    def traits(self) -> Traits[Chain]:
        chains = (*chains_of(self.left), *chains_of(self.right))
        asked = raises(op for chain in chains for op in chain.ops)
        read = read_by(self.left) | read_by(self.right)
        return Traits(Becomes.ALL_OR_NONE, True, read, raises=asked, asked_chains=chains)


@dataclass(frozen=True)
class Repetition:
    """Pass if the position has occurred so often, now included."""

    times: int
    include_player: bool

    traits: ClassVar[Traits[Chain]] = Traits(
        Becomes.ALL_OR_NONE, True, frozenset({Part.HISTORY, Part.BOARDS, Part.COUNTERS, Part.TURN})
    )


@dataclass(frozen=True)
class Movable:
    """Pass if the player would have a legal move."""

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.ALL_OR_NONE, True, POSITION)


@dataclass(frozen=True)
class Mass:
    """Pass if a move of nature has a mass: a value that is computed in the position in which the move began.

    It is computed with the marks and counters of the move, and for the last click, or for all cells. It must not be
    negative.
    """

    value: Value

    @cached_property
    def traits(self) -> Traits[Chain]:
        chains = chains_of(self.value)
        read = read_by(self.value) | {Part.CLICK, Part.MARKS, Part.COUNTERS}
        return Traits(Becomes.ALL_OR_NONE, True, read, raises=True, asked_chains=chains)


@dataclass(frozen=True)
class Drop:
    """Drop the cells that chains yield, which begin with a place of their own."""

    chains: tuple[Chain, ...]

    @cached_property
    def traits(self) -> Traits[Chain]:
        asked = raises(op for chain in self.chains for op in chain.ops)
        return Traits(Becomes.KEPT, True, _asked(self.chains), raises=asked, asked_chains=self.chains)


# -- operations on the working set


@dataclass(frozen=True)
class Combine:
    """Combine the working set with a constant set, a mark or the last click."""

    how: str
    mask: int | None = None
    mark: int | None = None

    @cached_property
    def traits(self) -> Traits[Chain]:
        other: Parts = NO_PARTS
        if self.mask is None:
            other = frozenset({Part.CLICK if self.mark is None else MarkPart(self.mark)})
        match self.how:
            case "Replace":
                return Traits(Becomes.NONE if self.mask == 0 else Becomes.NEW, True, other, revives=True)
            case "Union":
                return Traits(Becomes.NEW, False, other | CELLS, revives=True)
            case "Clear":
                return Traits(Becomes.NONE, True)
            case "Intersect" if self.mask == 0:
                return Traits(Becomes.NONE, True)
        return Traits(Becomes.KEPT, True, other)


@dataclass(frozen=True)
class Step:
    """Go ``least`` to ``most`` (-1: as far as it goes) steps along each way (None: the bound one)."""

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
    """Collect what matches along each way, then test the end."""

    ways: tuple[Way, ...] | None
    match: Pattern
    end: Pattern | None
    least: int
    most: int
    collect: str

    @cached_property
    def traits(self) -> Traits[Chain]:
        patterns = (self.match,) if self.end is None else (self.match, self.end)
        read = _matched(patterns) | (WAY if self.ways is None else NO_PARTS)
        return Traits(Becomes.MAPPED, True, read, patterns=patterns)


@dataclass(frozen=True)
class Flood:
    """Add what is reached through matching cells."""

    ways: tuple[Way, ...]
    through: Pattern

    @cached_property
    def traits(self) -> Traits[Chain]:
        return Traits(Becomes.MAPPED, False, _matched((self.through,)), patterns=(self.through,))


@dataclass(frozen=True)
class Image:
    """Map the working set by a transform of the board."""

    way: Way

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.PERMUTED, True)


@dataclass(frozen=True)
class Spread:
    """Of each pair of sets of which the working set has a cell of the first the second one."""

    pairs: tuple[tuple[int, int], ...]

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.MAPPED, True)

    @property
    def inverse(self) -> Spread:
        """What leads back."""
        return Spread(tuple((after, before) for before, after in self.pairs))


@dataclass(frozen=True)
class Bend:
    """Turn the bound direction."""

    ways: tuple[Way, ...]
    by: int

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SAME, True, WAY, WAY)


@dataclass(frozen=True)
class Mark:
    """Combine a mark with the working set."""

    mark: int
    how: str

    @cached_property
    def traits(self) -> Traits[Chain]:
        mark: Parts = frozenset({MarkPart(self.mark)})
        read = NO_PARTS if self.how == "Clear" else CELLS if self.how == "Replace" else CELLS | mark
        return Traits(Becomes.SAME, False, read, mark)


@dataclass(frozen=True)
class Pick:
    """Leave the first cell, or the last one."""

    last: bool

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SOME, False, CELLS)


@dataclass(frozen=True)
class Best:
    """Leave the cells whose value is the least, or the greatest; each is computed as if it were the only cell."""

    value: Value
    most: bool

    @cached_property
    def traits(self) -> Traits[Chain]:
        chains = chains_of(self.value)
        asked = raises(op for chain in chains for op in chain.ops)
        return Traits(
            Becomes.SOME, False, read_by(self.value) | CELLS, raises=asked, on_cells=True, asked_chains=chains
        )


@dataclass(frozen=True)
class Record:
    """Make the working set part of the identity."""

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SAME, False, CELLS, frozenset({Part.IDENTITY}))


# -- operations that branch


@dataclass(frozen=True)
class Select:
    """One output for each cell; a click if it is recorded."""

    mark: int | None
    record: bool

    @cached_property
    def traits(self) -> Traits[Chain]:
        written = {Part.CLICK, Part.IDENTITY} if self.record else set()
        marks = set() if self.mark is None else {MarkPart(self.mark)}
        return Traits(Becomes.ONE, False, NO_PARTS, frozenset(written | marks), branches=True, clicks=self.record)


@dataclass(frozen=True)
class Along:
    """One output for each direction."""

    ways: tuple[Way, ...]

    @cached_property
    def traits(self) -> Traits[Chain]:
        return Traits(Becomes.SAME, not self.ways, NO_PARTS, WAY, branches=True, binds=True)


@dataclass(frozen=True)
class Lying:
    """A way in which a kind may lie: the states that bear the kind, and for each first cell all that it covers.

    Where it would leave the board or the zone it has no first cell.
    """

    states: frozenset[int]
    covered: tuple[tuple[int, int], ...]

    @cached_property
    def dies(self) -> Mapping[int, int]:
        """What it covers, less the number of the cell on which it is laid, with the cells for which that is so."""
        found: dict[int, int] = {}
        for bit, cells in self.covered:
            found[cells >> bit] = found.get(cells >> bit, 0) | 1 << bit
        return found


@dataclass(frozen=True)
class Shape:
    """One output for each way in which a kind on a mark may lie with its first cell in the working set."""

    mark: int
    ways: tuple[Lying, ...]

    @cached_property
    def traits(self) -> Traits[Chain]:
        read = CELLS | BOARDS | frozenset({MarkPart(self.mark)})
        return Traits(Becomes.NEW, True, read, branches=True)


@dataclass(frozen=True)
class Stamp:
    """What the kinds on a mark cover, laid in one way each with a corner on each cell of the working set."""

    mark: int
    ways: tuple[Lying, ...]

    @cached_property
    def traits(self) -> Traits[Chain]:
        return Traits(Becomes.MAPPED, True, BOARDS | frozenset({MarkPart(self.mark)}))


@dataclass(frozen=True)
class Option:
    """A label becomes part of the identity; its number counts from 0."""

    label: int

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SAME, False, NO_PARTS, frozenset({Part.IDENTITY}))


# -- operations that run other chains


@dataclass(frozen=True)
class Choice:
    """All, First or Union."""

    mode: str
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
            clicks=runs and clicks(ops),
            flow_chains=chains if runs else (),
            asked_chains=() if runs else chains,
        )


@dataclass(frozen=True)
class Repeat:
    """The body, ``least`` to ``most`` (-1: any number of) times."""

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
    """The body for its effects alone: once, for each cell, or for each direction."""

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
class SetState:
    """``targets`` has pairs of a state and what it becomes (None: an error of the model); others stay."""

    targets: tuple[tuple[int, int | None], ...]

    @cached_property
    def traits(self) -> Traits[Chain]:
        impossible = any(target is None for _, target in self.targets)
        return Traits(Becomes.SAME, False, CELLS | BOARDS, BOARDS, raises=impossible, on_cells=True)


@dataclass(frozen=True)
class Move:
    """What stands on the cell of a mark goes to the cell of the working set, or both change places."""

    source: int
    swap: bool

    @cached_property
    def traits(self) -> Traits[Chain]:
        return Traits(Becomes.SAME, False, CELLS | BOARDS | {MarkPart(self.source)}, BOARDS, raises=True)


@dataclass(frozen=True)
class Stack:
    """The topmost pieces of the cell of a mark, or all, come to lie on the cell of the working set.

    ``blocks`` has pairs of a cell and the block in which lies what is beneath it, from its first cell on.
    """

    source: int
    blocks: tuple[tuple[int, int], ...]
    amount: Value | None

    @cached_property
    def traits(self) -> Traits[Chain]:
        chains = () if self.amount is None else chains_of(self.amount)
        read = CELLS | BOARDS | {MarkPart(self.source)} | (NO_PARTS if self.amount is None else read_by(self.amount))
        return Traits(Becomes.SAME, False, read, BOARDS, raises=True, asked_chains=chains)


@dataclass(frozen=True)
class Shift:
    """All of the working set moves along a way (None: the bound one), or is turned within its rectangle."""

    way: Way | None
    transform: str | None

    @cached_property
    def traits(self) -> Traits[Chain]:
        bound = WAY if self.way is None and self.transform is None else NO_PARTS
        return Traits(Becomes.NEW, True, CELLS | BOARDS | bound, BOARDS, raises=True)


@dataclass(frozen=True)
class SetCounter:
    """Change a counter of a player; one per cell on all cells of the working set."""

    counter: int
    player: int
    how: str
    value: Value

    @cached_property
    def traits(self) -> Traits[Chain]:
        counter: Parts = frozenset({CounterPart(self.counter, self.player)})
        read = read_by(self.value) | CELLS | (NO_PARTS if self.how == "Set" else counter)
        return Traits(Becomes.SAME, False, read, counter, raises=True, asked_chains=chains_of(self.value))


@dataclass(frozen=True)
class SetPhase:
    """Change the phase."""

    phase: int

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SAME, False, NO_PARTS, frozenset({Part.PHASE}))


@dataclass(frozen=True)
class SetTurn:
    """Say who moves next."""

    player: int

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.SAME, False, NO_PARTS, frozenset({Part.TURN}))


@dataclass(frozen=True)
class Scores:
    """The players with the greatest of these values have won."""

    values: tuple[Value, ...]


@dataclass(frozen=True)
class Paid:
    """Each player gets his value, divided by his one of ``parts``, if there are any."""

    values: tuple[Value, ...]
    parts: tuple[Value, ...] = ()


@dataclass(frozen=True)
class Ranked:
    """Who has more by the first criterion on which they differ is before another one.

    A criterion is a value for each player. All cells are the working set.
    """

    criteria: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True)
class End:
    """End the game with a code (see ``paid_end``), or by values."""

    code: int
    by: Scores | Paid | Ranked | None = None

    @property
    def values(self) -> tuple[Value, ...]:
        """All values by which it is decided what players get."""
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
        chains = tuple(chain for value in self.values for chain in chains_of(value))
        by_zero = isinstance(self.by, Paid) and not all(isinstance(part, Int) for part in self.by.parts)
        return Traits(
            Becomes.SAME,
            False,
            NO_PARTS.union(*map(read_by, self.values)),
            frozenset({Part.END}),
            raises=by_zero or raises(op for chain in chains for op in chain.ops),
            asked_chains=chains,
        )


@dataclass(frozen=True)
class Die:
    """Have no output."""

    traits: ClassVar[Traits[Chain]] = Traits(Becomes.NONE, True)


Op: TypeAlias = (
    Keep | Guard | Compare | Repetition | Movable | Mass | Drop | Combine | Step | Ray | Flood | Image | Spread | Stamp
    | Bend | Pick | Best | Mark | Record | Select | Along | Shape | Option | Choice | Repeat | Apply | SetState | Move
    | Stack | Shift | SetCounter | SetPhase | SetTurn | End | Die
)  # fmt: skip


Test: TypeAlias = Guard | Compare | Repetition | Movable | Mass
"""Tests of the whole flow."""


@dataclass(frozen=True)
class Rule:
    """A chain that yields candidate moves."""

    name: str
    chain: Chain
    phases: frozenset[int]
    spares: frozenset[int] = frozenset()
    """The places in the group of rules whose moves it does not find."""
    weight: Value = Int(1)
    """How likely a chance rule is, ..."""
    share: Value | None = None
    """... and a move within it, as ``Mass`` computes it; None if its moves are equally likely."""


@dataclass(frozen=True)
class Group:
    """The rules of one priority and the counter that is maximised."""

    rules: tuple[Rule, ...]
    maximise: int | None


@dataclass(frozen=True)
class Rules:
    """All rules as one player reads them. The groups stand in the order in which they are tried."""

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
    """What a player sees of the board or a zone: of its ``cells`` those ``shown`` in any case, and those of two chains.

    He sees in full what ``sight`` leaves of the cells, and of what ``back`` leaves that something stands there.
    """

    cells: int
    shown: int
    sight: Chain | None
    back: Chain | None


def _lines(chain: Chain, depth: int) -> list[str]:
    indent = "  " * depth
    lines = []
    for op in chain.ops:
        inner = [value for part in fields(op) for value in _chains(getattr(op, part.name))]
        parts = (
            f"{part.name}={_shown(getattr(op, part.name))}"
            for part in fields(op)
            if not _chains(getattr(op, part.name))
        )
        lines.append(f"{indent}{type(op).__name__.lower()} {' '.join(parts)}".rstrip())
        for other in inner:
            lines += [f"{indent}  as {other.me}:", *_lines(other, depth + 2)]
    return lines


def _chains(value: object) -> list[Chain]:
    if isinstance(value, Chain):
        return [value]
    if isinstance(value, tuple):
        return [chain for part in value for chain in _chains(part)]
    if isinstance(value, Count | Number | Attribute) and value.cells is not None:
        return [value.cells]
    if isinstance(value, Sum):
        return [chain for _, term in value.terms for chain in _chains(term)]
    return []


def _shown(value: object) -> str:
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
