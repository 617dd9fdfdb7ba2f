"""The contents of a configuration as plain data, with the offsets in the file."""

from __future__ import annotations

from dataclasses import dataclass, field

Vector = tuple[int, ...]
"""A number for each dimension: a cell, or a difference of two cells."""
Amount = float | str
"""A number, or an expression over coordinates."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a cell must look like. None means any; the empty string as a name means a cell without a figure."""

    player: str | None = None
    figure: str | None = None
    moves_made: int | None = None
    last_move: int | None = None
    coordinates: tuple[tuple[int, int], ...] = ()
    """Pairs of the number of a dimension and the coordinate that the cell must have there."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Requirements that must hold together. None means any value."""

    source: Look = Look()
    target: Look | None = None
    is_figure: bool | None = None
    is_enemy: bool | None = None
    is_cell: bool | None = None
    after_last_move: int | None = None
    current_move: int | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """One of ``move``, ``take``, ``swap``, ``cancel`` and ``replace``, the last with the new figure."""

    name: str
    offset: int
    figure: str = ""


@dataclass(frozen=True, slots=True)
class ActionSet:
    """Actions, and conditions of which one must hold; None if they always happen."""

    actions: tuple[Action, ...]
    conditions: tuple[Condition, ...] | None
    offset: int


@dataclass(frozen=True, slots=True)
class Acts:
    """What happens on the cell where a movement ends, and on the cells that it passes."""

    destination: tuple[ActionSet, ...] = ()
    transition: tuple[ActionSet, ...] = ()

    def __add__(self, other: Acts) -> Acts:
        return Acts(self.destination + other.destination, self.transition + other.transition)


@dataclass(frozen=True, slots=True)
class Movement:
    """A vector by which a figure may move; also by its multiples if *repeated*, and backwards if *reversed*."""

    vector: Vector
    reversed: bool
    repeated: bool
    acts: Acts
    offset: int

    @property
    def factors(self) -> tuple[int, ...]:
        """The signs with which the vector may be taken."""
        return (1, -1) if self.reversed else (1,)


@dataclass
class Figure:
    """A kind of figures, with the movements of each player."""

    name: str
    offset: int
    movements: dict[str, list[Movement]] = field(default_factory=dict)
    acts: Acts = Acts()


@dataclass(frozen=True, slots=True)
class Part:
    """A figure of a complex movement. *at* is its relative position; without a movement it stays and cannot begin."""

    figure: str
    at: Vector
    movement: Movement | None
    acts: Acts
    offset: int


@dataclass(frozen=True, slots=True)
class Complex:
    """A complex movement: several figures that act together."""

    parts: tuple[Part, ...]
    acts: Acts
    offset: int


@dataclass(frozen=True, slots=True)
class Check:
    """A test that some cell looks like this, or that none does unless *exists*."""

    look: Look
    exists: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """The next state after one of these results of a check; None for any result, and after other states."""

    state: str
    results: frozenset[bool] | None


@dataclass(frozen=True, slots=True)
class GameState:
    """A state of the game, of a kind: ``move``, ``check_win``, ``next_move`` or ``end``."""

    name: str
    kind: str
    player: str
    branches: tuple[Branch, ...]
    offset: int


@dataclass
class Drawn:
    """How the board is drawn, with offsets in the file."""

    corners: list[tuple[Amount, Amount]] = field(default_factory=list)
    """The corners of a cell, to the right and down."""
    corners_offset: int = 0
    place: tuple[Amount, Amount] | None = None
    place_offset: int = 0
    fill: tuple[str, int] | None = None
    """The expression for the colours of cells, and its offset."""
    angles: dict[str, int] = field(default_factory=dict)
    """The clockwise angle in degrees by which each player sees the board turned."""
    angles_offset: int = 0


@dataclass
class Sheet:
    """The configuration. What could not be read is missing."""

    name: str = ""
    name_offset: int = 0
    players: list[str] = field(default_factory=list)
    player_offsets: list[int] = field(default_factory=list)
    dimensions: list[str] = field(default_factory=list)
    drawn: Drawn = field(default_factory=Drawn)
    cells: dict[Vector, int] = field(default_factory=dict)
    """The offset of each cell."""
    board_offset: int = 0
    figures: dict[str, Figure] = field(default_factory=dict)
    complexes: list[Complex] = field(default_factory=list)
    position: dict[Vector, tuple[str, str, int]] = field(default_factory=dict)
    """The player and figure on each cell at the start, and the offset."""
    wins: dict[str, list[Check]] = field(default_factory=dict)
    states: dict[str, GameState] = field(default_factory=dict)
    initial: str = ""
    pictures: list[tuple[str, str, str, int]] = field(default_factory=list)
    """The pictures that are kept: the player, the figure, the picture or its name, and the offset."""
