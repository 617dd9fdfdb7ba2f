"""Lowering: from the filters of a model to the rule IR, once for each turn.

Sub-pipelines are expanded where they are called, unless the rules become too long. The lowering of each single filter
stands in ``filters``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import product
from typing import Any, TypeAlias, TypeVar, assert_never

from tilewright.generator.compiler.budget import OPERATIONS, WRITTEN_OUT, NotLowered
from tilewright.generator.compiler.lowering.constants import NOBODY, Constants
from tilewright.generator.compiler.rules import ir
from tilewright.generator.compiler.rules.board import Way
from tilewright.metamodel.elements import present
from tilewright.metamodel.language import (
    Board,
    DirectionSet,
    Filter,
    IterativeFilter,
    MoveRule,
    Pattern,
    Perspective,
    StateSelection,
    StepFilter,
    TurnEffectFilter,
    Value,
    Visibility,
    WinConditionFilter,
    Zone,
)
from tilewright.model.places import Place, Places
from tilewright.model.values import GREATEST, LEAST

MOST_SUM = 1 << 62
"""The greatest sum that is compiled: numbers of programs have 64 bits, and a counter may be added to it."""

F = TypeVar("F", bound=Filter)
V = TypeVar("V", bound=Value)

LoweringOf: TypeAlias = "Callable[[Lowering, F, int], ir.Op | tuple[ir.Op, ...]]"

ValueOf: TypeAlias = "Callable[[Lowering, V, int], ir.Value]"

FILTERS: dict[type[Filter], Callable[[Lowering, Any, int], ir.Op | tuple[ir.Op, ...]]] = {}
"""The lowering of each concrete filter, by its class."""

VALUES: dict[type[Value], Callable[[Lowering, Any, int], ir.Value]] = {}
"""The lowering of each value, by its class."""


def lowers(cls: type[F]) -> Callable[[LoweringOf[F]], LoweringOf[F]]:
    """Register the lowering of a class of filters."""

    def register(function: LoweringOf[F]) -> LoweringOf[F]:
        FILTERS[cls] = function
        return function

    return register


def lowers_value(cls: type[V]) -> Callable[[ValueOf[V]], ValueOf[V]]:
    """Register the lowering of a class of values."""

    def register(function: ValueOf[V]) -> ValueOf[V]:
        VALUES[cls] = function
        return function

    return register


class Lowering:
    """Lowers the rules of one game. Chains are cached, by filter and player."""

    def __init__(self, constants: Constants, places: Places) -> None:
        self.constants = constants
        self.labels: dict[str, int] = {}
        self._places = places
        self._chains: dict[tuple[Filter, int, int, int], tuple[ir.Chain, int]] = {}
        self._size = 0
        self.turn = 0
        """The number of the turn whose rules are lowered."""
        self.nature = 0
        """The number of the turn that comes next if a rule gives the turn to nature."""
        self._gives = any(
            isinstance(part, TurnEffectFilter) and (part.player is not None or part.perspective is Perspective.Mover)
            for part in constants.game.eAllContents()
        )

    def rules(self, turn: int) -> ir.Rules:
        """Return all rules of a turn, given by its number, as its player reads them."""
        self._take(turn)
        board, me = self.constants.game.board, self.constants.turns[turn]
        if turn in self.constants.of_nature:
            chance = ir.Group(tuple(self._chance(me)), None)
            return ir.Rules(turn, (chance,), (), (), None, None, None, self._round(me))
        pipeline = board.effectPipeline
        effects = tuple(self._part(root, me) for root in (() if pipeline is None else pipeline.filters))
        wins = tuple(
            self.pattern(pattern, me)
            for root in (() if pipeline is None else pipeline.filters)
            for element in links(root)
            if isinstance(element, WinConditionFilter)
            for pattern in element.patterns
        )
        checks = (board.ensure, board.stuck, board.over)
        ensure, stuck, over = (None if check is None else self._part(check, me) for check in checks)
        return ir.Rules(me, self._groups(me), effects, wins, ensure, stuck, over, self._round(me))

    def sights(self, me: int) -> tuple[ir.Sight, ...]:
        """Return what a player sees of the board, and then of each zone."""
        self._take(me)
        grids: tuple[Board | Zone, ...] = (self.constants.game.board, *self.constants.game.zones)
        return tuple(self._sight(grid, me) for grid in grids)

    def heuristic(self) -> tuple[ir.Value, ...]:
        """Return the heuristic as each player evaluates it; nothing if the model has none."""
        value, found = self.constants.game.heuristic, list[ir.Value]()
        if value is None:
            return ()
        for me in range(self.constants.players):
            self._take(me)
            try:
                found.append(self.value(value, me))
            except NotLowered as reason:
                raise NotLowered(reason.reason, self._places.of(value)) from None
        return tuple(found)

    def _sight(self, grid: Board | Zone, me: int) -> ir.Sight:
        zone = grid if isinstance(grid, Zone) else None
        in_zone, visibility = self.constants.board.in_zone, Visibility.All if zone is None else zone.visibility
        shown = 0
        if visibility is Visibility.Owner:
            shown = in_zone(zone, me)
        elif visibility is Visibility.All and grid.sight is None:
            shown = in_zone(zone)
        sight, back = (None if chain is None else self._part(chain, me) for chain in (grid.sight, grid.back))
        return ir.Sight(in_zone(zone), shown, sight, back)

    def _take(self, turn: int) -> None:
        """Lower for a turn from now on."""
        self.turn, self.nature = turn, self.constants.nature_after(turn)

    def _round(self, me: int) -> ir.Chain | None:
        """Lower what happens at the end of a round. Nature, if it moves then, has its turn after nobody."""
        root = self.constants.game.board.round
        self.nature = self.constants.nobody
        return None if root is None else self._part(root, me)

    def parts(self) -> Iterator[tuple[Filter, str]]:
        """Yield the first filter of each rule, and the part of the rules that it belongs to: see ``alone``."""
        board = self.constants.game.board
        if board.legalMovesPipeline is not None:
            yield from ((root, "move") for root in board.legalMovesPipeline.filters)
            yield from ((rule.filter, "move") for rule in board.legalMovesPipeline.rules)
        if board.effectPipeline is not None:
            yield from ((root, "effect") for root in board.effectPipeline.filters)
        checks = ((board.ensure, "ensure"), (board.stuck, "stuck"), (board.over, "over"), (board.round, "round"))
        yield from ((root, part) for root, part in checks if root is not None)

    def alone(self, root: Filter, part: str, turn: int) -> ir.Rules:
        """Return rules of a turn that are a click and one chain as a *part*: ``move``, ``effect``, ``ensure``, …"""
        self._take(turn)
        me = self.constants.turns[turn]
        chain = self.chain(root, me)
        move = ir.Chain(me, (ir.Select(None, True), *(chain.ops if part == "move" else ())))
        group = ir.Group((ir.Rule("Alone", move, frozenset()),), None)
        effects = (chain,) if part == "effect" else ()
        checks = (chain if part == name else None for name in ("ensure", "stuck", "over", "round"))
        return ir.Rules(me, (group,), effects, (), *checks)

    def _groups(self, me: int) -> tuple[ir.Group, ...]:
        """Return the groups of the move rules by falling priority. Filters without a rule have priority 0."""
        pipeline = self.constants.game.board.legalMovesPipeline
        if pipeline is None:
            return ()
        rules: dict[int, list[ir.Rule]] = {}
        maximised: dict[int, int] = {}
        for number, root in enumerate(pipeline.filters):
            click = ir.Select(None, True)
            chain = ir.Chain(me, (click, *self._part(root, me).ops))
            rules.setdefault(0, []).append(ir.Rule(root.name or f"Place{number + 1}", chain, frozenset()))
        for element in pipeline.rules:
            if element.nature:
                continue
            rules.setdefault(element.priority, []).append(self._rule(element, me))
            if element.maximise is not None:
                maximised[element.priority] = self.constants.counters[element.maximise].number
        return tuple(
            ir.Group(tuple(rules[priority]), maximised.get(priority)) for priority in sorted(rules, reverse=True)
        )

    def _rule(self, element: MoveRule, me: int) -> ir.Rule:
        phases = frozenset(self.constants.phases[phase] for phase in element.phases)
        return ir.Rule(element.name, self._part(element.filter, me), phases, visibility=element.visibility)

    def _chance(self, me: int) -> Iterator[ir.Rule]:
        """Yield the chance rules. Their chains also test weight and share: a move without mass is no candidate."""
        pipeline = self.constants.game.board.legalMovesPipeline
        for element in () if pipeline is None else pipeline.rules:
            if element.nature:
                weight = ir.Int(1) if element.weight is None else self.value(element.weight, me)
                share = None if element.share is None else self.value(element.share, me)
                rule = self._rule(element, me)
                ops = (*self._mass(weight), *rule.chain.ops, *(() if share is None else self._mass(share)))
                yield replace(rule, chain=ir.Chain(me, ops), weight=weight, share=share)

    def _mass(self, value: ir.Value) -> tuple[ir.Op, ...]:
        """Return a test that a mass is positive, unless it always is."""
        return () if self.constants.range_of(value).start > 0 and not ir.is_error(value) else (ir.Mass(value),)

    def _part(self, root: Filter, me: int) -> ir.Chain:
        """Lower the chain of a rule. Raises ``NotLowered`` with a place, which may be that of its first filter."""
        try:
            return self.chain(root, me)
        except NotLowered as reason:
            raise NotLowered(reason.reason, reason.place or self.place_of(root)) from None

    def place_of(self, element: Filter) -> Place:
        """Return the place of a filter in the text of the model."""
        return self._places.of(element)

    def _key(self, first: Filter, me: int) -> tuple[Filter, int, int, int]:
        """Return the key of a chain among the chains that were lowered."""
        return (first, me, *((self.turn, self.nature) if self._gives else (me, me)))

    def chain(self, first: Filter, me: int) -> ir.Chain:
        """Lower the chain that starts with a filter. Raises ``NotLowered`` if it becomes too long."""
        key = self._key(first, me)
        found = self._chains.get(key)
        if found is None:
            outer, self._size = self._size, 0
            ops: list[ir.Op] = []
            for element in links(first):
                lowered = FILTERS[type(element)](self, element, me)
                ops.extend(lowered if isinstance(lowered, tuple) else (lowered,))
                self._size += 1
            found = self._chains[key] = ir.Chain(me, tuple(ops)), self._size
            self._size = outer
        self._size += found[1]
        if self._size > OPERATIONS:
            raise NotLowered(
                f"compiled, these rules would be too long: with what they call they have more than {OPERATIONS}"
                " filters; call sub-pipelines in fewer places, or repeat one"
            )
        return found[0]

    def written_out(self, first: Filter, me: int, rounds: int) -> tuple[ir.Op, ...] | None:
        """Return so many rounds of a chain that has just been lowered; None if they are too long to be written out."""
        chain, size = self._chains[self._key(first, me)]
        if rounds * size > WRITTEN_OUT or self._size + rounds * size > OPERATIONS // 2:
            return None
        self._size += (rounds - 1) * size
        return chain.ops * rounds

    def value(self, element: Value, me: int) -> ir.Value:
        """Lower a value of any class."""
        return VALUES[type(element)](self, element, me)

    def fitting(self, value: ir.Value) -> ir.Value:
        """Return a value with a check that it is a number of 32 bits, unless it always is."""
        numbers = self.constants.range_of(value)
        return value if numbers.start >= LEAST and numbers[-1] <= GREATEST else ir.Fitting(value)

    def sum_of(self, terms: Sequence[tuple[int, ir.Value]]) -> ir.Value:
        """Return the sum of weighted values. ``NotLowered`` if it may need more than 63 bits."""
        found = ir.Sum(tuple(terms))
        numbers = self.constants.range_of(found)
        if max(abs(numbers.start), abs(numbers[-1])) > MOST_SUM:
            raise NotLowered("a sum that may have more than 63 bits is not compiled; give bounds to the counters in it")
        return found

    def ways(self, element: DirectionSet | None, me: int) -> tuple[Way, ...] | None:
        """Return the ways of a direction set; None, which stands for the bound direction, without one."""
        return None if element is None else self.constants.directions(element, me)

    def named_ways(self, element: StepFilter | IterativeFilter, me: int) -> tuple[Way, ...] | None:
        """Return the ways that a filter names, as vectors or a direction set; None stands for the bound direction."""
        if not element.directionVectors:
            return self.ways(element.directions, me)
        return self.constants.offsets(element.directionVectors, False, me) + (self.ways(element.directions, me) or ())

    def pattern(self, pattern: Pattern, me: int) -> ir.Pattern:
        """Lower a pattern with its alternatives."""
        coordinates = pattern.relativecoordinates
        alternatives = tuple(self._alternatives(pattern, me))
        if all(c.x == 0 == c.y for c in coordinates):
            return ir.Pattern(alternatives)
        offsets = self.constants.offsets(coordinates, bool(pattern.relative), me)
        return ir.Pattern(alternatives, offsets, _off_board(pattern))

    def _alternatives(self, pattern: Pattern, me: int) -> Iterator[ir.Alternative]:
        constants = self.constants
        mask = constants.board.cells
        for region in pattern.within:
            mask &= constants.region(region, me)
        for region in pattern.without:
            mask &= ~constants.region(region, me)
        within = tuple(constants.mark(mark, me) for mark in pattern.withinMarks)
        without = tuple(constants.mark(mark, me) for mark in pattern.withoutMarks)
        any_of: list[list[int]] = []
        for place in pattern.places:
            seen = constants.meant(me, place)
            if place.area is not None:
                there = reduce(operator.or_, (constants.region(place.area, other) for other in seen), 0)
                mask &= ~there if place.negate else there
                continue
            marks = [constants.mark(present(place.mark), other) for other in seen]
            if place.negate:
                without += tuple(marks)
            else:
                any_of.append(marks)
        for states, like in self._matched(pattern, me):
            if states and mask:
                yield from (
                    ir.Alternative(states, mask, within + one_of_each, without, like)
                    for one_of_each in product(*any_of)
                )
        for alternative in pattern.alternatives:
            yield from self._alternatives(alternative, me)

    def _matched(self, pattern: Pattern, me: int) -> Iterator[tuple[frozenset[int], ir.Like | None]]:
        """Yield sets of states that match, each with the condition on a mark (None: none) under which it does."""
        selected = frozenset(self._states(pattern, me))
        everything = frozenset(range(len(self.constants.states)))
        negate = bool(pattern.negate)
        if pattern.like is None:
            yield everything - selected if negate else selected, None
            return
        mark, kinds = self.constants.mark(pattern.like, me), self.constants.kinds(pattern.attribute)
        left = everything
        there = self.constants.on(pattern.like)
        for kind in sorted({told for piece, told in kinds.items() if piece in there}):
            telling = {piece for piece, told in kinds.items() if told == kind and piece in there}
            states = frozenset(state for state in selected if self.constants.states[state].piece == kind)
            like = ir.Like(mark, frozenset(self.constants.with_pieces(telling)), negate)
            yield states, like
            left -= states
        if negate:
            yield left, None

    def _states(self, pattern: Pattern, me: int) -> Iterator[int]:
        """Yield the states that a pattern selects by owner, piece, group and tile, before any negation."""
        constants = self.constants
        pieces = {constants.pieces[piece] for piece in pattern.pieces}
        pieces |= {number for piece, number in constants.pieces.items() if {*piece.groups} & {*pattern.groups}}
        restricted = bool(pattern.pieces or pattern.groups)
        tiles = {constants.tiles[tile] for tile in pattern.tiles}
        allies, enemies = constants.allies(me), constants.enemies(me)
        for state, facts in enumerate(constants.states):
            match pattern.stateSelection:
                case StateSelection.CurrentPlayer:
                    holds = facts.owner == me
                case StateSelection.OtherPlayer:
                    holds = facts.owner in enemies
                case StateSelection.Ally:
                    holds = facts.owner in allies
                case StateSelection.NamedPlayer:
                    holds = facts.owner == constants.player_of[present(pattern.player)]
                case StateSelection.StateBased:
                    holds = facts.element is pattern.matchState
                case StateSelection.Empty:
                    holds = facts.empty
                case StateSelection.Occupied:
                    holds = facts.owner != NOBODY or facts.piece != NOBODY
                case StateSelection.Any:
                    holds = True
                case StateSelection.OffBoard:
                    holds = False
                case _:
                    assert_never(pattern.stateSelection)
            holds = holds and (not restricted or facts.piece in pieces) and (not tiles or facts.tile in tiles)
            if holds:
                yield state


def links(first: Filter | None) -> Iterator[Filter]:
    """Yield the filters of a chain, from a first one (None: no chain) on."""
    while first is not None:
        yield first
        first = first.nextFilter


def _off_board(pattern: Pattern) -> bool:
    """Return whether a pattern, or one of its alternatives, matches off the board."""
    itself = pattern.stateSelection is StateSelection.OffBoard and not pattern.negate
    return itself or any(_off_board(alternative) for alternative in pattern.alternatives)
