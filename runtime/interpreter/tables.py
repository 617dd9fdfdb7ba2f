"""The constant tables of a game: everything that rules name, as small numbers and sets of cells.

Names that mean the same in all of the interpreter:

    x, y        a vector: columns to the right, rows downwards
    row, column a place on the board: row 0 at the top; in a zone the number of its grid, from 1, is the third part
    me          the number of the player as whom a rule is read
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias, assert_never

from tilewright.metamodel.elements import present
from tilewright.metamodel.language import (
    Area,
    Arrangement,
    Attribute,
    Board,
    CellRange,
    Constant,
    Counter,
    DirectionSet,
    EndFilter,
    Filter,
    Game,
    IterativeFilter,
    Mark,
    OfPlayer,
    Perspective,
    Player,
    PlayersCells,
    Region,
    RelativeCoordinate,
    Setup,
    State,
    StepFilter,
    TilePlacement,
    TurnEffectFilter,
    Zone,
)
from tilewright.model.hexagons import Slant, slant_of
from tilewright.model.shaping import setup_of
from tilewright.model.validation.whereabouts import happens_on_board
from tilewright.runtime.interpreter.cells import (
    INVERSE,
    NOWHERE,
    Cells,
    Neighbour,
    Vector,
    bits,
    turn,
    turn_hexagons,
    turn_place,
    union,
)
from tilewright.runtime.move import Cell, Grid, cell_name
from tilewright.runtime.position import CellSet, Position

ForPlayers: TypeAlias = OfPlayer | PlayersCells | TurnEffectFilter
"""What is read for the players of a perspective."""

Numbers: TypeAlias = "int | tuple[int, ...]"
"""The number of a counter; if each player has one, the numbers in the order of the players."""


@dataclass(frozen=True)
class StateInfo:
    """A state of one kind of tile. ``owner`` and ``piece`` are numbers, or ``NOWHERE``.

    ``empty`` says that it is the initial state of the tile and has neither owner nor piece.
    """

    element: State
    name: str | None
    tile: int
    owner: int
    piece: int
    empty: bool


@dataclass(frozen=True)
class CounterInfo:
    """A counter, and the slots of its numbers among those of all counters: player by player, cell by cell."""

    element: Counter
    name: str
    offset: int
    players: int
    first: int
    """The first of its cells, if it has a number for each, else 0."""
    cells: int
    per_cell: bool
    initial: tuple[int, ...]
    least: int
    greatest: int
    lifetime: str
    carried: bool = False
    begun: tuple[int, ...] = ()
    """The number with which what is set on an empty cell begins, for each state, if the counter is carried."""

    @property
    def vacant(self) -> int:
        """The number of an empty cell, if the counter is carried: the allowed one nearest to 0."""
        return min(max(self.least, 0), self.greatest)

    def slot(self, me: int) -> int:
        """Return the first slot of a player; those of the cells follow it."""
        return self.offset + (me * self.cells if self.players > 1 else 0)

    def at(self, me: int, cell: int) -> int:
        """Return the slot of a player and a cell that has a number."""
        return self.slot(me) + cell - self.first

    @property
    def own(self) -> CellSet:
        """The cells that have a number, if it has one for each."""
        return (1 << self.cells) - 1 << self.first

    def numbers(self, counters: tuple[int, ...], cell: int | None = None) -> Numbers:
        """Return the number on a cell, or a tuple for the players, given the numbers of all counters."""
        at = self.first if cell is None else cell
        found = tuple(counters[self.at(me, at)] for me in range(self.players))
        return found if self.players > 1 else found[0]

    @property
    def slots(self) -> range:
        """The slots of the counter."""
        return range(self.offset, self.offset + len(self.initial))


@dataclass(frozen=True)
class MarkInfo:
    """One of the sets of cells of a mark: the shared one, or that of a player."""

    element: Mark
    player: int | None
    lifetime: str

    @property
    def name(self) -> str:
        """The name of the mark, with the number of the player if each has one."""
        return self.element.name if self.player is None else f"{self.element.name}/{self.player}"


class Tables:
    """All tables of one game. They are built once and never change."""

    def __init__(self, game: Game) -> None:
        board = game.board
        self.game = game
        self.width: int = board.width
        self.height: int = board.height
        self.players = tuple(game.players)
        self.movers = self.players if game.nature is None else (*self.players, game.nature)
        """The players, and nature after them if there is one."""
        self.player_of: Mapping[Player, int] = {player: me for me, player in enumerate(self.players)}
        self.sides = _sides(self.players, self.player_of)
        """Those who win and lose together, by their numbers: the players of each team, and each who plays alone."""
        self.has_teams = len(self.sides) < len(self.players)
        self.nature = NOWHERE if game.nature is None else len(self.players)
        """The number of nature: that after the last player, or ``NOWHERE``. Rules are never read as nature."""
        outcomes = {element.outcome.name for element in game.eAllContents() if isinstance(element, EndFilter)}
        self.pays = "Pay" in outcomes
        """Whether a game may end with a payment for each player, instead of a win, a loss or a draw."""
        self.ranks = "Rank" in outcomes
        """Whether a game may end with a ranking of its players."""
        self.first = self.player_of.get(game.initialPlayer, 0)
        """The player who moves first, chance left aside."""
        self.zones: Mapping[Zone, tuple[tuple[int, ...], ...]] = {}
        """For each zone and each player the numbers, from 1, of the player's grids, or of the shared ones.

        It is one grid, or, if there is such a zone for each cell of the board or of another zone, one for each of these
        cells, in their order.
        """
        self.grids = self._lay_out()
        """The grids of all zones; the grid with number *n* is ``grids[n - 1]``."""
        placements: dict[Cell, TilePlacement] = {(p.row, p.column): p for p in board.tileplacement}
        for zone, numbers in self.zones.items():
            grids = {grid for own in numbers for grid in own}
            placements |= {(p.row, p.column, grid): p for grid in grids for p in zone.tileplacement}
        self.cells = Cells(placements)
        self.placements = tuple(placements[place] for place in self.cells.places)
        self.cell_of: Mapping[TilePlacement, int] = {p: self.cells.index[p.row, p.column] for p in board.tileplacement}
        self.pieces = {piece: number for number, piece in enumerate(game.pieces)}
        self.tiles = {tile: number for number, tile in enumerate(board.tiles)}
        self.tiles_by_number = tuple(self.tiles)
        self.tile_at = tuple(self.tiles[placement.tile] for placement in self.placements)
        self.tile_cells = tuple(
            sum(1 << cell for cell, tile in enumerate(self.tile_at) if tile == number) for number in self.tiles.values()
        )
        self.states, self.initial_state = self._number_states()
        self.state_of: Mapping[State, int] = {info.element: state for state, info in enumerate(self.states)}
        self.marks = tuple(self._mark_sets())
        self._marks = {mark: self._slots(mark) for mark in game.marks}
        self._regions: dict[tuple[Area, int], CellSet] = {}
        self._blocks: dict[Zone, dict[int, CellSet]] = {}
        self._first_boards = self._set_up()
        self.counters = self._place_counters()
        self.phases = {phase: number for number, phase in enumerate(game.phases)}
        self._vectors: dict[Vector, Neighbour] = {}
        self._directions: dict[tuple[DirectionSet, int], tuple[Neighbour, ...]] = {}

    def _lay_out(self) -> tuple[Grid, ...]:
        """Number the grids of the zones, and return them."""
        grids: list[Grid] = []
        zones: dict[Zone, tuple[tuple[int, ...], ...]] = {}
        for zone in self.game.zones:
            per_player = (zone if zone.each is None else zone.each).perPlayer
            owners = [f"{called(player.name, n)}." for n, player in enumerate(self.players)] if per_player else [""]
            base = self._base(zone)
            of_cells = [""] if base is None else [f".{cell_name(place, base.height)}" for place in _places(base)]
            first, name = len(grids) + 1, called(zone.name, len(zones))
            starts = range(first, first + len(owners) * len(of_cells), len(of_cells))
            numbers = [tuple(range(start, start + len(of_cells))) for start in starts]
            zones[zone] = tuple(numbers[me if per_player else 0] for me in range(len(self.players)))
            shown = zone.perCell and zone.arrangement is Arrangement.Stack
            drawn = not shown and zone.arrangement is not Arrangement.Undrawn
            under = [place if shown else None for place in _places(base)] if base is not None else [None]
            grids += [
                Grid(f"{owner}{name}{of_cell}", zone.width, zone.height, me if per_player else None, place, drawn)
                for me, owner in enumerate(owners)
                for of_cell, place in zip(of_cells, under, strict=True)
            ]
        self.zones = zones
        return tuple(grids)

    def name_of(self, cell: int) -> str:
        """Return the name of a cell."""
        return cell_name(self.cells.places[cell], self.height, self.grids)

    def extent(self, place: Cell) -> tuple[int, int]:
        """Return the width and the height of the board or grid in which a place is."""
        if len(place) == 2:
            return self.width, self.height
        grid = self.grids[place[2] - 1]
        return grid.width, grid.height

    def in_zone(self, zone: Zone | None, me: int | None = None) -> CellSet:
        """Return the cells of a zone, of one player if *me* is given; without a zone the cells of the board."""
        if zone is None:
            return self.cells.board
        numbers = {n for own in (self.zones[zone] if me is None else self.zones[zone][me : me + 1]) for n in own}
        return sum(map(self.cells.in_grid, numbers))

    def blocks(self, zone: Zone) -> dict[int, CellSet]:
        """Return for each base cell its block: the cells of the grid that a zone has for this cell.

        A zone has base cells if there is such a zone for each cell of the board or of another zone; else it is empty.
        """
        found = self._blocks.get(zone)
        if found is None:
            found = self._blocks[zone] = self._find_blocks(zone)
        return found

    def _find_blocks(self, zone: Zone) -> dict[int, CellSet]:
        base = self._base(zone)
        if base is None:
            return {}
        found: dict[int, CellSet] = {}
        of_players: Iterable[tuple[int, ...]] = self.zones[base] if isinstance(base, Zone) else [()] * len(self.players)
        for own, numbers in zip(of_players, self.zones[zone], strict=True):
            cells = bits(self.cells.in_grid(sum(own)))
            found |= {cell: self.cells.in_grid(number) for cell, number in zip(cells, numbers, strict=True)}
        return found

    def _base(self, zone: Zone) -> Board | Zone | None:
        """Return the board or the zone for each of whose cells there is such a zone; None if there is none."""
        return self.game.board if zone.perCell else zone.each

    def grids_of(self, zone: Zone) -> list[int]:
        """Return the numbers of the grids of a zone, of all players, each once."""
        return list(dict.fromkeys(number for own in self.zones[zone] for number in own))

    def _number_states(self) -> tuple[tuple[StateInfo, ...], tuple[int, ...]]:
        associated = {p.associatedState: me for me, p in enumerate(self.players) if p.associatedState is not None}
        states: list[StateInfo] = []
        initial: list[int] = []
        for number, tile in enumerate(self.tiles):
            initial.append(len(states))
            for state in (tile.initialState, *tile.states):
                owner = self.player_of[state.owner] if state.owner is not None else associated.get(state, NOWHERE)
                piece = NOWHERE if state.piece is None else self.pieces[state.piece]
                empty = state is tile.initialState and owner == piece == NOWHERE
                states.append(StateInfo(state, state.name, number, owner, piece, empty))
        return tuple(states), tuple(initial)

    def _mark_sets(self) -> Iterator[MarkInfo]:
        for mark in self.game.marks:
            for me in range(len(self.players)) if mark.perPlayer else (None,):
                yield MarkInfo(mark, me, mark.lifetime.name)

    def _slots(self, mark: Mark) -> tuple[int, ...]:
        slots = tuple(slot for slot, info in enumerate(self.marks) if info.element is mark)
        return slots if mark.perPlayer else slots * len(self.players)

    def mark(self, element: Mark) -> tuple[int, ...]:
        """Return for each player the number of a mark's set: his own, or the one that all share."""
        return self._marks[element]

    def _place_counters(self) -> Mapping[Counter, CounterInfo]:
        placed: dict[Counter, CounterInfo] = {}
        offset = 0
        for counter in self.game.counters:
            players = len(self.players) if counter.perPlayer else 1
            own = self.cells.everything if counter.carried else self.in_zone(counter.zone) if counter.perCell else 1
            cells = own.bit_count()
            numbers = tuple(counter.initialCells) or (counter.initial,) * cells
            info = CounterInfo(
                counter, counter.name, offset, players, next(bits(own)), cells, bool(counter.perCell),
                numbers * (cells * players // len(numbers)), counter.min, counter.max, counter.lifetime.name,
                bool(counter.carried),
            )  # fmt: skip
            if info.carried:
                info = replace(info, begun=self._at_the_beginning(info))
                info = replace(info, initial=self._carried_at_first(info))
            if len(counter.initialRegions) > 0:
                info = replace(info, initial=self._in_regions(info))
            placed[counter] = info
            offset += len(info.initial)
        return placed

    def _at_the_beginning(self, info: CounterInfo) -> tuple[int, ...]:
        """Return for each state the number of a carried counter with which what has just been set begins."""
        attribute = info.element.initialAttribute
        if attribute is None:
            return (info.element.initial,) * len(self.states)
        return tuple(min(max(info.least, number), info.greatest) for number in self.numbers(attribute))

    def _carried_at_first(self, info: CounterInfo) -> tuple[int, ...]:
        """Return the numbers of a carried counter at the start: those that are listed are for cells of the board."""
        begun, listed = self._begun(info, self._first_boards), tuple(info.element.initialCells)
        if not listed:
            return begun
        board, found = self.cells.board.bit_count(), list(begun)
        for player in range(info.players):
            first = player * info.cells
            found[first : first + board] = (listed * info.players)[player * board : (player + 1) * board]
        return tuple(found)

    def _in_regions(self, info: CounterInfo) -> tuple[int, ...]:
        """Return the numbers of a counter at the start, of which some are said of regions.

        One that is carried has them where something stands.
        """
        found = list(info.initial)
        numbered = info.own & ~self.vacant(self._first_boards) if info.carried else info.own
        left = {info.slot(me): numbered for me in range(len(self.players))}
        for held in reversed(info.element.initialRegions):  # of several regions the last one counts
            for me, player in enumerate(self.players):
                cells = self.region(held.region, me) & left[info.slot(me)] if held.player in (None, player) else 0
                left[info.slot(me)] &= ~cells
                for cell in bits(cells):
                    found[info.at(me, cell) - info.offset] = held.number
        return tuple(found)

    def _begun(self, info: CounterInfo, boards: tuple[CellSet, ...]) -> tuple[int, ...]:
        """Return the numbers of a carried counter where everything has just been put down."""
        numbers = [info.vacant] * info.cells
        for state, cells in enumerate(boards):
            if state not in self.initial_state:
                for cell in bits(cells):
                    numbers[cell] = info.begun[state]
        return tuple(numbers) * info.players

    def vacant(self, boards: tuple[CellSet, ...]) -> CellSet:
        """Return the cells in the initial state of their tile: with nothing on them."""
        return union(boards[state] for state in self.initial_state)

    def reset(self, info: CounterInfo, counters: tuple[int, ...], boards: tuple[CellSet, ...]) -> tuple[int, ...]:
        """Return the numbers of all counters, with those of one counter as they are when its time is over.

        They are those of the start; if it is carried, what stands on the board begins anew.
        """
        numbers = self._begun(info, boards) if info.carried else info.initial
        return counters[: info.offset] + numbers + counters[info.offset + len(numbers) :]

    def counters_with(self, boards: tuple[CellSet, ...]) -> tuple[int, ...]:
        """Return the numbers of all counters where something else stands on some cells than at the start.

        There a carried counter has the number of a new piece, or of an empty cell.
        """
        counters = self.initial_counters
        changed = union(now & ~first for now, first in zip(boards, self._first_boards, strict=True))
        for info in self.counters.values():
            if info.carried and changed:
                begun = self._begun(info, boards)
                numbers = (
                    begun[slot - info.offset] if changed >> (slot - info.offset) % info.cells & 1 else counters[slot]
                    for slot in info.slots
                )
                counters = counters[: info.offset] + tuple(numbers) + counters[info.offset + len(begun) :]
        return counters

    def written(self, counter: Counter) -> int:
        """Return the bit of ``Flow.written`` that says that a counter was written."""
        return 1 << len(self.marks) + list(self.counters).index(counter)

    @cached_property
    def initial_counters(self) -> tuple[int, ...]:
        """The numbers of all counters at the start."""
        return tuple(number for info in self.counters.values() for number in info.initial)

    @cached_property
    def is_board_idle(self) -> bool:
        """Whether the board is unused, as in a game of cards: it is empty, and everything happens in zones."""
        if not self.grids:
            return False
        board = sum(1 << cell for cell, place in enumerate(self.cells.places) if len(place) == 2)
        held = (cells for info, cells in zip(self.states, self.initial.boards, strict=True) if not info.empty)
        filters = [element for element in self.game.eAllContents() if isinstance(element, Filter)]
        return not any(cells & board for cells in held) and not happens_on_board(filters)

    @cached_property
    def initial(self) -> Position:
        """The position in which the game starts."""
        first = self.nature if self.game.initialPlayer is self.game.nature else self.first
        return Position(self._first_boards, self._first_marks(), self.initial_counters, 0, first, first)

    def _first_marks(self) -> tuple[CellSet, ...]:
        """Return the cells of each set of a mark at the start. One that is carried has them where something stands."""
        vacant = self.vacant(self._first_boards)
        found = [0] * len(self.marks)
        for mark in self.game.marks:
            for me, slot in enumerate(self.mark(mark)):
                for region in mark.initialRegions:
                    found[slot] |= self.region(region, me) & ~(vacant if mark.carried else 0)
        return tuple(found)

    def _set_up(self) -> tuple[CellSet, ...]:
        """Return for each state the cells that are in it at the start."""
        boards = [0] * len(self.states)
        for grid, setup in self._setups().items():
            within = self.cells.in_grid(grid)
            for state, cells in self._in_cells(within) if setup is None else self._by_setup(setup, within):
                boards[state] |= cells & within
                within &= ~cells
            for tile, cells in enumerate(self.tile_cells):
                boards[self.initial_state[tile]] |= cells & within
        return tuple(boards)

    def _setups(self) -> dict[int, Setup | None]:
        """Return the set-ups that count, by the numbers of the grids; that of the board is 0."""
        found: dict[int, Setup | None] = {0: setup_of(self.game.board)}
        for zone, of_players in self.zones.items():
            for player, grids in zip(self.players, of_players, strict=True):
                found |= {grid: setup_of(zone, player) for grid in grids}
        return found

    def _in_cells(self, within: CellSet) -> Iterator[tuple[int, CellSet]]:
        """Yield the states that cells say for themselves, with these cells."""
        for cell in bits(within):
            state = self.placements[cell].initialState
            if state is not None:
                yield self.state_of[state], 1 << cell

    def _by_setup(self, setup: Setup, within: CellSet) -> Iterator[tuple[int, CellSet]]:
        """Yield the states of which a set-up says something, with the cells. Of a cell the first one counts."""
        states = {placed.cell: self.state_of[placed.state] for placed in setup.states}
        for cell in bits(within) if states else ():
            if self.placements[cell] in states:
                yield states[self.placements[cell]], 1 << cell
        bearing: dict[tuple[int, int], list[int]] = defaultdict(list)
        for state, info in enumerate(self.states):
            bearing[info.owner, info.piece].append(state)
        for held in reversed(setup.regions):  # of several regions the last one counts
            piece = self.pieces[held.piece]
            for me, player in reversed(tuple(enumerate(self.players))):
                cells = self.region(held.region, me) if held.player in (None, player) else 0
                for state in (*bearing[me, piece], *bearing[NOWHERE, piece]) if cells & within else ():
                    yield state, cells & self.tile_cells[self.states[state].tile]

    def repetition_key(self, boards: tuple[CellSet, ...], counters: tuple[int, ...]) -> tuple[object, ...]:
        """Return a value that is equal for two positions iff every cell has the same state and numbers."""
        return boards, tuple(counters[slot] for info in self.counters.values() if info.per_cell for slot in info.slots)

    # -- players

    def successor(self, me: int, by: int = 1) -> int:
        """Return the player who is *by* places later in the order of turns."""
        return (me + by) % len(self.players)

    def me_of(self, position: Position) -> int:
        """Return the player as whom the rules are read: the player to move, or at nature's turn the one who moved last.

        If nobody has moved it is the player before the first one.
        """
        return self.successor(self.first, -1) if position.seat == self.nature else position.seat

    def after(self, seat: int) -> int:
        """Return the player whose turn follows that of a seat: the successor, or the first player after nature."""
        return self.first if seat == self.nature else self.successor(seat)

    def place(self, me: int) -> int:
        """Return the place of a player in the order of turns; that of the first player is 0."""
        return (me - self.first) % len(self.players)

    def meant(self, me: int, element: ForPlayers) -> tuple[int, ...]:
        """Return the players for whom an element is read if *me* is the current player, in the order of the model."""
        match element.perspective:
            case Perspective.Current:
                return (me,)
            case Perspective.Other:
                return self.enemies(me)
            case Perspective.Ally:
                return self.allies(me)
            case Perspective.Next:
                return (self.successor(me),)
            case Perspective.Previous:
                return (self.successor(me, -1),)
            case Perspective.Each:
                return tuple(range(len(self.players)))
            case Perspective.Named:
                return (self.player_of[present(element.player)],)
            case Perspective.Mover:
                raise AssertionError("only a turn is given to the mover")
            case _:
                assert_never(element.perspective)

    def others(self, me: int) -> tuple[int, ...]:
        """Return all players but one."""
        return tuple(other for other in range(len(self.players)) if other != me)

    def allies(self, me: int) -> tuple[int, ...]:
        """Return the other players of a player's team."""
        return tuple(self.player_of[ally] for ally in self.players[me].allies)

    def enemies(self, me: int) -> tuple[int, ...]:
        """Return the players who are not of a player's team."""
        return tuple(other for other in self.others(me) if other not in self.allies(me))

    def _unview(self, me: int) -> str:
        """Return the transform from a player's view to the common board."""
        transform: str = self.players[me].transform.name
        return INVERSE.get(transform, transform)

    # -- places

    def neighbour(self, vector: Vector) -> Neighbour:
        """Return the direction along a vector, in the coordinates of the board and not of a player.

        It goes on at the other side of a board that wraps.
        """
        found = self._vectors.get(vector)
        if found is None:
            found = self._vectors[vector] = self._along(vector, self._wrapped)
        return found

    def offset_on_the_flat(self, vector: Vector) -> Neighbour:
        """Return the direction along a vector that does not go around: so pieces lie that cover several cells."""
        wraps = self.game.board.wrapsAcross or self.game.board.wrapsDown
        return self._along(vector, lambda place: place) if wraps else self.neighbour(vector)

    def _along(self, vector: Vector, wrapped: Callable[[Cell], Cell]) -> Neighbour:
        x, y = vector
        places = (wrapped((row + y, column + x, *grid)) for row, column, *grid in self.cells.places)
        return Neighbour(tuple(self.cells.index.get(place, NOWHERE) for place in places))

    def _wrapped(self, place: Cell) -> Cell:
        """Return a place beyond a side of the board as the place at the other side, if the board wraps there."""
        board, (row, column, *grid) = self.game.board, place
        if grid:
            return place
        return (row % self.height if board.wrapsDown else row, column % self.width if board.wrapsAcross else column)

    def offsets(self, coordinates: Iterable[RelativeCoordinate], relative: bool, me: int) -> tuple[Neighbour, ...]:
        """Return the directions along coordinates of a model; relative ones are turned for the player *me*."""
        unview = self._unview(me) if relative else "Identity"
        return tuple(self.neighbour(turn(unview, (c.x, c.y))) for c in coordinates)

    def ways(self, element: StepFilter | IterativeFilter, me: int) -> tuple[Neighbour, ...] | None:
        """Return the directions that a filter names, by vectors or a set, for a player; None if it names none."""
        if element.directions is None and not element.directionVectors:
            return None
        found = self.offsets(element.directionVectors, False, me)
        return found if element.directions is None else found + self.directions(element.directions, me)

    def directions(self, element: DirectionSet, me: int) -> tuple[Neighbour, ...]:
        """Return the directions of a set for a player: of its vectors, then of its links, then of its rectangles.

        A vector has one. The first links that leave each cell are one direction, the second links are another one, and
        so on. A rectangle of *n* cells has *n* - 1, one for each other cell.
        """
        found = self._directions.get((element, me))
        if found is None:
            found = self.offsets(element.vectors, element.relative, me)
            found += self._linked(element, me)
            for rectangle in element.within:
                found += self._within(rectangle.width, rectangle.height)
            self._directions[element, me] = found
        return found

    def _linked(self, element: DirectionSet, me: int) -> tuple[Neighbour, ...]:
        """Return the directions of the links of a set; the ends of relative ones are transformed for the player."""
        view = self.image(self._unview(me)).table if element.relative else range(len(self.cells.places))
        tables: list[list[int]] = []
        for link in element.links:
            source, target = view[self.cell_of[link.source]], view[self.cell_of[link.target]]
            table = next((table for table in tables if table[source] == NOWHERE), None)
            if table is None:
                table = [NOWHERE] * len(self.cells.places)
                tables.append(table)
            table[source] = target
        return tuple(Neighbour(tuple(table)) for table in tables)

    def _within(self, width: int, height: int) -> tuple[Neighbour, ...]:
        """Return the directions to the other cells of a cell's rectangle: to the next one, to the second next, …

        The board is divided into rectangles of this width and height from the top left.
        """
        rectangles: dict[tuple[int, ...], list[int]] = defaultdict(list)
        for cell, (row, column, *grid) in enumerate(self.cells.places):
            rectangles[row // height, column // width, *grid].append(cell)
        found = []
        for after in range(1, width * height):
            table = [NOWHERE] * len(self.cells.places)
            for cells in rectangles.values():
                for number, cell in enumerate(cells if after < len(cells) else ()):
                    table[cell] = cells[(number + after) % len(cells)]
            found.append(Neighbour(tuple(table)))
        return tuple(found)

    def image(self, transform: str) -> Neighbour:
        """Return a transform of the board, and of each grid, as a function on cells. Its images are existing cells."""
        index = self.cells.index
        return Neighbour(
            tuple(index.get(turn_place(transform, p, *self.extent(p)), NOWHERE) for p in self.cells.places)
        )

    def counterparts(self, zone: Zone | None, me: int) -> tuple[CellSet, ...]:
        """Return for each cell the cells to which it is mapped in a zone of a player, or on the board.

        If the zone has blocks (see ``blocks``), a base cell is mapped to its block. Otherwise a cell is mapped to the
        cell with the same row and column, and a cell of a block to its base cell.
        """
        if zone is not None and self._base(zone) is not None:
            blocks = self.blocks(zone)
            return tuple(blocks.get(cell, 0) for cell in range(len(self.cells.places)))
        grid = () if zone is None else self.zones[zone][me]
        found = [self.cells.set_of([(*place[:2], *grid)]) for place in self.cells.places]
        for other in self.game.zones:
            if self._base(other) is (self.game.board if zone is None else zone):
                for cell, block in self.blocks(other).items():
                    for inner in bits(block):
                        found[inner] = 1 << cell
        return tuple(found)

    def region(self, element: Area, me: int) -> CellSet:
        """Return the cells of a region or a zone for a player."""
        found = self._regions.get((element, me))
        if found is None:
            found = self._regions[element, me] = self._area(element, me)
        return found

    def _area(self, element: Area, me: int) -> CellSet:
        match element:
            case Zone():
                return self.in_zone(element, me)
            case Region():
                return self._region(element, me)
        raise AssertionError(f"a {type(element).__name__} is no set of cells")

    def _region(self, element: Region, me: int) -> CellSet:
        within = self.in_zone(element.zone, me)
        if element.perPlayer:
            mine = (part.ranges for part in element.perPlayer if self.player_of[part.player] == me)
            return self._ranges((cell_range for ranges in mine for cell_range in ranges), within)
        found = self._ranges(element.ranges, within)
        for tile in element.tiles:
            found |= self.tile_cells[self.tiles[tile]] & within
        return self.image(self._unview(me)).image(found) if element.relative else found

    def _ranges(self, ranges: Iterable[CellRange], within: CellSet) -> CellSet:
        places = [self.cells.places[cell] for cell in bits(within)]
        found = 0
        for cell_range in ranges:
            rows = _bounds(cell_range.row, cell_range.toRow, max(place[0] for place in places) + 1)
            columns = _bounds(cell_range.column, cell_range.toColumn, max(place[1] for place in places) + 1)
            found |= self.cells.set_of(place for place in places if place[0] in rows and place[1] in columns)
        return found

    def constant(self, element: Constant, me: int) -> tuple[int, ...]:
        """Return the number that each cell has of a constant per cell, as a player means it; 0 if it has none."""
        within = self.in_zone(element.zone)
        places = {cell: self.cells.places[cell][:2] for cell in bits(within)}
        listed = dict(zip(sorted(set(places.values())), element.numbers, strict=False))
        view = self.image(self._unview(me)).table if element.relative else range(len(self.cells.places))
        found = [0] * len(self.cells.places)
        for cell, (row, column) in places.items():
            number = element.rowFactor * row + element.columnFactor * column + element.offset
            if view[cell] != NOWHERE:
                found[view[cell]] = listed.get((row, column), number)
        return tuple(found)

    # -- pieces and states

    def kinds(self, attribute: Attribute | None) -> Mapping[int, int]:
        """Return for each piece that has an attribute the kind that is its value; if it is None, each piece itself."""
        if attribute is None:
            return {piece: piece for piece in self.pieces.values()}
        return {
            number: self.pieces[value.kind]
            for piece, number in self.pieces.items()
            for value in piece.attributes
            if value.attribute is attribute and value.kind is not None
        }

    def numbers(self, attribute: Attribute) -> tuple[int, ...]:
        """Return for each state the value that its piece has of an attribute, 0 if it has none."""
        of_piece = {
            number: value.number
            for piece, number in self.pieces.items()
            for value in piece.attributes
            if value.attribute is attribute and value.number is not None
        }
        return tuple(of_piece.get(info.piece, 0) for info in self.states)

    def pictured(self, piece: int) -> tuple[Vector, ...]:
        """Return the cells of the shape of a piece as written, as vectors from the upper left corner of the picture."""
        shape = list(self.pieces)[piece].shape
        return () if shape is None else tuple(_covered(shape))

    @cached_property
    def grounds(self) -> tuple[tuple[Slant, CellSet], ...]:
        """The slant of the board and its cells; the cells of the zones, which are squares, go with those of squares."""
        slant = slant_of(self.game.board)
        board, everything = self.cells.board, self.cells.everything
        grounds: tuple[tuple[Slant, CellSet], ...] = ((slant, board), (0, everything & ~board))
        return grounds if slant else ((0, everything),)

    def orientations(self, piece: int, slant: Slant) -> tuple[tuple[Vector, ...], ...]:
        """Return the orientations of the shape of a piece, each as vectors from its first cell to all its cells.

        The first is the shape as written, then come its rotations, then those of its mirror image, as far as the
        symmetry of the piece allows them. Equal orientations are left out. Squares (*slant* 0) are turned by quarters,
        and mirrored from left to right; hexagons by sixths, and mirrored so that rows become columns.
        """
        element = list(self.pieces)[piece]
        if element.shape is None:
            return ()
        cells = _covered(element.shape)
        mirror = "Transpose" if slant else "FlipColumns"
        mirrors = {"Full": ("Identity", mirror), "Turned": ("Identity",)}.get(element.symmetry.name)
        found = [cells]
        if mirrors is not None:
            found = []
            for lying in ([turn(mirrored, cell) for cell in cells] for mirrored in mirrors):
                for _ in range(6 if slant else 4):
                    found.append(lying)
                    lying = [turn_hexagons(slant, cell) if slant else turn("Rotate90", cell) for cell in lying]
        return tuple(dict.fromkeys(_from_first(lying) for lying in found))

    @cached_property
    def state_names(self) -> tuple[str, ...]:
        """The names of the states; those that tiles of several kinds share follow that of the tile: ``Light.Empty``."""
        names = [info.name for info in self.states]
        return tuple(
            f"{self.tiles_by_number[info.tile].name}.{info.name or ''}"
            if names.count(info.name) > 1
            else info.name or ""
            for info in self.states
        )

    def states_of_tile(self, tile: int) -> list[int]:
        """Return the states that a tile can have."""
        return [state for state, info in enumerate(self.states) if info.tile == tile]

    def namesake(self, state: int, tile: int) -> int | None:
        """Return the state of a tile that has the name of a state of any tile; None if there is none."""
        info = self.states[state]
        if info.tile == tile:
            return state
        if info.name is None:
            return None
        return next((other for other in self.states_of_tile(tile) if self.states[other].name == info.name), None)

    def bearing(self, owner: int, piece: int, tile: int) -> int | None:
        """Return the state of a tile with an owner and a piece; None if there is none."""
        wanted = (owner, piece)
        same = (s for s in self.states_of_tile(tile) if (self.states[s].owner, self.states[s].piece) == wanted)
        return next(same, None)

    def counterpart(self, state: int, tile: int) -> int | None:
        """Return the state of a tile with the same owner and piece as a state of any tile; None if there is none."""
        info = self.states[state]
        if info.tile == tile:
            return state
        if info.empty:
            return self.initial_state[tile]
        if info.owner == info.piece == NOWHERE:
            return self.namesake(state, tile)
        return self.bearing(info.owner, info.piece, tile)


def _covered(shape: str) -> list[Vector]:
    """Return the vectors to the covered cells of a picture of a shape, row by row."""
    return [(x, y) for y, row in enumerate(shape.split("/")) for x, sign in enumerate(row) if sign == "#"]


def _places(grid: Board | Zone) -> list[Cell]:
    """Return the cells of the board or a zone, row by row."""
    return sorted((placed.row, placed.column) for placed in grid.tileplacement)


def _from_first(cells: list[Vector]) -> tuple[Vector, ...]:
    """Return the vectors to cells from the first of them, row by row."""
    ordered = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    left, top = ordered[0]
    return tuple((x - left, y - top) for x, y in ordered)


def called(name: str, number: int) -> str:
    """Return the part of a cell's name that stands for an element: its name if it is an identifier, else a number."""
    return name if name.isidentifier() else f"_{number}"


def _bounds(first: int | None, last: int | None, extent: int) -> range:
    if first is None:
        return range(extent)
    return range(first, (first if last is None else last) + 1)


def _sides(players: Sequence[Player], numbers: Mapping[Player, int]) -> tuple[tuple[int, ...], ...]:
    """Return the players of each team, and each who plays alone, in the order of their first players."""
    return tuple(
        (numbers[player], *(numbers[ally] for ally in player.allies))
        for player in players
        if all(numbers[player] < numbers[ally] for ally in player.allies)
    )
