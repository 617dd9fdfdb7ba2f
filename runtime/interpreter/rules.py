"""The chains of a game: those that yield moves, in the order in which they are tried, and those that follow a move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.metamodel.language import (
    Board,
    Counter,
    Filter,
    Game,
    LegalMovesPipeline,
    MoveRule,
    Pattern,
    PatternFilter,
    WinConditionFilter,
    Zone,
)
from tilewright.model.codes import diagnose
from tilewright.model.diagnostics import ModelError
from tilewright.model.limits import MOST_CELLS, cells_of
from tilewright.model.places import Places
from tilewright.runtime.interpreter import branching, checks, control, cursor, effects, values
from tilewright.runtime.interpreter.building import Builder, Number
from tilewright.runtime.interpreter.chains import Chain
from tilewright.runtime.interpreter.flow import Flow
from tilewright.runtime.interpreter.patterns import CellsOf
from tilewright.runtime.position import CellSet

MEANING = (branching, checks, control, cursor, effects, values)
"""The modules that say what each class of the metamodel means; each registers its functions when it is imported."""


def one(flow: Flow) -> int:
    """Return 1, the default weight of a chance rule and share of its moves."""
    return 1


@dataclass(frozen=True, slots=True)
class Rule:
    """A chain that yields candidate moves. It is started once with all cells or, if ``per_cell``, once for each cell.

    In the second case the cell is the first click, and ``starts`` are patterns at the head of the chain: only cells
    that match them all are tried. ``phases`` is empty if the rule is active in all phases. ``weight`` and ``share``
    compute the odds of a chance rule and of its moves.
    """

    element: MoveRule | Filter
    chain: Chain
    per_cell: bool
    starts: tuple[CellsOf, ...] = ()
    phases: frozenset[int] = frozenset()
    weight: Number = one
    share: Number = one


@dataclass(frozen=True, slots=True)
class Group:
    """The rules of one priority, and the counter that is maximised."""

    rules: tuple[Rule, ...]
    maximise: Counter | None


@dataclass(frozen=True, slots=True)
class Sight:
    """What players see of the board or of a zone.

    ``shown`` has for each player the cells that are always seen. The chain ``sight`` leaves others that are seen, and
    ``back`` those of which a player sees only that something stands there.
    """

    cells: CellSet
    shown: tuple[CellSet, ...]
    sight: Chain | None
    back: Chain | None


class Rules:
    """All chains of a board. The groups stand in the order in which they are tried."""

    def __init__(self, board: Board, builder: Builder) -> None:
        self._builder = builder
        rules = () if board.legalMovesPipeline is None else board.legalMovesPipeline.rules
        self.groups = self._groups(board.legalMovesPipeline)
        self.chance = Group(tuple(self._rule(element) for element in rules if element.nature), None)
        roots = board.effectPipeline.filters if board.effectPipeline is not None else ()
        self.effects = [builder.chain(root, True) for root in roots]
        self.wins = [on_board(pattern, builder) for chain in self.effects for pattern in _win_patterns(chain)]
        self.ensure = None if board.ensure is None else builder.chain(board.ensure, False)
        self.stuck = None if board.stuck is None else builder.chain(board.stuck, True)
        self.over = None if board.over is None else builder.chain(board.over, True)
        self.round = None if board.round is None else builder.chain(board.round, True)
        self.grids = [self._sight(board), *map(self._sight, builder.tables.game.zones)]
        heuristic = builder.tables.game.heuristic
        self.heuristic = None if heuristic is None else builder.value(heuristic)

    def _sight(self, grid: Board | Zone) -> Sight:
        tables = self._builder.tables
        zone = grid if isinstance(grid, Zone) else None
        cells = tables.in_zone(zone)
        players = range(len(tables.players))
        visibility = "All" if zone is None else zone.visibility.name
        shown = (0,) * len(players)
        if visibility == "Owner":
            shown = tuple(tables.in_zone(zone, me) for me in players)
        elif visibility == "All" and grid.sight is None:
            shown = (cells,) * len(players)
        sight, back = (None if chain is None else self._builder.chain(chain, True) for chain in (grid.sight, grid.back))
        return Sight(cells, shown, sight, back)

    def _groups(self, pipeline: LegalMovesPipeline | None) -> list[Group]:
        if pipeline is None:
            return []
        by_priority: dict[int, list[Rule]] = {}
        maximised: dict[int, Counter] = {}
        for root in pipeline.filters:
            by_priority.setdefault(0, []).append(self._root(root))
        for element in pipeline.rules:
            if element.nature:
                continue
            by_priority.setdefault(element.priority, []).append(self._rule(element))
            if element.maximise is not None:
                maximised[element.priority] = element.maximise
        priorities = sorted(by_priority, reverse=True)
        return [Group(tuple(by_priority[priority]), maximised.get(priority)) for priority in priorities]

    def _rule(self, element: MoveRule) -> Rule:
        phases = frozenset(self._builder.tables.phases[phase] for phase in element.phases)
        weight, share = (one if mass is None else self._builder.value(mass) for mass in (element.weight, element.share))
        return Rule(element, self._builder.chain(element.filter, False), False, (), phases, weight, share)

    def _root(self, root: Filter) -> Rule:
        starts: list[CellsOf] = []
        current: Filter | None = root
        while not self._builder.watched and isinstance(current, PatternFilter):
            starts.extend(self._builder.pattern(pattern) for pattern in current.patterns)
            current = current.nextFilter
        return Rule(root, self._builder.chain(root, False), True, tuple(starts))


def refuse_unplayable(game: Game, places: Places) -> None:
    """Raise ``ModelError`` for a game with too many cells to be played."""
    cells = cells_of(game)
    if cells > MOST_CELLS:
        what = "board and the zones have" if game.zones else "board has"
        message = f"the {what} {cells} cells; {MOST_CELLS} at most are played on"
        raise ModelError([diagnose("too-many-cells", message, places.of(game.board))])


def on_board(pattern: Pattern, builder: Builder) -> CellsOf:
    """Return a function that computes the cells of the board, without zones, at which a pattern holds."""
    found, board = builder.pattern(pattern), builder.tables.cells.board
    return lambda flow: found(flow) & board


def _win_patterns(chain: Chain) -> Iterator[Pattern]:
    for step in chain.filters:
        if isinstance(step.element, WinConditionFilter):
            yield from step.element.patterns
