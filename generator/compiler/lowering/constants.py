"""Symbol resolution: what the rules of a game name, as numbers and constant sets, for each player.

States are numbered tile by tile, the initial state of a tile first; marks, counters, phases and players in model order.
``me`` is the number of the player as whom a rule is read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from tilewright.generator.compiler.budget import Budget
from tilewright.generator.compiler.lowering.boards import Boards, Borne, boards_of
from tilewright.generator.compiler.lowering.standing import Standing
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import UNTURNED, Board, Way, cells_of, turned, way_of
from tilewright.generator.compiler.rules.outcome import Outcome
from tilewright.metamodel.elements import present
from tilewright.metamodel.language import (
    Area,
    Attribute,
    CellRange,
    Constant,
    Counter,
    DirectionSet,
    Game,
    Lifetime,
    Mark,
    OfPlayer,
    Perspective,
    PlayersCells,
    Region,
    RelativeCoordinate,
    StackEffectFilter,
    State,
    TurnEffectFilter,
    Zone,
)
from tilewright.model.scratch import scratch
from tilewright.model.shaping import setup_of
from tilewright.model.values import GREATEST, LEAST

NOBODY = -1
"""The number of a missing owner or piece."""


@dataclass(frozen=True)
class StateFacts:
    """A state of one kind of tile: its name, and the numbers of its tile, owner and piece.

    ``empty``: it is the initial state of its tile, without owner and piece.
    """

    element: State
    name: str | None
    tile: int
    owner: int
    piece: int
    empty: bool


@dataclass(frozen=True)
class CounterFacts:
    """A counter: its range, and its initial values for each player (and, if it is per cell, for each cell of each)."""

    element: Counter
    name: str
    number: int
    players: int
    per_cell: bool
    initial: tuple[int, ...]
    bits: tuple[int, ...]
    """The cells that have a value, as bits in dense order, if the counter is per cell."""
    least: int
    greatest: int
    lifetime: Lifetime
    carried: bool
    """Whether its numbers belong to what stands on the cells. Then ``initial`` is empty: see ``begun``."""
    begun: tuple[int, ...]
    """For each state the number of a carried counter with which what is put on an empty cell begins, less ``least``."""

    @property
    def vacant(self) -> int:
        """The number of a carried counter on an empty cell, less ``least``: the allowed one nearest to 0."""
        return min(max(self.least, 0), self.greatest) - self.least

    @cached_property
    def cells(self) -> int:
        """The same cells as a set."""
        return sum(1 << bit for bit in self.bits)

    @property
    def planes(self) -> int:
        """The number of sets that hold the values of all cells, one for each binary digit of value - ``least``."""
        return max(1, (self.greatest - self.least).bit_length())


class Constants:
    """All constants of one game: numbers of what the model names, constant sets, and the order of turns."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.budget = Budget()
        """What is left of the limits for compiling it."""
        self.board = Board(game)
        board = self.board
        self.players = len(game.players)
        self.player_of = {player: me for me, player in enumerate(game.players)}
        self.first = self.player_of.get(game.initialPlayer, 0)
        """The player who moves first, nature aside."""
        self.turns = self._turns()
        """For each turn, by its number, the player as whom its rules are read.

        First come the turns of the players. If there is nature, its turns after each player follow, and last its turn
        after nobody: at the start of the game, and at the end of a round.
        """
        self.transforms = tuple(player.transform.name for player in game.players)
        self.bit_of = {p: board.bit[p.row, p.column] for p in game.board.tileplacement}
        self.pieces = {piece: number for number, piece in enumerate(game.pieces)}
        self.tiles = {tile: number for number, tile in enumerate(game.board.tiles)}
        self.tile_elements = tuple(self.tiles)
        self.tile_cells = [0] * len(self.tiles)
        for placement, bit in zip(board.placements, board.bits, strict=True):
            self.tile_cells[self.tiles[placement.tile]] |= 1 << bit
        self.states, self.initial_state = self._states()
        self.state_of = {facts.element: state for state, facts in enumerate(self.states)}
        self.boards = self._boards()
        self._marks, self.mark_lifetimes = self._mark_sets()
        self._standing = Standing(game) if self.boards.coded else None
        self.areas, self.marked = self._areas()
        self._regions: dict[tuple[Area, int], int] = {}
        self.counters = self._counters()
        unread = scratch(game)
        self.scratch_marks = frozenset(n for mark in game.marks if mark in unread for n in self._marks[mark])
        """The sets of marks that nothing reads after the rule of a move."""
        self.scratch_counters = frozenset(facts.number for one, facts in self.counters.items() if one in unread)
        """The counters, by number, that nothing reads after the rule of a move."""
        self.carried = self._carried()
        """What goes along with what stands on a cell."""
        self.sides = self._sides()
        """Those who win and lose together, by their numbers: the players of each team, and each who plays alone."""
        self.outcome = Outcome.of(game, self.players, len(self.sides))
        self.phases = {phase: number for number, phase in enumerate(game.phases)}
        self._directions: dict[tuple[DirectionSet, int], tuple[Way, ...]] = {}

    def _states(self) -> tuple[tuple[StateFacts, ...], tuple[int, ...]]:
        """Return all states in order, and for each tile the number of its initial state."""
        associated = {p.associatedState: me for p, me in self.player_of.items() if p.associatedState is not None}
        states: list[StateFacts] = []
        initial: list[int] = []
        for tile, number in self.tiles.items():
            initial.append(len(states))
            for state in (tile.initialState, *tile.states):
                owner = associated.get(state, NOBODY) if state.owner is None else self.player_of[state.owner]
                piece = NOBODY if state.piece is None else self.pieces[state.piece]
                empty = state is tile.initialState and owner == NOBODY and piece == NOBODY
                states.append(StateFacts(state, state.name, number, owner, piece, empty))
        return tuple(states), tuple(initial)

    def _boards(self) -> Boards:
        """Return the boards of states. The kind of a state is its piece, or its name if it has no piece.

        A stack is moved layer by layer, whatever lies beneath it: if tiles differ they share their boards.
        """
        borne = [
            Borne(state, facts.tile, facts.owner, facts.name if facts.piece == NOBODY else facts.piece)
            for state, facts in enumerate(self.states)
            if state not in self.initial_state
        ]
        stacked = any(isinstance(element, StackEffectFilter) for element in self.game.eAllContents())
        shared = stacked and len({one.tile for one in borne}) > 1
        return boards_of(borne, len(self.pieces), shared=shared)

    def _counters(self) -> Mapping[Counter, CounterFacts]:
        found = {}
        for number, counter in enumerate(self.game.counters):
            players = self.players if counter.perPlayer else 1
            own = self.board.cells if counter.carried else self.board.in_zone(counter.zone)
            bits = tuple(cells_of(own)) if counter.perCell else ()
            cells = len(bits) if counter.perCell else 1
            found[counter] = CounterFacts(
                counter, counter.name, number, players, bool(counter.perCell),
                () if counter.carried else self._numbers_at_start(counter, players, cells, bits), bits,
                counter.min, counter.max, counter.lifetime, bool(counter.carried),
                self._begun(counter) if counter.carried else (),
            )  # fmt: skip
        return found

    def _numbers_at_start(self, counter: Counter, players: int, cells: int, bits: tuple[int, ...]) -> tuple[int, ...]:
        """Return the numbers of a counter that is not carried, at the start: of each player those of his cells."""
        numbers = tuple(counter.initialCells) or (counter.initial,) * cells
        found = list(numbers * (cells * players // len(numbers)))
        place, left = {bit: at for at, bit in enumerate(bits)}, [sum(1 << bit for bit in bits)] * players
        for held in reversed(counter.initialRegions):
            for me, player in enumerate(self.game.players):
                owner = me if counter.perPlayer else 0
                there = self.region(held.region, me) & left[owner] if held.player in (None, player) else 0
                left[owner] &= ~there
                for bit in cells_of(there):
                    found[owner * cells + place[bit]] = held.number
        return tuple(found)

    def _begun(self, counter: Counter) -> tuple[int, ...]:
        """Return the numbers of a carried counter with which states begin: see ``CounterFacts.begun``."""
        if counter.initialAttribute is None:
            return (counter.initial - counter.min,) * len(self.states)
        values = self.numbers(counter.initialAttribute)
        allowed = (min(max(counter.min, values.get(state, 0)), counter.max) for state in range(len(self.states)))
        return tuple(number - counter.min for number in allowed)

    def _carried(self) -> ir.Carried:
        """Return the carried counters and marks."""
        carried = [facts for facts in self.counters.values() if facts.carried]
        return ir.Carried(
            tuple((facts.number, player) for facts in carried for player in range(facts.players)),
            tuple(dict.fromkeys(one for mark, sets in self._marks.items() if mark.carried for one in sets)),
        )

    def _turns(self) -> tuple[int, ...]:
        players = range(self.players)
        return (*players, *players, (self.first - 1) % self.players) if self.game.nature is not None else (*players,)

    def _mark_sets(self) -> tuple[Mapping[Mark, tuple[int, ...]], tuple[Lifetime, ...]]:
        """Return for each mark the number of its set as each player means it, and the lifetime of each set."""
        found, lifetimes = {}, list[Lifetime]()
        for mark in self.game.marks:
            first, count = len(lifetimes), self.players if mark.perPlayer else 1
            found[mark] = tuple(first + (me if mark.perPlayer else 0) for me in range(self.players))
            lifetimes += [mark.lifetime] * count
        return found, tuple(lifetimes)

    def mark(self, element: Mark, me: int) -> int:
        """Return the number of the set of a mark, as a player means it."""
        return self._marks[element][me]

    # -- players

    @property
    def of_nature(self) -> range:
        """The numbers of nature's turns."""
        return range(self.players, len(self.turns))

    @property
    def in_order(self) -> list[int]:
        """The numbers of all turns, nature's behind those of the player after whom they come."""
        return sorted(range(len(self.turns)), key=lambda turn: (self.turns[turn], turn))

    @property
    def nobody(self) -> int:
        """The number of nature's turn after nobody."""
        return 2 * self.players

    def place(self, me: int) -> int:
        """Return the place of a player in the order of turns, counted from the first player at 0."""
        return (me - self.first) % self.players

    def after(self, turn: int) -> int:
        """Return the player whose turn comes after a turn, unless an effect sets it."""
        return (self.turns[turn] + 1) % self.players

    def nature_after(self, turn: int) -> int:
        """Return the number of nature's turn that comes after a turn."""
        return turn if turn in self.of_nature else self.players + turn

    def meant(self, me: int, element: OfPlayer | PlayersCells | TurnEffectFilter) -> tuple[int, ...]:
        """Return the players for whom an element is read."""
        match element.perspective:
            case Perspective.Current:
                return (me,)
            case Perspective.Next:
                return ((me + 1) % self.players,)
            case Perspective.Previous:
                return ((me - 1) % self.players,)
            case Perspective.Each:
                return tuple(range(self.players))
            case Perspective.Other:
                return self.enemies(me)
            case Perspective.Ally:
                return self.allies(me)
            case Perspective.Named:
                return (self.player_of[present(element.player)],)
            case Perspective.Mover:
                raise AssertionError("only a turn is given to the mover")
            case _:
                assert_never(element.perspective)

    def allies(self, me: int) -> tuple[int, ...]:
        """Return the other players of a player's team."""
        return tuple(self.player_of[ally] for ally in self.game.players[me].allies)

    def enemies(self, me: int) -> tuple[int, ...]:
        """Return the players who are not of a player's team."""
        return tuple(other for other in range(self.players) if other not in (me, *self.allies(me)))

    def _sides(self) -> tuple[tuple[int, ...], ...]:
        found = dict.fromkeys(tuple(sorted((me, *self.allies(me)))) for me in range(self.players))
        return tuple(found)

    @property
    def has_teams(self) -> bool:
        """Whether there are players who win and lose together."""
        return len(self.sides) < self.players

    def signs(self, me: int) -> list[int]:
        """Return for each turn 1 if a player, an ally or nature moves, and -1 if another player does."""
        others = self.enemies(me)
        return [-1 if turn in others else 1 for turn in range(len(self.turns))]

    def won_by(self, me: int, sign: int = 1) -> ir.End:
        """Return the end at which a player wins or, with the sign -1, loses, with the team if there is one.

        Teams count as players: each player gets what the team gets.
        """
        if not self.has_teams:
            if sign < 0 and self.players == 2:
                return self.won_by(1 - me)
            return ir.End(ir.DRAW + 1 + me + (self.players if sign < 0 else 0))
        others = len(self.sides) - 1
        mine = next(side for side in self.sides if me in side)
        gains = (ir.Int(sign * (others if player in mine else -1)) for player in range(self.players))
        parts = (ir.Int(others),) * self.players if others > 1 else ()
        return ir.End(0, ir.Paid(tuple(gains), parts))

    def from_view(self, me: int) -> str:
        """Return the transform from a player's view to the board: the inverse of the player's transform."""
        transform: str = self.transforms[me]
        return UNTURNED.get(transform, transform)

    # -- places

    def offsets(self, coordinates: Iterable[RelativeCoordinate], relative: bool, me: int) -> tuple[Way, ...]:
        """Return the ways along vectors; *relative* ones are meant as a player sees the board."""
        transform = self.from_view(me) if relative else "Identity"
        return tuple(self.board.way(turned(transform, (c.x, c.y))) for c in coordinates)

    def directions(self, element: DirectionSet, me: int) -> tuple[Way, ...]:
        """Return the ways of a direction set, in the order: vectors, links, within rectangles."""
        found = self._directions.get((element, me))
        if found is None:
            found = self.offsets(element.vectors, bool(element.relative), me)
            found += tuple(map(way_of, self._links(element, me)))
            found += tuple(way for r in element.within for way in self.board.ways_within(r.width, r.height))
            self._directions[element, me] = found
        return found

    def _links(self, element: DirectionSet, me: int) -> Iterable[Mapping[int, int]]:
        """Yield tables from bit to bit: of the first link that leaves each cell, then of the second one, and so on."""
        left: dict[int, list[int]] = {}
        for link in element.links:
            left.setdefault(self.bit_of[link.source], []).append(self.bit_of[link.target])
        view = self.board.image(self.from_view(me)).table if element.relative else {}
        for number in range(max(map(len, left.values()), default=0)):
            links = {source: targets[number] for source, targets in left.items() if number < len(targets)}
            yield {view.get(source, source): view.get(target, target) for source, target in links.items()}

    def region(self, element: Area, me: int) -> int:
        """Return the cells of a region or a zone, as a player means it."""
        found = self._regions.get((element, me))
        if found is None:
            found = self._regions[element, me] = self._area(element, me)
        return found

    def _area(self, element: Area, me: int) -> int:
        match element:
            case Zone():
                return self.board.in_zone(element, me)
            case Region():
                return self._region(element, me)
        raise AssertionError(f"a {type(element).__name__} is no set of cells")

    def _region(self, element: Region, me: int) -> int:
        within = self.board.in_zone(element.zone, me)
        if element.perPlayer:
            mine = (part for part in element.perPlayer if self.player_of[part.player] == me)
            return self._ranges((cells for part in mine for cells in part.ranges), element.zone, within)
        found = self._ranges(element.ranges, element.zone, within)
        for tile in element.tiles:
            found |= self.tile_cells[self.tiles[tile]] & within
        return self.board.image(self.from_view(me)).image(found) if element.relative else found

    def _ranges(self, ranges: Iterable[CellRange], zone: Zone | None, within: int) -> int:
        """Return the cells of some ranges of rows and columns."""
        width, height = self.board.extents[0 if zone is None else self.board.grids[zone][0][0]]
        found = 0
        for cells in ranges:
            rows, columns = _extent(cells.row, cells.toRow, height), _extent(cells.column, cells.toColumn, width)
            found |= self.board.set_of(p for p in self.board.places if p[0] in rows and p[1] in columns) & within
        return found

    def constant(self, element: Constant, me: int) -> Mapping[int, int]:
        """Return the cells that have each number of a constant, as a player means it, without those that have 0."""
        board, found = self.board, dict[int, int]()
        within, view = board.in_zone(element.zone), board.image(self.from_view(me)) if element.relative else None
        placements = (self.game.board if element.zone is None else element.zone).tileplacement
        for index, (row, column) in enumerate(sorted((place.row, place.column) for place in placements)):
            number = element.rowFactor * row + element.columnFactor * column + element.offset
            if len(element.numbers) > 0:
                number = element.numbers[index]
            cells = board.set_of(place for place in board.places if place[:2] == (row, column)) & within
            if number:
                found[number] = found.get(number, 0) | (cells if view is None else view.image(cells))
        return found

    # -- values

    def facts(self, counter: int) -> CounterFacts:
        """Return the facts of the counter with a number."""
        return next(facts for facts in self.counters.values() if facts.number == counter)

    def range_of(self, value: ir.Value) -> range:
        """Return a range that contains a value in every position: interval analysis."""
        cells = len(self.board.places)
        match value:
            case ir.Int():
                return range(value.value, value.value + 1)
            case ir.Count():
                return range(cells + 1)
            case ir.Number():
                facts = self.facts(value.counter)
                most = len(facts.bits) if value.per_cell else 1
                least = min(facts.least * most, 0) if value.per_cell else facts.least
                return range(least, (max(facts.greatest * most, 0) if value.per_cell else facts.greatest) + 1)
            case ir.PhaseNumber():
                return range(max(1, len(self.phases)))
            case ir.Constant():
                sums = [number * cells.bit_count() for number, cells in value.sets]
                return range(sum(n for n in sums if n < 0), sum(n for n in sums if n > 0) + 1)
            case ir.Attribute():
                numbers = [0, *(number for _, number in value.numbers)]
                return range(cells * min(numbers), cells * max(numbers) + 1)
            case ir.Sum():
                least = greatest = 0
                for weight, term in value.terms:
                    ends = [weight * number for number in (self.range_of(term).start, self.range_of(term)[-1])]
                    least, greatest = least + min(ends), greatest + max(ends)
                return range(least, greatest + 1)
            case ir.Product():
                left, right = self.range_of(value.left), self.range_of(value.right)
                return _spanned(one * other for one in _ends(left) for other in _ends(right))
            case ir.Division():
                dividend, divisor = self.range_of(value.dividend), self.range_of(value.divisor)
                if value.remainder:
                    return range(min(divisor.start + 1, 0), max(divisor[-1] - 1, 0) + 1)
                by = {number for number in (*_ends(divisor), -1, 1) if number in divisor and number != 0}
                return _spanned(one // other for one in _ends(dividend) for other in by)
            case ir.Extreme():
                best, ranges = max if value.most else min, [*map(self.range_of, value.values)]
                return range(best(each.start for each in ranges), best(each[-1] for each in ranges) + 1)
            case ir.Table():
                return _spanned(value.numbers)
            case ir.Conditional():
                return _spanned(end for part in ir.parts_of(value) for end in _ends(self.range_of(part)))
            case ir.Fitting():
                found = self.range_of(value.value)
                return range(max(min(found.start, 0), LEAST), min(max(found[-1], 0), GREATEST) + 1)
            case ir.NonZero():
                found = self.range_of(value.value)
                return range(found.start or 1, max(found[-1], 1) + 1)
            case _:
                assert_never(value)

    # -- pieces and states

    def kinds(self, attribute: Attribute | None) -> Mapping[int, int]:
        """Return for each piece the kind that is its value of an attribute, if any; without attribute, the piece."""
        if attribute is None:
            return {piece: piece for piece in self.pieces.values()}
        return {
            number: self.pieces[value.kind]
            for piece, number in self.pieces.items()
            for value in piece.attributes
            if value.attribute is attribute and value.kind is not None
        }

    def on(self, mark: Mark) -> Collection[int]:
        """Return the kinds of pieces that may stand on a mark: see ``Standing``. All, unless boards are coded."""
        if self._standing is None:
            return self.pieces.values()
        there = self._standing.on(mark)
        return [number for piece, number in self.pieces.items() if piece in there]

    def numbers(self, attribute: Attribute) -> Mapping[int, int]:
        """Return the values of a numeric attribute by state; states where it is 0 are left out."""
        of_piece = {
            number: value.number
            for piece, number in self.pieces.items()
            for value in piece.attributes
            if value.attribute is attribute and value.number
        }
        return {state: of_piece[facts.piece] for state, facts in enumerate(self.states) if facts.piece in of_piece}

    def with_pieces(self, pieces: Collection[int]) -> Iterator[int]:
        """Yield the states with one of some pieces."""
        return (state for state, facts in enumerate(self.states) if facts.piece in pieces)

    def of_tile(self, tile: int) -> Sequence[int]:
        """Return the states of a tile, its initial one first."""
        return self._of_tile[tile]

    @cached_property
    def _of_tile(self) -> tuple[Sequence[int], ...]:
        """``of_tile`` of each tile."""
        found: tuple[list[int], ...] = tuple([] for _ in self.tiles)
        for state, facts in enumerate(self.states):
            found[facts.tile].append(state)
        return found

    def cells_with(self, state: int) -> int:
        """Return the cells that may have a state: those of its tile or, if boards are coded, where it can come."""
        return self._cells_with[state]

    @cached_property
    def _cells_with(self) -> tuple[int, ...]:
        """``cells_with`` of each state."""
        if self.boards.coded:
            return tuple(
                sum(cells for cells, states in self.areas if state in states) for state in range(len(self.states))
            )
        return tuple(self.tile_cells[facts.tile] for facts in self.states)

    def _areas(self) -> tuple[tuple[tuple[int, frozenset[int]], ...], Mapping[int, int]]:
        """Return disjoint sets of cells with the states that they may have, and where the cells of each mark may be.

        Both are empty unless boards are coded. Then anything may be anywhere.
        """
        standing, placed = self._standing, dict(zip(self.board.bits, self.board.placements, strict=True))
        if standing is None:
            return (), {}
        found: dict[frozenset[int], int] = {}
        for grid in (None, *self.board.grids):
            pieces = standing.pieces(grid)
            for bit in cells_of(self.board.in_zone(grid)):
                cell = placed[bit]
                tile = self.tiles[cell.tile]
                first = self.initial_state[tile] if cell.initialState is None else self.state_of[cell.initialState]
                if pieces is None:
                    states = frozenset({first})
                else:
                    numbers = {NOBODY, *(self.pieces[piece] for piece in pieces)}
                    states = frozenset(s for s in self.of_tile(tile) if self.states[s].piece in numbers)
                found[states] = found.get(states, 0) | 1 << bit
        marked = {
            number: sum(self.board.in_zone(grid) for grid in standing.marked(mark))
            for mark, numbers in self._marks.items()
            for number in set(numbers)
        }
        return tuple((cells, states) for states, cells in found.items()), marked

    @cached_property
    def at_start(self) -> tuple[int, ...]:
        """For each state the cells of the board that are in it at the start."""
        found, left = [0] * len(self.states), self.board.in_zone(None)
        for state, cells in self._said_at_start():
            found[state] |= cells & left
            left &= ~cells
        for tile, cells in enumerate(self.tile_cells):
            found[self.initial_state[tile]] |= cells & left
        return tuple(found)

    def _said_at_start(self) -> Iterator[tuple[int, int]]:
        """Yield states with the cells that are said to be in them at the start. Of a cell the first one counts."""
        setup, bit_of = setup_of(self.game.board), dict(zip(self.board.placements, self.board.bits, strict=True))
        if setup is None:
            for cell in self.game.board.tileplacement:
                if cell.initialState is not None:
                    yield self.state_of[cell.initialState], 1 << bit_of[cell]
            return
        for placed in setup.states:
            yield self.state_of[placed.state], 1 << bit_of[placed.cell]
        for held in reversed(setup.regions):
            states = list(self.with_pieces((self.pieces[held.piece],)))
            for me, player in reversed(tuple(enumerate(self.game.players))):
                cells = self.region(held.region, me) if held.player in (None, player) else 0
                own = [state for state in states if self.states[state].owner == me]
                for state in (*own, *(state for state in states if self.states[state].owner == NOBODY)):
                    yield state, cells & self.tile_cells[self.states[state].tile]

    def cells_on(self, board: int) -> int:
        """Return the cells that may be on a board: those that may have one of its states."""
        found = 0
        for state in self.boards.states[board]:
            found |= self.cells_with(state)
        return found

    def namesake(self, state: int, tile: int) -> int | None:
        """Return a state if it is of a tile, or else the state of that tile with the same name, if any."""
        facts = self.states[state]
        if facts.tile == tile:
            return state
        if facts.name is None:
            return None
        return next((other for other in self.of_tile(tile) if self.states[other].name == facts.name), None)

    def bearing(self, owner: int, piece: int, tile: int) -> int | None:
        """Return the first state of a tile with an owner and a piece, if any."""
        same = (s for s in self.of_tile(tile) if (self.states[s].owner, self.states[s].piece) == (owner, piece))
        return next(same, None)

    def counterpart(self, state: int, tile: int) -> int | None:
        """Return the state that a tile takes if what stands in a state moves there, or None if it has no such state."""
        facts = self.states[state]
        if facts.tile == tile:
            return state
        if facts.empty:
            return self.initial_state[tile]
        if facts.owner == NOBODY and facts.piece == NOBODY:
            return self.namesake(state, tile)
        return self.bearing(facts.owner, facts.piece, tile)


def _ends(numbers: range) -> tuple[int, int]:
    """Return the first and the last number of a range."""
    return numbers.start, numbers[-1]


def _spanned(numbers: Iterable[int]) -> range:
    """Return the range from the least of some numbers to the greatest."""
    found = [*numbers]
    return range(min(found), max(found) + 1)


def _extent(first: int | None, last: int | None, whole: int) -> range:
    """Return the rows or columns of a range: all without a first one, and only the first without a last one."""
    return range(whole) if first is None else range(first, (first if last is None else last) + 1)
