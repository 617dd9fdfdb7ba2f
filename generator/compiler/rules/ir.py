"""The intermediate form: the rules of a game as one player reads them, with everything resolved that is constant.

A chain is a tuple of operations. Each maps a flow (a hypothetical position, a working set of cells, marks, clicks) to
flows as the filter of the same name in the language does. Sub-pipelines stand where they are called; directions are
ways on the board; patterns are sets of states and constant sets of cells; players are numbers. ``str`` prints a chain
in one line for each operation.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import TypeAlias

from tilewright.generator.compiler.rules.board import Way, cells_of

DRAW = 1
"""The end of a game without a winner. If player *p* has won, the end is 2 + *p*; one player alone loses with 3."""


@dataclass(frozen=True)
class Alternative:
    """Cells in one of some states, within a constant set, in all of some marks and in none of others."""

    states: frozenset[int]
    mask: int
    within: tuple[int, ...] = ()
    without: tuple[int, ...] = ()


@dataclass(frozen=True)
class Pattern:
    """The cells from which every offset (none: the cell itself) leads to a cell that one of the alternatives matches.

    ``off_board``: an offset that leads off the board matches, too.
    """

    alternatives: tuple[Alternative, ...]
    offsets: tuple[Way, ...] = ()
    off_board: bool = False


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
class Sum:
    """A weighted sum."""

    terms: tuple[tuple[int, Value], ...]


Value: TypeAlias = Int | Count | Number | Sum


# -- operations that test


@dataclass(frozen=True)
class Keep:
    """Keep the cells that match all patterns; with ``whole`` keep all cells or none."""

    patterns: tuple[Pattern, ...]
    whole: bool = False


@dataclass(frozen=True)
class Guard:
    """Pass if one of the chains has an output (or, negated, none has); ``per_cell``: each cell for itself."""

    conditions: tuple[Chain, ...]
    negate: bool
    per_cell: bool


@dataclass(frozen=True)
class Compare:
    """Pass if the comparison holds."""

    left: Value
    relation: str
    right: Value


@dataclass(frozen=True)
class Repetition:
    """Pass if the position has occurred so often, now included."""

    times: int
    include_player: bool


@dataclass(frozen=True)
class Movable:
    """Pass if the player would have a legal move."""


@dataclass(frozen=True)
class Drop:
    """Drop the cells that chains yield, which begin with a place of their own."""

    chains: tuple[Chain, ...]


# -- operations on the working set


@dataclass(frozen=True)
class Combine:
    """Combine the working set with a constant set, a mark or the last click."""

    how: str
    mask: int | None = None
    mark: int | None = None


@dataclass(frozen=True)
class Step:
    """Go ``least`` to ``most`` (-1: as far as it goes) steps along each way (None: the bound one)."""

    ways: tuple[Way, ...] | None
    least: int
    most: int
    through: Pattern | None


@dataclass(frozen=True)
class Ray:
    """Collect what matches along each way, then test the end."""

    ways: tuple[Way, ...] | None
    match: Pattern
    end: Pattern | None
    least: int
    most: int
    collect: str


@dataclass(frozen=True)
class Flood:
    """Add what is reached through matching cells."""

    ways: tuple[Way, ...]
    through: Pattern


@dataclass(frozen=True)
class Image:
    """Map the working set by a transform of the board."""

    way: Way


@dataclass(frozen=True)
class Bend:
    """Turn the bound direction."""

    ways: tuple[Way, ...]
    by: int


@dataclass(frozen=True)
class Mark:
    """Combine a mark with the working set."""

    mark: int
    how: str


@dataclass(frozen=True)
class Record:
    """Make the working set part of the identity."""


# -- operations that branch


@dataclass(frozen=True)
class Select:
    """One output for each cell; a click if it is recorded."""

    mark: int | None
    record: bool


@dataclass(frozen=True)
class Along:
    """One output for each direction."""

    ways: tuple[Way, ...]


@dataclass(frozen=True)
class Option:
    """A label becomes part of the identity; its number counts from 0."""

    label: int


# -- operations that run other chains


@dataclass(frozen=True)
class Choice:
    """All, First or Union."""

    mode: str
    alternatives: tuple[Chain, ...]


@dataclass(frozen=True)
class Repeat:
    """The body, ``least`` to ``most`` (-1: any number of) times."""

    body: Chain
    least: int
    most: int
    maximal: bool


@dataclass(frozen=True)
class Apply:
    """The body for its effects alone: once, for each cell, or for each direction."""

    body: Chain
    each: bool
    ways: tuple[Way, ...] | None


# -- operations that change the position


@dataclass(frozen=True)
class SetState:
    """``targets`` has pairs of a state and what it becomes (None: an error of the model); others stay."""

    targets: tuple[tuple[int, int | None], ...]


@dataclass(frozen=True)
class Move:
    """What stands on the cell of a mark goes to the cell of the working set, or both change places."""

    source: int
    swap: bool


@dataclass(frozen=True)
class Shift:
    """All of the working set moves along a way (None: the bound one), or is turned within its rectangle."""

    way: Way | None
    transform: str | None


@dataclass(frozen=True)
class SetCounter:
    """Change a counter of a player; one per cell on all cells of the working set."""

    counter: int
    player: int
    how: str
    value: Value


@dataclass(frozen=True)
class SetPhase:
    """Change the phase."""

    phase: int


@dataclass(frozen=True)
class SetTurn:
    """Say who moves next."""

    player: int


@dataclass(frozen=True)
class End:
    """End the game with a code (see ``program``), or by the scores that one value for each player gives."""

    code: int
    scores: tuple[Value, ...] | None


@dataclass(frozen=True)
class Die:
    """Have no output."""


Op: TypeAlias = (
    Keep | Guard | Compare | Repetition | Movable | Drop | Combine | Step | Ray | Flood | Image | Bend | Mark | Record
    | Select | Along | Option | Choice | Repeat | Apply | SetState | Move | Shift | SetCounter | SetPhase | SetTurn
    | End | Die
)  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """A chain that yields candidate moves."""

    name: str
    chain: Chain
    phases: frozenset[int]
    spares: frozenset[int] = frozenset()
    """The places in the group of rules whose moves it does not find."""


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

    def __str__(self) -> str:
        lines = [f"player {self.me}"]
        for group in self.groups:
            for rule in group.rules:
                lines += [f"  move {rule.name}", *_lines(rule.chain, 2)]
        for chain in self.effects:
            lines += ["  effect", *_lines(chain, 2)]
        lines += [f"  line {_shown(pattern)}" for pattern in self.wins]
        for name, part in (("ensure", self.ensure), ("stuck", self.stuck), ("over", self.over)):
            if part is not None:
                lines += [f"  {name}", *_lines(part, 2)]
        return "\n".join(lines)


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
    if isinstance(value, Count | Number) and value.cells is not None:
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
