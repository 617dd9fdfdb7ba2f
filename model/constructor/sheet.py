"""What a configuration says, taken apart: plain data with the offsets where it stands."""

from __future__ import annotations

from dataclasses import dataclass, field

Vector = tuple[int, ...]
"""A number for each dimension."""
Amount = float | str
"""A number, or an expression over coordinates."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a cell is compared with. None is not asked for; of a name, the empty text is a cell without a figure."""

    player: str | None = None
    figure: str | None = None
    moves_made: int | None = None
    last_move: int | None = None
    coordinates: tuple[tuple[int, int], ...] = ()
    """Dimensions, with the coordinate that the cell has there."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold together. None is not asked for."""

    source: Look = Look()
    target: Look | None = None
    is_figure: bool | None = None
    is_enemy: bool | None = None
    is_cell: bool | None = None
    after_last_move: int | None = None
    current_move: int | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """``move``, ``take``, ``swap``, ``cancel``, or ``replace`` with the new figure."""

    name: str
    offset: int
    figure: str = ""


@dataclass(frozen=True, slots=True)
class ActionSet:
    """Actions, and the conditions one of which must hold; None for always."""

    actions: tuple[Action, ...]
    conditions: tuple[Condition, ...] | None
    offset: int


@dataclass(frozen=True, slots=True)
class Acts:
    """What happens on the cell where a movement ends, and on those that it passes."""

    destination: tuple[ActionSet, ...] = ()
    transition: tuple[ActionSet, ...] = ()

    def __add__(self, other: Acts) -> Acts:
        return Acts(self.destination + other.destination, self.transition + other.transition)


@dataclass(frozen=True, slots=True)
class Movement:
    """A vector that a figure may move by, or its multiples."""

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
    """A kind of figures. Each player has movements of his own; often they are the same."""

    name: str
    offset: int
    movements: dict[str, list[Movement]] = field(default_factory=dict)
    acts: Acts = Acts()


@dataclass(frozen=True, slots=True)
class Part:
    """A figure that takes part in a complex movement; without a movement it stays, and cannot begin."""

    figure: str
    at: Vector
    movement: Movement | None
    acts: Acts
    offset: int


@dataclass(frozen=True, slots=True)
class Complex:
    """Several figures that act together."""

    parts: tuple[Part, ...]
    acts: Acts
    offset: int


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a cell exists that looks so, or whether none does."""

    look: Look
    exists: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """A state that comes next, after one of these results; None for any."""

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
    """How the board is drawn: what is said of it, and where."""

    corners: list[tuple[Amount, Amount]] = field(default_factory=list)
    """The corners of a cell, to the right and down."""
    corners_offset: int = 0
    place: tuple[Amount, Amount] | None = None
    place_offset: int = 0
    fill: tuple[str, int] | None = None
    """The expression for the colours of cells."""
    angles: dict[str, int] = field(default_factory=dict)
    """By how many degrees a player sees the board turned, clockwise."""
    angles_offset: int = 0


@dataclass
class Sheet:
    """The configuration."""

    name: str = ""
    name_offset: int = 0
    players: list[str] = field(default_factory=list)
    player_offsets: list[int] = field(default_factory=list)
    dimensions: list[str] = field(default_factory=list)
    drawn: Drawn = field(default_factory=Drawn)
    cells: dict[Vector, int] = field(default_factory=dict)
    board_offset: int = 0
    figures: dict[str, Figure] = field(default_factory=dict)
    complexes: list[Complex] = field(default_factory=list)
    position: dict[Vector, tuple[str, str, int]] = field(default_factory=dict)
    """The player and figure on a cell, and where that is said."""
    wins: dict[str, list[Check]] = field(default_factory=dict)
    states: dict[str, GameState] = field(default_factory=dict)
    initial: str = ""
    pictures: list[tuple[str, str, str, int]] = field(default_factory=list)
    """The pictures that are part of the text: of a player, of a figure, the picture, and where it is said."""
